"""The sentence under the heat map: where one row looks, and what it cannot see.

`caption` makes the sentence from the numbers that are drawn; `CaptionLabel` shows it. Neither may change a number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from attnviz.views import graphemes
from attnviz.views.span_label import END_ISOLATE, ISOLATE, Span, SpanLabel, SpanStyle

FACTOR = 1.45  # size of the type against the application's font
LISTED_FROM = 10  # whole per cent
MOST_HIDDEN = 6  # more hidden tokens than this are counted, not listed
MOST_GRAPHEMES = 24
_NBSP = "\u00a0"


def caption(
    tokens: Sequence[str], row: int | None, weights: NDArray[np.float32] | None, visible: NDArray[np.bool_] | None
) -> list[Span]:
    """Return the sentence about row `row`, in styled pieces.

    tokens: n of them, weights: (n,) the row as drawn, visible: (n,) True where the row may look.
    Without a row: a hint how to choose one.
    """
    if row is None or weights is None or visible is None or not 0 <= row < len(tokens):
        hint = QCoreApplication.translate("CaptionLabel", "Point at a row to read it; click to pin it.")
        return [Span(hint, "muted")]
    listed = _listed(weights, visible)
    asking = [_token(tokens, row, "asking")]
    if listed:
        looks = QCoreApplication.translate("CaptionLabel", "“{token}” looks at {list}.")
        spans = _fill(looks, {"token": asking, "list": _list(tokens, weights, listed)})
    else:
        spans = _spread(tokens, weights, visible, asking)
    hidden = np.flatnonzero(~visible)
    return spans + _unseen(tokens, row, hidden) if hidden.size else spans


def _listed(weights: NDArray[np.float32], visible: NDArray[np.bool_]) -> list[int]:
    """Return the tokens to name, the strongest first; of equal ones the first in the sentence."""
    near = np.flatnonzero((weights >= (LISTED_FROM - 1) / 100) & visible)
    named = [int(index) for index in near if round(float(weights[index]) * 100) >= LISTED_FROM]
    return sorted(named, key=lambda index: -float(weights[index]))


def _list(tokens: Sequence[str], weights: NDArray[np.float32], listed: list[int]) -> list[Span]:
    spans: list[Span] = []
    for index in listed:
        if spans:
            spans.append(Span(QCoreApplication.translate("CaptionLabel", ", ")))
        spans.append(_token(tokens, index, "strong"))
        spans.append(Span(f" {float(weights[index]) * 100:.0f}{_NBSP}%", "strong"))
    rest = 100 * (1 - sum(float(weights[index]) for index in listed))
    if rest > 0.5:
        remainder = QCoreApplication.translate("CaptionLabel", ", the rest {share}")
        spans.append(Span(remainder.format(share=f"{rest:.0f}{_NBSP}%")))
    return spans


def _spread(
    tokens: Sequence[str], weights: NDArray[np.float32], visible: NDArray[np.bool_], asking: list[Span]
) -> list[Span]:
    strongest = int(np.argmax(np.where(visible, weights, -1)))
    thin = QCoreApplication.translate("CaptionLabel", "“{token}” spreads thin: at most {share} on “{strongest}”.")
    share = Span(f"{float(weights[strongest]) * 100:.1f}{_NBSP}%", "strong")
    return _fill(thin, {"token": asking, "share": [share], "strongest": [_token(tokens, strongest, "strong")]})


def _unseen(tokens: Sequence[str], row: int, hidden: NDArray[np.intp]) -> list[Span]:
    """Return the sentence about the hidden tokens: all, or how many come after, or the first few and how many more."""
    count = int(hidden.size)
    if count > MOST_HIDDEN and hidden[0] == row + 1 and count == len(tokens) - row - 1:
        after = QCoreApplication.translate("CaptionLabel", " It cannot see the {count} tokens after it.")
        return _fill(after, {"count": [Span(str(count), "muted")]})
    names: list[Span] = []
    for index in hidden[:MOST_HIDDEN].tolist():
        if names:
            names.append(Span(QCoreApplication.translate("CaptionLabel", ", "), "muted"))
        names.append(_token(tokens, index, "muted"))
    if count <= MOST_HIDDEN:
        return _fill(QCoreApplication.translate("CaptionLabel", " It cannot see {list}."), {"list": names})
    more = QCoreApplication.translate("CaptionLabel", " It cannot see {list} and {count} more.")
    return _fill(more, {"list": names, "count": [Span(str(count - MOST_HIDDEN), "muted")]})


def _token(tokens: Sequence[str], index: int, style: SpanStyle) -> Span:
    """Return a token, with its place in the sentence when it stands there more than once."""
    token = tokens[index]
    shown = graphemes.elide(token, MOST_GRAPHEMES)
    if not shown.isascii():
        shown = f"{ISOLATE}{shown}{END_ISOLATE}"
    if tokens.count(token) > 1:
        shown = f"{shown}{_NBSP}({index + 1})"
    return Span(shown, style)


def _fill(template: str, fields: Mapping[str, Sequence[Span]]) -> list[Span]:
    """Return `template` with each {name} replaced by styled pieces; what is around them is plain."""
    spans: list[Span] = []
    for words, name, _, _ in Formatter().parse(template):
        if words:
            spans.append(Span(words))
        if name:
            spans.extend(fields[name])
    return spans


class CaptionLabel(SpanLabel):
    """One sentence that says where the pinned row looks. Shows what it is given.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(FACTOR, parent)
        self._tokens: tuple[str, ...] = ()
        self.setObjectName("caption_label")
        self.setAccessibleName(self.tr("Caption"))
        self.show_spans(caption((), None, None, None))

    def show_row(
        self,
        tokens: Sequence[str],
        row: int | None,
        weights: NDArray[np.float32] | None = None,
        visible: NDArray[np.bool_] | None = None,
    ) -> None:
        """Show the sentence about `row`, or, with None, how to choose one. Says nothing. weights, visible: (n,)."""
        shown = tuple(tokens)
        if shown != self._tokens:
            self._tokens = shown
            self._reserved.clear()
        self.show_spans(caption(shown, row, weights, visible))

    def sentence(self) -> str:
        """Return the sentence as plain text."""
        return self.text()
