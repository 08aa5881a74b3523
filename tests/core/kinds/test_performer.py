"""The Performer: its directions, and its estimate of softmax attention, which comes nearer as features are added."""

from __future__ import annotations

import hashlib
import math
import warnings

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core import Head, masks, tokens
from attnviz.core.arithmetic import same_bits
from attnviz.core.head import Setting
from attnviz.core.kinds import Options, attending
from attnviz.core.kinds.performer import Performer, RandomFeatures, directions
from attnviz.core.positions import POSITIONS

seeds, named = st.integers(0, 2**32), st.sampled_from(POSITIONS)
WORDS = [f"w{i}" for i in range(10)]


def random_kind(seed: int, position: str, causal: bool) -> tuple[Performer, np.ndarray]:
    rng = np.random.default_rng(seed)
    n, d, count = (int(np.exp(rng.uniform(0, np.log(most)))) for most in (24, 48, 100))
    x = (rng.standard_normal((n, d)) * 10.0 ** rng.uniform(-3, 2)).astype(np.float32)
    return Performer.build(Options(Head.random(d, d), position=position, features=count), causal), x


@pytest.mark.parametrize(("d", "count"), [(1, 5), (2, 2), (8, 3), (16, 40), (64, 64)])
def test_neighbouring_directions_are_orthogonal(d: int, count: int) -> None:
    found = directions(d, count)
    assert found.shape == (count, d)
    for first in range(0, count, d):
        products = found[first : first + d] @ found[first : first + d].T
        assert np.abs(products - np.diag(np.diagonal(products))).max() < 1e-12


def test_directions_are_gaussian() -> None:
    found = np.concatenate([directions(32, 1024, seed) for seed in range(8)])
    assert abs(found.mean()) < 0.01
    assert abs(found.var() - 1) < 0.01
    assert abs((found**4).mean() - 3) < 0.1
    assert abs((np.abs(found) > 1.959964).mean() - 0.05) < 0.002
    lengths = (found * found).sum(axis=1)  # chi-square with 32 degrees of freedom: mean 32, variance 64
    assert abs(lengths.mean() - 32) < 0.3
    assert abs(lengths.var() - 64) < 4
    assert np.abs(found.mean(axis=0)).max() < 0.05


def test_the_first_direction_comes_straight_from_the_books_generator() -> None:
    start = int.from_bytes(hashlib.blake2b(b"random features 0", digest_size=8).digest(), "little")
    one, other = (((state >> 40) + 0.5) / 2**24 for state in oracle.lcg(start, 2))
    radius, angle = math.sqrt(-2 * math.log(one)), 2 * math.pi * other  # Box and Muller 1958
    assert directions(2, 2)[0] == pytest.approx([radius * math.cos(angle), radius * math.sin(angle)], rel=1e-12)


def test_more_directions_begin_alike_and_another_seed_draws_others() -> None:
    np.testing.assert_allclose(directions(8, 100)[:40], directions(8, 40), rtol=0, atol=1e-14)
    assert not np.isclose(directions(8, 40, seed=1), directions(8, 40)).any()
    with pytest.raises(ValueError, match=r"at least 1 are needed, not 0 and 4"):
        directions(0, 4)


@pytest.mark.parametrize("scaled", [True, False])
def test_the_mean_of_many_draws_is_the_exponential_of_the_product(scaled: bool) -> None:
    rows = np.array([[0.5, -0.3, 0.2], [-0.1, 0.4, 0.6]])
    total = np.zeros((2, 2))
    for seed in range(200):
        found, power = RandomFeatures(48, seed).features(rows, scaled)
        phi = found * np.exp(power)
        total += phi @ phi.T / 200
    np.testing.assert_allclose(total, np.exp(rows @ rows.T / (np.sqrt(3) if scaled else 1)), rtol=0.02)


def test_the_estimate_converges_on_softmax_attention() -> None:
    head, counts = Head.random(32, 32), [2**power for power in range(4, 13)]
    x = tokens.embed(WORDS, 32) * np.float32(0.35)
    exact = head.trace(x, masks.causal(10)).weights.astype(np.float64)
    off = []
    for count in counts:
        found = [
            head.trace_in(x, Setting(masks.causal(10), similarity=RandomFeatures(count, seed))).weights - exact
            for seed in range(8)
        ]
        off.append(float(np.sqrt(np.mean(np.square(found)))))
    assert np.polyfit(np.log(counts), np.log(off), 1)[0] == pytest.approx(-0.5, abs=0.15)
    assert off[-1] < 0.005 < 0.02 < off[0]


