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

from attnviz.state.scene import PADDING
from attnviz.views import graphemes
from attnviz.views.span_label import END_ISOLATE, ISOLATE, Span, SpanLabel, SpanStyle

FACTOR = 1.45  # size of the type against the application's font
LISTED_FROM = 10  # whole per cent
MOST_HIDDEN = 6  # more hidden tokens than this are counted, not listed; padding is one of them, however much
MOST_GRAPHEMES = 24
_NBSP = "\u00a0"


def caption(
    tokens: Sequence[str],
    row: int | None,
    weights: NDArray[np.float32] | None,
    visible: NDArray[np.bool_] | None,
    columns: Sequence[str] | None = None,
) -> list[Span]:
    """Return the sentence about row `row`, in styled pieces.

    tokens: n that look, columns: m that are looked at (None: the same ones), weights: (m,) the row as drawn, visible:
    (m,) True where the row may look. Without a row: a hint how to choose one.
    """
    if row is None or weights is None or visible is None or not 0 <= row < len(tokens):
        hint = QCoreApplication.translate("CaptionLabel", "Point at a row to read it; click to pin it.")
        return [Span(hint, "muted")]
    listed = _listed(weights, visible)
    asking, seen = [_token(tokens, row, "asking")], tokens if columns is None else columns
    if listed:
        looks = QCoreApplication.translate("CaptionLabel", "“{token}” looks at {list}.")
        spans = _fill(looks, {"token": asking, "list": _list(seen, weights, listed)})
    elif visible.any() and not weights.any():  # without the first token, if it looked at nothing else
        nothing = QCoreApplication.translate("CaptionLabel", "“{token}” has no weight left on any token.")
        spans = _fill(nothing, {"token": asking})
    elif visible.any():
        spans = _spread(seen, weights, visible, asking)
    else:
        return _fill(QCoreApplication.translate("CaptionLabel", "“{token}” sees nothing."), {"token": asking})
    if visible.all():
        return spans
    among_themselves = columns is None or tuple(columns) == tuple(tokens)
    return spans + _unseen(seen, row if among_themselves else None, visible)


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


def _unseen(tokens: Sequence[str], row: int | None, visible: NDArray[np.bool_]) -> list[Span]:
    """Return the sentence about the hidden tokens, or about the visible ones where that is shorter.

    row: the place of the one that looks, among the same tokens; None if they are of another text.
    """
    hidden = np.flatnonzero(~visible).tolist()
    names = _names(tokens, hidden)
    if len(names) <= MOST_HIDDEN:
        return _fill(QCoreApplication.translate("CaptionLabel", " It cannot see {list}."), {"list": _joined(names)})
    if row is not None and hidden == list(range(row + 1, len(tokens))):
        after = QCoreApplication.translate("CaptionLabel", " It cannot see the {count} tokens after it.")
        return _fill(after, {"count": [Span(str(len(hidden)), "muted")]})
    only = _only(tokens, row, np.flatnonzero(visible).tolist())
    if only:
        return only
    more = QCoreApplication.translate("CaptionLabel", " It cannot see {list} and {count} more.")
    rest = Span(str(len(hidden) - MOST_HIDDEN), "muted")
    return _fill(more, {"list": _joined(names[:MOST_HIDDEN]), "count": [rest]})


def _only(tokens: Sequence[str], row: int | None, seen: list[int]) -> list[Span]:
    """Return the sentence about all that can be seen, if it is little or stands in one place."""
    if seen == [row]:
        return [Span(QCoreApplication.translate("CaptionLabel", " It can see only itself."))]
    names = _names(tokens, seen)
    if len(names) <= MOST_HIDDEN:
        return _fill(QCoreApplication.translate("CaptionLabel", " It can see only {list}."), {"list": _joined(names)})
    if seen[-1] - seen[0] >= len(seen):
        return []
    span = QCoreApplication.translate("CaptionLabel", " It can see only the {count} tokens from {first} to {last}.")
    first, last = ([_token(tokens, index, "muted")] for index in (seen[0], seen[-1]))
    return _fill(span, {"count": [Span(str(len(seen)), "muted")], "first": first, "last": last})


def _names(tokens: Sequence[str], indices: list[int]) -> list[Span]:
    """Return these tokens one by one; padding comes last, as one name with its number."""
    padding = sum(tokens[index] == PADDING for index in indices)
    names = [_token(tokens, index, "muted") for index in indices if tokens[index] != PADDING]
    if padding:
        names.append(Span(PADDING if padding == 1 else f"{PADDING}{_NBSP}×{_NBSP}{padding}", "muted"))
    return names


def _joined(names: Sequence[Span]) -> list[Span]:
    comma = Span(QCoreApplication.translate("CaptionLabel", ", "), "muted")
    return [span for name in names for span in (comma, name)][1:]


def _token(tokens: Sequence[str], index: int, style: SpanStyle) -> Span:
    return Span(name_of(tokens, index), style)


def name_of(tokens: Sequence[str], index: int) -> str:
    """Return a token for a sentence, with its place among `tokens` when it stands there more than once.

    A long one is cut short, and its direction of writing stays its own.
    """
    token = tokens[index]
    shown = graphemes.elide(token, MOST_GRAPHEMES)
    if not shown.isascii():
        shown = f"{ISOLATE}{shown}{END_ISOLATE}"
    if tokens.count(token) > 1:
        shown = f"{shown}{_NBSP}({index + 1})"
    return shown


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
        self._texts: tuple[tuple[str, ...], tuple[str, ...] | None] = ((), None)
        self.setObjectName("caption_label")
        self.setAccessibleName(self.tr("Caption"))
        self.show_spans(caption((), None, None, None))

    def show_row(
        self,
        tokens: Sequence[str],
        row: int | None,
        weights: NDArray[np.float32] | None = None,
        visible: NDArray[np.bool_] | None = None,
        columns: Sequence[str] | None = None,
    ) -> None:
        """Show the sentence about `row`, or, with None, how to choose one. Says nothing.

        weights, visible: (m,), of the `columns`: the tokens that are looked at, if they are of another text.
        """
        shown = tuple(tokens)
        texts = shown, None if columns is None else tuple(columns)
        if texts != self._texts:
            self._texts = texts
            self._reserved.clear()
        self.show_spans(caption(shown, row, weights, visible, texts[1]))

    def sentence(self) -> str:
        """Return the sentence as plain text."""
        return self.text()
