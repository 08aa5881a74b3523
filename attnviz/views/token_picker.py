"""Which token is changed: always the last one, or one that is named with its place.

It lists the tokens it is given, up to a thousand and more, without copying them; it must not split text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QListView,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

_LONGEST = 40  # characters of a token that are listed


def short_token(token: str, longest: int = _LONGEST) -> str:
    """Return `token`, cut with an ellipsis where it is longer than `longest` characters.

    >>> short_token("incomprehensibilities", 8)
    'incompr…'
    """
    return token if len(token) <= longest else token[: longest - 1] + "…"


class TokenModel(QAbstractListModel):
    """The last token, then every token with its place; words are made only for the entries that are looked at.

    Signals: those of QAbstractListModel.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.tokens: tuple[str, ...] = ()

    def show_tokens(self, tokens: tuple[str, ...]) -> None:
        """List `tokens`."""
        self.beginResetModel()
        self.tokens = tokens
        self.endResetModel()

    def first_entry(self) -> str:
        """Return the words of the entry above the tokens."""
        if not self.tokens:
            return self.tr("(last)")
        return self.tr("{token} (last)").format(token=short_token(self.tokens[-1]))

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        """Return the number of entries."""
        if parent is not None and parent.isValid():
            return 0
        return len(self.tokens) + 1

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the words of an entry."""
        if role != Qt.ItemDataRole.DisplayRole or not index.isValid():
            return None
        place = index.row()
        if place == 0 or not self.tokens:
            return self.first_entry()
        return self.tr("{place} {token}").format(place=place, token=short_token(self.tokens[place - 1]))


class TokenInput(QComboBox):
    """A drop-down of tokens; the first entry means “whichever is last”.

    Signals: token_chosen(object), None for the last token, else its index from 0.
    """

    token_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("changed_token_picker")
        self.setAccessibleName(self.tr("Token to change"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(5)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMaxVisibleItems(12)
        entries = QListView(self)
        entries.setUniformItemSizes(True)
        self.setView(entries)
        self._index: int | None = None
        self._tokens = self._new_model()
        self.setModel(self._tokens)
        self.setEnabled(False)
        self.currentIndexChanged.connect(self._on_current_index_changed)

    def _new_model(self) -> TokenModel:
        return TokenModel(self)

    def show_tokens(self, tokens: Sequence[str]) -> None:
        """List `tokens`; does nothing where they are already listed."""
        listed = tuple(tokens)
        if listed == self._tokens.tokens:
            return
        with QSignalBlocker(self):
            self._tokens.show_tokens(listed)
        self.setEnabled(bool(listed))
        self.show_choice(self._index)

    def show_choice(self, index: int | None) -> None:
        """Stand at token `index`, or at the last one for None and for a place the text does not have."""
        self._index = index
        row = index + 1 if index is not None and 0 <= index < len(self._tokens.tokens) else 0
        if row != self.currentIndex():
            with QSignalBlocker(self):
                self.setCurrentIndex(row)

    def _on_current_index_changed(self, row: int) -> None:
        self._index = row - 1 if row > 0 else None
        self.token_chosen.emit(self._index)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the box with its entry elided where there is no room; Qt would cut it off in the middle of a letter."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self).width() - 2
        words = self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)
        option.currentText = words
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
