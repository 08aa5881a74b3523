"""Fetches a model of the list in a worker, with progress and cancel. Must not show anything, nor open the model."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

from attnviz.models.offers import Offer
from attnviz.models.problem import Stopped


@dataclass(frozen=True)
class _Wanted:
    """What is to be fetched, and where to. `stop` is set when nobody wants it any more."""

    offer: Offer
    folder: Path
    endpoint: str | None
    stop: Event = field(default_factory=Event)


class Fetcher(QObject):
    """Fetches one model at a time; what has come stays on the disk whatever happens.

    Signals: progressed(here, total) in bytes; then one of fetched(object Path), failed(error) and, after `cancel`,
    stopped(). None of them after `wait`.
    """

    progressed = Signal(object, object)  # whole numbers that may be too large for Qt's own
    fetched = Signal(object)
    failed = Signal(object)
    stopped = Signal()
    _told = Signal(object, object, object)
    _ended = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Own a pool of one thread."""
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._wanted: _Wanted | None = None
        self._told.connect(self._on_told)
        self._ended.connect(self._on_ended)

    @property
    def offer(self) -> Offer | None:
        """What is being fetched."""
        return None if self._wanted is None else self._wanted.offer

    def start(self, offer: Offer, folder: Path, endpoint: str | None = None) -> None:
        """Fetch a model into a folder of its own inside `folder`, or the rest of it."""
        self.wait()
        self._wanted = _Wanted(offer, folder, endpoint)
        self._pool.start(_Job(self._wanted, self))

    def cancel(self) -> None:
        """Stop; what has come is kept. Says `stopped` a moment later, unless it had come to its end."""
        if self._wanted is not None:
            self._wanted.stop.set()

    def wait(self) -> None:
        """Stop, and let the worker come to its end, which takes a moment and not longer."""
        self.cancel()
        self._wanted = None
        self._pool.waitForDone()

    def _on_told(self, wanted: _Wanted, here: int, total: int) -> None:
        if wanted is self._wanted and not wanted.stop.is_set():
            self.progressed.emit(here, total)

    def _on_ended(self, wanted: _Wanted, result: Path | Exception) -> None:
        if wanted is not self._wanted:
            return
        self._wanted = None
        if isinstance(result, Stopped):
            self.stopped.emit()
        elif isinstance(result, Exception):
            self.failed.emit(result)
        else:
            self.fetched.emit(result)


class _Job(QRunnable):
    def __init__(self, wanted: _Wanted, owner: Fetcher) -> None:
        super().__init__()
        self._wanted, self._owner = wanted, owner

    def run(self) -> None:
        wanted = self._wanted
        result: Path | Exception
        try:
            from attnviz.models.downloading import download

            result = download(wanted.offer, wanted.folder, self._tell, wanted.stop.is_set, wanted.endpoint)
        except Exception as error:  # handed on, Stopped as well: the window says it
            result = error
        self._owner._ended.emit(wanted, result)

    def _tell(self, here: int, total: int) -> None:
        self._owner._told.emit(self._wanted, here, total)
