"""The KV cache panel, both ways: what it shows of a report, and what it says when the person acts."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QImage, QTextLayout
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QSlider, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from attnviz.experiments import cache
from attnviz.experiments.cache import MOST_STEPS, CacheReport
from attnviz.state import Scene, derive
from attnviz.views.cache_bars_view import CacheBarsView
from attnviz.views.cache_panel import CachePanel, _unbroken
from attnviz.views.cache_rows_view import CacheRowsView
from attnviz.views.cache_step_input import INTERVAL, CacheStepInput
from attnviz.views.verdict_card import VerdictCard

W = TypeVar("W", bound=QWidget)
TEXT = "The cat sat on the mat"
NAMED = ["cache_play_button", "cache_step_slider", "cache_rows", "cache_mask_button"]
EVIDENCE = ["cache_rows", "cache_legend", "cache_step_bars", "cache_all_bars", "cache_bytes", "cache_formulas"]


def report_of(scene: Scene) -> tuple[tuple[str, ...], CacheReport]:
    snapshot = derive(scene)
    assert snapshot.trace is not None
    return snapshot.tokens, cache.check(snapshot.head, snapshot.trace, scene.scaled)


def show(panel: CachePanel, scene: Scene) -> CacheReport:
    tokens, report = report_of(scene)
    panel.show_report(scene, tokens, report)
    return report


@pytest.fixture
def panel(qtbot: QtBot) -> CachePanel:
    made = CachePanel()
    qtbot.addWidget(made)
    return made


def part(panel: CachePanel, kind: type[W], name: str) -> W:
    found = panel.findChild(kind, name)
    assert found is not None
    return found


def words(panel: CachePanel, name: str) -> str:
    return part(panel, QLabel, name).text()


def heard_from(panel: CachePanel) -> list[int]:
    heard: list[int] = []
    panel.step_chosen.connect(heard.append)
    return heard


def test_it_starts_by_saying_what_to_do(panel: CachePanel) -> None:
    panel.show()
    assert part(panel, VerdictCard, "cache_verdict").text() == "Type a sentence first."
    assert not part(panel, QSlider, "cache_step_slider").isEnabled()
    assert not any(part(panel, QWidget, name).isVisible() for name in [*EVIDENCE, "cache_mask_button", "cache_cut"])
    assert words(panel, "cache_panel_title") == "KV cache"
    assert words(panel, "cache_panel_question") == "What can be kept while generating?"


def test_a_step_is_told_in_figures(panel: CachePanel) -> None:
    panel.show()
    show(panel, Scene(text=TEXT, cache_step=3))
    assert part(panel, QSlider, "cache_step_slider").value() == 4
    assert words(panel, "cache_step_words") == "Step 4 of 6: “on” is generated."
    assert words(panel, "cache_step_counts") == "Computed now: 12,800 multiplications; without the cache: 51,200."
    assert words(panel, "cache_all_counts") == "All 6 steps: 71.7 % of the multiplications saved"
    assert words(panel, "cache_bytes") == "Kept for the next step: 2,048 bytes"
    assert "reused: 3" in words(panel, "cache_legend")
    assert "to come: 2" in words(panel, "cache_legend")
    bars = part(panel, CacheBarsView, "cache_step_bars")
    assert bars.accessibleName() == "computed with the cache: 12,800; without it: 51,200"
    assert bars.fractions() == (12_800 / 78_336, 51_200 / 78_336)
    assert part(panel, CacheBarsView, "cache_all_bars").fractions() == (76_416 / 269_696, 1.0)


def test_no_line_of_the_legend_breaks_within_an_entry() -> None:
    assert _unbroken("□ to come: 3") == "□\u00a0to\u00a0come:\u00a03"
    words = _unbroken("□ これから: 0")
    assert words.replace("\u2060", "") == "□\u00a0これから:\u00a00"
    layout = QTextLayout(f"■\u00a05   {words}")
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(QFontMetricsF(layout.font()).horizontalAdvance("■ 5   □ これ"))
    layout.endLayout()
    assert line.textLength() == len("■ 5   ")


def test_the_closed_formulas_are_shown_with_their_numbers(panel: CachePanel) -> None:
    show(panel, Scene(text=TEXT, cache_step=3))
    assert words(panel, "cache_formula_step_cached").endswith("3 · 64 · 64 + 4 · 64 + 4 · 64 = 12,800")
    assert words(panel, "cache_formula_step_plain").endswith("3 · 4 · 64 · 64 + 4² · 64 + 4² · 64 = 51,200")
    assert words(panel, "cache_formula_all_cached").endswith("3 · 6 · 64 · 64 + 6 · 7 · 64 = 76,416")
    assert words(panel, "cache_formula_all_plain").endswith("3 · 64 · 64 · 6 · 7 / 2 + 64 · 6 · 7 · 13 / 3 = 269,696")
    assert words(panel, "cache_formula_bytes").endswith("2 · 4 · 1 · 64 · 1 · 4 = 2,048")
    assert words(panel, "cache_formulas_hold") == "What was counted is what the formulas give, at every step."


def test_a_count_that_is_not_the_formulas_is_admitted(panel: CachePanel) -> None:
    tokens, report = report_of(Scene(text=TEXT))
    assert report.generated is not None
    counted = report.generated.computed.copy()
    counted[2] += 1
    wrong = replace(report, generated=replace(report.generated, computed=counted))
    panel.show_report(Scene(text=TEXT), tokens, wrong)
    assert words(panel, "cache_formulas_hold") == "What was counted is not what the formulas give."


def test_the_verdict_says_identical_or_how_many_values_differ(panel: CachePanel) -> None:
    tokens, report = report_of(Scene(text=TEXT))
    verdict = part(panel, VerdictCard, "cache_verdict")
    panel.show_report(Scene(text=TEXT), tokens, report)
    assert verdict.kind() == "good"
    assert verdict.text().startswith("Identical to the bit. 0 of 420 weights and output values differ")
    assert report.generated is not None
    panel.show_report(Scene(text=TEXT), tokens, replace(report, generated=replace(report.generated, differing=12)))
    assert verdict.kind() == "moved"
    assert verdict.text().startswith("12 of 420 values differ.")


def test_without_the_mask_it_says_why_and_offers_the_mask(panel: CachePanel) -> None:
    panel.show()
    show(panel, Scene(text=TEXT, causal=False))
    verdict = part(panel, VerdictCard, "cache_verdict")
    assert verdict.kind() == "moved"
    assert verdict.text().startswith("Nothing can be kept without the mask. Row 1 already looks at tokens that don't")
    assert "moved 320 of 320 output values, in 5 of 5 earlier rows" in verdict.text()
    assert words(panel, "cache_again") == "Every step computes everything again: 269,696 multiplications in 6 steps."
    assert not any(part(panel, QWidget, name).isVisible() for name in EVIDENCE)
    assert not part(panel, QSlider, "cache_step_slider").isEnabled()
    heard: list[bool] = []
    panel.mask_put_back.connect(lambda: heard.append(True))
    QTest.mouseClick(part(panel, QPushButton, "cache_mask_button"), Qt.MouseButton.LeftButton)
    assert heard == [True]
    show(panel, Scene(text=TEXT))
    assert not part(panel, QPushButton, "cache_mask_button").isVisible()
    assert all(part(panel, QWidget, name).isVisible() for name in EVIDENCE)


def test_no_step_chosen_is_the_last_and_one_beyond_the_text_too(panel: CachePanel) -> None:
    for step in (None, 5, 99):
        show(panel, Scene(text=TEXT, cache_step=step))
        assert part(panel, QSlider, "cache_step_slider").value() == 6


def test_a_long_text_is_cut_and_the_panel_says_so(panel: CachePanel) -> None:
    panel.show()
    scene = Scene(text=" ".join(["a b"] * MOST_STEPS), dimension=2)
    show(panel, scene)
    assert words(panel, "cache_cut") == "The first 128 of 256 tokens are generated here."
    assert part(panel, QSlider, "cache_step_slider").maximum() == MOST_STEPS
    show(panel, Scene(text=TEXT))
    assert not part(panel, QLabel, "cache_cut").isVisible()


def test_setters_say_nothing(panel: CachePanel) -> None:
    heard = heard_from(panel)
    for scene in (Scene(text=TEXT, cache_step=1), Scene(text=TEXT, cache_step=4), Scene(text="a b", cache_step=4)):
        show(panel, scene)
    show(panel, Scene(text=TEXT, causal=False))
    panel.show_report(Scene(text=""), (), None)
    assert heard == []


def test_the_slider_says_the_step_from_0_and_shows_it_at_once(panel: CachePanel) -> None:
    show(panel, Scene(text=TEXT))
    heard = heard_from(panel)
    slider = part(panel, QSlider, "cache_step_slider")
    QTest.keyClick(slider, Qt.Key.Key_Home)
    QTest.keyClick(slider, Qt.Key.Key_Right)
    QTest.keyClick(slider, Qt.Key.Key_Left)
    assert heard == [0, 1, 0]
    assert words(panel, "cache_step_counts").startswith("Computed now: 12,416 ")
    assert words(panel, "cache_formula_step_cached").endswith("= 12,416")


@pytest.mark.parametrize("name", ["cache_play_button", "cache_rows", "cache_step_slider"])
def test_left_and_right_go_one_step_from_every_control(panel: CachePanel, name: str) -> None:
    show(panel, Scene(text=TEXT, cache_step=3))
    heard = heard_from(panel)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Right):
        QTest.keyClick(part(panel, QWidget, name), key)
    assert heard == [2, 1, 2]


def test_the_picture_ends_at_the_first_and_the_last_row_and_takes_clicks(panel: CachePanel) -> None:
    panel.show()
    show(panel, Scene(text=TEXT))
    heard = heard_from(panel)
    rows = part(panel, CacheRowsView, "cache_rows")
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_End):
        QTest.keyClick(rows, key)
    assert heard == [0, 1, 5]
    QTest.mouseClick(rows, Qt.MouseButton.LeftButton, pos=rows.row_rect(2).center().toPoint())
    assert heard[-1] == 2
    assert rows.row_at(0.0) is None


def test_pointing_at_a_row_names_it(panel: CachePanel) -> None:
    panel.show()
    show(panel, Scene(text=TEXT, cache_step=3))
    rows = part(panel, CacheRowsView, "cache_rows")
    told = []
    for row in (0, 3, 4):
        place = rows.row_rect(row).center().toPoint()
        QApplication.sendEvent(rows, QHelpEvent(QEvent.Type.ToolTip, place, rows.mapToGlobal(place)))
        told.append(QToolTip.text())
    QToolTip.hideText()
    assert told[0].startswith("“The” is reused. Weight: ")
    assert told[1].startswith("“on” is computed now. Weight: ")
    assert told[2] == "“the” is still to come."


@pytest.mark.parametrize("scene", [Scene(text="a", dimension=1), Scene(text="The cat", model="demo")])
def test_the_smallest_scenes_can_be_drawn(panel: CachePanel, scene: Scene) -> None:
    panel.show()
    show(panel, scene)
    assert not panel.grab().isNull()
    assert part(panel, VerdictCard, "cache_verdict").kind() == "good"


def test_play_starts_over_and_stops_at_the_end(qtbot: QtBot, panel: CachePanel) -> None:
    show(panel, Scene(text=TEXT))
    heard = heard_from(panel)
    timer, button = part_timer(panel), part(panel, QPushButton, "cache_play_button")
    assert timer.interval() == INTERVAL == 500
    timer.setInterval(1)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert heard == [0]
    assert button.text() == "Pause"
    qtbot.waitUntil(lambda: not timer.isActive(), timeout=2000)
    assert heard == [0, 1, 2, 3, 4, 5]
    assert button.text() == "Play"


@pytest.mark.parametrize("way", ["button", "slider", "picture", "mask", "empty", "hidden"])
def test_playing_stops_when_the_person_or_the_text_says_so(panel: CachePanel, way: str) -> None:
    panel.show()
    show(panel, Scene(text=TEXT, cache_step=1))
    button = part(panel, QPushButton, "cache_play_button")
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert part(panel, CacheStepInput, "cache_step_input").playing
    if way == "button":
        QTest.keyClick(button, Qt.Key.Key_Space)
    elif way == "slider":
        QTest.keyClick(part(panel, QSlider, "cache_step_slider"), Qt.Key.Key_Right)
    elif way == "picture":
        QTest.keyClick(part(panel, QWidget, "cache_rows"), Qt.Key.Key_Down)
    elif way == "mask":
        show(panel, Scene(text=TEXT, causal=False))
    elif way == "empty":
        panel.show_report(Scene(text=""), (), None)
    else:
        panel.hide()
    assert not part_timer(panel).isActive()
    assert button.text() == "Play"


def part_timer(panel: CachePanel) -> QTimer:
    timer = panel.findChild(QTimer, "cache_timer")
    assert timer is not None
    return timer


@pytest.mark.parametrize("n", [6, 100])
def test_reused_rows_are_muted_the_present_one_has_the_accent_and_those_to_come_are_empty(
    panel: CachePanel, n: int
) -> None:
    panel.resize(320, 900)
    panel.show()
    scene = Scene(text=" ".join(f"w{k}" for k in range(n)), cache_step=n // 2)
    report = show(panel, scene)
    assert report.generated is not None
    rows = part(panel, CacheRowsView, "cache_rows")
    image = rows.grab().toImage()
    assert blueness(image, rows, n // 2) > blueness(image, rows, n // 4) + 20
    empty = rows.row_rect(n - n // 5).center().toPoint()
    assert image.pixelColor(empty) == rows.palette().window().color()


def blueness(image: QImage, rows: CacheRowsView, row: int) -> float:
    """Return how much more blue than red the key of `row` is: the accent is a blue, the muted colour nearly grey."""
    rect = rows.row_rect(row)
    y = int(rect.top() + 0.4 * rect.height())
    colours = [image.pixelColor(x, y) for x in range(int(rect.left()) + 1, int(rect.right()) - 1)]
    return float(np.mean([colour.blue() - colour.red() for colour in colours]))


def test_every_part_has_a_name_for_screen_readers(panel: CachePanel) -> None:
    show(panel, Scene(text=TEXT, cache_step=2))
    assert all(part(panel, QWidget, name).accessibleName() for name in NAMED)
    rows = part(panel, CacheRowsView, "cache_rows")
    assert rows.accessibleDescription() == "“sat” is computed now, rows reused: 2, rows to come: 3"
    assert part(panel, QSlider, "cache_step_slider").accessibleDescription() == "Step 3 of 6: “sat” is generated."


def test_tab_reaches_every_control_in_order(qtbot: QtBot, panel: CachePanel) -> None:
    show(panel, Scene(text=TEXT))
    panel.show()
    panel.activateWindow()
    part(panel, QWidget, NAMED[0]).setFocus()
    reached = []
    for _ in range(3):
        focused = panel.focusWidget()
        assert focused is not None
        reached.append(focused.objectName())
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert reached == NAMED[:3]


@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_a_low_panel_scrolls_and_nothing_overlaps(qtbot: QtBot, panel: CachePanel, factor: float) -> None:
    panel.show()
    font = panel.font()
    font.setPointSizeF(10.0 * factor)
    panel.setFont(font)
    show(panel, Scene(text=TEXT))
    panel.resize(panel.minimumWidth(), 440)
    scroll = part(panel, QScrollArea, "cache_panel_scroll")
    qtbot.waitUntil(lambda: scroll.verticalScrollBar().maximum() > 0, timeout=500)
    content = scroll.widget()
    names = ["cache_panel_title", "cache_panel_question", "cache_step_input", "cache_verdict", *EVIDENCE]
    parts = [part(panel, QWidget, name) for name in names]
    tops = [piece.mapTo(content, QPoint(0, 0)).y() for piece in parts]
    bottoms = [top + piece.height() for top, piece in zip(tops, parts, strict=True)]
    assert all(bottom <= top for bottom, top in zip(bottoms[:-1], tops[1:], strict=True))
    assert bottoms[-1] <= content.height()
    assert all(piece.width() <= scroll.viewport().width() for piece in parts)
    hold = part(panel, QLabel, "cache_formulas_hold")
    assert hold.height() >= hold.heightForWidth(hold.width())
