"""Who may look at whom. A mask is bool (n, n), True = the row may look at the column."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def full(n: int) -> NDArray[np.bool_]:
    """Return the mask (n, n) in which every token sees every token. Raises ValueError for n < 0.

    >>> full(2)
    array([[ True,  True],
           [ True,  True]])
    """
    _check(n)
    return np.ones((n, n), dtype=np.bool_)


def causal(n: int) -> NDArray[np.bool_]:
    """Return the mask (n, n) in which a token sees itself and the tokens before it. Raises ValueError for n < 0.

    >>> causal(2)
    array([[ True, False],
           [ True,  True]])
    """
    _check(n)
    return np.tri(n, dtype=np.bool_)


def _check(n: int) -> None:
    if n < 0:
        raise ValueError(f"a mask needs a number of tokens of 0 or more, not {n}")
