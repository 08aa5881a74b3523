"""KindPicker: every kind that the large map can show, a choice is said by its key, showing is silent."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from attnviz.state.scene import MAP_KINDS
from attnviz.views.kind_picker import KindPicker


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def picker(qtbot: QtBot, said: list[str]) -> KindPicker:
    made = KindPicker()
    made.kind_chosen.connect(said.append)
    qtbot.addWidget(made)
    made.show()
    return made


def test_every_kind_of_the_map_is_in_the_list(picker: KindPicker) -> None:
    assert tuple(picker.itemData(index) for index in range(picker.count())) == MAP_KINDS
    titles = [picker.itemText(index) for index in range(picker.count())]
    assert titles == ["Softmax", "Linear", "Performer", "State space", "GRU", "LSTM"]
    assert picker.key() == "softmax"


def test_choosing_is_said(picker: KindPicker, said: list[str]) -> None:
    QTest.keyClick(picker, Qt.Key.Key_Down)
    QTest.keyClick(picker, Qt.Key.Key_End)
    QTest.keyClick(picker, Qt.Key.Key_End)
    assert said == ["linear", "lstm"]
    assert picker.key() == "lstm"


def test_showing_is_silent(picker: KindPicker, said: list[str]) -> None:
    picker.show_kind("state_space")
    picker.show_kind("state_space")
    assert (picker.key(), picker.currentText()) == ("state_space", "State space")
    assert said == []


def test_an_unknown_kind_is_refused(picker: KindPicker) -> None:
    with pytest.raises(ValueError, match="nonsense"):
        picker.show_kind("nonsense")
    assert picker.key() == "softmax"


def test_every_kind_says_what_it_is(picker: KindPicker) -> None:
    assert picker.objectName() == "kind_picker"
    assert picker.accessibleName() == "Kind"
    told = set()
    for key in MAP_KINDS:
        picker.show_kind(key)
        assert picker.toolTip() == picker.accessibleDescription() == picker.currentData(Qt.ItemDataRole.ToolTipRole)
        assert picker.toolTip().endswith(".")
        told.add(picker.toolTip())
    assert len(told) == len(MAP_KINDS)


def test_it_is_wide_enough_for_every_title(picker: KindPicker) -> None:
    widest = max(picker.fontMetrics().horizontalAdvance(picker.itemText(index)) for index in range(picker.count()))
    assert picker.minimumSizeHint().width() > widest + picker.fontMetrics().height()
    before = picker.sizeHint().width()
    font = picker.font()
    font.setPointSizeF(2 * font.pointSizeF())
    picker.setFont(font)
    assert picker.sizeHint().width() > 1.5 * before
