"""What the panel “Swap two tokens” says about a report. It finds words for figures; it must not compare rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from attnviz.experiments.order import OrderReport
from attnviz.state.scene import Picture
from attnviz.views.span_label import Span
from attnviz.views.token_picker import short_token
from attnviz.views.verdict_card import VerdictKind
from attnviz.views.verdict_label import short_number

_MOST_WORDS = 20  # of a sentence that is shown whole
_ROUND = 3  # words shown before and after each of the two in a longer one


def verdict(report: OrderReport, tokens: Sequence[str], picture: Picture) -> tuple[str, str, VerdictKind]:
    """Return headline, sentence and kind: identical to the bit, or what differs and who knows the order.

    picture: what the report is of.
    """
    numbers = {"values": f"{int(report.moved.sum()):,}", "all": f"{report.before.size:,}"}
    if not report.same_rows:
        return _differs(report, numbers, picture)
    if report.twins:
        sentence = QCoreApplication.translate(
            "SwapPanel", "Both are “{token}”: the sentence stays as it was. {values} of {all} values differ."
        ).format(token=short_token(tokens[report.i]), **numbers)
        return QCoreApplication.translate("SwapPanel", "These two are the same."), sentence, "neutral"
    same = QCoreApplication.translate("SwapPanel", "Identical to the bit.")
    if unseen := _why_unseen(report, picture):
        return same, unseen, "neutral"
    sentence = QCoreApplication.translate(
        "SwapPanel", "The output is the same rows in the swapped order: {values} of {all} values differ."
    ).format(**numbers)
    return same, sentence, "good"


def _why_unseen(report: OrderReport, picture: Picture) -> str:
    """Return why no row differs although there is an encoding of positions; empty where there is none to explain."""
    if picture.position == "none" or not picture.attends:
        return ""
    if report.scored:
        words = QCoreApplication.translate(
            "SwapPanel",
            "The encoding changes {scores} scores, but each row looks at so few tokens that no bit of the output "
            "shows it.",
        )
        return words.format(scores=f"{report.scored:,}")
    if picture.position == "rope" and picture.head_width < 2:
        return QCoreApplication.translate(
            "SwapPanel", "RoPE turns pairs of numbers; a head of one number has none, so nothing knows places."
        )
    return ""


def _differs(report: OrderReport, numbers: dict[str, str], picture: Picture) -> tuple[str, str, VerdictKind]:
    headline = QCoreApplication.translate("SwapPanel", "{rows} of {all} rows differ.").format(
        rows=f"{int(np.count_nonzero(report.moved)):,}", all=f"{len(report.moved):,}"
    )
    words = _who_knows(report, picture)
    return headline, words.format(largest=short_number(report.largest), **numbers), "moved"


def _who_knows(report: OrderReport, picture: Picture) -> str:
    """Return what differs and what it is that knows places."""
    if not picture.attends:
        return QCoreApplication.translate(
            "SwapPanel",
            "{values} of {all} values differ, by at most {largest}. It goes token by token: "
            "the state after a token depends on the order of those before it.",
        )
    if picture.position != "none" and report.masked:
        return QCoreApplication.translate(
            "SwapPanel",
            "{values} of {all} values differ, by at most {largest}. Both the encoding of positions and the mask "
            "know places.",
        )
    if picture.position != "none":
        return QCoreApplication.translate(
            "SwapPanel",
            "{values} of {all} values differ, by at most {largest}. There is no mask: it is the encoding of positions "
            "that knows places.",
        )
    if report.masked and not picture.causal:
        return QCoreApplication.translate(
            "SwapPanel",
            "{values} of {all} values differ, by at most {largest}. It is the mask that knows places: "
            "what a token sees depends on where it stands.",
        )
    if report.masked:
        return QCoreApplication.translate(
            "SwapPanel",
            "{values} of {all} values differ, by at most {largest}. It is the mask that knows places: "
            "a token sees only what stands before it. Take the mask off and look again.",
        )
    return QCoreApplication.translate(
        "SwapPanel",
        "{values} of {all} values differ, by at most {largest}. There is no mask: something in the head itself "
        "knows places.",
    )


def hint(report: OrderReport, picture: Picture) -> str:
    """Return what to look at, or what to try next; empty if there is nothing to say."""
    if report.twins or not picture.attends:
        return ""
    if not report.masked:
        return QCoreApplication.translate("SwapPanel", "Put the causal mask on and look again.")
    first, last = min(report.i, report.j), max(report.i, report.j)
    outside = np.concatenate([report.moved[:first], report.moved[last + 1 :]])
    if report.same_rows or not outside.size or outside.any() or not picture.causal:
        return ""
    return QCoreApplication.translate(
        "SwapPanel", "Rows before the first of the two, and after the second, see the same tokens as ever: they stay."
    )


def swapped_sentence(tokens: Sequence[str], pair: tuple[int, int]) -> list[Span]:
    """Return the tokens in the swapped order, the two of them set off; of a long text, what stands round them."""
    spans: list[Span] = []
    last = -1
    for place in range(len(tokens)) if len(tokens) <= _MOST_WORDS else _near(pair, len(tokens)):
        if place != last + 1:
            spans.append(Span(" … " if spans else "… ", "muted"))
        elif spans:
            spans.append(Span(" "))
        token = pair[1] if place == pair[0] else pair[0] if place == pair[1] else place
        spans.append(Span(short_token(tokens[token]), "asking" if place in pair else "plain"))
        last = place
    return spans if last == len(tokens) - 1 else [*spans, Span(" …", "muted")]


def _near(pair: tuple[int, int], n: int) -> list[int]:
    """Return the places round the two, in order."""
    return sorted({near for place in pair for near in range(place - _ROUND, place + _ROUND + 1) if 0 <= near < n})
