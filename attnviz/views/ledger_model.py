"""A table of the ledger as an item model: texts are made only for the cells that are looked at.

It keeps the numbers it is given and writes them; it must not draw or compute.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from attnviz.views.heatmap_text import shown
from attnviz.views.ledger_text import Table

AnyIndex: TypeAlias = QModelIndex | QPersistentModelIndex
_MEASURED = 64  # names that are looked at to find the widest
_LONGEST = 3  # of them that are measured


class LedgerModel(QAbstractTableModel):
    """The entries of a table, or those of them that are not folded away. Signals: those of QAbstractTableModel."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table: Table | None = None
        self._decimals = 3
        self._entries: list[int] = []

    def show_table(self, table: Table, decimals: int, unfolded: bool) -> None:
        """Take a new table; the place of the person stays where the number of rows does."""
        places = table.listing.places if unfolded else table.listing.folded
        old = self.table
        same = old is not None and old.headers == table.headers and len(places) == len(self._entries)
        if not same:
            self.beginResetModel()
        self.table, self._decimals, self._entries = table, decimals, places.tolist()
        if not same:
            self.endResetModel()
        elif self._entries:
            last = self.index(len(self._entries) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def text(self, row: int, column: int) -> str:
        """Return what a cell says: a name in column 0, a number in the others."""
        if self.table is None:
            return ""
        entry = self._entries[row]
        if column == 0:
            return shown(self.table.name(entry))
        return self.table.number(column - 1, float(self.table.columns[column - 1][entry]), self._decimals)

    def is_marked(self, row: int) -> bool:
        """Return whether this row is the one the ledger is about."""
        return self.table is not None and self._entries[row] == self.table.marked

    def widest(self, column: int) -> list[str]:
        """Return texts of which one is the widest of the column, or nearly so."""
        if self.table is None or not self._entries:
            return []
        if column == 0:
            first = [self.text(row, 0) for row in range(min(len(self._entries), _MEASURED))]
            return sorted(first, key=len)[-_LONGEST:]
        numbers = np.asarray(self.table.columns[column - 1], np.float64)[self._entries]
        ends = _widest(numbers, self._decimals)
        return [self.table.number(column - 1, float(value), self._decimals) for value in ends]

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        """Return the number of entries that are not folded away."""
        return 0 if parent is not None and parent.isValid() else len(self._entries)

    def columnCount(self, parent: AnyIndex | None = None) -> int:
        """Return the number of columns, with that of the names."""
        return 0 if self.table is None or (parent is not None and parent.isValid()) else len(self.table.headers)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text of a cell, for the eye and for the screen reader."""
        if not index.isValid():
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.text(index.row(), index.column())
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        """Return what a column is called."""
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal or self.table is None:
            return None
        return self.table.headers[section] if section < len(self.table.headers) else None


def _widest(numbers: NDArray[np.float64], decimals: int) -> list[float]:
    """Return numbers of which one is written the widest: the ends, and the smallest one, if it has an exponent."""
    ends = [float(numbers.max()), float(numbers.min())]
    tiny = numbers[(np.abs(numbers) < 10.0**-decimals) & (numbers != 0)]
    if tiny.size:
        smallest = float(np.abs(tiny).min())
        ends.append(-smallest if (tiny < 0).any() else smallest)
    return ends
