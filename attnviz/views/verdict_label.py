"""The verdict on a changed token: a headline and the figures behind it.

It counts what the arrays it is given say and finds the words; it must not run the experiment, and knows no session.
"""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, Context
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtWidgets import QWidget

from attnviz.views.sentences import joined
from attnviz.views.verdict_card import VerdictCard

Array: TypeAlias = npt.NDArray[Any]
NothingKind: TypeAlias = Literal["no_change", "same_token", "no_text"]

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
# A row that gives the changed token more than this has not stayed because the weight is small.
_TINY_WEIGHT = 1e-6


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


class VerdictLabel(VerdictCard):
    """The verdict card of the panel “Change the last token”. `text()` has headline and sentence.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("verdict_label")
        self.show_nothing("no_change")

    def show_nothing(self, kind: NothingKind) -> None:
        """Say why there is no verdict: no change yet, the same token again, or no text."""
        words = {
            "no_change": self.tr("Type another word, or press All nines."),
            "same_token": self.tr("The new word is the same: nothing was changed."),
            "no_text": self.tr("Type a sentence first."),
        }
        self.show_verdict("", words[kind], "neutral")

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
            self.show_verdict(
                self.tr("No rows come before the first token."), self.tr("Choose a later one."), "neutral"
            )
            return
        values = int(moved[:index].sum())
        counts = {"values": f"{values:,}", "all": f"{index * width:,}"}
        why = "" if causal else self._why_some_stayed(moved[:index], weights_before[:index], weights_after[:index])
        if values == 0:
            sentence = self.tr("{values} of {all} earlier values changed, bit for bit.").format(**counts)
            self.show_verdict(self.tr("Nothing moved."), joined(sentence, why), "good")
            return
        rows = int(np.count_nonzero(moved[:index]))
        headline = self.tr("{rows} of {all} earlier rows moved.").format(rows=f"{rows:,}", all=f"{index:,}")
        counts["largest"] = short_number(float(largest[:index].max()))
        sentence = self.tr("{values} of {all} earlier values changed. Largest change: {largest}.").format(**counts)
        self.show_verdict(headline, joined(sentence, why), "moved")

    def _why_some_stayed(self, moved: Array, before: Array, after: Array) -> str:
        """Return the reasons why rows stayed that could see the change."""
        weight = np.maximum(np.asarray(before, np.float32), np.asarray(after, np.float32))
        stayed = np.asarray(moved) == 0
        unseen = stayed & (weight == 0)
        faint = stayed & (weight > 0) & (weight <= _TINY_WEIGHT)
        reasons = [self._say_unseen(int(unseen.sum()))]
        if faint.any():
            reasons.append(self._say_faint(int(faint.sum()), weight[faint].max()))
        reasons.append(self._say_equal(int((stayed & ~unseen & ~faint).sum())))
        return joined(*reasons)

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
