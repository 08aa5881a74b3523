"""The panel “Order from outside”: which encoding there is, what it looks like, and what it does to a score.

It says which encoding was chosen and shows the report it is given; it must not compute one, and knows no session.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from attnviz.experiments.positions import SHIFTS, PositionReport
from attnviz.state.scene import SOFTMAX, Scene
from attnviz.views import position_words
from attnviz.views.column_panel import ColumnPanel, muted_label
from attnviz.views.position_dials import PositionDials
from attnviz.views.position_picker import PositionPicker
from attnviz.views.position_picture import PositionPicture
from attnviz.views.position_shift_table import PositionShiftTable
from attnviz.views.sentences import joined_spans
from attnviz.views.span_label import Span, SpanLabel
from attnviz.views.verdict_card import VerdictCard


class PositionPanel(ColumnPanel):
    """A list of encodings, a picture of the chosen one, and the scores of two tokens that move on together.

    Signals: position_chosen(str), one of `positions.POSITIONS`; swap_asked(), to open the panel Swap.
    """

    position_chosen = Signal(str)
    swap_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        title = QCoreApplication.translate("PositionPanel", "Order from outside")
        question = QCoreApplication.translate("PositionPanel", "How does attention learn where a word stands?")
        super().__init__("position_panel", title, question, parent)
        self._report: PositionReport | None = None
        self._tokens: tuple[str, ...] = ()
        self._shown: tuple[str, str] | None = None
        self._picker = PositionPicker()
        self._picker.position_chosen.connect(self.position_chosen)
        self._about = SpanLabel()
        self._about.setObjectName("position_about")
        self._note = muted_label("position_note")
        self._make_parts()
        self._make_swap()
        self.add(
            self._picker,
            self._about,
            self._note,
            self._picture,
            self._verdict,
            self._dials_words,
            self._dials,
            self._table_words,
            self._table,
            self._hint,
            self._row,
        )
        self._show_report()
        self._verdict.hide()  # until it is known what there is to say

    def show_report(self, scene: Scene, tokens: tuple[str, ...], report: PositionReport | None) -> None:
        """Show the encoding of `scene` and what `report` says of it; None: there is no text yet. Says nothing."""
        shown = (scene.position, scene.kind)
        if shown != self._shown:
            self._shown = shown
            self._picker.show_position(scene.position)
            self._show_about(scene)
        if report is not self._report or tokens != self._tokens or report is None:
            self._report, self._tokens = report, tokens
            self._show_report()
            self._verdict.show()

    def show_colormap(self, name: str) -> None:
        """Show what has no sign in the colour map `name`, one of `colormaps.NAMES`. Says nothing."""
        self._picture.show_colormap(name)

    def _make_parts(self) -> None:
        self._picture = PositionPicture()
        self._verdict = VerdictCard()
        self._verdict.setObjectName("position_verdict")
        self._dials_words = SpanLabel(0.95)
        self._dials_words.setObjectName("position_dials_words")
        self._dials = PositionDials()
        self._table_words = muted_label("position_table_words")
        self._table = PositionShiftTable()
        self._table.row_pointed.connect(self._show_dials)

    def _make_swap(self) -> None:
        self._hint = muted_label("position_hint")
        self._swap = QPushButton(self.tr("Open Swap"))
        self._swap.setObjectName("position_swap_button")
        self._swap.setAccessibleName(self.tr("Open Swap"))
        self._swap.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._swap.clicked.connect(self.swap_asked)
        self._row = QHBoxLayout()
        self._row.addWidget(self._swap)
        self._row.addStretch(1)

    def _show_about(self, scene: Scene) -> None:
        where, what = position_words.about(scene.position)
        self._about.release_height()
        self._about.show_spans(joined_spans(Span(where, "strong"), Span(what)))
        note = ""
        if not scene.attends and scene.position in ("rope", "alibi"):
            note = self.tr("The map shows a kind without queries, keys and scores: there it has no effect.")
        elif scene.attends and scene.kind != SOFTMAX:
            note = self.tr("Measured here: q · k. The kind on the map puts something else in its place.")
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._hint.setText(position_words.hint(scene.position))

    def _show_report(self) -> None:
        report = self._report
        self._table_words.setVisible(report is not None)
        self._table.setVisible(report is not None)
        turns = report is not None and report.hands is not None and report.hands.size > 0
        self._dials_words.setVisible(turns)
        self._dials.setVisible(turns)
        if report is None:
            self._picture.hide()
            self._verdict.show_verdict("", self.tr("Type a sentence first."), "neutral")
            return
        self._picture.setVisible(self._picture.show_report(self._tokens, report))
        self._verdict.show_verdict(*position_words.verdict(report))
        self._table_words.setText(position_words.about_shifts(report, self._tokens))
        self._table.show_scores(report.shifted, report.contrast)
        self._show_dials(self._table.pointed())

    def _show_dials(self, place: int) -> None:
        """Show the angles where the two tokens stand, or moved on as far as the row of the table says."""
        report = self._report
        if report is None or report.hands is None or not report.hands.size:
            return
        place = max(place, 0)
        self._dials.show_hands(report.hands[place])
        self._dials_words.show_spans(position_words.about_hands(report, self._tokens, SHIFTS[place]))
