"""What the panel “Pin and compare” says about a report. It finds words for figures; it must not compare numbers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from attnviz.experiments.comparison import ComparisonReport
from attnviz.state.scene import Picture
from attnviz.views.span_label import Span, SpanStyle
from attnviz.views.token_picker import short_token
from attnviz.views.verdict_card import VerdictKind
from attnviz.views.verdict_label import short_number

_LONGEST = 60  # characters of a text in a caption
_FIXED = "\u00a0"  # a space at which no line breaks
_DECIMALS = range(8)  # of a percentage: as many as it takes to tell two float32 apart, nearly always


def verdict(report: ComparisonReport, a: Picture, b: Picture, tokens: Sequence[str]) -> tuple[str, str, VerdictKind]:
    """Return headline, sentence and kind: the largest difference and where it is, or why there is none."""
    if report.difference is None:
        return _cannot(report)
    numbers = {"values": f"{report.differing:,}", "all": f"{report.difference.size:,}"}
    if report.where is not None:
        headline = _where(report, report.where, tokens if a.text == b.text else ())
        return headline, _how_many(report).format(largest=_amount(report), **numbers), "moved"
    if a == b:
        words = QCoreApplication.translate("ComparePanel", "B is still the picture that was pinned: change something.")
        return "", words, "neutral"
    headline = QCoreApplication.translate("ComparePanel", "Identical to the bit.")
    if report.what == "weights":
        words = QCoreApplication.translate("ComparePanel", "{values} of {all} weights differ.")
    else:
        words = QCoreApplication.translate("ComparePanel", "{values} of {all} output values differ.")
    return headline, words.format(**numbers), "good"


def _cannot(report: ComparisonReport) -> tuple[str, str, VerdictKind]:
    headline = QCoreApplication.translate("ComparePanel", "There is no B − A.")
    if report.reason == "tokens":
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


def _where(report: ComparisonReport, where: tuple[int, int], tokens: Sequence[str]) -> str:
    """Return where the largest difference is, with both numbers; by row and column if A has other tokens."""
    before, after = float(report.a[where]), float(report.b[where])
    if report.what == "weights":
        old, new = percentages(before, after)
    else:
        old, new = _told_apart(before, after)
    row, column = where
    if not tokens:
        words = QCoreApplication.translate("ComparePanel", "Row {row}, column {column}: {old} → {new}")
        return words.format(row=row + 1, column=column + 1, old=old, new=new)
    if report.what == "weights":
        words = QCoreApplication.translate("ComparePanel", "{row} → {column}: {old} → {new}")
        return words.format(row=short_token(tokens[row], 20), column=short_token(tokens[column], 20), old=old, new=new)
    words = QCoreApplication.translate("ComparePanel", "{row}, value {column}: {old} → {new}")
    return words.format(row=short_token(tokens[row], 20), column=column + 1, old=old, new=new)


def _how_many(report: ComparisonReport) -> str:
    if report.what == "weights":
        return QCoreApplication.translate(
            "ComparePanel", "The largest difference: {largest}. {values} of {all} weights differ."
        )
    return QCoreApplication.translate(
        "ComparePanel", "The largest difference: {largest}. {values} of {all} output values differ."
    )


def _amount(report: ComparisonReport) -> str:
    """Return the largest difference: of weights in hundredths, of outputs as it is."""
    if report.what == "output":
        return short_number(report.largest)
    points = QCoreApplication.translate("ComparePanel", "{points} percentage points")
    return points.format(points=short_number(100.0 * report.largest))


def scale(report: ComparisonReport) -> str:
    """Return what the colours of B − A mean."""
    if report.where is None:
        return QCoreApplication.translate("ComparePanel", "0 everywhere")
    return QCoreApplication.translate("ComparePanel", "blue: less, red: more, at most {largest}").format(
        largest=_amount(report)
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


def picture_spans(name: str, picture: Picture, other: Picture | None) -> list[Span]:
    """Return the caption of a picture: its name, text and settings. What the other one has not is set off."""
    text = short_token(" ".join(picture.text[: 4 * _LONGEST].split()), _LONGEST)
    spans = [Span(name, "strong"), Span("  "), Span(text, _style(other, picture.text, "text", "plain"))]
    for field, words in _settings(picture).items():
        spans.append(Span(" · ", "muted"))
        value = picture.width if field == "width" else getattr(picture, field)
        spans.append(Span(words, _style(other, value, field, "muted")))
    return spans


def _style(other: Picture | None, value: object, field: str, otherwise: SpanStyle) -> SpanStyle:
    return otherwise if other is None or getattr(other, field) == value else "asking"


def _settings(picture: Picture) -> dict[str, str]:
    """Return the words for each setting, under the name of its field."""
    models = {
        "random": QCoreApplication.translate("ComparePanel", "random"),
        "identity": QCoreApplication.translate("ComparePanel", "identity"),
        "demo": QCoreApplication.translate("ComparePanel", "the chapter's demo"),
    }
    causal = QCoreApplication.translate("ComparePanel", "causal mask")
    unmasked = QCoreApplication.translate("ComparePanel", "no mask")
    divided = QCoreApplication.translate("ComparePanel", "divided by √d")
    undivided = QCoreApplication.translate("ComparePanel", "not divided")
    return {
        "model": models.get(picture.model, picture.model),
        "width": QCoreApplication.translate("ComparePanel", "d = {width}")
        .format(width=picture.width)
        .replace(" ", _FIXED),
        "causal": causal if picture.causal else unmasked,
        "scaled": divided if picture.scaled else undivided,
    }
