"""The arithmetic behind one cell of the weights, every number of it: products, sum, ÷ √d, mask, softmax, value.

Takes its numbers from where the cell itself comes from, and compares the end with the cell bit for bit.
Must not round: how many decimals are shown is not its business.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core.arithmetic import rounded, same_bits
from attnviz.core.head import ExactRow, ExactTrace, Head, Trace

Doubles = NDArray[np.float64]
Places = NDArray[np.int64]

FOLD = 8  # entries of a list that are read before it is unfolded
_SUM_STEP = 2.0**-40  # arithmetic.softmax adds exponentials in steps of this, so that no order changes a bit
_TOLERANCE = 1e-12  # of the sum of the products' magnitudes: each product is rounded once, to 53 bits


@dataclass(frozen=True, eq=False)
class Listing:
    """In which order the entries of a list are read, and where it is folded."""

    places: Places  # all entries
    folded: Places  # those that are read while the rest is folded away
    rest: float  # what the others add up to; 0 where there are none

    @property
    def more(self) -> int:
        """How many entries are folded away."""
        return len(self.places) - len(self.folded)


@dataclass(frozen=True, eq=False)
class LedgerReport:
    """How the weight came about that token `row` gives to token `column`, of n tokens with d numbers each. float64.

    What ends in `_cell` is the float32 number that the map shows.
    """

    row: int
    column: int
    query: Doubles  # (d,)  of the row's token
    key: Doubles  # (d,)  of the column's token
    products: Doubles  # (d,)  query · key, one dimension each
    raw_score: float  # their sum
    raw_score_cell: float
    scaled: bool
    score: float  # divided by √d where that is asked for, and with the bias
    score_cell: float
    visible: NDArray[np.bool_]  # (n,)  what the row may see
    scores: Doubles  # (n,)  of the row; −inf where hidden
    largest: int  # the column of the largest visible score, the first of them
    exponentials: Doubles  # (n,)  e^(score − largest score); exactly 0 where hidden
    total: float  # of the exponentials
    weight: float  # the column's exponential / total
    weight_cell: float
    value: Doubles  # (d,)  of the column's token
    added: Doubles  # (d,)  weight · value
    output: NDArray[np.float32]  # (d,)  the row of the output: the sum over all tokens
    holds: bool  # True if all this ends at the bits of the trace: see `_holds`
    bias: float | None = None  # ALiBi's part of the score; None without it
    turned: bool = False  # RoPE has turned query and key

    @property
    def hidden(self) -> bool:
        """True if the row may not see the column."""
        return not self.visible[self.column]

    @property
    def width(self) -> int:
        """The width d."""
        return len(self.query)

    def dot_listing(self, largest_first: bool = False) -> Listing:
        """Return how the products are read: by dimension, or the largest magnitude first."""
        return _listing(np.arange(self.width), self.products, largest_first)

    def row_listing(self, largest_first: bool = False) -> Listing:
        """Return how the exponentials are read: those of the visible tokens, and always that of the column."""
        listed = self.visible.copy()
        listed[self.column] = True
        return _listing(np.flatnonzero(listed), self.exponentials, largest_first, self.column)

    def value_listing(self, largest_first: bool = False) -> Listing:
        """Return how the value's contributions are read: by dimension, or the largest magnitude first."""
        return _listing(np.arange(self.width), self.added, largest_first)


def cell(
    head: Head,
    x: ArrayLike,
    i: int,
    j: int,
    mask: ArrayLike | None = None,
    scaled: bool = True,
    trace: Trace | None = None,
) -> LedgerReport:
    """Return the arithmetic of the weight that token i gives to token j.

    x (n, d_model), mask, scaled: as for `Head.trace`. trace: what the head made of just these; None = it is made again.
    Raises ValueError as `Head.trace` does, and IndexError for an index outside of the tokens.
    """
    shown = head.trace(x, mask, scaled) if trace is None else trace
    return explain(head.exact(x, mask, scaled), shown, i, j)


def explain(exact: ExactTrace, trace: Trace, i: int, j: int, turned: bool = False) -> LedgerReport:
    """Return the arithmetic of cell (i, j) of `trace`, where `exact` is what the trace was rounded from.

    turned: RoPE has turned queries and keys. Raises ValueError for a kernel in the place of the dot product, and
    IndexError for an index outside of the tokens.
    """
    if not 0 <= j < len(exact.key):
        raise IndexError(f"there is no token {j}: there are {len(exact.key)}")
    row = exact.row(i)
    scores = np.where(row.visible, row.scores, -np.inf)
    largest = int(np.argmax(scores))
    with np.errstate(under="ignore"):
        products = exact.query[i] * exact.key[j]
        exponentials = np.where(row.visible, np.exp(scores - scores[largest]), 0.0)
        total = float((np.rint(exponentials / _SUM_STEP) * _SUM_STEP).sum())
        added = row.weights[j] * exact.value[j]
    return LedgerReport(
        row=i,
        column=j,
        query=exact.query[i],
        key=exact.key[j],
        products=products,
        raw_score=float(row.raw_scores[j]),
        raw_score_cell=float(trace.raw_scores[i, j]),
        scaled=exact.scaled,
        score=float(row.scores[j]),
        score_cell=float(trace.scores[i, j]),
        visible=row.visible,
        scores=scores,
        largest=largest,
        exponentials=exponentials,
        total=total,
        weight=float(row.weights[j]),
        weight_cell=float(trace.weights[i, j]),
        value=exact.value[j],
        added=added,
        output=trace.output[i],
        holds=_holds(row, trace, i, j, products, exponentials[j] / total),
        bias=None if row.bias is None else float(row.bias[j]),
        turned=turned,
    )


def _holds(row: ExactRow, trace: Trace, i: int, j: int, products: Doubles, weight: float) -> bool:
    """Return whether the arithmetic ends at the cell: products add up to the score, and everything has its bits."""
    bound = _TOLERANCE * math.fsum(np.abs(products)) + np.finfo(np.float64).tiny
    adds_up = abs(math.fsum(products) - row.raw_scores[j]) <= bound
    exact = np.array([row.raw_scores[j], row.scores[j], weight])
    shown = np.array([trace.raw_scores[i, j], trace.scores[i, j], trace.weights[i, j]])
    ends = same_bits(rounded(exact, np.float32, "ledger"), shown).all() and same_bits(row.output, trace.output[i]).all()
    return bool(adds_up and ends and weight == row.weights[j])


def _listing(places: Places, numbers: Doubles, largest_first: bool, always: int | None = None) -> Listing:
    """Return how `numbers` at `places` are read. always: an entry that is never folded away."""
    if largest_first:
        places = places[np.argsort(-np.abs(numbers[places]), kind="stable")]
    if len(places) <= FOLD + 1:  # to fold a single one away would save nothing
        return Listing(places, places, 0.0)
    first = places[:FOLD]
    if always is not None and always not in first:
        first = np.append(places[: FOLD - 1], always)
        first = first if largest_first else np.sort(first)
    folded_away = np.zeros(len(numbers), dtype=np.bool_)
    folded_away[places] = True
    folded_away[first] = False
    return Listing(places, first, math.fsum(numbers[folded_away]))
