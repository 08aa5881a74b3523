"""CurvePlot: the curves have the theme's colours, follow text size and theme, and can be read by key and mouse."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.curve_plot import CurveFigures, CurvePlot

FIGURES = CurveFigures(
    widths=(2, 4, 8, 16, 32, 64, 128, 256, 512),
    plain=(0.2, 0.3, 0.4, 0.5, 0.8, 0.95, 1.0, 1.0, 1.0),
    divided=(0.2, 0.2, 0.2, 0.25, 0.35, 0.45, 0.7, 0.8, 0.95),
    level=0.167,
    level_words="all alike: 0.167",
    top=1.0,
    ticks=((0.0, "0"), (0.5, "0.5"), (1.0, "1")),
)


@pytest.fixture
def plot(qtbot: QtBot) -> CurvePlot:
    made = CurvePlot()
    qtbot.addWidget(made)
    made.resize(360, 260)
    made.show_current(64)
    made.show_figures(FIGURES)
    made.show()
    return made


def pixels(plot: CurvePlot, colour: str) -> int:
    """Count the pixels of exactly this colour."""
    picture, wanted = plot.grab().toImage().convertToFormat(QImage.Format.Format_RGB32), QColor(colour).rgb()
    return sum(picture.pixel(x, y) == wanted for x in range(picture.width()) for y in range(picture.height()))


def test_pyqtgraph_is_not_imported_for_an_empty_plot() -> None:
    words = "import sys, attnviz.views.scaling_panel; sys.exit('pyqtgraph' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", words], timeout=60).returncode == 0


def test_both_curves_show_in_their_colours(plot: CurvePlot) -> None:
    look = theme.current()
    assert pixels(plot, look.moved) > 100
    assert pixels(plot, look.accent) > 100


def test_the_colours_follow_the_theme(plot: CurvePlot, qapp: QApplication) -> None:
    before = qapp.palette()
    qapp.setPalette(theme.palette(theme.DARK))
    try:
        qapp.processEvents()
        assert pixels(plot, theme.DARK.moved) > 50
        assert pixels(plot, theme.LIGHT.moved) == 0
        assert plot.grab().toImage().pixelColor(200, 150) != QColor("#ffffff")
    finally:
        qapp.setPalette(before)


def test_pyqtgraphs_own_menu_is_gone(plot: CurvePlot) -> None:
    assert plot._canvas is not None
    scene = plot._canvas.widget.scene()
    assert scene.contextMenu == []
    assert scene.findChildren(QAction) == []
    assert plot.findChildren(QAction) == []


def test_every_shown_width_has_a_label_and_larger_text_has_fewer(plot: CurvePlot) -> None:
    def labels() -> list[str]:
        assert plot._canvas is not None
        ticks, _ = plot._canvas._axes["bottom"]._tickLevels
        return [words for _, words in ticks]

    assert labels() == ["2", "4", "8", "16", "32", "64", "128", "256", "512"]
    font = plot.font()
    font.setPointSizeF(2 * font.pointSizeF())
    plot.setFont(font)
    assert labels() == ["2", "", "8", "", "32", "", "128", "", "512"]
    assert plot._canvas is not None
    assert plot._canvas._axes["left"].style["tickFont"].pointSizeF() == pytest.approx(0.9 * font.pointSizeF())


def test_pointing_reads_the_nearest_width_once(plot: CurvePlot) -> None:
    heard: list[int] = []
    plot.width_pointed.connect(heard.append)
    for place in (5, 8, 0):
        spot = plot.position_of(place).toPoint()
        QTest.mouseMove(plot, spot)
        QTest.mouseMove(plot, spot + QPoint(3, 10))
    assert heard == [5, 8, 0]
    QTest.mouseMove(plot, QPoint(20, 3))  # the legend
    assert heard == [5, 8, 0, -1]


def test_the_pointed_width_is_marked(plot: CurvePlot) -> None:
    before = plot.grab().toImage()
    QTest.mouseMove(plot, plot.position_of(2).toPoint())
    assert plot.grab().toImage() != before


def test_keys_read_the_curves(plot: CurvePlot) -> None:
    heard: list[int] = []
    plot.width_pointed.connect(heard.append)
    key = Qt.Key
    for pressed in (
        key.Key_Right,
        key.Key_Right,
        key.Key_Left,
        key.Key_Home,
        key.Key_Left,
        key.Key_End,
        key.Key_Escape,
    ):
        QTest.keyClick(plot, pressed)
    assert heard == [5, 6, 5, 0, 8, -1]  # the first press reads the window's own width


def test_showing_is_silent_and_the_mouse_moves_nothing(plot: CurvePlot) -> None:
    heard: list[int] = []
    plot.width_pointed.connect(heard.append)
    plot.show_figures(FIGURES)
    plot.show_current(8)
    assert plot._canvas is not None
    ranges = plot._canvas._box.viewRect()
    QTest.mousePress(plot, Qt.MouseButton.LeftButton, pos=QPoint(150, 150))
    QTest.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=QPoint(220, 100))
    assert plot._canvas._box.viewRect() == ranges
    assert heard == []


@pytest.mark.parametrize("width", [1, 5, 512])
def test_any_width_of_the_window_is_inside_the_plot(plot: CurvePlot, width: int) -> None:
    plot.show_current(width)
    plot.grab()  # pyqtgraph places words when it paints
    assert plot._canvas is not None
    low, high = plot._canvas._box.viewRange()[0]
    assert low < plot._canvas._here.value() < high
    box = plot._canvas._here_words.mapRectToScene(plot._canvas._here_words.boundingRect())
    assert plot._canvas.widget.rect().toRectF().contains(box)
