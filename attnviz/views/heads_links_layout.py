"""Where heads and K/V heads stand in two rows: as boxes where there is room for numbers, else as dots. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF

BOX_WIDE: Final = 1.55  # em
BOX_HIGH: Final = 1.4  # em, and of a row
BETWEEN: Final = 2.2  # em, between the rows
_WIDEST_STEP = 3.0  # em, from head to head
_DOT = 0.34  # of a step, the radius of a dot
_LARGEST_DOT, _SMALLEST_DOT = 0.3, 0.06  # em


@dataclass(frozen=True)
class LinksLayout:
    """The places of `heads` above and `kv_heads` below, which they share in equal groups. Lengths in pixels."""

    heads: int
    kv_heads: int
    width: int
    height: int
    em: float
    names: float  # width of the names of the rows
    mirrored: bool  # the language runs from right to left

    @property
    def group(self) -> int:
        """How many heads share one K/V head."""
        return self.heads // self.kv_heads

    @cached_property
    def step(self) -> float:
        """The way from head to head."""
        return max(1.0, min((self.width - self.names) / self.heads, _WIDEST_STEP * self.em))

    @cached_property
    def boxed(self) -> bool:
        """True if there is room for numbers."""
        return self.step >= (BOX_WIDE + 0.25) * self.em

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of a box, or of a dot."""
        if self.boxed:
            return BOX_WIDE * self.em, BOX_HIGH * self.em
        radius = max(_SMALLEST_DOT * self.em, min(_DOT * self.step, _LARGEST_DOT * self.em))
        return 2 * radius, 2 * radius

    @cached_property
    def upper(self) -> list[QRectF]:
        """The box or dot of each head."""
        return [self._node(head, self._row / 2) for head in range(self.heads)]

    @cached_property
    def lower(self) -> list[QRectF]:
        """The box or dot of each K/V head, in the middle below its group."""
        middle = (self.group - 1) / 2
        return [
            self._node(kv_head * self.group + middle, self.height - self._row / 2) for kv_head in range(self.kv_heads)
        ]

    @cached_property
    def lines(self) -> list[QLineF]:
        """The line from each head down to its K/V head."""
        return [QLineF(_bottom(box), _top(self.lower[head // self.group])) for head, box in enumerate(self.upper)]

    def name_place(self, row: int) -> QRectF:
        """Return where the name of row 0 (heads) or 1 (K/V heads) is."""
        left = self.width - self.names if self.mirrored else 0.0
        return QRectF(left, row * (self.height - self._row), self.names, self._row)

    def head_at(self, point: QPointF) -> int | None:
        """Return the head in whose column `point` is, or None."""
        x = self.width - point.x() if self.mirrored else point.x()
        head = int((x - self.names) // self.step)
        return head if 0 <= head < self.heads and 0 <= point.y() < self.height else None

    @property
    def _row(self) -> float:
        return BOX_HIGH * self.em + 2

    def _node(self, column: float, y: float) -> QRectF:
        x = self.names + (column + 0.5) * self.step
        wide, high = self.size
        return QRectF((self.width - x if self.mirrored else x) - wide / 2, y - high / 2, wide, high)


def _bottom(node: QRectF) -> QPointF:
    return QPointF(node.center().x(), node.bottom())


def _top(node: QRectF) -> QPointF:
    return QPointF(node.center().x(), node.top())
