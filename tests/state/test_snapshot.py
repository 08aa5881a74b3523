"""What follows from a scene: always the same, whatever was computed before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core.arithmetic import same_bits
from attnviz.state import Snapshot, derive
from attnviz.state.scene import DEMO_TEXT, MOST_TOKENS, Change, Scene

MATRICES = ("x", "query", "key", "value", "raw_scores", "scores", "masked_scores", "weights", "output", "mask")
DEMO = Scene(text=DEMO_TEXT, model="demo")


def facts(snapshot: Snapshot) -> dict[str, Any]:
    """Return everything a snapshot says, as values that can be compared."""
    found: dict[str, Any] = {
        "tokens": snapshot.tokens,
        "total": snapshot.total_tokens,
        "index": snapshot.changed_index,
        "pinned": snapshot.pinned,
        "facts": snapshot.facts,
        "head": (snapshot.head.w_query.tobytes(), snapshot.head.w_value.tobytes()),
    }
    if snapshot.trace is not None:
        found |= {name: getattr(snapshot.trace, name).tobytes() for name in MATRICES}
    if (report := snapshot.report) is not None:
        arrays = (report.moved, report.largest, report.weights_before, report.weights_after)
        found["report"] = (report.index, report.width, report.fixed, *(array.tobytes() for array in arrays))
    return found


changes = st.builds(
    Change,
    index=st.none() | st.integers(0, 6),
    text=st.sampled_from(["", " ", "moon", "cat", "two words"]),
    nines=st.booleans(),
    strength=st.sampled_from([1.0, 2.5, 1000.0]),
)
scenes = st.builds(
    Scene,
    text=st.sampled_from(["", " ", "cat", "The cat sat.", "猫が犬を追う", DEMO_TEXT, "a b c d e f g"]),
    model=st.sampled_from(["random", "identity", "demo"]),
    dimension=st.sampled_from([1, 2, 5, 16]),
    causal=st.booleans(),
    scaled=st.booleans(),
    pinned=st.none() | st.tuples(st.integers(0, 9), st.none() | st.integers(0, 9)),
    change=changes,
)


@settings(max_examples=75)
@given(st.lists(scenes, min_size=2, max_size=4))
def test_what_was_computed_before_changes_nothing(walk: list[Scene]) -> None:
    snapshot = None
    for scene in walk:
        snapshot = derive(scene, snapshot)
        assert facts(snapshot) == facts(derive(scene))
        assert snapshot.scene == scene


@settings(max_examples=75)
@given(scenes, scenes, st.sampled_from(["text", "model", "dimension", "causal", "scaled", "pinned", "change"]))
def test_a_single_changed_setting_is_never_missed(scene: Scene, other: Scene, name: str) -> None:
    edited = replace(scene, **{name: getattr(other, name)})
    assert facts(derive(edited, derive(scene))) == facts(derive(edited))


def test_what_stays_the_same_is_not_computed_again() -> None:
    first = derive(Scene(change=Change(text="moon")))
    pinned = derive(replace(first.scene, pinned=None), first)
    assert pinned.trace is first.trace
    assert pinned.report is first.report
    stronger = derive(replace(first.scene, change=Change(text="moon", strength=2.0)), first)
    assert stronger.trace is first.trace
    assert stronger.report is not first.report


@pytest.mark.parametrize("text", ["", "  \n", "\u200e\x00"])
def test_a_text_without_tokens_has_no_trace_and_nothing_pinned(text: str) -> None:
    snapshot = derive(Scene(text=text, change=Change(nines=True)))
    assert (snapshot.tokens, snapshot.total_tokens) == ((), 0)
    assert (snapshot.trace, snapshot.report, snapshot.pinned) == (None, None, None)


@pytest.mark.parametrize("change", [Change(), Change(text="moon"), Change(nines=True), Change(strength=2.0)])
def test_without_tokens_no_property_is_out_of_reach(change: Change) -> None:
    snapshot = derive(Scene(text="", change=change))
    assert (snapshot.facts, snapshot.pinned) == (None, None)
    assert isinstance(snapshot.changes_nothing, bool)


@pytest.mark.parametrize(
    ("change", "nothing"),
    [
        (Change(text=" c "), True),
        (Change(text="a", index=0), True),
        (Change(text="c", index=9), True),
        (Change(text="b"), False),
        (Change(text="c", strength=2.0), False),
        (Change(text="c", nines=True), False),
    ],
)
def test_a_change_that_changes_nothing_is_known(change: Change, nothing: bool) -> None:
    snapshot = derive(Scene(text="a b c", change=change))
    assert snapshot.changes_nothing is nothing
    assert snapshot.report is not None
    assert bool(snapshot.report.moved.any()) is not nothing


@pytest.mark.parametrize("causal", [True, False])
def test_the_facts_are_measured_on_the_weights(causal: bool) -> None:
    snapshot = derive(Scene(text="a b c d", causal=causal))
    assert snapshot.trace is not None
    assert snapshot.facts is not None
    sums = snapshot.trace.weights.sum(axis=1, dtype=np.float64)
    assert snapshot.facts.largest_row_error == np.abs(sums - 1).max() < 1e-6
    assert (snapshot.facts.hidden, snapshot.facts.hidden_not_zero) == (6 if causal else 0, 0)


@pytest.mark.parametrize("n", [MOST_TOKENS - 1, MOST_TOKENS, MOST_TOKENS + 1])
def test_a_long_text_is_shown_in_part_and_counted_whole(n: int) -> None:
    snapshot = derive(Scene(text="a " * n, dimension=1))
    assert len(snapshot.tokens) == min(n, MOST_TOKENS)
    assert snapshot.total_tokens == n
    assert snapshot.trace is not None
    assert len(snapshot.trace.x) == len(snapshot.tokens)


@pytest.mark.parametrize(
    ("pinned", "shown"), [((9, 9), (2, 2)), ((9, None), (2, None)), ((1, 0), (1, 0)), ((0, 5), (0, 2)), (None, None)]
)
def test_a_pin_moves_inside(pinned: Any, shown: Any) -> None:
    assert derive(Scene(text="a b c", pinned=pinned)).pinned == shown


@pytest.mark.parametrize(("index", "shown"), [(None, 2), (0, 0), (2, 2), (3, 2), (999, 2)])
def test_a_chosen_token_that_is_not_there_is_the_last(index: int | None, shown: int) -> None:
    snapshot = derive(Scene(text="a b c", change=Change(index=index, nines=True)))
    assert snapshot.changed_index == shown
    assert snapshot.report is not None
    assert snapshot.report.index == shown


@pytest.mark.parametrize("change", [Change(), Change(text="  "), Change(strength=50.0), Change(index=1)])
def test_without_a_replacement_there_is_no_report(change: Change) -> None:
    assert derive(Scene(change=change)).report is None


@pytest.mark.parametrize("model", ["random", "identity", "demo"])
@pytest.mark.parametrize("change", [Change(nines=True), Change(text="moon"), Change(text="moon", strength=1000.0)])
def test_the_mask_keeps_earlier_rows_and_without_it_they_move(model: str, change: Change) -> None:
    scene = Scene(text=DEMO_TEXT, model=model, dimension=4, change=change)
    masked, free = derive(scene).report, derive(replace(scene, causal=False)).report
    assert masked is not None
    assert free is not None
    assert masked.fixed
    assert masked.moved[-1] > 0
    assert masked.width == scene.width
    assert not free.fixed


def test_the_word_that_is_there_already_moves_nothing() -> None:
    report = derive(Scene(text="a b c", causal=False, change=Change(text="c"))).report
    assert report is not None
    assert not report.moved.any()


def test_nines_win_over_a_word_and_strength_multiplies_them() -> None:
    both = derive(Scene(change=Change(text="moon", nines=True)))
    nines = derive(Scene(change=Change(nines=True)))
    assert facts(both)["report"] == facts(nines)["report"]
    stronger = derive(Scene(change=Change(nines=True, strength=3.0)))
    assert facts(stronger)["report"] != facts(nines)["report"]


@pytest.mark.parametrize("change", [Change(nines=True, strength=1000.0), Change(text="x", strength=1000.0)])
@pytest.mark.parametrize("model", ["random", "identity"])
def test_the_most_violent_change_at_the_widest_is_still_a_number(model: str, change: Change) -> None:
    report = derive(Scene(model=model, dimension=512, scaled=False, change=change)).report
    assert report is not None
    assert np.isfinite(report.largest).all()


DEMO_PERCENTAGES = [[100], [12, 88], [4, 26, 71], [4, 4, 11, 81], [10, 4, 4, 10, 73]]


def test_the_demos_table_comes_out_cell_by_cell() -> None:
    trace = derive(DEMO).trace
    assert trace is not None
    for row, expected in enumerate(DEMO_PERCENTAGES):
        assert [round(100 * float(weight)) for weight in trace.weights[row, : row + 1]] == expected
        assert not trace.weights[row, row + 1 :].any()


def test_the_demos_scores_are_the_chapters() -> None:
    trace = derive(DEMO).trace
    assert trace is not None
    chapter = [[3, 1, 0, 0, 1], [1, 3, 1, 0, 0], [0, 2, 3, 1, 0], [0, 0, 1, 3, 1], [1, 0, 0, 1, 3]]
    np.testing.assert_allclose(trace.scores, chapter, atol=1e-6)


def test_a_repeated_token_has_one_vector_and_without_a_mask_one_row() -> None:
    trace = derive(Scene(text="cat dog cat", causal=False)).trace
    assert trace is not None
    assert same_bits(trace.x[0], trace.x[2]).all()
    assert same_bits(trace.output[0], trace.output[2]).all()
