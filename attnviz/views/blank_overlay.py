"""A black sheet over the window, so that the class looks at the teacher. Must not do anything else."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget


class BlankOverlay(QWidget):
    """Covers its parent in black.

    Signals: lifted() when a key or a click asks for the picture again.
    """

    lifted = Signal()

    def __init__(self, parent: QWidget) -> None:
        """Start hidden."""
        super().__init__(parent)
        self.setObjectName("blank_overlay")
        self.setAccessibleName(self.tr("Blank screen: any key shows the picture again"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()
        self._covered = parent
        parent.installEventFilter(self)

    def show_blank(self, blank: bool) -> None:
        """Cover the parent, or show it."""
        self.resize(self._covered.size())
        self.setVisible(blank)
        if blank:
            self.raise_()
            self.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the parent."""
        if event.type() == QEvent.Type.Resize:
            self.resize(self._covered.size())
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it black."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), Qt.GlobalColor.black)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Lift the sheet."""
        self.lifted.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Lift the sheet."""
        self.lifted.emit()
