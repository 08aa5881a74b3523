"""The usual numbers of heads in a row, to be chosen with one click. It says which; it must not know what a head is."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontInfo,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.views import theme

USUAL: Final = (1, 2, 4, 8, 12, 16, 32, 96)


class HeadsSteps(QWidget):
    """A row of numbers of which one may be on. Left and Right go to the next usual number, Home and End to the ends.

    Signals: number_chosen(int), on every choice but those by `show_number`.
    """

    number_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("heads_steps")
        self.setAccessibleName(self.tr("Usual numbers of heads"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._number = 0
        self._pressed: int | None = None
        self.show_number(1)

    def show_number(self, number: int) -> None:
        """Show a number; one that is not usual leaves all off. Says nothing."""
        if number != self._number:
            self._number = number
            self.setAccessibleDescription(str(number))
            self.update()

    def segment(self, number: int) -> QRectF:
        """Return where one of the usual numbers is."""
        wide = (self.width() - 1) / len(USUAL)
        place = USUAL.index(number)
        if self._mirrored():
            place = len(USUAL) - 1 - place
        return QRectF(0.5 + place * wide, 0.5, wide, self.height() - 1)

    def number_at(self, point: QPointF) -> int | None:
        """Return the number at `point`, or None."""
        return next((number for number in USUAL if self.segment(number).contains(point)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self.number_at(event.position())
        else:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the number that was pressed, if the pointer is still on it."""
        pressed, self._pressed = self._pressed, None
        if event.button() != Qt.MouseButton.LeftButton:
            super().mouseReleaseEvent(event)
        elif pressed is not None and pressed == self.number_at(event.position()):
            self._choose(pressed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the next usual number, or to the first or last."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        found = self._led_to(Qt.Key(event.key())) if plain else None
        if found is None:
            super().keyPressEvent(event)
        else:
            self._choose(found)

    def _led_to(self, key: Qt.Key) -> int | None:
        """Return the number that a key leads to; None for another key."""
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            return USUAL[0 if key == Qt.Key.Key_Home else -1]
        if key not in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            return None
        if (key == Qt.Key.Key_Right) != self._mirrored():
            return USUAL[min(bisect_right(USUAL, self._number), len(USUAL) - 1)]
        return USUAL[max(bisect_left(USUAL, self._number) - 1, 0)]

    def _choose(self, number: int) -> None:
        if number != self._number:
            self.show_number(number)
            self.number_chosen.emit(number)

    def _mirrored(self) -> bool:
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft

    # Size and looks

    def _high(self) -> int:
        return round(1.7 * QFontMetricsF(self.font()).height())

    def sizeHint(self) -> QSize:
        """Return room for every number."""
        wide = QFontMetricsF(self.font()).horizontalAdvance(str(USUAL[-1])) + QFontInfo(self.font()).pixelSize()
        return QSize(round(len(USUAL) * wide), self._high())

    def minimumSizeHint(self) -> QSize:
        """Return the least room for every number."""
        wide = QFontMetricsF(self.font()).horizontalAdvance(str(USUAL[-1])) + 0.3 * QFontInfo(self.font()).pixelSize()
        return QSize(round(len(USUAL) * wide), self._high())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text and the colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame, the number that is on, and a ring when keys come here."""
        look, ring = theme.current(), self.hasFocus()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = 0.45 * QFontMetricsF(self.font()).height()
        frame = QPainterPath()
        frame.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.fillPath(frame, QColor(look.field))
        for number in USUAL:
            place = self.segment(number)
            if number == self._number:
                on = QPainterPath()
                on.addRoundedRect(place.adjusted(2, 2, -2, -2), radius - 2, radius - 2)
                painter.fillPath(on, QColor(look.accent))
            painter.setPen(QColor(look.on_accent if number == self._number else look.text))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, str(number))
        painter.setPen(QPen(QColor(look.accent if ring else look.border), 1.5 if ring else 1.0))
        painter.drawPath(frame)
        painter.end()
