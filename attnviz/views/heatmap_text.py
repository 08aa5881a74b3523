"""Words and numbers of the heat map, measured once and drawn fast. Must not decide where anything stands.

All sizes are whole pixels of the painter's own coordinates, so a PDF of any resolution gets the screen's proportions.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPainter, QStaticText, QTransform

LONGEST = 80  # characters of a token that are ever looked at
_KEPT = 4096  # measured strings a size
_SHOWN = {"\n": "↵", "\r": "↵", "\t": "⇥"}
_TWO_WAY = {"R", "AL", "AN"}  # Unicode bidirectional classes that need isolating


@lru_cache(maxsize=8192)
def shown(token: str) -> str:
    """Return `token` as it may be painted: cut to 80 characters, no control characters, right-to-left text isolated.

    >>> shown("cat")
    'cat'
    >>> shown("a\\tb")
    'a⇥b'
    """
    cut = token[:LONGEST] + ("…" if len(token) > LONGEST else "")
    clean = "".join(_clean(character) for character in cut)
    return isolated(clean) if any(unicodedata.bidirectional(c) in _TWO_WAY for c in clean) else clean


def isolated(text: str) -> str:
    """Return `text` between U+2068 and U+2069, so that its direction does not spill over. Unicode Annex 9."""
    return f"\u2068{text}\u2069"


def _clean(character: str) -> str:
    if "\u202a" <= character <= "\u202e" or "\u2066" <= character <= "\u2069":
        return ""
    kind = unicodedata.category(character)
    if kind in ("Cc", "Cs", "Zl", "Zp"):
        return _SHOWN.get(character, "\ufffd")
    return character


class Lettering:
    """One font size: measures, cuts and draws strings, remembering each."""

    def __init__(self, family: QFont, pixels: int, bold: bool) -> None:
        self.font = QFont(family)
        self.font.setPixelSize(max(1, pixels))
        if bold:
            self.font.setBold(True)
        self.metrics = QFontMetricsF(self.font)
        self.height = self.metrics.height()
        self._widths: dict[str, float] = {}
        self._statics: dict[tuple[str, int], tuple[QStaticText, float]] = {}

    def width(self, text: str) -> float:
        """Return how wide `text` is, in pixels."""
        found = self._widths.get(text)
        if found is None:
            if len(self._widths) >= _KEPT:
                self._widths.clear()
            found = self._widths[text] = self.metrics.horizontalAdvance(text)
        return found

    def fitted(self, text: str, room: float) -> tuple[QStaticText, float]:
        """Return `text` ready to draw, cut with an ellipsis to `room` pixels, and its width."""
        key = (text, -1 if self.width(text) <= room else int(room))
        found = self._statics.get(key)
        if found is None:
            if len(self._statics) >= _KEPT:
                self._statics.clear()
            found = self._statics[key] = self._made(text, room)
        return found

    def draw(self, painter: QPainter, text: str, box: QRectF, across: Qt.AlignmentFlag, colour: QColor) -> None:
        """Draw one line of `text` in `box`, centred up and down, cut to its width."""
        ready, width = self.fitted(text, box.width())
        left = box.left()
        if across == Qt.AlignmentFlag.AlignRight:
            left = box.right() - width
        elif across == Qt.AlignmentFlag.AlignHCenter:
            left = box.center().x() - width / 2
        painter.setFont(self.font)
        painter.setPen(colour)
        painter.drawStaticText(QPointF(left, box.center().y() - self.height / 2), ready)

    def _made(self, text: str, room: float) -> tuple[QStaticText, float]:
        cut = text
        if self.width(text) > room:
            cut = self.metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        ready = QStaticText(cut)
        ready.setTextFormat(Qt.TextFormat.PlainText)
        ready.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
        ready.prepare(QTransform(), self.font)
        return ready, self.metrics.horizontalAdvance(cut)


@lru_cache(maxsize=48)
def _lettering(key: str, pixels: int, bold: bool) -> Lettering:
    font = QFont()
    font.fromString(key)
    return Lettering(font, pixels, bold)


def lettering(font: QFont, pixels: int, bold: bool = False) -> Lettering:
    """Return the lettering of `font` at a pixel size; the same object each time."""
    return _lettering(font.toString(), pixels, bold)


def base_pixels(font: QFont) -> int:
    """Return the pixel size of `font` on the screen: 13 for 10 points at 96 dots an inch."""
    size = font.pixelSize()
    return size if size > 0 else max(1, QFontInfo(font).pixelSize())
