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
from attnviz.views.compare_maps import CompareMaps
from attnviz.views.compare_words import in_shares, picture_spans, scale, verdict
from attnviz.views.span_label import Span, SpanLabel
from attnviz.views.two_way_toggle import TwoWayToggle
from attnviz.views.verdict_card import VerdictCard


class ComparePanel(ColumnPanel):
    """Three small maps, and where A and B differ most.

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
        self._maps = CompareMaps()
        self._captions = {key: self._new_caption(f"compare_caption_{key}") for key in ("a", "b", "difference")}
        self.add(self._buttons, self._what, self._maps, self._verdict, *self._captions.values())
        self._connect()
        self.show_report(Scene(text=""), (), None)

    def show_report(
        self,
        scene: Scene,
        tokens: tuple[str, ...],
        report: ComparisonReport | None,
        columns: tuple[str, ...] | None = None,
    ) -> None:
        """Show A, B and B − A; None: nothing is pinned yet, or there is no text to compare.

        columns: the tokens that are looked at, if they are of another text.
        """
        self._buttons.show_able(bool(tokens))
        self._buttons.show_pinned(scene.reference is not None)
        self._what.show_checked(scene.compared == "weights")
        for key, caption in self._captions.items():
            caption.setVisible(report is not None and (key != "difference" or report.difference is not None))
        for part in (self._what, self._maps):
            part.setVisible(report is not None)
        if report is None or scene.reference is None:
            self._verdict.show_verdict("", self._why_nothing(scene, tokens), "neutral")
            return
        a, b = scene.reference, scene.picture
        self._verdict.show_verdict(*verdict(report, a, b, tokens, tokens if columns is None else columns))
        self._captions["a"].show_spans(picture_spans(self.tr("A"), a, b, report.what))
        self._captions["b"].show_spans(picture_spans(self.tr("B"), b, a, report.what))
        meaning = Span(scale(report, in_shares(report, a, b)), "muted")
        self._captions["difference"].show_spans([Span(self.tr("B − A"), "strong"), Span("  "), meaning])
        for key, caption in self._captions.items():
            self._maps.show_told(key, caption.text())
        self._maps.show_report(report, in_shares(report, a, b))

    def _why_nothing(self, scene: Scene, tokens: tuple[str, ...]) -> str:
        if not tokens:
            return self.tr("Type a sentence first.")
        if scene.reference is not None:
            return self.tr("A has no tokens: pin another picture.")
        return self.tr("Pin the present picture as A, then change something.")

    def _new_caption(self, name: str) -> SpanLabel:
        label = SpanLabel()
        label.setObjectName(name)
        return label

    def _connect(self) -> None:
        self._buttons.reference_pinned.connect(self.reference_pinned)
        self._buttons.reference_swapped.connect(self.reference_swapped)
        self._buttons.reference_cleared.connect(self.reference_cleared)
        self._what.switched.connect(self._on_what_switched)
        self._maps.picture_chosen.connect(self.picture_chosen)

    def _on_what_switched(self, weights: bool) -> None:
        self.comparison_chosen.emit("weights" if weights else "output")
