"""One kind of attention in the Kinds panel: which it is, a small map of its numbers, and what the numbers are.

It shows the trace it is given; it must not compute one.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontInfo, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from attnviz.core.kinds.kind import Traced
from attnviz.views import kind_words, theme
from attnviz.views.column_panel import muted_label
from attnviz.views.kinds_picker import KindsPicker
from attnviz.views.mini_map import MiniMap

_LEAST_MARK = 5.0  # pixels: a mark round a smaller cell could not be seen


class MarkedMap(MiniMap):
    """A small map in which one cell can be marked without dimming the others.

    Signals: those of `MiniMap`.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._mark: tuple[int, int] | None = None

    def show_mark(self, row: int, column: int) -> None:
        """Mark one cell; -1, -1 and a cell that the map does not have: none. Says nothing."""
        rows, columns = self._values.shape
        mark = (row, column) if 0 <= row < rows and 0 <= column < columns else None
        if mark != self._mark:
            self._mark = mark
            self.update()

    @property
    def mark(self) -> tuple[int, int] | None:
        """The cell that is marked."""
        return self._mark

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the map, and a frame in two colours round the marked cell: one of them shows on any colour."""
        super().paintEvent(event)
        if self._mark is None:
            return
        box = self.cell_rect(*self._mark)
        if box.isEmpty():
            return
        look, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        thick = max(2.0, 0.14 * QFontInfo(self.font()).pixelSize())
        frame = _grown(box).adjusted(-thick / 2, -thick / 2, thick / 2 - 1, thick / 2 - 1)
        for colour, width in ((look.window, 2 * thick), (look.moved, thick)):
            painter.setPen(QPen(QColor(colour), width, j=Qt.PenJoinStyle.MiterJoin))
            painter.drawRect(frame)
        painter.end()


def _grown(box: QRectF) -> QRectF:
    """Return `box`, grown to at least _LEAST_MARK pixels each way."""
    across, down = max(0.0, _LEAST_MARK - box.width()) / 2, max(0.0, _LEAST_MARK - box.height()) / 2
    return box.adjusted(-across, -down, across, down)


class KindMap(QWidget):
    """A picker, the map of the kind that is picked, and a line about its numbers. An empty place has the picker only.

    Signals: kind_chosen(int, str), the place and the key, "" for none; cell_pointed(row, column), both -1 when no cell
        is pointed at any more; chosen(str), the key, by a click on the map or Enter.
    """

    kind_chosen = Signal(int, str)
    cell_pointed = Signal(int, int)
    chosen = Signal(str)

    def __init__(self, place: int, optional: bool, parent: QWidget | None = None) -> None:
        """place: 0 for the first; optional: whether it may stay empty."""
        super().__init__(parent)
        self.setObjectName(f"kinds_view_{place}")
        self._place = place
        self._key = ""  # of the map, which comes a moment after the picker's
        self._trace: Traced | None = None
        self.picker = KindsPicker(place, optional)
        self.map = MarkedMap("")
        self.map.setObjectName(f"kinds_map_{place}")
        self.map.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._scale = muted_label(f"kinds_scale_{place}")
        self._scale.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        for part in (self.picker, self.map, self._scale):
            self._box.addWidget(part)
        self._box.addStretch(1)
        self.picker.kind_chosen.connect(self._on_kind_chosen)
        self.map.cell_hovered.connect(self.cell_pointed)
        self.map.clicked.connect(self._on_clicked)
        self._show()

    def show_kind(self, key: str, trace: Traced | None) -> None:
        """Show the map of the kind `key`; no map without a `trace`. Leaves the picker alone. Says nothing."""
        if key == self._key and trace is self._trace:
            return
        self._key, self._trace = key, trace
        self._show()

    def show_mark(self, row: int, column: int) -> None:
        """Mark one cell and tell a screen reader its number; -1, -1: none. Says nothing."""
        self.map.show_mark(row, column)
        self._describe()

    def show_side(self, side: int) -> None:
        """Make the map `side` pixels high."""
        self.map.setFixedHeight(side)

    def number(self, row: int, column: int) -> str:
        """Return the number in a cell as a person reads it; "" where there is no such cell."""
        trace = self._trace
        if trace is None or not (0 <= row < trace.weights.shape[0] and 0 <= column < trace.weights.shape[1]):
            return ""
        return kind_words.number(trace, row, column)

    def _show(self) -> None:
        trace = self._trace
        for part in (self.map, self._scale):
            part.setVisible(trace is not None)
        if trace is None:
            return
        kind = kind_words.nature(trace)
        weights = np.asarray(trace.weights, np.float32)
        self.map.show_matrix(weights, trace.mask, kind == "signed", kind_words.limit(trace))
        self.map.show_mark(-1, -1)
        self._scale.setText(kind_words.scale(trace))
        name = kind_words.title(self._key)
        self.map.setAccessibleName(self.tr("Map of {kind}").format(kind=name))
        self.map.setToolTip(f"{name}: {kind_words.sentence(self._key)}")
        self._describe()

    def _describe(self) -> None:
        mark = self.map.mark
        words = self._scale.text() if mark is None else self.number(*mark)
        self.map.setAccessibleDescription(words)

    def _on_kind_chosen(self, key: str) -> None:
        self.kind_chosen.emit(self._place, key)

    def _on_clicked(self) -> None:
        self.chosen.emit(self._key)

    def _fit(self) -> None:
        self._box.setSpacing(round(0.3 * QFontInfo(self.font()).pixelSize()))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_box"):
            self._fit()
