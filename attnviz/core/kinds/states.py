"""What the mechanisms that go from token to token share: checked input, curves that cannot overflow, made-up numbers.

Must not know how any of them steps.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core import book, positions, tokens
from attnviz.core.arithmetic import Doubles
from attnviz.core.traces import locked, single, token_rows

Floats = NDArray[np.float32]


def placed(x: ArrayLike, d_model: int, position: str) -> Floats:
    """Return x (n, d_model) with what `position` adds to it, float32 and read-only.

    Raises ValueError for another shape, numbers that are not real and finite, or an unknown position.
    """
    return locked(positions.added(token_rows(x, d_model), position))


def weight(values: ArrayLike, shape: tuple[int, ...], name: str) -> Floats:
    """Return a read-only float32 copy of `values`.

    Raises ValueError for another shape, an empty one, or numbers that are not real, finite and within float32.
    """
    array = np.asarray(values)
    if array.shape != shape or 0 in shape:
        raise ValueError(f"{name}: its shape is {array.shape} but {shape} is needed, with no side empty")
    if array.dtype.kind not in "fiub" or not np.isfinite(array).all():
        raise ValueError(f"{name}: finite real numbers are needed")
    return single(array.astype(np.float64), name)


def started(seed: int, rows: int, columns: int, bound: float) -> Floats:
    """Return the book's random weights (rows, columns) of `seed`, spread over [-bound, bound). Raises as the book."""
    drawn: Floats = (book.weight_matrix(seed, rows, columns).astype(np.float64) * (2.0 * bound)).astype(np.float32)
    return drawn


def made_up(n: int, d: int) -> Floats:
    """Return n made-up tokens (n, d), entries in [-1, 1): something to measure time with."""
    return tokens.embed([str(number) for number in range(n)], d)


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
