"""The choice of how many decimals the ledger shows. Must not know what is shown."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QKeySequence, QWheelEvent
from PySide6.QtWidgets import QSpinBox, QWidget

from attnviz.views.ledger_numbers import FEWEST, MOST
from attnviz.views.undo_keys import is_undo_or_redo


def _is_for_others(event: QKeyEvent) -> bool:
    return is_undo_or_redo(event) or event.matches(QKeySequence.StandardKey.Copy)


class DecimalsInput(QSpinBox):
    """A box for 1 to 8 decimals. Undo, Redo and Copy are left to the window, and the wheel until the keys are here.

    Signals: decimals_chosen(int), on every change but those by `show_decimals`.
    """

    decimals_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("decimals_box")
        self.setAccessibleName(self.tr("Decimals"))
        self.setToolTip(self.tr("How many decimals are shown, 1 to 8"))
        self.setRange(FEWEST, MOST)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._measure()
        self.valueChanged.connect(self.decimals_chosen)

    def show_decimals(self, decimals: int) -> None:
        """Show the choice. Says nothing."""
        if decimals != self.value():
            with QSignalBlocker(self):
                self.setValue(decimals)

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
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_for_others(event):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let the window have its keys."""
        if _is_for_others(event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the scrolling panel until the person works here."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
