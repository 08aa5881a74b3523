"""ScalingTable: what it is given stands in its cells to three decimals."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from attnviz.experiments.scaling import RowFigures, curve
from attnviz.views.scaling_table import ScalingTable

CHAPTER = [["8", "0.347", "0.228"], ["32", "0.799", "0.343"], ["64", "0.984", "0.458"], ["256", "1.000", "0.847"]]


def test_the_chapters_eight_figures_are_shown(qtbot: QtBot) -> None:
    table = ScalingTable()
    qtbot.addWidget(table)
    table.show_rows(curve("chapter", ()).table)
    table.show()
    assert table.cells() == [["d", "not divided", "divided by √d"], *CHAPTER]
    words = [label.text() for label in table.findChildren(QLabel) if label.isVisible()]
    assert all(figure in words for row in CHAPTER for figure in row)
    assert "d = 64: 0.984 not divided, 0.458 divided" in table.accessibleDescription()


def test_rows_stand_close_and_follow_the_text_size(qtbot: QtBot) -> None:
    table = ScalingTable()
    qtbot.addWidget(table)
    table.show_rows(curve("chapter", ()).table)
    font = table.font()
    for points in (10.0, 20.0):
        font.setPointSizeF(points)
        table.setFont(font)
        line = table.fontMetrics().height()
        assert 5 * line <= table.heightForWidth(24 * line) <= 6.5 * line


def test_fewer_rows_leave_none_behind(qtbot: QtBot) -> None:
    table = ScalingTable()
    qtbot.addWidget(table)
    table.show_rows(curve("chapter", ()).table)
    table.show_rows([RowFigures(2, 0.5, 0.25, 1.0, 2.0)])
    assert table.cells()[1:] == [["2", "0.500", "0.250"]]
    assert "0.347" not in [label.text() for label in table.findChildren(QLabel)]
