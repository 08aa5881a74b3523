"""Every kind of softmax attention against torch, to 1e-5, and against the formulas of its paper in plain loops."""

from __future__ import annotations

import cmath
import math
from typing import Any

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from attnviz.core import Head, Trace, masks, positions
from attnviz.core.multihead import MultiHead, mean
from attnviz.core.traces import Setting

seeds = st.integers(0, 2**32 - 1)
TOLERANCE = {"rtol": 1e-5, "atol": 1e-5}
GROUPINGS = [(1, 1), (2, 2), (8, 8), (8, 2), (8, 1), (6, 3), (12, 4)]
CASES = range(12)


@pytest.fixture(scope="module")
def torch() -> Any:
    """The module torch, on one thread as everything here."""
    module = pytest.importorskip("torch", reason="torch is not installed: pip install '.[oracles]'")
    module.set_num_threads(1)
    return module


def some(rng: np.random.Generator, n: int, d: int) -> NDArray[np.float32]:
    x: NDArray[np.float32] = rng.standard_normal((n, d)).astype(np.float32)
    return x


def case(seed: int, grouping: tuple[int, int], crossed: bool) -> tuple[MultiHead, NDArray[np.float32], Setting]:
    """Return heads whose joined outputs are as wide as x, a text, and a setting with a random mask."""
    rng, (heads, kv_heads) = np.random.default_rng(seed), grouping
    n, m, d_head = (int(size) for size in rng.integers(1, 14, 3))
    m = m if crossed else n
    made = MultiHead.random(heads * d_head, d_head, heads, kv_heads)
    mask = masks.causal(n) if seed % 3 == 0 and not crossed else masks.sighted(rng.random((n, m)) < 0.6)
    context = some(rng, m, made.d_model) if crossed else None
    return made, some(rng, n, made.d_model), Setting(mask, bool(seed % 2), context)


def split(torch: Any, x: NDArray[Any], w: NDArray[Any], heads: int) -> Any:
    """Return x · w of each head, (heads, tokens, d_head), float64."""
    projected = torch.from_numpy(np.asarray(x, dtype=np.float64)) @ torch.from_numpy(w.astype(np.float64))
    return projected.view(len(x), heads, -1).transpose(0, 1)


def by_sdpa(torch: Any, made: MultiHead, x: NDArray[Any], setting: Setting, bias: NDArray[Any] | None = None) -> Any:
    """Return what torch's scaled_dot_product_attention makes of it: the heads' outputs (n, heads · d_head)."""
    other = x if setting.context is None else np.asarray(setting.context)
    mask = torch.from_numpy(np.asarray(setting.mask))
    if bias is not None:
        mask = torch.from_numpy(bias).masked_fill(~mask, -math.inf)
    output = torch.nn.functional.scaled_dot_product_attention(
        split(torch, x, made.w_query, made.heads)[None],
        split(torch, other, made.w_key, made.kv_heads)[None],
        split(torch, other, made.w_value, made.kv_heads)[None],
        attn_mask=mask,
        scale=None if setting.scaled else 1.0,
        enable_gqa=made.heads != made.kv_heads,
    )
    return output[0].transpose(0, 1).reshape(len(x), -1).numpy()


@pytest.mark.parametrize("crossed", [False, True])
@pytest.mark.parametrize("grouping", GROUPINGS)
def test_heads_agree_with_torch_s_scaled_dot_product_attention(
    torch: Any, grouping: tuple[int, int], crossed: bool
) -> None:
    for seed in CASES:
        made, x, setting = case(seed, grouping, crossed)
        multi, expected = made.trace(x, setting), by_sdpa(torch, made, x, setting)
        np.testing.assert_allclose(multi.joined, expected, **TOLERANCE, err_msg=f"seed {seed}")
        np.testing.assert_allclose(multi.output, expected @ made.w_output, **TOLERANCE, err_msg=f"seed {seed}")


