"""A trained model behind the map: the shown head exactly, every claim on all heads, arrays of somebody's own."""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from model_files import GGUF_VALUES, HEADS, KV_HEADS, LAYERS, write_gguf

from attnviz.core.arithmetic import same_bits
from attnviz.core.head import Trace
from attnviz.experiments.comparison import ComparisonReport
from attnviz.experiments.ledger import LedgerReport
from attnviz.models.arrays import from_any
from attnviz.models.model import Model
from attnviz.models.problem import Stopped
from attnviz.state.claims import ClaimReport
from attnviz.state.layer import GivenTrace
from attnviz.state.next_report import NextReport
from attnviz.state.reports import PANELS
from attnviz.state.scene import Change, Picture, Scene
from attnviz.state.snapshot import Snapshot, derive
from attnviz.state.trained import Sources

pytest.importorskip("tokenizers", reason="tokenizers is not installed: pip install '.[models]'")
TEXT = "abcabdc"


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: Any) -> Sources:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    from attnviz.models.loading import open_model
    from attnviz.models.tokenizer import Tokenizer

    opened = open_model(write_gguf(tmp_path / "small.gguf", values=GGUF_VALUES | {"tokenizer.ggml.merges": []}))
    return {"small": Model(opened.config, opened.weights, Tokenizer.open(opened.tokenizer))}


def scene(**more: Any) -> Scene:
    start: dict[str, Any] = {"model": "trained", "source": "small", "heads": HEADS, "kv_heads": KV_HEADS}
    return Scene(**({"text": TEXT} | start | more))


def claim(snapshot: Snapshot) -> ClaimReport:
    assert isinstance(snapshot.report, ClaimReport)
    return snapshot.report


def test_without_its_source_a_scene_waits(sources: Sources) -> None:
    waits = derive(scene())
    assert (waits.run, waits.tokens, waits.waiting) == (None, (), True)
    there = derive(scene(), waits, "change", sources)
    assert not there.waiting
    assert len(there.tokens) >= 3
    assert derive(scene(), there, "change", {}).waiting


@pytest.mark.parametrize("place", [(layer, head) for layer in range(LAYERS) for head in range(HEADS)])
def test_the_shown_head_is_the_models_and_every_sum_ends_at_its_cell(sources: Sources, place: tuple[int, int]) -> None:
    snapshot = derive(scene(layer=place[0], head=place[1], pinned=(2, 1)), None, "ledger", sources)
    assert snapshot.reading is not None
    trace = snapshot.trace
    assert isinstance(trace, Trace)
    np.testing.assert_allclose(trace.weights, snapshot.reading.weights[place[0]][place[1]], atol=2e-6)
    assert isinstance(snapshot.report, LedgerReport)
    assert snapshot.report.holds
    assert not np.triu(trace.weights, 1).any()


def test_another_layer_or_head_is_not_read_again(sources: Sources) -> None:
    first = derive(scene(), None, None, sources)
    other = derive(scene(layer=1, head=3, view="mean"), first, None, sources)
    assert other.reading is first.reading
    assert other.run is not first.run


def test_an_edit_keeps_the_rows_before_it(sources: Sources) -> None:
    first = derive(scene(), None, None, sources)
    second = derive(scene(text=TEXT[:-1] + "a"), first, None, sources)
    assert second.reading is not None
    assert second.reading.run.first > 0


@pytest.mark.parametrize("view", ["mean", "max", "entropy", "layers", "rollout"])
@pytest.mark.parametrize("rescaled", [False, True])
def test_many_maps_become_one(sources: Sources, view: str, rescaled: bool) -> None:
    snapshot = derive(scene(view=view, rescaled=rescaled), None, None, sources)
    n = len(snapshot.tokens)
    assert snapshot.blend is not None
    assert snapshot.blend.shape == (n, HEADS if view == "entropy" else n)
    if rescaled and view not in ("entropy", "max"):
        assert not snapshot.blend[:, 0].any()
        np.testing.assert_allclose(snapshot.blend[1:].sum(axis=1), 1.0, atol=1e-5)


def test_the_last_token_moves_no_map_in_any_earlier_row(sources: Sources) -> None:
    report = claim(derive(scene(change=Change(text="d")), None, "change", sources))
    assert (report.moved.total, report.moved.maps) == (LAYERS * HEADS, 0)
    assert report.causal
    assert report.places == (len(report.tokens) - 1,)
    assert derive(scene(), None, "change", sources).report is None


def test_without_the_mask_all_maps_move(sources: Sources) -> None:
    change = Change(text="d")
    assert claim(derive(scene(change=change), None, "masking", sources)).moved.maps == LAYERS * HEADS
    assert claim(derive(scene(change=change, causal=False), None, "change", sources)).moved.maps == LAYERS * HEADS


