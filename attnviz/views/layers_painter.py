"""Draws the small maps of all heads with their names. Must not colour a weight."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter

from attnviz.views.heads_painter import StripPlaces, paint_map
from attnviz.views.heads_pixels import part_of
from attnviz.views.layers_layout import RowsOfLayers
from attnviz.views.theme import Theme

_APART = 1.3  # a name every so many widths of one, at least


def paint_parts(painter: QPainter, image: QImage, places: StripPlaces, parts: Sequence[int], seen: QRect) -> None:
    """Draw the maps that are in the rectangle `seen`; the one in place k is number parts[k] in `image`."""
    for place, part in enumerate(parts):
        if places.square(place).intersects(seen):
            paint_map(painter, places.cells(place), image, part_of(image, part, len(parts)))


def paint_labels(
    painter: QPainter, places: StripPlaces, labels: Sequence[str], shown: int, seen: QRect, look: Theme
) -> None:
    """Write a label below each map, that of place `shown` in the accent colour; the painter has the font."""
    away = places.layout.gap // 2
    for place, label in enumerate(labels):
        square = places.square(place)
        below = QRect(square.left(), square.bottom() + 3, square.width(), places.layout.number - 2)
        if below.intersects(seen):
            painter.setPen(QColor(look.accent if place == shown else look.muted))
            painter.drawText(below.adjusted(-away, 0, away, 0), Qt.AlignmentFlag.AlignCenter, label)


def paint_names(
    painter: QPainter,
    places: StripPlaces,
    layout: RowsOfLayers,
    layers: Sequence[str],
    heads: Sequence[str],
    shown: int,
    look: Theme,
) -> None:
    """Write the name of each layer beside its row and of the heads above, those of place `shown` in the accent colour.

    Where the maps are too narrow for a name above each, every second or third has one.
    """
    layer, head = layout.cells[shown] if shown >= 0 else (-1, -1)
    room = QRect(0, 0, layout.left, layout.side)
    for index, name in enumerate(layers):
        square = places.square(layout.places[index, 0])
        room.moveTop(square.top())
        room.moveLeft(places.width - layout.left if places.mirrored else 0)
        painter.setPen(QColor(look.accent if index == layer else look.muted))
        near = Qt.AlignmentFlag.AlignLeft if places.mirrored else Qt.AlignmentFlag.AlignRight
        painter.drawText(room, near | Qt.AlignmentFlag.AlignVCenter, name)
    if not layout.top:
        return
    metrics, step = QFontMetricsF(painter.font()), layout.side + layout.gap
    every = max(1, -(-int(_APART * metrics.horizontalAdvance(heads[-1])) // step))
    for index, name in enumerate(heads):
        if index % every == 0:
            above = layout.above(index, places.width, places.mirrored)
            painter.setPen(QColor(look.accent if index == head else look.muted))
            painter.drawText(above.adjusted(-step, 0, step, 0), Qt.AlignmentFlag.AlignCenter, name)
