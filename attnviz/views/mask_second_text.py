"""The second text, of which K and V are made. It says what was typed; it must not split text into tokens."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, Signal
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QLineEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget


class MaskSecondText(QWidget):
    """A switch, and the field that it opens. A text that is switched off comes back when it is switched on again.

    Signals: text_edited(object), the text, or None when it is switched off.
    """

    text_edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("mask_second_text")
        self.setAccessibleName(self.tr("Second text"))
        self._shown: str | None = None  # by the setter
        self._showing = False
        self._switch = QPushButton(self.tr("Second text for K and V"))
        self._switch.setObjectName("second_text_switch")
        self._switch.setAccessibleName(self._switch.text())
        self._switch.setAccessibleDescription(self.tr("Cross-attention: rows are one text, columns the other"))
        self._switch.setToolTip(self._switch.accessibleDescription())
        self._switch.setCheckable(True)
        self._switch.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._field = QLineEdit(self.tr("Le chat était assis sur le tapis"))
        self._field.setObjectName("second_text_input")
        self._field.setAccessibleName(self.tr("Second text"))
        self._field.setPlaceholderText(self.tr("Type the text that is looked at"))
        self._field.setClearButtonEnabled(True)
        self._field.setCursorPosition(0)
        self._field.hide()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._switch)
        self._column.addWidget(self._field)
        self._fit()
        self._switch.toggled.connect(self._on_switched)
        self._field.textChanged.connect(self._on_text_changed)

    def show_text(self, text: str | None) -> None:
        """Show the text, or None for none. Says nothing, and leaves what is being typed alone."""
        with QSignalBlocker(self._switch):
            self._switch.setChecked(text is not None)
        self._field.setVisible(text is not None)
        if text is not None and text != self._shown and text != self._field.text():
            place = self._field.cursorPosition()
            self._showing = True  # not blockSignals: the field's own clear button listens to textChanged
            self._field.setText(text)
            self._showing = False
            self._field.setCursorPosition(min(place, len(self._field.text())) if self._field.hasFocus() else 0)
        self._shown = text

    def _on_switched(self, on: bool) -> None:
        self._field.setVisible(on)
        self.text_edited.emit(self._field.text() if on else None)

    def _on_text_changed(self, text: str) -> None:
        if not self._showing:
            self.text_edited.emit(text)

    def _fit(self) -> None:
        """Take every size from the font."""
        em = QFontInfo(self.font()).pixelSize()
        self._column.setSpacing(round(0.5 * em))
        self._field.setMinimumWidth(8 * em)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_column"):
            self._fit()
