"""NoticeBar: shown while there is a notice, closed by mouse and keys, silent when it is set."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnviz.views.notice_bar import NoticeBar


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def bar(qtbot: QtBot, said: list[str]) -> Iterator[NoticeBar]:
    window = QWidget()
    qtbot.addWidget(window)
    made = NoticeBar()
    column = QVBoxLayout(window)
    column.addWidget(made)
    column.addStretch(1)
    window.resize(500, 300)
    window.show()
    made.dismissed.connect(lambda: said.append("dismissed"))
    made.action_chosen.connect(lambda: said.append("action"))
    yield made
    window.close()


def test_hidden_until_there_is_something(bar: NoticeBar, said: list[str]) -> None:
    assert not bar.isVisible()
    bar.show_notice("The file was kept aside.", "problem")
    assert bar.isVisible()
    assert (bar.text(), bar.accessibleDescription()) == ("The file was kept aside.",) * 2
    assert not bar.action_button.isVisible()
    bar.show_notice("")
    assert not bar.isVisible()
    assert said == []


def test_closing(bar: NoticeBar, said: list[str]) -> None:
    bar.show_notice("News")
    QTest.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)
    assert (said, bar.isVisible()) == (["dismissed"], False)
    bar.show_notice("News")
    QTest.keyClick(bar.close_button, Qt.Key.Key_Space)
    bar.show_notice("News")
    QTest.keyClick(bar.close_button, Qt.Key.Key_Escape)
    assert said == ["dismissed"] * 3


def test_action(bar: NoticeBar, said: list[str]) -> None:
    bar.show_notice("Kept aside.", "problem", "Show the folder")
    assert bar.action_button.text() == "Show the folder"
    QTest.mouseClick(bar.action_button, Qt.MouseButton.LeftButton)
    assert (said, bar.isVisible()) == (["action"], True)


def test_problem_and_news_look_different(bar: NoticeBar) -> None:
    bar.show_notice("Same words", "news")
    news = bar.grab().toImage()
    bar.show_notice("Same words", "problem")
    assert bar.grab().toImage() != news


def test_long_notices_wrap(qtbot: QtBot, bar: NoticeBar) -> None:
    bar.show_notice("short")
    qtbot.wait(1)
    before = bar.height()
    bar.show_notice("A rather long notice about something that happened. " * 4)
    qtbot.waitUntil(lambda: bar.height() > before + bar.fontMetrics().height(), timeout=1000)


def test_keys_reach_the_buttons(bar: NoticeBar) -> None:
    bar.show_notice("x", "news", "Do it")
    for button in (bar.action_button, bar.close_button):
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert bar.close_button.accessibleName()
