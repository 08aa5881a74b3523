"""Two columns of tokens joined by lines, of which one token's can be looked at alone. Must not compute a weight.

The lines are kept as pictures, a strip of some hundred pixels each, so that pointing and scrolling are quick.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontInfo,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPaintEngine,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.state.lines_report import LinesReport
from attnviz.views import theme
from attnviz.views.lines_colours import styles
from attnviz.views.lines_layout import Ends, LinesLayout, laid_out
from attnviz.views.lines_painter import paint_lines, paint_tokens
from attnviz.views.lines_picture import LOOKED_AT, LOOKS, LinesPicture, Place, Strands, strands
from attnviz.views.lines_pixels import lines_image

_STRIP: Final = 512  # dots
_KEPT: Final = 12  # strips
_PAGE: Final = 10  # tokens
_PICKS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_COMING_BACK = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)  # the ring stays as it was
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class LinesView(QWidget):
    """The lines. Arrow keys point as the mouse does, from side to side too; Enter pins a row, Escape points at nothing.

    Signals: row_picked(int); place_pointed(object), a Place, or None when nothing is pointed at any more;
        place_walked(object), a Place, when it was a key that points.
    """

    row_picked = Signal(int)
    place_pointed = Signal(object)
    place_walked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lines_view")
        self.setAccessibleName(self.tr("Tokens joined by lines as thick as the weights"))
        self._report: LinesReport | None = None
        self._pointed: Place | None = None
        self._pressed: Place | None = None
        self._ring = False  # the keys came here by key
        self._made: LinesPicture | None = None
        self._layout: LinesLayout | None = None
        self._found: dict[Place | None, Strands] = {}  # by what is pointed at
        self._strips: dict[tuple[object, ...], QImage] = {}
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_lines(self, report: LinesReport) -> None:
        """Show the heads of `report`. Says nothing; nothing is pointed at any more if the tokens are others."""
        old, self._report = self._report, report
        if old is None or (old.rows, old.columns) != (report.rows, report.columns):
            self._pointed = self._pressed = None
        self._forget()
        self.updateGeometry()

    def picture(self) -> LinesPicture:
        """Return what is shown now. Raises ValueError before anything was shown."""
        report, look = self._report, theme.current()
        if report is None:
            raise ValueError("there are no lines yet")
        if self._made is None:
            self._made = LinesPicture(
                weights=report.weights,
                styles=styles(report.heads, report.heads_total, look),
                rows=report.rows,
                columns=report.columns,
                theme=look,
                font=self.font(),
                pinned=report.pinned,
                mirrored=self.layoutDirection() == Qt.LayoutDirection.RightToLeft,
            )
        return self._made if self._pointed is None else replace(self._made, pointed=self._pointed)

    def drawn(self) -> Strands:
        """Return the lines that are drawn while nothing is pointed at. Raises ValueError before anything was shown."""
        return self._strands(replace(self.picture(), pointed=None))

    def places(self) -> LinesLayout:
        """Return where everything is at the present width. Raises ValueError before anything was shown."""
        if self._layout is None or self._layout.width != self.width():
            self._layout = laid_out(self.picture(), float(self.width()))
            self._strips.clear()
        return self._layout

    def pointed(self) -> Place | None:
        """Return the token that is pointed at."""
        return self._pointed

    # Acts

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the token beside the pointer."""
        place = self._place_at(event.position())
        clickable = place is not None and place[0] == LOOKS
        self.setCursor(Qt.CursorShape.PointingHandCursor if clickable else Qt.CursorShape.ArrowCursor)
        self._point(place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self._place_at(event.position())
        else:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Pick the row that was pressed, if the pointer is still on it."""
        pressed, self._pressed = self._pressed, None
        if event.button() != Qt.MouseButton.LeftButton:
            super().mouseReleaseEvent(event)
        elif pressed is not None and pressed == self._place_at(event.position()):
            self._pick(pressed)

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        self._point(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrow keys, Home, End, Page up and down; pick with Enter or Space."""
        report, key = self._report, Qt.Key(event.key())
        if report is None or event.modifiers() not in _PLAIN:
            super().keyPressEvent(event)
            return
        here = self._pointed or (LOOKS, report.pinned or 0)
        if key in _PICKS:
            self._pick(here)
        elif key == Qt.Key.Key_Escape and self._pointed is not None:
            self._point(None)
        elif (place := self._walked(here, key)) is not None:
            self._ring = True
            self._point(place)
            self.place_walked.emit(place)
        else:
            super().keyPressEvent(event)

    def _walked(self, here: Place, key: Qt.Key) -> Place | None:
        """Return where a key leads; None for a key that does not walk."""
        side, index = here
        layout = self.places()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            side = LOOKS if layout.on_left(LOOKS) == (key == Qt.Key.Key_Left) else LOOKED_AT
            return side, min(index, layout.counts[side] - 1)
        last = layout.counts[side] - 1
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -_PAGE, Qt.Key.Key_PageDown: _PAGE}
        ends = {Qt.Key.Key_Home: -last, Qt.Key.Key_End: last}
        step = (steps | ends).get(key)
        if step is None:
            return None
        return side, min(max(index + step, 0), last) if self._pointed is not None or key in ends else index

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
            self._point(None)
        self.update()

    def _place_at(self, point: QPointF) -> Place | None:
        return None if self._report is None else self.places().place_at(point)

    def _pick(self, place: Place) -> None:
        if place[0] == LOOKS:
            self.row_picked.emit(place[1])

    def _point(self, place: Place | None) -> None:
        if place != self._pointed:
            self._pointed = place
            self.update()
            self.place_pointed.emit(place)

    # Size and looks

    def sizeHint(self) -> QSize:
        """Return 20 em by the height of all tokens."""
        width = 20 * QFontInfo(self.font()).pixelSize()
        if self._report is None:
            return QSize(width, 0)
        return QSize(width, int(laid_out(self.picture(), float(width)).height) + 2)

    def minimumSizeHint(self) -> QSize:
        """Return 12 em by the same height."""
        return QSize(12 * QFontInfo(self.font()).pixelSize(), self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size and the colours."""
        super().changeEvent(event)
        if hasattr(self, "_strips"):
            self._forget()
            if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
                self.updateGeometry()

    def _forget(self) -> None:
        self._made = self._layout = None
        self._found.clear()
        self._strips.clear()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Copy the strips of lines that are seen, and write the tokens beside them."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.palette().color(self.backgroundRole()))
        if self._report is not None:
            picture, layout = self.picture(), self.places()
            on_screen = painter.paintEngine().type() == QPaintEngine.Type.Raster
            if on_screen and abs(painter.deviceTransform().m11() - self.devicePixelRatioF()) < 0.01:
                self._paint_strips(painter, picture, layout, event.rect())
            else:
                paint_lines(painter, picture, layout)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_tokens(painter, picture, layout, QRectF(event.rect()))
            if self.hasFocus() and self._ring:
                focus = picture.focus or (LOOKS, 0)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(QColor(picture.theme.accent), 2))
                painter.drawRoundedRect(layout.label_rect(focus).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()

    def _paint_strips(self, painter: QPainter, picture: LinesPicture, layout: LinesLayout, seen: QRect) -> None:
        ratio, inside = self.devicePixelRatioF(), layout.lines
        high = _STRIP / ratio
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for strip in range(int(max(0.0, seen.top() - layout.top) / high), int(seen.bottom() / high) + 1):
            place = QRectF(inside.left(), layout.top + strip * high, inside.width(), high)
            if place.intersects(QRectF(seen)) and place.top() < inside.bottom():
                painter.drawImage(place, self._strip(picture, layout, strip, ratio))

    def _strip(self, picture: LinesPicture, layout: LinesLayout, strip: int, ratio: float) -> QImage:
        """Return a strip of lines, drawn the first time that it is seen."""
        background = self.palette().color(self.backgroundRole()).name()
        key = (picture.pointed, strip, ratio, background)
        if key not in self._strips:
            if len(self._strips) >= _KEPT:
                self._strips.pop(next(iter(self._strips)))
            of, top = self._strands(picture), layout.top + strip * _STRIP / ratio
            ends = layout.ends(of)
            heights = ((ends.looks - top) * ratio, (ends.looked_at - top) * ratio)
            size = (max(1, round(layout.lines.width() * ratio)), _STRIP)
            em = QFontInfo(self.font()).pixelSize() * ratio
            dots = Ends(*heights, ends.thickness * ratio, ends.opacity)
            made = lines_image(dots, of.head.astype(np.intp), picture.styles, size, background, em)
            self._strips[key] = made.flipped(Qt.Orientation.Horizontal) if layout.mirrored else made
        return self._strips[key]

    def _strands(self, picture: LinesPicture) -> Strands:
        if picture.pointed not in self._found:
            self._found = {place: found for place, found in self._found.items() if place is None}
            self._found[picture.pointed] = strands(picture)
        return self._found[picture.pointed]
