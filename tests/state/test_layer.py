"""What a picture computes with: heads, positions, masks, a second text and recurrences, as the window has them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core import masks, multihead
from attnviz.core.arithmetic import same_bits
from attnviz.core.head import Head, Trace
from attnviz.core.kinds.kind import StateTrace
from attnviz.core.positions import POSITIONS
from attnviz.experiments.causality import CausalityReport
from attnviz.experiments.heads import HeadsReport
from attnviz.experiments.order import OrderReport
from attnviz.state.layer import layer_of, run_of
from attnviz.state.pictures import asked_mask, columns_of, mask_of, most_tokens, tokens_of, vectors_of
from attnviz.state.reports import PANELS
from attnviz.state.scene import ATTENTION, MAP_KINDS, PADDING, VIEWS, Change, Picture, Scene
from attnviz.state.snapshot import Snapshot, derive

WORDS = ("the", "cat", "sat", "on", "a", "mat", "dog", "犬")
sentences = st.lists(st.sampled_from(WORDS), min_size=3, max_size=8).map(" ".join)
widths = st.sampled_from([2, 3, 8, 16, 33])
RECURRENT = tuple(kind for kind in MAP_KINDS if kind not in ATTENTION)


def same(a: Snapshot, b: Snapshot) -> bool:
    assert a.run is not None
    assert b.run is not None
    return bool(same_bits(a.run.output, b.run.output).all() and same_bits(a.run.weights, b.run.weights).all())


def swap(scene: Scene) -> OrderReport:
    report = derive(scene, panel="swap").report
    assert isinstance(report, OrderReport)
    return report


def change(scene: Scene) -> CausalityReport:
    report = derive(scene, panel="change").report
    assert isinstance(report, CausalityReport)
    return report


# ------------------------------------------------------------------------------------------------------------- heads


def test_one_head_is_the_chapters_without_an_output_projection() -> None:
    run = run_of(Picture(text="a b c", dimension=8))
    assert run is not None
    assert run.multi is None
    x = vectors_of(Picture(dimension=8), ("a", "b", "c"))
    alone = Head.random(8, 8).trace(x, masks.causal(3))
    assert same_bits(run.output, alone.output).all()


@settings(max_examples=30, deadline=None)
@given(sentences, st.sampled_from([(2, 1), (4, 2), (6, 6), (8, 2)]), widths)
def test_several_heads_share_the_width_and_go_through_w_o(text: str, heads: tuple[int, int], d: int) -> None:
    picture = Picture(text, dimension=d, heads=heads[0], kv_heads=heads[1], head=heads[0] - 1)
    run = run_of(picture)
    assert run is not None
    assert run.multi is not None
    assert len(run.multi.heads) == heads[0]
    assert run.trace is run.multi.heads[-1]
    assert run.trace.output.shape == (len(tokens_of(picture)), max(1, d // heads[0]))
    assert run.output.shape == (len(tokens_of(picture)), d)


@pytest.mark.parametrize("view", ["mean", "max", "entropy"])
def test_the_map_can_show_all_heads_at_once(view: str) -> None:
    snapshot = derive(Scene(text="a b c d", heads=4, kv_heads=2, view=view))
    assert snapshot.run is not None
    assert snapshot.run.multi is not None
    blends = {"mean": multihead.mean, "max": multihead.strongest, "entropy": multihead.entropy}
    assert snapshot.shown is not None
    assert same_bits(snapshot.shown, blends[view](snapshot.run.multi.heads)).all()
    assert len(snapshot.column_labels) == snapshot.shown.shape[1] == 4
    assert (snapshot.facts is None) == (view != "mean")


def test_another_head_of_the_same_run_is_not_computed_again() -> None:
    first = derive(Scene(heads=8, kv_heads=8))
    second = derive(replace(first.scene, head=5), first)
    assert first.run is not None
    assert second.run is not None
    assert second.run.multi is first.run.multi
    assert same(second, derive(second.scene))


def test_many_heads_of_a_long_text_do_not_take_up_the_memory() -> None:
    assert most_tokens(Picture(heads=8, kv_heads=8)) == most_tokens(Picture())
    few = most_tokens(Picture(heads=96, kv_heads=96))
    assert 96 * few**2 <= 8 * most_tokens(Picture()) ** 2
    assert len(tokens_of(Picture(text="a " * 2000, heads=96, kv_heads=96, padding=4))) == few


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("heads", [1, 4])
def test_every_view_shows_something_of_a_single_layer(view: str, heads: int) -> None:
    scene = Scene("a b c", dimension=8, heads=heads, kv_heads=heads, view=view)
    snapshot = derive(scene, panel="heads")
    assert snapshot.shown is not None
    if view not in ("mean", "max", "entropy"):
        assert same(snapshot, derive(replace(scene, view="head")))
        assert snapshot.blend is None
    assert isinstance(snapshot.report, HeadsReport)


# --------------------------------------------------------------------------------------------------- order from outside


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(WORDS), min_size=4, max_size=8, unique=True).map(" ".join),
    st.sampled_from(ATTENTION),
    st.sampled_from(POSITIONS),
    st.sampled_from([(1, 1), (4, 2)]),
    st.sampled_from([8, 16, 33]),
    st.booleans(),
    st.data(),
)
def test_a_swap_is_seen_with_any_position_and_never_without(
    text: str, kind: str, position: str, heads: tuple[int, int], d: int, causal: bool, data: st.DataObject
) -> None:
    n = len(text.split())
    i, j = data.draw(st.lists(st.integers(0, n - 1), min_size=2, max_size=2, unique=True))
    scene = Scene(
        text, dimension=d, kind=kind, position=position, heads=heads[0], kv_heads=heads[1], causal=causal,
        swapped=(i, j),
    )  # fmt: skip
    report = swap(scene)
    if position != "none":
        assert not report.same_rows
        assert report.largest > 0.0
    elif not causal:
        assert report.same_rows
        assert report.largest == 0.0


@pytest.mark.parametrize("position", ["rope", "alibi"])
@pytest.mark.parametrize("heads", [1, 2])
def test_where_rows_are_too_sharp_to_show_order_the_scores_show_it(position: str, heads: int) -> None:
    scene = Scene(
        "the cat sat on", model="identity", dimension=512, scaled=False, causal=False, heads=heads, kv_heads=heads,
        swapped=(1, 2),
    )  # fmt: skip
    report = swap(replace(scene, position=position))
    assert report.same_rows
    assert report.scored
    assert swap(scene).scored == 0


def test_rope_has_nothing_to_turn_in_heads_of_one_number() -> None:
    scene = Scene("the cat sat on", dimension=8, heads=8, kv_heads=8, causal=False, swapped=(1, 2))
    report = swap(replace(scene, position="rope"))
    assert (report.same_rows, report.scored) == (True, 0)
    assert swap(replace(scene, position="alibi")).scored is None  # the output shows it


@pytest.mark.parametrize("kind", RECURRENT)
def test_a_recurrence_sees_a_swap_by_itself(kind: str) -> None:
    assert not swap(Scene("the cat chases a dog", kind=kind, dimension=8, swapped=(1, 4))).same_rows


# ------------------------------------------------------------------------------------------------------------ the past


@settings(max_examples=80, deadline=None)
@given(
    sentences,
    st.sampled_from(MAP_KINDS),
    st.sampled_from(POSITIONS),
    st.sampled_from([(1, 1), (2, 1), (4, 4)]),
    st.none() | st.integers(1, 9),
    st.integers(1, 3),
    st.integers(0, 2),
    st.none() | st.integers(0, 7),
    st.sampled_from([1.0, 1000.0]),
    widths,
)
def test_the_last_token_leaves_every_earlier_row_as_it_was(
    text: str, kind: str, position: str, heads: tuple[int, int], window: int | None, dilation: int, padding: int,
    hidden: int | None, strength: float, d: int,
) -> None:  # fmt: skip
    scene = Scene(
        text, dimension=d, kind=kind, position=position, heads=heads[0], kv_heads=heads[1], window=window,
        dilation=dilation, padding=padding, hidden_token=hidden, change=Change(nines=True, strength=strength),
    )  # fmt: skip
    snapshot = derive(scene, panel="change")
    report = snapshot.report
    assert isinstance(report, CausalityReport)
    assert report.index == len(text.split()) - 1
    assert not snapshot.looks_ahead
    assert report.fixed
    assert not report.moved[: report.index].any()


@pytest.mark.parametrize("kind", ATTENTION)
def test_without_the_mask_the_last_token_moves_earlier_rows(kind: str) -> None:
    scene = Scene("the cat sat", causal=False, kind=kind, dimension=8, change=Change(nines=True))
    report = change(scene)
    assert not report.fixed
    assert derive(scene).looks_ahead


# ------------------------------------------------------------------------------------------------- who may look at whom


@settings(max_examples=60, deadline=None)
@given(sentences, st.integers(0, 20), st.sampled_from(ATTENTION), st.sampled_from([(1, 1), (4, 2)]), widths)
def test_a_window_as_wide_as_the_text_is_the_causal_mask(
    text: str, more: int, kind: str, heads: tuple[int, int], d: int
) -> None:
    scene = Scene(text, kind=kind, heads=heads[0], kv_heads=heads[1], dimension=d)
    wide = replace(scene, window=len(text.split()) + more)
    assert same(derive(scene), derive(wide))


def test_the_parts_of_a_mask_go_together() -> None:
    picture = Picture("a b c d e", window=2, padding=2, hidden_token=1, drawn=((0, 4, True), (3, 3, False)))
    mask = mask_of(picture, 7)
    assert tokens_of(picture) == ("a", "b", "c", "d", "e", PADDING, PADDING)
    assert not mask[:, 6].any() or mask[6, 6]  # nobody sees padding, but a row that would see nothing sees itself
    assert mask[0].tolist() == [True, False, False, False, True, False, False]  # the hand has the last word
    assert mask[1].tolist() == [True, False, False, False, False, False, False]
    assert not asked_mask(picture, 7)[6].any()
    assert mask[6].tolist() == [False] * 6 + [True]


def test_global_tokens_see_and_are_seen() -> None:
    ways = mask_of(Picture(causal=False, window=1, global_tokens=(2,)), 4)
    assert ways[2].all()
    assert ways[:, 2].all()
    assert ways.sum() == 4 + 3 + 3
    back = mask_of(Picture(causal=True, window=1, global_tokens=(2,)), 4)
    assert not np.triu(back, 1).any()


def test_rows_that_would_see_nothing_are_told() -> None:
    assert derive(Scene("a b c", hidden_token=0)).blind == (0,)
    assert derive(Scene("a b c")).blind == ()
    trace = derive(Scene("a b c", hidden_token=0)).trace
    assert trace is not None
    assert trace.weights[0].tolist() == [1.0, 0.0, 0.0]
    assert not trace.weights[1:, 0].any()


# ------------------------------------------------------------------------------------------------------ a second text


@settings(max_examples=40, deadline=None)
@given(sentences, sentences, st.sampled_from(ATTENTION), st.sampled_from(POSITIONS), st.sampled_from([(1, 1), (4, 2)]))
def test_with_a_second_text_rows_are_one_text_and_columns_the_other(
    text: str, second: str, kind: str, position: str, heads: tuple[int, int]
) -> None:
    scene = Scene(
        text, second_text=second, kind=kind, position=position, heads=heads[0], kv_heads=heads[1], dimension=8
    )
    snapshot = derive(scene)
    n, m = len(text.split()), len(second.split())
    assert snapshot.run is not None
    assert snapshot.run.weights.shape == (n, m)
    assert (snapshot.tokens, snapshot.columns) == (tuple(text.split()), tuple(second.split()))
    assert snapshot.run.mask.all()
    np.testing.assert_allclose(snapshot.run.weights.sum(axis=1), 1.0, atol=1e-6)


def test_a_second_text_without_tokens_shows_nothing() -> None:
    snapshot = derive(Scene("a b", second_text=" "))
    assert snapshot.run is None
    assert snapshot.pinned is None
    assert snapshot.shown is None


def test_padding_and_the_hidden_token_are_of_the_second_text() -> None:
    snapshot = derive(Scene("a b", second_text="x y z", padding=1, hidden_token=1))
    assert snapshot.tokens == ("a", "b")
    assert snapshot.columns == ("x", "y", "z", PADDING)
    assert snapshot.run is not None
    assert snapshot.run.mask.tolist() == [[True, False, True, False]] * 2


# ---------------------------------------------------------------------------------------------------------- recurrences


@pytest.mark.parametrize("kind", RECURRENT)
def test_a_recurrence_has_gates_and_looks_back_only(kind: str) -> None:
    scene = Scene("a b c d", kind=kind, dimension=8, heads=8, kv_heads=8, second_text="x", padding=3, causal=False)
    snapshot = derive(scene)
    trace = snapshot.trace
    assert isinstance(trace, StateTrace)
    assert snapshot.attention is None
    assert snapshot.facts is None
    assert trace.weights.shape == (4, 4)
    assert not np.triu(trace.weights, 1).any()
    assert snapshot.columns == snapshot.tokens == ("a", "b", "c", "d")


def test_long_texts_are_cut_where_influence_is_followed() -> None:
    assert len(tokens_of(Picture("a " * 500, kind="gru"))) == 256
    assert len(columns_of(Picture("a " * 500, kind="state_space"))) == 500


# --------------------------------------------------------------------------------------------------------------- panels


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("kind", MAP_KINDS)
@pytest.mark.parametrize("second", [None, "x y z"])
def test_every_panel_has_something_to_say_or_a_reason(panel: str, kind: str, second: str | None) -> None:
    scene = Scene(
        "a b c d", kind=kind, second_text=second, dimension=4, swapped=(0, 2), change=Change(text="z"),
        reference=Picture("a b"), heads=2, kv_heads=1, position="rope",
    )  # fmt: skip
    snapshot = derive(scene, panel=panel)
    assert (snapshot.report is None) == (PANELS[panel].misfit(scene) is not None)


def test_an_experiment_runs_the_layer_that_the_map_shows() -> None:
    picture = Picture("a b c", heads=2, kv_heads=1, position="alibi", dimension=8, head=1)
    layer = layer_of(picture, 3)
    vectors = vectors_of(picture, ("a", "b", "c"))
    run = layer.run(vectors)
    assert isinstance(run.trace, Trace)
    exact = layer.exact(vectors)
    assert same_bits(exact.row(2).weights.astype(np.float32) + np.float32(0), run.trace.weights[2]).all()
