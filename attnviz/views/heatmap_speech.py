"""What a screen reader is told of the heat map: the pinned cell or row, or how to draw. Must not listen to keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from attnviz.views import heatmap_content
from attnviz.views.heatmap_content import Content
from attnviz.views.heatmap_drawing import HeatmapDrawing
from attnviz.views.heatmap_readout import Readout
from attnviz.views.heatmap_text import shown

ROWS: Final = 0
COLUMNS: Final = 1


class HeatmapSpeech(HeatmapDrawing):
    """A heat map that says what is pinned whenever that changes.

    Signals: those of its base.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._details: tuple[Sequence[str], Sequence[str]] = (), ()
        self._name_for_readers()

    def show_covered_rows(self, rows: frozenset[int]) -> None:
        """Show "?" in place of the numbers of `rows`; a click on one asks for it to be uncovered."""
        super().show_covered_rows(rows)
        self._describe()

    def readout(self, row: int, column: int) -> Readout:
        """Return what the card says of a cell."""
        told = heatmap_content.readout(self._content, row, column, row in self._covered)
        places = ((self._content.row_tokens, ROWS, row), (self._content.column_tokens, COLUMNS, column))
        found = [(shown(tokens[index]), self._detail(side, index)) for tokens, side, index in places]
        words = self.tr("{token}: {detail}")
        lines = dict.fromkeys(words.format(token=token, detail=detail) for token, detail in found if detail)
        return replace(told, details=tuple(lines))

    def label_readout(self, side: int, index: int) -> Readout | None:
        """Return what the card says of a label, ROWS or COLUMNS; None where there is nothing to say."""
        labels = (self._content.row_tokens, self._content.column_tokens)[side]
        detail = self._detail(side, index)
        return Readout(shown(labels[index]), "", details=(detail,)) if detail else None

    def show_details(self, rows: Sequence[str], columns: Sequence[str]) -> None:
        """Say this, too, of the token of a row or column; "" or no entry: nothing more."""
        if (rows, columns) != self._details:
            self._details = rows, columns
            self._describe()
            self.update()

    def _detail(self, side: int, index: int) -> str:
        details = self._details[side]
        return details[index] if index < len(details) else ""

    def show_drawing(self, on: bool) -> None:
        """Let a click, a drag or Space turn cells between visible and hidden, or no longer."""
        super().show_drawing(on)
        self._describe()

    def show_pin(self, cell: tuple[int, int | None] | None) -> None:
        """Show `cell` as pinned: (row, column), or (row, None) for a whole row, or None for nothing."""
        super().show_pin(cell)
        self._describe()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._name_for_readers()
            self._describe()
        super().changeEvent(event)

    def _show_content(self, content: Content) -> None:
        super()._show_content(content)
        self._describe()

    def _name_for_readers(self) -> None:
        self.setAccessibleName(self.tr("Attention weights"))

    def _describe(self) -> None:
        """Tell a screen reader what is pinned, if that has changed."""
        pin, text = self._pinned(), ""
        if pin is not None and pin[1] is not None:
            text = self.readout(pin[0], pin[1]).sentence()
        elif pin is not None:
            text = self.tr("row of {query}").format(query=shown(self._content.row_tokens[pin[0]]))
            text = ", ".join(filter(None, (text, self._detail(ROWS, pin[0]))))
        else:
            text = self.drawing_hint()
        if text == self.accessibleDescription():
            return
        self.setAccessibleDescription(text)
        if text and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
