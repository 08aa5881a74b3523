"""Several heads side by side on one text, and the projection W_o that joins them (Vaswani et al. 2017, section 3.2.2).

Query heads may share their keys and values in groups: multi-head (MHA), grouped-query (GQA, Ainslie et al. 2023) or
multi-query attention (MQA, Shazeer 2019). Every head has the bits that it would have alone.
Must not know where x comes from or how anything is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core import arithmetic, book, positions
from attnviz.core.arithmetic import Doubles, Mask
from attnviz.core.head import Head, weight_array
from attnviz.core.traces import ExactTrace, Floats, Setting, Trace, locked, locked_mask, single, token_rows

MOST_HEADS = 96

_ENTROPY_GRID = 2.0**-40  # as in arithmetic.softmax: what is added up in these steps has the same bits in any order


@dataclass(frozen=True, eq=False)
class MultiTrace:
    """What all heads make of n tokens that look at m: each head's trace, side by side, and joined. Read-only."""

    heads: tuple[Trace, ...]
    joined: Floats  # (n, heads · d_head)  the heads' outputs side by side
    output: Floats  # (n, d_model)  joined · W_o


@dataclass(frozen=True, eq=False)
class MultiHead:
    """`heads` query heads over `kv_heads` heads of keys and values, and W_o. float32, read-only.

    Raises ValueError for matrices that don't fit, heads outside 1..96, or kv_heads that do not divide heads.

    >>> MultiHead.random(d_model=8, d_head=4, heads=2, kv_heads=1).kv_head_of(1)
    0
    """

    w_query: Floats  # (d_model, heads · d_head)
    w_key: Floats  # (d_model, kv_heads · d_head)
    w_value: Floats  # (d_model, kv_heads · d_head)
    w_output: Floats  # (heads · d_head, d_model)
    heads: int
    kv_heads: int

    def __post_init__(self) -> None:
        _check_heads(self.heads, self.kv_heads)
        for name in ("w_query", "w_key", "w_value", "w_output"):
            object.__setattr__(self, name, weight_array(getattr(self, name), name))
        shapes = [getattr(self, name).shape for name in ("w_query", "w_key", "w_value", "w_output")]
        queries, keys = self.heads * self.d_head, self.kv_heads * self.d_head
        if shapes != [(self.d_model, queries), (self.d_model, keys), (self.d_model, keys), (queries, self.d_model)]:
            raise ValueError(
                f"W_q, W_k, W_v and W_o do not fit {self.heads} heads over {self.kv_heads} heads of keys and values; "
                f"they have the shapes {', '.join(map(str, shapes))}"
            )

    @classmethod
    def random(cls, d_model: int, d_head: int, heads: int, kv_heads: int) -> MultiHead:
        """Return the heads made of the chapter's numbers for the seeds 1, 2 and 3, and 4 for W_o.

        One head is `Head.random(d_model, d_head)`. Raises ValueError for a size < 1 and as the class does.
        """
        return _random(d_model, d_head, heads, kv_heads)

    @classmethod
    def identity(cls, d_model: int, d_head: int, heads: int, kv_heads: int) -> MultiHead:
        """Return the heads that cut x into pieces of d_head numbers and put the pieces back in place.

        Raises ValueError for a size < 1 and as the class does.
        """
        if d_model < 1 or d_head < 1:
            raise ValueError(f"widths of at least 1 are needed, not {d_model} and {d_head}")
        queries, keys = (np.eye(d_model, count * d_head, dtype=np.float32) for count in (heads, kv_heads))
        return cls(queries, keys, keys, np.ascontiguousarray(queries.T), heads, kv_heads)

    @property
    def d_model(self) -> int:
        """Width of a token's vector, and of an output row."""
        return int(self.w_query.shape[0])

    @property
    def d_head(self) -> int:
        """Width of one head's queries, keys and values."""
        return int(self.w_query.shape[1]) // self.heads

    def head(self, index: int) -> Head:
        """Return query head `index` with the keys and values it uses. Raises IndexError for an index outside."""
        self._check_index(index)
        return self._alone[index]

    def kv_head_of(self, index: int) -> int:
        """Return which head of keys and values query head `index` uses. Raises IndexError for an index outside."""
        self._check_index(index)
        return index // (self.heads // self.kv_heads)

    def setting_of(self, index: int, setting: Setting, alibi: bool = False) -> Setting:
        """Return `setting` as query head `index` has it. alibi: with its own slope of `positions.slopes(heads)`.

        Raises IndexError for an index outside.
        """
        self._check_index(index)
        return replace(setting, slope=float(positions.slopes(self.heads)[index])) if alibi else setting

    def trace(self, x: ArrayLike, setting: Setting, alibi: bool = False) -> MultiTrace:
        """Return what all heads make of x (n, d_model); head i has the bits of `head(i).trace_in` in its setting.

        alibi: head i takes the slope `positions.slopes(heads)[i]`. Raises ValueError as `Head.trace_in` does.
        """
        rows = token_rows(x, self.d_model)
        context = None if setting.context is None else token_rows(setting.context, self.d_model, "context")
        visible = arithmetic.check_mask(setting.mask, (len(rows), len(rows if context is None else context)))
        traces = [
            exact.trace(rows, context) for exact in self._exact(rows, context, locked_mask(visible), setting, alibi)
        ]
        joined = np.concatenate([output for _, output in traces], axis=1)
        output = arithmetic.matmul(joined, self._joining)
        return MultiTrace(tuple(trace for trace, _ in traces), single(joined, "joined"), locked(output))

    @cached_property
    def _alone(self) -> tuple[Head, ...]:
        shared = [np.split(weights, self.kv_heads, axis=1) for weights in (self.w_key, self.w_value)]
        queries = np.split(self.w_query, self.heads, axis=1)
        return tuple(Head(query, *(w[self.kv_head_of(i)] for w in shared)) for i, query in enumerate(queries))

    @cached_property
    def _projection(self) -> arithmetic.Columns:
        """W_q, W_k and W_v side by side (d_model, (heads + 2 · kv_heads) · d_head), prepared for one product."""
        return arithmetic.columns(np.concatenate((self.w_query, self.w_key, self.w_value), axis=1))

    @cached_property
    def _joining(self) -> arithmetic.Columns:
        return arithmetic.columns(self.w_output)

    def _exact(
        self, rows: Floats, context: Floats | None, mask: Mask, setting: Setting, alibi: bool
    ) -> list[ExactTrace]:
        queries, keys, values = self._project(rows, context)
        if setting.rope:
            queries, keys = ([positions.rotated(part) for part in parts] for parts in (queries, keys))
        made = []
        for index, query in enumerate(queries):
            shared, own = self.kv_head_of(index), self.setting_of(index, setting, alibi)
            made.append(ExactTrace(query, keys[shared], values[shared], mask, own.scaled, own.slope, own.similarity))
        return made

    def _project(self, rows: Floats, context: Floats | None) -> tuple[list[Doubles], list[Doubles], list[Doubles]]:
        """Return the queries of each head (n, d_head), and the keys and values of each K/V head (m, d_head)."""
        projected = arithmetic.matmul(rows, self._projection, np.float64)
        other = projected if context is None else arithmetic.matmul(context, self._projection, np.float64)
        first = self.heads * self.d_head
        last = first + self.kv_heads * self.d_head
        return (
            np.split(projected[:, :first], self.heads, axis=1),
            np.split(other[:, first:last], self.kv_heads, axis=1),
            np.split(other[:, last:], self.kv_heads, axis=1),
        )

    def _check_index(self, index: int) -> None:
        if not 0 <= index < self.heads:
            raise IndexError(f"there is no head {index}: there are {self.heads}")


