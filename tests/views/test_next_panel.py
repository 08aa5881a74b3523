"""The next token: candidates are shown as they are, and every choice is told."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QSlider, QSpinBox

from attnviz.state.next_report import Candidate, NextReport
from attnviz.state.scene import Scene
from attnviz.views.next_list import NextList, percent_words
from attnviz.views.next_panel import NextPanel
from attnviz.views.verdict_card import VerdictCard

CANDIDATES = (
    Candidate(12, "␣Paris", "20 50 61", 0.7725, 0.9),
    Candidate(7, "␣the", "20 74", 0.0645, 0.1),
    Candidate(99, "�", "F0", 0.0004, 0.0),
)
REPORT = NextReport(True, CANDIDATES, 0.1626, 2, 0.837, 1.75, 49152, 0.8, 2, 1.0)


@pytest.fixture
def panel(qtbot: Any) -> NextPanel:
    made = NextPanel()
    qtbot.addWidget(made)
    made.resize(400, 700)
    made.show()
    made.show_report(Scene("a", temperature=0.8, top_k=2), ("a",), REPORT)
    return made


def words(panel: NextPanel) -> str:
    return panel.findChild(VerdictCard).accessibleName() + " " + " ".join(
        label.text() for label in panel.findChildren(QLabel) if label.isVisible()
    )  # fmt: skip


def test_candidates_are_shown_with_their_probabilities(panel: NextPanel) -> None:
    shown = panel.findChild(NextList)
    assert [shown.item(row).text() for row in range(shown.count())] == [
        "␣Paris: 77.2\xa0%", "␣the: 6.5\xa0%", "�: 0.04\xa0%, left out",
    ]  # fmt: skip
    assert "bytes F0" in shown.item(2).toolTip()
    assert shown.chosen() == 12


def test_numbers_small_and_large_can_be_read() -> None:
    assert [percent_words(share) for share in (1.0, 0.5, 0.0012, 1e-7)] == [
        "100.0\xa0%", "50.0\xa0%", "0.1\xa0%", "1e-05\xa0%",
    ]  # fmt: skip


def test_what_is_kept_is_told(panel: NextPanel) -> None:
    rest = panel.findChild(QLabel, "next_rest")
    assert "2 tokens" in rest.text()
    assert "83.7" in rest.text()
    panel.show_report(Scene("a"), ("a",), NextReport(True, CANDIDATES, 0.1626, 49152, 1.0, 1.75, 49152, 1.0, 0, 1.0))
    assert "16.3" in rest.text()


def test_settings_are_shown_and_nothing_is_said(panel: NextPanel, qtbot: Any) -> None:
    signals = [
        panel.temperature_chosen, panel.top_k_chosen, panel.top_p_chosen, panel.token_chosen, panel.tokens_asked,
    ]  # fmt: skip
    said: list[Any] = []
    for signal in signals:
        signal.connect(lambda *told: said.append(told))
    panel.show_report(Scene("b", temperature=2.5, top_k=40, top_p=0.5), ("b",), REPORT)
    assert panel.findChild(QSlider, "temperature_slider").value() == 25
    assert panel.findChild(QSpinBox, "top_k_box").value() == 40
    assert panel.findChild(QSlider, "top_p_slider").value() == 50
    assert panel.findChild(QLabel, "temperature_slider_figure").text() == "2.5"
    assert said == []


def test_choices_are_told(panel: NextPanel, qtbot: Any) -> None:
    for signal, act, value in (
        (panel.temperature_chosen, lambda: panel.findChild(QSlider, "temperature_slider").setValue(12), 1.2),
        (panel.top_p_chosen, lambda: panel.findChild(QSlider, "top_p_slider").setValue(90), 0.9),
        (panel.top_k_chosen, lambda: panel.findChild(QSpinBox, "top_k_box").setValue(5), 5),
        (panel.token_chosen, panel.findChild(QPushButton, "append_button").click, 12),
        (panel.tokens_asked, panel.findChild(QPushButton, "write_button").click, 10),
    ):
        with qtbot.waitSignal(signal) as told:
            act()
        assert told.args == [value]


def test_enter_appends_the_chosen_one(panel: NextPanel, qtbot: Any) -> None:
    shown = panel.findChild(NextList)
    shown.setFocus()
    QTest.keyClick(shown, Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.token_chosen) as told:
        QTest.keyClick(shown, Qt.Key.Key_Return)
    assert told.args == [7]


@pytest.mark.parametrize(
    ("tokens", "report", "told"),
    [
        ((), None, "Type a sentence first."),
        (("a",), None, "This is being worked out …"),
        (("a",), NextReport(False, (), 0.0, 0, 0.0, 0.0, 30522, 1.0, 0, 1.0), "encoder"),
        (("a",), NextReport(False, (), 0.0, 0, 0.0, 0.0, 30522, 1.0, 0, 1.0, headless=True), "no part that chooses"),
    ],
)
def test_without_candidates_one_sentence_says_why(panel: NextPanel, tokens: Any, report: Any, told: str) -> None:
    panel.show_report(Scene(), tokens, report)
    assert not panel.findChild(NextList).isVisible()
    assert not panel.findChild(QPushButton, "append_button").isVisible()
    assert told in words(panel)
