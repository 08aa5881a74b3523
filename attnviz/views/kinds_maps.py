"""Two to four kinds of attention side by side, with one pointer for all of their maps.

It shows the traces it is given and says what was picked, pointed at and chosen; it must not compute.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QFontInfo, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from attnviz.core.kinds.kind import Traced
from attnviz.views.kind_map import KindMap

PLACES: Final = 4
FEWEST: Final = 2  # kinds: the first two places are never empty
_IN_ONE_ROW = 38  # em that four maps need beside each other
_LEAST = 13  # em of two beside each other
_LOWEST, _HIGHEST = 5, 15  # em, of a map


class KindsMaps(QWidget):
    """Four places for kinds: two rows of two, or one row where there is room.

    Signals: kinds_chosen(tuple) of 2 to 4 different keys; cell_pointed(row, column), both -1 when no cell is pointed at
        any more; map_chosen(str), the key, by a click on a map or Enter.
    """

    kinds_chosen = Signal(tuple)
    cell_pointed = Signal(int, int)
    map_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("kinds_maps")
        self.setAccessibleName(self.tr("Kinds of attention, side by side"))
        self._kinds: tuple[str, ...] = ()  # whose maps are shown
        self._picked: tuple[str, ...] = ()  # what the pickers say: their maps come a moment later
        self._pointed = (-1, -1)
        self._shape = (0, 0)
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._views = tuple(KindMap(place, optional=place >= FEWEST) for place in range(PLACES))
        for view in self._views:
            view.kind_chosen.connect(self._on_kind_chosen)
            view.cell_pointed.connect(self._on_cell_pointed)
            view.chosen.connect(self.map_chosen)
        self._fit()

    def show_kinds(self, kinds: Sequence[str], traces: Sequence[Traced]) -> None:
        """Show 2 to 4 `kinds`, with a map for each if there is a trace for each. Says nothing.

        The cell that is pointed at stays where the maps have as many rows and columns as before.
        """
        self._kinds = self._picked = tuple(kinds)
        self._show_picked()
        shape = traces[0].weights.shape if traces else (0, 0)
        kept = self._pointed if shape == self._shape else (-1, -1)
        self._shape = (shape[0], shape[1])
        for place, view in enumerate(self._views):
            key = self._kinds[place] if place < len(self._kinds) else ""
            view.show_kind(key, traces[place] if place < len(traces) else None)
        self._mark(*kept)
        self._fit()

    def show_colormap(self, name: str) -> None:
        """Show unsigned numbers in the colour map `name`, one of `colormaps.NAMES`."""
        for view in self._views:
            view.map.show_colormap(name)

    def pointed(self) -> tuple[int, int]:
        """Return the row and column that are pointed at, or (-1, -1)."""
        return self._pointed

    def numbers(self) -> list[str]:
        """Return the number of each kind in the cell that is pointed at; nothing where no cell is."""
        return [] if self._pointed[0] < 0 else [view.number(*self._pointed) for view in self._views[: len(self._kinds)]]

    def _on_kind_chosen(self, place: int, key: str) -> None:
        """Put a kind in a place. One that stands elsewhere changes places with what was here."""
        kinds = [*self._picked, *[""] * (PLACES - len(self._picked))]
        if key and key in kinds:
            kinds[kinds.index(key)] = kinds[place]
        kinds[place] = key
        before, self._picked = self._picked, tuple(kind for kind in kinds if kind)
        self._show_picked()
        if self._picked != before:
            self.kinds_chosen.emit(self._picked)

    def _show_picked(self) -> None:
        for place, view in enumerate(self._views):
            view.picker.show_kind(self._picked[place] if place < len(self._picked) else "")

    def _on_cell_pointed(self, row: int, column: int) -> None:
        if (row, column) != self._pointed:
            self._mark(row, column)
            self.cell_pointed.emit(row, column)

    def _mark(self, row: int, column: int) -> None:
        self._pointed = (row, column)
        for view in self._views:
            view.show_mark(row, column)

    def _em(self) -> int:
        return QFontInfo(self.font()).pixelSize()

    def _fit(self) -> None:
        """Take the distances from the text size, and the number of columns and the maps' height from the width."""
        em = self._em()
        columns = PLACES if self.width() >= _IN_ONE_ROW * em else 2
        across = gap = round(0.9 * em)
        self._grid.setHorizontalSpacing(across)
        self._grid.setVerticalSpacing(round(0.7 * em))
        if columns != self._columns:
            self._columns = columns
            for place, view in enumerate(self._views):
                self._grid.addWidget(view, place // columns, place % columns)
            for column in range(PLACES):
                self._grid.setColumnStretch(column, 1 if column < columns else 0)
            self.updateGeometry()
        side = (self.width() + gap) // columns - gap
        for view in self._views:
            view.show_side(min(max(side, _LOWEST * em), _HIGHEST * em))

    def minimumSizeHint(self) -> QSize:
        """Return the width of two small maps."""
        return QSize(_LEAST * self._em(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stand in one row if there is room."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_views"):
            self._fit()
