"""The panel “Change the last token”: change one token as hard as you like, and see which rows move.

It says what the person entered and shows the report it is given; it must not run the experiment, and knows no session.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFontInfo, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from attnviz.views.row_list import RowList
from attnviz.views.span_label import Span, SpanLabel
from attnviz.views.strength_slider import StrengthInput
from attnviz.views.token_picker import TokenInput, short_token
from attnviz.views.verdict_label import Array, NothingKind, VerdictLabel


class ChangePanel(QWidget):
    """Which token becomes what, how strongly, and what that did to the rows.

    Signals: replacement_edited(str); nines_switched(bool); strength_chosen(float), 1 to 1000;
        token_chosen(object), None for the last token, else its index from 0.
    """

    replacement_edited = Signal(str)
    nines_switched = Signal(bool)
    strength_chosen = Signal(float)
    token_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("change_panel")
        self.setAccessibleName(self.tr("Change the last token"))
        self._tokens: tuple[str, ...] = ()
        self._index: int | None = None
        self._showing = False
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
        self._hint.setVisible(index > 0)

    def show_nothing(self, kind: NothingKind) -> None:
        """Say why there is nothing to report: "no_change", "same_token" or "no_text"."""
        self._verdict.show_nothing(kind)
        self._rows.setVisible(False)
        self._hint.setVisible(False)

    def _make_words(self) -> None:
        self._title = self._new_span_label("change_title", 1.3)
        self._question = self._new_label("change_question", self.tr("Do the rows before it move?"), muted=True)
        self._arrow = self._new_label("change_arrow", "→")
        self._arrow.setAccessibleName(self.tr("becomes"))
        self._arrow.setWordWrap(False)
        self._nines_words = self._new_label("nines_words", self.tr("every number becomes 9"), muted=True)
        self._hint = self._new_span_label("change_hint", 0.9)

    def _new_span_label(self, name: str, factor: float) -> SpanLabel:
        label = SpanLabel(factor)
        label.setObjectName(name)
        return label

    def _new_label(self, name: str, words: str, muted: bool = False) -> QLabel:
        label = QLabel(words)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        if muted:
            label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        return label

    def _make_inputs(self) -> None:
        self._picker = TokenInput()
        self._replacement = QLineEdit()
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
        word_row, nines_row = QHBoxLayout(), QHBoxLayout()
        word_row.addWidget(self._picker, 1)
        word_row.addWidget(self._arrow)
        word_row.addWidget(self._replacement, 1)
        nines_row.addWidget(self._nines)
        nines_row.addWidget(self._nines_words, 1)
        self._column = QVBoxLayout()
        self._column.addWidget(self._title)
        self._column.addWidget(self._question)
        self._column.addLayout(word_row)
        self._column.addLayout(nines_row)
        self._column.addWidget(self._strength)
        self._column.addWidget(self._verdict)
        self._column.addWidget(self._rows, 1)
        self._column.addWidget(self._hint)
        self._column.addStretch()
        self._rows_of_inputs = (word_row, nines_row)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addWidget(self._new_scroll())

    def _new_scroll(self) -> QScrollArea:
        content = QWidget()
        content.setObjectName("change_content")
        content.setLayout(self._column)
        self._scroll = QScrollArea()
        self._scroll.setObjectName("change_scroll")
        self._scroll.setAccessibleName(self.accessibleName())
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(content)
        return self._scroll

    def _connect(self) -> None:
        self._picker.token_chosen.connect(self.token_chosen)
        self._replacement.textChanged.connect(self._on_replacement_changed)
        self._nines.toggled.connect(self.nines_switched)
        self._strength.strength_chosen.connect(self.strength_chosen)

    def _on_replacement_changed(self, text: str) -> None:
        if not self._showing:
            self.replacement_edited.emit(text)

    def _say_title(self) -> None:
        words = self.tr("Change the last token")
        if self._index is not None and 0 <= self._index < len(self._tokens):
            words = self.tr("Change “{token}”").format(token=short_token(self._tokens[self._index], 16))
        self._title.show_spans([Span(words, "strong")])
        self._title.setAccessibleName(words)

    def _fit(self) -> None:
        """Take every size from the font."""
        em = QFontInfo(self.font()).pixelSize()
        self._replacement.setMinimumWidth(6 * em)
        self._scroll.setMinimumHeight(2 * em)
        self._column.setContentsMargins(round(1.1 * em), round(1.1 * em), round(1.1 * em), round(0.8 * em))
        self._column.setSpacing(round(0.7 * em))
        for row in self._rows_of_inputs:
            row.setSpacing(round(0.6 * em))
        self.setMinimumWidth(max(17 * em, self._column.minimumSize().width() + self._bar()))
        self.updateGeometry()

    def _bar(self) -> int:
        return self._scroll.verticalScrollBar().sizeHint().width()

    def sizeHint(self) -> QSize:
        """Return 24 em by the height of everything."""
        em = QFontInfo(self.font()).pixelSize()
        return QSize(24 * em + self._bar(), self._scroll.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Follow the text size, the style and the words, whatever of them changes the least width."""
        followed = super().event(event)
        if event.type() in (
            QEvent.Type.FontChange,
            QEvent.Type.StyleChange,
            QEvent.Type.LayoutRequest,
            QEvent.Type.Polish,
        ):
            self._fit()
        return followed
