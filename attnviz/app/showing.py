"""From scene and snapshot to the widgets: compares the old with the new and calls only the setters that differ.

Setters never emit, so nothing comes back from here. Must not change the scene.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QCoreApplication

from attnviz.app import matrices, model_words, piece_words
from attnviz.app.matrices import Matrix
from attnviz.app.panels import Panels
from attnviz.experiments.comparison import ComparisonReport
from attnviz.state.layer import GivenTrace
from attnviz.state.scene import Scene
from attnviz.state.snapshot import Snapshot
from attnviz.views.control_bar import ControlBar
from attnviz.views.map_panel import MapPanel
from attnviz.views.span_label import Span
from attnviz.views.status_bar import StatusBar
from attnviz.views.steps_strip import StepsStrip


class Showing:
    """Keeps what is on the screen in step with the scene and with what follows from it."""

    def __init__(
        self,
        bar: ControlBar,
        panel: MapPanel,
        steps: StepsStrip,
        panels: Panels,
        status: StatusBar,
        why_empty: Callable[[Scene], str] = lambda scene: "",
    ) -> None:
        """The parts of the window that show the scene; why_empty: says why a model's map is empty, or nothing."""
        self._why_empty = why_empty
        self._bar, self._panel, self._steps, self._panels, self._status = bar, panel, steps, panels, status
        self._hovered: int | None = None
        self.snapshot: Snapshot | None = None
        self.matrix = "weights"  # the step that is on the large map
        self._compared_rows: tuple[str, ...] = ()
        self._seconds = 0.0
        self._held_back = False
        self._matrix: Matrix | None = None  # what is on the large map, unless a comparison is
        self._compared: str | None = None  # what is on it instead: "a" or "difference" of the open comparison

    def show_scene(self, scene: Scene) -> None:
        """Show what was chosen; each setter leaves alone what already says so."""
        bar = self._bar
        if scene.model != "arrays":  # these have tokens of their own
            bar.text_input.show_text(scene.text)
        if not scene.loaded:  # the desk of models knows what those are called
            bar.model_picker.show_model(scene.model)
        bar.kind_picker.show_kind(scene.kind)
        bar.causal_toggle.show_checked((scene.causal and not scene.crossed) or not scene.attends)
        bar.causal_toggle.setEnabled(scene.attends and not scene.crossed and scene.model != "arrays")
        bar.scale_toggle.show_checked(scene.scaled)
        bar.scale_toggle.setEnabled(scene.kind in ("softmax", "performer") and not scene.loaded)
        self._show_dimension(scene)
        for part in (bar.kind_picker, bar.dimension_input):
            part.setEnabled(not scene.loaded)
        bar.text_input.setReadOnly(scene.model == "arrays")

    def show_snapshot(self, snapshot: Snapshot, seconds: float) -> None:
        """Show what was computed."""
        old, self.snapshot = self.snapshot, snapshot
        if old is None or snapshot.run is not old.run:
            self._seconds = seconds  # of the matrices; what used them again took next to nothing
        if old is None or snapshot.shown is not old.shown or snapshot.run is None or self._compared:
            self._show_map(snapshot)
            self.show_steps()
        if old is None or snapshot.pinned != old.pinned or snapshot.tokens != old.tokens:
            self._show_pin(snapshot)
        self._show_dimmed(snapshot)
        self.show_caption()
        self._show_dimension(snapshot.scene)
        if snapshot.given is not None:
            self._bar.text_input.show_text(" ".join(snapshot.tokens))
        self._panels.show_snapshot(snapshot)
        self._status.show_arithmetic(model_words.arithmetic(snapshot))
        limit = model_words.limit(snapshot)
        self._status.show_figures(len(snapshot.tokens), snapshot.total_tokens, self._seconds, limit)

    def _show_dimension(self, scene: Scene) -> None:
        """Show the width of a head: the one that was chosen, or that of the model once it has read something."""
        snapshot, shown = self.snapshot, self._bar.dimension_input
        if not scene.loaded:
            shown.show_dimension(scene.width)
        elif snapshot is not None and snapshot.reading is not None and snapshot.scene.source == scene.source:
            shown.show_dimension(snapshot.reading.source.config.d_head)
        else:
            shown.show_unknown()

    @property
    def drawable(self) -> bool:
        """Whether the hidden cells of the large map are those of the mask."""
        return self._matrix is not None and self._comparison is None and self._matrix.masked

    @property
    def among_tokens(self) -> bool:
        """Whether a column of the large map is a token that may be pinned."""
        if self._matrix is None or self.snapshot is None:
            return True
        if self._comparison is not None:
            return self._comparison.what == "weights"
        return self._matrix.columns == self.snapshot.columns == self.snapshot.column_labels

    @property
    def _comparison(self) -> ComparisonReport | None:
        """The comparison that is on the large map in place of a matrix of the snapshot."""
        report = self.snapshot.report if self._compared and self.snapshot is not None else None
        return report if isinstance(report, ComparisonReport) else None

    def show_matrix(self, step: str) -> None:
        """Put another step on the large map."""
        if step != self.matrix or self._compared:
            self.matrix, self._compared = step, None
            self._show_again()

    def show_comparison(self, picture: str | None) -> None:
        """Put "a" or the "difference" of the open comparison on the large map; "b" and None are the present picture."""
        wanted = picture if picture in ("a", "difference") else None
        if wanted != self._compared:
            self._compared = wanted
            self._show_again()

    def _show_again(self) -> None:
        if self.snapshot is not None:
            self._show_map(self.snapshot)
            self._show_pin(self.snapshot)
            self._show_dimmed(self.snapshot)
            self.show_steps()
            self.show_caption()

    def show_steps(self) -> None:
        """Bring the strip up to date, unless it is hidden: then it costs nothing."""
        if self.snapshot is not None and not self._steps.isHidden():
            run = None if self._held_back else self.snapshot.run
            trace, combined = (None, None) if run is None else (run.trace, None if run.multi is None else run.output)
            steps = None if isinstance(trace, GivenTrace) else trace
            self._steps.show_trace(steps, self.snapshot.scene.scaled, self.matrix, combined)

    def hold_back(self, held: bool) -> None:
        """Keep the steps empty while the class is to guess what comes out of them."""
        if held != self._held_back:
            self._held_back = held
            self.show_steps()

    def current(self) -> Snapshot | None:
        """Return what is on the screen."""
        return self.snapshot

    def show_hovered_cell(self, row: int, column: int) -> None:
        """Let the caption speak of the row that is pointed at, and the strip of the cell; -1 = none."""
        self._hovered = row if row >= 0 else None
        if not self._steps.isHidden():
            of_heads = self.snapshot is not None and self.snapshot.column_labels != self.snapshot.columns
            self._steps.show_hovered(self.matrix, row, -1 if of_heads else column)
        self.show_caption()

    def show_caption(self) -> None:
        """Let the caption say what is true of the row that it is about."""
        snapshot, label = self.snapshot, self._panel.caption
        if snapshot is None or snapshot.trace is None:
            label.show_spans([])
            return
        row = snapshot.pinned[0] if snapshot.pinned is not None else None
        if self._hovered is not None and self._hovered < len(self._panel.heatmap.picture.weights):
            row = self._hovered
        if self._comparison is not None:
            values = self._panel.heatmap.picture.weights
            known = row is not None and row < len(values)
            words = matrices.row_sentence(values[row], self._compared_rows, row) if known and row is not None else ""
            label.show_spans([Span(words)] if words else [])
        elif row is not None and row in self._panel.covered and row < len(snapshot.tokens):
            label.show_spans([Span(matrices.guess(snapshot.tokens, row))])
        else:
            self._show_row(snapshot, row)

    def _show_row(self, snapshot: Snapshot, row: int | None) -> None:
        """Let the caption speak of a row of the matrix on the map."""
        label, matrix = self._panel.caption, self._matrix
        if row is None or matrix is None or not row < len(matrix.rows):
            label.show_row(snapshot.tokens, None)
        else:
            label.show_spans(matrices.row_spans(snapshot, matrix, row))

    def _show_map(self, snapshot: Snapshot) -> None:
        matrix = self._matrix = matrices.matrix_of(snapshot, self.matrix)
        if matrix is None:
            self._show_empty(snapshot)
        elif self._comparison is not None:
            self._show_compared(self._comparison, snapshot)
        else:
            self._show_honesty(snapshot, matrix)
            self._show_matrix(matrix)
            self._panel.heatmap.show_details(*piece_words.details(snapshot, matrix))
            self._panel.show_step(matrix.title, matrix.subtitle, matrix.limit, signed=matrix.scale == "signed")

    def _show_matrix(self, matrix: Matrix) -> None:
        heatmap = self._panel.heatmap
        if matrix.scale == "shares" and matrix.mask is not None:
            heatmap.show_weights(matrix.values, matrix.scores, matrix.mask, matrix.rows, matrix.columns)
        else:
            signed = matrix.scale == "signed"
            top = matrix.limit if matrix.scale == "amounts" else None
            heatmap.show_matrix(matrix.values, matrix.mask, matrix.rows, matrix.columns, signed=signed, limit=top)
        heatmap.show_drawn(self._drawn(matrix))

    def _drawn(self, matrix: Matrix) -> tuple[tuple[int, int, bool], ...]:
        """Return the cells of the mask that were drawn by hand, where the map has a place for them."""
        scene = self.snapshot.scene if self.snapshot is not None else None
        return scene.drawn if scene is not None and scene.attends and matrix.mask is not None else ()

    def _show_honesty(self, snapshot: Snapshot, matrix: Matrix) -> None:
        """Say what holds for the matrix on the map; of one that is not the weights, where it comes from."""
        honesty, facts, origin = self._panel.honesty, snapshot.facts, matrices.origin(snapshot.scene)
        if matrix.values is not snapshot.shown:
            honesty.show_origin("trained" if snapshot.reading is not None else origin)
        elif facts is not None:
            hidden, blind = facts.hidden, len(snapshot.blind)
            honesty.show_facts(facts.largest_row_error, facts.hidden_not_zero, origin, hidden, blind, facts.empty)
        else:
            honesty.show_spans([Span(matrices.nature(snapshot), "muted")])

    def _show_compared(self, report: ComparisonReport, snapshot: Snapshot) -> None:
        """Show the pinned picture A, or B − A: of two texts, a cell of the difference has both their words."""
        reference = snapshot.scene.reference
        rows, its_columns = report.names or (snapshot.tokens, snapshot.columns)
        values, mask = report.a, report.mask_a
        columns = tuple(str(place) for place in range(values.shape[1]))
        if report.what == "weights":
            columns = its_columns
        difference = self._compared == "difference" and report.difference is not None
        if difference and report.difference is not None:
            values = report.difference
            mask = None if report.mask_a is None or report.mask_b is None else report.mask_a | report.mask_b
            rows = _both(rows, snapshot.tokens)
            columns = _both(columns, snapshot.columns) if report.what == "weights" else columns
        shares = report.what == "weights" and reference is not None and reference.attends
        signed = difference or (not shares and bool((values < 0.0).any()))
        top = None if signed or shares else matrices.limit(values)
        heatmap = self._panel.heatmap
        heatmap.show_matrix(values, mask, rows, columns, signed=signed, limit=top)
        heatmap.show_drawn(())
        heatmap.show_details((), ())
        self._compared_rows = rows
        self._panel.honesty.show_spans([])
        title = matrices.difference_title() if difference else matrices.reference_title()
        subtitle = matrices.subtitle("weights" if report.what == "weights" else "output")
        if report.what == "weights" and reference is not None and not reference.attends:
            subtitle = matrices.state_subtitle()
        self._panel.show_step(title, subtitle, matrices.limit(values) if signed else top, signed=signed)

    def _show_empty(self, snapshot: Snapshot) -> None:
        self._hovered = None
        nothing = np.zeros((0, 0), dtype=np.float32)
        self._panel.heatmap.show_weights(nothing, nothing, nothing.astype(np.bool_), ())
        words = QCoreApplication.translate("Showing", "Type a sentence above, for example: The cat sat on the mat")
        if snapshot.lacks_second_text:
            words = QCoreApplication.translate("Showing", "Type the second text, which is looked at, in the panel Mask")
        if snapshot.waiting:
            words = self._why_empty(snapshot.scene) or words
        self._panel.heatmap.show_message(words)
        self._panel.show_step(matrices.weights_title(snapshot), matrices.subtitle("weights"), None)
        self._panel.honesty.show_spans([])

    def _show_dimmed(self, snapshot: Snapshot) -> None:
        """Let special tokens stand back, or not; that alone changes no matrix."""
        matrix = None if self._comparison is not None else self._matrix
        self._panel.heatmap.show_dimmed(*piece_words.dimmed(snapshot, matrix))

    def _show_pin(self, snapshot: Snapshot) -> None:
        pinned, matrix = snapshot.pinned, self._matrix
        if pinned is not None and matrix is not None and not self.among_tokens:
            pinned = (pinned[0], None)
        self._panel.heatmap.show_pin(pinned)


def _both(of_a: tuple[str, ...], of_b: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of what two pictures of one shape have in a place: both, where they differ."""
    return tuple(a if a == b else f"{a}/{b}" for a, b in zip(of_a, of_b, strict=True))
