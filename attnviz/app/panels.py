"""The panels beside the map: made when first opened, wired to the session, given the report of the open one.

A panel's module is imported only then, so that the start doesn't wait for all of them.
Must not compute a report, and must not keep a closed panel up to date.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QWidget

from attnviz.app.undo_keys import UndoKeys
from attnviz.experiments.causality import CausalityReport
from attnviz.state.reports import PANELS
from attnviz.state.session import Session
from attnviz.state.snapshot import Snapshot
from attnviz.views.colormaps import NAMES
from attnviz.views.panel_tabs import PanelTabs

if TYPE_CHECKING:
    from attnviz.views.change_panel import ChangePanel


class Panels(QObject):
    """Owns the tabs and what is in them.

    Signals: opened(str) when another panel was opened; comparison_wanted(str), "a", "b" or "difference", large.
    """

    opened = Signal(str)
    comparison_wanted = Signal(str)

    def __init__(self, session: Session, first: str, parent: QWidget) -> None:
        """Make the tabs and open the panel `first`."""
        super().__init__(parent)
        self._session = session
        self._undo_keys = UndoKeys(self)
        self._made: dict[str, Any] = {}  # each a QWidget; what they are given differs
        self._colormap = NAMES[0]
        self._snapshot: Snapshot | None = None  # what the open panel shows
        self.tabs = PanelTabs()
        titles = _titles()
        for key in PANELS:
            self.tabs.add_tab(key, titles[key])
        self.key = first if first in PANELS else next(iter(PANELS))
        self.tabs.panel_chosen.connect(self.open)
        self._show_open()

    def open(self, key: str) -> None:
        """Open a panel; what it shows comes with the next snapshot."""
        if key != self.key:
            self.key = key
            self._show_open()
            self.opened.emit(key)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Let the open panel show what differs from what it shows already."""
        if snapshot.panel != self.key:
            return
        old, self._snapshot = self._snapshot, snapshot
        if (
            old is None
            or old.panel != snapshot.panel
            or old.report is not snapshot.report
            or old.scene != snapshot.scene
            or old.tokens != snapshot.tokens
        ):
            self._show(snapshot)

    def show_colormap(self, name: str) -> None:
        """Show weights in the colour map `name`, in panels that show any."""
        self._colormap = name
        for key in _IN_COLOURS & self._made.keys():
            self._made[key].show_colormap(name)

    def _show(self, snapshot: Snapshot) -> None:
        panel = self._made[self.key]
        if self.key == "change":
            _show_change(panel, snapshot)
        else:
            panel.show_report(snapshot.scene, snapshot.tokens, snapshot.report)

    def _show_open(self) -> None:
        if self.key not in self._made:
            panel = _MAKERS[self.key](self._session, self)
            self._made[self.key] = panel
            self.tabs.add_panel(panel)
            self._undo_keys.watch(panel)
            self.show_colormap(self._colormap)
        self.tabs.show_panel(self.key, self._made[self.key])


def _show_change(panel: ChangePanel, snapshot: Snapshot) -> None:
    change, report = snapshot.scene.change, snapshot.report
    panel.show_tokens(snapshot.tokens)
    panel.show_change(change.index, change.text, change.nines, change.strength)
    if not isinstance(report, CausalityReport):
        panel.show_nothing("no_text" if snapshot.trace is None else "no_change")
    elif not report.moved.any() and snapshot.changes_nothing:
        panel.show_nothing("same_token")
    else:
        panel.show_report(
            report.moved,
            report.largest,
            report.width,
            report.index,
            report.weights_before,
            report.weights_after,
            snapshot.scene.causal,
        )


def _change_panel(session: Session, panels: Panels) -> QWidget:
    from attnviz.views.change_panel import ChangePanel

    panel = ChangePanel()
    panel.token_chosen.connect(session.set_changed_token)
    panel.replacement_edited.connect(session.set_replacement)
    panel.nines_switched.connect(session.set_nines)
    panel.strength_chosen.connect(session.set_strength)
    return panel


def _ledger_panel(session: Session, panels: Panels) -> QWidget:
    from attnviz.views.ledger_panel import LedgerPanel

    panel = LedgerPanel()
    panel.decimals_chosen.connect(session.set_ledger_decimals)
    return panel


def _swap_panel(session: Session, panels: Panels) -> QWidget:
    from attnviz.views.swap_panel import SwapPanel

    panel = SwapPanel()
    panel.pair_chosen.connect(session.set_swapped)
    return panel


def _scaling_panel(session: Session, panels: Panels) -> QWidget:
    from attnviz.views.scaling_panel import ScalingPanel

    panel = ScalingPanel()
    panel.source_chosen.connect(session.set_scaling_source)
    return panel


def _masking_panel(session: Session, panels: Panels) -> QWidget:
    from attnviz.views.masking_panel import MaskingPanel

    panel = MaskingPanel()
    panel.row_chosen.connect(session.set_pinned)
    return panel


def _cache_panel(session: Session, panels: Panels) -> QWidget:
    from attnviz.views.cache_panel import CachePanel

    panel = CachePanel()
    panel.step_chosen.connect(session.set_cache_step)
    panel.mask_put_back.connect(partial(session.set_causal, True))
    return panel


def _compare_panel(session: Session, panels: Panels) -> QWidget:
    from attnviz.views.compare_panel import ComparePanel

    panel = ComparePanel()
    panel.reference_pinned.connect(session.pin_reference)
    panel.reference_swapped.connect(session.swap_reference)
    panel.reference_cleared.connect(session.clear_reference)
    panel.comparison_chosen.connect(session.set_compared)
    panel.picture_chosen.connect(panels.comparison_wanted)
    return panel


_IN_COLOURS: Final = {"masking"}  # panels that show weights
_MAKERS: Final[dict[str, Callable[[Session, Panels], QWidget]]] = {
    "change": _change_panel,
    "ledger": _ledger_panel,
    "swap": _swap_panel,
    "scaling": _scaling_panel,
    "masking": _masking_panel,
    "cache": _cache_panel,
    "compare": _compare_panel,
}


def _titles() -> dict[str, str]:
    return {
        "change": QCoreApplication.translate("Panels", "Change"),
        "ledger": QCoreApplication.translate("Panels", "Ledger"),
        "swap": QCoreApplication.translate("Panels", "Swap"),
        "scaling": QCoreApplication.translate("Panels", "√d"),
        "masking": QCoreApplication.translate("Panels", "Masking"),
        "cache": QCoreApplication.translate("Panels", "KV cache"),
        "compare": QCoreApplication.translate("Panels", "Compare"),
    }
