"""Every row of the output with what a change did to it: sixteen squares, and “same” or how many values moved.

It shows the counts it is given and scrolls through them; it must not compare outputs.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAccessible, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QSizePolicy, QWidget

from attnviz.views.row_delegate import RowDelegate
from attnviz.views.row_model import AnyIndex, RowModel
from attnviz.views.verdict_label import Array

_FEWEST_ROWS = 4  # rows that are in sight however small the panel is


class RowList(QListView):
    """The rows of the output, as high as they need, never less than a few.

    Signals: none of its own.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("row_list")
        self.setAccessibleName(self.tr("Rows"))
        self._rows = RowModel(self)
        self._delegate = RowDelegate(self._rows, self.font(), self)
        self.setModel(self._rows)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self._fit()

    def show_tokens(self, tokens: Sequence[str]) -> None:
        """Name the rows; counts follow with `show_rows`."""
        listed = tuple(tokens)
        if listed != self._rows.tokens:
            self._rows.tokens = listed
            self.viewport().update()

    def show_rows(self, moved: Array, largest: Array, width: int, index: int) -> None:
        """Show how many of `width` values moved in each row, and by how much; `index` is the changed token."""
        before = self._rows.rowCount()
        self._rows.show_rows(moved, largest, width, index)
        if self._rows.rowCount() != before:
            self._fit()

    def dataChanged(self, first: AnyIndex, last: AnyIndex, roles: Sequence[int] = ()) -> None:
        """Repaint. The list's own answer is to lay out all rows again, and their heights never differ."""
        if QAccessible.isActive():
            QAbstractItemView.dataChanged(self, first, last, roles)  # tells the screen reader
        self.viewport().update()

    def _fit(self) -> None:
        """Take at most the height of all rows, at least that of a few."""
        rows, height = self._rows.rowCount(), self._delegate.type.row_height
        self.setMinimumHeight(min(rows, _FEWEST_ROWS) * height)
        self.setMaximumHeight(rows * height)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size of a few rows; the layout gives the rest."""
        return QSize(22 * self._delegate.type.em, self.minimumHeight())

    def minimumSizeHint(self) -> QSize:
        """Return the size of a few rows without their squares."""
        return QSize(12 * self._delegate.type.em, self.minimumHeight())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size and the colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._delegate.show_font(self.font())
            self._fit()
            self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows in sight in the present colours."""
        self._delegate.read_colours()
        super().paintEvent(event)
