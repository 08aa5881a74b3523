"""The panel “Performer”: softmax attention estimated with random features, beside the exact one.

It says how many features were chosen and shows the report it is given; it must not estimate, and knows no session.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QWidget

from attnviz.experiments.features import FeaturesReport
from attnviz.state.scene import Scene
from attnviz.views import features_words
from attnviz.views.column_panel import ColumnPanel, muted_label
from attnviz.views.features_input import FeaturesInput
from attnviz.views.features_maps import FeaturesMaps
from attnviz.views.features_plot import FeaturesPlot
from attnviz.views.span_label import Span, SpanLabel
from attnviz.views.verdict_card import VerdictCard


class FeaturesPanel(ColumnPanel):
    """The number of features, both kinds of weights, and how the error falls.

    Signals: features_chosen(int), 1 … 4,096.
    """

    features_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        title = QCoreApplication.translate("FeaturesPanel", "Performer")
        question = QCoreApplication.translate("FeaturesPanel", "How near do random features come to softmax?")
        super().__init__("features_panel", title, question, parent)
        self._report: FeaturesReport | None = None
        self._tokens: tuple[str, ...] = ()
        self._input = FeaturesInput()
        self._input.features_chosen.connect(self.features_chosen)
        self._make_parts()
        self.add(
            self._input,
            self._maps,
            self._readout,
            self._verdict,
            self._plot_words,
            self._plot,
            self._plot_readout,
            self._note,
        )
        self._show_report()
        self._verdict.hide()  # until it is known what there is to say

    def show_report(self, scene: Scene, tokens: tuple[str, ...], report: FeaturesReport | None) -> None:
        """Show the weights and the curves of `report`; None: there is no text yet. Says nothing."""
        self._input.show_features(scene.features)
        if report is not self._report or tokens != self._tokens or report is None:
            self._report, self._tokens = report, tokens
            self._show_report()
            self._verdict.show()

    def show_colormap(self, name: str) -> None:
        """Show the weights in the colour map `name`, one of `colormaps.NAMES`. Says nothing."""
        self._maps.show_colormap(name)

    def _make_parts(self) -> None:
        self._maps = FeaturesMaps()
        self._maps.cell_pointed.connect(self._show_cell)
        self._readout = self._new_readout("features_readout", self.tr("The weight that is pointed at"))
        self._verdict = VerdictCard()
        self._verdict.setObjectName("features_verdict")
        self._plot_words = muted_label("features_plot_words")
        self._plot = FeaturesPlot()
        self._plot.point_pointed.connect(self._show_point)
        self._plot.count_chosen.connect(self.features_chosen)
        self._plot_readout = self._new_readout("features_plot_readout", self.tr("The error that is pointed at"))
        self._note = muted_label("features_note")

    def _new_readout(self, name: str, spoken: str) -> SpanLabel:
        made = SpanLabel(0.95)
        made.setObjectName(name)
        made.setAccessibleName(spoken)
        return made

    def _show_report(self) -> None:
        report = self._report
        falls = report is not None and report.own.exponent is not None
        self._maps.setVisible(report is not None)
        self._readout.setVisible(report is not None)
        self._plot_words.setVisible(falls)
        self._plot.setVisible(falls)
        self._plot_readout.setVisible(falls)
        self._note.setText("" if report is None else features_words.note(report))
        self._note.setVisible(bool(self._note.text()))
        if report is None:
            waiting = self.tr("This is being worked out …") if self._tokens else self.tr("Type a sentence first.")
            self._verdict.show_verdict("", waiting, "neutral")
            return
        self._maps.show_report(report)
        self._show_cell(*self._maps.pointed())
        self._verdict.show_verdict(*features_words.verdict(report))
        self._plot_words.setText(features_words.about_curve(report))
        self._plot.show_report(report)
        self._show_point(self._plot.pointed())

    def _show_cell(self, row: int, column: int) -> None:
        if self._report is None or row < 0:
            words = self.tr("Point at a cell, or use the arrow keys in a map, to read both numbers.")
            self._readout.show_spans([Span(words, "muted")])
        else:
            self._readout.show_spans([Span(features_words.cell(self._report, self._tokens, row, column))])

    def _show_point(self, place: int) -> None:
        if self._report is None or place < 0:
            words = self.tr("Point at the curves, or use ← and →, to read them; a click or Enter takes that many.")
            self._plot_readout.show_spans([Span(words, "muted")])
        else:
            self._plot_readout.show_spans([Span(features_words.point(self._report, place))])
