"""What the cost plot shows: the time, the multiply-adds or the bytes. Must not know any figure."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QStyledItemDelegate, QWidget

from attnviz.views.cost_words import QUANTITIES, Quantity, heading


class CostInput(QComboBox):
    """A drop-down of quantities.

    Signals: quantity_chosen(str), one of `cost_words.QUANTITIES`, on every change but those by `show_quantity`.
    """

    quantity_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cost_quantity_picker")
        self.setAccessibleName(self.tr("What the plot shows"))
        self.setItemDelegate(QStyledItemDelegate(self))  # so that the style sheet's padding holds in the list
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        for quantity in QUANTITIES:
            self.addItem(heading(quantity), quantity)
        self.show_quantity("multiply_adds")
        self.currentIndexChanged.connect(self._on_index_changed)

    def quantity(self) -> Quantity:
        """Return what is chosen."""
        return cast(Quantity, self.currentData())

    def show_quantity(self, quantity: Quantity) -> None:
        """Show another choice. Says nothing."""
        with QSignalBlocker(self):
            self.setCurrentIndex(self.findData(quantity))

    def _on_index_changed(self, _index: int) -> None:
        self.quantity_chosen.emit(self.quantity())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the scrolling panel until the person works here."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
