"""Which kind of attention stands in one place of the Kinds panel: a drop-down. Must not know the other places."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from attnviz.core.kinds import KINDS
from attnviz.views.kind_words import sentence, title

_LEAST = 4  # letters of a name that are always to be read


class KindsPicker(QComboBox):
    """Every kind there is, and an entry for none where a place may stay empty.

    Signals: kind_chosen(str), the key, "" for none; on every change but those by `show_kind`.
    """

    kind_chosen = Signal(str)

    def __init__(self, place: int, optional: bool, parent: QWidget | None = None) -> None:
        """place: 0 for the first; optional: whether the place may stay empty."""
        super().__init__(parent)
        self.setObjectName(f"kinds_picker_{place}")
        self.setAccessibleName(self.tr("Kind {place}").format(place=place + 1))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_LEAST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaxVisibleItems(12)
        self.setView(QListView(self))
        self.setItemDelegate(QStyledItemDelegate(self))  # so that the style sheet's padding holds in the list
        if optional:
            self.addItem(self.tr("(none)"), "")
        for key in KINDS:
            self.addItem(title(key), key)
            self.setItemData(self.count() - 1, sentence(key), Qt.ItemDataRole.ToolTipRole)
        self._describe()
        self.currentIndexChanged.connect(self._on_index_changed)

    def key(self) -> str:
        """Return the key of the kind that is shown, "" for none."""
        return str(self.currentData() or "")

    def show_kind(self, key: str) -> None:
        """Show the kind `key`, "" for none. Says nothing. Raises ValueError for a key that is not in the list."""
        index = self.findData(key)
        if index < 0:
            raise ValueError(f"no kind is called {key!r}")
        if index != self.currentIndex():
            with QSignalBlocker(self):
                self.setCurrentIndex(index)
            self._describe()

    def _on_index_changed(self, _index: int) -> None:
        self._describe()
        self.kind_chosen.emit(self.key())

    def _describe(self) -> None:
        told = sentence(self.key()) if self.key() else self.tr("One more kind can stand here.")
        self.setToolTip(told)
        self.setAccessibleDescription(told)

    def showPopup(self) -> None:
        """Open a list that is wide enough for its longest entry, however narrow the box is."""
        view = self.view()
        needed = view.sizeHintForColumn(0) + 2 * view.frameWidth() + self.fontMetrics().height()
        view.setMinimumWidth(max(self.width(), needed))
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
