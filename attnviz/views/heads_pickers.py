"""How many K/V heads the heads share, and what of the heads is on the large map: two lists, and their common form.

They say what was chosen; they must not know what a head computes.
"""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from attnviz.experiments.heads import divisors


class Picker(QComboBox):
    """A drop-down that may be narrower than its entries: the shown one is elided, the list is as wide as they are."""

    def __init__(self, name: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setItemDelegate(QStyledItemDelegate(self))  # so that the style sheet's padding holds in the list
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(4)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaxVisibleItems(12)

    def showPopup(self) -> None:
        """Open the list, as wide as its widest entry."""
        em = QFontMetricsF(self.font()).height()
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + round(1.5 * em))
        super().showPopup()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the box with its entry elided where there is no room; Qt would cut it off in the middle of a letter."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self).width() - 2
        option.currentText = self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the scrolling panel until the person works here."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def show_data(self, data: object) -> None:
        """Stand at the entry of `data`. Says nothing. Raises ValueError if there is none."""
        index = self.findData(data)
        if index < 0:
            raise ValueError(f"there is no entry for {data!r}")
        if index != self.currentIndex():
            with QSignalBlocker(self):
                self.setCurrentIndex(index)
        self.setToolTip(self.currentText())


class KvHeadsPicker(Picker):
    """The numbers of K/V heads that a number of heads can share: all that divide it.

    Signals: kv_heads_chosen(int), on every change but those by `show_kv_heads`.
    """

    kv_heads_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("kv_heads_box", parent)
        self.setAccessibleName(self.tr("Number of K/V heads"))
        self._heads = 0
        self.show_kv_heads(1, 1)
        self.currentIndexChanged.connect(self._on_current_index_changed)

    def show_kv_heads(self, heads: int, kv_heads: int) -> None:
        """Offer what `heads` can share and stand at `kv_heads`. Says nothing.

        Raises ValueError for a number that `heads` cannot share.
        """
        if heads != self._heads:
            self._heads = heads
            with QSignalBlocker(self):
                self.clear()
                for number in divisors(heads):
                    self.addItem(self._words(number), number)
        self.setEnabled(heads > 1)
        self.show_data(kv_heads)

    def _words(self, number: int) -> str:
        if self._heads == 1:
            return "1"
        if number == self._heads:
            return self.tr("{number} MHA · one for each head").format(number=number)
        if number == 1:
            return self.tr("1 MQA · one for all {heads} heads").format(heads=self._heads)
        words = self.tr("{number} GQA · one for {group} heads")
        return words.format(number=number, group=self._heads // number)

    def _on_current_index_changed(self, index: int) -> None:
        if index >= 0:
            self.setToolTip(self.currentText())
            self.kv_heads_chosen.emit(int(self.currentData()))


class HeadsViewPicker(Picker):
    """What of several heads is on the large map.

    Signals: view_chosen(str), "head", "mean", "max" or "entropy", on every change but those by `show_view`.
    """

    view_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("heads_view_picker", parent)
        self.setAccessibleName(self.tr("What the large map shows"))
        for key, words in (
            ("head", self.tr("one head")),
            ("mean", self.tr("mean of all heads")),
            ("max", self.tr("strongest of all heads")),
            ("entropy", self.tr("entropy of each row")),
        ):
            self.addItem(words, key)
        self.currentIndexChanged.connect(self._on_current_index_changed)

    def show_view(self, view: str) -> None:
        """Stand at `view`. Says nothing. Raises ValueError for one that is not in the list."""
        self.show_data(view)

    def _on_current_index_changed(self, index: int) -> None:
        if index >= 0:
            self.setToolTip(self.currentText())
            self.view_chosen.emit(str(self.currentData()))
