"""The panel, both ways: what it shows of a change and its report, and what it says when the person acts."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QScrollArea, QSlider, QWidget
from pytestqt.qtbot import QtBot

from attnviz.views.change_panel import ChangePanel
from attnviz.views.row_list import RowList
from attnviz.views.verdict_label import VerdictLabel

W = TypeVar("W", bound=QWidget)
TOKENS = ["The", "cat", "sat", "on", "mat"]
NAMED = ["changed_token_picker", "last_token_input", "nines_button", "strength_slider", "verdict_label", "row_list"]


@pytest.fixture
def panel(qtbot: QtBot) -> ChangePanel:
    made = ChangePanel()
    qtbot.addWidget(made)
    made.show_tokens(TOKENS)
    return made


def part(panel: ChangePanel, kind: type[W], name: str) -> W:
    found = panel.findChild(kind, name)
    assert found is not None
    return found


def report(panel: ChangePanel, earlier: int, causal: bool, index: int = 4) -> None:
    moved = np.array([earlier if row < index else 64 for row in range(5)])
    weights = np.full(5, 0.2, np.float32)
    panel.show_report(moved, np.where(moved > 0, 0.83, 0.0), 64, index, weights, weights, causal)


def test_typing_says_each_new_replacement(qtbot: QtBot, panel: ChangePanel) -> None:
    heard: list[str] = []
    panel.replacement_edited.connect(heard.append)
    QTest.keyClicks(part(panel, QLineEdit, "last_token_input"), "sun")
    assert heard == ["s", "su", "sun"]
    part(panel, QLineEdit, "last_token_input").setText("moon")
    assert heard[-1] == "moon"


def test_a_press_says_all_nines(qtbot: QtBot, panel: ChangePanel) -> None:
    heard: list[bool] = []
    panel.nines_switched.connect(heard.append)
    button = part(panel, QPushButton, "nines_button")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QTest.keyClick(button, Qt.Key.Key_Space)
    button.setChecked(True)
    assert heard == [True, False, True]


def test_slider_and_picker_are_heard(panel: ChangePanel) -> None:
    strengths: list[float] = []
    places: list[object] = []
    panel.strength_chosen.connect(strengths.append)
    panel.token_chosen.connect(places.append)
    part(panel, QSlider, "strength_slider").setValue(200)
    part(panel, QComboBox, "changed_token_picker").setCurrentIndex(2)
    part(panel, QComboBox, "changed_token_picker").setCurrentIndex(0)
    assert strengths == [100.0]
    assert places == [1, None]


def test_setters_are_silent_and_shown(panel: ChangePanel) -> None:
    heard: list[object] = []
    for signal in (panel.replacement_edited, panel.nines_switched, panel.strength_chosen, panel.token_chosen):
        signal.connect(heard.append)
    panel.show_change(1, "moon", True, 10.0)
    panel.show_tokens(["A", "dog"])
    report(panel, 3, causal=False)
    panel.show_nothing("same_token")
    assert heard == []
    assert part(panel, QLineEdit, "last_token_input").text() == "moon"
    assert part(panel, QPushButton, "nines_button").isChecked()
    assert part(panel, QSlider, "strength_slider").value() == 100
    assert part(panel, QComboBox, "changed_token_picker").currentText() == "2 dog"


def test_showing_what_is_typed_leaves_the_caret(panel: ChangePanel) -> None:
    line = part(panel, QLineEdit, "last_token_input")
    line.setText("moon")
    line.setCursorPosition(1)
    panel.show_change(None, "moon", False, 1.0)
    assert line.cursorPosition() == 1
    panel.show_change(None, "sun", False, 1.0)
    assert line.text() == "sun"


def test_the_title_names_a_chosen_token(panel: ChangePanel) -> None:
    title = part(panel, QLabel, "change_panel_title")
    assert title.text() == "Change the last token"
    panel.show_change(1, "", False, 1.0)
    assert title.text() == "Change “cat”"
    panel.show_tokens(["<b>The</b>", "<i>dog</i>"])
    assert title.text() == "Change “<i>dog</i>”"
    panel.show_change(None, "", False, 1.0)
    assert title.text() == "Change the last token"


@pytest.mark.parametrize(
    ("causal", "earlier", "verdict", "hint"),
    [
        (True, 0, "0 of 256 earlier values", "Take the mask off and look again."),
        (False, 64, "4 of 4 earlier rows moved.", "Put the mask back and look again."),
    ],
)
def test_a_report_is_told_in_verdict_rows_and_hint(
    panel: ChangePanel, causal: bool, earlier: int, verdict: str, hint: str
) -> None:
    report(panel, earlier, causal)
    panel.show()
    assert verdict in part(panel, VerdictLabel, "verdict_label").text()
    rows = part(panel, RowList, "row_list")
    assert rows.isVisible()
    assert rows.model().index(4, 0).data() == "mat: 64 of 64 values moved, largest change 0.83"
    assert part(panel, QLabel, "change_hint").text() == hint


def test_nothing_to_report_hides_the_rows(panel: ChangePanel) -> None:
    report(panel, 0, True)
    panel.show_nothing("no_change")
    panel.show()
    assert not part(panel, RowList, "row_list").isVisible()
    assert not part(panel, QLabel, "change_hint").isVisible()
    assert part(panel, VerdictLabel, "verdict_label").text() == "Type another word, or press All nines."


def test_every_part_has_a_name_for_screen_readers(panel: ChangePanel) -> None:
    assert all(part(panel, QWidget, name).accessibleName() for name in NAMED)


def test_tab_reaches_every_control_in_order(qtbot: QtBot, panel: ChangePanel) -> None:
    report(panel, 0, True)
    panel.show()
    panel.activateWindow()
    part(panel, QWidget, NAMED[0]).setFocus()
    reached = []
    for _ in range(5):
        focused = panel.focusWidget()
        assert focused is not None
        reached.append(focused.objectName())
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert reached == [name for name in NAMED if name != "verdict_label"]


@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_a_low_panel_scrolls_and_nothing_overlaps(qtbot: QtBot, panel: ChangePanel, factor: float) -> None:
    panel.show()
    font = panel.font()
    font.setPointSizeF(10.0 * factor)
    panel.setFont(font)
    report(panel, 64, False)
    panel.resize(round(240 * factor), 440)
    qtbot.waitUntil(
        lambda: part(panel, QScrollArea, "change_panel_scroll").verticalScrollBar().maximum() > 0, timeout=500
    )
    scroll = part(panel, QScrollArea, "change_panel_scroll")
    content = scroll.widget()
    names = ["change_panel_title", "change_panel_question", "last_token_input", "nines_button"]
    names += ["strength_slider", "verdict_label", "row_list", "change_hint"]
    parts = [part(panel, QWidget, name) for name in names]
    tops = [piece.mapTo(content, QPoint(0, 0)).y() for piece in parts]
    bottoms = [top + piece.height() for top, piece in zip(tops, parts, strict=True)]
    assert all(bottom <= top for bottom, top in zip(bottoms[:-1], tops[1:], strict=True))
    assert bottoms[-1] <= content.height()
    assert scroll.horizontalScrollBar().maximum() == 0
    verdict = part(panel, VerdictLabel, "verdict_label")
    assert verdict.height() >= verdict.heightForWidth(verdict.width())


def test_larger_letters_reach_the_title(panel: ChangePanel) -> None:
    title = part(panel, QLabel, "change_panel_title")
    before = title.font().pointSizeF()
    font = panel.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    panel.setFont(font)
    assert title.font().pointSizeF() == pytest.approx(2 * before)
