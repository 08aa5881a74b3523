"""What the verdict says for each outcome, and that the card has room for it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.verdict_label import VerdictLabel, short_number


def report(label: VerdictLabel, moved: list[int], before: list[float], *, index: int = 4, causal: bool = False) -> None:
    counts = np.array(moved)
    weights = np.array(before, np.float32)
    label.show_report(counts, np.where(counts > 0, 0.834, 0.0), 64, index, weights, weights, causal)


@pytest.fixture
def label(qtbot: QtBot) -> VerdictLabel:
    made = VerdictLabel()
    qtbot.addWidget(made)
    return made


def test_with_the_mask_nothing_moved(label: VerdictLabel) -> None:
    report(label, [0, 0, 0, 0, 64], [0, 0, 0, 0, 1], causal=True)
    assert label.text() == "Nothing moved. 0 of 256 earlier values changed, bit for bit."


def test_a_mask_that_leaks_is_not_called_good(label: VerdictLabel) -> None:
    report(label, [0, 3, 0, 0, 64], [0, 0, 0, 0, 1], causal=True)
    assert label.text() == "1 of 4 earlier rows moved. 3 of 256 earlier values changed. Largest change: 0.834."


def test_the_largest_change_is_that_of_earlier_rows(label: VerdictLabel) -> None:
    weights = np.full(3, 0.3, np.float32)
    label.show_report(np.array([64, 64, 64]), np.array([0.1, 0.2, 99.0]), 64, 2, weights, weights, False)
    assert "2 of 2 earlier rows moved. 128 of 128" in label.text()
    assert label.text().endswith("Largest change: 0.2.")


@pytest.mark.parametrize(
    ("moved", "weights", "reason"),
    [
        ([64, 0, 0, 64, 64], [0.1, 0, 0, 0.1, 1], "2 rows stayed: their weight on the changed token is exactly 0."),
        ([64, 0, 64, 64, 64], [0.1, 0, 0, 0.1, 1], "1 row stayed: its weight on the changed token is exactly 0."),
        (
            [64, 0, 64, 64, 64],
            [0.1, 3e-19, 0, 0.1, 1],
            "1 row stayed: its weight on the changed token is too small to change a digit (at most 3·10⁻¹⁹).",
        ),
        ([64, 0, 64, 64, 64], [0.1, 0.4, 0, 0.1, 1], "1 row stayed: its values came out the same."),
    ],
)
def test_rows_that_stay_without_a_mask_are_explained(
    label: VerdictLabel, moved: list[int], weights: list[float], reason: str
) -> None:
    report(label, moved, weights)
    assert label.text().endswith(reason)


def test_a_weight_that_was_not_zero_before_is_not_called_zero(label: VerdictLabel) -> None:
    before, after = np.array([1e-9, 1], np.float32), np.array([0, 1], np.float32)
    label.show_report(np.array([0, 4]), np.zeros(2), 4, 1, before, after, False)
    assert "exactly 0" not in label.text()
    assert "too small" in label.text()


def test_at_most_never_rounds_down(label: VerdictLabel) -> None:
    report(label, [64, 0, 64, 64, 64], [0.1, 1.2341e-9, 0.1, 0.1, 1])
    assert "1.24·10⁻⁹" in label.text()


def test_the_first_token_has_no_rows_before_it(label: VerdictLabel) -> None:
    report(label, [64, 64, 64, 64, 64], [1, 1, 1, 1, 1], index=0)
    assert label.text() == "No rows come before the first token. Choose a later one."


def test_nothing_to_report(label: VerdictLabel) -> None:
    label.show_nothing("no_change")
    assert label.text() == "Type another word, or press All nines."
    label.show_nothing("same_token")
    assert label.text() == "The new word is the same: nothing was changed."
    assert label.text() in label.accessibleName()


@pytest.mark.parametrize(("moved", "field"), [(0, "good_field"), (5, "moved_field")])
def test_the_card_has_the_colour_of_the_outcome(label: VerdictLabel, moved: int, field: str) -> None:
    report(label, [moved, 0, 0, 0, 64], [0.1] * 5)
    label.resize(300, label.heightForWidth(300))
    assert label.grab().toImage().pixelColor(150, 4) == QColor(getattr(theme.current(), field))


def test_narrow_cards_and_large_letters_need_more_height(label: VerdictLabel) -> None:
    report(label, [64, 0, 64, 64, 64], [0.1, 0, 0, 0.1, 1])
    wide = label.heightForWidth(600)
    assert label.heightForWidth(250) > wide
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    label.setFont(font)
    assert label.heightForWidth(600) > wide * 1.5


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.0, "0"),
        (0.83, "0.83"),
        (999.6, "1,000"),
        (1234.0, "1,230"),
        (8.3e9, "8.3·10⁹"),
        (0.000999, "9.99·10⁻⁴"),
        (float("inf"), "∞"),
        (float("nan"), "NaN"),
    ],
)
def test_short_numbers(value: float, words: str) -> None:
    assert short_number(value) == words
