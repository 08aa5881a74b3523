"""From a scene to its snapshot: small scenes at once, larger ones in one worker. The newest wins.

Must not change the scene, and must not show anything.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal

from attnviz.state.pictures import columns_of, tokens_of
from attnviz.state.reports import PANELS
from attnviz.state.scene import Scene
from attnviz.state.snapshot import Snapshot, derive

# Measured: a scene of this cost takes about 6 ms with its report; n = 128 at d = 64 is just below
_COST_AT_ONCE: Final = 5_000_000
_PANEL_AFTER: Final = 30  # milliseconds: the map is painted before a panel that takes longer is worked on
_CHARACTERS_AT_ONCE: Final = 6000
_PER_HEAD: Final = 200_000  # what a head takes, however short the text
_PER_STATE: Final = 50_000  # a token on its way through a state
_PER_INFLUENCE: Final = 5_000  # a token's influence on a later one: a product of matrices
_WIDTH_AT_ONCE: Final = 256  # a wider head takes longer than a frame to build


@dataclass(frozen=True)
class Wanted:
    """A scene to be computed, and the panel whose report belongs to it."""

    scene: Scene
    panel: str | None
    generation: int


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

    def __init__(self, parent: QObject | None = None) -> None:
        """Own a pool of one thread."""
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._generation = 0
        self._running = False
        self._waiting: Wanted | None = None
        self._last: Snapshot | None = None
        self._finished.connect(self._on_finished)
        self._later = QTimer(self, singleShot=True, interval=_PANEL_AFTER)
        self._later.timeout.connect(self._on_later)

    def request(self, scene: Scene, panel: str | None) -> None:
        """Ask for the snapshot of `scene` with the report of `panel`; what was asked for before is dropped."""
        self._generation += 1
        self._waiting = None
        wanted = Wanted(scene, panel, self._generation)
        if is_small(scene, panel):
            self._deliver(_derive(wanted, self._last))
            return
        if panel is not None and is_small(scene, None):  # the map need not wait for the panel
            self._deliver(_derive(Wanted(scene, None, self._generation), self._last))
            self._waiting = wanted
            self._later.start()
        elif self._running:
            self._waiting = wanted
        else:
            self._start(wanted)

    def _on_later(self) -> None:
        if self._waiting is not None and not self._running:
            wanted, self._waiting = self._waiting, None
            self._start(wanted)

    def wait(self) -> None:
        """Let the worker come to its end, and drop what it brings."""
        self._generation += 1
        self._waiting = None
        self._pool.waitForDone()

    def _start(self, wanted: Wanted) -> None:
        self._running = True
        self._pool.start(_Job(wanted, self._last, self))
        self.busy_changed.emit(True)

    def _on_finished(self, result: Result) -> None:
        self._running = False
        if self._waiting is not None:
            wanted, self._waiting = self._waiting, None
            self._start(wanted)
            return
        self.busy_changed.emit(False)
        self._deliver(result)

    def _deliver(self, result: Result) -> None:
        if result.generation != self._generation:
            return
        if result.snapshot is None:
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


def is_small(scene: Scene, panel: str | None) -> bool:
    """Say whether a scene is computed faster than a frame, the panel's report included."""
    longest = max(len(scene.text), len(scene.second_text or ""))
    if longest > _CHARACTERS_AT_ONCE or scene.width > _WIDTH_AT_ONCE:
        return False
    effort = 1.0 if panel is None else PANELS[panel].effort
    return effort * _cost(scene) <= _COST_AT_ONCE


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
        snapshot = derive(wanted.scene, last, wanted.panel)
    except Exception as error:  # handed on: the window shows it, and the scene survives
        return Result(wanted.generation, None, 0.0, error)
    return Result(wanted.generation, snapshot, time.perf_counter() - begun)
