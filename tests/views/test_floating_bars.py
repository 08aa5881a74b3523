"""Bars over a part of the window: there and gone again, without moving anything else."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from attnviz.views.floating_bars import FloatingBars
from attnviz.views.loading_bar import LoadingBar


class Page(QWidget):
    """Something on top, and below it two parts side by side."""

    def __init__(self) -> None:
        super().__init__()
        self.top, self.page, self.map, self.panel = QLabel("top"), QWidget(), QLabel("map"), QLabel("panel")
        row = QHBoxLayout(self.page)
        row.addWidget(self.map, 2)
        row.addWidget(self.panel, 1)
        column = QVBoxLayout(self)
        column.addWidget(self.top)
        column.addWidget(self.page, 1)
        self.bars = LoadingBar(), LoadingBar()
        self.floating = FloatingBars(self.bars, self.map, self.page)

    def place(self, widget: QWidget) -> tuple[int, int, int]:
        corner = widget.mapTo(self, QPoint(0, 0))
        return corner.x(), corner.y(), widget.width()


@pytest.fixture
def page(qtbot: Any) -> Page:
    made = Page()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_a_bar_comes_and_goes_without_moving_anything(page: Page, qtbot: Any) -> None:
    before = [part.geometry() for part in (page.top, page.page, page.map, page.panel)]
    page.bars[0].show_loading("Opening …", 30)
    qtbot.waitUntil(lambda: page.floating.height() == page.bars[0].sizeHint().height())
    assert page.bars[0].isVisible()
    assert page.place(page.bars[0]) == page.place(page.map)
    assert [part.geometry() for part in (page.top, page.page, page.map, page.panel)] == before
    page.bars[0].show_nothing()
    qtbot.waitUntil(lambda: page.floating.height() == 0)
    assert [part.geometry() for part in (page.top, page.page, page.map, page.panel)] == before


def test_two_bars_lie_one_below_the_other(page: Page, qtbot: Any) -> None:
    for bar in page.bars:
        bar.show_loading("Opening …", None)
    qtbot.waitUntil(lambda: page.bars[1].y() == page.bars[0].height() > 0)


def test_they_follow_what_they_lie_on(page: Page, qtbot: Any) -> None:
    page.bars[1].show_loading("Writing …", 10)
    page.resize(900, 500)
    qtbot.waitUntil(lambda: page.place(page.bars[1]) == page.place(page.map))
    page.top.hide()
    qtbot.waitUntil(lambda: page.place(page.bars[1]) == page.place(page.map))
    page.map.hide()
    qtbot.waitUntil(lambda: page.place(page.bars[1]) == page.place(page.page))
    assert page.bars[1].isVisible()
