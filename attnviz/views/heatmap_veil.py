"""What lets rows and columns of the heat map stand back: a veil over their cells. Must not know why they do."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from attnviz.views.heatmap_layout import HeatmapLayout
from attnviz.views.heatmap_picture import HeatmapPicture
from attnviz.views.theme import Theme

_VEIL = 0.65  # how much of the canvas lies over a cell
_LABEL = 0.45  # the same over a label, which has to be read


def veiled(colour: str, look: Theme) -> QColor:
    """Return the colour of a label that stands back: on the way to the canvas."""
    one, other = QColor(colour), QColor(look.canvas)
    pairs = (one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue())
    return QColor(*(round((1 - _LABEL) * mine + _LABEL * ground) for mine, ground in pairs))


def paint_veil(painter: QPainter, picture: HeatmapPicture, layout: HeatmapLayout) -> None:
    """Cover the cells of `picture.dimmed_rows` and `dimmed_columns` thinly; where the two cross, once."""
    area, view = layout.area, picture.visible
    veil = QPainterPath()
    veil.setFillRule(Qt.FillRule.WindingFill)
    for row in _inside(picture.dimmed_rows, view.first_row, view.rows):
        cell = layout.cell_rect(row, view.first_column)
        veil.addRect(QRectF(area.left(), cell.top(), area.width(), cell.height()))
    for column in _inside(picture.dimmed_columns, view.first_column, view.columns):
        cell = layout.cell_rect(view.first_row, column)
        veil.addRect(QRectF(cell.left(), area.top(), cell.width(), area.height()))
    if veil.isEmpty():
        return
    colour = QColor(picture.theme.canvas)
    colour.setAlphaF(_VEIL)
    painter.fillPath(veil, colour)


def _inside(places: Iterable[int], first: int, count: int) -> list[int]:
    return [place for place in sorted(places) if first <= place < first + count]
