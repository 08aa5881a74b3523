"""The LSTM: by hand, against the reference in long double, how it starts, what it keeps and what it refuses."""

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
from attnviz.core.kinds.influence import MOST_INFLUENCED
from attnviz.core.kinds.lstm import Lstm
from attnviz.core.kinds.states import made_up

SIZES = [(1, 1, 1), (5, 1, 3), (6, 3, 2), (4, 7, 3), (3, 14, 2)]  # n, d_model, h: from narrow tokens to wide ones


def weights_of(kind: Lstm) -> tuple[NDArray[Any], ...]:
    return kind.w_input, kind.w_hidden, kind.bias_input, kind.bias_hidden


def made(rng: np.random.Generator, d: int, h: int, spread: float = 1.0) -> Lstm:
    shapes = ((d, 4 * h), (h, 4 * h), (4 * h,), (4 * h,))
    return Lstm(*(rng.uniform(-spread, spread, shape) for shape in shapes))


def test_two_steps_by_hand() -> None:
    def sigmoid(a: float) -> float:
        return 1 / (1 + math.exp(-a))

    kind = Lstm([[0.5, -1.0, 2.0, 0.25]], [[1.5, 0.25, -0.75, 1.0]], [0.125, 0.5, -0.25, 0.0], [0.0, -0.5, 1.0, 0.5])
    trace = kind.trace([[1.0], [-2.0]])
    taken, forget, cell, output = sigmoid(0.625), sigmoid(-1.0), math.tanh(2.75), sigmoid(0.75)
    memory = taken * cell
    first = output * math.tanh(memory)
    again, kept = sigmoid(-0.875 + 1.5 * first), sigmoid(2.0 + 0.25 * first)
    other, shown = math.tanh(-3.25 - 0.75 * first), sigmoid(first)
    second = shown * math.tanh(kept * memory + again * other)
    assert trace.output[:, 0] == pytest.approx([first, second], rel=1e-6)
    expected = {"input": (taken, again), "forget": (forget, kept), "cell": (cell, other)}
    expected["output gate"] = (output, shown)
    assert list(trace.gates) == list(expected)
    for name, values in expected.items():
        np.testing.assert_allclose(trace.gates[name][:, 0], values, rtol=1e-6, err_msg=name)


@pytest.mark.parametrize(("n", "d", "h"), SIZES)
@pytest.mark.parametrize("spread", [0.5, 3.0])
def test_it_agrees_with_the_equations_in_long_double(n: int, d: int, h: int, spread: float) -> None:
    rng = np.random.default_rng(100 * n + d)
    kind, x = made(rng, d, h, spread), rng.standard_normal((n, d)).astype(np.float32)
    trace = kind.trace(x)
    hidden, gates = recurrence_oracle.lstm(x, weights_of(kind))
    np.testing.assert_allclose(trace.output, hidden.astype(np.float64), rtol=1e-6, atol=1e-7)
    for name, values in gates.items():
        np.testing.assert_allclose(trace.gates[name], values.astype(np.float64), rtol=1e-6, atol=1e-7, err_msg=name)


@pytest.mark.parametrize(("n", "d", "h"), SIZES)
@pytest.mark.parametrize("spread", [0.5, 3.0, 20.0])
def test_its_influence_is_the_norm_of_the_derivative(n: int, d: int, h: int, spread: float) -> None:
    rng = np.random.default_rng(200 * n + d)
    kind, x = made(rng, d, h, spread), rng.standard_normal((n, d)).astype(np.float32)
    trace = kind.trace(x)
    expected = recurrence_oracle.influence(recurrence_oracle.lstm, x, weights_of(kind)).astype(np.float64)
    np.testing.assert_allclose(trace.weights, expected, rtol=1e-6, atol=1e-40)
    assert not trace.signed


