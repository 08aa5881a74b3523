"""What the heat map holds: a matrix with its labels, and how it is to be seen. Must not paint, nor lay anything out.

Every setter asks for a new paint and says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtWidgets import QWidget

from attnviz.views import heatmap_zoom, theme
from attnviz.views.colormaps import NAMES, diverging, table
from attnviz.views.heatmap_content import Content, matrix_content, weights_content
from attnviz.views.heatmap_figures import widest_cell_text
from attnviz.views.heatmap_layout import HeatmapLayout
from attnviz.views.heatmap_painter import Backdrop
from attnviz.views.heatmap_picture import Cell, HeatmapPicture, Viewport, whole_percentages


class HeatmapShown(QWidget):
    """Holds weights or another matrix, with a pinned and a pointed-at cell.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = matrix_content(np.zeros((0, 0), np.float32), None, (), (), signed=False)
        self._covered: frozenset[int] = frozenset()
        self._crosshair = False
        self._view = Viewport(0, 0, 0, 0)
        self._pin: Cell | None = None
        self._hovered: Cell | None = None
        self._map = NAMES[0]
        self._drawing = False
        self._drawn: dict[tuple[int, int], bool] = {}  # cells set by hand, True = visible
        self._dimmed: tuple[frozenset[int], frozenset[int]] = frozenset(), frozenset()
        self._backdrop = Backdrop()
        self._arranged: HeatmapLayout | None = None  # None: to be laid out anew

    @property
    def weights(self) -> NDArray[np.float32]:
        """The weights that are shown, (n, m); (0, 0) while another matrix is."""
        return self._content.given if self._content.attention else np.zeros((0, 0), np.float32)

    @property
    def values(self) -> NDArray[np.float32]:
        """The matrix that is shown, (n, m), whichever it is."""
        return self._content.given

    @property
    def limit(self) -> float | None:
        """The magnitude that has the strongest colour in a matrix of plain numbers; None while shares are shown."""
        return self._content.limit

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of the rows."""
        return self._content.row_tokens

    @property
    def columns(self) -> tuple[str, ...]:
        """The labels of the columns: the tokens that are looked at, while weights are shown."""
        return self._content.column_tokens

    @property
    def picture(self) -> HeatmapPicture:
        """What is on the screen, for `heatmap_painter.paint`, without what is only pointed at."""
        return self._picture(None)

    @property
    def viewport(self) -> Viewport:
        """Which part of the map is on the screen."""
        return self._view

    def percentages(self) -> NDArray[np.float64]:
        """Return the whole percentages in the cells, (n, m); NaN where hidden or under 0.1 %, where no number is.

        (0, 0) while a matrix is shown that is not the weights.
        """
        if not self._content.attention:
            return np.zeros((0, 0), np.float64)
        return whole_percentages(self._content.values, self._content.mask)

    def show_weights(
        self,
        weights: NDArray[np.float32],
        scores: NDArray[np.float32] | None,
        mask: NDArray[np.bool_],
        tokens: Sequence[str],
        columns: Sequence[str] | None = None,
    ) -> None:
        """Show the `weights` (n, m) of n `tokens` that look at m `columns`, or at each other; mask: True = visible.

        scores: those behind the weights; None where there are none, as of several heads together.
        Raises ValueError if the shapes do not fit. Another shape ends a zoom.
        """
        self._show_content(weights_content(weights, scores, mask, tokens, columns))

    def show_matrix(
        self,
        values: NDArray[np.float32],
        mask: NDArray[np.bool_] | None,
        row_labels: Sequence[str],
        column_labels: Sequence[str],
        signed: bool,
        limit: float | None = None,
    ) -> None:
        """Show any matrix `values` (n, m). What is not finite, or False in `mask` (n, m), is hidden.

        signed: in a diverging map from -limit to `limit` (None: the largest visible magnitude); else as numbers from 0
        to `limit` in the colours of shares (None: as shares from 0 to 1, in per cent).
        Raises ValueError if the shapes do not fit the labels. Another shape ends a zoom.
        """
        self._show_content(matrix_content(values, mask, row_labels, column_labels, signed, limit))

    def show_covered_rows(self, rows: frozenset[int]) -> None:
        """Show "?" in place of the numbers of `rows`."""
        if rows != self._covered:
            self._covered = rows
            self.update()

    def show_drawn(self, cells: Iterable[tuple[int, int, bool]]) -> None:
        """Mark the cells (row, column, visible) that were set by hand; those that the map lacks wait."""
        drawn = {(row, column): visible for row, column, visible in cells}
        if drawn != self._drawn:
            self._drawn = drawn
            self.update()

    def show_dimmed(self, rows: frozenset[int], columns: frozenset[int]) -> None:
        """Let these rows and columns stand back; those that the map lacks wait."""
        if (rows, columns) != self._dimmed:
            self._dimmed = rows, columns
            self.update()

    def show_crosshair(self, on: bool) -> None:
        """Show thick lines over the pinned and the pointed-at row and column, and numbers as small as can be read."""
        if on != self._crosshair:
            self._crosshair, self._arranged = on, None
            self.update()

    def show_pin(self, cell: tuple[int, int | None] | None) -> None:
        """Show `cell` as pinned: (row, column), or (row, None) for a whole row, or None for nothing."""
        self._pin = cell if cell is None or (cell[1] is not None and cell[1] >= 0) else (cell[0], None)
        self.update()

    def show_colormap(self, name: str) -> None:
        """Show shares in the colour map `name`, one of `colormaps.NAMES`; ValueError for another."""
        table(name, theme.current().dark)
        self._map = name
        self.update()

    def _picture(self, hovered: Cell | None, drawing: bool = False) -> HeatmapPicture:
        look, content = theme.current(), self._content
        return HeatmapPicture(
            weights=content.values,
            mask=content.mask,
            row_tokens=content.row_tokens,
            column_tokens=content.column_tokens,
            table=diverging(look.dark) if content.diverging else table(self._map, look.dark),
            theme=look,
            font=self.font(),
            visible=self._view,
            pinned=self._pinned(),
            hovered=hovered,
            limit=content.limit,
            covered=self._covered,
            crosshair=self._crosshair,
            signed=content.signed,
            drawn=frozenset(self._drawn),
            drawing=drawing and content.masked,
            dimmed_rows=self._dimmed[0],
            dimmed_columns=self._dimmed[1],
        )

    def _show_content(self, content: Content) -> None:
        old, self._content = self._content, content
        self._backdrop.forget()
        same_labels = (content.row_tokens, content.column_tokens) == (old.row_tokens, old.column_tokens)
        if content.shape != old.shape:
            self._view, self._hovered = heatmap_zoom.everything(*content.shape), None
        if not same_labels or not _same_room(content, old):
            self._arranged = None
        self.update()

    def _pinned(self) -> Cell | None:
        """Return the pinned cell if it is on the map; the pin may arrive before the matrix it belongs to."""
        rows, columns = self._content.shape
        if self._pin is None or not 0 <= self._pin[0] < rows:
            return None
        row, column = self._pin
        return row, column if column is not None and column < columns else None


def _same_room(one: Content, other: Content) -> bool:
    """Return whether the numbers of two maps take the same room."""
    if one.limit is None or other.limit is None:
        return one.limit is other.limit
    return widest_cell_text(one.limit, one.signed) == widest_cell_text(other.limit, other.signed)
