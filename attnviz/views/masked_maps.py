"""The three ways of masking side by side, or one below the other where there is little room. Must not compute."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QFontInfo, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from attnviz.experiments.masking import MaskingReport
from attnviz.views.masked_map import MaskedMap

_SIDE_BY_SIDE, _LEAST = 19, 13  # em


class MaskedMaps(QWidget):
    """The maps of a `MaskingReport`. A row that is pointed at in one is lit in all.

    Signals: row_pointed(int), -1 when no row is pointed at any more; row_chosen(int) by a click or Enter.
    """

    row_pointed = Signal(int)
    row_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("masked_maps")
        self.setAccessibleName(self.tr("Weights, masked in three ways"))
        self._before = MaskedMap("mask_before", self.tr("−∞ before softmax"))
        self._zeroed = MaskedMap("mask_zeroed", self.tr("0 after softmax"))
        self._renewed = MaskedMap("mask_renewed", self.tr("0 after softmax, ÷ row sum"))
        self._row, self._rows = -1, 0
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        for view in self._views():
            self._box.addWidget(view, 1)
            view.row_pointed.connect(self._on_row_pointed)
            view.row_chosen.connect(self.row_chosen)
        self._fit()

    def show_report(self, report: MaskingReport) -> None:
        """Show the three kinds of weights. Says nothing. The row that is pointed at stays if there are as many rows."""
        row = self._row if len(report.before) == self._rows else -1
        self._rows = len(report.before)
        self._before.show_weights(report.before, report.mask, report.before_sums)
        self._zeroed.show_weights(report.zeroed, report.mask, report.zeroed_sums)
        self._renewed.show_weights(report.renewed, report.mask, report.renewed_sums)
        self._light(row)

    def show_colormap(self, name: str) -> None:
        """Show the weights in the colour map `name`, one of `colormaps.NAMES`."""
        for view in self._views():
            view.show_colormap(name)

    def row(self) -> int:
        """Return the row that is pointed at, or -1."""
        return self._row

    def _views(self) -> tuple[MaskedMap, MaskedMap, MaskedMap]:
        return self._before, self._zeroed, self._renewed

    def _on_row_pointed(self, row: int) -> None:
        if row != self._row:
            self._light(row)
            self.row_pointed.emit(row)

    def _light(self, row: int) -> None:
        self._row = row
        for view in self._views():
            view.show_row(row)

    def _fit(self) -> None:
        """Take the distances from the text size, and the direction from the width."""
        em = QFontInfo(self.font()).pixelSize()
        self._box.setSpacing(round(0.7 * em))
        wide = self.width() >= _SIDE_BY_SIDE * em
        direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if direction != self._box.direction():
            self._box.setDirection(direction)
            self.updateGeometry()
        for view in self._views():
            view.show_beside(not wide)

    def minimumSizeHint(self) -> QSize:
        """Return the width in which they fit one below the other."""
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
