"""Claim: attention is blind to order. Swap two tokens, and the output is the same rows in the swapped order, exactly.

Must not compare within a tolerance, and must not move the mask along: a mask is about places, not tokens.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core.arithmetic import same_bits
from attnviz.core.head import Head


@dataclass(frozen=True)
class OrderReport:
    """Whether the output rows after a swap are the same rows as before, matched up token by token."""

    same_rows: bool  # bit for bit
    largest: float  # largest absolute difference between matched rows


def swap(head: Head, x: ArrayLike, i: int, j: int, mask: ArrayLike | None = None, scaled: bool = True) -> OrderReport:
    """Swap rows i and j of x (n, d_model) and compare each token's output row with its row from before.

    mask: bool (n, n) or None = all visible. Raises ValueError for a row outside of x and as `Head.trace` does.

    >>> swap(Head.random(4, 4), np.eye(4), 0, 2).same_rows
    True
    """
    before = head.trace(x, mask, scaled)
    n = len(before.x)
    if not (0 <= i < n and 0 <= j < n):
        raise ValueError(f"tokens {i} and {j} cannot be swapped: x has {n} rows")
    places = np.arange(n)
    places[[i, j]] = j, i
    after = head.trace(before.x[places], mask, scaled)
    matched = after.output[places]
    largest = np.abs(matched.astype(np.float64) - before.output).max(initial=0.0)
    return OrderReport(same_rows=bool(same_bits(matched, before.output).all()), largest=float(largest))
