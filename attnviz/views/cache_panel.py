"""The panel “KV cache”: generate token by token, and see what is computed and what is kept.

It says which step was chosen and shows the report it is given; it must not run the experiment, and knows no session.
"""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from attnviz.experiments.cache import CacheReport, FutureNeeded, Generated
from attnviz.state.scene import Scene
from attnviz.views.cache_bars_view import CacheBarsView
from attnviz.views.cache_formulas_view import CacheFormulasView
from attnviz.views.cache_rows_view import CacheRowsView
from attnviz.views.cache_step_input import CacheStepInput
from attnviz.views.column_panel import ColumnPanel
from attnviz.views.span_label import Span, SpanLabel
from attnviz.views.verdict_card import VerdictCard
from attnviz.views.verdict_label import short_number

_FIXED, _JOINER = "\u00a0", "\u2060"  # a space at which no line breaks; nothing, where none may break either
_LATIN = 0x24F  # the last character of scripts that break at spaces only


class CachePanel(ColumnPanel):
    """One step of generating after the other: rows reused, the row computed now, multiplications and bytes.

    Signals: step_chosen(int), the index of the token that is generated, from 0; mask_put_back(), the button's.
    """

    step_chosen = Signal(int)
    mask_put_back = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("cache_panel", self.tr("KV cache"), self.tr("What can be kept while generating?"), parent)
        self._report: CacheReport | None = None
        self._tokens: tuple[str, ...] = ()
        self._make_parts()
        self.add(self._input, self._cut, self._verdict, self._mask_button, self._again, *self._evidence)
        self._input.step_chosen.connect(self._on_step_chosen)
        self._rows_view.step_picked.connect(self._input.choose)
        self._mask_button.clicked.connect(self._on_mask_button)
        self._show_nothing()

    def show_report(self, scene: Scene, tokens: tuple[str, ...], report: CacheReport | None) -> None:
        """Show what generating `tokens` gave, at the scene's step; None: there is no text yet."""
        if report is None:
            self._show_nothing()
            return
        first = tokens[: report.length]
        if report is not self._report or first != self._tokens:
            self._report, self._tokens = report, first
            if report.generated is not None:
                self._show_generated(report, report.generated)
            elif report.needs_future is not None:
                self._show_impossible(report, report.needs_future)
        if report.generated is not None:
            last = report.length - 1
            step = last if scene.cache_step is None else min(scene.cache_step, last)
            self._input.show_step(first, step)
            self._show_step(step)

    def stop(self) -> None:
        """Stop playing."""
        self._input.stop()

    def _make_parts(self) -> None:
        self._input = CacheStepInput()
        self._cut = self._new_label("cache_cut", 0.95)
        self._verdict = VerdictCard()
        self._verdict.setObjectName("cache_verdict")
        self._mask_button = QPushButton(self.tr("Put the mask back"))
        self._mask_button.setObjectName("cache_mask_button")
        self._mask_button.setAccessibleName(self.tr("Put the mask back"))
        self._mask_button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._again = self._new_label("cache_again")
        self._rows_view = CacheRowsView()
        self._legend = self._new_label("cache_legend", 0.95)
        self._step_words = self._new_label("cache_step_counts")
        self._step_bars = CacheBarsView("cache_step_bars")
        self._all_words = self._new_label("cache_all_counts")
        self._all_bars = CacheBarsView("cache_all_bars")
        self._bytes = self._new_label("cache_bytes")
        self._formulas = CacheFormulasView()
        self._evidence: tuple[QWidget, ...] = (
            self._rows_view, self._legend, self._step_words, self._step_bars, self._all_words, self._all_bars,
            self._bytes, self._formulas,
        )  # fmt: skip

    def _new_label(self, name: str, factor: float = 1.0) -> SpanLabel:
        label = SpanLabel(factor)
        label.setObjectName(name)
        return label

    def _show_nothing(self) -> None:
        self._report, self._tokens = None, ()
        self._input.show_step((), 0)
        self._verdict.show_verdict("", self.tr("Type a sentence first."), "neutral")
        self._show_parts(generated=False, impossible=False)
        self._cut.setVisible(False)

    def _show_generated(self, report: CacheReport, made: Generated) -> None:
        counts = {"values": f"{made.differing:,}", "all": f"{made.compared:,}"}
        if made.identical:
            words = self.tr("{values} of {all} weights and output values differ from computing everything at once.")
            self._verdict.show_verdict(self.tr("Identical to the bit."), words.format(**counts), "good")
        else:
            headline = self.tr("{values} of {all} values differ.").format(**counts)
            words = self.tr("Row by row gives other weights or outputs than computing everything at once.")
            self._verdict.show_verdict(headline, words, "moved")
        self._rows_view.show_cache(self._tokens, made.key, made.value, made.weights)
        saved = self.tr("All {n} steps: {saved} % of the multiplications saved").format(
            n=f"{report.length:,}", saved=short_number(100 * made.saved)
        )
        self._all_words.show_spans([Span(saved, "strong")])
        self._all_bars.show_counts(made.computed_total, made.recomputed_total, made.recomputed_total)
        self._say_cut(report)
        self._show_parts(generated=True, impossible=False)

    def _show_step(self, step: int) -> None:
        if self._report is None or self._report.generated is None:
            return
        made = self._report.generated
        computed, recomputed = int(made.computed[step]), int(made.recomputed[step])
        counts = {"computed": f"{computed:,}", "recomputed": f"{recomputed:,}"}
        self._rows_view.show_step(step)
        words = self.tr("Computed now: {computed} multiplications; without the cache: {recomputed}.")
        self._step_words.show_spans([Span(words.format(**counts), "strong")])
        self._step_bars.show_counts(computed, recomputed, int(made.recomputed[-1]))
        rows = {"rows": f"{step:,}", "more": f"{self._report.length - step - 1:,}"}
        self._legend.show_spans(
            [
                Span(_unbroken(self.tr("■ computed now: 1 row")), "asking"),
                Span("   "),
                Span(_unbroken(self.tr("■ reused: {rows}").format(**rows)), "muted"),
                Span("   "),
                Span(_unbroken(self.tr("□ to come: {more}").format(**rows)), "muted"),
            ]
        )
        self._legend.setAccessibleDescription(self._legend.text().replace(_JOINER, ""))
        size = self.tr("Kept for the next step: {bytes} bytes").format(bytes=f"{int(made.kept_bytes[step]):,}")
        self._bytes.show_spans([Span(size)])
        self._formulas.show_formulas(self._report, step)

    def _show_impossible(self, report: CacheReport, needed: FutureNeeded) -> None:
        words = self.tr(
            "Row {row} already looks at tokens that don't exist yet, with {share} % of its weight. So a new token "
            "changes earlier rows: appending the last one moved {values} of {all} output values, "
            "in {rows} of {of} earlier rows."
        )
        sentence = words.format(
            row=f"{needed.row + 1:,}",
            share=short_number(100 * needed.share),
            values=f"{needed.moved:,}",
            all=f"{needed.compared:,}",
            rows=f"{needed.moved_rows:,}",
            of=f"{report.length - 1:,}",
        )
        self._verdict.show_verdict(self.tr("Nothing can be kept without the mask."), sentence, "moved")
        again = self.tr("Every step computes everything again: {total} multiplications in {n} steps.")
        total = f"{report.formula_totals[1]:,}"
        self._again.show_spans([Span(again.format(total=total, n=f"{report.length:,}"))])
        self._input.show_step((), 0)
        self._say_cut(report)
        self._show_parts(generated=False, impossible=True)

    def _say_cut(self, report: CacheReport) -> None:
        cut = report.total_tokens > report.length
        self._cut.setVisible(cut)
        if cut:
            words = self.tr("The first {n} of {total} tokens are generated here.")
            figures = {"n": f"{report.length:,}", "total": f"{report.total_tokens:,}"}
            self._cut.show_spans([Span(words.format(**figures), "muted")])

    def _show_parts(self, generated: bool, impossible: bool) -> None:
        for part in self._evidence:
            part.setVisible(generated)
        self._mask_button.setVisible(impossible)
        self._again.setVisible(impossible)

    def _on_step_chosen(self, step: int) -> None:
        self._show_step(step)
        self.step_chosen.emit(step)

    def _on_mask_button(self) -> None:
        self.mask_put_back.emit()


def _unbroken(words: str) -> str:
    """Return `words` so that no line breaks within them: Japanese may break between any two characters.

    >>> _unbroken("□ to come").replace(_FIXED, "_"), _unbroken("□ これ").replace(_FIXED, "_").replace(_JOINER, "+")
    ('□_to_come', '□_こ+れ')
    """
    made = words[:1]
    for before, character in pairwise(words):
        wide = ord(before) > _LATIN and ord(character) > _LATIN
        made += _JOINER + character if wide else character
    return made.replace(" ", _FIXED)
