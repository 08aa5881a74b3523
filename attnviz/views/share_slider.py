"""A word, a slider and the figure it stands for. It says what was chosen; it must not know what the number is for."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QWidget


class _Slider(QSlider):
    """A slider that leaves the wheel to the scrolling panel until it has the focus. Signals: those of QSlider."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the wheel into steps only where the person is working."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ShareSlider(QWidget):
    """A slider over whole steps, each of which stands for a number.

    Signals: number_chosen(float).
    """

    number_chosen = Signal(float)

    def __init__(
        self, name: str, words: str, steps: tuple[int, int], one: float, shown: Callable[[float], str],
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        """name: the slider's objectName; steps: least and most; one: worth of a step; shown: how a number reads."""
        super().__init__(parent)
        self._one, self._shown = one, shown
        self._slider = _Slider(Qt.Orientation.Horizontal, self)
        self._slider.setObjectName(name)
        self._slider.setAccessibleName(words)
        self._slider.setRange(*steps)
        self._slider.setPageStep(max(1, (steps[1] - steps[0]) // 10))
        self._slider.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._words, self._figure = QLabel(words, self), QLabel(self)
        self._words.setBuddy(self._slider)
        self._figure.setObjectName(f"{name}_figure")
        self._figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._words)
        row.addWidget(self._slider, 1)
        row.addWidget(self._figure)
        self._fit()
        self._slider.valueChanged.connect(self._on_value_changed)

    def show_number(self, number: float) -> None:
        """Stand at `number`; one between two steps is written as it is. Says nothing."""
        with QSignalBlocker(self._slider):
            self._slider.setValue(round(number / self._one))
        self._say(number)

    def label_width(self) -> int:
        """Return how wide the word is."""
        return self._words.sizeHint().width()

    def show_label_width(self, width: int) -> None:
        """Give the word this width, so that sliders stand below each other."""
        self._words.setMinimumWidth(width)

    def _on_value_changed(self, value: int) -> None:
        number = round(value * self._one, 10)
        self._say(number)
        self.number_chosen.emit(number)

    def _say(self, number: float) -> None:
        words = self._shown(number)
        self._figure.setText(words)
        self._figure.setAccessibleName(words)
        self._slider.setAccessibleDescription(words)

    def _fit(self) -> None:
        self._figure.setMinimumWidth(self.fontMetrics().horizontalAdvance("100 % "))
        self._slider.setMinimumWidth(self.fontMetrics().horizontalAdvance("M") * 4)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()
