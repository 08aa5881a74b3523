"""The buttons that pin a picture as A, change A and B round, and let A go; two rows of them in a narrow panel.

They say what was pressed; they must not know what a picture is.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMargins, Signal
from PySide6.QtGui import QFontInfo, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from attnviz.views.flow_layout import FlowLayout


class CompareBar(QWidget):
    """Pin as A, Swap A and B, Clear.

    Signals: reference_pinned(); reference_swapped(); reference_cleared().
    """

    reference_pinned = Signal()
    reference_swapped = Signal()
    reference_cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("compare_bar")
        self.setAccessibleName(self.tr("Pin and compare"))
        self._pin = self._button("pin_reference_button", self.tr("Pin as A"), self.tr("Pin the present picture as A"))
        self._swap = self._button(
            "swap_reference_button", self.tr("Swap A and B"), self.tr("Go on with A; B becomes A")
        )
        self._clear = self._button("clear_reference_button", self.tr("Clear"), self.tr("Let A go"))
        self._pin.clicked.connect(self._on_pin_clicked)
        self._swap.clicked.connect(self._on_swap_clicked)
        self._clear.clicked.connect(self._on_clear_clicked)
        self._flow = FlowLayout(self)
        for button in (self._pin, self._swap, self._clear):
            self._flow.addWidget(button)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._measure()

    def show_pinned(self, pinned: bool) -> None:
        """Offer what can be done: without A, only to pin one."""
        self._swap.setEnabled(pinned)
        self._clear.setEnabled(pinned)

    def show_able(self, able: bool) -> None:
        """Offer to pin only if there is a picture."""
        self._pin.setEnabled(able)

    def _button(self, name: str, words: str, tip: str) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.setAccessibleName(words)
        button.setAccessibleDescription(tip)
        button.setToolTip(tip)
        return button

    def _on_pin_clicked(self) -> None:
        self.reference_pinned.emit()

    def _on_swap_clicked(self) -> None:
        self.reference_swapped.emit()

    def _on_clear_clicked(self) -> None:
        self.reference_cleared.emit()

    def _measure(self) -> None:
        em, gap = QFontInfo(self.font()).pixelSize(), round(0.5 * QFontInfo(self.font()).pixelSize())
        self._flow.set_measures(max(round(5 * em), self._pin.minimumSizeHint().width()), gap, gap, QMargins(0, 0, 0, 0))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size and the style."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_flow"):
            self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the rows that the new width needs."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._flow.invalidate()
            self.updateGeometry()
