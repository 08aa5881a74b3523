"""HonestyLabel: says what holds quietly, and what does not plainly and in the colour of change."""

from __future__ import annotations

from math import nan

import pytest
from pytestqt.qtbot import QtBot

from attnviz.views.honesty_label import HonestyLabel


@pytest.fixture
def label(qtbot: QtBot) -> HonestyLabel:
    made = HonestyLabel()
    qtbot.addWidget(made)
    return made


def moved(label: HonestyLabel) -> list[str]:
    return [span.text for span in label.spans() if span.style == "moved"]


def test_what_holds(label: HonestyLabel) -> None:
    label.show_facts(6e-8, 0, "random", 10)
    assert label.text() == "rows add up to 100 % · hidden cells exactly 0 · random weights (not trained)"
    assert moved(label) == []
    assert label.toolTip() == "largest difference from 1: 6.0e-08"
    assert label.accessibleDescription() == label.text()


def test_what_does_not(label: HonestyLabel) -> None:
    label.show_facts(0.003, 12, "demo", 15)
    assert moved(label) == ["rows are off by up to 0.3 %", "12 hidden cells are not 0"]
    label.show_facts(0.0, 1, "demo", 15)
    assert moved(label) == ["1 hidden cell is not 0"]


@pytest.mark.parametrize(("error", "holds"), [(1e-6, True), (1.1e-6, False), (nan, False)])
def test_tolerance(label: HonestyLabel, error: float, holds: bool) -> None:
    label.show_facts(error, 0, "identity", 10)
    assert (moved(label) == []) is holds


def test_no_mask(label: HonestyLabel) -> None:
    label.show_facts(0.0, 0, "identity", 0)
    assert "no hidden cells · identity weights" in label.text()
    assert label.objectName() == "honesty_label"
    assert label.accessibleName()


def test_rows_without_sight_are_counted(label: HonestyLabel) -> None:
    label.show_facts(0.0, 0, "random", 10, 2)
    assert " · hidden cells exactly 0 · rows that would see nothing: 2 · random weights" in label.text()
    assert moved(label) == []
    label.show_facts(0.0, 0, "random", 10, 0)
    assert "see nothing" not in label.text()


def test_rows_that_are_empty_without_the_first_token_are_not_said_to_add_up(label: HonestyLabel) -> None:
    label.show_facts(0.0, 0, "trained", 10, empty=1)
    assert label.text().startswith("rows add up to 100 %, except empty ones: 1 · ")
    label.show_facts(0.1, 0, "trained", 10, empty=1)
    assert moved(label) == ["rows are off by up to 10 %"]


def test_of_another_matrix_only_the_origin_is_told(qtbot: QtBot) -> None:
    label = HonestyLabel()
    qtbot.addWidget(label)
    label.show_facts(0.0, 0, "random", 3)
    label.show_origin("random")
    assert label.text() == "random weights (not trained)"
    assert label.toolTip() == ""
