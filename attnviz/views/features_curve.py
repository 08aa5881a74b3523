"""A curve of errors with its marks, and the legend that explains them. Must not know a figure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPainter, QPen, QPolygonF

from attnviz.views import theme
from attnviz.views.fonts import scaled_font

_SMALL = 0.9  # the legend's type against the text size
_DASHES = [5.0, 3.0]  # in widths of the pen
_SAMPLE = 2.6  # em
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


def paint_curve(
    painter: QPainter, points: Sequence[QPointF], em: float, own: bool, marks: Sequence[QPointF] | None = None
) -> None:
    """Paint a line through `points`, of the text's own vectors or dashed of shorter ones; `marks` None: on each."""
    look = theme.current()
    colour = QColor(look.accent if own else look.moved)
    pen = QPen(colour, max(1.5, em / 7))
    if not own:
        pen.setDashPattern(_DASHES)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(list(points)))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    size = em * (0.22 if own else 0.28)
    for point in points if marks is None else marks:
        if own:
            painter.drawEllipse(point, size, size)
        else:
            corners = (QPointF(-size, -size), QPointF(size, -size), QPointF(0, size))
            painter.drawPolygon(QPolygonF([point + corner for corner in corners]))


def legend_height(width: int, font: QFont, short: bool) -> int:
    """Return how high the legend is in `width` pixels. short: there is a second curve."""
    return math.ceil(max(box.bottom() for box, _, _ in _entries(width - 8, font, short)))


def paint_legend(painter: QPainter, area: QRectF, font: QFont, short: bool) -> None:
    """Paint the legend from the top of `area` on: a piece of each curve and its name."""
    look, em = theme.current(), QFontInfo(font).pixelSize()
    for box, words, own in _entries(area.width(), font, short):
        box.translate(area.topLeft())
        half = QPointF(_SAMPLE * em / 2 - 2, 0)
        middle = QPointF(box.left() + half.x() + 2, box.center().y())
        paint_curve(painter, [middle - half, middle + half], em, own, [middle])
        painter.setFont(scaled_font(font, _SMALL))
        painter.setPen(QColor(look.text))
        painter.drawText(box.adjusted((_SAMPLE + 0.3) * em, 0, 0, 0), _LEFT, words)


def _entries(width: float, font: QFont, short: bool) -> list[tuple[QRectF, str, bool]]:
    """Return the place and the words of each entry, and whether it is the text's own curve."""
    metrics, em = QFontMetricsF(scaled_font(font, _SMALL)), QFontInfo(font).pixelSize()
    line, x, y = 1.25 * metrics.height(), 0.0, 0.0
    wanted = [(QCoreApplication.translate("FeaturesPlot", "this text"), True)]
    if short:
        wanted.append((QCoreApplication.translate("FeaturesPlot", "shortened"), False))
    entries: list[tuple[QRectF, str, bool]] = []
    for words, own in wanted:
        needed = _SAMPLE * em + metrics.horizontalAdvance(words) + 0.5 * metrics.height()
        if entries and x + needed > width:
            x, y = 0.0, y + line
        entries.append((QRectF(x, y, needed, line), words, own))
        x += needed + metrics.height()
    return entries
