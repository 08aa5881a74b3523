"""The scale of the heat map's colours. Must not choose a colour map, nor the numbers at its ends; it is told."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.views import theme
from attnviz.views.colormaps import NAMES, Colours, diverging, table
from attnviz.views.heatmap_figures import cell_text
from attnviz.views.heatmap_image import rgb32
from attnviz.views.heatmap_text import base_pixels, lettering

LEAST, MOST = "0 %", "100 %"
_ZERO_SIZE = 0.7  # times the text size, on the bar itself


def paint_legend(
    painter: QPainter,
    rect: QRectF,
    colours: Colours,
    look: theme.Theme,
    font: QFont,
    limit: float | None = None,
    signed: bool = True,
) -> None:
    """Paint the scale in `rect` on any painter: the words at the ends as text, the bar between them.

    limit: of a map of plain numbers, None = shares. signed: its diverging `colours` go from -limit to limit; else from
    0 to limit.
    """
    letters, ink = lettering(font, base_pixels(font)), QColor(look.muted)
    diverges = limit is not None and signed
    least, most = _ends(limit, signed)
    gap = letters.height * 0.5
    letters.draw(painter, least, rect, Qt.AlignmentFlag.AlignLeft, ink)
    letters.draw(painter, most, rect, Qt.AlignmentFlag.AlignRight, ink)
    left, right = letters.width(least) + gap, letters.width(most) + gap
    high = min(rect.height(), letters.height * 0.7)
    bar = QRectF(rect.left() + left, rect.center().y() - high / 2, rect.width() - left - right, high)
    pixels = rgb32(colours[1:] if diverges else colours)  # 0 of a diverging table repeats 1
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
    if diverges:
        zero = lettering(font, round(base_pixels(font) * _ZERO_SIZE))
        zero.draw(painter, "0", bar, Qt.AlignmentFlag.AlignHCenter, QColor(look.text))


def _ends(limit: float | None, signed: bool) -> tuple[str, str]:
    if limit is None:
        return LEAST, MOST
    return cell_text(-limit, limit) if limit and signed else "0", cell_text(limit, limit) if limit else "0"


class LegendLabel(QWidget):
    """The colour scale: from 0 % to 100 %, from a negative number to its opposite, or from 0. Shows what it is told.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("legend")
        self._name = NAMES[0]
        self._limit: float | None = None
        self._signed = True
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._name_for_readers()

    def show_colormap(self, name: str) -> None:
        """Show the colour map `name`, one of `colormaps.NAMES`; ValueError for another."""
        table(name, theme.current().dark)
        self._name = name
        self.update()

    def show_signed(self, limit: float | None) -> None:
        """Show the scale of signed numbers, from -limit over 0 to limit; None = from 0 % to 100 % again."""
        self.show_scale(limit)

    def show_scale(self, limit: float | None, signed: bool = True) -> None:
        """Show the scale of numbers up to `limit`, None = shares; not signed: from 0, in the colours of shares."""
        if (limit, signed) != (self._limit, self._signed):
            self._limit, self._signed = limit, signed
            self._name_for_readers()
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        return self._size(bar=9)

    def minimumSizeHint(self) -> QSize:
        return self._size(bar=3)

    def _size(self, bar: float) -> QSize:
        """Return the size with a bar that is `bar` lines of text long."""
        letters = lettering(self.font(), base_pixels(self.font()))
        least, most = _ends(self._limit, self._signed)
        words = letters.width(least) + letters.width(most) + letters.height
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
        diverges = self._limit is not None and self._signed
        colours = diverging(look.dark) if diverges else table(self._name, look.dark)
        paint_legend(painter, QRectF(self.rect()), colours, look, self.font(), self._limit, self._signed)
        painter.end()

    def _name_for_readers(self) -> None:
        if self._limit is None:
            self.setAccessibleName(self.tr("Colour scale from 0 % to 100 %"))
            return
        least, most = _ends(self._limit, self._signed)
        self.setAccessibleName(self.tr("Colour scale from {least} to {most}").format(least=least, most=most))
