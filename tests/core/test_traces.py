"""A head in a setting: another text, positions, a kernel instead of e^(q·k); its trace and what it is rounded from."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import oracle
import pytest
from alike import identical, same_trace
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from attnviz.core import Head, Trace, masks, positions
from attnviz.core.arithmetic import Doubles, rounded
from attnviz.core.head import ExactTrace, Setting, Similarity

seeds = st.integers(0, 2**32 - 1)
widths = st.integers(1, 9)


class Elu:
    """ELU(x) + 1, as Katharopoulos et al. have it: x + 1 above 0, e^x below. Does not know √d."""

    def features(self, rows: Doubles, scaled: bool) -> tuple[Doubles, Doubles]:
        with np.errstate(under="ignore"):
            return np.where(rows > 0, rows + 1, np.exp(np.minimum(rows, 0))), np.zeros((len(rows), 1))


@dataclass
class Constant:
    """The same features and the same power for every row; remembers what it was asked."""

    of_row: tuple[float, ...]
    power: float = 0.0
    asked: bool | None = None

    def features(self, rows: Doubles, scaled: bool) -> tuple[Doubles, Doubles]:
        self.asked = scaled
        return np.tile(self.of_row, (len(rows), 1)), np.full((len(rows), 1), self.power)


SETTINGS: dict[str, dict[str, Any]] = {
    "softmax": {},
    "not scaled": {"scaled": False},
    "rope": {"rope": True},
    "alibi": {"slope": 0.25},
    "alibi, not scaled": {"slope": 0.25, "scaled": False},
    "kernel": {"similarity": Elu()},
    "kernel, alibi": {"similarity": Elu(), "slope": 0.5},
}


def some(seed: int, n: int, d: int) -> NDArray[np.float32]:
    x: NDArray[np.float32] = np.random.default_rng(seed).standard_normal((n, d)).astype(np.float32)
    return x


@settings(max_examples=40)
@given(seeds, st.integers(0, 12), widths, widths, st.booleans(), st.booleans())
def test_a_plain_setting_is_the_plain_trace(seed: int, n: int, d: int, d_head: int, scaled: bool, hidden: bool) -> None:
    x, head, mask = some(seed, n, d), Head.random(d, d_head), masks.causal(n) if hidden else None
    assert same_trace(head.trace_in(x, Setting(mask, scaled)), head.trace(x, mask, scaled))
    trace = head.trace_in(x, Setting(mask, scaled))
    assert (trace.context, trace.bias, trace.kernel) == (None, None, False)


@pytest.mark.parametrize("name", SETTINGS)
@settings(max_examples=25)
@given(seeds, st.integers(1, 9), st.integers(1, 9), widths, widths, st.booleans())
def test_the_exact_rows_round_to_the_trace(
    name: str, seed: int, n: int, m: int, d: int, d_head: int, crossed: bool
) -> None:
    rng, m = np.random.default_rng(seed), m if crossed else n
    mask = masks.sighted(rng.random((n, m)) < 0.5)
    setting = Setting(mask, context=some(seed + 1, m, d) if crossed else None, **SETTINGS[name])
    head, x = Head.random(d, d_head), some(seed, n, d)
    trace, exact = head.trace_in(x, setting), head.exact_in(x, setting)
    assert trace.kernel == exact.kernel == name.startswith("kernel")
    for step in ("query", "key", "value"):
        assert identical(rounded(getattr(exact, step), np.float32, step), getattr(trace, step))
    for index in range(n):
        row = exact.row(index)
        assert identical(row.output, trace.output[index])
        assert (row.visible == trace.mask[index]).all()
        assert (row.bias is None) == (trace.bias is None) == ("alibi" not in name)
        for step in ("raw_scores", "scores", "weights", "bias"):
            if (own := getattr(row, step)) is not None:
                assert own.shape == (m,)
                assert identical(rounded(own, np.float32, step), getattr(trace, step)[index])


@pytest.mark.parametrize("name", SETTINGS)
def test_what_a_trace_holds_has_its_shape_and_is_read_only(name: str) -> None:
    context = some(1, 5, 4)
    trace = Head.random(4, 3).trace_in(some(0, 2, 4), Setting(context=context, **SETTINGS[name]))
    shapes = {"x": (2, 4), "context": (5, 4), "query": (2, 3), "key": (5, 3), "value": (5, 3), "output": (2, 3)}
    for field in fields(Trace):
        held = getattr(trace, field.name)
        if field.name == "kernel" or (field.name == "bias" and "alibi" not in name):
            continue
        assert held.shape == shapes.get(field.name, (2, 5))
        assert held.dtype == (np.bool_ if field.name == "mask" else np.float32)
        assert not held.flags.writeable
    context[:] = 9
    assert trace.context is not None
    assert (trace.context != 9).all()


@pytest.mark.parametrize("name", SETTINGS)
@settings(max_examples=20)
@given(seeds, st.integers(0, 9), widths, st.booleans())
def test_x_as_its_own_second_text_changes_no_bit(name: str, seed: int, n: int, d: int, hidden: bool) -> None:
    x, head, mask = some(seed, n, d), Head.random(d, 4), masks.causal(n) if hidden else None
    alone, crossed = (head.trace_in(x, Setting(mask, context=context, **SETTINGS[name])) for context in (None, x))
    assert all(
        identical(getattr(alone, step), getattr(crossed, step))
        for step in ("query", "key", "scores", "weights", "output")
    )


@settings(max_examples=30)
@given(seeds, st.integers(1, 9), st.integers(1, 9), widths, widths)
def test_a_second_text_against_long_double(seed: int, n: int, m: int, d: int, d_head: int) -> None:
    x, context, head = some(seed, n, d), some(seed + 1, m, d), Head.random(d, d_head)
    mask = masks.sighted(np.random.default_rng(seed).random((n, m)) < 0.6)
    query = oracle.long_product(x, head.w_query)
    key, value = (oracle.long_product(context, w) for w in (head.w_key, head.w_value))
    weights = oracle.softmax(oracle.long_product(query, key.T) / np.sqrt(np.longdouble(d_head)), mask)
    trace = head.trace_in(x, Setting(mask, context=context))
    np.testing.assert_allclose(trace.weights, weights.astype(np.float64), rtol=1e-6)
    np.testing.assert_allclose(trace.output, oracle.long_product(weights, value).astype(np.float64), atol=1e-6)


def test_a_row_that_looks_at_a_second_text_depends_on_no_other_row() -> None:
    head, x, context = Head.random(4, 4), some(0, 6, 4), some(1, 3, 4)
    for rest in SETTINGS.values():
        whole = head.trace_in(x, Setting(context=context, **rest))
        assert identical(head.trace_in(x[:4], Setting(context=context, **rest)).output, whole.output[:4])


def test_the_bias_is_alibi_s_and_part_of_the_scores() -> None:
    trace = Head.random(4, 4).trace_in(some(0, 5, 4), Setting(masks.causal(5), slope=0.5))
    assert trace.bias is not None
    assert identical(trace.bias, positions.alibi(5, 5, 0.5).astype(np.float32))
    plain = Head.random(4, 4).trace(some(0, 5, 4))
    assert identical(trace.raw_scores, plain.raw_scores)
    np.testing.assert_allclose(trace.scores, plain.scores + trace.bias, rtol=1e-6)
    assert (trace.masked_scores[~trace.mask] == -np.inf).all()


@pytest.mark.parametrize("slope", [0.0, 0.3])
@settings(max_examples=40)
@given(seeds, st.integers(1, 10), widths)
def test_a_kernel_s_weights_are_its_shares(slope: float, seed: int, n: int, d: int) -> None:
    x, head = some(seed, n, d), Head.random(d, 4)
    mask = masks.sighted(np.random.default_rng(seed).random((n, n)) < 0.5)
    trace = head.trace_in(x, Setting(mask, slope=slope, similarity=Elu()))
    query, key, value = (oracle.long_product(x, w) for w in (head.w_query, head.w_key, head.w_value))
    phi = [np.where(rows > 0, rows + 1, np.exp(rows)) for rows in (query, key)]
    alike = oracle.long_product(phi[0], phi[1].T)
    np.testing.assert_allclose(trace.raw_scores, alike.astype(np.float64), rtol=1e-6)
    shares = np.where(mask, alike * np.exp(positions.alibi(n, n, slope)), 0)
    shares = shares / shares.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(trace.weights, shares.astype(np.float64), rtol=1e-6)
    np.testing.assert_allclose(trace.output, oracle.long_product(shares, value).astype(np.float64), atol=1e-6)


def test_a_kernel_is_told_whether_to_scale() -> None:
    for scaled in (True, False):
        similarity: Similarity = Constant((1.0,))
        Head.identity(2).trace_in(np.eye(2), Setting(scaled=scaled, similarity=similarity))
        assert isinstance(similarity, Constant)
        assert similarity.asked is scaled


@pytest.mark.parametrize(("power", "raw"), [(0.0, 6.0), (-300.0, 0.0), (300.0, float(np.finfo(np.float32).max))])
def test_a_kernel_beyond_float32_keeps_its_weights(power: float, raw: float) -> None:
    setting = Setting(masks.causal(3), similarity=Constant((1.0, 2.0, 1.0), power))
    trace = Head.identity(2).trace_in(np.ones((3, 2)), setting)
    np.testing.assert_allclose(trace.raw_scores, raw, rtol=1e-6)
    np.testing.assert_allclose(trace.scores, np.log(6.0) + 2 * power, rtol=1e-6)
    np.testing.assert_allclose(trace.weights[2], 1 / 3, rtol=1e-7)
    exact = Head.identity(2).exact_in(np.ones((3, 2)), setting)
    assert identical(rounded(exact.row(0).raw_scores, np.float32, "raw"), trace.raw_scores[0])


def test_features_with_nothing_in_common_leave_a_cell_visible_and_weightless() -> None:
    class Apart:
        def features(self, rows: Doubles, scaled: bool) -> tuple[Doubles, Doubles]:
            return np.maximum(rows, 0), np.zeros((len(rows), 1))

    trace = Head.identity(2).trace_in([[1.0, 0.0], [0.0, 1.0]], Setting(similarity=Apart()))
    assert trace.weights.tolist() == [[1.0, 0.0], [0.0, 1.0]]
    assert trace.mask.all()
    nothing = Head.identity(2).trace_in([[-1.0, -1.0], [-1.0, -1.0]], Setting(similarity=Apart()))
    np.testing.assert_allclose(nothing.weights, 0.5)


def test_no_tokens_and_an_empty_second_text() -> None:
    head = Head.identity(2)
    for rest in SETTINGS.values():
        assert head.trace_in(np.empty((0, 2)), Setting(**rest)).weights.shape == (0, 0)
        assert head.trace_in(np.empty((0, 2)), Setting(context=np.ones((3, 2)), **rest)).weights.shape == (0, 3)
    with pytest.raises(ValueError, match=r"mask: row 0 may see nothing"):
        head.trace_in(np.ones((1, 2)), Setting(context=np.empty((0, 2))))


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        (Setting(context=[[1.0]]), r"context: its shape is \(1, 1\) but one row of 2 numbers per token is needed"),
        (Setting(context=[[np.nan, 0.0]]), r"context: it holds numbers that are not finite"),
        (Setting(masks.causal(2), context=np.ones((3, 2))), r"mask: its shape is \(2, 2\) but the scores are \(2, 3\)"),
        (Setting(similarity=Constant((-1.0, 1.0), 1e39)), r"scores: a result is too large for float32"),
    ],
)
def test_a_setting_that_does_not_fit_is_refused(setting: Setting, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Head.identity(2).trace_in(np.eye(2), setting)


def test_there_is_no_row_outside_of_the_tokens_that_look() -> None:
    exact = Head.identity(2).exact_in(np.eye(2), Setting(context=np.ones((5, 2))))
    assert isinstance(exact, ExactTrace)
    for index in (-1, 2, 4):
        with pytest.raises(IndexError, match=rf"there is no token {index}: there are 2"):
            exact.row(index)
