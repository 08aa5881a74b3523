"""An encoding of positions as a picture: what is added to x or to the scores, or how far Q and K are turned.

It shows the numbers it is given, and reads the one that is pointed at. It must not compute an encoding.
"""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QEvent
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from attnviz.experiments.positions import PositionReport
from attnviz.views import position_words
from attnviz.views.legend_label import LegendLabel
from attnviz.views.mini_map import MiniMap
from attnviz.views.span_label import Span, SpanLabel

_HIGH = 7.5  # em, of the map


class PositionPicture(QWidget):
    """What it shows, or the number that is pointed at; below it a map and its colours.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("position_picture")
        self.setAccessibleName(self.tr("The encoding as a picture"))
        self._report: PositionReport | None = None
        self._tokens: tuple[str, ...] = ()
        self._map = MiniMap(self.tr("The encoding as a picture"))
        self._map.setObjectName("position_map")
        self._map.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._map.cell_hovered.connect(self._on_cell_hovered)
        self._legend = LegendLabel()
        self._legend.setObjectName("position_legend")
        self._readout = SpanLabel()
        self._readout.setObjectName("position_readout")
        self._readout.setAccessibleName(self.tr("What the picture shows, or the number that is pointed at"))
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        for part in (self._readout, self._map, self._legend):
            self._box.addWidget(part)
        self._fit()

    def show_report(self, tokens: tuple[str, ...], report: PositionReport) -> bool:
        """Show the encoding of `report`, and return whether it has a picture. Says nothing."""
        if report.position != (self._report.position if self._report is not None else ""):
            self._readout.release_height()
        self._report, self._tokens = report, tokens
        words = position_words.caption(report)
        if not words:
            return False
        self._map.setAccessibleDescription(words)
        if report.angles is not None:  # unsigned: half a turn is as far either way
            self._map.show_matrix(np.abs(report.angles), limit=math.pi)
        else:
            values = report.table if report.table is not None else report.bias
            self._map.show_matrix(values if values is not None else np.zeros((0, 0), np.float32), signed=True)
            self._legend.show_signed(self._map.limit)
        self._legend.setVisible(report.angles is None)
        self._on_cell_hovered(-1, -1)
        return True

    def show_colormap(self, name: str) -> None:
        """Show what has no sign in the colour map `name`, one of `colormaps.NAMES`. Says nothing."""
        self._map.show_colormap(name)

    def _on_cell_hovered(self, row: int, column: int) -> None:
        if self._report is None or row < 0 or column < 0:
            self._map.show_lit_rects(())
            words = position_words.caption(self._report) if self._report is not None else ""
            self._readout.show_spans([Span(words, "muted")])
            return
        across, down = slice(row, row + 1), slice(column, column + 1)
        self._map.show_lit_rects(((across, slice(None)), (slice(None), down)))
        self._readout.show_spans([Span(position_words.cell(self._report, self._tokens, row, column))])

    def _fit(self) -> None:
        """Take every size from the font."""
        em = QFontInfo(self.font()).pixelSize()
        self._box.setSpacing(round(0.35 * em))
        self._map.setFixedHeight(round(_HIGH * em))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_box"):
            self._fit()
