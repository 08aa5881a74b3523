"""One of the chapter's claims, tested on every layer and head of a trained model. Must not run the model."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from attnviz.state.claims import Claim, ClaimReport
from attnviz.state.scene import Scene
from attnviz.views import claim_words
from attnviz.views.claim_grid import ClaimGrid
from attnviz.views.column_panel import ColumnPanel, muted_label
from attnviz.views.place_picker import PlaceInput
from attnviz.views.token_picker import TokenInput
from attnviz.views.verdict_card import VerdictCard

_WITH_WORD = ("change", "masking")


class ClaimPanel(ColumnPanel):
    """What is done to the text, a verdict on all maps, and a dot for each.

    Signals: token_chosen(object), None for the last token; replacement_edited(str); pair_chosen(object), (i, j) or
    None; head_chosen(layer, head).
    """

    token_chosen = Signal(object)
    replacement_edited = Signal(str)
    pair_chosen = Signal(object)
    head_chosen = Signal(int, int)

    def __init__(self, claim: Claim, parent: QWidget | None = None) -> None:
        """claim: which one it is about."""
        super().__init__("claim_panel", claim_words.title(claim), claim_words.question(claim), parent)
        self._claim: Claim = claim
        self._report: ClaimReport | None = None
        self._showing = False
        self._verdict = VerdictCard()
        self._verdict.setObjectName("claim_verdict")
        self._grid = ClaimGrid()
        self._legend = muted_label(
            "claim_legend", self.tr("A dot for each head, a line for each layer. Green: the same. Orange: moved.")
        )
        self._readout = muted_label("claim_readout")
        self._make_inputs()
        self.add(self._inputs, self._verdict, self._legend, self._grid, self._readout)
        self._grid.head_pointed.connect(self._on_pointed)
        self._grid.head_chosen.connect(self.head_chosen)
        self.show_report(Scene(text=""), (), None)

    def show_report(self, scene: Scene, tokens: tuple[str, ...], report: ClaimReport | None) -> None:
        """Show what came of the claim on `tokens`; None: nothing was asked yet, or it is being worked out."""
        self._report = report
        self._show_inputs(scene, tokens)
        for part in (self._legend, self._grid, self._readout):
            part.setVisible(report is not None)
        if report is None:
            pair = scene.swapped
            asked = bool(scene.change.text.strip())
            if self._claim == "swap":
                asked = pair is not None and max(pair) < len(tokens)
            words = claim_words.waiting(self._claim, len(tokens), not scene.causal, asked)
            self._verdict.show_verdict("", words, "neutral")
            return
        self._verdict.show_verdict(*claim_words.verdict(report))
        self._grid.show_moved(report.moved.moved)
        self._on_pointed(*(self._grid.pointed() or (-1, -1)))

    def _make_inputs(self) -> None:
        self._inputs = QWidget()
        self._inputs.setObjectName("claim_inputs")
        row = QHBoxLayout(self._inputs)
        row.setContentsMargins(0, 0, 0, 0)
        self._token = TokenInput()
        self._word = QLineEdit()
        self._word.setObjectName("claim_word")
        self._word.setAccessibleName(self.tr("Replacement"))
        self._word.setPlaceholderText(self.tr("another word"))
        self._word.setClearButtonEnabled(True)
        self._first = PlaceInput("claim_first_picker", self.tr("First token"))
        self._second = PlaceInput("claim_second_picker", self.tr("Second token"))
        arrow = QLabel("⇄" if self._claim == "swap" else "→")
        row.addWidget(self._token, 1)
        row.addWidget(self._first, 1)
        row.addWidget(arrow)
        row.addWidget(self._word, 1)
        row.addWidget(self._second, 1)
        self._token.setVisible(self._claim == "change")
        self._word.setVisible(self._claim in _WITH_WORD)
        for picker in (self._first, self._second):
            picker.setVisible(self._claim == "swap")
            picker.token_chosen.connect(self._on_place_chosen)
        arrow.setVisible(self._claim in ("change", "swap"))
        if self._claim == "cache":  # not setVisible: it has no parent yet
            self._inputs.hide()
        self._token.token_chosen.connect(self.token_chosen)
        self._word.textChanged.connect(self._on_word_changed)

    def _show_inputs(self, scene: Scene, tokens: tuple[str, ...]) -> None:
        self._token.show_tokens(tokens)
        self._token.show_choice(scene.change.index)
        if self._word.text() != scene.change.text:  # setting the same text would move the caret
            self._showing = True
            self._word.setText(scene.change.text)
            self._showing = False
        pair = scene.swapped
        waits = pair is None and (self._first.choice() is None) != (self._second.choice() is None)
        for picker, place in zip((self._first, self._second), pair or (None, None), strict=True):
            picker.show_tokens(tokens)
            if not waits:  # else one picker may wait for the other
                picker.show_choice(place)

    def _on_word_changed(self, text: str) -> None:
        if not self._showing:
            self.replacement_edited.emit(text)

    def _on_place_chosen(self, _place: object) -> None:
        first, second = self._first.choice(), self._second.choice()
        whole = first is not None and second is not None and first != second
        self.pair_chosen.emit((first, second) if whole else None)

    def _on_pointed(self, layer: int, head: int) -> None:
        known = self._report is not None and layer >= 0
        hint = self.tr("Point at a dot, or walk with the arrow keys; a click shows its map.")
        words = claim_words.head_words(self._report, layer, head) if known and self._report is not None else hint
        self._readout.setText(words)
        self._grid.setAccessibleDescription(words)
