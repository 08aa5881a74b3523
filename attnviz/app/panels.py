"""The panels beside the map: made when first opened, wired to the session, given the report of the open one.

A panel's module is imported only then, so that the start doesn't wait for all of them.
Must not compute a report, and must not keep a closed panel up to date.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QWidget

from attnviz.app.undo_keys import UndoKeys
from attnviz.experiments.causality import CausalityReport
from attnviz.state.reports import PANELS, Misfit, built_kinds
from attnviz.state.scene import PLAIN_WINDOW, SOFTMAX, Scene
from attnviz.state.session import Session
from attnviz.state.snapshot import Snapshot
from attnviz.views.colormaps import NAMES
from attnviz.views.panel_tabs import PanelTabs

if TYPE_CHECKING:
    from attnviz.app.measuring import Measuring
    from attnviz.views.change_panel import ChangePanel
    from attnviz.views.misfit_panel import MisfitPanel


class Panels(QObject):
    """Owns the tabs and what is in them.

    Signals: opened(str) when another panel was opened; comparison_wanted(str), "a", "b" or "difference", large;
    drawing_wanted(bool), the mask is to be drawn on the map or no more; failed(error) when a measurement ended so;
    model_wanted() when a trained model is to be opened; token_chosen(int), tokens_asked(int) to be put behind the text.
    """

    opened = Signal(str)
    comparison_wanted = Signal(str)
    drawing_wanted = Signal(bool)
    failed = Signal(object)
    model_wanted = Signal()
    token_chosen = Signal(int)
    tokens_asked = Signal(int)

    def __init__(self, session: Session, first: str, parent: QWidget) -> None:
        """Make the tabs and open the panel `first`."""
        super().__init__(parent)
        self._session = session
        self._undo_keys = UndoKeys(self)
        self._made: dict[str, Any] = {}  # each a QWidget; what they are given differs
        self._colormap = NAMES[0]
        self._snapshot: Snapshot | None = None  # what the open panel shows
        self._misfit: MisfitPanel | None = None
        self._drawing = False
        self._measured: tuple[object, ...] = ()  # what a measurement depends on, when it began
        self.tabs = PanelTabs()
        words = titles()
        for key in PANELS:
            self.tabs.add_tab(key, words[key])
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
        self._drop_measurement_of_others(snapshot.scene)
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

    def show_drawing(self, on: bool) -> None:
        """Let the Mask panel say whether the map is drawn on; a panel made later is told when it is made."""
        self._drawing = on
        if "mask" in self._made:
            self._made["mask"].show_drawing(on)

    def wait(self) -> None:
        """Let a measurement come to its end, and drop what it brings."""
        if "measuring" in vars(self):
            self.measuring.wait()

    def measure(self) -> None:
        """Measure how the time of the scene's kinds grows with the text: in a worker, for some seconds."""
        self._measured = measured_of(self._session.scene)
        total = self.measuring.start(built_kinds(self._session.scene))
        self._made["kinds"].show_costs(())
        self._made["kinds"].show_progress(0, total)

    def _drop_measurement_of_others(self, scene: Scene) -> None:
        """Stop measuring kinds that are no longer side by side, or are built otherwise now; what was found stays."""
        if "measuring" in vars(self) and self.measuring.running and measured_of(scene) != self._measured:
            self.measuring.cancel()

    @cached_property
    def measuring(self) -> Measuring:
        """What measures, made when it is first needed."""
        from attnviz.app.measuring import Measuring

        measuring, panel = Measuring(self), self._made["kinds"]
        measuring.sampled.connect(self._on_sampled)
        measuring.finished.connect(panel.show_finished)
        measuring.cancelled.connect(panel.show_finished)
        measuring.failed.connect(self._on_measuring_failed)
        panel.measuring_cancelled.connect(measuring.cancel)
        return measuring

    def _on_sampled(self, _sample: object, done: int, total: int) -> None:
        self._made["kinds"].show_costs(self.measuring.samples)
        self._made["kinds"].show_progress(done, total)

    def _on_measuring_failed(self, error: Exception) -> None:
        self._made["kinds"].show_finished()
        self.failed.emit(error)

    def _show(self, snapshot: Snapshot) -> None:
        misfit = PANELS[self.key].misfit(snapshot.scene)
        if misfit is None and snapshot.lacks_second_text and self.key != "mask":  # that is where it is typed
            misfit = "no_second_text"
        if misfit is not None:
            self._show_misfit(misfit)
            return
        panel = self._panel(snapshot.scene)
        self.tabs.show_panel(self.key, panel)
        if self.key == "change" and snapshot.scene.model != "trained":
            _show_change(panel, snapshot)
        elif self.key in _WITH_COLUMNS:
            panel.show_report(snapshot.scene, snapshot.tokens, snapshot.report, snapshot.columns)
        else:
            panel.show_report(snapshot.scene, snapshot.tokens, snapshot.report)

    def _show_misfit(self, misfit: Misfit) -> None:
        if self._misfit is None:
            from attnviz.views.misfit_panel import MisfitPanel

            self._misfit = MisfitPanel()
            self._misfit.way_back_asked.connect(self._on_way_back)
            self.tabs.add_panel(self._misfit)
            self._undo_keys.watch(self._misfit)
        self._misfit.show_reason(titles()[self.key], misfit)
        self.tabs.show_panel(self.key, self._misfit)

    def _on_way_back(self, misfit: str) -> None:
        if misfit in ("second_text", "no_second_text"):
            self._session.set_second_text(None)
        elif misfit in ("from_file", "only_weights"):
            self._session.set_model("random")
        elif misfit == "no_model":
            self.model_wanted.emit()
        else:
            self._session.set_kind(SOFTMAX)

    def _show_open(self) -> None:
        self.tabs.show_panel(self.key, self._panel(self._session.scene))

    def _panel(self, scene: Scene) -> Any:
        """Return the open panel, made when it is first needed; a claim has another one for trained models."""
        name = f"{self.key} of all heads" if self.key in _CLAIMS and scene.model == "trained" else self.key
        if name not in self._made:
            claimed = name != self.key
            panel: Any = _claim_panel(self.key, self._session) if claimed else _MAKERS[self.key](self._session, self)
            self._made[name] = panel
            self.tabs.add_panel(panel)
            self._undo_keys.watch(panel)
            self.show_colormap(self._colormap)
            self.show_drawing(self._drawing)
            if claimed or self.key in _SLOW:  # it says that it waits
                known = () if self._snapshot is None else self._snapshot.tokens
                panel.show_report(scene, known or tuple(scene.text.split()[:1]), None)
        return self._made[name]


