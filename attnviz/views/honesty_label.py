"""The strip that says what holds for the numbers on the screen: row sums, hidden cells, origin of the weights.

It words measured facts. It must not measure, and it must not claim what it was not given.
"""

from __future__ import annotations

from math import isfinite

from PySide6.QtWidgets import QWidget

from attnviz.views.span_label import Span, SpanLabel

TOLERANCE = 1e-6  # a row of float32 weights that differs from 1 by no more adds up to 100 %
FACTOR = 0.92


class HonestyLabel(SpanLabel):
    """One line of facts. What does not hold is said in the colour of change.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(FACTOR, parent)
        self.setObjectName("honesty_label")
        self.setAccessibleName(self.tr("What holds"))

    def show_facts(
        self, largest_row_error: float, hidden_not_zero: int, origin: str, hidden: int, blind: int = 0, empty: int = 0
    ) -> None:
        """Show the facts. Says nothing.

        largest_row_error: largest difference of a row's sum from 1.
        hidden: how many cells a row may not see; of these, `hidden_not_zero` are not 0.
        blind: how many rows the mask would leave nothing to see.
        empty: how many rows have nothing left without the first token; the error is that of the others.
        origin: "random", "identity", "demo", "trained" or "arrays"; any other word is shown as it is.
        """
        facts = [self._rows(largest_row_error, empty), self._cells(hidden_not_zero, hidden)]
        if blind:
            facts.append(Span(self.tr("rows that would see nothing: {count}").format(count=f"{blind:,}"), "muted"))
        facts.append(self._origin(origin))
        dot = Span(" · ", "muted")
        self.show_spans([span for fact in facts for span in (dot, fact)][1:])
        tip = self.tr("largest difference from 1: {error}").format(error=f"{largest_row_error:.1e}")
        if tip != self.toolTip():
            self.setToolTip(tip)

    def show_origin(self, origin: str) -> None:
        """Show only where the weights come from, as in `show_facts`. Says nothing."""
        self.show_spans([self._origin(origin)])
        self.setToolTip("")

    def _rows(self, error: float, empty: int) -> Span:
        if not isfinite(error):
            return Span(self.tr("rows do not add up to 100 %"), "moved")
        if error <= TOLERANCE and empty:
            words = self.tr("rows add up to 100 %, except empty ones: {count}")
            return Span(words.format(count=f"{empty:,}"), "muted")
        if error <= TOLERANCE:
            return Span(self.tr("rows add up to 100 %"), "muted")
        return Span(self.tr("rows are off by up to {share} %").format(share=f"{error * 100:.2g}"), "moved")

    def _cells(self, not_zero: int, hidden: int) -> Span:
        if not_zero == 1:
            return Span(self.tr("1 hidden cell is not 0"), "moved")
        if not_zero:
            return Span(self.tr("{count} hidden cells are not 0").format(count=not_zero), "moved")
        return Span(self.tr("hidden cells exactly 0") if hidden else self.tr("no hidden cells"), "muted")

    def _origin(self, origin: str) -> Span:
        words = {
            "random": self.tr("random weights (not trained)"),
            "identity": self.tr("identity weights (not trained)"),
            "demo": self.tr("scores set by hand (not trained)"),
            "trained": self.tr("trained weights"),
            "arrays": self.tr("numbers from outside, shown as they are"),
        }
        return Span(words.get(origin, origin), "muted")
