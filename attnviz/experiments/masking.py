"""Claim: hiding a cell before softmax (−∞) is hiding it after (0) and sharing the row out anew; 0 alone loses weight.

Without the new sharing out, a row sums to less than 1. And where the hidden scores tower over the visible ones, nothing
is left to share out: only −∞ before softmax always works. Must not compare within a tolerance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core import arithmetic, masks
from attnviz.core.arithmetic import Doubles, Mask
from attnviz.core.head import ExactTrace, Floats, Head


@dataclass(frozen=True, eq=False)
class MaskingReport:
    """The weights of n tokens, masked in three ways."""

    mask: Mask  # (n, n)  True = visible; the causal one where none was given
    supposed: bool  # no mask was given
    before: Floats  # (n, n)  −∞ before softmax, as a head does it
    zeroed: Floats  # (n, n)  0 after softmax
    renewed: Floats  # (n, n)  0 after softmax, then each row divided by its sum; a row without a sum stays 0
    before_sums: NDArray[np.float64]  # (n,)  of the rows of `before`
    zeroed_sums: NDArray[np.float64]  # (n,)
    renewed_sums: NDArray[np.float64]  # (n,)
    different: NDArray[np.int64]  # (n,)  cells of a row with other bits in `renewed` than in `before`
    largest: NDArray[np.float64]  # (n,)  largest absolute difference between these two in a row

    @property
    def hidden(self) -> int:
        """How many cells the mask hides."""
        return int(np.count_nonzero(~self.mask))

    @property
    def worst(self) -> int:
        """The row that keeps least when its hidden cells become 0; the first of several."""
        return int(np.argmin(self.zeroed_sums))

    @property
    def emptied(self) -> int:
        """How many rows keep nothing that a float64 could hold, so that nothing can be shared out anew."""
        return int(np.count_nonzero(self.zeroed_sums == 0.0))

    @property
    def same(self) -> bool:
        """True if sharing out anew gives the very bits of −∞ before softmax."""
        return not self.different.any()


def compare(head: Head, x: ArrayLike, mask: ArrayLike | None, scaled: bool = True) -> MaskingReport:
    """Mask the weights of x (n, d_model) before softmax, after it, and after it with the rows shared out anew.

    mask: bool (n, n), True = visible; for None or one that hides nothing, the causal mask is tried.
    Works in float64, as a head does, and rounds to float32 at the end. Raises ValueError for numbers that are not
    finite, an x that doesn't fit, or a row that may see nothing.

    >>> compare(Head.identity(2), np.zeros((2, 2)), None).zeroed_sums
    array([0.5, 1. ])
    """
    return check(head.exact(x, mask, scaled))


def check(exact: ExactTrace) -> MaskingReport:
    """Mask the weights of a trace, before it was rounded, in these three ways. Raises ValueError for no square mask."""
    scores, visible = exact.scores(), exact.mask
    if scores.shape[0] != scores.shape[1]:
        raise ValueError(f"a square mask is needed, not one of the shape {scores.shape}")
    supposed = bool(visible.all())
    if supposed:
        visible = masks.causal(len(scores))
    zeroed = np.where(visible, arithmetic.softmax(scores, dtype=np.float64), 0.0)
    renewed = zeroed / _divisors(zeroed)
    return _report(visible, supposed, arithmetic.softmax(scores, visible, np.float64), zeroed, renewed)


def _report(visible: Mask, supposed: bool, before: Doubles, zeroed: Doubles, renewed: Doubles) -> MaskingReport:
    first, second, third = (arithmetic.rounded(of, np.float32, "weights") for of in (before, zeroed, renewed))
    return MaskingReport(
        mask=visible,
        supposed=supposed,
        before=first,
        zeroed=second,
        renewed=third,
        before_sums=_sums(before),
        zeroed_sums=_sums(zeroed),
        renewed_sums=_sums(renewed),
        different=np.count_nonzero(~arithmetic.same_bits(third, first), axis=1),
        largest=np.abs(third.astype(np.float64) - first).max(axis=1, initial=0.0),
    )


def _sums(weights: Doubles) -> Doubles:
    """Return the sum (n,) of each row, which does not depend on the order of the tokens."""
    sums: Doubles = arithmetic.matmul(weights, np.ones((weights.shape[1], 1)), np.float64)[:, 0]
    return sums


def _divisors(zeroed: Doubles) -> Doubles:
    """Return what each row is divided by (n, 1): its sum, or 1 where nothing is left."""
    sums = _sums(zeroed)[:, None]
    return np.where(sums > 0.0, sums, 1.0)
