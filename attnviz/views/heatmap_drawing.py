"""The heat map drawn on: cells turned between visible and hidden, by mouse and key. Must not change a mask itself.

A stroke is shown while it is drawn and said when it ends; what comes of it is shown by whoever is told.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from attnviz.views import theme
from attnviz.views.heatmap_content import Content
from attnviz.views.heatmap_corners import paint_stroke
from attnviz.views.heatmap_layout import HeatmapLayout
from attnviz.views.heatmap_lens import HeatmapLens
from attnviz.views.heatmap_picture import Cell, HeatmapPicture
from attnviz.views.heatmap_stroke import Stroke
from attnviz.views.heatmap_text import base_pixels
from attnviz.views.heatmap_words import hint_height, paint_hint


class HeatmapDrawing(HeatmapLens):
    """A heat map whose cells can be turned, while drawing is on and a matrix with a mask is shown.

    Signals: cells_drawn(object), a tuple of (row, column, visible) for one stroke: those that it turns.
    """

    cells_drawn = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stroke: Stroke | None = None

    def show_drawing(self, on: bool) -> None:
        """Let a click, a drag or Space turn cells between visible and hidden, or no longer."""
        if on != self._drawing:
            self._drawing, self._arranged = on, None
            self._drop_stroke()
            self._show_cursor(None)
            self.update()

    def drawing_hint(self) -> str:
        """Return what the line below the map says; empty while drawing is off."""
        if not self._drawing:
            return ""
        clicked, closer, other = self._hints()
        layout = self.layout_now()
        if layout is None or not self._content.masked:
            return other
        return clicked if layout.separate else closer

    def _hints(self) -> tuple[str, str, str]:
        return (
            self.tr("Click or drag over cells to hide or show them; Space turns the pinned cell."),
            self.tr("Zoom in to draw: the cells are too small here. Space turns the pinned cell."),
            self.tr("This matrix has no mask to draw on."),
        )

    def _can_turn(self, cell: Cell | None) -> bool:
        """Return whether `cell` could be turned: one with a mask, in a row whose numbers are open."""
        if not self._drawing or not self._content.masked or cell is None:
            return False
        return cell[1] is not None and cell[0] not in self._covered

    def _turnable_at(self, point: QPointF) -> tuple[int, int] | None:
        """Return the cell that a click at `point` would turn."""
        layout = self.layout_now()
        cell = layout.cell_at(point) if layout is not None and layout.separate else None
        return cell if self._can_turn(cell) else None

    def _visible(self, row: int, column: int) -> bool:
        """Return what a cell was set to by hand, or else whether it is to be seen.

        The two differ where a row that was left nothing to see shows something all the same.
        """
        return self._drawn.get((row, column), bool(self._content.mask[row, column]))

    def _begin_stroke(self, point: QPointF) -> bool:
        """Return whether a stroke begins at `point`."""
        cell = self._turnable_at(point)
        if cell is not None:
            self._stroke = Stroke(cell, not self._visible(*cell))
            self.update()
        return cell is not None

    def _extend_stroke(self, point: QPointF) -> None:
        """Draw on to `point`; cells that the pointer jumped over are on the way."""
        layout, stroke = self.layout_now(), self._stroke
        if stroke is None or layout is None:
            return
        cell = layout.cell_at(point)
        if cell is None:
            stroke.lift()
            return
        for place in stroke.way_to(cell):
            if self._can_turn(place) and self._visible(*place) != stroke.visible:
                stroke.add(place)
        self.update()

    def _end_stroke(self) -> None:
        """Say what was drawn."""
        stroke = self._stroke
        self._drop_stroke()
        if stroke is not None:
            self.cells_drawn.emit(stroke.cells())

    def _drop_stroke(self) -> None:
        self._stroke = None
        self.update()

    def _turn_pinned(self) -> None:
        """Turn the pinned cell, if it can be turned and no stroke is being drawn."""
        pin = self._pinned()
        if pin is not None and pin[1] is not None and self._can_turn(pin) and self._stroke is None:
            self.cells_drawn.emit(((pin[0], pin[1], not self._visible(pin[0], pin[1])),))

    def _show_cursor(self, point: QPointF | None) -> None:
        """Show by the pointer whether a click at `point` would turn a cell."""
        if point is not None and self._turnable_at(point) is not None:
            self.setCursor(Qt.CursorShape.CrossCursor)
        else:
            self.unsetCursor()

    def _show_content(self, content: Content) -> None:
        if content.shape != self._content.shape or not content.masked:
            self._drop_stroke()
        super()._show_content(content)

    def _room(self) -> QRectF:
        room = super()._room()
        return room.adjusted(0, 0, 0, -self._hint_height()) if self._drawing else room

    def _hint_room(self) -> QRectF:
        side = base_pixels(self.font()) * 0.5
        return QRectF(self.rect()).adjusted(side, 0, -side, 0)

    def _hint_height(self) -> float:
        return hint_height(self._hints(), self._hint_room().width(), self.font())

    def _paint_over(self, painter: QPainter, picture: HeatmapPicture, layout: HeatmapLayout) -> None:
        super()._paint_over(painter, picture, layout)
        if self._stroke is not None:
            paint_stroke(painter, picture, layout, self._stroke.places, self._stroke.visible)
        if self._drawing:
            room = self._hint_room()
            room.setTop(room.bottom() - self._hint_height())
            paint_hint(painter, room, self.drawing_hint(), theme.current(), self.font())
