"""Which entries the picker offers and what a choice says."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from attnviz.views.token_picker import TokenInput, short_token


@pytest.fixture
def picker(qtbot: QtBot) -> TokenInput:
    made = TokenInput()
    qtbot.addWidget(made)
    made.show_tokens(["The", "cat", "mat"])
    return made


def entries(picker: TokenInput) -> list[str]:
    return [picker.itemText(row) for row in range(picker.count())]


def test_the_last_token_comes_first_then_each_with_its_place(picker: TokenInput) -> None:
    assert entries(picker) == ["mat (last)", "1 The", "2 cat", "3 mat"]
    assert picker.currentText() == "mat (last)"


def test_choosing_says_which(qtbot: QtBot, picker: TokenInput) -> None:
    with qtbot.waitSignal(picker.token_chosen) as said:
        picker.setCurrentIndex(2)
    assert said.args == [1]
    with qtbot.waitSignal(picker.token_chosen) as said:
        QTest.keyClick(picker, Qt.Key.Key_Home)
    assert said.args == [None]


def test_showing_is_silent(qtbot: QtBot, picker: TokenInput) -> None:
    with qtbot.assertNotEmitted(picker.token_chosen):
        picker.show_choice(1)
        picker.show_tokens(["A", "dog", "ran", "off"])
        assert picker.currentText() == "2 dog"
        picker.show_choice(None)
    assert picker.currentText() == "off (last)"


def test_a_place_the_text_lost_falls_back_to_the_last_and_comes_back(picker: TokenInput) -> None:
    picker.show_choice(2)
    picker.show_tokens(["The"])
    assert picker.currentText() == "The (last)"
    picker.show_tokens(["The", "cat", "sat"])
    assert picker.currentText() == "3 sat"


def test_the_same_tokens_are_not_listed_again(picker: TokenInput) -> None:
    resets = QSignalSpy(picker.model().modelReset)
    picker.show_tokens(["The", "cat", "mat"])
    assert resets.count() == 0
    picker.show_tokens(["The", "cat", "moon"])
    assert resets.count() == 1


def test_without_text_there_is_nothing_to_choose(picker: TokenInput) -> None:
    picker.show_tokens([])
    assert not picker.isEnabled()
    picker.show_tokens(["x"])
    assert picker.isEnabled()


def test_long_tokens_are_cut() -> None:
    assert short_token("a" * 10_000, 5) == "aaaa…"
    assert short_token("abcde", 5) == "abcde"
