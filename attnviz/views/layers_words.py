"""What the panel “All heads” says. It finds words for figures; it must not compute them."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from attnviz.models.measures import SINK, TYPES
from attnviz.state.layers_report import Cell, LayersReport
from attnviz.views.span_label import Span

_FIXED = "\u00a0"  # a space at which no line breaks
_REPEATED = ("induction", "duplicate_token")  # need a token that comes again


def order_name(order: str) -> str:
    """Return what an order of the heads is called: one of HEADS_ORDERS."""
    return {
        "layer": QCoreApplication.translate("LayersPanel", "by layer"),
        "previous_token": QCoreApplication.translate("LayersPanel", "previous token"),
        "same_token": QCoreApplication.translate("LayersPanel", "same token"),
        "first_token": QCoreApplication.translate("LayersPanel", "first token"),
        "induction": QCoreApplication.translate("LayersPanel", "induction"),
        "duplicate_token": QCoreApplication.translate("LayersPanel", "duplicate token"),
    }[order]


def view_name(view: str) -> str:
    """Return what is on the large map: one of VIEWS."""
    return {
        "head": QCoreApplication.translate("LayersPanel", "this head"),
        "mean": QCoreApplication.translate("LayersPanel", "mean of its layer"),
        "max": QCoreApplication.translate("LayersPanel", "strongest of its layer"),
        "entropy": QCoreApplication.translate("LayersPanel", "entropy of each row"),
        "layers": QCoreApplication.translate("LayersPanel", "mean of all layers"),
        "rollout": QCoreApplication.translate("LayersPanel", "attention rollout"),
    }[view]


def about(order: str) -> str:
    """Return how the score of an order is taken, and where that comes from."""
    return {
        "layer": QCoreApplication.translate("LayersPanel", "A row is a layer."),
        "previous_token": QCoreApplication.translate(
            "LayersPanel", "Score: the mean weight on the token just before (Clark et al. 2019)."
        ),
        "same_token": QCoreApplication.translate(
            "LayersPanel", "Score: the mean weight of a token on itself (Clark et al. 2019)."
        ),
        "first_token": QCoreApplication.translate(
            "LayersPanel", "Score: the mean weight on the first token (Xiao et al. 2023)."
        ),
        "induction": QCoreApplication.translate(
            "LayersPanel",
            "Score: the mean weight on what came after the same token earlier on, [A][B] … [A] → [B] "
            "(Olsson et al. 2022).",
        ),
        "duplicate_token": QCoreApplication.translate(
            "LayersPanel", "Score: the mean weight on the same token earlier on (Wang et al. 2023)."
        ),
    }[order]


def note(report: LayersReport) -> str:
    """Return how many heads use a sink; in another order, how its score is taken, or why no head has one."""
    if report.order_name == "layer":
        return _sinks(report)
    if any(not math.isnan(report.score(cell, report.order_name)) for cell in report.order):
        return _sinks(report) if report.order_name == "first_token" else about(report.order_name)
    if report.crossed:
        return QCoreApplication.translate(
            "LayersPanel", "The columns are another text than the rows, so no head has this score."
        )
    if report.order_name in _REPEATED:
        return QCoreApplication.translate(
            "LayersPanel", "No token comes again in this text, so no head has this score."
        )
    return QCoreApplication.translate("LayersPanel", "The text is too short: no head has this score.")


def _sinks(report: LayersReport) -> str:
    """Return how many heads use the first token as a sink."""
    found = int(report.sinks.sum())
    if not report.tells_sinks:
        words = QCoreApplication.translate(
            "LayersPanel",
            "The text is too short to find attention sinks: even a head that looks evenly gives {share} % to the "
            "first token.",
        )
        return words.format(share=f"{100 * report.even:.0f}")
    if not found:
        words = QCoreApplication.translate(
            "LayersPanel",
            "None of {heads} heads gives over {share} % to the first token: no attention sinks (Xiao et al. 2023).",
        )
    elif found == 1:
        words = QCoreApplication.translate(
            "LayersPanel",
            "1 of {heads} heads gives over {share} % to the first token: an attention sink (Xiao et al. 2023).",
        )
    else:
        words = QCoreApplication.translate(
            "LayersPanel",
            "{sinks} of {heads} heads give over {share} % to the first token: attention sinks (Xiao et al. 2023).",
        )
    return words.format(sinks=found, heads=report.count, share=f"{100 * SINK:.0f}")


def head_spans(report: LayersReport, cell: Cell, large: bool) -> list[Span]:
    """Return the layer and number of a head, and whether it uses the first token as a sink.

    large: it is what the large map shows.
    """
    name = QCoreApplication.translate("LayersPanel", "Layer {layer} · Head {head} of {heads}")
    heads = len(report.layers[cell[0]])
    named = name.format(layer=cell[0] + 1, head=cell[1] + 1, heads=heads).replace(" ", _FIXED)
    spans = [Span(named, "asking" if large else "strong")]
    if report.sinks[cell]:
        sink = QCoreApplication.translate("LayersPanel", "first-token sink")
        spans += [Span(f"{_FIXED}· "), Span(sink, "strong")]
    return spans


def score_spans(report: LayersReport, cell: Cell) -> list[Span]:
    """Return the scores of a head; those that the text does not tell are left out."""
    names = {
        "previous_token": QCoreApplication.translate("LayersPanel", "previous {score}"),
        "same_token": QCoreApplication.translate("LayersPanel", "same {score}"),
        "first_token": QCoreApplication.translate("LayersPanel", "first {score}"),
        "induction": QCoreApplication.translate("LayersPanel", "induction {score}"),
        "duplicate_token": QCoreApplication.translate("LayersPanel", "duplicate {score}"),
    }
    spans: list[Span] = []
    for kind in TYPES:
        score = report.score(cell, kind)
        if math.isnan(score):
            continue
        if spans:
            spans.append(Span(f"{_FIXED}· ", "muted"))
        words = names[kind].format(score=f"{score:.2f}").replace(" ", _FIXED)
        spans.append(Span(words, "strong" if kind == report.order_name else "muted"))
    return spans
