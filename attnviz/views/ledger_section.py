"""One step of the ledger: a heading, perhaps a table that folds, and what the step comes to.

It shows the words and the table it is given; it must not compute.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, Signal
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnviz.views.ledger_fold_button import FoldButton
from attnviz.views.ledger_table import LedgerTable
from attnviz.views.ledger_text import Table
from attnviz.views.span_label import Span, SpanLabel


class LedgerSection(QWidget):
    """A heading, a sentence, a table with a button that unfolds it, and a result; what is not given is not there.

    Signals: place_reached(QRect), where keys or folding have led to, in the section's own coordinates.
    """

    place_reached = Signal(QRect)

    def __init__(self, name: str, heading: str, has_table: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"ledger_{name}")
        self.setAccessibleName(heading)
        self._name = name
        self._unfolded = False
        self._shown: tuple[Table, int, str] | None = None
        self._heading = self._label("heading", 1.0)
        self._heading.show_spans([Span(heading, "strong")])
        self._intro = self._label("intro", 0.9)
        self._result = self._label("result", 1.0)
        self._note = self._label("note", 0.9)
        self._table: LedgerTable | None = None
        self._fold: FoldButton | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._heading)
        self._column.addWidget(self._intro)
        if has_table:
            self._add_table(heading)
        self._column.addWidget(self._result)
        self._column.addWidget(self._note)
        self._fit()

    def _label(self, part: str, factor: float) -> SpanLabel:
        label = SpanLabel(factor)
        label.setObjectName(f"ledger_{self._name}_{part}")
        label.hide()
        return label

    def _add_table(self, heading: str) -> None:
        self._table = LedgerTable(heading)
        self._table.setObjectName(f"ledger_{self._name}_table")
        self._table.place_reached.connect(self._on_place_reached)
        self._fold = FoldButton(f"ledger_{self._name}_fold")
        self._fold.clicked.connect(self._on_fold_clicked)
        self._column.addWidget(self._table)
        self._column.addWidget(self._fold)

    def show_words(self, intro: str, result: Sequence[Span], note: str = "") -> None:
        """Show the sentence above the table, the result below it and a note; any may be empty."""
        self._intro.show_spans([Span(intro, "muted")] if intro else [])
        self._result.show_spans(result)
        self._note.show_spans([Span(note, "muted")] if note else [])
        for label in (self._heading, self._intro, self._result, self._note):
            label.setVisible(bool(label.spans()))

    def show_table(self, table: Table, decimals: int, rest: str) -> None:
        """Show a table; rest: what is folded away, in words."""
        self._shown = (table, decimals, rest)
        self._show()

    def table(self) -> LedgerTable:
        """Return the table of a section that has one."""
        assert self._table is not None
        return self._table

    def _show(self) -> None:
        if self._shown is None or self._table is None or self._fold is None:
            return
        table, decimals, rest = self._shown
        self._table.show_table(table, decimals, self._unfolded)
        self._fold.setVisible(table.listing.more > 0)
        words = rest
        if self._unfolded:
            words = self.tr("Show the first {count} only").format(count=len(table.listing.folded))
        self._fold.show_words(words)

    def _on_fold_clicked(self) -> None:
        self._unfolded = not self._unfolded
        self._show()
        if not self._unfolded and self._fold is not None:
            self.place_reached.emit(self._fold.geometry())

    def _on_place_reached(self, place: QRect) -> None:
        assert self._table is not None
        self.place_reached.emit(place.translated(self._table.pos()))

    def _fit(self) -> None:
        self._column.setSpacing(round(0.35 * QFontInfo(self.font()).pixelSize()))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_column"):
            self._fit()
