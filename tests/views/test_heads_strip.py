"""The strip of small maps: colours and places of the cells, the outline, and picking by click and by key."""

from __future__ import annotations

import time

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.colormaps import table
from attnviz.views.heads_layout import arranged
from attnviz.views.heads_strip import HeadsStrip

LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key
EM, LINE = 16.0, 14


@pytest.fixture
def strip(qtbot: QtBot) -> HeadsStrip:
    made = HeadsStrip()
    qtbot.addWidget(made)
    made.show_maps(one_hot(8), full(8))
    made.resize(400, made.heightForWidth(400))
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def said(strip: HeadsStrip) -> list[tuple[str, int]]:
    heard: list[tuple[str, int]] = []
    strip.head_picked.connect(lambda head: heard.append(("picked", head)))
    strip.head_pointed.connect(lambda head: heard.append(("pointed", head)))
    return heard


def one_hot(heads: int, n: int = 8) -> NDArray[np.float32]:
    """Return maps of which head h has a single weight of 1, in row h, column h (of at most n)."""
    made = np.zeros((heads, n, n), np.float32)
    for head in range(heads):
        made[head, head % n, head % n] = 1.0
    return made


def full(n: int) -> NDArray[np.bool_]:
    return np.ones((n, n), np.bool_)


def middle(strip: HeadsStrip, head: int) -> QPoint:
    return strip.head_rect(head).center()


def picture(strip: HeadsStrip) -> QImage:
    return strip.grab().toImage()


def cell(strip: HeadsStrip, image: QImage, head: int, row: int, column: int, n: int = 8) -> str:
    square = strip.head_rect(head)
    wide = square.width() // n  # whole pixels, all of them in the middle of the square
    room = (square.width() - wide * n) // 2
    x, y = (round(room + (place + 0.4) * wide) for place in (column, row))
    return image.pixelColor(square.left() + x, square.top() + y).name()


def strongest(name: str = "Indigo") -> str:
    return QColor(*table(name, theme.current().dark)[255].tolist()).name()


def outline(strip: HeadsStrip, head: int) -> str:
    square = strip.head_rect(head)
    return picture(strip).pixelColor(square.center().x(), square.top() - 2).name()


def test_each_head_has_its_own_map(strip: HeadsStrip) -> None:
    image = picture(strip)
    for head in range(8):
        lit = [row for row in range(8) if cell(strip, image, head, row, row) == strongest()]
        assert lit == [head]


def test_hidden_cells_are_empty(strip: HeadsStrip) -> None:
    strip.show_maps(np.ones((8, 8, 8), np.float32), np.tri(8, dtype=np.bool_))
    image = picture(strip)
    for head in (0, 7):
        assert cell(strip, image, head, 5, 5) == strongest()
        assert cell(strip, image, head, 5, 6) == theme.current().canvas


def test_of_more_tokens_than_pixels_the_largest_weight_shows(strip: HeadsStrip) -> None:
    maps = np.zeros((8, 500, 500), np.float32)
    maps[3, 250, 125] = 1.0
    strip.show_maps(maps, full(500))
    square, image = strip.head_rect(3), picture(strip)
    hot = [
        (x, y)
        for x in range(square.left(), square.right() + 1)
        for y in range(square.top(), square.bottom() + 1)
        if image.pixelColor(x, y).name() == strongest()
    ]
    assert len(hot) == 1
    assert hot[0][0] == pytest.approx(square.left() + square.width() / 4, abs=2)
    assert hot[0][1] == pytest.approx(square.top() + square.height() / 2, abs=2)


def test_a_rectangular_map_keeps_rows_and_columns(strip: HeadsStrip) -> None:
    maps = np.zeros((8, 2, 6), np.float32)
    maps[:, 0, 5] = 1.0
    strip.show_maps(maps, np.ones((2, 6), np.bool_))
    square, image = strip.head_rect(0), picture(strip)
    hot = [
        (x, y)
        for x in range(square.left(), square.right() + 1)
        for y in range(square.top(), square.bottom() + 1)
        if image.pixelColor(x, y).name() == strongest()
    ]
    assert min(x for x, _ in hot) > square.center().x()
    assert max(y for _, y in hot) < square.center().y() + 1


def test_the_colour_map_is_the_one_that_is_asked_for(strip: HeadsStrip) -> None:
    strip.show_colormap("Cividis")
    assert cell(strip, picture(strip), 2, 2, 2) == strongest("Cividis")
    with pytest.raises(ValueError, match="colour map"):
        strip.show_colormap("Jet")


def test_the_shown_head_is_outlined_in_the_accent_colour(strip: HeadsStrip) -> None:
    strip.show_head(5, True)
    accent = QColor(theme.current().accent).name()
    assert [head for head in range(8) if outline(strip, head) == accent] == [5]
    strip.show_head(5, False)  # the large map shows all heads together
    assert accent not in [outline(strip, head) for head in range(8)]


def test_a_click_picks_a_head_once(strip: HeadsStrip, said: list[tuple[str, int]]) -> None:
    QTest.mouseClick(strip, LEFT, pos=middle(strip, 6))
    assert ("picked", 6) in said
    said.clear()
    QTest.mousePress(strip, LEFT, pos=middle(strip, 1))
    QTest.mouseRelease(strip, LEFT, pos=middle(strip, 2))
    QTest.mouseClick(strip, Qt.MouseButton.RightButton, pos=middle(strip, 3))
    assert "picked" not in [what for what, _ in said]


