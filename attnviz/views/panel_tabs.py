"""The right side of the window: one panel at a time, chosen by tabs in a rail beside it. Must not know the panels.

Where the tabs would not all be seen, a list takes their place.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QLayout, QStackedWidget, QStyledItemDelegate, QWidget

from attnviz.views.tab_rail import TabRail


class PanelTabs(QWidget):
    """Tabs with a title each, and room for the panel of the chosen one, which may come later.

    Signals: panel_chosen(str), the key of the tab the person chose.
    """

    panel_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without tabs."""
        super().__init__(parent)
        self.setObjectName("panel_tabs")
        self.setAccessibleName(self.tr("Experiments"))
        self._keys: list[str] = []
        self._wanted = True  # tabs or list; the presenter wants neither
        self._tabs, self._list, self._pages = self._new_tabs(), self._new_list(), QStackedWidget()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self._grid.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # the tabs give way to a list
        self._grid.addWidget(self._tabs, 0, 0, 2, 1)
        self._grid.addWidget(self._list, 0, 1)
        self._grid.addWidget(self._pages, 1, 1)
        self._grid.setColumnStretch(1, 1)
        self._grid.setRowStretch(1, 1)
        self._tabs.currentChanged.connect(self._on_current_changed)
        self._list.currentIndexChanged.connect(self._on_current_changed)

    def _new_tabs(self) -> TabRail:
        tabs = TabRail()
        tabs.setObjectName("panel_tab_bar")
        tabs.setAccessibleName(self.tr("Experiments"))
        return tabs

    def _new_list(self) -> QComboBox:
        panels = QComboBox()
        panels.setObjectName("panel_list")
        panels.setAccessibleName(self.tr("Experiments"))
        panels.setItemDelegate(QStyledItemDelegate(panels))
        panels.hide()
        return panels

    def add_tab(self, key: str, title: str) -> None:
        """Add a tab at the end."""
        with QSignalBlocker(self._tabs), QSignalBlocker(self._list):
            self._tabs.addTab(title)
            self._list.addItem(title)
        self._keys.append(key)

    def add_panel(self, panel: QWidget) -> None:
        """Take a panel in; it is shown when `show_panel` says so."""
        self._pages.addWidget(panel)

    def panel(self) -> QWidget | None:
        """Return the panel that is shown."""
        return self._pages.currentWidget()

    def show_tabs(self, shown: bool) -> None:
        """Show the tabs, or the panel alone."""
        self._wanted = shown
        self._choose_form()

    def show_panel(self, key: str, panel: QWidget) -> None:
        """Show one of the panels that were taken in, and its tab as chosen. Says nothing."""
        with QSignalBlocker(self._tabs), QSignalBlocker(self._list):
            self._tabs.setCurrentIndex(self._keys.index(key))
            self._list.setCurrentIndex(self._keys.index(key))
        self._pages.setCurrentWidget(panel)

    def minimumSizeHint(self) -> QSize:
        """Return the width of the shown panel, and the height of a line: where there is no more, a list will do."""
        return QSize(self._panel_width(), self.fontMetrics().height())

    def rail_width(self) -> int:
        """Return how wide the tabs beside the panel are, or would be; 0 where the height is not enough for them."""
        return self._tabs.sizeHint().width() if self._wanted and self._tabs.least_height() <= self.height() else 0

    def _panel_width(self) -> int:
        panel = self._pages.currentWidget()
        return 0 if panel is None else panel.minimumWidth() or panel.minimumSizeHint().width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the tabs if all of them have room."""
        super().resizeEvent(event)
        self._choose_form()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._choose_form()

    def _choose_form(self) -> None:
        high = self._tabs.least_height() <= self.height()
        room = high and self._panel_width() + self._tabs.sizeHint().width() <= self.width()
        self._tabs.setVisible(self._wanted and room)
        self._list.setVisible(self._wanted and not room)

    def _on_current_changed(self, index: int) -> None:
        if index >= 0:
            self.panel_chosen.emit(self._keys[index])
