"""Claim: heads side by side look in different ways, and heads that share keys and values need a smaller KV cache.

How a head looks is measured by the entropy of its rows; that heads share is found by comparing bits.
Must not compute a head: it reports on what was computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arithmetic import Doubles, Mask, same_bits
from attnviz.core.multihead import MultiHead, MultiTrace, entropy
from attnviz.core.traces import Floats, Trace
from attnviz.experiments.cache import cache_bytes

VIEWS: Final = ("head", "mean", "max", "entropy")
_MOST_CELLS = 1_000_000  # of all small maps together

Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True, eq=False)
class HeadsReport:
    """What each head looks at, and what the KV cache of their keys and values takes, for n tokens and m columns."""

    weights: tuple[Floats, ...]  # of each head (n, m)
    mask: Mask  # (n, m)  True = visible, the same for every head
    columns: tuple[str, ...]  # the m tokens that are looked at
    entropy: Floats  # (n, heads)  of each row, in bits
    heads: int
    kv_heads: int
    shown: int  # the head that was chosen, from 0
    view: str  # what the large map shows: one of VIEWS
    d_head: int
    d_model: int
    kv_bytes: int  # of the KV cache: one layer, numbers of four bytes
    mha_bytes: int  # the same with a K/V head for every head
    mqa_bytes: int  # the same with one K/V head for all
    length: int  # tokens whose keys and values are kept
    shared: bool = True  # heads of one K/V head were found to have the same keys and values, bit for bit

    @property
    def group(self) -> int:
        """How many heads share one K/V head."""
        return self.heads // self.kv_heads

    @property
    def joined(self) -> int:
        """How many numbers a token has where the outputs of all heads are joined, before W_o."""
        return self.heads * self.d_head

    @cached_property
    def mean_entropy(self) -> Doubles:
        """The mean entropy of each head's rows (heads,), in bits."""
        return np.asarray(self.entropy.mean(axis=0, dtype=np.float64))

    @cached_property
    def maps(self) -> Floats:
        """The weights of each head (heads, r, c) for small maps: of a long text, the largest of each block."""
        rows, columns = self._map_shape
        return np.stack([_reduced(weights, rows, columns) for weights in self.weights])

    @cached_property
    def map_mask(self) -> Mask:
        """Which cells of `maps` show anything (r, c): those with a visible cell under them."""
        return _reduced(self.mask, *self._map_shape)

    @property
    def _map_shape(self) -> tuple[int, int]:
        rows, columns = self.mask.shape
        most = isqrt(_MOST_CELLS // self.heads)
        return min(rows, most), min(columns, most)

    def kv_head_of(self, head: int) -> int:
        """Return the K/V head that a head uses, both from 0."""
        return head // self.group

    def sharing(self, head: int) -> range:
        """Return the heads that use the same K/V head as `head`, itself among them."""
        first = self.kv_head_of(head) * self.group
        return range(first, first + self.group)


def divisors(heads: int) -> tuple[int, ...]:
    """Return the numbers of K/V heads that `heads` heads can share, the largest first.

    >>> divisors(12)
    (12, 6, 4, 3, 2, 1)
    """
    return tuple(number for number in range(heads, 0, -1) if heads % number == 0)


def report(multi: MultiTrace, multihead: MultiHead, columns: tuple[str, ...], shown: int, view: str) -> HeadsReport:
    """Return what the heads of `multi` look at, and the size of their KV cache.

    columns: the tokens of the keys; shown: the chosen head, from 0; view: one of VIEWS. Raises ValueError for columns,
    a head or a view that don't fit.
    """
    length, heads = len(multi.heads[0].key), multihead.heads
    if len(columns) != length or not 0 <= shown < heads or view not in VIEWS:
        raise ValueError(
            f"{len(columns)} columns, head {shown} and view {view!r} don't fit {heads} heads, {length} keys"
        )
    sizes = [cache_bytes(length, multihead.d_head, kv_heads) for kv_heads in (multihead.kv_heads, heads, 1)]
    made = HeadsReport(
        weights=tuple(trace.weights for trace in multi.heads),
        mask=multi.heads[0].mask,
        columns=columns,
        entropy=entropy(multi.heads),
        heads=heads,
        kv_heads=multihead.kv_heads,
        shown=shown,
        view=view,
        d_head=multihead.d_head,
        d_model=multihead.d_model,
        kv_bytes=sizes[0],
        mha_bytes=sizes[1],
        mqa_bytes=sizes[2],
        length=length,
        shared=all(_same(trace, multi.heads[_first(multihead, head)]) for head, trace in enumerate(multi.heads)),
    )
    _ = made.maps, made.map_mask  # now, in the worker, so that nobody waits for them when they are painted
    return made


def _first(multihead: MultiHead, head: int) -> int:
    """Return the first head that uses the K/V head of `head`."""
    return multihead.kv_head_of(head) * (multihead.heads // multihead.kv_heads)


def _same(one: Trace, other: Trace) -> bool:
    if one is other:
        return True
    return bool(same_bits(one.key, other.key).all() and same_bits(one.value, other.value).all())


def _reduced(values: NDArray[Number], rows: int, columns: int) -> NDArray[Number]:
    """Return `values` (n, m) as (rows, columns), each the largest of its block; every cell is in exactly one block."""
    for axis, parts in enumerate((rows, columns)):
        count = values.shape[axis]
        if parts < count:
            values = np.maximum.reduceat(values, np.arange(parts) * count // parts, axis=axis)
    return values
