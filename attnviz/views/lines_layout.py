"""Where two columns of tokens stand and where the lines between them begin and end. Pure; must not draw them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF

from attnviz.views.heatmap_text import shown
from attnviz.views.lines_picture import LOOKED_AT, LOOKS, LinesPicture, Place, Strands

Doubles = NDArray[np.float64]

_PITCH: Final = 1.2  # from token to token, against the height of a line of text
_MOST_LABEL: Final = 0.32  # of the width
_GAP: Final = 0.5  # em between a token and its lines
_LANES: Final = 0.66  # of the pitch: over so much of it the heads' lines are spread
_THINNEST, _THICKEST = 0.05, 0.5  # of the pitch
_FAINTEST, _STRONGEST, _FADED = 0.1, 0.92, 0.22


class Ends(NamedTuple):
    """Lines, one entry each, in pixels: the heights of their ends, how thick and how opaque (0 to 1) they are."""

    looks: Doubles
    looked_at: Doubles
    thickness: Doubles
    opacity: Doubles


@dataclass(frozen=True)
class LinesLayout:
    """The places in an area `width` pixels wide, whose corner is at (0, 0)."""

    width: float
    top: float  # where the first token begins
    pitch: float
    label: float  # room for the tokens on each side
    gap: float
    counts: tuple[int, int]  # tokens on each side
    heads: int
    mirrored: bool = False

    @property
    def height(self) -> float:
        """The height of everything."""
        return self.top + max(self.counts) * self.pitch

    @property
    def lines(self) -> QRectF:
        """Where the lines are."""
        left = self.label + self.gap
        return QRectF(left, self.top, max(1.0, self.width - 2 * left), self.height - self.top)

    def y(self, index: float) -> float:
        """Return the middle of the token in a place."""
        return self.top + (index + 0.5) * self.pitch

    def on_left(self, side: int) -> bool:
        """Return whether a side's tokens stand on the left."""
        return (side == LOOKS) != self.mirrored

    def label_rect(self, place: Place) -> QRectF:
        """Return where a token is written."""
        side, index = place
        left = 0.0 if self.on_left(side) else self.width - self.label
        return QRectF(left, self.top + index * self.pitch, self.label, self.pitch)

    def place_at(self, point: QPointF) -> Place | None:
        """Return the token beside which a point is: on either side, up to a third of the width."""
        along = point.x() / max(1.0, self.width)
        if point.y() < self.top or 1 / 3 < along < 2 / 3 or not 0 <= along < 1:
            return None
        side = LOOKS if self.on_left(LOOKS) == (along < 0.5) else LOOKED_AT
        index = int((point.y() - self.top) / self.pitch)
        return (side, index) if index < self.counts[side] else None

    def seen(self, side: int, top: float, bottom: float) -> range:
        """Return which tokens of a side are between two heights, at least in part."""
        first = max(0, int((top - self.top) // self.pitch))
        return range(first, min(self.counts[side], int((bottom - self.top) // self.pitch) + 1))

    def ends(self, of: Strands) -> Ends:
        """Return where lines begin and end. Those of one token lie side by side, a lane for each head."""
        lane = (of.head - (self.heads - 1) / 2) * (_LANES * self.pitch / max(4, self.heads))
        weight = np.clip(of.weight.astype(np.float64), 0.0, 1.0)
        thickest = max(_THICKEST / self.heads**0.5, 0.14)
        thickness = self.pitch * (_THINNEST + (thickest - _THINNEST) * weight)
        opacity = (_FAINTEST + (_STRONGEST - _FAINTEST) * weight**0.8) * np.where(of.faded, _FADED, 1.0)
        looks, looked_at = (self.top + (index + 0.5) * self.pitch + lane for index in (of.row, of.column))
        return Ends(looks, looked_at, thickness, opacity)


def laid_out(picture: LinesPicture, width: float, height: float | None = None) -> LinesLayout:
    """Return the layout of a picture in `width` pixels, as high as it comes out, or in `height` pixels at most."""
    metrics = QFontMetricsF(picture.font)
    line = metrics.height()
    widest = max((metrics.horizontalAdvance(shown(token)) for token in _longest(picture)), default=0.0)
    most, top = max(len(picture.rows), len(picture.columns), 1), 1.5 * line
    pitch = _PITCH * line if height is None else min(_PITCH * line, max(1.0, height - top) / most)
    return LinesLayout(
        width=width,
        top=top,
        pitch=pitch,
        label=min(max(1.1 * widest + 4, 3 * line), _MOST_LABEL * width),
        gap=_GAP * line,
        counts=(len(picture.rows), len(picture.columns)),
        heads=len(picture.weights),
        mirrored=picture.mirrored,
    )


def _longest(picture: LinesPicture) -> list[str]:
    """Return the tokens that may be the widest, so that not each of a thousand has to be measured."""
    return sorted({*picture.rows, *picture.columns}, key=len, reverse=True)[:16]
