"""The words of a claim that was tested on every head of a model. Must not compare anything."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from attnviz.state.claims import Claim, ClaimReport
from attnviz.views.sentences import joined
from attnviz.views.token_picker import short_token
from attnviz.views.verdict_card import VerdictKind
from attnviz.views.verdict_label import short_number


def title(claim: Claim) -> str:
    """Return the heading of a claim's panel."""
    return {
        "change": QCoreApplication.translate("ClaimPanel", "Change a token"),
        "swap": QCoreApplication.translate("ClaimPanel", "Swap two tokens"),
        "cache": QCoreApplication.translate("ClaimPanel", "KV cache"),
        "masking": QCoreApplication.translate("ClaimPanel", "Take the mask off"),
    }[claim]


def question(claim: Claim) -> str:
    """Return what is asked of every layer and head."""
    return {
        "change": QCoreApplication.translate("ClaimPanel", "Does any head of any layer notice, in the rows before?"),
        "swap": QCoreApplication.translate("ClaimPanel", "Does any head of any layer notice the order?"),
        "cache": QCoreApplication.translate("ClaimPanel", "Read token by token: do all maps come out the same?"),
        "masking": QCoreApplication.translate(
            "ClaimPanel", "Without the mask, does the last token reach earlier rows?"
        ),
    }[claim]


def waiting(claim: Claim, tokens: int, encoder: bool, asked: bool) -> str:
    """Return what to do where there is nothing to report yet."""
    if not tokens:
        return QCoreApplication.translate("ClaimPanel", "Type a sentence first.")
    if claim == "change" and not asked:
        return QCoreApplication.translate("ClaimPanel", "Type the word that takes the token's place.")
    if claim == "swap" and not asked:
        return QCoreApplication.translate("ClaimPanel", "Choose two tokens.")
    if claim == "cache" and encoder:
        return QCoreApplication.translate(
            "ClaimPanel", "Every row of this model may look at every token, so nothing can be kept while writing."
        )
    if claim == "masking" and tokens < 2:
        return QCoreApplication.translate("ClaimPanel", "One token alone has no earlier row: type more.")
    return QCoreApplication.translate("ClaimPanel", "This is being worked out …")


def verdict(report: ClaimReport) -> tuple[str, str, VerdictKind]:
    """Return headline, sentence and colour of what came out."""
    moved = report.moved
    headline = QCoreApplication.translate("ClaimPanel", "{moved} of {total} maps moved.")
    headline = headline.format(moved=moved.maps, total=moved.total)
    kind: VerdictKind = "moved" if moved.maps else "good"
    return headline, joined(_done(report), _found(report)), kind


def head_words(report: ClaimReport, layer: int, head: int) -> str:
    """Return what happened to one head's map."""
    count = int(report.moved.moved[layer, head])
    if not count:
        words = QCoreApplication.translate("ClaimPanel", "Layer {layer}, head {head}: the same, bit for bit.")
        return words.format(layer=layer + 1, head=head + 1)
    words = QCoreApplication.translate(
        "ClaimPanel", "Layer {layer}, head {head}: {count} of {cells} weights moved, by up to {largest}."
    )
    largest = short_number(float(report.moved.largest[layer, head]))
    return words.format(
        layer=layer + 1, head=head + 1, count=f"{count:,}", cells=f"{report.moved.cells:,}", largest=largest
    )


def _done(report: ClaimReport) -> str:
    names = [short_token(report.tokens[place], 16) for place in report.places if place < len(report.tokens)]
    if report.claim == "swap":
        words = QCoreApplication.translate("ClaimPanel", "“{one}” and “{other}” changed places.")
        return words.format(one=names[0], other=names[1])
    if report.claim == "cache":
        words = QCoreApplication.translate("ClaimPanel", "{count} tokens were read one by one, with K and V kept.")
        return words.format(count=len(report.tokens))
    words = QCoreApplication.translate("ClaimPanel", "“{token}” became “{other}”.")
    other = report.replacement or short_token(report.tokens[0], 16)
    return words.format(token=names[0], other=other)


def _found(report: ClaimReport) -> str:
    largest = short_number(report.moved.most)
    if report.claim == "cache":
        if not report.moved.maps:
            return QCoreApplication.translate("ClaimPanel", "All weights are the same, bit for bit.")
        words = QCoreApplication.translate(
            "ClaimPanel", "The largest difference is {largest}: float32 adds in another order where shapes differ."
        )
        return words.format(largest=largest)
    if report.claim == "swap" and not report.moved.maps:
        return QCoreApplication.translate("ClaimPanel", "All maps are the same in either order, bit for bit.")
    if report.claim != "swap" and not report.moved.maps:
        return _unmoved(report)
    words = QCoreApplication.translate("ClaimPanel", "The largest difference of a weight is {largest}.")
    if report.claim == "swap":
        more = QCoreApplication.translate("ClaimPanel", "A trained model is told the positions, so order counts.")
        return joined(words.format(largest=largest), more)
    rows = (
        QCoreApplication.translate("ClaimPanel", "Rows compared: all others ({rows}).")
        if _all_others(report)
        else QCoreApplication.translate("ClaimPanel", "Rows compared: those before it ({rows}).")
    )
    return joined(words.format(largest=largest), rows.format(rows=report.moved.rows))


def _unmoved(report: ClaimReport) -> str:
    """Return how many rows of how many have not moved, where a token has changed."""
    rows = report.moved.rows
    if not rows:
        return QCoreApplication.translate("ClaimPanel", "There is no earlier row to compare.")
    if _all_others(report):
        words = QCoreApplication.translate("ClaimPanel", "Not one bit of the other rows ({rows}) in any layer or head.")
    elif rows == 1:
        words = QCoreApplication.translate("ClaimPanel", "Not one bit of the earlier row in any layer or head.")
    else:
        words = QCoreApplication.translate("ClaimPanel", "Not one bit of {rows} earlier rows in any layer or head.")
    return words.format(rows=rows)


def _all_others(report: ClaimReport) -> bool:
    """Return whether later rows were compared too: in an encoder, all see the changed token."""
    return report.claim == "change" and not report.causal
