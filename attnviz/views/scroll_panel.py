"""A frame that lets a panel scroll up and down where it doesn't fit. Must not change the panel."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

_LEAST_LINES = 1


class ScrollPanel(QScrollArea):
    """Shows one panel at its full width, and at least at its least height.

    Signals: none of its own.
    """

    def __init__(self, panel: QWidget, parent: QWidget | None = None) -> None:
        """panel: what is shown."""
        super().__init__(parent)
        self.setObjectName(f"{panel.objectName()}_scroll")
        self.setAccessibleName(panel.accessibleName())
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._panel = panel
        self._told = QSize()
        self.setWidget(panel)

    def minimumSizeHint(self) -> QSize:
        """Return the panel's least width, and the height of a few lines."""
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self._panel.minimumSizeHint().width() + bar, _LEAST_LINES * self.fontMetrics().height())

    def sizeHint(self) -> QSize:
        """Return the panel's own."""
        return self._panel.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the panel all the room there is."""
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the panel when it comes to need more or less room."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
            least = self.minimumSizeHint()
            if least != self._told:  # each telling lays out the whole window anew
                self._told = least
                self.updateGeometry()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        # Not `setWidgetResizable`: for a panel with word-wrapped labels that takes the wished height for the least
        self._panel.resize(self.maximumViewportSize().expandedTo(QSize(0, self._panel.minimumSizeHint().height())))
        if self.verticalScrollBar().isVisible():
            self._panel.resize(self.viewport().width(), self._panel.height())
