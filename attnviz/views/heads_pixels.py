"""The small maps of all heads as one picture, one below the other, coloured in one go. Must not know widgets.

Of more cells than pixels each pixel is the largest weight under it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from attnviz.views import mini_pixels
from attnviz.views.colormaps import table
from attnviz.views.heatmap_image import block_max
from attnviz.views.heatmap_picture import colour_indices
from attnviz.views.mini_pixels import Grid
from attnviz.views.theme import Theme

Maps = NDArray[np.float32] | NDArray[np.uint8]  # (heads, n, m)  weights, or weights in 255ths


def column_of_maps(
    maps: Maps, mask: NDArray[np.bool_], grid: Grid, colormap: str, look: Theme, background: int
) -> QImage:
    """Return the maps (heads, n, m) on `background` (0xffrrggbb), each as high as `part_of` says.

    maps: finite, and nothing where they are hidden. mask: (n, m), True = visible, the same for every head.
    """
    heads, rows, columns = maps.shape
    # Blocks of the tall matrix never reach over the edge of a head: k · heads · n // (heads · parts) = k · n // parts
    tall = maps.reshape(heads * rows, columns)
    indices = tall if tall.dtype == np.uint8 else colour_indices(tall.astype(np.float32, copy=False))
    codes = block_max(indices, heads * grid.rows, grid.columns).astype(np.uint16) + np.uint16(1)
    if not mask.all():
        codes.reshape(heads, grid.rows, grid.columns)[:] *= block_max(mask, grid.rows, grid.columns)
    whole = Grid(heads * grid.rows, grid.columns, grid.width, heads * grid.height, grid.gap)
    return mini_pixels.image(codes, whole, table(colormap, look.dark), look, background)


def part_of(image: QImage, head: int, heads: int) -> QRect:
    """Return where the map of `head` is in the picture of all `heads`."""
    high = image.height() // heads
    return QRect(0, head * high, image.width(), high)
