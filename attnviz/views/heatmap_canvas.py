"""The surface of the heat map: paints what is shown. Must not listen to mouse or keyboard.

Painting is in `heatmap_painter`, places in `heatmap_layout`; here they get a widget's size, font, colours and screen.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.views import theme
from attnviz.views.heatmap_layout import HeatmapLayout, arrange
from attnviz.views.heatmap_painter import paint_arranged
from attnviz.views.heatmap_picture import HeatmapPicture
from attnviz.views.heatmap_readout import Card, paint_card
from attnviz.views.heatmap_shown import HeatmapShown
from attnviz.views.heatmap_text import base_pixels
from attnviz.views.heatmap_words import paint_message

_RESTYLED = {
    QEvent.Type.FontChange,
    QEvent.Type.PaletteChange,
    QEvent.Type.StyleChange,
    QEvent.Type.DevicePixelRatioChange,
    QEvent.Type.LanguageChange,
}


class HeatmapCanvas(HeatmapShown):
    """Shows weights or another matrix, with a pinned and a pointed-at cell, or a message if there are no tokens.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._message: str | None = None
        self._ring = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Return where a cell is in this widget; an empty rectangle if there are no tokens."""
        layout = self.layout_now()
        return QRectF() if layout is None else layout.cell_rect(row, column)

    def show_message(self, text: str) -> None:
        """Show `text` in place of the map while there are no tokens; an empty text brings back the usual one."""
        self._message = text or None
        self.update()

    def layout_now(self) -> HeatmapLayout | None:
        """Return where things are at the present size; None if there are no tokens."""
        if 0 in self._content.shape:
            return None
        if self._arranged is None:
            self._arranged = arrange(self._room(), self._picture(None), self.devicePixelRatioF())
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
            room = QRectF(self.rect())
            paint_message(painter, room, self._message or self._usual_message(), look, self.font())
        else:
            picture = self._picture(self._hovered, self._drawing)
            paint_arranged(painter, picture, layout, self._backdrop, self.devicePixelRatioF())
            self._paint_over(painter, picture, layout)
            card = self._card()
            if card is not None:
                beside = self.cell_rect(card.cell[0], card.cell[1] or 0)
                paint_card(painter, card, beside, QRectF(self.rect()).adjusted(4, 4, -4, -4), look, self.font())
        if self._ring and self.hasFocus() and not self._crosshair:
            painter.setPen(QPen(QColor(look.accent), 2.0))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()

    def _room(self) -> QRectF:
        """Return where the map may be."""
        return QRectF(self.rect())

    def _paint_over(self, painter: QPainter, picture: HeatmapPicture, layout: HeatmapLayout) -> None:
        """Called when the map is painted, for what belongs over it."""

    def _card(self) -> Card | None:
        """Return what the card says; None for no card."""
        return None

    def _usual_message(self) -> str:
        return self.tr("Type a sentence above, for example: The cat sat on the mat.")
