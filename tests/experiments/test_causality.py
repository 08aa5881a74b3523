"""The causal mask to the bit, on hundreds of random cases; what moves without it; and that broken arithmetic shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import oracle
import pytest

from attnviz.core import Head, Trace, arithmetic, masks
from attnviz.core.arithmetic import same_bits
from attnviz.experiments import causality
from attnviz.experiments.causality import replace, replace_last


def head_for(x: Any) -> Head:
    return Head.random(x.shape[1], x.shape[1])


def first_rows_agree(short: Trace, long: Trace, rows: int) -> bool:
    """Say whether the first `rows` rows have identical bits, and nothing but exact zeros beyond the shorter one."""
    weights = same_bits(short.weights[:rows], long.weights[:rows, : len(short.x)]).all()
    beyond = long.weights[:rows, len(short.x) :]
    return bool(weights and not beyond.any() and same_bits(short.output[:rows], long.output[:rows]).all())


def appended_agrees(rng: np.random.Generator, head_of: Callable[[Any], Head]) -> bool:
    x = oracle.wide_inputs(rng, most_tokens=56)
    more = np.stack([oracle.wide_vector(rng, x.shape[1]) for _ in range(rng.integers(1, 9))])
    longer = np.vstack((x, more))
    head = head_of(x)
    return first_rows_agree(head.trace(x, masks.causal(len(x))), head.trace(longer, masks.causal(len(longer))), len(x))


def test_a_replaced_last_token_moves_no_bit_before_it_in_500_cases() -> None:
    rng = np.random.default_rng(21)
    for case in range(500):
        x = oracle.wide_inputs(rng)
        mask, head = masks.causal(len(x)), head_for(x)
        changed = x.copy()
        changed[-1] = oracle.wide_vector(rng, x.shape[1])
        assert first_rows_agree(head.trace(x, mask), head.trace(changed, mask), len(x) - 1), f"case {case}: {x.shape}"


def test_appended_tokens_move_no_bit_before_them_in_500_cases() -> None:
    rng = np.random.default_rng(22)
    for case in range(500):
        assert appended_agrees(rng, head_for), f"case {case}"


def test_plain_float32_breaks_the_claim_about_appended_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    def plain(a: Any, b: Any, dtype: Any = np.float32) -> Any:
        return (np.asarray(a, dtype=np.float32) @ np.asarray(b, dtype=np.float32)).astype(dtype)

    def fresh(x: Any) -> Head:
        known = head_for(x)
        return Head(known.w_query, known.w_key, known.w_value)  # without the product prepared before

    monkeypatch.setattr(arithmetic, "columns", np.asarray)
    monkeypatch.setattr(arithmetic, "matmul", plain)
    monkeypatch.setattr(arithmetic, "mix", plain)
    rng = np.random.default_rng(22)
    assert not all(appended_agrees(rng, fresh) for _ in range(200))


@pytest.mark.parametrize("d", [2, 3, 4, 8, 16, 32])
def test_without_a_mask_every_earlier_row_moves(d: int) -> None:
    rng = np.random.default_rng(d)
    for _ in range(15):
        x = rng.standard_normal((int(rng.integers(2, 33)), d))
        report = replace_last(Head.random(d, d), x, rng.standard_normal(d), None)
        assert (report.moved[:-1] > 0).all()
        assert not report.fixed


@pytest.mark.parametrize("d", [48, 64, 128, 256])
def test_without_a_mask_a_wide_row_stays_only_where_the_token_weighs_too_little_for_float32(d: int) -> None:
    # A share below 2**-24 of a number changes it by less than float32 can hold, though it is not 0
    rng = np.random.default_rng(d)
    stayed = 0
    for _ in range(15):
        x = rng.standard_normal((int(rng.integers(2, 33)), d))
        report = replace_last(Head.random(d, d), x, rng.standard_normal(d), None)
        still = np.flatnonzero(report.moved[:-1] == 0)
        assert np.maximum(report.weights_before, report.weights_after)[still].max(initial=0.0) < 2.0**-24
        stayed += len(still)
    assert stayed > 0 or d < 128


def test_a_row_that_gave_exactly_nothing_before_and_after_stays() -> None:
    rng = np.random.default_rng(24)
    seen = 0
    for _ in range(60):
        d = int(rng.integers(2, 65))
        x = rng.standard_normal((int(rng.integers(2, 33)), d)) * 10 ** rng.uniform(0.5, 3)
        report = replace_last(Head.random(d, d), x, rng.standard_normal(d) * 100, None)
        nothing = np.flatnonzero((report.weights_before[:-1] == 0) & (report.weights_after[:-1] == 0))
        assert not report.moved[nothing].any()
        assert not report.largest[nothing].any()
        seen += len(nothing)
    assert seen > 100


@pytest.mark.parametrize("index", range(5))
def test_any_token_may_be_replaced_rows_before_it_stay_and_rows_from_it_move(index: int) -> None:
    rng = np.random.default_rng(25)
    report = replace(Head.random(8, 8), rng.standard_normal((5, 8)), index, np.full(8, 9.0), masks.causal(5))
    assert report.fixed
    assert not report.moved[:index].any()
    assert (report.moved[index:] > 0).all()


def test_the_report_holds_what_was_measured() -> None:
    rng = np.random.default_rng(26)
    x, head = rng.standard_normal((4, 6)).astype(np.float32), Head.random(6, 6)
    before, after = head.trace(x), head.trace(causality.replaced(x, 3, np.full(6, 9.0)))
    report = replace_last(head, x, np.full(6, 9.0), None)
    assert report.index == 3
    assert report.width == 6
    assert report.moved.tolist() == (before.output != after.output).sum(axis=1).tolist()
    assert report.largest.tolist() == np.abs(after.output.astype(np.float64) - before.output).max(axis=1).tolist()
    assert (report.weights_before == before.weights[:, 3]).all()
    assert (report.weights_after == after.weights[:, 3]).all()


def test_the_same_vector_again_moves_nothing() -> None:
    x = np.random.default_rng(27).standard_normal((4, 6)).astype(np.float32)
    report = replace_last(Head.random(6, 6), x, x[-1], None)
    assert report.fixed
    assert not report.moved.any()


def test_one_token_has_no_earlier_row_to_move() -> None:
    assert replace_last(Head.identity(2), [[1.0, 2.0]], [3.0, 4.0], None).fixed


def test_replacing_leaves_the_given_array_alone() -> None:
    x = np.ones((2, 2), dtype=np.float32)
    assert causality.replaced(x, 0, [5.0, 6.0]).tolist() == [[5.0, 6.0], [1.0, 1.0]]
    assert (x == 1).all()


HEAD = Head.identity(2)
X = np.eye(2, dtype=np.float32)
REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: replace_last(HEAD, np.empty((0, 2)), [1.0, 2.0], None), r"there is no token -1: x has 0 rows"),
    (lambda: replace(HEAD, X, 2, [1.0, 2.0], None), r"there is no token 2: x has 2 rows"),
    (lambda: replace(HEAD, X, -1, [1.0, 2.0], None), r"there is no token -1"),
    (lambda: replace_last(HEAD, X, [1.0], None), r"the new vector has the shape \(1,\); \(2,\) is needed"),
    (lambda: replace_last(HEAD, X, [1.0, np.nan], None), r"the new vector holds numbers that are not finite"),
    (lambda: replace_last(HEAD, X, [1.0, np.inf], None), r"the new vector holds numbers that are not finite"),
    (lambda: replace_last(HEAD, X, [1.0, 1e39], None), r"not finite in float32"),
    (lambda: replace_last(HEAD, X, ["a", "b"], None), r"the new vector"),
    (lambda: replace_last(HEAD, X, np.array([1, None]), None), r"the new vector"),
    (lambda: replace_last(HEAD, X, [1j, 2.0], None), r"the new vector"),
    (lambda: replace_last(HEAD, [1.0, 2.0], [1.0, 2.0], None), r"x: its shape is \(2,\)"),
    (lambda: replace_last(HEAD, 5.0, [1.0, 2.0], None), r"x: its shape is \(\)"),
    (lambda: replace_last(HEAD, X, [1.0, 2.0], masks.causal(3)), r"mask: its shape is \(3, 3\)"),
    (lambda: replace_last(HEAD, X, [1e38, 1e38], None), r"too large for float32"),
]


@pytest.mark.parametrize(("call", "sentence"), REFUSED)
def test_a_bad_input_is_refused_with_a_sentence(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        call()
