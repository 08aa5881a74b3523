"""Random features against exact softmax attention: the shown estimate, the two curves, and their exponents."""

from __future__ import annotations

import time

import numpy as np
import pytest

from attnviz.core import Head, masks, positions, tokens
from attnviz.core.arithmetic import same_bits
from attnviz.core.head import Setting
from attnviz.core.kinds import Options
from attnviz.core.kinds.performer import Performer, RandomFeatures
from attnviz.experiments.features import COUNTS, FEWER, MOST_TOKENS, SEEDS, SHORT, WIDE, report

WORDS = [f"w{place}" for place in range(12)]
X, HEAD = tokens.embed(WORDS, 16), Head.random(16, 16)
CAUSAL = masks.causal(12)


@pytest.mark.parametrize("scaled", [True, False])
def test_the_weights_are_the_heads_and_the_performers(scaled: bool) -> None:
    found = report(HEAD, X, None, scaled, features=32)
    assert same_bits(found.exact, HEAD.trace(X, None, scaled).weights).all()
    performer = Performer.build(Options(HEAD, scaled, features=32))
    assert same_bits(found.estimate, performer.trace(X).weights).all()
    assert (found.features, found.draws, found.n, found.shortened) == (32, len(SEEDS), 12, False)
    assert found.mask.all()


def test_the_shown_difference_is_that_of_the_shown_weights() -> None:
    found = report(HEAD, X, CAUSAL, features=8)
    off = np.abs(found.exact.astype(np.float64) - found.estimate)
    assert found.largest == off.max() == off[found.where] > 0
    assert found.root_mean_square == pytest.approx(np.sqrt(np.mean(off[CAUSAL] ** 2)))
    assert not found.estimate[~CAUSAL].any()


@pytest.mark.parametrize(("rope", "slope"), [(False, 0.0), (True, 0.0), (False, 0.25)])
@pytest.mark.parametrize("scaled", [True, False])
def test_a_point_of_the_curve_is_what_the_heads_with_these_features_are_off(
    scaled: bool, rope: bool, slope: float
) -> None:
    found = report(HEAD, X, CAUSAL, scaled, rope=rope, slope=slope)
    exact = HEAD.trace_in(X, Setting(CAUSAL, scaled, rope=rope, slope=slope)).weights.astype(np.float64)
    for point in (found.own.points[1], found.own.points[5]):
        settings = [
            Setting(CAUSAL, scaled, rope=rope, slope=slope, similarity=RandomFeatures(point.features, seed))
            for seed in SEEDS
        ]
        off = np.array([np.abs(HEAD.trace_in(X, setting).weights - exact) for setting in settings])
        assert point.largest == pytest.approx(off.max(axis=(1, 2)).mean(), abs=1e-6)
        assert point.root_mean_square == pytest.approx(np.sqrt(np.mean(off[:, CAUSAL] ** 2)), abs=1e-6)


@pytest.mark.parametrize("d", [2, 16, 64])
def test_with_short_queries_and_keys_the_error_falls_as_one_over_the_root(d: int) -> None:
    found = report(Head.random(d, d), tokens.embed(WORDS, d), CAUSAL)
    assert [point.features for point in found.short.points] == list(COUNTS)
    assert found.short.exponent == pytest.approx(-0.5, abs=0.15)
    assert found.short.points[-1].root_mean_square < found.short.points[0].root_mean_square / 8
    assert found.short.length == pytest.approx(min(SHORT, found.own.length))


def test_long_queries_and_keys_need_far_more_features() -> None:
    found = report(Head.random(64, 64), tokens.embed(WORDS, 64), CAUSAL)
    assert found.own.length > 3
    assert found.own.exponent is not None
    assert found.own.exponent > -0.25
    assert found.own.points[-1].root_mean_square > 10 * found.short.points[-1].root_mean_square


def test_the_length_is_that_of_queries_and_keys_as_the_features_take_them() -> None:
    trace = HEAD.trace(X)
    rows = np.concatenate((trace.query, trace.key)).astype(np.float64)
    length = np.sqrt((rows**2).sum(axis=1).mean())
    assert report(HEAD, X, scaled=False).own.length == pytest.approx(length)
    assert report(HEAD, X, scaled=True).own.length == pytest.approx(length / 2)  # 16 to the power of 1/4


def test_queries_and_keys_that_are_short_already_stay_as_they_are() -> None:
    found = report(HEAD, X * np.float32(1e-3))
    assert found.short == found.own


@pytest.mark.parametrize("x", [X[:1], np.zeros((3, 16), dtype=np.float32)])
def test_where_nothing_can_differ_there_is_no_exponent(x: np.ndarray) -> None:
    found = report(HEAD, x)
    assert (found.largest, found.root_mean_square, found.where) == (0.0, 0.0, None)
    assert found.own.exponent is found.short.exponent is None
    assert {point.largest for point in found.own.points} == {0.0}


def test_of_a_long_text_the_first_tokens_are_taken() -> None:
    x = tokens.embed([f"w{place}" for place in range(MOST_TOKENS + 5)], 4)
    mask = np.zeros((len(x), len(x)), dtype=np.bool_)
    mask[:, -1] = True  # of the first tokens, none would see anything
    found = report(Head.random(4, 4), x, mask)
    assert (found.n, found.shortened) == (MOST_TOKENS, True)
    assert (found.mask == np.eye(MOST_TOKENS, dtype=np.bool_)).all()
    assert same_bits(report(Head.random(4, 4), x).exact, Head.random(4, 4).weights(x[:MOST_TOKENS])).all()


def test_large_tokens_give_finite_figures() -> None:
    found = report(Head.random(WIDE * 2, WIDE * 2), tokens.embed(WORDS, WIDE * 2) * np.float32(1e3), CAUSAL)
    figures = [number for point in found.own.points for number in (point.largest, point.root_mean_square)]
    assert np.isfinite(figures).all()
    assert found.draws == FEWER


def test_the_draws_can_be_chosen() -> None:
    found = report(HEAD, X, features=16, seeds=(3,))
    expected = HEAD.trace_in(X, Setting(similarity=RandomFeatures(16, 3))).weights
    assert found.draws == 1
    assert same_bits(found.estimate, expected).all()


def test_a_text_as_it_is_typed_is_answered_at_once() -> None:
    head, x = Head.random(64, 64), tokens.embed(WORDS, 64)
    report(head, x, CAUSAL)
    start = time.perf_counter()
    report(head, x, CAUSAL)
    assert time.perf_counter() - start < 0.5  # 20 ms on a quiet machine


def test_no_tokens_and_no_seeds_are_refused() -> None:
    with pytest.raises(ValueError, match=r"at least 1 token and 1 seed are needed, not 0 and 8"):
        report(HEAD, np.empty((0, 16)))
    with pytest.raises(ValueError, match=r"not 12 and 0"):
        report(HEAD, X, seeds=())
    with pytest.raises(ValueError, match=r"x: its shape is \(2, 3\)"):
        report(HEAD, np.ones((2, 3)))
    with pytest.raises(ValueError, match=r"mask: its shape"):
        report(HEAD, X, masks.causal(3))


def test_added_positions_come_in_with_x() -> None:
    x = positions.added(X, "sinusoidal")
    assert not same_bits(report(HEAD, x).exact, report(HEAD, X).exact).all()
