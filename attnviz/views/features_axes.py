"""Two logarithmic axes: a number of features across, powers of two; an error upwards, powers of ten. Pure drawing."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from attnviz.views.theme import Theme

_CENTRE = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_AIR = 0.35  # of an octave, left and right of the curves


class FeaturesAxes:
    """Where a number of features and an error are in a rectangle. Attributes: box, the part for the curves."""

    def __init__(self, area: QRectF, font: QFont, errors: Sequence[float], counts: Sequence[int]) -> None:
        """errors: what has to fit upwards, where those of 0 don't count; counts: what has to fit across."""
        self._font, self._metrics = font, QFontMetricsF(font)
        seen = [math.log10(error) for error in errors if error > 0] or [0.0]
        self._low, self._high = math.floor(min(seen)), math.ceil(max(seen) + 1e-9)
        self._high = max(self._high, self._low + 1)
        self._first, self._last = math.log2(min(counts)) - _AIR, math.log2(max(counts)) + _AIR
        line = self._metrics.height()
        side = max(self._metrics.horizontalAdvance(self._tick(power)) for power in self._powers()) + 0.4 * line
        self.box = area.adjusted(side, 0.5 * line, -0.3 * line, -2.4 * line)

    def across(self, features: float) -> float:
        """Return the x of a number of features."""
        share = (math.log2(features) - self._first) / (self._last - self._first)
        return self.box.left() + share * self.box.width()

    def at(self, features: int, error: float) -> QPointF:
        """Return where a point is; an error of 0 stands on the lower edge."""
        power = math.log10(error) if error > 0 else self._low
        share = (power - self._low) / (self._high - self._low)
        return QPointF(self.across(features), self.box.bottom() - share * self.box.height())

    def paint(self, painter: QPainter, look: Theme) -> None:
        """Draw the lines of the powers of ten, the numbers at both axes, and what the lower one counts."""
        line = self._metrics.height()
        painter.setFont(self._font)
        for power in self._powers():
            y = math.floor(self.at(1, 10.0**power).y()) + 0.5
            painter.setPen(QColor(look.border))
            painter.drawLine(QPointF(self.box.left(), y), QPointF(self.box.right(), y))
            painter.setPen(QColor(look.muted))
            painter.drawText(QRectF(0, y - line, self.box.left() - 0.3 * line, 2 * line), _RIGHT, self._tick(power))
        for count in self._counts():
            x = self.across(count)
            painter.drawText(QRectF(x - 50, self.box.bottom() + 0.15 * line, 100, line), _CENTRE, f"{count:,}")
        words = QCoreApplication.translate("FeaturesPlot", "features")
        below = QRectF(self.box.left(), self.box.bottom() + 1.2 * line, self.box.width(), 1.2 * line)
        painter.drawText(below, _CENTRE, words)

    def paint_upright(self, painter: QPainter, features: int, colour: QColor, style: Qt.PenStyle) -> None:
        """Draw a line at a number of features, in whole pixels; leaves its pen to what is drawn next."""
        wide = max(1, round(self._metrics.height() / 14))
        x = math.floor(self.across(features)) + (0.5 if wide % 2 else 0.0)
        painter.setPen(QPen(colour, wide, style))
        painter.drawLine(QPointF(x, self.box.top()), QPointF(x, self.box.bottom()))

    def _powers(self) -> range:
        return range(self._low, self._high + 1)

    def _tick(self, power: int) -> str:
        return f"{100 * 10.0**power:,.10g}\u00a0%"

    def _counts(self) -> list[int]:
        """Return the powers of two that are named: as many as there is room for, 4 times apart or more."""
        octave = self.box.width() / (self._last - self._first)
        step = max(2, math.ceil(self._metrics.horizontalAdvance("4,0960") / max(octave, 1.0)))
        return [2**power for power in range(0, 13, step) if self._first <= power <= self._last]
