"""The session: every edit undone and redone, typing in one step, the demo's rules, files and listeners."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.state import Session
from attnviz.state.history import PAUSE, Notice
from attnviz.state.scene import DEMO_TEXT, LONGEST_TEXT, Change, Scene


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def session(clock: Clock) -> Session:
    return Session(clock=clock)


EDITS: dict[str, Callable[[Session], None]] = {
    "text": lambda s: s.set_text("A dog."),
    "model": lambda s: s.set_model("identity"),
    "demo": lambda s: s.set_model("demo"),
    "dimension": lambda s: s.set_dimension(100),
    "causal": lambda s: s.set_causal(False),
    "scaled": lambda s: s.set_scaled(False),
    "pinned": lambda s: s.set_pinned(1, 0),
    "nothing pinned": lambda s: s.clear_pinned(),
    "changed token": lambda s: s.set_changed_token(3),
    "replacement": lambda s: s.set_replacement("moon"),
    "nines": lambda s: s.set_nines(True),
    "strength": lambda s: s.set_strength(50.0),
    "another scene": lambda s: s.set_scene(Scene(text="opened"), Path("opened.attnviz")),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_every_edit_is_undone_and_redone(session: Session, edit: Callable[[Session], None]) -> None:
    before = session.scene
    edit(session)
    after, path = session.scene, session.path
    assert after != before
    assert (session.can_undo, session.can_redo) == (True, False)
    session.undo()
    assert (session.scene, session.path) == (before, None)
    assert (session.can_undo, session.can_redo, session.modified) == (False, True, False)
    session.redo()
    assert (session.scene, session.path) == (after, path)
    assert not session.can_redo


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_an_edit_ends_what_could_be_redone(session: Session, edit: Callable[[Session], None]) -> None:
    session.set_text("first")
    session.undo()
    edit(session)
    assert not session.can_redo
    after = session.scene
    session.redo()
    assert session.scene == after


@settings(max_examples=100)
@given(st.lists(st.sampled_from(sorted(EDITS)), max_size=25), st.lists(st.booleans(), max_size=60))
def test_any_walk_through_the_history_meets_the_scenes_that_were(names: list[str], walk: list[bool]) -> None:
    clock = Clock()
    session = Session(clock=clock)
    seen = [(session.scene, session.path)]
    for name in names:
        clock.now += 2 * PAUSE
        EDITS[name](session)
        if (session.scene, session.path) != seen[-1]:
            seen.append((session.scene, session.path))
    at = len(seen) - 1
    for back in walk:
        session.undo() if back else session.redo()
        at = max(at - 1, 0) if back else min(at + 1, len(seen) - 1)
        assert (session.scene, session.path) == seen[at]
        assert (session.can_undo, session.can_redo) == (at > 0, at < len(seen) - 1)


def test_typing_without_a_pause_is_one_step(session: Session, clock: Clock) -> None:
    start = session.scene.text
    for text in ("a", "ab", "abc"):
        clock.now += 0.9 * PAUSE
        session.set_text(text)
    session.undo()
    assert session.scene.text == start


def test_a_pause_ends_a_step(session: Session, clock: Clock) -> None:
    session.set_text("a")
    clock.now += PAUSE
    session.set_text("ab")
    session.undo()
    assert session.scene.text == "a"


def test_another_kind_of_edit_ends_a_step(session: Session) -> None:
    session.set_text("a")
    session.set_dimension(8)
    session.set_text("ab")
    session.undo()
    assert (session.scene.text, session.scene.dimension) == ("a", 8)
    session.undo()
    assert (session.scene.text, session.scene.dimension) == ("a", 64)


def test_typing_after_an_undo_is_a_step_of_its_own(session: Session) -> None:
    session.set_text("a")
    session.undo()
    session.set_text("b")
    session.set_text("bc")
    session.undo()
    assert session.scene == Scene()


def test_only_typing_dragging_and_walking_merge(session: Session) -> None:
    for dimension in (8, 16):
        session.set_dimension(dimension)
    for causal in (False, True):
        session.set_causal(causal)
    for _ in range(3):
        session.undo()
    assert (session.scene.dimension, session.scene.causal) == (8, True)
    assert session.can_undo


@pytest.mark.parametrize(
    "there_and_back",
    [
        [lambda s: s.set_text("x"), lambda s: s.set_text(Scene().text)],
        [lambda s: s.set_strength(10.0), lambda s: s.set_strength(1.0)],
    ],
)
def test_there_and_back_within_a_pause_leaves_no_step_that_does_nothing(
    session: Session, there_and_back: list[Callable[[Session], None]]
) -> None:
    for edit in there_and_back:
        edit(session)
    assert session.scene == Scene()
    assert not session.can_undo


def test_an_edit_that_changes_nothing_is_no_step_and_calls_nobody(session: Session) -> None:
    calls: list[None] = []
    session.subscribe(lambda: calls.append(None))
    scene = session.scene
    session.set_text(scene.text)
    session.set_model(scene.model)
    session.set_dimension(scene.dimension)
    session.set_causal(scene.causal)
    session.set_scaled(scene.scaled)
    session.set_strength(1.0)
    session.undo()
    session.redo()
    assert not session.can_undo
    assert not calls


@pytest.mark.parametrize(
    "edit",
    [
        lambda s: s.set_model("large"),
        lambda s: s.set_dimension(0),
        lambda s: s.set_dimension(513),
        lambda s: s.set_strength(0.0),
        lambda s: s.set_strength(float("nan")),
        lambda s: s.set_changed_token(-1),
        lambda s: s.set_pinned(-1),
    ],
)
def test_a_refused_edit_leaves_everything_as_it_was(session: Session, edit: Callable[[Session], None]) -> None:
    session.set_text("a")
    session.undo()
    with pytest.raises(ValueError, match=r"must"):
        edit(session)
    assert session.scene == Scene()
    assert (session.can_undo, session.can_redo) == (False, True)


# ---- the demo


def test_the_demo_brings_its_text_and_its_five(session: Session) -> None:
    session.set_model("demo")
    assert (session.scene.text, session.scene.width) == (DEMO_TEXT, 5)
    session.set_text("The  cat sat\non mat ")
    assert session.scene.model == "demo"
    session.set_dimension(5)
    assert session.scene.model == "demo"
    assert session.notice is None


@pytest.mark.parametrize("text", ["", "The cat sat on mats", "the cat sat on mat", DEMO_TEXT + " x", DEMO_TEXT[:-4]])
def test_other_text_leaves_the_demo_and_says_so(session: Session, text: str) -> None:
    session.set_model("demo")
    session.set_text(text)
    assert (session.scene.model, session.scene.text) == ("random", text)
    assert session.notice is Notice.LEFT_DEMO
    session.undo()
    assert session.scene.model == "demo"
    assert session.notice is None


def test_another_width_leaves_the_demo_and_says_so(session: Session) -> None:
    session.set_model("demo")
    session.set_dimension(64)
    assert (session.scene.model, session.scene.width) == ("random", 64)
    assert session.notice is Notice.LEFT_DEMO


def test_choosing_another_model_needs_no_notice(session: Session) -> None:
    session.set_model("demo")
    session.set_model("random")
    assert session.notice is None


def test_a_word_in_place_of_the_token_ends_the_nines(session: Session) -> None:
    session.set_nines(True)
    session.set_replacement("moon")
    assert session.scene.change == Change(text="moon", nines=False)


# ---- limits


def test_a_text_that_is_too_long_is_cut_and_the_notice_says_so(session: Session) -> None:
    session.set_text("x" * (LONGEST_TEXT + 1))
    assert len(session.scene.text) == LONGEST_TEXT
    assert session.notice is Notice.TEXT_CUT
    session.set_text("x" * LONGEST_TEXT + "y")
    assert session.notice is Notice.TEXT_CUT


def test_the_history_holds_a_limited_amount_of_text(session: Session, clock: Clock) -> None:
    for number in range(40):
        clock.now += 2 * PAUSE
        session.set_text(f"{number:02}" + "x" * (LONGEST_TEXT - 2))
    steps = 0
    while session.can_undo:
        session.undo()
        steps += 1
    assert 5 <= steps <= 11
    assert session.scene.text.startswith(f"{39 - steps:02}")


def test_the_history_holds_a_thousand_steps(session: Session, clock: Clock) -> None:
    for number in range(1100):
        clock.now += 2 * PAUSE
        session.set_text(str(number))
    for _ in range(1000):
        session.undo()
    assert session.scene.text == "99"
    assert not session.can_undo


def test_the_last_step_can_be_undone_however_long_the_text(clock: Clock) -> None:
    session = Session(Scene(text="x" * LONGEST_TEXT), clock=clock)
    session.set_causal(False)
    assert session.can_undo


# ---- files

A, B = Path("a.attnviz"), Path("b.attnviz")


def test_a_scene_is_modified_until_it_is_saved(session: Session) -> None:
    seen = [session.modified]
    session.set_text("a")
    seen.append(session.modified)
    session.mark_saved(A)
    assert (session.path, seen, session.modified) == (A, [False, True], False)


def test_undo_and_redo_cross_a_save(session: Session) -> None:
    session.set_text("a")
    session.mark_saved(A)
    session.set_causal(False)
    assert session.modified
    session.undo()
    assert (session.path, session.modified) == (A, False)
    session.redo()
    assert (session.path, session.modified) == (A, True)


def test_undo_past_the_first_save_keeps_the_file(session: Session) -> None:
    session.set_text("a")
    session.mark_saved(A)
    session.undo()
    assert (session.scene, session.path, session.modified) == (Scene(), A, True)


def test_undo_past_save_as_does_not_lead_back_to_the_other_file(clock: Clock) -> None:
    session = Session(Scene(), A, clock)
    session.set_text("a")
    session.mark_saved(B)
    session.undo()
    assert session.path == B


def test_undoing_an_open_brings_back_the_scene_its_file_and_whether_it_was_modified(session: Session) -> None:
    session.set_text("a")
    session.mark_saved(A)
    session.set_dimension(8)
    session.set_scene(Scene(text="opened"), B)
    assert (session.path, session.modified) == (B, False)
    session.undo()
    assert (session.scene.dimension, session.path, session.modified) == (8, A, True)
    session.undo()
    assert (session.scene.dimension, session.path, session.modified) == (64, A, False)
    session.redo()
    session.redo()
    assert (session.scene.text, session.path, session.modified) == ("opened", B, False)


def test_undoing_an_example_brings_back_an_untouched_start(session: Session) -> None:
    session.set_scene(Scene(text="an example"))
    assert not session.modified
    session.undo()
    assert (session.scene, session.modified) == (Scene(), False)


def test_opening_the_file_again_that_holds_just_this_makes_it_unmodified(clock: Clock) -> None:
    session = Session(Scene(), A, clock)
    session.set_text("a")
    session.set_scene(session.scene, A)
    assert not session.modified


def test_a_found_scene_is_modified_where_its_file_holds_another(clock: Clock) -> None:
    session = Session(Scene(text="found"), A, clock)
    session.note_saved(Scene())
    assert session.modified
    session.note_saved(Scene(text="found"))
    assert not session.modified


def test_a_scene_whose_file_is_gone_counts_as_modified_until_it_is_saved(clock: Clock) -> None:
    session = Session(Scene(), A, clock)
    session.note_saved(None)
    assert (session.path, session.modified) == (A, True)
    session.mark_saved(A)
    assert not session.modified


# ---- listeners


def test_listeners_are_called_once_after_every_change(session: Session) -> None:
    seen: list[Any] = []
    session.subscribe(lambda: seen.append(session.scene.text))
    session.subscribe(lambda: seen.append("second"))
    session.set_text("a")
    session.undo()
    session.redo()
    session.mark_saved(A)
    session.set_scene(Scene(text="opened"), B)
    expected = ["a", Scene().text, "a", "a", "opened"]
    assert seen == [word for text in expected for word in (text, "second")]
