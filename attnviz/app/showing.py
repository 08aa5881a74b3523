"""From scene and snapshot to the widgets: compares the old with the new and calls only the setters that differ.

Setters never emit, so nothing comes back from here. Must not change the scene.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication

from attnviz.experiments.causality import CausalityReport
from attnviz.state.scene import Scene
from attnviz.state.snapshot import Snapshot
from attnviz.views.change_panel import ChangePanel
from attnviz.views.control_bar import ControlBar
from attnviz.views.map_panel import MapPanel
from attnviz.views.status_bar import StatusBar


class Showing:
    """Keeps what is on the screen in step with the scene and with what follows from it."""

    def __init__(self, bar: ControlBar, panel: MapPanel, change: ChangePanel, status: StatusBar) -> None:
        """The four parts of the window that show the scene."""
        self._bar, self._panel, self._change, self._status = bar, panel, change, status
        self._hovered: int | None = None
        self.snapshot: Snapshot | None = None

    def show_scene(self, scene: Scene) -> None:
        """Show what was chosen; each setter leaves alone what already says so."""
        bar = self._bar
        bar.text_input.show_text(scene.text)
        bar.model_picker.show_model(scene.model)
        bar.causal_toggle.show_checked(scene.causal)
        bar.scale_toggle.show_checked(scene.scaled)
        bar.dimension_input.show_dimension(scene.width)
        change = scene.change
        self._change.show_change(change.index, change.text, change.nines, change.strength)

    def show_snapshot(self, snapshot: Snapshot, seconds: float) -> None:
        """Show what was computed."""
        old, self.snapshot = self.snapshot, snapshot
        if old is None or snapshot.trace is not old.trace or snapshot.trace is None:
            self._show_weights(snapshot)
        if old is None or snapshot.pinned != old.pinned or snapshot.tokens != old.tokens:
            self._panel.heatmap.show_pin(snapshot.pinned)
        self._show_caption()
        if old is None or snapshot.tokens != old.tokens:
            self._change.show_tokens(snapshot.tokens)
        if old is None or snapshot.report is not old.report or snapshot.report is None:
            self._show_report(snapshot)
        self._status.show_figures(len(snapshot.tokens), snapshot.total_tokens, seconds)

    def show_hovered_row(self, row: int) -> None:
        """Let the caption speak of the row that is pointed at; -1 = of the pinned one again."""
        self._hovered = row if row >= 0 else None
        self._show_caption()

    def _show_weights(self, snapshot: Snapshot) -> None:
        heatmap, trace, facts = self._panel.heatmap, snapshot.trace, snapshot.facts
        if trace is None or facts is None:
            self._hovered = None
            nothing = np.zeros((0, 0), dtype=np.float32)
            heatmap.show_weights(nothing, nothing, nothing.astype(np.bool_), ())
            heatmap.show_message(
                QCoreApplication.translate("Showing", "Type a sentence above, for example: The cat sat on the mat")
            )
            self._panel.honesty.show_spans([])
            return
        heatmap.show_weights(trace.weights, trace.scores, trace.mask, snapshot.tokens)
        self._panel.honesty.show_facts(
            facts.largest_row_error, facts.hidden_not_zero, snapshot.scene.model, facts.hidden
        )

    def _show_caption(self) -> None:
        snapshot = self.snapshot
        if snapshot is None or snapshot.trace is None:
            self._panel.caption.show_spans([])
            return
        row = snapshot.pinned[0] if snapshot.pinned is not None else None
        if self._hovered is not None and self._hovered < len(snapshot.tokens):
            row = self._hovered
        if row is None:
            self._panel.caption.show_row(snapshot.tokens, None)
        else:
            trace = snapshot.trace
            self._panel.caption.show_row(snapshot.tokens, row, trace.weights[row], trace.mask[row])

    def _show_report(self, snapshot: Snapshot) -> None:
        report = snapshot.report
        if report is None:
            self._change.show_nothing("no_text" if snapshot.trace is None else "no_change")
        elif isinstance(report, CausalityReport):
            if not report.moved.any() and snapshot.changes_nothing:
                self._change.show_nothing("same_token")
                return
            self._change.show_report(
                report.moved,
                report.largest,
                report.width,
                report.index,
                report.weights_before,
                report.weights_after,
                snapshot.scene.causal,
            )
