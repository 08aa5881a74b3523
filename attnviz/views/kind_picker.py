"""The choice of what mixes the tokens on the large map: softmax attention, or another kind. Must not make one."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QWidget

from attnviz.state.scene import MAP_KINDS
from attnviz.views.kind_words import map_sentence, map_title


class KindPicker(QComboBox):
    """A list of the kinds that the large map can show.

    Signals: kind_chosen(str), the key of the kind, on every change but those by `show_kind`.
    """

    kind_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("kind_picker")
        self.setAccessibleName(self.tr("Kind"))
        self.setItemDelegate(QStyledItemDelegate(self))  # so that the style sheet's padding holds in the list
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for key in MAP_KINDS:
            self.addItem(map_title(key), key)
            self.setItemData(self.count() - 1, map_sentence(key), Qt.ItemDataRole.ToolTipRole)
        self._describe()
        self.currentIndexChanged.connect(self._on_index_changed)

    def key(self) -> str:
        """Return the key of the kind that is shown."""
        return str(self.currentData())

    def show_kind(self, key: str) -> None:
        """Show the kind named `key`. Says nothing. Raises ValueError for a key that is not in the list."""
        index = self.findData(key)
        if index < 0:
            raise ValueError(f"no kind is called {key!r}")
        if index != self.currentIndex():
            with QSignalBlocker(self):
                self.setCurrentIndex(index)
            self._describe()

    def _on_index_changed(self, index: int) -> None:
        self._describe()
        if index >= 0:
            self.kind_chosen.emit(self.key())

    def _describe(self) -> None:
        tip = self.currentData(Qt.ItemDataRole.ToolTipRole)
        self.setToolTip(tip or "")
        self.setAccessibleDescription(tip or "")
