"""The chapter's random numbers: one linear congruential generator on 64-bit unsigned integers, wrapping.

Every sequence comes out of its start state at once: the state after i steps is `A[i] * start + C[i]`, with the powers
and their sums worked out by wrapping `cumprod` and `cumsum`. Must not use any other source of randomness.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float32]
States = NDArray[np.uint64]

_MULTIPLIER = np.uint64(6364136223846793005)
_INCREMENT = np.uint64(1442695040888963407)
_SEED_MULTIPLIER = 2862933555777941757
_SEED_INCREMENT = 3037000493
_TABLE_START = 7  # the chapter's "why divide by the root of d" table
_TABLE_TOKENS = 6


def weight_matrix(seed: int, rows: int, columns: int) -> Floats:
    """Return the chapter's random weights (rows, columns), entries in [-0.5, 0.5), for seed 1 (W_q), 2 (W_k), 3 (W_v).

    Raises ValueError for a size under 1 or a seed under 0.

    >>> weight_matrix(1, 1, 2)
    array([[ 0.083, -0.384]], dtype=float32)
    """
    if rows < 1 or columns < 1 or seed < 0:
        raise ValueError(f"weights need a seed of 0 or more and sizes of at least 1, not {seed}, {rows} x {columns}")
    start = (seed * _SEED_MULTIPLIER + _SEED_INCREMENT) % 2**64
    drawn = (states(np.uint64(start), rows * columns) >> np.uint64(40)) % np.uint64(1000)
    entries: Floats = drawn.astype(np.float32) / np.float32(1000) - np.float32(0.5)
    return entries.reshape(rows, columns)


def signed_units(starts: ArrayLike, count: int) -> Floats:
    """Return `count` numbers in [-1, 1) for each start state: shape (*starts.shape, count), multiples of 2**-23."""
    drawn = (states(np.asarray(starts, dtype=np.uint64), count) >> np.uint64(40)).astype(np.float64)
    units: Floats = ((drawn - 2.0**23) / 2.0**23).astype(np.float32)
    return units


def table_input(d: int) -> Floats:
    """Return the six tokens (6, d) of the chapter's "why divide by √d" table. Raises ValueError for d < 1."""
    if d < 1:
        raise ValueError(f"the width d must be at least 1, not {d}")
    return signed_units(_TABLE_START, _TABLE_TOKENS * d).reshape(_TABLE_TOKENS, d)


def states(starts: States | np.uint64, count: int) -> States:
    """Return the `count` states that follow each start state: shape (*starts.shape, count), uint64."""
    powers, sums = _leaps(1 << max(count - 1, 0).bit_length())
    following: States = np.asarray(starts)[..., None] * powers[:count] + sums[:count]
    return following


@lru_cache(maxsize=2)
def _leaps(count: int) -> tuple[States, States]:
    """Return A and C so that `A[i] * s + C[i]` is the state i + 1 steps after s; all arithmetic wraps at 2**64."""
    powers = np.cumprod(np.full(count, _MULTIPLIER, dtype=np.uint64), dtype=np.uint64)
    before = np.concatenate((np.ones(1, dtype=np.uint64), powers[:-1]))
    return powers, np.cumsum(before, dtype=np.uint64) * _INCREMENT
