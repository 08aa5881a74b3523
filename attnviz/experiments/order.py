"""Claim: attention is blind to order. Swap two tokens, and the output is the same rows in the swapped order, exactly.

Must not compare within a tolerance, and must not move the mask along: a mask is about places, not tokens.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core.arithmetic import same_bits
from attnviz.core.head import Head
from attnviz.core.kinds.kind import Traced


@dataclass(frozen=True, eq=False)
class OrderReport:
    """The output of n tokens before and after the tokens i and j changed places, matched up token by token.

    Row t of `before` and of `after` both belong to token t of the text as it was, wherever it stands now.
    """

    i: int
    j: int
    before: NDArray[np.float32]  # (n, d)
    after: NDArray[np.float32]  # (n, d)
    moved: NDArray[np.int64]  # (n,)  how many of a row's values have other bits
    changes: NDArray[np.float64]  # (n,)  largest absolute difference in a row
    masked: bool  # a mask, which knows places, hides something
    twins: bool  # the two tokens have one and the same vector, so that nothing was swapped
    scored: int | None = None  # where no row is other: how many scores are; None where some row is, or without scores

    @property
    def width(self) -> int:
        """Output values per row."""
        return int(self.before.shape[1])

    @property
    def same_rows(self) -> bool:
        """True if every row is the same as before, bit for bit."""
        return not self.moved.any()

    @property
    def largest(self) -> float:
        """The largest absolute difference between matched rows."""
        return float(self.changes.max(initial=0.0))


def swap(head: Head, x: ArrayLike, i: int, j: int, mask: ArrayLike | None = None, scaled: bool = True) -> OrderReport:
    """Swap rows i and j of x (n, d_model) and compare each token's output row with its row from before.

    mask: bool (n, n) or None = all visible. Raises ValueError for a row outside of x and as `Head.trace` does.

    >>> swap(Head.random(4, 4), np.eye(4), 0, 2).same_rows
    True
    """
    before = head.trace(x, mask, scaled)
    return compare(before, head.trace(swapped(before.x, i, j), mask, scaled), i, j)


def swapped(x: NDArray[np.float32], i: int, j: int) -> NDArray[np.float32]:
    """Return a copy of x (n, d) with rows i and j in each other's place. Raises ValueError for a row outside of x."""
    moved: NDArray[np.float32] = x[_places(len(x), i, j)]
    return moved


def compare(before: Traced, after: Traced, i: int, j: int) -> OrderReport:
    """Compare what came out before and after, where the tokens i and j of `before` are swapped in `after`.

    `x` of both: the tokens' own vectors, without positions. Where weights are too sharp for the output to show any
    order, their `scores`, (n, n) or (heads, n, n) where there are any, show it. Raises ValueError for a token outside.
    """
    places = _places(len(before.x), i, j)
    twins = bool(same_bits(before.x[i], before.x[j]).all())
    # Two tokens that are the same cannot be told apart: each stays where it is, as the text does
    matched = after.output if twins else after.output[places]
    moved = (~same_bits(matched, before.output)).sum(axis=1)
    return OrderReport(
        i=i,
        j=j,
        before=before.output,
        after=matched,
        moved=moved,
        changes=np.abs(matched.astype(np.float64) - before.output).max(axis=1, initial=0.0),
        masked=not bool(before.mask.all()),
        twins=twins,
        scored=None if twins or moved.any() else _scored(before, after, places),
    )


def _scored(before: Traced, after: Traced, places: NDArray[np.intp]) -> int | None:
    """Return how many scores have other bits once they are matched up; None where there are none."""
    one, other = getattr(before, "scores", None), getattr(after, "scores", None)
    if one is None or other is None:
        return None
    return int(np.count_nonzero(~same_bits(one, other[..., places, :][..., places])))


def _places(n: int, i: int, j: int) -> NDArray[np.intp]:
    """Return where each of n tokens stands once i and j are swapped."""
    if not (0 <= i < n and 0 <= j < n):
        raise ValueError(f"tokens {i} and {j} cannot be swapped: x has {n} rows")
    places = np.arange(n)
    places[[i, j]] = j, i
    return places
