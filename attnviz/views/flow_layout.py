"""A layout for a bar: one wide item and some fixed ones in a row, or in as many rows as the width asks for.

The first item stretches. While it keeps `least_first` pixels beside the others, all are in one row; else it has a row
of its own and the others flow below it, unless a row less is enough when some stand beside it. It must not know what
the items are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Rows of items, left to right (mirrored where the language runs the other way). Height follows width.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._least_first = 0
        self._row_gap = 0

    def set_measures(self, least_first: int, gap: int, row_gap: int, margins: QMargins) -> None:
        """Set the least width of the first item beside others, the gaps between items and rows, and the margins."""
        self._least_first, self._row_gap = least_first, row_gap
        self.setSpacing(gap)
        self.setContentsMargins(margins)
        self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        """Add an item at the end (Qt calls this)."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, or None beyond the last (Qt asks until None comes)."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take an item out and return it."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Return that the bar grows in width only."""
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        """Return that a narrower bar is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows at this width."""
        return self._arrange(QRect(0, 0, width, 0), place=False)

    def sizeHint(self) -> QSize:
        """Return the size of everything in one row."""
        hints = [item.sizeHint() for item in self._items]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(0, len(hints) - 1)
        height = max((hint.height() for hint in hints), default=0)
        return QSize(width, height).grownBy(self.contentsMargins())

    def minimumSize(self) -> QSize:
        """Return the width of the widest item (others can have their own row) and the height at the present width."""
        margins = self.contentsMargins()
        width = max((item.minimumSize().width() for item in self._items), default=0) + margins.left() + margins.right()
        parent = self.parentWidget()
        return QSize(width, self.heightForWidth(max(width, parent.width() if parent is not None else width)))

    def setGeometry(self, rect: QRect) -> None:
        """Place every item."""
        super().setGeometry(rect)
        self._arrange(rect, place=True)

    def rows(self, width: int) -> list[list[int]]:
        """Return which items stand in which row of `width` pixels (each can shrink to its least size)."""
        widths = [item.minimumSize().width() for item in self._items]
        gap = self.spacing()
        if not widths:
            return []
        alone = [[0], *_flow(range(1, len(widths)), widths, gap, width)]
        widths[0] = self._least_first
        beside = _flow(range(len(widths)), widths, gap, width)
        return beside if len(beside) < len(alone) else alone

    def _arrange(self, rect: QRect, place: bool) -> int:
        """Go through the rows; return the height of all."""
        inner = rect.marginsRemoved(self.contentsMargins())
        y = inner.top()
        for row in self.rows(inner.width()):
            height = max(self._items[index].sizeHint().height() for index in row)
            if place:
                self._place(row, QRect(inner.left(), y, inner.width(), height))
            y += height + self._row_gap
        return y - (self._row_gap if self._items else 0) - rect.top() + self.contentsMargins().bottom()

    def _widths(self, row: list[int], width: int) -> list[int]:
        """Return the widths in a row: what each item wants if there is room; the first item of all takes the rest."""
        spare = width - self.spacing() * (len(row) - 1)
        spare -= sum(self._least_first if index == 0 else self._items[index].minimumSize().width() for index in row)
        widths = []
        for index in row:
            item = self._items[index]
            least = self._least_first if index == 0 else item.minimumSize().width()
            more = 0 if index == 0 else max(0, min(spare, item.sizeHint().width() - least))
            spare -= more
            widths.append(min(width, least + more))
        if row[0] == 0:
            widths[0] = width if len(row) == 1 else widths[0] + max(0, spare)
        return widths

    def _place(self, row: list[int], area: QRect) -> None:
        parent = self.parentWidget()
        mirrored = parent is not None and parent.layoutDirection() == Qt.LayoutDirection.RightToLeft
        x = area.left()
        for index, width in zip(row, self._widths(row, area.width()), strict=True):
            place = QRect(QPoint(x, area.top()), QSize(width, area.height()))
            if mirrored:
                place.moveLeft(area.left() + area.right() - place.right())
            self._items[index].setGeometry(place)
            x += width + self.spacing()


def _flow(indices: Iterable[int], widths: Sequence[int], gap: int, width: int) -> list[list[int]]:
    """Return rows of `indices`, each with as many as have room in `width` pixels."""
    rows: list[list[int]] = []
    free = 0
    for index in indices:
        if rows and widths[index] + gap <= free:
            rows[-1].append(index)
            free -= widths[index] + gap
        else:
            rows.append([index])
            free = width - widths[index]
    return rows
