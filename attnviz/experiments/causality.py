"""Claim: with the causal mask, a token changed however violently leaves every earlier row as it was, bit for bit.

Must not compare within a tolerance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core.arithmetic import same_bits
from attnviz.core.head import Head
from attnviz.core.kinds.kind import Traced


@dataclass(frozen=True, eq=False)
class CausalityReport:
    """What changed in the output of n tokens, row by row, when the token at `index` was replaced."""

    index: int
    moved: NDArray[np.int64]  # (n,)  how many of a row's output values have other bits
    largest: NDArray[np.float64]  # (n,)  largest absolute change in a row
    weights_before: NDArray[np.float32]  # (n,)  what each row gave the token
    weights_after: NDArray[np.float32]  # (n,)  what each row gives its replacement
    width: int  # output values per row

    @property
    def fixed(self) -> bool:
        """True if no value in a row before the replaced token moved."""
        return not self.moved[: self.index].any()


def replace_last(
    head: Head, x: ArrayLike, vector: ArrayLike, mask: ArrayLike | None, scaled: bool = True
) -> CausalityReport:
    """Replace the last row of x (n, d_model) by `vector` (d_model,) and report what moved in the output.

    mask: bool (n, n) or None = all visible. Raises ValueError for no tokens and as `Head.trace` does.
    """
    return replace(head, x, len(np.atleast_1d(x)) - 1, vector, mask, scaled)


def replace(
    head: Head, x: ArrayLike, index: int, vector: ArrayLike, mask: ArrayLike | None, scaled: bool = True
) -> CausalityReport:
    """Replace row `index` of x (n, d_model) by `vector` (d_model,) and report what moved in the output.

    Raises ValueError for an index outside of x and as `Head.trace` does.
    """
    before = head.trace(x, mask, scaled)
    return compare(before, head.trace(replaced(before.x, index, vector), mask, scaled), index)


def replaced(x: NDArray[np.float32], index: int, vector: ArrayLike) -> NDArray[np.float32]:
    """Return a copy of x (n, d) with `vector` (d,) as row `index`. Raises ValueError for what doesn't fit."""
    row = np.asarray(vector)
    if not 0 <= index < len(x):
        raise ValueError(f"there is no token {index}: x has {len(x)} rows")
    if row.shape != x.shape[1:]:
        raise ValueError(f"the new vector has the shape {row.shape}; {x.shape[1:]} is needed")
    if row.dtype.kind not in "fiub":
        raise ValueError(f"the new vector holds {row.dtype}; real numbers are needed")
    if not np.isfinite(row).all() or np.abs(row).max(initial=0.0) > np.finfo(np.float32).max:
        raise ValueError("the new vector holds numbers that are not finite in float32")
    changed = np.array(x, dtype=np.float32)
    changed[index] = row
    return changed


def compare(before: Traced, after: Traced, index: int) -> CausalityReport:
    """Compare two traces of the same size, where the token at `index` is another one in `after`."""
    moved = ~same_bits(before.output, after.output)
    change = np.abs(after.output.astype(np.float64) - before.output)
    return CausalityReport(
        index=index,
        moved=moved.sum(axis=1),
        largest=change.max(axis=1, initial=0.0),
        weights_before=before.weights[:, index],
        weights_after=after.weights[:, index],
        width=before.output.shape[1],
    )
