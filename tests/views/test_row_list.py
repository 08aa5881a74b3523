"""What the rows say, what is painted for them, and how high the list grows."""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.row_delegate import filled_squares
from attnviz.views.row_list import RowList


@pytest.fixture
def rows(qtbot: QtBot) -> RowList:
    made = RowList()
    qtbot.addWidget(made)
    made.resize(420, 300)
    made.show_tokens(["The", "cat", "sat"])
    made.show_rows(np.array([0, 1, 64]), np.array([0.0, 0.5, 0.834]), 64, 1)
    made.show()
    return made


def said(rows: RowList) -> list[str]:
    model = rows.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def count(picture: QImage, colour: str, top: int, bottom: int) -> int:
    wanted = QColor(colour)
    return sum(
        picture.pixelColor(x, y) == wanted
        for y in range(top, min(bottom, picture.height()))
        for x in range(picture.width())
    )


def test_every_row_is_one_plain_sentence(rows: RowList) -> None:
    assert said(rows) == [
        "The: same",
        "cat: 1 of 64 values moved, largest change 0.5",
        "sat: 64 of 64 values moved, largest change 0.834",
    ]


def test_new_counts_replace_the_old(rows: RowList) -> None:
    rows.show_rows(np.array([0, 0, 0]), np.zeros(3), 64, 1)
    assert said(rows) == ["The: same", "cat: same", "sat: same"]
    rows.show_tokens(["A"])
    rows.show_rows(np.array([2]), np.array([1e9]), 4, 0)
    assert said(rows) == ["A: 2 of 4 values moved, largest change 1·10⁹"]


@pytest.mark.parametrize(("moved", "filled"), [(0, 0), (1, 1), (32, 8), (63, 15), (64, 16)])
def test_squares_never_say_none_or_all_unless_it_is_so(moved: int, filled: int) -> None:
    assert filled_squares(moved, 64) == filled


def test_orange_squares_stand_only_where_values_moved(rows: RowList) -> None:
    picture = rows.grab().toImage()
    height = rows.sizeHintForRow(0)
    mark = theme.current().moved_mark
    none, one, all_of_them = (count(picture, mark, height * row, height * (row + 1)) for row in range(3))
    assert none == 0
    assert one > 0
    assert all_of_them == pytest.approx(16 * one, rel=0.2)


def test_narrow_rows_drop_the_squares_and_keep_the_badge(rows: RowList) -> None:
    rows.resize(150, 300)
    picture = rows.grab().toImage()
    height = rows.sizeHintForRow(0)
    assert count(picture, theme.current().moved_mark, 0, 3 * height) == 0
    assert count(picture, theme.current().moved, 2 * height, 3 * height) > 0


def test_the_list_is_as_high_as_its_rows_and_shrinks_to_four(rows: RowList) -> None:
    height = rows.sizeHintForRow(0)
    assert rows.maximumHeight() == rows.minimumHeight() == 3 * height
    rows.show_rows(np.zeros(1024, int), np.zeros(1024), 64, 1023)
    assert rows.maximumHeight() == 1024 * height
    assert rows.minimumHeight() == 4 * height


def test_arrow_keys_walk_and_the_row_gets_a_ring(rows: RowList) -> None:
    rows.activateWindow()
    rows.setFocus()
    QTest.qWaitForWindowActive(rows, 500)
    before = rows.currentIndex().row()
    QTest.keyClick(rows, Qt.Key.Key_Down)
    assert rows.currentIndex().row() == before + 1
    ring = rows.visualRect(rows.currentIndex())
    edge = rows.grab().toImage().pixelColor(QPoint(ring.center().x(), ring.top() + 1))
    assert edge == QColor(theme.current().accent)


def test_larger_letters_make_higher_rows(rows: RowList) -> None:
    before = rows.sizeHintForRow(0)
    font = rows.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    rows.setFont(font)
    assert rows.sizeHintForRow(0) > 1.8 * before
    assert rows.maximumHeight() == 3 * rows.sizeHintForRow(0)


def test_new_counts_do_not_lay_out_every_row_again(rows: RowList) -> None:
    rows.show_rows(np.zeros(1024, int), np.zeros(1024), 64, 1023)
    rows.grab()
    asked = Counter[str]()
    sys.setprofile(lambda frame, event, _: asked.update([frame.f_code.co_name] if event == "call" else []))
    try:
        rows.show_rows(np.ones(1024, int), np.ones(1024), 64, 1023)
        QApplication.processEvents()
        rows.grab()
    finally:
        sys.setprofile(None)
    assert asked["paint"] > 0  # the rows in sight were drawn anew ...
    assert asked["rowCount"] < 200  # ... and nobody walked through all of them
