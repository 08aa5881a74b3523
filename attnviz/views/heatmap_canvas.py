"""The surface of the heat map: holds what is shown, and paints it. Must not listen to mouse or keyboard.

Painting is in `heatmap_painter`, places in `heatmap_layout`; here they get a widget's size, font, colours and screen.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.views import heatmap_zoom, theme
from attnviz.views.colormaps import NAMES, diverging, table
from attnviz.views.heatmap_content import Content, matrix_content, weights_content
from attnviz.views.heatmap_figures import widest_cell_text
from attnviz.views.heatmap_layout import HeatmapLayout
from attnviz.views.heatmap_painter import Backdrop, HeatmapPicture, Viewport, arrange, paint_arranged, whole_percentages
from attnviz.views.heatmap_picture import Cell
from attnviz.views.heatmap_readout import Readout, card_place, card_size, paint_readout
from attnviz.views.heatmap_text import base_pixels, lettering

_RESTYLED = {
    QEvent.Type.FontChange,
    QEvent.Type.PaletteChange,
    QEvent.Type.StyleChange,
    QEvent.Type.DevicePixelRatioChange,
    QEvent.Type.LanguageChange,
}


class HeatmapCanvas(QWidget):
    """Shows weights or another matrix, with a pinned and a pointed-at cell, or a message if there are no tokens.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = matrix_content(np.zeros((0, 0), np.float32), None, (), (), signed=False)
        self._covered: frozenset[int] = frozenset()
        self._crosshair = False
        self._view = Viewport(0, 0, 0, 0)
        self._pin: Cell | None = None
        self._hovered: Cell | None = None
        self._map = NAMES[0]
        self._message: str | None = None
        self._backdrop = Backdrop()
        self._arranged: HeatmapLayout | None = None
        self._ring = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def weights(self) -> NDArray[np.float32]:
        """The weights that are shown, (n, n); (0, 0) while another matrix is."""
        return self._content.given if self._content.scores is not None else np.zeros((0, 0), np.float32)

    @property
    def values(self) -> NDArray[np.float32]:
        """The matrix that is shown, (n, m), whichever it is."""
        return self._content.given

    @property
    def limit(self) -> float | None:
        """The largest magnitude of a signed matrix, which has the strongest colour; None while shares are shown."""
        return self._content.limit

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of the rows. While weights are shown, they are also those of the columns."""
        return self._content.row_tokens

    @property
    def picture(self) -> HeatmapPicture:
        """What is on the screen, for `heatmap_painter.paint`, without what is only pointed at."""
        return self._picture(None)

    @property
    def viewport(self) -> Viewport:
        """Which part of the map is on the screen."""
        return self._view

    def percentages(self) -> NDArray[np.float64]:
        """Return the whole percentages in the cells, (n, n); NaN where hidden or under 0.1 %, where no number is.

        (0, 0) while a matrix is shown that is not the weights.
        """
        if self._content.scores is None:
            return np.zeros((0, 0), np.float64)
        return whole_percentages(self._content.values, self._content.mask)

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Return where a cell is in this widget; an empty rectangle if there are no tokens."""
        layout = self.layout_now()
        return QRectF() if layout is None else layout.cell_rect(row, column)

    def show_weights(
        self,
        weights: NDArray[np.float32],
        scores: NDArray[np.float32],
        mask: NDArray[np.bool_],
        tokens: Sequence[str],
    ) -> None:
        """Show `weights` (n, n), with the `scores` behind them and the `mask` (True = visible) for the n `tokens`.

        Raises ValueError if the shapes do not fit. Another number of tokens ends a zoom.
        """
        self._show_content(weights_content(weights, scores, mask, tokens))

    def show_matrix(
        self,
        values: NDArray[np.float32],
        mask: NDArray[np.bool_] | None,
        row_labels: Sequence[str],
        column_labels: Sequence[str],
        signed: bool,
    ) -> None:
        """Show any matrix `values` (n, m). What is not finite, or False in `mask` (n, m), is hidden.

        signed: in a diverging map from minus to plus the largest visible magnitude; else as shares from 0 to 1.
        Raises ValueError if the shapes do not fit the labels. Another shape ends a zoom.
        """
        self._show_content(matrix_content(values, mask, row_labels, column_labels, signed))

    def show_covered_rows(self, rows: frozenset[int]) -> None:
        """Show "?" in place of the numbers of `rows`."""
        if rows != self._covered:
            self._covered = rows
            self.update()

    def show_crosshair(self, on: bool) -> None:
        """Show thick lines over the pinned and the pointed-at row and column, and numbers as small as can be read."""
        if on != self._crosshair:
            self._crosshair, self._arranged = on, None
            self.update()

    def show_pin(self, cell: tuple[int, int | None] | None) -> None:
        """Show `cell` as pinned: (row, column), or (row, None) for a whole row, or None for nothing."""
        self._pin = cell if cell is None or (cell[1] is not None and cell[1] >= 0) else (cell[0], None)
        self.update()

    def show_colormap(self, name: str) -> None:
        """Show shares in the colour map `name`, one of `colormaps.NAMES`; ValueError for another."""
        table(name, theme.current().dark)
        self._map = name
        self.update()

    def show_message(self, text: str) -> None:
        """Show `text` in place of the map while there are no tokens; an empty text brings back the usual one."""
        self._message = text or None
        self.update()

    def layout_now(self) -> HeatmapLayout | None:
        """Return where things are at the present size; None if there are no tokens."""
        if 0 in self._content.shape:
            return None
        if self._arranged is None:
            self._arranged = arrange(QRectF(self.rect()), self._picture(None), self.devicePixelRatioF())
        return self._arranged

    def sizeHint(self) -> QSize:
        return QSize(40, 26) * base_pixels(self.font())

    def minimumSizeHint(self) -> QSize:
        return QSize(14, 5) * base_pixels(self.font())

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in _RESTYLED:
            self._arranged = None
            self.updateGeometry()
            self.update()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arranged = None
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look, layout = theme.current(), self.layout_now()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(look.canvas))
        if layout is None:
            self._paint_message(painter, look)
        else:
            paint_arranged(painter, self._picture(self._hovered), layout, self._backdrop, self.devicePixelRatioF())
            self._paint_card(painter, look)
        if self._ring and self.hasFocus() and not self._crosshair:
            painter.setPen(QPen(QColor(look.accent), 2.0))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()

    def _card(self) -> tuple[Readout, Cell, QPointF] | None:
        """Return what the card says, of which cell, and what it stands beside; None for no card."""
        return None

    def _picture(self, hovered: Cell | None) -> HeatmapPicture:
        look, content = theme.current(), self._content
        return HeatmapPicture(
            weights=content.values,
            mask=content.mask,
            row_tokens=content.row_tokens,
            column_tokens=content.column_tokens,
            table=table(self._map, look.dark) if content.limit is None else diverging(look.dark),
            theme=look,
            font=self.font(),
            visible=self._view,
            pinned=self._pinned(),
            hovered=hovered,
            limit=content.limit,
            covered=self._covered,
            crosshair=self._crosshair,
        )

    def _show_content(self, content: Content) -> None:
        old, self._content = self._content, content
        self._backdrop.forget()
        same_labels = (content.row_tokens, content.column_tokens) == (old.row_tokens, old.column_tokens)
        if content.shape != old.shape:
            self._view, self._hovered = heatmap_zoom.everything(*content.shape), None
        if not same_labels or not _same_room(content.limit, old.limit):
            self._arranged = None
        self.update()

    def _pinned(self) -> Cell | None:
        """Return the pinned cell if it is on the map; the pin may arrive before the matrix it belongs to."""
        rows, columns = self._content.shape
        if self._pin is None or not 0 <= self._pin[0] < rows:
            return None
        row, column = self._pin
        return row, column if column is not None and column < columns else None

    def _paint_card(self, painter: QPainter, look: theme.Theme) -> None:
        card = self._card()
        if card is None:
            return
        readout, (row, column), point = card
        inside = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        size = card_size(readout, self.font(), inside.width())
        box = card_place(size, self.cell_rect(row, column or 0), point, inside)
        paint_readout(painter, box, readout, look, self.font())

    def _paint_message(self, painter: QPainter, look: theme.Theme) -> None:
        base, text = base_pixels(self.font()), self._message or self._usual_message()
        flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
        room = QRectF(self.rect()).adjusted(base, base, -base, -base)
        painter.setPen(QColor(look.muted))
        for factor in (1.6, 1.25, 1.0, 0.8):
            painter.setFont(lettering(self.font(), round(base * factor)).font)
            if room.contains(painter.boundingRect(room, flags, text)):
                break
        painter.drawText(room, flags, text)

    def _usual_message(self) -> str:
        return self.tr("Type a sentence above, for example: The cat sat on the mat.")


def _same_room(limit: float | None, other: float | None) -> bool:
    """Return whether the numbers of two maps take the same room."""
    if limit is None or other is None:
        return limit is other
    return widest_cell_text(limit) == widest_cell_text(other)
