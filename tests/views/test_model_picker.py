"""ModelPicker: a choice is said by its key, showing is silent."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from attnviz.views.model_picker import ModelPicker


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def picker(qtbot: QtBot, said: list[str]) -> ModelPicker:
    made = ModelPicker()
    made.model_chosen.connect(said.append)
    qtbot.addWidget(made)
    made.show()
    return made


def test_choosing_is_said(picker: ModelPicker, said: list[str]) -> None:
    QTest.keyClick(picker, Qt.Key.Key_Down)
    picker.setCurrentIndex(2)
    assert said == ["identity", "demo"]


def test_showing_is_silent(picker: ModelPicker, said: list[str]) -> None:
    picker.show_model("demo")
    assert (picker.key(), picker.currentText()) == ("demo", "The chapter's demo")
    assert "five tokens" in picker.toolTip()
    assert said == []


def test_unknown_model_is_refused(picker: ModelPicker) -> None:
    with pytest.raises(ValueError, match="nonsense"):
        picker.show_model("nonsense")


def test_every_entry_says_what_it_is(picker: ModelPicker) -> None:
    named = [index for index in range(picker.count()) if picker.itemText(index)]
    tips = [picker.itemData(index, Qt.ItemDataRole.ToolTipRole) for index in named]
    assert len(tips) == 4  # the last one opens another model
    assert all(tips)
    assert picker.objectName() == "model_picker"
    assert picker.accessibleName() == "Model"


def test_trained_models_are_listed_and_chosen_by_name(picker: ModelPicker, said: list[str]) -> None:
    picker.show_models([("package:a", "A", "62 MB"), ("/b.gguf", "B", "1 GB")])
    assert [picker.itemText(index) for index in range(picker.count())][3:5] == ["A", "B"]
    assert said == []
    picker.setCurrentIndex(4)
    assert said == ["/b.gguf"]
    assert picker.toolTip() == "1 GB"
    picker.show_models([("/b.gguf", "Another", "1 GB")])
    assert (picker.key(), picker.currentText()) == ("/b.gguf", "Another")
    picker.show_model("random")
    assert said == ["/b.gguf"]


def test_the_last_entry_asks_to_open_and_is_never_chosen(picker: ModelPicker, said: list[str], qtbot: Any) -> None:
    picker.show()
    picker.showPopup()
    with qtbot.waitSignal(picker.opening_asked):
        QTest.keyClick(picker.view(), Qt.Key.Key_End)
        QTest.keyClick(picker.view(), Qt.Key.Key_Return)
    assert picker.key() == "random"
    assert said == []
    with pytest.raises(ValueError, match="open"):
        picker.show_model("open")


def test_keys_end_at_the_last_model(picker: ModelPicker, said: list[str], qtbot: Any) -> None:
    picker.show()
    with qtbot.assertNotEmitted(picker.opening_asked):
        QTest.keyClick(picker, Qt.Key.Key_End)
        QTest.keyClick(picker, Qt.Key.Key_Down)
    assert picker.key() == "demo"
    assert said == ["demo"]