@settings(max_examples=60)
@given(seeds, st.booleans())
def test_features_are_positive_bounded_and_row_by_row(seed: int, scaled: bool) -> None:
    rng = np.random.default_rng(seed)
    rows, similarity = oracle.wide_inputs(rng, 12, 32).astype(np.float64), RandomFeatures(int(rng.integers(1, 50)))
    found, power = similarity.features(rows, scaled)
    assert ((found > 0) & (found <= 1)).all()
    for i in range(len(rows)):
        alone = similarity.features(rows[i : i + 1], scaled)
        assert same_bits(alone[0], found[i : i + 1]).all()
        assert same_bits(alone[1], power[i : i + 1]).all()


@pytest.mark.parametrize("strength", [1.0, 1000.0])
@pytest.mark.parametrize("scaled", [True, False])
def test_large_vectors_do_not_overflow(strength: float, scaled: bool) -> None:
    x = tokens.embed(WORDS, 512) * np.float32(strength)
    kind = Performer.build(Options(Head.random(512, 512), scaled, features=64), causal=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        trace, recurred = kind.trace(x), kind.recur(x)
    assert recurred is not None
    np.testing.assert_allclose(trace.weights.sum(axis=1), 1, rtol=1e-6)
    np.testing.assert_allclose(recurred[0], trace.output, rtol=0, atol=1e-5 * float(np.abs(trace.output).max()))


@settings(max_examples=60)
@given(seeds, named)
def test_both_forms_agree(seed: int, position: str) -> None:
    kind, x = random_kind(seed, position, causal=True)
    recurred, output = kind.recur(x), kind.trace(x).output
    assert recurred is not None
    np.testing.assert_allclose(recurred[0], output, rtol=0, atol=1e-5 * float(np.abs(output).max()))
    assert recurred[1] == kind.options.features * (x.shape[1] + 1) + 1


@settings(max_examples=40)
@given(seeds, named)
def test_later_tokens_leave_every_earlier_row_as_it_was(seed: int, position: str) -> None:
    kind, x = random_kind(seed, position, causal=True)
    longer = np.concatenate((x, [oracle.wide_vector(np.random.default_rng(seed), x.shape[1])]))
    before, after = kind.trace(x), kind.trace(longer)
    assert same_bits(after.output[:-1], before.output).all()
    assert same_bits(after.weights[:-1, :-1], before.weights).all()


@settings(max_examples=40)
@given(seeds)
def test_without_positions_swapped_tokens_give_the_same_rows_bit_for_bit(seed: int) -> None:
    kind, x = random_kind(seed, "none", causal=False)
    order = np.random.default_rng(seed).permutation(len(x))
    before, after = kind.trace(x), kind.trace(x[order])
    assert same_bits(after.output, before.output[order]).all()
    assert same_bits(after.weights, before.weights[np.ix_(order, order)]).all()


def test_the_cost_by_hand() -> None:
    # As linear attention with 7 features, and 7 directions of 3 numbers for each query and each key
    cost = Performer.build(Options(Head.random(5, 3), features=7)).cost(10)
    assert cost.multiply_adds == 10 * (7 * (3 + 3 + 1 + 1) + 2 * 7 * 3)
    assert cost.bytes == (7 * 3 + 7 + 1) * 4


@pytest.mark.parametrize("causal", [True, False])
def test_what_is_measured_is_the_estimate(causal: bool) -> None:
    n, d, count = 100, 6, 32
    query, key, value = (rows.astype(np.float64) for rows in attending.made_up(n, d))
    (asked, _), (offered, power) = (RandomFeatures(count).features(rows, True) for rows in (query, key))
    alike = asked @ (offered * np.exp(power)).T * (masks.causal(n) if causal else 1)
    expected = alike / alike.sum(axis=1, keepdims=True) @ value
    run = Performer.build(Options(Head.random(d, d), features=count), causal).prepare(n)
    np.testing.assert_allclose(run(), expected, rtol=0, atol=1e-5)
