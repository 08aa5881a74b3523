"""The panel “Change the last token”: change one token as hard as you like, and see which rows move.

It says what the person entered and shows the report it is given; it must not run the experiment, and knows no session.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QSizePolicy, QWidget

from attnviz.views.column_panel import ColumnPanel, muted_label
from attnviz.views.row_list import RowList
from attnviz.views.span_label import Span, SpanLabel
from attnviz.views.strength_slider import StrengthInput
from attnviz.views.token_picker import TokenInput, short_token
from attnviz.views.verdict_label import Array, NothingKind, VerdictLabel


class ChangePanel(ColumnPanel):
    """Which token becomes what, how strongly, and what that did to the rows.

    Signals: replacement_edited(str); nines_switched(bool); strength_chosen(float), 1 to 1000;
        token_chosen(object), None for the last token, else its index from 0.
    """

    replacement_edited = Signal(str)
    nines_switched = Signal(bool)
    strength_chosen = Signal(float)
    token_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        # Before the frame is built, which asks for the sizes of the rows
        self._rows_of_inputs = (QHBoxLayout(), QHBoxLayout())
        self._replacement = QLineEdit()
        super().__init__("change_panel", _title(), _question(), parent)
        self._tokens: tuple[str, ...] = ()
        self._index: int | None = None
        self._showing = False
        self._has_mask = True
        self._make_words()
        self._make_inputs()
        self._verdict = VerdictLabel()
        self._rows = RowList()
        self._lay_out()
        self._connect()
        self._fit()
        self._say_title()
        self.show_nothing("no_text")

    def show_tokens(self, tokens: Sequence[str]) -> None:
        """Offer `tokens` for change and name the rows with them."""
        listed = tuple(tokens)
        if listed == self._tokens:
            return
        self._tokens = listed
        self._picker.show_tokens(listed)
        self._rows.show_tokens(listed)
        self._say_title()

    def show_change(self, index: int | None, replacement: str, nines: bool, strength: float) -> None:
        """Show the entries: token `index` (None: the last) becomes `replacement`, or all nines, times `strength`."""
        self._index = index
        self._picker.show_choice(index)
        if self._replacement.text() != replacement:  # setting the same text would move the caret
            self._showing = True  # not blockSignals: the field's own clear button listens to textChanged
            self._replacement.setText(replacement)
            self._showing = False
        with QSignalBlocker(self._nines):
            self._nines.setChecked(nines)
        self._strength.show_strength(strength)
        self._say_title()

    def show_report(
        self,
        moved: Array,
        largest: Array,
        width: int,
        index: int,
        weights_before: Array,
        weights_after: Array,
        causal: bool,
    ) -> None:
        """Show what the change did.

        moved, largest: (n,), changed values in each row and the largest of the changes; width: values in a row;
        index: the changed token; weights_before, weights_after: (n,), what each row gives that token.
        """
        self._verdict.show_report(moved, largest, width, index, weights_before, weights_after, causal)
        self._rows.show_rows(moved, largest, width, index)
        self._rows.setVisible(len(moved) > 0)
        off, back = self.tr("Take the mask off and look again."), self.tr("Put the mask back and look again.")
        words = off if causal else back
        self._hint.show_spans([Span(words, "muted")])
        self._hint.setVisible(index > 0 and self._has_mask)

    def show_has_mask(self, has_mask: bool) -> None:
        """Let the next report say what to try next, or not: what goes token by token has no mask to take off."""
        self._has_mask = has_mask

    def show_nothing(self, kind: NothingKind) -> None:
        """Say why there is nothing to report: "no_change", "same_token" or "no_text"."""
        self._verdict.show_nothing(kind)
        self._rows.setVisible(False)
        self._hint.setVisible(False)

    def _make_words(self) -> None:
        self._arrow = QLabel("→")
        self._arrow.setObjectName("change_arrow")
        self._arrow.setAccessibleName(self.tr("becomes"))
        self._nines_words = muted_label("nines_words", self.tr("every number becomes 9"))
        self._hint = SpanLabel(0.9)
        self._hint.setObjectName("change_hint")

    def _make_inputs(self) -> None:
        self._picker = TokenInput()
        self._replacement.setObjectName("last_token_input")
        self._replacement.setAccessibleName(self.tr("Replacement"))
        self._replacement.setPlaceholderText(self.tr("another word"))
        self._replacement.setClearButtonEnabled(True)
        self._nines = QPushButton(self.tr("All nines"))
        self._nines.setObjectName("nines_button")
        self._nines.setAccessibleName(self.tr("All nines"))
        self._nines.setAccessibleDescription(self._nines_words.text())
        self._nines.setCheckable(True)
        self._nines.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._strength = StrengthInput()

    def _lay_out(self) -> None:
        word_row, nines_row = self._rows_of_inputs
        word_row.addWidget(self._picker, 1)
        word_row.addWidget(self._arrow)
        word_row.addWidget(self._replacement, 1)
        nines_row.addWidget(self._nines)
        nines_row.addWidget(self._nines_words, 1)
        self.add(word_row, nines_row, self._strength, self._verdict, self._rows, self._hint)
        self._column.setStretchFactor(self._rows, 1)
        self._column.setStretch(self._column.count() - 1, 0)  # the rows have the room that is left, not the end

    def _connect(self) -> None:
        self._picker.token_chosen.connect(self.token_chosen)
        self._replacement.textChanged.connect(self._on_replacement_changed)
        self._nines.toggled.connect(self.nines_switched)
        self._strength.strength_chosen.connect(self.strength_chosen)

    def _on_replacement_changed(self, text: str) -> None:
        if not self._showing:
            self.replacement_edited.emit(text)

    def _say_title(self) -> None:
        words = _title()
        if self._index is not None and 0 <= self._index < len(self._tokens):
            words = self.tr("Change “{token}”").format(token=short_token(self._tokens[self._index], 16))
        self.show_title(words)

    def _fit(self) -> None:
        """Take every size from the font."""
        self._replacement.setMinimumWidth(6 * self.em())
        for row in self._rows_of_inputs:
            row.setSpacing(round(0.6 * self.em()))
        super()._fit()


def _title() -> str:
    return QCoreApplication.translate("ChangePanel", "Change the last token")


def _question() -> str:
    return QCoreApplication.translate("ChangePanel", "Do the rows before it move?")
