"""The mask as a small picture, with how much of it can be seen. Must not compute a mask."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from attnviz.experiments.sight import MaskReport
from attnviz.views.column_panel import muted_label
from attnviz.views.mask_words import cell_words, visible_words
from attnviz.views.mini_map import MiniMap
from attnviz.views.span_label import Span, plain

_SIDE = 7.5  # em, of the map


class MaskPicture(QWidget):
    """A small map: visible cells are filled. Pointing at a cell, or walking there with the arrow keys, reads it out.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("mask_picture")
        self.setAccessibleName(self.tr("Picture of the mask"))
        self._report: MaskReport | None = None
        self._tokens: tuple[str, ...] = ()
        self._map = MiniMap(self.tr("Mask: filled cells may be looked at"))
        self._map.setObjectName("mask_map")
        self._map.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._map.cell_hovered.connect(self._on_cell_hovered)
        self._count = QLabel()
        self._count.setObjectName("mask_count")
        self._count.setWordWrap(True)
        self._cell = muted_label("mask_cell")
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(self._count)
        words.addWidget(self._cell)
        words.addStretch(1)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self._map, 1)
        self._row.addLayout(words, 1)
        self._fit()

    def show_report(self, report: MaskReport, tokens: Sequence[str]) -> None:
        """Show the mask of `report`, whose rows are `tokens`. Says nothing."""
        if report is self._report and tuple(tokens) == self._tokens:
            return
        self._report, self._tokens = report, tuple(tokens)
        self._map.show_matrix(report.mask.astype(np.float32), report.mask)
        self._count.setText(visible_words(report))
        self._on_cell_hovered(-1, -1)

    def show_colormap(self, name: str) -> None:
        """Show visible cells in the strongest colour of the map `name`, one of `colormaps.NAMES`."""
        self._map.show_colormap(name)

    def _on_cell_hovered(self, row: int, column: int) -> None:
        report, words = self._report, self.tr("Filled: may be looked at.")
        if report is not None and 0 <= row < len(self._tokens) and 0 <= column < len(report.columns):
            words = cell_words(report, self._tokens, row, column)
        self._cell.setText(words)
        self._map.setAccessibleDescription(f"{self._count.text()}. {plain([Span(words)])}")

    def _fit(self) -> None:
        em = QFontInfo(self.font()).pixelSize()
        self._row.setSpacing(round(0.9 * em))
        self._map.setFixedHeight(round(_SIDE * em))
        self._cell.setMinimumHeight(3 * self.fontMetrics().height())  # so that nothing jumps while pointing

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_row"):
            self._fit()
