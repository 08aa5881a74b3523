"""The head: hand-computed cases, the reference in long double, what it keeps and what it refuses."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
import oracle
import pytest

from attnviz.core import Head, Trace, masks
from attnviz.core.arithmetic import same_bits

HEAD = Head.random(2, 2)
MATRICES = ("x", "query", "key", "value", "raw_scores", "scores", "masked_scores", "weights", "output")


def test_the_scaling_check_of_the_chapter() -> None:
    scores = Head.identity(2).scores([[3.0, 4.0], [0.0, 0.0]])
    assert scores[0, 0] == pytest.approx(25 / np.sqrt(2), rel=1e-7)
    assert round(float(scores[0, 0]), 4) == 17.6777
    assert Head.identity(2).scores([[3.0, 4.0], [0.0, 0.0]], scaled=False)[0, 0] == 25.0


def test_two_tokens_by_hand_without_a_mask() -> None:
    trace = Head.identity(2).trace([[1.0, 0.0], [0.0, 1.0]], scaled=False)
    near, far = np.e / (1 + np.e), 1 / (1 + np.e)
    np.testing.assert_allclose(trace.weights, [[near, far], [far, near]], rtol=1e-7)
    np.testing.assert_allclose(trace.output, [[near, far], [far, near]], rtol=1e-7)


def test_two_tokens_by_hand_with_the_causal_mask() -> None:
    trace = Head.identity(2).trace([[1.0, 2.0], [3.0, 4.0]], masks.causal(2))
    share = 1 / (1 + np.exp((11 - 25) / np.sqrt(2)))  # scores of row 1: 11 and 25
    np.testing.assert_allclose(trace.weights, [[1, 0], [1 - share, share]], rtol=1e-6)
    np.testing.assert_allclose(trace.output, [[1, 2], [1 + 2 * share, 2 + 2 * share]], rtol=1e-7)
    assert trace.masked_scores[0, 1] == -np.inf


def test_forward_agrees_with_long_double_number_by_number_over_ten_orders_of_magnitude() -> None:
    rng = np.random.default_rng(11)
    for case in range(500):
        x = oracle.wide_inputs(rng)
        head = Head.random(x.shape[1], x.shape[1])
        causal = case % 2 == 0
        mask = masks.causal(len(x)) if causal else None
        _, output = oracle.attention(x, (head.w_query, head.w_key, head.w_value), mask)
        off = np.abs(head.forward(x, causal) - output)
        assert (off <= 1e-6 * np.abs(output)).all(), f"case {case}: {x.shape}"


@pytest.mark.parametrize("scaled", [True, False])
def test_every_matrix_of_the_trace_agrees_with_long_double(scaled: bool) -> None:
    rng = np.random.default_rng(12)
    x, head = rng.standard_normal((9, 24)), Head.random(24, 16)
    trace = head.trace(x, masks.causal(9), scaled)
    query, key, value = (oracle.long_product(trace.x, w) for w in (head.w_query, head.w_key, head.w_value))
    weights, output = oracle.attention(trace.x, (head.w_query, head.w_key, head.w_value), masks.causal(9), scaled)
    raw = oracle.long_product(query, key.T)
    expected = {"query": query, "key": key, "value": value, "raw_scores": raw, "weights": weights, "output": output}
    expected["scores"] = raw / np.sqrt(np.longdouble(16)) if scaled else raw
    for name, right in expected.items():
        np.testing.assert_allclose(getattr(trace, name), right.astype(np.float64), rtol=1e-6, err_msg=name)


def test_the_identity_head_agrees_to_the_largest_number_of_each_row() -> None:
    # Not number by number: `mix` keeps 60 bits below a row's largest share, so what is weaker than that may vanish
    rng = np.random.default_rng(16)
    for case in range(60):
        x = oracle.wide_inputs(rng)
        head, mask = Head.identity(x.shape[1]), masks.causal(len(x)) if case % 2 == 0 else None
        _, output = oracle.attention(x, (head.w_query, head.w_key, head.w_value), mask)
        off = np.abs(head.trace(x, mask).output - output)
        assert (off <= 1e-6 * np.abs(output).max(axis=1, keepdims=True)).all(), f"case {case}: {x.shape}"


@pytest.mark.parametrize(("scale", "exact"), [(3, True), (7, True), (12, False)])
def test_a_number_under_a_60_bit_share_of_its_row_is_lost(scale: int, exact: bool) -> None:
    x = np.eye(4, dtype=np.float32) * scale
    _, output = oracle.attention(x, [np.eye(4)] * 3)
    found = Head.identity(4).forward(x)
    assert bool((np.abs(found - output) <= 1e-6 * output).all()) is exact
    assert (np.abs(found - output) <= 1e-6 * scale).all()


@pytest.mark.parametrize(("scale", "relative"), [(1e2, 1e-7), (1e4, 1e-7), (1e5, 1e-6), (1e6, 1e-4)])
def test_nearly_equal_scores_are_told_apart_as_finely_as_float64_holds_them(scale: float, relative: float) -> None:
    x = np.array([[scale, 0.9], [scale, 0.0], [scale, 0.7]], dtype=np.float32)
    weights, _ = oracle.attention(x, [np.eye(2)] * 3)
    assert (np.abs(Head.identity(2).weights(x) - weights) <= relative * weights).all()


def test_hidden_cells_are_exactly_zero_and_rows_add_up_to_one() -> None:
    rng = np.random.default_rng(13)
    for _ in range(50):
        x = oracle.wide_inputs(rng)
        weights = Head.random(x.shape[1], x.shape[1]).weights(x, causal=True)
        assert not weights[~masks.causal(len(x))].view(np.uint32).any()
        np.testing.assert_allclose(weights.sum(axis=1, dtype=np.float64), 1.0, rtol=1e-6)


def test_a_mask_of_any_pattern_is_kept_to() -> None:
    rng = np.random.default_rng(14)
    mask = (rng.random((12, 12)) < 0.3) | np.eye(12, dtype=np.bool_)
    trace = Head.random(6, 6).trace(rng.standard_normal((12, 6)), mask)
    assert (trace.weights[~mask] == 0).all()
    assert (trace.weights[mask] > 0).all()
    assert (trace.masked_scores[~mask] == -np.inf).all()
    assert same_bits(trace.masked_scores[mask], trace.scores[mask]).all()
    assert (trace.mask == mask).all()


def test_the_shortcuts_give_what_the_trace_holds() -> None:
    x, head = np.random.default_rng(15).standard_normal((5, 4)), Head.random(4, 4)
    for causal in (True, False):
        trace = head.trace(x, masks.causal(5) if causal else None)
        assert same_bits(head.weights(x, causal), trace.weights).all()
        assert same_bits(head.forward(x, causal), trace.output).all()
    assert same_bits(head.scores(x), trace.scores).all()
    assert same_bits(head.scores(x, scaled=False), trace.raw_scores).all()


def test_a_trace_cannot_be_written_and_shares_nothing_with_its_inputs() -> None:
    x, mask = np.ones((3, 2), dtype=np.float32), masks.causal(3)
    trace = HEAD.trace(x, mask)
    for name in (*MATRICES, "mask"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(trace, name)[0, 0] = 1
    x[:], mask[:] = 5, True
    assert (trace.x == 1).all()
    assert not trace.mask.all()


def test_a_head_cannot_be_changed_through_the_arrays_it_was_made_of() -> None:
    own = np.eye(2, dtype=np.float32)
    head = Head(own, own, own)
    own[:] = 7
    assert (head.w_key == np.eye(2)).all()
    with pytest.raises(ValueError, match="read-only"):
        head.w_query[0, 0] = 1


@pytest.mark.parametrize("name", MATRICES)
def test_every_matrix_is_float32_and_has_its_shape(name: str) -> None:
    trace = Head.random(3, 2).trace(np.ones((4, 3)))
    shapes = {"x": (4, 3), "query": (4, 2), "key": (4, 2), "value": (4, 2), "output": (4, 2)}
    assert getattr(trace, name).dtype == np.float32
    assert getattr(trace, name).shape == shapes.get(name, (4, 4))


def test_no_tokens_give_an_empty_trace() -> None:
    trace = HEAD.trace(np.empty((0, 2)))
    assert isinstance(trace, Trace)
    assert trace.weights.shape == (0, 0)
    assert trace.output.shape == (0, 2)


def test_one_token_looks_at_itself() -> None:
    trace = HEAD.trace([[1.0, 2.0]])
    assert trace.weights.tolist() == [[1.0]]
    assert same_bits(trace.output, trace.value).all()


REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: HEAD.forward([[1.0]]), r"x: its shape is \(1, 1\) but one row of 2 numbers per token"),
    (lambda: HEAD.forward([1.0, 2.0]), r"x: its shape is \(2,\)"),
    (lambda: HEAD.forward(np.zeros((1, 2, 2))), r"x: its shape is \(1, 2, 2\)"),
    (lambda: HEAD.forward([], causal=True), r"x: its shape is \(0,\)"),
    (lambda: HEAD.forward(5.0), r"x: its shape is \(\)"),
    (lambda: HEAD.forward(5.0, causal=True), r"x: its shape is \(\)"),
    (lambda: HEAD.weights(5.0, causal=True), r"x: its shape is \(\)"),
    (lambda: HEAD.forward([[np.nan, 0.0]]), r"x: it holds numbers that are not finite"),
    (lambda: HEAD.forward([[np.inf, 0.0]]), r"x: it holds numbers that are not finite"),
    (lambda: HEAD.forward([["a", "b"]]), r"x: real numbers are needed, these are <U1"),
    (lambda: HEAD.forward(np.array([[1, None]])), r"x: real numbers are needed, these are object"),
    (lambda: HEAD.forward([[1j, 0]]), r"x: real numbers are needed, these are complex"),
    (lambda: HEAD.forward([[1e39, 0.0]]), r"x: a result is too large for float32"),
    (lambda: HEAD.trace([[3e38, 3e38]]), r"too large for float32"),
    (lambda: HEAD.scores([[1e30, 1e30]]), r"scores: a result is too large for float32"),
    (lambda: HEAD.trace(np.eye(2), [[True, False], [False, False]]), r"mask: row 1 may see nothing"),
    (lambda: HEAD.trace(np.eye(2), np.eye(2)), r"mask: its numbers are float64; it must be bool"),
    (lambda: HEAD.trace(np.eye(2), masks.causal(3)), r"mask: its shape is \(3, 3\) but the scores are \(2, 2\)"),
    (lambda: Head.random(0, 2), r"sizes of at least 1"),
    (lambda: Head.identity(0), r"the width d must be at least 1, not 0"),
    (lambda: Head([[1.0]], [[1.0]], [[1.0, 2.0]]), r"one shape \(d_model, d_head\); these have \(1, 1\), .*\(1, 2\)"),  # type: ignore[arg-type]
    (lambda: Head([1.0], [[1.0]], [[1.0]]), r"w_query: a matrix \(d_model, d_head\) is needed"),  # type: ignore[arg-type]
    (lambda: Head([[1.0]], np.zeros((0, 0)), [[1.0]]), r"w_key: a matrix"),  # type: ignore[arg-type]
    (lambda: Head([[1.0]], [[1.0]], [[np.nan]]), r"w_value: finite real numbers are needed"),  # type: ignore[arg-type]
    (lambda: Head([["a"]], [[1.0]], [[1.0]]), r"w_query: finite real numbers are needed"),  # type: ignore[arg-type]
    (lambda: Head([[1.0]], [[1e39]], [[1.0]]), r"w_key: a result is too large for float32"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "sentence"), REFUSED)
def test_a_bad_input_is_refused_with_a_sentence(call: Callable[[], object], sentence: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ValueError, match=sentence):
            call()
