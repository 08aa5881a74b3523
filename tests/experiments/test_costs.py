"""Counting, timing and fitting: powers that are known, a clock that is set by hand, and the real kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from attnviz.core import Head
from attnviz.core.kinds import KINDS, Cost, Kind, Options
from attnviz.experiments import costs
from attnviz.experiments.costs import LENGTHS, CostSample, exponent, fit, growth, seconds


class Clockwork:
    """A clock, and a run that takes as long as it is told."""

    def __init__(self, *takes: float) -> None:
        self.now, self.runs, self._takes = 0.0, 0, takes

    def time(self) -> float:
        return self.now

    def run(self) -> None:
        self.now += self._takes[min(self.runs, len(self._takes) - 1)]
        self.runs += 1


@pytest.mark.parametrize(
    ("takes", "runs", "shortest"),
    [
        ([3.0], 1, 3.0),
        ([0.06], 1, 0.06),  # a second one would not fit
        ([0.05], 2, 0.05),
        ([0.03, 0.02, 0.025], 4, 0.02),
        ([0.2, 0.001], 1, 0.2),
        ([0.009, 0.2], 3, 0.009),
        ([0.09, 0.009], 1, 0.09),  # a second one would not have been expected to fit
        ([0.001953125], 51, 0.001953125),
    ],
)
def test_runs_are_repeated_while_they_fit_and_the_shortest_counts(
    takes: list[float], runs: int, shortest: float
) -> None:
    clock = Clockwork(*takes)
    assert seconds(clock.run, clock.time) == pytest.approx(shortest)
    assert clock.runs == runs


def test_what_is_quick_runs_three_times_even_where_one_run_was_slow() -> None:
    clock = Clockwork(0.005, 0.2, 0.004)
    assert seconds(clock.run, clock.time) == pytest.approx(0.004)
    assert clock.runs == 3


def test_a_run_that_takes_no_time_ends() -> None:
    assert seconds(lambda: None) >= 0


def power(p: float, factor: float = 3.0) -> list[float]:
    return [factor * n**p for n in LENGTHS]


@pytest.mark.parametrize("p", [0.0, 0.5, 1.0, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("factor", [1e-9, 1.0, 1e9])
def test_a_power_is_found(p: float, factor: float) -> None:
    assert exponent(LENGTHS, power(p, factor)) == pytest.approx(p, abs=1e-9)


def test_short_texts_have_no_say() -> None:
    values = [1e9 if n < 256 else float(n) for n in LENGTHS]
    assert exponent(LENGTHS, values) == pytest.approx(1.0)
    assert exponent(LENGTHS, values, least=1) < 0


def test_the_line_is_the_one_of_least_squares() -> None:
    # log2: (8, 0) (9, 1) (10, 5): slope = Σ(x - 9)(y - 2) / Σ(x - 9)² = 5 / 2
    assert exponent([256, 512, 1024], [1.0, 2.0, 32.0]) == pytest.approx(2.5)


@pytest.mark.parametrize(
    ("lengths", "values", "sentence"),
    [
        ([64, 128, 256], [1.0, 2.0, 3.0], "at least two lengths of 256 or more"),
        ([256, 256], [1.0, 2.0], "at least two lengths"),
        ([256, 512], [0.0, 2.0], "values above 0 only"),
        ([256, 512], [1.0], "shorter"),
    ],
)
def test_what_has_no_exponent_is_refused(lengths: list[int], values: list[float], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        exponent(lengths, values)


@pytest.mark.parametrize(
    ("fitted", "name"),
    [
        (2.0, "quadratic"), (1.75, "quadratic"), (2.25, "quadratic"), (2.26, None), (1.74, None), (1.5, None),
        (1.25, "linear"), (1.0, "linear"), (0.75, "linear"), (0.74, None), (0.0, None), (3.0, None),
    ],
)  # fmt: skip
def test_growth(fitted: float, name: str | None) -> None:
    assert growth(fitted) == name


class Counted:
    """A kind that only counts, and says when its time is asked for."""

    def __init__(self) -> None:
        self.prepared: list[int] = []

    def trace(self, x: Any) -> Any:
        raise AssertionError("counting needs no text")

    recur = trace

    def cost(self, n: int) -> Cost:
        return Cost(5 * n * n, 4 * n)

    def prepare(self, n: int) -> Callable[[], object]:
        self.prepared.append(n)
        return lambda: None


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take one run for a sample."""
    monkeypatch.setattr(costs, "_BUDGET", 0.0)


@pytest.mark.usefixtures("quick")
def test_samples_come_one_by_one_the_shortest_texts_first() -> None:
    one, other = Counted(), Counted()
    samples: Iterator[CostSample] = costs.costs({"one": one, "other": other}, (64, 128))
    assert one.prepared == []
    first = next(samples)
    assert (first.key, first.n, first.multiply_adds, first.bytes) == ("one", 64, 5 * 64 * 64, 256)
    assert first.seconds >= 0
    assert (one.prepared, other.prepared) == ([64], [])
    assert [(sample.key, sample.n) for sample in samples] == [("other", 64), ("one", 128), ("other", 128)]


def test_a_fit_needs_two_lengths_that_count() -> None:
    made = [
        CostSample(key, n, n**2, 4 * n, 1e-9 * n**p) for n in LENGTHS for key, p in (("square", 2.0), ("line", 1.0))
    ]
    assert fit([at for at in made if at.n <= 512], "square") is not None
    assert fit([at for at in made if at.n <= 256], "square") is None
    assert fit(made, "no such kind") is None
    found = fit(made, "line")
    assert found is not None
    assert (found.multiply_adds, found.bytes, found.seconds) == pytest.approx((2.0, 1.0, 1.0))


# The real kinds

QUADRATIC = ("full", "causal")


@pytest.mark.parametrize("d", [2, 64, 512])
@pytest.mark.parametrize("key", list(KINDS))
def test_the_counted_operations_grow_as_the_chapter_says(key: str, d: int) -> None:
    kind = KINDS[key].build(Options(Head.random(d, d)))
    fitted = exponent(LENGTHS, [kind.cost(n).multiply_adds for n in LENGTHS])
    assert fitted == pytest.approx(2 if key in QUADRATIC else 1, abs=0.25)
    assert growth(fitted) == ("quadratic" if key in QUADRATIC else "linear")


def test_a_window_between_the_lengths_is_neither() -> None:
    def wide(window: int) -> Kind:
        return KINDS["window"].build(Options(Head.random(2, 2), window=window))

    fitted = [exponent(LENGTHS, [wide(w).cost(n).multiply_adds for n in LENGTHS]) for w in (4, 1024)]
    assert growth(fitted[0]) == "linear"
    assert growth(fitted[1]) is None


@pytest.mark.usefixtures("quick")
def test_every_kind_can_be_timed() -> None:
    kinds = {key: entry.build(Options(Head.random(4, 4))) for key, entry in KINDS.items()}
    for sample in costs.costs(kinds, (64, 65)):
        assert sample.seconds > 0
        assert sample.multiply_adds == kinds[sample.key].cost(sample.n).multiply_adds
