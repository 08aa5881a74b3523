"""The state-space model: by hand, against the reference in long double, both of its forms, and what it refuses."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import recurrence_oracle
from alike import identical
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from attnviz.core import Head, positions
from attnviz.core.kinds import Cost, Options, StateTrace
from attnviz.core.kinds.state_space import MODES, StateSpace
from attnviz.core.kinds.states import made_up

seeds = st.integers(0, 2**32 - 1)


def weights_of(kind: StateSpace) -> tuple[NDArray[Any], ...]:
    return kind.w_delta, kind.w_write, kind.w_read, kind.w_value


def made(rng: np.random.Generator, d: int, modes: int, d_head: int, spread: float = 1.0) -> StateSpace:
    shapes = ((d, 1), (d, modes), (d, modes), (d, d_head))
    return StateSpace(*(rng.uniform(-spread, spread, shape) for shape in shapes), bias=float(rng.uniform(-3, 1)))


def size_of_terms(trace: StateTrace, kind: StateSpace) -> NDArray[np.float64]:
    """Return Σ_j |M_ij · v_j|, (n, d_head): rounding is relative to this, as the terms may cancel."""
    value = trace.x.astype(np.float64) @ kind.w_value
    terms: NDArray[np.float64] = np.abs(trace.weights.astype(np.float64)) @ np.abs(value)
    return terms


def test_two_tokens_and_two_memories_by_hand() -> None:
    kind = StateSpace([[1.0]], [[2.0, 3.0]], [[0.5, -1.0]], [[4.0]], bias=0.0)
    trace = kind.trace([[1.0], [-1.0]])
    first, second = math.log(1 + math.e), math.log(1 + 1 / math.e)
    assert trace.gates["delta"][:, 0] == pytest.approx([first, second], rel=1e-6)
    assert trace.gates["B"].tolist() == [[2.0, 3.0], [-2.0, -3.0]]
    assert trace.gates["C"].tolist() == [[0.5, -1.0], [-0.5, 1.0]]
    written = 2 * (1 - math.exp(-first)), 3 * (1 - math.exp(-2 * first)) / 2
    own = -0.5 * -2 * (1 - math.exp(-second)) + 1 * -3 * (1 - math.exp(-2 * second)) / 2
    later = -0.5 * math.exp(-second) * written[0] + 1 * math.exp(-2 * second) * written[1]
    expected = [[0.5 * written[0] - written[1], 0], [later, own]]
    np.testing.assert_allclose(trace.weights, expected, rtol=1e-6)
    np.testing.assert_allclose(trace.output[:, 0], np.array(expected) @ [4, -4], rtol=1e-6)
    assert trace.signed


@settings(max_examples=40)
@given(seeds, st.integers(1, 12), st.integers(1, 9), st.integers(1, 16), st.integers(1, 5), st.floats(-3, 1))
def test_it_agrees_with_the_equations_in_long_double(
    seed: int, n: int, d: int, modes: int, d_head: int, size: float
) -> None:
    rng = np.random.default_rng(seed)
    kind, x = made(rng, d, modes, d_head), (rng.standard_normal((n, d)) * 10**size).astype(np.float32)
    trace = kind.trace(x)
    output, implied = recurrence_oracle.state_space(x, weights_of(kind), kind.bias)
    largest = float(np.abs(implied).max())
    np.testing.assert_allclose(trace.weights, implied.astype(np.float64), rtol=1e-6, atol=1e-7 * largest)
    assert (np.abs(trace.output - output) <= 1e-6 * size_of_terms(trace, kind) + 1e-30).all()


@settings(max_examples=60)
@given(seeds, st.integers(1, 80), st.integers(1, 32), st.integers(1, 16), st.floats(-3, 3))
def test_all_at_once_and_token_by_token_agree(seed: int, n: int, d: int, d_head: int, size: float) -> None:
    rng = np.random.default_rng(seed)
    kind = StateSpace.build(Options(Head(*rng.uniform(-1, 1, (3, d, d_head)))))
    x = rng.standard_normal((n, d)) * 10**size
    trace, (output, _) = kind.trace(x), kind.recur(x)
    assert np.abs(trace.output - output).max() <= 1e-5 * np.abs(output).max()
    by_matrix = trace.weights.astype(np.float64) @ (trace.x.astype(np.float64) @ kind.w_value)
    assert (np.abs(by_matrix - trace.output) <= 1e-5 * size_of_terms(trace, kind) + 1e-30).all()


def test_both_forms_agree_after_a_token_that_wipes_everything_out() -> None:
    kind, x = StateSpace.build(Options(Head.random(16, 8))), made_up(9, 16)
    x[4] = 1e6 * np.sign(kind.w_delta[:, 0])
    trace, (output, _) = kind.trace(x), kind.recur(x)
    assert trace.gates["delta"][4, 0] > 1e6
    assert not trace.weights[5:, :4].any()
    assert trace.weights[3, :4].all()
    for before, after in ((trace.output[:4], output[:4]), (trace.output[4:], output[4:])):
        assert np.abs(before - after).max() <= 1e-5 * np.abs(after).max()


def test_many_tokens_agree_in_both_forms() -> None:
    kind, x = StateSpace.build(Options(Head.random(64, 64))), made_up(600, 64)
    output = kind.recur(x)[0]
    assert np.abs(kind.trace(x).output - output).max() <= 1e-5 * np.abs(output).max()


def test_it_is_built_from_the_heads_values_and_the_books_numbers_and_adds_the_position() -> None:
    head, x = Head.random(8, 3), made_up(6, 8)
    plain = StateSpace.build(Options(head))
    assert identical(plain.w_value, head.w_value)
    assert [w.shape for w in weights_of(plain)] == [(8, 1), (8, MODES), (8, MODES), (8, 3)]
    assert (np.abs(np.hstack(weights_of(plain)[:3])) <= 8**-0.5 + 1e-7).all()
    assert plain.trace(np.zeros((1, 8))).gates["delta"][0, 0] == pytest.approx(0.1, rel=1e-6)
    for position in positions.POSITIONS:
        trace, placed = StateSpace.build(Options(head, position=position)).trace(x), positions.added(x, position)
        assert identical(trace.x, placed)
        assert identical(trace.output, plain.trace(placed).output)


def test_its_cost_is_counted_and_its_state_does_not_grow() -> None:
    kind = StateSpace.build(Options(Head.random(12, 5)))
    assert kind.cost(10) == Cost(10 * 16 * (2 * 5 + 1), 4 * 16 * 5)
    assert kind.recur(made_up(7, 12))[1] == kind.recur(made_up(70, 12))[1] == 16 * 5


def test_the_measured_form_gives_the_same_output() -> None:
    kind = StateSpace.build(Options(Head.random(16, 8)))
    expected = kind.recur(made_up(50, 16))[0]
    np.testing.assert_allclose(kind.prepare(50)(), expected, atol=1e-5 * float(np.abs(expected).max()))


def test_numbers_too_large_for_float32_are_refused_without_a_warning() -> None:
    kind = StateSpace.build(Options(Head.identity(2)))
    for run in (kind.trace, kind.recur):
        with pytest.raises(ValueError, match="too large for float32; use smaller numbers"):
            run([[3e38, 3e38]])


def test_weights_that_do_not_fit_are_refused() -> None:
    good = weights_of(made(np.random.default_rng(0), 4, 2, 3))
    for place, wrong, message in (
        (0, np.zeros((4, 2)), "w_delta"),
        (1, np.zeros((3, 2)), "w_delta"),
        (1, np.zeros(4), "w_delta"),
        (2, np.zeros((4, 3)), "w_read"),
        (3, np.zeros((4, 0)), "w_value"),
        (3, np.full((4, 3), np.inf), "w_value: finite real numbers"),
    ):
        with pytest.raises(ValueError, match=message):
            StateSpace(*(wrong if place == at else w for at, w in enumerate(good)))
    with pytest.raises(ValueError, match="bias"):
        StateSpace(*good, bias=math.nan)
