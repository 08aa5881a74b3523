"""From a scene to its snapshot: small scenes at once, larger ones in one worker. The newest wins.

Must not change the scene, and must not show anything.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal

from attnviz.models.arrays import Attentions
from attnviz.state.pictures import columns_of, tokens_of
from attnviz.state.reports import PANELS
from attnviz.state.scene import Scene
from attnviz.state.snapshot import Snapshot, derive
from attnviz.state.trained import Source, Sources

_NONE: Sources = MappingProxyType({})
# Measured: a scene of this cost takes about 6 ms with its report; n = 128 at d = 64 is just below
_COST_AT_ONCE: Final = 5_000_000
_PANEL_AFTER: Final = 30  # milliseconds: the map is painted before a panel that takes longer is worked on
_CHARACTERS_AT_ONCE: Final = 6000
_CELLS_AT_ONCE: Final = 65_536
_PER_HEAD: Final = 200_000  # what a head takes, however short the text
_PER_STATE: Final = 50_000  # a token on its way through a state
_PER_INFLUENCE: Final = 5_000  # a token's influence on a later one: a product of matrices
_WIDTH_AT_ONCE: Final = 256  # a wider head takes longer than a frame to build


@dataclass(frozen=True)
class Wanted:
    """A scene to be computed, and the panel whose report belongs to it. `stop` is set when a newer one is wanted."""

    scene: Scene
    panel: str | None
    generation: int
    sources: Sources
    stop: Event = field(default_factory=Event)


@dataclass(frozen=True)
class Result:
    """A snapshot with the seconds it took, or the error that came instead."""

    generation: int
    snapshot: Snapshot | None
    seconds: float
    error: Exception | None = None


class Deriver(QObject):
    """Computes snapshots.

    Signals: derived(Snapshot, seconds), failed(error), busy_changed(bool) when the worker starts or falls idle.
    """

    derived = Signal(object, float)
    failed = Signal(object)
    busy_changed = Signal(bool)
    _finished = Signal(object)

    def __init__(self, sources: Callable[[], Sources] = dict, parent: QObject | None = None) -> None:
        """Own a pool of one thread. sources: gives what is loaded, by name."""
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._sources = sources
        self._generation = 0
        self._running: Wanted | None = None
        self._busy = False
        self._queue: list[Wanted] = []  # of one generation: the map, then the panel
        self._last: Snapshot | None = None
        self._finished.connect(self._on_finished)
        self._later = QTimer(self, singleShot=True, interval=_PANEL_AFTER)
        self._later.timeout.connect(self._go_on)

    def request(self, scene: Scene, panel: str | None) -> None:
        """Ask for the snapshot of `scene` with the report of `panel`; what was asked for before is dropped."""
        self._drop()
        sources = self._sources()
        whole, alone = (Wanted(scene, of, self._generation, sources) for of in (panel, None))
        if is_small(scene, panel, sources):
            self._deliver(_derive(whole, self._last))
        elif panel is not None and is_small(scene, None, sources):  # the map need not wait for the panel
            self._deliver(_derive(alone, self._last))
            self._queue = [whole]
            self._later.start()
        else:
            self._queue = [alone] if panel is None else [alone, whole]
            self._go_on()

    def wait(self) -> None:
        """Let the worker come to its end, and drop what it brings."""
        self._drop()
        self._pool.waitForDone()

    def _drop(self) -> None:
        self._generation += 1
        self._queue = []
        if self._running is not None:
            self._running.stop.set()

    def _go_on(self) -> None:
        """Start what is next, unless the worker is still at something."""
        if self._running is None and self._queue:
            self._running = self._queue.pop(0)
            self._pool.start(_Job(self._running, self._last, self))
            self._say_busy(True)

    def _on_finished(self, result: Result) -> None:
        self._running = None
        self._deliver(result)
        self._go_on()
        if self._running is None:
            self._say_busy(False)

    def _say_busy(self, busy: bool) -> None:
        if busy != self._busy:
            self._busy = busy
            self.busy_changed.emit(busy)

    def _deliver(self, result: Result) -> None:
        if result.generation != self._generation:
            return
        if result.snapshot is None:
            self._queue = []
            self.failed.emit(result.error)
            return
        self._last = result.snapshot
        self.derived.emit(result.snapshot, result.seconds)


class _Job(QRunnable):
    def __init__(self, wanted: Wanted, last: Snapshot | None, owner: Deriver) -> None:
        super().__init__()
        self._task = wanted, last
        self._owner = owner

    def run(self) -> None:
        self._owner._finished.emit(_derive(*self._task))


def is_small(scene: Scene, panel: str | None, sources: Sources = _NONE) -> bool:
    """Say whether a scene is computed faster than a frame, the panel's report included."""
    if scene.loaded:
        return _is_small_source(scene, panel, sources.get(scene.source))
    longest = max(len(scene.text), len(scene.second_text or ""))
    if longest > _CHARACTERS_AT_ONCE or scene.width > _WIDTH_AT_ONCE:
        return False
    effort = 1.0 if panel is None else PANELS[panel].effort
    return effort * _cost(scene) <= _COST_AT_ONCE


def _is_small_source(scene: Scene, panel: str | None, source: Source | None) -> bool:
    """Say the same of what comes from a file: nothing to compute yet, or one small map of somebody's own arrays."""
    if source is None:
        return True
    own = isinstance(source, Attentions) and len(source.rows) * len(source.columns) <= _CELLS_AT_ONCE
    return own and panel is None and scene.view == "head"


def _cost(scene: Scene) -> int:
    """Return about how many multiplications and other steps the matrices of a scene take."""
    n, m, d = len(tokens_of(scene)), len(columns_of(scene)), scene.width
    if not scene.attends:
        return n * (3 * d * d + _PER_STATE) + n * n * _PER_INFLUENCE
    projections = (n + 2 * m) * d * scene.heads * scene.head_width
    return projections + scene.heads * (_PER_HEAD + n * m * (2 * scene.head_width + 50))


def _derive(wanted: Wanted, last: Snapshot | None) -> Result:
    begun = time.perf_counter()
    try:
        snapshot = derive(wanted.scene, last, wanted.panel, wanted.sources, wanted.stop.is_set)
    except Exception as error:  # handed on: the window shows it, and the scene survives
        return Result(wanted.generation, None, 0.0, error)
    return Result(wanted.generation, snapshot, time.perf_counter() - begun)
