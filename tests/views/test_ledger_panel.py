"""The panel, both ways: what it shows of a report, and what it says and copies when the person acts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from sys import setprofile
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QScrollArea, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from attnviz.experiments import ledger
from attnviz.state import derive
from attnviz.state.scene import DEMO_TEXT, Scene
from attnviz.views import theme
from attnviz.views.ledger_panel import LedgerPanel
from attnviz.views.ledger_table import LedgerTable
from attnviz.views.two_way_toggle import TwoWayToggle
from attnviz.views.verdict_card import VerdictCard

W = TypeVar("W", bound=QWidget)
DEMO = Scene(text=DEMO_TEXT, model="demo")
WIDE = Scene()
STEPS = ["products", "sum", "division", "mask", "softmax", "weight", "value"]


@pytest.fixture
def panel(qtbot: QtBot) -> LedgerPanel:
    made = LedgerPanel()
    qtbot.addWidget(made)
    made.resize(380, 1600)
    return made


def show(panel: LedgerPanel, scene: Scene, i: int, j: int) -> ledger.LedgerReport:
    snapshot = derive(scene)
    trace = snapshot.trace
    assert trace is not None
    report = ledger.cell(snapshot.head, trace.x, i, j, trace.mask, scene.scaled, trace)
    panel.show_report(scene, snapshot.tokens, report)
    panel.show()
    QApplication.processEvents()
    return report


def part(panel: LedgerPanel, kind: type[W], name: str) -> W:
    found = panel.findChild(kind, name)
    assert found is not None
    return found


def table(panel: LedgerPanel, name: str) -> LedgerTable:
    return part(panel, LedgerTable, f"ledger_{name}_table")


def said(panel: LedgerPanel, step: str, piece: str = "result") -> str:
    return part(panel, QLabel, f"ledger_{step}_{piece}").text()


def test_all_seven_steps_of_a_cell_are_shown(panel: LedgerPanel) -> None:
    show(panel, DEMO, 2, 1)
    verdict = part(panel, VerdictCard, "ledger_verdict")
    assert verdict.text().startswith("sat → cat: 25.9 %")
    assert verdict.kind() == "good"
    assert table(panel, "products").texts()[1] == ["2", "4.472", "1.000", "4.472"]
    assert said(panel, "products", "note").endswith("exact sum is 4.472.")
    assert said(panel, "sum") == "q · k = 4.472"
    assert said(panel, "division") == "4.472 ÷ √5 = 4.472 ÷ 2.236 = 2.000"
    assert said(panel, "mask") == "“sat” may see “cat”: the score stays 2.000"
    assert table(panel, "softmax").texts() == [
        ["The", "0.000", "0.050"],
        ["cat", "2.000", "0.368"],
        ["sat", "3.000", "1.000"],
    ]
    assert said(panel, "softmax") == "Total of the row: 1.418"
    assert said(panel, "weight") == "0.368 ÷ 1.418 = 0.259 = 25.9 %"
    assert table(panel, "value").texts()[1] == ["2", "1.000", "0.259", "0.259"]
    assert all(part(panel, QWidget, f"ledger_{step}").isVisible() for step in STEPS)


def test_a_hidden_cell_is_told_calmly(panel: LedgerPanel) -> None:
    show(panel, DEMO, 1, 3)
    verdict = part(panel, VerdictCard, "ledger_verdict")
    assert verdict.kind() == "neutral"
    assert "its weight is exactly 0" in verdict.text()
    assert said(panel, "mask").endswith("becomes −∞")


def test_arithmetic_that_does_not_end_at_the_cell_is_told_loudly(panel: LedgerPanel) -> None:
    report = show(panel, DEMO, 2, 1)
    panel.show_report(DEMO, tuple(DEMO_TEXT.split()), replace(report, holds=False))
    assert part(panel, VerdictCard, "ledger_verdict").kind() == "moved"


def test_without_a_cell_it_says_what_to_do(panel: LedgerPanel) -> None:
    show(panel, DEMO, 2, 1)
    panel.show_report(DEMO, tuple(DEMO_TEXT.split()), None)
    assert part(panel, QLabel, "ledger_verdict").text() == "Click a cell of the map to read its arithmetic."
    assert not any(part(panel, QWidget, f"ledger_{step}").isVisible() for step in STEPS)
    assert panel.text() == ""
    panel.show_report(Scene(text=""), (), None)
    assert part(panel, QLabel, "ledger_verdict").text() == "Type a sentence first."


def test_decimals_are_shown_silently_and_said_when_chosen(panel: LedgerPanel) -> None:
    heard: list[int] = []
    panel.decimals_chosen.connect(heard.append)
    show(panel, replace(DEMO, ledger_decimals=5), 2, 1)
    box = part(panel, QSpinBox, "decimals_box")
    assert heard == []
    assert box.value() == 5
    assert said(panel, "weight") == "0.36788 ÷ 1.41767 = 0.25950 = 25.950 %"
    QTest.keyClick(box, Qt.Key.Key_Up)
    box.setValue(99)
    assert heard == [6, 8]


def test_a_long_table_is_folded_and_unfolds(panel: LedgerPanel) -> None:
    report = show(panel, WIDE, 4, 1)
    products, fold = table(panel, "products"), part(panel, QPushButton, "ledger_products_fold")
    assert len(products.texts()) == 8
    assert fold.text().startswith("… 56 more add up to ")
    height = products.height()
    QTest.mouseClick(fold, Qt.MouseButton.LeftButton)
    assert len(products.texts()) == 64
    assert products.height() > 6 * height
    assert fold.text() == "Show the first 8 only"
    show(panel, WIDE, 4, 2)
    assert len(products.texts()) == 64  # stays unfolded for the next cell
    QTest.keyClick(fold, Qt.Key.Key_Space)
    assert len(products.texts()) == 8
    assert products.height() == height
    assert len(report.products) == 64


def test_what_rounding_loses_stands_above_the_sum(panel: LedgerPanel) -> None:
    show(panel, WIDE, 4, 1)
    assert said(panel, "sum", "intro").startswith("Rounded products: ")
    assert said(panel, "sum", "intro").endswith(f" · sum: {said(panel, 'sum').removeprefix('q · k = ')}")
    assert part(panel, QLabel, "ledger_sum_intro").isVisible()
    show(panel, DEMO, 2, 1)
    assert not part(panel, QLabel, "ledger_sum_intro").isVisible()


def test_a_short_table_has_no_button(panel: LedgerPanel) -> None:
    show(panel, DEMO, 2, 1)
    assert not part(panel, QPushButton, "ledger_products_fold").isVisible()


def test_largest_first_reorders_and_changes_no_number(panel: LedgerPanel) -> None:
    show(panel, WIDE, 4, 1)
    total, toggle = said(panel, "sum"), part(panel, TwoWayToggle, "ledger_order_toggle")
    assert [row[0] for row in table(panel, "products").texts()] == [str(c) for c in range(1, 9)]
    QTest.mouseClick(toggle, Qt.MouseButton.LeftButton)
    sizes = [abs(float(row[3].replace("−", "-"))) for row in table(panel, "products").texts()]
    assert sizes == sorted(sizes, reverse=True)
    assert said(panel, "sum") == total
    show(panel, WIDE, 4, 2)
    sizes = [abs(float(row[3].replace("−", "-"))) for row in table(panel, "products").texts()]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("name", ["decimals_box", "ledger_products_table", "ledger_order_toggle"])
def test_ctrl_c_copies_the_whole_ledger_from_anywhere(qtbot: QtBot, panel: LedgerPanel, name: str) -> None:
    show(panel, WIDE, 4, 1)
    panel.activateWindow()
    place = part(panel, QWidget, name)
    place.setFocus()
    QGuiApplication.clipboard().setText("before")
    QTest.keyClick(place, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    assert copied == panel.text()
    assert copied.splitlines()[-1] == "the → cat\t0.203\t20.3 %"
    assert len([line for line in copied.splitlines() if line.count("\t") == 3]) == 2 * 65  # nothing is folded


def test_the_button_and_the_menu_copy_too(panel: LedgerPanel) -> None:
    show(panel, DEMO, 2, 1)
    QGuiApplication.clipboard().setText("before")
    QTest.mouseClick(part(panel, QPushButton, "ledger_copy_button"), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == panel.text()
    QGuiApplication.clipboard().setText("before")
    spot = QPoint(20, 200)
    QApplication.sendEvent(
        table(panel, "products").viewport(),
        QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, panel.mapToGlobal(spot)),
    )
    menu = part(panel, QMenu, "ledger_menu")
    menu.actions()[0].trigger()
    menu.close()
    assert QGuiApplication.clipboard().text() == panel.text()


def test_the_cells_own_row_is_marked(panel: LedgerPanel) -> None:
    show(panel, DEMO, 2, 1)
    softmax = table(panel, "softmax")
    picture = softmax.grab().toImage()
    mark = QColor(theme.current().canvas)
    top = softmax.horizontalHeader().height()
    height = softmax.rowHeight(0)
    marked = [picture.pixelColor(2, top + row * height + 2) == mark for row in range(3)]
    assert marked == [False, True, False]


def test_arrow_keys_walk_an_unfolded_table_and_the_panel_scrolls_along(qtbot: QtBot, panel: LedgerPanel) -> None:
    panel.resize(380, 500)
    show(panel, WIDE, 4, 1)
    part(panel, QPushButton, "ledger_products_fold").click()
    panel.activateWindow()
    products = table(panel, "products")
    products.setFocus()
    for _ in range(60):
        QTest.keyClick(products, Qt.Key.Key_Down)
    QApplication.processEvents()
    row = products.visualRect(products.currentIndex())
    assert products.currentIndex().row() == 60
    place = products.viewport().mapTo(panel, row.center())
    assert 0 < place.y() < panel.height()
    assert part(panel, QScrollArea, "ledger_panel_scroll").verticalScrollBar().value() > 0


def test_tab_reaches_every_part_in_order(qtbot: QtBot, panel: LedgerPanel) -> None:
    show(panel, WIDE, 4, 1)
    panel.activateWindow()
    first = part(panel, QWidget, "ledger_order_toggle")
    first.setFocus()
    reached = []
    for _ in range(7):
        focused = panel.focusWidget()
        assert focused is not None
        reached.append(focused.objectName())
        assert focused.accessibleName()
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    tables = ["products_table", "products_fold", "softmax_table", "value_table"]
    assert reached == [
        "ledger_order_toggle",
        "decimals_box",
        "ledger_copy_button",
        *(f"ledger_{name}" for name in tables),
    ]


@pytest.mark.parametrize("decimals", [1, 3, 8])
@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_nothing_overlaps_and_no_number_is_cut(qtbot: QtBot, panel: LedgerPanel, factor: float, decimals: int) -> None:
    font = panel.font()
    font.setPointSizeF(10.0 * factor)
    panel.setFont(font)
    show(panel, replace(WIDE, ledger_decimals=decimals), 4, 1)
    panel.resize(panel.minimumWidth(), 700)
    QTest.qWait(30)
    scroll = part(panel, QScrollArea, "ledger_panel_scroll")
    assert panel.width() <= 19.5 * panel.em()
    assert scroll.widget().width() <= scroll.viewport().width()
    sections = [part(panel, QWidget, f"ledger_{step}") for step in STEPS]
    for above, below in pairwise(sections):
        assert above.geometry().bottom() < below.geometry().top()
    for name in ("products", "softmax", "value"):
        shown = table(panel, name)
        sideways = shown.horizontalHeader().length() > shown.viewport().width()
        assert (shown.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOn) == sideways
        letters = shown.itemDelegate().lettering  # type: ignore[union-attr]
        for row in shown.texts():
            for column, words in enumerate(row[1:], start=1):
                assert letters.plain_metrics.horizontalAdvance(words) <= shown.columnWidth(column) - letters.gap + 1


def test_larger_letters_make_higher_rows(panel: LedgerPanel) -> None:
    show(panel, DEMO, 2, 1)
    before = table(panel, "products").rowHeight(0)
    font = panel.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    panel.setFont(font)
    assert table(panel, "products").rowHeight(0) > 1.8 * before


def test_of_a_thousand_rows_only_those_in_sight_are_written(panel: LedgerPanel) -> None:
    scene = Scene(text=" ".join(f"w{place}" for place in range(600)), dimension=8, causal=False)
    panel.resize(380, 500)
    show(panel, scene, 5, 7)
    part(panel, QPushButton, "ledger_softmax_fold").click()
    QApplication.processEvents()
    assert len(table(panel, "softmax").texts()) == 600
    snapshot = derive(scene)
    trace = snapshot.trace
    assert trace is not None
    report = ledger.cell(snapshot.head, trace.x, 6, 7, trace.mask, True, trace)
    asked = Counter[str]()
    setprofile(lambda frame, event, _: asked.update([frame.f_code.co_name] if event == "call" else []))
    try:
        panel.show_report(scene, snapshot.tokens, report)
        QApplication.processEvents()
    finally:
        setprofile(None)
    assert asked["number"] < 400  # of 1,200 in this table alone


def test_a_long_token_is_cut_and_leaves_the_numbers_their_room(panel: LedgerPanel) -> None:
    show(panel, Scene(text="a " + "y" * 900, dimension=4), 1, 1)
    softmax = table(panel, "softmax")
    assert panel.width() == 380
    assert softmax.horizontalHeader().length() <= softmax.viewport().width()
    letters = softmax.itemDelegate().lettering  # type: ignore[union-attr]
    assert letters.factor == 1.0
    assert softmax.columnWidth(2) > letters.plain_metrics.horizontalAdvance("−0.000")
    assert "y" * 23 + "…" in said(panel, "mask")
