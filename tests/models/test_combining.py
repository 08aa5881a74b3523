"""Means, rollout and maps without the first token: against loops in double precision, and softmax itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from array_files import maps
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from attnviz.core import arithmetic, masks
from attnviz.models import combining

Array = NDArray[Any]
sizes = st.integers(1, 6)


@given(sizes, sizes, sizes, sizes)
def test_the_means_are_those_of_all_heads_and_of_all_layers(layers: int, heads: int, n: int, m: int) -> None:
    weights = maps(layers, heads, n, m).astype(np.float64)
    for layer in weights:
        mean = combining.head_mean(layer)
        assert mean.dtype == np.float32
        np.testing.assert_allclose(mean, sum(layer) / heads, rtol=1e-6)
    np.testing.assert_allclose(combining.layer_mean(list(weights)), weights.mean(axis=(0, 1)), rtol=1e-6)


def test_layers_count_alike_however_many_heads_they_have() -> None:
    one, three = np.ones((1, 1, 2)) * [1.0, 0.0], np.ones((3, 1, 2)) * [0.0, 1.0]
    assert combining.layer_mean([one, three]).tolist() == [[0.5, 0.5]]


def rollout_by_the_word(layers: Array) -> Array:
    """Abnar & Zuidema's equation 1 and its recursion, cell by cell in long double."""
    n = layers.shape[-1]
    flow = np.eye(n, dtype=np.longdouble)
    for layer in layers.astype(np.longdouble):
        mean = sum(layer) / len(layer)
        mixed = np.array([[0.5 * mean[i, j] + 0.5 * (i == j) for j in range(n)] for i in range(n)])
        mixed = np.array([row / sum(row) for row in mixed])
        flow = np.array([[sum(mixed[i, k] * flow[k, j] for k in range(n)) for j in range(n)] for i in range(n)])
    return flow


@given(sizes, st.integers(1, 3), st.integers(1, 5), st.booleans())
def test_rollout_follows_the_paper(layers: int, heads: int, n: int, causal: bool) -> None:
    weights = maps(layers, heads, n, n, causal=causal)
    found = combining.rollout(list(weights))
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, rollout_by_the_word(weights), atol=1e-6)
    np.testing.assert_allclose(found.sum(axis=-1), 1, atol=1e-6)
    if causal:
        assert not np.triu(found, 1).any()


def test_rollout_of_heads_that_look_at_themselves_stays_there() -> None:
    assert (combining.rollout([np.eye(3)[None]] * 5) == np.eye(3)).all()


def test_rollout_needs_layers_in_which_a_text_looks_at_itself() -> None:
    for wrong in ([], [maps(1, 2, 3)], [maps(1, 2, 2), maps(1, 2, 3)]):
        with pytest.raises(ValueError, match="a text looks at itself"):
            combining.rollout(wrong)
    with pytest.raises(ValueError, match="at least one layer"):
        combining.layer_mean([])


@given(st.integers(1, 8), st.integers(0, 99), st.booleans())
def test_without_the_first_token_is_a_softmax_without_it(n: int, seed: int, causal: bool) -> None:
    scores = np.random.default_rng(seed).normal(size=(n, n))
    mask = masks.causal(n) if causal else masks.full(n)
    weights = np.stack([arithmetic.softmax(scores, mask, dtype=np.float64)] * 2)
    before = weights.copy()
    rest = masks.without_columns(mask, [0])
    found = combining.without_first(weights)
    assert (weights == before).all()
    assert found.weights.dtype == np.float32
    assert (found.empty == masks.blind(rest)).all()
    sighted = np.flatnonzero(rest.any(axis=1))
    if len(sighted):
        expected = arithmetic.softmax(scores[sighted], rest[sighted], dtype=np.float64)
        np.testing.assert_allclose(found.weights[:, sighted], [expected] * 2, rtol=1e-5)
    assert not found.weights[found.empty].any()
    assert not found.weights[..., 0].any()


def test_read_only_weights_are_fine() -> None:
    weights = maps(1, 3, 3)
    weights.flags.writeable = False
    assert combining.without_first(weights).weights.flags.writeable
