"""The parts that layers are made of besides attention: linear maps, norms and activations, float32, row by row.

Must not know which model they belong to. For one number of rows, no row's bits depend on another row.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from attnviz.models import parallel
from attnviz.models.config import Floats

Activation = Callable[[Floats], None]

_ALONE: Final = 2**24  # numbers of W, times rows and 20 for reading them, that are not worth a second core
_FEW_ROWS: Final = 16
_DEPTH: Final = 32  # rows of W in a slice
_COLUMNS: Final = 64
_PIECE: Final = 2**15  # numbers that an activation works on at a time: they stay in the processor's cache
# erf on [-4, 4] as x · P(x²) / Q(x²), the highest power first (Eigen's generic_fast_erf_float); 2e-7 off at most
_ERF_TOP: Final = (
    -2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05, -7.34990630326855e-04,
    -2.95459980854025e-03, -1.60960333262415e-02,
)  # fmt: skip
_ERF_BOTTOM: Final = (
    -1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03, -7.37332916720468e-03, -1.42647390514189e-02,
)  # fmt: skip


def linear(x: Floats, weight: Floats, bias: Floats | None = None, out: Floats | None = None) -> Floats:
    """Return x · W + b, in `out` if it is given: x (n, in), weight (in, out), bias (out,) or None, result (n, out)."""
    result: Floats = np.empty((len(x), weight.shape[1]), np.float32) if out is None else out

    def multiply(columns: slice) -> None:
        _product(x, weight[:, columns], result[:, columns])

    if weight.size * (len(x) + 20) < _ALONE:
        multiply(slice(None))
    else:
        parallel.each(multiply, parallel.shares(weight.shape[1], _COLUMNS))
    if bias is not None:
        result += bias
    return result


def _product(x: Floats, weight: Floats, out: Floats) -> None:
    n, width = x.shape
    if not 1 < n <= _FEW_ROWS or width % _DEPTH or weight.strides[1] != weight.itemsize:
        np.matmul(x, weight, out=out)
        return
    # A product of few rows is bound by reading W: in slices, as it lies in memory, that is almost twice as fast
    slices = x.reshape(n, -1, _DEPTH).swapaxes(0, 1), weight.reshape(-1, _DEPTH, weight.shape[1])
    np.matmul(*slices).sum(axis=0, out=out)


def layer_norm(x: Floats, weight: Floats, bias: Floats, epsilon: float, out: Floats | None = None) -> Floats:
    """Return each row of x (n, d_model) with mean 0 and variance 1, times weight plus bias (Ba et al. 2016).

    It is in `out` if that is given.
    """
    out = np.subtract(x, x.mean(axis=1, keepdims=True), out=out)
    out *= _inverse_root_mean_square(out, epsilon)
    out *= weight
    out += bias
    return out


def rms_norm(x: Floats, weight: Floats, epsilon: float) -> Floats:
    """Return each row of x (n, d_model) over its root mean square, times weight (Zhang and Sennrich 2019)."""
    out: Floats = x * _inverse_root_mean_square(x, epsilon)
    out *= weight
    return out


def activation(name: str) -> Activation:
    """Return the function of that name in `config.ACTIVATIONS`; it changes an array (n, d_ff) in place.

    Raises KeyError for an unknown name.
    """
    return _ACTIVATIONS[name]


def _inverse_root_mean_square(x: Floats, epsilon: float) -> Floats:
    squares: Floats = np.vecdot(x, x)[:, None]
    squares *= np.float32(1 / x.shape[1])
    squares += np.float32(epsilon)
    np.sqrt(squares, out=squares)
    return np.reciprocal(squares, out=squares)


def _in_pieces(function: Activation) -> Activation:
    """Return `function` working on a few rows at a time."""

    def run(x: Floats) -> None:
        step = max(1, _PIECE // x.shape[1])
        pieces = [x[first : first + step] for first in range(0, len(x), step)]
        parallel.each(function, pieces)

    return run


def _silu(x: Floats) -> None:
    """x / (1 + e^−x) (Elfwing et al. 2017)."""
    powers = np.negative(x)
    np.exp(powers, out=powers)
    powers += 1
    x /= powers


def _relu(x: Floats) -> None:
    np.maximum(x, 0, out=x)


def _gelu(x: Floats) -> None:
    """x · Φ(x), Φ the normal distribution (Hendrycks and Gimpel 2016)."""
    share = x * np.float32(math.sqrt(0.5))
    _erf(share)
    share += 1
    share *= np.float32(0.5)
    x *= share


def _gelu_tanh(x: Floats) -> None:
    """The same through tanh, as GPT-2 was trained: x · (1 + tanh(√(2/π) · (x + 0.044715 x³))) / 2."""
    share = np.square(x)
    share *= np.float32(0.044715)
    share += 1
    share *= x
    share *= np.float32(math.sqrt(2 / math.pi))
    np.tanh(share, out=share)
    share += 1
    share *= np.float32(0.5)
    x *= share


def _erf(x: Floats) -> None:
    np.clip(x, -4, 4, out=x)
    square = np.square(x)
    x *= _polynomial(_ERF_TOP, square)
    x /= _polynomial(_ERF_BOTTOM, square)


def _polynomial(coefficients: tuple[float, ...], x: Floats) -> Floats:
    """Return the polynomial at x, by Horner's rule."""
    out: Floats = np.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        out *= x
        out += np.float32(coefficient)
    return out


_ACTIVATIONS: Final = {
    "gelu": _in_pieces(_gelu), "gelu_tanh": _in_pieces(_gelu_tanh), "relu": _relu, "silu": _in_pieces(_silu),
}  # fmt: skip
