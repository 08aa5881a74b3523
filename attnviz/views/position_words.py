"""What the panel “Order from outside” says. It finds words for figures; it must not compute a score."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from attnviz.experiments.positions import SHIFTS, PositionReport, Shifted
from attnviz.views.sentences import joined
from attnviz.views.span_label import END_ISOLATE, ISOLATE, Span
from attnviz.views.token_picker import short_token
from attnviz.views.verdict_card import VerdictKind
from attnviz.views.verdict_label import short_number

_FURTHEST = SHIFTS[-1]


def name(position: str) -> str:
    """Return what an encoding is called. Raises KeyError for one that is not in `positions.POSITIONS`."""
    return {
        "none": QCoreApplication.translate("PositionPanel", "None"),
        "sinusoidal": QCoreApplication.translate("PositionPanel", "Sinusoidal table"),
        "learned": QCoreApplication.translate("PositionPanel", "Learned table (random)"),
        "rope": QCoreApplication.translate("PositionPanel", "RoPE"),
        "alibi": QCoreApplication.translate("PositionPanel", "ALiBi"),
    }[position]


def short_name(position: str) -> str:
    """Return what an encoding is called at the head of a column."""
    return {
        "none": QCoreApplication.translate("PositionPanel", "none"),
        "sinusoidal": QCoreApplication.translate("PositionPanel", "sinusoidal"),
        "learned": QCoreApplication.translate("PositionPanel", "learned"),
    }.get(position, name(position))


def about(position: str) -> tuple[str, str]:
    """Return where an encoding acts, and in a sentence what it does."""
    return {
        "none": (
            QCoreApplication.translate("PositionPanel", "Acts nowhere."),
            QCoreApplication.translate("PositionPanel", "No token is told where it stands."),
        ),
        "sinusoidal": (
            QCoreApplication.translate("PositionPanel", "Added to x."),
            QCoreApplication.translate("PositionPanel", "Each position has its own mix of fast and slow waves."),
        ),
        "learned": (
            QCoreApplication.translate("PositionPanel", "Added to x."),
            QCoreApplication.translate(
                "PositionPanel", "Each position has a row of numbers, which training sets; here they are random."
            ),
        ),
        "rope": (
            QCoreApplication.translate("PositionPanel", "Turns Q and K."),
            QCoreApplication.translate("PositionPanel", "The later a token stands, the further its pairs turn."),
        ),
        "alibi": (
            QCoreApplication.translate("PositionPanel", "Added to the scores."),
            QCoreApplication.translate("PositionPanel", "The further apart two tokens are, the lower their score."),
        ),
    }[position]


def caption(report: PositionReport) -> str:
    """Return what the picture shows; empty where there is no picture."""
    if report.table is not None:
        return QCoreApplication.translate("PositionPanel", "What is added to x at each position (row).")
    if report.angles is not None:
        words = QCoreApplication.translate(
            "PositionPanel",
            "How far each position (row) turns each pair of numbers, up to half a turn.",
        )
        return words if report.angles.size else ""
    if report.bias is not None:
        words = QCoreApplication.translate(
            "PositionPanel",
            "What is added to the scores: −{slope} for each place back, twice that for each place ahead.",
        )
        return words.format(slope=short_number(report.slope))
    return ""


def cell(report: PositionReport, tokens: Sequence[str], row: int, column: int) -> str:
    """Return what one cell of the picture holds."""
    if report.bias is not None:
        return _bias_cell(report, tokens, row, column)
    at = QCoreApplication.translate("PositionPanel", "Position {row}").format(row=row)
    if row < report.n:
        words = QCoreApplication.translate("PositionPanel", "Position {row}, “{token}”")
        at = words.format(row=row, token=_token(tokens, row))
    if report.table is not None:
        words = QCoreApplication.translate("PositionPanel", "{position}, dimension {column}: {value}")
        return words.format(position=at, column=column, value=signed(float(report.table[row, column])))
    if report.angles is not None:
        words = QCoreApplication.translate("PositionPanel", "{position}, pair {column}: turned by {angle}")
        return words.format(position=at, column=column, angle=degrees(float(report.angles[row, column])))
    return ""


def _bias_cell(report: PositionReport, tokens: Sequence[str], row: int, column: int) -> str:
    value = signed(float(report.bias[row, column])) if report.bias is not None else ""
    if row == column:
        words = QCoreApplication.translate("PositionPanel", "“{row}” looks at itself: {value}")
    elif row > column:
        words = QCoreApplication.translate("PositionPanel", "“{row}” looks at “{column}”, {places} back: {value}")
    else:
        words = QCoreApplication.translate("PositionPanel", "“{row}” looks at “{column}”, {places} ahead: {value}")
    places = abs(row - column)
    return words.format(row=_token(tokens, row), column=_token(tokens, column), places=places, value=value)


def verdict(report: PositionReport) -> tuple[str, str, VerdictKind]:
    """Return headline, sentence and kind: whether the score stays when both tokens move on."""
    shifted = report.shifted
    sentence = joined(_moved_on(shifted), _apart(shifted), _contrast(report.contrast))
    if report.position == "none":
        return QCoreApplication.translate("PositionPanel", "The score knows no position."), sentence, "neutral"
    if not shifted.keeps:
        words = QCoreApplication.translate("PositionPanel", "The score changes: the place itself counts.")
        return words, sentence, "moved"
    if not shifted.knows_distance:
        words = QCoreApplication.translate("PositionPanel", "The score stays, whatever the distance.")
        return words, sentence, "neutral"
    return QCoreApplication.translate("PositionPanel", "The score stays: only the distance counts."), sentence, "good"


def _moved_on(shifted: Shifted) -> str:
    if not shifted.keeps:
        words = QCoreApplication.translate(
            "PositionPanel", "Where the two stand it is {score}; moved on together, it changes by up to {largest}."
        )
    elif shifted.largest == 0.0:
        words = QCoreApplication.translate(
            "PositionPanel", "Moved on together by up to {places} places, it stays {score}, to the bit."
        )
    else:
        words = QCoreApplication.translate(
            "PositionPanel",
            "Moved on together by up to {places} places, it stays {score}: the largest change, {largest}, is rounding.",
        )
    return words.format(places=_FURTHEST, score=signed(shifted.scores[0]), largest=short_number(shifted.largest))


def _apart(shifted: Shifted) -> str:
    if not shifted.keeps:
        return ""
    if not shifted.knows_distance:
        return QCoreApplication.translate("PositionPanel", "One place further apart, it is the same.")
    words = QCoreApplication.translate("PositionPanel", "One place further apart, it changes by {change}.")
    return words.format(change=signed(shifted.apart - shifted.scores[0]))


def _contrast(contrast: Shifted) -> str:
    other = name(contrast.position)
    if contrast.position == "sinusoidal":
        other = QCoreApplication.translate("PositionPanel", "a sinusoidal table")
    if contrast.keeps:
        words = QCoreApplication.translate("PositionPanel", "With {other} it stays: the largest change is {largest}.")
    else:
        words = QCoreApplication.translate("PositionPanel", "With {other} it changes by up to {largest}.")
    return words.format(other=other, largest=short_number(contrast.largest))


def about_shifts(report: PositionReport, tokens: Sequence[str]) -> str:
    """Return what the table is of."""
    row, column = (_token(tokens, place) for place in report.pair)
    words = QCoreApplication.translate("PositionPanel", "The score of “{row}” for “{column}” when both move on:")
    return words.format(row=row, column=column)


def about_hands(report: PositionReport, tokens: Sequence[str], shift: int) -> list[Span]:
    """Return what the dials are of."""
    row, column = (_token(tokens, place) for place in report.pair)
    if shift:
        words = QCoreApplication.translate(
            "PositionPanel",
            "Hands of “{row}” and “{column}” (dotted), {shift} places further on: "
            "both turned, the angle between them stays.",
        )
    else:
        words = QCoreApplication.translate(
            "PositionPanel",
            "Hands of “{row}” and “{column}” (dotted). Point at a row below: both turn, the angle between them stays.",
        )
    return [Span(words.format(row=row, column=column, shift=shift))]


def hint(position: str) -> str:
    """Return what the panel Swap shows now."""
    if position == "none":
        return QCoreApplication.translate(
            "PositionPanel",
            "Without an encoding, and with the mask off, two words can swap places and no row notices.",
        )
    return QCoreApplication.translate(
        "PositionPanel", "With an encoding, a sentence with two words swapped is another sentence."
    )


def signed(value: float) -> str:
    """Return `value` to three significant digits, with a minus sign that is as wide as a plus.

    >>> signed(-0.12345), signed(0.0)
    ('−0.123', '0')
    """
    return short_number(value).replace("-", "−")


def degrees(angle: float) -> str:
    """Return an angle in radians as degrees of one full turn.

    >>> degrees(1.0), degrees(-math.pi / 2), degrees(-1e-9)
    ('57°', '270°', '0°')
    """
    turned = math.degrees(angle) % 360.0
    figure = f"{turned:.0f}" if turned >= 9.95 or turned < 1e-9 else f"{turned:.2g}"
    return f"{'0' if figure == '360' else figure}°"


def _token(tokens: Sequence[str], place: int) -> str:
    """Return a token for a sentence; its direction of writing stays its own."""
    return f"{ISOLATE}{short_token(tokens[place], 16)}{END_ISOLATE}" if place < len(tokens) else ""
