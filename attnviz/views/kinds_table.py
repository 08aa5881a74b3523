"""The chapter's table, filled in by measurement: one row for each kind; each answer with its evidence.

In a narrow panel every row becomes a list of its own. It shows the words it is given; it must not find them.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontInfo, QKeyEvent, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from attnviz.views import theme
from attnviz.views.kinds_cell import GUTTER, PAD, KindsCell
from attnviz.views.kinds_found import FoundRow, headings
from attnviz.views.span_label import Span, SpanLabel

_AS_TABLE = 46  # em from which the columns stand side by side
_COLUMNS = 4
_LEAST = 13  # em
_GAP = 0.7  # em between two lists
_KEYS = Qt.Key


class KindsTable(QWidget):
    """Kinds down, questions across. Tab comes here once, the arrow keys walk from cell to cell.

    Signals: evidence_told(str), how the cell was found that is pointed at, "" for none;
        place_reached(QRect), the cell that keys have reached, in the table's own coordinates.
    """

    evidence_told = Signal(str)
    place_reached = Signal(QRect)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("kinds_table")
        self.setAccessibleName(self.tr("The chapter's table, measured"))
        self._rows: tuple[FoundRow, ...] = ()
        self._wide: bool | None = None
        self._heads = [self._heading(words) for words in headings()]
        self._names: list[SpanLabel] = []
        self._asked: list[list[QLabel]] = []  # the questions again, in front of each answer
        self._cells: list[list[KindsCell]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._fit()

    def show_rows(self, rows: Sequence[FoundRow]) -> None:
        """Show one row for each kind. Says nothing."""
        while len(self._cells) < len(rows):
            self._add_row()
        if len(rows) != len(self._rows):
            self._wide = None
        self._rows = tuple(rows)
        for place, row in enumerate(self._rows):
            self._names[place].show_spans([Span(row.title, "strong")])
            for column, cell in enumerate(row.cells):
                whose = f"{row.title}, {headings()[column]}"
                self._cells[place][column].show_found(cell, whose)
        self._fit()
        self._stand(self._current())

    def cells(self) -> list[list[str]]:
        """Return the words of the table, headings first."""
        words = [[self.tr("kind"), *headings()]]
        words += [
            [row.title, *(cell.text() for cell in cells)] for row, cells in zip(self._rows, self._cells, strict=False)
        ]
        return words

    def text(self) -> str:
        """Return the table as plain text, with tabs between the columns."""
        return "\n".join("\t".join(row) for row in self.cells())

    def cell(self, row: int, column: int) -> KindsCell:
        """Return the widget of one answer."""
        return self._cells[row][column]

    # Building

    def _heading(self, words: str) -> QLabel:
        label = QLabel(words, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        label.hide()
        return label

    def _add_row(self) -> None:
        place = len(self._cells)
        name = SpanLabel(parent=self)
        name.setObjectName(f"kinds_name_{place}")
        self._names.append(name)
        self._asked.append([self._heading(words) for words in headings()])
        cells = [KindsCell(f"kinds_cell_{place}_{column}", self) for column in range(_COLUMNS)]
        for cell in cells:
            cell.told.connect(self._on_told)
            cell.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._cells.append(cells)

    def _arrange(self, wide: bool) -> None:
        """Put everything in its place, as a table or as lists one below the other."""
        self._wide = wide
        while self._grid.takeAt(0) is not None:
            pass
        for column, head in enumerate(self._heads):
            head.setVisible(wide and bool(self._rows))
            if wide:
                self._grid.addWidget(head, 0, column + 1)
        for row in range(self._grid.rowCount()):
            self._grid.setRowMinimumHeight(row, 0)
        for place in range(len(self._cells)):
            shown = place < len(self._rows)
            for part in (self._names[place], *self._cells[place]):
                part.setVisible(shown)
            for label in self._asked[place]:
                label.setVisible(shown and not wide)
            if shown:
                self._place_row(place, wide)
        for column in range(_COLUMNS + 1):
            self._grid.setColumnStretch(column, (3 if column else 2) if wide else (0, 2, 3, 0, 0)[column])

    def _place_row(self, place: int, wide: bool) -> None:
        if wide:
            self._grid.addWidget(self._names[place], place + 1, 0, Qt.AlignmentFlag.AlignVCenter)
            for column, cell in enumerate(self._cells[place]):
                self._grid.addWidget(cell, place + 1, column + 1)
            return
        gap = place * (_COLUMNS + 2)
        self._grid.setRowMinimumHeight(gap, round(_GAP * self._em()))
        self._grid.addWidget(self._names[place], gap + 1, 1, 1, 2)
        for column, cell in enumerate(self._cells[place]):
            self._grid.addWidget(self._asked[place][column], gap + 2 + column, 1)
            self._grid.addWidget(cell, gap + 2 + column, 2)

    # Pointer and keys

    def _on_told(self, told: bool) -> None:
        cell = self.sender()
        if not isinstance(cell, KindsCell):
            return
        if cell.hasFocus():
            self._stand(self._where(cell))
        focused = self.focusWidget()
        if not told and isinstance(focused, KindsCell) and focused.hasFocus():
            cell, told = focused, True
        self.evidence_told.emit(cell.found().evidence if told else "")

    def _where(self, wanted: KindsCell) -> tuple[int, int]:
        return next((r, c) for r, row in enumerate(self._cells) for c, cell in enumerate(row) if cell is wanted)

    def _current(self) -> tuple[int, int]:
        """Return the cell that Tab goes to."""
        for row in range(len(self._rows)):
            for column in range(_COLUMNS):
                if self._cells[row][column].focusPolicy() == Qt.FocusPolicy.StrongFocus:
                    return row, column
        return 0, 0

    def _stand(self, where: tuple[int, int]) -> None:
        """Let Tab go to one cell only."""
        for row, cells in enumerate(self._cells):
            for column, cell in enumerate(cells):
                here = (row, column) == where
                cell.setFocusPolicy(Qt.FocusPolicy.StrongFocus if here else Qt.FocusPolicy.ClickFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk through the cells: as they stand in the table, or through the lists one after the other."""
        key, rows = Qt.Key(event.key()), len(self._rows)
        if not rows or event.modifiers() not in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier):
            super().keyPressEvent(event)
            return
        row, column = self._current()
        down = {_KEYS.Key_Up: -1, _KEYS.Key_Down: 1}.get(key, 0)
        right = {_KEYS.Key_Left: -1, _KEYS.Key_Right: 1}.get(key, 0)
        if key in (_KEYS.Key_Home, _KEYS.Key_End):
            row, column = (0, 0) if key == _KEYS.Key_Home else (rows - 1, _COLUMNS - 1)
        elif down and not self._wide:
            row, column = divmod(min(max(row * _COLUMNS + column + down, 0), rows * _COLUMNS - 1), _COLUMNS)
        elif down or (right and self._wide):
            row, column = min(max(row + down, 0), rows - 1), min(max(column + right, 0), _COLUMNS - 1)
        elif right:
            row = min(max(row + right, 0), rows - 1)  # the same question to the next kind
        else:
            super().keyPressEvent(event)
            return
        self._cells[row][column].setFocus(Qt.FocusReason.OtherFocusReason)
        self.place_reached.emit(self._cells[row][column].geometry())

    # Size and looks

    def _em(self) -> int:
        return QFontInfo(self.font()).pixelSize()

    def _fit(self) -> None:
        em = self._em()
        self._grid.setHorizontalSpacing(round(0.5 * em))
        self._grid.setVerticalSpacing(round(0.1 * em))
        for label in self._heads:
            label.setContentsMargins(round(GUTTER * em), 0, 0, 0)  # above the answers
        for label in (label for labels in self._asked for label in labels):
            label.setContentsMargins(0, round(PAD * em), 0, 0)  # on one line with the answer
        wide = self.width() >= _AS_TABLE * em
        if wide != self._wide:
            self._arrange(wide)
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Return the width of a question and its answer."""
        return QSize(_LEAST * self._em(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Become a table if there is room."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_grid"):
            self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a line above each kind."""
        painter = QPainter(self)
        painter.setPen(QColor(theme.current().border))
        for place in range(len(self._rows)):
            y = self._cells[place][0].y() - 1
            if not self._wide:
                y = self._names[place].y() - round(_GAP * self._em() / 2)
            painter.drawLine(0, y, self.width(), y)
        painter.end()
