"""Claim: in a causal model no map of any layer or head moves in a row before a changed token. Counted, bit for bit.

Takes the weights of all layers as they are. Must not compare within a tolerance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arithmetic import Mask, same_bits

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class MapsMoved:
    """Which maps differ, of all layers and heads, in the rows that count."""

    moved: NDArray[np.int64]  # (layers, heads)  weights with other bits
    largest: NDArray[np.float64]  # (layers, heads)  the largest difference of a weight
    rows: int  # how many rows of each map count
    cells: int  # weights that were compared in each map

    @property
    def total(self) -> int:
        """How many maps were compared."""
        return int(self.moved.size)

    @property
    def maps(self) -> int:
        """How many maps have moved in at least one weight."""
        return int(np.count_nonzero(self.moved))

    @property
    def most(self) -> float:
        """The largest difference in any map."""
        return float(self.largest.max(initial=0.0))


def compare(before: Sequence[Floats], after: Sequence[Floats], rows: Mask | None = None) -> MapsMoved:
    """Compare the weights (heads, n, m) of each layer, in the rows (n,) that are True; None = all.

    Raises ValueError for another number of layers, or another shape of one.
    """
    if len(before) != len(after):
        raise ValueError(f"{len(before)} layers cannot be compared with {len(after)}")
    moved, largest, cells, counted = [], [], 0, 0
    for one, other in zip(before, after, strict=True):
        left, right = (of if rows is None else np.ascontiguousarray(of[:, rows]) for of in (one, other))
        different = ~same_bits(left, right)
        moved.append(np.count_nonzero(different, axis=(1, 2)))
        largest.append(np.abs(right.astype(np.float64) - left).max(axis=(1, 2), initial=0.0))
        counted, cells = left.shape[1], left[0].size
    return MapsMoved(np.array(moved, dtype=np.int64), np.array(largest), counted, cells)


def matched(weights: Sequence[Floats], i: int, j: int) -> tuple[Floats, ...]:
    """Return the maps as they would be with the tokens i and j in each other's place: rows and columns swapped back."""
    places = np.arange(weights[0].shape[1])
    places[[i, j]] = j, i
    return tuple(np.ascontiguousarray(layer[:, places][:, :, places]) for layer in weights)
