"""Theme, colour map and text size: the menu's choices, remembered and applied. Must not touch the scene."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal

from attnviz.app.looks import Looks
from attnviz.app.menus import Menus
from attnviz.app.panels import Panels
from attnviz.app.settings import LARGEST_ZOOM, SMALLEST_ZOOM, Settings
from attnviz.views.colormaps import NAMES
from attnviz.views.map_panel import MapPanel
from attnviz.views.steps_strip import StepsStrip

_STEPS: Final = (50, 67, 80, 90, 100, 110, 125, 150, 175, 200)  # per cent of the text size


class Appearance(QObject):
    """Does what the View menu says of looks.

    Signals: told(str), the new text size.
    """

    told = Signal(str)

    def __init__(
        self, settings: Settings, looks: Looks, menus: Menus, maps: tuple[MapPanel, StepsStrip, Panels], parent: QObject
    ) -> None:
        """maps: what shows weights in colours."""
        super().__init__(parent)
        self._settings, self._looks, self._menus, self._maps = settings, looks, menus, maps
        menus.zoom_in.triggered.connect(self._on_zoom_in)
        menus.zoom_out.triggered.connect(self._on_zoom_out)
        menus.zoom_reset.triggered.connect(self._on_zoom_reset)
        menus.theme_chosen.connect(self._on_theme)
        menus.colormap_chosen.connect(self._on_colormap)
        self.show()

    def show(self) -> None:
        """Apply what is remembered."""
        self._looks.apply(self._settings.theme, self._settings.zoom)
        colormap = self._settings.colormap(NAMES)
        self._menus.show_theme(self._settings.theme)
        self._menus.show_colormap(colormap)
        for part in self._maps:
            part.show_colormap(colormap)

    def _on_theme(self, name: str) -> None:
        self._settings.theme = name
        self.show()

    def _on_colormap(self, name: str) -> None:
        self._settings.set_colormap(name)
        self.show()

    def _on_zoom_in(self) -> None:
        self._set_zoom(min((step for step in _STEPS if step > self._settings.zoom), default=LARGEST_ZOOM))

    def _on_zoom_out(self) -> None:
        self._set_zoom(max((step for step in _STEPS if step < self._settings.zoom), default=SMALLEST_ZOOM))

    def _on_zoom_reset(self) -> None:
        self._set_zoom(100)

    def _set_zoom(self, per_cent: int) -> None:
        self._settings.zoom = per_cent
        self.show()
        self.told.emit(self.tr("Text size: {n} %").format(n=per_cent))
