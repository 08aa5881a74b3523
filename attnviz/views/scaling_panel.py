"""The panel “Divide by √d”: how sharp row 0 becomes as d grows, with the division and without.

It shows the report it is given and says which tokens the person wants; it must not run the experiment, and knows no
session.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QWidget

from attnviz.experiments.scaling import RowFigures, ScalingReport
from attnviz.state.scene import Scene
from attnviz.views.column_panel import ColumnPanel, muted_label
from attnviz.views.curve_plot import CurveFigures, CurvePlot
from attnviz.views.scaling_table import ScalingTable
from attnviz.views.span_label import END_ISOLATE, ISOLATE, Span, SpanLabel
from attnviz.views.token_picker import short_token
from attnviz.views.two_way_toggle import TwoWayToggle
from attnviz.views.verdict_card import VerdictCard

_SPIKE = 0.9  # a row that gives one token more than this has spiked


class ScalingPanel(ColumnPanel):
    """The chapter's table, two curves and a verdict.

    Signals: source_chosen(str), "chapter" or "own".
    """

    source_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        title = QCoreApplication.translate("ScalingPanel", "Divide by √d")
        super().__init__("scaling_panel", title, QCoreApplication.translate("ScalingPanel", "Why divide?"), parent)
        self._report: ScalingReport | None = None
        self._shown: tuple[str, int] = ("", 0)  # source and width of the scene
        self._make_controls()
        self._make_parts()
        self.add(
            self._source,
            self._table_title,
            self._table,
            self._view,
            self._plot,
            self._readout,
            self._verdict,
            self._note,
        )
        self._show_all()

    def show_report(self, scene: Scene, tokens: tuple[str, ...], report: ScalingReport | None) -> None:
        """Show the curves of `report` and mark the scene's width; None: say what is missing. Says nothing."""
        self._source.show_checked(scene.scaling_source == "chapter")
        self._plot.show_current(scene.width)
        if report is not None and report.source == "own":
            self._say_own(tokens, report)
        shown = (scene.scaling_source, scene.width)
        if report == self._report and shown == self._shown:
            return
        self._report, self._shown = report, shown
        self._show_all()

    def _make_controls(self) -> None:
        self._source = TwoWayToggle(self.tr("The chapter's tokens"), self.tr("My text"))
        self._source.setObjectName("scaling_source_toggle")
        self._source.setAccessibleName(self.tr("Tokens of the experiment"))
        self._source.show_checked(True)
        self._source.switched.connect(self._on_source_switched)
        self._view = TwoWayToggle(self.tr("Strongest weight"), self.tr("Entropy"))
        self._view.setObjectName("scaling_view_toggle")
        self._view.setAccessibleName(self.tr("What the curves show"))
        self._view.show_checked(True)
        self._view.switched.connect(self._on_view_switched)

    def _make_parts(self) -> None:
        self._note = muted_label("scaling_note")
        self._verdict = VerdictCard()
        self._verdict.setObjectName("scaling_verdict")
        self._plot = CurvePlot()
        self._plot.setObjectName("scaling_plot")
        self._plot.width_pointed.connect(self._on_width_pointed)
        self._readout = SpanLabel(0.95)
        self._readout.setObjectName("scaling_readout")
        self._readout.setAccessibleName(self.tr("Figures at one width"))
        self._table_title = SpanLabel()
        self._table_title.setObjectName("scaling_table_title")
        self._table_title.show_spans([Span(self.tr("Chapter, row 0: strongest weight"), "strong")])
        self._table = ScalingTable()

    def _on_source_switched(self, chapter: bool) -> None:
        self.source_chosen.emit("chapter" if chapter else "own")

    def _on_view_switched(self, _strongest: bool) -> None:
        self._show_all()

    def _on_width_pointed(self, _place: int) -> None:
        self._show_readout()

    # -------------------------------------------------------------------------------------------------- what is said

    def _show_all(self) -> None:
        report = self._report
        for part in (self._view, self._plot, self._readout, self._table_title, self._table):
            part.setVisible(report is not None)
        if report is None:
            self._say_empty()
            return
        if report.source == "chapter":
            self._note.setText(
                self.tr("Row 0 of the chapter's {n} tokens, in a random head of width d, no mask.").format(n=report.n)
            )
        self._plot.show_figures(self._curves(report))
        self._describe(report)
        self._show_readout()
        self._say_verdict(report)
        self._table.show_rows(report.table)

    def _say_empty(self) -> None:
        self._note.setText("")
        words = self.tr("Type at least two words, or choose the chapter's tokens.")
        if self._shown[0] == "chapter":
            words = self.tr("Type a sentence first.")
        self._verdict.show_verdict("", words, "neutral")

    def _say_own(self, tokens: tuple[str, ...], report: ScalingReport) -> None:
        if report.shortened:
            words = self.tr(
                "Row 0, “{token}”, of the first {n} tokens of your text, in a random head of width d, no mask. "
                "More tokens are left out here."
            )
        else:
            words = self.tr("Row 0, “{token}”, of your {n} tokens, in a random head of width d, no mask.")
        first = f"{ISOLATE}{short_token(tokens[0], 16)}{END_ISOLATE}" if tokens else ""
        self._note.setText(words.format(token=first, n=report.n))

    def _say_verdict(self, report: ScalingReport) -> None:
        first, last = report.curve[0], report.curve[-1]
        apart = max(report.curve, key=lambda at: at.plain - at.divided)
        if self._view.isChecked():
            words = self.tr(
                "Without the division the strongest weight of row 0 goes from {a} to {b}; with it, from {c} to {d}. "
                "They differ most at d = {width}: {plain} without, {divided} with."
            )
        else:
            apart = max(report.curve, key=lambda at: at.divided_entropy - at.plain_entropy)
            words = self.tr(
                "Without the division the entropy of row 0 goes from {a} to {b} bits; with it, from {c} to {d} bits. "
                "They differ most at d = {width}: {plain} bits without, {divided} bits with."
            )
        (a, c), (b, d), (plain, divided) = (_two(self._values(at)) for at in (first, last, apart))
        sentence = words.format(a=a, b=b, c=c, d=d, width=apart.d, plain=plain, divided=divided)
        headline, good = self._headline(report)
        self._verdict.show_verdict(headline, sentence, "good" if good else "neutral")

    def _headline(self, report: ScalingReport) -> tuple[str, bool]:
        """Return what the curves say, and whether the division helped."""
        plain = _spike([at.plain for at in report.curve])
        divided = _spike([at.divided for at in report.curve])
        if all(at.plain == at.divided for at in report.curve):
            return self.tr("Row 0 looks at every token alike: nothing to divide."), False
        if plain is None:
            return self.tr("Row 0 does not spike here; dividing keeps it flatter."), True
        if divided is None:
            return self.tr("Dividing keeps row 0 from spiking."), True
        if plain < divided:
            return self.tr("Dividing slows the spike; it does not end it."), True
        return self.tr("Row 0 spikes either way; dividing makes it less sharp."), False

    def _show_readout(self) -> None:
        if self._report is None:
            return
        place, curve = self._plot.pointed(), self._report.curve
        found = [curve[place]] if place >= 0 else [at for at in curve if at.d == self._shown[1]]
        if not found:
            self._readout.show_spans([Span(self.tr("Point at the curves, or use ← and →, to read them."), "muted")])
            return
        self._readout.show_spans([Span(self._sentence(found[0]))])

    def _sentence(self, at: RowFigures) -> str:
        words = self.tr("d = {d}: {plain} not divided, {divided} divided")
        if not self._view.isChecked():
            words = self.tr("d = {d}: {plain} bits not divided, {divided} bits divided")
        plain, divided = self._values(at)
        return words.format(d=at.d, plain=f"{plain:.3f}", divided=f"{divided:.3f}")

    # ------------------------------------------------------------------------------------------------ what is drawn

    def _values(self, at: RowFigures) -> tuple[float, float]:
        if self._view.isChecked():
            return at.plain, at.divided
        return at.plain_entropy, at.divided_entropy

    def _curves(self, report: ScalingReport) -> CurveFigures:
        strongest = self._view.isChecked()
        plain, divided = zip(*(self._values(at) for at in report.curve), strict=True)
        level = report.uniform if strongest else report.uniform_entropy
        words = self.tr("all alike: {level}") if strongest else self.tr("all alike: {level} bits")
        return CurveFigures(
            widths=tuple(at.d for at in report.curve),
            plain=plain,
            divided=divided,
            level=level,
            level_words=words.format(level=f"{level:.3f}"),
            top=1.0 if strongest else level,
            ticks=_ticks(1.0 if strongest else level),
        )

    def _describe(self, report: ScalingReport) -> None:
        """Tell a screen reader what the curves show."""
        name, level = self.tr("Strongest weight of row 0 against d"), report.uniform
        if not self._view.isChecked():
            name, level = self.tr("Entropy of row 0 against d, in bits"), report.uniform_entropy
        here = self.tr("The window is at d = {d}.").format(d=self._shown[1])
        alike = self.tr("All alike would be {level}.").format(level=f"{level:.3f}")
        self._plot.setAccessibleName(name)
        figures = "; ".join(self._sentence(at) for at in report.curve)
        self._plot.setAccessibleDescription(f"{figures}. {alike} {here}")


def _two(values: tuple[float, float]) -> tuple[str, str]:
    return f"{values[0]:.2f}", f"{values[1]:.2f}"


def _spike(peaks: list[float]) -> int | None:
    """Return the place from which on every strongest weight is over _SPIKE, or None.

    >>> _spike([0.3, 0.95, 0.8, 0.92, 1.0])
    3
    """
    below = [place for place, peak in enumerate(peaks) if peak <= _SPIKE]
    start = below[-1] + 1 if below else 0
    return start if start < len(peaks) else None


def _ticks(top: float) -> tuple[tuple[float, str], ...]:
    """Return the ticks from 0 to `top`: halves up to 1, whole numbers above, five at most.

    >>> _ticks(2.6)
    ((0.0, '0'), (1.0, '1'), (2.0, '2'))
    """
    step = 0.5 if top <= 1.0 else float(math.ceil(top / 4.999))
    return tuple((step * at, f"{step * at:g}") for at in range(math.floor(top / step + 1e-9) + 1))
