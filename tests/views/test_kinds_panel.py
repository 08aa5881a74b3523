"""The panel “Kinds of attention”, both ways: what it shows of a report and of samples, and what the person does."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import pytest
from geometry import wrong_places
from kinds_made import CHAPTERS, report, samples, words
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QProgressBar, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from attnviz.state.scene import Scene
from attnviz.views.cost_input import CostInput
from attnviz.views.cost_plot import CostPlot
from attnviz.views.kind_map import MarkedMap
from attnviz.views.kinds_panel import KindsPanel
from attnviz.views.kinds_picker import KindsPicker
from attnviz.views.kinds_table import KindsTable
from attnviz.views.verdict_card import VerdictCard

W = TypeVar("W", bound=QWidget)
SCENE = Scene(kinds=CHAPTERS)


@pytest.fixture
def panel(qtbot: QtBot) -> KindsPanel:
    made = KindsPanel()
    qtbot.addWidget(made)
    made.resize(400, 1700)
    show(made)
    made.show()
    return made


def show(panel: KindsPanel, keys: tuple[str, ...] = CHAPTERS) -> None:
    panel.show_report(Scene(kinds=keys), words(), report(keys))


def part(panel: KindsPanel, kind: type[W], name: str) -> W:
    found = panel.findChild(kind, name)
    assert found is not None, name
    return found


def said(panel: KindsPanel, name: str) -> str:
    told = part(panel, QLabel, name).text()
    return told.translate({0x2068: None, 0x2069: None, 0xA0: " "})


def point(panel: KindsPanel, place: int, row: int, column: int) -> None:
    QApplication.processEvents()  # new words may have moved the maps
    shown = part(panel, MarkedMap, f"kinds_map_{place}")
    QTest.mouseMove(shown, shown.cell_rect(row, column).center().toPoint())


def test_the_read_out_gives_the_number_of_every_kind(panel: KindsPanel) -> None:
    heard: list[tuple[int, int]] = []
    panel.kind_pointed.connect(lambda row, column: heard.append((row, column)))
    assert said(panel, "kinds_readout") == "Point at a cell, or use the arrow keys in a map."
    point(panel, 1, 5, 1)
    told = said(panel, "kinds_readout").split("  ·  ")
    assert told[0] == "mat → cat"
    assert [entry.rsplit(" ", 2 if "%" in entry else 1)[0] for entry in told[1:]] == [
        "Full attention",
        "Causal attention",
        "Sliding window hidden".removesuffix(" hidden"),
        "GRU",
    ]
    weights = report().rows[1].trace.weights[5, 1]
    assert told[2] == f"Causal attention {100 * weights:.1f} %"
    assert told[3] == "Sliding window hidden"
    assert heard == [(5, 1)]


def test_the_verdict_counts_the_cells_that_agree(panel: KindsPanel) -> None:
    card = part(panel, VerdictCard, "kinds_verdict")
    assert card.text().startswith("12 of 12 cells agree with the chapter's table.")
    assert card.kind() == "good"
    show(panel, ("full", "state_space"))
    assert card.text().startswith("4 of 6 cells agree")
    assert card.kind() == "neutral"
    show(panel, ("linear_causal", "state_space"))
    assert card.text().startswith("1 of 3 cells agree")


def test_an_answer_that_is_pointed_at_tells_its_evidence(panel: KindsPanel) -> None:
    cell = part(panel, KindsTable, "kinds_table").cell(1, 0)
    assert said(panel, "kinds_evidence").startswith("Point at an answer")
    cell.setFocus()
    assert said(panel, "kinds_evidence") == "Found by changing each of 6 tokens: row 3 changed for tokens 1–3."
    cell.clearFocus()
    assert said(panel, "kinds_evidence").startswith("Point at an answer")


def test_the_cost_is_there_at_once_and_the_time_when_it_is_measured(panel: KindsPanel) -> None:
    table, plot = part(panel, KindsTable, "kinds_table"), part(panel, CostPlot, "cost_plot")
    assert table.cell(0, 2).found().details == ("count: n^2.00", "time not measured yet")
    shown = plot.figures()
    assert shown is not None
    assert shown.quantity == "multiply_adds"
    assert plot.isVisible()
    panel.show_progress(0, 28)
    assert plot.isVisible()
    panel.show_finished()
    assert not plot.isVisible()
    panel.show_progress(0, 28)
    assert said(panel, "kinds_reading").startswith("The time is not measured yet.")
    panel.show_costs(samples(longest=128))
    shown = plot.figures()
    assert shown is not None
    assert (shown.quantity, shown.lines[0].lengths) == ("seconds", (64, 128))
    assert plot.isVisible()
    panel.show_costs(samples())
    panel.show_finished()
    assert table.cell(3, 2).found().details == ("count: n^1.00", "time: n^1.00")
    assert plot.accessibleName() == "Time against the number n of tokens"
    assert plot.accessibleDescription().startswith("Full attention  n^2.00: from ")
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_End)
    assert said(panel, "kinds_reading").startswith("n = 4,096  ·  Full attention 537 ms")


def test_the_plot_shows_what_is_chosen(panel: KindsPanel) -> None:
    picker, plot = part(panel, CostInput, "cost_quantity_picker"), part(panel, CostPlot, "cost_plot")
    panel.show_costs(samples())
    picker.setFocus()
    QTest.keyClick(picker, Qt.Key.Key_Down)
    shown = plot.figures()
    assert shown is not None
    assert shown.quantity == "bytes"
    QTest.keyClick(picker, Qt.Key.Key_Home)
    shown = plot.figures()
    assert shown is not None
    assert shown.quantity == "seconds"


def test_times_of_another_head_are_forgotten(panel: KindsPanel) -> None:
    table = part(panel, KindsTable, "kinds_table")
    panel.show_costs(samples())
    panel.show_report(replace(SCENE, dimension=8), words(), report(d=8))
    assert table.cell(0, 2).found().details[1] == "time not measured yet"
    show(panel, ("lstm", "full"))
    assert [table.cell(row, 2).found().details[1] for row in (0, 1)] == ["time not measured yet", "time: n^2.00"]


def test_measuring_is_asked_shown_and_cancelled(panel: KindsPanel) -> None:
    heard: list[str] = []
    panel.measuring_asked.connect(lambda: heard.append("asked"))
    panel.measuring_cancelled.connect(lambda: heard.append("cancelled"))
    start, cancel = (part(panel, QPushButton, name) for name in ("measure_button", "measure_cancel_button"))
    progress = part(panel, QProgressBar, "measure_progress")
    assert [part.isVisible() for part in (start, progress, cancel)] == [True, False, False]
    start.setFocus()
    QTest.keyClick(start, Qt.Key.Key_Space)
    panel.show_progress(0, 28)
    assert [part.isVisible() for part in (start, progress, cancel)] == [False, True, True]
    assert cancel.hasFocus()
    panel.show_progress(7, 28)
    assert (progress.value(), progress.maximum(), said(panel, "measure_count")) == (7, 28, "7 of 28")
    QTest.keyClick(cancel, Qt.Key.Key_Space)
    panel.show_finished()
    assert heard == ["asked", "cancelled"]
    assert [part.isVisible() for part in (start, progress, cancel)] == [True, False, False]
    assert start.hasFocus()


def test_picking_and_choosing_a_map_are_heard(panel: KindsPanel) -> None:
    heard: list[object] = []
    panel.kinds_chosen.connect(heard.append)
    panel.map_chosen.connect(heard.append)
    picker = part(panel, KindsPicker, "kinds_picker_3")
    picker.setFocus()
    QTest.keyClick(picker, Qt.Key.Key_End)
    QTest.keyClick(part(panel, MarkedMap, "kinds_map_0"), Qt.Key.Key_Return)
    assert heard == [("full", "causal", "window", "lstm"), "full"]


def test_the_table_is_copied_with_keys_button_and_menu(panel: KindsPanel) -> None:
    clipboard = QGuiApplication.clipboard()
    assert panel.text().startswith("kind\tsees\tknows order?\tcost\tkeeps the past fixed?\nFull attention\tall tokens")
    for act in (
        lambda: QTest.keyClick(panel, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier),
        lambda: QTest.keyClick(
            part(panel, KindsTable, "kinds_table").cell(0, 0), Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier
        ),
        part(panel, QPushButton, "kinds_copy_button").click,
    ):
        clipboard.clear()
        act()
        assert clipboard.text() == panel.text()


def test_nothing_typed_says_so_and_keeps_the_pickers(panel: KindsPanel) -> None:
    panel.show_report(Scene(text="", kinds=("full", "gru")), (), None)
    assert part(panel, VerdictCard, "kinds_verdict").text() == "Type a sentence first."
    assert [part(panel, KindsPicker, f"kinds_picker_{place}").key() for place in range(4)] == ["full", "gru", "", ""]
    hidden = ("kinds_table", "cost_plot", "measure_bar", "kinds_copy_button", "kinds_evidence", "kinds_readout")
    assert not any(part(panel, QWidget, name).isVisible() for name in hidden)
    assert panel.text() == ""
    assert panel.findChild(QMenu) is None
    show(panel)
    assert all(part(panel, QWidget, name).isVisible() for name in hidden)


def test_showing_is_silent(panel: KindsPanel) -> None:
    heard: list[object] = []
    for signal in (panel.kinds_chosen, panel.map_chosen):
        signal.connect(heard.append)
    for told in (panel.measuring_asked, panel.measuring_cancelled):
        told.connect(lambda: heard.append("measuring"))
    panel.kind_pointed.connect(lambda row, column: heard.append((row, column)))
    show(panel, ("lstm", "linear"))
    panel.show_costs(samples())
    panel.show_progress(3, 14)
    panel.show_finished()
    panel.show_colormap("Grey")
    assert heard == []


def test_an_answer_reached_by_keys_is_scrolled_into_view(panel: KindsPanel, qtbot: QtBot) -> None:
    panel.resize(400, 350)
    QApplication.processEvents()
    table, scroll = part(panel, KindsTable, "kinds_table"), part(panel, QScrollArea, "kinds_panel_scroll")
    table.cell(0, 0).setFocus()
    QTest.keyClick(table.cell(0, 0), Qt.Key.Key_End)
    last = table.cell(3, 3)
    assert last.hasFocus()
    qtbot.waitUntil(lambda: scroll.viewport().rect().contains(last.mapTo(scroll.viewport(), QPoint(0, 5))), timeout=500)


@pytest.mark.parametrize("points", [10.0, 20.0])
@pytest.mark.parametrize("keys", [CHAPTERS, ("linear_causal", "state_space", "performer")])
def test_everything_has_its_place_at_any_size(panel: KindsPanel, points: float, keys: tuple[str, ...]) -> None:
    font = panel.font()
    font.setPointSizeF(points)
    panel.setFont(font)
    show(panel, keys)
    panel.show_costs(samples(keys))
    em = panel.em()
    assert panel.minimumWidth() <= 18.5 * em
    if len(keys) == 3:
        panel.show_progress(3, 21)
    for width in (panel.minimumWidth(), 24 * em, 50 * em):
        panel.resize(width, 700)
        for _ in range(3):
            QApplication.processEvents()
        assert wrong_places(panel) == []
