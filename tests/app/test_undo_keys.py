"""Undo and redo belong to the scene, whichever field has the keys."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtTest import QTest

FIELDS = ["text_input", "last_token_input", "dimension_box"]


@pytest.mark.parametrize("field", FIELDS)
def test_a_field_undoes_the_scene_and_not_itself(person: Any, field: str) -> None:
    person.click("causal_toggle")
    person.focus(field)
    before = person.scene
    if field == "dimension_box":
        person.press("Up")
    else:
        QTest.keyClicks(person.focused(), "x")
    after = person.scene
    assert after != before
    for redo in ("Ctrl+Shift+Z", "Ctrl+Y"):
        person.press("Ctrl+Z")
        assert person.scene == before
        person.press("Ctrl+Z")
        assert person.scene.causal
        person.press(redo, 2)
        assert person.scene == after
        person.press(redo)
        assert person.scene == after


def test_typing_merges_into_one_step_and_a_pause_begins_another(person: Any) -> None:
    person.type("text_input", " one")
    person.qtbot.wait(1100)
    person.type("text_input", " two")
    person.press("Ctrl+Z")
    assert person.scene.text == "The cat sat on the mat one"
    person.press("Ctrl+Z")
    assert person.scene.text == "The cat sat on the mat"


def test_the_caret_stands_where_the_change_was(person: Any) -> None:
    person.focus("text_input")
    person.press("Home")
    QTest.keyClicks(person.focused(), "Now ")
    person.press("Ctrl+Z")
    QTest.keyClicks(person.focused(), "So ")
    assert person.scene.text == "So The cat sat on the mat"
