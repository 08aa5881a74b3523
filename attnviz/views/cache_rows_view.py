"""The KV cache as a picture: a row per token with its key, the weight it has in this step, and its value.

Rows that are reused are muted, the one that is computed now has the accent colour, those to come are empty. It paints
the numbers it is given, the largest of each block; it must not compute any of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontInfo,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from attnviz.views.cache_rows_painter import Columns, RowsPainter, strengths
from attnviz.views.graphemes import elide

_ROW, _TALLEST = 1.5, 20.0  # em: the height of a row, and at most of all of them

Floats = NDArray[np.float32]


class CacheRowsView(QWidget):
    """Keys, weights of the present step, and values, row by row.

    Signals: step_picked(int), the row that was clicked or reached by an arrow key, counted from 0.
    """

    step_picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cache_rows")
        self.setAccessibleName(self.tr("Keys, weights and values"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._tokens: tuple[str, ...] = ()
        self._step = 0
        self._key = self._value = np.zeros((0, 0), dtype=np.float64)
        self._weights = np.zeros((0, 0), dtype=np.float32)

    def show_cache(self, tokens: tuple[str, ...], key: Floats, value: Floats, weights: Floats) -> None:
        """Show key and value (n, d) of each token; weights (n, n): row t belongs to step t."""
        if len(tokens) != len(self._tokens):
            self.updateGeometry()
        self._tokens, self._weights = tokens, weights
        self._key, self._value = strengths(key), strengths(value)
        self.show_step(min(self._step, max(0, len(tokens) - 1)))
        self.update()

    def show_step(self, step: int) -> None:
        """Show which row is computed now, counted from 0."""
        self._step = step
        if self._tokens:
            words = self.tr("“{token}” is computed now, rows reused: {rows}, rows to come: {more}")
            token, more = elide(self._tokens[step]), len(self._tokens) - step - 1
            self.setAccessibleDescription(words.format(token=token, rows=f"{step:,}", more=f"{more:,}"))
        self.update()

    def row_at(self, y: float) -> int | None:
        """Return the row at the height `y` of this widget, None outside of them."""
        columns = self._columns()
        row = int((y - columns.key.top()) // columns.row) if self._tokens else -1
        return row if 0 <= row < len(self._tokens) else None

    def row_rect(self, row: int) -> QRectF:
        """Return where the key of `row` is drawn."""
        columns = self._columns()
        return QRectF(columns.key.left(), columns.key.top() + row * columns.row, columns.key.width(), columns.row)

    # ---------------------------------------------------------------------------------------------------- sizes

    @property
    def _em(self) -> int:
        return QFontInfo(self.font()).pixelSize()

    def _row_height(self) -> float:
        return min(_ROW * self._em, _TALLEST * self._em / max(1, len(self._tokens)))

    def _columns(self) -> Columns:
        em, height = self._em, self._row_height() * len(self._tokens)
        left, gap = min(5.0 * em, 0.24 * self.width()), 0.7 * em
        weight = 3.0 * em
        grid = max(1.0, (self.width() - left - weight - 2 * gap - 2) / 2)
        top = QFontMetricsF(self.font()).height() + 0.4 * em
        return Columns(
            key=QRectF(left, top, grid, height),
            weight=QRectF(left + grid + gap, top, weight, height),
            value=QRectF(left + grid + weight + 2 * gap, top, grid, height),
            row=self._row_height(),
        )

    def sizeHint(self) -> QSize:
        """Return 22 em by a heading and all rows, which become lower where there are many."""
        return QSize(22 * self._em, round(self._columns().key.bottom() + 0.3 * self._em))

    def minimumSizeHint(self) -> QSize:
        """Return the narrowest picture whose blocks can be told apart."""
        return QSize(14 * self._em, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw headings, names, the two grids, the weights, and the focus."""
        if not self._tokens:
            return
        painter = QPainter(self)
        drawing = RowsPainter(painter, self._columns(), self._em, self.palette().window().color())
        drawing.paint_headings(self.tr("weights"))
        drawing.paint_names(self._tokens, self._step)
        drawing.paint_grid(drawing.columns.key, self._key, self._step + 1)
        drawing.paint_grid(drawing.columns.value, self._value, self._step + 1)
        drawing.paint_weights(self._weights[self._step, : self._step + 1], self.tr("{weight} %"))
        drawing.paint_mark(self._step)
        if self.hasFocus():
            drawing.paint_focus(QRectF(self.rect()))
        painter.end()

    # --------------------------------------------------------------------------------------------------- acting

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the row above or below, to the first or to the last."""
        last = len(self._tokens) - 1
        targets: dict[int, int] = {
            Qt.Key.Key_Left: self._step - 1,
            Qt.Key.Key_Up: self._step - 1,
            Qt.Key.Key_Right: self._step + 1,
            Qt.Key.Key_Down: self._step + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        target = targets.get(event.key())
        if target is None:
            super().keyPressEvent(event)
        elif 0 <= target <= last and target != self._step:
            self.step_picked.emit(target)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the row that is clicked."""
        row = self.row_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and row is not None:
            self.step_picked.emit(row)
        else:
            super().mousePressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Name the row under the pointer, with its weight."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            row = self.row_at(event.pos().y())
            words = "" if row is None else self._row_words(row)
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def _row_words(self, row: int) -> str:
        token = elide(self._tokens[row])
        if row > self._step:
            return self.tr("“{token}” is still to come.").format(token=token)
        weight = f"{100 * float(self._weights[self._step, row]):.1f}"
        if row == self._step:
            return self.tr("“{token}” is computed now. Weight: {weight} %").format(token=token, weight=weight)
        return self.tr("“{token}” is reused. Weight: {weight} %").format(token=token, weight=weight)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size and the colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        self.update()
