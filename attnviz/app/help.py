"""The Help menu: the keys, the log's folder, what this is. Must not change anything."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMainWindow, QMessageBox

import attnviz
from attnviz.app import paths
from attnviz.app.files import reason
from attnviz.app.menus import Menus
from attnviz.views.field_caption import without_key


class Help(QObject):
    """Answers the Help menu of a window.

    Signals: failed(str), what is wrong.
    """

    failed = Signal(str)

    def __init__(self, menus: Menus, window: QMainWindow) -> None:
        """window: the parent of the dialogs."""
        super().__init__(window)
        self._menus, self._window = menus, window
        menus.keys.triggered.connect(self._on_keys)
        menus.open_log.triggered.connect(self._on_open_log)
        menus.about.triggered.connect(self._on_about)

    def _on_open_log(self) -> None:
        folder = paths.log_file().parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self.failed.emit(self.tr("{name} can't be opened: {reason}.").format(name=folder, reason=reason(error)))
            return
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            self.failed.emit(self.tr("No program is set up to show folders. The log is in {name}").format(name=folder))

    def _on_keys(self) -> None:
        self._tell(self.tr("Keys"), self._keys_table())

    def _on_about(self) -> None:
        words = self.tr("Computes attention while you type, explains every number and tests every claim bit for bit.")
        self._tell(self.tr("About attnviz"), f"<b>attnviz {attnviz.__version__}</b><p>{words}</p>")

    def _keys_table(self) -> str:
        rows = [
            (self.tr("move the pinned cell (in the heat map)"), "← ↑ → ↓ Home End PgUp PgDn"),
            (self.tr("zoom the heat map, show all of it"), "+ − 0"),
            (self.tr("unpin (in the heat map)"), "Esc"),
            (self.tr("next and previous step, or row (in the presenter)"), "PgDn PgUp → ←"),
            (self.tr("blank, zoom to the row, hide its numbers, panel (in the presenter)"), "B Z H P"),
        ]
        for action in self._menus.with_keys():
            keys = ", ".join(key.toString(key.SequenceFormat.NativeText) for key in action.shortcuts())
            rows.append((without_key(action.text()).rstrip("…"), keys))
        cells = "".join(f"<tr><td>{what}&nbsp;&nbsp;</td><td><b>{keys}</b></td></tr>" for what, keys in rows)
        return f"<table cellpadding='3'>{cells}</table>"

    def _tell(self, title: str, words: str) -> None:
        box = QMessageBox(QMessageBox.Icon.NoIcon, title, words, QMessageBox.StandardButton.Close, self._window)
        box.setObjectName("message_box")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()