def measured_of(scene: Scene) -> tuple[object, ...]:
    """Return what the time of the kinds of a scene depends on."""
    window = scene.window or PLAIN_WINDOW
    return scene.kinds, scene.width, scene.head_width, scene.position, window, scene.features, scene.scaled


def _show_change(panel: ChangePanel, snapshot: Snapshot) -> None:
    change, report = snapshot.scene.change, snapshot.report
    panel.show_tokens(snapshot.tokens)
    panel.show_change(change.index, change.text, change.nines, change.strength)
    panel.show_has_mask(snapshot.scene.attends)
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
            not snapshot.looks_ahead,
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
    panel.mask_put_back.connect(session.hide_future)
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


def _position_panel(session: Session, panels: Panels) -> QWidget:
    from attnviz.views.position_panel import PositionPanel

    panel = PositionPanel()
    panel.position_chosen.connect(session.set_position)
    panel.swap_asked.connect(partial(panels.open, "swap"))
    return panel


def _mask_panel(session: Session, panels: Panels) -> QWidget:
    from attnviz.views.mask_panel import MaskPanel

    panel = MaskPanel()
    panel.causal_chosen.connect(session.set_causal)
    panel.window_chosen.connect(session.set_window)
    panel.dilation_chosen.connect(session.set_dilation)
    panel.global_tokens_chosen.connect(session.set_global_tokens)
    panel.hidden_token_chosen.connect(session.set_hidden_token)
    panel.padding_chosen.connect(session.set_padding)
    panel.second_text_edited.connect(session.set_second_text)
    panel.pattern_chosen.connect(session.set_pattern)
    panel.cells_cleared.connect(session.clear_cells)
    panel.drawing_switched.connect(panels.drawing_wanted)
    return panel


def _heads_panel(session: Session, panels: Panels) -> QWidget:
    from attnviz.views.heads_panel import HeadsPanel

    panel = HeadsPanel()
    panel.heads_chosen.connect(session.set_heads)
    panel.kv_heads_chosen.connect(session.set_kv_heads)
    panel.head_chosen.connect(session.set_head)
    panel.view_chosen.connect(session.set_view)
    return panel


