"""A table of the ledger: as high as its rows, for the panel scrolls and not the table. Draws only what is in sight.

It shows the table it is given; it must not compute.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QSizePolicy, QTableView, QWidget

from attnviz.views import theme
from attnviz.views.ledger_delegate import LedgerDelegate, LedgerHeader, Lettering
from attnviz.views.ledger_model import AnyIndex, LedgerModel
from attnviz.views.ledger_text import Table

_SMALLEST = 0.7  # how small the type may become before the table scrolls sideways


class LedgerTable(QTableView):
    """Names and numbers in columns; the arrow keys walk.

    Signals: place_reached(QRect), the cell that keys have reached, in the table's own coordinates.
    """

    place_reached = Signal(QRect)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._letters = Lettering(self.font())
        self._needs: list[float] = []  # widths of the columns at full size
        self._rows = LedgerModel(self)
        self._delegate = LedgerDelegate(self._rows, self._letters, self)
        self._header = LedgerHeader(self._letters, self)
        self.setHorizontalHeader(self._header)
        self.setModel(self._rows)
        self.setItemDelegate(self._delegate)
        self._be_plain()
        self._fit()

    def _be_plain(self) -> None:
        rows = self.verticalHeader()
        rows.hide()
        rows.setMinimumSectionSize(1)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizeAdjustPolicy(QTableView.SizeAdjustPolicy.AdjustIgnored)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)

    def show_table(self, table: Table, decimals: int, unfolded: bool) -> None:
        """Show a table, folded or not."""
        self._rows.show_table(table, decimals, unfolded)
        self._measure(table)
        self._fit()

    def texts(self) -> list[list[str]]:
        """Return what the rows in the table say."""
        columns = range(self._rows.columnCount())
        return [[self._rows.text(row, column) for column in columns] for row in range(self._rows.rowCount())]

    # Size

    def _measure(self, table: Table) -> None:
        full = self._letters if self._letters.factor == 1.0 else Lettering(self.font())
        self._needs = [full.width(header, self._rows.widest(column)) for column, header in enumerate(table.headers)]

    def _fit(self) -> None:
        """Give each column its room, with smaller type or by scrolling sideways where there is too little."""
        room, needed = self.viewport().width(), sum(self._needs)
        if self._needs and needed > room:  # a long name is cut before any number gets smaller
            self._needs[0] = max(self._needs[0] - (needed - room), min(self._needs[0], 4.0 * self._letters.em))
            needed = sum(self._needs)
        factor = min(1.0, max(_SMALLEST, room / needed)) if needed else 1.0
        self._use(Lettering(self.font(), factor) if factor != self._letters.factor else self._letters)
        widths = [need * factor for need in self._needs]
        spare = max(0.0, room - sum(widths)) / max(1, len(widths))
        right = 0.0
        for column, width in enumerate(widths):
            left, right = right, right + width + spare
            self.setColumnWidth(column, int(right) - int(left))
        sideways = right >= room + 1
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOn if sideways else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if policy != self.horizontalScrollBarPolicy():
            self.setHorizontalScrollBarPolicy(policy)
        height = round(1.7 * self._letters.plain_metrics.height())
        if self.verticalHeader().defaultSectionSize() != height:
            self.verticalHeader().setDefaultSectionSize(height)
        bar = self.horizontalScrollBar().sizeHint().height() if sideways else 0
        whole = self._header.sizeHint().height() + self._rows.rowCount() * height + bar
        if whole != self.height() or self.minimumHeight() != whole:
            self.setFixedHeight(whole)

    def _use(self, letters: Lettering) -> None:
        if letters is not self._letters:
            self._letters = self._delegate.lettering = self._header.lettering = letters
            self._header.updateGeometry()
            self.viewport().update()

    def sizeHint(self) -> QSize:
        """Return the size of all rows."""
        return QSize(14 * self._letters.em, self.minimumHeight())

    def minimumSizeHint(self) -> QSize:
        """Return the least width: below it, the table scrolls sideways."""
        return QSize(8 * self._letters.em, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._refit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size and the colours."""
        super().changeEvent(event)
        if not hasattr(self, "_header"):
            return
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._use(Lettering(self.font()))
            self._refit()
        self.viewport().update()

    def _refit(self) -> None:
        if self._rows.table is not None:
            self._measure(self._rows.table)
        self._fit()

    # Keys and painting

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        """Tell where the keys are, so that the panel can scroll there."""
        super().currentChanged(current, previous)
        self.viewport().update()
        if self.hasFocus() and current.isValid():
            place = self.visualRect(current)
            self.place_reached.emit(place.translated(self.viewport().pos()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Stand in the first row when Tab comes here for the first time."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._rows.rowCount():
            self.setCurrentIndex(self._rows.index(0, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Ctrl+C to the panel, which copies the whole ledger and not one cell."""
        if event.matches(QKeySequence.StandardKey.Copy):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows in sight in the present colours, and a ring around the row the keys are in."""
        self._delegate.read_colours()
        super().paintEvent(event)
        current = self.currentIndex()
        if not self.hasFocus() or not current.isValid():
            return
        top, height = self.rowViewportPosition(current.row()), self.rowHeight(current.row())
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.current().accent), 2))
        ring = QRectF(QRect(0, top, self.viewport().width(), height)).adjusted(1, 1, -1, -2)
        painter.drawRoundedRect(ring, 0.3 * self._letters.em, 0.3 * self._letters.em)
        painter.end()
