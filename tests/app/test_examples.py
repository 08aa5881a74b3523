"""The example scenes show what they are there for."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction

from attnviz.app import examples
from attnviz.app.examples import scene
from attnviz.state.snapshot import derive


def test_every_entry_of_the_menu_has_a_scene(person) -> None:
    actions = [action for action in person.window.findChildren(QAction) if action.objectName().startswith("example_")]
    assert len(actions) == 6
    for action in actions:
        action.trigger()
        assert person.scene == scene(action.data())
        person.settle()
        assert person.heatmap.tokens
        assert person.notice() == ""
    person.press("Ctrl+Z", 5)
    assert person.scene == scene(actions[0].data())


@pytest.mark.parametrize(("one", "other"), [("cat_dog", "dog_cat"), ("neko_inu", "inu_neko")])
def test_two_sentences_with_the_same_words(one: str, other: str) -> None:
    first, second = derive(scene(one)), derive(scene(other))
    assert sorted(first.tokens) == sorted(second.tokens)
    assert first.tokens != second.tokens
    rows = [
        {token: row.tobytes() for token, row in zip(s.tokens, s.trace.output, strict=True)} for s in (first, second)
    ]
    assert rows[0] == rows[1]


def test_the_paragraph_is_long_and_its_pinned_row_is_there() -> None:
    snapshot = derive(scene("paragraph"))
    assert 48 < len(snapshot.tokens) < 1024
    assert snapshot.pinned == scene("paragraph").pinned


def test_an_unknown_example() -> None:
    with pytest.raises(KeyError):
        scene("none")


def test_a_missing_text_is_said_in_the_window(person, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = person.scene
    monkeypatch.setattr(examples.paths, "resources", lambda: tmp_path)
    person.choose("example_paragraph_action")
    assert "not found: No such file" in person.notice()
    assert person.scene is before
