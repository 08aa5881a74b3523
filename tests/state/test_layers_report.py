"""The report on all heads: scores, order, sinks and small maps, against what is worked out head by head."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from attnviz.models import combining, measures
from attnviz.state import layers_report
from attnviz.state.layers_report import LayersReport
from attnviz.state.scene import HEADS_ORDERS

N = 12
WORDS = tuple("abcabdeafgbh")


def softmaxed(heads: int, n: int = N, causal: bool = True, seed: int = 0) -> NDArray[np.float32]:
    """Return weights (heads, n, n) whose rows add up to 1."""
    raw = np.exp(2 * np.random.default_rng(seed).standard_normal((heads, n, n)))
    raw = np.tril(raw) if causal else raw
    return np.asarray(raw / raw.sum(axis=-1, keepdims=True), dtype=np.float32)


def sink(n: int = N) -> NDArray[np.float32]:
    """Return a head (n, n) that looks at nothing but the first token."""
    made = np.zeros((n, n), np.float32)
    made[:, 0] = 1.0
    return made


LAYERS = [softmaxed(3, seed=layer) for layer in range(4)]


def made(
    layers: list[NDArray[Any]] = LAYERS, order: str = "layer", words: tuple[str, ...] = WORDS, rescaled: bool = False
) -> LayersReport:
    return layers_report.report(layers, words, words, words, (1, 2), order, rescaled)


def test_by_layer_every_head_comes_once_in_its_place() -> None:
    assert made().order == tuple((layer, head) for layer in range(4) for head in range(3))
    assert (made().shown, made().count, made().order_name) == ((1, 2), 12, "layer")


@pytest.mark.parametrize("name", HEADS_ORDERS[1:])
def test_the_highest_score_comes_first(name: str) -> None:
    report = made(order=name)
    oracle = {(i, j): float(measures.types(LAYERS[i], WORDS)[name][j]) for i in range(4) for j in range(3)}
    assert list(report.order) == sorted(oracle, key=lambda cell: -oracle[cell])
    assert {cell: report.score(cell, name) for cell in report.order} == oracle
    assert len(set(oracle.values())) == 12


def test_equal_scores_stay_in_the_order_of_the_layers() -> None:
    same = made([LAYERS[0][[0, 0]], LAYERS[0]], "induction").order
    assert [cell for cell in same if cell in ((0, 0), (0, 1), (1, 0))] == [(0, 0), (0, 1), (1, 0)]


def test_heads_without_a_score_keep_their_order() -> None:
    different = tuple("abcdefghijkl")
    report = made(order="induction", words=different)
    assert np.isnan(report.scores["induction"]).all()
    assert report.order == made().order


def test_sinks_are_the_heads_that_look_at_the_first_token() -> None:
    layers = [np.stack([layer[0], sink(), layer[2]]) for layer in LAYERS]
    report = made(layers)
    assert report.tells_sinks
    assert report.sinks[:, 1].all()
    oracle = [[float(head[1:, 0].mean()) > 0.3 for head in layer] for layer in layers]
    assert report.sinks.tolist() == oracle


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 40])
def test_an_even_head_scores_what_is_said_and_never_counts_as_a_sink(n: int, causal: bool) -> None:
    seen = np.tri(n) if causal else np.ones((n, n))
    even = np.asarray(seen / seen.sum(axis=-1, keepdims=True), np.float32)
    words = tuple(str(k) for k in range(n))
    report = layers_report.report([even[None]], words, words, words, (0, 0), "layer")
    assert report.causal == causal
    assert report.even == pytest.approx(float(measures.first_token(even)), rel=1e-6)
    assert not report.sinks.any()
    assert report.tells_sinks == (n > (5 if causal else 3))


def test_one_token_tells_no_sinks() -> None:
    report = layers_report.report([np.ones((2, 1, 1))], ("a",), ("a",), ("a",), (0, 1), "first_token")
    assert not report.tells_sinks
    assert not report.sinks.any()
    assert report.maps.tolist() == [[[255]], [[255]]]


def test_a_text_too_short_to_tell_has_no_sinks_whatever_the_heads_do() -> None:
    report = made([np.stack([sink(4)] * 3)] * 2, words=WORDS[:4])
    assert np.all(report.scores["first_token"] == 1.0)
    assert not report.sinks.any()


def test_a_causal_model_is_found_by_its_zeros_and_the_future_hidden() -> None:
    assert made().causal
    assert np.array_equal(made().map_mask, np.tri(N, dtype=bool))
    peeking = [layer.copy() for layer in LAYERS]
    peeking[3][2, 0, 1] = 1e-30
    assert not made(peeking).causal
    assert made(peeking).map_mask.all()
    assert not made([softmaxed(3, causal=False)] * 2).causal


def test_small_maps_are_the_weights_in_255ths_by_layer_also_in_another_order() -> None:
    stacked = np.concatenate(LAYERS).astype(np.float64)
    for order in ("layer", "induction"):
        maps = made(order=order).maps
        assert maps.dtype == np.uint8
        assert np.abs(maps - stacked * 255).max() <= 0.5 + 1e-4


def test_of_a_long_text_each_number_is_the_largest_of_its_block() -> None:
    n, words = 150, tuple(str(k) for k in range(150))
    layers = [softmaxed(10, n, seed=layer) for layer in range(20)]
    report = layers_report.report(layers, words, words, words, (0, 0), "layer")
    side = report.maps.shape[1]
    assert report.maps.shape == (200, 70, 70)
    assert report.maps.size <= 1_000_000
    edges = [k * n // side for k in range(side + 1)]
    for index in (0, 63, 199):
        head = layers[index // 10][index % 10]
        for row in range(0, side, 7):
            for column in range(0, side, 5):
                block = head[edges[row] : edges[row + 1], edges[column] : edges[column + 1]]
                assert abs(int(report.maps[index, row, column]) - float(block.max()) * 255) <= 0.5 + 1e-4
    seen = [[edges[column] <= edges[row + 1] - 1 for column in range(side)] for row in range(side)]
    assert report.map_mask.tolist() == seen


def test_of_very_many_heads_a_map_keeps_16_rows() -> None:
    words = tuple(str(k) for k in range(40))
    report = layers_report.report([softmaxed(96, 40)] * 96, words, words, words, (95, 95), "layer")
    assert report.maps.shape == (96 * 96, 16, 16)


def test_without_the_first_token_maps_change_and_scores_do_not() -> None:
    plain, rescaled = made(), made(rescaled=True)
    assert rescaled.rescaled
    assert not rescaled.maps[:, :, 0].any()
    oracle = np.concatenate([combining.without_first(layer).weights for layer in LAYERS])
    assert np.abs(rescaled.maps - oracle * 255.0).max() <= 0.5 + 1e-4
    for name in measures.TYPES:
        assert np.array_equal(plain.scores[name], rescaled.scores[name])
    assert np.array_equal(plain.sinks, rescaled.sinks)
    assert np.array_equal(plain.layers[0], LAYERS[0])


@pytest.mark.parametrize("columns", [N, 7])
def test_another_text_has_only_its_first_token_in_common(columns: int) -> None:
    other = tuple(f"x{k}" for k in range(columns))
    layers = [softmaxed(3)[:, :, :columns]] * 2
    report = layers_report.report(layers, WORDS, other, WORDS, (0, 0), "first_token")
    assert report.crossed
    assert not report.causal
    assert report.map_mask.shape == (N, columns)
    assert [name for name in measures.TYPES if not np.isnan(report.scores[name]).all()] == ["first_token"]
    assert report.even == 1 / columns


def test_layers_may_have_different_numbers_of_heads() -> None:
    report = layers_report.report([LAYERS[0], LAYERS[1][:1]], WORDS, WORDS, WORDS, (1, 0), "first_token")
    assert sorted(report.order) == [(0, 0), (0, 1), (0, 2), (1, 0)]
    assert np.isnan(report.scores["same_token"]).tolist() == [[False] * 3, [False, True, True]]
    assert report.maps.shape == (4, N, N)
    assert not report.sinks[1, 1:].any()


@pytest.mark.parametrize("rescaled", [False, True])
def test_what_is_no_number_is_nothing_on_the_map_and_has_no_score(rescaled: bool) -> None:
    spoilt = [layer.copy() for layer in LAYERS]
    spoilt[1][0, 5, 4], spoilt[2][1, 3, 3] = np.nan, np.inf
    report = made(spoilt, "previous_token", rescaled=rescaled)
    assert report.maps[3, 5, 4] == 0
    assert report.maps[7, 3, 3] == 0
    assert np.array_equal(report.maps[4:7], made(rescaled=rescaled).maps[4:7])
    assert report.order[-1] == (1, 0)


@pytest.mark.parametrize("kind", [np.float16, np.float64])
def test_weights_of_other_precisions_are_taken(kind: type[Any]) -> None:
    report = made([layer.astype(kind) for layer in LAYERS])
    assert np.abs(report.maps.astype(int) - made().maps).max() <= 1
    assert report.score((0, 0), "same_token") == pytest.approx(made().score((0, 0), "same_token"), rel=1e-2)


@pytest.mark.parametrize(
    ("layers", "ids", "shown", "order", "told"),
    [
        ([], WORDS, (0, 0), "layer", "each layer needs"),
        ([LAYERS[0][:, :5]], WORDS, (0, 0), "layer", "each layer needs"),
        ([LAYERS[0][0]], WORDS, (0, 0), "layer", "each layer needs"),
        ([LAYERS[0][:0]], WORDS, (0, 0), "layer", "each layer needs"),
        (LAYERS, WORDS[:3], (0, 0), "layer", "3 ids"),
        (LAYERS, WORDS, (0, 0), "height", "'height'"),
        (LAYERS, WORDS, (4, 0), "layer", "no head 0 in a layer 4"),
        (LAYERS, WORDS, (0, -1), "layer", "no head -1"),
    ],
)
def test_what_does_not_fit_is_refused(
    layers: list[NDArray[Any]], ids: tuple[str, ...], shown: tuple[int, int], order: str, told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        layers_report.report(layers, WORDS, WORDS, ids, shown, order)
