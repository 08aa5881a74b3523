"""CurveLegend: both curves are named in their colours; where there is no room for both, one stands below the other."""

from __future__ import annotations

from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.curve_legend import CurveLegend


def test_both_curves_show_in_their_colours(qtbot: QtBot) -> None:
    legend = CurveLegend()
    qtbot.addWidget(legend)
    legend.resize(400, legend.heightForWidth(400))
    picture = legend.grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}
    assert {QColor(theme.current().moved).name(), QColor(theme.current().accent).name()} <= colours


def test_a_narrow_legend_has_two_rows(qtbot: QtBot) -> None:
    legend = CurveLegend()
    qtbot.addWidget(legend)
    assert legend.heightForWidth(120) > 1.6 * legend.heightForWidth(400)


def test_its_size_follows_the_text(qtbot: QtBot) -> None:
    legend = CurveLegend()
    qtbot.addWidget(legend)
    before = legend.heightForWidth(2000)
    font = legend.font()
    font.setPointSizeF(2 * font.pointSizeF())
    legend.setFont(font)
    assert legend.heightForWidth(2000) > 1.6 * before
