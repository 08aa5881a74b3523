"""Asks which of several things in a file of arrays is to be shown: which text of a batch, or which kind of weights.

Must not read the file.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from attnviz.models.problem import plain

_MOST_CHARACTERS = 200  # of a name


class ChoiceDialog(QDialog):
    """One question with an answer to choose: a number where the options are numbers, otherwise a name from a list.

    Signals: chosen(object), one of the options, when it is confirmed; nothing for Cancel.
    """

    chosen = Signal(object)

    def __init__(self, name: str, options: Sequence[str | int], parent: QWidget | None = None) -> None:
        """name: of the file. options: texts of a batch by number, from 0, or the names of the kinds."""
        super().__init__(parent)
        self.setObjectName("choice_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._options = tuple(options)
        self._spin: QSpinBox | None = None
        self._list: QListWidget | None = None
        of_batch = isinstance(self._options[0], int)
        if of_batch:
            self.setWindowTitle(self.tr("Which text?"))
            words = self.tr("{name} holds the weights of {count} texts. Choose the one to be shown.")
        else:
            self.setWindowTitle(self.tr("Which weights?"))
            words = self.tr("{name} holds {count} kinds of weights. Choose those to be shown.")
        told = QLabel(words.format(name=name, count=f"{len(self._options):,}"))
        told.setWordWrap(True)
        told.setTextFormat(Qt.TextFormat.PlainText)
        column = QVBoxLayout(self)
        column.addWidget(told)
        column.addLayout(self._number() if of_batch else self._names())
        column.addWidget(self._buttons())
        self.setAccessibleDescription(told.text())
        self.setMinimumWidth(24 * self.fontMetrics().height())

    def accept(self) -> None:
        """Say what was chosen, and close."""
        index = self._spin.value() - 1 if self._spin is not None else -1
        if self._list is not None:
            index = self._list.currentRow()
        super().accept()
        self.chosen.emit(self._options[index])

    def _number(self) -> QHBoxLayout:
        spin = self._spin = QSpinBox()
        spin.setObjectName("choice_number")
        spin.setRange(1, len(self._options))
        label = QLabel(self.tr("&Text, counted from 1:"))
        label.setBuddy(spin)
        spin.setAccessibleName(self.tr("Text, counted from 1"))
        row = QHBoxLayout()
        row.addWidget(label)
        row.addWidget(spin)
        row.addStretch(1)
        return row

    def _names(self) -> QVBoxLayout:
        names = self._list = QListWidget()
        names.setObjectName("choice_list")
        names.setAccessibleName(self.tr("Kinds of weights"))
        for option in self._options:
            names.addItem(QListWidgetItem(plain(str(option), _MOST_CHARACTERS)))
        names.setCurrentRow(0)
        names.itemDoubleClicked.connect(self.accept)
        column = QVBoxLayout()
        column.addWidget(names)
        return column

    def _buttons(self) -> QDialogButtonBox:
        box = QDialogButtonBox()
        accept = box.addButton(self.tr("Open"), QDialogButtonBox.ButtonRole.AcceptRole)
        accept.setObjectName("choice_open_button")
        cancel = box.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        cancel.setObjectName("choice_cancel_button")
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        return box
