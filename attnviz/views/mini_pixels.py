"""The pixels of a small map of a matrix. Must not know widgets, and must not lose a large number.

More cells than pixels: each pixel is the largest number under it (by magnitude, where signs are shown).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

from attnviz.views.colormaps import Colours
from attnviz.views.heatmap_image import block_max, rgb32, signed_codes
from attnviz.views.heatmap_picture import colour_indices
from attnviz.views.theme import Theme

HIDDEN = 0  # code of a hidden cell; a visible one has 1 + the index of its colour
_ROOMY = 7  # device pixels a cell must have for a gap and rounded corners
_LEVELS = (0.0, 0.35, 1.0)  # how much of a pixel a block covers: the gap, its corners, the rest
_DASHES = 9  # device pixels a hidden cell must have for a dashed outline; a smaller one is just empty

Codes = NDArray[np.uint16]


@dataclass(frozen=True)
class Grid:
    """How a matrix lies on `width` by `height` device pixels: as so many blocks, gaps included.

    With a `gap`, each block has the same number of pixels; without one, blocks may differ by a pixel.
    """

    rows: int
    columns: int
    width: int
    height: int
    gap: int


def grid(rows: int, columns: int, width: int, height: int, tallest: int) -> Grid:
    """Return the grid of a matrix (rows, columns) in `width` by `height` device pixels, no block over `tallest`."""
    high, wide = min(height / rows, tallest), min(width / columns, tallest)
    wide = min(wide, high * 1.5)
    high = min(high, max(wide * 8, tallest * 0.75))
    smaller = int(min(high, wide))
    if smaller < _ROOMY:
        height, width = max(1, round(high * rows)), max(1, round(wide * columns))
        return Grid(min(rows, height), min(columns, width), width, height, 0)
    gap = 1 if smaller < 16 else round(smaller * 0.11)
    return Grid(rows, columns, int(wide) * columns, int(high) * rows, gap)


def codes(
    values: NDArray[np.float32], mask: NDArray[np.bool_] | None, signed: bool, limit: float, rows: int, columns: int
) -> Codes:
    """Return a code for each of `rows` by `columns` blocks: HIDDEN, or 1 + the index in a table of 256 colours.

    A number that is not finite counts as hidden. A block is hidden if all of it is.
    """
    finite = np.isfinite(values)
    visible = finite if mask is None else mask & finite
    some = not visible.all()
    clean = np.where(visible, values, np.float32(0.0)) if some else values
    if signed:
        return signed_codes(clean, visible if some else None, limit, rows, columns)
    shares: NDArray[np.float32] = clean if limit == 1.0 else np.float32(1.0 / limit if limit > 0 else 1.0) * clean
    made = colour_indices(block_max(shares, rows, columns)).astype(np.uint16) + np.uint16(1)
    if some:
        made *= block_max(visible, rows, columns)
    return made


def image(cells: Codes, lattice: Grid, colours: Colours, look: Theme, background: int) -> QImage:
    """Return the cells as an image on `background` (0xffrrggbb), to be drawn as large as the grid, unsmoothed.

    Blocks with a gap have rounded corners, and a dashed outline if they are hidden; others are a pixel each.
    """
    palette = _palette(colours.tobytes(), background)
    if not lattice.gap:
        pixels = palette[-1].take(cells)
    else:
        wide, high = lattice.width // lattice.columns, lattice.height // lattice.rows
        place = _stamp(wide, high, lattice.gap)
        spread = place[None, :, None, :] + cells[:, None, :, None].astype(np.int32)  # (rows, high, columns, wide)
        pixels = palette.reshape(-1).take(spread)
        if min(wide, high) >= _DASHES and not cells.all():
            outline = _dashes(wide, high, lattice.gap)[None, :, None, :] & (cells == HIDDEN)[:, None, :, None]
            pixels[outline] = np.uint32(QColor(look.border).rgb())
        pixels = np.ascontiguousarray(pixels.reshape(lattice.height, lattice.width))
    height, width = pixels.shape
    return QImage(pixels.data, width, height, width * 4, QImage.Format.Format_RGB32).copy()


@lru_cache(maxsize=16)
def _palette(colours: bytes, background: int) -> NDArray[np.uint32]:
    """Return the pixel of each code, for each of the _LEVELS of cover: (levels, 257)."""
    behind = np.array([background >> 16 & 255, background >> 8 & 255, background & 255], np.float32)
    table = np.frombuffer(colours, np.uint8).reshape(-1, 3).astype(np.float32)
    levels = np.array(_LEVELS, np.float32)[:, None, None]
    shades = levels * table + (1.0 - levels) * behind
    hidden = np.broadcast_to(behind, (len(levels), 1, 3))
    return rgb32(np.rint(np.concatenate([hidden, shades], axis=1)).astype(np.uint8))


@lru_cache(maxsize=64)
def _stamp(wide: int, high: int, gap: int) -> NDArray[np.int32]:
    """Return where in a palette each pixel of a block looks, by how much of it is covered: (high, wide)."""
    level = np.zeros((high, wide), np.int32)
    bottom, right = high - gap, wide - gap
    level[:bottom, :right] = len(_LEVELS) - 1
    for row in (0, bottom - 1):
        for column in (0, right - 1):
            level[row, column] = 1
    return level * 257


@lru_cache(maxsize=64)
def _dashes(wide: int, high: int, gap: int) -> NDArray[np.bool_]:
    """Return the outline of a hidden block: (high, wide)."""
    made = np.zeros((high, wide), np.bool_)
    bottom, right = high - gap, wide - gap
    across, down = np.arange(right) % 4 < 2, np.arange(bottom) % 4 < 2
    made[0, :right], made[bottom - 1, :right] = across, across
    made[:bottom, 0] |= down
    made[:bottom, right - 1] |= down
    return made