def test_when_everything_is_forgotten_only_the_last_token_counts() -> None:
    bias = np.zeros(16)
    bias[4:8] = -1e5
    forgetful = dataclasses.replace(Lstm.random(4), bias_input=bias, w_hidden=np.zeros((4, 16)))
    weights = forgetful.trace(made_up(3, 4)).weights
    assert (weights.diagonal() > 0).all()
    assert not weights[~np.eye(3, dtype=np.bool_)].any()


def test_a_closed_output_gate_hides_the_cell_for_that_step_only() -> None:
    w_input = np.zeros((1, 4))
    w_input[0] = 0.0, 0.0, 1.0, 1e4  # a token under 0 closes the output gate
    trace = Lstm(w_input, np.zeros((1, 4)), np.zeros(4), np.zeros(4)).trace([[0.5], [-1.0], [0.5]])
    assert not trace.weights[1].any()
    assert trace.weights[2, 0] > 0


def test_it_starts_as_torch_starts_with_the_books_numbers() -> None:
    for d, h in ((1, 1), (6, 6), (64, 64), (100, 64)):
        kind = Lstm.random(d)
        assert kind.width == h
        assert [w.shape for w in weights_of(kind)] == [(d, 4 * h), (h, 4 * h), (4 * h,), (4 * h,)]
        for w in weights_of(kind):
            assert (np.abs(w) <= 1 / np.sqrt(h) + 1e-7).all()
        assert all(identical(a, b) for a, b in zip(weights_of(kind), weights_of(Lstm.random(d)), strict=True))
    drawn = weights_of(Lstm.random(64))
    assert np.std(drawn[0]) == pytest.approx(1 / np.sqrt(3 * 64), rel=0.02)
    assert not np.array_equal(drawn[2], drawn[3])


def test_it_is_built_as_wide_as_the_heads_tokens_and_adds_the_position() -> None:
    x = made_up(6, 8)
    for position in positions.POSITIONS:
        trace = Lstm.build(Options(Head.random(8, 3), position=position)).trace(x)
        placed = positions.added(x, position)
        assert identical(trace.x, placed)
        assert identical(trace.output, Lstm.random(8).trace(placed).output)


def test_it_costs_four_products_a_step_and_holds_the_state_and_the_cell() -> None:
    kind = Lstm.random(100)
    assert kind.cost(10) == Cost(10 * 4 * 64 * 64, 4 * 2 * 64)
    assert kind.recur(made_up(7, 100))[1] == kind.recur(made_up(70, 100))[1] == 2 * 64


def test_the_measured_form_makes_the_same_states() -> None:
    kind = Lstm.random(16)
    np.testing.assert_allclose(kind.prepare(50)(), kind.recur(made_up(50, 16))[0], atol=1e-5)


def test_more_tokens_than_can_be_followed_are_refused_but_can_be_gone_over() -> None:
    kind = Lstm.random(2)
    assert kind.trace(made_up(MOST_INFLUENCED, 2)).weights.shape == (256, 256)
    with pytest.raises(ValueError, match="257 tokens are too many; the most is 256"):
        kind.trace(made_up(257, 2))
    assert len(kind.recur(made_up(257, 2))[0]) == 257


def test_weights_that_do_not_fit_are_refused() -> None:
    good = weights_of(made(np.random.default_rng(0), 4, 2))
    for place, wrong, message in (
        (0, np.zeros((4, 5)), "5 columns cannot be shared by 4 gates"),
        (0, np.zeros(8), "w_input"),
        (0, np.zeros((0, 8)), "w_input"),
        (1, np.zeros((3, 8)), "w_hidden"),
        (2, np.zeros(5), "bias_input"),
        (3, np.full(8, np.nan), "bias_hidden: finite real numbers"),
    ):
        with pytest.raises(ValueError, match=message):
            Lstm(*(wrong if place == at else w for at, w in enumerate(good)))
    with pytest.raises(ValueError, match="at least 1"):
        Lstm.random(0)
