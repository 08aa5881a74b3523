"""The choice of the head, or the trained model, whose weights are shown.

It knows the names of the heads, is told those of the models, and says which was chosen. It must not make or load one.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QWidget

OPEN = "open"  # not a model, but the way to one


class ModelPicker(QComboBox):
    """A list of heads (random, identity, the chapter's demo), of trained models, and a way to open another one.

    Signals: model_chosen(str), the key of the head or the name of the model, on every change but those by `show_…`;
    opening_asked() for the last entry, which is never shown as chosen.
    """

    model_chosen = Signal(str)
    opening_asked = Signal()

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
        self._built_in = self.count()
        self._shown, self._picked = self.key(), False
        self.insertSeparator(self.count())
        self._add(OPEN, self.tr("Open a model…"), self.tr("A trained model from a file or a folder."))
        self._describe()
        self.currentIndexChanged.connect(self._on_index_changed)

    def _add(self, key: str, label: str, tip: str) -> None:
        self.addItem(label, key)
        self.setItemData(self.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)

    def key(self) -> str:
        """Return the key of the head that is shown."""
        return str(self.currentData())

    def show_models(self, models: Sequence[tuple[str, str, str]]) -> None:
        """List trained models between the heads and the way to others: name, label and tip of each. Says nothing."""
        shown = self._shown
        with QSignalBlocker(self):
            while self.findData(OPEN) > self._built_in + 1:
                self.removeItem(self._built_in)
            for place, (name, label, tip) in enumerate(models, start=self._built_in):
                self.insertItem(place, label, name)
                self.setItemData(place, tip, Qt.ItemDataRole.ToolTipRole)
            self.setCurrentIndex(max(0, self.findData(shown)))
        self._describe()

    def show_model(self, key: str) -> None:
        """Show the head named `key`, or a model. Says nothing. Raises ValueError for a key that is not in the list."""
        index = self.findData(key)
        if index < 0 or key == OPEN:
            raise ValueError(f"no model is called {key!r}")
        self._shown = key
        if index != self.currentIndex():
            with QSignalBlocker(self):
                self.setCurrentIndex(index)
            self._describe()

    def hidePopup(self) -> None:
        """Remember for a moment that what changes now was picked in the list."""
        super().hidePopup()
        self._picked = True
        QTimer.singleShot(0, self, self._forget_picked)

    def _forget_picked(self) -> None:
        self._picked = False

    def _on_index_changed(self, index: int) -> None:
        if self.itemData(index) == OPEN:
            self._turn_back()
            return
        self._describe()
        if index >= 0 and self.key() != self._shown:
            self._shown = self.key()
            self.model_chosen.emit(self.key())

    def _turn_back(self) -> None:
        """Ask for another model if that was picked in the list; keys and wheel end at the last model before it."""
        with QSignalBlocker(self):
            self.setCurrentIndex(self.findData(self._shown) if self._picked else self.count() - 3)
        if self._picked:
            self.opening_asked.emit()
        else:
            self._on_index_changed(self.currentIndex())

    def _describe(self) -> None:
        tip = self.currentData(Qt.ItemDataRole.ToolTipRole)
        self.setToolTip(tip or "")
        self.setAccessibleDescription(tip or "")
