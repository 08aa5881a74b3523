"""KindsTable: every answer with its evidence, for the eye, the keys and a screen reader; as a table and as lists."""

from __future__ import annotations

import pytest
from kinds_made import CHAPTERS, report, samples
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.kinds_answers import Found
from attnviz.views.kinds_cell import KindsCell
from attnviz.views.kinds_found import found
from attnviz.views.kinds_table import KindsTable

KEYS = Qt.Key


@pytest.fixture
def table(qtbot: QtBot) -> KindsTable:
    made = KindsTable()
    qtbot.addWidget(made)
    made.show_rows(found(report(), ()))
    made.resize(360, 900)
    made.show()
    return made


def where(table: KindsTable) -> tuple[int, int]:
    """Return the cell that has the keys."""
    focused = QApplication.focusWidget()
    return next((row, column) for row in range(4) for column in range(4) if table.cell(row, column) is focused)


def test_every_cell_says_what_was_found_and_how(table: KindsTable) -> None:
    assert [row[0] for row in table.cells()] == ["kind", "Full attention", "Causal attention", "Sliding window", "GRU"]
    cell = table.cell(1, 0)
    assert cell.found().words == "itself and the past"
    assert cell.toolTip() == "Found by changing each of 6 tokens: row 3 changed for tokens 1–3."
    assert cell.accessibleDescription() == cell.toolTip()
    assert cell.accessibleName() == "Causal attention, sees: itself and the past, as the chapter says"
    assert all(table.cell(row, column).toolTip() for row in range(4) for column in range(4))


def test_a_mark_says_whether_the_chapter_agrees(qtbot: QtBot) -> None:
    cell = KindsCell("cell")
    qtbot.addWidget(cell)
    cell.resize(200, 60)
    look = theme.current()

    def has(colour: str, found: Found) -> bool:
        cell.show_found(found, "GRU, sees")
        picture = cell.grab().toImage()
        gutter = range(round(1.1 * cell.fontMetrics().height()))
        return any(picture.pixelColor(x, y) == QColor(colour) for x in gutter for y in range(picture.height()))

    assert has(look.good, Found("no", verdict="agrees"))
    assert has(look.moved, Found("yes", verdict="differs", chapter="the chapter: no"))
    assert cell.accessibleName() == "GRU, sees: yes, the chapter: no"
    assert not has(look.good, Found("no"))
    assert not has(look.moved, Found("no"))


def test_pointing_and_keys_tell_the_evidence(table: KindsTable) -> None:
    heard: list[str] = []
    table.evidence_told.connect(heard.append)
    QTest.mouseMove(table.cell(0, 1), QPoint(5, 5))
    QApplication.processEvents()
    assert heard[-1] == table.cell(0, 1).found().evidence
    table.cell(2, 3).setFocus()
    assert heard[-1] == table.cell(2, 3).found().evidence
    table.cell(2, 3).clearFocus()
    assert heard[-1] == ""


def test_tab_comes_to_one_cell_and_arrows_walk_through_the_lists(table: KindsTable) -> None:
    stops = [cell for cell in table.findChildren(KindsCell) if cell.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert stops == [table.cell(0, 0)]
    reached: list[QRect] = []
    table.place_reached.connect(reached.append)
    table.cell(0, 0).setFocus(Qt.FocusReason.TabFocusReason)
    places = []
    for key in (KEYS.Key_Up, KEYS.Key_Down, KEYS.Key_Right, KEYS.Key_End, KEYS.Key_Down, KEYS.Key_Left, KEYS.Key_Home):
        QTest.keyClick(QApplication.focusWidget(), key)
        places.append(where(table))
    assert places == [(0, 0), (0, 1), (1, 1), (3, 3), (3, 3), (2, 3), (0, 0)]
    assert len(reached) == 7
    stops = [cell for cell in table.findChildren(KindsCell) if cell.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert stops == [table.cell(0, 0)]


def test_arrows_walk_as_the_cells_stand_in_a_wide_table(table: KindsTable) -> None:
    table.resize(60 * table.fontMetrics().height(), 600)
    table.cell(0, 0).setFocus()
    places = []
    for key in (KEYS.Key_Right, KEYS.Key_Down, KEYS.Key_Left, KEYS.Key_Left, KEYS.Key_Up):
        QTest.keyClick(QApplication.focusWidget(), key)
        places.append(where(table))
    assert places == [(0, 1), (1, 1), (1, 0), (1, 0), (0, 0)]


def test_the_table_can_be_copied_as_text(table: KindsTable) -> None:
    lines = [line.split("\t") for line in table.text().splitlines()]
    assert {len(line) for line in lines} == {5}
    assert lines[0] == ["kind", "sees", "knows order?", "cost", "keeps the past fixed?"]
    assert lines[4][:3] == ["GRU", "through the previous state, as the chapter says", "yes, as the chapter says"]
    assert "count: n^1.00, time not measured yet" in lines[4][3]


def test_fewer_kinds_leave_none_behind_and_more_come_back(table: KindsTable) -> None:
    table.show_rows(found(report(("full", "lstm")), ()))
    QApplication.processEvents()
    assert [row[0] for row in table.cells()] == ["kind", "Full attention", "LSTM"]
    assert not table.cell(2, 0).isVisible()
    high = table.sizeHint().height()
    table.show_rows(found(report(), samples()))
    QApplication.processEvents()
    assert table.cell(3, 3).isVisible()
    assert table.sizeHint().height() > 1.6 * high
    assert table.cell(0, 2).found().details[1] == "time: n^2.00"


@pytest.mark.parametrize("factor", [1.0, 2.0])
@pytest.mark.parametrize("wide", [False, True])
def test_nothing_overlaps_or_is_cut_off(table: KindsTable, factor: float, wide: bool) -> None:
    font = table.font()
    font.setPointSizeF(10.0 * factor)
    table.setFont(font)
    table.show_rows(found(report(("state_space", *CHAPTERS[:3])), samples()))
    em = table.fontMetrics().height()
    width = (50 if wide else 14) * em
    table.resize(width, table.heightForWidth(width))
    QApplication.processEvents()
    parts = [part for part in table.findChildren(QWidget) if part.isVisible()]
    for place, part in enumerate(parts):
        assert table.rect().contains(part.geometry())
        assert part.height() >= part.heightForWidth(part.width())
        assert not any(part.geometry().intersects(other.geometry()) for other in parts[place + 1 :])
    tops = {table.cell(0, column).y() for column in range(4)}
    assert len(tops) == (1 if wide else 4)
