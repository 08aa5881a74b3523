"""In what order all heads stand, and what of them is on the large map: two lists. They must not know a weight."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QWidget

from attnviz.state.scene import HEADS_ORDERS, VIEWS
from attnviz.views.heads_pickers import Picker
from attnviz.views.layers_words import about, order_name, view_name

_SQUARE: Final = "rollout"  # goes from layer to layer through one text only


class LayersOrderPicker(Picker):
    """By layer, or by how strongly a head is of a type.

    Signals: order_chosen(str), one of HEADS_ORDERS, on every change but those by `show_order`.
    """

    order_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("layers_order_picker", parent)
        self.setAccessibleName(self.tr("Order of the heads"))
        for place, order in enumerate(HEADS_ORDERS):
            self.addItem(order_name(order), order)
            self.setItemData(place, about(order), Qt.ItemDataRole.ToolTipRole)
        self.currentIndexChanged.connect(self._on_current_index_changed)

    def show_order(self, order: str) -> None:
        """Stand at `order`. Says nothing. Raises ValueError for one that is not in the list."""
        self.show_data(order)

    def _on_current_index_changed(self, index: int) -> None:
        if index >= 0:
            self.setToolTip(self.currentText())
            self.order_chosen.emit(str(self.currentData()))


class LayersViewPicker(Picker):
    """One head, or several blended into one map.

    Signals: view_chosen(str), one of VIEWS, on every change but those by `show_view`.
    """

    view_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("layers_view_picker", parent)
        self.setAccessibleName(self.tr("What the large map shows"))
        for view in VIEWS:
            self.addItem(view_name(view), view)
        self.currentIndexChanged.connect(self._on_current_index_changed)

    def show_view(self, view: str, crossed: bool) -> None:
        """Stand at `view`; crossed: another text is looked at, so that there is no rollout. Says nothing.

        Raises ValueError for one that is not in the list.
        """
        model = self.model()
        if isinstance(model, QStandardItemModel):
            model.item(self.findData(_SQUARE)).setEnabled(not crossed)
        self.show_data(view)

    def _on_current_index_changed(self, index: int) -> None:
        if index >= 0:
            self.setToolTip(self.currentText())
            self.view_chosen.emit(str(self.currentData()))
