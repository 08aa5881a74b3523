"""The answers in the Kinds panel's table, in plain words, each with how it was found.

What a kind sees, whether it knows order, what it costs, whether it keeps the past. Must not measure, nor know what the
chapter says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from PySide6.QtCore import QCoreApplication

from attnviz.core.kinds.kind import StateTrace
from attnviz.experiments.contrast import Reason
from attnviz.experiments.costs import FITTED_FROM, LENGTHS, CostSample, Growth, exponent, fit, growth
from attnviz.experiments.kinds import KindRow, KindsReport
from attnviz.views.cost_words import amount, power
from attnviz.views.sentences import joined, listed
from attnviz.views.verdict_label import short_number

Verdict: TypeAlias = Literal["agrees", "differs", "silent"]


@dataclass(frozen=True)
class Found:
    """One cell of the table."""

    words: str  # the answer, in a word or a few
    details: tuple[str, ...] = ()  # lines below it
    evidence: str = ""  # how it was found
    verdict: Verdict = "silent"  # "silent": the chapter has no such cell, or the text cannot tell
    chapter: str = ""  # what the chapter says, where that differs


def cannot_tell(reason: Reason) -> str:
    """Return why a cell has no answer, as what the text would need."""
    return {
        "one_token": QCoreApplication.translate("KindsTable", "needs a second word"),
        "unmoved": QCoreApplication.translate("KindsTable", "no token changes anything"),
        "alike": QCoreApplication.translate("KindsTable", "needs different words"),
        "nobody_asked": QCoreApplication.translate("KindsTable", "needs three different words"),
        "wide_window": QCoreApplication.translate("KindsTable", "needs a text longer than the window"),
        "not_measured": QCoreApplication.translate("KindsTable", "not measured yet"),
        "between": QCoreApplication.translate("KindsTable", "needs longer texts"),
    }[reason]


# What it sees


def sight_words(sight: str, approximate: bool, state: bool) -> str:
    """Return what a kind sees, as the chapter's table puts it."""
    if state:
        return QCoreApplication.translate("KindsTable", "through the previous state")
    if sight == "all":
        if approximate:
            return QCoreApplication.translate("KindsTable", "all tokens, approximately")
        return QCoreApplication.translate("KindsTable", "all tokens")
    if sight == "past":
        if approximate:
            return QCoreApplication.translate("KindsTable", "itself and the past, approximately")
        return QCoreApplication.translate("KindsTable", "itself and the past")
    if sight == "nearby":
        return QCoreApplication.translate("KindsTable", "nearby tokens only")
    return QCoreApplication.translate("KindsTable", "some of the tokens")


def sees(row: KindRow, report: KindsReport) -> Found:
    """Return which tokens a row depends on."""
    if row.sight is None:
        return Found(cannot_tell("one_token" if len(row.sees) == 1 else "unmoved"))
    state = isinstance(row.trace, StateTrace) and row.state is not None and row.sight == "past"
    evidence = [_changed(row, report)]
    if row.state is not None:
        words = QCoreApplication.translate("KindsTable", "It keeps {numbers} numbers, however long the text.")
        evidence.append(words.format(numbers=f"{row.state:,}"))
    approximate = row.approximate is not None and row.approximate > 0
    if row.approximate is not None and approximate:
        words = QCoreApplication.translate("KindsTable", "Its weights differ from softmax's by up to {largest}.")
        evidence.append(words.format(largest=short_number(row.approximate)))
    return Found(sight_words(row.sight, approximate, state), evidence=joined(*evidence))


def _changed(row: KindRow, report: KindsReport) -> str:
    """Say what was changed, and what one row made of it: the last row of a window, else the middle one."""
    place = len(row.sees) - 1 if row.sight == "nearby" else (len(row.sees) - 1) // 2
    if report.tokens < report.total_tokens:
        words = QCoreApplication.translate(
            "KindsTable", "Found by changing each of the first {count} tokens: row {row} changed for {tokens}."
        )
    else:
        words = QCoreApplication.translate(
            "KindsTable", "Found by changing each of {count} tokens: row {row} changed for {tokens}."
        )
    places = [column + 1 for column in range(len(row.sees)) if row.sees[place, column]]
    told = QCoreApplication.translate("KindsTable", "token {places}")
    if len(places) > 1:
        told = QCoreApplication.translate("KindsTable", "tokens {places}")
    return words.format(count=report.tokens, row=place + 1, tokens=told.format(places=ranges(places)))


