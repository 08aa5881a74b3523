"""A claim on every head of a model: what came out is shown, and what was done is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit

from attnviz.experiments.maps_moved import MapsMoved
from attnviz.state.claims import ClaimReport
from attnviz.state.scene import Change, Scene
from attnviz.views.claim_grid import ClaimGrid
from attnviz.views.claim_panel import ClaimPanel
from attnviz.views.verdict_card import VerdictCard

TOKENS = ("The", "␣cat", "␣sat")
CLAIMS = ("change", "swap", "cache", "masking")


def report(claim: Any, moved: int = 0, **more: Any) -> ClaimReport:
    counts, largest = np.zeros((4, 3), np.int64), np.zeros((4, 3))
    counts.flat[:moved], largest.flat[:moved] = 7, 0.25
    places = {"change": (2,), "swap": (0, 2), "cache": (), "masking": (2,)}[claim]
    return ClaimReport(claim, MapsMoved(counts, largest, 2, 6), places, TOKENS, True, True, **more)


def panel_of(claim: Any, qtbot: Any) -> ClaimPanel:
    panel = ClaimPanel(claim)
    qtbot.addWidget(panel)
    panel.resize(400, 700)
    panel.show()
    return panel


def verdict(panel: ClaimPanel) -> VerdictCard:
    return panel.findChild(VerdictCard, "claim_verdict")


@pytest.mark.parametrize("claim", CLAIMS)
def test_nothing_moved_is_good_and_something_is_told(claim: Any, qtbot: Any) -> None:
    panel = panel_of(claim, qtbot)
    panel.show_report(Scene(), TOKENS, report(claim, replacement="␣moon"))
    assert "0 of 12 maps moved." in verdict(panel).text()
    assert verdict(panel).kind() == "good"
    panel.show_report(Scene(), TOKENS, report(claim, 5, replacement="␣moon"))
    assert "5 of 12 maps moved." in verdict(panel).text()
    assert "0.25" in verdict(panel).text()
    assert verdict(panel).kind() == "moved"


def test_the_change_is_named(qtbot: Any) -> None:
    panel = panel_of("change", qtbot)
    panel.show_report(Scene(change=Change(text="moon")), TOKENS, report("change", replacement="␣moon"))
    assert "“␣sat” became “␣moon”." in verdict(panel).text()
    assert panel.findChild(QLineEdit, "claim_word").text() == "moon"


@pytest.mark.parametrize(
    ("claim", "causal", "told"),
    [
        ("change", True, "word"),
        ("swap", True, "two tokens"),
        ("cache", False, "nothing can be kept"),
        ("masking", True, "worked out"),
    ],
)
def test_without_a_report_it_says_what_to_do(claim: Any, causal: bool, told: str, qtbot: Any) -> None:
    panel = panel_of(claim, qtbot)
    panel.show_report(Scene(causal=causal), TOKENS, None)
    assert told in verdict(panel).text()
    assert not panel.findChild(ClaimGrid).isVisible()
    panel.show_report(Scene(causal=causal), (), None)
    assert "Type a sentence first." in verdict(panel).text()


@pytest.mark.parametrize(
    ("claim", "scene", "tokens", "told"),
    [
        ("swap", Scene(swapped=(0, 7)), TOKENS, "Choose two tokens."),
        ("masking", Scene(), ("a",), "no earlier row"),
    ],
)
def test_what_cannot_be_done_is_not_said_to_be_worked_out(
    claim: Any, scene: Scene, tokens: tuple[str, ...], told: str, qtbot: Any
) -> None:
    panel = panel_of(claim, qtbot)
    panel.show_report(scene, tokens, None)
    assert told in verdict(panel).text()


@pytest.mark.parametrize(
    ("claim", "causal", "moved", "rows", "told"),
    [
        ("change", True, 0, 2, "Not one bit of 2 earlier rows"),
        ("change", True, 0, 1, "Not one bit of the earlier row in"),
        ("change", True, 0, 0, "There is no earlier row to compare."),
        ("change", False, 0, 2, "Not one bit of the other rows (2)"),
        ("change", True, 5, 2, "those before it (2)"),
        ("change", False, 5, 2, "all others (2)"),
        ("masking", False, 5, 2, "those before it (2)"),
        ("swap", True, 0, 3, "in either order"),
    ],
)
def test_it_is_said_which_rows_were_compared(
    claim: Any, causal: bool, moved: int, rows: int, told: str, qtbot: Any
) -> None:
    panel = panel_of(claim, qtbot)
    made = report(claim, moved)
    shown = replace(made, causal=causal, moved=replace(made.moved, rows=rows))
    panel.show_report(Scene(causal=causal), TOKENS, shown)
    assert told in verdict(panel).text()


def test_showing_is_silent_and_entering_is_told(qtbot: Any) -> None:
    panel = panel_of("change", qtbot)
    said: list[Any] = []
    for signal in (panel.token_chosen, panel.replacement_edited, panel.pair_chosen):
        signal.connect(lambda *told: said.append(told))
    panel.show_report(Scene(change=Change(index=1, text="moon")), TOKENS, report("change"))
    assert said == []
    word = panel.findChild(QLineEdit, "claim_word")
    word.setFocus()
    QTest.keyClicks(word, "s")
    assert said == [("moons",)]


def test_two_places_make_a_pair(qtbot: Any) -> None:
    panel = panel_of("swap", qtbot)
    panel.show_report(Scene(), TOKENS, None)
    first, second = (panel.findChild(QComboBox, f"claim_{name}_picker") for name in ("first", "second"))
    with qtbot.waitSignal(panel.pair_chosen) as told:
        first.setCurrentIndex(1)
    assert told.args == [None]
    with qtbot.waitSignal(panel.pair_chosen) as told:
        second.setCurrentIndex(3)
    assert told.args == [(0, 2)]


def test_a_dot_says_what_happened_and_can_be_chosen(qtbot: Any) -> None:
    panel = panel_of("change", qtbot)
    panel.show_report(Scene(), TOKENS, report("change", 1))
    grid, words = panel.findChild(ClaimGrid), panel.findChild(QLabel, "claim_readout")
    panel.activateWindow()
    grid.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(grid.hasFocus)
    assert "Layer 1, head 1: 7 of 6 weights moved, by up to 0.25." in words.text()
    QTest.keyClick(grid, Qt.Key.Key_Right)
    QTest.keyClick(grid, Qt.Key.Key_Down)
    assert "Layer 2, head 2: the same, bit for bit." in words.text()
    assert grid.accessibleDescription() == words.text()
    with qtbot.waitSignal(panel.head_chosen) as told:
        QTest.keyClick(grid, Qt.Key.Key_Return)
    assert told.args == [1, 1]
    qtbot.waitUntil(lambda: grid.height() >= grid.dot(3, 2).bottom())
    with qtbot.waitSignal(panel.head_chosen) as told:
        QTest.mouseClick(grid, Qt.MouseButton.LeftButton, pos=grid.dot(3, 2).center().toPoint())
    assert told.args == [3, 2]


def test_dots_have_the_colours_of_what_happened(qtbot: Any) -> None:
    panel = panel_of("change", qtbot)
    panel.show_report(Scene(), TOKENS, report("change", 1))
    grid = panel.findChild(ClaimGrid)
    qtbot.waitUntil(lambda: grid.height() >= grid.dot(3, 2).bottom())
    image = grid.grab().toImage()
    moved, same = (image.pixelColor(grid.dot(*place).center().toPoint()).name() for place in ((0, 0), (2, 1)))
    assert moved != same
    assert same == image.pixelColor(grid.dot(3, 0).center().toPoint()).name()
