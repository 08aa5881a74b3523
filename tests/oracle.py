"""An independent reference: fractions where a result is exact, 80-bit long double where it is not. No attnviz here."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Long = NDArray[Any]


def exact_product(a: NDArray[Any], b: NDArray[Any]) -> list[list[Fraction]]:
    """Return a @ b as fractions, without any rounding: one loop per sum."""
    left = [[Fraction(float(value)) for value in row] for row in a]
    right = [[Fraction(float(value)) for value in row] for row in b]
    columns = list(zip(*right, strict=True))
    return [[sum((p * q for p, q in zip(row, column, strict=True)), Fraction(0)) for column in columns] for row in left]


def long_product(a: NDArray[Any], b: NDArray[Any]) -> Long:
    """Return a @ b, one term after the other in long double."""
    left, right = np.asarray(a, dtype=np.longdouble), np.asarray(b, dtype=np.longdouble)
    total = np.zeros((left.shape[0], right.shape[1]), dtype=np.longdouble)
    for k in range(left.shape[1]):
        total += left[:, k, None] * right[None, k, :]
    return total


def softmax(scores: Long, visible: NDArray[np.bool_]) -> Long:
    """Return each row's shares, row by row, over its visible cells only."""
    weights = np.zeros(scores.shape, dtype=np.longdouble)
    for i, row in enumerate(scores):
        seen = np.flatnonzero(visible[i])
        powers = np.exp(row[seen].astype(np.longdouble) - row[seen].max())
        weights[i, seen] = powers / powers.sum()
    return weights


def attention(
    x: NDArray[Any], w: Sequence[NDArray[Any]], visible: NDArray[np.bool_] | None = None, scaled: bool = True
) -> tuple[Long, Long]:
    """Return the weights and the output of softmax(x·W_q·(x·W_k)ᵀ/√d)·x·W_v in long double."""
    query, key, value = (long_product(x, matrix) for matrix in w)
    scores = long_product(query, key.T)
    if scaled:
        scores = scores / np.sqrt(np.longdouble(w[0].shape[1]))
    n = len(x)
    weights = softmax(scores, np.ones((n, n), dtype=np.bool_) if visible is None else visible)
    return weights, long_product(weights, value)


def lcg(state: int, count: int) -> list[int]:
    """Return the `count` states after `state`, one step after the other."""
    found = []
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        found.append(state)
    return found


def wide_inputs(rng: np.random.Generator, most_tokens: int = 64, widest: int = 256) -> NDArray[np.float32]:
    """Return random x (n, d) over ten orders of magnitude: per matrix, per row or per number."""
    n = int(np.exp(rng.uniform(0, np.log(most_tokens + 0.9))))
    d = int(np.exp(rng.uniform(0, np.log(widest + 0.9))))
    scale = 10.0 ** rng.uniform(-5, 5, ((1, 1), (n, 1), (n, d))[rng.integers(3)])
    x: NDArray[np.float32] = (rng.standard_normal((n, d)) * scale).astype(np.float32)
    return x


def wide_vector(rng: np.random.Generator, d: int) -> NDArray[np.float32]:
    """Return one random row (d,), as violent as ten orders of magnitude allow."""
    row: NDArray[np.float32] = (rng.standard_normal(d) * 10.0 ** rng.uniform(-5, 5)).astype(np.float32)
    return row
