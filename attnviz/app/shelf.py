"""The models and arrays that are loaded, by the name a scene has for them: in a worker, with progress and cancel.

Must not change the scene, and must not know what a model looks like inside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

from attnviz.app.source_names import parts_of, path_of
from attnviz.models.problem import Stopped
from attnviz.state.trained import Source

if TYPE_CHECKING:
    from attnviz.models.store import Progress, Stop

_MOST_HELD = 3  # models that stay loaded: the shown one, a pinned one, and the one before
_TOLD_EVERY = 0.05  # seconds between two words on the progress


@dataclass(frozen=True)
class Wanted:
    """A source to load. `stop` is set when nobody wants it any more; asked: by the person, not for a scene."""

    name: str
    asked: bool
    stop: Event = field(default_factory=Event)


@dataclass(frozen=True)
class Loaded:
    """What came of it: the source, or the error that came instead; neither if it was stopped."""

    wanted: Wanted
    source: Source | None = None
    error: Exception | None = None


class Shelf(QObject):
    """Loads one source at a time; a newer wish replaces an older one.

    Signals: progressed(str name, int percent) while it loads; loaded(str name, bool asked), failed(str name, error),
    ended() after each of them and after a cancel.
    """

    progressed = Signal(str, int)
    loaded = Signal(str, bool)
    failed = Signal(str, object)
    ended = Signal()
    _told = Signal(object, int, int)
    _finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Start with nothing loaded, and own a pool of one thread."""
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._held: dict[str, Source] = {}  # the one used last stands last
        self._wanted: Wanted | None = None
        self._broken: dict[str, Exception] = {}  # what could not be loaded is not tried again by itself
        self._told.connect(self._on_told)
        self._finished.connect(self._on_finished)

    @property
    def sources(self) -> Mapping[str, Source]:
        """What is loaded, by name: not changed later."""
        return dict(self._held)

    @property
    def loading(self) -> str | None:
        """The name of what is being loaded."""
        return None if self._wanted is None else self._wanted.name

    def put(self, name: str, source: Source) -> None:
        """Take in what was made elsewhere, such as arrays given from Python."""
        self._held.pop(name, None)
        self._held[name] = source
        self._broken.pop(name, None)
        for old in list(self._held)[:-_MOST_HELD]:
            del self._held[old]

    def open(self, name: str) -> None:
        """Load `name` because the person asked for it, also if it failed before. Says `loaded` when it is there."""
        self._broken.pop(name, None)
        if name in self._held:
            self.put(name, self._held[name])
            self.loaded.emit(name, True)
        else:
            self._start(Wanted(name, asked=True))

    def need(self, *names: str) -> None:
        """Load the first of `names` that a scene needs and that is not there; one that failed stays so.

        What the person has asked for comes first.
        """
        for name in names:
            if name in self._held:
                self.put(name, self._held[name])
            elif name not in self._broken:
                if self._wanted is None or not (self._wanted.asked or self._wanted.name == name):
                    self._start(Wanted(name, asked=False))
                return

    def cancel(self) -> None:
        """Stop loading. The scene that needs it stays as it is, without numbers."""
        if self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            wanted.stop.set()
            self._broken[wanted.name] = Stopped()
            self.ended.emit()

    def problem_of(self, name: str) -> Exception | None:
        """Return why `name` isn't there, if it was tried."""
        return self._broken.get(name)

    def wait(self) -> None:
        """Stop, and let the worker come to its end: to be called before the program ends. Says nothing."""
        if self._wanted is not None:
            self._wanted.stop.set()
            self._wanted = None
        self._pool.waitForDone()

    def _start(self, wanted: Wanted) -> None:
        if self._wanted is not None:
            self._wanted.stop.set()
        self._wanted = wanted
        self._pool.start(_Job(wanted, self))
        self.progressed.emit(wanted.name, 0)

    def _on_told(self, wanted: Wanted, done: int, total: int) -> None:
        if wanted is self._wanted:
            self.progressed.emit(wanted.name, 100 * done // max(1, total))

    def _on_finished(self, result: Loaded) -> None:
        if result.wanted is not self._wanted:
            return
        self._wanted, name = None, result.wanted.name
        if result.source is not None:
            self.put(name, result.source)
            self.loaded.emit(name, result.wanted.asked)
        elif result.error is not None:
            self._broken[name] = result.error
            self.failed.emit(name, result.error)
        self.ended.emit()


class _Job(QRunnable):
    def __init__(self, wanted: Wanted, owner: Shelf) -> None:
        super().__init__()
        self._wanted, self._owner = wanted, owner
        self._next = 0.0

    def run(self) -> None:
        self._owner._finished.emit(self._result())

    def _result(self) -> Loaded:
        wanted = self._wanted
        try:
            return Loaded(wanted, load(wanted.name, self._progress, wanted.stop.is_set))
        except Stopped:
            return Loaded(wanted)
        except Exception as error:  # handed on: the window shows it
            return Loaded(wanted, error=error)

    def _progress(self, done: int, total: int) -> None:
        now = monotonic()
        if now >= self._next:
            self._next = now + _TOLD_EVERY
            self._owner._told.emit(self._wanted, done, total)


def load(name: str, progress: Progress | None = None, stop: Stop | None = None) -> Source:
    """Return the model or the arrays that `name` stands for. Raises ModelProblem, Stopped."""
    from attnviz.models.arrays import SUFFIXES
    from attnviz.models.arrays import load as load_arrays
    from attnviz.models.loading import open_model
    from attnviz.models.model import Model
    from attnviz.models.tokenizer import Tokenizer

    path, choices = path_of(name), parts_of(name)[1]
    suffix = path.suffix.lower()
    if suffix in SUFFIXES and not (suffix == ".safetensors" and (path.parent / "config.json").is_file()):
        return load_arrays(path, **choices)
    opened = open_model(path, progress, stop)
    return Model(opened.config, opened.weights, Tokenizer.open(opened.tokenizer, opened.config.vocabulary))
