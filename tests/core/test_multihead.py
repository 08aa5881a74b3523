"""Heads together: each has the bits it has alone, shared keys and values change none, and long double agrees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import oracle
import pytest
from alike import identical, same_trace
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from attnviz.core import Head, book, masks, positions
from attnviz.core.arithmetic import same_bits
from attnviz.core.multihead import MultiHead, MultiTrace, entropy, mean, strongest
from attnviz.core.traces import Setting

seeds = st.integers(0, 2**32 - 1)
groupings = st.sampled_from([(1, 1), (2, 1), (2, 2), (3, 3), (4, 2), (6, 2), (6, 3), (12, 4)])
POSITIONS: dict[str, tuple[dict[str, Any], bool]] = {
    "none": ({}, False),
    "rope": ({"rope": True}, False),
    "alibi": ({}, True),
    "one slope": ({"slope": 0.25}, False),
}


def same_multi(a: MultiTrace, b: MultiTrace) -> bool:
    """Say whether all heads, their outputs side by side and what W_o makes of them have the same bits."""
    heads = all(same_trace(one, other) for one, other in zip(a.heads, b.heads, strict=True))
    return heads and identical(a.joined, b.joined) and identical(a.output, b.output)


def some(seed: int, n: int, d: int) -> NDArray[np.float32]:
    x: NDArray[np.float32] = np.random.default_rng(seed).standard_normal((n, d)).astype(np.float32)
    return x


@pytest.mark.parametrize("position", POSITIONS)
@settings(max_examples=25)
@given(seeds, st.integers(0, 9), st.integers(1, 9), st.integers(1, 5), groupings, st.booleans())
def test_every_head_has_the_bits_it_has_alone(
    position: str, seed: int, n: int, d_model: int, d_head: int, grouping: tuple[int, int], crossed: bool
) -> None:
    heads, x = MultiHead.random(d_model, d_head, *grouping), some(seed, n, d_model)
    rest, alibi = POSITIONS[position]
    m = 5 if crossed else n
    mask = masks.sighted(np.random.default_rng(seed).random((n, m)) < 0.5)
    setting = Setting(mask, context=some(seed + 1, m, d_model) if crossed else None, **rest)
    multi = heads.trace(x, setting, alibi)
    assert len(multi.heads) == grouping[0]
    for index, trace in enumerate(multi.heads):
        assert same_trace(trace, heads.head(index).trace_in(x, heads.setting_of(index, setting, alibi)))
    assert identical(multi.joined, np.concatenate([trace.output for trace in multi.heads], axis=1))


def test_alibi_gives_each_head_its_own_slope() -> None:
    multi = MultiHead.random(4, 2, 6, 3).trace(some(0, 5, 4), Setting(slope=9.0), alibi=True)
    for trace, slope in zip(multi.heads, positions.slopes(6), strict=True):
        assert trace.bias is not None
        assert identical(trace.bias, positions.alibi(5, 5, slope).astype(np.float32))


@settings(max_examples=30)
@given(seeds, st.integers(1, 9), st.integers(1, 9), st.integers(1, 5), groupings, st.booleans())
def test_all_heads_together_against_long_double(
    seed: int, n: int, d_model: int, d_head: int, grouping: tuple[int, int], scaled: bool
) -> None:
    heads, x = MultiHead.random(d_model, d_head, *grouping), some(seed, n, d_model)
    multi, count = heads.trace(x, Setting(masks.causal(n), scaled)), grouping[0]
    joined = np.zeros((n, count * d_head), dtype=np.longdouble)
    for i in range(count):
        own = slice(i * d_head, (i + 1) * d_head)
        group = i * grouping[1] // count
        shared = slice(group * d_head, (group + 1) * d_head)
        w = (heads.w_query[:, own], heads.w_key[:, shared], heads.w_value[:, shared])
        weights, joined[:, own] = oracle.attention(x, w, masks.causal(n), scaled)
        np.testing.assert_allclose(multi.heads[i].weights, weights.astype(np.float64), rtol=1e-6)
    np.testing.assert_allclose(multi.joined, joined.astype(np.float64), atol=1e-6)
    np.testing.assert_allclose(multi.output, oracle.long_product(joined, heads.w_output).astype(np.float64), atol=1e-6)


def repeated(w: NDArray[np.float32], kv_heads: int, times: int) -> NDArray[np.float32]:
    """Return the K/V heads of `w`, each `times` times in a row."""
    return np.concatenate([part for part in np.split(w, kv_heads, axis=1) for _ in range(times)], axis=1)


@pytest.mark.parametrize("position", POSITIONS)
@settings(max_examples=20)
@given(seeds, st.integers(1, 9), st.integers(1, 9), st.integers(1, 5), groupings)
def test_equal_heads_of_keys_and_values_give_identical_bits(
    position: str, seed: int, n: int, d_model: int, d_head: int, grouping: tuple[int, int]
) -> None:
    heads, kv_heads = grouping
    grouped, (rest, alibi) = MultiHead.random(d_model, d_head, heads, kv_heads), POSITIONS[position]
    keys, values = (repeated(w, kv_heads, heads // kv_heads) for w in (grouped.w_key, grouped.w_value))
    apart = MultiHead(grouped.w_query, keys, values, grouped.w_output, heads, heads)
    x, setting = some(seed, n, d_model), Setting(masks.causal(n), **rest)
    assert same_multi(grouped.trace(x, setting, alibi), apart.trace(x, setting, alibi))


@pytest.mark.parametrize("position", POSITIONS)
def test_multi_head_grouped_and_multi_query_are_one_where_all_keys_and_values_are_equal(position: str) -> None:
    one, (rest, alibi) = MultiHead.random(7, 3, 6, 1), POSITIONS[position]
    x, setting = some(3, 8, 7), Setting(masks.causal(8), **rest)
    expected = one.trace(x, setting, alibi)
    for kv_heads in (2, 3, 6):
        keys, values = (np.tile(w, kv_heads) for w in (one.w_key, one.w_value))
        again = MultiHead(one.w_query, keys, values, one.w_output, 6, kv_heads)
        assert same_multi(again.trace(x, setting, alibi), expected)


@pytest.mark.parametrize(("d_model", "d_head"), [(1, 1), (3, 2), (64, 64)])
def test_one_head_is_the_chapter_s(d_model: int, d_head: int) -> None:
    alone, head = Head.random(d_model, d_head), MultiHead.random(d_model, d_head, 1, 1).head(0)
    for name in ("w_query", "w_key", "w_value"):
        assert identical(getattr(alone, name), getattr(head, name))


def test_the_random_matrices_are_the_book_s_with_seed_4_for_the_output() -> None:
    heads = MultiHead.random(5, 2, 6, 3)
    assert identical(heads.w_query, book.weight_matrix(1, 5, 12))
    assert identical(heads.w_key, book.weight_matrix(2, 5, 6))
    assert identical(heads.w_value, book.weight_matrix(3, 5, 6))
    assert identical(heads.w_output, book.weight_matrix(4, 12, 5))
    assert (heads.d_model, heads.d_head) == (5, 2)


def test_identity_heads_cut_x_into_pieces_and_put_them_back() -> None:
    heads, x = MultiHead.identity(8, 2, 4, 4), some(0, 3, 8)
    multi = heads.trace(x, Setting(np.eye(3, dtype=np.bool_)))
    for index, trace in enumerate(multi.heads):
        assert identical(trace.query, x[:, 2 * index : 2 * index + 2])
    assert identical(multi.output, x)
    single_head = MultiHead.identity(4, 4, 1, 1).head(0)
    assert identical(single_head.w_query, Head.identity(4).w_query)
    assert MultiHead.identity(3, 1, 6, 2).w_query.tolist() == np.eye(3, 6).tolist()


@pytest.mark.parametrize(
    ("heads", "kv_heads", "expected"), [(6, 6, [0, 1, 2, 3, 4, 5]), (6, 2, [0, 0, 0, 1, 1, 1]), (6, 1, [0] * 6)]
)
def test_neighbouring_heads_share_keys_and_values(heads: int, kv_heads: int, expected: list[int]) -> None:
    multi = MultiHead.random(4, 2, heads, kv_heads)
    assert [multi.kv_head_of(index) for index in range(heads)] == expected
    keys = [multi.head(index).w_key for index in range(heads)]
    for index, group in enumerate(expected):
        assert identical(keys[index], np.ascontiguousarray(multi.w_key[:, 2 * group : 2 * group + 2]))


def test_mean_and_strongest_by_hand() -> None:
    one = Head.identity(2).trace(np.zeros((2, 2)), masks.causal(2))  # [[1, 0], [1/2, 1/2]]
    other = Head.identity(2).trace(np.zeros((2, 2)), np.eye(2, dtype=np.bool_))  # [[1, 0], [0, 1]]
    assert mean([one, other]).tolist() == [[1.0, 0.0], [0.25, 0.75]]
    assert strongest([one, other]).tolist() == [[1.0, 0.0], [0.5, 1.0]]
    assert entropy([one, other]).tolist() == [[0.0, 0.0], [1.0, 0.0]]
    for found in (mean([one]), strongest([one]), entropy([one])):
        assert found.dtype == np.float32
        assert not found.flags.writeable
    assert identical(mean([one]), one.weights)


@pytest.mark.parametrize("m", [1, 2, 3, 8, 100])
def test_looking_evenly_at_m_tokens_is_log_m_bits(m: int) -> None:
    even = Head.identity(2).trace_in(np.zeros((3, 2)), Setting(context=np.zeros((m, 2))))
    np.testing.assert_allclose(entropy([even]), np.log2(m), rtol=1e-6)


@settings(max_examples=40)
@given(seeds, st.integers(1, 12), st.integers(1, 6))
def test_views_of_all_heads_against_plain_sums(seed: int, n: int, heads: int) -> None:
    traces = MultiHead.random(6, 3, heads, heads).trace(some(seed, n, 6) * 4, Setting(masks.causal(n))).heads
    stack = np.array([trace.weights for trace in traces], dtype=np.longdouble)
    np.testing.assert_allclose(mean(traces), stack.mean(axis=0).astype(np.float64), rtol=1e-6)
    assert (strongest(traces) == stack.max(axis=0)).all()
    logarithms = np.log2(stack, where=stack > 0, out=np.zeros_like(stack))
    expected = -(stack * logarithms).sum(axis=2).T
    np.testing.assert_allclose(entropy(traces), expected.astype(np.float64), atol=1e-6)
    assert (entropy(traces)[0] == 0).all()
    assert (entropy(traces) >= 0).all()


@settings(max_examples=40)
@given(seeds, st.integers(2, 40))
def test_no_view_of_a_row_depends_on_later_tokens(seed: int, n: int) -> None:
    heads, x = MultiHead.random(6, 3, 4, 2), some(seed, n, 6) * 3
    for show in (mean, strongest, entropy):
        whole, part = (show(heads.trace(rows, Setting(masks.causal(len(rows)))).heads) for rows in (x, x[:-1]))
        width = part.shape[1]
        assert identical(whole[:-1, :width].copy(), part)


def test_the_future_does_not_reach_through_w_o() -> None:
    heads, x = MultiHead.random(6, 3, 4, 2), some(5, 7, 6)
    changed = x.copy()
    changed[-1] = 9e9
    before, after = (heads.trace(rows, Setting(masks.causal(7)), alibi=True) for rows in (x, changed))
    assert identical(before.output[:-1], after.output[:-1])
    assert not same_bits(before.output[-1], after.output[-1]).any()


def test_nothing_of_it_can_be_changed() -> None:
    heads, x = MultiHead.random(4, 2, 2, 1), np.ones((3, 4), dtype=np.float32)
    multi = heads.trace(x, Setting())
    for array in (multi.joined, multi.output, multi.heads[0].weights, multi.heads[1].mask, heads.w_output):
        assert not array.flags.writeable
    x[:] = 5
    assert (multi.heads[0].x == 1).all()


def test_no_tokens_give_an_empty_trace() -> None:
    multi = MultiHead.random(4, 2, 2, 1).trace(np.empty((0, 4)), Setting())
    assert multi.output.shape == multi.joined.shape == (0, 4)
    assert mean(multi.heads).shape == strongest(multi.heads).shape == (0, 0)
    assert entropy(multi.heads).shape == (0, 2)


W = np.ones((4, 6), dtype=np.float32)
REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: MultiHead.random(4, 2, 0, 1), r"there can be 1 to 96 heads, not 0"),
    (lambda: MultiHead.random(4, 2, 97, 97), r"there can be 1 to 96 heads, not 97"),
    (lambda: MultiHead.random(4, 2, 4, 3), r"3 heads of keys and values cannot be shared evenly by 4 heads"),
    (lambda: MultiHead.random(4, 2, 4, 0), r"0 heads of keys and values cannot be shared"),
    (lambda: MultiHead.identity(4, 2, 2, 4), r"4 heads of keys and values cannot be shared evenly by 2 heads"),
    (lambda: MultiHead.identity(0, 2, 2, 2), r"widths of at least 1 are needed, not 0 and 2"),
    (lambda: MultiHead.random(4, 0, 2, 2), r"sizes of at least 1"),
    (lambda: MultiHead(W, W, W, W.T, 4, 4), r"W_o do not fit 4 heads over 4 .*\(4, 6\), \(4, 6\), \(4, 6\), \(6, 4\)"),
    (lambda: MultiHead(W, W, W[:, :3], W.T, 2, 2), r"do not fit 2 heads over 2"),
    (lambda: MultiHead(W, W, W, W.T, 2, 1), r"do not fit 2 heads over 1"),
    (lambda: MultiHead(W, W, W, W, 2, 2), r"do not fit"),
    (lambda: MultiHead(W, W[:3], W, W.T, 2, 2), r"do not fit"),
    (lambda: MultiHead(W[:, :2], W[:, :2], W[:, :2], W[:, :2].T, 3, 3), r"do not fit 3 heads"),
    (lambda: MultiHead(W, W, W, np.full((6, 4), np.nan), 2, 2), r"w_output: finite real numbers are needed"),
    (lambda: MultiHead.random(4, 2, 2, 2).trace(np.ones((2, 3)), Setting()), r"x: .* 4 numbers per token"),
    (lambda: MultiHead.random(4, 2, 2, 2).trace(np.ones((2, 4)), Setting(context=[[1]])), r"context: .* 4 numbers"),
    (lambda: MultiHead.random(4, 2, 2, 2).trace(np.ones((2, 4)), Setting(masks.full(3))), r"mask: its shape is"),
    (lambda: mean([]), r"there are no heads"),
    (lambda: strongest([]), r"there are no heads"),
    (lambda: entropy([]), r"there are no heads"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "sentence"), REFUSED)
def test_what_does_not_fit_is_refused_with_a_sentence(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        call()


def test_there_is_no_head_outside() -> None:
    heads = MultiHead.random(4, 2, 2, 1)
    for index in (-1, 2):
        for ask in (heads.head, heads.kv_head_of, lambda i: heads.setting_of(i, Setting())):
            with pytest.raises(IndexError, match=rf"there is no head {index}: there are 2"):
                ask(index)