def test_a_swap_is_noticed(sources: Sources) -> None:
    report = claim(derive(scene(swapped=(0, 2)), None, "swap", sources))
    assert report.moved.maps == LAYERS * HEADS
    assert report.places == (0, 2)


def test_read_token_by_token_it_comes_out_the_same_but_for_rounding(sources: Sources) -> None:
    report = claim(derive(scene(), None, "cache", sources))
    assert report.moved.most < 1e-4  # its weights are large and not trained
    assert derive(scene(causal=False), None, "cache", sources).report is None


def test_the_next_token_is_what_the_model_says(sources: Sources) -> None:
    snapshot = derive(scene(), None, "next", sources)
    assert isinstance(snapshot.report, NextReport)
    assert snapshot.reading is not None
    logits = snapshot.reading.run.last_logits
    assert logits is not None
    wanted = np.exp(logits.astype(np.float64) - logits.max())
    wanted /= wanted.sum()
    found = snapshot.report
    assert found.candidates[0].number == int(np.argmax(logits))
    assert found.candidates[0].probability == pytest.approx(wanted.max())
    assert found.rest + sum(candidate.probability for candidate in found.candidates) == pytest.approx(1.0)
    one = derive(scene(top_k=1), None, "next", sources).report
    assert isinstance(one, NextReport)
    assert (one.kept, one.candidates[0].share) == (1, 1.0)


def test_tokens_are_counted_for_the_model_that_reads_them(sources: Sources, monkeypatch: Any) -> None:
    monkeypatch.setattr("attnviz.state.trained.MOST_TOKENS", 5)
    cut = derive(scene(), None, None, sources)
    assert (len(cut.tokens), cut.total_tokens) == (5, len(TEXT))
    chapters = derive(Scene(TEXT), cut, None, sources)
    assert (len(chapters.tokens), chapters.total_tokens) == (1, 1)
    assert derive(scene(text="abc" * 9000), None, None, sources).total_tokens is None


def test_rows_that_looked_at_the_first_token_alone_are_counted_as_empty(sources: Sources) -> None:
    facts = derive(scene(rescaled=True), None, None, sources).facts
    assert facts is not None
    assert facts.empty == 1
    assert facts.largest_row_error < 1e-6
    plain = derive(scene(), None, None, sources).facts
    assert plain is not None
    assert plain.empty == 0


def test_a_models_window_is_taken_off_with_its_mask(sources: Sources) -> None:
    model = sources["small"]
    assert isinstance(model, Model)
    windowed = copy.copy(model)
    windowed.config = replace(model.config, window=2)
    off = derive(scene(causal=False), None, None, {"small": windowed.seeing(causal=False)})
    assert off.facts is not None
    assert off.facts.hidden == 0
    assert off.reading is not None
    assert off.run is not None
    np.testing.assert_allclose(off.run.weights, off.reading.weights[0][0], atol=1e-6)


def test_two_pictures_can_be_of_different_models(sources: Sources) -> None:
    report = derive(scene(reference=Picture(text="a b c")), None, "compare", sources).report
    assert isinstance(report, ComparisonReport)
    report = derive(Scene("a b c", reference=scene().picture), None, "compare", sources).report
    assert isinstance(report, ComparisonReport)
    assert derive(Scene("a b c", reference=scene().picture), None, "compare").report is None


def test_work_that_nobody_wants_any_more_is_stopped(sources: Sources) -> None:
    with pytest.raises(Stopped):
        derive(scene(), None, None, sources, lambda: True)


def test_own_arrays_are_shown_as_they_are() -> None:
    weights = np.random.default_rng(0).dirichlet(np.ones(4), (2, 3, 4)).astype(np.float32)
    given = from_any(weights, ["a", "b", "c", "d"])
    start = Scene(model="arrays", source="mine", heads=3, kv_heads=3, layer=1, head=2)
    snapshot = derive(start, None, "layers", {"mine": given})
    assert isinstance(snapshot.trace, GivenTrace)
    assert snapshot.shown is not None
    assert same_bits(snapshot.shown, weights[1, 2]).all()
    assert snapshot.tokens == ("a", "b", "c", "d")
    assert snapshot.facts is not None
    assert snapshot.report is not None
    mean = derive(replace(start, view="mean"), snapshot, None, {"mine": given}).shown
    assert mean is not None
    np.testing.assert_allclose(mean, weights[1].mean(axis=0), atol=1e-6)


@pytest.mark.parametrize("panel", PANELS)
def test_every_panel_has_something_to_say_of_a_model_or_a_reason(sources: Sources, panel: str) -> None:
    if panel == "lines":
        pytest.importorskip("attnviz.state.lines_report")
    start = scene(change=Change(text="d"), swapped=(0, 2), reference=Picture(text="a b"), pinned=(1, 0))
    snapshot = derive(start, None, panel, sources)
    assert (snapshot.report is None) == (PANELS[panel].misfit(start) is not None)
