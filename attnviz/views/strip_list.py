"""Every row of the output twice, before above after, as strips of colour, with “same” or how many values moved.

It shows the numbers it is given and scrolls through them; it must not compare them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from attnviz.views.colormaps import CENTRE, diverging
from attnviz.views.heatmap_image import block_max, rgb32
from attnviz.views.row_delegate import RowDelegate
from attnviz.views.row_list import RowList
from attnviz.views.row_model import AnyIndex, RowModel
from attnviz.views.verdict_label import Array

_MOST_STRIPS = 128  # kept painted; then all are dropped
_WIDEST_CELL = 1.2  # em


class StripDelegate(RowDelegate):
    """Draws a row: token and badge, and below them the two strips. Signals: those of its base."""

    def __init__(self, rows: RowModel, font: QFont, parent: QObject | None = None) -> None:
        self._before = self._after = np.zeros((0, 0), np.float32)
        self._limit = 1.0
        self._strips: dict[tuple[int, int, bool], tuple[QImage, QImage]] = {}
        super().__init__(rows, font, parent)

    def show_strips(self, before: NDArray[np.float32], after: NDArray[np.float32]) -> None:
        """Draw these numbers (n, d) from now on, all in one scale of colours."""
        self._before, self._after = before, after
        largest = max((np.abs(rows).max(initial=0.0) for rows in (before, after)), default=0.0)
        self._limit = float(largest)
        self._strips.clear()

    def show_font(self, font: QFont) -> None:
        """Draw with `font` from now on."""
        self._strips.clear()
        super().show_font(font)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw the row at `index`."""
        row, rect, colours = index.row(), option.rect, self._colours
        self._draw_lines(painter, rect, row, colours)
        text = rect.adjusted(self.gap() // 2, 0, -(self.gap() // 2), 0)
        line = QRect(text.left(), rect.top() + round(0.35 * self.type.em), text.width(), self.type.line)
        badge, taken = self._laid_out(self._rows.badge(row), False, text.width())
        painter.setFont(self.type.plain)
        painter.setPen(colours.moved if self._rows.moved[row] else colours.good)
        painter.drawStaticText(line.right() + 1 - taken, line.top(), badge)
        self._draw_token(painter, line.adjusted(0, 0, -(taken + self.gap()), 0), row, colours)
        if row < len(self._before):
            self._draw_strips(painter, row, QRect(text.left(), line.bottom() + 1, text.width(), 0))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.save()
            self._draw_ring(painter, rect, colours)
            painter.restore()

    def _draw_strips(self, painter: QPainter, row: int, place: QRect) -> None:
        """Draw the row before above the row after; a cell is a whole number of pixels wide."""
        em, width = self.type.em, self._before.shape[1]
        columns = min(width, max(1, place.width()))
        wide = max(1, min(place.width() // columns, round(_WIDEST_CELL * em)))
        high, gap = max(2, round(0.55 * em)), max(1, round(0.12 * em))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        for half, image in enumerate(self._strip(row, columns)):
            top = place.top() + round(0.1 * em) + half * (high + gap)
            painter.drawImage(QRect(place.left(), top, columns * wide, high), image)

    def _strip(self, row: int, columns: int) -> tuple[QImage, QImage]:
        """Return the row before and after, a pixel a cell; of several numbers in a cell, the largest by magnitude."""
        key = (row, columns, self._colours.dark)
        if key not in self._strips:
            if len(self._strips) >= _MOST_STRIPS:
                self._strips.clear()
            self._strips[key] = (self._painted(self._before[row], columns), self._painted(self._after[row], columns))
        return self._strips[key]

    def _painted(self, values: NDArray[np.float32], columns: int) -> QImage:
        most, least = block_max(values[None], 1, columns), -block_max(-values[None], 1, columns)
        shown = np.where(-least > most, least, most) / np.float32(self._limit or 1.0)
        index = np.rint(shown * 127).astype(np.int16) + CENTRE
        pixels = rgb32(diverging(self._colours.dark)[index])
        return QImage(pixels.data, columns, 1, columns * 4, QImage.Format.Format_RGB32).copy()


class StripList(RowList):
    """The rows of the output before and after, as high as they need, never less than a few.

    Signals: none of its own.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("strip_list")
        self._strips = StripDelegate(self._rows, self.font(), self)
        self._delegate = self._strips
        self.setItemDelegate(self._strips)

    def show_strips(
        self,
        tokens: Sequence[str],
        before: NDArray[np.float32],
        after: NDArray[np.float32],
        moved: Array,
        largest: Array,
    ) -> None:
        """Show the rows of `tokens` before and after (n, d), how many values of each moved (n,), and by how much."""
        self.show_tokens(tokens)
        self._strips.show_strips(before, after)
        self.show_rows(moved, largest, before.shape[1], 0)
        self.viewport().update()
