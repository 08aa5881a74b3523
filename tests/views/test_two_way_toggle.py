"""TwoWayToggle: every way of switching is said once, showing is silent, the half that is on is filled."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.two_way_toggle import TwoWayToggle


@pytest.fixture
def said() -> list[bool]:
    return []


@pytest.fixture
def toggle(qtbot: QtBot, said: list[bool]) -> TwoWayToggle:
    made = TwoWayToggle("Causal", "None")
    made.show_checked(True)
    made.switched.connect(said.append)
    qtbot.addWidget(made)
    made.show()
    return made


def test_showing_is_silent(toggle: TwoWayToggle, said: list[bool]) -> None:
    toggle.show_checked(False)
    assert not toggle.isChecked()
    assert said == []


def test_every_way_of_switching_is_said(toggle: TwoWayToggle, said: list[bool]) -> None:
    QTest.mouseClick(toggle, Qt.MouseButton.LeftButton)
    toggle.click()
    toggle.toggle()
    toggle.setChecked(True)
    toggle.setChecked(True)
    QTest.keyClick(toggle, Qt.Key.Key_Space)
    assert said == [False, True, False, True, False]


def test_arrows_choose_a_side(toggle: TwoWayToggle, said: list[bool]) -> None:
    QTest.keyClick(toggle, Qt.Key.Key_Left)
    assert said == []
    QTest.keyClick(toggle, Qt.Key.Key_Right)
    QTest.keyClick(toggle, Qt.Key.Key_Right)
    QTest.keyClick(toggle, Qt.Key.Key_Left)
    assert said == [False, True]


def test_arrows_follow_the_reading_direction(toggle: TwoWayToggle, said: list[bool]) -> None:
    toggle.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    QTest.keyClick(toggle, Qt.Key.Key_Left)
    assert said == [False]
    checked, unchecked = toggle.segments()
    assert checked.left() > unchecked.left()


def test_the_half_that_is_on_is_filled(toggle: TwoWayToggle) -> None:
    accent = QColor(theme.current().accent)
    left, right = toggle.segments()
    for checked in (True, False):
        toggle.show_checked(checked)
        picture = toggle.grab().toImage()
        y = toggle.height() // 2
        assert (picture.pixelColor(int(left.left()) + 6, y) == accent) is checked
        assert (picture.pixelColor(int(right.right()) - 6, y) == accent) is not checked


def test_focus_shows(qtbot: QtBot, toggle: TwoWayToggle) -> None:
    with qtbot.waitActive(toggle):
        toggle.activateWindow()
    toggle.clearFocus()
    before = toggle.grab().toImage()
    toggle.setFocus()
    assert toggle.grab().toImage() != before


def test_size_follows_the_text(toggle: TwoWayToggle) -> None:
    before = toggle.sizeHint()
    font = toggle.font()
    font.setPointSizeF(2 * font.pointSizeF())
    toggle.setFont(font)
    assert toggle.sizeHint().width() > 1.7 * before.width()
    assert toggle.sizeHint().height() > 1.7 * before.height()


def test_a_screen_reader_hears_the_choice(toggle: TwoWayToggle) -> None:
    assert toggle.accessibleDescription() == "Causal"
    toggle.click()
    assert toggle.accessibleDescription() == "None"
