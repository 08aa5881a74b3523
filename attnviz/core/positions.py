"""Order from outside: what tells a head where a token stands, added to x, turned into Q and K, or taken off the scores.

Attention itself is blind to order. Every number here depends on its own position alone, never on how long a text is.
Must not know a head or its weights.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core import book
from attnviz.core.arithmetic import Doubles

Floats = NDArray[np.float32]

POSITIONS = ("none", "sinusoidal", "learned", "rope", "alibi")

_BASE = 10000.0  # Vaswani et al. 2017, section 3.5; RoPE took it over
_LEARNED_SEED = 5
_BLOCK = 64  # positions whose angles are worked out together
_AHEAD = 2.0  # how much steeper ALiBi's line is here towards later tokens


def sinusoidal(n: int, d: int) -> Floats:
    """Return the sines and cosines (n, d) that are added to x: Vaswani et al. 2017, section 3.5. In [-1, 1].

    Row = position from 0. An odd d ends with a sine. Raises ValueError for n < 0 or d < 1.

    >>> sinusoidal(1, 4)
    array([[0., 1., 0., 1.]], dtype=float32)
    """
    _check(n, d)
    cosines, sines = _turns(d, 0, n)
    table = np.empty((n, d), dtype=np.float32)
    table[:, 0::2] = sines
    table[:, 1::2] = cosines[:, : d // 2]
    return table


def learned(n: int, d: int) -> Floats:
    """Return a table (n, d) as it stands before it is learned (GPT-2, BERT): the book's numbers in [-0.5, 0.5).

    Row = position from 0. Raises ValueError for n < 0 or d < 1.
    """
    _check(n, d)
    return book.weight_matrix(_LEARNED_SEED, n, d) if n else np.empty((0, d), dtype=np.float32)


def added(x: ArrayLike, position: str) -> Floats:
    """Return x (n, d) with the table of `position` added to it; x as it is where the position comes in later.

    Raises ValueError for a position that is not in POSITIONS, or an x without two axes.
    """
    if position not in POSITIONS:
        raise ValueError(f"there is no position {position!r}; there are: {', '.join(POSITIONS)}")
    with np.errstate(over="ignore"):  # what is not finite is for the head to refuse
        rows = np.asarray(x, dtype=np.float32)
        if rows.ndim != 2:
            raise ValueError(f"x: its shape is {rows.shape} but one row of numbers per token is needed")
        if position == "sinusoidal":
            return rows + sinusoidal(*rows.shape)
        if position == "learned":
            return rows + learned(*rows.shape)
        return rows


def rotated(rows: ArrayLike, first: int = 0) -> Doubles:
    """Return queries or keys (n, d), each turned by the angles of its position: RoPE (Su et al. 2021, eq. 34). float64.

    first: the position of row 0. The numbers 2i and 2i + 1 of position p turn by p · 10000^(−2i/d); of an odd d the
    last one stays. Raises ValueError for rows without two axes, or a position under 0.

    >>> rotated([[1.0, 0.0]], first=0)
    array([[1., 0.]])
    """
    given = np.asarray(rows, dtype=np.float64)
    if given.ndim != 2 or first < 0:
        raise ValueError(f"rows (n, d) from a position of 0 or more are needed, not {given.shape} from {first}")
    n, d = given.shape
    turned = given.copy()
    if d < 2:
        return turned
    cosines, sines = (part[:, : d // 2] for part in _turns(d, first, n))
    even, odd = given[:, 0 : d - 1 : 2], given[:, 1::2]
    turned[:, 0 : d - 1 : 2] = even * cosines - odd * sines
    turned[:, 1::2] = even * sines + odd * cosines
    return turned


def slopes(heads: int) -> Doubles:
    """Return ALiBi's slope of each of the `heads` heads (Press et al. 2022): 2^(−8/heads), 2^(−16/heads) …

    Where `heads` is no power of two, the rest comes from every other slope of twice as many, as in the paper's code.
    Raises ValueError for heads < 1.

    >>> slopes(8)[:3]
    array([0.5  , 0.25 , 0.125])
    """
    if heads < 1:
        raise ValueError(f"there must be at least 1 head, not {heads}")
    power = 1 << (heads.bit_length() - 1)
    first: Doubles = np.exp2(-8.0 * np.arange(1, power + 1) / power)
    return first if power == heads else np.concatenate((first, slopes(2 * power)[0::2][: heads - power]))


def alibi(n: int, m: int, slope: float, first: int = 0) -> Doubles:
    """Return what ALiBi adds to the scores (n, m): −slope · distance (Press et al. 2022, section 3). float64.

    first: the position of row 0. The paper has no tokens ahead; there the distance counts double, so that the two
    directions differ without a mask as well. Raises ValueError for n, m or first under 0.

    >>> alibi(2, 2, 0.5)
    array([[ 0. , -1. ],
           [-0.5,  0. ]])
    """
    if n < 0 or m < 0 or first < 0:
        raise ValueError(f"sizes and positions of 0 or more are needed, not {n}, {m} and {first}")
    back = np.arange(first, first + n)[:, None] - np.arange(m)[None, :]
    distance = np.where(back >= 0, back, -_AHEAD * back)
    return slope * -distance + 0.0  # + 0.0: one kind of zero


def _turns(d: int, first: int, n: int) -> tuple[Doubles, Doubles]:
    """Return the cosines and sines (n, ceil(d / 2)) of the positions from `first`.

    They come out of whole blocks that always start at the same positions: what length is asked for has no say.
    """
    blocks = range(first // _BLOCK, max(first // _BLOCK + 1, -(-(first + n) // _BLOCK)))
    start = first - blocks.start * _BLOCK
    made = [_block(d, block) for block in blocks]
    cosines, sines = made[0] if len(made) == 1 else (np.concatenate(part) for part in zip(*made, strict=True))
    return cosines[start : start + n], sines[start : start + n]


@lru_cache(maxsize=64)
def _block(d: int, block: int) -> tuple[Doubles, Doubles]:
    """Return the cosines and sines (64, ceil(d / 2)) of one block of positions."""
    frequencies = _BASE ** (-np.arange(0, d, 2) / d)
    angles = np.arange(block * _BLOCK, (block + 1) * _BLOCK, dtype=np.float64)[:, None] * frequencies
    made = np.cos(angles), np.sin(angles)
    for part in made:
        part.flags.writeable = False
    return made


def _check(n: int, d: int) -> None:
    if n < 0 or d < 1:
        raise ValueError(f"a table needs 0 or more tokens and a width of at least 1, not {n} x {d}")
