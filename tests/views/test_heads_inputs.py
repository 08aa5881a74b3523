"""How many heads, how many K/V heads, what the large map shows: shown as told, said when chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnviz.experiments.heads import VIEWS
from attnviz.views.heads_box import HeadsBox
from attnviz.views.heads_pickers import HeadsViewPicker, KvHeadsPicker
from attnviz.views.heads_steps import USUAL, HeadsSteps

LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key
W = TypeVar("W", bound=QWidget)


@pytest.fixture
def shown(qtbot: QtBot) -> Callable[[type[W]], W]:
    def make(kind: type[W]) -> W:
        made = kind()
        qtbot.addWidget(made)
        made.show()
        made.activateWindow()
        QApplication.processEvents()
        return made

    return make


def wheel(widget: QWidget) -> None:
    at = QPointF(5, 5)
    none = Qt.MouseButton.NoButton
    turned = QWheelEvent(
        at, widget.mapToGlobal(at), QPoint(), QPoint(0, 120), none, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, turned)


def words(picker: KvHeadsPicker) -> list[str]:
    return [picker.itemText(place) for place in range(picker.count())]


def test_the_box_says_a_typed_number_once_it_is_whole(shown: Callable[[type[HeadsBox]], HeadsBox]) -> None:
    box, heard = shown(HeadsBox), []
    box.heads_chosen.connect(heard.append)
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "12")
    assert heard == []  # not 1 head on the way to 12
    QTest.keyClick(box, Key.Key_Return)
    QTest.keyClick(box, Key.Key_Up)
    assert heard == [12, 13]


def test_the_box_takes_1_to_96_and_is_silent_when_told(shown: Callable[[type[HeadsBox]], HeadsBox]) -> None:
    box, heard = shown(HeadsBox), []
    box.heads_chosen.connect(heard.append)
    box.show_heads(96)
    assert (box.value(), heard) == (96, [])
    box.setFocus()
    QTest.keyClick(box, Key.Key_Up)
    assert heard == []
    assert (box.minimum(), box.maximum()) == (1, 96)


def test_the_wheel_is_the_panels_until_the_keys_are_here(shown: Callable[[type[HeadsBox]], HeadsBox]) -> None:
    box, heard = shown(HeadsBox), []
    box.heads_chosen.connect(heard.append)
    box.clearFocus()
    wheel(box)
    assert heard == []
    box.setFocus()
    wheel(box)
    assert heard == [2]


def test_kv_heads_are_the_divisors_in_words(shown: Callable[[type[KvHeadsPicker]], KvHeadsPicker]) -> None:
    picker = shown(KvHeadsPicker)
    picker.show_kv_heads(8, 2)
    assert words(picker) == [
        "8 MHA · one for each head",
        "4 GQA · one for 2 heads",
        "2 GQA · one for 4 heads",
        "1 MQA · one for all 8 heads",
    ]
    assert picker.currentText() == "2 GQA · one for 4 heads"
    picker.show_kv_heads(7, 7)
    assert words(picker) == ["7 MHA · one for each head", "1 MQA · one for all 7 heads"]
    picker.show_kv_heads(1, 1)
    assert words(picker) == ["1"]
    assert not picker.isEnabled()
    with pytest.raises(ValueError, match="no entry"):
        picker.show_kv_heads(8, 3)


def test_kv_heads_are_said_when_chosen_only(shown: Callable[[type[KvHeadsPicker]], KvHeadsPicker]) -> None:
    picker, heard = shown(KvHeadsPicker), []
    picker.kv_heads_chosen.connect(heard.append)
    picker.show_kv_heads(8, 8)
    picker.show_kv_heads(12, 4)
    assert heard == []
    picker.setFocus()
    QTest.keyClick(picker, Key.Key_Down)
    QTest.keyClick(picker, Key.Key_End)
    assert heard == [3, 1]


def test_the_view_is_one_of_four(shown: Callable[[type[HeadsViewPicker]], HeadsViewPicker]) -> None:
    picker, heard = shown(HeadsViewPicker), []
    picker.view_chosen.connect(heard.append)
    assert tuple(picker.itemData(place) for place in range(picker.count())) == VIEWS
    picker.show_view("entropy")
    assert (picker.currentText(), heard) == ("entropy of each row", [])
    picker.setFocus()
    QTest.keyClick(picker, Key.Key_Up)
    QTest.keyClick(picker, Key.Key_Home)
    assert heard == ["max", "head"]
    with pytest.raises(ValueError, match="no entry"):
        picker.show_view("median")


def test_a_click_on_a_usual_number_chooses_it(shown: Callable[[type[HeadsSteps]], HeadsSteps]) -> None:
    steps, heard = shown(HeadsSteps), []
    steps.number_chosen.connect(heard.append)
    for number in USUAL[::-1]:
        QTest.mouseClick(steps, LEFT, pos=steps.segment(number).center().toPoint())
    assert heard == list(USUAL[::-1])
    QTest.mouseClick(steps, LEFT, pos=steps.segment(1).center().toPoint())  # it is on already
    QTest.mousePress(steps, LEFT, pos=steps.segment(4).center().toPoint())
    QTest.mouseRelease(steps, LEFT, pos=steps.segment(8).center().toPoint())
    assert heard == list(USUAL[::-1])


@pytest.mark.parametrize(
    ("start", "key", "end"),
    [(6, Key.Key_Right, 8), (6, Key.Key_Left, 4), (8, Key.Key_Right, 12), (8, Key.Key_Left, 4), (96, Key.Key_Home, 1)],
)
def test_keys_go_to_the_next_usual_number(
    shown: Callable[[type[HeadsSteps]], HeadsSteps], start: int, key: Qt.Key, end: int
) -> None:
    steps, heard = shown(HeadsSteps), []
    steps.number_chosen.connect(heard.append)
    steps.show_number(start)
    assert heard == []
    QTest.keyClick(steps, key)
    assert heard == [end]


def test_beyond_the_ends_there_is_no_number(shown: Callable[[type[HeadsSteps]], HeadsSteps]) -> None:
    steps, heard = shown(HeadsSteps), []
    steps.number_chosen.connect(heard.append)
    QTest.keyClick(steps, Key.Key_Left)
    steps.show_number(96)
    QTest.keyClick(steps, Key.Key_Right)
    QTest.keyClick(steps, Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert heard == []
    assert steps.number_at(QPointF(steps.width() + 3, 3)) is None


def test_an_unusual_number_leaves_all_off(shown: Callable[[type[HeadsSteps]], HeadsSteps]) -> None:
    steps = shown(HeadsSteps)
    steps.show_number(5)
    off = steps.grab().toImage()
    steps.show_number(7)
    assert steps.grab().toImage() == off
    steps.show_number(8)
    assert steps.grab().toImage() != off
    assert steps.accessibleDescription() == "8"


def test_every_number_has_room_at_the_least_width(shown: Callable[[type[HeadsSteps]], HeadsSteps]) -> None:
    steps = shown(HeadsSteps)
    steps.resize(steps.minimumSizeHint())
    needed = steps.fontMetrics().horizontalAdvance("96")
    assert all(steps.segment(number).width() > needed for number in USUAL)
    steps.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert steps.segment(1).left() > steps.segment(96).left()
