"""Matrix product, softmax and mixing whose bits do not depend on order, blocking or shape.

Every operand is cut into slices on a grid of powers of two so coarse that all products of two slices, and all their
partial sums, are exact in float64. What is exact cannot depend on the order of summation, on the shape of the matrix
or on the kernel that BLAS picks. Rounding happens element by element, where neighbours have no say.
Must not: sum anything that is not exact, or let a value's grid depend on a token its row cannot see.

Sources: Ozaki, Ogita, Oishi, Rump, "Error-free transformations of matrix multiplication" (2012);
Demmel and Nguyen, "Fast reproducible floating-point summation" (2013).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

Array = NDArray[Any]
Doubles = NDArray[np.float64]
Mask = NDArray[np.bool_]
Slices = tuple[Doubles, "Doubles | None", "Doubles | None"]

LONGEST = 8192  # = 2**13 terms: 20 + 20 + 13 bits fill the 53 of a float64
_SLICE_BITS = 20
_SLICES = 3  # 60 bits below the largest value of a row: all of a float64
_LARGEST = 2.0**1000
_EXP_GRID = 2.0**-40  # 40 + 13 bits = 53
# Adding and subtracting 1.5 * 2**(52 - bits) rounds to a multiple of 2**-bits (Dekker 1971)
_ROUNDERS = tuple(1.5 * 2.0 ** (52 - _SLICE_BITS * k) for k in range(1, _SLICES + 1))


@dataclass(frozen=True, eq=False)
class Columns:
    """The right side of a product (k, m), cut into slices once to be used many times. Made by `columns`."""

    slices: Slices
    power: Doubles  # (1, m), the power of two that was taken out of each column


def columns(b: ArrayLike) -> Columns:
    """Return the matrix b (k, m) prepared for `matmul`. Raises ValueError as `matmul` does."""
    right = _matrix(b, "b")
    _check_length(right.shape[0], "matmul")
    exponents = _exponents(right, axis=0)
    return Columns(_slices(right * _power(-exponents)), _power(exponents))


def matmul(a: ArrayLike, b: ArrayLike | Columns, dtype: DTypeLike = np.float32) -> Array:
    """Return the matrix product `a @ b`, the same bits for a row and a column wherever they stand.

    a: (n, k), b: (k, m), result: (n, m) rounded once to `dtype`. Element (i, j) depends on row i and column j only.
    Raises ValueError for shapes that don't fit, k over 8,192, numbers that are not finite, or a result beyond `dtype`.

    >>> matmul([[1.0, 2.0]], [[3.0], [4.0]])
    array([[11.]], dtype=float32)
    """
    left, right = _matrix(a, "a"), b if isinstance(b, Columns) else columns(b)
    length = right.slices[0].shape[0]
    if left.shape[1] != length:
        raise ValueError(f"matmul: a has {left.shape[1]} columns but b has {length} rows; they must be equal")
    exponents = _exponents(left, axis=1)
    product = _exact_product(_slices(left * _power(-exponents)), right.slices)
    with np.errstate(over="ignore", under="ignore"):
        return rounded(product * _power(exponents) * right.power, dtype, "matmul")


def softmax(scores: ArrayLike, mask: ArrayLike | None = None, dtype: DTypeLike = np.float32) -> Array:
    """Return each row of `scores` as a probability distribution over the cells that `mask` lets it see.

    scores: (n, m), mask: (n, m) bool, True = visible. Hidden cells come out exactly 0; a row sums to 1.
    What a hidden cell holds does not matter, be it infinite or not a number; a score of −∞ hides its cell as well.
    Raises ValueError for a row that may see nothing, a visible score that is not a number or ∞, or m over 8,192.

    >>> softmax([[0.0, 0.0, 9.0]], [[True, True, False]])
    array([[0.5, 0.5, 0. ]], dtype=float32)
    """
    given = _two_axes(scores, "scores")
    _check_length(given.shape[1], "softmax")
    visible = check_mask(check_mask(mask, given.shape) & ~np.isneginf(given), given.shape)
    if not np.isfinite(given).all(where=visible):
        raise ValueError("softmax: a visible score is not a finite number")
    largest = np.max(given, axis=1, where=visible, initial=-np.inf, keepdims=True)
    with np.errstate(over="ignore", under="ignore"):
        # Hidden cells are set to 0 before the exponential, so that they cannot disturb it
        powers = np.exp(np.subtract(given, largest, where=visible, out=np.zeros_like(given)))
        powers = np.where(visible, powers, 0.0)
        total = (np.rint(powers / _EXP_GRID) * _EXP_GRID).sum(axis=1, keepdims=True)  # exact in any order
        return rounded(powers / total, dtype, "softmax")


def mix(weights: ArrayLike, values: ArrayLike, dtype: DTypeLike = np.float32) -> Array:
    """Return `weights @ values`, where a token of weight 0 leaves no trace, whatever its value row holds.

    weights: (n, m) with no negative number, values: (m, d), result: (n, d) rounded once to `dtype`. Row i depends only
    on the tokens to which row i gives a weight above 0, and not on their order.
    Raises ValueError for shapes that don't fit, m over 8,192, numbers that are not finite, or a negative weight.

    >>> mix([[0.5, 0.5, 0.0]], [[1.0], [3.0], [1e30]])
    array([[2.]], dtype=float32)
    """
    shares, content = _matrix(weights, "weights"), _matrix(values, "values")
    if shares.shape[1] != content.shape[0]:
        raise ValueError(
            f"mix: there are {shares.shape[1]} columns of weights but {content.shape[0]} value rows; one each is needed"
        )
    if (shares < 0).any():
        raise ValueError("mix: a weight is negative; weights are shares of a whole")
    _check_length(shares.shape[1], "mix")
    # Each token's own power of two moves from its value row into its weight: exact, and seen only by rows that see it
    own = _exponents(content, axis=1)
    with np.errstate(over="ignore", under="ignore"):
        moved = shares * _power(own).T
    if not np.isfinite(moved).all():
        raise ValueError("mix: a weight times a value is too large; use smaller numbers")
    rows = _exponents(moved, axis=1)
    mixed = _exact_product(_slices(moved * _power(-rows)), _slices(content * _power(-own)))
    with np.errstate(over="ignore", under="ignore"):
        return rounded(mixed * _power(rows), dtype, "mix")


def same_bits(a: Array, b: Array) -> Mask:
    """Return where two float arrays of one shape and type hold the same bit pattern.

    Raises ValueError if shape or type differ.

    >>> same_bits(np.float32([0.0, 1.0]), np.float32([-0.0, 1.0]))
    array([False,  True])
    """
    if a.shape != b.shape or a.dtype != b.dtype:
        raise ValueError(f"same_bits: {a.shape} of {a.dtype} cannot be compared with {b.shape} of {b.dtype}")
    bits = np.dtype(f"u{a.dtype.itemsize}")
    same: Mask = np.ascontiguousarray(a).view(bits) == np.ascontiguousarray(b).view(bits)
    return same


def rounded(values: Doubles, dtype: DTypeLike, what: str) -> Array:
    """Return `values` in `dtype`, with one kind of zero. Raises ValueError where they are too large for it."""
    with np.errstate(over="ignore", under="ignore"):
        result: Array = values.astype(dtype) + np.zeros((), dtype)  # -0.0 + 0.0 = 0.0
    if not np.isfinite(result).all():
        raise ValueError(f"{what}: a result is too large for {np.dtype(dtype)}; use smaller numbers")
    return result


def check_mask(mask: ArrayLike | None, shape: tuple[int, ...]) -> Mask:
    """Return `mask` as bool, all True for None. Raises ValueError for another shape or type, or a row without sight."""
    visible = np.ones(shape, dtype=np.bool_) if mask is None else np.asarray(mask)
    if visible.dtype != np.bool_:
        raise ValueError(f"mask: its numbers are {visible.dtype}; it must be bool, True where a row may look")
    if visible.shape != shape:
        raise ValueError(f"mask: its shape is {visible.shape} but the scores are {shape}")
    blind = np.flatnonzero(~visible.any(axis=1))
    if blind.size:
        raise ValueError(f"mask: row {blind[0]} may see nothing; a softmax needs at least one visible cell")
    return visible


def _exact_product(a: Slices, b: Slices) -> Doubles:
    """Return a @ b for |a|, |b| ≤ 1: products of slices, each exact, added in one order, the smallest first."""
    a1, a2, a3 = a
    b1, b2, b3 = b
    product: Doubles = a1 @ b1
    if a2 is None and b2 is None:
        return product
    middle, small = _product(a1, b2, a2, b1), _product(a1, b3, a3, b1)
    if a2 is not None and b2 is not None:
        small = small + a2 @ b2
    # What is left out (a2·b3, a3·b2, a3·b3) is under 2**-60 of the largest product
    result: Doubles = product + (middle + small)
    return result


def _product(a: Doubles, b: Doubles | None, c: Doubles | None, d: Doubles) -> Doubles | float:
    """Return a @ b + c @ d, where None stands for a slice of zeros: adding an exact 0 would change no bit."""
    first = a @ b if b is not None else 0.0
    second = c @ d if c is not None else 0.0
    return first + second


def _slices(values: Doubles) -> Slices:
    """Cut |values| ≤ 1 into multiples of 2**-20, 2**-40 and 2**-60; None for a slice that holds only zeros."""
    first = (values + _ROUNDERS[0]) - _ROUNDERS[0]
    rest = values - first
    if not rest.any():
        return first, None, None
    second = (rest + _ROUNDERS[1]) - _ROUNDERS[1]
    rest -= second
    if not rest.any():
        return first, second, None
    return first, second, (rest + _ROUNDERS[2]) - _ROUNDERS[2]


def _exponents(values: Doubles, axis: int) -> NDArray[np.int32]:
    """Return the smallest e with 2**e over the largest magnitude of each row (axis 1) or column (axis 0)."""
    largest = np.abs(values).max(axis=axis, keepdims=True, initial=0.0)
    exponents: NDArray[np.int32] = np.frexp(largest)[1]
    return np.maximum(exponents, -1000)  # so that 2**-e is a number


def _power(exponents: NDArray[np.int32]) -> Doubles:
    power: Doubles = np.ldexp(1.0, exponents)
    return power


def _two_axes(values: ArrayLike, name: str) -> Doubles:
    array = np.asarray(values)
    if array.ndim != 2:
        raise ValueError(f"{name}: a matrix with two axes is needed, this has {array.ndim}")
    if array.dtype.kind not in "fiub":
        raise ValueError(f"{name}: real numbers are needed, these are {array.dtype}")
    # C order always: another memory layout could take another code path in np.exp
    return np.ascontiguousarray(array, dtype=np.float64)


def _matrix(values: ArrayLike, name: str) -> Doubles:
    array = _two_axes(values, name)
    if not np.isfinite(array).all():
        row, column = np.argwhere(~np.isfinite(array))[0]
        raise ValueError(f"{name}: the number in row {row}, column {column} is {array[row, column]}, not finite")
    if array.size and max(array.max(), -array.min()) >= _LARGEST:
        raise ValueError(f"{name}: a number is over 2**1000; use smaller numbers")
    return array


def _check_length(length: int, what: str) -> None:
    if length > LONGEST:
        raise ValueError(f"{what}: {length} terms cannot be summed exactly; the most is {LONGEST}")
