"""One way of masking: a small map of its weights, its name, and what its rows sum to. Must not compute a weight."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtGui import QFontInfo, QPalette, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from attnviz.views.column_panel import muted_label
from attnviz.views.mini_map import MiniMap

_WHOLE = 1e-6  # a sum this near to 1 is 1, in numbers of 24 bits
_SIDE = 6.5  # em, of the map
_ANY = 16_777_215  # Qt's QWIDGETSIZE_MAX


def percentage(share: float) -> str:
    """Return a share of 1 as a person writes it; only what is whole is called 100 %, only what is nothing 0 %.

    >>> [percentage(share).replace("\\xa0", " ") for share in (0.312, 0.9999, 0.001, 1.0)]
    ['31 %', 'over 99 %', 'under 1 %', '100 %']
    """
    words = "{figure} %"
    if 0.99 < share <= 1.0 - _WHOLE:
        words = QCoreApplication.translate("MaskedMap", "over 99 %")
    elif 0.0 < share < 0.01:
        words = QCoreApplication.translate("MaskedMap", "under 1 %")
    return words.format(figure=f"{100 * max(share, 0.0):.0f}").replace(" ", "\xa0")  # never apart at a line's end


class MaskedMap(QWidget):
    """A map with two lines of words, below it or beside it.

    Signals: row_pointed(int), the row under the pointer or the keys, -1 when there is none any more;
        row_chosen(int), the row that was clicked, or Enter pressed on.
    """

    row_pointed = Signal(int)
    row_chosen = Signal(int)

    def __init__(self, key: str, name: str, parent: QWidget | None = None) -> None:
        """key: what the objectNames begin with; name: of the way of masking."""
        super().__init__(parent)
        self.setObjectName(f"{key}_view")
        self.setAccessibleName(name)
        self._sums: NDArray[np.float64] = np.zeros(0)
        self._row = -1
        self._map = MiniMap(name)
        self._map.setObjectName(f"{key}_map")
        self._map.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._map.cell_hovered.connect(self._on_cell_hovered)
        self._map.clicked.connect(self._on_clicked)
        self._name = muted_label(f"{key}_name", name)
        self._name.setForegroundRole(QPalette.ColorRole.WindowText)
        self._told = muted_label(f"{key}_sums")
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._name)
        words.addWidget(self._told)
        words.addStretch(1)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.addWidget(self._map, 1)
        self._box.addLayout(words, 1)
        self._fit()

    def show_weights(self, weights: NDArray[np.float32], mask: NDArray[np.bool_], sums: NDArray[np.float64]) -> None:
        """Show `weights` (n, n) where `mask` (n, n) is True, and the sums (n,) of the rows. Says nothing."""
        self._map.show_matrix(weights, mask)
        self._sums = sums
        self._told.setMinimumHeight(0)
        self.show_row(-1)

    def show_row(self, row: int) -> None:
        """Light one row and tell its sum; -1: tell the sums of all. Says nothing."""
        self._row = row if row < len(self._sums) else -1
        self._map.show_lit(slice(row, row + 1) if self._row >= 0 else None, None)
        self._tell()

    def show_colormap(self, name: str) -> None:
        """Show the weights in the colour map `name`, one of `colormaps.NAMES`."""
        self._map.show_colormap(name)

    def show_beside(self, beside: bool) -> None:
        """Put the words beside the map, or below it."""
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if direction != self._box.direction():
            self._box.setDirection(direction)
            self._fit()

    def _tell(self) -> None:
        words = ""
        if self._row >= 0:
            words = self.tr("row {place}: {sum}").format(
                place=self._row + 1, sum=percentage(float(self._sums[self._row]))
            )
        elif len(self._sums):
            least, most = percentage(float(self._sums.min())), percentage(float(self._sums.max()))
            if least == most:
                words = self.tr("row sums {sum}").format(sum=least)
            else:
                words = self.tr("row sums {least} … {most}").format(least=least, most=most)
        if words != self._told.text():
            if self._row >= 0:  # what stands below does not move while a person points
                self._told.setMinimumHeight(self._told.height())
            self._told.setText(words)
            self._map.setAccessibleDescription(words)

    def _on_cell_hovered(self, row: int, _column: int) -> None:
        self.row_pointed.emit(row)

    def _on_clicked(self) -> None:
        if self._row >= 0:
            self.row_chosen.emit(self._row)

    def _fit(self) -> None:
        em = QFontInfo(self.font()).pixelSize()
        self._told.setMinimumHeight(0)
        self._box.setSpacing(round(0.4 * em))
        side = round(_SIDE * em)
        self._map.setFixedHeight(side)
        beside = self._box.direction() == QBoxLayout.Direction.LeftToRight
        self._map.setMaximumWidth(side if beside else _ANY)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let go of the height that the words needed at another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._told.setMinimumHeight(0)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_box"):
            self._fit()
