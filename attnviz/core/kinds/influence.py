"""How far a small push of each token moves every later state: norms of exact Jacobians, carried from step to step.

The derivative of state i by token j is the product of the steps from j + 1 to i with token j's own step. Many tokens j
travel side by side: one product per step. A norm is all that is asked for, so the side of the token may be turned: an
orthogonal factor there (the Q of an LQ decomposition) changes no Frobenius norm and stays at home.
Must not look at a later step: row i comes from products whose numbers and shapes are those of the steps up to i.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from attnviz.core.arithmetic import Doubles

MOST_INFLUENCED = 256  # tokens; the work grows with their square

_BLOCK = 1024

Parts = list[Doubles]  # of a state, the visible one first


def check(n: int) -> None:
    """Raise ValueError for more than `MOST_INFLUENCED` tokens."""
    if n > MOST_INFLUENCED:
        raise ValueError(f"influence: {n} tokens are too many; the most is {MOST_INFLUENCED}")


def norms(n: int, own: Callable[[int], Parts], advance: Callable[[int, Parts], Parts]) -> Doubles:
    """Return the Frobenius norm of the derivative of state i by token j in cell (i, j): (n, n), 0 above the diagonal.

    own(i): the derivative of each part of the state after step i by token i, (h, directions of the token).
    advance(i, parts): derivatives (h, columns) of the state before step i, taken past it; it may overwrite `parts`.
    """
    found, first = np.zeros((n, n)), 0
    while first < n:
        first = _travel(found, first, own, advance)
    return found


def turned(parts: Parts) -> Parts:
    """Return matrices (h, k) turned together to at most as many columns as they have rows: the same norms, less to do.

    Any product on their left keeps its Frobenius norm.
    """
    whole = np.concatenate(parts)
    if whole.shape[1] > whole.shape[0]:
        whole = np.asarray(np.linalg.qr(whole.T, mode="r"), dtype=np.float64).T
    return [np.ascontiguousarray(part) for part in np.split(whole, len(parts))]


def _travel(found: Doubles, first: int, own: Callable[[int], Parts], advance: Callable[[int, Parts], Parts]) -> int:
    """Take some tokens from `first` on through all steps, note the norms, and return the token after them."""
    parts = turned(own(first))
    h, k = parts[0].shape
    stop: int = first + max(1, _BLOCK // k)
    for i in range(first, len(found)):
        if i > first:
            parts = advance(i, parts)
            if i < stop:
                parts = [np.concatenate(pair, axis=1) for pair in zip(parts, turned(own(i)), strict=True)]
        visible = parts[0].reshape(h, -1, k)
        squares = np.einsum("ijk,ijk->j", visible, visible)
        found[i, first : first + len(squares)] = np.sqrt(squares)
    return stop
