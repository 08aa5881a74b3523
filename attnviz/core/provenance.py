"""Where a number came from: which cells of the earlier matrices decide a cell of a trace. Must not compute numbers.

Follows the formula softmax(Q·Kᵀ/√d + mask)·V (Vaswani et al. 2017, eq. 1) backwards, through every step; a kernel in
the place of e^(q·k), turned queries and a bias by distance change nothing of it. For a mechanism that goes from token
to token it only tells rows.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

Rect = tuple[slice, slice]  # rows and columns; slice(None) = all of that side
Rects = tuple[Rect, ...]  # not overlapping

STEPS = ("x", "query", "key", "raw_scores", "scores", "masked_scores", "weights", "value", "output")
COMBINED = "combined"  # the step behind the output where there are several heads: all of them joined, times W_o

_ALL = slice(None)
_PROJECTED = ("query", "key", "value")
_PAIRS = ("raw_scores", "scores", "masked_scores", "weights")  # a cell for each pair of tokens


def sources(
    step: str, row: int, column: int, n: int, mask_row: ArrayLike | None = None, context: int | None = None
) -> dict[str, Rects]:
    """Return the cells that decide cell (`row`, `column`) of the matrix `step`, for each earlier step that has any.

    step: one of STEPS, the attributes of `Trace`, or COMBINED, for which only the shown head is told. n: how many
    tokens look. context: how many there are in another text that they look at, which keys and values are made of and
    which is no step; None = they look at themselves. mask_row: bool, True = `row` may look at the column; None = at
    all. A hidden cell comes from nothing: it is −∞, or exactly 0, whatever else there is.
    Raises ValueError for another step, a cell outside, or a mask of another length.

    >>> sources("query", 2, 5, n=4)
    {'x': ((slice(2, 3, None), slice(None, None, None)),)}
    >>> [(rows.start, rows.stop) for rows, _ in sources("raw_scores", 0, 3, n=4)["x"]]
    [(0, 1), (3, 4)]
    >>> sources("key", 2, 5, n=4, context=7)
    {}
    """
    m = n if context is None else context
    seen = _visible(m, mask_row)
    _check(step, row, column, n, m)
    if step == "x":
        return {}
    if step in _PROJECTED:
        return {} if context is not None and step != "query" else {"x": ((_one(row), _ALL),)}
    if step in ("raw_scores", "scores"):
        return _behind_scores(step, row, [column], context is None)
    if step in _PAIRS and column not in seen:
        return {}
    if step == "masked_scores":
        return _behind_scores(step, row, [column], context is None)
    found = _behind_scores(step, row, seen, context is None)
    if step in ("output", COMBINED):
        own = _one(column) if step == "output" else _ALL
        found["value"] = tuple((run, own) for run in _runs(seen))
    if step == COMBINED:
        found["output"] = ((_one(row), _ALL),)
    return found


def state_sources(step: str, row: int, gates: Iterable[str], implied: bool) -> dict[str, Rects]:
    """Return the rows that decide row `row` of a matrix of a `StateTrace`, for each earlier step that has any.

    step: "x", "weights", "output", or one of `gates`, the steps between. implied: the weights are the matrix that mixes
    the values, so a gate knows its own token only; else they are an influence, which only tells of the output, and a
    gate also knows the state that the tokens before have left. Raises ValueError for another step or a negative row.

    >>> {name: rows.stop for name, ((rows, _),) in state_sources("output", 2, ["update"], implied=False).items()}
    {'x': 3, 'update': 3}
    """
    between = tuple(gates)
    if step not in ("x", *between, "weights", "output") or row < 0:
        raise ValueError(
            f"there is no row {row} of a step {step!r}; steps are x, {', '.join(between)}, weights, output"
        )
    until_now: Rects = ((slice(0, row + 1), _ALL),)
    if step == "x":
        return {}
    if step in between:
        return {"x": ((_one(row), _ALL),) if implied else until_now}
    found = dict.fromkeys(("x", *between), until_now)
    if step == "output" and implied:
        found["weights"] = ((_one(row), slice(0, row + 1)),)
    return found


def _behind_scores(step: str, row: int, columns: list[int], own: bool) -> dict[str, Rects]:
    """Return what decides the cells (`row`, `columns`) of the scores, and their copies in the steps before `step`.

    own: keys are made of x.
    """
    found: dict[str, Rects] = {
        "x": tuple((run, _ALL) for run in _runs({row, *columns} if own else {row})),
        "query": ((_one(row), _ALL),),
        "key": tuple((run, _ALL) for run in _runs(columns)),
    }
    for earlier in _PAIRS[: _PAIRS.index(step) if step in _PAIRS else None]:
        found[earlier] = tuple((_one(row), run) for run in _runs(columns))
    return found


def _visible(m: int, mask_row: ArrayLike | None) -> list[int]:
    if mask_row is None:
        return list(range(m))
    mask = np.asarray(mask_row, dtype=np.bool_)
    if mask.shape != (m,):
        raise ValueError(f"mask_row: its shape is {mask.shape} but ({m},) is needed")
    return [int(index) for index in mask.nonzero()[0]]


def _check(step: str, row: int, column: int, n: int, m: int) -> None:
    if step not in (*STEPS, COMBINED):
        raise ValueError(f"there is no step {step!r}; there are: {', '.join((*STEPS, COMBINED))}")
    most = m if step in ("key", "value") else n
    widest = m if step in _PAIRS else column + 1
    if not (0 <= row < most and 0 <= column < widest):
        raise ValueError(f"{step}: there is no cell ({row}, {column}) for {n} tokens that look at {m}")


def _one(index: int) -> slice:
    return slice(index, index + 1)


def _runs(indices: Iterable[int]) -> list[slice]:
    """Return `indices` as runs of neighbours, in order."""
    runs: list[slice] = []
    for index in sorted(indices):
        if runs and runs[-1].stop == index:
            runs[-1] = slice(runs[-1].start, index + 1)
        else:
            runs.append(_one(index))
    return runs
