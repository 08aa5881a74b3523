"""Undo and redo belong to the scene. Text fields of Qt's own keep a history of theirs and take the keys first."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from attnviz.views.undo_keys import is_undo_or_redo


class UndoKeys(QObject):
    """Lets the keys for undo and redo pass by the text fields inside a widget, on to the window's actions."""

    def watch(self, parent: QWidget) -> None:
        """Watch every text field that `parent` has now."""
        for field in parent.findChildren(QLineEdit):
            field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stop a field from claiming the keys, so that they reach the window; with nothing to undo, nothing happens."""
        if not isinstance(event, QKeyEvent) or not is_undo_or_redo(event):
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.ignore()
        return event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
