"""The colours of heads that are drawn as lines: eight that stay apart for every common colour blindness, then dashes.

Must not know what a head computes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from attnviz.views.theme import Theme

# Found by search: at least 3 : 1 on the window, and the smallest distance in OKLab of any two is as large as can be, as
# seen with full colour vision and without each kind of cone (Machado, Oliveira, Fernandes 2009).
_LIGHT: Final = ("#3949ab", "#ca8515", "#80280d", "#4a9ec1", "#a637ff", "#b83e64", "#461338", "#150482")
_DARK: Final = ("#8c9eff", "#cdc93e", "#ca2019", "#69e6fe", "#da8287", "#89548c", "#fdfdab", "#5b58f4")
# On and off, in em. The first is a full line.
_DASHES: Final[tuple[tuple[float, float], ...]] = ((1.0, 0.0), (0.7, 0.35), (0.25, 0.25))
_APART: Final = len(_LIGHT) * len(_DASHES)  # heads that can be told from each other


@dataclass(frozen=True)
class LineStyle:
    """How the lines of a head look."""

    colour: str
    on: float = 1.0  # em of a dash
    off: float = 0.0  # em between dashes; 0 = a full line


def colours(look: Theme) -> tuple[str, ...]:
    """Return the eight colours."""
    return _DARK if look.dark else _LIGHT


def styles(heads: Sequence[int], total: int, look: Theme) -> tuple[LineStyle, ...]:
    """Return the style of each of `heads`, numbers from 0, of `total`.

    A head keeps its style whichever others are drawn; with more heads than there are styles it goes by its place.
    """
    places = heads if total <= _APART else range(len(heads))
    table = colours(look)
    return tuple(LineStyle(table[place % len(table)], *_DASHES[place // len(table) % len(_DASHES)]) for place in places)
