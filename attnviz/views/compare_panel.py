"""The panel “Pin and compare”: a pinned picture A, the present one B, and B − A.

It says what the person asked for and shows the report it is given; it must not compare anything, and knows no session.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QWidget

from attnviz.experiments.comparison import ComparisonReport
from attnviz.state.scene import Scene
from attnviz.views.column_panel import ColumnPanel
from attnviz.views.compare_bar import CompareBar
from attnviz.views.compare_words import picture_spans, scale, verdict
from attnviz.views.mini_map import MiniMap
from attnviz.views.span_label import Span, SpanLabel
from attnviz.views.two_way_toggle import TwoWayToggle
from attnviz.views.verdict_card import VerdictCard


class ComparePanel(ColumnPanel):
    """Three small maps under one another, and where A and B differ most.

    Signals: reference_pinned(); reference_swapped(); reference_cleared(); comparison_chosen(str), "weights" or
        "output"; picture_chosen(str), "a", "b" or "difference", when a map is chosen.
    """

    reference_pinned = Signal()
    reference_swapped = Signal()
    reference_cleared = Signal()
    comparison_chosen = Signal(str)
    picture_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            "compare_panel",
            QCoreApplication.translate("ComparePanel", "Pin and compare"),
            QCoreApplication.translate("ComparePanel", "What does a change do to the whole picture?"),
            parent,
        )
        self._buttons = CompareBar()
        self._what = TwoWayToggle(self.tr("Weights"), self.tr("Output"))
        self._what.setObjectName("comparison_toggle")
        self._what.setAccessibleName(self.tr("What is compared"))
        self._verdict = VerdictCard()
        self._verdict.setObjectName("compare_verdict")
        self._maps = {
            "a": self._new_map("compare_map_a", self.tr("A, the pinned picture")),
            "b": self._new_map("compare_map_b", self.tr("B, the present picture")),
            "difference": self._new_map("compare_map_difference", self.tr("B − A, the difference")),
        }
        self._captions = {key: self._new_caption(f"compare_caption_{key}") for key in self._maps}
        self._lay_out()
        self._connect()
        self.show_report(Scene(text=""), (), None)

    def show_report(self, scene: Scene, tokens: tuple[str, ...], report: ComparisonReport | None) -> None:
        """Show A, B and B − A; None: nothing is pinned yet, or there is no text to compare."""
        self._buttons.show_able(bool(tokens))
        self._buttons.show_pinned(scene.reference is not None)
        self._what.show_checked(scene.compared == "weights")
        for key in self._maps:
            shown = report is not None and (key != "difference" or report.difference is not None)
            self._maps[key].setVisible(shown)
            self._captions[key].setVisible(shown)
        self._what.setVisible(report is not None)
        if report is None or scene.reference is None:
            self._verdict.show_verdict("", self._why_nothing(scene, tokens), "neutral")
            return
        self._verdict.show_verdict(*verdict(report, scene.reference, scene.picture, tokens))
        self._captions["a"].show_spans(picture_spans(self.tr("A"), scene.reference, scene.picture))
        self._captions["b"].show_spans(picture_spans(self.tr("B"), scene.picture, scene.reference))
        self._captions["difference"].show_spans(
            [Span(self.tr("B − A"), "strong"), Span("  "), Span(scale(report), "muted")]
        )
        for key, made in self._maps.items():
            made.setAccessibleDescription(self._captions[key].text())
        self._show_maps(report)

    def _show_maps(self, report: ComparisonReport) -> None:
        signed = report.what == "output"
        limit = report.top if signed else None  # one scale of colours for both
        self._maps["a"].show_matrix(report.a, report.mask_a, signed, limit)
        self._maps["b"].show_matrix(report.b, report.mask_b, signed, limit)
        if report.difference is not None:
            hidden = None if report.mask_a is None or report.mask_b is None else report.mask_a | report.mask_b
            self._maps["difference"].show_matrix(report.difference, hidden, True)

    def _why_nothing(self, scene: Scene, tokens: tuple[str, ...]) -> str:
        if not tokens:
            return self.tr("Type a sentence first.")
        if scene.reference is not None:
            return self.tr("A has no tokens: pin another picture.")
        return self.tr("Pin the present picture as A, then change something.")

    def _new_map(self, name: str, spoken: str) -> MiniMap:
        made = MiniMap(spoken)
        made.setObjectName(name)
        made.setToolTip(spoken)
        return made

    def _new_caption(self, name: str) -> SpanLabel:
        label = SpanLabel()
        label.setObjectName(name)
        return label

    def _lay_out(self) -> None:
        parts: list[QWidget] = [self._buttons, self._what, self._verdict]
        for key, made in self._maps.items():
            parts += [self._captions[key], made]
        self.add(*parts)
        for made in self._maps.values():
            self._column.setStretchFactor(made, 1)
        self._column.setStretch(self._column.count() - 1, 0)

    def _fit(self) -> None:
        """Let the maps be as high as their rows can use, and never so low that nothing is seen."""
        if hasattr(self, "_captions"):
            for made in self._maps.values():
                made.setMinimumHeight(7 * self.em())
                made.setMaximumHeight(16 * self.em())
        super()._fit()

    def _connect(self) -> None:
        self._buttons.reference_pinned.connect(self.reference_pinned)
        self._buttons.reference_swapped.connect(self.reference_swapped)
        self._buttons.reference_cleared.connect(self.reference_cleared)
        self._what.switched.connect(self._on_what_switched)
        self._maps["a"].clicked.connect(self._on_a_clicked)
        self._maps["b"].clicked.connect(self._on_b_clicked)
        self._maps["difference"].clicked.connect(self._on_difference_clicked)

    def _on_what_switched(self, weights: bool) -> None:
        self.comparison_chosen.emit("weights" if weights else "output")

    def _on_a_clicked(self) -> None:
        self.picture_chosen.emit("a")

    def _on_b_clicked(self) -> None:
        self.picture_chosen.emit("b")

    def _on_difference_clicked(self) -> None:
        self.picture_chosen.emit("difference")
