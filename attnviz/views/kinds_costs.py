"""From what was counted and measured of the kinds to the lines of the cost plot. It draws none of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from attnviz.core.kinds.kind import Cost
from attnviz.experiments.costs import LENGTHS, CostSample, exponent, fit
from attnviz.experiments.kinds import KindRow, KindsReport
from attnviz.views.cost_plot import CostFigures, CostLine
from attnviz.views.cost_words import Quantity, amount
from attnviz.views.kind_words import title
from attnviz.views.span_label import Span


def current(report: KindsReport, samples: Sequence[CostSample]) -> tuple[CostSample, ...]:
    """Return those of `samples` that belong to the kinds of `report` as they are built now.

    A kind of another width, window or number of features is counted otherwise: its times say nothing about this one.
    """
    counted = {(row.key, n): cost for row in report.rows for n, cost in zip(LENGTHS, row.costs, strict=True)}
    return tuple(at for at in samples if counted.get((at.key, at.n)) == Cost(at.multiply_adds, at.bytes))


def figures(report: KindsReport, samples: Sequence[CostSample], quantity: Quantity) -> CostFigures:
    """Return a line for each kind of `report` that has values: all have counts, those with `samples` have times."""
    made = (_line(look, row, samples, quantity) for look, row in enumerate(report.rows))
    return CostFigures(quantity, LENGTHS, tuple(line for line in made if line.lengths))


def _line(look: int, row: KindRow, samples: Sequence[CostSample], quantity: Quantity) -> CostLine:
    if quantity == "seconds":
        own = sorted((at for at in samples if at.key == row.key), key=lambda at: at.n)
        fitted = fit(own, row.key)
        power = None if fitted is None else fitted.seconds
        return CostLine(look, title(row.key), tuple(at.n for at in own), tuple(at.seconds for at in own), power)
    values = tuple(float(getattr(cost, quantity)) for cost in row.costs)
    return CostLine(look, title(row.key), LENGTHS, values, exponent(LENGTHS, values))


def reading(shown: CostFigures, place: int) -> list[Span]:
    """Return the values of all lines at one length, in one line of words."""
    n = shown.lengths[place]
    spans = [Span(QCoreApplication.translate("KindsPanel", "n = {n}").format(n=f"{n:,}"), "strong")]
    for line in shown.lines:
        if n in line.lengths:
            value = amount(shown.quantity, line.values[line.lengths.index(n)])
            spans += [Span("  ·  ", "muted"), Span(f"{line.name}\xa0", "muted"), Span(value)]
    return spans


def described(shown: CostFigures) -> str:
    """Return what the lines show, for those who cannot see them: each kind, its power, its first and last value."""
    words = QCoreApplication.translate("KindsPanel", "{kind}: from {first} at n = {least} to {last} at n = {most}")
    return "; ".join(
        words.format(
            kind=line.words,
            first=amount(shown.quantity, line.values[0]),
            least=f"{line.lengths[0]:,}",
            last=amount(shown.quantity, line.values[-1]),
            most=f"{line.lengths[-1]:,}",
        )
        for line in shown.lines
    )
