"""ModelPicker: a choice is said by its key, showing is silent."""

from __future__ import annotations

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
    tips = [picker.itemData(index, Qt.ItemDataRole.ToolTipRole) for index in range(picker.count())]
    assert len(tips) == 3
    assert all(tips)
    assert picker.objectName() == "model_picker"
    assert picker.accessibleName() == "Model"
