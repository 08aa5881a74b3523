"""The panel “Mask”: who may look at whom, by pattern, by hand, and with a second text.

It shows what was chosen and what can be seen; it must not make a mask, and knows no session.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from attnviz.experiments.sight import MaskReport
from attnviz.state.scene import MOST_PADDING, Scene
from attnviz.views.column_panel import ColumnPanel, muted_label
from attnviz.views.mask_drawing import MaskDrawing
from attnviz.views.mask_number import MaskNumber
from attnviz.views.mask_pattern import MaskPattern, Pattern
from attnviz.views.mask_picture import MaskPicture
from attnviz.views.mask_second_text import MaskSecondText
from attnviz.views.mask_tokens import MaskTokens
from attnviz.views.mask_words import blind_words
from attnviz.views.place_picker import PlaceInput
from attnviz.views.token_picker import TokenModel


class _HiddenModel(TokenModel):
    """An entry for no token, then every token with its place. Signals: those of its base."""

    def first_entry(self) -> str:
        """Return the words of the entry above the tokens."""
        return self.tr("(no token)")


class _HiddenPicker(PlaceInput):
    """A drop-down of tokens that nobody may look at. Signals: those of its base."""

    def _new_model(self) -> TokenModel:
        return _HiddenModel(self)


class MaskPanel(ColumnPanel):
    """A picture of the mask, and everything that shapes it.

    Signals: causal_chosen(bool); window_chosen(object), None or a width from 1; dilation_chosen(int);
        global_tokens_chosen(object), a tuple of places from 0; pattern_chosen(bool, object, int, object), these four
        at once; hidden_token_chosen(object), None or a place from 0; padding_chosen(int); second_text_edited(object),
        None or the text; drawing_switched(bool); cells_cleared().
    """

    causal_chosen = Signal(bool)
    window_chosen = Signal(object)
    dilation_chosen = Signal(int)
    global_tokens_chosen = Signal(object)
    pattern_chosen = Signal(bool, object, int, object)
    hidden_token_chosen = Signal(object)
    padding_chosen = Signal(int)
    second_text_edited = Signal(object)
    drawing_switched = Signal(bool)
    cells_cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        title = QCoreApplication.translate("MaskPanel", "Who may look at whom")
        question = QCoreApplication.translate("MaskPanel", "What does each row see, and what is hidden from it?")
        self._grid = QGridLayout()  # before the frame is built, which asks for its sizes
        super().__init__("mask_panel", title, question, parent)
        self._picture, self._pattern = MaskPicture(), MaskPattern()
        self._nothing, self._blind = muted_label("mask_nothing"), muted_label("mask_blind")
        self._crossed = muted_label(
            "mask_crossed", self.tr("A second text has no before and after: each row sees all of it.")
        )
        self._make_tokens()
        self._second_text, self._drawing = MaskSecondText(), MaskDrawing()
        self.add(
            self._nothing,
            self._picture,
            self._blind,
            self._crossed,
            self._pattern,
            self._globals_name,
            self._globals,
            self._globals_note,
            self._grid,
            self._second_text,
            self._drawing,
        )
        self._connect()
        self.show_report(Scene(text=""), (), None)

    def show_report(self, scene: Scene, tokens: tuple[str, ...], report: MaskReport | None) -> None:
        """Show what `scene` chose for `tokens`, and the mask of `report`; None: a text is missing. Says nothing."""
        self._show_found(scene, tokens, report)
        self._pattern.show_pattern(Pattern(scene.causal, scene.window, scene.dilation, scene.global_tokens))
        self._globals.show_tokens(tokens, scene.global_tokens)
        self._hidden.show_tokens(tokens if report is None else report.columns)
        self._hidden.show_choice(scene.hidden_token)
        self._padding.show_number(scene.padding)
        self._second_text.show_text(scene.second_text)
        self._drawing.show_count(len(scene.drawn))
        for part in (self._pattern, self._globals_name, self._globals):
            part.setHidden(scene.crossed)
        self._crossed.setVisible(scene.crossed)
        self._globals_note.setVisible(scene.causal and bool(scene.global_tokens) and not scene.crossed)

    def show_drawing(self, on: bool) -> None:
        """Show whether the map is being drawn on. Says nothing."""
        self._drawing.show_drawing(on)

    def show_colormap(self, name: str) -> None:
        """Show the mask in the colour map `name`, one of `colormaps.NAMES`. Says nothing."""
        self._picture.show_colormap(name)

    def _show_found(self, scene: Scene, tokens: tuple[str, ...], report: MaskReport | None) -> None:
        missing = self.tr("Type a sentence first.")
        if tokens and scene.crossed:
            missing = self.tr("Type the second text first.")
        self._nothing.setText(missing)
        self._nothing.setVisible(report is None)
        self._picture.setVisible(report is not None)
        words = "" if report is None else blind_words(report, tokens, scene.crossed)
        self._blind.setText(words)
        self._blind.setVisible(bool(words))
        if report is not None:
            self._picture.show_report(report, tokens)

    def _make_tokens(self) -> None:
        self._globals_name = QLabel(self.tr("These tokens see all and are seen by all"))
        self._globals_name.setObjectName("global_tokens_name")
        self._globals_name.setWordWrap(True)
        self._globals = MaskTokens("global_tokens_input", self._globals_name.text())
        self._globals_name.setBuddy(self._globals)
        self._globals_note = muted_label(
            "global_tokens_note", self.tr("The causal mask still hides what comes after a token.")
        )
        self._hidden = _HiddenPicker("hidden_token_picker", self.tr("Nobody may look at"))
        spoken = self.tr("Padding tokens at the end, 0 to {most}").format(most=MOST_PADDING)
        self._padding = MaskNumber("padding_box", spoken, 0, MOST_PADDING)
        self._padding.setToolTip(spoken)
        rows = ((self.tr("Nobody may look at"), self._hidden), (self.tr("Padding at the end"), self._padding))
        for row, (words, control) in enumerate(rows):
            name = QLabel(words)
            name.setWordWrap(True)
            name.setBuddy(control)
            self._grid.addWidget(name, row, 0)
            fixed = Qt.AlignmentFlag.AlignRight if control is self._padding else Qt.AlignmentFlag(0)
            self._grid.addWidget(control, row, 1, fixed)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1)

    def _connect(self) -> None:
        self._pattern.causal_chosen.connect(self.causal_chosen)
        self._pattern.window_chosen.connect(self.window_chosen)
        self._pattern.dilation_chosen.connect(self.dilation_chosen)
        self._pattern.pattern_chosen.connect(self._on_pattern_chosen)
        self._globals.tokens_chosen.connect(self.global_tokens_chosen)
        self._hidden.token_chosen.connect(self.hidden_token_chosen)
        self._padding.number_chosen.connect(self.padding_chosen)
        self._second_text.text_edited.connect(self.second_text_edited)
        self._drawing.drawing_switched.connect(self.drawing_switched)
        self._drawing.cells_cleared.connect(self.cells_cleared)

    def _on_pattern_chosen(self, pattern: Pattern) -> None:
        self.pattern_chosen.emit(*pattern)

    def _fit(self) -> None:
        """Take every size from the font."""
        self._grid.setHorizontalSpacing(round(0.6 * self.em()))
        self._grid.setVerticalSpacing(round(0.5 * self.em()))
        super()._fit()
