"""The choice of how the tokens learn where they stand. It says which was chosen; it must not encode anything."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QStyledItemDelegate, QWidget

from attnviz.core.positions import POSITIONS
from attnviz.views import position_words
from attnviz.views.sentences import joined


class PositionPicker(QComboBox):
    """A list of encodings: none, two tables, RoPE, ALiBi.

    Signals: position_chosen(str), one of `positions.POSITIONS`, on every change but those by `show_position`.
    """

    position_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("position_picker")
        self.setAccessibleName(self.tr("Encoding of the positions"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setItemDelegate(QStyledItemDelegate(self))  # so that the style sheet's padding holds in the list
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for place, key in enumerate(POSITIONS):
            self.addItem(position_words.name(key), key)
            self.setItemData(place, joined(*position_words.about(key)), Qt.ItemDataRole.ToolTipRole)
        self._describe()
        self.currentIndexChanged.connect(self._on_index_changed)

    def show_position(self, position: str) -> None:
        """Show the encoding `position`. Says nothing. Raises ValueError for one that is not in the list."""
        index = self.findData(position)
        if index < 0:
            raise ValueError(f"no encoding is called {position!r}")
        if index != self.currentIndex():
            with QSignalBlocker(self):
                self.setCurrentIndex(index)
            self._describe()

    def _on_index_changed(self, index: int) -> None:
        self._describe()
        if index >= 0:
            self.position_chosen.emit(str(self.currentData()))

    def _describe(self) -> None:
        self.setAccessibleDescription(str(self.currentData(Qt.ItemDataRole.ToolTipRole)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the scrolling panel until the person works here."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
