"""The strip of all steps from x to the output, each a small map of the real matrix. Must not compute a step.

Which cells a number came from is asked of `core.provenance`; everything else is shown as it is given.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from attnviz.core.head import Trace
from attnviz.core.provenance import STEPS, sources
from attnviz.views.steps_card import StepCard

_PERCENT = "weights"  # the only step whose numbers are shares
_BETWEEN = {"query": ",", "weights": "×"}  # what follows a step, where it's no arrow
_ARROW = "→"
_EMPTY = np.zeros((0, 0), np.float32)


class StepsStrip(QWidget):
    """All steps side by side. A click or Enter chooses one; pointing at a cell lights the cells that it came from.

    Signals: step_chosen(step); cell_hovered(step, row, column), both -1 when no cell is pointed at any more.
    """

    step_chosen = Signal(str)
    cell_hovered = Signal(str, int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build the nine cards."""
        super().__init__(parent)
        self.setObjectName("steps_strip")
        self._trace: Trace | None = None
        self._scaled = True
        self.cards = {step: StepCard(step) for step in STEPS}
        self._heading, self._message = QLabel(), QLabel()
        self._scroll, self._row = QScrollArea(), QWidget()
        self._outer, self._inner = QHBoxLayout(self), QHBoxLayout(self._row)
        self._between: list[QLabel] = []
        self._build()
        for card in self.cards.values():
            card.map.clicked.connect(self._on_clicked)
            card.map.cell_hovered.connect(self._on_hovered)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._name_everything()
        self._follow()
        self.show_trace(None, True, _PERCENT)

    def show_trace(self, trace: Trace | None, scaled: bool, shown: str) -> None:
        """Show the matrices of `trace`; `shown` is the step on the large map. None = there are no tokens."""
        if scaled != self._scaled:
            self._scaled = scaled
            self._name_everything()
        for step, card in self.cards.items():
            card.show_chosen(step == shown)
        if trace is None or trace is not self._trace:
            self._trace = trace
            self._show_matrices(trace)
            self.show_hovered("", -1, -1)
            self._row.setVisible(trace is not None)
            self._message.setVisible(trace is None)

    def show_hovered(self, step: str, row: int, column: int) -> None:
        """Light the cell of `step` and, in the other maps, the cells that it came from; -1 = nothing is pointed at.

        Column -1 with a row is the whole row: only that is lit.
        """
        lit = self._lit(step, row, column)
        for name, card in self.cards.items():
            cell = (row, column) if name == step and name in lit and column >= 0 else None
            card.show_lit(lit.get(name, ()), cell)

    def show_colormap(self, name: str) -> None:
        """Show the weights in the colour map `name`, one of `colormaps.NAMES`."""
        self.cards[_PERCENT].map.show_colormap(name)

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
        row = self._inner
        row.setContentsMargins(0, 0, 0, 0)
        for step, card in self.cards.items():
            row.addWidget(card, 4)
            if step != STEPS[-1]:
                between = QLabel(_BETWEEN.get(step, _ARROW))
                between.setAlignment(Qt.AlignmentFlag.AlignCenter)
                between.setForegroundRole(QPalette.ColorRole.PlaceholderText)
                row.addWidget(between, 1)
                self._between.append(between)
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
        for between in self._between:  # beside the maps, not beside the words beneath them
            between.setContentsMargins(0, 0, 0, self.cards["x"].text_height)
        self.updateGeometry()

    def _show_matrices(self, trace: Trace | None) -> None:
        for step, card in self.cards.items():
            if trace is None:
                card.show_matrix(_EMPTY)
            elif step == _PERCENT:
                card.show_matrix(trace.weights, trace.mask, percent=True)
            elif step == "masked_scores":  # in the colours of the step before, so that only the hidden cells differ
                card.show_matrix(trace.masked_scores, limit=self.cards["scores"].map.limit)
            else:
                card.show_matrix(getattr(trace, step))

    def _lit(self, step: str, row: int, column: int) -> dict[str, tuple[tuple[slice, slice], ...]]:
        trace = self._trace
        if trace is None or step not in self.cards or not 0 <= row < len(trace.x):
            return {}
        if not column < getattr(trace, step).shape[1]:
            return {}
        own = slice(column, column + 1) if column >= 0 else slice(None)
        lit: dict[str, tuple[tuple[slice, slice], ...]] = {step: ((slice(row, row + 1), own),)}
        if column >= 0:
            lit |= sources(step, row, column, len(trace.x), trace.mask[row])
        return lit

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
        self._message.setText(self.tr("Type a sentence above to see every step from its tokens to the output."))
        divided = self.tr("÷ √d") if self._scaled else self.tr("not divided")
        names = {
            "x": (self.tr("x"), self.tr("x: one row of numbers for each token")),
            "query": (self.tr("Q"), self.tr("Q, the queries: what each token is looking for")),
            "key": (self.tr("K"), self.tr("K, the keys: what each token offers")),
            "raw_scores": (self.tr("Scores QKᵀ"), self.tr("Scores: each query times each key")),
            "scores": (divided, self._divided_spoken()),
            "masked_scores": (self.tr("Mask"), self.tr("Mask: scores that may not be seen become −∞")),
            "weights": (self.tr("Softmax"), self.tr("Softmax: the attention weights, each row adds up to 100 %")),
            "value": (self.tr("V"), self.tr("V, the values: what each token passes on")),
            "output": (self.tr("Output"), self.tr("Output: the values, mixed by the weights")),
        }
        for step, (name, spoken) in names.items():
            self.cards[step].show_name(name, spoken)

    def _divided_spoken(self) -> str:
        if self._scaled:
            return self.tr("Scores divided by √d")
        return self.tr("Scores, not divided by √d")
