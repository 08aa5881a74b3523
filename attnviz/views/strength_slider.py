"""How violently a token is changed: a logarithmic slider from ×1 to ×1000 that says its figure.

It turns slider steps into a factor and back; it must not apply the factor to anything.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QWidget

from attnviz.views.verdict_label import short_number

STEPS = 300  # a hundred steps are a factor of ten


class _Slider(QSlider):
    """A slider that leaves the wheel to the scrolling panel until it has the focus. Signals: those of QSlider."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the wheel into steps only where the person is working."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class StrengthInput(QWidget):
    """The word “Strength”, a slider, and the factor it stands for.

    Signals: strength_chosen(float), the factor from 1 to 1000.
    """

    strength_chosen = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("strength_input")
        self.setAccessibleName(self.tr("Strength of the change"))
        self._slider = _Slider(Qt.Orientation.Horizontal, self)
        self._slider.setObjectName("strength_slider")
        self._slider.setAccessibleName(self.tr("Strength"))
        self._slider.setToolTip(self.tr("The new vector is multiplied by this."))
        self._slider.setRange(0, STEPS)
        self._slider.setSingleStep(10)
        self._slider.setPageStep(100)
        self._slider.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        name = QLabel(self.tr("Strength"), self)
        name.setObjectName("strength_name")
        name.setBuddy(self._slider)
        self._figure = QLabel(self)
        self._figure.setObjectName("strength_figure")
        self._figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(name)
        row.addWidget(self._slider, 1)
        row.addWidget(self._figure)
        self._fit()
        self._say(1.0)
        self._slider.valueChanged.connect(self._on_value_changed)

    def show_strength(self, strength: float) -> None:
        """Stand at `strength`; a factor between two steps is written as it is."""
        inside = min(max(strength, 1.0), 1000.0)
        with QSignalBlocker(self._slider):
            self._slider.setValue(round(100 * math.log10(inside)))
        self._say(inside)

    def _on_value_changed(self, value: int) -> None:
        strength = 10 ** (value / 100)
        self._say(strength)
        self.strength_chosen.emit(strength)

    def _say(self, strength: float) -> None:
        words = self.tr("× {strength}").format(strength=short_number(strength))
        if words != self._figure.text():
            self._figure.setText(words)
            self._figure.setAccessibleName(words)
            self._slider.setAccessibleDescription(words)

    def _fit(self) -> None:
        """Keep the slider still while the figure grows."""
        self._figure.setMinimumWidth(self.fontMetrics().horizontalAdvance("× 1,000 "))
        self._slider.setMinimumWidth(self.fontMetrics().horizontalAdvance("M") * 4)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()
