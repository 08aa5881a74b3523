"""One small map for each head, in rows: a click, or the arrow keys and Enter, pick the head that is shown large.

All maps are one picture that is coloured when they change and copied when the widget is painted. Must not compute a
weight.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontInfo,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.views import mini_pixels, theme
from attnviz.views.colormaps import NAMES, table
from attnviz.views.fonts import scaled_font
from attnviz.views.heads_layout import StripLayout, arranged
from attnviz.views.heads_painter import StripMarks, StripPlaces, paint_maps
from attnviz.views.heads_pixels import Maps, column_of_maps

SMALL = 0.75  # the numbers, against the text
_TALLEST = 1.6  # lines of text that a cell may be high
_PICKS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_COMING_BACK = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)  # the ring stays as it was
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class HeadsStrip(QWidget):
    """The small maps. Arrow keys point as the mouse does; Escape points at nothing.

    Signals: head_picked(int); head_pointed(int), -1 when no head is pointed at any more; head_walked(int), when it was
        a key that points.
    """

    head_picked = Signal(int)
    head_pointed = Signal(int)
    head_walked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("heads_strip")
        self.setAccessibleName(self.tr("One small map for each head"))
        self._maps: Maps = np.zeros((0, 0, 0), np.float32)
        self._mask = np.zeros((0, 0), np.bool_)
        self._shown, self._alone = 0, True
        self._pointed = -1
        self._pressed: int | None = None
        self._ring = False  # the keys came here by key
        self._colormap = NAMES[0]
        self._image = QImage()
        self._image_key: tuple[object, ...] = ()
        self._layouts: dict[int, StripLayout] = {}
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_maps(self, maps: Maps, mask: NDArray[np.bool_]) -> None:
        """Show the weights of each head (heads, n, m) where `mask` (n, m) is True; elsewhere they are 0. Says nothing.

        Raises ValueError for a mask of another shape.
        """
        if maps.ndim != 3 or maps.shape[1:] != mask.shape:
            raise ValueError(f"maps {maps.shape} of each head and a mask of their shape are needed, not {mask.shape}")
        if np.array_equal(maps, self._maps) and np.array_equal(mask, self._mask):
            return
        if len(maps) != len(self._maps):
            self._pointed, self._pressed = -1, None
            self._layouts.clear()
            self.updateGeometry()
        self._maps, self._mask, self._image_key = maps, mask, ()
        self.update()

    def show_head(self, head: int, alone: bool) -> None:
        """Outline `head`: it is the one on the large map, unless that shows all heads together. Says nothing."""
        if (head, alone) != (self._shown, self._alone):
            self._shown, self._alone = head, alone
            self.update()

    def show_pointed(self, head: int) -> None:
        """Mark the head that is pointed at elsewhere; -1: none. Says nothing."""
        if head != self._pointed:
            self._pointed = head if head < len(self._maps) else -1
            self.update()

    def show_colormap(self, name: str) -> None:
        """Show the weights in the colour map `name`, one of `colormaps.NAMES`; ValueError for another."""
        table(name, theme.current().dark)
        self._colormap = name
        self.update()

    def pointed(self) -> int:
        """Return the head that is pointed at, or -1."""
        return self._pointed

    def head_rect(self, head: int) -> QRect:
        """Return where the map of a head is in this widget."""
        return self._layout_at(self.width()).place(head, self.width(), self._mirrored())

    def head_at(self, point: QPoint) -> int | None:
        """Return the head whose map is at `point`, or None."""
        return self._layout_at(self.width()).at(point, self.width(), self._mirrored())

    # Acts

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the map under the pointer."""
        head = self.head_at(event.position().toPoint())
        self.setCursor(Qt.CursorShape.ArrowCursor if head is None else Qt.CursorShape.PointingHandCursor)
        self._point(-1 if head is None else head)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self.head_at(event.position().toPoint())
        else:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Pick the head that was pressed, if the pointer is still on it."""
        pressed, self._pressed = self._pressed, None
        if event.button() != Qt.MouseButton.LeftButton:
            super().mouseReleaseEvent(event)
        elif pressed is not None and pressed == self.head_at(event.position().toPoint()):
            self.head_picked.emit(pressed)

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        self._point(-1)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrow keys, Home and End; pick with Enter or Space."""
        key, here = Qt.Key(event.key()), self._shown if self._pointed < 0 else self._pointed
        if event.modifiers() not in _PLAIN or not len(self._maps):
            super().keyPressEvent(event)
        elif key in _PICKS:
            self.head_picked.emit(here)
        elif key == Qt.Key.Key_Escape and self._pointed >= 0:
            self._point(-1)
        elif (head := self._layout_at(self.width()).walked(here, key, self._mirrored())) >= 0:
            self._ring = True
            self._point(head)
            self.head_walked.emit(head)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keys are, if they came by key."""
        super().focusInEvent(event)
        if event.reason() not in _COMING_BACK:
            self._ring = event.reason() != Qt.FocusReason.MouseFocusReason
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """End pointing by key."""
        super().focusOutEvent(event)
        if not self.underMouse():
            self._point(-1)
        self.update()

    def _point(self, head: int) -> None:
        if head != self._pointed:
            self._pointed = head
            self.update()
            self.head_pointed.emit(head)

    # Size and looks

    def _mirrored(self) -> bool:
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft

    def _layout_at(self, width: int) -> StripLayout:
        if width not in self._layouts:
            em = float(QFontInfo(self.font()).pixelSize())
            line = round(QFontMetricsF(scaled_font(self.font(), SMALL)).height())
            self._layouts[width] = arranged(len(self._maps), width, em, line)
        return self._layouts[width]

    def hasHeightForWidth(self) -> bool:
        """Return True: the maps stand in rows."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows."""
        return self._layout_at(width).height

    def sizeHint(self) -> QSize:
        """Return the size at 20 em."""
        width = 20 * QFontInfo(self.font()).pixelSize()
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Return 12 em, and the height of all rows at the present width."""
        width = 12 * QFontInfo(self.font()).pixelSize()
        return QSize(width, self.heightForWidth(max(width, self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the height that the new width needs."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        """Follow text size and theme."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_layouts"):
            self._layouts.clear()
            self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Copy the maps into their places, number and outline them."""
        look = theme.current()
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.palette().color(self.backgroundRole()))
        if self._maps.size:
            ratio, grid = self.devicePixelRatioF(), self._grid()
            size = QSizeF(grid.width / ratio, grid.height / ratio)
            places = StripPlaces(self._layout_at(self.width()), self.width(), self._mirrored(), size, ratio)
            painter.setFont(scaled_font(self.font(), SMALL))
            self._paint(painter, self._picture(grid, look), places, event.rect(), look)
        painter.end()

    def _paint(self, painter: QPainter, image: QImage, places: StripPlaces, seen: QRect, look: theme.Theme) -> None:
        """Draw what of the maps is in the rectangle `seen`, at least."""
        paint_maps(painter, image, places, self._marks(), look)

    def _marks(self) -> StripMarks:
        here = self._shown if self._pointed < 0 else self._pointed
        return StripMarks(self._shown, self._alone, self._pointed, here if self._ring and self.hasFocus() else -1)

    def _grid(self) -> mini_pixels.Grid:
        rows, columns = self._mask.shape
        ratio, side = self.devicePixelRatioF(), self._layout_at(self.width()).side
        tallest = round(_TALLEST * self.fontMetrics().height() * ratio)
        return mini_pixels.grid(rows, columns, int(side * ratio), int(side * ratio), tallest)

    def _picture(self, grid: mini_pixels.Grid, look: theme.Theme) -> QImage:
        background = QColor(look.canvas).rgb()  # a tile behind each map, so that hidden cells belong to it
        key = (grid, look, background, self._colormap)
        if key != self._image_key:
            self._image = column_of_maps(self._maps, self._mask, grid, self._colormap, look, background)
            self._image_key = key
        return self._image
