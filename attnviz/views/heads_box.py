"""How many heads there are, as a number. It says what was chosen; it must not know what a head computes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QSpinBox, QWidget

from attnviz.state.scene import MOST_HEADS
from attnviz.views.undo_keys import is_undo_or_redo


class HeadsBox(QSpinBox):
    """A box for 1 to 96. A typed number counts once it is whole: with Enter, or when the keys go elsewhere.

    Undo and Redo are left to the window, and the wheel until the keys are here.
    Signals: heads_chosen(int), on every change but those by `show_heads`.
    """

    heads_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("heads_box")
        self.setAccessibleName(self.tr("Number of heads"))
        self.lineEdit().setAccessibleName(self.accessibleName())
        self.setToolTip(self.tr("How many heads there are, 1 to 96"))
        self.setRange(1, MOST_HEADS)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._measure()
        self.valueChanged.connect(self.heads_chosen)

    def show_heads(self, heads: int) -> None:
        """Show the number. Says nothing."""
        if heads != self.value():
            with QSignalBlocker(self):
                self.setValue(heads)

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
