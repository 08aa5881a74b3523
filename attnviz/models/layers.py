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
Then = Callable[[slice], None]  # what is done with columns that are ready

_ALONE: Final = 2**25  # numbers of W, times rows and 20 for reading them, that are not worth a second core
_FEW_ROWS: Final = 16
_DEPTH: Final = 32  # rows of W in a slice
_PIECE: Final = 2**15  # numbers that an activation works on at a time: they stay in the processor's cache
# erf on [-4, 4] as x · P(x²) / Q(x²), the highest power first (Eigen's generic_fast_erf_float); 2e-7 off at most
_ERF_TOP: Final = (
    -2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05, -7.34990630326855e-04,
    -2.95459980854025e-03, -1.60960333262415e-02,
)  # fmt: skip
_ERF_BOTTOM: Final = (
    -1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03, -7.37332916720468e-03, -1.42647390514189e-02,
)  # fmt: skip


def linear(
    x: Floats, weight: Floats, bias: Floats | None = None, out: Floats | None = None, then: Then | None = None,
    step: int = 64,
) -> Floats:  # fmt: skip
    """Return x · W + b, in `out` if it is given: x (n, in), weight (in, out), bias (out,) or None, result (n, out).

    then: what is done with columns of the result that are ready, in multiples of `step`, by whoever made them.
    """
    result: Floats = np.empty((len(x), weight.shape[1]), np.float32) if out is None else out

    def work(columns: slice) -> None:
        multiply(x, weight[:, columns], None if bias is None else bias[columns], result[:, columns])
        if then is not None:
            then(columns)

    if weight.size * (len(x) + 20) < _ALONE:
        work(slice(0, weight.shape[1]))
    else:
        parallel.each(work, parallel.shares(weight.shape[1], step))
    return result


def multiply(x: Floats, weight: Floats, bias: Floats | None, out: Floats) -> None:
    """Write x · W + b into `out`, alone."""
    n, width = x.shape
    if not 1 < n <= _FEW_ROWS or width % _DEPTH or weight.strides[1] != weight.itemsize:
        np.matmul(x, weight, out=out)
    else:
        # A product of few rows is bound by reading W: in slices, as it lies in memory, that is almost twice as fast
        slices = x.reshape(n, -1, _DEPTH).swapaxes(0, 1), weight.reshape(-1, _DEPTH, weight.shape[1])
        np.matmul(*slices).sum(axis=0, out=out)
    if bias is not None:
        out += bias


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
    function = _ACTIVATIONS[name]

    def run(x: Floats) -> None:
        _in_pieces(lambda rows: function(x[rows]), x)

    return run


def _inverse_root_mean_square(x: Floats, epsilon: float) -> Floats:
    squares: Floats = np.vecdot(x, x)[:, None]
    squares *= np.float32(1 / x.shape[1])
    squares += np.float32(epsilon)
    squares += 0 * squares  # one beyond float32 becomes undefined, so that its row can't pass for zeros
    np.sqrt(squares, out=squares)
    return np.reciprocal(squares, out=squares)


def gate(activate: Activation, x: Floats, factor: Floats) -> None:
    """Change x (n, width) to activate(x) · factor, number by number (Shazeer 2020)."""

    def both(rows: slice) -> None:
        activate(x[rows])
        x[rows] *= factor[rows]

    _in_pieces(both, x)


def _in_pieces(work: Callable[[slice], None], x: Floats) -> None:
    """Do some rows of x at a time."""
    step = max(1, _PIECE // x.shape[1])
    for first in range(0, len(x), step):
        work(slice(first, first + step))


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


_ACTIVATIONS: Final = {"gelu": _gelu, "gelu_tanh": _gelu_tanh, "relu": _relu, "silu": _silu}
