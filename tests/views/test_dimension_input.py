"""DimensionInput: slider and box agree, no feedback changes d, showing is silent."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from attnviz.views.dimension_input import DimensionInput, nearest_power


@pytest.fixture
def said() -> list[int]:
    return []


@pytest.fixture
def dimension(qtbot: QtBot, said: list[int]) -> DimensionInput:
    made = DimensionInput()
    made.dimension_chosen.connect(said.append)
    qtbot.addWidget(made)
    made.show()
    return made


def test_slider_chooses_powers(dimension: DimensionInput, said: list[int]) -> None:
    dimension.slider.setValue(9)
    QTest.keyClick(dimension.slider, Qt.Key.Key_Left)
    assert said == [512, 256]
    assert dimension.box.value() == 256
    assert "d = 256" in dimension.caption.words()


def test_box_takes_any_number_and_nothing_feeds_back(dimension: DimensionInput, said: list[int]) -> None:
    dimension.box.setValue(100)
    assert (said, dimension.box.value(), dimension.slider.value(), dimension.dimension()) == ([100], 100, 7, 100)


def test_setting_what_the_slider_shows_still_chooses(dimension: DimensionInput, said: list[int]) -> None:
    dimension.show_dimension(100)
    dimension.slider.setValue(7)
    dimension.slider.setValue(7)
    assert said == [128]


def test_typing_a_number(dimension: DimensionInput, said: list[int]) -> None:
    dimension.box.selectAll()
    QTest.keyClicks(dimension.box, "512")
    assert said == [5, 51, 512]


@pytest.mark.parametrize(("d", "power"), [(1, 1), (2, 1), (3, 2), (90, 6), (91, 7), (512, 9)])
def test_showing_is_silent(dimension: DimensionInput, said: list[int], d: int, power: int) -> None:
    dimension.show_dimension(d)
    assert (dimension.box.value(), dimension.slider.value(), nearest_power(d)) == (d, power, power)
    assert said == []


def test_numbers_from_elsewhere_have_no_d(dimension: DimensionInput, said: list[int]) -> None:
    dimension.show_unknown()
    assert (dimension.box.text(), dimension.caption.words()) == ("–", "Dimension")
    for d in (1, 64):
        dimension.show_dimension(d)
        assert (dimension.box.text(), dimension.caption.words()) == (str(d), f"Dimension  d = {d}")
    assert said == []


def test_undo_in_the_box_is_the_windows(qtbot: QtBot) -> None:
    window, dimension = QMainWindow(), DimensionInput()
    qtbot.addWidget(window)
    window.setCentralWidget(dimension)
    action = QAction("undo", window)
    action.setShortcut(QKeySequence.StandardKey.Undo)
    window.addAction(action)
    with qtbot.waitActive(window):
        window.show()
    dimension.box.setFocus()
    QTest.keyClicks(dimension.box, "1")
    with qtbot.waitSignal(action.triggered, timeout=500):
        QTest.keyClick(dimension.box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def test_names_and_ranges(dimension: DimensionInput) -> None:
    slider, box = dimension.slider, dimension.box
    assert (slider.objectName(), slider.minimum(), slider.maximum()) == ("dimension_slider", 1, 9)
    assert (box.objectName(), box.minimum(), box.maximum()) == ("dimension_box", 1, 512)
    assert slider.accessibleName()
    assert box.accessibleName()
