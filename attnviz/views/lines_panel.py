"""The panel “Lines”: who looks at whom, as lines between two columns of tokens, of one head or of several.

It says what was chosen and shows the report it is given; it must not compute a weight, and knows no session.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from attnviz.state.lines_report import LinesReport
from attnviz.state.scene import Scene
from attnviz.views import panel_numbers
from attnviz.views.column_panel import muted_label
from attnviz.views.copying_panel import CopyingPanel
from attnviz.views.field_caption import FieldCaption
from attnviz.views.lines_heads import LinesHeads
from attnviz.views.lines_picture import Place
from attnviz.views.lines_told import LinesTold
from attnviz.views.lines_view import LinesView
from attnviz.views.lines_words import heads_caption, left_out, told_spans
from attnviz.views.verdict_card import VerdictCard


class LinesPanel(CopyingPanel):
    """Chips for the heads, the lines, which Ctrl+C copies, and below them what is said of one token.

    Signals: row_chosen(int), the token to pin, by a click or Enter; lines_chosen(object), a tuple of the heads to be
        drawn beside the one that the large map shows, numbers from 0, in order.
    """

    row_chosen = Signal(int)
    lines_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._choice = QWidget()  # before the frame is built, which asks for its sizes
        title = QCoreApplication.translate("LinesPanel", "Lines")
        question = QCoreApplication.translate("LinesPanel", "Which tokens are joined, and how strongly?")
        super().__init__("lines_panel", title, question, parent)
        self._report: LinesReport | None = None
        self._shown: tuple[object, ...] = ()
        self._head = 0  # the one on the large map
        self._make_choice()
        self._card = VerdictCard()
        self._card.setObjectName("lines_card")
        self._view = LinesView()
        self._note = muted_label("lines_note")
        self._told = LinesTold()
        outside = self.layout()
        if outside is not None:
            outside.addWidget(self._told)
        self._connect()
        self.add(self._choice, self._card, self._note, self._view)
        self.show_report(Scene(text=""), (), None)

    def show_report(self, scene: Scene, tokens: tuple[str, ...], report: LinesReport | None) -> None:
        """Show the lines of `report`. None: without tokens the panel asks for a text, else it says that it waits."""
        shown = (report, scene.head, bool(tokens))
        if shown == self._shown:
            return
        self._shown, self._report = shown, report
        for part in (self._view, self._told):
            part.setVisible(report is not None)
        self._card.setVisible(report is None)
        self._choice.setVisible(report is not None and report.heads_total > 1)
        if report is None:
            self._note.setVisible(False)
            self._wait(bool(tokens))
        else:
            self._show_lines(report, min(scene.head, report.heads_total - 1))

    def has_numbers(self) -> bool:
        """Return whether there are lines."""
        return self._report is not None

    def numbers(self) -> str:
        """Return the lines as text with tabs, one a line."""
        return "" if self._report is None else panel_numbers.of_lines(self._report, self._view.drawn())

    def _make_choice(self) -> None:
        self._choice.setObjectName("lines_choice")
        self._caption, self._heads = FieldCaption(heads_caption(None)), LinesHeads()
        self._caption.setBuddy(self._heads)
        self._all = _button("lines_all_button", self.tr("All heads"))
        self._one = _button("lines_one_button", self.tr("Just one"))
        self._one.setToolTip(self.tr("Only the head on the large map"))
        buttons = QHBoxLayout()
        buttons.addWidget(self._all)
        buttons.addWidget(self._one)
        buttons.addStretch(1)
        inside = QVBoxLayout(self._choice)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self._caption)
        inside.addWidget(self._heads)
        inside.addLayout(buttons)

    def _connect(self) -> None:
        self._heads.tokens_chosen.connect(self._on_heads_chosen)
        self._all.clicked.connect(self._on_all)
        self._one.clicked.connect(self._on_one)
        self._view.row_picked.connect(self.row_chosen)
        self._view.place_pointed.connect(self._on_pointed)
        self._view.place_walked.connect(self._on_walked)

    # -------------------------------------------------------------------------------------------------- what is shown

    def _wait(self, has_text: bool) -> None:
        words = self.tr("Type a sentence first: lines then join each token with those it looks at.")
        if has_text:
            words = self.tr("The lines are being worked out …")
        self._card.show_verdict("", words, "neutral")

    def _show_lines(self, report: LinesReport, head: int) -> None:
        self._head = head
        self._view.show_lines(report)
        self._caption.setText(heads_caption(report.layer))
        self._heads.show_heads(report.heads_total, head, report.heads, self._view.picture().styles)
        self._all.setEnabled(len(report.heads) < report.heads_total)
        self._one.setEnabled(len(report.heads) > 1)
        note = left_out(self._view.drawn())
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._told.release_height()
        self._tell()

    def _tell(self) -> None:
        """Speak of the token that is pointed at, else of the pinned one."""
        if self._report is not None:
            self._told.show_spans(told_spans(self._report, self._view.picture()))
            self._view.setAccessibleDescription(self._told.text())

    # ------------------------------------------------------------------------------------------------- what is done

    def _on_heads_chosen(self, heads: tuple[int, ...]) -> None:
        self.lines_chosen.emit(tuple(head for head in heads if head != self._head))

    def _on_all(self) -> None:
        if self._report is not None:
            self._on_heads_chosen(tuple(range(self._report.heads_total)))

    def _on_one(self) -> None:
        self._on_heads_chosen(())

    def _on_pointed(self, _place: Place | None) -> None:
        self._tell()

    def _on_walked(self, place: Place) -> None:
        """Scroll to the token that a key led to."""
        content, label = self._scroll.widget(), self._view.places().label_rect(place)
        if content is not None:
            middle = self._view.mapTo(content, label.center().toPoint())
            self._scroll.ensureVisible(middle.x(), middle.y(), 0, 3 * self.em())

    def changeEvent(self, event: QEvent) -> None:
        """Show the chips in the colours of another theme."""
        super().changeEvent(event)
        report = getattr(self, "_report", None)
        if event.type() == QEvent.Type.PaletteChange and report is not None:
            self._show_lines(report, self._head)

    def _fit(self) -> None:
        """Take every size from the font."""
        inside = self._choice.layout()
        if inside is not None:
            inside.setSpacing(round(0.3 * self.em()))
        super()._fit()


def _button(name: str, words: str) -> QPushButton:
    made = QPushButton(words)
    made.setObjectName(name)
    made.setAccessibleName(words)
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return made
