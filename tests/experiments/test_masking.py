"""Hidden before softmax or after it: what a row loses, and when sharing it out anew gives the same bits."""

from __future__ import annotations

import numpy as np
import oracle
import pytest

from attnviz.core import Head, arithmetic, masks, tokens
from attnviz.core.arithmetic import same_bits
from attnviz.experiments.masking import compare

THIRDS = np.log(np.array([[1.0, 3.0], [1.0, 1.0]])).astype(np.float32)  # scores whose weights are ¼ ¾ and ½ ½


def head_of(scores: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> Head:
    """Return a head that gives one-hot tokens these scores."""
    unit = np.eye(len(scores), dtype=np.float32)
    return Head(scores, unit, unit)


def test_two_by_two_by_hand() -> None:
    report = compare(head_of(THIRDS), np.eye(2), masks.causal(2), scaled=False)
    assert report.before.tolist() == [[1.0, 0.0], [0.5, 0.5]]
    assert report.zeroed.tolist() == [[0.25, 0.0], [0.5, 0.5]]
    assert report.renewed.tolist() == [[1.0, 0.0], [0.5, 0.5]]
    assert report.zeroed_sums == pytest.approx([0.25, 1.0], abs=1e-7)
    assert report.before_sums.tolist() == report.renewed_sums.tolist() == [1.0, 1.0]
    assert (report.worst, report.hidden, report.emptied, report.same) == (0, 1, 0, True)


def test_before_is_what_the_head_does_to_the_bit_in_200_cases() -> None:
    rng = np.random.default_rng(5)
    for case in range(200):
        x = oracle.wide_inputs(rng)
        head, mask, scaled = Head.random(x.shape[1], x.shape[1]), masks.causal(len(x)), bool(rng.integers(2))
        report = compare(head, x, mask, scaled)
        assert same_bits(report.before, head.trace(x, mask, scaled).weights).all(), f"case {case}"
        assert not report.zeroed[~mask].any()
        assert (report.zeroed_sums <= 1 + 1e-11).all()  # the grid of softmax: n · 2**-41


def test_sentences_shared_out_anew_have_the_bits_of_hiding_before() -> None:
    rng = np.random.default_rng(6)
    for case in range(100):
        n, d = int(rng.integers(2, 17)), int(rng.choice([2, 16, 64]))
        x = tokens.embed([f"w{rng.integers(1_000_000)}" for _ in range(n)], d)
        report = compare(Head.random(d, d), x, masks.causal(n))
        assert report.same, f"case {case}"
        assert report.largest.max() == 0.0
        assert report.zeroed_sums[0] < 1.0


def test_in_float32_the_bits_would_differ() -> None:
    x = tokens.embed(["the", "cat", "sat", "on", "the", "mat"], 64)
    report = compare(Head.random(64, 64), x, masks.causal(6))
    zeroed = report.zeroed
    again = zeroed / zeroed.sum(axis=1, keepdims=True, dtype=np.float32)
    assert not same_bits(again.astype(np.float32), report.before).all()


def test_a_difference_is_counted_and_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    report = compare(head_of(THIRDS), np.eye(2), masks.causal(2), scaled=False)
    assert report.different.tolist() == [0, 0]
    whole = arithmetic.softmax

    def broken(scores: object, mask: object = None, dtype: object = np.float32) -> object:
        weights = whole(scores, mask, dtype)  # type: ignore[arg-type]
        return weights * 0.75 if mask is not None else weights

    monkeypatch.setattr(arithmetic, "softmax", broken)
    report = compare(head_of(THIRDS), np.eye(2), masks.causal(2), scaled=False)
    assert report.different.tolist() == [1, 2]
    assert report.largest.tolist() == [0.25, 0.125]
    assert not report.same


def test_a_row_can_lose_everything() -> None:
    scores = np.array([[0.0, 800.0], [0.0, 0.0]], dtype=np.float32)  # e^-800 is no float64
    report = compare(head_of(scores), np.eye(2), masks.causal(2), scaled=False)
    assert report.before[0].tolist() == [1.0, 0.0]
    assert report.zeroed[0].tolist() == report.renewed[0].tolist() == [0.0, 0.0]
    assert (report.emptied, report.worst, report.same, report.largest[0]) == (1, 0, False, 1.0)


@pytest.mark.parametrize("mask", [None, masks.full(3)])
def test_without_a_mask_the_causal_one_is_tried(mask: object) -> None:
    x = tokens.embed(["a", "b", "c"], 8)
    report = compare(Head.random(8, 8), x, mask)  # type: ignore[arg-type]
    assert report.supposed
    assert report.mask.tolist() == masks.causal(3).tolist()
    assert same_bits(report.before, compare(Head.random(8, 8), x, masks.causal(3)).before).all()


def test_another_mask_is_taken_as_it_is() -> None:
    mask = ~np.eye(3, dtype=np.bool_)
    report = compare(Head.random(8, 8), tokens.embed(["a", "b", "c"], 8), mask)
    assert not report.supposed
    assert report.mask.tolist() == mask.tolist()
    assert not report.zeroed.diagonal().any()


def test_one_token_hides_nothing() -> None:
    report = compare(Head.identity(2), np.ones((1, 2)), masks.causal(1))
    assert (report.hidden, report.zeroed.tolist()) == (0, [[1.0]])


@pytest.mark.parametrize("x", [np.ones((2, 3)), np.full((2, 2), np.nan)])
def test_an_x_that_does_not_fit_is_refused(x: object) -> None:
    with pytest.raises(ValueError, match=r"shape|not finite|too large"):
        compare(Head.identity(2), x, None)  # type: ignore[arg-type]
