"""The heat map: who looks at whom. Says which cell a person points at or pins; computes no attention, knows no session.

What is shown and how it is painted is in `heatmap_canvas`, zooming in `heatmap_lens`; here they meet mouse, keyboard
and screen reader.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.views import heatmap_zoom
from attnviz.views.heatmap_content import Content
from attnviz.views.heatmap_keys import MOVING, moved_pin
from attnviz.views.heatmap_picture import Cell, Viewport
from attnviz.views.heatmap_readout import Card
from attnviz.views.heatmap_speech import COLUMNS, ROWS, HeatmapSpeech

_HALF_NOTCH = 60  # eighths of a degree of a mouse wheel that zoom one step
_CLOSER = 0.88  # times as many cells a side after one step
_ZOOM_KEYS = {
    Qt.Key.Key_Plus: _CLOSER**2,
    Qt.Key.Key_Equal: _CLOSER**2,
    Qt.Key.Key_Minus: _CLOSER**-2,
    Qt.Key.Key_0: float("inf"),
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_WHOLE_KEYS = (Qt.Key.Key_Home, Qt.Key.Key_End)  # with Ctrl: of the whole map
_COMING_BACK = {Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason}  # the ring stays as it was
_MODIFIERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class HeatmapView(HeatmapSpeech):
    """The heat map with mouse and keyboard. A click asks for a pin; it is shown when `show_pin` says so.

    Signals: cell_hovered(row, column), column -1 over a row's label, both -1 when the pointer leaves the map;
    cell_pinned(row, column), column -1 for a whole row; pin_cleared(); row_uncovered(row), in place of a pin, for a
    click or Enter on a covered row; cells_drawn(object), a stroke, while drawing is on.
    """

    cell_hovered = Signal(int, int)
    cell_pinned = Signal(int, int)
    pin_cleared = Signal()
    row_uncovered = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("heatmap")
        self._pointer = QPointF()
        self._label: tuple[int, int] | None = None  # pointed at: ROWS or COLUMNS, and which of them
        self._press: tuple[QPointF, Viewport] | None = None
        self._dragging = False
        self._by_key = False
        self._wheel = 0
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer, self._by_key = event.position(), False
        held = bool(event.buttons() & Qt.MouseButton.LeftButton)
        if self._stroke is not None:
            self._extend_stroke(event.position()) if held else self._end_stroke()
        elif self._press is not None and held:
            self._drag_to(event.position())
        if not self._dragging:
            self._point_at(event.position())
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self._by_key = self._dragging = False
        self._press = None if self._begin_stroke(event.position()) else (event.position(), self._view)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._stroke is not None:
            self._end_stroke()
            return
        if event.button() != Qt.MouseButton.LeftButton or self._press is None:
            super().mouseReleaseEvent(event)
            return
        pressed, dragged = self._press[0], self._dragging
        self._press, self._dragging = None, False
        self.unsetCursor()
        if not dragged and self._hit(pressed) == self._hit(event.position()):
            self._click(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        drawing = self._turnable_at(event.position()) is not None
        if self._zoomed_in() and not drawing and event.button() == Qt.MouseButton.LeftButton:
            self._press = None
            self.show_everything()
        else:
            self.mousePressEvent(event)  # a fast second click is a click

    def wheelEvent(self, event: QWheelEvent) -> None:
        layout = self.layout_now()
        small = max(self._content.shape) <= heatmap_zoom.SMALLEST
        if layout is None or small or not layout.bounds().contains(event.position()):
            event.ignore()
            return
        self._wheel += event.angleDelta().y()
        steps = int(self._wheel / _HALF_NOTCH)
        self._wheel -= steps * _HALF_NOTCH
        if steps:
            self._zoom(_CLOSER**steps, event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._ring = True
        pin = self._pinned()
        key, special = Qt.Key(event.key()), bool(event.modifiers() & _MODIFIERS)
        whole = key in _WHOLE_KEYS and event.modifiers() & _MODIFIERS == Qt.KeyboardModifier.ControlModifier
        if key == Qt.Key.Key_Escape and self._stroke is not None:
            self._drop_stroke()
        elif key == Qt.Key.Key_Space and self._can_turn(pin) and not special:
            self._by_key = True
            if not event.isAutoRepeat():
                self._turn_pinned()
        elif key == Qt.Key.Key_Escape and pin is not None:
            self.pin_cleared.emit()
        elif key in _ENTER and pin is not None and pin[0] in self._covered and not special:
            self.row_uncovered.emit(pin[0])
        elif key in MOVING and 0 not in self._content.shape and (whole or not special):
            self._move_pin(key, whole)
        elif key in _ZOOM_KEYS and 0 not in self._content.shape and not special:
            self._zoom(_ZOOM_KEYS[key], self._middle())
        else:
            super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._label = None
        self._hover(None)
        self.update()
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() not in _COMING_BACK:
            self._ring = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._by_key = False
        super().focusOutEvent(event)
        self.update()

    def _card(self) -> Card | None:
        pin, label = self._pinned(), self._label_card()
        if label is not None:
            return label
        if self._by_key and self.hasFocus():
            if pin is None or pin[1] is None or not self._view.holds(pin[0], pin[1]):
                return None
            return Card(self.readout(pin[0], pin[1]), pin, self.cell_rect(pin[0], pin[1]).center())
        if self._hovered is None or self._hovered[1] is None or self._dragging or self._can_turn(self._hovered):
            return None  # it would lie on the cells that are drawn next
        return Card(self.readout(self._hovered[0], self._hovered[1]), self._hovered, self._pointer)

    def _label_card(self) -> Card | None:
        """Return what is to be said of the label that is pointed at."""
        if self._label is None or self._by_key or self._dragging:
            return None
        side, index = self._label
        told, view = self.label_readout(side, index), self._view
        cell = (index, view.first_column) if side == ROWS else (view.first_row, index)
        return None if told is None else Card(told, cell, self._pointer)

    def _label_at(self, point: QPointF) -> tuple[int, int] | None:
        """Return the label at `point`: ROWS or COLUMNS, and which of them."""
        layout = self.layout_now()
        if layout is None:
            return None
        row, column = layout.row_label_at(point), layout.column_label_at(point)
        if row is not None:
            return ROWS, row
        return None if column is None else (COLUMNS, column)

    def _hit(self, point: QPointF) -> Cell | None:
        """Return the cell at `point`, or (row, None) for a row's label."""
        layout = self.layout_now()
        if layout is None:
            return None
        row = layout.row_label_at(point)
        return layout.cell_at(point) if row is None else (row, None)

    def _point_at(self, point: QPointF) -> None:
        self._label = self._label_at(point)
        self._hover(self._hit(point))
        if self._drawing:
            self._show_cursor(point)

    def _hover(self, cell: Cell | None) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self.update()
            self.cell_hovered.emit(*((-1, -1) if cell is None else _numbers(cell)))

    def _click(self, point: QPointF) -> None:
        pin, hit, layout = self._pinned(), self._hit(point), self.layout_now()
        column = layout.column_label_at(point) if layout is not None else None
        if hit is None and pin is not None and column is not None:
            hit = pin[0], column
        if hit is not None and hit[0] in self._covered:
            self.row_uncovered.emit(hit[0])
        elif hit is not None and hit != pin:
            self.cell_pinned.emit(*_numbers(hit))
        elif pin is not None:
            self.pin_cleared.emit()

    def _move_pin(self, key: Qt.Key, whole: bool) -> None:
        rows, columns = self._content.shape
        page = max(1, self._view.rows - 1)
        row, column = moved_pin(self._pinned(), key, whole, rows, columns, page)
        self._by_key = True
        self._look_at(heatmap_zoom.holding(self._view, row, column, rows, columns))
        if (row, column) != self._pinned():
            self.cell_pinned.emit(*_numbers((row, column)))

    def _drag_to(self, point: QPointF) -> None:
        layout = self.layout_now()
        if self._press is None or layout is None or not self._zoomed_in():
            return
        start, view = self._press
        moved = start - point
        if not self._dragging and moved.manhattanLength() < QApplication.startDragDistance():
            return
        if not self._dragging:
            self._dragging = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        self._pan(view, moved, layout)

    def _show_content(self, content: Content) -> None:
        if content.shape != self._content.shape:
            self._label = None
        super()._show_content(content)

    def _view_moved(self) -> None:
        if self.underMouse() and not self._dragging:
            self._point_at(self._pointer)


def _numbers(cell: Cell) -> tuple[int, int]:
    """Return `cell` as a signal carries it, with -1 for a whole row."""
    return cell[0], -1 if cell[1] is None else cell[1]
