"""A rounded card that says how an experiment came out: one bold headline, then a sentence with the figures.

It draws the words it is given in the colour of the outcome; it must not find them, and must not know the experiment.
"""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontInfo, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from attnviz.views import theme
from attnviz.views.fonts import scaled_font
from attnviz.views.sentences import joined

VerdictKind: TypeAlias = Literal["good", "moved", "neutral"]

_WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)


class VerdictCard(QLabel):
    """A bold headline, then a sentence, in the colour of what happened. `text()` has both.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("verdict_card")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._shown: tuple[VerdictKind, str, str] = ("neutral", "", "")
        self._measure()

    def show_verdict(self, headline: str, sentence: str, kind: VerdictKind) -> None:
        """Show these words; either may be empty. `kind` gives the colour. Says nothing."""
        if (kind, headline, sentence) == self._shown:
            return
        self._shown = (kind, headline, sentence)
        self._places.clear()
        whole = joined(headline, sentence).replace("\u00a0", " ")  # fixed spaces serve the drawing only
        self.setText(whole)
        self.setAccessibleName(self.tr("Verdict: {verdict}").format(verdict=whole))
        self.update()

    def kind(self) -> VerdictKind:
        """Return which outcome is shown."""
        return self._shown[0]

    def _measure(self) -> None:
        self._places: dict[float, tuple[QRectF, QRectF]] = {}
        self._em = float(QFontInfo(self.font()).pixelSize())
        self._headline_font = scaled_font(self.font(), 1.15, bold=True)
        self._headline_metrics = QFontMetricsF(self._headline_font)
        self._sentence_metrics = QFontMetricsF(self.font())

    def _split(self, width: float) -> tuple[QRectF, QRectF]:
        """Return where headline and sentence stand in a card of `width`; layouts ask for the same few widths."""
        if width not in self._places:
            self._places[width] = self._place(width)
        return self._places[width]

    def _place(self, width: float) -> tuple[QRectF, QRectF]:
        _, headline_words, sentence_words = self._shown
        pad = self._em * 0.9
        room = QRectF(pad, pad, max(1.0, width - 2 * pad), 1e6)
        headline = QRectF(pad, pad, 0, 0)
        if headline_words:
            headline = self._headline_metrics.boundingRect(room, _WRAPPED, headline_words)
        if not sentence_words:
            return headline, headline
        if headline_words:
            room.setTop(headline.bottom() + self._em * 0.2)
        return headline, self._sentence_metrics.boundingRect(room, _WRAPPED, sentence_words)

    def hasHeightForWidth(self) -> bool:
        """Return True: the words wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height the wrapped words need in `width` pixels."""
        return math.ceil(self._split(width)[1].bottom() + self._em * 0.9)

    def sizeHint(self) -> QSize:
        """Return a card of 22 em."""
        width = round(22 * self._em)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Return the narrowest card that does not break a word."""
        return QSize(round(12 * self._em), math.ceil(3 * self._em))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size and the colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()
            self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card and its words."""
        colours = theme.current()
        kind, headline_words, sentence_words = self._shown
        text, field = {
            "good": (colours.good, colours.good_field),
            "moved": (colours.moved, colours.moved_field),
            "neutral": (colours.muted, colours.canvas),
        }[kind]
        headline, sentence = self._split(self.width())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(field))
        painter.drawRoundedRect(QRectF(self.rect()), self._em * 0.6, self._em * 0.6)
        painter.setPen(QColor(text))
        if headline_words:
            painter.setFont(self._headline_font)
            painter.drawText(headline, _WRAPPED, headline_words)
        if sentence_words:
            painter.setFont(self.font())
            painter.drawText(sentence, _WRAPPED, sentence_words)
        painter.end()
