"""Paint a heat map on any painter: a window, a picture, SVG or PDF with its text as text. Must not know widgets.

`paint` is all an export needs. The window passes a `Backdrop` too, which keeps the slow part between two paints.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from attnviz.views.heatmap_cells import CellLook, codes, paint_numbers
from attnviz.views.heatmap_corners import paint_corners
from attnviz.views.heatmap_image import block_max, map_image
from attnviz.views.heatmap_labels import paint_labels
from attnviz.views.heatmap_layout import HeatmapLayout, arrange
from attnviz.views.heatmap_marks import paint_marks
from attnviz.views.heatmap_picture import HeatmapPicture, Viewport, whole_percentages
from attnviz.views.heatmap_tiles import TileCache
from attnviz.views.heatmap_veil import paint_veil

__all__ = [
    "Backdrop",
    "HeatmapLayout",
    "HeatmapPicture",
    "Viewport",
    "arrange",
    "block_max",
    "cell_at",
    "cell_rect",
    "paint",
    "paint_arranged",
    "whole_percentages",
]


class Backdrop:
    """Keeps the cells painted between two paints, for the screen: pointing at a cell then repaints only outlines."""

    def __init__(self) -> None:
        self._tiles = TileCache()
        self._key: tuple[object, ...] = ()
        self._image = QImage()

    def forget(self) -> None:
        """Paint anew next time, even if the arrays are the same objects."""
        self._key = ()

    def image(self, picture: HeatmapPicture, layout: HeatmapLayout, ratio: float) -> QImage:
        """Return the cells of `picture` without labels or outlines, in device pixels."""
        arrays = (picture.weights, picture.mask, picture.table)
        key: tuple[object, ...] = (*arrays, picture.theme, picture.font, layout, ratio, picture.limit, picture.covered)
        key += (picture.signed, picture.drawn, picture.drawing)
        if not self._same(key):
            self._image = self._made(picture, layout, ratio)
            self._key = key
        return self._image

    def _same(self, key: tuple[object, ...]) -> bool:
        """Return whether `key` is the last one: its three arrays the same objects, the rest equal."""
        if not self._key:
            return False
        return all(a is b for a, b in zip(key[:3], self._key[:3], strict=True)) and key[3:] == self._key[3:]

    def _made(self, picture: HeatmapPicture, layout: HeatmapLayout, ratio: float) -> QImage:
        if layout.separate:
            image = self._tiles.image(picture, layout, ratio)
            if picture.limit is not None or picture.drawn:
                painter = QPainter(image)
                painter.translate(-layout.area.topLeft())
                paint_numbers(painter, picture, layout)
                paint_corners(painter, picture, layout)
                painter.end()
            return image
        return map_image(picture, round(layout.area.height() * ratio), round(layout.area.width() * ratio))


def paint(painter: QPainter, rect: QRectF, picture: HeatmapPicture) -> None:
    """Paint `picture` centred in `rect`. Sizes are in the painter's own pixels; the background is left as it is."""
    if picture.visible.rows and picture.visible.columns:
        paint_arranged(painter, picture, arrange(rect, picture))


def cell_rect(rect: QRectF, picture: HeatmapPicture, row: int, column: int) -> QRectF:
    """Return where `paint` puts a cell."""
    return arrange(rect, picture).cell_rect(row, column)


def cell_at(rect: QRectF, picture: HeatmapPicture, point: QPointF) -> tuple[int, int] | None:
    """Return the (row, column) that `paint` puts at `point`, or None."""
    return arrange(rect, picture).cell_at(point)


def paint_arranged(
    painter: QPainter,
    picture: HeatmapPicture,
    layout: HeatmapLayout,
    backdrop: Backdrop | None = None,
    ratio: float = 1.0,
) -> None:
    """Paint `picture` where `layout` says. With a `backdrop`, cells are copied, in `ratio` device pixels a pixel."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if layout.separate and backdrop is None:
        _paint_cells(painter, picture, layout)
    elif layout.separate and backdrop is not None:
        painter.drawImage(layout.area.topLeft(), backdrop.image(picture, layout, ratio))
    else:
        _paint_image(painter, picture, layout, backdrop, ratio)
    paint_veil(painter, picture, layout)
    for cell, strong in ((picture.hovered, False), (picture.pinned, True)):
        if cell is not None:
            paint_marks(painter, picture, layout, cell, strong, None if backdrop is None else ratio)
    paint_labels(painter, picture, layout)
    painter.restore()


def _paint_cells(painter: QPainter, picture: HeatmapPicture, layout: HeatmapLayout) -> None:
    look, view = CellLook(picture, layout), picture.visible
    for row, line in enumerate(codes(picture).tolist()):
        for column, code in enumerate(line):
            look.draw(painter, layout.cell_rect(view.first_row + row, view.first_column + column), code)
    paint_numbers(painter, picture, layout)
    paint_corners(painter, picture, layout)


def _paint_image(
    painter: QPainter, picture: HeatmapPicture, layout: HeatmapLayout, backdrop: Backdrop | None, ratio: float
) -> None:
    if backdrop is not None:
        image = backdrop.image(picture, layout, ratio)
    else:
        scale = _device_scale(painter)
        image = map_image(picture, round(layout.area.height() * scale), round(layout.area.width() * scale))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.drawImage(layout.area, image)
    painter.setPen(QPen(QColor(picture.theme.border), 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(layout.area.adjusted(-0.5, -0.5, 0.5, 0.5))


def _device_scale(painter: QPainter) -> float:
    """Return how many device pixels one of the painter's pixels is."""
    turn = painter.deviceTransform()
    return max(1.0, math.hypot(turn.m11(), turn.m12()))
