"""A small map of one matrix, without numbers. Must not compute what it shows.

Cells are blocks of colour; where there are more cells than pixels, each pixel is the largest number under it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.views import mini_pixels, theme
from attnviz.views.colormaps import NAMES, diverging, table
from attnviz.views.heatmap_keys import MOVING, moved_pin
from attnviz.views.heatmap_picture import largest

Rect = tuple[slice, slice]  # rows and columns of a matrix

_TALLEST = 1.6  # lines of text that a cell may be high
_MARGIN = 3.0  # pixels round the cells, for outlines
_COMING_BACK = {Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason}  # the ring stays as it was
_NONE = Qt.KeyboardModifier.NoModifier
_ARROWS = MOVING - {Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}
_RESTYLED = {QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.DevicePixelRatioChange}


class MiniMap(QWidget):
    """A small picture of a matrix (n, m). Enter or a click chooses it; the arrow keys point at cells as the mouse does.

    Signals: clicked(); cell_hovered(row, column), both -1 when no cell is pointed at any more.
    """

    clicked = Signal()
    cell_hovered = Signal(int, int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """`name` is what a screen reader calls the map."""
        super().__init__(parent)
        self._values = np.zeros((0, 0), np.float32)
        self._mask: NDArray[np.bool_] | None = None
        self._signed, self._limit = False, 1.0
        self._map = NAMES[0]
        self._lit: tuple[Rect, ...] = ()
        self._hovered: tuple[int, int] | None = None
        self._image: QImage | None = None
        self._image_key: tuple[object, ...] = ()
        self._lattice: mini_pixels.Grid | None = None
        self._lattice_key: tuple[object, ...] = ()
        self._pressed = self._ring = False
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_matrix(
        self,
        values: NDArray[np.float32],
        mask: NDArray[np.bool_] | None = None,
        signed: bool = False,
        limit: float | None = None,
    ) -> None:
        """Show `values` (n, m); cells that are not finite, or False in `mask` (n, m), are hidden.

        Unsigned: colours from 0 to `limit` (1 if None). Signed: from -limit to limit (the largest magnitude if None).
        Raises ValueError for a matrix that is not two-dimensional, or a mask of another shape.
        """
        if values.ndim != 2 or (mask is not None and mask.shape != values.shape):
            shape = None if mask is None else mask.shape
            raise ValueError(f"a matrix and a mask of its shape are needed, not {values.shape} and {shape}")
        if values.shape != self._values.shape:
            self._lit, self._hovered = (), None
            self.updateGeometry()
        self._values, self._mask, self._signed = values, mask, signed
        self._limit = limit if limit is not None else (largest(values) if signed else 1.0)
        self._image = None
        self.update()

    def show_lit(self, rows: slice | None, columns: slice | None) -> None:
        """Light the cells of `rows` and `columns`; one None = all of them along that side, both None = nothing."""
        if rows is None and columns is None:
            self.show_lit_rects(())
        else:
            self.show_lit_rects(((rows or slice(None), columns or slice(None)),))

    def show_lit_rects(self, rects: Sequence[Rect]) -> None:
        """Light several rectangles of cells, dimming the rest; none = every cell as it is."""
        if tuple(rects) != self._lit:
            self._lit = tuple(rects)
            self.update()

    def show_colormap(self, name: str) -> None:
        """Show an unsigned matrix in the colour map `name`, one of `colormaps.NAMES`; ValueError for another."""
        table(name, theme.current().dark)
        self._map, self._image = name, None
        self.update()

    @property
    def lit(self) -> tuple[Rect, ...]:
        """The rectangles of cells that are lit."""
        return self._lit

    @property
    def limit(self) -> float:
        """The number that has the strongest colour."""
        return self._limit

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Return where a cell is in this widget; an empty rectangle if there is no matrix."""
        return self._rect((slice(row, row + 1), slice(column, column + 1)))

    def cell_at(self, point: QPointF) -> tuple[int, int] | None:
        """Return (row, column) of the cell at `point`, or None."""
        area, (rows, columns) = self._area(), self._values.shape
        if not area.contains(point):
            return None
        row = int((point.y() - area.top()) / area.height() * rows)
        column = int((point.x() - area.left()) / area.width() * columns)
        return min(row, rows - 1), min(column, columns - 1)

    def sizeHint(self) -> QSize:
        """Return five lines of text high, and wider for a wide matrix."""
        rows, columns = self._values.shape
        aspect = min(1.8, max(1.0, columns / rows)) if rows else 1.0
        high = 5 * self.fontMetrics().height()
        return QSize(round(high * aspect), high)

    def minimumSizeHint(self) -> QSize:
        """Return two and a half lines of text each way."""
        return QSize(1, 1) * round(2.5 * self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells, what is lit, and the focus ring."""
        look, area = theme.current(), self._area()
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().color(self.backgroundRole()))
        if not area.isEmpty():
            painter.drawImage(area, self._cells(look))
            self._paint_lit(painter, look, area)
        if self._ring and self.hasFocus():
            painter.setPen(QPen(QColor(look.accent), 2.0))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the cell under the pointer."""
        self._hover(self.cell_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click."""
        self._pressed = event.button() == Qt.MouseButton.LeftButton
        if not self._pressed:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a click, if the pointer is still here."""
        pressed, self._pressed = self._pressed, False
        if pressed and event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        self._hover(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with Enter or Space; point with the arrow keys; Escape points at nothing."""
        key, plain = Qt.Key(event.key()), event.modifiers() in (_NONE, Qt.KeyboardModifier.KeypadModifier)
        if plain and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
        elif plain and key == Qt.Key.Key_Escape and self._hovered is not None:
            self._hover(None)
        elif plain and key in _ARROWS and self._values.size:
            self._ring = True
            row, column = moved_pin(self._hovered, key, False, *self._values.shape, page=1)
            self._hover((row, column or 0))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring if the focus came by key."""
        if event.reason() not in _COMING_BACK:
            self._ring = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the ring, and end pointing by key."""
        super().focusOutEvent(event)
        if not self.underMouse():
            self._hover(None)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        """Follow text size and theme."""
        if event.type() in _RESTYLED:
            self._image = None
            self.updateGeometry()
            self.update()
        super().changeEvent(event)

    def _hover(self, cell: tuple[int, int] | None) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self.cell_hovered.emit(*(cell or (-1, -1)))

    def _grid(self) -> mini_pixels.Grid | None:
        ratio, (rows, columns) = self.devicePixelRatioF(), self._values.shape
        key = (rows, columns, self.width(), self.height(), ratio, self.fontMetrics().height())
        if key != self._lattice_key:
            width, height = int((self.width() - 2 * _MARGIN) * ratio), int((self.height() - 2 * _MARGIN) * ratio)
            empty = not rows or not columns or width < 1 or height < 1
            tallest = round(_TALLEST * self.fontMetrics().height() * ratio)
            self._lattice = None if empty else mini_pixels.grid(rows, columns, width, height, tallest)
            self._lattice_key = key
        return self._lattice

    def _area(self) -> QRectF:
        """Return where the cells are, in whole device pixels."""
        lattice, ratio = self._grid(), self.devicePixelRatioF()
        if lattice is None:
            return QRectF()
        width, height = lattice.width / ratio, lattice.height / ratio
        left, top = (self.width() - width) / 2, (self.height() - height) / 2
        return QRectF(int(left * ratio) / ratio, int(top * ratio) / ratio, width, height)

    def _cells(self, look: theme.Theme) -> QImage:
        lattice, background = self._grid(), self.palette().color(self.backgroundRole()).rgb()
        key = (lattice, look, background)
        if lattice is not None and (self._image is None or key != self._image_key):
            shown = mini_pixels.codes(
                self._values, self._mask, self._signed, self._limit, lattice.rows, lattice.columns
            )
            colours = diverging(look.dark) if self._signed else table(self._map, look.dark)
            self._image = mini_pixels.image(shown, lattice, colours, look, background)
            self._image_key = key
        return self._image or QImage()

    def _rect(self, rect: Rect) -> QRectF:
        """Return where a rectangle of cells is."""
        area, (rows, columns) = self._area(), self._values.shape
        if area.isEmpty():
            return QRectF()
        first_row, end_row, _ = rect[0].indices(rows)
        first_column, end_column, _ = rect[1].indices(columns)
        down, right = area.height() / rows, area.width() / columns
        width, height = (end_column - first_column) * right, (end_row - first_row) * down
        return QRectF(area.left() + first_column * right, area.top() + first_row * down, width, height)

    def _paint_lit(self, painter: QPainter, look: theme.Theme, area: QRectF) -> None:
        boxes = [_visible(box) for box in map(self._rect, self._lit) if not box.isEmpty()]
        if not boxes:
            return
        veil = QColor(self.palette().color(self.backgroundRole()))
        veil.setAlphaF(0.62)
        dimmed = QRegion(area.toAlignedRect())
        for box in boxes:
            dimmed -= QRegion(box.toAlignedRect())
        painter.save()
        painter.setClipRegion(dimmed, Qt.ClipOperation.IntersectClip)
        painter.fillRect(area, veil)
        painter.restore()
        painter.setPen(QPen(QColor(look.accent), 1.5))
        for box in boxes:
            painter.drawRect(box.adjusted(-1, -1, 0.5, 0.5))


def _visible(box: QRectF) -> QRectF:
    """Return `box`, grown to at least 2 pixels each way."""
    across, down = max(0.0, 2.0 - box.width()) / 2, max(0.0, 2.0 - box.height()) / 2
    return box.adjusted(-across, -down, across, down)