def ranges(places: Sequence[int]) -> str:
    """Return rising `places` with runs drawn together.

    >>> ranges([1, 2, 3, 5, 8, 9])
    '1–3, 5, 8–9'
    """
    runs: list[list[int]] = []
    for place in places:
        if runs and place == runs[-1][-1] + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return listed(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


# Whether it knows order


def knows_order(row: KindRow) -> Found:
    """Return whether a row notices that two tokens it sees have changed places."""
    if row.knows_order is None:
        reason: Reason = "one_token" if len(row.sees) == 1 else "alike" if row.alike else "nobody_asked"
        return Found(cannot_tell(reason))
    if row.knows_order:
        words = QCoreApplication.translate(
            "KindsTable",
            "Found by swapping two tokens; {asked} rows that see both were compared: the largest change is {largest}.",
        )
    else:
        words = QCoreApplication.translate(
            "KindsTable",
            "Found by swapping two tokens; {asked} rows that see both were compared: not one bit changed.",
        )
    evidence = words.format(asked=f"{row.asked:,}", largest=short_number(row.order_largest))
    return Found(yes() if row.knows_order else no(), evidence=evidence)


def yes() -> str:
    """Return the answer to a question with two answers."""
    return QCoreApplication.translate("KindsTable", "yes")


def no() -> str:
    """Return the other one."""
    return QCoreApplication.translate("KindsTable", "no")


# What it costs


def growth_words(name: Growth) -> str:
    """Return how a cost grows, in a word."""
    if name == "quadratic":
        return QCoreApplication.translate("KindsTable", "quadratic")
    return QCoreApplication.translate("KindsTable", "linear")


def cost(row: KindRow, samples: Sequence[CostSample]) -> Found:
    """Return how the counted multiply-adds grow, and the time, as far as there are samples of it."""
    by_count, fitted = counted(row), fit(samples, row.key)
    name = growth(by_count)
    counted_words = QCoreApplication.translate("KindsTable", "count: {power}").format(power=power(by_count))
    last, most = row.costs[-1], LENGTHS[-1]
    words = QCoreApplication.translate(
        "KindsTable", "Counted: {adds} multiply-adds and {bytes} for {most} tokens, {power} from {least} tokens on."
    )
    evidence = words.format(
        adds=amount("multiply_adds", last.multiply_adds),
        bytes=amount("bytes", last.bytes),
        most=f"{most:,}",
        power=power(by_count),
        least=f"{FITTED_FROM:,}",
    )
    answer = growth_words(name) if name is not None else power(by_count)
    if fitted is None:
        timed = QCoreApplication.translate("KindsTable", "time not measured yet")
        return Found(answer, (counted_words, timed), evidence)
    timed = QCoreApplication.translate("KindsTable", "time: {power}").format(power=power(fitted.seconds))
    longest = max((at for at in samples if at.key == row.key), key=lambda at: at.n)
    words = QCoreApplication.translate("KindsTable", "Measured: {time} for {most} tokens, {power}.")
    told = words.format(time=amount("seconds", longest.seconds), most=f"{longest.n:,}", power=power(fitted.seconds))
    return Found(answer, (counted_words, timed), joined(evidence, told))


# Whether it keeps the past fixed


def past(row: KindRow) -> Found:
    """Return whether earlier rows stay as they are when the last token changes."""
    if row.past_fixed is None:
        return Found(cannot_tell("one_token"))
    if row.past_fixed:
        evidence = QCoreApplication.translate(
            "KindsTable", "Found by turning the last token into nines: not one bit of an earlier row changed."
        )
    else:
        words = QCoreApplication.translate(
            "KindsTable", "Found by turning the last token into nines: {moved} values of earlier rows changed."
        )
        evidence = words.format(moved=f"{row.moved:,}")
    if row.both_ways is not None:
        words = QCoreApplication.translate(
            "KindsTable", "Computed token by token, the output differs by at most {part} of its size."
        )
        evidence = joined(evidence, words.format(part=short_number(row.both_ways)))
    return Found(yes() if row.past_fixed else no(), evidence=evidence)


def counted(row: KindRow) -> float:
    """Return the exponent of the counted multiply-adds."""
    return exponent(LENGTHS, [cost.multiply_adds for cost in row.costs])
