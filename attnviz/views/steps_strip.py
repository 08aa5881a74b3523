"""The strip of all steps from x to the output, each a small map of the real matrix. Must not compute a step.

Which cells a number came from is asked of `core.provenance`; everything else is shown as it is given. Attention has
nine steps, or ten with several heads; a recurrence has its gates, its map and its output.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from attnviz.core.head import Floats, Trace
from attnviz.core.kinds.kind import StateTrace
from attnviz.core.provenance import COMBINED, Rects, sources, state_sources
from attnviz.views import steps_words
from attnviz.views.steps_card import StepCard
from attnviz.views.steps_words import Wording

_MAP = "weights"  # the step that the large map shows as a rule
_OF_COLUMNS = ("key", "value")  # a row for each token that is looked at
_EMPTY = np.zeros((0, 0), np.float32)


class StepsStrip(QWidget):
    """All steps side by side. A click or Enter chooses one; pointing at a cell lights the cells that it came from.

    Signals: step_chosen(step); cell_hovered(step, row, column), both -1 when no cell is pointed at any more.
    """

    step_chosen = Signal(str)
    cell_hovered = Signal(str, int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build the nine cards of attention; others are made when they are first needed."""
        super().__init__(parent)
        self.setObjectName("steps_strip")
        self._trace: Trace | StateTrace | None = None
        self._combined: Floats | None = None
        self._told = Wording()
        self._made: dict[str, StepCard] = {}
        self._between: dict[str, QLabel] = {}  # what stands after a step
        self.cards: dict[str, StepCard] = {}  # those that are shown, in order
        self._heading, self._message = QLabel(), QLabel()
        self._scroll, self._row = QScrollArea(), QWidget()
        self._outer, self._inner = QHBoxLayout(self), QHBoxLayout(self._row)
        self._build()
        self._arrange()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._name_everything()
        self._follow()
        self.show_trace(None, True, _MAP)

    def show_trace(
        self, trace: Trace | StateTrace | None, scaled: bool, shown: str, combined: Floats | None = None
    ) -> None:
        """Show the matrices of `trace`; `shown` is the step on the large map. None = there are no tokens.

        combined (n, d_model): what all heads give together, for a trace of one among several.
        """
        if trace is not None:
            self._show_wording(steps_words.wording(trace, scaled, combined is not None))
        else:
            self._show_wording(replace(self._told, scaled=scaled))
        chosen = shown if shown in self.cards else _MAP
        for step, card in self.cards.items():
            card.show_chosen(step == chosen)
        if trace is None or trace is not self._trace or combined is not self._combined:
            self._trace, self._combined = trace, combined
            self._show_matrices()
            self.show_hovered("", -1, -1)
            self._row.setVisible(trace is not None)
            self._message.setVisible(trace is None)

    def show_hovered(self, step: str, row: int, column: int) -> None:
        """Light the cell of `step` and, in the other maps, the cells that it came from; -1 = nothing is pointed at.

        Column -1 with a row is the whole row: only that is lit. Of a recurrence, whole rows are lit.
        """
        lit = self._lit(step, row, column)
        for name, card in self.cards.items():
            cell = (row, column) if name == step and name in lit and column >= 0 else None
            card.show_lit(lit.get(name, ()), cell)

    def show_colormap(self, name: str) -> None:
        """Show the weights in the colour map `name`, one of `colormaps.NAMES`."""
        self.cards[_MAP].map.show_colormap(name)

    def sizeHint(self) -> QSize:
        """Return nine and a half lines of text, the height of the strip."""
        width = self._row.sizeHint().width() + self._heading.sizeHint().width()
        return QSize(width, self._height(least=False))

    def minimumSizeHint(self) -> QSize:
        """Return room for one card and small maps."""
        return QSize(self.cards["x"].minimumSizeHint().width(), self._height(least=True))

    def changeEvent(self, event: QEvent) -> None:
        """Follow language and text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._follow()
        elif event.type() == QEvent.Type.LanguageChange:
            self._name_everything()

    def _build(self) -> None:
        for label in (self._heading, self._message):
            label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._message.setWordWrap(True)
        self._inner.setContentsMargins(0, 0, 0, 0)
        self._scroll.setObjectName("steps_scroll")
        self._scroll.setWidget(self._row)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.viewport().setAutoFillBackground(False)
        self._row.setAutoFillBackground(False)
        outer = self._outer
        outer.addWidget(self._heading)
        column = QVBoxLayout()
        column.addWidget(self._message)
        column.addWidget(self._scroll, 1)
        outer.addLayout(column, 1)

    def _show_wording(self, told: Wording) -> None:
        """Change names, and cards where there are other steps; while a sentence is typed, nothing changes."""
        if told == self._told:
            return
        other = (told.steps, told.implied) != (self._told.steps, self._told.implied)
        self._told = told
        if other:
            self._arrange()
            self._follow()
        self._name_everything()

    def _arrange(self) -> None:
        """Put the cards of the present steps in a row, and reach them by Tab in that order."""
        while self._inner.takeAt(0) is not None:
            pass
        steps, before = self._told.steps, None
        for step in self._made.keys() - set(steps):
            self._made[step].show_matrix(_EMPTY)
        self.cards = {step: self._card(step) for step in steps}
        for step, card in self.cards.items():
            self._inner.addWidget(card, 1)
            if step != steps[-1]:
                self._between[step].setText(_after(step, self._told))
                self._inner.addWidget(self._between[step])
            if before is not None:
                QWidget.setTabOrder(before.map, card.map)
            before = card
        for step, card in self._made.items():
            card.setVisible(step in self.cards)
            self._between[step].setVisible(step in steps[:-1])

    def _card(self, step: str) -> StepCard:
        if step not in self._made:
            card = self._made[step] = StepCard(step, self._row)
            card.map.clicked.connect(self._on_clicked)
            card.map.cell_hovered.connect(self._on_hovered)
            between = self._between[step] = QLabel(self._row)
            between.setAlignment(Qt.AlignmentFlag.AlignCenter)
            between.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        return self._made[step]

    def _height(self, least: bool) -> int:
        card = self.cards["x"]
        high = (card.minimumSizeHint() if least else card.sizeHint()).height()
        sides = self._outer.contentsMargins()
        return high + sides.top() + sides.bottom()

    def _follow(self) -> None:
        em = self.fontMetrics().height()
        self._outer.setContentsMargins(em, em // 2, em, em // 3)
        self._outer.setSpacing(em // 2)
        self._inner.setSpacing(em // 8)
        for between in self._between.values():  # beside the maps, not beside the words beneath them
            between.setContentsMargins(0, 0, 0, self.cards["x"].text_height)
            between.setMinimumWidth(round(0.9 * em))
        self.updateGeometry()

    def _show_matrices(self) -> None:
        trace = self._trace
        for step, card in self.cards.items():
            values = self._matrix(step)
            if trace is None or values is None:
                card.show_matrix(_EMPTY)
            elif step == _MAP and isinstance(trace, StateTrace):
                card.show_matrix(values, trace.mask, "signed" if trace.signed else "amounts")
            elif step == _MAP:
                card.show_matrix(values, trace.mask, "shares")
            elif step == "masked_scores":  # in the colours of the step before, so that only the hidden cells differ
                card.show_matrix(values, limit=self.cards["scores"].map.limit)
            else:
                card.show_matrix(values)

    def _matrix(self, step: str) -> Floats | None:
        trace = self._trace
        if step == COMBINED:
            return self._combined
        if isinstance(trace, StateTrace) and step in trace.gates:
            return trace.gates[step]
        found: Floats | None = getattr(trace, step, None)
        return found

    def _lit(self, step: str, row: int, column: int) -> dict[str, Rects]:
        values = self._matrix(step) if step in self.cards else None
        if values is None or not (0 <= row < len(values) and column < values.shape[1]):
            return {}
        cell: Rects = ((slice(row, row + 1), slice(column, column + 1) if column >= 0 else slice(None)),)
        return {step: cell} | self._sources(step, row, column) if column >= 0 else {step: cell}

    def _sources(self, step: str, row: int, column: int) -> dict[str, Rects]:
        """Return what to light because of a cell."""
        trace = self._trace
        if isinstance(trace, StateTrace):
            if step == _MAP and column > row:
                return {}
            whole: Rects = ((slice(row, row + 1), slice(0, row + 1) if step == _MAP else slice(None)),)
            return {step: whole} | state_sources(step, row, trace.gates, trace.signed)
        if trace is None:
            return {}
        sees = None if step in _OF_COLUMNS else trace.mask[row]
        context = None if trace.context is None else len(trace.context)
        return sources(step, row, column, len(trace.x), sees, context)

    def _on_clicked(self) -> None:
        step = self._step_of(self.sender())
        if step is not None:
            self.step_chosen.emit(step)

    def _on_hovered(self, row: int, column: int) -> None:
        step = self._step_of(self.sender())
        if step is not None:
            self.show_hovered(step, row, column)
            self.cell_hovered.emit(step, row, column)

    def _step_of(self, sender: object) -> str | None:
        return next((step for step, card in self.cards.items() if card.map is sender), None)

    def _name_everything(self) -> None:
        self.setAccessibleName(self.tr("Steps from the tokens to the output"))
        self._heading.setText(self.tr("Steps"))
        self._message.setText(self.tr("The steps from the tokens to the output stand here once they are known."))
        for step, (name, spoken) in steps_words.names(self._told).items():
            if step in self.cards:
                self.cards[step].show_name(name, spoken)


def _after(step: str, told: Wording) -> str:
    """Return what stands after a step: how the next one follows from it, or that it stands beside it."""
    if told.gates is not None:
        beside = step in told.gates[:-1] or (step == _MAP and not told.implied)
        return "," if beside else "→"
    return {"query": ",", _MAP: "×"}.get(step, "→")
