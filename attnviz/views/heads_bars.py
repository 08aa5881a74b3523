"""The size of the KV cache three times, as bars: a K/V head for every head, the present number, one for all.

It draws the sizes it is given; it must not work them out.
"""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from attnviz.views import theme
from attnviz.views.fonts import scaled_font

_NOW = 1  # the place of the present size


class CacheSize(NamedTuple):
    """A number of K/V heads and the bytes of their cache."""

    kv_heads: int
    bytes: int


class HeadsBars(QWidget):
    """Three bars, each below its words; at its end, how many times smaller it is than the first.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("heads_cache_bars")
        self.setAccessibleName(self.tr("Sizes of the KV cache"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._sizes = (CacheSize(1, 1),) * 3

    def show_sizes(self, mha: CacheSize, now: CacheSize, mqa: CacheSize) -> None:
        """Show the three sizes, the largest first. Says nothing."""
        self._sizes = (mha, now, mqa)
        self.setAccessibleDescription("; ".join(f"{name}: {size}, {times}" for name, size, times in self.words()))
        self.update()

    def fractions(self) -> tuple[float, ...]:
        """Return the lengths of the bars, 0 to 1."""
        most = max(1, self._sizes[0].bytes)
        return tuple(size.bytes / most for size in self._sizes)

    def words(self) -> list[tuple[str, str, str]]:
        """Return the words of each bar: its name, its bytes, and how many times smaller it is."""
        names = self.tr("{number} K/V (MHA)"), self.tr("{number} K/V (now)"), self.tr("{number} K/V (MQA)")
        most, told = self._sizes[0].bytes, []
        for name, size in zip(names, self._sizes, strict=True):
            times = most / size.bytes if size.bytes else 1.0
            smaller = self.tr("full size") if times == 1.0 else self.tr("{times} × smaller").format(times=f"{times:g}")
            count = self.tr("{bytes} bytes").format(bytes=f"{size.bytes:,}")
            told.append((name.format(number=size.kv_heads), count, smaller))
        return told

    @property
    def _em(self) -> int:
        return QFontInfo(self.font()).pixelSize()

    def _bar(self) -> float:
        """Return the height of a bar with its words and the room below."""
        return QFontMetricsF(self.font()).height() + 1.15 * self._em

    def sizeHint(self) -> QSize:
        """Return 20 em by three bars with their words."""
        return QSize(20 * self._em, round(3 * self._bar()))

    def minimumSizeHint(self) -> QSize:
        """Return the narrowest that shows a size in full."""
        return QSize(13 * self._em, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw each bar below its words."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = max(QFontMetricsF(self._small()).horizontalAdvance(times) for _, _, times in self.words())
        for place, (words, fraction) in enumerate(zip(self.words(), self.fractions(), strict=True)):
            self._paint_words(painter, place, words)
            self._paint_bar(painter, place, words[2], fraction, room)
        painter.end()

    def _small(self) -> QFont:
        return scaled_font(self.font(), 0.85)

    def _paint_words(self, painter: QPainter, place: int, words: tuple[str, str, str]) -> None:
        look, now = theme.current(), place == _NOW
        line = QRectF(0, place * self._bar(), self.width(), QFontMetricsF(self.font()).height())
        painter.setFont(scaled_font(self.font(), 1.0, bold=now))
        painter.setPen(QColor(look.accent if now else look.muted))
        painter.drawText(line, self._side(Qt.AlignmentFlag.AlignLeft), words[0])
        painter.setPen(QColor(look.accent if now else look.text))
        painter.drawText(line, self._side(Qt.AlignmentFlag.AlignRight), words[1])

    def _paint_bar(self, painter: QPainter, place: int, times: str, fraction: float, room: float) -> None:
        look, high = theme.current(), 0.4 * self._em
        top = place * self._bar() + QFontMetricsF(self.font()).height() + 0.3 * self._em
        wide = self.width() - room - 0.8 * self._em
        painter.setPen(Qt.PenStyle.NoPen)
        for share, colour in ((1.0, look.quiet_mark), (fraction, look.accent if place == _NOW else look.muted)):
            length = max(2.0, share * wide)
            left = self.width() - length if self._mirrored() else 0.0
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(QRectF(left, top, length, high), high / 2, high / 2)
        painter.setFont(self._small())
        painter.setPen(QColor(look.muted))
        beside = QRectF(0, top + high / 2 - self._em, self.width(), 2 * self._em)
        painter.drawText(beside, self._side(Qt.AlignmentFlag.AlignRight), times)

    def _side(self, side: Qt.AlignmentFlag) -> Qt.AlignmentFlag:
        return QStyle.visualAlignment(self.layoutDirection(), side | Qt.AlignmentFlag.AlignVCenter)

    def _mirrored(self) -> bool:
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size and the colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        self.update()
