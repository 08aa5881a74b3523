"""The panel “Next token”: what a trained model would write next, and by how much. Must not run a model or a choice."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QSpinBox, QVBoxLayout, QWidget

from attnviz.state.next_report import NextReport
from attnviz.state.scene import COOLEST, HOTTEST, LEAST_TOP_P, MOST_CANDIDATES, Scene
from attnviz.views import panel_numbers
from attnviz.views.column_panel import muted_label
from attnviz.views.copying_panel import CopyingPanel
from attnviz.views.next_list import NextList, percent_words
from attnviz.views.share_slider import ShareSlider
from attnviz.views.verdict_card import VerdictCard
from attnviz.views.verdict_label import short_number

_AT_ONCE = 10  # tokens that are written by the second button


class NextPanel(CopyingPanel):
    """Candidates with their probabilities, what narrows them down, and two ways to write on; Ctrl+C copies them.

    Signals: temperature_chosen(float), top_k_chosen(int), top_p_chosen(float), token_chosen(int) to append a token by
    its number, tokens_asked(int) to let the model write so many.
    """

    temperature_chosen = Signal(float)
    top_k_chosen = Signal(int)
    top_p_chosen = Signal(float)
    token_chosen = Signal(int)
    tokens_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            "next_panel",
            QCoreApplication.translate("NextPanel", "Next token"),
            QCoreApplication.translate("NextPanel", "What would the model write next?"),
            parent,
        )
        self._report: NextReport | None = None
        self._verdict = VerdictCard()
        self._verdict.setObjectName("next_verdict")
        self._list = NextList()
        self._rest = muted_label("next_rest")
        self._temperature = ShareSlider(
            "temperature_slider", self.tr("Temperature"), (round(10 * COOLEST), round(10 * HOTTEST)), 0.1, self._degrees
        )
        self._top_p = ShareSlider("top_p_slider", self.tr("Top-p"), (round(100 * LEAST_TOP_P), 100), 0.01, self._share)
        self._make_box()
        self._append = self._button("append_button", self.tr("Append"))
        self._write = self._button("write_button", self.tr("Write {count} tokens").format(count=_AT_ONCE))
        self._append.setToolTip(self.tr("Put the chosen token behind the text"))
        self._write.setToolTip(self.tr("Let the model draw one token after the other"))
        self._lay_out()
        self._connect()
        self.show_report(Scene(text=""), (), None)

    def show_report(self, scene: Scene, tokens: tuple[str, ...], report: NextReport | None) -> None:
        """Show what may come next; None: there is no text, or it is still being worked out."""
        self._report = report
        self._temperature.show_number(scene.temperature)
        self._top_p.show_number(scene.top_p)
        with QSignalBlocker(self._top_k):
            self._top_k.setValue(scene.top_k)
        writes = report is not None and report.writes
        for part in (self._list, self._rest, self._choices, self._append, self._write):
            part.setVisible(writes)
        self._verdict.show_verdict(*self._words(tokens, report), "neutral")
        if report is not None and report.writes:
            self._list.show_candidates(report.candidates)
            self._list.updateGeometry()
            self._rest.setText(self._left(report))

    def has_numbers(self) -> bool:
        """Return whether there are candidates."""
        return self._report is not None and self._report.writes

    def numbers(self) -> str:
        """Return the candidates as text with tabs."""
        return panel_numbers.of_next(self._report) if self._report is not None and self._report.writes else ""

    def _words(self, tokens: tuple[str, ...], report: NextReport | None) -> tuple[str, str]:
        if report is None:
            return "", self.tr("This is being worked out …") if tokens else self.tr("Type a sentence first.")
        if report.headless:
            return "", self.tr("This model’s file has no part that chooses a next token, so it does not write.")
        if not report.writes:
            return "", self.tr("This model is an encoder: it reads whole texts and does not write.")
        first = report.candidates[0]
        headline = self.tr("“{token}” with {percent}").format(
            token=first.text, percent=percent_words(first.probability)
        )
        words = self.tr("The choice among {count} tokens has {bits} bits of surprise.")
        return headline, words.format(count=f"{report.vocabulary:,}", bits=short_number(report.entropy))

    def _left(self, report: NextReport) -> str:
        if report.kept < report.vocabulary:
            words = self.tr("Kept: {kept} tokens, together {percent}. The model draws among these only.")
            return words.format(kept=f"{report.kept:,}", percent=percent_words(report.kept_probability))
        words = self.tr("All others together: {percent}.")
        return words.format(percent=percent_words(report.rest))

    def _degrees(self, number: float) -> str:
        return f"{number:.1f}"

    def _share(self, number: float) -> str:
        return self.tr("all") if number >= 1.0 else f"{100 * number:.0f}\xa0%"

    def _make_box(self) -> None:
        self._top_k = QSpinBox()
        self._top_k.setObjectName("top_k_box")
        self._top_k.setAccessibleName(self.tr("Top-k: how many tokens are kept"))
        self._top_k.setRange(0, MOST_CANDIDATES)
        self._top_k.setSpecialValueText(self.tr("all"))
        self._top_k.setKeyboardTracking(False)
        self._top_k.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._top_k_label = QLabel(self.tr("Top-k"))
        self._top_k_label.setBuddy(self._top_k)

    def _button(self, name: str, words: str) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return button

    def _lay_out(self) -> None:
        width = max(self._temperature.label_width(), self._top_p.label_width())
        for slider in (self._temperature, self._top_p):
            slider.show_label_width(width)
        row = QHBoxLayout()
        row.addWidget(self._top_k_label)
        row.addStretch(1)
        row.addWidget(self._top_k)
        buttons = QHBoxLayout()
        buttons.addWidget(self._append)
        buttons.addWidget(self._write)
        buttons.addStretch(1)
        self._choices = QWidget()
        self._choices.setObjectName("next_choices")
        column = QVBoxLayout(self._choices)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._temperature)
        column.addLayout(row)
        column.addWidget(self._top_p)
        self.add(self._verdict, self._list, self._rest, buttons, self._choices)

    def _connect(self) -> None:
        self._temperature.number_chosen.connect(self.temperature_chosen)
        self._top_p.number_chosen.connect(self.top_p_chosen)
        self._top_k.valueChanged.connect(self.top_k_chosen)
        self._list.token_chosen.connect(self.token_chosen)
        self._append.clicked.connect(self._on_append)
        self._write.clicked.connect(self._on_write)

    def _on_append(self) -> None:
        chosen = self._list.chosen()
        if chosen is not None:
            self.token_chosen.emit(chosen)

    def _on_write(self) -> None:
        self.tokens_asked.emit(_AT_ONCE)
