"""Opening, saving and exporting with the person: dialogs, recent files, sentences for what goes wrong.

Dialogs are opened, never run: nothing waits for them. What takes long is made and written by a worker.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QDir, QObject, QRunnable, QThreadPool, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from attnviz.app.reasons import reason as reason
from attnviz.app.settings import Settings
from attnviz.state import saving
from attnviz.state.session import Session

# Called on the window's thread for what needs it; what it returns is called by the worker for the bytes
Maker = Callable[[], Callable[[], bytes]]


class Files(QObject):
    """Moves scenes and exports between the session and the disk.

    Signals: failed(str) with one sentence; told(str) with good news; recent_changed();
    busy_changed(bool) while a worker writes.
    """

    failed = Signal(str)
    told = Signal(str)
    recent_changed = Signal()
    busy_changed = Signal(bool)
    _written = Signal(object, object)

    def __init__(self, session: Session, settings: Settings, window: QWidget) -> None:
        """window: the parent of the dialogs."""
        super().__init__(window)
        self._session, self._settings, self._window = session, settings, window
        self._make: Maker | None = None  # what the open export dialog is for
        self._pool = QThreadPool(self)
        self._written.connect(self._on_written)

    def ask_open(self) -> None:
        """Ask for a file, and open it."""
        dialog = self._dialog(self.tr("Open a scene"), QFileDialog.AcceptMode.AcceptOpen, saving.SUFFIX)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._on_open_selected)
        dialog.open()

    def open(self, path: Path) -> bool:
        """Open a file in place of the scene; undo brings that back. Returns whether it went well."""
        try:
            saved = saving.load(path)
        except saving.UnreadableFile as error:
            self.failed.emit(self.tr("{name} was not opened. {reason}").format(name=path.name, reason=reason(error)))
        except (OSError, ValueError) as error:  # ValueError: a name that no file can have
            self._settings.forget_recent(path)
            self.recent_changed.emit()
            self.failed.emit(self.tr("{name} was not opened: {reason}.").format(name=path.name, reason=reason(error)))
        else:
            self._session.set_scene(saved.scene, path.absolute())
            self._remember(path.absolute())
            return True
        return False

    def save(self) -> None:
        """Save to the scene's own file, or ask for one."""
        if self._session.path is None:
            self.ask_save()
        else:
            self._save_to(self._session.path)

    def ask_save(self) -> None:
        """Ask for a file, and save to it."""
        dialog = self._dialog(self.tr("Save the scene"), QFileDialog.AcceptMode.AcceptSave, saving.SUFFIX)
        if self._session.path is not None:
            dialog.selectFile(str(self._session.path))
        dialog.fileSelected.connect(self._on_save_selected)
        dialog.open()

    def ask_export(self, suffix: str, make: Maker) -> None:
        """Ask for a file, and write what `make` makes to it. suffix: ".png", …"""
        self._make = make
        dialog = self._dialog(self.tr("Export"), QFileDialog.AcceptMode.AcceptSave, suffix)
        name = self._session.path.stem if self._session.path is not None else "attention"
        dialog.selectFile(name + suffix)
        dialog.fileSelected.connect(self._on_export_selected)
        dialog.open()

    def _dialog(self, title: str, mode: QFileDialog.AcceptMode, suffix: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title, QDir.homePath())
        dialog.setObjectName("file_dialog")
        dialog.setAcceptMode(mode)
        dialog.setNameFilters([f"*{suffix}"])
        dialog.setDefaultSuffix(suffix.removeprefix("."))
        recent = self._session.path or next(iter(self._settings.recent), None)
        if recent is not None:
            dialog.setDirectory(str(recent.parent))
        dialog.finished.connect(dialog.deleteLater)
        return dialog

    def _on_open_selected(self, name: str) -> None:
        self.open(Path(name))

    def _on_save_selected(self, name: str) -> None:
        self._save_to(Path(name))

    def _on_export_selected(self, name: str) -> None:
        if self._make is not None:
            self.export(Path(name), self._make)

    def export(self, path: Path, make: Maker) -> None:
        """Write what `make` makes to `path`."""
        try:
            finish = make()
        except ValueError as error:
            self._on_written(path, error)
            return
        self.busy_changed.emit(True)
        self._pool.start(_Export(path, finish, self))

    def wait(self) -> None:
        """Let the worker write to the end."""
        self._pool.waitForDone()

    def _on_written(self, path: Path, error: Exception | None) -> None:
        self.busy_changed.emit(False)
        if error is None:
            self.told.emit(self.tr("{name} is written.").format(name=path.name))
        else:
            self.failed.emit(self.tr("{name} was not written: {reason}").format(name=path.name, reason=reason(error)))

    def _save_to(self, path: Path) -> None:
        try:
            saving.save(path, self._session.scene)
        except (OSError, ValueError) as error:  # ValueError: a name that no file can have
            self.failed.emit(
                self.tr("{name} was not saved: {reason}. Choose another place with Save as.").format(
                    name=path.name, reason=reason(error)
                )
            )
        else:
            self._session.mark_saved(path.absolute())
            self._remember(path.absolute())
            self.told.emit(self.tr("{name} is saved.").format(name=path.name))

    def _remember(self, path: Path) -> None:
        self._settings.add_recent(path)
        self.recent_changed.emit()


class _Export(QRunnable):
    def __init__(self, path: Path, finish: Callable[[], bytes], owner: Files) -> None:
        super().__init__()
        self._task = path, finish
        self._owner = owner

    def run(self) -> None:
        path, finish = self._task
        problem = None
        try:
            saving.write_atomically(path, finish())
        except (OSError, ValueError) as error:
            problem = error
        self._owner._written.emit(path, problem)
