"""Claim: without the division by √d the softmax spikes as d grows; dividing slows the spiking, it does not end it.

The dot product of a query and a key adds up d terms, so its variance grows with d (Vaswani et al. 2017, section 3.2.1).
Measured on row 0 of the chapter's random head, without a mask. Must not hold a figure that was not computed here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

import numpy as np

from attnviz.core import arithmetic, book
from attnviz.core.arithmetic import Columns, Doubles
from attnviz.core.head import Head
from attnviz.core.tokens import embed

Source = Literal["chapter", "own"]

WIDTHS: Final = (2, 4, 8, 16, 32, 64, 128, 256, 512)
TABLE_WIDTHS: Final = (8, 32, 64, 256)  # of the chapter's table
MOST_TOKENS: Final = 64  # of the person's own text: more take too long while somebody types
LEAST_TOKENS: Final = 2  # a single token has nobody else to look at


@dataclass(frozen=True)
class RowFigures:
    """How sharp row 0 is at one width d, with the scores divided by √d and not."""

    d: int
    plain: float  # strongest weight, not divided
    divided: float
    plain_entropy: float  # bits
    divided_entropy: float


@dataclass(frozen=True)
class ScalingReport:
    """Row 0 at every width, and the chapter's table."""

    source: Source
    n: int  # tokens in the experiment
    shortened: bool  # the text has more tokens than that
    curve: tuple[RowFigures, ...]  # one for each of WIDTHS
    table: tuple[RowFigures, ...]  # one for each of TABLE_WIDTHS, of the chapter's six tokens whatever the source

    @property
    def uniform(self) -> float:
        """The strongest weight of a row that looks at every token alike."""
        return 1.0 / self.n

    @property
    def uniform_entropy(self) -> float:
        """The entropy of such a row, in bits: the most there can be."""
        return math.log2(self.n)


def curve(source: Source, tokens: Sequence[str]) -> ScalingReport:
    """Return how sharp row 0 is for d = 2, 4, … 512, divided by √d and not, for the chapter's tokens or for `tokens`.

    Of more than MOST_TOKENS tokens only the first are taken; "chapter" needs none. Reports are kept, so that the same
    question costs nothing. Raises ValueError for another source, or for fewer than LEAST_TOKENS own tokens.

    >>> [round(at.divided, 3) for at in curve("chapter", ()).table]
    [0.228, 0.343, 0.458, 0.847]
    """
    if source == "chapter":
        figures = _chapter()
        return ScalingReport("chapter", len(book.table_input(1)), False, figures, _table())
    if source != "own":
        raise ValueError(f"the source must be chapter or own, not {source!r}")
    if len(tokens) < LEAST_TOKENS:
        raise ValueError(f"at least {LEAST_TOKENS} tokens are needed, not {len(tokens)}")
    used = tuple(tokens[:MOST_TOKENS])
    return ScalingReport("own", len(used), len(tokens) > MOST_TOKENS, _own(used), _table())


def peak(d: int, scaled: bool) -> float:
    """Return the strongest weight in row 0 for the chapter's six tokens and its random head of width d, without a mask.

    scaled: divide the scores by √d. Six equal weights would be 0.167. Raises ValueError for d < 1.

    >>> round(peak(64, scaled=False), 3), round(peak(64, scaled=True), 3)
    (0.984, 0.458)
    """
    trace = Head.random(d, d).trace(book.table_input(d), scaled=scaled)
    return float(trace.weights[0].max())


def entropy(weights: Doubles) -> float:
    """Return the entropy of the distribution `weights` (n,) in bits. Shannon 1948, section 6.

    >>> entropy(np.array([0.5, 0.25, 0.25, 0.0]))
    1.5
    """
    seen = weights[weights > 0]
    return math.fsum(seen * -np.log2(seen)) + 0.0  # exact sum: the order of the tokens has no say


@lru_cache(maxsize=1)
def _chapter() -> tuple[RowFigures, ...]:
    return tuple(_figures(book.table_input(d), d) for d in WIDTHS)


@lru_cache(maxsize=16)
def _own(tokens: tuple[str, ...]) -> tuple[RowFigures, ...]:
    return tuple(_figures(embed(tokens, d), d) for d in WIDTHS)


def _table() -> tuple[RowFigures, ...]:
    return tuple(at for at in _chapter() if at.d in TABLE_WIDTHS)


def _figures(x: book.Floats, d: int) -> RowFigures:
    """Return the figures of row 0 of x (n, d). Row 0 alone has the same bits as row 0 of all (see `arithmetic`)."""
    w_query, w_key = _projections(d)
    query = arithmetic.matmul(x[:1], w_query, np.float64)
    key = arithmetic.matmul(x, w_key, np.float64)
    scores = arithmetic.matmul(query, key.T, np.float64)
    plain = arithmetic.softmax(scores, dtype=np.float64)[0]
    divided = arithmetic.softmax(scores / np.sqrt(d), dtype=np.float64)[0]
    return RowFigures(d, _shown(plain), _shown(divided), entropy(plain), entropy(divided))


def _shown(weights: Doubles) -> float:
    """Return the strongest weight, rounded to float32 as a `Trace` holds it."""
    return float(np.float32(weights.max()))


@lru_cache(maxsize=len(WIDTHS))
def _projections(d: int) -> tuple[Columns, Columns]:
    """Return W_q and W_k of the random head, ready to multiply: 11 MB for all widths, 35 ms to make.

    Not `Head.random`, which keeps two heads: the one in the window would have to be made again after each edit.
    """
    return arithmetic.columns(book.weight_matrix(1, d, d)), arithmetic.columns(book.weight_matrix(2, d, d))
