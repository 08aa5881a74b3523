"""The heat map seen through a lens: zooming and panning, without saying with what. Must not listen to mouse or keys."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from attnviz.views import heatmap_zoom
from attnviz.views.heatmap_canvas import HeatmapCanvas
from attnviz.views.heatmap_layout import HeatmapLayout
from attnviz.views.heatmap_picture import Viewport

_AROUND = 5  # rows and columns that `zoom_to` shows


class HeatmapLens(HeatmapCanvas):
    """A heat map of which a part can be looked at.

    Signals: none.
    """

    def zoom_to(self, row: int, column: int | None) -> None:
        """Look at the five rows and columns round a cell, or at all columns of five rows if `column` is None.

        A cell that is not on the map is taken as the nearest one; without a map nothing happens.
        """
        rows, columns = self._content.shape
        if rows and columns:
            whole = heatmap_zoom.everything(rows, columns)
            row, column = max(0, min(row, rows - 1)), None if column is None else max(0, min(column, columns - 1))
            self._look_at(heatmap_zoom.around(whole, row, column, _AROUND, rows, columns))

    def show_everything(self) -> None:
        """Look at the whole map again."""
        self._look_at(heatmap_zoom.everything(*self._content.shape))

    def _look_at(self, view: Viewport) -> None:
        if view != self._view:
            self._view, self._arranged = view, None
            self._view_moved()
        self.update()

    def _view_moved(self) -> None:
        """Called when another part of the map is on the screen."""

    def _zoom(self, factor: float, about: QPointF) -> None:
        """Show `factor` times as many cells a side, keeping the cell at `about` where it is."""
        layout, (rows, columns) = self.layout_now(), self._content.shape
        if layout is None:
            return
        row_at = min(1.0, max(0.0, (about.y() - layout.area.top()) / layout.area.height()))
        column_at = min(1.0, max(0.0, (about.x() - layout.area.left()) / layout.area.width()))
        factor = min(factor, float(max(rows, columns)))
        self._look_at(heatmap_zoom.zoomed(self._view, factor, row_at, column_at, rows, columns))

    def _pan(self, start: Viewport, moved: QPointF, layout: HeatmapLayout) -> None:
        """Look at `start`, moved by so many pixels."""
        down, right = round(moved.y() / layout.pitch_y), round(moved.x() / layout.pitch_x)
        self._look_at(heatmap_zoom.panned(start, down, right, *self._content.shape))

    def _middle(self) -> QPointF:
        """Return what the keys zoom about: the pinned cell if it is to be seen, else the middle of the map."""
        pin, layout = self._pinned(), self.layout_now()
        if layout is None:
            return QPointF()
        if pin is not None and self._view.holds(pin[0], pin[1] or 0):
            return layout.cell_rect(pin[0], pin[1] or 0).center()
        return layout.area.center()

    def _zoomed_in(self) -> bool:
        return (self._view.rows, self._view.columns) != self._content.shape
