"""Claim: each row of the chapter's contrast table holds for the kind of attention it names, on the person's own text.

What a row sees is found by changing tokens, order by swapping them, the past by rewriting the last token; results are
compared bit for bit. Must not look up how a kind is built, nor answer what a text cannot tell: then the answer is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core import arithmetic
from attnviz.core.arithmetic import same_bits
from attnviz.core.head import Trace
from attnviz.core.kinds import Cost, Kind, StateTrace
from attnviz.core.traces import token_rows
from attnviz.experiments import probes
from attnviz.experiments.causality import replaced
from attnviz.experiments.costs import LENGTHS
from attnviz.experiments.probes import Floats, Rows, Run, Sight

__all__ = ["MOST_MEASURED", "KindRow", "KindsReport", "Sight", "measure"]

MOST_MEASURED: Final = 24  # tokens that are changed and swapped: the first ones
_NINES = 9.0


@dataclass(frozen=True, eq=False)
class KindRow:
    """What was measured of one kind: `trace` and `approximate` on all tokens, the rest on the first k."""

    key: str  # of the kind
    trace: Trace | StateTrace
    sees: NDArray[np.bool_]  # (k, k)  True where changing token j (column) changed row i
    sight: Sight | None  # what `sees` looks like; None for a single token, or where nothing moves anything
    knows_order: bool | None  # None where no row could be asked
    order_largest: float  # the largest change of a row that was asked
    asked: int  # how many rows were asked, over all swaps
    past_fixed: bool | None  # the last token was changed, and no earlier row moved; None for a single token
    moved: int  # output values of earlier rows with other bits once the last token is all nines
    state: int | None  # numbers kept from token to token, if a text twice as long needs no more
    both_ways: float | None  # largest difference, at once and token by token, relative to the largest magnitude
    approximate: float | None  # largest difference of a weight from exact softmax; None where that's no question
    alike: bool  # all tokens have one vector: nothing can be told of order
    costs: tuple[Cost, ...]  # counted at each of `costs.LENGTHS`


@dataclass(frozen=True, eq=False)
class KindsReport:
    """What was measured of some kinds, in the order they were given."""

    rows: tuple[KindRow, ...]
    tokens: int  # k: how many were measured, the first ones
    total_tokens: int  # how many were given


def measure(kinds: Mapping[str, Kind], x: ArrayLike, most: int = MOST_MEASURED, *, scaled: bool = True) -> KindsReport:
    """Measure each of `kinds` on the tokens x (n, d_model), of which the first `most` are changed and swapped.

    scaled: whether the softmax that `approximate` compares with divides its scores by √d_head.
    Raises ValueError for no tokens, `most` under 1, and as `Kind.trace` does.
    """
    given = np.asarray(x)
    rows = token_rows(x, given.shape[1] if given.ndim == 2 else 1)
    if len(rows) == 0 or most < 1:
        raise ValueError(f"there is nothing to measure: x has {len(rows)} rows, and at most {most} are taken")
    measured = tuple(_row(key, kind, rows, rows[:most], scaled) for key, kind in kinds.items())
    return KindsReport(measured, min(len(rows), most), len(rows))


def _row(key: str, kind: Kind, x: Floats, first: Floats, scaled: bool) -> KindRow:
    """Return what was measured of one kind on the tokens x (n, d_model) and their `first` (k, d_model)."""
    trace = kind.trace(x)
    short = trace if len(first) == len(x) else kind.trace(first)
    recurred = kind.recur(first)
    in_turn = not isinstance(trace, Trace) and recurred is not None
    run = _in_turn(kind) if in_turn else _at_once(kind)
    sees = probes.seen(run, first)
    if in_turn and probes.sight(sees) in ("nearby", "mixed"):
        sees = probes.seen_from(_at_once(kind), first, sees)  # a state fades: its influence shows for longer
    order = probes.order(run, first, sees)
    moved, other = _rewritten(kind, first, short)
    return KindRow(
        key=key,
        trace=trace,
        sees=sees,
        sight=probes.sight(sees),
        knows_order=order.known,
        order_largest=order.largest,
        asked=order.asked,
        past_fixed=None if len(first) == 1 else not (other or sees[:-1, -1].any()),
        moved=moved,
        state=None if recurred is None else _state(kind, first, recurred[1]),
        both_ways=None if recurred is None else _apart(short.output, recurred[0]),
        approximate=_approximate(trace, scaled) if isinstance(trace, Trace) and trace.kernel else None,
        alike=probes.alike(first),
        costs=tuple(kind.cost(n) for n in LENGTHS),
    )


def _at_once(kind: Kind) -> Run:
    """Return the rows that `kind` gives, and their weights."""

    def run(x: Floats) -> Rows:
        trace = kind.trace(x)
        return Rows(trace.output, trace.weights)

    return run


def _in_turn(kind: Kind) -> Run:
    """Return the rows that `kind` makes token by token: of a recurrence, far quicker than its influence."""

    def run(x: Floats) -> Rows:
        made = kind.recur(x)
        if made is None:
            raise ValueError("a kind that goes token by token stopped doing so")
        return Rows(made[0])

    return run


def _rewritten(kind: Kind, x: Floats, before: Trace | StateTrace) -> tuple[int, bool]:
    """Make the last token all nines; return how many output values before it moved, and whether any bit did."""
    nines = np.full(x.shape[1], _NINES, dtype=np.float32)
    after = kind.trace(replaced(x, len(x) - 1, -nines if same_bits(x[-1], nines).all() else nines))
    moved = int(np.count_nonzero(~same_bits(before.output[:-1], after.output[:-1])))
    return moved, moved > 0 or not bool(same_bits(before.weights[:-1], after.weights[:-1]).all())


def _state(kind: Kind, x: Floats, kept: int) -> int | None:
    """Return `kept`, the numbers kept after x, if the same text twice needs no more."""
    longer = kind.recur(np.concatenate((x, x)))
    return kept if longer is not None and longer[1] == kept else None


def _apart(one: Floats, other: Floats) -> float:
    """Return the largest difference of two outputs, relative to the largest magnitude in them."""
    magnitude = max(float(np.abs(one).max(initial=0.0)), float(np.abs(other).max(initial=0.0)))
    difference = float(np.abs(one.astype(np.float64) - other).max(initial=0.0))
    return difference / magnitude if magnitude else 0.0


def _approximate(trace: Trace, scaled: bool) -> float:
    """Return the largest difference of the weights from softmax's with the same queries, keys, bias and mask."""
    scores = arithmetic.matmul(trace.query, trace.key.T, np.float64)
    if scaled:
        scores = scores / np.sqrt(trace.query.shape[1])
    if trace.bias is not None:
        scores = scores + trace.bias
    exact = arithmetic.softmax(scores, trace.mask)
    return float(np.abs(exact.astype(np.float64) - trace.weights).max())
