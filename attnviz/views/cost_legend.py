"""The legend of the cost plot: a piece of each line with its dash and mark, the kind, and the power of n it follows.

Must not know the figures.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontInfo, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from attnviz.views.fonts import scaled_font
from attnviz.views.theme import Theme, current

SMALL: Final = 0.9  # its type, and that of the axes, against the text size
_SAMPLE = 2.4  # em
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


@dataclass(frozen=True)
class Look:
    """How one line is told from the others: by colour, by mark and by dash, so that no single one is needed."""

    colour: Literal["accent", "moved", "good", "text"]  # of the theme
    mark: Literal["o", "t", "s", "d"]  # as pyqtgraph calls circle, triangle, square and diamond
    dash: tuple[float, ...]  # in widths of the pen; none = one piece

    def of(self, theme: Theme) -> QColor:
        """Return the colour in `theme`."""
        return QColor(getattr(theme, self.colour))


LOOKS: Final = (
    Look("accent", "o", ()),
    Look("moved", "t", (5.0, 3.0)),
    Look("good", "s", (1.5, 2.0)),
    Look("text", "d", (6.0, 2.0, 1.5, 2.0)),
)
_CORNERS: Final = {
    "t": ((-1.0, -1.0), (1.0, -1.0), (0.0, 1.0)),
    "s": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "d": ((0.0, -1.3), (0.8, 0.0), (0.0, 1.3), (-0.8, 0.0)),
}


class CostLegend(QWidget):
    """An entry for each line, in as many rows as the width asks for.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cost_legend")
        self.setAccessibleName(self.tr("Legend"))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._entries: tuple[tuple[int, str], ...] = ()

    def show_entries(self, entries: Sequence[tuple[int, str]]) -> None:
        """Show (index into LOOKS, words) for each line."""
        if tuple(entries) != self._entries:
            self._entries = tuple(entries)
            self.setAccessibleDescription("; ".join(words for _, words in self._entries))
            self.update()

    def entries(self) -> tuple[tuple[int, str], ...]:
        """Return what is shown."""
        return self._entries

    def heightForWidth(self, width: int) -> int:
        """Return the height of the rows that `width` asks for."""
        return math.ceil(max((box.bottom() for box, _, _ in self._placed(width)), default=0.0)) + 2

    def _em(self) -> int:
        return QFontInfo(self.font()).pixelSize()

    def _placed(self, width: int) -> list[tuple[QRectF, int, str]]:
        """Return the place of each entry."""
        metrics = QFontMetricsF(scaled_font(self.font(), SMALL))
        line = 1.25 * metrics.height()
        placed: list[tuple[QRectF, int, str]] = []
        x = y = 0.0
        for look, words in self._entries:
            needed = (_SAMPLE + 0.3) * self._em() + metrics.horizontalAdvance(words)
            if placed and x + needed > width:
                x, y = 0.0, y + line
            placed.append((QRectF(x, y, needed, line), look, words))
            x += needed + 1.2 * metrics.height()
        return placed

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the entries."""
        theme = current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = scaled_font(self.font(), SMALL)
        painter.setFont(font)
        for box, look, words in self._placed(self.width()):
            self._paint_sample(painter, box, LOOKS[look], theme)
            painter.setPen(QColor(theme.text))
            text = box.adjusted((_SAMPLE + 0.3) * self._em(), 0, 0, 0)
            room = self.width() - text.left()
            painter.drawText(text, _LEFT, QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, room))
        painter.end()

    def _paint_sample(self, painter: QPainter, box: QRectF, look: Look, theme: Theme) -> None:
        em, colour = self._em(), look.of(theme)
        pen = QPen(colour, max(1.5, em / 7))
        if look.dash:
            pen.setDashPattern(list(look.dash))
        painter.setPen(pen)
        half = QPointF(_SAMPLE * em / 2 - 2, 0)
        middle = QPointF(box.left() + half.x() + 2, box.center().y())
        painter.drawLine(middle - half, middle + half)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        size = 0.28 * em
        if look.mark == "o":
            painter.drawEllipse(middle, size, size)
        else:
            corners = [middle + QPointF(x * size, y * size) for x, y in _CORNERS[look.mark]]
            painter.drawPolygon(QPolygonF(corners))
