"""The small name above a control.

It draws its text and gives the keys to its buddy (Alt and the marked letter). It must not set a font of its own:
under a style sheet Qt puts such a font back to an old size whenever the sheet is renewed.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QStyle, QWidget

from attnviz.views import theme
from attnviz.views.fonts import scaled_font

FACTOR = 0.85  # size of the type against the application's font


def without_key(words: str) -> str:
    """Return `words` without the mark of the Alt key, and without a letter that stands there only for the key.

    >>> without_key("&Text"), without_key("テキスト(&T)")
    ('Text', 'テキスト')
    """
    return re.sub(r"\(&.\)|&", "", words)


class FieldCaption(QLabel):
    """A small, muted label.

    Signals: none.
    """

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._words = without_key(text)
        self.setAccessibleName(self._words)

    def small_font(self) -> QFont:
        """Return the font that is drawn."""
        return scaled_font(self.font(), FACTOR)

    def words(self) -> str:
        """Return what is drawn: the text without the mark of the Alt key."""
        return self._words

    def show_words(self, words: str) -> None:
        """Draw other words than the text; the key stays. Asks for a new place only when they need more room."""
        if words != self._words:
            self._words = words
            self.setAccessibleName(words)
            if self.sizeHint().width() > self.width():
                self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the text."""
        metrics = QFontMetricsF(self.small_font())
        return QSize(round(metrics.horizontalAdvance(self.words()) + 1.5), round(metrics.height() + 0.5))

    def minimumSizeHint(self) -> QSize:
        """Return the same: the name is never cut."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text at the start of the line."""
        painter = QPainter(self)
        painter.setFont(self.small_font())
        painter.setPen(QColor(theme.current().muted))
        place = QStyle.visualAlignment(
            self.layoutDirection(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        painter.drawText(self.rect(), place, self.words())
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text and the colours."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self.updateGeometry()
            self.update()