@pytest.mark.parametrize("grouping", GROUPINGS)
def test_heads_with_alibi_agree_with_torch_given_the_bias(torch: Any, grouping: tuple[int, int]) -> None:
    for seed in CASES:
        made, x, setting = case(seed, grouping, crossed=False)
        n, slopes = len(x), naive_slopes(grouping[0])
        bias = np.array([[[naive_bias(i, j, slope) for j in range(n)] for i in range(n)] for slope in slopes])
        expected = by_sdpa(torch, made, x, setting, bias)
        np.testing.assert_allclose(made.trace(x, setting, alibi=True).joined, expected, **TOLERANCE)


@pytest.mark.parametrize("crossed", [False, True])
@pytest.mark.parametrize("grouping", GROUPINGS)
def test_heads_agree_with_torch_s_multihead_attention(torch: Any, grouping: tuple[int, int], crossed: bool) -> None:
    for seed in CASES:
        made, x, setting = case(2 * seed + 1, grouping, crossed)  # torch's always divides by √d
        module = torch_module(torch, made)
        other = x if setting.context is None else np.asarray(setting.context)
        query, key = (torch.from_numpy(text.astype(np.float64)) for text in (x, other))
        hidden = torch.from_numpy(~np.asarray(setting.mask))
        multi = made.trace(x, setting)
        for averaged in (False, True):
            output, weights = module(
                query, key, key, attn_mask=hidden, need_weights=True, average_attn_weights=averaged
            )
            found = mean(multi.heads) if averaged else np.array([trace.weights for trace in multi.heads])
            np.testing.assert_allclose(found, weights.detach().numpy(), **TOLERANCE)
            np.testing.assert_allclose(multi.output, output.detach().numpy(), **TOLERANCE)


def torch_module(torch: Any, made: MultiHead) -> Any:
    """Return torch's module with the same weights; its shared keys and values are repeated, it knows no groups."""
    times = made.heads // made.kv_heads
    shared = [w.reshape(made.d_model, made.kv_heads, -1) for w in (made.w_key, made.w_value)]
    parts = [made.w_query, *(w.repeat(times, axis=1).reshape(made.d_model, -1) for w in shared)]
    module = torch.nn.MultiheadAttention(made.d_model, made.heads, bias=False, dtype=torch.float64)
    with torch.no_grad():
        module.in_proj_weight.copy_(torch.from_numpy(np.hstack(parts).T.astype(np.float64)))
        module.out_proj.weight.copy_(torch.from_numpy(made.w_output.T.astype(np.float64)))
    return module


