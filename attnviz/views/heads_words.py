"""What the panel “Heads” says about a report. It finds words for figures; it must not compute them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from attnviz.experiments.heads import HeadsReport
from attnviz.views.span_label import Span

_FIXED = "\u00a0"  # a space at which no line breaks


def widths(report: HeadsReport) -> str:
    """Return how the width of the model is shared out, and what W_o does with the joined outputs."""
    if report.heads == 1:
        words = QCoreApplication.translate(
            "HeadsPanel", "One head is as wide as the model: d_head = d_model = {model}."
        )
    elif report.joined == report.d_model:
        words = QCoreApplication.translate(
            "HeadsPanel",
            "{heads} heads × d_head = {heads} × {width} = {model} = d_model. W_o mixes the joined outputs.",
        )
    elif report.joined < report.d_model:
        words = QCoreApplication.translate(
            "HeadsPanel",
            "{model} is not a multiple of {heads}, so d_head = {width}. Joined, the heads give {heads} × {width} = "
            "{joined} numbers; W_o brings them back to d_model = {model}.",
        )
    else:
        words = QCoreApplication.translate(
            "HeadsPanel",
            "There are more heads than d_model = {model}, so d_head = 1. Joined, the heads give {joined} numbers; "
            "W_o brings them back to {model}.",
        )
    return words.format(heads=report.heads, width=report.d_head, joined=report.joined, model=report.d_model)


def head_spans(report: HeadsReport, head: int) -> list[Span]:
    """Return a head's number, its K/V head, and how its rows look on average."""
    name = QCoreApplication.translate("HeadsPanel", "Head {place} of {heads}")
    kv_head = QCoreApplication.translate("HeadsPanel", "K/V head {kv_head}")
    spread = QCoreApplication.translate("HeadsPanel", "mean entropy {bits} bits")
    large = head == report.shown and report.view == "head"
    phrases = (
        name.format(place=head + 1, heads=report.heads),
        kv_head.format(kv_head=report.kv_head_of(head) + 1),
        spread.format(bits=f"{report.mean_entropy[head]:.2f}"),
    )
    first, second, third = (phrase.replace(" ", _FIXED) for phrase in phrases)  # lines end between phrases only
    between = Span(f"{_FIXED}· ")
    return [Span(first, "asking" if large else "strong"), between, Span(second), between, Span(third)]


def sharing(report: HeadsReport, head: int) -> str:
    """Return which heads use the K/V head of `head`, and whether they were found to have the same bits."""
    if report.kv_heads == report.heads:
        return QCoreApplication.translate("HeadsPanel", "MHA: each head has a K/V head of its own.")
    if not report.shared:
        return QCoreApplication.translate("HeadsPanel", "Heads of one K/V head have different keys or values here.")
    if report.kv_heads == 1:
        words = QCoreApplication.translate(
            "HeadsPanel", "MQA: all {heads} heads use one K/V head, the same keys and values to the bit."
        )
        return words.format(heads=report.heads)
    words = QCoreApplication.translate(
        "HeadsPanel", "GQA: heads {first} to {last} use K/V head {kv_head}, the same keys and values to the bit."
    )
    group = report.sharing(head)
    return words.format(first=group[0] + 1, last=group[-1] + 1, kv_head=report.kv_head_of(head) + 1)
