"""Which heads are drawn as lines, as chips in the colours of their lines. Must not draw a line between tokens."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from attnviz.views import theme
from attnviz.views.colormaps import inks
from attnviz.views.fonts import scaled_font
from attnviz.views.lines_colours import LineStyle
from attnviz.views.lines_words import head_name
from attnviz.views.mask_tokens import MaskTokens


class LinesHeads(MaskTokens):
    """A chip for each head. The one that the large map shows is always drawn: its chip stays chosen.

    Signals: tokens_chosen(object), a tuple of all heads that are drawn, numbers from 0, in order.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("lines_heads", "", parent)
        self.setAccessibleName(self.tr("Heads drawn as lines"))
        self._shown = 0
        self._styles: dict[int, LineStyle] = {}

    def show_heads(self, total: int, shown: int, heads: Sequence[int], styles: Sequence[LineStyle]) -> None:
        """Show `total` heads, `heads` of them as drawn in `styles`; `shown` is on the large map. Says nothing."""
        made = dict(zip(heads, styles, strict=True))
        if (made, shown) != (self._styles, self._shown):
            self._styles, self._shown = made, shown
            self.update()
        self.show_tokens([head_name(head) for head in range(total)], heads)

    def _turn(self, index: int) -> None:
        """Draw a head or leave it; the shown one stays."""
        if index != self._shown:
            super()._turn(index)
            return
        self._current = index
        self._describe()
        self.update()

    def _describe(self) -> None:
        """Tell a screen reader where the keys are, and whether that head is drawn."""
        if not self._tokens:
            self.setAccessibleDescription("")
            return
        if self._current == self._shown:
            words = self.tr("Head {head}, on the large map, always drawn")
        elif self._current in self._chosen:
            words = self.tr("Head {head}, drawn")
        else:
            words = self.tr("Head {head}, not drawn")
        self.setAccessibleDescription(words.format(head=self._current + 1))

    def _draw_chip(self, painter: QPainter, index: int) -> None:
        look, chip, radius = theme.current(), self.chip_rect(index), self._em * 0.4
        style = self._styles.get(index) if index in self._chosen else None
        painter.setBrush(QColor(look.field if style is None else style.colour))
        painter.setPen(QColor(look.border if style is None else style.colour))
        painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        ink = look.text if style is None else _ink(style.colour)
        painter.setPen(QColor(ink))
        painter.setFont(scaled_font(self.font(), 1.0, bold=index == self._shown))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, self._words(index))
        if style is not None and style.off:
            pen = QPen(QColor(ink), 0.12 * self._em, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([0.5 * style.on / 0.12, 0.5 * style.off / 0.12])
            painter.setPen(pen)
            y, edge = chip.bottom() - 0.28 * self._em, 0.4 * self._em
            painter.drawLine(QPointF(chip.left() + edge, y), QPointF(chip.right() - edge, y))
        if self.hasFocus() and index == self._current:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(look.accent), 2))
            painter.drawRoundedRect(chip.adjusted(-2, -2, 2, 2), radius + 2, radius + 2)


def _ink(colour: str) -> str:
    return inks(np.frombuffer(bytes.fromhex(colour[1:]), dtype=np.uint8)[None])[0]
