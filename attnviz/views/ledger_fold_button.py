"""The button at the fold of a ledger table. Its words never make the panel wider. Must not fold anything itself."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontInfo, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter, QWidget


class FoldButton(QPushButton):
    """Says what is folded away; cut with an ellipsis where there is no room, and whole in the tool tip.

    Signals: those of QPushButton.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_words(self, words: str) -> None:
        """Show what is folded away, or how to fold."""
        if words != self.text():
            self.setText(words)
            self.setAccessibleName(words)
            self.setToolTip(words)

    def minimumSizeHint(self) -> QSize:
        """Return the width of a word or two."""
        return QSize(6 * QFontInfo(self.font()).pixelSize(), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the button with what fits of its words."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self).width()
        option.text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.end()
