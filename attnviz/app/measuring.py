"""Measures in a worker how the time of each kind of attention grows with the text. The newest measurement wins.

Must not show anything, nor decide what is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Event

from numpy.typing import ArrayLike
from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

from attnviz.core.head import Trace
from attnviz.core.kinds.kind import Cost, Floats, Kind, StateTrace
from attnviz.experiments.costs import LENGTHS, CostSample, costs


@dataclass(frozen=True)
class _Wanted:
    """A measurement: which kinds, and how long the texts are. `stop` is set when nobody wants it any more."""

    kinds: Mapping[str, Kind]
    lengths: tuple[int, ...]
    stop: Event

    @property
    def total(self) -> int:
        """How many samples there are to take."""
        return len(self.kinds) * len(self.lengths)


@dataclass(frozen=True)
class _Told:
    """What a worker says: one sample, or that it has come to its end, or the error that came instead."""

    wanted: _Wanted
    sample: CostSample | None = None
    error: Exception | None = None


class Measuring(QObject):
    """Takes samples of time, one after the other, in one thread.

    Signals: sampled(CostSample, done, total) after each; then one of finished(), cancelled(), failed(error). None of
    them for a measurement that a newer one has replaced.
    """

    sampled = Signal(object, int, int)
    finished = Signal()
    cancelled = Signal()
    failed = Signal(object)
    _told = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Own a pool of one thread."""
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._wanted: _Wanted | None = None
        self._samples: list[CostSample] = []
        self._told.connect(self._on_told)

    @property
    def running(self) -> bool:
        """Whether a measurement goes on."""
        return self._wanted is not None

    @property
    def samples(self) -> tuple[CostSample, ...]:
        """The samples of the newest measurement so far; they stay when it is over."""
        return tuple(self._samples)

    def start(self, kinds: Mapping[str, Kind], lengths: Sequence[int] = LENGTHS) -> int:
        """Measure `kinds`; return how many samples that takes. What was being measured is dropped."""
        self._drop()
        self._samples.clear()
        self._wanted = _Wanted(dict(kinds), tuple(lengths), Event())
        self._pool.start(_Job(self._wanted, self))
        return self._wanted.total

    def cancel(self) -> None:
        """Take no further samples. Says `cancelled` at once if a measurement was going on."""
        if self._drop():
            self.cancelled.emit()

    def wait(self) -> None:
        """Stop, and let the worker come to its end: to be called before the program ends. Says nothing."""
        self._drop()
        self._pool.waitForDone()

    def _drop(self) -> bool:
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            wanted.stop.set()
        return wanted is not None

    def _on_told(self, told: _Told) -> None:
        if told.wanted is not self._wanted:
            return
        if told.sample is not None:
            self._samples.append(told.sample)
            self.sampled.emit(told.sample, len(self._samples), told.wanted.total)
            return
        self._wanted = None
        if told.error is not None:
            self.failed.emit(told.error)
        else:
            self.finished.emit()


class _Stopped(Exception):
    """Raised in the worker to leave a measurement that nobody wants any more."""


@dataclass(frozen=True)
class _Stoppable:
    """A kind whose runs don't begin once `stop` is set: a sample consists of several."""

    kind: Kind
    stop: Event

    def trace(self, x: ArrayLike) -> Trace | StateTrace:
        return self.kind.trace(x)

    def recur(self, x: ArrayLike) -> tuple[Floats, int] | None:
        return self.kind.recur(x)

    def cost(self, n: int) -> Cost:
        return self.kind.cost(n)

    def prepare(self, n: int) -> Callable[[], object]:
        if self.stop.is_set():
            raise _Stopped
        run = self.kind.prepare(n)

        def unless_stopped() -> object:
            if self.stop.is_set():
                raise _Stopped
            return run()

        return unless_stopped


class _Job(QRunnable):
    def __init__(self, wanted: _Wanted, owner: Measuring) -> None:
        super().__init__()
        self._wanted = wanted
        self._owner = owner

    def run(self) -> None:
        wanted, say = self._wanted, self._owner._told.emit
        try:
            kinds = {key: _Stoppable(kind, wanted.stop) for key, kind in wanted.kinds.items()}
            for sample in costs(kinds, wanted.lengths):
                say(_Told(wanted, sample=sample))
        except _Stopped:
            return
        except Exception as error:  # handed on: the window shows it
            say(_Told(wanted, error=error))
            return
        say(_Told(wanted))
