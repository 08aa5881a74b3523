"""The running scene on disk: there after a close, a crash or a `kill -9`, and two windows never share one.

Each window locks the first free slot: a file, and a lock that the system lets go of when the process ends, however it
ends. Writing goes to a worker. Must not lose a damaged file: it is kept aside and reported.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout
from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal

from attnviz.app.files import reason
from attnviz.state import saving
from attnviz.state.saving import Saved
from attnviz.state.scene import Scene

DELAY: Final = 400  # milliseconds from a change to its writing
_RETRY: Final = 5000  # milliseconds after a failure
_MOST_SLOTS: Final = 100


@dataclass(frozen=True)
class Found:
    """What was there at start: the scene, or what was wrong with its file and where it is kept now."""

    saved: Saved | None = None
    problem: str | None = None
    aside: Path | None = None


class RunningScene(QObject):
    """Keeps the newest scene on disk.

    Signals: failed(str) when it can't be written, with the system's reason; recovered() when it can again.
    """

    failed = Signal(str)
    recovered = Signal()
    _written = Signal(object)

    def __init__(self, folder: Path | None, parent: QObject | None = None) -> None:
        """Lock a slot in `folder`, which is made where it's missing. Without one, or with None, nothing is kept."""
        super().__init__(parent)
        self._lock: FileLock | None = None
        self._path: Path | None = None
        self._newest: tuple[Scene, Path | None] | None = None
        self._writing: tuple[Scene, Path | None] | None = None
        self._failing = False
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._timer = QTimer(self, singleShot=True, interval=DELAY)
        self._timer.timeout.connect(self._write)
        self._written.connect(self._on_written)
        if folder is not None:
            with suppress(OSError):
                self._take_slot(folder)

    def find(self) -> Found:
        """Return what this slot holds. A damaged file is moved aside, so that the start goes on."""
        if self._path is None:
            return Found(problem=self.tr("This scene will not be kept: its folder can't be written to."))
        saving.tidy(self._path)
        try:
            return Found(saved=saving.load(self._path))
        except FileNotFoundError:
            return Found()
        except (saving.UnreadableFile, OSError) as error:
            return self._set_aside(reason(error))

    def keep(self, scene: Scene, document: Path | None) -> None:
        """Write this scene soon; a newer one takes its place."""
        self._newest = scene, document
        if not self._timer.isActive():
            self._timer.start(_RETRY if self._failing else DELAY)

    def close(self) -> None:
        """Write what is still waiting, and let go of the slot."""
        self._timer.stop()
        self._pool.waitForDone()
        if self._newest is not None and self._path is not None:
            with suppress(OSError):
                saving.save(self._path, *self._newest)
        self._newest = None
        if self._lock is not None:
            self._lock.release()

    def _take_slot(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for slot in range(1, _MOST_SLOTS + 1):
            name = "running" if slot == 1 else f"running-{slot}"
            lock = FileLock(folder / f"{name}.lock")
            try:
                lock.acquire(timeout=0)
            except Timeout:
                continue
            self._lock, self._path = lock, folder / f"{name}{saving.SUFFIX}"
            return

    def _set_aside(self, problem: str) -> Found:
        assert self._path is not None
        try:
            return Found(problem=problem, aside=saving.move_aside(self._path))
        except OSError:
            self._path = None  # nothing is written over it
            return Found(problem=problem)

    def _write(self) -> None:
        if self._newest is None or self._path is None:
            return
        if self._writing is not None:  # a slow disk: the newest is written after this one
            self._timer.start()
            return
        self._writing, self._newest = self._newest, None
        self._pool.start(_Job(self._path, *self._writing, self))

    def _on_written(self, error: Exception | None) -> None:
        tried, self._writing = self._writing, None
        if error is not None:
            self._failing = True
            self._newest = self._newest or tried
            self._timer.start(_RETRY)
            self.failed.emit(reason(error))
        elif self._failing:
            self._failing = False
            self.recovered.emit()


class _Job(QRunnable):
    def __init__(self, path: Path, scene: Scene, document: Path | None, owner: RunningScene) -> None:
        super().__init__()
        self._task = path, scene, document
        self._owner = owner

    def run(self) -> None:
        error: Exception | None = None
        try:
            saving.save(*self._task)
        except Exception as problem:  # whatever it is, the next scene must be written
            error = problem
        self._owner._written.emit(error)
