"""What the three families share: the interface a model is run through, and the attention of one layer.

Must not know which rows are kept from an earlier run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from attnviz.models.attention import View, attend
from attnviz.models.config import Config, Floats, Weights
from attnviz.models.layers import Activation, Then, layer_norm, linear, multiply

Turn = Callable[[Floats, int], None]  # turns rows (n, heads, d_head) by their positions from a first one on, in place


class Room:
    """Memory for the rows of one run, taken from the system at once: in many small parts that is slow."""

    def __init__(self, config: Config, rows: int) -> None:
        """rows: that are computed."""
        projected = (2 * config.heads + 2 * config.kv_heads) * config.d_head
        self._rows, self._used = rows, 0
        self._kept: Floats = np.empty(config.layers * rows * (projected + 3 * config.d_model), np.float32)
        self._between: Floats = np.empty((rows, 0), np.float32)

    def take(self, width: int) -> Floats:
        """Return room for rows (rows, width) that are kept."""
        first, self._used = self._used, self._used + self._rows * width
        return self._kept[first : self._used].reshape(self._rows, width)

    def between(self, width: int) -> Floats:
        """Return room for rows (rows, width) that last until the next call."""
        if self._between.shape[1] != width:
            self._between = np.empty((self._rows, width), np.float32)
        return self._between


class Place(NamedTuple):
    """Which rows of a text are computed, what they see, and where a layer's weights go."""

    first: int  # position of the first row
    view: View
    room: Room
    kept: Floats | None  # (heads, rows, m)  zeros, for the layer's weights; None: they are not kept


class Cache(NamedTuple):
    """Keys and values of the tokens before the first row (kv_heads, first, d_head)."""

    key: Floats
    value: Floats


class Attended(NamedTuple):
    """What attention makes of some rows. Keys and values are those of all tokens, m of them."""

    query: Floats  # (heads, rows, d_head)
    key: Floats  # (kv_heads, m, d_head)
    value: Floats  # (kv_heads, m, d_head)
    mixed: Floats  # (rows, heads · d_head)
    output: Floats  # (rows, d_model)


class Network(Protocol):
    """A family's arithmetic with one model's weights. Rows are those of a `Place`."""

    def embed(self, ids: Iterable[int], first: int) -> Floats:
        """Return what the first layer gets (rows, d_model) for tokens whose positions start at `first`."""
        ...

    def layer(self, index: int, residual: Floats, place: Place, cache: Cache | None) -> tuple[Attended, Floats]:
        """Return a layer's attention, and the residual stream (rows, d_model) after the layer."""
        ...

    def hidden(self, residual: Floats) -> Floats:
        """Return what the head gets (rows, d_model) of the last layer's residual stream."""
        ...

    def logits(self, hidden: Floats) -> Floats | None:
        """Return a number for each token of the vocabulary (rows, vocabulary); None for a model without a head."""
        ...


@dataclass(frozen=True, eq=False)
class Linear:
    """A linear map of a model: weight (in, out), bias (out,) or None."""

    weight: Floats
    bias: Floats | None

    @classmethod
    def of(cls, weights: Weights, name: str, *parts: str) -> Linear:
        """Return the map of that name; parts: the names of the maps that lie side by side in it, if it isn't there."""
        names = weights.names()
        if f"{name}.w" in names or not parts:
            bias = weights.get(f"{name}.b") if f"{name}.b" in names else None
            return cls(weights.get(f"{name}.w"), bias)
        split = [cls.of(weights, part) for part in parts]
        biases = [part.bias for part in split if part.bias is not None]
        joined = np.concatenate([part.weight for part in split], axis=1)
        return cls(joined, np.concatenate(biases) if biases else None)

    def __call__(self, x: Floats, out: Floats | None = None, then: Then | None = None, step: int = 64) -> Floats:
        """Return x · W + b for x (n, in), as `layers.linear` does."""
        return linear(x, self.weight, self.bias, out, then, step)

    def part(self, x: Floats, columns: slice, out: Floats) -> None:
        """Write some columns of x · W + b into those of `out`."""
        multiply(x, self.weight[:, columns], None if self.bias is None else self.bias[columns], out[:, columns])

    @property
    def width(self) -> int:
        """How many numbers come out for a row."""
        return int(self.weight.shape[1])


def word_head(config: Config, weights: Weights, embed: Floats) -> Linear | None:
    """Return the map from a row to the next token; None where the file has none, as that of a model for search."""
    if config.tied:
        return Linear(embed.T, None)
    return Linear.of(weights, "head") if "head.w" in weights.names() else None


@dataclass(frozen=True, eq=False)
class LayerNorm:
    """A layer norm of a model: weight and bias (d_model,)."""

    weight: Floats
    bias: Floats
    epsilon: float

    @classmethod
    def of(cls, config: Config, weights: Weights, name: str) -> LayerNorm:
        """Return the norm of that name."""
        return cls(weights.get(f"{name}.w"), weights.get(f"{name}.b"), config.norm_epsilon)

    def __call__(self, x: Floats, out: Floats | None = None) -> Floats:
        """Return x (n, d_model) normed, row by row, in `out` if it is given."""
        return layer_norm(x, self.weight, self.bias, self.epsilon, out)


class Attention:
    """The attention of one layer: projections, heads, and what joins them."""

    def __init__(self, config: Config, weights: Weights, start: str, turn: Turn | None = None) -> None:
        """start: in front of the names of its weights. turn: what positions do to queries and keys."""
        self._heads, self._kv_heads, self._d_head = config.heads, config.kv_heads, config.d_head
        self._project = Linear.of(weights, f"{start}qkv", f"{start}q", f"{start}k", f"{start}v")
        self._join = Linear.of(weights, f"{start}o")
        self._turn = turn

    def __call__(self, x: Floats, place: Place, cache: Cache | None) -> Attended:
        """Return what attention makes of the rows x (rows, d_model)."""
        room, turned = place.room, self._heads + self._kv_heads
        by_head = self._projected(x, place).swapaxes(0, 1)
        query, key, value = by_head[: self._heads], by_head[self._heads : turned], by_head[turned:]
        if cache is not None:
            key, value = np.concatenate((cache.key, key), axis=1), np.concatenate((cache.value, value), axis=1)
        mixed = room.take(self._heads * self._d_head)
        attend(query, key, value, place.view, place.kept, mixed)
        return Attended(query, key, value, mixed, self._join(mixed, room.take(self._join.width)))

    def _projected(self, x: Floats, place: Place) -> Floats:
        """Return queries, keys and values (rows, heads + 2 · kv_heads, d_head)."""
        out = place.room.take(self._project.width)
        rows, turned = out.reshape(len(x), -1, self._d_head), self._heads + self._kv_heads

        def then(columns: slice) -> None:
            if self._turn is not None:
                heads = slice(columns.start // self._d_head, min(columns.stop // self._d_head, turned))
                self._turn(rows[:, heads], place.first)

        self._project(x, out, then, self._d_head)
        return rows


def activated(up: Linear, x: Floats, activate: Activation, out: Floats) -> Floats:
    """Return activate(x · W + b), in `out`."""
    return up(x, out, lambda columns: activate(out[:, columns]))


def added(linear: Linear, x: Floats, other: Floats, out: Floats | None = None) -> Floats:
    """Return x · W + b + other, in `out` if it is given."""
    result: Floats = np.empty_like(other) if out is None else out

    def then(columns: slice) -> None:
        result[:, columns] += other[:, columns]

    return linear(x, result, then)
