"""The chapter's table “why divide by √d”: the strongest weight in row 0 at a few widths. Must not compute a figure."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QFontInfo, QFontMetricsF, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from attnviz.experiments.scaling import RowFigures
from attnviz.views import theme

DECIMALS = 3
_BETWEEN = 0.18  # of a line, between two rows: all of them are to be seen at once


class ScalingTable(QWidget):
    """One row for each width: d, not divided, divided by √d.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("scaling_table")
        self.setAccessibleName(self.tr("The chapter's table: strongest weight in row 0"))
        self._shown: tuple[RowFigures, ...] = ()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        for column, words in enumerate((self.tr("d"), self.tr("not divided"), self.tr("divided by √d"))):
            heading = self._label(words)
            heading.setForegroundRole(QPalette.ColorRole.PlaceholderText)
            self._grid.addWidget(heading, 0, column)
            self._grid.setColumnStretch(column, int(column > 0))
        self._fit()

    def show_rows(self, rows: Sequence[RowFigures]) -> None:
        """Show one row for each of `rows`. Says nothing."""
        if tuple(rows) == self._shown:
            return
        self._shown = tuple(rows)
        for place, row in enumerate(self._shown, start=1):
            for column, words in enumerate((str(row.d), f"{row.plain:.{DECIMALS}f}", f"{row.divided:.{DECIMALS}f}")):
                self._cell(place, column).setText(words)
        for place in range(len(self._shown) + 1, self._grid.rowCount()):
            for column in range(3):
                self._cell(place, column).setText("")
        self.setAccessibleDescription("; ".join(self._sentence(row) for row in self._shown))

    def cells(self) -> list[list[str]]:
        """Return the words of every row, headings first."""
        return [[self._cell(row, column).text() for column in range(3)] for row in range(len(self._shown) + 1)]

    def _sentence(self, row: RowFigures) -> str:
        words = self.tr("d = {d}: {plain} not divided, {divided} divided")
        return words.format(d=row.d, plain=f"{row.plain:.{DECIMALS}f}", divided=f"{row.divided:.{DECIMALS}f}")

    def _cell(self, row: int, column: int) -> QLabel:
        """Return the label in a cell, made when it is first needed."""
        item = self._grid.itemAtPosition(row, column)
        found = item.widget() if item is not None else None
        if isinstance(found, QLabel):
            return found
        made = self._label("")
        self._grid.addWidget(made, row, column)
        return made

    def _label(self, words: str) -> QLabel:
        label = QLabel(words)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        label.setWordWrap(True)
        return label

    def _fit(self) -> None:
        self._grid.setHorizontalSpacing(round(0.8 * QFontInfo(self.font()).pixelSize()))
        self._grid.setVerticalSpacing(max(3, round(_BETWEEN * QFontMetricsF(self.font()).height())))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_grid"):
            self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a line below each row."""
        painter = QPainter(self)
        painter.setPen(QColor(theme.current().border))
        gap = self._grid.verticalSpacing() // 2
        for row in range(len(self._shown)):
            y = self._cell(row, 0).geometry().bottom() + gap  # `cellRect` knows nothing of wrapped words
            painter.drawLine(0, y, self.width(), y)
        painter.end()
