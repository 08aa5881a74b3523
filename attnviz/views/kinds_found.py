"""The rows of the Kinds panel's table: what was found about each kind, beside what the chapter says of it.

It finds words for a report; it must not measure or draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from PySide6.QtCore import QCoreApplication

from attnviz.experiments.contrast import CHAPTER, Agreement, Cell, Claim, agrees
from attnviz.experiments.costs import CostSample
from attnviz.experiments.kinds import KindRow, KindsReport
from attnviz.views import kinds_answers
from attnviz.views.kind_words import title
from attnviz.views.kinds_answers import Found
from attnviz.views.sentences import joined

# What the chapter names as examples of a row of its table that has another title
NAMED_UNDER: Final = {"performer": "linear", "state_space": "linear"}


@dataclass(frozen=True)
class FoundRow:
    """One row of the table: what a kind sees, whether it knows order, what it costs, whether it keeps the past."""

    key: str
    title: str
    cells: tuple[Found, Found, Found, Found]


def headings() -> tuple[str, str, str, str]:
    """Return what the four columns are called."""
    return (
        QCoreApplication.translate("KindsTable", "sees"),
        QCoreApplication.translate("KindsTable", "knows order?"),
        QCoreApplication.translate("KindsTable", "cost"),
        QCoreApplication.translate("KindsTable", "keeps the past fixed?"),
    )


def found(report: KindsReport, samples: Sequence[CostSample]) -> tuple[FoundRow, ...]:
    """Return the table's rows, with the times of `samples` where there are any."""
    return tuple(_row(row, report, samples) for row in report.rows)


def agreement(rows: Iterable[FoundRow]) -> tuple[int, int]:
    """Return how many cells agree with the chapter, and how many could be compared."""
    verdicts = [cell.verdict for row in rows for cell in row.cells]
    return verdicts.count("agrees"), len(verdicts) - verdicts.count("silent")


def _row(row: KindRow, report: KindsReport, samples: Sequence[CostSample]) -> FoundRow:
    named = replace(row, key=NAMED_UNDER.get(row.key, row.key))
    judge = partial(_judged, row.key, CHAPTER.get(named.key), agrees(named, kinds_answers.counted(row)))
    return FoundRow(
        key=row.key,
        title=title(row.key),
        cells=(
            judge("sees", kinds_answers.sees(row, report)),
            judge("knows_order", kinds_answers.knows_order(row)),
            judge("cost", kinds_answers.cost(row, samples)),
            kinds_answers.past(row),
        ),
    )


def _judged(key: str, claim: Claim | None, cells: Agreement | None, name: str, cell: Found) -> Found:
    """Add what the chapter says, or why this text cannot tell."""
    if cells is None or claim is None:
        return cell
    judged: Cell = getattr(cells, name)
    if judged.reason is not None:
        told = kinds_answers.cannot_tell(judged.reason)
        return cell if told == cell.words else replace(cell, details=(*cell.details, told))
    if judged.agrees:
        return replace(cell, verdict="agrees")
    return replace(cell, verdict="differs", chapter=_said(name, claim), evidence=joined(cell.evidence, _named(key)))


def _named(key: str) -> str:
    """Say where the chapter has a kind that its table has no row for."""
    if key not in NAMED_UNDER:
        return ""
    words = QCoreApplication.translate("KindsTable", "The chapter names it as an example of: {row}.")
    return words.format(row=title(NAMED_UNDER[key]))


def _said(name: str, claim: Claim) -> str:
    words = QCoreApplication.translate("KindsTable", "the chapter: {words}")
    if name == "sees":
        return words.format(words=kinds_answers.sight_words(claim.sight, claim.approximate, claim.state))
    if name == "knows_order":
        return words.format(words=kinds_answers.yes() if claim.knows_order else kinds_answers.no())
    return words.format(words=kinds_answers.growth_words(claim.cost))
