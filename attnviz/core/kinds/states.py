"""What the mechanisms that go from token to token share: checked input, curves that cannot overflow, made-up numbers.

Must not know how any of them steps.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core import arithmetic, book, positions
from attnviz.core.arithmetic import Doubles, Mask

Floats = NDArray[np.float32]

_APART = np.uint64(0x9E3779B97F4A7C15)  # 2**64 / golden ratio: start states far from each other (Knuth, TAOCP 3, 6.4)


def placed(x: ArrayLike, d_model: int, position: str) -> Floats:
    """Return x (n, d_model) with what `position` adds to it, float32 and read-only.

    Raises ValueError for another shape, numbers that are not real and finite, or an unknown position.
    """
    rows = np.asarray(x)
    if rows.ndim != 2 or rows.shape[1] != d_model:
        raise ValueError(f"x: its shape is {rows.shape} but one row of {d_model} numbers per token is needed")
    if rows.dtype.kind not in "fiub":
        raise ValueError(f"x: real numbers are needed, these are {rows.dtype}")
    if not np.isfinite(rows).all():
        raise ValueError("x: it holds numbers that are not finite")
    own = arithmetic.rounded(rows.astype(np.float64), np.float32, "x")
    return locked(np.array(positions.added(own, position)))


def weight(values: ArrayLike, shape: tuple[int, ...], name: str) -> Floats:
    """Return a read-only float32 copy of `values`. Raises ValueError for another shape or numbers that don't fit."""
    array = np.asarray(values)
    if array.shape != shape or 0 in shape:
        raise ValueError(f"{name}: its shape is {array.shape} but {shape} is needed")
    if array.dtype.kind not in "fiub" or not np.isfinite(array).all():
        raise ValueError(f"{name}: finite real numbers are needed")
    return single(array.astype(np.float64), name)


def started(seed: int, rows: int, columns: int, bound: float) -> Floats:
    """Return the book's random weights (rows, columns) of `seed`, spread over [-bound, bound). Raises as the book."""
    drawn: Floats = (book.weight_matrix(seed, rows, columns).astype(np.float64) * (2.0 * bound)).astype(np.float32)
    return drawn


def made_up(n: int, d: int) -> Floats:
    """Return n made-up tokens (n, d), entries in [-1, 1): something to measure time with."""
    with np.errstate(over="ignore"):
        return book.signed_units(np.arange(1, n + 1, dtype=np.uint64) * _APART, d)


def sigmoid(values: Doubles) -> Doubles:
    """Return 1 / (1 + e^-x) of each number; no number is too large for it."""
    power = np.exp(-np.abs(values))
    result: Doubles = np.where(values >= 0, 1.0, power) / (1.0 + power)
    return result


def sigmoid_slope(values: Doubles) -> Doubles:
    """Return the derivative of `sigmoid` at each number, s · (1 - s), with all its digits where s is nearly 1."""
    power = np.exp(-np.abs(values))
    result: Doubles = power / (1.0 + power) ** 2
    return result


def tanh_slope(values: Doubles) -> Doubles:
    """Return the derivative of tanh at each number, 1 - tanh², with all its digits where tanh is nearly 1."""
    return 4.0 * sigmoid_slope(2.0 * values)


def softplus(values: Doubles) -> Doubles:
    """Return log(1 + e^x) of each number; no number is too large for it."""
    result: Doubles = np.maximum(values, 0.0) + np.log1p(np.exp(-np.abs(values)))
    return result


def single(values: Doubles, name: str) -> Floats:
    """Return `values` rounded to float32, read-only. Raises ValueError where they are too large for it."""
    return locked(arithmetic.rounded(values, np.float32, name))


def locked(values: Floats) -> Floats:
    """Return `values` itself, read-only from now on."""
    values.flags.writeable = False
    return values


def past(n: int) -> Mask:
    """Return the triangle (n, n), read-only: a token sees itself and the tokens before it."""
    mask = np.tri(n, dtype=np.bool_)
    mask.flags.writeable = False
    return mask
