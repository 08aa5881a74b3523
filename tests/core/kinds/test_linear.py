"""Linear attention: its weights against the formula, both of its forms against each other, and its small state."""

from __future__ import annotations

import tracemalloc
import warnings

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core import Head, masks, positions, tokens
from attnviz.core.arithmetic import same_bits
from attnviz.core.kinds import Options, attending
from attnviz.core.kinds.linear import Elu, Linear, exponentials
from attnviz.core.positions import POSITIONS

seeds, named = st.integers(0, 2**32), st.sampled_from(POSITIONS)


def phi(rows: np.ndarray) -> np.ndarray:
    """ELU + 1 as its paper has it, in long double."""
    wide = rows.astype(np.longdouble)
    return np.where(wide > 0, wide + 1, np.exp(np.minimum(wide, 0)))


def random_kind(seed: int, position: str, causal: bool) -> tuple[Linear, np.ndarray]:
    rng = np.random.default_rng(seed)
    n, d = (int(np.exp(rng.uniform(0, np.log(most)))) for most in (24, 64))
    x = (rng.standard_normal((n, d)) * 10.0 ** rng.uniform(-3, 2)).astype(np.float32)
    return Linear.build(Options(Head.random(d, d), position=position), causal), x


def test_two_tokens_by_hand() -> None:
    trace = Linear.build(Options(Head.identity(1)), causal=False).trace([[1.0], [3.0]])
    assert trace.kernel
    np.testing.assert_allclose(trace.raw_scores, [[4, 8], [8, 16]], rtol=1e-6)
    np.testing.assert_allclose(trace.weights, [[1 / 3, 2 / 3]] * 2, rtol=1e-6)
    np.testing.assert_allclose(trace.output, [[7 / 3]] * 2, rtol=1e-6)


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("position", POSITIONS)
def test_the_weights_are_those_of_the_formula(position: str, causal: bool) -> None:
    x, head = tokens.embed(["a", "cat", "and", "a", "dog", "ran"], 20), Head.random(20, 8)
    n = len(x)
    trace = Linear.build(Options(head, position=position), causal).trace(x)
    given = positions.added(x, position)
    query, key, value = (oracle.long_product(given, w) for w in (head.w_query, head.w_key, head.w_value))
    if position == "rope":
        query, key = (positions.rotated(rows.astype(np.float64)) for rows in (query, key))
    alike = oracle.long_product(phi(query), phi(key).T) * masks.causal(n) if causal else phi(query) @ phi(key).T
    if position == "alibi":
        alike = alike * np.exp(positions.alibi(n, n, 2.0**-8))
    weights = alike / alike.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(trace.weights, weights.astype(np.float64), rtol=1e-5, atol=1e-9)
    expected = oracle.long_product(weights, value).astype(np.float64)
    np.testing.assert_allclose(trace.output, expected, rtol=1e-5, atol=1e-6)


@settings(max_examples=60)
@given(seeds, named)
def test_both_forms_agree(seed: int, position: str) -> None:
    kind, x = random_kind(seed, position, causal=True)
    recurred = kind.recur(x)
    assert recurred is not None
    output, d = kind.trace(x).output, x.shape[1]
    np.testing.assert_allclose(recurred[0], output, rtol=0, atol=1e-5 * float(np.abs(output).max()))
    assert recurred[1] == d * d + d + 1  # S, z and the power that both share


def test_a_long_text_agrees_with_its_recurrence_while_alibi_fades_it() -> None:
    x = np.tile(tokens.embed([f"w{i}" for i in range(50)], 8), (20, 1))
    kind = Linear.build(Options(Head.random(8, 8), position="alibi"), causal=True)
    recurred, output = kind.recur(x), kind.trace(x).output
    assert recurred is not None
    np.testing.assert_allclose(recurred[0], output, rtol=0, atol=1e-5 * float(np.abs(output).max()))
    plain = Linear.build(Options(Head.random(8, 8)), causal=True).trace(x).output
    assert np.abs(plain - output)[-1].max() > 1e-3


