"""Undo and redo belong to the scene. Text fields of Qt's own keep a history of theirs and take the keys first."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractSpinBox, QLineEdit, QWidget


class UndoKeys(QObject):
    """Lets the keys for undo and redo pass by the text fields inside a widget, on to the window's actions."""

    def watch(self, parent: QWidget) -> None:
        """Watch every text field that `parent` has now."""
        fields: list[QWidget] = [*parent.findChildren(QLineEdit), *parent.findChildren(QAbstractSpinBox)]
        for field in fields:
            field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stop a field from claiming the keys; unclaimed, they reach the window."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
            event.ignore()
            return True
        return False
