"""What the panel “Performer” says about a report. It finds words for figures; it must not estimate anything."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from attnviz.experiments.features import FeatureCurve, FeaturesReport
from attnviz.views.sentences import joined
from attnviz.views.span_label import END_ISOLATE, ISOLATE
from attnviz.views.token_picker import short_token
from attnviz.views.verdict_card import VerdictKind

_HALVED = (0.44, 0.57)  # shares of the error that are called half: exponents from −0.59 to −0.41
_FIXED = "\u00a0"  # a space at which no line breaks


def verdict(report: FeaturesReport) -> tuple[str, str, VerdictKind]:
    """Return headline, sentence and kind: how the error falls, and how large it is now."""
    if report.own.exponent is None:
        headline = QCoreApplication.translate("FeaturesPanel", "Nothing to estimate here.")
        words = QCoreApplication.translate("FeaturesPanel", "Every row looks at a single token: its weight is 100 %.")
        return headline, words, "neutral"
    share = left(report.own.exponent)
    sentence = joined(_now(report), _shortened(report))
    if _HALVED[0] <= share <= _HALVED[1]:
        return QCoreApplication.translate("FeaturesPanel", "4 times the features, half the error."), sentence, "good"
    words = QCoreApplication.translate("FeaturesPanel", "4 times the features leave {share} of the error.")
    return words.format(share=_whole(share)), sentence, "neutral"


def left(exponent: float) -> float:
    """Return what is left of the error with four times the features.

    >>> left(-0.5)
    0.5
    """
    return float(4.0**exponent)


def _now(report: FeaturesReport) -> str:
    words = QCoreApplication.translate(
        "FeaturesPanel",
        "With {features} random features a weight is off by {typical} percentage points, the worst by {largest}.",
    )
    typical, largest = figure(report.root_mean_square), figure(report.largest)
    return words.format(features=f"{report.features:,}", typical=typical, largest=largest)


def _shortened(report: FeaturesReport) -> str:
    """Say what shorter queries and keys change; nothing where these are short."""
    if not has_short(report) or report.short.exponent is None:
        return ""
    share = left(report.short.exponent)
    words = QCoreApplication.translate(
        "FeaturesPanel",
        "Long queries and keys need more features. Here: {length}. Shortened to {short}, 4 times the features leave "
        "{share} of the error.",
    )
    lengths = {"length": f"{report.own.length:.2g}", "short": f"{report.short.length:.2g}"}
    return words.format(share=_whole(share), **lengths)


def has_short(report: FeaturesReport) -> bool:
    """Return whether the curve of shortened queries and keys is another one than their own."""
    return report.short.length < report.own.length


def about_curve(report: FeaturesReport) -> str:
    """Return what the curves are of, and how steep they are."""
    if has_short(report):
        words = QCoreApplication.translate(
            "FeaturesPanel",
            "Error (root mean square, {draws} draws) against features. Ring: the estimate above. "
            "Fitted exponents: {own}; shortened, {short}.",
        )
    else:
        words = QCoreApplication.translate(
            "FeaturesPanel",
            "Error (root mean square, {draws} draws) against features. Ring: the estimate above. "
            "Fitted exponent: {own}.",
        )
    return words.format(draws=report.draws, own=_exponent(report.own), short=_exponent(report.short))


def point(report: FeaturesReport, place: int) -> str:
    """Return the errors at one point of the curves."""
    own, short = report.own.points[place], report.short.points[place]
    if has_short(report):
        words = QCoreApplication.translate("FeaturesPanel", "{features} features: off by {own}; shortened, {short}.")
    else:
        words = QCoreApplication.translate("FeaturesPanel", "{features} features: off by {own}.")
    figures = {"own": percent(own.root_mean_square), "short": percent(short.root_mean_square)}
    return words.format(features=f"{own.features:,}", **figures)


def cell(report: FeaturesReport, tokens: Sequence[str], row: int, column: int) -> str:
    """Return both numbers of one cell."""
    names = {"row": _token(tokens, row), "column": _token(tokens, column)}
    if not report.mask[row, column]:
        return QCoreApplication.translate("FeaturesPanel", "“{row}” may not look at “{column}”.").format(**names)
    words = QCoreApplication.translate(
        "FeaturesPanel", "“{row}” looks at “{column}”: exactly {exact}, estimated {estimate}"
    )
    exact, estimate = float(report.exact[row, column]), float(report.estimate[row, column])
    return words.format(exact=percent(exact), estimate=percent(estimate), **names)


def note(report: FeaturesReport) -> str:
    """Return what is left out; empty where nothing is."""
    if not report.shortened:
        return ""
    words = QCoreApplication.translate("FeaturesPanel", "Measured on the first {n} tokens of your text.")
    return words.format(n=report.n)


def percent(share: float) -> str:
    """Return a share in per cent.

    >>> percent(0.3456), percent(0.0)
    ('34.6\\xa0%', '0\\xa0%')
    """
    return f"{figure(share)}{_FIXED}%"


def figure(share: float) -> str:
    """Return a share as so many hundredths: one decimal, and as many digits as it takes for a small one.

    >>> figure(0.3456), figure(0.00123), figure(0.0)
    ('34.6', '0.12', '0')
    """
    hundredths = 100.0 * share
    return f"{hundredths:.1f}" if hundredths >= 1.0 else f"{hundredths:.2g}"


def _whole(share: float) -> str:
    return f"{100 * share:.0f}{_FIXED}%"


def _exponent(curve: FeatureCurve) -> str:
    return "–" if curve.exponent is None else f"{curve.exponent:.2f}".replace("-", "−")


def _token(tokens: Sequence[str], place: int) -> str:
    """Return a token for a sentence; its direction of writing stays its own."""
    return f"{ISOLATE}{short_token(tokens[place], 16)}{END_ISOLATE}" if place < len(tokens) else ""
