"""What shows that a cell was set by hand: a corner, and while the mouse draws, the cell as it will be.

Must not know how cells are set, nor where they stand: it is given a layout.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF

from attnviz.views.heatmap_cells import HIDDEN, CellLook, corner
from attnviz.views.heatmap_layout import HeatmapLayout
from attnviz.views.heatmap_picture import HeatmapPicture
from attnviz.views.heatmap_text import base_pixels

_SHARE, _LEAST, _MOST = 0.3, 4.0, 1.3  # of a cell's shorter side; pixels; times the text size
_EDGE = 1.5  # pixels of canvas that set the corner off against a dark cell
_PALE = 0.35  # how much of the accent colour a cell has that will be visible


def paint_corners(painter: QPainter, picture: HeatmapPicture, layout: HeatmapLayout) -> None:
    """Mark the top left corner of each cell of `picture.drawn`, visible or hidden. In an image there is no room."""
    if layout.separate:
        _paint(painter, picture, layout, picture.drawn)


def paint_stroke(
    painter: QPainter,
    picture: HeatmapPicture,
    layout: HeatmapLayout,
    cells: Iterable[tuple[int, int]],
    visible: bool,
) -> None:
    """Paint the `cells` of a stroke that is still being drawn, as they will be."""
    look, pale, here = CellLook(picture, layout), QColor(picture.theme.accent), list(cells)
    pale.setAlphaF(_PALE)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for row, column in here:
        box = layout.cell_rect(row, column)
        painter.fillRect(box, QColor(picture.theme.canvas))
        if visible:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(pale)
            painter.drawRoundedRect(box, look.radius, look.radius)
        else:
            look.draw(painter, box, HIDDEN)
    _paint(painter, picture, layout, here)
    painter.restore()


def _paint(painter: QPainter, picture: HeatmapPicture, layout: HeatmapLayout, cells: Iterable[tuple[int, int]]) -> None:
    here = [cell for cell in cells if picture.visible.holds(*cell)]
    if not here:
        return
    wide, high = layout.pitch_x - layout.gap, layout.pitch_y - layout.gap
    side = min(max(_LEAST, min(wide, high) * _SHARE), _MOST * base_pixels(picture.font))
    edge, mark = (_corner(wide, high, corner(layout), length) for length in (side + _EDGE * 1.5, side))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for row, column in here:
        place = layout.cell_rect(row, column).topLeft()
        painter.translate(place)
        painter.fillPath(edge, QColor(picture.theme.canvas))
        painter.fillPath(mark, QColor(picture.theme.accent))
        painter.translate(-place)
    painter.restore()


def _corner(wide: float, high: float, radius: float, side: float) -> QPainterPath:
    """Return the top left corner of a rounded cell at (0, 0), cut off so that its sides have this length."""
    cell, cut = QPainterPath(), QPainterPath()
    cell.addRoundedRect(QRectF(0, 0, wide, high), radius, radius)
    cut.addPolygon(QPolygonF([QPointF(0, 0), QPointF(side, 0), QPointF(0, side), QPointF(0, 0)]))
    return cell.intersected(cut)
