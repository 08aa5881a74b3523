"""A switch with two labelled halves, of which one is on.

It shows a choice and says when it changes. It must not know what the choice means.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from attnviz.views import theme


class TwoWayToggle(QAbstractButton):
    """A segmented control. A click anywhere and Space switch; Left and Right choose a side.

    Signals: switched(bool), on every change but those by `show_checked`.
    """

    switched = Signal(bool)

    def __init__(self, checked_text: str, unchecked_text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = (checked_text, unchecked_text)  # left, right
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.toggled.connect(self._on_toggled)
        self._describe()

    def show_checked(self, checked: bool) -> None:
        """Show the choice. Says nothing."""
        if checked != self.isChecked():
            with QSignalBlocker(self):
                self.setChecked(checked)
            self._describe()

    def _on_toggled(self, checked: bool) -> None:
        self._describe()
        self.switched.emit(checked)

    def _describe(self) -> None:
        """Tell a screen reader which of the two is on."""
        self.setAccessibleDescription(self._texts[0 if self.isChecked() else 1])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose a side with Left and Right."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            left = event.key() == Qt.Key.Key_Left
            self.setChecked(left != self._mirrored())
        else:
            super().keyPressEvent(event)

    def _mirrored(self) -> bool:
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft

    # Size and looks

    def _widths(self) -> tuple[float, float]:
        metrics = QFontMetricsF(self.font())
        padding = 1.3 * metrics.height()
        return tuple(metrics.horizontalAdvance(text) + padding for text in self._texts)  # type: ignore[return-value]

    def sizeHint(self) -> QSize:
        """Return the size of both labels with room around them."""
        height = QFontMetricsF(self.font()).height()
        return QSize(round(sum(self._widths())) + 2, round(1.9 * height))

    def minimumSizeHint(self) -> QSize:
        """Return the same: a label is never cut."""
        return self.sizeHint()

    def segments(self) -> tuple[QRectF, QRectF]:
        """Return the places of the checked and the unchecked label."""
        inner = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        first, second = self._widths() if not self._mirrored() else self._widths()[::-1]
        split = inner.left() + round(inner.width() * first / (first + second))
        left, right = QRectF(inner), QRectF(inner)
        left.setRight(split)
        right.setLeft(split)
        return (right, left) if self._mirrored() else (left, right)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame, the half that is on, and a ring when keys come here."""
        colours = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outer = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        radius = 0.45 * QFontMetricsF(self.font()).height()
        frame = QPainterPath()
        frame.addRoundedRect(outer, radius, radius)
        painter.fillPath(frame, QColor(colours.field))
        on, off = self.segments() if self.isChecked() else self.segments()[::-1]
        body = frame
        if self.hasFocus():  # a gap inside the ring, so that the ring shows beside the filled half, too
            body = QPainterPath()
            body.addRoundedRect(outer.adjusted(2.5, 2.5, -2.5, -2.5), radius - 2, radius - 2)
        self._fill(painter, body, on, colours.accent if self.isEnabled() else colours.muted)
        ring = self.hasFocus()
        painter.setPen(QPen(QColor(colours.accent if ring else colours.border), 1.5 if ring else 1))
        painter.drawPath(frame)
        texts = self._texts if self.isChecked() else self._texts[::-1]
        for area, text, colour in ((on, texts[0], colours.on_accent), (off, texts[1], colours.text)):
            painter.setPen(QColor(colour if self.isEnabled() or area is on else colours.muted))
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()

    @staticmethod
    def _fill(painter: QPainter, body: QPainterPath, area: QRectF, colour: str) -> None:
        half = QPainterPath()
        half.addRect(area)
        painter.fillPath(body.intersected(half), QColor(colour))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text and the colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self.update()
