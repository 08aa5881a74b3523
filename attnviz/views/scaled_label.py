"""A label whose type is a multiple of the text size, whatever the style sheet does. Must not know its words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QLabel, QWidget


def scaled_font(font: QFont, factor: float, bold: bool = False) -> QFont:
    """Return `font` at `factor` times its size."""
    scaled = QFont(font)
    scaled.setBold(bold)
    scaled.setPointSizeF(font.pointSizeF() * factor)
    return scaled


class ScaledLabel(QLabel):
    """Plain words in type `factor` times the text size of its parent.

    Signals: none.
    """

    def __init__(self, words: str = "", factor: float = 1.0, bold: bool = False, parent: QWidget | None = None) -> None:
        """words: what it says; factor: times the text size."""
        super().__init__(words, parent)
        self._factor, self._bold = factor, bold
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size; a new style sheet takes a label's own font away, so it is set again."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange, QEvent.Type.ParentChange):
            self._fit()

    def _fit(self) -> None:
        parent = self.parentWidget()
        font = scaled_font(parent.font() if parent is not None else QApplication.font(), self._factor, self._bold)
        if font != self.font():
            self.setFont(font)
