"""The slider's steps and the factors they stand for, both ways."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QSlider
from pytestqt.qtbot import QtBot

from attnviz.views.strength_slider import StrengthInput


@pytest.fixture
def strength(qtbot: QtBot) -> StrengthInput:
    made = StrengthInput()
    qtbot.addWidget(made)
    return made


def slider_of(strength: StrengthInput) -> QSlider:
    found = strength.findChild(QSlider, "strength_slider")
    assert found is not None
    return found


def figure_of(strength: StrengthInput) -> str:
    found = strength.findChild(QLabel, "strength_figure")
    assert found is not None
    return found.text()


@pytest.mark.parametrize(
    ("value", "factor", "words"), [(100, 10, "× 10"), (300, 1000, "× 1,000"), (50, 10**0.5, "× 3.16")]
)
def test_a_step_is_a_hundredth_of_a_factor_of_ten(
    qtbot: QtBot, strength: StrengthInput, value: int, factor: float, words: str
) -> None:
    with qtbot.waitSignal(strength.strength_chosen) as said:
        slider_of(strength).setValue(value)
    assert said.args == [pytest.approx(factor)]
    assert figure_of(strength) == words


def test_showing_is_silent(qtbot: QtBot, strength: StrengthInput) -> None:
    with qtbot.assertNotEmitted(strength.strength_chosen):
        strength.show_strength(100.0)
    assert slider_of(strength).value() == 200
    assert figure_of(strength) == "× 100"


def test_a_factor_beyond_the_ends_stands_at_the_end(strength: StrengthInput) -> None:
    strength.show_strength(1e9)
    assert slider_of(strength).value() == 300
    strength.show_strength(0.0)
    assert slider_of(strength).value() == 0


def test_keys_move_it(qtbot: QtBot, strength: StrengthInput) -> None:
    with qtbot.waitSignal(strength.strength_chosen) as said:
        QTest.keyClick(slider_of(strength), Qt.Key.Key_PageUp)
    assert said.args == [pytest.approx(10.0)]


def test_the_wheel_passes_a_slider_without_focus(qtbot: QtBot, strength: StrengthInput) -> None:
    no_button, no_key = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    turn = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, 120), no_button, no_key, Qt.ScrollPhase.NoScrollPhase, False
    )
    with qtbot.assertNotEmitted(strength.strength_chosen):
        QApplication.sendEvent(slider_of(strength), turn)
