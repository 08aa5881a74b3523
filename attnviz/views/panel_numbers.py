"""What panels show as tables of text, to be copied into a spreadsheet. Must not round and must not compute."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication

from attnviz.models.measures import TYPES
from attnviz.state.layers_report import LayersReport
from attnviz.state.lines_report import LinesReport
from attnviz.state.next_report import NextReport
from attnviz.views.layers_words import order_name
from attnviz.views.lines_picture import Strands


def tabbed(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as text with tabs, a line each. Numbers can be read back to the same bits.

    >>> tabbed(("a", "b"), [("x", 0.5)])
    'a\\tb\\nx\\t0.5\\n'
    """
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow(headings)
    writer.writerows(rows)
    return text.getvalue()


def of_next(report: NextReport) -> str:
    """Return the candidates, the likeliest first, and what all others have together."""
    headings = (
        QCoreApplication.translate("PanelNumbers", "token"),
        QCoreApplication.translate("PanelNumbers", "number"),
        QCoreApplication.translate("PanelNumbers", "bytes"),
        QCoreApplication.translate("PanelNumbers", "probability"),
        QCoreApplication.translate("PanelNumbers", "share among those kept"),
    )
    rows: list[Sequence[object]] = [
        (one.text, one.number, one.detail, one.probability, one.share) for one in report.candidates
    ]
    others = QCoreApplication.translate("PanelNumbers", "all others")
    return tabbed(headings, [*rows, (others, "", "", report.rest, "")])


def of_lines(report: LinesReport, drawn: Strands) -> str:
    """Return the lines that are drawn, by head, row and column."""
    headings = (
        QCoreApplication.translate("PanelNumbers", "head"),
        QCoreApplication.translate("PanelNumbers", "row"),
        QCoreApplication.translate("PanelNumbers", "looks"),
        QCoreApplication.translate("PanelNumbers", "column"),
        QCoreApplication.translate("PanelNumbers", "is looked at"),
        QCoreApplication.translate("PanelNumbers", "weight"),
    )
    places = sorted(
        (int(head), int(row), int(column), str(weight))
        for head, row, column, weight in zip(drawn.head, drawn.row, drawn.column, drawn.weight, strict=True)
    )
    return tabbed(
        headings,
        (
            (report.heads[head] + 1, row + 1, report.rows[row], column + 1, report.columns[column], weight)
            for head, row, column, weight in places
        ),
    )


def of_layers(report: LayersReport) -> str:
    """Return each head's scores, in the order of the small maps; a score that the text does not tell is left empty."""
    headings = (
        QCoreApplication.translate("PanelNumbers", "layer"),
        QCoreApplication.translate("PanelNumbers", "head"),
        *map(order_name, TYPES),
    )
    return tabbed(
        headings,
        (
            (cell[0] + 1, cell[1] + 1, *("" if math.isnan(score) else score for score in _scores(report, cell)))
            for cell in report.order
        ),
    )


def _scores(report: LayersReport, cell: tuple[int, int]) -> list[float]:
    return [report.score(cell, name) for name in TYPES]
