"""An independent reference for recurrences: one number after the other, in (complex) long double. No attnviz here.

A derivative comes out of the imaginary part of a step that is made by 1e-30 · i, to all digits (Squire, Trapp 1998).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Long = NDArray[Any]
Walk = Callable[..., tuple[Long, dict[str, Long]]]

STEP = np.longdouble(1e-30)


def product(row: Long, matrix: NDArray[Any]) -> Long:
    """Return row · matrix, one term after the other, in the row's type."""
    total = np.zeros(matrix.shape[1], dtype=row.dtype)
    for k, value in enumerate(row):
        total = total + value * matrix[k].astype(np.longdouble)
    return total


def sigmoid(values: Long) -> Long:
    """Return 1 / (1 + e^-x), as it is written."""
    return 1 / (1 + np.exp(-values))


def gru(x: NDArray[Any], weights: Sequence[NDArray[Any]]) -> tuple[Long, dict[str, Long]]:
    """Return the hidden states (n, h) of a GRU, and its gates; weights: W_i (d, 3h), W_h (h, 3h), b_i, b_h."""
    w_input, w_hidden, b_input, b_hidden = weights
    h, rows = w_hidden.shape[0], x.astype(_long(x))
    hidden = np.zeros(h, dtype=rows.dtype)
    made: list[tuple[Long, ...]] = []
    for row in rows:
        given = np.split(product(row, w_input) + b_input.astype(np.longdouble), 3)
        recalled = np.split(product(hidden, w_hidden) + b_hidden.astype(np.longdouble), 3)
        reset, update = sigmoid(given[0] + recalled[0]), sigmoid(given[1] + recalled[1])
        candidate = np.tanh(given[2] + reset * recalled[2])
        hidden = (1 - update) * candidate + update * hidden
        made.append((hidden, update, reset, candidate))
    return _named(made, ("update", "reset", "candidate"))


def lstm(x: NDArray[Any], weights: Sequence[NDArray[Any]]) -> tuple[Long, dict[str, Long]]:
    """Return the hidden states (n, h) of an LSTM, and its gates; weights: W_i (d, 4h), W_h (h, 4h), b_i, b_h."""
    w_input, w_hidden, b_input, b_hidden = weights
    h, rows = w_hidden.shape[0], x.astype(_long(x))
    hidden, memory = np.zeros(h, dtype=rows.dtype), np.zeros(h, dtype=rows.dtype)
    made: list[tuple[Long, ...]] = []
    for row in rows:
        inside = product(row, w_input) + product(hidden, w_hidden) + (b_input.astype(np.longdouble) + b_hidden)
        taken, forget, cell, output = np.split(inside, 4)
        taken, forget, cell, output = sigmoid(taken), sigmoid(forget), np.tanh(cell), sigmoid(output)
        memory = forget * memory + taken * cell
        hidden = output * np.tanh(memory)
        made.append((hidden, taken, forget, cell, output))
    return _named(made, ("input", "forget", "cell", "output gate"))


def state_space(x: NDArray[Any], weights: Sequence[NDArray[Any]], bias: float) -> tuple[Long, Long]:
    """Return the output (n, d_head) and the matrix M (n, n) of a diagonal state-space model, A_n = -(n + 1).

    weights: w_delta (d, 1), W_B and W_C (d, modes), W_v (d, d_head). M comes from pushing one token's value at a time.
    """
    delta, write, read, value = ([product(row, w) for row in x.astype(np.longdouble)] for w in weights)
    n, modes = len(x), weights[1].shape[1]

    def scan(values: Sequence[Long]) -> Long:
        states = [np.zeros(len(values[0]), dtype=np.longdouble) for _ in range(modes)]
        found = []
        for t in range(n):
            held, total = np.log1p(np.exp(delta[t][0] + np.longdouble(bias))), np.longdouble(0)
            for mode in range(modes):
                rate = -np.longdouble(mode + 1)
                left = np.exp(held * rate)
                written = np.expm1(held * rate) / rate * write[t][mode]
                states[mode] = left * states[mode] + written * values[t]
                total = total + read[t][mode] * states[mode]
            found.append(total)
        return np.stack(found)

    ones = np.eye(n, dtype=np.longdouble)
    return scan(value), scan(list(ones))


def influence(walk: Walk, x: NDArray[Any], weights: Sequence[NDArray[Any]]) -> Long:
    """Return the Frobenius norm of ∂h_i/∂x_j in cell (i, j), from pushing one number of x after the other."""
    n, d = x.shape
    squares = np.zeros((n, n), dtype=np.longdouble)
    for j in range(n):
        for k in range(d):
            pushed = x.astype(np.clongdouble)
            pushed[j, k] += 1j * STEP
            squares[:, j] += ((walk(pushed, weights)[0].imag / STEP) ** 2).sum(axis=1)
    return np.sqrt(squares)


def _long(x: NDArray[Any]) -> Any:
    return np.clongdouble if np.iscomplexobj(x) else np.longdouble


def _named(made: list[tuple[Long, ...]], names: Sequence[str]) -> tuple[Long, dict[str, Long]]:
    hidden, *gates = (np.stack(parts) for parts in zip(*made, strict=True))
    return hidden, dict(zip(names, gates, strict=True))
