"""Full attention: it is the head's own, blind to order unless positions come in, and quadratic."""

from __future__ import annotations

import tracemalloc

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core import Head, positions, tokens
from attnviz.core.arithmetic import same_bits
from attnviz.core.head import Setting
from attnviz.core.kinds import Options, attending
from attnviz.core.kinds.full import Full

X = tokens.embed(["the", "cat", "sat", "on", "a", "mat"], 12)
HEAD = Head.random(12, 12)


@pytest.mark.parametrize("scaled", [True, False])
def test_without_positions_it_is_the_heads_own_trace(scaled: bool) -> None:
    found, expected = Full.build(Options(HEAD, scaled)).trace(X), HEAD.trace(X, scaled=scaled)
    for name in ("scores", "weights", "output"):
        assert same_bits(getattr(found, name), getattr(expected, name)).all()


@pytest.mark.parametrize(
    ("position", "given", "setting"),
    [
        ("sinusoidal", X + positions.sinusoidal(*X.shape), Setting()),
        ("learned", X + positions.learned(*X.shape), Setting()),
        ("rope", X, Setting(rope=True)),
        ("alibi", X, Setting(slope=2.0**-8)),
    ],
)
def test_each_position_comes_in_at_its_own_place(position: str, given: np.ndarray, setting: Setting) -> None:
    found = Full.build(Options(HEAD, position=position)).trace(X)
    assert same_bits(found.output, HEAD.trace_in(given, setting).output).all()
    assert not same_bits(found.output, HEAD.trace(X).output).all()


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.booleans())
def test_swapped_tokens_give_the_same_rows_swapped_bit_for_bit(seed: int, scaled: bool) -> None:
    rng = np.random.default_rng(seed)
    x = oracle.wide_inputs(rng, 16, 24)
    kind, order = Full.build(Options(Head.random(x.shape[1], x.shape[1]), scaled)), rng.permutation(len(x))
    before, after = kind.trace(x), kind.trace(x[order])
    assert same_bits(after.output, before.output[order]).all()
    assert same_bits(after.weights, before.weights[np.ix_(order, order)]).all()


@pytest.mark.parametrize("position", [name for name in positions.POSITIONS if name != "none"])
def test_any_position_makes_a_swap_show(position: str) -> None:
    kind, order = Full.build(Options(HEAD, position=position)), [0, 4, 2, 3, 1, 5]
    assert not same_bits(kind.trace(X[order]).output, kind.trace(X).output[order]).all()


def test_it_cannot_go_token_by_token() -> None:
    assert Full.build(Options(HEAD)).recur(X) is None


def test_the_cost_by_hand() -> None:
    cost = Full.build(Options(Head.random(5, 3))).cost(10)
    assert (cost.multiply_adds, cost.bytes) == (10 * 10 * (3 + 3), 10 * 10 * 4)


@pytest.mark.parametrize("n", [1, 64, 100])
def test_what_is_measured_is_attention(n: int) -> None:
    query, key, value = attending.made_up(n, 12)
    weights = oracle.softmax(oracle.long_product(query, key.T) / np.sqrt(12), np.ones((n, n), dtype=np.bool_))
    expected = oracle.long_product(weights, value).astype(np.float64)
    np.testing.assert_allclose(Full.build(Options(HEAD)).prepare(n)(), expected, rtol=0, atol=1e-6)


def test_measuring_a_long_text_never_needs_all_weights_at_once() -> None:
    run = Full.build(Options(Head.random(8, 8))).prepare(2048)
    tracemalloc.start()
    run()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 2048 * 2048 * 4 / 8