def _kinds_panel(session: Session, panels: Panels) -> QWidget:
    from attnviz.views.kinds_panel import KindsPanel

    panel = KindsPanel()
    panel.kinds_chosen.connect(session.set_kinds)
    panel.map_chosen.connect(session.show_kind)
    panel.measuring_asked.connect(panels.measure)
    return panel


def _features_panel(session: Session, panels: Panels) -> QWidget:
    from attnviz.views.features_panel import FeaturesPanel

    panel = FeaturesPanel()
    panel.features_chosen.connect(session.set_features)
    return panel


def _layers_panel(session: Session, panels: Panels) -> QWidget:
    from attnviz.views.layers_panel import LayersPanel

    panel = LayersPanel()
    panel.head_chosen.connect(session.set_layer_head)
    panel.order_chosen.connect(session.set_heads_order)
    panel.view_chosen.connect(session.set_view)
    panel.rescaled_switched.connect(session.set_rescaled)
    return panel


def _lines_panel(session: Session, panels: Panels) -> QWidget:
    from attnviz.views.lines_panel import LinesPanel

    panel = LinesPanel()
    panel.row_chosen.connect(session.set_pinned)
    panel.lines_chosen.connect(session.set_lines)
    return panel


def _next_panel(session: Session, panels: Panels) -> QWidget:
    from attnviz.views.next_panel import NextPanel

    panel = NextPanel()
    panel.temperature_chosen.connect(session.set_temperature)
    panel.top_k_chosen.connect(session.set_top_k)
    panel.top_p_chosen.connect(session.set_top_p)
    panel.token_chosen.connect(panels.token_chosen)
    panel.tokens_asked.connect(panels.tokens_asked)
    return panel


def _claim_panel(claim: str, session: Session) -> QWidget:
    from attnviz.views.claim_panel import ClaimPanel

    panel = ClaimPanel(claim)  # type: ignore[arg-type]
    panel.token_chosen.connect(session.set_changed_token)
    panel.replacement_edited.connect(session.set_replacement)
    panel.pair_chosen.connect(session.set_swapped)
    panel.head_chosen.connect(session.set_layer_head)
    return panel


_CLAIMS: Final = ("change", "swap", "cache", "masking")  # have a panel of their own for all heads of a model
_SLOW: Final = {"kinds", "features", "layers", "next"}  # panels whose first report takes longer than a frame
_WITH_COLUMNS: Final = {"ledger", "compare"}  # panels that name a column, which may be of a second text
_IN_COLOURS: Final = {"masking", "position", "mask", "heads", "kinds", "features", "layers"}  # panels that show weights
_MAKERS: Final[dict[str, Callable[[Session, Panels], QWidget]]] = {
    "change": _change_panel,
    "ledger": _ledger_panel,
    "swap": _swap_panel,
    "position": _position_panel,
    "scaling": _scaling_panel,
    "mask": _mask_panel,
    "masking": _masking_panel,
    "heads": _heads_panel,
    "cache": _cache_panel,
    "kinds": _kinds_panel,
    "features": _features_panel,
    "layers": _layers_panel,
    "lines": _lines_panel,
    "next": _next_panel,
    "compare": _compare_panel,
}


def titles() -> dict[str, str]:
    """Return what each panel is called on its tab."""
    return {
        "change": QCoreApplication.translate("Panels", "Change"),
        "ledger": QCoreApplication.translate("Panels", "Ledger"),
        "swap": QCoreApplication.translate("Panels", "Swap"),
        "position": QCoreApplication.translate("Panels", "Order"),
        "scaling": QCoreApplication.translate("Panels", "√d"),
        "mask": QCoreApplication.translate("Panels", "Mask"),
        "masking": QCoreApplication.translate("Panels", "When to mask"),
        "heads": QCoreApplication.translate("Panels", "Heads"),
        "cache": QCoreApplication.translate("Panels", "KV cache"),
        "kinds": QCoreApplication.translate("Panels", "Kinds"),
        "features": QCoreApplication.translate("Panels", "Performer"),
        "layers": QCoreApplication.translate("Panels", "All heads"),
        "lines": QCoreApplication.translate("Panels", "Lines"),
        "next": QCoreApplication.translate("Panels", "Next token"),
        "compare": QCoreApplication.translate("Panels", "Compare"),
    }
