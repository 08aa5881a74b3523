"""The choice of d, the width of a head: a slider over powers of two and a box for any number.

It keeps the two in step and says which d was chosen. It must not know what d does.
"""

from __future__ import annotations

from math import log2

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSlider, QSpinBox, QWidget

from attnviz.views.field_caption import FieldCaption
from attnviz.views.undo_keys import is_undo_or_redo

SMALLEST, LARGEST = 1, 512
FIRST_POWER, LAST_POWER = 1, 9


def nearest_power(d: int) -> int:
    """Return the v from 1 to 9 for which 2^v is nearest to `d` (in ratio)."""
    return min(LAST_POWER, max(FIRST_POWER, round(log2(d))))


class _PowerSlider(QSlider):
    """A slider that also says so when a program sets the value that it already shows.

    It shows 7 for d = 100, the nearest power; `setValue(7)` must still be able to choose 128.
    """

    def sizeHint(self) -> QSize:
        return QSize(round(8 * QFontMetricsF(self.font()).height()), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(round(4 * QFontMetricsF(self.font()).height()), super().minimumSizeHint().height())

    def setValue(self, value: int) -> None:
        same = value == self.value()
        super().setValue(value)
        if same:
            self.valueChanged.emit(value)


class _NumberBox(QSpinBox):
    """A number box that leaves Undo and Redo to the window."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and is_undo_or_redo(event):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_undo_or_redo(event):
            event.ignore()
        else:
            super().keyPressEvent(event)


class DimensionInput(QWidget):
    """A slider over 2, 4 … 512 and a box for any d from 1 to 512.

    Attributes: slider, box, and caption: the label that names d, for the bar to place.
    Signals: dimension_chosen(int), on every change but those by `show_dimension`.
    """

    dimension_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dimension = 64
        self.setObjectName("dimension_input")
        self.setAccessibleName(self.tr("Dimension"))
        self.slider = self._make_slider()
        self.box = self._make_box()
        self.caption = FieldCaption(self.tr("&Dimension"), self)
        self.caption.hide()  # until a bar takes it
        self.caption.setBuddy(self.slider)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.slider, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.box, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setFocusProxy(self.slider)
        self._measure()
        self._name()
        self.slider.valueChanged.connect(self._on_slider_changed)
        self.box.valueChanged.connect(self._on_box_changed)

    def _make_slider(self) -> QSlider:
        slider = _PowerSlider(Qt.Orientation.Horizontal)
        slider.setObjectName("dimension_slider")
        slider.setAccessibleName(self.tr("Dimension, as a power of two"))
        slider.setToolTip(self.tr("d, the number of values in a query or key: 2, 4, 8 … 512"))
        slider.setRange(FIRST_POWER, LAST_POWER)
        slider.setPageStep(1)
        slider.setValue(nearest_power(self._dimension))
        slider.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return slider

    def _make_box(self) -> QSpinBox:
        box = _NumberBox()
        box.setObjectName("dimension_box")
        box.setAccessibleName(self.tr("Dimension"))
        box.lineEdit().setAccessibleName(box.accessibleName())
        box.setToolTip(self.tr("d, any number from 1 to 512"))
        box.setRange(SMALLEST, LARGEST)
        box.setValue(self._dimension)
        return box

    def dimension(self) -> int:
        """Return the d that is shown."""
        return self._dimension

    def show_dimension(self, dimension: int) -> None:
        """Show d; the slider goes to the nearest power of two. Says nothing."""
        self._dimension = min(LARGEST, max(SMALLEST, dimension))
        self.box.setSpecialValueText("")
        if self.box.value() != self._dimension:
            with QSignalBlocker(self.box):
                self.box.setValue(self._dimension)
        power = nearest_power(self._dimension)
        if self.slider.value() != power:
            with QSignalBlocker(self.slider):
                self.slider.setValue(power)
        self._name()

    def show_unknown(self) -> None:
        """Show no d: the numbers come from elsewhere. Says nothing."""
        with QSignalBlocker(self.box):
            self.box.setSpecialValueText("–")
            self.box.setValue(SMALLEST)
        self.caption.show_words(self.tr("Dimension"))

    def _name(self) -> None:
        self.caption.show_words(self.tr("Dimension  d = {d}").format(d=self._dimension))

    def _on_slider_changed(self, power: int) -> None:
        self._choose(2**power)

    def _on_box_changed(self, dimension: int) -> None:
        self._choose(dimension)

    def _choose(self, dimension: int) -> None:
        if dimension != self._dimension:
            self.show_dimension(dimension)
            self.dimension_chosen.emit(dimension)

    def _measure(self) -> None:
        height = QFontMetricsF(self.font()).height()
        self.box.lineEdit().setTextMargins(round(0.5 * height), 0, 0, 0)  # a style sheet's padding does not reach it
        layout = self.layout()
        if layout is not None:
            layout.setSpacing(round(0.4 * height))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.layout() is not None:
            self._measure()
