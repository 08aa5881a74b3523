"""The keys for Undo and Redo, which belong to the window and not to a text field's own history."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence


def is_undo_or_redo(event: QKeyEvent) -> bool:
    """Return whether `event` is a key for Undo or Redo on this system, or Ctrl+Y."""
    if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
        return True
    return event.key() == Qt.Key.Key_Y and event.modifiers() == Qt.KeyboardModifier.ControlModifier
