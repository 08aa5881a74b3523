"""The arithmetic: right, independent of order and surroundings, and clear about what it refuses."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from attnviz.core import arithmetic
from attnviz.core.arithmetic import columns, matmul, mix, rounded, same_bits, softmax

seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(1, 24)


def wide(rng: np.random.Generator, *shape: int) -> NDArray[np.float64]:
    return rng.standard_normal(shape) * 10.0 ** rng.uniform(-5, 5, shape)


def identical(a: NDArray[Any], b: NDArray[Any]) -> bool:
    return bool(same_bits(a, b).all())


def test_matmul_of_two_by_two_by_hand() -> None:
    assert matmul([[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]).tolist() == [[19.0, 22.0], [43.0, 50.0]]


def test_softmax_of_two_by_two_by_hand() -> None:
    weights = softmax([[0.0, np.log(3.0)], [5.0, 5.0]], dtype=np.float64)
    np.testing.assert_allclose(weights, [[0.25, 0.75], [0.5, 0.5]], rtol=1e-12)


def test_mix_of_two_by_two_by_hand() -> None:
    assert mix([[0.25, 0.75], [1.0, 0.0]], [[4.0, 8.0], [0.0, 16.0]]).tolist() == [[1.0, 14.0], [4.0, 8.0]]


@settings(max_examples=60, deadline=None)
@given(seeds, st.integers(1, 8), st.integers(1, 8), st.integers(1, 8))
def test_matmul_agrees_with_fractions_to_one_rounding_of_the_largest_term(seed: int, n: int, k: int, m: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = wide(rng, n, k), wide(rng, k, m)
    product, exact = matmul(a, b, np.float64), oracle.exact_product(a, b)
    largest = np.abs(a).max(axis=1)[:, None] * np.abs(b).max(axis=0)[None, :]
    for i in range(n):
        for j in range(m):
            off = abs(Fraction(float(product[i, j])) - exact[i][j])
            allowed = abs(exact[i][j]) / 2**51 + k * Fraction(float(largest[i, j])) / 2**56
            assert off <= allowed


def test_matmul_of_integers_is_exact_where_plain_float32_is_not() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.integers(-9999, 10000, (8, 300)), rng.integers(-9999, 10000, (300, 8))
    assert (matmul(a, b, np.float64) == a @ b).all()
    assert (a.astype(np.float32) @ b.astype(np.float32) != a @ b).any()


@settings(max_examples=60, deadline=None)
@given(seeds, sizes, sizes, sizes)
def test_matmul_keeps_its_bits_when_the_terms_change_places(seed: int, n: int, k: int, m: int) -> None:
    rng = np.random.default_rng(seed)
    a, b, order = wide(rng, n, k), wide(rng, k, m), rng.permutation(k)
    assert identical(matmul(a[:, order], b[order]), matmul(a, b))


@settings(max_examples=60, deadline=None)
@given(seeds, sizes, sizes, sizes)
def test_matmul_keeps_its_bits_in_every_part_of_the_matrix(seed: int, n: int, k: int, m: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = wide(rng, n, k), wide(rng, k, m)
    rows, cols = rng.permutation(n)[: n // 2 + 1], rng.permutation(m)[: m // 2 + 1]
    assert identical(matmul(a[rows], b[:, cols]), matmul(a, b)[np.ix_(rows, cols)])


@settings(max_examples=60, deadline=None)
@given(seeds, sizes, sizes, st.integers(1, 8))
def test_matmul_keeps_its_bits_when_rows_are_appended(seed: int, n: int, k: int, more: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = wide(rng, n + more, k), wide(rng, k, n)
    assert identical(matmul(a[:n], b), matmul(a, b)[:n])


@settings(max_examples=60, deadline=None)
@given(seeds, sizes, sizes, st.integers(-40, 40), st.integers(-40, 40))
def test_matmul_follows_powers_of_two_to_the_bit(seed: int, n: int, k: int, p: int, q: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = wide(rng, n, k), wide(rng, k, n)
    scaled = matmul(np.ldexp(a, p), np.ldexp(b, q), np.float64)
    assert identical(scaled, np.ldexp(matmul(a, b, np.float64), p + q))


@settings(max_examples=40, deadline=None)
@given(seeds, sizes, sizes)
def test_prepared_columns_and_other_memory_layouts_give_the_same_bits(seed: int, n: int, k: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = wide(rng, n, k), wide(rng, k, n)
    expected = matmul(a, b)
    assert identical(matmul(a, columns(b)), expected)
    assert identical(matmul(np.asfortranarray(a), np.asfortranarray(b)), expected)
    assert identical(matmul(np.repeat(a, 2, axis=1)[:, ::2], b), expected)


@settings(max_examples=60, deadline=None)
@given(seeds, sizes, sizes)
def test_softmax_keeps_its_bits_when_columns_change_places(seed: int, n: int, m: int) -> None:
    rng = np.random.default_rng(seed)
    scores, visible, order = wide(rng, n, m), rng.random((n, m)) < 0.6, rng.permutation(m)
    visible[:, 0] = True
    assert identical(softmax(scores[:, order], visible[:, order]), softmax(scores, visible)[:, order])


@settings(max_examples=60, deadline=None)
@given(seeds, sizes, sizes, st.sampled_from([0.0, 1e300, -1e300, np.inf, -np.inf, np.nan]))
def test_what_a_hidden_cell_holds_leaves_no_trace_in_softmax(seed: int, n: int, m: int, held: float) -> None:
    rng = np.random.default_rng(seed)
    scores, visible = wide(rng, n, m), rng.random((n, m)) < 0.5
    visible[:, -1] = True
    weights = softmax(np.where(visible, scores, held), visible)
    assert identical(weights, softmax(scores, visible))
    assert not weights[~visible].view(np.uint32).any()


@settings(max_examples=60, deadline=None)
@given(seeds, sizes, st.integers(1, 300))
def test_every_row_of_softmax_is_a_share_that_adds_up_to_one(seed: int, n: int, m: int) -> None:
    weights = softmax(wide(np.random.default_rng(seed), n, m))
    assert ((weights >= 0) & (weights <= 1)).all()
    np.testing.assert_allclose(weights.sum(axis=1, dtype=np.float64), 1.0, rtol=1e-6)


@settings(max_examples=40, deadline=None)
@given(seeds, sizes, sizes, st.integers(1, 8))
def test_softmax_keeps_its_bits_when_hidden_columns_are_appended(seed: int, n: int, m: int, more: int) -> None:
    rng = np.random.default_rng(seed)
    scores, visible = wide(rng, n, m + more), np.arange(m + more) < np.full((n, 1), m)
    assert identical(softmax(scores, visible)[:, :m], softmax(scores[:, :m]))


@pytest.mark.parametrize("m", [1, 7, 100, 8192])
def test_softmax_agrees_with_long_double(m: int) -> None:
    scores = np.random.default_rng(m).standard_normal((3, m)) * 8
    expected = oracle.softmax(scores.astype(np.longdouble), np.ones((3, m), dtype=np.bool_))
    np.testing.assert_allclose(softmax(scores, dtype=np.float64), expected.astype(np.float64), rtol=1e-8)


def test_softmax_survives_scores_as_far_apart_as_float64_goes() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert softmax([[1e308, -1e308]]).tolist() == [[1.0, 0.0]]


@settings(max_examples=60, deadline=None)
@given(seeds, sizes, sizes, sizes)
def test_mix_keeps_its_bits_when_the_tokens_change_places(seed: int, n: int, m: int, d: int) -> None:
    rng = np.random.default_rng(seed)
    weights, values, order = np.abs(wide(rng, n, m)), wide(rng, m, d), rng.permutation(m)
    assert identical(mix(weights[:, order], values[order]), mix(weights, values))


@settings(max_examples=60, deadline=None)
@given(seeds, sizes, sizes, sizes, st.floats(-1e30, 1e30))
def test_a_token_of_weight_zero_leaves_no_trace_in_mix(seed: int, n: int, m: int, d: int, held: float) -> None:
    rng = np.random.default_rng(seed)
    weights, values = np.abs(wide(rng, n, m)), wide(rng, m, d)
    more = np.hstack((np.zeros((n, 1)), weights))
    assert identical(mix(more, np.vstack((np.full((1, d), held), values))), mix(weights, values))


@settings(max_examples=40, deadline=None)
@given(seeds, sizes, sizes, st.integers(-40, 40))
def test_mix_follows_powers_of_two_to_the_bit(seed: int, n: int, d: int, p: int) -> None:
    rng = np.random.default_rng(seed)
    weights, values = rng.random((n, n)), wide(rng, n, d)
    assert identical(mix(weights, np.ldexp(values, p), np.float64), np.ldexp(mix(weights, values, np.float64), p))


def test_a_zero_of_a_result_is_always_the_positive_one() -> None:
    for zero in (matmul([[-1.0]], [[0.0]]), mix([[1.0]], [[-0.0]]), matmul([[-1e-30]], [[1e-30]])):
        assert zero.view(np.uint32).tolist() == [[0]]


@pytest.mark.parametrize("length", [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 257])
def test_exp_gives_the_same_bits_wherever_a_value_stands(length: int) -> None:
    values = np.random.default_rng(length).uniform(-700, 0, 2000)
    values[::10] *= 1e-9
    alone = np.array([np.exp(values[i : i + 1])[0] for i in range(len(values))]).view(np.uint64)
    for offset in range(17):
        part = slice(offset, offset + length)
        assert (np.exp(values[part].copy()).view(np.uint64) == alone[part]).all()
        assert (np.exp(values[part]).view(np.uint64) == alone[part]).all()
    assert (np.exp(values.reshape(40, 50)).view(np.uint64).ravel() == alone).all()
    assert (np.exp(values.reshape(40, 50).T.copy()).T.ravel().view(np.uint64) == alone).all()


def test_same_bits_tells_the_two_zeros_apart_and_knows_nan() -> None:
    one, other = np.array([0.0, 1.0, np.nan]), np.array([-0.0, 1.0, np.nan])
    for kind in (np.float32, np.float64):
        assert same_bits(one.astype(kind), other.astype(kind)).tolist() == [False, True, True]


REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: matmul([1.0], [[1.0]]), r"a: a matrix with two axes is needed, this has 1"),
    (lambda: matmul([[1.0]], [[[1.0]]]), r"b: a matrix with two axes is needed, this has 3"),
    (lambda: matmul([[1.0, 2.0]], [[1.0]]), r"a has 2 columns but b has 1 rows"),
    (lambda: matmul([[1.0], [np.nan]], [[1.0]]), r"a: the number in row 1, column 0 is nan, not finite"),
    (lambda: matmul([[1.0]], [[1.0, -np.inf]]), r"b: the number in row 0, column 1 is -inf, not finite"),
    (lambda: matmul([["a"]], [[1.0]]), r"a: real numbers are needed, these are"),
    (lambda: matmul(np.array([[1, None]]), [[1.0]]), r"a: real numbers are needed, these are object"),
    (lambda: matmul([[1j]], [[1.0]]), r"a: real numbers are needed, these are complex"),
    (lambda: matmul([[1, 2], [3]], [[1.0]]), r"."),
    (lambda: matmul([[2.0**1000]], [[1.0]]), r"a: a number is over 2\*\*1000"),
    (lambda: matmul([[1e30]], [[1e30]]), r"matmul: a result is too large for float32"),
    (lambda: matmul([[2.0**999]], [[2.0**999]], np.float64), r"matmul: a result is too large for float64"),
    (lambda: matmul(np.zeros((1, 8193)), np.zeros((8193, 1))), r"matmul: 8193 terms .* the most is 8192"),
    (lambda: columns(np.zeros((8193, 1))), r"8193 terms"),
    (lambda: softmax([0.0]), r"scores: a matrix with two axes is needed, this has 1"),
    (lambda: softmax([[np.nan]]), r"softmax: a visible score is not a finite number"),
    (lambda: softmax([[0.0, np.inf]]), r"softmax: a visible score is not a finite number"),
    (lambda: softmax([[0.0], [0.0]], [[True], [False]]), r"mask: row 1 may see nothing"),
    (lambda: softmax([[0.0, 0.0]], [[1, 0]]), r"mask: its numbers are int64; it must be bool"),
    (lambda: softmax([[0.0, 0.0]], [[True]]), r"mask: its shape is \(1, 1\) but the scores are \(1, 2\)"),
    (lambda: softmax(np.zeros((1, 8193))), r"softmax: 8193 terms"),
    (lambda: softmax(np.zeros((1, 0))), r"row 0 may see nothing"),
    (lambda: mix([[1.0]], [1.0]), r"values: a matrix with two axes is needed"),
    (lambda: mix([[0.5, 0.5]], [[1.0]]), r"2 columns of weights but 1 value rows"),
    (lambda: mix([[-0.1]], [[1.0]]), r"mix: a weight is negative"),
    (lambda: mix([[np.nan]], [[1.0]]), r"weights: the number in row 0, column 0 is nan"),
    (lambda: mix([[1.0]], [[np.inf]]), r"values: .* inf, not finite"),
    (lambda: mix([[10.0]], [[3e38]]), r"mix: a result is too large for float32"),
    (lambda: mix([[2.0**999]], [[2.0**999]]), r"too large"),
    (lambda: mix(np.zeros((1, 8193)), np.zeros((8193, 1))), r"mix: 8193 terms"),
    (lambda: same_bits(np.zeros(2), np.zeros(3)), r"\(2,\) of float64 cannot be compared with \(3,\)"),
    (lambda: same_bits(np.zeros(2), np.zeros(2, dtype=np.float32)), r"float64 cannot be compared .* float32"),
    (lambda: rounded(np.array([1e39]), np.float32, "x"), r"x: a result is too large for float32"),
]


@pytest.mark.parametrize(("call", "sentence"), REFUSED)
def test_a_bad_input_is_refused_with_a_sentence(call: Callable[[], object], sentence: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ValueError, match=sentence):
            call()


def test_empty_matrices_have_empty_or_zero_products() -> None:
    assert matmul(np.zeros((0, 3)), np.zeros((3, 2))).shape == (0, 2)
    assert matmul(np.zeros((2, 0)), np.zeros((0, 2))).tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert softmax(np.zeros((0, 0))).shape == (0, 0)
    assert mix(np.zeros((0, 0)), np.zeros((0, 5))).shape == (0, 5)


# In float64, where a rounding in the wrong place cannot hide behind the one to float32
@pytest.mark.parametrize("k", [300, 3000, arithmetic.LONGEST])
def test_long_sums_keep_all_bits_of_float64_in_any_order(k: int) -> None:
    rng = np.random.default_rng(k)
    a, b, order = 1 - rng.random((4, k)) / 2, 1 - rng.random((k, 4)) / 2, rng.permutation(k)
    weights = softmax(rng.standard_normal((4, k)), dtype=np.float64)
    assert identical(matmul(a[:, order], b[order], np.float64), matmul(a, b, np.float64))
    assert identical(mix(a[:, order], b[order], np.float64), mix(a, b, np.float64))
    assert identical(mix(weights[:, order], b[order], np.float64), mix(weights, b, np.float64))


@pytest.mark.parametrize("m", [3, 60, 300, arithmetic.LONGEST])
def test_softmax_keeps_all_bits_of_float64_in_any_order(m: int) -> None:
    rng = np.random.default_rng(m)
    order = rng.permutation(m)
    for spread in (1.0, 0.01):  # the second makes the largest sums: every exponential is almost 1
        scores = rng.standard_normal((10, m)) * spread
        assert identical(softmax(scores[:, order], dtype=np.float64), softmax(scores, dtype=np.float64)[:, order])


def test_integers_and_bools_count_as_numbers() -> None:
    assert matmul([[1, 2]], [[True], [False]]).tolist() == [[1.0]]
