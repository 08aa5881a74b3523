"""Trained models, own arrays and lessons in the Japanese window: no English is left in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from array_files import maps, npz_bytes
from japanese import (
    SMALL,
    english,
    english_again,
    left_in_panels,
    misplaced,
    open_panel,
    sit_down,
    told_on_the_way,
    words_of,
)
from model_files import GGUF_VALUES, write_gguf
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDialog
from visible_words import painted, told

from attnviz.app.picture import settings
from attnviz.models.offers import OFFERS
from attnviz.state.scene import HEADS_ORDERS, VIEWS

TECHNICAL = "gguf npz npy safetensors GGUF JSON pickle numpy savez config json model Python"
LETTERS = "abcabdc"  # all that the small model can read
# The panels that show what a model or arrays are made of; the others send back to the chapter's head
OF_MODELS = ("change", "ledger", "swap", "masking", "cache", "layers", "lines", "next", "compare")
# What the lessons say of their English sentences and of SmolLM2
OF_LESSONS = ("SmolLM2", "Paris", "moon", "Then", "The", "package", "llm", "smollm2", "pip", "install", "no", "deps")


@pytest.fixture(autouse=True)
def _english_again(qapp: QApplication) -> Iterator[None]:
    """Leave the language of the other tests as it was."""
    with english_again(qapp):
        yield


@pytest.fixture
def japanese(desk: Callable[..., Any]) -> Any:
    """A person at the Japanese window, with something in every panel."""
    return sit_down(desk, "ja")


@pytest.fixture
def reader(japanese: Any, tmp_path: Path) -> Any:
    """Somebody who has opened a small trained model."""
    pytest.importorskip("tokenizers", reason="tokenizers is not installed: pip install '.[models]'")
    japanese.window.session.set_text(LETTERS)
    japanese.settle()
    opened(japanese, write_gguf(tmp_path / "小.gguf", values=GGUF_VALUES | {"tokenizer.ggml.merges": []}))
    return japanese


def opened(person: Any, path: Path) -> None:
    """Open a model or arrays, and wait until they are on the map."""
    person.window._desk.open(path)
    person.qtbot.waitUntil(lambda: person.scene.source != "" and not person.snapshot.waiting, timeout=20_000)


def _parts(path: str) -> set[str]:
    return {LETTERS, *re.findall(r"\w+", path)}


def test_no_english_is_left_with_a_trained_model(reader: Any) -> None:
    session, allowed = reader.window.session, _parts(reader.scene.source)
    session.set_replacement("d")
    session.set_swapped((1, 3))
    session.set_pinned(3)
    left = left_in_panels(reader, allowed=allowed)
    for panel in OF_MODELS:
        open_panel(reader, panel)
        left += told_on_the_way(reader, allowed)[0]
    for view in VIEWS:
        session.set_view(view)
        left += english([*words_of(reader), ("foot", settings(reader.snapshot))], allowed)
    session.set_view("head")
    for step in reader.find("steps_strip").cards:
        reader.window._steps.step_chosen.emit(step)
        left += english(words_of(reader), allowed)
    assert sorted(set(left)) == []


def test_no_english_is_left_in_what_is_asked_of_all_heads(reader: Any) -> None:
    session, left, allowed = reader.window.session, [], _parts(reader.scene.source)
    open_panel(reader, "layers")
    for order in HEADS_ORDERS:
        session.set_heads_order(order)
        left += english(words_of(reader, only_panel=True), allowed)
    session.set_rescaled(True)
    session.set_dimmed(True)
    left += english(words_of(reader), allowed)
    session.set_replacement("")
    session.set_swapped(None)
    left += left_in_panels(reader, ("change", "swap", "masking", "next"), allowed)
    session.set_top_k(3)
    left += left_in_panels(reader, ("next",), allowed)
    session.set_text("")
    left += left_in_panels(reader, OF_MODELS, allowed)
    assert sorted(set(left)) == []


def test_no_english_is_left_with_own_arrays(japanese: Any, tmp_path: Path) -> None:
    weights, tokens = maps(2, 2, 3, 3), np.array(["猫", "が", "鳴"])
    weights[1, 0, 2] *= 2
    weights[0, 1, 2, 1] = np.nan
    path = tmp_path / "図.npz"
    path.write_bytes(npz_bytes({"layer_1": weights[0], "layer_2": weights[1], "tokens": tokens}))
    opened(japanese, path)
    japanese.qtbot.waitUntil(lambda: japanese.notice() != "")
    allowed = _parts(japanese.scene.source)
    left = left_in_panels(japanese, allowed=allowed)
    for panel in ("layers", "lines", "compare"):
        open_panel(japanese, panel)
        left += told_on_the_way(japanese, allowed)[0]
    left += english([("foot", settings(japanese.snapshot)), ("notice", japanese.notice())], allowed)
    assert sorted(set(left)) == []


def test_no_english_is_left_in_the_question_which_arrays(japanese: Any, tmp_path: Path) -> None:
    (tmp_path / "図.npz").write_bytes(npz_bytes({"図": maps(2, 3, 2, 4, 4)}))
    (tmp_path / "二.npz").write_bytes(npz_bytes({"図": maps(2, 2, 4, 4), "絵": maps(2, 2, 4, 4)}))
    for name in ("図.npz", "二.npz"):
        japanese.window._desk.open(tmp_path / name)
        japanese.qtbot.waitUntil(lambda: _dialogs(japanese, "choice_dialog") != [])
        (dialog,) = _dialogs(japanese, "choice_dialog")
        assert _left_in(dialog, ("npz",)) == []
        dialog.reject()
        _gone(japanese)


def test_no_english_is_left_in_the_list_of_models_to_get(japanese: Any) -> None:
    japanese.choose("get_model_action")
    (dialog,) = _dialogs(japanese, "get_model_dialog")
    words = " ".join(f"{of.name} {of.licence} {of.page}" for of in OFFERS)
    allowed = {*re.findall(r"\w+", words), *re.findall(r"\w+", str(Path.home())), "attnviz", "models", "data"}
    assert _left_in(dialog, allowed) == []
    dialog.close()
    _gone(japanese)


def _dialogs(person: Any, name: str) -> list[QDialog]:
    return [dialog for dialog in person.window.findChildren(QDialog, name) if dialog.isVisible()]


def _left_in(dialog: QDialog, allowed: Any) -> list[str]:
    found = [*told(dialog), *(("painted", words) for words in painted(dialog))]
    assert len(found) > 5
    return english(found, allowed)


def _gone(person: Any) -> None:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    person.come_back()


def test_no_english_is_left_in_what_goes_wrong_with_models(japanese: Any, tmp_path: Path) -> None:
    said = set()
    for name, content in (
        ("甲.gguf", b"GGUF\t" + bytes(40)),
        ("乙.gguf", b"nothing"),
        ("丙.npz", b"\x80\x04nothing"),
        ("丁.npz", npz_bytes({"図": np.arange(5)})),
        ("戊.npz", npz_bytes({"図": np.zeros((2, 0, 4), np.float32)})),
        ("己.npy", b""),
        ("庚.safetensors", b"nothing"),
    ):
        (tmp_path / name).write_bytes(content)
        japanese.find("notice_bar").show_notice("")
        japanese.window._desk.open(tmp_path / name)
        japanese.qtbot.waitUntil(lambda: japanese.notice() != "")
        said.add(("notice", japanese.notice()))
    (tmp_path / "空").mkdir()
    for name in ("空", "無.gguf"):
        japanese.find("notice_bar").show_notice("")
        japanese.window._desk.open(tmp_path / name)
        japanese.qtbot.waitUntil(lambda: japanese.notice() != "")
        said.add(("notice", japanese.notice()))
    assert len(said) == 9
    assert english(said, TECHNICAL.split()) == []


def test_no_english_is_left_in_a_lesson(japanese: Any) -> None:
    lessons = [
        action for action in japanese.window.findChildren(QAction) if re.match(r"lesson_\d", action.objectName())
    ]
    assert len(lessons) == 7
    left = []
    for lesson in lessons:
        lesson.trigger()
        player = japanese.window._lessons.player
        for _ in range(60):
            _wait_for_the_model(japanese)
            left += english(words_of(japanese), {*OF_LESSONS, *_words_of_the_text(japanese)})
            if player.at_end:
                break
            player.forward()
        assert player.at_end
        player.close()
    assert sorted(set(left)) == []


def _wait_for_the_model(person: Any) -> None:
    """Wait until the model of the step is there and has read its text, or it is told that there is none."""
    shelf = person.window._desk.shelf
    person.qtbot.waitUntil(
        lambda: not person.snapshot.waiting or shelf.problem_of(person.scene.source) is not None, timeout=60_000
    )
    person.settle()


def _words_of_the_text(person: Any) -> set[str]:
    """Return the words of the text as the map has them, and those that the model may write next."""
    snapshot = person.snapshot
    pieces = [person.scene.text, *snapshot.tokens]  # without its model, a lesson's text has no tokens
    pieces += [one.text for one in getattr(snapshot.report, "candidates", ())]
    return {word for piece in pieces for word in re.findall(r"\w+", piece)}


@pytest.mark.parametrize("zoom", [100, 200])
def test_nothing_is_cut_off_with_a_trained_model(desk: Callable[..., Any], tmp_path: Path, zoom: int) -> None:
    pytest.importorskip("tokenizers", reason="tokenizers is not installed: pip install '.[models]'")
    person, found = sit_down(desk, "ja", zoom), []
    person.window.resize(SMALL)
    person.window.session.set_text(LETTERS)
    person.settle()
    opened(person, write_gguf(tmp_path / "小.gguf", values=GGUF_VALUES | {"tokenizer.ggml.merges": []}))
    person.window.session.set_replacement("d")
    for panel in ("change", "ledger", "swap", "layers", "lines", "next", "heads"):
        open_panel(person, panel)
        found += [f"{panel}: {what}" for what in misplaced(person)]
    assert person.window.size() == SMALL
    assert found == []
