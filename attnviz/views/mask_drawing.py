"""Drawing the mask by hand: the switch, how much was drawn, and how to be rid of it. Must not draw."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMargins, QSignalBlocker, Signal
from PySide6.QtGui import QFontInfo, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from attnviz.views.column_panel import muted_label
from attnviz.views.flow_layout import FlowLayout


class MaskDrawing(QWidget):
    """Two buttons and a count.

    Signals: drawing_switched(bool); cells_cleared().
    """

    drawing_switched = Signal(bool)
    cells_cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("mask_drawing")
        self.setAccessibleName(self.tr("Drawn by hand"))
        self._switch = QPushButton(self.tr("Draw on the map"))
        self._switch.setObjectName("draw_button")
        self._switch.setAccessibleName(self._switch.text())
        self._switch.setAccessibleDescription(self.tr("A click, a drag or Space on the large map turns cells"))
        self._switch.setToolTip(self._switch.accessibleDescription())
        self._switch.setCheckable(True)
        self._clear = QPushButton(self.tr("Clear drawn cells"))
        self._clear.setObjectName("clear_cells_button")
        self._clear.setAccessibleName(self._clear.text())
        self._count = muted_label("drawn_cells_count")
        self._count.setWordWrap(False)
        self._flow = FlowLayout(self)
        self._flow.addWidget(self._count)
        for button in (self._switch, self._clear):
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            self._flow.addWidget(button)
        self._fit()
        self.show_count(0)
        self._switch.toggled.connect(self.drawing_switched)
        self._clear.clicked.connect(self.cells_cleared)

    def show_count(self, count: int) -> None:
        """Show how many cells were drawn. Says nothing."""
        words = self.tr("Drawn by hand: no cells") if not count else self.tr("Cells drawn by hand: {count}")
        self._count.setText(words.format(count=f"{count:,}"))
        self._clear.setEnabled(count > 0)

    def show_drawing(self, on: bool) -> None:
        """Show whether the map is being drawn on. Says nothing."""
        with QSignalBlocker(self._switch):
            self._switch.setChecked(on)

    def _fit(self) -> None:
        """Take every size from the font."""
        em = QFontInfo(self.font()).pixelSize()
        self._flow.set_measures(40 * em, round(0.4 * em), round(0.4 * em), QMargins())  # the count has a row of its own

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the rows that the new width needs."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._flow.invalidate()
            self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_flow"):
            self._fit()
