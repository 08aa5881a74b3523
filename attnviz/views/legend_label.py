"""The scale of the heat map's colours: 0 % to 100 %. Must not choose a colour map; it is told."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.views import theme
from attnviz.views.colormaps import NAMES, Colours, table
from attnviz.views.heatmap_image import rgb32
from attnviz.views.heatmap_text import base_pixels, lettering

LEAST, MOST = "0 %", "100 %"


def paint_legend(painter: QPainter, rect: QRectF, colours: Colours, look: theme.Theme, font: QFont) -> None:
    """Paint the scale in `rect` on any painter: the words at the ends as text, the bar between them."""
    letters, ink = lettering(font, base_pixels(font)), QColor(look.muted)
    gap = letters.height * 0.5
    letters.draw(painter, LEAST, rect, Qt.AlignmentFlag.AlignLeft, ink)
    letters.draw(painter, MOST, rect, Qt.AlignmentFlag.AlignRight, ink)
    left, right = letters.width(LEAST) + gap, letters.width(MOST) + gap
    high = min(rect.height(), letters.height * 0.7)
    bar = QRectF(rect.left() + left, rect.center().y() - high / 2, rect.width() - left - right, high)
    pixels = rgb32(colours)
    strip = QImage(pixels.data, len(pixels), 1, 4 * len(pixels), QImage.Format.Format_RGB32).copy()
    outline = QPainterPath()
    outline.addRoundedRect(bar, high * 0.35, high * 0.35)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipPath(outline)
    painter.drawImage(bar, strip)
    painter.setClipping(False)
    painter.setPen(QColor(look.border))
    painter.drawPath(outline)
    painter.restore()


class LegendLabel(QWidget):
    """The colour scale from 0 % to 100 %. Shows the map it is told.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("legend")
        self._name = NAMES[0]
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._name_for_readers()

    def show_colormap(self, name: str) -> None:
        """Show the colour map `name`, one of `colormaps.NAMES`; ValueError for another."""
        table(name, theme.current().dark)
        self._name = name
        self.update()

    def sizeHint(self) -> QSize:
        return self._size(bar=9)

    def minimumSizeHint(self) -> QSize:
        return self._size(bar=3)

    def _size(self, bar: float) -> QSize:
        """Return the size with a bar that is `bar` lines of text long."""
        letters = lettering(self.font(), base_pixels(self.font()))
        words = letters.width(LEAST) + letters.width(MOST) + letters.height
        return QSize(round(words + letters.height * bar), round(letters.height * 1.2))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        elif event.type() == QEvent.Type.LanguageChange:
            self._name_for_readers()
        self.update()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        paint_legend(painter, QRectF(self.rect()), table(self._name, look.dark), look, self.font())
        painter.end()

    def _name_for_readers(self) -> None:
        self.setAccessibleName(self.tr("Colour scale from 0 % to 100 %"))
