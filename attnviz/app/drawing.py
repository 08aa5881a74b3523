"""Drawing the mask by hand: a mode that the menu, the Mask panel and the map share. Must not change the scene."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from attnviz.app.menus import Menus
from attnviz.app.panels import Panels
from attnviz.views.heatmap import HeatmapView


class Drawing(QObject):
    """Switches the mode on and off, and keeps whoever shows it in step.

    Signals: switched(bool).
    """

    switched = Signal(bool)

    def __init__(self, menus: Menus, panels: Panels, heatmap: HeatmapView, parent: QObject) -> None:
        """Start with the mode off."""
        super().__init__(parent)
        self._menus, self._panels, self._heatmap = menus, panels, heatmap
        self._wanted = self._possible = False
        menus.draw_mask.triggered.connect(self.switch)
        panels.drawing_wanted.connect(self.switch)

    def switch(self, on: bool) -> None:
        """Turn the mode on or off."""
        if on != self._wanted:
            self._wanted = on
            self._show()
            self.switched.emit(on)

    def show_possible(self, possible: bool) -> None:
        """Let the map be drawn on, or not, as what it shows has a mask of its own or hasn't."""
        if possible != self._possible:
            self._possible = possible
            self._show()

    def _show(self) -> None:
        self._heatmap.show_drawing(self._wanted and self._possible)
        self._menus.show_drawing(self._wanted)
        self._panels.show_drawing(self._wanted)
