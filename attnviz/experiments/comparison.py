"""Two pictures, A and B, side by side: B − A number by number, and how many numbers differ in any bit.

Must not know what the pictures are of, and must not call two numbers the same that differ in their bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arithmetic import same_bits
from attnviz.core.kinds.kind import Traced

What: TypeAlias = Literal["weights", "output"]
Reason: TypeAlias = Literal["tokens", "width"]  # why there is no difference: another number of rows, or of columns


@dataclass(frozen=True, eq=False)
class ComparisonReport:
    """The weights, or the output, of A and B, and their difference where both have the same shape."""

    what: What
    a: NDArray[np.float32]  # (n, m)
    b: NDArray[np.float32]  # (n, m), or another shape
    mask_a: NDArray[np.bool_] | None  # (n, m), True = visible; None for the output, which hides nothing
    mask_b: NDArray[np.bool_] | None
    difference: NDArray[np.float32] | None  # (n, m)  b − a, rounded once
    reason: Reason | None  # None where there is a difference
    where: tuple[int, int] | None  # row and column of the largest difference; None where nothing differs
    largest: float  # its magnitude
    differing: int  # numbers whose bits differ
    top: float  # the largest magnitude in A or B: one scale of colours for both
    names: tuple[tuple[str, ...], tuple[str, ...]] | None = None  # of A's rows and columns

    @property
    def identical(self) -> bool:
        """True if A and B have the same shape and the same bits everywhere."""
        return self.difference is not None and self.differing == 0


def compare(a: Traced, b: Traced, what: What) -> ComparisonReport:
    """Compare the weights (n, m) or the output (n, d) of two traces."""
    left, right = (a.weights, b.weights) if what == "weights" else (a.output, b.output)
    mask_a, mask_b = (a.mask, b.mask) if what == "weights" else (None, None)
    top = float(max(np.abs(left).max(initial=0.0), np.abs(right).max(initial=0.0)))
    if left.shape != right.shape:
        reason: Reason = "width" if what == "output" and len(left) == len(right) else "tokens"
        return ComparisonReport(what, left, right, mask_a, mask_b, None, reason, None, 0.0, 0, top)
    exact = right.astype(np.float64) - left
    differing = int(np.count_nonzero(~same_bits(left, right)))
    where = None
    if differing:
        row, column = np.unravel_index(int(np.abs(exact).argmax()), exact.shape)
        where = (int(row), int(column))
    limit = np.finfo(np.float32).max  # of two huge numbers of unlike sign
    difference = exact.clip(-limit, limit).astype(np.float32)
    largest = float(np.abs(exact).max(initial=0.0))
    return ComparisonReport(what, left, right, mask_a, mask_b, difference, None, where, largest, differing, top)
