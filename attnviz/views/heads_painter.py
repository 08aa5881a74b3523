"""Draws the strip of small maps: copies them into their places, numbers and outlines them. Must not colour a weight."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPaintEngine, QPainter, QPen

from attnviz.views.heads_layout import StripLayout
from attnviz.views.heads_pixels import part_of
from attnviz.views.theme import Theme


@dataclass(frozen=True)
class StripMarks:
    """Which heads are marked: -1 for none."""

    shown: int
    alone: bool  # `shown` is what the large map shows
    pointed: int
    keys: int  # where the keys are, while they come here


@dataclass(frozen=True)
class StripPlaces:
    """Where everything is: the layout in a width of so many pixels, and the size of each map in them."""

    layout: StripLayout
    width: int
    mirrored: bool
    size: QSizeF  # of a map without the room round it
    ratio: float  # device pixels for each pixel

    def square(self, head: int) -> QRect:
        """Return the square that a map stands in."""
        return self.layout.place(head, self.width, self.mirrored)

    def cells(self, head: int) -> QRectF:
        """Return where the cells of a map are: in the middle of the square, on whole device pixels."""
        square, wide, high = self.square(head), self.size.width(), self.size.height()
        left = int((square.left() + (square.width() - wide) / 2) * self.ratio) / self.ratio
        top = int((square.top() + (square.height() - high) / 2) * self.ratio) / self.ratio
        return QRectF(left, top, wide, high)


def paint_maps(painter: QPainter, image: QImage, places: StripPlaces, marks: StripMarks, look: Theme) -> None:
    """Draw every map of `image`, its number below it and the outlines; the painter has the font of the numbers."""
    count = places.layout.count
    for head in range(count):
        paint_map(painter, places.cells(head), image, part_of(image, head, count))
    if places.layout.number:
        for head in range(count):
            painter.setPen(QColor(look.accent if head == marks.shown and marks.alone else look.muted))
            square = places.square(head)
            below = QRect(square.left(), square.bottom() + 3, square.width(), places.layout.number - 2)
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, str(head + 1))
    paint_outlines(painter, places, marks, look)


def paint_map(painter: QPainter, box: QRectF, image: QImage, part: QRect) -> None:
    """Draw a part of `image` in `box`. A file would take the whole of it each time, so it is given the part."""
    if painter.paintEngine().type() == QPaintEngine.Type.Raster:
        painter.drawImage(box, image, QRectF(part))
    else:
        painter.drawImage(box, image.copy(part))


def paint_outlines(painter: QPainter, places: StripPlaces, marks: StripMarks, look: Theme) -> None:
    """Outline the heads that are marked, the shown one in the accent colour."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if marks.pointed >= 0 and marks.pointed not in (marks.shown, marks.keys):
        _outline(painter, places.square(marks.pointed), QPen(QColor(look.muted), 1.5))
    style = Qt.PenStyle.SolidLine if marks.alone else Qt.PenStyle.DotLine
    _outline(painter, places.square(marks.shown), QPen(QColor(look.accent if marks.alone else look.muted), 2.0, style))
    if marks.keys >= 0:
        _outline(painter, places.square(marks.keys), QPen(QColor(look.text), 1.0), 2.0)


def _outline(painter: QPainter, square: QRect, pen: QPen, further: float = 0.0) -> None:
    away = 1.5 + further
    painter.setPen(pen)
    painter.drawRoundedRect(QRectF(square).adjusted(-away, -away, away, away), 3.0, 3.0)
