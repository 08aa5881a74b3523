"""What the panel “Pin and compare” says about a report. It finds words for figures; it must not compare numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from attnviz.experiments.comparison import ComparisonReport, What
from attnviz.state.scene import Picture
from attnviz.views.picture_words import Part, own_weights, parts
from attnviz.views.span_label import END_ISOLATE, ISOLATE, Span, SpanStyle
from attnviz.views.token_picker import short_token
from attnviz.views.verdict_card import VerdictKind
from attnviz.views.verdict_label import short_number

_LONGEST = 60  # characters of a text in a caption
_FIXED = "\u00a0"  # a space at which no line breaks
_PLACES = re.compile(r"[/\\:]")  # a model is called by the last part of its path, or by its package
_DECIMALS = range(8)  # of a percentage: as many as it takes to tell two float32 apart, nearly always


def in_shares(report: ComparisonReport, a: Picture, b: Picture) -> bool:
    """Return whether all numbers are shares of a row: of a recurrence they are not, nor are those of an output."""
    return report.what == "weights" and a.attends and b.attends


def verdict(
    report: ComparisonReport, a: Picture, b: Picture, tokens: Sequence[str], columns: Sequence[str]
) -> tuple[str, str, VerdictKind]:
    """Return headline, sentence and kind: the largest difference and where it is, or why there is none.

    tokens, columns: of B, those that look and those that are looked at.
    """
    shares = in_shares(report, a, b)
    if report.difference is None:
        return _cannot(report)
    numbers = {"values": f"{report.differing:,}", "all": f"{report.difference.size:,}"}
    if report.where is not None:
        same = a.text == b.text and a.crossed == b.crossed and (not b.crossed or a.second_text == b.second_text)
        headline = _where(report, report.where, (tokens, columns) if same else ((), ()), shares)
        return headline, _how_many(report, shares).format(largest=_amount(report, shares), **numbers), "moved"
    if a == b:
        words = QCoreApplication.translate("ComparePanel", "B is still the picture that was pinned: change something.")
        return "", words, "neutral"
    headline = QCoreApplication.translate("ComparePanel", "Identical to the bit.")
    if shares:
        words = QCoreApplication.translate("ComparePanel", "{values} of {all} weights differ.")
    elif report.what == "weights":
        words = QCoreApplication.translate("ComparePanel", "{values} of {all} cells differ.")
    else:
        words = QCoreApplication.translate("ComparePanel", "{values} of {all} output values differ.")
    return headline, words.format(**numbers), "good"


def _cannot(report: ComparisonReport) -> tuple[str, str, VerdictKind]:
    headline = QCoreApplication.translate("ComparePanel", "There is no B − A.")
    if len(report.a) != len(report.b):
        a, b = len(report.a), len(report.b)
        words = QCoreApplication.translate(
            "ComparePanel", "A has {a} tokens, B has {b}: only the two pictures can be shown side by side."
        )
    else:
        a, b = report.a.shape[1], report.b.shape[1]
        words = QCoreApplication.translate(
            "ComparePanel", "A is {a} wide, B is {b} wide: only the two pictures can be shown side by side."
        )
    return headline, words.format(a=f"{a:,}", b=f"{b:,}"), "neutral"


def _where(
    report: ComparisonReport, where: tuple[int, int], names: tuple[Sequence[str], Sequence[str]], shares: bool
) -> str:
    """Return where the largest difference is, with both numbers; by row and column if A has other tokens."""
    before, after = float(report.a[where]), float(report.b[where])
    old, new = percentages(before, after) if shares else _told_apart(before, after)
    row, column = where
    tokens, columns = names
    if not tokens:
        words = QCoreApplication.translate("ComparePanel", "Row {row}, column {column}: {old} → {new}")
        return words.format(row=row + 1, column=column + 1, old=old, new=new)
    if report.what == "weights":
        words = QCoreApplication.translate("ComparePanel", "{row} → {column}: {old} → {new}")
        return words.format(row=short_token(tokens[row], 20), column=short_token(columns[column], 20), old=old, new=new)
    words = QCoreApplication.translate("ComparePanel", "{row}, value {column}: {old} → {new}")
    return words.format(row=short_token(tokens[row], 20), column=column + 1, old=old, new=new)


def _how_many(report: ComparisonReport, shares: bool) -> str:
    if shares:
        return QCoreApplication.translate(
            "ComparePanel", "The largest difference: {largest}. {values} of {all} weights differ."
        )
    if report.what == "weights":
        return QCoreApplication.translate(
            "ComparePanel", "The largest difference: {largest}. {values} of {all} cells differ."
        )
    return QCoreApplication.translate(
        "ComparePanel", "The largest difference: {largest}. {values} of {all} output values differ."
    )


def _amount(report: ComparisonReport, shares: bool) -> str:
    """Return the largest difference: of shares in hundredths, of anything else as it is."""
    if not shares:
        return short_number(report.largest)
    points = QCoreApplication.translate("ComparePanel", "{points} percentage points")
    return points.format(points=short_number(100.0 * report.largest))


def scale(report: ComparisonReport, shares: bool) -> str:
    """Return what the colours of B − A mean."""
    if report.where is None:
        return QCoreApplication.translate("ComparePanel", "0 everywhere")
    return QCoreApplication.translate("ComparePanel", "blue: less, red: more, at most {largest}").format(
        largest=_amount(report, shares)
    )


def percentages(old: float, new: float) -> tuple[str, str]:
    """Return two weights in percent, with as few decimals as tell them apart.

    >>> [word.replace("\u00a0", " ") for word in percentages(0.26, 0.331) + percentages(0.26, 0.2604)]
    ['26 %', '33 %', '26.00 %', '26.04 %']
    """
    one, other = "", ""
    for decimals in _DECIMALS:
        one, other = f"{100 * old:.{decimals}f}", f"{100 * new:.{decimals}f}"
        if one != other:
            break
    words = QCoreApplication.translate("ComparePanel", "{percent} %").replace(" ", _FIXED)
    return words.format(percent=one), words.format(percent=other)


def _told_apart(old: float, new: float) -> tuple[str, str]:
    """Return two float32 numbers, to three digits if that tells them apart, else to nine, which always do."""
    one, other = short_number(old), short_number(new)
    if one == other:
        one, other = f"{old:.9g}", f"{new:.9g}"
    return one.replace("-", "−"), other.replace("-", "−")


def picture_spans(name: str, picture: Picture, other: Picture | None, what: What) -> list[Span]:
    """Return the caption of a picture: its name, texts and settings. What the other one has not is set off.

    what: of weights it says whose they are, where there are several heads.
    """
    spans = [Span(name, "strong"), Span("  "), Span(_short(picture.text), _style(picture, other, ("text",), "plain"))]
    if picture.crossed:
        looked_at = Span(_short(picture.second_text or ""), _style(picture, other, ("second_text",), "plain"))
        spans += [Span(" ← ", "muted"), looked_at]
    for part in _parts(picture, what):
        spans += [Span(" · ", "muted"), Span(part.words, _style(picture, other, part.fields, "muted"))]
    return spans


def _short(text: str) -> str:
    shown = short_token(" ".join(text[: 4 * _LONGEST].split()), _LONGEST)
    return shown if shown.isascii() else f"{ISOLATE}{shown}{END_ISOLATE}"


def _style(picture: Picture, other: Picture | None, fields: Sequence[str], otherwise: SpanStyle) -> SpanStyle:
    """Return how words about `fields` look: set off where one of them differs."""
    if other is None or all(getattr(other, field) == getattr(picture, field) for field in fields):
        return otherwise
    return "asking"


def _loaded_parts(picture: Picture) -> list[Part]:
    """Return what was chosen of a trained model or of arrays, and which: two models may stand side by side."""
    words = QCoreApplication.translate("ComparePanel", "trained model {name}")
    if picture.model == "arrays":
        words = QCoreApplication.translate("ComparePanel", "numbers from outside: {name}")
    name = words.format(name=_short(_PLACES.split(picture.source)[-1]))
    place = QCoreApplication.translate("ComparePanel", "layer {layer}, head {head}")
    place = place.format(layer=picture.layer + 1, head=picture.head + 1).replace(" ", _FIXED)
    mask = [part for part in parts(picture) if part.fields == ("causal",)] if picture.model == "trained" else []
    return [Part(name, ("model", "source")), Part(place, ("layer", "head")), *mask]


def _parts(picture: Picture, what: What) -> list[Part]:
    if picture.loaded:
        return _loaded_parts(picture)
    models = {
        "random": QCoreApplication.translate("ComparePanel", "random"),
        "identity": QCoreApplication.translate("ComparePanel", "identity"),
        "demo": QCoreApplication.translate("ComparePanel", "the chapter's demo"),
    }
    model = [] if own_weights(picture) else [Part(models.get(picture.model, picture.model), ("model",))]
    width = QCoreApplication.translate("ComparePanel", "d = {width}").format(width=picture.width)
    settings = [*model, Part(width.replace(" ", _FIXED), ("width",)), *parts(picture)]
    if picture.attends and picture.heads > 1 and what == "weights":
        head = QCoreApplication.translate("ComparePanel", "head {head}").format(head=picture.head + 1)
        settings.append(Part(head.replace(" ", _FIXED), ("head",)))
    return settings
