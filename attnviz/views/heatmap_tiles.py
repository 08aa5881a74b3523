"""The separate cells, quickly: each different cell is painted once, then copied by NumPy.

Must not be used where a picture is to stay vectors. Painting 2,304 antialiased rounded cells takes Qt some 30 ms;
gathering them from a table of ready tiles takes one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from attnviz.views.heatmap_cells import CellLook, codes
from attnviz.views.heatmap_layout import HeatmapLayout
from attnviz.views.heatmap_picture import HeatmapPicture

_CODES = 1 << 16
_TALLEST_SHEET = 8192  # pixels of one scratch image
_MOST_BYTES = 48 << 20  # of ready tiles; beyond it they are forgotten


class TileCache:
    """Ready tiles of one size and look. Forgets them when the size or the look changes."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._slots = np.full(_CODES, -1, np.int32)  # code -> position in _tiles
        self._tiles = np.empty((0, 1, 1), np.uint32)
        self._count = 0
        self._pixels = np.empty(0, np.uint32)

    def image(self, picture: HeatmapPicture, layout: HeatmapLayout, ratio: float) -> QImage:
        """Return all cells on the canvas colour; valid until the next call."""
        wanted = codes(picture)
        high, wide = round(layout.pitch_y * ratio), round(layout.pitch_x * ratio)
        self._prepare(picture, layout, ratio, wanted, high, wide)
        rows, columns = wanted.shape
        if self._pixels.size != rows * columns * high * wide:
            self._pixels = np.empty(rows * columns * high * wide, np.uint32)
        out = self._pixels.reshape(rows, high, columns, wide)
        line = np.empty((columns, high, wide), np.uint32)
        for row, slots in enumerate(self._slots[wanted]):
            self._tiles.take(slots, axis=0, out=line, mode="clip")  # "clip" spares a copy; all slots exist
            out[row] = line.transpose(1, 0, 2)
        image = QImage(self._pixels.data, columns * wide, rows * high, columns * wide * 4, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        return image

    def _prepare(
        self,
        picture: HeatmapPicture,
        layout: HeatmapLayout,
        ratio: float,
        wanted: NDArray[np.int32],
        high: int,
        wide: int,
    ) -> None:
        """Paint the tiles that are wanted and not there yet."""
        key: tuple[object, ...] = (high, wide, layout.gap, layout.number_pixels, ratio, picture.theme)
        key += (picture.font.toString(), picture.table.tobytes(), picture.limit is None, picture.drawing)
        if key != self._key or self._tiles.nbytes > _MOST_BYTES:
            self._key, self._count = key, 0
            self._slots.fill(-1)
            self._tiles = np.empty((0, high, wide), np.uint32)
        # Not np.unique: its first call imports numpy.ma, which takes as long as painting the whole window
        missing = np.array(sorted(set(wanted[self._slots[wanted] < 0].tolist())), dtype=np.int32)
        if not len(missing):
            return
        self._reserve(self._count + len(missing), high, wide)
        look = CellLook(picture, layout)
        batch = max(1, _TALLEST_SHEET // high)
        for start in range(0, len(missing), batch):
            part = missing[start : start + batch]
            self._tiles[self._count : self._count + len(part)] = _sheet(look, part, high, wide, ratio)
            self._slots[part] = np.arange(self._count, self._count + len(part))
            self._count += len(part)

    def _reserve(self, count: int, high: int, wide: int) -> None:
        if count > len(self._tiles):
            grown = np.empty((max(count, 2 * len(self._tiles)), high, wide), np.uint32)
            grown[: self._count] = self._tiles[: self._count]
            self._tiles = grown


def _sheet(look: CellLook, wanted: NDArray[np.int32], high: int, wide: int, ratio: float) -> NDArray[np.uint32]:
    """Return the tiles of the codes `wanted`, one below the other: (k, high, wide)."""
    pixels = np.empty((len(wanted), high, wide), np.uint32)
    image = QImage(pixels.data, wide, high * len(wanted), wide * 4, QImage.Format.Format_RGB32)
    image.fill(QColor(look.theme.canvas))
    image.setDevicePixelRatio(ratio)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for index, code in enumerate(wanted.tolist()):
        look.draw(painter, QRectF(0, index * high / ratio, look.width, look.height), code)
    painter.end()
    return pixels