def naive_turned(rows: NDArray[Any]) -> NDArray[Any]:
    """RoPE with one 2 × 2 rotation after the other: Su et al. 2021, eq. 15."""
    turned = rows.copy()
    d = rows.shape[1]
    for position in range(len(rows)):
        for pair in range(d // 2):
            angle = position * 10000.0 ** (-2 * pair / d)
            rotation = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
            turned[position, 2 * pair : 2 * pair + 2] = rotation @ rows[position, 2 * pair : 2 * pair + 2]
    return turned


def naive_complex_scores(query: NDArray[Any], key: NDArray[Any]) -> NDArray[Any]:
    """RoPE's scores as a sum over pairs of q · k* · e^(i·(m−n)·θ): Su et al. 2021, eq. 12. For an even width."""
    scores, d = np.zeros((len(query), len(key))), query.shape[1]
    for i, j in np.ndindex(scores.shape):
        for pair in range(d // 2):
            q, k = (complex(*rows[2 * pair : 2 * pair + 2]) for rows in (query[i], key[j]))
            scores[i, j] += (q * k.conjugate() * cmath.exp(1j * (i - j) * 10000.0 ** (-2 * pair / d))).real
    return scores


def naive_slopes(heads: int) -> list[float]:
    """ALiBi's slopes, halving 8 / heads times: Press et al. 2022, section 3, and their code for other numbers."""
    if heads & (heads - 1) == 0:
        return [2 ** (-8 / heads * (head + 1)) for head in range(heads)]
    below = 2 ** int(math.log2(heads))
    return naive_slopes(below) + naive_slopes(2 * below)[0::2][: heads - below]


def naive_bias(row: int, column: int, slope: float) -> float:
    """What is added to one score: the paper's for the past; twice as steep ahead, where the paper has none."""
    return -slope * (row - column) if column <= row else -2 * slope * (column - row)


def projected(head: Head, x: NDArray[Any]) -> list[NDArray[np.float64]]:
    """Return Q, K and V, added up in long double."""
    return [oracle.long_product(x, w).astype(np.float64) for w in (head.w_query, head.w_key, head.w_value)]


def agrees(trace: Trace, scores: NDArray[Any], value: NDArray[Any], mask: NDArray[np.bool_]) -> None:
    """Assert that weights and output are those that long double makes of `scores`."""
    weights = oracle.softmax(scores.astype(np.longdouble), mask)
    np.testing.assert_allclose(trace.weights, weights.astype(np.float64), rtol=1e-5, atol=1e-9)
    np.testing.assert_allclose(trace.output, oracle.long_product(weights, value).astype(np.float64), **TOLERANCE)


@settings(max_examples=30)
@given(seeds, st.integers(1, 9), st.integers(1, 9), st.integers(1, 9))
def test_rope_through_a_head_agrees_with_rotations_one_by_one(seed: int, n: int, d: int, d_head: int) -> None:
    head, x = Head.random(d, d_head), some(np.random.default_rng(seed), n, d)
    trace = head.trace_in(x, Setting(masks.causal(n), rope=True))
    query, key, value = projected(head, x)
    query, key = naive_turned(query), naive_turned(key)
    np.testing.assert_allclose(trace.query, query, **TOLERANCE)
    np.testing.assert_allclose(trace.key, key, **TOLERANCE)
    agrees(trace, query @ key.T / math.sqrt(d_head), value, masks.causal(n))


@settings(max_examples=30)
@given(seeds, st.integers(1, 9), st.integers(1, 9), st.sampled_from([2, 4, 8]), st.booleans())
def test_rope_through_a_head_agrees_with_complex_numbers(seed: int, n: int, d: int, d_head: int, scaled: bool) -> None:
    head, x = Head.random(d, d_head), some(np.random.default_rng(seed), n, d)
    trace = head.trace_in(x, Setting(None, scaled, rope=True))
    query, key, value = projected(head, x)
    scores = naive_complex_scores(query, key)
    np.testing.assert_allclose(trace.raw_scores, scores, **TOLERANCE)
    agrees(trace, scores / math.sqrt(d_head) if scaled else scores, value, masks.full(n))


@settings(max_examples=30)
@given(seeds, st.integers(1, 9), st.integers(1, 9), st.integers(1, 12), st.booleans())
def test_alibi_through_a_head_agrees_with_loops(seed: int, n: int, d: int, heads: int, causal: bool) -> None:
    made, x = MultiHead.random(d, 3, heads, heads), some(np.random.default_rng(seed), n, d)
    mask = masks.causal(n) if causal else masks.full(n)
    multi = made.trace(x, Setting(mask), alibi=True)
    for index, slope in enumerate(naive_slopes(heads)):
        query, key, value = projected(made.head(index), x)
        bias = np.array([[naive_bias(i, j, slope) for j in range(n)] for i in range(n)])
        agrees(multi.heads[index], query @ key.T / math.sqrt(3) + bias, value, mask)


@settings(max_examples=30)
@given(seeds, st.integers(1, 9), st.integers(1, 9), st.sampled_from(["sinusoidal", "learned"]))
def test_a_table_that_is_added_is_part_of_x(seed: int, n: int, d: int, position: str) -> None:
    x, head = some(np.random.default_rng(seed), n, d), Head.random(d, 4)
    table = positions.sinusoidal(n, d) if position == "sinusoidal" else positions.learned(n, d)
    query, key, value = projected(head, x + table)
    agrees(head.trace(positions.added(x, position)), query @ key.T / 2, value, masks.full(n))
