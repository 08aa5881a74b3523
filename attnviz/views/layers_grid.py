"""All heads of all layers as small maps, which are one picture: by layer, or in the order of a score.

What is pointed at and picked is said as a place in that order. Must not compute a weight or a score.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QRect
from PySide6.QtGui import QFontInfo, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QWidget

from attnviz.state.layers_report import Cell, LayersReport
from attnviz.views import theme
from attnviz.views.fonts import scaled_font
from attnviz.views.heads_layout import StripLayout
from attnviz.views.heads_painter import StripPlaces, paint_outlines
from attnviz.views.heads_strip import SMALL, HeadsStrip
from attnviz.views.layers_layout import RowsOfLayers, flow_of_heads, rows_of_layers
from attnviz.views.layers_painter import paint_labels, paint_names, paint_parts


class LayersGrid(HeadsStrip):
    """The small maps. The keys walk as in the strip of one layer, Page up and Page down by layers.

    Signals: those of HeadsStrip; a “head” in them is a place in the report's order.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("layers_grid")
        self.setAccessibleName(self.tr("One small map for each head of each layer"))
        self._order: tuple[Cell, ...] = ()
        self._parts: tuple[int, ...] = ()  # which of the maps stands in each place
        self._layers: tuple[str, ...] = ()  # names, if a row is a layer
        self._heads: tuple[str, ...] = ()
        self._labels: tuple[str, ...] = ()  # of each place, if they stand in the order of a score

    def show_heads(self, report: LayersReport, alone: bool) -> None:
        """Show every head of `report`. alone: the shown one is what is on the large map. Says nothing.

        Nothing is pointed at any more if the heads come to stand in another order.
        """
        self.show_maps(report.maps, report.map_mask)
        labels = () if report.order_name == "layer" else self._scored(report)
        if (report.order, labels) != (self._order, self._labels):
            if report.order != self._order or bool(labels) != bool(self._labels):
                self.show_pointed(-1)
            self._order, self._labels = report.order, labels
            places = {cell: part for part, cell in enumerate(sorted(report.order))}
            self._parts = tuple(places[cell] for cell in report.order)
            layers, heads = (max(cell[side] for cell in report.order) + 1 for side in (0, 1))
            self._layers = tuple(self.tr("L{layer}").format(layer=number + 1) for number in range(layers))
            self._heads = tuple(self.tr("H{head}").format(head=number + 1) for number in range(heads))
            self._layouts.clear()
            self.updateGeometry()
            self.update()
        self.show_head(report.order.index(report.shown), alone)

    def labels(self) -> tuple[str, ...]:
        """Return what is written below each map; nothing while a row is a layer."""
        return self._labels

    def _scored(self, report: LayersReport) -> tuple[str, ...]:
        """Return each head with its score."""
        named, scored = self.tr("L{layer} H{head}"), self.tr("L{layer} H{head} {score}")
        scores = report.scores[report.order_name]
        return tuple(
            (named if math.isnan(scores[cell]) else scored).format(
                layer=cell[0] + 1, head=cell[1] + 1, score=f"{scores[cell]:.2f}"
            )
            for cell in report.order
        )

    def _layout_at(self, width: int) -> StripLayout:
        if width not in self._layouts:
            em = float(QFontInfo(self.font()).pixelSize())
            metrics = QFontMetricsF(scaled_font(self.font(), SMALL))
            words = self._labels or self._layers
            label = math.ceil(max((metrics.horizontalAdvance(word) for word in words), default=0.0))
            arranged = flow_of_heads if self._labels else rows_of_layers
            self._layouts[width] = arranged(self._order, width, em, label, round(metrics.height()))
        return self._layouts[width]

    def _paint(self, painter: QPainter, image: QImage, places: StripPlaces, seen: QRect, look: theme.Theme) -> None:
        """Draw the maps, their names, and what is marked."""
        layout, shown = places.layout, self._shown if self._alone else -1
        paint_parts(painter, image, places, self._parts, seen)
        if isinstance(layout, RowsOfLayers):
            paint_names(painter, places, layout, self._layers, self._heads, shown, look)
        else:
            paint_labels(painter, places, self._labels, shown, seen, look)
        paint_outlines(painter, places, self._marks(), look)
