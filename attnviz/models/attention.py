"""Attention of all heads of a layer: scores, softmax and mixing of float32 queries, keys and values.

Must not know how queries, keys and values were made. For one shape, a row's bits depend on the tokens it sees alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from attnviz.core import masks
from attnviz.core.arithmetic import Mask
from attnviz.models import parallel
from attnviz.models.config import Config, Floats

_ROWS: Final = 64  # that are worked on at a time if they don't see the columns after them anyway
_ALONE: Final = 2**17  # weights that are not worth a second core
_TOGETHER: Final = 2**17  # weights that are worked on at a time: they stay in the processor's cache
# This share of a row's largest weight is 0: products with the tiniest numbers of float32 take a hundred times as long
_NOTHING: Final = np.float32(2.0**-100)


@dataclass(frozen=True)
class Sight:
    """Who looks at whom in a model's text: all at all, or each at itself and the tokens before it."""

    causal: bool
    window: int | None = None  # how many tokens a row sees, with itself; None = all

    @classmethod
    def of(cls, config: Config) -> Sight:
        """Return what the rows of that model see."""
        return cls(config.causal, config.window)

    def mask(self, n: int) -> Mask:
        """Return the mask (n, n), True = visible."""
        if not self.causal:
            return masks.full(n)
        return masks.causal(n) if self.window is None else masks.window(n, self.window)


class Block(NamedTuple):
    """Some rows, and the columns that hold all they see."""

    rows: slice
    columns: slice
    hiding: Floats | None  # (rows, columns)  what is added to scores: −inf where hidden, else 0; None: all is seen


@dataclass(frozen=True, eq=False)
class View:
    """What the rows of a text of n tokens see, from row `first` on."""

    sight: Sight
    first: int
    n: int

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The rows, counted from `first`, in blocks."""
        rows = self.n - self.first
        count = max(1, -(-rows // _ROWS)) if self.sight.causal else 1
        edges = [rows * index // count for index in range(count + 1)]
        return tuple(self._block(slice(*pair)) for pair in pairwise(edges))

    def _block(self, rows: slice) -> Block:
        if not self.sight.causal:
            return Block(rows, slice(0, self.n), None)
        place = np.arange(self.first + rows.start, self.first + rows.stop)[:, None]
        end = self.first + rows.stop
        start = 0 if self.sight.window is None else max(0, int(place[0, 0]) - self.sight.window + 1)
        column = np.arange(start, end)
        hidden = column > place
        if self.sight.window is not None:
            hidden |= column <= place - self.sight.window
        hiding = np.where(hidden, np.float32(-np.inf), np.float32(0)) if hidden.any() else None
        return Block(rows, slice(start, end), hiding)


def scores(query: Floats, key: Floats) -> Floats:
    """Return q · k / √d_head of one head: query (n, d_head), key (m, d_head), result (n, m), hidden cells too."""
    out: Floats = _scaled(query) @ key.T
    return out


def weigh(query: Floats, key: Floats, view: View) -> Floats:
    """Return the weights (heads, rows, n) of query (heads, rows, d_head) on key (kv_heads, n, d_head)."""
    weights: Floats = np.zeros((*query.shape[:2], view.n), np.float32)
    asking, given = _grouped(_scaled(query), key), _grouped(weights, key)
    for heads, (rows, columns, hiding) in _parts(asking, view):
        _weigh(asking[heads, :, rows], key[heads, columns], hiding, given[heads, :, rows, columns])
    return weights


def attend(query: Floats, key: Floats, value: Floats, view: View, kept: Floats | None, mixed: Floats) -> None:
    """Write the heads' outputs side by side into `mixed` (rows, heads · d_head), and the weights into `kept`.

    query (heads, rows, d_head), key and value (kv_heads, n, d_head): a group of query heads shares one of these
    (Ainslie et al. 2023). kept: (heads, rows, n) of zeros, or None.
    """
    asking, given = (
        _grouped(_scaled(query), key),
        _grouped(mixed.reshape(query.swapaxes(0, 1).shape).swapaxes(0, 1), key),
    )
    weights = None if kept is None else _grouped(kept, key)

    def work(part: tuple[slice, Block]) -> None:
        heads, block = part
        asked = asking[heads, :, block.rows]
        shares: Floats = np.empty((*asked.shape[:3], block.columns.stop - block.columns.start), np.float32)
        _weigh(asked, key[heads, block.columns], block.hiding, shares)
        np.matmul(shares, value[heads, None, block.columns], out=given[heads, :, block.rows])
        if weights is not None:
            weights[heads, :, block.rows, block.columns] = shares

    parts = _parts(asking, view)
    if len(query) * len(mixed) * view.n < _ALONE:
        for part in parts:
            work(part)
    else:
        parallel.each(work, parts)


def _scaled(query: Floats) -> Floats:
    return query * np.float32(1 / math.sqrt(query.shape[-1]))


def _grouped(by_head: Floats, key: Floats) -> Floats:
    """Return a view (kv_heads, heads of one group, …) of an array (heads, …)."""
    return by_head.reshape(len(key), -1, *by_head.shape[1:])


def _parts(grouped: Floats, view: View) -> list[tuple[slice, Block]]:
    """Return ranges of K/V heads with blocks of rows, small enough to be worked on at a time, the longest first."""
    kv_heads, group = grouped.shape[:2]
    parts: list[tuple[slice, Block]] = []
    for block in reversed(view.blocks):
        size = group * (block.rows.stop - block.rows.start) * (block.columns.stop - block.columns.start)
        step = max(1, _TOGETHER // max(1, size))
        parts += [(slice(first, first + step), block) for first in range(0, kv_heads, step)]
    return parts


def _weigh(query: Floats, key: Floats, hiding: Floats | None, out: Floats) -> None:
    """Write the softmax of each row's visible scores: query (k, g, n, d_head), key (k, m, d_head), out (k, g, n, m)."""
    np.matmul(query, key[:, None].swapaxes(2, 3), out=out)
    if hiding is not None:
        out += hiding
    out -= out.max(axis=-1, keepdims=True)
    np.exp(out, out=out)
    out -= _NOTHING
    np.maximum(out, 0, out=out)
    out /= out.sum(axis=-1, keepdims=True)
