"""Who may look at whom. A mask is bool (n, m): True = the row, one of n tokens, may look at the column, one of m.

Masks are new arrays; what is given is never changed. Must not know why somebody may not look.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core.arithmetic import Mask


def full(n: int, m: int | None = None) -> Mask:
    """Return the mask (n, m) in which every token sees every token; m: None = n. Raises ValueError for n or m < 0.

    >>> full(2)
    array([[ True,  True],
           [ True,  True]])
    """
    columns = n if m is None else m
    _check(n)
    _check(columns)
    return np.ones((n, columns), dtype=np.bool_)


def causal(n: int) -> Mask:
    """Return the mask (n, n) in which a token sees itself and the tokens before it. Raises ValueError for n < 0.

    >>> causal(2)
    array([[ True, False],
           [ True,  True]])
    """
    _check(n)
    return np.tri(n, dtype=np.bool_)


def window(n: int, width: int, causal: bool = True, dilation: int = 1) -> Mask:
    """Return the mask (n, n) in which a token sees itself and the `width` − 1 tokens before it.

    Jiang et al. 2023 (Mistral). causal: False = so many after it as well: Beltagy et al. 2020 (Longformer), the local
    part. dilation: only every so many-th token counts. Raises ValueError for n < 0, width < 1 or dilation < 1.

    >>> window(3, 2)
    array([[ True, False, False],
           [ True,  True, False],
           [False,  True,  True]])
    """
    _check(n)
    if width < 1 or dilation < 1:
        raise ValueError(f"a window needs a width and a dilation of at least 1, not {width} and {dilation}")
    back = np.arange(n)[:, None] - np.arange(n)[None, :]
    distance = back if causal else np.abs(back)
    seen: Mask = (distance >= 0) & (distance < width * dilation) & (distance % dilation == 0)
    return seen


def with_global(mask: ArrayLike, tokens: Iterable[int]) -> Mask:
    """Return `mask` with `tokens` seeing all and seen by all (Beltagy et al. 2020), be they ahead or not.

    Tokens outside are left out. Raises ValueError for a mask that has not two axes or is not bool.

    >>> with_global(causal(2), [0])
    array([[ True,  True],
           [ True,  True]])
    """
    seen, everywhere = _own(mask), tuple(tokens)
    seen[_inside(everywhere, seen.shape[0])] = True
    seen[:, _inside(everywhere, seen.shape[1])] = True
    return seen


def with_cells(mask: ArrayLike, cells: Iterable[tuple[int, int, bool]]) -> Mask:
    """Return `mask` with single cells drawn over it by hand: (row, column, visible), the last one counts.

    Cells outside are left out. Raises ValueError for a mask that has not two axes or is not bool.

    >>> with_cells(causal(2), [(0, 1, True), (1, 0, False)])
    array([[ True,  True],
           [False,  True]])
    """
    seen = _own(mask)
    rows, columns = seen.shape
    for row, column, visible in cells:
        if 0 <= row < rows and 0 <= column < columns:
            seen[row, column] = visible
    return seen


def without_columns(mask: ArrayLike, columns: Iterable[int]) -> Mask:
    """Return `mask` with `columns` hidden from every row: padding, or a token that nobody may look at.

    Columns outside are left out. Raises ValueError for a mask that has not two axes or is not bool.

    >>> without_columns(full(2), [0])
    array([[False,  True],
           [False,  True]])
    """
    seen = _own(mask)
    seen[:, _inside(columns, seen.shape[1])] = False
    return seen


def sighted(mask: ArrayLike) -> Mask:
    """Return `mask` with every row that sees nothing seeing itself instead, or everything if rows are not columns.

    A softmax needs at least one visible cell. Raises ValueError for a mask that has not two axes or is not bool.

    >>> sighted([[False, False], [True, False]])
    array([[ True, False],
           [ True, False]])
    """
    seen = _own(mask)
    rows = np.flatnonzero(blind(seen))
    if seen.shape[0] == seen.shape[1]:
        seen[rows, rows] = True
    else:
        seen[rows] = True
    return seen


def blind(mask: ArrayLike) -> Mask:
    """Return which rows (n,) see nothing. Raises ValueError for a mask that has not two axes or is not bool.

    >>> blind([[False, False], [True, False]])
    array([ True, False])
    """
    seeing_nothing: Mask = np.logical_not(_own(mask).any(axis=1))
    return seeing_nothing


def _own(mask: ArrayLike) -> Mask:
    """Return a copy of `mask` that may be changed."""
    given = np.array(mask)
    if given.ndim != 2 or given.dtype != np.bool_:
        raise ValueError(f"a mask is bool with two axes; this is {given.dtype} with {given.ndim}")
    return given


def _inside(indices: Iterable[int], length: int) -> list[int]:
    return [index for index in indices if 0 <= index < length]


def _check(n: int) -> None:
    if n < 0:
        raise ValueError(f"a mask needs a number of tokens of 0 or more, not {n}")