@settings(max_examples=40)
@given(seeds, named)
def test_later_tokens_leave_every_earlier_row_as_it_was(seed: int, position: str) -> None:
    kind, x = random_kind(seed, position, causal=True)
    longer = np.concatenate((x, [oracle.wide_vector(np.random.default_rng(seed), x.shape[1])]))
    before, after = kind.trace(x), kind.trace(longer)
    assert same_bits(after.output[:-1], before.output).all()
    assert same_bits(after.weights[:-1, :-1], before.weights).all()
    one, other = kind.recur(x), kind.recur(longer)
    assert one is not None
    assert other is not None
    assert same_bits(other[0][:-1], one[0]).all()


@settings(max_examples=40)
@given(seeds)
def test_without_positions_swapped_tokens_give_the_same_rows_bit_for_bit(seed: int) -> None:
    kind, x = random_kind(seed, "none", causal=False)
    order = np.random.default_rng(seed).permutation(len(x))
    before, after = kind.trace(x), kind.trace(x[order])
    assert same_bits(after.output, before.output[order]).all()
    assert same_bits(after.weights, before.weights[np.ix_(order, order)]).all()


def test_large_numbers_of_either_sign_neither_overflow_nor_vanish() -> None:
    x = np.array([[1e4, -1e4], [-1e4, 1e4], [-1e4, -1e4], [0, 0], [1e10, -3]], dtype=np.float32)
    kind = Linear.build(Options(Head.identity(2)), causal=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        trace, recurred = kind.trace(x), kind.recur(x)
    assert recurred is not None
    np.testing.assert_allclose(trace.weights.sum(axis=1), 1, rtol=1e-6)
    np.testing.assert_allclose(recurred[0], trace.output, rtol=0, atol=1e-5 * float(np.abs(trace.output).max()))


@settings(max_examples=60)
@given(seeds)
def test_features_are_positive_bounded_and_row_by_row(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = oracle.wide_inputs(rng, 24, 64).astype(np.float64)
    found, power = Elu().features(rows, True)
    assert ((found > 0) & (found <= 1)).all()
    for i in range(len(rows)):
        alone = Elu().features(rows[i : i + 1], False)
        assert same_bits(alone[0], found[i : i + 1]).all()
        assert same_bits(alone[1], power[i : i + 1]).all()
    strong = (found > 1e-9).all(axis=1) & (np.abs(power[:, 0]) < 100)
    np.testing.assert_allclose((found * np.exp(power))[strong], phi(rows[strong]).astype(np.float64), rtol=1e-12)


def test_exponentials_take_the_largest_power_out_of_each_row() -> None:
    found, power = exponentials(np.array([[1000.0, 999.0], [-1000.0, -5000.0]]))
    assert power.tolist() == [[1000.0], [-1000.0]]
    assert found.tolist() == [[1.0, np.exp(-1.0)], [1.0, 2.0**-40]]


@pytest.mark.parametrize("causal", [True, False])
def test_no_tokens_and_one_token(causal: bool) -> None:
    kind = Linear.build(Options(Head.random(3, 2)), causal)
    assert kind.trace(np.empty((0, 3))).output.shape == (0, 2)
    assert kind.trace([[1.0, 2.0, 3.0]]).weights.tolist() == [[1.0]]
    recurred = kind.recur(np.empty((0, 3)))
    if causal:
        assert recurred is not None
        assert (recurred[0].shape, recurred[1]) == ((0, 2), 0)


def test_the_cost_by_hand() -> None:
    # Of each token: S takes in d · d products and gives as many back, z takes in d numbers and gives d products back
    for causal in (True, False):
        cost = Linear.build(Options(Head.random(5, 3)), causal).cost(10)
        assert cost.multiply_adds == 10 * (3 * 3 + 3 * 3 + 3 + 3)
        assert cost.bytes == (3 * 3 + 3 + 1) * 4


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("n", [1, 64, 150])
def test_what_is_measured_is_linear_attention(n: int, causal: bool) -> None:
    query, key, value = attending.made_up(n, 6)
    alike = oracle.long_product(phi(query), phi(key).T) * (masks.causal(n) if causal else 1)
    expected = oracle.long_product(alike / alike.sum(axis=1, keepdims=True), value).astype(np.float64)
    run = Linear.build(Options(Head.random(6, 6)), causal).prepare(n)
    for _ in range(2):
        np.testing.assert_allclose(run(), expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize("causal", [True, False])
def test_measuring_never_makes_a_weight_for_each_pair(causal: bool) -> None:
    run = Linear.build(Options(Head.random(8, 8)), causal).prepare(4096)
    tracemalloc.start()
    run()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 4096 * 8 * 4 * 4
