"""The words of the ledger: each step as a sentence, and all of it as plain text with tabs. Must not draw or compute.

The last line of the text is the cell of the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from attnviz.experiments.ledger import LedgerReport, Listing
from attnviz.views import graphemes
from attnviz.views.ledger_numbers import lost_in_rounding, number, percent, shown_sum, term, written
from attnviz.views.sentences import joined
from attnviz.views.span_label import END_ISOLATE, ISOLATE, Span

Numbers = NDArray[np.float64] | NDArray[np.float32]
_NBSP = "\u00a0"


@dataclass(frozen=True, eq=False)
class Table:
    """A table of the ledger: names of its rows, then columns of numbers."""

    headers: tuple[str, ...]  # of the names, then of the columns
    names: Sequence[str] | None  # of the entries; None = their places, from 1
    columns: tuple[Numbers, ...]
    listing: Listing
    marked: int | None = None  # the entry that is marked
    added: int | None = None  # the column that is added up as it is written

    def name(self, entry: int) -> str:
        """Return what `entry` is called."""
        return str(entry + 1) if self.names is None else self.names[entry]

    def number(self, column: int, value: float, decimals: int, plain: bool = False) -> str:
        """Return a number of a column as it is written there."""
        return (term if column == self.added else number)(value, decimals, plain)


def token_name(tokens: Sequence[str], index: int) -> str:
    """Return a token as it stands in a sentence: cut where it is long, with its place where there are several."""
    shown = graphemes.elide(tokens[index])
    if not shown.isascii():
        shown = f"{ISOLATE}{shown}{END_ISOLATE}"
    return f"{shown}{_NBSP}({index + 1})" if tokens.count(tokens[index]) > 1 else shown


def headings() -> tuple[str, ...]:
    """Return the headings of the seven steps."""
    return (
        QCoreApplication.translate("LedgerText", "1 · Query times key"),
        QCoreApplication.translate("LedgerText", "2 · Sum"),
        QCoreApplication.translate("LedgerText", "3 · Divide by √d"),
        QCoreApplication.translate("LedgerText", "4 · Mask"),
        QCoreApplication.translate("LedgerText", "5 · Softmax"),
        QCoreApplication.translate("LedgerText", "6 · Weight"),
        QCoreApplication.translate("LedgerText", "7 · What it adds to the output"),
    )


class LedgerText:
    """A report in words, with `decimals` decimals."""

    def __init__(
        self,
        report: LedgerReport,
        tokens: Sequence[str],
        decimals: int,
        largest_first: bool = False,
        columns: Sequence[str] | None = None,
    ) -> None:
        """columns: the tokens that are looked at, where they are not `tokens`."""
        self.report, self.tokens, self.decimals, self.largest_first = report, tuple(tokens), decimals, largest_first
        self.columns = self.tokens if columns is None else tuple(columns)

    def pair(self) -> str:
        """Return who looks at whom."""
        report = self.report
        words = QCoreApplication.translate("LedgerText", "{query} → {key}")
        return words.format(query=token_name(self.tokens, report.row), key=token_name(self.columns, report.column))

    def percent(self) -> str:
        """Return the cell of the map in percent."""
        words = QCoreApplication.translate("LedgerText", "{percent} %")
        return words.format(percent=percent(self.report.weight_cell, self.decimals))

    def verdict(self) -> str:
        """Return whether the arithmetic ends at the cell."""
        if not self.report.holds:
            return QCoreApplication.translate("LedgerText", "The arithmetic below does not end at the cell of the map.")
        if self.report.hidden:
            return QCoreApplication.translate("LedgerText", "The mask hides this cell: its weight is exactly 0.")
        return QCoreApplication.translate(
            "LedgerText", "The arithmetic below ends at the cell of the map, bit for bit."
        )

    # The steps

    def rounding(self) -> str:
        """Return that numbers are rounded, and what the products add up to before they are."""
        if self.decimals == 1:
            words = QCoreApplication.translate(
                "LedgerText", "Numbers are rounded to 1 decimal only to be shown. The products' exact sum is {sum}."
            )
        else:
            words = QCoreApplication.translate(
                "LedgerText",
                "Numbers are rounded to {decimals} decimals only to be shown. The products' exact sum is {sum}.",
            )
        return words.format(decimals=self.decimals, sum=self._number(self.report.raw_score))

    def sum(self) -> list[Span]:
        """Return the raw score."""
        words = QCoreApplication.translate("LedgerText", "q · k = {result}")
        return self._step(words, self.report.raw_score, self.report.raw_score_cell)

    def lost(self) -> str:
        """Return what the products add up to as they are written, and what is missing to the sum; "" if nothing is."""
        report = self.report
        if not (np.isfinite(report.products).all() and np.isfinite(report.raw_score)):
            return ""
        total = shown_sum(report.products.tolist(), self.decimals)
        missing = lost_in_rounding(total, report.raw_score, self.decimals)
        if not missing:
            return ""
        words = QCoreApplication.translate(
            "LedgerText", "Rounded products: {products} · lost in rounding: {lost} · sum: {sum}"
        )
        products, lost = (written(value, self.decimals) for value in (total, missing))
        words = words.replace(" ·", f"{_NBSP}·").replace(": ", f":{_NBSP}")  # a line breaks between the parts only
        return words.format(products=products, lost=lost, sum=self._number(report.raw_score))

    def turned(self) -> str:
        """Return that RoPE has turned query and key; "" where it hasn't."""
        if not self.report.turned:
            return ""
        return QCoreApplication.translate("LedgerText", "RoPE has turned q and k to the places of their tokens.")

    def bias(self) -> str:
        """Return what ALiBi adds; "" without it."""
        if self.report.bias is None:
            return ""
        words = QCoreApplication.translate(
            "LedgerText", "ALiBi adds {bias}: its slope times the distance of the two tokens."
        )
        return words.format(bias=self._number(self.report.bias))

    def division(self) -> list[Span]:
        """Return the division by √d, or that there is none, and what a bias adds."""
        report = self.report
        if report.bias is not None:
            return self._biased(report.bias)
        if not report.scaled:
            words = QCoreApplication.translate("LedgerText", "Not divided by √d: the score stays {result}")
            return self._step(words, report.score, report.score_cell)
        words = QCoreApplication.translate("LedgerText", "{sum} ÷ √{width} = {sum} ÷ {root} = {result}")
        root = self._number(float(np.sqrt(report.width)))
        fields = {"sum": self._number(report.raw_score), "width": str(report.width), "root": root}
        return self._step(words, report.score, report.score_cell, **fields)

    def _biased(self, bias: float) -> list[Span]:
        report = self.report
        fields = {"sum": self._number(report.raw_score), "width": str(report.width), "bias": self._number(bias)}
        if report.scaled:
            words = QCoreApplication.translate("LedgerText", "{sum} ÷ √{width} + ({bias}) = {result}")
        else:
            words = QCoreApplication.translate("LedgerText", "{sum} + ({bias}) = {result}, not divided by √d")
        return self._step(words, report.score, report.score_cell, **fields)

    def mask(self) -> list[Span]:
        """Return what the mask makes of the score."""
        report = self.report
        if report.hidden:
            words = QCoreApplication.translate(
                "LedgerText", "“{query}” may not see “{key}”: the score {score} becomes {result}"
            )
        else:
            words = QCoreApplication.translate("LedgerText", "“{query}” may see “{key}”: the score stays {result}")
        fields = {"query": token_name(self.tokens, report.row), "key": token_name(self.columns, report.column)}
        fields["score"] = self._number(report.score)
        return _filled(words, self._number(float(report.scores[report.column])), fields)

    def largest(self) -> str:
        """Return the largest score, which is subtracted, and how many tokens are left out."""
        report = self.report
        words = QCoreApplication.translate(
            "LedgerText", "The row's largest visible score, {score} ({token}), is subtracted from each."
        )
        token = token_name(self.columns, report.largest)
        said = words.format(score=self._number(float(report.scores[report.largest])), token=token)
        hidden = len(report.visible) - int(np.count_nonzero(report.visible))
        if hidden:
            words = QCoreApplication.translate("LedgerText", "Hidden tokens: {hidden}. Each counts e^−∞ = 0.")
            said = joined(said, words.format(hidden=f"{hidden:,}"))
        return said

    def total(self) -> list[Span]:
        """Return the sum of the exponentials."""
        words = QCoreApplication.translate("LedgerText", "Total of the row: {result}")
        return _filled(words, self._number(self.report.total), {})

    def weight(self) -> list[Span]:
        """Return the division that gives the cell."""
        report = self.report
        words = QCoreApplication.translate("LedgerText", "{exponential} ÷ {total} = {result}")
        fields = {"exponential": self._number(float(report.exponentials[report.column]))}
        fields["total"] = self._number(report.total)
        return [*self._step(words, report.weight, report.weight_cell, **fields), Span(f" = {self.percent()}", "strong")]

    def contribution(self) -> str:
        """Return what the table of the value shows."""
        words = QCoreApplication.translate(
            "LedgerText",
            "The weight times v of “{key}” goes into the output row of “{query}”, beside the other tokens'.",
        )
        report = self.report
        return words.format(query=token_name(self.tokens, report.row), key=token_name(self.columns, report.column))

    def rest(self, table: Table, adds_up: bool = True) -> str:
        """Return what is folded away; where it is added up as it is written, what that comes to."""
        listing = table.listing
        more = f"{listing.more:,}"
        if not adds_up:
            return QCoreApplication.translate("LedgerText", "… {more} more").format(more=more)
        words = QCoreApplication.translate("LedgerText", "… {more} more add up to {sum}")
        if table.added is None or not np.isfinite(listing.rest):
            return words.format(more=more, sum=self._number(listing.rest))
        folded = set(listing.folded.tolist())
        away = np.array([place for place in listing.places.tolist() if place not in folded], dtype=np.intp)
        total = shown_sum(table.columns[table.added][away].tolist(), self.decimals)
        return words.format(more=more, sum=written(total, self.decimals))

    # The tables

    def products(self) -> Table:
        """Return the products, dimension by dimension."""
        report = self.report
        dimension = QCoreApplication.translate("LedgerText", "Dim.")
        columns = (report.query, report.key, report.products)
        return Table((dimension, "q", "k", "q · k"), None, columns, report.dot_listing(self.largest_first), added=2)

    def exponentials(self) -> Table:
        """Return the row's scores and exponentials, token by token."""
        report = self.report
        headers = (
            QCoreApplication.translate("LedgerText", "Token"),
            QCoreApplication.translate("LedgerText", "Score"),
            QCoreApplication.translate("LedgerText", "e^(score − largest)"),
        )
        listing = report.row_listing(self.largest_first)
        return Table(headers, self.columns, (report.scores, report.exponentials), listing, report.column)

    def values(self) -> Table:
        """Return what the value adds to the output, dimension by dimension."""
        report = self.report
        headers = (
            QCoreApplication.translate("LedgerText", "Dim."),
            "v",
            QCoreApplication.translate("LedgerText", "weight · v"),
            QCoreApplication.translate("LedgerText", "output row"),
        )
        columns = (report.value, report.added, report.output)
        return Table(headers, None, columns, report.value_listing(self.largest_first))

    def whole(self) -> str:
        """Return everything, unfolded, with tabs between the columns. The last line is the cell of the map."""
        heading = headings()
        lines = [self.pair(), heading[0], *filter(None, [self.turned()]), *self._rows(self.products())]
        lines += [self.rounding(), heading[1]]
        lines += [*filter(None, [self.lost()]), _words(self.sum())]
        lines += [
            heading[2],
            *filter(None, [self.bias()]),
            _words(self.division()),
            heading[3],
            _words(self.mask()),
            heading[4],
            self.largest(),
        ]
        lines += [*self._rows(self.exponentials()), _words(self.total()), heading[5], _words(self.weight())]
        lines += [heading[6], self.contribution(), *self._rows(self.values()), self.verdict()]
        cell = number(self.report.weight_cell, self.decimals, plain=True)
        lines.append("\t".join((self.pair(), cell, self.percent())))
        return _clean("\n".join(lines))

    def _rows(self, table: Table) -> list[str]:
        """Return a table, a line of text for each row."""
        columns = [column.tolist() for column in table.columns]
        lines = ["\t".join(table.headers)]
        for entry in table.listing.places.tolist():
            numbers = (table.number(at, of[entry], self.decimals, plain=True) for at, of in enumerate(columns))
            lines.append("\t".join((" ".join(table.name(entry).split()), *numbers)))
        return lines

    def _number(self, value: float) -> str:
        return number(value, self.decimals)

    def _step(self, template: str, exact: float, cell: float, **fields: str) -> list[Span]:
        """Return a step that ends at a number of the map, in bold: said twice where its 32 bits read differently."""
        long, short = self._number(exact), self._number(cell)
        if long != short:
            words = QCoreApplication.translate("LedgerText", "{exact}, in the 32 bits of the map {result}")
            template = template.replace("{result}", words.replace("{exact}", long))
        return _filled(template, short, fields)


def _filled(template: str, result: str, fields: dict[str, str]) -> list[Span]:
    """Return `template` with its fields, and {result} in bold."""
    before, _, after = template.partition("{result}")
    spans = [Span(before.format(**fields)), Span(result, "strong"), Span(after.format(**fields))]
    return [span for span in spans if span.text]


def _words(spans: Sequence[Span]) -> str:
    return "".join(span.text for span in spans)


def _clean(text: str) -> str:
    return text.translate({ord(ISOLATE): None, ord(END_ISOLATE): None, ord(_NBSP): " "})
