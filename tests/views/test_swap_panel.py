"""The panel, both ways: what it shows of a swap, and what it says when two tokens are chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from attnviz.core import Head, masks, tokens
from attnviz.experiments.order import OrderReport, swap
from attnviz.state.scene import Scene
from attnviz.views.place_picker import PlaceInput
from attnviz.views.span_label import plain
from attnviz.views.strip_list import StripList
from attnviz.views.swap_panel import SwapPanel
from attnviz.views.swap_words import swapped_sentence
from attnviz.views.token_chips import TokenChips
from attnviz.views.verdict_card import VerdictCard

W = TypeVar("W", bound=QWidget)
WORDS = ("the", "cat", "chases", "the", "dog")
EMPTY = "Choose two tokens, or drag one onto another."


@pytest.fixture
def panel(qtbot: QtBot) -> SwapPanel:
    made = SwapPanel()
    qtbot.addWidget(made)
    return made


def part(panel: SwapPanel, kind: type[W], name: str) -> W:
    found = panel.findChild(kind, name)
    assert found is not None, name
    return found


def report(i: int, j: int, causal: bool, words: tuple[str, ...] = WORDS) -> OrderReport:
    n = len(words)
    return swap(Head.random(8, 8), tokens.embed(words, 8), i, j, masks.causal(n) if causal else None)


def show(panel: SwapPanel, pair: tuple[int, int] | None, causal: bool = False) -> None:
    scene = Scene(" ".join(WORDS), causal=causal, swapped=pair)
    panel.show_report(scene, WORDS, None if pair is None else report(*pair, causal))


def said(panel: SwapPanel) -> str:
    return part(panel, VerdictCard, "swap_verdict").text()


def test_without_a_mask_it_is_identical_to_the_bit(panel: SwapPanel) -> None:
    show(panel, (1, 4))
    assert said(panel) == (
        "Identical to the bit. The output is the same rows in the swapped order: 0 of 40 values differ."
    )
    assert part(panel, VerdictCard, "swap_verdict").kind() == "good"
    assert part(panel, QLabel, "swap_hint").text() == "Put the causal mask on and look again."
    assert part(panel, QLabel, "swap_after").text() == "the dog chases the cat"


def test_with_the_causal_mask_it_says_that_the_mask_knows_places(panel: SwapPanel) -> None:
    show(panel, (1, 2), causal=True)
    assert said(panel).startswith("2 of 5 rows differ. 16 of 40 values differ, by at most ")
    assert "It is the mask that knows places" in said(panel)
    assert said(panel).endswith("Take the mask off and look again.")
    assert part(panel, VerdictCard, "swap_verdict").kind() == "moved"
    assert part(panel, QLabel, "swap_hint").text().startswith("Rows before the first of the two")


def test_a_head_that_knows_places_is_not_called_blind(panel: SwapPanel) -> None:
    found = report(1, 2, causal=True)
    unmasked = OrderReport(1, 2, found.before, found.after, found.moved, found.changes, masked=False, twins=False)
    panel.show_report(Scene(" ".join(WORDS), causal=False, swapped=(1, 2)), WORDS, unmasked)
    assert said(panel).startswith("2 of 5 rows differ.")
    assert "something in the head itself knows places" in said(panel)


@pytest.mark.parametrize("causal", [False, True])
def test_two_tokens_that_are_the_same_prove_nothing(panel: SwapPanel, causal: bool) -> None:
    show(panel, (0, 3), causal)
    assert said(panel).startswith("These two are the same. Both are “the”")
    assert part(panel, VerdictCard, "swap_verdict").kind() == "neutral"


def test_an_encoding_that_only_scores_show_is_told(panel: SwapPanel) -> None:
    found = replace(report(1, 4, causal=False), scored=1234)
    panel.show_report(Scene(" ".join(WORDS), causal=False, swapped=(1, 4), position="alibi"), WORDS, found)
    assert said(panel) == (
        "Identical to the bit. The encoding changes 1,234 scores, but each row looks at so few tokens that no bit "
        "of the output shows it."
    )
    assert part(panel, VerdictCard, "swap_verdict").kind() == "neutral"


@pytest.mark.parametrize(
    ("settings", "sentence", "kind"),
    [
        ({"dimension": 1}, "RoPE turns pairs of numbers; a head of one number has none", "neutral"),
        ({"dimension": 4, "heads": 4}, "RoPE turns pairs of numbers; a head of one number has none", "neutral"),
        ({"dimension": 8}, "The output is the same rows", "good"),
        ({"dimension": 1, "position": "alibi"}, "The output is the same rows", "good"),
        ({"dimension": 1, "kind": "gru"}, "The output is the same rows", "good"),
    ],
)
def test_rope_without_a_pair_to_turn_is_told(
    panel: SwapPanel, settings: dict[str, Any], sentence: str, kind: str
) -> None:
    scene = Scene(**{"text": " ".join(WORDS), "causal": False, "position": "rope", "swapped": (1, 4)} | settings)
    panel.show_report(scene, WORDS, replace(report(1, 4, causal=False), scored=0))
    assert said(panel).startswith(f"Identical to the bit. {sentence}")
    assert part(panel, VerdictCard, "swap_verdict").kind() == kind


def test_a_long_sentence_is_shown_round_the_two(panel: SwapPanel) -> None:
    words = [f"w{k}" for k in range(40)]
    assert plain(swapped_sentence(words, (30, 1))) == "w0 w30 w2 w3 w4 … w27 w28 w29 w1 w31 w32 w33 …"
    assert plain(swapped_sentence(words, (10, 39))) == "… w7 w8 w9 w39 w11 w12 w13 … w36 w37 w38 w10"


def test_every_row_stands_there_matched_up(panel: SwapPanel) -> None:
    show(panel, (1, 2), causal=True)
    panel.show()
    rows = part(panel, StripList, "swap_rows")
    assert rows.isVisible()
    sentences = [rows.model().index(row, 0).data() for row in range(5)]
    assert sentences[0] == "the: same"
    assert sentences[1].startswith("⇄ cat: 8 of 8 values moved, largest change ")
    assert sentences[2].startswith("⇄ chases: 8 of 8")
    assert sentences[3:] == ["the: same", "dog: same"]


def test_the_pickers_say_a_pair_only_when_it_is_whole(panel: SwapPanel) -> None:
    show(panel, None)
    heard: list[object] = []
    panel.pair_chosen.connect(heard.append)
    first, second = part(panel, PlaceInput, "swap_first_picker"), part(panel, PlaceInput, "swap_second_picker")
    first.setCurrentIndex(2)
    show(panel, None)  # what the window does with None
    assert first.currentText() == "2 cat"
    second.setCurrentIndex(2)
    assert said(panel) == "Choose two different tokens."
    second.setCurrentIndex(5)
    assert heard == [None, None, (1, 4)]


def test_a_pair_that_is_taken_back_empties_the_pickers(panel: SwapPanel) -> None:
    show(panel, (1, 4))
    first, second = part(panel, PlaceInput, "swap_first_picker"), part(panel, PlaceInput, "swap_second_picker")
    assert (first.choice(), second.choice()) == (1, 4)
    show(panel, None)
    assert (first.choice(), second.choice()) == (None, None)
    assert said(panel) == EMPTY
    assert not part(panel, QPushButton, "swap_clear_button").isEnabled()


def test_clear_says_none(panel: SwapPanel) -> None:
    show(panel, (1, 4))
    heard: list[object] = []
    panel.pair_chosen.connect(heard.append)
    QTest.mouseClick(part(panel, QPushButton, "swap_clear_button"), Qt.MouseButton.LeftButton)
    assert heard == [None]


def test_a_drag_is_heard(panel: SwapPanel) -> None:
    show(panel, None)
    panel.resize(400, 600)
    panel.show()
    heard: list[object] = []
    panel.pair_chosen.connect(heard.append)
    chips = part(panel, TokenChips, "token_chips")
    start, end = chips.chip_rect(4).center().toPoint(), chips.chip_rect(1).center().toPoint()
    QTest.mousePress(chips, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(chips, (start + end) / 2)
    QTest.mouseMove(chips, end)
    QTest.mouseRelease(chips, Qt.MouseButton.LeftButton, pos=end)
    assert heard == [(4, 1)]


def test_showing_is_silent(panel: SwapPanel) -> None:
    heard: list[object] = []
    panel.pair_chosen.connect(heard.append)
    show(panel, (1, 4))
    show(panel, (0, 2), causal=True)
    panel.show_report(Scene(""), (), None)
    assert heard == []
    assert said(panel) == "Type a sentence first."
    panel.show_report(Scene("x"), ("x",), None)
    assert said(panel) == "Write one more word first."


def test_a_place_the_text_lost_waits(panel: SwapPanel) -> None:
    show(panel, (1, 4))
    panel.show_report(Scene("the cat", swapped=(1, 4)), ("the", "cat"), None)
    assert said(panel) == EMPTY
    show(panel, (1, 4))
    assert part(panel, PlaceInput, "swap_second_picker").currentText() == "5 dog"


def test_tab_reaches_every_control_and_each_has_a_name(qtbot: QtBot, panel: SwapPanel) -> None:
    show(panel, (1, 4))
    panel.show()
    panel.activateWindow()
    names = ["swap_first_picker", "swap_second_picker", "swap_clear_button", "token_chips", "swap_rows"]
    part(panel, QWidget, names[0]).setFocus()
    reached = []
    for _ in names:
        focused = panel.focusWidget()
        assert focused is not None
        assert focused.accessibleName()
        reached.append(focused.objectName())
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert reached == names


@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_a_low_panel_scrolls_and_nothing_overlaps(qtbot: QtBot, panel: SwapPanel, factor: float) -> None:
    panel.show()
    font = panel.font()
    font.setPointSizeF(10.0 * factor)
    panel.setFont(font)
    show(panel, (1, 2), causal=True)
    panel.resize(panel.minimumWidth(), 400)
    scroll = part(panel, QScrollArea, "swap_panel_scroll")
    qtbot.waitUntil(lambda: scroll.verticalScrollBar().maximum() > 0, timeout=500)
    names = ["swap_first_picker", "token_chips", "swap_after", "swap_verdict", "swap_hint", "swap_legend", "swap_rows"]
    parts = [part(panel, QWidget, name) for name in names]
    tops = [piece.mapTo(scroll.widget(), QPoint(0, 0)).y() for piece in parts]
    bottoms = [top + piece.height() for top, piece in zip(tops, parts, strict=True)]
    assert all(bottom <= top for bottom, top in zip(bottoms[:-1], tops[1:], strict=True))
    assert bottoms[-1] <= scroll.widget().height()
    assert all(piece.geometry().right() < scroll.widget().width() for piece in parts)
    card = part(panel, VerdictCard, "swap_verdict")
    assert card.height() >= card.heightForWidth(card.width())


def test_a_thousand_tokens_are_listed_without_a_widget_each(panel: SwapPanel) -> None:
    words = tuple(f"w{k}" for k in range(1024))
    rows = np.zeros((1024, 4), np.float32)
    made = OrderReport(1, 900, rows, rows, np.zeros(1024, int), np.zeros(1024), masked=False, twins=False)
    panel.show_report(Scene("x"), words, made)
    panel.resize(400, 700)
    panel.show()
    assert len(panel.findChildren(QWidget)) < 60
    assert part(panel, StripList, "swap_rows").model().rowCount() == 1024
    assert part(panel, PlaceInput, "swap_second_picker").currentText() == "901 w900"
