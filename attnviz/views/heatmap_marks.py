"""Outlines round the pinned and the pointed-at row and cell. Must not decide what is pinned."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from attnviz.views.heatmap_cells import corner
from attnviz.views.heatmap_layout import HeatmapLayout
from attnviz.views.heatmap_picture import Cell, HeatmapPicture
from attnviz.views.heatmap_text import base_pixels

_MARGIN = 6.0  # pixels that outlines may reach beyond the cells


def paint_marks(
    painter: QPainter, picture: HeatmapPicture, layout: HeatmapLayout, cell: Cell, strong: bool, ratio: float | None
) -> None:
    """Outline a row and a cell: strongly if pinned, lightly if only pointed at.

    With a `ratio` (device pixels per pixel of a screen), outlines are copied ready-made; without, drawn as curves.
    """
    painter.save()
    painter.setClipRect(layout.area.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if picture.crosshair:
        _draw_crosshair(painter, picture, layout, cell, strong)
    elif layout.separate:
        _outline_cells(painter, picture, layout, cell, strong, ratio)
    else:
        _draw_cross(painter, picture, layout, cell, strong)
    painter.restore()


def _outline_cells(
    painter: QPainter, picture: HeatmapPicture, layout: HeatmapLayout, cell: Cell, strong: bool, ratio: float | None
) -> None:
    row, column = cell
    view, accent = picture.visible, QColor(picture.theme.accent)
    accent.setAlphaF(0.45 if strong else 0.3)
    thin = QPen(accent, max(1.0, layout.gap * (0.7 if strong else 0.35)))
    if view.first_row <= row < view.first_row + view.rows:
        seen = picture.mask[row, view.first_column : view.first_column + view.columns].nonzero()[0].tolist()
        for other in (view.first_column + index for index in seen):
            if strong or other != column:
                _outline(painter, layout, layout.cell_rect(row, other), thin, ratio)
    if column is not None and view.holds(row, column):
        accent.setAlphaF(1.0)
        thick = QPen(accent, max(1.5, layout.gap * (0.8 if strong else 0.4)))
        _outline(painter, layout, layout.cell_rect(row, column), thick, ratio)


def _outline(painter: QPainter, layout: HeatmapLayout, box: QRectF, pen: QPen, ratio: float | None) -> None:
    """Draw a rounded frame in the gap round `box`."""
    grow, radius = layout.gap / 2, corner(layout) + layout.gap / 2
    if ratio is None:
        painter.setPen(pen)
        painter.drawRoundedRect(box.adjusted(-grow, -grow, grow, grow), radius, radius)
        return
    frame = _frame(box.width() + 2 * grow, box.height() + 2 * grow, radius, pen.widthF(), pen.color().rgba(), ratio)
    painter.drawImage(QPointF(box.left() - grow - _MARGIN, box.top() - grow - _MARGIN), frame)


@lru_cache(maxsize=32)
def _frame(width: float, height: float, radius: float, thickness: float, colour: int, ratio: float) -> QImage:
    """Return a rounded frame with a margin: Qt takes a quarter of a millisecond to draw one, microseconds to copy."""
    wide, high = (math.ceil((side + 2 * _MARGIN) * ratio) for side in (width, height))
    image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor.fromRgba(colour), thickness))
    painter.drawRoundedRect(QRectF(_MARGIN, _MARGIN, width, height), radius, radius)
    painter.end()
    return image


def _draw_cross(painter: QPainter, picture: HeatmapPicture, layout: HeatmapLayout, cell: Cell, strong: bool) -> None:
    """Frame the row and the column of `cell`, just outside its pixels so that they stay to be seen."""
    row, column = cell
    accent, area = QColor(picture.theme.accent), layout.area
    accent.setAlphaF(0.95 if strong else 0.55)
    painter.setPen(QPen(accent, 1.0))
    box = layout.cell_rect(row, column or 0).adjusted(-0.5, -0.5, 0.5, 0.5)
    if area.top() - 1 <= box.center().y() <= area.bottom() + 1:
        painter.drawRect(QRectF(area.left() - 0.5, box.top(), area.width() + 1, box.height()))
    if column is not None and area.left() - 1 <= box.center().x() <= area.right() + 1:
        painter.drawRect(QRectF(box.left(), area.top() - 0.5, box.width(), area.height() + 1))


def _draw_crosshair(
    painter: QPainter, picture: HeatmapPicture, layout: HeatmapLayout, cell: Cell, strong: bool
) -> None:
    """Draw a thick band round the row and the column of `cell`, to be seen from the last row of a room."""
    row, column = cell
    accent, area = QColor(picture.theme.accent), layout.area
    accent.setAlphaF(1.0 if strong else 0.6)
    thick = max(4.0, base_pixels(picture.font) * 0.22)
    painter.setPen(QPen(accent, thick, j=Qt.PenJoinStyle.MiterJoin))
    box, grow = layout.cell_rect(row, column or 0), max(layout.gap, thick) / 2
    box.adjust(-grow, -grow, grow, grow)
    whole = area.adjusted(-grow, -grow, grow, grow)
    view = picture.visible
    if view.first_row <= row < view.first_row + view.rows:
        painter.drawRect(QRectF(whole.left(), box.top(), whole.width(), box.height()))
    if column is not None and view.first_column <= column < view.first_column + view.columns:
        painter.drawRect(QRectF(box.left(), whole.top(), box.width(), whole.height()))
