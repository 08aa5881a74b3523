"""Where the small maps of all heads stand: a row for each layer, or one after the other. Pure; must not draw them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QPoint, QRect, Qt

from attnviz.views.heads_layout import StripLayout

Cell = tuple[int, int]  # layer and head, both from 0

_LARGEST, _SMALLEST, _TINIEST = 6.0, 1.3, 0.85  # em, the side of a map; the last so that a layer keeps one line
_GAP = 0.27  # em, between maps: it holds the outline
_PAGES = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}


@dataclass(frozen=True)
class FlowOfHeads(StripLayout):
    """Maps one after the other, as many in each line as fit, with room for a label below each."""

    cells: tuple[Cell, ...]  # the layer and head of each

    @cached_property
    def places(self) -> dict[Cell, int]:
        """Where each head comes in the order."""
        return {cell: place for place, cell in enumerate(self.cells)}

    def walked(self, head: int, key: Qt.Key, mirrored: bool = False) -> int:
        """Return where a key leads from place `head`: Page up and Page down to the same head of the layer next to it.

        -1 for a key that does not walk.
        """
        if key not in _PAGES:
            return super().walked(head, key, mirrored)
        layer, number = self.cells[head]
        return self.places.get((layer + _PAGES[key], number), head)


@dataclass(frozen=True)
class RowsOfLayers(FlowOfHeads):
    """A row for each layer; one with more heads than fit takes several lines."""

    lines: int  # of each layer
    left: int  # room for the names of the layers
    top: int  # room for the names of the heads; 0 = there is none

    @property
    def height(self) -> int:
        """The height of all rows, with room for an outline all round."""
        layers = self.cells[-1][0] + 1 if self.cells else 0
        return self.top + self.gap + layers * self._high

    @property
    def _high(self) -> int:
        """The height of a layer, with the gap below it: a larger one where it has several lines."""
        return self.lines * (self.side + self.gap) + (self.gap if self.lines > 1 else 0)

    def place(self, head: int, width: int, mirrored: bool = False) -> QRect:
        """Return the square of the map in place `head`, mirrored where the language runs from right to left."""
        layer, number = self.cells[head]
        line, column = divmod(number, self.columns)
        top = self.top + self.gap + layer * self._high + line * (self.side + self.gap)
        return QRect(self.above(column, width, mirrored).left(), top, self.side, self.side)

    def above(self, column: int, width: int, mirrored: bool = False) -> QRect:
        """Return where the name of the heads of a column is."""
        left = self.left + self.gap + column * (self.side + self.gap)
        return QRect(width - left - self.side if mirrored else left, 0, self.side, self.top)

    def at(self, point: QPoint, width: int, mirrored: bool = False) -> int | None:
        """Return the place whose map or half of a gap is at `point`, or None."""
        across = (width - point.x() if mirrored else point.x()) - self.left - self.gap // 2
        layer, down = divmod(point.y() - self.top - self.gap // 2, self._high)
        step = self.side + self.gap
        column, line = across // step, down // step
        if not (0 <= column < self.columns and line < self.lines):
            return None
        return self.places.get((layer, line * self.columns + column))

    def walked(self, head: int, key: Qt.Key, mirrored: bool = False) -> int:
        """Return where a key leads from place `head`; -1 for a key that does not walk."""
        if key not in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            return super().walked(head, key, mirrored)
        layer, number = self.cells[head]
        column = number % self.columns
        if key == Qt.Key.Key_Down:
            ways = [(layer, number + self.columns), (layer + 1, column)]
        else:
            above = [(layer - 1, line * self.columns + column) for line in reversed(range(self.lines))]
            ways = [(layer, number - self.columns), *above]
        return next((self.places[way] for way in ways if way in self.places), head)


def rows_of_layers(cells: Sequence[Cell], width: int, em: float, label: int, line: int) -> RowsOfLayers:
    """Return the layout of `cells`, sorted by layer and head, in `width` pixels, as large as they can be.

    label: the width of the longest name of a layer; line: the height of a name.
    """
    heads, gap = max((head for _, head in cells), default=0) + 1, _gap(em)
    left = label + gap
    room = width - left - gap
    lines = 1
    if room // heads - gap < _TINIEST * em:
        lines = -(-heads // max(1, room // (round(_SMALLEST * em) + gap)))
    columns = -(-heads // lines)
    side = max(1, min(room // columns - gap, round(_LARGEST * em)))
    top = line if lines == 1 else 0
    return RowsOfLayers(len(cells), columns, side, 0, gap, tuple(cells), lines, left, top)


def flow_of_heads(cells: Sequence[Cell], width: int, em: float, label: int, line: int) -> FlowOfHeads:
    """Return the layout of `cells` in their order, in `width` pixels.

    label: the width of the longest label below a map; line: the height of one.
    """
    gap = _gap(em)
    columns = min(max(1, len(cells)), max(1, (width - gap) // (label + gap)))
    side = max(1, min((width - gap) // columns - gap, max(label, round(_LARGEST * em))))
    return FlowOfHeads(len(cells), columns, side, line + 2, gap, tuple(cells))


def _gap(em: float) -> int:
    return max(4, round(_GAP * em))
