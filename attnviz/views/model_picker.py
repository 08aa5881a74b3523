"""The choice of the head whose weights are shown.

It knows the names of the heads and says which was chosen. It must not make a head.
"""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QWidget


class ModelPicker(QComboBox):
    """A list of heads: random, identity, the chapter's demo.

    Signals: model_chosen(str), the key of the head, on every change but those by `show_model`.
    """

    model_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("model_picker")
        self.setAccessibleName(self.tr("Model"))
        self.setItemDelegate(QStyledItemDelegate(self))  # so that the style sheet's padding holds in the list
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._add("random", self.tr("Random"), self.tr("The book's random numbers. Not trained."))
        self._add(
            "identity",
            self.tr("Identity"),
            self.tr("W_q = W_k = W_v = I: a token's vector is its query, key and value."),
        )
        self._add(
            "demo",
            self.tr("The chapter's demo"),
            self.tr("Scores set by hand. Only for its own five tokens: The cat sat on mat."),
        )
        self._describe()
        self.currentIndexChanged.connect(self._on_index_changed)

    def _add(self, key: str, label: str, tip: str) -> None:
        self.addItem(label, key)
        self.setItemData(self.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)

    def key(self) -> str:
        """Return the key of the head that is shown."""
        return str(self.currentData())

    def show_model(self, key: str) -> None:
        """Show the head named `key`. Says nothing. Raises ValueError for a key that is not in the list."""
        index = self.findData(key)
        if index < 0:
            raise ValueError(f"no model is called {key!r}")
        if index != self.currentIndex():
            with QSignalBlocker(self):
                self.setCurrentIndex(index)
            self._describe()

    def _on_index_changed(self, index: int) -> None:
        self._describe()
        if index >= 0:
            self.model_chosen.emit(self.key())

    def _describe(self) -> None:
        tip = self.currentData(Qt.ItemDataRole.ToolTipRole)
        self.setToolTip(tip or "")
        self.setAccessibleDescription(tip or "")
