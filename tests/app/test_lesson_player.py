"""LessonPlayer: what a step does to a real session and asks of the window, and how the person's own scene returns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from attnviz.app import lesson_player, paths
from attnviz.app.lesson_player import LessonPlayer, shipped
from attnviz.state import lessons
from attnviz.state.lesson import Highlight, LessonError
from attnviz.state.scene import Scene
from attnviz.state.session import Session
from attnviz.state.snapshot import derive

TEXT = """\
---
title: Two
language: en
---

# One
text: a b c
highlight: row 2

Words.

> ? What?

---
causal: no
panel: change
shown: scores

That.

# Same scene
panel: none

More.

# Last
text: d e
"""
OWN = Scene(text="my own words", dimension=16)


class Window:
    """Notes what the player asks for."""

    def __init__(self, player: LessonPlayer) -> None:
        self.said: list[tuple[Any, ...]] = []
        self.player = player
        player.step_shown.connect(self._on_step)
        player.panel_wanted.connect(self._on_panel)
        player.matrix_wanted.connect(self._on_matrix)
        player.highlight_wanted.connect(self._on_highlight)
        player.step_recorded.connect(self._on_recorded)
        player.lesson_failed.connect(self._on_failed)
        player.lesson_closed.connect(self._on_closed)

    def take(self) -> list[tuple[Any, ...]]:
        said, self.said = self.said, []
        return said

    def _on_step(self, step: Any, index: int, count: int, revealed: bool) -> None:
        self.said.append(("step", step.title, index, count, revealed))

    def _on_panel(self, panel: str) -> None:
        self.said.append(("panel", panel))

    def _on_matrix(self, matrix: str) -> None:
        self.said.append(("matrix", matrix))

    def _on_highlight(self, highlight: Highlight | None) -> None:
        self.said.append(("highlight", highlight))

    def _on_recorded(self, name: str, count: int) -> None:
        self.said.append(("recorded", name, count))

    def _on_failed(self, sentence: str) -> None:
        self.said.append(("failed", sentence))

    def _on_closed(self) -> None:
        self.said.append(("closed",))


@pytest.fixture
def session() -> Session:
    return Session(OWN)


@pytest.fixture
def player(qtbot: QtBot, session: Session) -> Iterator[LessonPlayer]:
    made = LessonPlayer(session)
    yield made
    made.deleteLater()


@pytest.fixture
def window(player: LessonPlayer) -> Window:
    return Window(player)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "two.md"
    made.write_text(TEXT, encoding="utf-8")
    return made


def test_opening_shows_the_first_step(player: LessonPlayer, window: Window, session: Session, path: Path) -> None:
    assert player.open(path)
    assert session.scene == Scene(text="a b c")
    assert window.take() == [
        ("panel", "none"),
        ("matrix", "weights"),
        ("step", "One", 0, 3, False),
        ("highlight", Highlight("row", row=1)),
    ]
    assert (player.index, player.count, player.revealed) == (0, 3, False)
    assert player.lesson is not None
    assert player.lesson.title == "Two"


def test_revealing_and_going_on(player: LessonPlayer, window: Window, session: Session, path: Path) -> None:
    player.open(path)
    window.take()
    player.forward()
    assert session.scene == Scene(text="a b c", causal=False)
    assert window.take() == [
        ("panel", "change"),
        ("matrix", "scores"),
        ("step", "One", 0, 3, True),
        ("highlight", None),
    ]
    player.reveal()  # nothing more to reveal
    assert window.take() == []
    player.forward()
    assert window.take() == [
        ("panel", "none"),
        ("matrix", "scores"),
        ("step", "Same scene", 1, 3, True),
        ("highlight", None),
    ]
    player.forward()
    assert session.scene.text == "d e"
    assert player.at_end
    window.take()
    player.forward()
    player.next()
    assert window.take() == []


def test_going_back_keeps_what_was_revealed(player: LessonPlayer, window: Window, session: Session, path: Path) -> None:
    player.open(path)
    player.next()
    player.previous()
    assert window.take()[-2] == ("step", "One", 0, 3, False)
    player.reveal()
    player.next()
    player.previous()
    assert window.take()[-2] == ("step", "One", 0, 3, True)
    assert session.scene == Scene(text="a b c", causal=False)
    player.previous()  # there is none before it
    assert window.take() == []
    player.open(path)
    assert window.take()[-2] == ("step", "One", 0, 3, False)


def test_each_step_is_one_step_of_undo(player: LessonPlayer, session: Session, path: Path) -> None:
    player.open(path)
    player.forward()
    player.forward()  # the same scene as before
    player.forward()
    scenes = []
    while session.can_undo:
        scenes.append(session.scene)
        session.undo()
    assert scenes == [
        Scene(text="d e", causal=False),
        Scene(text="a b c", causal=False),
        Scene(text="a b c"),
    ]
    assert session.scene is OWN


def test_leaving_gives_the_own_scene_back(player: LessonPlayer, window: Window, session: Session, path: Path) -> None:
    player.open(path)
    player.forward()
    session.set_text("tried something")
    tried = session.scene
    window.take()
    player.close()
    assert window.take() == [("highlight", None), ("closed",)]
    assert session.scene == OWN
    assert (player.lesson, player.step, player.count) == (None, None, 0)
    session.undo()
    assert session.scene == tried
    player.close()  # nothing is open
    player.forward()
    player.previous()
    player.reveal()
    player.show_again()
    assert window.take() == []
    assert session.scene == tried


def test_what_was_tried_can_be_brought_back_to_the_step(player: LessonPlayer, session: Session, path: Path) -> None:
    player.open(path)
    session.set_text("tried something")
    player.show_again()
    assert session.scene == Scene(text="a b c")
    session.undo()
    assert session.scene.text == "tried something"


def test_the_own_file_is_not_mixed_up(qtbot: QtBot, path: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.attnviz"
    for modified in (False, True):
        session = Session(OWN, mine)
        if modified:
            session.set_causal(False)
        own = session.scene
        player = LessonPlayer(session)
        player.open(path)
        assert session.path is None  # Save must not write the lesson over the person's file
        player.close()
        assert (session.scene, session.path, session.modified) == (own, mine, modified)
        player.deleteLater()


def test_a_file_opened_meanwhile_stays(player: LessonPlayer, session: Session, path: Path, tmp_path: Path) -> None:
    player.open(path)
    session.set_scene(Scene(text="another"), tmp_path / "another.attnviz")
    player.close()
    assert (session.scene.text, session.path) == ("another", tmp_path / "another.attnviz")


def test_one_lesson_after_another_still_knows_the_own_scene(
    player: LessonPlayer, session: Session, path: Path, tmp_path: Path
) -> None:
    player.open(path)
    other = tmp_path / "other.md"
    other.write_text(TEXT.replace("a b c", "x y z"), encoding="utf-8")
    assert player.open(other)
    assert session.scene.text == "x y z"
    player.close()
    assert session.scene == OWN


def test_a_mistake_is_told_and_changes_nothing(
    player: LessonPlayer, window: Window, session: Session, path: Path
) -> None:
    path.write_text(TEXT.replace("highlight: row 2", "dimension: big"), encoding="utf-8")
    assert not player.open(path)
    assert window.take() == [("failed", "two.md, line 8: dimension must be a whole number from 1 to 512, not 'big'.")]
    assert not player.open(path.with_name("none.md"))
    assert window.take() == [("failed", "none.md was not opened: No such file or directory.")]
    path.write_bytes(b"a" * (lessons.LARGEST_FILE + 1))
    assert not player.open(path)
    assert window.take() == [("failed", "two.md: a lesson must have at most 1 MB.")]
    assert session.scene is OWN
    assert not session.can_undo
    assert player.lesson is None


def test_recording_and_playing_back(player: LessonPlayer, window: Window, session: Session, tmp_path: Path) -> None:
    path = tmp_path / "Mine.md"
    assert player.record(path, "swap", "scores", "Look here", "en")
    session.set_text("猫が犬を追う")
    session.set_pinned(3, 1)
    session.set_compared("output")
    recorded = session.scene
    assert player.record(path, "none", "weights", "And here", "en")
    assert window.take() == [("recorded", "Mine.md", 1), ("recorded", "Mine.md", 2)]
    session.set_text("something else")
    assert player.open(path)
    assert session.scene == OWN
    assert window.take()[:2] == [("panel", "swap"), ("matrix", "scores")]
    player.forward()
    assert session.scene == recorded
    assert window.take()[2] == ("step", "And here", 1, 2, True)


def test_recording_after_the_text_became_shorter(
    player: LessonPlayer, session: Session, window: Window, tmp_path: Path
) -> None:
    session.set_pinned(2)
    session.set_swapped((0, 2))
    session.set_text("short")
    before = derive(session.scene)
    assert player.record(tmp_path / "a.md", "swap", "weights", "t", "en")
    assert player.open(tmp_path / "a.md")
    assert derive(session.scene).pinned == before.pinned == (0, None)
    assert session.scene.swapped is None
    assert window.take()[0] == ("recorded", "a.md", 1)


def test_recording_that_fails_is_told(player: LessonPlayer, window: Window, path: Path) -> None:
    assert not player.record(path.with_name("none") / "a.md", "none", "weights", "t", "en")
    assert not player.record(path, "none", "weights", "", "en")
    path.write_text("no lesson", encoding="utf-8")
    assert not player.record(path, "none", "weights", "t", "en")
    assert [sentence for _, sentence in window.take()] == [
        "a.md was not written: No such file or directory.",
        "two.md: the title is empty.",
        "two.md, line 1: the first line must be ---; the lesson's title stands below it.",
    ]
    assert path.read_text(encoding="utf-8") == "no lesson"


def test_the_shipped_lessons_of_a_language(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    english = shipped("en")
    titles = [
        "What one head does", "Blind to order", "The triangle", "Why √d", "What the table costs",
        "What learned heads look at", "Why everything looks at the first token",
    ]  # fmt: skip
    assert [title for title, _ in english] == titles
    assert [title for title, _ in shipped("ja_JP")] == [lessons.load(path).title for _, path in shipped("ja")]
    assert shipped("ja") != english
    assert shipped("fr") == shipped("") == shipped("../en") == english
    (tmp_path / "lessons" / "en").mkdir(parents=True)
    (tmp_path / "lessons" / "en" / "broken.md").write_text("no lesson", encoding="utf-8")
    monkeypatch.setattr(lesson_player.paths, "resources", lambda: tmp_path)
    assert shipped("en") == [("broken", tmp_path / "lessons" / "en" / "broken.md")]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("place", range(7))
def test_every_shipped_lesson_plays_from_start_to_end(
    player: LessonPlayer, window: Window, session: Session, language: str, place: int
) -> None:
    _, path = shipped(language)[place]
    assert path.is_relative_to(paths.resources() / "lessons" / language)
    assert player.open(path)
    presses = 0
    while True:
        assert player.step is not None
        view = player.step.end if player.revealed else player.step.view
        assert session.scene == view.scene
        assert session.scene.loaded or derive(session.scene).trace is not None
        if player.at_end:
            break
        player.forward()
        presses += 1
        assert presses < 100
    assert presses == 2 * player.count - 1  # each step asks, and then reveals
    steps = [entry[2:] for entry in window.take() if entry[0] == "step"]
    assert steps == [(index, player.count, shown) for index in range(player.count) for shown in (False, True)]
    player.close()
    assert session.scene == OWN


def test_sentences_are_translated_with_their_fields() -> None:
    with pytest.raises(LessonError) as caught:
        lessons.parse("---\ntitle: x\nlanguage: en\n---\n# a\ncausal: {maybe}", "a.md")
    assert lesson_player.sentence(caught.value) == "a.md, line 6: causal must be yes or no, not '{maybe}'."
    assert str(caught.value) == lesson_player.sentence(caught.value).rstrip(".")
