"""Where a number came from: which cells of the earlier matrices decide a cell of a `Trace`. Must not compute numbers.

Follows the formula softmax(Q·Kᵀ/√d + mask)·V (Vaswani et al. 2017, eq. 1) backwards, through every step.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

Rect = tuple[slice, slice]  # rows and columns; slice(None) = all of that side
Rects = tuple[Rect, ...]  # not overlapping

STEPS = ("x", "query", "key", "raw_scores", "scores", "masked_scores", "weights", "value", "output")

_ALL = slice(None)
_PROJECTED = ("query", "key", "value")


def sources(step: str, row: int, column: int, n: int, mask_row: ArrayLike | None = None) -> dict[str, Rects]:
    """Return the cells that decide cell (`row`, `column`) of the matrix `step`, for each earlier step that has any.

    step: one of STEPS, the attributes of `Trace`. n: how many tokens. mask_row: bool (n,), True = `row` may look at the
    column; None = at all. A hidden cell comes from nothing: it is −∞, or exactly 0, whatever else there is.
    Raises ValueError for another step, a cell outside, or a mask of another length.

    >>> sources("query", 2, 5, n=4)
    {'x': ((slice(2, 3, None), slice(None, None, None)),)}
    >>> [(rows.start, rows.stop) for rows, _ in sources("raw_scores", 0, 3, n=4)["x"]]
    [(0, 1), (3, 4)]
    """
    seen = _visible(n, mask_row)
    _check(step, row, column, n)
    if step == "x":
        return {}
    if step in _PROJECTED:
        return {"x": ((_one(row), _ALL),)}
    if step in ("raw_scores", "scores"):
        return _behind_scores(step, row, [column])
    if column not in seen and step != "output":
        return {}
    if step == "masked_scores":
        return _behind_scores(step, row, [column])
    found = _behind_scores(step, row, seen)
    if step == "output":
        found["value"] = tuple((run, _one(column)) for run in _runs(seen))
    return found


def _behind_scores(step: str, row: int, columns: list[int]) -> dict[str, Rects]:
    """Return what decides the cells (`row`, `columns`) of the scores, and their copies in the steps before `step`."""
    found: dict[str, Rects] = {
        "x": tuple((run, _ALL) for run in _runs({row, *columns})),
        "query": ((_one(row), _ALL),),
        "key": tuple((run, _ALL) for run in _runs(columns)),
    }
    for earlier in STEPS[STEPS.index("raw_scores") : STEPS.index(step)]:
        if earlier != "value":
            found[earlier] = tuple((_one(row), run) for run in _runs(columns))
    return found


def _visible(n: int, mask_row: ArrayLike | None) -> list[int]:
    if mask_row is None:
        return list(range(n))
    mask = np.asarray(mask_row, dtype=np.bool_)
    if mask.shape != (n,):
        raise ValueError(f"mask_row: its shape is {mask.shape} but ({n},) is needed")
    return [int(index) for index in mask.nonzero()[0]]


def _check(step: str, row: int, column: int, n: int) -> None:
    if step not in STEPS:
        raise ValueError(f"there is no step {step!r}; there are: {', '.join(STEPS)}")
    widest = n if step in ("raw_scores", "scores", "masked_scores", "weights") else column + 1
    if not (0 <= row < n and 0 <= column < widest):
        raise ValueError(f"{step}: there is no cell ({row}, {column}) for {n} tokens")


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
