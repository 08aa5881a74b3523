"""CostPlot: a line for each kind in its own colour, the powers in the legend, and values read by key and mouse."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from kinds_made import CHAPTERS, report, samples
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnviz.views import kinds_costs, theme
from attnviz.views.cost_legend import LOOKS, CostLegend
from attnviz.views.cost_plot import CostFigures, CostPlot
from attnviz.views.cost_words import QUANTITIES, Quantity, amount, decade, decades, power


@pytest.fixture
def plot(qtbot: QtBot) -> CostPlot:
    made = CostPlot()
    qtbot.addWidget(made)
    made.resize(380, 320)
    made.show_figures(figures("seconds"))
    made.show()
    return made


def figures(quantity: Quantity, longest: int = 4096) -> CostFigures:
    return kinds_costs.figures(report(), samples(longest=longest), quantity)


def pixels(plot: CostPlot, colour: str) -> int:
    """Count the pixels of exactly this colour in the plot, without the legend."""
    picture, wanted = plot.grab().toImage().convertToFormat(QImage.Format.Format_RGB32), QColor(colour).rgb()
    top = legend(plot).geometry().bottom()
    return sum(picture.pixel(x, y) == wanted for x in range(picture.width()) for y in range(top, picture.height()))


def legend(plot: CostPlot) -> CostLegend:
    found = plot.findChild(CostLegend)
    assert found is not None
    return found


def ticks(plot: CostPlot, side: str) -> list[str]:
    assert plot._canvas is not None
    made, _ = plot._canvas._axes[side]._tickLevels
    return [words.replace("\xa0", " ") for _, words in made]


def test_pyqtgraph_is_not_imported_for_an_empty_plot() -> None:
    words = "import sys, attnviz.views.kinds_panel; sys.exit('pyqtgraph' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", words], timeout=60).returncode == 0


def test_every_kind_has_a_line_in_its_own_colour(plot: CostPlot) -> None:
    look = theme.current()
    assert len({(at.colour, at.mark, at.dash) for at in LOOKS}) == len({at.mark for at in LOOKS}) == 4
    assert all(pixels(plot, at.of(look).name()) > 60 for at in LOOKS)
    plot.show_figures(CostFigures("seconds", figures("seconds").lengths, figures("seconds").lines[:1]))
    assert pixels(plot, LOOKS[0].of(look).name()) > 60
    assert pixels(plot, LOOKS[1].of(look).name()) == 0


def test_lines_are_straight_where_the_cost_is_a_power(plot: CostPlot) -> None:
    assert plot._canvas is not None
    for item, slope in zip(plot._canvas._lines, (2.0, 2.0, 1.0, 1.0), strict=True):
        x, y = item.getData()
        assert list(x) == [6, 7, 8, 9, 10, 11, 12]
        steps = np.diff(y)[2:] / np.log10(2)  # from 256 tokens on
        assert steps == pytest.approx([slope] * len(steps), abs=0.02)


def test_the_legend_names_each_kind_with_its_power(plot: CostPlot) -> None:
    assert [words for _, words in legend(plot).entries()] == [
        "Full attention  n^2.00",
        "Causal attention  n^2.00",
        "Sliding window  n^1.00",
        "GRU  n^1.00",
    ]
    plot.show_figures(figures("seconds", longest=256))
    assert next(words for _, words in legend(plot).entries()) == "Full attention"
    assert legend(plot).heightForWidth(150) > 1.8 * legend(plot).heightForWidth(2000)


def test_a_kind_without_a_time_has_no_line_and_all_have_counts() -> None:
    only = kinds_costs.figures(report(), samples(("gru",)), "seconds")
    assert [(line.look, line.name) for line in only.lines] == [(3, "GRU")]
    for quantity in ("multiply_adds", "bytes"):
        counts = kinds_costs.figures(report(), (), quantity)
        assert [line.lengths for line in counts.lines] == [counts.lengths] * 4
    held = {line.name: line.exponent for line in kinds_costs.figures(report(), (), "bytes").lines}
    assert held["Full attention"] == pytest.approx(2)
    assert held["GRU"] == pytest.approx(0)


def test_times_of_kinds_that_are_built_otherwise_are_left_out() -> None:
    assert kinds_costs.current(report(), samples()) == samples()
    assert kinds_costs.current(report(("full", "lstm")), samples()) == samples(("full",))
    assert kinds_costs.current(report(), samples(d=8)) == ()


def test_the_axes_name_lengths_and_powers_of_ten(plot: CostPlot) -> None:
    assert ticks(plot, "bottom") == ["64", "128", "256", "512", "1024", "2048", "4096"]
    assert {"1 ms", "100 ms"} & set(ticks(plot, "left"))
    plot.show_figures(figures("multiply_adds"))
    assert "10⁶" in ticks(plot, "left")
    plot.show_figures(figures("bytes"))
    assert "1 MB" in ticks(plot, "left")
    font = plot.font()
    font.setPointSizeF(2 * font.pointSizeF())
    plot.setFont(font)
    assert ticks(plot, "bottom") == ["64", "", "", "512", "", "", "4096"]


def test_the_colours_follow_the_theme(plot: CostPlot, qapp: QApplication) -> None:
    before = qapp.palette()
    qapp.setPalette(theme.palette(theme.DARK))
    try:
        qapp.processEvents()
        assert pixels(plot, theme.DARK.moved) > 30
        assert pixels(plot, theme.LIGHT.moved) == 0
    finally:
        qapp.setPalette(before)


def test_pyqtgraphs_own_menu_is_gone(plot: CostPlot) -> None:
    assert plot._canvas is not None
    assert plot._canvas.widget.scene().contextMenu == []
    assert plot.findChildren(QAction) == []


def test_pointing_reads_the_nearest_length_once(plot: CostPlot) -> None:
    heard: list[int] = []
    plot.length_pointed.connect(heard.append)
    plot.grab()
    for place in (3, 6, 0):
        spot = plot.position_of(place).toPoint()
        QTest.mouseMove(plot, spot)
        QTest.mouseMove(plot, spot + QPoint(2, 5))
    QTest.mouseMove(plot, QPoint(20, 3))  # the legend
    assert heard == [3, 6, 0, -1]


def test_keys_read_the_lines(plot: CostPlot) -> None:
    heard: list[int] = []
    plot.length_pointed.connect(heard.append)
    key = Qt.Key
    for pressed in (key.Key_Right, key.Key_Left, key.Key_Home, key.Key_Left, key.Key_End, key.Key_Escape):
        QTest.keyClick(plot, pressed)
    assert heard == [6, 5, 0, 6, -1]


def test_showing_is_silent(plot: CostPlot) -> None:
    heard: list[int] = []
    plot.length_pointed.connect(heard.append)
    plot.show_figures(figures("bytes"))
    plot.show_figures(CostFigures("seconds", figures("seconds").lengths, ()))
    assert heard == []


def test_a_reading_gives_each_kind_with_its_unit() -> None:
    words = "".join(span.text for span in kinds_costs.reading(figures("seconds"), 6)).replace("\xa0", " ")
    assert words.startswith("n = 4,096  ·  Full attention 537 ms  ·  Causal attention 269 ms  ·  Sliding window ")
    some = "".join(span.text for span in kinds_costs.reading(figures("seconds", longest=128), 6))
    assert some == "n = 4,096"
    told = kinds_costs.described(figures("seconds"))
    assert told.startswith("Full attention  n^2.00: from ")
    assert len(told.split("; ")) == len(CHAPTERS)


@pytest.mark.parametrize(
    ("quantity", "value", "words"),
    [
        ("seconds", 1.2345, "1.23 s"),
        ("seconds", 0.9999, "1 s"),
        ("seconds", 0.012, "12 ms"),
        ("seconds", 3.4e-5, "34 µs"),
        ("seconds", 2e-8, "0.02 µs"),
        ("bytes", 67_108_864, "67.1 MB"),
        ("bytes", 512, "512 bytes"),
        ("bytes", 3.2e10, "32 GB"),
        ("multiply_adds", 1.6e9, "1.6·10⁹"),
    ],
)
def test_amounts_are_written_as_a_person_does(quantity: Quantity, value: float, words: str) -> None:
    assert amount(quantity, value).replace("\xa0", " ") == words


def test_powers_and_decades() -> None:
    assert (power(1.9749), power(-1e-16), power(-0.5)) == ("n^1.97", "n^0.00", "n^−0.50")
    assert [decade(quantity, 6).replace("\xa0", " ") for quantity in QUANTITIES] == ["1·10⁶ s", "10⁶", "1 MB"]
    assert (decade("multiply_adds", -2), decade("seconds", -4).replace("\xa0", " ")) == ("10⁻²", "100 µs")
    assert (decades(0.002, 30.0), decades(10.0, 10.0)) == (range(-3, 3), range(1, 2))
