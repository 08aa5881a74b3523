"""Strips before and after: the colours of the numbers, equal where nothing moved."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.colormaps import diverging
from attnviz.views.strip_list import StripList


@pytest.fixture
def strips(qtbot: QtBot) -> StripList:
    made = StripList()
    qtbot.addWidget(made)
    made.resize(400, 300)
    return made


def show(strips: StripList, before: list[list[float]], after: list[list[float]]) -> QImage:
    first, second = np.array(before, np.float32), np.array(after, np.float32)
    moved = (first != second).sum(axis=1)
    largest = np.abs(second.astype(np.float64) - first).max(axis=1)
    strips.show_strips([f"t{k}" for k in range(len(first))], first, second, moved, largest)
    strips.show()
    return strips.grab().toImage()


def colours_down(picture: QImage, x: int, top: int, height: int) -> list[str]:
    """Return the colours met on the way down, each once in a row."""
    names = [picture.pixelColor(x, y).name() for y in range(top, top + height)]
    return [name for place, name in enumerate(names) if place == 0 or name != names[place - 1]]


def strong(index: int) -> str:
    return QColor(*diverging(theme.current().dark)[index].tolist()).name()


def test_numbers_get_the_colour_of_their_sign_before_above_after(strips: StripList) -> None:
    picture = show(strips, [[1.0] * 64, [-1.0] * 64], [[-1.0] * 64, [-1.0] * 64])
    height, x = strips.sizeHintForRow(0), 60
    seen = [name for name in colours_down(picture, x, 0, height) if name in (strong(255), strong(1))]
    assert seen == [strong(255), strong(1)]  # 1 above −1: it moved
    seen = [name for name in colours_down(picture, x, height, height) if name in (strong(255), strong(1))]
    assert seen == [strong(1), strong(1)]  # the same twice


def test_the_words_say_what_moved(strips: StripList) -> None:
    show(strips, [[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0], [3.0, 4.5]])
    said = [strips.model().index(row, 0).data() for row in range(2)]
    assert said == ["t0: same", "t1: 1 of 2 values moved, largest change 0.5"]


def test_of_more_numbers_than_pixels_the_largest_is_seen(strips: StripList) -> None:
    row = [0.0] * 5000
    row[2501] = -7.0
    picture = show(strips, [row], [row])
    names = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}
    assert strong(1) in names


def test_one_number_and_none_at_all(strips: StripList) -> None:
    assert not show(strips, [[0.0]], [[0.0]]).isNull()
    empty = np.zeros((0, 4), np.float32)
    strips.show_strips([], empty, empty, np.zeros(0, int), np.zeros(0))
    assert strips.model().rowCount() == 0
