"""A number of the mask: a width, a distance, a count. It says what was chosen; it must not know what for."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QSpinBox, QWidget

from attnviz.views.undo_keys import is_undo_or_redo


class MaskNumber(QSpinBox):
    """A box for a whole number. A typed one counts once it is whole: with Enter, or when the keys go elsewhere.

    Undo and Redo are left to the window, and the wheel until the keys are here.
    Signals: number_chosen(int), on every change but those by `show_number`.
    """

    number_chosen = Signal(int)

    def __init__(self, name: str, spoken: str, least: int, most: int, parent: QWidget | None = None) -> None:
        """name: the object name; spoken: what a screen reader calls it."""
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(spoken)
        self.lineEdit().setAccessibleName(spoken)
        self.setRange(least, most)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._measure()
        self.valueChanged.connect(self.number_chosen)

    def show_number(self, number: int) -> None:
        """Show the number. Says nothing."""
        if number != self.value():
            with QSignalBlocker(self):
                self.setValue(number)

    def _measure(self) -> None:
        height = QFontMetricsF(self.font()).height()
        self.lineEdit().setTextMargins(round(0.5 * height), 0, 0, 0)  # a style sheet's padding does not reach it

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()

    def event(self, event: QEvent) -> bool:
        """Let the window have its keys."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and is_undo_or_redo(event):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let the window have its keys."""
        if is_undo_or_redo(event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the scrolling panel until the person works here."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