def test_the_pointer_points_and_leaves(strip: HeadsStrip, said: list[tuple[str, int]]) -> None:
    QTest.mouseMove(strip, middle(strip, 4))
    QTest.mouseMove(strip, middle(strip, 4) + QPoint(2, 2))
    QTest.mouseMove(strip, middle(strip, 7))
    QApplication.sendEvent(strip, QEvent(QEvent.Type.Leave))
    assert said == [("pointed", 4), ("pointed", 7), ("pointed", -1)]
    assert strip.pointed() == -1


def test_keys_walk_from_the_shown_head_and_enter_picks(strip: HeadsStrip, said: list[tuple[str, int]]) -> None:
    strip.show_head(1, True)
    columns = sum(strip.head_rect(head).top() == strip.head_rect(0).top() for head in range(8))
    for key in (Key.Key_Right, Key.Key_Down, Key.Key_Return, Key.Key_Home, Key.Key_Left, Key.Key_Space, Key.Key_End):
        QTest.keyClick(strip, key)
    QTest.keyClick(strip, Key.Key_Down)  # there is nothing below
    QTest.keyClick(strip, Key.Key_Escape)
    below = 2 + columns
    picks = [("pointed", 2), ("pointed", below), ("picked", below), ("pointed", 0), ("picked", 0), ("pointed", 7)]
    assert said == [*picks, ("pointed", -1)]


def test_only_a_key_tells_that_it_walked(strip: HeadsStrip) -> None:
    walked: list[int] = []
    strip.head_walked.connect(walked.append)
    QTest.mouseMove(strip, middle(strip, 4))
    assert walked == []
    QTest.keyClick(strip, Key.Key_Right)
    assert walked == [5]


def test_keys_are_seen_only_where_they_came_by_key(strip: HeadsStrip) -> None:
    strip.activateWindow()
    strip.setFocus(Qt.FocusReason.MouseFocusReason)
    by_mouse = picture(strip)
    strip.clearFocus()
    strip.setFocus(Qt.FocusReason.TabFocusReason)
    assert picture(strip) != by_mouse


def test_setters_say_nothing(strip: HeadsStrip, said: list[tuple[str, int]]) -> None:
    strip.show_head(3, False)
    strip.show_pointed(2)
    strip.show_maps(one_hot(4), full(8))
    strip.show_colormap("Grey")
    assert said == []
    assert strip.pointed() == -1


def test_a_mask_of_another_shape_is_refused(strip: HeadsStrip) -> None:
    with pytest.raises(ValueError, match="of their shape"):
        strip.show_maps(one_hot(4), full(7))


def test_96_heads_of_64_tokens_paint_in_a_few_milliseconds(strip: HeadsStrip) -> None:
    rng = np.random.default_rng(0)
    taken = []
    for _ in range(5):
        strip.show_maps(rng.random((96, 64, 64), dtype=np.float32), np.tri(64, dtype=np.bool_))
        image = QImage(strip.size(), QImage.Format.Format_RGB32)
        begun = time.perf_counter()
        strip.render(image, QPoint())
        taken.append(time.perf_counter() - begun)
    assert min(taken) < 0.030  # 4 ms on a quiet machine; a widget for each took 200


@pytest.mark.parametrize("width", [180, 240, 360, 700])
@pytest.mark.parametrize("count", [1, 2, 3, 7, 8, 12, 16, 32, 95, 96])
def test_maps_stand_inside_in_order_and_apart(count: int, width: int) -> None:
    layout = arranged(count, width, EM, LINE)
    squares = [layout.place(head, width) for head in range(count)]
    assert all(QRect(0, 0, width, layout.height).contains(square) for square in squares)
    assert all(layout.at(square.center(), width) == head for head, square in enumerate(squares))
    assert not any(one.intersects(other) for k, one in enumerate(squares) for other in squares[:k])
    assert layout.side >= 1.3 * EM
    mirrored = [layout.place(head, width, True) for head in range(count)]
    assert all(layout.at(square.center(), width, True) == head for head, square in enumerate(mirrored))
    assert mirrored[0].right() == width - 1 - squares[0].left()


def test_rows_are_full_where_that_is_near_and_low_where_it_can_be() -> None:
    assert [arranged(count, 340, EM, LINE).columns for count in (4, 8, 12, 96)] == [4, 4, 6, 12]
    assert all(arranged(count, 340, EM, LINE).height <= 13.6 * EM for count in range(1, 33))


def test_outside_of_the_maps_there_is_no_head() -> None:
    layout = arranged(5, 340, EM, LINE)
    assert layout.at(QPoint(339, layout.height + 40), 340) is None
    assert layout.at(QPoint(-4, 5), 340) is None
    assert layout.at(QPoint(339, layout.place(4, 340).center().y()), 340) is None


def test_it_follows_the_text_size(strip: HeadsStrip) -> None:
    strip.show_maps(one_hot(96), full(8))
    before = strip.heightForWidth(400)
    font = strip.font()
    font.setPointSizeF(2 * font.pointSizeF())
    strip.setFont(font)
    assert strip.heightForWidth(400) > 1.5 * before
