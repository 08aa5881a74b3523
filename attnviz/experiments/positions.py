"""Claim: with RoPE or ALiBi a score depends only on how far apart two tokens stand; with a table in x it does not.

Two tokens are moved on together, and their score is worked out anew at each place. Must not trust a formula for what
it can measure: even RoPE's angles are read off a vector that the head's own code has turned.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core import arithmetic, positions
from attnviz.core.arithmetic import Columns, Doubles
from attnviz.core.head import Floats, Head

SHIFTS: Final = (0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512)  # places by which both tokens are moved on
LEAST_ROWS: Final = 32  # positions that are shown of an encoding, so that a short text shows its waves as well
ROUNDING: Final = 2.0**-22  # of the largest score two vectors of these lengths could have: two steps of a float32
_CONTRASTS: Final = {"none": "sinusoidal", "sinusoidal": "rope", "learned": "rope", "rope": "sinusoidal"}

Places = NDArray[np.int64]


@dataclass(frozen=True)
class Shifted:
    """The score of two tokens that are moved on together, under one encoding."""

    position: str  # one of `positions.POSITIONS`
    scores: tuple[float, ...]  # one for each of SHIFTS, before a `Trace` rounds it to float32
    apart: float  # the score if only the token that looks is moved on, by one place
    size: float  # the largest magnitude that a score of two such vectors could have

    @property
    def departures(self) -> tuple[float, ...]:
        """How far the score at each of SHIFTS is from the one where the tokens stand."""
        return tuple(abs(score - self.scores[0]) for score in self.scores)

    @property
    def largest(self) -> float:
        """The largest of `departures`."""
        return max(self.departures)

    @property
    def keeps(self) -> bool:
        """True if no score departs by more than rounding to float32 could make it."""
        return self.largest <= ROUNDING * self.size

    @property
    def knows_distance(self) -> bool:
        """True if one place more between the tokens changes their score by more than rounding."""
        return abs(self.apart - self.scores[0]) > ROUNDING * self.size


@dataclass(frozen=True, eq=False)
class PositionReport:
    """An encoding of positions as a picture, and what it does to one score. Arrays that it does not have are None."""

    position: str
    n: int  # tokens of the text; pictures of a table or of angles have LEAST_ROWS positions at least
    table: Floats | None  # (rows, d_model)  what is added to x: sinusoidal, learned
    angles: Floats | None  # (rows, pairs)  by how much RoPE turns each pair of numbers, from −π to π
    bias: Floats | None  # (n, n)  what ALiBi adds to the scores
    slope: float  # ALiBi's; 0 for the rest
    pair: tuple[int, int]  # the token that looks and the one that is looked at
    hands: Floats | None  # (len(SHIFTS), 2, pairs)  RoPE's angles for these two, at each shift
    shifted: Shifted
    contrast: Shifted  # the same under an encoding that does the opposite


def report(
    position: str,
    head: Head,
    x: ArrayLike,
    slope: float | None = None,
    scaled: bool = True,
    pair: tuple[int, int | None] | None = None,
) -> PositionReport:
    """Return what `position` does to the tokens x (n, d_model), their own vectors without any position in them.

    slope: ALiBi's, None = that of a single head; scaled: divide the scores by √d_head; pair: the token that looks and
    the one that is looked at, cut to the text; a part that is None is chosen. Vaswani et al. 2017, section 3.5; Su et
    al. 2021; Press et al. 2022. Raises ValueError for another name, no tokens, or an x that doesn't fit the head.

    >>> from attnviz.core.tokens import embed
    >>> told = report("rope", Head.random(8, 8), embed(["a", "b", "c"], 8))
    >>> told.shifted.keeps, told.contrast.keeps
    (True, False)
    """
    if position not in positions.POSITIONS:
        raise ValueError(f"the position must be one of {', '.join(positions.POSITIONS)}, not {position!r}")
    own = np.asarray(x, dtype=np.float32)
    if own.ndim != 2 or not len(own):
        raise ValueError(f"x: one row of numbers for each of at least one token is needed, its shape is {own.shape}")
    n, rope, biased = len(own), position == "rope", position == "alibi"
    lean = float(positions.slopes(1)[0]) if slope is None else slope
    two = _Two(head, own, _places(pair, n), lean, scaled)
    rows = np.arange(max(n, LEAST_ROWS))
    return PositionReport(
        position=position,
        n=n,
        table=_table(position, len(rows), head.d_model),
        angles=_angles(rows, head.d_head) if rope else None,
        bias=positions.alibi(n, n, lean).astype(np.float32) if biased else None,
        slope=lean if biased else 0.0,
        pair=two.pair,
        hands=_hands(two.pair, head.d_head) if rope else None,
        shifted=_shifted(position, two),
        contrast=_shifted(_CONTRASTS.get(position, "sinusoidal"), two),
    )


@dataclass(frozen=True, eq=False)
class _Two:
    """Two tokens and the head that scores them."""

    head: Head
    own: Floats
    pair: tuple[int, int]
    slope: float
    scaled: bool


def _places(pair: tuple[int, int | None] | None, n: int) -> tuple[int, int]:
    """Return the two tokens: the first that is looked at from the last, where nobody has chosen."""
    row = n - 1 if pair is None else min(pair[0], n - 1)
    if pair is not None and pair[1] is not None:
        return row, min(pair[1], n - 1)
    return row, 0 if row else n - 1


def _shifted(position: str, two: _Two) -> Shifted:
    row, column = two.pair
    moved = np.array((*SHIFTS, 1))
    held = np.array((*SHIFTS, 0))
    scores, sizes = _scores(position, two, row + moved, column + held)
    return Shifted(position, tuple(map(float, scores[:-1])), float(scores[-1]), float(sizes[:-1].max()))


def _scores(position: str, two: _Two, rows: Places, columns: Places) -> tuple[Doubles, Doubles]:
    """Return the score (k,) for each pair of places, and the largest magnitude it could have (k,)."""
    w_query, w_key = _projections(two.head)
    query = _projected(position, two.own[two.pair[0]], w_query, rows)
    key = _projected(position, two.own[two.pair[1]], w_key, columns)
    product = arithmetic.matmul(query, key.T, np.float64)
    scores: Doubles = np.ascontiguousarray(np.diagonal(product))
    sizes = np.linalg.norm(query, axis=1) * np.linalg.norm(key, axis=1)
    if two.scaled:
        root = np.sqrt(two.head.d_head)
        scores, sizes = scores / root, sizes / root
    if position == "alibi":
        bias = _biases(rows, columns, two.slope)
        scores, sizes = scores + bias, sizes + np.abs(bias)
    return scores, sizes


def _biases(rows: Places, columns: Places, slope: float) -> Doubles:
    """Return what ALiBi adds for each pair of places (k,)."""
    places = zip(rows, columns, strict=True)
    return np.array([positions.alibi(1, int(column) + 1, slope, int(row))[0, -1] for row, column in places])


@lru_cache(maxsize=1)
def _projections(head: Head) -> tuple[Columns, Columns]:
    return arithmetic.columns(head.w_query), arithmetic.columns(head.w_key)


def _projected(position: str, own: Floats, weights: Columns, places: Places) -> Doubles:
    """Return the query or key (k, d_head) of one token, standing at each of `places`."""
    vectors = np.tile(own, (len(places), 1))
    table = _table(position, int(places.max()) + 1, len(own))
    if table is not None:
        vectors = vectors + table[places]  # float32, as `positions.added` does it
    rows: Doubles = arithmetic.matmul(vectors, weights, np.float64)
    return _turned(rows, places) if position == "rope" else rows


def _table(position: str, rows: int, width: int) -> Floats | None:
    """Return what is added to x, (rows, width); None where nothing is."""
    if position == "sinusoidal":
        return positions.sinusoidal(rows, width)
    return positions.learned(rows, width) if position == "learned" else None


def _turned(rows: Doubles, places: Places) -> Doubles:
    """Return each row turned as RoPE turns it at its place."""
    return np.concatenate([positions.rotated(row[None], int(place)) for row, place in zip(rows, places, strict=True)])


def _angles(places: Places, width: int) -> Floats:
    """Return the angle from −π to π by which each pair of `width` numbers is turned at `places`: (k, pairs)."""
    pairs = width // 2
    unit = np.zeros((len(places), width))
    unit[:, 0 : 2 * pairs : 2] = 1.0
    in_order = bool((np.diff(places) == 1).all())
    turned = positions.rotated(unit, int(places[0])) if in_order else _turned(unit, places)
    angles = np.arctan2(turned[:, 1 : 2 * pairs : 2], turned[:, 0 : 2 * pairs : 2])
    return np.asarray(angles, dtype=np.float32)


def _hands(pair: tuple[int, int], width: int) -> Floats:
    """Return the angles of the two tokens at each shift, (len(SHIFTS), 2, pairs)."""
    return np.stack([_angles(place + np.array(SHIFTS), width) for place in pair], axis=1)
