"""The presenter: the window for the back row. Only what the step needs, in type of 24 points and more.

Must leave the window as it was. Everything it changes is on `Stage`, which the window hands over.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget
from shiboken6 import isValid

from attnviz.app.looks import Looks
from attnviz.app.settings import Settings
from attnviz.state.session import Session
from attnviz.views.blank_overlay import BlankOverlay
from attnviz.views.map_panel import MapPanel
from attnviz.views.panel_tabs import PanelTabs

LEAST_POINTS: Final = 24.0
_SETTLED: Final = 150  # milliseconds until panels have measured themselves in small type again
SMALLEST_FACTOR: Final = 0.85  # the smallest type in any view, against the text size


@dataclass(frozen=True)
class Stage:
    """What the presenter rearranges: `aside` is hidden; the panels come when a step asks for one."""

    window: QMainWindow
    splitter: QSplitter
    map: MapPanel
    frame: QWidget  # the map with its scroll bar
    panels: PanelTabs
    aside: tuple[QWidget, ...]


class Presenter(QObject):
    """Switches the window to the presenter and back, and listens to the keys of a clicker.

    Signals: next_asked(), previous_asked() for the lesson; switched(bool) after coming and going;
    covers_changed() when rows are hidden or revealed; shared() when map and panel come or go.
    """

    next_asked = Signal()
    previous_asked = Signal()
    switched = Signal(bool)
    covers_changed = Signal()
    shared = Signal()

    def __init__(self, stage: Stage, session: Session, looks: Looks, settings: Settings) -> None:
        """Start outside of the presenter."""
        super().__init__(stage.window)
        self._stage, self._session, self._looks, self._settings = stage, session, looks, settings
        self.on = False
        self._before: dict[QWidget, bool] = {}
        self._sizes: list[int] = []
        self._size = stage.window.size()
        self._divide_at: QSize | None = None  # the size of the window at which the divider goes back
        self._later = QTimer(self, singleShot=True, interval=_SETTLED)
        self._later.timeout.connect(self._divide)
        stage.window.installEventFilter(self)
        self._focus: QWidget | None = None
        self._state = stage.window.windowState()
        self._zoomed = False
        self._panel_wanted = False
        self._blank = BlankOverlay(stage.window)
        self._blank.lifted.connect(self._on_lifted)
        stage.map.heatmap.row_uncovered.connect(self._on_row_uncovered)
        self._covered: frozenset[int] = frozenset()
        self._keys = [self._key(keys, slot) for keys, slot in self._wired()]

    def switch(self) -> None:
        """Come or go."""
        if self.on:
            self._leave()
        else:
            self._enter()

    def show_panel(self, wanted: bool) -> None:
        """Show the open panel beside the map, or the map alone; outside of the presenter nothing changes."""
        self._panel_wanted = wanted
        if self.on:
            self._share()

    def _share(self) -> None:
        """Show the panel if it is wanted, and the map beside it if both have room."""
        stage = self._stage
        stage.panels.setVisible(self._panel_wanted)
        both = stage.panels.minimumSizeHint().width() + stage.frame.minimumSizeHint().width()
        stage.frame.setVisible(not self._panel_wanted or both <= stage.window.width())
        self.shared.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the size that the window had before: the system leaves a full screen in its own time."""
        if event.type() == QEvent.Type.Resize and self._stage.window.size() == self._divide_at:
            self._divide_at = None
            self._later.start()
        return super().eventFilter(watched, event)

    def _divide(self) -> None:
        self._stage.splitter.setSizes(self._sizes)

    def forget_panel(self) -> None:
        """A lesson is over: what it wanted beside the map is no longer wanted, here and after leaving."""
        self.show_panel(False)

    def uncover(self) -> None:
        """Show every row's numbers again: another step has begun."""
        self._cover(frozenset())

    def row_or_first(self) -> int:
        """Return the pinned row, or the first one."""
        pinned = self._session.scene.pinned
        return pinned[0] if pinned is not None else 0

    def _enter(self) -> None:
        stage = self._stage
        self.on, self._state = True, stage.window.windowState()
        self._before = {widget: widget.isHidden() for widget in (*stage.aside, stage.panels)}
        self._sizes, self._focus = stage.splitter.sizes(), stage.window.focusWidget()
        self._size, self._divide_at = stage.window.size(), None
        for widget in stage.aside:
            widget.hide()
        stage.panels.show_tabs(False)
        self._looks.least = math.ceil(100 * LEAST_POINTS / (SMALLEST_FACTOR * self._looks.base))
        self._looks.apply(self._settings.theme, self._settings.zoom)
        stage.map.show_presentation(True)
        stage.window.setWindowState(self._state | Qt.WindowState.WindowFullScreen)
        self._share()
        self._listen(True)
        stage.map.heatmap.setFocus()
        self.switched.emit(True)

    def _leave(self) -> None:
        stage = self._stage
        self.on = False
        self._listen(False)
        self._blank.show_blank(False)
        self._cover(frozenset())
        if self._zoomed:
            self._on_zoom()
        stage.map.show_presentation(False)
        self._looks.least = 0
        stage.frame.show()
        self._looks.apply(self._settings.theme, self._settings.zoom)
        stage.panels.show_tabs(True)
        for widget, hidden in self._before.items():
            widget.setHidden(hidden)
        stage.window.setWindowState(self._state)
        self._divide()  # here, and again when the system has given the window its old size
        self._divide_at = self._size
        self._later.start()
        if self._focus is not None and isValid(self._focus):
            self._focus.setFocus()
        self.switched.emit(False)

    def _wired(self) -> tuple[tuple[tuple[str, ...], Callable[[], None]], ...]:
        return (
            (("PgDown", "Right", "Down", "Space"), self._on_next),
            (("PgUp", "Left", "Up", "Backspace"), self._on_previous),
            (("B", "."), self._on_blank),
            (("Z",), self._on_zoom),
            (("H",), self._on_hide),
            (("P",), self._on_panel),
            (("Esc",), self.switch),
        )

    def _key(self, keys: tuple[str, ...], slot: Callable[[], None]) -> QShortcut:
        shortcut = QShortcut(self._stage.window)
        shortcut.setKeys([QKeySequence(key) for key in keys])
        shortcut.setEnabled(False)
        shortcut.activated.connect(slot)
        return shortcut

    def _listen(self, listening: bool) -> None:
        for shortcut in self._keys:
            shortcut.setEnabled(listening)

    def _on_next(self) -> None:
        self.next_asked.emit()

    def _on_previous(self) -> None:
        self.previous_asked.emit()

    def _on_blank(self) -> None:
        self._listen(False)  # any key lifts the sheet
        self._blank.show_blank(True)

    def _on_lifted(self) -> None:
        self._blank.show_blank(False)
        self._listen(self.on)
        self._stage.map.heatmap.setFocus()

    def _on_zoom(self) -> None:
        self._zoomed = not self._zoomed
        heatmap, pinned = self._stage.map.heatmap, self._session.scene.pinned
        if self._zoomed:
            heatmap.zoom_to(self.row_or_first(), pinned[1] if pinned is not None else None)
        else:
            heatmap.show_everything()

    def _on_hide(self) -> None:
        self._cover(self._covered ^ {self.row_or_first()})

    def _on_panel(self) -> None:
        self.show_panel(not self._panel_wanted)

    def _on_row_uncovered(self, row: int) -> None:
        self._cover(self._covered - {row})

    def _cover(self, rows: frozenset[int]) -> None:
        self._covered = rows
        self._stage.map.show_covered_rows(rows)
        self.covers_changed.emit()
