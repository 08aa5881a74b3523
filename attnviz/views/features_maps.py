"""The exact weights and the estimated ones side by side, with one pointer for both. It must not estimate anything."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFontInfo, QPalette, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from attnviz.experiments.features import FeaturesReport
from attnviz.views.mini_map import MiniMap

_SIDE_BY_SIDE, _LEAST = 12, 11  # em
_LOWEST, _HIGHEST = 6, 9  # em, of a map


class FeaturesMaps(QWidget):
    """Two maps, each above its name, or one below the other where there is little room.

    Signals: cell_pointed(row, column), both -1 when no cell is pointed at any more.
    """

    cell_pointed = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("features_maps")
        self.setAccessibleName(self.tr("Exact and estimated weights"))
        self._pointed = (-1, -1)
        self._shape: tuple[int, ...] = (0, 0)
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._exact = self._add("features_exact", self.tr("Exact softmax"))
        self._estimate = self._add("features_estimate", self.tr("Estimate"))
        self._fit()

    def show_report(self, report: FeaturesReport) -> None:
        """Show both kinds of weights. Says nothing. The cell that is pointed at stays where there is such a cell."""
        kept = self._pointed if report.exact.shape == self._shape else (-1, -1)
        self._shape = report.exact.shape
        self._exact.show_matrix(report.exact, report.mask)
        self._estimate.show_matrix(report.estimate, report.mask)
        self._mark(*kept)

    def show_colormap(self, name: str) -> None:
        """Show the weights in the colour map `name`, one of `colormaps.NAMES`."""
        self._exact.show_colormap(name)
        self._estimate.show_colormap(name)

    def pointed(self) -> tuple[int, int]:
        """Return the row and column that are pointed at, or (-1, -1)."""
        return self._pointed

    def _add(self, key: str, name: str) -> MiniMap:
        made = MiniMap(name)
        made.setObjectName(f"{key}_map")
        made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        made.cell_hovered.connect(self._on_cell_hovered)
        label = QLabel(name)
        label.setObjectName(f"{key}_name")
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        label.setForegroundRole(QPalette.ColorRole.WindowText)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(made)
        column.addWidget(label)
        self._box.addLayout(column, 1)
        return made

    def _on_cell_hovered(self, row: int, column: int) -> None:
        cell = (row, column) if column >= 0 else (-1, -1)
        if cell != self._pointed:
            self._mark(*cell)
            self.cell_pointed.emit(*cell)

    def _mark(self, row: int, column: int) -> None:
        self._pointed = (row, column)
        cross = ((slice(row, row + 1), slice(None)), (slice(None), slice(column, column + 1)))
        for view in (self._exact, self._estimate):
            view.show_lit_rects(cross if row >= 0 else ())

    def _fit(self) -> None:
        """Take the distances from the text size, and the direction and the maps' height from the width."""
        em = QFontInfo(self.font()).pixelSize()
        gap = round(0.8 * em)
        self._box.setSpacing(gap)
        wide = self.width() >= _SIDE_BY_SIDE * em
        direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if direction != self._box.direction():
            self._box.setDirection(direction)
            self.updateGeometry()
        side = (self.width() - gap) // 2 if wide else _LOWEST * em
        for view in (self._exact, self._estimate):
            view.setFixedHeight(min(max(side, _LOWEST * em), _HIGHEST * em))

    def minimumSizeHint(self) -> QSize:
        """Return the width in which they fit."""
        return QSize(_LEAST * QFontInfo(self.font()).pixelSize(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stand side by side if there is room."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_box"):
            self._fit()
