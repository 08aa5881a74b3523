"""The panel “Mask before or after softmax”: three ways to hide a cell, and what each does to the rows.

It shows the report it is given; it must not run the experiment, and knows no session.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QWidget

from attnviz.experiments.masking import MaskingReport
from attnviz.state.scene import Scene
from attnviz.views.column_panel import ColumnPanel, muted_label
from attnviz.views.masked_map import percentage
from attnviz.views.masked_maps import MaskedMaps
from attnviz.views.sentences import joined
from attnviz.views.span_label import END_ISOLATE, ISOLATE, Span, SpanLabel
from attnviz.views.token_picker import short_token
from attnviz.views.verdict_card import VerdictCard
from attnviz.views.verdict_label import short_number

_NO_WEIGHT = 1e-9  # what a row of a thousand tokens can lose to rounding alone


class MaskingPanel(ColumnPanel):
    """Three maps and a verdict.

    Signals: row_pointed(int), the row that is pointed at, -1 when there is none any more;
        row_chosen(int), the row that was clicked, or Enter pressed on.
    """

    row_pointed = Signal(int)
    row_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        title = QCoreApplication.translate("MaskingPanel", "Mask before or after softmax")
        question = QCoreApplication.translate("MaskingPanel", "Does it matter when a cell is hidden?")
        super().__init__("masking_panel", title, question, parent)
        self._report: MaskingReport | None = None
        self._tokens: tuple[str, ...] = ()
        self._note = muted_label(
            "masking_note", self.tr("The mask is off in the window: here the causal one is tried.")
        )
        self._verdict = VerdictCard()
        self._verdict.setObjectName("masking_verdict")
        self._maps = MaskedMaps()
        self._maps.row_pointed.connect(self._on_row_pointed)
        self._maps.row_chosen.connect(self.row_chosen)
        self._readout = SpanLabel(0.95)
        self._readout.setObjectName("masking_readout")
        self._readout.setAccessibleName(self.tr("The row that is pointed at"))
        self.add(self._note, self._maps, self._verdict, self._readout)
        self._show_all()

    def show_report(self, scene: Scene, tokens: tuple[str, ...], report: MaskingReport | None) -> None:
        """Show the three maps of `report`, whose rows are `tokens`; None: say what is missing. Says nothing."""
        if report is self._report and tokens == self._tokens:
            return
        self._report, self._tokens = report, tokens
        self._show_all()

    def show_colormap(self, name: str) -> None:
        """Show the weights in the colour map `name`, one of `colormaps.NAMES`. Says nothing."""
        self._maps.show_colormap(name)

    def _on_row_pointed(self, row: int) -> None:
        self._show_readout(row)
        self.row_pointed.emit(row)

    def _show_all(self) -> None:
        report = self._report if self._report is not None and self._report.hidden else None
        for part in (self._maps, self._readout):
            part.setVisible(report is not None)
        self._note.setVisible(report is not None and report.supposed)
        if report is None:
            words = self.tr("Type at least two words: the first is then kept from looking at the second.")
            self._verdict.show_verdict("", words, "neutral")
            return
        self._maps.show_report(report)
        self._show_readout(self._maps.row())
        self._say_verdict(report)

    def _say_verdict(self, report: MaskingReport) -> None:
        worst = report.worst
        lost = 1.0 - float(report.zeroed_sums[worst])
        figures = {"place": worst + 1, "token": self._token(worst), "lost": percentage(lost)}
        if report.emptied:
            words = self.tr(
                "Rows that keep nothing at all: {rows}. What they may see had weights too small for a 64-bit number "
                "beside the hidden ones, so nothing is left to renormalise. −∞ before softmax still works."
            )
            headline = self.tr("Hidden after softmax, a row can vanish.")
            self._verdict.show_verdict(headline, words.format(rows=report.emptied), "moved")
        elif lost <= _NO_WEIGHT:
            headline = self.tr("Here it makes no difference.")
            words = self.tr("The hidden cells had no weight to lose.")
            self._verdict.show_verdict(headline, joined(words, self._compared(report)), "neutral")
        else:
            words = self.tr("Row {place}, “{token}”, loses {lost} of its weight if its hidden cells become 0 after.")
            headline = self.tr("0 after softmax loses weight; −∞ before does not.")
            sentence = joined(words.format(**figures), self._compared(report))
            self._verdict.show_verdict(headline, sentence, "good" if report.same else "neutral")

    def _compared(self, report: MaskingReport) -> str:
        """Say how the third way compares with the first."""
        if report.same:
            return self.tr("Renormalised, it equals −∞ before softmax: all {cells} cells have the same bits.").format(
                cells=f"{report.before.size:,}"
            )
        words = self.tr(
            "Renormalised, it equals −∞ before softmax but for {different} of {cells} cells; "
            "the largest difference is {largest}."
        )
        return words.format(
            different=f"{int(report.different.sum()):,}",
            cells=f"{report.before.size:,}",
            largest=short_number(float(report.largest.max())),
        )

    def _show_readout(self, row: int) -> None:
        report = self._report
        if report is None or not 0 <= row < len(report.before_sums):
            self._readout.show_spans([Span(self.tr("Point at a row, or use ↑ and ↓ in a map."), "muted")])
            return
        sums = (report.before_sums, report.zeroed_sums, report.renewed_sums)
        before, zeroed, renewed = (percentage(float(of[row])) for of in sums)
        if report.different[row]:
            words = self.tr(
                "Row {place}, “{token}”: {before} before, {zeroed} after, {renewed} renormalised, "
                "which differs from the first by up to {largest}."
            )
        else:
            words = self.tr(
                "Row {place}, “{token}”: {before} before, {zeroed} after, {renewed} renormalised, "
                "which equals the first to the bit."
            )
        told = words.format(
            place=row + 1,
            token=self._token(row),
            before=before,
            zeroed=zeroed,
            renewed=renewed,
            largest=short_number(float(report.largest[row])),
        )
        self._readout.show_spans([Span(told)])

    def _token(self, row: int) -> str:
        """Return a token for a sentence; its direction of writing stays its own."""
        return f"{ISOLATE}{short_token(self._tokens[row], 16)}{END_ISOLATE}" if row < len(self._tokens) else ""
