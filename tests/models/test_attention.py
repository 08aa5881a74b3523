from __future__ import annotations

import numpy as np
import pytest
from models_made import plain_weights

from attnviz.core import masks
from attnviz.core.arithmetic import same_bits
from attnviz.models.attention import Sight, View, attend, scores, weigh
from attnviz.models.config import Floats

CAUSAL, FULL = Sight(True), Sight(False)
SIGHTS = [CAUSAL, FULL, Sight(True, 5), Sight(True, 70), Sight(True, 1)]
SIZES = [(1, 1), (2, 2), (4, 2), (6, 1), (9, 3)]  # heads, K/V heads


def some(heads: int, kv_heads: int, rows: int, n: int, seed: int = 0) -> tuple[Floats, Floats, Floats]:
    """Return queries, keys and values as they lie side by side in one product."""
    rng, d_head = np.random.default_rng(seed), 16
    made = [
        rng.standard_normal((count, h, d_head), dtype=np.float32) for count, h in ((rows, heads), (n, 2 * kv_heads))
    ]
    key_value = made[1].swapaxes(0, 1)
    return 2 * made[0].swapaxes(0, 1), key_value[:kv_heads], key_value[kv_heads:]


def result(query: Floats, key: Floats, value: Floats, view: View) -> tuple[Floats, Floats]:
    heads, rows, d_head = query.shape
    kept: Floats = np.zeros((heads, rows, view.n), np.float32)
    mixed: Floats = np.full((rows, heads * d_head), np.nan, np.float32)
    attend(query, key, value, view, kept, mixed)
    return kept, mixed


def test_a_sight_is_a_mask_of_the_core() -> None:
    assert np.array_equal(CAUSAL.mask(6), masks.causal(6))
    assert np.array_equal(FULL.mask(6), masks.full(6))
    assert np.array_equal(Sight(True, 3).mask(6), masks.window(6, 3))
    assert np.array_equal(Sight(False, 3).mask(6), masks.full(6))  # a window is taken off with the mask


@pytest.mark.parametrize("sight", SIGHTS, ids=str)
@pytest.mark.parametrize(("heads", "kv_heads"), SIZES)
@pytest.mark.parametrize(("first", "n"), [(0, 1), (0, 7), (6, 7), (3, 60), (0, 65), (0, 200), (70, 200), (199, 200)])
def test_weights_and_outputs_are_those_of_a_plain_loop(
    sight: Sight, heads: int, kv_heads: int, first: int, n: int
) -> None:
    query, key, value = some(heads, kv_heads, n - first, n)
    mask = sight.mask(n)[first:]
    weights, mixed = result(query, key, value, View(sight, first, n))
    exact = plain_weights(query, key, mask)
    np.testing.assert_allclose(weights, exact, atol=1e-6)
    assert (weights[:, ~mask] == 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-6)
    outputs = np.einsum("hij,hjd->ihd", exact, np.repeat(value, heads // kv_heads, axis=0))
    np.testing.assert_allclose(mixed, outputs.reshape(n - first, -1), atol=3e-6)


@pytest.mark.parametrize("sight", SIGHTS, ids=str)
@pytest.mark.parametrize("n", [5, 70, 200])
def test_weights_worked_out_again_have_the_bits_they_had(sight: Sight, n: int) -> None:
    query, key, value = some(9, 3, n, n)
    view = View(sight, 0, n)
    weights, mixed = result(query, key, value, view)
    assert same_bits(weigh(query, key, view), weights).all()
    assert same_bits(weigh(query[4:5], key[1:2], view)[0], weights[4]).all()
    again: Floats = np.empty_like(mixed)
    attend(query, key, value, view, None, again)
    assert same_bits(again, mixed).all()


@pytest.mark.parametrize("n", [5, 60, 200])
@pytest.mark.parametrize("sight", [CAUSAL, Sight(True, 70)], ids=str)
def test_a_row_has_the_same_bits_whatever_comes_later(sight: Sight, n: int) -> None:
    query, key, value = some(9, 3, n, n)
    before = result(query, key, value, View(sight, 0, n))
    for array, large in ((query, 50), (key, 1e4), (value, 1e30)):
        array[:, n - 2 :] = large
    after = result(query, key, value, View(sight, 0, n))
    assert same_bits(after[0][:, : n - 2], before[0][:, : n - 2]).all()
    assert same_bits(after[1][: n - 2], before[1][: n - 2]).all()
    assert not same_bits(after[1], before[1]).all()


def test_no_weight_is_so_small_that_products_with_it_are_slow() -> None:
    query, key, _ = some(2, 2, 40, 40)
    weights = weigh(300 * query, key, View(CAUSAL, 0, 40))
    assert (weights[weights > 0] > 1e-35).all()
    assert (weights == 0).sum() > 2 * (~masks.causal(40)).sum()


def test_scores_are_scaled_products() -> None:
    query, key, _ = some(1, 1, 3, 3)
    np.testing.assert_allclose(scores(query[0], key[0]), query[0] @ key[0].T / 4, rtol=1e-6)
