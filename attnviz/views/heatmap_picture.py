"""What a heat map shows, as plain data, and the numbers derived from it. Must not paint.

The window, the exports and the tests all read the same `HeatmapPicture`, so what is exported is what is on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QFont

from attnviz.views.colormaps import CENTRE, Colours
from attnviz.views.theme import Theme

FAINT = 0.001  # a weight under 0.1 % shows no number and no fill

Cell = tuple[int, "int | None"]  # (row, column); column None means the whole row


@dataclass(frozen=True)
class Viewport:
    """Which rows and columns are on the screen; everything unless somebody zoomed in."""

    first_row: int
    first_column: int
    rows: int
    columns: int

    def holds(self, row: int, column: int) -> bool:
        """Return whether the cell is on the screen."""
        return 0 <= row - self.first_row < self.rows and 0 <= column - self.first_column < self.columns


@dataclass(frozen=True, eq=False)
class HeatmapPicture:
    """One heat map: numbers (n, m), mask (n, m) with True = visible, a label per row and column, and the looks.

    Without a `limit` the numbers are shares from 0 to 1, shown as percentages. With one they are numbers from -limit to
    limit, and `table` is a diverging one; or, if not `signed`, numbers from 0 to limit.
    """

    weights: NDArray[np.float32]
    mask: NDArray[np.bool_]
    row_tokens: tuple[str, ...]
    column_tokens: tuple[str, ...]
    table: Colours
    theme: Theme
    font: QFont
    visible: Viewport
    pinned: Cell | None = None
    hovered: Cell | None = None
    limit: float | None = None
    covered: frozenset[int] = frozenset()  # rows whose numbers are not to be seen yet
    crosshair: bool = False  # for a projector: thick lines over row and column, and numbers as small as can be read
    signed: bool = True
    drawn: frozenset[tuple[int, int]] = frozenset()  # cells that were set visible or hidden by hand
    drawing: bool = False  # hidden cells are to look as if they could be clicked
    dimmed_rows: frozenset[int] = frozenset()  # rows and columns that stand back
    dimmed_columns: frozenset[int] = frozenset()

    def shown(self) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Return weights and mask of the visible part only."""
        view = self.visible
        part = np.s_[view.first_row : view.first_row + view.rows, view.first_column : view.first_column + view.columns]
        return self.weights[part], self.mask[part]

    def indices(self, values: NDArray[np.float32]) -> NDArray[np.uint8]:
        """Return for each of some numbers of this map the index of its colour in the table."""
        if self.limit is None:
            return colour_indices(values)
        return signed_indices(values, self.limit) if self.signed else scaled_indices(values, self.limit)

    def covered_here(self) -> list[int]:
        """Return which rows of the visible part are covered, counted from its first row."""
        first, rows = self.visible.first_row, self.visible.rows
        return [row - first for row in sorted(self.covered) if first <= row < first + rows]


def whole_percentages(weights: NDArray[np.float32], mask: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return `weights` as whole percentages; NaN where hidden or under 0.1 %, the cells that show no number.

    A half goes to the even neighbour, as in Python's own rounding, so a sentence made from the same weights agrees.

    >>> whole_percentages(np.array([[0.256, 0.0004]], np.float32), np.array([[True, True]])).tolist()
    [[26.0, nan]]
    """
    numbers = np.rint(weights.astype(np.float64) * 100.0)
    return np.where(mask & (weights >= FAINT), numbers, np.nan)


def colour_indices(weights: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return for each weight in [0, 1] the index of its colour in a table of 256."""
    scaled = weights * np.float32(255.0)
    scaled += np.float32(0.5)
    np.clip(scaled, 0.0, 255.0, out=scaled)
    return scaled.astype(np.uint8)


def scaled_indices(values: NDArray[np.float32], limit: float) -> NDArray[np.uint8]:
    """Return for each number in [0, limit] the index of its colour in a table of 256.

    >>> scaled_indices(np.array([0.0, 1.0, 9.0], np.float32), 2.0).tolist()
    [0, 128, 255]
    """
    return colour_indices(values * np.float32(1.0 / limit) if limit >= 1e-30 else np.zeros_like(values))


def signed_indices(values: NDArray[np.float32], limit: float) -> NDArray[np.uint8]:
    """Return for each number in [-limit, limit] the index of its colour in a diverging table: 1 to 255, 0 at `CENTRE`.

    >>> signed_indices(np.array([-2.0, 0.0, 2.0], np.float32), 2.0).tolist()
    [1, 128, 255]
    """
    scaled = values * np.float32(127.0 / limit) if limit >= 1e-30 else np.zeros_like(values)
    scaled += np.float32(CENTRE + 0.5)
    np.clip(scaled, 1.0, 255.0, out=scaled)
    return scaled.astype(np.uint8)


def largest(values: NDArray[np.float32]) -> float:
    """Return the largest magnitude of the finite numbers of `values`; 0 if there is none.

    >>> largest(np.array([[-2.0, 1.0, -np.inf]], np.float32))
    2.0
    """
    if not values.size:
        return 0.0
    most = max(float(values.max()), -float(values.min()))
    if np.isfinite(most):
        return most
    finite = values[np.isfinite(values)]
    return float(np.abs(finite).max()) if finite.size else 0.0