def mean(traces: Sequence[Trace]) -> Floats:
    """Return the mean weights (n, m) of the heads. Raises ValueError for no heads."""
    _check_some(traces)
    total = np.zeros(traces[0].weights.shape)
    for trace in traces:  # one by one: a sum over an axis adds up in another order for another shape
        total += trace.weights
    return single(total / len(traces), "mean")


def strongest(traces: Sequence[Trace]) -> Floats:
    """Return the largest weight (n, m) that any head gives. Raises ValueError for no heads."""
    _check_some(traces)
    return locked(np.max([trace.weights for trace in traces], axis=0))


def entropy(traces: Sequence[Trace]) -> Floats:
    """Return how spread out each row is in each head: (n, heads), −Σ w·log₂ w in bits (Shannon 1948).

    0 where a row sees one token, log₂ m where it looks at m evenly. Raises ValueError for no heads.
    """
    _check_some(traces)
    return locked(np.stack([_bits(trace.weights) for trace in traces], axis=1))


def entropies(weights: Floats) -> Floats:
    """Return `entropy` of weights (heads, n, m) as they are: (n, heads). What is not finite counts as 0."""
    shares = np.nan_to_num(weights, nan=0.0, posinf=0.0, neginf=0.0).clip(min=0.0)
    return locked(np.stack([_bits(head) for head in shares], axis=1))


def _bits(weights: Floats) -> Floats:
    shares = weights.astype(np.float64)
    terms = shares * -np.log2(np.where(shares > 0, shares, 1.0))
    total: Doubles = (np.rint(terms / _ENTROPY_GRID) * _ENTROPY_GRID).sum(axis=1)
    return single(np.maximum(total, 0.0), "entropy")


@lru_cache(maxsize=4)
def _random(d_model: int, d_head: int, heads: int, kv_heads: int) -> MultiHead:
    _check_heads(heads, kv_heads)
    queries, keys = heads * d_head, kv_heads * d_head
    return MultiHead(
        book.weight_matrix(1, d_model, queries),
        book.weight_matrix(2, d_model, keys),
        book.weight_matrix(3, d_model, keys),
        book.weight_matrix(4, queries, d_model),
        heads,
        kv_heads,
    )


def _check_heads(heads: int, kv_heads: int) -> None:
    if not 1 <= heads <= MOST_HEADS:
        raise ValueError(f"there can be 1 to {MOST_HEADS} heads, not {heads}")
    if not 1 <= kv_heads <= heads or heads % kv_heads:
        raise ValueError(f"{kv_heads} heads of keys and values cannot be shared evenly by {heads} heads")


def _check_some(traces: Sequence[Trace]) -> None:
    if not traces:
        raise ValueError("there are no heads to put together")
