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

OPTIONS = Options(Head.identity(2))


@dataclass
class Sleepy:
    """A kind whose every run takes `seconds`."""

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
            time.sleep(self.seconds)

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


def builders(**kinds: Sleepy) -> dict[str, Callable[[Options], Any]]:
    def build(kind: Sleepy) -> Callable[[Options], Any]:
        return lambda options: kind

    return {key: build(kind) for key, kind in kinds.items()}


def test_every_sample_is_told_and_kept(measuring: Measuring, qtbot: Any) -> None:
    heard = Listener(measuring)
    assert measuring.start(builders(a=Sleepy(), b=Sleepy()), OPTIONS, (64, 128)) == 4
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


def test_the_kinds_are_built_from_the_options_in_the_worker(measuring: Measuring, qtbot: Any) -> None:
    built: list[Options] = []

    def build(options: Options) -> Sleepy:
        built.append(options)
        return Sleepy()

    with qtbot.waitSignal(measuring.finished):
        measuring.start({"a": build}, OPTIONS, (64,))
    assert built == [OPTIONS]


def test_cancelling_is_told_at_once_and_nothing_comes_after_it(measuring: Measuring, qtbot: Any) -> None:
    heard = Listener(measuring)
    measuring.start(builders(a=Sleepy(0.03)), OPTIONS, (64, 128, 256))
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
    kind = Sleepy(0.03)  # a sample of 0.1 s takes three runs
    measuring.start(builders(a=kind), OPTIONS, (64, 128))
    qtbot.waitUntil(lambda: len(kind.runs) == 1)
    measuring.wait()
    assert len(kind.runs) <= 2


def test_the_newest_wins(measuring: Measuring, qtbot: Any) -> None:
    heard = Listener(measuring)
    old, new = Sleepy(0.02), Sleepy()
    measuring.start(builders(old=old), OPTIONS, (64, 128))
    measuring.start(builders(new=new), OPTIONS, (256,))
    qtbot.waitUntil(lambda: "finished" in heard.said)
    assert heard.said == [("new", 256, 1, 1), "finished"]
    assert [sample.key for sample in measuring.samples] == ["new"]
    assert len(old.runs) <= 1


def test_an_error_is_handed_on_and_the_next_measurement_works(measuring: Measuring, qtbot: Any) -> None:
    def build(options: Options) -> Sleepy:
        raise ValueError("no such head")

    with qtbot.waitSignal(measuring.failed) as failed:
        measuring.start({"a": build}, OPTIONS, (64,))
    assert str(failed.args[0]) == "no such head"
    assert not measuring.running
    with qtbot.waitSignal(measuring.finished):
        measuring.start(builders(a=Sleepy()), OPTIONS, (64,))


def test_after_waiting_nothing_comes_any_more(measuring: Measuring, qtbot: Any) -> None:
    heard = Listener(measuring)
    measuring.start(builders(a=Sleepy(0.01)), OPTIONS, (64, 128, 256))
    measuring.wait()
    qtbot.wait(20)
    assert heard.said == []


def test_real_kinds_are_measured(measuring: Measuring, qtbot: Any) -> None:
    keys = ("causal", "window", "linear_causal", "gru")
    options = Options(Head.random(16, 16), window=8)
    with qtbot.waitSignal(measuring.finished, timeout=10_000):
        measuring.start({key: KINDS[key].build for key in keys}, options, (16, 32))
    assert [(at.key, at.n) for at in measuring.samples] == [(key, n) for n in (16, 32) for key in keys]
    for at in measuring.samples:
        cost = KINDS[at.key].build(options).cost(at.n)
        assert (at.multiply_adds, at.bytes) == (cost.multiply_adds, cost.bytes)
        assert at.seconds > 0
