"""The button that starts a long measurement, its progress, and the button that ends it early. Must not measure."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QSizePolicy, QWidget

from attnviz.views.column_panel import muted_label


class MeasureBar(QWidget):
    """“Measure the time”, or a progress bar with “Cancel”.

    Signals: measuring_asked(); measuring_cancelled().
    """

    measuring_asked = Signal()
    measuring_cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("measure_bar")
        self._start = self._button("measure_button", self.tr("Measure the time"))
        self._start.setToolTip(self.tr("Run each kind on 64 to 4,096 made-up tokens and take the time"))
        self._cancel = self._button("measure_cancel_button", self.tr("Cancel"))
        self._cancel.setToolTip(self.tr("Stop measuring; what was measured stays"))
        self._progress = QProgressBar()
        self._progress.setObjectName("measure_progress")
        self._progress.setAccessibleName(self.tr("Measured"))
        self._progress.setTextVisible(False)
        self._count = muted_label("measure_count")
        self._count.setWordWrap(False)
        self._box = QHBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.addWidget(self._start)
        self._box.addWidget(self._progress, 1)
        self._box.addWidget(self._count)
        self._box.addWidget(self._cancel)
        self._box.addStretch(0)
        self._start.clicked.connect(self._on_start_clicked)
        self._cancel.clicked.connect(self._on_cancel_clicked)
        self.show_finished()
        self._fit()

    def show_progress(self, done: int, total: int) -> None:
        """Show that `done` of `total` samples are taken, and offer to cancel. Says nothing."""
        self._progress.setRange(0, max(total, 1))
        self._progress.setValue(done)
        self._count.setText(self.tr("{done} of {total}").format(done=done, total=total))
        self._progress.setAccessibleDescription(self._count.text())
        self._show_running(True)

    def show_finished(self) -> None:
        """Offer to measure. Says nothing."""
        self._show_running(False)

    def running(self) -> bool:
        """Return whether a measurement goes on."""
        return self._start.isHidden()

    def _show_running(self, running: bool) -> None:
        here = self._start if running else self._cancel
        moving = here.hasFocus()
        for part in (self._progress, self._count, self._cancel):
            part.setVisible(running)
        self._start.setVisible(not running)
        if moving:  # the keys stay where they were, not somewhere else in the window
            (self._cancel if running else self._start).setFocus(Qt.FocusReason.OtherFocusReason)

    def _button(self, name: str, words: str) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.setAccessibleName(words)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return button

    def _on_start_clicked(self) -> None:
        self.measuring_asked.emit()

    def _on_cancel_clicked(self) -> None:
        self.measuring_cancelled.emit()

    def _fit(self) -> None:
        self._box.setSpacing(round(0.6 * QFontInfo(self.font()).pixelSize()))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_box"):
            self._fit()
