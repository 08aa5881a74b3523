"""The ledger: by hand, for random scenes, and with a head whose arithmetic is broken."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core import Head, masks
from attnviz.core.arithmetic import same_bits
from attnviz.core.positions import POSITIONS
from attnviz.experiments import ledger
from attnviz.experiments.ledger import FOLD, LedgerReport, cell, explain
from attnviz.state import Snapshot, derive
from attnviz.state.scene import DEMO_TEXT, Scene

WORDS = ["The", "cat", "sat", "on", "the", "mat", ",", "moon", "猫", "が", "🙂", "naïve"]


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=16))
    model = draw(st.sampled_from(["random", "identity", "demo"]))
    text = DEMO_TEXT if model == "demo" and draw(st.booleans()) else " ".join(words)
    more = {
        "dimension": draw(st.integers(1, 64)),
        "causal": draw(st.booleans()),
        "scaled": draw(st.booleans()),
        "position": draw(st.sampled_from(POSITIONS)),
        "window": draw(st.none() | st.integers(1, 5)),
        "second_text": draw(st.none() | st.just("un deux trois")),
    }
    heads = {} if model == "demo" else draw(st.sampled_from([{}, {"heads": 4, "kv_heads": 2, "head": 3}]))
    return Scene(text=text, model=model, **more, **heads)


def report_of(snapshot: Snapshot, i: int, j: int) -> LedgerReport:
    assert snapshot.trace is not None
    assert snapshot.layer is not None
    assert snapshot.run is not None
    assert snapshot.attention is not None
    return explain(snapshot.layer.exact(snapshot.run.vectors), snapshot.attention, i, j)


def check(report: LedgerReport, snapshot: Snapshot) -> None:
    """Check a report against the snapshot, with arithmetic of the test's own."""
    trace, i, j = snapshot.trace, report.row, report.column
    assert trace is not None
    exact = sum((Fraction(q) * Fraction(k) for q, k in zip(report.query, report.key, strict=True)), Fraction(0))
    size = float(sum(abs(product) for product in report.products))
    assert abs(float(exact) - report.raw_score) <= 1e-12 * size
    assert abs(math.fsum(report.products) - report.raw_score) <= 1e-12 * size
    root = math.sqrt(report.width) if snapshot.scene.scaled else 1.0
    assert report.score == report.raw_score / root + (report.bias or 0.0)
    assert (report.bias is not None) == (snapshot.scene.position == "alibi")
    assert report.hidden == (not trace.mask[i, j])
    assert report.exponentials[report.largest] == 1.0
    assert np.max(report.scores) == report.scores[report.largest]
    assert report.weight == report.exponentials[j] / report.total
    assert abs(math.fsum(report.exponentials) - report.total) <= len(report.scores) * 2.0**-41
    assert np.float32(report.raw_score) == report.raw_score_cell == trace.raw_scores[i, j]
    assert np.float32(report.score) == report.score_cell == trace.scores[i, j]
    assert np.float32(report.weight) == report.weight_cell == trace.weights[i, j]
    assert (report.added == report.weight * report.value).all()
    assert same_bits(report.output, trace.output[i]).all()
    assert report.holds


@settings(max_examples=400)
@given(scenes(), st.data())
def test_the_ledger_of_any_cell_adds_up_and_ends_at_the_cell_of_the_map(scene: Scene, data: st.DataObject) -> None:
    snapshot = derive(scene)
    n, m = len(snapshot.tokens), len(snapshot.columns)
    check(report_of(snapshot, data.draw(st.integers(0, n - 1)), data.draw(st.integers(0, m - 1))), snapshot)


