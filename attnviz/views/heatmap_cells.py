"""What one cell of the heat map looks like, and which look each cell has. Must not know where a cell stands."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from attnviz.views.colormaps import inks
from attnviz.views.heatmap_figures import cell_text
from attnviz.views.heatmap_image import covered
from attnviz.views.heatmap_layout import HeatmapLayout
from attnviz.views.heatmap_picture import FAINT, HeatmapPicture
from attnviz.views.heatmap_text import lettering

HIDDEN = 0  # may not be looked at
EMPTY = 1  # may be looked at, but gets under 0.1 %
COVERED = 2  # not to be seen yet
_ROOM_FOR_PLUS = 16  # pixels
_FIRST = 3  # from here on: 128 · colour + percentage


def codes(picture: HeatmapPicture) -> NDArray[np.int32]:
    """Return one number for each visible cell; cells of the same number look the same."""
    weights, mask = picture.shown()
    if picture.limit is not None:
        filled = picture.indices(weights).astype(np.int32) * 128 + _FIRST
    else:
        whole = np.clip(np.rint(weights.astype(np.float64) * 100.0), 0, 127).astype(np.int32)
        filled = picture.indices(weights).astype(np.int32) * 128 + whole + _FIRST
        filled = np.where(weights >= FAINT, filled, EMPTY)
    for row in picture.covered_here():
        filled[row] = COVERED
    return np.where(mask, filled, HIDDEN).astype(np.int32)


def paint_numbers(painter: QPainter, picture: HeatmapPicture, layout: HeatmapLayout) -> None:
    """Write numbers that are no shares into their cells. There are too many different ones to keep painted cells."""
    if picture.limit is None or not layout.number_pixels:
        return
    values, mask = picture.shown()
    letters, view = lettering(picture.font, layout.number_pixels), picture.visible
    ink_of = _colours(picture.table.tobytes())[1]
    colours, unseen = picture.indices(values).tolist(), set(picture.covered_here())
    numbers = values.tolist()
    for row, column in np.argwhere(mask).tolist():
        if row not in unseen:
            box = layout.cell_rect(view.first_row + row, view.first_column + column)
            text = cell_text(numbers[row][column], picture.limit)
            letters.draw(painter, text, box, Qt.AlignmentFlag.AlignHCenter, ink_of[colours[row][column]])


class CellLook:
    """Draws a cell of a given code, for one picture and layout."""

    def __init__(self, picture: HeatmapPicture, layout: HeatmapLayout) -> None:
        self.theme = picture.theme
        self.width = layout.pitch_x - layout.gap
        self.height = layout.pitch_y - layout.gap
        self.radius = corner(layout)
        self._letters = lettering(picture.font, layout.number_pixels) if layout.number_pixels else None
        self._percentages = picture.limit is None
        self._cover = QColor(covered(picture))
        self._fills, self._inks = _colours(picture.table.tobytes())
        self._hidden = dashed(QColor(self.theme.muted if picture.drawing else self.theme.border))
        self._inviting = picture.drawing and min(self.width, self.height) >= _ROOM_FOR_PLUS
        self._ground = QBrush(QColor(self.theme.field)) if picture.drawing else QBrush(Qt.BrushStyle.NoBrush)
        self._empty = dashed(_between(QColor(self.theme.border), QColor(self.theme.muted)))

    def draw(self, painter: QPainter, box: QRectF, code: int) -> None:
        """Draw one cell in `box`."""
        if code == COVERED:
            self._draw_cover(painter, box)
            return
        if code < _FIRST:
            painter.setPen(self._hidden if code == HIDDEN else self._empty)
            painter.setBrush(self._ground if code == HIDDEN else QBrush(Qt.BrushStyle.NoBrush))
            _draw_frame(painter, box.adjusted(0.5, 0.5, -0.5, -0.5), self.radius)
            if code == HIDDEN and self._inviting:
                _draw_plus(painter, box, QColor(self.theme.muted))
            return
        colour, percentage = divmod(code - _FIRST, 128)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(self._fills[colour]))
        painter.drawRoundedRect(box, self.radius, self.radius)
        if self._letters is not None and self._percentages:
            self._letters.draw(painter, str(percentage), box, Qt.AlignmentFlag.AlignHCenter, self._inks[colour])

    def _draw_cover(self, painter: QPainter, box: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._cover)
        painter.drawRoundedRect(box, self.radius, self.radius)
        if self._letters is not None:
            self._letters.draw(painter, "?", box, Qt.AlignmentFlag.AlignHCenter, QColor(self.theme.text))


@lru_cache(maxsize=8)
def _colours(table: bytes) -> tuple[list[QColor], list[QColor]]:
    """Return the fill and the ink of each of the 256 colours of a table (256, 3) uint8."""
    colours = np.frombuffer(table, dtype=np.uint8).reshape(-1, 3)
    return [QColor(*colour) for colour in colours.tolist()], [QColor(colour) for colour in inks(colours)]


def corner(layout: HeatmapLayout) -> float:
    """Return the radius of a cell's corners."""
    return min(8.0, (layout.pitch_y - layout.gap) * 0.12)


def _draw_frame(painter: QPainter, box: QRectF, radius: float) -> None:
    """Draw the outline of a cell; a small one has square corners, since its dashes would only be crumbs of a curve."""
    if radius < 2.0:
        painter.drawRect(box)
    else:
        painter.drawRoundedRect(box, radius, radius)


def _draw_plus(painter: QPainter, box: QRectF, colour: QColor) -> None:
    """Draw what says that something can be put here."""
    middle, arm = box.center(), min(box.width(), box.height()) * 0.14
    painter.setPen(QPen(colour, max(1.0, arm * 0.25)))
    painter.drawLine(middle - QPointF(arm, 0), middle + QPointF(arm, 0))
    painter.drawLine(middle - QPointF(0, arm), middle + QPointF(0, arm))


def _between(first: QColor, second: QColor) -> QColor:
    """Return a colour 40 % of the way from `first` to `second`."""
    pairs = (first.red(), second.red()), (first.green(), second.green()), (first.blue(), second.blue())
    return QColor(*(round(0.6 * one + 0.4 * other) for one, other in pairs))


def dashed(colour: QColor) -> QPen:
    """Return the pen of a cell without a fill."""
    pen = QPen(colour, 1.0)
    pen.setDashPattern([3.0, 2.0])
    return pen
