"""Where chips stand: left to right in a few rows, as many as there is room for. Must not draw them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF

_ROWS: Final = 6


class ChipLayout:
    """The places of chips of one text in one font, for any width. Places run from 0 and are those of the tokens."""

    MOST: ClassVar[int] = 60  # chips

    def __init__(self, words: Sequence[str], total: int, metrics: QFontMetricsF, em: float, rest_width: float) -> None:
        """words: of the first MOST tokens; total: how many there are; rest_width: of “and so many more”."""
        self._widths = [metrics.horizontalAdvance(word) + 1.2 * em for word in words]
        self._total, self._em, self._rest_width = total, em, rest_width
        self._high = metrics.height() + 0.5 * em
        self._gap, self._edge = 0.4 * em, 2.5  # the edge leaves room for a ring
        self._chips = lru_cache(maxsize=8)(self._laid_out)

    def count(self, width: int) -> int:
        """Return how many chips are shown in `width` pixels."""
        return len(self._chips(width)[0])

    def chip(self, index: int, width: int, mirrored: bool = False) -> QRectF:
        """Return where chip `index` is; empty if it is not shown."""
        chips = self._chips(width)[0]
        return _turned(chips[index], width, mirrored) if 0 <= index < len(chips) else QRectF()

    def rest(self, width: int, mirrored: bool = False) -> QRectF:
        """Return where the words about tokens without a chip are."""
        return _turned(self._chips(width)[1], width, mirrored)

    def height(self, width: int) -> int:
        """Return the height of all rows."""
        chips, rest = self._chips(width)
        bottom = max((chip.bottom() for chip in (*chips[-1:], rest)), default=0.0)
        return math.ceil(max(bottom, self._edge + self._high) + self._edge)

    def at(self, point: QPointF, width: int, mirrored: bool = False) -> int | None:
        """Return the chip at `point`, gaps excluded."""
        for index, chip in enumerate(self._chips(width)[0]):
            if _turned(chip, width, mirrored).contains(point):
                return index
        return None

    def walked(self, index: int, key: Qt.Key, width: int, mirrored: bool = False) -> int:
        """Return where `key` leads from chip `index`; −1 for a key that does not walk."""
        last = self.count(width) - 1
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(key, 0) * (-1 if mirrored else 1)
        if step:
            return min(max(index + step, 0), last)
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            return 0 if key == Qt.Key.Key_Home else last
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            return self._in_next_row(index, width, key == Qt.Key.Key_Down)
        return -1

    def _in_next_row(self, index: int, width: int, down: bool) -> int:
        chips = self._chips(width)[0]
        here = chips[index]
        tops = [chip.top() for chip in chips if (chip.top() > here.top() if down else chip.top() < here.top())]
        if not tops:
            return index
        top = min(tops) if down else max(tops)
        row = [place for place, chip in enumerate(chips) if chip.top() == top]
        return min(row, key=lambda place: abs(chips[place].center().x() - here.center().x()))

    def _laid_out(self, width: int) -> tuple[list[QRectF], QRectF]:
        chips: list[QRectF] = []
        x, y, row = self._edge, self._edge, 1
        right = max(width - self._edge, self._edge + self._high)
        for place, wanted in enumerate(self._widths):
            wide = min(wanted, right - self._edge)
            if x > self._edge and x + wide > right:
                x, y, row = self._edge, y + self._high + self._gap, row + 1
            more = place + 1 < self._total
            if row > _ROWS or (row == _ROWS and more and x + wide + self._gap + self._rest_width > right):
                break
            chips.append(QRectF(x, y, wide, self._high))
            x += wide + self._gap
        if len(chips) == self._total:
            return chips, QRectF()
        if x + self._rest_width > right and x > self._edge:
            x, y = self._edge, y + self._high + self._gap
        return chips, QRectF(x, y, self._rest_width, self._high)


def _turned(chip: QRectF, width: int, mirrored: bool) -> QRectF:
    """Return `chip`, on the other side where the language runs from right to left."""
    return QRectF(width - chip.right(), chip.top(), chip.width(), chip.height()) if mirrored else QRectF(chip)
