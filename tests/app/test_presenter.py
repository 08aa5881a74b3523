"""The presenter on the real window: only what the step needs, large enough, and everything as it was afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontInfo
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from attnviz.app.lesson_player import shipped
from attnviz.app.presenter import LEAST_POINTS
from attnviz.views.field_caption import FACTOR as SMALLEST_CAPTION
from attnviz.views.field_caption import FieldCaption
from attnviz.views.span_label import SpanLabel

SIZES = [QSize(1024, 768), QSize(1280, 720), QSize(1920, 1080)]
LESSONS = range(4)


@pytest.fixture
def person(desk: Callable[..., Any]) -> Any:
    return desk("The cat sat on the mat")


def start_presenting(person: Any, size: QSize) -> None:
    person.press("F5")
    # No screen of this size here: the window takes it without being a full screen
    person.window.setWindowState(Qt.WindowState.WindowNoState)
    person.window.resize(size)
    person.settle()


def points(widget: QWidget) -> float:
    """Return the size of the type that a widget draws its words in."""
    if isinstance(widget, SpanLabel):
        return widget.large_font().pointSizeF()
    size = widget.font().pointSizeF()
    return size * SMALLEST_CAPTION if isinstance(widget, FieldCaption) else size


def small(person: Any) -> list[str]:
    """Return what is on the screen in type under 24 points."""
    found = [
        f"{widget.objectName()} {points(widget):.1f}"
        for widget in person.window.findChildren(QWidget)
        if widget.isVisible() and widget.window() is person.window and points(widget) < LEAST_POINTS
    ]
    heatmap = person.find("heatmap")
    layout = heatmap.layout_now() if heatmap.isVisible() else None
    if layout is not None:
        least = LEAST_POINTS / heatmap.font().pointSizeF() * QFontInfo(heatmap.font()).pixelSize() - 1
        for name, pixels in (("labels", layout.label_pixels), ("numbers", layout.number_pixels or 1000)):
            if pixels < least:
                found.append(f"{name} of the map: {pixels} pixels, {least:.0f} are needed")
    return found


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width()}x{size.height()}")
def test_every_lesson_goes_by_page_down_in_large_type_and_fits(person: Any, size: QSize, lesson: int) -> None:
    start_presenting(person, size)
    person.window._lessons.open(shipped("en")[lesson][1])
    player = person.window._lessons.player
    seen = 0
    while True:
        person.settle()
        assert person.window.size() == size, (player.index, player.revealed)
        assert not small(person)
        assert person.find("lesson_bar").isVisible()
        assert person.find("heatmap").isVisible() or person.find("panel_tabs").isVisible()
        seen += 1
        if player.at_end:
            break
        QTest.keyClick(person.window.focusWidget() or person.window, Qt.Key.Key_PageDown)
    assert seen >= player.count
    QTest.keyClick(person.window.focusWidget() or person.window, Qt.Key.Key_PageUp)
    assert player.index == player.count - 2


def test_leaving_gives_the_window_back_as_it_was(person: Any) -> None:
    names = ("control_bar", "status_bar", "panel_tabs", "panel_tab_bar", "panel_list", "steps_strip", "honesty_label")
    before = {name: person.find(name).isHidden() for name in names}
    size, font, state = person.window.size(), person.window.font(), person.window.windowState()
    menu = person.window.menuBar().isVisible()
    scene = person.scene
    person.press("F5")
    person.settle()
    assert person.window.font().pointSizeF() > LEAST_POINTS
    assert not person.find("control_bar").isVisible()
    assert not person.window.menuBar().isVisible()
    person.press("F5")
    person.settle()
    person.window.resize(size)
    person.settle()
    person.qtbot.wait(50)  # the parts have measured themselves
    assert {name: person.find(name).isHidden() for name in names} == before
    assert (person.window.font(), person.window.windowState()) == (font, state)
    assert person.window.menuBar().isVisible() == menu
    assert person.scene == scene


def test_h_hides_the_numbers_of_the_row_until_it_is_clicked(person: Any) -> None:
    person.press("F5")
    person.settle()
    caption, heatmap = person.find("caption_label"), person.find("heatmap")
    assert "%" in caption.text()
    QTest.keyClick(heatmap, Qt.Key.Key_H)
    assert "%" not in caption.text()
    assert heatmap.picture.covered == frozenset({2})
    QTest.mouseClick(heatmap, Qt.MouseButton.LeftButton, pos=heatmap.cell_rect(2, 1).center().toPoint())
    assert "%" in caption.text()
    assert not heatmap.picture.covered


def test_z_zooms_to_the_pinned_row_and_back(person: Any) -> None:
    person.retype("text_input", " ".join(f"w{number}" for number in range(30)))
    person.press("F5")
    person.settle()
    heatmap = person.find("heatmap")
    QTest.keyClick(heatmap, Qt.Key.Key_Z)
    assert heatmap.viewport.rows < 10
    assert heatmap.viewport.holds(2, heatmap.viewport.first_column)
    QTest.keyClick(heatmap, Qt.Key.Key_Z)
    assert heatmap.viewport.rows == 30


def test_b_blanks_the_window_until_any_key(person: Any) -> None:
    person.press("F5")
    QTest.keyClick(person.find("heatmap"), Qt.Key.Key_B)
    sheet = person.find("blank_overlay")
    assert sheet.isVisible()
    assert sheet.size() == person.window.size()
    assert sheet.grab().toImage().pixelColor(50, 50).lightness() == 0
    QTest.keyClick(sheet, Qt.Key.Key_Space)
    assert not sheet.isVisible()
    QTest.keyClick(person.find("heatmap"), Qt.Key.Key_B)
    assert sheet.isVisible()


def test_without_a_lesson_a_clicker_walks_through_the_rows(person: Any) -> None:
    person.press("F5")
    heatmap = person.find("heatmap")
    rows = []
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
        QTest.keyClick(heatmap, key)
        rows.append(person.scene.pinned[0])
    assert rows == [3, 4, 3]


def test_p_brings_the_open_panel_with_its_report(person: Any) -> None:
    person.type("last_token_input", "dog")
    person.press("F5")
    person.settle()
    assert not person.find("change_panel").isVisible()
    QTest.keyClick(person.find("heatmap"), Qt.Key.Key_P)
    person.settle()
    assert person.find("change_panel").isVisible()
    assert "Nothing moved" in person.find("verdict_label", QLabel).text()


def test_leaving_restores_divider_focus_and_what_the_menu_says_of_the_panels(person: Any) -> None:
    size = QSize(1920, 1080)  # wide enough for map and panel side by side, whose large type pushes the divider
    person.window.resize(size)
    person.settle()
    splitter = person.find("splitter")
    person.window._panels.open("swap")
    person.settle()
    splitter.setSizes([1500, 419])
    splitter.splitterMoved.emit(1500, 1)  # as by hand: from now on the window leaves the divider alone
    person.focus("text_input")
    sizes = splitter.sizes()
    start_presenting(person, QSize(2400, 1300))
    person.press("P")
    splitter.setSizes([900, 1500])
    assert splitter.sizes() != sizes
    person.press("Esc")
    person.settle()
    person.window.resize(size)  # as the system does, some time after
    person.qtbot.waitUntil(lambda: splitter.sizes() == sizes, timeout=1000)
    assert splitter.sizes() == sizes
    assert person.focused() is person.find("text_input")
    assert person.find("panel_tabs").isVisible()


def test_a_lesson_that_ends_in_the_presenter_leaves_no_panel_behind(person: Any) -> None:
    person.window._panels.open("swap")
    person.press("F5")
    person.window._lessons.open(shipped("en")[2][1])
    player = person.window._lessons.player
    while person.window._panels.tabs.isHidden() and not player.at_end:
        person.press("PgDown")
        person.settle()
    player.close()
    person.settle()
    assert person.find("heatmap").isVisible()
    assert not person.find("panel_tabs").isVisible()
    person.press("F5")
    person.settle()
    assert person.find("panel_tabs").isVisible()
    assert person.window._panels.key == "swap"


def test_what_was_tried_in_a_step_stays_when_the_presenter_comes_and_goes(person: Any) -> None:
    person.window._lessons.open(shipped("en")[0][1])
    person.window.session.set_dimension(32)
    tried = person.scene
    person.press("F5")
    person.press("F5")
    assert person.scene == tried
