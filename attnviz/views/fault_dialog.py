"""The dialog for an unexpected error. Must not decide anything: the scene goes on whatever is pressed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget


class FaultDialog(QDialog):
    """Says that something unexpected went wrong, with the details to copy.

    Signals: none of its own; `finished` when *Continue* is pressed.
    """

    def __init__(self, details: str, log_file: str, parent: QWidget | None = None) -> None:
        """details: versions and traceback; log_file: where they were written to."""
        super().__init__(parent)
        self.setObjectName("fault_dialog")
        self.setWindowTitle(self.tr("Something went wrong"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        told = QLabel(
            self.tr(
                "attnviz met an error it did not expect. Your scene is still here, and you can go on.\n"
                "The details are also in {file}"
            ).format(file=log_file)
        )
        told.setWordWrap(True)
        told.setTextFormat(Qt.TextFormat.PlainText)
        told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._details = QPlainTextEdit(details)
        self._details.setReadOnly(True)
        self._details.setTabChangesFocus(True)
        self._details.setObjectName("fault_details")
        self._details.setAccessibleName(self.tr("Details"))
        self._details.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._add_buttons(told)
        self.resize(self.fontMetrics().averageCharWidth() * 90, self.fontMetrics().height() * 22)

    def show_again(self, details: str) -> None:
        """Add another error to the one that is shown."""
        self._details.appendPlainText("\n" + details)

    def _add_buttons(self, told: QLabel) -> None:
        copy = QPushButton(self.tr("Copy details"))
        copy.setObjectName("copy_details_button")
        copy.clicked.connect(self._on_copy)
        go_on = QPushButton(self.tr("Continue"))
        go_on.setObjectName("continue_button")
        go_on.setDefault(True)
        go_on.clicked.connect(self.accept)
        buttons = QDialogButtonBox()
        buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(go_on, QDialogButtonBox.ButtonRole.AcceptRole)
        column = QVBoxLayout(self)
        for part in (told, self._details, buttons):
            column.addWidget(part)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._details.toPlainText())
