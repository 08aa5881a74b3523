"""Chips by mouse and by key: which two are said, what is shown, and how many have room."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.token_chips import TokenChips

LEFT = Qt.MouseButton.LeftButton
Key = Qt.Key


@pytest.fixture
def chips(qtbot: QtBot) -> TokenChips:
    made = TokenChips()
    qtbot.addWidget(made)
    made.show_tokens(["the", "cat", "chases", "the", "dog"])
    made.resize(400, 60)
    made.show()
    return made


@pytest.fixture
def heard(chips: TokenChips) -> list[object]:
    pairs: list[object] = []
    chips.pair_chosen.connect(pairs.append)
    return pairs


def middle(chips: TokenChips, index: int) -> QPoint:
    return chips.chip_rect(index).center().toPoint()


def drag(chips: TokenChips, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(chips, LEFT, pos=start)
    QTest.mouseMove(chips, (start + end) / 2)
    QTest.mouseMove(chips, end)
    QTest.mouseRelease(chips, LEFT, pos=end)


def test_dragging_one_onto_another_says_which(chips: TokenChips, heard: list[object]) -> None:
    drag(chips, middle(chips, 1), middle(chips, 4))
    assert heard == [(1, 4)]
    assert chips.picked() is None


def test_a_drag_to_nowhere_or_back_says_nothing(chips: TokenChips, heard: list[object]) -> None:
    drag(chips, middle(chips, 1), QPoint(399, 59))
    start = middle(chips, 1)
    QTest.mousePress(chips, LEFT, pos=start)
    QTest.mouseMove(chips, middle(chips, 3))
    QTest.mouseMove(chips, start)
    QTest.mouseRelease(chips, LEFT, pos=start)
    assert chips.picked() is None
    assert heard == []


def test_two_clicks_say_a_pair_and_two_on_the_same_let_go(chips: TokenChips, heard: list[object]) -> None:
    QTest.mouseClick(chips, LEFT, pos=middle(chips, 0))
    assert chips.picked() == 0
    QTest.mouseClick(chips, LEFT, pos=middle(chips, 2))
    assert heard == [(0, 2)]
    QTest.mouseClick(chips, LEFT, pos=middle(chips, 3))
    QTest.mouseClick(chips, LEFT, pos=middle(chips, 3))
    assert chips.picked() is None
    assert heard == [(0, 2)]


@pytest.mark.parametrize("put", [Key.Key_Space, Key.Key_Return, Key.Key_Enter])
def test_keys_pick_move_and_put(chips: TokenChips, heard: list[object], put: Qt.Key) -> None:
    for key in (Key.Key_Right, Key.Key_Space, Key.Key_Right, Key.Key_Right, put):
        QTest.keyClick(chips, key)
    assert heard == [(1, 3)]
    for key in (Key.Key_Home, Key.Key_Space, Key.Key_End, put):
        QTest.keyClick(chips, key)
    assert heard == [(1, 3), (0, 4)]


def test_escape_lets_go(chips: TokenChips, heard: list[object]) -> None:
    for key in (Key.Key_Space, Key.Key_Right, Key.Key_Escape, Key.Key_Space):
        QTest.keyClick(chips, key)
    assert heard == []
    assert chips.picked() == 1


def test_a_screen_reader_is_told_where_the_keys_are(chips: TokenChips) -> None:
    assert chips.accessibleDescription() == "1 the"
    QTest.keyClick(chips, Key.Key_Space)
    QTest.keyClick(chips, Key.Key_Right)
    assert chips.accessibleDescription() == "the is picked up; put it onto 2 cat"


def test_up_and_down_change_the_row(chips: TokenChips) -> None:
    chips.resize(120, 200)
    assert chips.chip_rect(2).top() > chips.chip_rect(0).top()
    QTest.keyClick(chips, Key.Key_Down)
    QTest.keyClick(chips, Key.Key_Space)
    picked = chips.picked()
    assert picked is not None
    assert chips.chip_rect(picked).top() > chips.chip_rect(0).top()
    QTest.keyClick(chips, Key.Key_Escape)
    QTest.keyClick(chips, Key.Key_Up)
    QTest.keyClick(chips, Key.Key_Space)
    assert chips.picked() == 0


def test_the_swapped_two_are_marked_silently(chips: TokenChips, heard: list[object]) -> None:
    def edge(index: int) -> QColor:
        chip = chips.chip_rect(index)
        return chips.grab().toImage().pixelColor(round(chip.center().x()), round(chip.top() + 0.6))

    assert edge(4) != QColor(theme.current().accent)
    chips.show_pair((1, 4))
    assert edge(4) == QColor(theme.current().accent)
    assert edge(2) != QColor(theme.current().accent)
    assert heard == []


def test_new_tokens_let_go_of_what_is_in_hand(chips: TokenChips, heard: list[object]) -> None:
    QTest.keyClick(chips, Key.Key_End)
    QTest.keyClick(chips, Key.Key_Space)
    chips.show_tokens(["a", "b"])
    assert chips.picked() is None
    QTest.keyClick(chips, Key.Key_Space)
    QTest.keyClick(chips, Key.Key_Left)
    QTest.keyClick(chips, Key.Key_Space)
    assert heard == [(1, 0)]


def test_a_long_text_shows_sixty_chips_at_most_and_stays_low(chips: TokenChips) -> None:
    one_row = chips.heightForWidth(400)
    chips.show_tokens([f"w{k}" for k in range(1024)])
    assert 20 < sum(not chips.chip_rect(k).isEmpty() for k in range(1024)) <= 60
    assert chips.heightForWidth(400) < 9 * one_row
    assert not chips.grab().isNull()
    chips.show_tokens(list("abc"))
    assert chips.heightForWidth(400) == one_row


def test_nothing_stands_outside_and_nothing_overlaps(chips: TokenChips) -> None:
    chips.show_tokens(["incomprehensibilities"] * 3 + list("abcdefghijklmnopqrstuvwxyz"))
    for width in (120, 200, 333):
        chips.resize(width, chips.heightForWidth(width))
        shown = [chips.chip_rect(k) for k in range(29) if not chips.chip_rect(k).isEmpty()]
        assert all(chip.left() >= 0 and chip.right() <= width for chip in shown)
        assert all(chip.bottom() <= chips.height() for chip in shown)
        assert not any(one.intersects(other) for k, one in enumerate(shown) for other in shown[:k])
