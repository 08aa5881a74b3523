"""A strip that shows how far a model is loaded, with a way to stop. Hidden when nothing is. Must not load."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from attnviz.views import theme


class LoadingBar(QWidget):
    """What is being loaded, how much of it is there, and “Cancel”; Escape does the same.

    Signals: cancelled().
    """

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("loading_bar")
        self.setAccessibleName(self.tr("Loading"))
        self._label = QLabel()
        self._label.setObjectName("loading_label")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._progress = QProgressBar()
        self._progress.setObjectName("loading_progress")
        self._progress.setAccessibleName(self.tr("Loaded"))
        self._progress.setTextVisible(False)
        self._cancel = QPushButton(self.tr("Cancel"))
        self._cancel.setObjectName("loading_cancel_button")
        self._cancel.setAccessibleName(self.tr("Stop loading"))
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._label)
        self._row.addWidget(self._progress, 1)
        self._row.addWidget(self._cancel)
        self._cancel.clicked.connect(self.cancelled)
        self._measure()
        self.hide()

    def show_loading(self, words: str, percent: int | None) -> None:
        """Show what is going on and how far it is; None: nobody can tell. Says nothing."""
        self._label.setText(words)
        self._progress.setRange(0, 0 if percent is None else 100)
        if percent is not None:
            self._progress.setValue(percent)
        self.setAccessibleDescription(words)
        self.show()

    def show_nothing(self) -> None:
        """Go away. Says nothing."""
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel with Escape when the keys come here."""
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground and a line below it."""
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours.canvas))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(colours.border))
        painter.end()

    def _measure(self) -> None:
        em = QFontMetricsF(self.font()).height()
        self._row.setContentsMargins(round(em), round(0.3 * em), round(0.6 * em), round(0.3 * em))
        self._row.setSpacing(round(0.6 * em))
        self._progress.setMaximumHeight(round(0.7 * em))
