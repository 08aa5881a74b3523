"""What a change did to every row, as a list model whose items are plain sentences.

It keeps the counts it is given and finds the words; it must not compare outputs or draw.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from attnviz.views.token_picker import short_token
from attnviz.views.verdict_label import Array, short_number

AnyIndex: TypeAlias = QModelIndex | QPersistentModelIndex


class RowModel(QAbstractListModel):
    """One item per row; its text is the whole plain sentence. Signals: those of QAbstractListModel."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.same_badge = self.tr("same")
        self._moved_words = self.tr("{moved} of {width} moved")
        self.tokens: tuple[str, ...] = ()
        self.moved: list[int] = []
        self.largest: list[float] = []
        self.width = 0
        self.changed = 0

    def show_rows(self, moved: Array, largest: Array, width: int, index: int) -> None:
        """Take new counts; keeps the place the person has scrolled to where the number of rows is the same."""
        same_length = len(moved) == len(self.moved)
        if not same_length:
            self.beginResetModel()
        self.moved, self.largest = moved.tolist(), largest.tolist()
        self.width, self.changed = width, index
        if not same_length:
            self.endResetModel()
        elif self.moved:
            self.dataChanged.emit(self.createIndex(0, 0), self.createIndex(len(self.moved) - 1, 0))

    def token(self, row: int) -> str:
        """Return the token of `row`, cut where it is very long."""
        return short_token(self.tokens[row]) if row < len(self.tokens) else ""

    def badge(self, row: int) -> str:
        """Return “same” or “k of d moved”."""
        return self.moved_badge(self.moved[row]) if self.moved[row] else self.same_badge

    def moved_badge(self, moved: int) -> str:
        """Return “k of d moved” for `moved` values."""
        return self._moved_words.format(moved=f"{moved:,}", width=f"{self.width:,}")

    def sentence(self, row: int) -> str:
        """Return all there is to say about `row`."""
        if self.moved[row] == 0:
            return self.tr("{token}: same").format(token=self.token(row))
        return self.tr("{token}: {moved} of {width} values moved, largest change {largest}").format(
            token=self.token(row),
            moved=f"{self.moved[row]:,}",
            width=f"{self.width:,}",
            largest=short_number(self.largest[row]),
        )

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        """Return the number of rows."""
        return 0 if parent is not None and parent.isValid() else len(self.moved)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the sentence of a row, for the eye, the tooltip and the screen reader."""
        roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
        return self.sentence(index.row()) if index.isValid() and role in roles else None
