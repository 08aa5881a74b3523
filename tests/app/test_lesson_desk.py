"""Lessons on the real window: every shipped one from start to end, what they point at, recording, leaving."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget

from attnviz.app import paths
from attnviz.app.lesson_player import shipped
from attnviz.state import lessons


@pytest.fixture
def person(desk: Callable[..., Any]) -> Any:
    return desk("my own words")


def in_language(code: str) -> None:
    paths.settings_file().parent.mkdir(parents=True, exist_ok=True)
    paths.settings_file().write_text(f"[General]\nlanguage={code}\n")


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("code", ["en", "ja"])
def test_every_lesson_runs_and_what_it_points_at_is_there(desk: Callable[..., Any], code: str, number: int) -> None:
    in_language(code)
    person = desk("my own words")
    window = person.window
    title, path = shipped(code)[number]
    person.find(f"lesson_{number + 1}_action", QAction).trigger()
    player, overlay = window._lessons.player, person.find("highlight_overlay")
    assert player.lesson.title == title
    pointed = 0
    while True:
        person.settle()
        person.qtbot.wait(5)
        view = player.step.end if player.revealed else player.step.view
        assert person.scene == view.scene
        assert person.find("panel_tabs").isVisible() == (view.panel != "none")
        if view.panel != "none":
            assert window.snapshot.panel == view.panel
            assert person.find(f"{view.panel}_panel").isVisible()
        assert window._showing.matrix == view.shown
        if view.highlight is not None:
            person.qtbot.waitUntil(overlay.isVisible, timeout=2000)
            assert not overlay.frame().isEmpty(), (path, player.index, str(view.highlight))
            pointed += 1
        if view.highlight is not None and view.highlight.kind == "widget":
            assert person.find(view.highlight.name).isVisible()
        if player.at_end:
            break
        person.find("lesson_next_button").click()
    assert pointed >= player.count // 2
    person.find("lesson_next_button").click()  # "Finish"
    assert not person.find("lesson_bar").isVisible()
    assert not overlay.isVisible()
    assert person.scene.text == "my own words"


def test_the_answer_and_the_later_steps_are_not_told_before_the_class_has_guessed(person: Any) -> None:
    person.find("lesson_1_action", QAction).trigger()
    player = person.window._lessons.player
    while not player.step.answer:
        player.forward()
    text = person.find("lesson_text")
    assert player.step.answer.strip()[:20] not in text.toPlainText()
    person.find("lesson_next_button").click()
    assert player.revealed
    assert len(text.toPlainText()) > len(player.step.question)


def test_a_step_is_one_step_of_undo_and_closing_gives_the_own_scene_back(person: Any) -> None:
    person.find("lesson_2_action", QAction).trigger()
    assert person.scene.text != "my own words"
    person.press("Ctrl+Z")
    assert person.scene.text == "my own words"
    person.press("Ctrl+Shift+Z")
    person.find("lesson_close_button").click()
    assert person.scene.text == "my own words"


def test_what_was_recorded_plays_back(person: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.md"
    for name in ("first", "second"):
        person.find("text_input").setPlainText(f"the {name} sentence")
        person.find("record_step_action", QAction).trigger()
        question = person.window.findChild(QInputDialog, "record_step_dialog")
        question.setTextValue(f"The {name}")
        question.accept()
        dialog = person.window.findChild(QFileDialog, "lesson_file_dialog")
        dialog.fileSelected.emit(str(file))
        dialog.close()
    lesson = lessons.load(file)
    assert [step.title for step in lesson.steps] == ["The first", "The second"]
    assert [step.view.scene.text for step in lesson.steps] == ["the first sentence", "the second sentence"]
    person.window._lessons.open(file)
    assert person.scene.text == "the first sentence"


def test_a_mistake_in_a_lesson_is_told_with_file_and_line(person: Any, tmp_path: Path) -> None:
    file = tmp_path / "wrong.md"
    file.write_text("---\ntitle: Wrong\nlanguage: en\n---\n\n# One\ndimension: big\n\nWords.\n", encoding="utf-8")
    person.window._lessons.open(file)
    assert "wrong.md, line 7" in person.notice()
    assert not person.find("lesson_bar").isVisible()


def test_closing_the_window_in_a_lesson_keeps_the_own_scene(desk: Callable[..., Any]) -> None:
    person = desk("my own words")
    person.find("lesson_1_action", QAction).trigger()
    assert person.scene.text != "my own words"
    person.close()
    assert desk().scene.text == "my own words"


def test_a_lesson_that_is_cut_short_leaves_the_own_scene_on_disk(person: Any) -> None:
    file = paths.running_folder() / "running.attnviz"
    person.type("text_input", " and more")
    person.qtbot.waitUntil(lambda: file.exists() and "and more" in file.read_text("utf-8"), timeout=5000)
    person.find("lesson_1_action", QAction).trigger()
    person.find("lesson_next_button").click()
    person.qtbot.wait(1000)
    assert "my own words and more" in file.read_text("utf-8")


def test_open_a_lesson_is_in_the_file_menu_too(person: Any) -> None:
    menu = person.find("file_menu", QWidget)
    assert person.find("open_lesson_action", QAction) in menu.actions()
    QTest.qWait(1)
