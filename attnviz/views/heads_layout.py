"""Where the small maps of the heads stand: in rows, as many in each as fit. Pure; must not draw them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, Qt

_LARGEST, _SMALLEST = 6.0, 1.3  # em, the side of a map
_TALLEST = 13.6  # em, of all rows, if the maps can be made small enough
_GAP = 0.4  # em, between maps: it holds the outline
_NUMBERED = 2.0  # em, the side from which on a map has its number below it
_FULLER = 0.85  # of its side that a map may shrink to, so that all rows are full


@dataclass(frozen=True)
class StripLayout:
    """The places of `count` maps; head h stands in row h // columns. Lengths in pixels."""

    count: int
    columns: int
    side: int
    number: int  # height of the number below a map; 0 = there is none
    gap: int

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return -(-self.count // self.columns)

    @property
    def height(self) -> int:
        """The height of all rows, with room for an outline all round."""
        return self.rows * (self.side + self.number + self.gap) + self.gap

    def place(self, head: int, width: int, mirrored: bool = False) -> QRect:
        """Return the square of a head's map; on the other side where the language runs from right to left."""
        row, column = divmod(head, self.columns)
        step = self.side + self.gap
        place = QRect(self.gap + column * step, self.gap + row * (step + self.number), self.side, self.side)
        if mirrored:
            place.moveLeft(width - place.left() - place.width())
        return place

    def at(self, point: QPoint, width: int, mirrored: bool = False) -> int | None:
        """Return the head whose map, number or half of a gap is at `point`, or None."""
        across = (width - point.x() if mirrored else point.x()) - self.gap // 2
        column = across // (self.side + self.gap)
        row = (point.y() - self.gap // 2) // (self.side + self.number + self.gap)
        head = row * self.columns + column
        return head if row >= 0 and 0 <= column < self.columns and head < self.count else None

    def walked(self, head: int, key: Qt.Key, mirrored: bool = False) -> int:
        """Return where an arrow key, Home or End leads from `head`; -1 for another key."""
        last = self.count - 1
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            return 0 if key == Qt.Key.Key_Home else last
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            return min(max(head + (1 if (key == Qt.Key.Key_Right) != mirrored else -1), 0), last)
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            below = head + (self.columns if key == Qt.Key.Key_Down else -self.columns)
            return below if 0 <= below <= last else head
        return -1


def arranged(count: int, width: int, em: float, line: int) -> StripLayout:
    """Return the layout of `count` maps in `width` pixels; `line` is the height of a number below a map.

    The maps are as large as they can be while all rows are low enough; a little smaller where that makes for full rows,
    or for fewer. Of very many maps the rows become more.
    """
    fitting = [_low(count, columns, width, em, line) for columns in range(1, max(1, count) + 1)]
    largest = max(layout.side for layout in fitting)
    if largest >= _SMALLEST * em:
        near = [layout for layout in fitting if layout.side >= max(_FULLER * largest, _SMALLEST * em)]
        return max(near, key=lambda layout: (count % layout.columns == 0, -layout.rows, layout.side))
    gap = _gap(em)
    columns = max(1, (width - gap) // (round(_SMALLEST * em) + gap))
    while columns > 1 and count % columns and columns > _FULLER * (width - gap) / (_SMALLEST * em + gap):
        columns -= 1
    return StripLayout(count, columns, max(1, (width - gap) // columns - gap), 0, gap)


def _low(count: int, columns: int, width: int, em: float, line: int) -> StripLayout:
    """Return the largest maps in so many columns whose rows are low enough."""
    gap, rows = _gap(em), -(-count // columns) or 1
    wide = min((width - gap) // columns - gap, round(_LARGEST * em))
    high = (int(_TALLEST * em) - gap) // rows - gap
    numbered = math.ceil(_NUMBERED * em)
    if min(wide, high - line - 2) >= numbered:
        return StripLayout(count, columns, min(wide, high - line - 2), line + 2, gap)
    return StripLayout(count, columns, max(1, min(wide, high, numbered - 1)), 0, gap)


def _gap(em: float) -> int:
    return max(5, round(_GAP * em))
