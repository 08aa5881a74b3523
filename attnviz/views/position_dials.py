"""RoPE as a row of dials: by how much it turns one pair of numbers of two tokens. Must not compute an angle.

Both hands turn as the tokens move on; the angle between them stays, and with it the score.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontInfo, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.views import theme
from attnviz.views.fonts import scaled_font
from attnviz.views.position_words import degrees

_MOST = 6  # dials
_WIDE, _DIAL = 4.1, 3.0  # em: a dial with its words, and the dial
_SMALL = 0.85  # of the text size
_CENTRE = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter)


class PositionDials(QWidget):
    """A dial for some of the pairs, from the fastest to the slowest; as many as there is room for.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("position_dials")
        self.setAccessibleName(self.tr("Angles of the two tokens"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._hands: NDArray[np.float32] = np.zeros((2, 0), np.float32)

    def show_hands(self, hands: NDArray[np.float32]) -> None:
        """Show `hands` (2, pairs): the angles in radians of the token that looks and of the one that is looked at."""
        self._hands = hands
        told = (self._told(pair) for pair in spread(hands.shape[1], _MOST))
        self.setAccessibleDescription("; ".join(told))
        self.update()

    def pairs(self) -> list[int]:
        """Return which pairs have a dial now."""
        room = max(1, int(self.width() / (_WIDE * self._em())))
        return spread(self._hands.shape[1], min(room, _MOST))

    def between(self, pair: int) -> str:
        """Return the angle between the two hands of a pair, in degrees."""
        return degrees(abs(self._turn(pair)))

    def _turn(self, pair: int) -> float:
        """Return the shorter way from the first hand to the second, in radians."""
        return math.remainder(float(self._hands[1, pair]) - float(self._hands[0, pair]), 2 * math.pi)

    def _told(self, pair: int) -> str:
        words = self.tr("Pair {pair}: {first} and {second}, {between} apart")
        first, second = (degrees(float(angle)) for angle in self._hands[:, pair])
        return words.format(pair=pair, first=first, second=second, between=self.between(pair))

    def _em(self) -> int:
        return QFontInfo(self.font()).pixelSize()

    def _line(self) -> float:
        return QFontMetricsF(scaled_font(self.font(), _SMALL)).height()

    def sizeHint(self) -> QSize:
        """Return the size of all dials."""
        return QSize(round(_MOST * _WIDE * self._em()), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the size of two dials."""
        return QSize(round(2 * _WIDE * self._em()), math.ceil(_DIAL * self._em() + 2 * self._line()) + 4)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text and the colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dials in equal distances."""
        shown = self.pairs()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(scaled_font(self.font(), _SMALL))
        wide = self.width() / max(1, len(shown))
        for place, pair in enumerate(shown):
            self._paint_dial(painter, pair, QRectF(place * wide, 0, wide, self.height()))
        painter.end()

    def _paint_dial(self, painter: QPainter, pair: int, box: QRectF) -> None:
        look, line, radius = theme.current(), self._line(), _DIAL * self._em() / 2
        middle = QPointF(box.center().x(), line + radius + 1)
        circle = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        first, second = (float(angle) for angle in self._hands[:, pair])
        painter.setPen(QColor(look.muted))
        painter.drawText(QRectF(box.left(), 0, box.width(), line), _CENTRE, self.tr("pair {pair}").format(pair=pair))
        painter.setPen(QPen(QColor(look.border), 1.0))
        painter.setBrush(QColor(look.canvas))
        painter.drawEllipse(circle)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look.quiet_mark))
        painter.drawPie(circle, round(math.degrees(first) * 16), round(math.degrees(self._turn(pair)) * 16))
        thick = max(1.5, self._em() / 8)
        self._paint_hand(painter, middle, radius, first, QPen(QColor(look.accent), thick))
        self._paint_hand(painter, middle, radius, second, QPen(QColor(look.moved), thick, Qt.PenStyle.DotLine))
        painter.setPen(QColor(look.text))
        below = QRectF(box.left(), circle.bottom() + 1, box.width(), line)
        painter.drawText(below, _CENTRE, self.between(pair))

    def _paint_hand(self, painter: QPainter, middle: QPointF, radius: float, angle: float, pen: QPen) -> None:
        painter.setPen(pen)
        painter.drawLine(middle, middle + QPointF(math.cos(angle), -math.sin(angle)) * (0.92 * radius))


def spread(count: int, most: int) -> list[int]:
    """Return at most `most` of `count` places, the first and the last among them, in equal steps.

    >>> spread(32, 6), spread(3, 6), spread(0, 6)
    ([0, 6, 12, 19, 25, 31], [0, 1, 2], [])
    """
    shown = min(count, most)
    return [round(place * (count - 1) / (shown - 1)) for place in range(shown)] if shown > 1 else [0][:shown]
