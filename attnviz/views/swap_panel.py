"""The panel “Swap two tokens”: let two tokens change places, and see whether any output row notices.

It says which two were chosen and shows the report it is given; it must not swap anything, and knows no session.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from attnviz.experiments.order import OrderReport
from attnviz.state.scene import Picture, Scene
from attnviz.views.column_panel import ColumnPanel, muted_label
from attnviz.views.place_picker import PlaceInput
from attnviz.views.span_label import SpanLabel
from attnviz.views.strip_list import StripList
from attnviz.views.swap_words import hint, swapped_sentence, verdict
from attnviz.views.token_chips import TokenChips
from attnviz.views.verdict_card import VerdictCard, VerdictKind


class SwapPanel(ColumnPanel):
    """Which two tokens change places, and what that did to every row.

    Signals: pair_chosen(object), (i, j) with i ≠ j, or None for no swap.
    """

    pair_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            "swap_panel",
            QCoreApplication.translate("SwapPanel", "Swap two tokens"),
            QCoreApplication.translate("SwapPanel", "Does attention notice the order of the words?"),
            parent,
        )
        self._tokens: tuple[str, ...] = ()
        self._picture: Picture = Picture(text="")
        self._make_inputs()
        self._verdict = VerdictCard()
        self._verdict.setObjectName("swap_verdict")
        self._hint = muted_label("swap_hint")
        self._legend = muted_label("swap_legend", self.tr("Each output row twice: above before, below after the swap."))
        self._rows = StripList()
        self._rows.setObjectName("swap_rows")
        self._lay_out()
        self._first.token_chosen.connect(self._on_place_chosen)
        self._second.token_chosen.connect(self._on_place_chosen)
        self._chips.pair_chosen.connect(self.pair_chosen)
        self._clear.clicked.connect(self._on_cleared)
        self.show_report(Scene(text=""), (), None)

    def show_report(self, scene: Scene, tokens: tuple[str, ...], report: OrderReport | None) -> None:
        """Show what the swap of `scene` did to `tokens`; None: nothing is swapped yet, or the text lacks a place."""
        pair = None if report is None else (report.i, report.j)
        self._show_choice(tokens, pair)
        self._picture = scene
        self._verdict.show_verdict(*self._words(report))
        self._after.show_spans(swapped_sentence(tokens, pair) if pair is not None else [])
        self._hint.setText(hint(report, scene) if report is not None else "")
        self._hint.setVisible(bool(self._hint.text()))
        for part in (self._after, self._rows, self._legend):
            part.setVisible(report is not None)
        if report is not None:
            marked = list(tokens)
            for place in (report.i, report.j):
                marked[place] = self.tr("⇄ {token}").format(token=tokens[place])
            self._rows.show_strips(marked, report.before, report.after, report.moved, report.changes)

    def _show_choice(self, tokens: tuple[str, ...], pair: tuple[int, int] | None) -> None:
        self._tokens = tokens
        self._chips.show_tokens(tokens)
        self._chips.setVisible(len(tokens) > 1)
        self._chips.show_pair(pair)
        half_chosen = pair is None and self._chosen() is None
        for picker, place in zip((self._first, self._second), pair or (None, None), strict=True):
            picker.show_tokens(tokens)
            if not half_chosen:  # else one picker may wait for the other
                picker.show_choice(place)
        self._allow_clear()

    def _words(self, report: OrderReport | None) -> tuple[str, str, VerdictKind]:
        if report is not None:
            return verdict(report, self._tokens, self._picture)
        if len(self._tokens) < 2:
            nothing = self.tr("Type a sentence first.") if not self._tokens else self.tr("Write one more word first.")
            return "", nothing, "neutral"
        if self._first.choice() is not None and self._first.choice() == self._second.choice():
            return "", self.tr("Choose two different tokens."), "neutral"
        return "", self.tr("Choose two tokens, or drag one onto another."), "neutral"

    def _make_inputs(self) -> None:
        self._first = PlaceInput("swap_first_picker", self.tr("First token"))
        self._second = PlaceInput("swap_second_picker", self.tr("Second token"))
        self._chips = TokenChips()
        self._clear = QPushButton(self.tr("Clear"))
        self._clear.setObjectName("swap_clear_button")
        self._clear.setAccessibleName(self.tr("Undo the swap"))
        self._clear.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._after = SpanLabel()
        self._after.setObjectName("swap_after")
        self._after.setAccessibleName(self.tr("The sentence after the swap"))

    def _lay_out(self) -> None:
        self._between = QLabel("⇄")
        self._between.setObjectName("swap_between")
        self._between.setAccessibleName(self.tr("changes places with"))
        self._row = QHBoxLayout()
        self._row.addWidget(self._first, 1)
        self._row.addWidget(self._between)
        self._row.addWidget(self._second, 1)
        self._row.addWidget(self._clear)
        self.add(self._row, self._chips, self._after, self._verdict, self._hint, self._legend, self._rows)
        self._column.setStretchFactor(self._rows, 1)
        self._column.setStretch(self._column.count() - 1, 0)

    def _chosen(self) -> tuple[int, int] | None:
        first, second = self._first.choice(), self._second.choice()
        return None if first is None or second is None or first == second else (first, second)

    def _allow_clear(self) -> None:
        self._clear.setEnabled(self._first.choice() is not None or self._second.choice() is not None)

    def _on_place_chosen(self, place: object) -> None:
        """Say the pair, or None while it is not whole."""
        self._allow_clear()
        self.pair_chosen.emit(self._chosen())
        if self._chosen() is None:
            self._verdict.show_verdict(*self._words(None))

    def _on_cleared(self) -> None:
        for picker in (self._first, self._second):
            picker.show_choice(None)
        self._allow_clear()
        self.pair_chosen.emit(None)
