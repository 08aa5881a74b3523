"""Two bars under each other: multiplications with the cache and without it. Must not count anything."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontInfo, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.views import theme
from attnviz.views.fonts import scaled_font


class CacheBarsView(QWidget):
    """What is computed with the cache, in the accent colour, over what it would be without it.

    Signals: none.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """name: the objectName."""
        super().__init__(parent)
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._counts = (0, 0)
        self._scale = 1

    def show_counts(self, cached: int, plain: int, scale: int) -> None:
        """Show two counts as bars; `scale` is the count whose bar has the full width."""
        self._counts, self._scale = (cached, plain), max(1, scale)
        words = self.tr("computed with the cache: {cached}; without it: {plain}")
        self.setAccessibleName(words.format(cached=f"{cached:,}", plain=f"{plain:,}"))
        self.update()

    def fractions(self) -> tuple[float, float]:
        """Return the lengths of the two bars, 0 to 1."""
        cached, plain = self._counts
        return cached / self._scale, plain / self._scale

    @property
    def _em(self) -> int:
        return QFontInfo(self.font()).pixelSize()

    def _bar(self) -> float:
        """Return the height of one bar with its words and the room below."""
        return QFontMetricsF(self.font()).height() + 0.95 * self._em

    def sizeHint(self) -> QSize:
        """Return 20 em by two bars with their words."""
        return QSize(20 * self._em, round(2 * self._bar() - 0.4 * self._em))

    def minimumSizeHint(self) -> QSize:
        """Return the narrowest that shows a count in full."""
        return QSize(13 * self._em, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw each bar below its words."""
        colours = theme.current()
        words = (self.tr("with the cache"), self.tr("without it"))
        fills = (colours.accent, colours.muted)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, (name, fraction) in enumerate(zip(words, self.fractions(), strict=True)):
            self._paint_bar(painter, place * self._bar(), name, place, fraction, fills[place])
        painter.end()

    def _paint_bar(self, painter: QPainter, top: float, name: str, place: int, fraction: float, fill: str) -> None:
        colours, line = theme.current(), QFontMetricsF(self.font()).height()
        words = QRectF(0, top, self.width(), line)
        painter.setFont(self.font())
        painter.setPen(QColor(colours.muted))
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)
        painter.setFont(scaled_font(self.font(), 1.0, bold=True))
        painter.setPen(QColor(colours.accent if place == 0 else colours.text))
        painter.drawText(words, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{self._counts[place]:,}")
        painter.setPen(Qt.PenStyle.NoPen)
        high = 0.4 * self._em
        for share, colour in ((1.0, colours.quiet_mark), (fraction, fill)):
            painter.setBrush(QColor(colour))
            bar = QRectF(0, top + line + 0.1 * self._em, max(2.0, share * self.width()), high)
            painter.drawRoundedRect(bar, high / 2, high / 2)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size and the colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        self.update()
