"""The heat map: who looks at whom. Says which cell a person points at or pins; computes no attention, knows no session.

What is shown and how it is painted is in `heatmap_canvas`; here it meets mouse, keyboard and screen reader.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.views import heatmap_zoom
from attnviz.views.heatmap_canvas import HeatmapCanvas
from attnviz.views.heatmap_keys import MOVING, moved_pin
from attnviz.views.heatmap_picture import Cell, Viewport
from attnviz.views.heatmap_readout import Readout
from attnviz.views.heatmap_text import shown

_HALF_NOTCH = 60  # eighths of a degree of a mouse wheel that zoom one step
_CLOSER = 0.88  # times as many cells a side after one step
_ZOOM_KEYS = {
    Qt.Key.Key_Plus: _CLOSER**2,
    Qt.Key.Key_Equal: _CLOSER**2,
    Qt.Key.Key_Minus: _CLOSER**-2,
    Qt.Key.Key_0: float("inf"),
}
_WHOLE_KEYS = (Qt.Key.Key_Home, Qt.Key.Key_End)  # with Ctrl: of the whole map
_COMING_BACK = {Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason}  # the ring stays as it was
_MODIFIERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class HeatmapView(HeatmapCanvas):
    """The heat map with mouse and keyboard. A click asks for a pin; it is shown when `show_pin` says so.

    Signals: cell_hovered(row, column), column -1 over a row's label, both -1 when the pointer leaves the map;
    cell_pinned(row, column), column -1 for a whole row; pin_cleared().
    """

    cell_hovered = Signal(int, int)
    cell_pinned = Signal(int, int)
    pin_cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("heatmap")
        self._pointer = QPointF()
        self._press: tuple[QPointF, Viewport] | None = None
        self._dragging = False
        self._by_key = False
        self._wheel = 0
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._name_for_readers()

    def show_weights(
        self,
        weights: NDArray[np.float32],
        scores: NDArray[np.float32],
        mask: NDArray[np.bool_],
        tokens: Sequence[str],
    ) -> None:
        """Show `weights` (n, n), with the `scores` behind them and the `mask` (True = visible) for the n `tokens`.

        Raises ValueError if the shapes do not fit. Another number of tokens ends a zoom.
        """
        super().show_weights(weights, scores, mask, tokens)
        self._describe()

    def show_pin(self, cell: tuple[int, int | None] | None) -> None:
        """Show `cell` as pinned: (row, column), or (row, None) for a whole row, or None for nothing."""
        super().show_pin(cell)
        self._describe()

    def readout(self, row: int, column: int) -> Readout:
        """Return what the card says of a cell."""
        query, key = shown(self._row_tokens[row]), shown(self._column_tokens[column])
        if not self._mask[row, column]:
            heading = self.tr("{query} cannot see {key}").format(query=query, key=key)
            return Readout(heading, self.tr("weight exactly 0"))
        percent, score = 100.0 * float(self._weights[row, column]), float(self._scores[row, column])
        weight = self.tr("{percent} %").format(percent=f"{percent:.1f}")
        if 0.0 < percent < 0.05:
            weight = self.tr("under 0.1 %")
        number = (f"{score:.3f}" if abs(score) < 1e6 else f"{score:.4g}").replace("-", "−")
        return Readout(f"{query} → {key}", weight, self.tr("score {number}").format(number=number))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer, self._by_key = event.position(), False
        if self._press is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._drag_to(event.position())
        if not self._dragging:
            self._point_at(event.position())
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self._press, self._dragging, self._by_key = (event.position(), self._view), False, False

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._press is None:
            super().mouseReleaseEvent(event)
            return
        pressed, dragged = self._press[0], self._dragging
        self._press, self._dragging = None, False
        self.unsetCursor()
        if not dragged and self._hit(pressed) == self._hit(event.position()):
            self._click(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._zoomed_in() and event.button() == Qt.MouseButton.LeftButton:
            self._press = None
            self._look_at(heatmap_zoom.everything(*self._weights.shape))
        else:
            self.mousePressEvent(event)  # a fast second click is a click

    def wheelEvent(self, event: QWheelEvent) -> None:
        layout = self.layout_now()
        small = len(self._row_tokens) <= heatmap_zoom.SMALLEST
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
        key, special = Qt.Key(event.key()), bool(event.modifiers() & _MODIFIERS)
        whole = key in _WHOLE_KEYS and event.modifiers() & _MODIFIERS == Qt.KeyboardModifier.ControlModifier
        if key == Qt.Key.Key_Escape and self._pinned() is not None:
            self.pin_cleared.emit()
        elif key in MOVING and self._row_tokens and (whole or not special):
            self._move_pin(key, whole)
        elif key in _ZOOM_KEYS and self._row_tokens and not special:
            self._zoom(_ZOOM_KEYS[key], self._middle())
        else:
            super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
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

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._name_for_readers()
            self._describe()
        super().changeEvent(event)

    def _card(self) -> tuple[Readout, Cell, QPointF] | None:
        pin = self._pinned()
        if self._by_key and self.hasFocus():
            if pin is None or pin[1] is None or not self._view.holds(pin[0], pin[1]):
                return None
            return self.readout(pin[0], pin[1]), pin, self.cell_rect(pin[0], pin[1]).center()
        if self._hovered is None or self._hovered[1] is None or self._dragging:
            return None
        return self.readout(self._hovered[0], self._hovered[1]), self._hovered, self._pointer

    def _hit(self, point: QPointF) -> Cell | None:
        """Return the cell at `point`, or (row, None) for a row's label."""
        layout = self.layout_now()
        if layout is None:
            return None
        row = layout.row_label_at(point)
        return layout.cell_at(point) if row is None else (row, None)

    def _point_at(self, point: QPointF) -> None:
        self._hover(self._hit(point))

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
        if hit is not None and hit != pin:
            self.cell_pinned.emit(*_numbers(hit))
        elif pin is not None:
            self.pin_cleared.emit()

    def _move_pin(self, key: Qt.Key, whole: bool) -> None:
        rows, columns = self._weights.shape
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
        down, right = round(moved.y() / layout.pitch_y), round(moved.x() / layout.pitch_x)
        self._look_at(heatmap_zoom.panned(view, down, right, *self._weights.shape))

    def _zoom(self, factor: float, about: QPointF) -> None:
        layout, (rows, columns) = self.layout_now(), self._weights.shape
        if layout is None:
            return
        row_at = min(1.0, max(0.0, (about.y() - layout.area.top()) / layout.area.height()))
        column_at = min(1.0, max(0.0, (about.x() - layout.area.left()) / layout.area.width()))
        factor = min(factor, float(max(rows, columns)))
        self._look_at(heatmap_zoom.zoomed(self._view, factor, row_at, column_at, rows, columns))
        if self.underMouse():
            self._point_at(self._pointer)

    def _look_at(self, view: Viewport) -> None:
        if view != self._view:
            self._view, self._arranged = view, None
        self.update()

    def _middle(self) -> QPointF:
        """Return what the keys zoom about: the pinned cell if it is to be seen, else the middle of the map."""
        pin, layout = self._pinned(), self.layout_now()
        if layout is None:
            return QPointF()
        if pin is not None and self._view.holds(pin[0], pin[1] or 0):
            return layout.cell_rect(pin[0], pin[1] or 0).center()
        return layout.area.center()

    def _zoomed_in(self) -> bool:
        return (self._view.rows, self._view.columns) != self._weights.shape

    def _name_for_readers(self) -> None:
        self.setAccessibleName(self.tr("Attention weights"))

    def _describe(self) -> None:
        """Tell a screen reader what is pinned, if that has changed."""
        pin, text = self._pinned(), ""
        if pin is not None and pin[1] is not None:
            text = self.readout(pin[0], pin[1]).sentence()
        elif pin is not None:
            text = self.tr("row of {query}").format(query=shown(self._row_tokens[pin[0]]))
        if text == self.accessibleDescription():
            return
        self.setAccessibleDescription(text)
        if text and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))


def _numbers(cell: Cell) -> tuple[int, int]:
    """Return `cell` as a signal carries it, with -1 for a whole row."""
    return cell[0], -1 if cell[1] is None else cell[1]
