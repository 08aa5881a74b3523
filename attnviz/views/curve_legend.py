"""The legend of the two curves: a piece of each with its dash and mark, and its name. Must not know their figures."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontInfo, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from attnviz.views import theme
from attnviz.views.fonts import scaled_font

SMALL = 0.9  # its type, and that of the axes, against the text size
DASHES = (5.0, 3.0)  # of the curve that is not divided, in widths of the pen
_SAMPLE = 2.6  # em
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class CurveLegend(QWidget):
    """“not divided” and “divided by √d”, in one row or two.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("curve_legend")
        self.setAccessibleName(self.tr("Legend"))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def heightForWidth(self, width: int) -> int:
        """Return the height of the rows that `width` asks for."""
        return math.ceil(max(box.bottom() for box, _, _ in self._entries(width))) + 2

    def _em(self) -> int:
        return QFontInfo(self.font()).pixelSize()

    def _entries(self, width: int) -> list[tuple[QRectF, str, bool]]:
        """Return the place and the words of each entry, and whether it is the curve that is not divided."""
        metrics = QFontMetricsF(scaled_font(self.font(), SMALL))
        line = 1.25 * metrics.height()
        entries: list[tuple[QRectF, str, bool]] = []
        x = y = 0.0
        for words, plain in ((self.tr("not divided"), True), (self.tr("divided by √d"), False)):
            needed = _SAMPLE * self._em() + metrics.horizontalAdvance(words) + 0.5 * metrics.height()
            if entries and x + needed > width:
                x, y = 0.0, y + line
            entries.append((QRectF(x, y, needed, line), words, plain))
            x += needed + metrics.height()
        return entries

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the entries."""
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(scaled_font(self.font(), SMALL))
        for box, words, plain in self._entries(self.width()):
            self._paint_sample(painter, box, QColor(look.moved if plain else look.accent), plain)
            painter.setPen(QColor(look.text))
            painter.drawText(box.adjusted((_SAMPLE + 0.3) * self._em(), 0, 0, 0), _LEFT, words)
        painter.end()

    def _paint_sample(self, painter: QPainter, box: QRectF, colour: QColor, plain: bool) -> None:
        pen = QPen(colour, max(1.5, self._em() / 7))
        if plain:
            pen.setDashPattern(list(DASHES))
        painter.setPen(pen)
        half = QPointF(_SAMPLE * self._em() / 2 - 2, 0)
        middle = QPointF(box.left() + half.x() + 2, box.center().y())
        painter.drawLine(middle - half, middle + half)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        size = self._em() * (0.31 if plain else 0.25)
        if plain:
            corners = (QPointF(-size, -size), QPointF(size, -size), QPointF(0, size))
            painter.drawPolygon(QPolygonF([middle + corner for corner in corners]))
        else:
            painter.drawEllipse(middle, size, size)
