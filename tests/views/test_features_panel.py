"""The panel “Performer”: the number of features, two maps with one pointer, the error curve and what is said of it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

import numpy as np
import pytest
from geometry import wrong_places
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QScrollArea, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from attnviz.core import Head, masks, tokens
from attnviz.experiments.features import COUNTS, FeatureCurve, FeatureError, FeaturesReport, report
from attnviz.state.scene import Scene
from attnviz.views import theme
from attnviz.views.features_axes import FeaturesAxes
from attnviz.views.features_panel import FeaturesPanel
from attnviz.views.features_plot import FeaturesPlot
from attnviz.views.mini_map import MiniMap
from attnviz.views.verdict_card import VerdictCard

W = TypeVar("W", bound=QWidget)
CAT = ("The", "cat", "sat", "on", "the", "mat")


@lru_cache
def told(features: int = 64, d: int = 64, words: tuple[str, ...] = CAT) -> FeaturesReport:
    return report(Head.random(d, d), tokens.embed(words, d), masks.causal(len(words)), True, features)


def falling(exponent: float, length: float = 3.0) -> FeatureCurve:
    points = tuple(FeatureError(count, count**exponent, 0.5 * count**exponent) for count in COUNTS)
    return FeatureCurve(length, points, exponent)


@pytest.fixture
def panel(qtbot: QtBot) -> FeaturesPanel:
    made = FeaturesPanel()
    qtbot.addWidget(made)
    made.resize(370, 900)
    made.show_report(Scene(), CAT, told())
    made.show()
    return made


def part(panel: QWidget, kind: type[W], name: str) -> W:
    found = panel.findChild(kind, name)
    assert found is not None
    return found


def words(panel: FeaturesPanel, name: str) -> str:
    return part(panel, QLabel, name).text().replace("\xa0", " ").replace("\u2068", "").replace("\u2069", "")


def test_the_box_shows_the_scenes_features_and_says_others(panel: FeaturesPanel) -> None:
    heard: list[int] = []
    panel.features_chosen.connect(heard.append)
    box = part(panel, QSpinBox, "features_box")
    assert (box.value(), box.minimum(), box.maximum()) == (64, 1, 4096)
    QTest.keyClick(box, Qt.Key.Key_Up)
    box.selectAll()
    QTest.keyClicks(box, "300")
    assert heard == [65]  # a number counts once it is whole
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert heard == [65, 300]
    panel.show_report(replace(Scene(), features=7), CAT, told())
    assert box.value() == 7
    assert heard == [65, 300]


def test_buttons_halve_and_double(panel: FeaturesPanel) -> None:
    heard: list[int] = []
    panel.features_chosen.connect(heard.append)
    half, twice = (part(panel, QAbstractButton, f"features_{name}_button") for name in ("half", "twice"))
    twice.click()
    QTest.keyClick(half, Qt.Key.Key_Space)
    half.click()
    assert heard == [128, 64, 32]
    panel.show_report(replace(Scene(), features=1), CAT, told())
    assert not half.isEnabled()
    panel.show_report(replace(Scene(), features=3000), CAT, told())
    assert half.isEnabled()
    twice.click()
    assert heard[-1] == 4096
    assert not twice.isEnabled()


def test_one_pointer_for_both_maps_and_both_numbers(panel: FeaturesPanel) -> None:
    exact, estimate = (part(panel, MiniMap, f"features_{name}_map") for name in ("exact", "estimate"))
    QTest.mouseMove(estimate, estimate.cell_rect(2, 0).center().toPoint())
    assert exact.lit == estimate.lit == ((slice(2, 3), slice(None)), (slice(None), slice(0, 1)))
    found = told()
    wanted = f"exactly {100 * found.exact[2, 0]:.1f} %, estimated {100 * found.estimate[2, 0]:.1f} %"
    assert words(panel, "features_readout") == f"“sat” looks at “The”: {wanted}"
    QTest.mouseMove(estimate, estimate.cell_rect(0, 3).center().toPoint())
    assert words(panel, "features_readout") == "“The” may not look at “on”."
    QTest.keyClick(estimate, Qt.Key.Key_Escape)
    assert exact.lit == estimate.lit == ()
    assert "Point at a cell" in words(panel, "features_readout")


def test_the_pointer_stays_while_there_is_such_a_cell(panel: FeaturesPanel) -> None:
    exact = part(panel, MiniMap, "features_exact_map")
    exact.setFocus()
    QTest.keyClick(exact, Qt.Key.Key_Down)
    QTest.keyClick(exact, Qt.Key.Key_Down)
    before = words(panel, "features_readout")
    assert before.startswith("“cat” looks at “The”")
    panel.show_report(replace(Scene(), features=128), CAT, told(128))
    assert words(panel, "features_readout").startswith("“cat” looks at “The”")
    assert words(panel, "features_readout") != before
    panel.show_report(Scene(), CAT[:3], told(words=CAT[:3]))
    assert "Point at a cell" in words(panel, "features_readout")


def test_the_maps_hold_the_reports_weights(panel: FeaturesPanel) -> None:
    hand = replace(told(), exact=np.eye(6, dtype=np.float32), estimate=np.zeros((6, 6), np.float32))
    panel.show_report(Scene(), CAT, hand)
    shades = []
    for name in ("exact", "estimate"):
        shown = part(panel, MiniMap, f"features_{name}_map")
        picture = shown.grab().toImage()
        middle = (shown.cell_rect(1, 1).center() * picture.devicePixelRatio()).toPoint()
        shades.append(picture.pixelColor(middle).lightness())
    assert shades[0] < shades[1] - 50


@pytest.mark.parametrize(
    ("exponent", "headline", "kind"),
    [
        (-0.5, "4 times the features, half the error.", "good"),
        (-0.06, "4 times the features leave 92 % of the error.", "neutral"),
        (-0.7, "4 times the features leave 38 % of the error.", "neutral"),
    ],
)
def test_the_headline_is_computed_from_the_fit(panel: FeaturesPanel, exponent: float, headline: str, kind: str) -> None:
    panel.show_report(Scene(), CAT, replace(told(), own=falling(exponent), short=falling(-0.5, 0.5)))
    assert words(panel, "features_verdict").startswith(headline)
    assert part(panel, VerdictCard, "features_verdict").kind() == kind
    assert "Here: 3. Shortened to 0.5, 4 times the features leave 50 %" in words(panel, "features_verdict")
    assert f"Fitted exponents: {exponent:.2f}; shortened, -0.50.".replace("-", "−") in words(
        panel, "features_plot_words"
    )


def test_short_vectors_have_one_curve_only(panel: FeaturesPanel) -> None:
    alone = replace(told(), own=falling(-0.5, 0.4), short=falling(-0.5, 0.4))
    panel.show_report(Scene(), CAT, alone)
    assert "made 0.5 long" not in words(panel, "features_verdict")
    assert "Fitted exponent: −0.50." in words(panel, "features_plot_words")
    moved = QColor(theme.current().moved)
    assert moved.rgb() not in colours(part(panel, FeaturesPlot, "features_plot"))
    panel.show_report(Scene(), CAT, told())
    assert moved.rgb() in colours(part(panel, FeaturesPlot, "features_plot"))


def colours(widget: QWidget) -> set[int]:
    picture = widget.grab().toImage()
    return {picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height())}


def test_the_error_now_is_told(panel: FeaturesPanel) -> None:
    found = told()
    wanted = f"off by {100 * found.root_mean_square:.1f} percentage points, the worst by {100 * found.largest:.1f}."
    assert f"With 64 random features a weight is {wanted}" in words(panel, "features_verdict")


def test_the_plot_falls_from_left_to_right_and_up_is_more(panel: FeaturesPanel) -> None:
    panel.show_report(Scene(), CAT, replace(told(), own=falling(-0.5), short=falling(-0.5, 0.4)))
    plot = part(panel, FeaturesPlot, "features_plot")
    places = [plot.position_of(place) for place in range(len(COUNTS))]
    steps = [(after.x() - before.x(), after.y() - before.y()) for before, after in pairwise(places)]
    assert np.allclose(steps, steps[0], atol=1e-6)  # log-log: a power law is a straight line
    assert steps[0][0] > 0
    assert steps[0][1] > 0
    accent = QColor(theme.current().accent).rgb()
    picture = plot.grab().toImage()
    assert all(picture.pixel((at * picture.devicePixelRatio()).toPoint()) == accent for at in places)


@pytest.mark.parametrize("features", [4, 64, 1024])
def test_the_chosen_number_is_marked(panel: FeaturesPanel, features: int) -> None:
    panel.show_report(replace(Scene(), features=features), CAT, replace(told(), features=features))
    plot = part(panel, FeaturesPlot, "features_plot")
    picture, text = plot.grab().toImage(), QColor(theme.current().text).rgb()
    x = plot.position_of(COUNTS.index(features)).x()
    near = [round(x) - 1, round(x), round(x) + 1]
    upright = max(sum(_alike(picture.pixel(at, y), text) for y in range(picture.height())) for at in near)
    assert upright > plot.height() / 4


def _alike(one: int, other: int) -> bool:
    return abs(QColor(one).lightness() - QColor(other).lightness()) < 60


def test_a_number_beyond_the_curve_has_room(panel: FeaturesPanel) -> None:
    panel.show_report(replace(Scene(), features=4096), CAT, replace(told(), features=4096))
    plot = part(panel, FeaturesPlot, "features_plot")
    assert plot.position_of(len(COUNTS) - 1).x() < 0.9 * plot.width()


def test_pointing_reads_the_curves_and_a_click_takes_the_number(panel: FeaturesPanel) -> None:
    plot = part(panel, FeaturesPlot, "features_plot")
    heard: list[int] = []
    panel.features_chosen.connect(heard.append)
    at = plot.position_of(6).toPoint()
    QTest.mouseMove(plot, at)
    own, short = (curve.points[6].root_mean_square for curve in (told().own, told().short))
    wanted = f"256 features: off by {100 * own:.1f} %; shortened, {100 * short:.2g} %."
    assert words(panel, "features_plot_readout") == wanted
    QTest.mouseClick(plot, Qt.MouseButton.LeftButton, pos=at)
    assert heard == [256]
    QTest.mouseMove(plot, QPoint(at.x(), 2))
    assert "Point at the curves" in words(panel, "features_plot_readout")


def test_keys_read_the_curves_and_enter_takes_the_number(panel: FeaturesPanel) -> None:
    plot = part(panel, FeaturesPlot, "features_plot")
    heard: list[int] = []
    panel.features_chosen.connect(heard.append)
    QTest.keyClick(plot, Qt.Key.Key_Return)  # nothing is pointed at yet
    QTest.keyClick(plot, Qt.Key.Key_Right)
    assert plot.pointed() == COUNTS.index(64)
    QTest.keyClick(plot, Qt.Key.Key_Right)
    QTest.keyClick(plot, Qt.Key.Key_Return)
    QTest.keyClick(plot, Qt.Key.Key_End)
    QTest.keyClick(plot, Qt.Key.Key_Space)
    QTest.keyClick(plot, Qt.Key.Key_Escape)
    assert heard == [128, 1024]
    assert plot.pointed() == -1


def test_nothing_to_estimate_is_told(panel: FeaturesPanel) -> None:
    panel.show_report(Scene(), CAT[:1], told(words=CAT[:1]))
    assert words(panel, "features_verdict").startswith("Nothing to estimate here.")
    assert not part(panel, QWidget, "features_plot").isVisible()
    panel.show_report(Scene(), (), None)
    assert words(panel, "features_verdict") == "Type a sentence first."
    assert not part(panel, QWidget, "features_maps").isVisible()
    panel.show_report(Scene(), CAT, told())
    assert part(panel, QWidget, "features_plot").isVisible()


def test_nothing_is_said_before_anything_is_known(qtbot: QtBot) -> None:
    made = FeaturesPanel()
    qtbot.addWidget(made)
    made.show()
    assert not part(made, QWidget, "features_verdict").isVisible()
    made.show_report(Scene(), (), None)
    assert part(made, QWidget, "features_verdict").isVisible()


def test_a_shortened_text_is_told(panel: FeaturesPanel) -> None:
    note = part(panel, QLabel, "features_note")
    assert not note.isVisible()
    panel.show_report(Scene(), CAT, replace(told(), shortened=True))
    assert note.isVisible()
    assert note.text() == "Measured on the first 6 tokens of your text."


def test_showing_says_nothing_and_the_colour_map_is_followed(panel: FeaturesPanel) -> None:
    heard: list[int] = []
    panel.features_chosen.connect(heard.append)
    shown = part(panel, MiniMap, "features_estimate_map")
    before = shown.grab().toImage()
    panel.show_colormap("Grey")
    assert shown.grab().toImage() != before
    panel.show_report(replace(Scene(), features=128), CAT, told(128))
    assert heard == []


def test_tab_reaches_everything(panel: FeaturesPanel) -> None:
    panel.activateWindow()
    part(panel, QWidget, "features_half_button").setFocus()
    reached = []
    for _ in range(6):
        focused = panel.focusWidget()
        assert focused is not None
        assert focused.accessibleName()
        reached.append(focused.objectName())
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    names = ["half_button", "box", "twice_button", "exact_map", "estimate_map", "plot"]
    assert reached == [f"features_{name}" for name in names]


@pytest.mark.parametrize("factor", [1.0, 2.0])
@pytest.mark.parametrize("em", [17, 24])
def test_a_low_panel_scrolls_and_nothing_overlaps(panel: FeaturesPanel, factor: float, em: int) -> None:
    font = panel.font()
    font.setPointSizeF(10.0 * factor)
    panel.setFont(font)
    panel.resize(max(panel.minimumWidth(), round(em * 13.4 * factor)), 300)
    QTest.qWait(20)
    assert part(panel, QScrollArea, "features_panel_scroll").horizontalScrollBar().maximum() == 0
    assert list(wrong_places(panel)) == []


def test_axes_name_powers_of_ten_and_two(qtbot: QtBot) -> None:
    axes = FeaturesAxes(QRectF(0, 0, 300, 200), QFont(), (0.3, 0.0012, 0.0), (4, 1024))
    tops = [axes.at(4, error).y() for error in (1.0, 0.1, 0.01, 0.001)]
    assert np.allclose(np.diff(tops), (axes.box.height()) / 3)
    assert axes.at(4, 0.0).y() == axes.box.bottom()
    assert axes.box.left() <= axes.across(4) < axes.across(1024) <= axes.box.right()
