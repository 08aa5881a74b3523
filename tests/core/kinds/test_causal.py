"""Causal attention: token by token from kept keys and values, bit for bit what it is at once."""

from __future__ import annotations

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core import Head, masks, tokens
from attnviz.core.arithmetic import same_bits
from attnviz.core.kinds import Options, attending
from attnviz.core.kinds.causal import Causal
from attnviz.core.positions import POSITIONS

HEAD = Head.random(12, 6)


def random_kind(seed: int, position: str, scaled: bool) -> tuple[Causal, np.ndarray]:
    x = oracle.wide_inputs(np.random.default_rng(seed), 16, 24)
    return Causal.build(Options(Head.random(x.shape[1], x.shape[1]), scaled, position)), x


def test_it_is_the_head_with_the_triangle() -> None:
    x = tokens.embed(["the", "cat", "sat"], 12)
    assert same_bits(Causal.build(Options(HEAD)).trace(x).output, HEAD.trace(x, masks.causal(3)).output).all()


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.sampled_from(POSITIONS), st.booleans())
def test_token_by_token_gives_the_same_bits_as_all_at_once(seed: int, position: str, scaled: bool) -> None:
    kind, x = random_kind(seed, position, scaled)
    output, kept = kind.recur(x)
    assert same_bits(output, kind.trace(x).output).all()
    assert kept == 2 * len(x) * x.shape[1]


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.sampled_from(POSITIONS), st.integers(1, 6))
def test_later_tokens_leave_every_earlier_row_as_it_was(seed: int, position: str, more: int) -> None:
    kind, x = random_kind(seed, position, True)
    rng = np.random.default_rng(seed)
    longer = np.concatenate((x, [oracle.wide_vector(rng, x.shape[1]) for _ in range(more)]))
    before, after = kind.trace(x), kind.trace(longer)
    assert same_bits(after.output[: len(x)], before.output).all()
    assert same_bits(after.weights[: len(x), : len(x)], before.weights).all()


def test_nothing_is_kept_of_no_tokens() -> None:
    output, kept = Causal.build(Options(HEAD)).recur(np.empty((0, 12)))
    assert (output.shape, kept) == ((0, 6), 0)


@pytest.mark.parametrize("n", [1, 2, 77])
def test_the_cost_is_that_of_every_visible_pair(n: int) -> None:
    cost = Causal.build(Options(HEAD)).cost(n)
    assert cost.multiply_adds == np.count_nonzero(masks.causal(n)) * 2 * 6
    assert cost.bytes == n * n * 4


@pytest.mark.parametrize("n", [1, 32, 33, 100])
def test_what_is_measured_is_causal_attention(n: int) -> None:
    query, key, value = attending.made_up(n, 6)
    weights = oracle.softmax(oracle.long_product(query, key.T) / np.sqrt(6), masks.causal(n))
    expected = oracle.long_product(weights, value).astype(np.float64)
    np.testing.assert_allclose(Causal.build(Options(HEAD)).prepare(n)(), expected, rtol=0, atol=1e-6)
