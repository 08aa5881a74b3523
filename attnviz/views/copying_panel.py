"""A panel whose numbers can be copied while the keys are in it. Must not know what they are numbers of."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu

from attnviz.views.column_panel import ColumnPanel


class CopyingPanel(ColumnPanel):
    """A panel with a table of what it shows: Ctrl+C anywhere in it, or its menu, copies that.

    Signals: none of its own.
    """

    def has_numbers(self) -> bool:
        """Return whether there is anything to copy."""
        return False

    def numbers(self) -> str:
        """Return what is shown as text: a line of headings and a line each, with tabs between the columns."""
        return ""

    def copy_numbers(self) -> None:
        """Copy what is shown, if there is anything."""
        if self.has_numbers():
            QGuiApplication.clipboard().setText(self.numbers())

    def event(self, event: QEvent) -> bool:
        """Take Ctrl+C while the keys are anywhere in the panel."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_copy(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy with Ctrl+C."""
        if self._is_copy(event):
            self.copy_numbers()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy."""
        if not self.has_numbers():
            return
        menu = QMenu(self)
        menu.setObjectName(f"{self.objectName()}_menu")
        action = menu.addAction(QCoreApplication.translate("CopyingPanel", "Copy numbers"))
        action.setShortcut(QKeySequence.StandardKey.Copy)
        action.triggered.connect(self.copy_numbers)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def _is_copy(self, event: QKeyEvent) -> bool:
        return event.matches(QKeySequence.StandardKey.Copy) and self.has_numbers()
