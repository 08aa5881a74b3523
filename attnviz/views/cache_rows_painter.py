"""Drawing the picture of a KV cache: names, blocks of keys and values, weights. Must not know widgets or events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPen

from attnviz.views import theme
from attnviz.views.heatmap_image import block_max

BLOCKS = 16  # of a key or a value, at most
_LEAST_LABELLED = 1.3  # em, the lowest row with its name and its percentage
_FAINTEST = 0.25, 0.5  # opacity of a block of zeros, reused and computed now, so that the row can be seen
_FILLED = 0.88  # of a row's height; the rest is the gap below
_GAPS = 4  # pixels a block must have for gaps around it
_UNSEEN = 0.001  # a weight below this has no number and a dashed outline

Doubles = NDArray[np.float64]


class Columns(NamedTuple):
    """Where the three columns stand, without their heading; `row` is the height of one row."""

    key: QRectF
    weight: QRectF
    value: QRectF
    row: float


class RowsPainter:
    """Draws with a painter that belongs to the caller. `there` is how many rows are in the cache, the last one new."""

    def __init__(self, painter: QPainter, columns: Columns, em: float, background: QColor) -> None:
        """em: the size of the letters in pixels; background: what the gaps between blocks show."""
        self.columns = columns
        self._painter, self._em, self._background = painter, em, background
        self._metrics = QFontMetricsF(painter.font())
        self._theme = theme.current()
        self._labelled = columns.row >= _LEAST_LABELLED * em

    def paint_headings(self, weights: str) -> None:
        """Draw K, the word for the weights, and V over their columns."""
        self._painter.setPen(QColor(self._theme.muted))
        columns = self.columns
        for rect, words in ((columns.key, "K"), (columns.weight, weights), (columns.value, "V")):
            wide = max(rect.width(), self._metrics.horizontalAdvance(words))
            place = QRectF(rect.center().x() - wide / 2, 0.1 * self._em, wide, self._metrics.height())
            self._painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)

    def paint_names(self, tokens: Sequence[str], step: int) -> None:
        """Draw the name of each row; only that of row `step` where rows are low."""
        key, line = self.columns.key, self._metrics.height()
        for row in range(len(tokens)) if self._labelled else (step,):
            top = self._middle(row) - line / 2
            top = min(max(key.top(), top), key.bottom() - line) if not self._labelled else top
            place = QRectF(0.3 * self._em, top, key.left() - 0.9 * self._em, line)
            self._painter.setPen(QColor(self._theme.accent if row == step else self._theme.muted))
            words = self._metrics.elidedText(tokens[row], Qt.TextElideMode.ElideRight, place.width())
            self._painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)

    def paint_grid(self, rect: QRectF, blocks: Doubles, there: int) -> None:
        """Draw the rows that are there as blocks, each as opaque as its largest number, and the others empty."""
        high, wide = self.columns.row, rect.width() / blocks.shape[1]
        filled = QRectF(rect.left(), rect.top(), rect.width(), there * high)
        image = _image(blocks[:there], QColor(self._theme.muted), QColor(self._theme.accent))
        self._painter.drawImage(filled, image)
        if min(high, wide) >= _GAPS:
            self._painter.setPen(QPen(self._background, 1.0))
            for column in range(1, blocks.shape[1]):
                x = filled.left() + column * wide
                self._painter.drawLine(QPointF(x, filled.top()), QPointF(x, filled.bottom()))
        self._paint_gaps(filled, there)
        self._paint_empty(rect.adjusted(0, filled.height(), 0, 0))

    def paint_weights(self, weights: NDArray[np.float32], words: str) -> None:
        """Draw what this step gives each row that is there; `words` has a place for {weight}, in per cent."""
        rect, high = self.columns.weight, self.columns.row
        filled = QRectF(rect.left(), rect.top(), rect.width(), len(weights) * high)
        self._painter.drawImage(filled, _image(weights[:, None], QColor(self._theme.accent)))
        self._paint_gaps(filled, len(weights))
        self._paint_empty(rect.adjusted(0, filled.height(), 0, 0))
        if not self._labelled:
            return
        for row, weight in enumerate(weights.tolist()):
            place = QRectF(rect.left(), rect.top() + row * high, rect.width(), high)
            if weight < _UNSEEN:
                self._paint_empty(place)
                continue
            self._painter.setPen(QColor(self._theme.on_accent if weight > 0.5 else self._theme.text))
            place.setHeight(_FILLED * high)
            self._painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words.format(weight=round(100 * weight)))

    def paint_mark(self, step: int) -> None:
        """Draw a bar before the row that is computed now; a row of one pixel would be overlooked."""
        key = self.columns.key
        high = max(_FILLED * self.columns.row, 0.3 * self._em)
        top = min(max(self._middle(step) - high / 2, key.top()), key.bottom() - high)
        place = QRectF(key.left() - 0.4 * self._em, top, 0.2 * self._em, high)
        self._painter.fillRect(place, QColor(self._theme.accent))

    def paint_focus(self, rect: QRectF) -> None:
        """Draw the ring that says where the keys go."""
        self._painter.setPen(QPen(QColor(self._theme.accent), max(1.0, self._em / 8)))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawRect(rect.adjusted(1, 1, -1, -1))

    def _middle(self, row: int) -> float:
        return self.columns.key.top() + (row + _FILLED / 2) * self.columns.row

    def _paint_gaps(self, rect: QRectF, rows: int) -> None:
        high = self.columns.row
        if high < _GAPS:
            return
        gap = max(1.0, (1 - _FILLED) * high)
        for row in range(1, rows + 1):
            place = QRectF(rect.left(), rect.top() + row * high - gap, rect.width(), gap)
            self._painter.fillRect(place, self._background)

    def _paint_empty(self, rect: QRectF) -> None:
        """Draw the rows to come as dashed outlines; as one where they are low."""
        if rect.height() < 1:
            return
        self._painter.setPen(QPen(QColor(self._theme.border), 1.0, Qt.PenStyle.DashLine))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        high = self.columns.row
        if high < self._em:
            self._painter.drawRect(rect.adjusted(0.5, 1.5, -0.5, -0.5))
            return
        for row in range(round(rect.height() / high)):
            place = QRectF(rect.left(), rect.top() + row * high, rect.width(), _FILLED * high)
            self._painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5))


def strengths(values: NDArray[np.float32]) -> Doubles:
    """Return the magnitudes (n, d), 0 to 1, as at most BLOCKS blocks per row, each the largest in it."""
    magnitudes = np.abs(values).astype(np.float64)
    largest = magnitudes.max(initial=0.0)
    return block_max(magnitudes / largest if largest > 0 else magnitudes, len(values), BLOCKS)


def _image(opacities: NDArray[Any], colour: QColor, last: QColor | None = None) -> QImage:
    """Return numbers from 0 to 1 as the opacity of `colour`; with `last`, the last row has that one, and none fades."""
    rows, columns = opacities.shape
    pixels = np.empty((rows, columns, 4), dtype=np.uint8)
    pixels[..., :3] = colour.red(), colour.green(), colour.blue()
    least = np.zeros((rows, 1))
    if last is not None:
        pixels[-1, :, :3] = last.red(), last.green(), last.blue()
        least[:], least[-1] = _FAINTEST
    pixels[..., 3] = np.rint(255 * (least + (1 - least) * opacities))
    return QImage(pixels.data, columns, rows, 4 * columns, QImage.Format.Format_RGBA8888).copy()
