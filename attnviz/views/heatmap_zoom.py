"""Which part of a large map is on the screen, and how zooming and panning change it. Must not know widgets."""

from __future__ import annotations

from attnviz.views.heatmap_picture import Viewport

SMALLEST = 4  # cells a side when zoomed in all the way


def everything(rows: int, columns: int) -> Viewport:
    """Return the viewport that shows the whole map."""
    return Viewport(0, 0, rows, columns)


def zoomed(view: Viewport, factor: float, row_at: float, column_at: float, rows: int, columns: int) -> Viewport:
    """Return `view` with `factor` times as many cells a side, keeping the point (`row_at`, `column_at`) where it is.

    The point is a fraction (0 to 1) of the visible part. At least 4 cells stay, at most all of `rows` by `columns`.
    """
    first_row, tall = _zoomed_side(view.first_row, view.rows, factor, row_at, rows)
    first_column, wide = _zoomed_side(view.first_column, view.columns, factor, column_at, columns)
    return Viewport(first_row, first_column, tall, wide)


def around(view: Viewport, row: int, column: int | None, span: int, rows: int, columns: int) -> Viewport:
    """Return a viewport of `span` rows and columns with the cell in the middle; a column of None keeps the columns."""
    tall, wide = min(span, rows), min(span, columns)
    first_row = _clamp(row - tall // 2, 0, rows - tall)
    if column is None:
        return Viewport(first_row, view.first_column, tall, view.columns)
    return Viewport(first_row, _clamp(column - wide // 2, 0, columns - wide), tall, wide)


def panned(view: Viewport, down: int, right: int, rows: int, columns: int) -> Viewport:
    """Return `view` moved by whole cells, stopped at the edges of the map."""
    first_row = _clamp(view.first_row + down, 0, rows - view.rows)
    first_column = _clamp(view.first_column + right, 0, columns - view.columns)
    return Viewport(first_row, first_column, view.rows, view.columns)


def holding(view: Viewport, row: int, column: int | None, rows: int, columns: int) -> Viewport:
    """Return `view` moved just so far that the cell (or the row, if `column` is None) is on the screen."""
    down = _needed(row, view.first_row, view.rows)
    right = 0 if column is None else _needed(column, view.first_column, view.columns)
    return panned(view, down, right, rows, columns)


def _zoomed_side(first: int, count: int, factor: float, at: float, total: int) -> tuple[int, int]:
    wanted = round(count * factor)
    if wanted == count:
        wanted += 1 if factor > 1 else -1
    size = _clamp(wanted, min(SMALLEST, total), total)
    return _clamp(round(first + at * (count - size)), 0, total - size), size


def _needed(position: int, first: int, count: int) -> int:
    return min(0, position - first) + max(0, position - (first + count - 1))


def _clamp(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))
