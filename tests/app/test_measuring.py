"""Measuring: samples come one by one from a worker, the newest measurement wins, and it stops between two runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication

from attnviz.app.measuring import Measuring
from attnviz.core import Head
from attnviz.core.kinds import KINDS
from attnviz.core.kinds.kind import Cost, Options
from attnviz.experiments.costs import CostSample


@dataclass
class Busy:
    """A kind whose every run takes `seconds` of work."""

    seconds: float = 0.0
    runs: list[int] = field(default_factory=list)

    def trace(self, x: Any) -> Any:
        raise AssertionError("nothing but time is measured")

    def recur(self, x: Any) -> Any:
        raise AssertionError("nothing but time is measured")

    def cost(self, n: int) -> Cost:
        return Cost(n * n, 4 * n)

    def prepare(self, n: int) -> Callable[[], object]:
        def run() -> None:
            self.runs.append(n)
            end = time.thread_time() + self.seconds
            while time.thread_time() < end:
                pass

        return run


class Listener:
    """Writes down what a measurement says."""

    def __init__(self, measuring: Measuring) -> None:
        self.said: list[Any] = []
        measuring.sampled.connect(self.on_sampled)
        measuring.finished.connect(self.on_finished)
        measuring.cancelled.connect(self.on_cancelled)
        measuring.failed.connect(self.said.append)

    def on_sampled(self, sample: CostSample, done: int, total: int) -> None:
        self.said.append((sample.key, sample.n, done, total))

    def on_finished(self) -> None:
        self.said.append("finished")

    def on_cancelled(self) -> None:
        self.said.append("cancelled")


@pytest.fixture
def measuring(qapp: QCoreApplication) -> Iterator[Measuring]:
    made = Measuring()
    yield made
    made.wait()


def test_every_sample_is_told_and_kept(measuring: Measuring, qtbot: Any) -> None:
    heard = Listener(measuring)
    assert measuring.start({"a": Busy(), "b": Busy()}, (64, 128)) == 4
    assert measuring.running
    assert heard.said == []
    qtbot.waitUntil(lambda: "finished" in heard.said)
    assert heard.said == [("a", 64, 1, 4), ("b", 64, 2, 4), ("a", 128, 3, 4), ("b", 128, 4, 4), "finished"]
    assert [(at.key, at.n, at.multiply_adds, at.bytes) for at in measuring.samples[:2]] == [
        ("a", 64, 4096, 256),
        ("b", 64, 4096, 256),
    ]
    assert all(sample.seconds > 0 for sample in measuring.samples)
    assert not measuring.running


def test_cancelling_is_told_at_once_and_nothing_comes_after_it(measuring: Measuring, qtbot: Any) -> None:
    heard = Listener(measuring)
    measuring.start({"a": Busy(0.03)}, (64, 128, 256))
    with qtbot.waitSignal(measuring.sampled):
        pass
    told = len(heard.said)
    measuring.cancel()
    assert heard.said[told:] == ["cancelled"]
    assert not measuring.running
    measuring.wait()
    qtbot.wait(20)
    assert heard.said[told:] == ["cancelled"]
    assert len(measuring.samples) == told
    measuring.cancel()
    assert heard.said[told:] == ["cancelled"]


def test_it_stops_between_two_runs_of_one_sample(measuring: Measuring, qtbot: Any) -> None:
    kind = Busy(0.03)  # a sample of 0.1 s takes three runs
    measuring.start({"a": kind}, (64, 128))
    qtbot.waitUntil(lambda: len(kind.runs) == 1)
    measuring.wait()
    assert len(kind.runs) <= 2


def test_the_newest_wins(measuring: Measuring, qtbot: Any) -> None:
    heard = Listener(measuring)
    old, new = Busy(0.02), Busy()
    measuring.start({"old": old}, (64, 128))
    measuring.start({"new": new}, (256,))
    qtbot.waitUntil(lambda: "finished" in heard.said)
    assert heard.said == [("new", 256, 1, 1), "finished"]
    assert [sample.key for sample in measuring.samples] == ["new"]
    assert len(old.runs) <= 1


def test_an_error_is_handed_on_and_the_next_measurement_works(measuring: Measuring, qtbot: Any) -> None:
    class Broken(Busy):
        def prepare(self, n: int) -> Callable[[], object]:
            raise ValueError("no such head")

    with qtbot.waitSignal(measuring.failed) as failed:
        measuring.start({"a": Broken()}, (64,))
    assert str(failed.args[0]) == "no such head"
    assert not measuring.running
    with qtbot.waitSignal(measuring.finished):
        measuring.start({"a": Busy()}, (64,))


def test_after_waiting_nothing_comes_any_more(measuring: Measuring, qtbot: Any) -> None:
    heard = Listener(measuring)
    measuring.start({"a": Busy(0.01)}, (64, 128, 256))
    measuring.wait()
    qtbot.wait(20)
    assert heard.said == []


def test_real_kinds_are_measured(measuring: Measuring, qtbot: Any) -> None:
    options = Options(Head.random(16, 16), window=8)
    kinds = {key: KINDS[key].build(options) for key in ("causal", "window", "linear_causal", "gru")}
    with qtbot.waitSignal(measuring.finished, timeout=10_000):
        measuring.start(kinds, (16, 32))
    assert [(at.key, at.n) for at in measuring.samples] == [(key, n) for n in (16, 32) for key in kinds]
    for at in measuring.samples:
        cost = kinds[at.key].cost(at.n)
        assert (at.multiply_adds, at.bytes) == (cost.multiply_adds, cost.bytes)
        assert at.seconds > 0
