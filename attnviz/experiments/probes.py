"""What a row of the output depends on, found by changing tokens and by swapping them, and comparing bits.

Works on anything that turns tokens into rows. Must not compare within a tolerance, nor read a mask: what counts is what
moved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from attnviz.core import book
from attnviz.core.arithmetic import same_bits
from attnviz.experiments.causality import replaced
from attnviz.experiments.order import swapped

Floats: TypeAlias = NDArray[np.float32]
Cells: TypeAlias = NDArray[np.bool_]
Sight: TypeAlias = Literal["all", "past", "nearby", "mixed"]

ALL_SWAPPED = 8  # tokens of which all pairs are swapped; of a longer text so many pairs, spread over it
MOST_SWAPS = 14
_STRONG = 2.0**20  # times the usual size of a number in x
_TRIED = 4  # vectors that are tried where many cells stay unmoved
_MORE = 8  # and so many more where those that moved make no plain picture
_WEAKER = np.float32(2.0**-5)  # four such steps lead from strong to usual
_LARGEST = float(np.finfo(np.float32).max)
_SETTLED_FROM = 8  # tokens: no accident hides all the cells above the diagonal of so many


class Rows(NamedTuple):
    """What some tokens gave, row by row."""

    output: Floats  # (k, d)
    weights: Floats | None = None  # (k, k)  where there are any: they show what is too small for the output to show


Run: TypeAlias = Callable[[Floats], Rows]


@dataclass(frozen=True)
class Order:
    """What swapping tokens did to rows that see both places and are neither of them."""

    known: bool | None  # True: some row came out other; None: there was no row to ask
    largest: float  # the largest change of an output value in such a row
    asked: int  # rows, over all swaps


def seen(run: Run, x: Floats) -> Cells:
    """Return (k, k) bool: True where changing token j (column) of x (k, d_model) changes a bit of row i.

    Each token is replaced by one vector after the other, until every row moved or the vectors are used up.
    """
    before, found = run(x), np.zeros((len(x), len(x)), dtype=np.bool_)
    for tried, vector in enumerate(_replacements(x), 1):
        for j in np.flatnonzero(~found.all(axis=0)):
            after = _changed(run, x, int(j), vector)
            if after is not None:
                found[:, j] |= moved(before, after)
        if _settled(found, tried):
            break
    return found


def seen_from(run: Run, x: Floats, found: Cells) -> Cells:
    """Return `found` and what one gentle change more of each token shows in the rows after it."""
    before, more = run(x), found.copy()
    vector = list(_replacements(x))[_TRIED - 1]
    for j in np.flatnonzero(np.tril(~found).any(axis=0)):
        after = _changed(run, x, int(j), vector)
        if after is not None:
            more[:, j] |= moved(before, after)
    return more


def sight(sees: Cells) -> Sight | None:
    """Return what `sees` (k, k) looks like; None for a single token, or where nothing depends on anything.

    "nearby": only how far away a token is decides, and there are tokens that are too far away.

    >>> sight(np.tri(4, dtype=bool)), sight(np.eye(4, dtype=bool))
    ('past', 'nearby')
    """
    k = len(sees)
    if k < 2 or not sees.any():
        return None
    if sees.all():
        return "all"
    if (sees == np.tri(k, dtype=np.bool_)).all():
        return "past"
    apart = np.subtract.outer(np.arange(k), np.arange(k))
    regular = all(len(set(sees[apart == step].tolist())) == 1 for step in range(1 - k, k))
    return "nearby" if regular and sees[0, 0] and np.abs(apart[sees]).max() < k - 1 else "mixed"


def order(run: Run, x: Floats, sees: Cells) -> Order:
    """Swap tokens of x (k, d_model) and compare the rows that see both places, and are neither, bit for bit.

    A row whose weights are too sharp to show any order is not asked.
    """
    before, known, largest, asked = run(x), False, 0.0, 0
    for i, j, rows in _swaps(x, sees):
        after = run(swapped(x, i, j))
        matched = after if after.weights is None else Rows(after.output, swapped(after.weights.T, i, j).T)
        other = moved(before, matched) & rows
        change = np.abs(after.output[rows].astype(np.float64) - before.output[rows])
        known, largest = known or bool(other.any()), max(largest, float(change.max()))
        asked += int(np.count_nonzero(other | (rows & _telling(before, i, j))))
    return Order(known if asked else None, largest, asked)


def alike(x: Floats) -> bool:
    """Say whether all rows of x (k, d_model) are one and the same vector."""
    return bool(same_bits(x, np.broadcast_to(x[:1], x.shape)).all())


def moved(before: Rows, after: Rows) -> Cells:
    """Return (k,) bool: True for a row with a bit that is other in its output or its weights."""
    pairs = [(before.output, after.output)]
    if before.weights is not None and after.weights is not None:
        pairs.append((before.weights, after.weights))
    other: Cells = np.any([(~same_bits(*pair)).any(axis=1) for pair in pairs], axis=0)
    return other


def _settled(found: Cells, tried: int) -> bool:
    """Say whether more changes could show nothing new: a cell missed by accident would break the picture."""
    picture = sight(found)
    plain = picture == "past" and len(found) >= _SETTLED_FROM
    return picture == "all" or plain or (picture in ("past", "nearby") and tried >= _TRIED)


def _replacements(x: Floats) -> Iterator[Floats]:
    """Yield vectors (d_model,) to put in the place of a token, so that one of them shows in every row that sees it.

    A token of too little weight would not show. So strong ones come first: of v and −v, one has a score above 0 with
    any query, and its size puts it above all others. Then what no kernel and no gate can take for far too large. A row
    whose own token is strong scores it with v·v, of one sign for v and −v: that may take some more directions.
    """
    usual = 2.0 ** float(np.frexp(np.abs(x).max(initial=1.0))[1])
    first, *others = book.signed_units(np.arange(2 + _MORE, dtype=np.uint64), x.shape[1]) * np.float64(usual)
    strong = [vector * _STRONG for vector in (first, -first, *others[1:])]
    for vector in (*strong[:2], np.zeros_like(first), others[0], *strong[2:]):
        yield vector.clip(-_LARGEST, _LARGEST).astype(np.float32)


def _telling(rows: Rows, i: int, j: int) -> Cells:
    """Return (k,) bool: True for a row that gives token i or j a weight, and another token as well.

    If not, the row is one value row, or none of the two: with any order of them.
    """
    if rows.weights is None:
        return np.ones(len(rows.output), dtype=np.bool_)
    given = rows.weights >= np.finfo(np.float32).tiny
    telling: Cells = (given[:, i] | given[:, j]) & (given.sum(axis=1) > 1)
    return telling


def _swaps(x: Floats, sees: Cells) -> Iterator[tuple[int, int, Cells]]:
    """Yield pairs of unlike tokens and the rows (k,) bool that can be asked about them."""
    found = []
    for i, j in combinations(range(len(x)), 2):
        rows = sees[:, i] & sees[:, j]
        rows[[i, j]] = False
        if rows.any() and not same_bits(x[i], x[j]).all():
            found.append((i, j, rows))
    some = len(found) if len(x) <= ALL_SWAPPED else min(len(found), MOST_SWAPS)
    yield from (found[place] for place in np.linspace(0, len(found) - 1, some).astype(int))


def _changed(run: Run, x: Floats, j: int, vector: Floats, weaker: int = 4) -> Rows | None:
    """Return what `run` gives with `vector`, or as much of it as the numbers allow, in the place of token j."""
    try:
        return run(replaced(x, j, vector))
    except ValueError:  # a number grew too large
        return _changed(run, x, j, vector * _WEAKER, weaker - 1) if weaker else None
