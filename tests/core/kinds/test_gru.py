"""The GRU: by hand, against the reference in long double, how it starts, what it keeps and what it refuses."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
import pytest
import recurrence_oracle
from alike import identical
from numpy.typing import NDArray

from attnviz.core import Head, positions
from attnviz.core.kinds import Cost, Options
from attnviz.core.kinds.gru import Gru
from attnviz.core.kinds.influence import MOST_INFLUENCED
from attnviz.core.kinds.states import made_up

SIZES = [(1, 1, 1), (5, 1, 3), (6, 3, 2), (4, 7, 3), (3, 14, 2)]  # n, d_model, h: from narrow tokens to wide ones


def weights_of(kind: Gru) -> tuple[NDArray[Any], ...]:
    return kind.w_input, kind.w_hidden, kind.bias_input, kind.bias_hidden


def made(rng: np.random.Generator, d: int, h: int, spread: float = 1.0) -> Gru:
    shapes = ((d, 3 * h), (h, 3 * h), (3 * h,), (3 * h,))
    return Gru(*(rng.uniform(-spread, spread, shape) for shape in shapes))


def test_two_steps_by_hand() -> None:
    def sigmoid(a: float) -> float:
        return 1 / (1 + math.exp(-a))

    kind = Gru([[0.5, -1.0, 2.0]], [[1.5, 0.25, -0.75]], [0.125, 0.5, -0.25], [0.0, -0.5, 1.0])
    trace = kind.trace([[1.0], [-2.0]])
    reset, update = sigmoid(0.625), sigmoid(-1.0)
    candidate = math.tanh(1.75 + reset * 1.0)
    first = (1 - update) * candidate
    again, kept = sigmoid(-1.0 + 0.125 + 1.5 * first), sigmoid(2.0 + 0.25 * first)
    other = math.tanh(-4.25 + again * (1.0 - 0.75 * first))
    assert trace.output[:, 0] == pytest.approx([first, (1 - kept) * other + kept * first], rel=1e-6)
    assert list(trace.gates) == ["update", "reset", "candidate"]
    np.testing.assert_allclose(trace.gates["update"][:, 0], [update, kept], rtol=1e-6)
    np.testing.assert_allclose(trace.gates["reset"][:, 0], [reset, again], rtol=1e-6)
    np.testing.assert_allclose(trace.gates["candidate"][:, 0], [candidate, other], rtol=1e-6)


@pytest.mark.parametrize(("n", "d", "h"), SIZES)
@pytest.mark.parametrize("spread", [0.5, 3.0])
def test_it_agrees_with_the_equations_in_long_double(n: int, d: int, h: int, spread: float) -> None:
    rng = np.random.default_rng(100 * n + d)
    kind, x = made(rng, d, h, spread), rng.standard_normal((n, d)).astype(np.float32)
    trace = kind.trace(x)
    hidden, gates = recurrence_oracle.gru(x, weights_of(kind))
    np.testing.assert_allclose(trace.output, hidden.astype(np.float64), rtol=1e-6, atol=1e-7)
    for name, values in gates.items():
        np.testing.assert_allclose(trace.gates[name], values.astype(np.float64), rtol=1e-6, atol=1e-7, err_msg=name)


@pytest.mark.parametrize(("n", "d", "h"), SIZES)
@pytest.mark.parametrize("spread", [0.5, 3.0, 20.0])
def test_its_influence_is_the_norm_of_the_derivative(n: int, d: int, h: int, spread: float) -> None:
    rng = np.random.default_rng(200 * n + d)
    kind, x = made(rng, d, h, spread), rng.standard_normal((n, d)).astype(np.float32)
    trace = kind.trace(x)
    expected = recurrence_oracle.influence(recurrence_oracle.gru, x, weights_of(kind)).astype(np.float64)
    np.testing.assert_allclose(trace.weights, expected, rtol=1e-6, atol=1e-40)
    assert not trace.signed


def test_without_an_update_only_the_last_token_counts_and_with_nothing_else_none_does() -> None:
    kind = Gru.random(4)
    bias = np.zeros(12)
    bias[4:8] = -1e5
    forgetful = dataclasses.replace(kind, bias_input=bias, w_hidden=np.zeros((4, 12)))
    weights = forgetful.trace(made_up(3, 4)).weights
    assert (weights.diagonal() > 0).all()
    assert not weights[~np.eye(3, dtype=np.bool_)].any()
    stubborn = dataclasses.replace(kind, bias_input=-bias)
    assert not stubborn.trace(made_up(3, 4)).weights.any()


def test_it_starts_as_torch_starts_with_the_books_numbers() -> None:
    for d, h in ((1, 1), (6, 6), (64, 64), (100, 64)):
        kind = Gru.random(d)
        assert kind.width == h
        assert [w.shape for w in weights_of(kind)] == [(d, 3 * h), (h, 3 * h), (3 * h,), (3 * h,)]
        for w in weights_of(kind):
            assert (np.abs(w) <= 1 / np.sqrt(h) + 1e-7).all()
        assert all(identical(a, b) for a, b in zip(weights_of(kind), weights_of(Gru.random(d)), strict=True))
    drawn = weights_of(Gru.random(64))
    assert np.std(drawn[0]) == pytest.approx(1 / np.sqrt(3 * 64), rel=0.02)
    assert not np.array_equal(drawn[2], drawn[3])


def test_it_is_built_as_wide_as_the_heads_tokens_and_adds_the_position() -> None:
    x = made_up(6, 8)
    for position in positions.POSITIONS:
        trace = Gru.build(Options(Head.random(8, 3), position=position)).trace(x)
        placed = positions.added(x, position)
        assert identical(trace.x, placed)
        assert identical(trace.output, Gru.random(8).trace(placed).output)


def test_it_costs_three_products_a_step_and_holds_one_state() -> None:
    kind = Gru.random(100)
    assert kind.cost(10) == Cost(10 * 3 * 64 * 64, 4 * 64)
    assert kind.recur(made_up(7, 100))[1] == kind.recur(made_up(70, 100))[1] == 64


def test_the_measured_form_makes_the_same_states() -> None:
    kind = Gru.random(16)
    np.testing.assert_allclose(kind.prepare(50)(), kind.recur(made_up(50, 16))[0], atol=1e-5)


def test_more_tokens_than_can_be_followed_are_refused_but_can_be_gone_over() -> None:
    kind = Gru.random(2)
    assert kind.trace(made_up(MOST_INFLUENCED, 2)).weights.shape == (256, 256)
    with pytest.raises(ValueError, match="257 tokens are too many; the most is 256"):
        kind.trace(made_up(257, 2))
    assert len(kind.recur(made_up(257, 2))[0]) == 257


def test_weights_that_do_not_fit_are_refused() -> None:
    good = weights_of(made(np.random.default_rng(0), 4, 2))
    for place, wrong, message in (
        (0, np.zeros((4, 5)), "5 columns cannot be shared by 3 gates"),
        (0, np.zeros(6), "w_input"),
        (0, np.zeros((0, 6)), "w_input"),
        (1, np.zeros((3, 6)), "w_hidden"),
        (2, np.zeros(5), "bias_input"),
        (3, np.full(6, np.nan), "bias_hidden: finite real numbers"),
    ):
        with pytest.raises(ValueError, match=message):
            Gru(*(wrong if place == at else w for at, w in enumerate(good)))
    with pytest.raises(ValueError, match="at least 1"):
        Gru.random(0)
