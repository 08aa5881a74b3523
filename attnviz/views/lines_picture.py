"""What the lines between tokens show, as plain data, and which lines are drawn of it. Must not paint.

The window, the exports and the tests all read the same `LinesPicture`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QFont

from attnviz.views.lines_colours import LineStyle
from attnviz.views.theme import Theme

LEAST: Final = 0.01  # a line under 1 % is left out
MOST: Final = 4000  # lines drawn at once; more can be told apart by nobody

LOOKS, LOOKED_AT = 0, 1
Place = tuple[int, int]  # a side, and a token's place on it


@dataclass(frozen=True, eq=False)
class LinesPicture:
    """The weights (n, m) of some heads, the n tokens that look, the m that are looked at, and the looks."""

    weights: tuple[NDArray[Any], ...]
    styles: tuple[LineStyle, ...]  # of each head
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    theme: Theme
    font: QFont
    pinned: int | None = None
    pointed: Place | None = None
    mirrored: bool = False  # the tokens that look stand on the right

    @property
    def focus(self) -> Place | None:
        """The token that is spoken of: the one that is pointed at, else the pinned one."""
        if self.pointed is not None or self.pinned is None:
            return self.pointed
        return (LOOKS, self.pinned)


@dataclass(frozen=True, eq=False)
class Strands:
    """Lines, one entry each: which head's, from which row to which column, and its weight."""

    head: NDArray[np.intp]
    row: NDArray[np.intp]
    column: NDArray[np.intp]
    weight: NDArray[np.float32]
    faded: NDArray[np.bool_]  # it stands back behind the pinned row's
    total: int  # how many there would be, from LEAST on
    thin: bool  # some were left out because they are under LEAST

    def __len__(self) -> int:
        return len(self.weight)


def strands(picture: LinesPicture) -> Strands:
    """Return the lines that are drawn, at most about MOST: those of the token that is pointed at, or all.

    With a pinned row, its lines come last, on top of all others.
    """
    if picture.pointed is not None:
        return _found(picture, *_part(picture.pointed))
    everything = _found(picture, slice(None), slice(None))
    if picture.pinned is None:
        return everything
    own = _found(picture, *_part((LOOKS, picture.pinned)))
    others = everything.row != picture.pinned
    faded = np.arange(np.count_nonzero(others) + len(own)) < np.count_nonzero(others)
    return replace(
        everything,
        head=np.concatenate([everything.head[others], own.head]),
        row=np.concatenate([everything.row[others], own.row]),
        column=np.concatenate([everything.column[others], own.column]),
        weight=np.concatenate([everything.weight[others], own.weight]),
        faded=faded,
    )


def named(picture: LinesPicture, place: Place) -> Strands:
    """Return the lines of one token, the strongest first."""
    found = _found(picture, *_part(place))
    order = np.argsort(-found.weight, kind="stable")
    return replace(
        found,
        head=found.head[order],
        row=found.row[order],
        column=found.column[order],
        weight=found.weight[order],
        faded=found.faded[order],
    )


def _part(place: Place) -> tuple[slice, slice]:
    side, index = place
    only = slice(index, index + 1)
    return (only, slice(None)) if side == LOOKS else (slice(None), only)


def _found(picture: LinesPicture, rows: slice, columns: slice) -> Strands:
    pieces: list[tuple[NDArray[np.intp], ...]] = []
    weights: list[NDArray[np.float32]] = []
    thin = False
    for number, whole in enumerate(picture.weights):
        part = whole[rows, columns]
        row, column = np.nonzero(part >= LEAST)  # what is no number is not drawn
        thin = thin or bool(((part > 0) & (part < LEAST)).any())
        weights.append(part[row, column].astype(np.float32))
        pieces.append((np.full(len(row), number), row + (rows.start or 0), column + (columns.start or 0)))
    weight = np.concatenate(weights)
    kept = _strongest(weight)
    head, row, column = (np.concatenate(part)[kept] for part in zip(*pieces, strict=True))
    none = np.zeros(len(kept), dtype=np.bool_)
    return Strands(head, row, column, weight[kept], none, total=len(weight), thin=thin)


def _strongest(weight: NDArray[np.float32]) -> NDArray[np.intp]:
    """Return where the MOST strongest are, in their order; equal ones are left out here and there, not in one place."""
    if len(weight) <= MOST:
        return np.arange(len(weight))
    mixed = np.random.default_rng(0).permutation(len(weight))
    return np.sort(mixed[np.argpartition(-weight[mixed], MOST)[:MOST]])
