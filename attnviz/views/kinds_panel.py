"""The panel “Kinds of attention”: two to four kinds side by side, and the chapter's table filled in by measurement.

It shows the report and the samples it is given and says what the person wants; it must not measure, and knows no
session.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QWidget

from attnviz.experiments.costs import CostSample
from attnviz.experiments.kinds import KindsReport
from attnviz.state.scene import Scene
from attnviz.views import kinds_costs, kinds_found
from attnviz.views.column_panel import ColumnPanel
from attnviz.views.cost_input import CostInput
from attnviz.views.cost_plot import CostPlot
from attnviz.views.kind_words import title
from attnviz.views.kinds_maps import KindsMaps
from attnviz.views.kinds_table import KindsTable
from attnviz.views.measure_bar import MeasureBar
from attnviz.views.span_label import END_ISOLATE, ISOLATE, Span, SpanLabel
from attnviz.views.titled_row import TitledRow
from attnviz.views.token_picker import short_token
from attnviz.views.verdict_card import VerdictCard


class KindsPanel(ColumnPanel):
    """Maps with one pointer, a table with evidence, and a plot of what each kind costs; Ctrl+C copies the table.

    Signals: kinds_chosen(tuple) of 2 to 4 different keys; kind_pointed(row, column), both -1 when no cell is pointed at
        any more; map_chosen(str), the key of a kind, by a click on its map or Enter; measuring_asked();
        measuring_cancelled().
    """

    kinds_chosen = Signal(tuple)
    kind_pointed = Signal(int, int)
    map_chosen = Signal(str)
    measuring_asked = Signal()
    measuring_cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            "kinds_panel",
            QCoreApplication.translate("KindsPanel", "Kinds of attention"),
            QCoreApplication.translate("KindsPanel", "What does each kind see, know and cost?"),
            parent,
        )
        self._tokens: tuple[str, ...] = ()
        self._report: KindsReport | None = None
        self._samples: tuple[CostSample, ...] = ()
        self._reached: QRect | None = None
        self._make_maps()
        self._make_table()
        self._make_costs()
        self._lay_out()
        self._connect()
        self.show_report(Scene(text=""), (), None)

    def show_report(self, scene: Scene, tokens: tuple[str, ...], report: KindsReport | None) -> None:
        """Show the kinds of `report`, whose rows are `tokens`; None: say what is missing. Says nothing."""
        kinds = tuple(row.key for row in report.rows) if report is not None else scene.kinds
        self._maps.show_kinds(kinds, [row.trace for row in report.rows] if report is not None else [])
        if report is not None and report is self._report and tokens == self._tokens:
            return
        self._report, self._tokens = report, tokens
        for part in self._parts:
            part.setVisible(report is not None)
        self._show_readout()
        self._show_found()

    def show_costs(self, samples: Sequence[CostSample]) -> None:
        """Show the times that were measured so far. Says nothing.

        Samples that do not belong to the kinds as they are built now are left out.
        """
        self._samples = tuple(samples)
        self._show_found()

    def show_progress(self, done: int, total: int) -> None:
        """Show that `done` of `total` samples are taken. Says nothing."""
        self._measure.show_progress(done, total)
        if done == 0:
            self._quantity.show_quantity("seconds")
            self._show_plot()

    def show_finished(self) -> None:
        """Show that nothing is measured any more: it is done, was cancelled or went wrong. Says nothing."""
        self._measure.show_finished()
        self._show_plot()

    def show_colormap(self, name: str) -> None:
        """Show shares and influence in the colour map `name`, one of `colormaps.NAMES`. Says nothing."""
        self._maps.show_colormap(name)

    def text(self) -> str:
        """Return the table as plain text with tabs; "" where there is none."""
        return self._table.text() if self._report is not None else ""

    # Building

    def _lay_out(self) -> None:
        table = TitledRow("kinds_table_row", self.tr("The chapter's table"), self._copy)
        cost = TitledRow("kinds_cost_row", self.tr("Cost of n tokens"), self._quantity)
        found = (table, self._table, self._evidence)
        measured = (cost, self._measure, self._plot, self._reading)
        self._parts = (self._readout, *found, *measured)  # what there is only with a report
        self.add(self._maps, self._readout, self._verdict, *found, *measured)

    def _make_maps(self) -> None:
        self._maps = KindsMaps()
        self._readout = SpanLabel(0.95)
        self._readout.setObjectName("kinds_readout")
        self._readout.setAccessibleName(self.tr("The cell that is pointed at"))
        self._verdict = VerdictCard()
        self._verdict.setObjectName("kinds_verdict")

    def _make_table(self) -> None:
        self._copy = QPushButton(self.tr("Copy"))
        self._copy.setObjectName("kinds_copy_button")
        self._copy.setAccessibleName(self.tr("Copy the table"))
        self._copy.setToolTip(self.tr("Copy the table as text, with tabs between the columns (Ctrl+C)"))
        self._copy.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._table = KindsTable()
        self._evidence = SpanLabel(0.95)  # never lower again: what is below it does not move while a person points
        self._evidence.setObjectName("kinds_evidence")
        self._evidence.setAccessibleName(self.tr("How the cell was found"))

    def _make_costs(self) -> None:
        self._quantity = CostInput()
        self._plot = CostPlot()
        self._reading = SpanLabel(0.95)
        self._reading.setObjectName("kinds_reading")
        self._reading.setAccessibleName(self.tr("The length that is pointed at"))
        self._measure = MeasureBar()

    def _connect(self) -> None:
        self._maps.kinds_chosen.connect(self.kinds_chosen)
        self._maps.map_chosen.connect(self.map_chosen)
        self._maps.cell_pointed.connect(self._on_cell_pointed)
        self._copy.clicked.connect(self._on_copy)
        self._table.evidence_told.connect(self._show_evidence)
        self._table.place_reached.connect(self._on_place_reached)
        self._quantity.quantity_chosen.connect(self._on_quantity_chosen)
        self._plot.length_pointed.connect(self._on_length_pointed)
        self._measure.measuring_asked.connect(self.measuring_asked)
        self._measure.measuring_cancelled.connect(self.measuring_cancelled)

    # What is said

    def _on_cell_pointed(self, row: int, column: int) -> None:
        self._show_readout()
        self.kind_pointed.emit(row, column)

    def _show_readout(self) -> None:
        (row, column), report = self._maps.pointed(), self._report
        if report is None or row < 0:
            self._readout.show_spans([Span(self.tr("Point at a cell, or use the arrow keys in a map."), "muted")])
            return
        pair = self.tr("{row} → {column}").format(row=self._token(row), column=self._token(column))
        spans = [Span(pair, "strong")]
        for of, number in zip(report.rows, self._maps.numbers(), strict=True):
            spans += [Span("  ·  ", "muted"), Span(f"{title(of.key)}\xa0", "muted"), Span(number)]
        self._readout.show_spans(spans)

    def _token(self, place: int) -> str:
        """Return a token for a sentence; its direction of writing stays its own."""
        if place >= len(self._tokens):
            return str(place + 1)
        return f"{ISOLATE}{short_token(self._tokens[place], 16)}{END_ISOLATE}"

    def _show_found(self) -> None:
        if self._report is None:
            waiting = self.tr("This is being worked out …") if self._tokens else self.tr("Type a sentence first.")
            self._verdict.show_verdict("", waiting, "neutral")
            return
        rows = kinds_found.found(self._report, kinds_costs.current(self._report, self._samples))
        self._table.show_rows(rows)
        self._say_verdict(*kinds_found.agreement(rows))
        self._show_evidence("")
        self._show_plot()

    def _say_verdict(self, agreeing: int, compared: int) -> None:
        words = self.tr("{agreeing} of {compared} cells agree with the chapter's table.")
        headline = words.format(agreeing=agreeing, compared=compared)
        sentence = self.tr("Every answer was found by trying: point at it to read how.")
        if agreeing < compared:
            sentence = self.tr("Where the chapter says something else, both are shown: point at it to read more.")
        if not compared:
            headline = self.tr("None of these kinds is in the chapter's table.")
        self._verdict.show_verdict(headline, sentence, "good" if 0 < agreeing == compared else "neutral")

    def _show_evidence(self, evidence: str) -> None:
        hint = self.tr("Point at an answer, or use the arrow keys, to read how it was found.")
        self._evidence.show_spans([Span(evidence or hint, "plain" if evidence else "muted")])

    # What it costs

    def _on_quantity_chosen(self, _quantity: str) -> None:
        self._show_plot()

    def _on_length_pointed(self, _place: int) -> None:
        self._show_reading()

    def _show_plot(self) -> None:
        if self._report is None:
            return
        quantity = self._quantity.quantity()
        shown = kinds_costs.figures(self._report, kinds_costs.current(self._report, self._samples), quantity)
        self._plot.show_figures(shown)
        self._plot.setVisible(bool(shown.lines) or self._measure.running())  # nothing jumps until the first sample
        self._plot.setAccessibleName(self.tr("{quantity} against the number n of tokens").format(
            quantity=self._quantity.currentText()
        ))  # fmt: skip
        self._plot.setAccessibleDescription(kinds_costs.described(shown))
        self._show_reading()

    def _show_reading(self) -> None:
        shown, place = self._plot.figures(), self._plot.pointed()
        if shown is None or not shown.lines:
            words = self.tr("The time is not measured yet. What was counted can be chosen above.")
        elif place < 0:
            words = self.tr("Point at the lines, or use ← and →, to read them.")
        else:
            self._reading.show_spans(kinds_costs.reading(shown, place))
            return
        self._reading.show_spans([Span(words, "muted")])

    # Copying and scrolling

    def _on_copy(self) -> None:
        if self._report is not None:
            QGuiApplication.clipboard().setText(self.text())

    def event(self, event: QEvent) -> bool:
        """Take Ctrl+C while the keys are anywhere in the panel."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_copy(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy with Ctrl+C."""
        if self._is_copy(event):
            self._on_copy()
        else:
            super().keyPressEvent(event)

    def _is_copy(self, event: QKeyEvent) -> bool:
        return self._report is not None and event.matches(QKeySequence.StandardKey.Copy)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy."""
        if self._report is None:
            return
        menu = QMenu(self)
        menu.setObjectName("kinds_menu")
        menu.addAction(self.tr("Copy the table")).triggered.connect(self._on_copy)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def _on_place_reached(self, place: QRect) -> None:
        self._reached = place
        QTimer.singleShot(0, self._scroll_there)  # when new evidence has been laid out

    def _scroll_there(self) -> None:
        content = self._scroll.widget()
        if self._reached is not None and content is not None:
            centre = self._table.mapTo(content, self._reached.center())
            self._scroll.ensureVisible(centre.x(), centre.y(), 0, 3 * self.em())