@pytest.mark.parametrize("model", ["random", "identity", "demo"])
def test_every_cell_of_a_sentence_adds_up_and_its_row_adds_up_to_the_output(model: str) -> None:
    snapshot = derive(Scene(text=DEMO_TEXT, model=model, dimension=16))
    for i in range(5):
        reports = [report_of(snapshot, i, j) for j in range(5)]
        for report in reports:
            check(report, snapshot)
        added = np.sum([report.added for report in reports], axis=0)
        np.testing.assert_allclose(added, reports[0].output, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("strength", [1e-6, 1.0, 1e3, 1e6])
@pytest.mark.parametrize("scaled", [True, False])
def test_large_and_small_numbers_add_up(strength: float, scaled: bool) -> None:
    rng = np.random.default_rng(41)
    for n, d in ((1, 1), (1, 64), (2, 3), (16, 64)):
        x, head = (rng.uniform(-1, 1, (n, d)) * strength).astype(np.float32), Head.random(d, d)
        for i in range(n):
            for j in range(n):
                assert cell(head, x, i, j, masks.causal(n), scaled).holds


def test_the_cell_of_the_chapters_demo_by_hand() -> None:
    report = report_of(derive(Scene(text=DEMO_TEXT, model="demo")), 2, 1)  # sat → cat
    np.testing.assert_allclose(report.products, [0, 2 * math.sqrt(5), 0, 0, 0], rtol=1e-7)
    assert report.score == pytest.approx(2, rel=1e-7)
    np.testing.assert_allclose(report.exponentials, [math.exp(-3), math.exp(-1), 1, 0, 0], rtol=1e-6)
    assert report.largest == 2
    assert report.weight == pytest.approx(math.exp(-1) / (1 + math.exp(-1) + math.exp(-3)), rel=1e-6)
    assert report.value.tolist() == [0, 1, 0, 0, 0]
    assert report.added.tolist() == [0, report.weight, 0, 0, 0]


def test_the_scaling_check_of_the_chapter() -> None:
    report = cell(Head.identity(2), [[3.0, 4.0], [0.0, 0.0]], 0, 0)
    assert report.products.tolist() == [9.0, 16.0]
    assert report.raw_score == 25.0
    assert report.score == 25 / math.sqrt(2)
    assert cell(Head.identity(2), [[3.0, 4.0], [0.0, 0.0]], 0, 0, scaled=False).score == 25.0


def test_a_hidden_cell_has_a_score_but_its_exponential_and_weight_are_exactly_0() -> None:
    report = cell(Head.identity(2), [[3.0, 4.0], [1.0, 1.0]], 0, 1, masks.causal(2))
    assert report.hidden
    assert report.raw_score == 7.0
    assert report.scores[1] == -math.inf
    assert report.exponentials[1] == report.weight == report.weight_cell == 0.0
    assert not report.added.any()
    assert report.total == 1.0
    assert report.holds


def test_one_token_gives_itself_everything() -> None:
    report = cell(Head.random(4, 4), [[1.0, 2.0, 3.0, 4.0]], 0, 0, masks.causal(1))
    assert report.weight == report.total == 1.0
    assert (report.added == report.value).all()


def test_a_cell_that_came_about_in_another_way_is_found_out() -> None:
    rng = np.random.default_rng(42)
    x, head = rng.uniform(-1, 1, (4, 8)).astype(np.float32), Head.random(8, 8)
    trace, exact = head.trace(x), head.exact(x)
    assert ledger.explain(exact, trace, 2, 1).holds
    for name in ("raw_scores", "scores", "weights", "output"):
        moved = getattr(trace, name).copy()
        moved[2, 1] = np.nextafter(moved[2, 1], np.float32(9))  # the last bit
        assert not ledger.explain(exact, replace(trace, **{name: moved}), 2, 1).holds
    query = exact.query.copy()
    query[2, 3] *= 1 + 1e-6
    assert not ledger.explain(replace(exact, query=query), trace, 2, 1).holds


def test_exact_rows_rounded_are_the_trace_bit_for_bit() -> None:
    rng = np.random.default_rng(43)
    for case in range(60):
        n, d = int(rng.integers(1, 17)), int(rng.integers(1, 65))
        x, head = rng.standard_normal((n, d)).astype(np.float32), Head.random(d, d)
        mask, scaled = (masks.causal(n) if case % 2 else None), case % 3 > 0
        trace, exact = head.trace(x, mask, scaled), head.exact(x, mask, scaled)
        for name in ("query", "key", "value"):
            assert same_bits(getattr(exact, name).astype(np.float32), getattr(trace, name)).all()
        for i in range(n):
            row = exact.row(i)
            for name in ("raw_scores", "scores", "weights", "output"):
                assert same_bits(getattr(row, name).astype(np.float32), getattr(trace, name)[i]).all()
            assert (row.visible == trace.mask[i]).all()


def test_a_long_list_is_folded_and_its_rest_added_up() -> None:
    rng = np.random.default_rng(44)
    report = cell(Head.random(64, 64), rng.uniform(-1, 1, (20, 64)), 19, 15, masks.causal(20))
    whole, by_size = report.dot_listing(), report.dot_listing(largest_first=True)
    assert whole.folded.tolist() == list(range(FOLD))
    assert whole.more == by_size.more == 56
    assert whole.rest == math.fsum(report.products[FOLD:])
    sizes = np.abs(report.products[by_size.places])
    assert (np.diff(sizes) <= 0).all()
    assert sorted(by_size.places) == list(range(64))
    shown = math.fsum(report.products[by_size.folded])
    assert shown + by_size.rest == pytest.approx(report.raw_score, rel=1e-9)


@pytest.mark.parametrize("largest_first", [True, False])
@pytest.mark.parametrize("column", [0, 15, 19])
def test_the_row_lists_visible_tokens_and_never_folds_the_column_away(column: int, largest_first: bool) -> None:
    rng = np.random.default_rng(45)
    x = rng.uniform(-1, 1, (20, 64))
    listing = cell(Head.random(64, 64), x, 17, column, masks.causal(20)).row_listing(largest_first)
    assert sorted(listing.places) == sorted({*range(18), column})
    assert column in listing.folded
    assert len(listing.folded) == FOLD
    report = cell(Head.random(64, 64), x, 17, column, masks.causal(20))
    assert math.fsum(report.exponentials[listing.folded]) + listing.rest == pytest.approx(report.total)


@pytest.mark.parametrize("d", [FOLD, FOLD + 1])
def test_a_short_list_is_not_folded(d: int) -> None:
    listing = cell(Head.identity(d), np.ones((2, d)), 1, 0).dot_listing()
    assert listing.more == 0
    assert listing.rest == 0.0


@pytest.mark.parametrize(("i", "j"), [(-1, 0), (0, -1), (2, 0), (0, 2)])
def test_a_cell_outside_is_refused(i: int, j: int) -> None:
    with pytest.raises(IndexError, match=r"there is no token -?\d: there are 2"):
        cell(Head.identity(2), np.ones((2, 2)), i, j)


def test_what_the_head_refuses_is_refused() -> None:
    with pytest.raises(ValueError, match="x: its shape is"):
        cell(Head.identity(2), np.ones((2, 3)), 0, 0)
    with pytest.raises(ValueError, match="row 1 may see nothing"):
        cell(Head.identity(2), np.ones((2, 2)), 0, 0, np.array([[True, False], [False, False]]))
