"""What panels copy as numbers: all they show, exact, and only while the keys are in the panel."""

from __future__ import annotations

import csv
import io
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QSpinBox, QWidget

from attnviz.state import layers_report
from attnviz.state.lines_report import LinesReport
from attnviz.state.next_report import Candidate, NextReport
from attnviz.state.scene import Scene
from attnviz.views.layers_panel import LayersPanel
from attnviz.views.lines_panel import LinesPanel
from attnviz.views.next_panel import NextPanel

ROWS = ("a", "b\tc", "a")
WEIGHTS = np.tril(np.random.default_rng(3).dirichlet(np.ones(3), (2, 2, 3)).astype(np.float32))
CANDIDATES = (Candidate(12, "␣Paris", "20 50", 0.1 + 0.2, 0.9), Candidate(7, '"', "22", 1e-9, 0.0))
NEXT = NextReport(True, CANDIDATES, 0.7, 1, 0.3, 1.75, 49152, 1.0, 1, 1.0)


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text), delimiter="\t"))


@pytest.fixture
def next_panel(qtbot: Any) -> NextPanel:
    return made(qtbot, NextPanel(), Scene("a"), NEXT)


@pytest.fixture
def lines_panel(qtbot: Any) -> LinesPanel:
    report = LinesReport((WEIGHTS[1, 0], WEIGHTS[1, 1]), (0, 3), 4, 1, ROWS, ROWS, None)
    return made(qtbot, LinesPanel(), Scene("a", heads=4, kv_heads=4), report)


@pytest.fixture
def layers_panel(qtbot: Any) -> LayersPanel:
    report = layers_report.report(tuple(WEIGHTS), ROWS, ROWS, [1, 2, 1], (0, 1), "first_token")
    return made(qtbot, LayersPanel(), Scene("a", heads_order="first_token"), report)


def made(qtbot: Any, panel: Any, scene: Scene, report: object) -> Any:
    qtbot.addWidget(panel)
    panel.resize(400, 600)
    panel.show()
    panel.show_report(scene, ROWS, report)
    QApplication.clipboard().clear()
    return panel


def ask_for_menu(panel: QWidget) -> None:
    middle = panel.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, middle, panel.mapToGlobal(middle))
    QApplication.sendEvent(panel, event)


def test_candidates_are_copied_with_every_digit(next_panel: NextPanel) -> None:
    head, *rows = read(next_panel.numbers())
    assert head == ["token", "number", "bytes", "probability", "share among those kept"]
    assert [row[:3] for row in rows] == [["␣Paris", "12", "20 50"], ['"', "7", "22"], ["all others", "", ""]]
    assert [float(row[3]) for row in rows] == [0.1 + 0.2, 1e-9, 0.7]


def test_the_lines_that_are_drawn_are_copied(lines_panel: LinesPanel) -> None:
    head, *rows = read(lines_panel.numbers())
    assert head == ["head", "row", "looks", "column", "is looked at", "weight"]
    wanted = [
        (number, row + 1, ROWS[row], column + 1, ROWS[column], WEIGHTS[1, head, row, column])
        for head, number in ((0, 1), (1, 4)) for row in range(3) for column in range(3)
        if WEIGHTS[1, head, row, column] >= 0.01
    ]  # fmt: skip
    found = [(int(h), int(r), looks, int(c), seen, np.float32(weight)) for h, r, looks, c, seen, weight in rows]
    assert found == wanted


def test_every_heads_scores_are_copied_in_the_order_of_the_maps(layers_panel: LayersPanel) -> None:
    head, *rows = read(layers_panel.numbers())
    assert head[:2] == ["layer", "head"]
    assert set(head[2:]) == {"previous token", "same token", "first token", "induction", "duplicate token"}
    report = layers_panel._report
    assert report is not None
    assert [(int(row[0]) - 1, int(row[1]) - 1) for row in rows] == list(report.order)
    scores = [float(row[head.index("first token")]) for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == report.score(report.order[0], "first_token")


@pytest.mark.parametrize(
    ("panel", "name"), [("next_panel", "next_list"), ("lines_panel", "lines_view"), ("layers_panel", "layers_grid")]
)
def test_ctrl_c_copies_while_the_keys_are_in_the_panel(panel: str, name: str, request: Any) -> None:
    made = request.getfixturevalue(panel)
    QTest.keyClick(made.findChild(QWidget, name), Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == made.numbers() != ""


def test_a_field_in_the_panel_copies_its_own(next_panel: NextPanel) -> None:
    box = next_panel.findChild(QSpinBox, "top_k_box")
    box.selectAll()
    QTest.keyClick(box, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "all"


@pytest.mark.parametrize("panel", [NextPanel, LinesPanel, LayersPanel])
def test_nothing_shown_nothing_copied(qtbot: Any, panel: type[Any]) -> None:
    empty = made(qtbot, panel(), Scene(""), None)
    QTest.keyClick(empty, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == ""
    assert empty.numbers() == ""
    ask_for_menu(empty)
    assert empty.findChild(QMenu, f"{empty.objectName()}_menu") is None


def test_an_encoder_has_no_candidates_to_copy(qtbot: Any) -> None:
    panel = made(qtbot, NextPanel(), Scene("a"), NextReport(False, (), 0.0, 0, 0.0, 0.0, 9, 1.0, 0, 1.0))
    assert not panel.has_numbers()


def test_the_menu_copies_too(lines_panel: LinesPanel, qtbot: Any) -> None:
    ask_for_menu(lines_panel)
    menu = lines_panel.findChild(QMenu, "lines_panel_menu")
    (action,) = menu.actions()
    action.trigger()
    menu.close()
    assert QApplication.clipboard().text() == lines_panel.numbers()
