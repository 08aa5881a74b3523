"""All heads of all layers at once: their maps, what kind of head each is like, and the order they stand in.

The scores are those of `models.measures`, taken of the weights as they are. Must not decide what a head does.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arithmetic import Doubles, Mask
from attnviz.models import combining, measures
from attnviz.state.scene import HEADS_ORDERS

Cell = tuple[int, int]  # layer and head, both from 0
Layer = NDArray[Any]  # (heads, n, m) of any floats

_MOST_CELLS: Final = 1_000_000  # of all small maps together
_FINEST: Final = 16  # rows and columns that a small map keeps however many maps there are

Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True, eq=False)
class LayersReport:
    """What every head looks at, for n tokens and m columns."""

    layers: tuple[Layer, ...]  # the weights (heads, n, m) of each
    rows: tuple[str, ...]  # the n tokens that look
    columns: tuple[str, ...]  # the m tokens that are looked at
    shown: Cell  # what was chosen
    order: tuple[Cell, ...]  # every head once, as they are drawn
    order_name: str  # one of HEADS_ORDERS
    scores: Mapping[
        str, Doubles
    ]  # each of measures.TYPES (layers, heads); NaN: the text does not tell, or no such head
    sinks: NDArray[np.bool_]  # (layers, heads)  the first token is one; all False if the text is too short to tell
    causal: bool  # no head looks ahead
    rescaled: bool = False  # the small maps are without the first token; the scores never are

    @property
    def count(self) -> int:
        """How many heads there are, of all layers together."""
        return len(self.order)

    @property
    def crossed(self) -> bool:
        """True if the columns are another text than the rows."""
        return self.rows != self.columns

    @property
    def even(self) -> float:
        """The score `first_token` of a head that looks evenly at all it sees."""
        n, m = len(self.rows), len(self.columns)
        if not self.causal or n < 2:
            return 1.0 / m
        return float(np.mean(1.0 / np.arange(2, n + 1)))

    @property
    def tells_sinks(self) -> bool:
        """True if the text is so long that only a head with a preference counts as one that uses a sink."""
        return self.even <= measures.SINK

    @cached_property
    def maps(self) -> NDArray[np.uint8]:
        """The weights in 255ths (count, r, c), by layer and head: of a long text, the largest of each block."""
        rows, columns = self._map_shape
        made = [_in_255ths(_reduced(_drawn(layer, self.rescaled), rows, columns)) for layer in self.layers]
        return np.concatenate(made)

    @cached_property
    def map_mask(self) -> Mask:
        """Which cells of `maps` show anything (r, c): all but those ahead, if no head looks ahead."""
        n, m = len(self.rows), len(self.columns)
        mask = np.tri(n, dtype=np.bool_) if self.causal else np.ones((n, m), dtype=np.bool_)
        reduced: Mask = _reduced(mask[None], *self._map_shape)[0]
        return reduced

    @property
    def _map_shape(self) -> tuple[int, int]:
        most = max(_FINEST, isqrt(_MOST_CELLS // self.count))
        return min(len(self.rows), most), min(len(self.columns), most)

    def score(self, cell: Cell, name: str) -> float:
        """Return a head's score of a type of head, one of measures.TYPES; NaN: the text does not tell."""
        return float(self.scores[name][cell])


def report(
    layers: Sequence[Layer],
    rows: Sequence[str],
    columns: Sequence[str],
    ids: Sequence[Hashable],
    shown: Cell,
    order_name: str,
    rescaled: bool = False,
) -> LayersReport:
    """Return what all heads look at, in an order: by layer, or the highest score of a type of head first.

    layers: the weights (heads, n, m) of each; ids: what the tokens of the rows are told apart by. Raises ValueError for
    layers, tokens, a chosen head or an order that don't fit.
    """
    _check(layers, rows, columns, ids, shown, order_name)
    heads = max(len(layer) for layer in layers)
    scores = {name: np.full((len(layers), heads), np.nan) for name in measures.TYPES}
    causal = one_text = tuple(rows) == tuple(columns)
    for index, layer in enumerate(layers):
        for name, found in measures.types(layer, ids).items():
            if one_text or name == "first_token":  # another text has no previous token, even if it is as long
                scores[name][index, : len(layer)] = found
        causal = causal and not np.triu(layer.max(axis=0), 1).any()
    cells = [(index, head) for index, layer in enumerate(layers) for head in range(len(layer))]
    made = LayersReport(
        layers=tuple(layers),
        rows=tuple(rows),
        columns=tuple(columns),
        shown=shown,
        order=tuple(cells if order_name == "layer" else _by_score(cells, scores[order_name])),
        order_name=order_name,
        scores=scores,
        sinks=measures.sinks(scores["first_token"]),
        causal=causal,
        rescaled=rescaled,
    )
    if not made.tells_sinks:
        made.sinks[:] = False
    _ = made.maps, made.map_mask  # now, in the worker, so that nobody waits for them when they are painted
    return made


def _check(
    layers: Sequence[Layer],
    rows: Sequence[str],
    columns: Sequence[str],
    ids: Sequence[Hashable],
    shown: Cell,
    order_name: str,
) -> None:
    shape = (len(rows), len(columns))
    if not layers or any(layer.ndim != 3 or layer.shape[1:] != shape or not layer.size for layer in layers):
        shapes = [layer.shape for layer in layers]
        raise ValueError(f"each layer needs weights (heads, {shape[0]}, {shape[1]}), not {shapes}")
    if len(ids) != shape[0] or order_name not in HEADS_ORDERS:
        raise ValueError(f"{len(ids)} ids and the order {order_name!r} don't fit {shape[0]} tokens and {HEADS_ORDERS}")
    layer, head = shown
    if not (0 <= layer < len(layers) and 0 <= head < len(layers[layer])):
        raise ValueError(f"there is no head {head} in a layer {layer}")


def _by_score(cells: list[Cell], scores: Doubles) -> list[Cell]:
    """Return the heads, the highest score first; those without one are last, equal ones stay as they are."""
    return sorted(cells, key=lambda cell: -np.inf if np.isnan(scores[cell]) else scores[cell], reverse=True)


def _drawn(layer: Layer, rescaled: bool) -> Layer:
    """Return the weights that are drawn: perhaps without the first token, and nothing where they are no numbers."""
    with np.errstate(invalid="ignore"):  # an infinite weight in an infinite row
        made = combining.without_first(layer).weights if rescaled else layer
    return made if np.isfinite(made.max()) else np.where(np.isfinite(made), made, np.float32(0.0))


def _in_255ths(weights: Layer) -> NDArray[np.uint8]:
    made: NDArray[np.uint8] = np.clip(weights * np.float32(255.0) + np.float32(0.5), 0.0, 255.0).astype(np.uint8)
    return made


def _reduced(maps: NDArray[Number], rows: int, columns: int) -> NDArray[Number]:
    """Return maps (k, n, m) as (k, rows, columns), each number the largest of its block; blocks don't overlap."""
    for axis, parts in ((1, rows), (2, columns)):
        count = maps.shape[axis]
        if parts >= count:
            continue
        edges = np.arange(parts + 1) * count // parts
        starts, lasts = edges[:-1], edges[1:] - 1
        largest = maps.take(starts, axis)
        for step in range(1, int((lasts - starts).max()) + 1):
            np.maximum(largest, maps.take(np.minimum(starts + step, lasts), axis), out=largest)
        maps = largest
    return maps
