"""The verdict on a changed token: a card with one headline and the figures behind it.

It counts what the arrays it is given say and finds the words; it must not run the experiment, and knows no session.
"""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, Context
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontInfo, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from attnviz.views import theme
from attnviz.views.fonts import scaled_font

Array: TypeAlias = npt.NDArray[Any]
Mood: TypeAlias = Literal["good", "moved", "neutral"]
NothingKind: TypeAlias = Literal["no_change", "same_token", "no_text"]

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
# A row that gives the changed token more than this has not stayed because the weight is small.
_TINY_WEIGHT = 1e-6
_WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)


def short_number(value: float) -> str:
    """Return `value` to three significant digits, as a person writes it.

    >>> short_number(0.8342), short_number(12345.0), short_number(8.3e9), short_number(3e-19)
    ('0.834', '12,300', '8.3·10⁹', '3·10⁻¹⁹')
    """
    if not math.isfinite(value):
        return "∞" if value > 0 else "−∞" if value < 0 else "NaN"
    rounded = float(f"{value:.3g}")
    if rounded == 0 or 1e-3 <= abs(rounded) < 1000:
        return f"{rounded:.3g}"
    if 1000 <= abs(rounded) < 1e6:
        return f"{rounded:,.0f}"
    mantissa, exponent = f"{rounded:.2e}".split("e")
    return f"{mantissa.rstrip('0').rstrip('.')}·10{str(int(exponent)).translate(_SUPERSCRIPT)}"


class VerdictLabel(QLabel):
    """A rounded card: a bold headline, then a sentence, in the colour of what happened. `text()` has both.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("verdict_label")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._mood: Mood = "neutral"
        self._headline = ""
        self._sentence = ""
        self._measure()
        self.show_nothing("no_change")

    def show_nothing(self, kind: NothingKind) -> None:
        """Say why there is no verdict: no change yet, the same token again, or no text."""
        words = {
            "no_change": self.tr("Type another word, or press All nines."),
            "same_token": self.tr("The new word is the same: nothing was changed."),
            "no_text": self.tr("Type a sentence first."),
        }
        self._show("neutral", "", words[kind])

    def show_report(
        self,
        moved: Array,
        largest: Array,
        width: int,
        index: int,
        weights_before: Array,
        weights_after: Array,
        causal: bool,
    ) -> None:
        """Say whether the rows before `index` moved. Arrays are (n,); `width` is the number of values in a row."""
        if index == 0:
            self._show("neutral", self.tr("No rows come before the first token."), self.tr("Choose a later one."))
            return
        values = int(moved[:index].sum())
        counts = {"values": f"{values:,}", "all": f"{index * width:,}"}
        why = "" if causal else self._why_some_stayed(moved[:index], weights_before[:index], weights_after[:index])
        if values == 0:
            sentence = self.tr("{values} of {all} earlier values changed, bit for bit.").format(**counts)
            self._show("good", self.tr("Nothing moved."), sentence + why)
            return
        rows = int(np.count_nonzero(moved[:index]))
        headline = self.tr("{rows} of {all} earlier rows moved.").format(rows=f"{rows:,}", all=f"{index:,}")
        counts["largest"] = short_number(float(largest[:index].max()))
        sentence = self.tr("{values} of {all} earlier values changed. Largest change: {largest}.").format(**counts)
        self._show("moved", headline, sentence + why)

    def _why_some_stayed(self, moved: Array, before: Array, after: Array) -> str:
        """Return the reasons why rows stayed that could see the change, each with a space before it."""
        weight = np.maximum(np.asarray(before, np.float32), np.asarray(after, np.float32))
        stayed = np.asarray(moved) == 0
        unseen = stayed & (weight == 0)
        faint = stayed & (weight > 0) & (weight <= _TINY_WEIGHT)
        reasons = [self._say_unseen(int(unseen.sum()))]
        if faint.any():
            reasons.append(self._say_faint(int(faint.sum()), weight[faint].max()))
        reasons.append(self._say_equal(int((stayed & ~unseen & ~faint).sum())))
        return "".join(f" {reason}" for reason in reasons if reason)

    def _say_unseen(self, rows: int) -> str:
        if rows == 1:
            return self.tr("1 row stayed: its weight on the changed token is exactly 0.")
        words = self.tr("{rows} rows stayed: their weight on the changed token is exactly 0.")
        return words.format(rows=f"{rows:,}") if rows else ""

    def _say_faint(self, rows: int, weight: np.float32) -> str:
        bound = Context(prec=3, rounding=ROUND_CEILING).create_decimal(str(weight))  # "at most" must not round down
        if rows == 1:
            words = self.tr(
                "1 row stayed: its weight on the changed token is too small to change a digit (at most {weight})."
            )
        else:
            words = self.tr(
                "{rows} rows stayed: their weight on the changed token is too small to change a digit "
                "(at most {weight})."
            )
        return words.format(rows=f"{rows:,}", weight=short_number(float(bound)))

    def _say_equal(self, rows: int) -> str:
        if rows == 1:
            return self.tr("1 row stayed: its values came out the same.")
        words = self.tr("{rows} rows stayed: their values came out the same.")
        return words.format(rows=f"{rows:,}") if rows else ""

    def _show(self, mood: Mood, headline: str, sentence: str) -> None:
        if (mood, headline, sentence) == (self._mood, self._headline, self._sentence):
            return
        self._mood, self._headline, self._sentence = mood, headline, sentence
        self._places.clear()
        whole = f"{headline} {sentence}".strip()
        self.setText(whole)
        self.setAccessibleName(self.tr("Verdict: {verdict}").format(verdict=whole))
        self.update()

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
        pad = self._em * 0.9
        room = QRectF(pad, pad, max(1.0, width - 2 * pad), 1e6)
        headline = QRectF()
        if self._headline:
            headline = self._headline_metrics.boundingRect(room, _WRAPPED, self._headline)
            room.setTop(headline.bottom() + self._em * 0.2)
        return headline, self._sentence_metrics.boundingRect(room, _WRAPPED, self._sentence)

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
        text, field = {
            "good": (colours.good, colours.good_field),
            "moved": (colours.moved, colours.moved_field),
            "neutral": (colours.muted, colours.canvas),
        }[self._mood]
        headline, sentence = self._split(self.width())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(field))
        painter.drawRoundedRect(QRectF(self.rect()), self._em * 0.6, self._em * 0.6)
        painter.setPen(QColor(text))
        if self._headline:
            painter.setFont(self._headline_font)
            painter.drawText(headline, _WRAPPED, self._headline)
        painter.setFont(self.font())
        painter.drawText(sentence, _WRAPPED, self._sentence)
        painter.end()
