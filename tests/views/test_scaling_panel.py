"""The panel “Divide by √d”, both ways: figures, verdict and readout it shows, and the source the person chooses."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from attnviz.experiments import scaling
from attnviz.experiments.scaling import RowFigures, ScalingReport
from attnviz.state.scene import Scene
from attnviz.views.curve_plot import CurvePlot
from attnviz.views.scaling_panel import ScalingPanel, _spike, _ticks
from attnviz.views.scaling_table import ScalingTable
from attnviz.views.two_way_toggle import TwoWayToggle
from attnviz.views.verdict_card import VerdictCard

W = TypeVar("W", bound=QWidget)
CAT = ("the", "cat", "sat", "on", "the", "mat")
CHAPTER, OWN = Scene(scaling_source="chapter"), Scene(scaling_source="own")


@pytest.fixture
def panel(qtbot: QtBot) -> ScalingPanel:
    made = ScalingPanel()
    qtbot.addWidget(made)
    made.resize(340, 800)
    made.show_report(CHAPTER, CAT, scaling.curve("chapter", CAT))
    made.show()
    return made


def part(panel: ScalingPanel, kind: type[W], name: str) -> W:
    found = panel.findChild(kind, name)
    assert found is not None
    return found


def words(panel: ScalingPanel, name: str) -> str:
    return part(panel, QLabel, name).text()


def report(peaks: list[tuple[float, float]]) -> ScalingReport:
    """Return a report with these strongest weights, divided and not."""
    figures = tuple(RowFigures(2**at, *pair, 1.0, 1.5) for at, pair in enumerate(peaks, start=1))
    return ScalingReport("chapter", 6, False, figures, figures)


def test_the_chapters_table_and_verdict(panel: ScalingPanel) -> None:
    assert part(panel, ScalingTable, "scaling_table").cells()[1:] == [
        ["8", "0.347", "0.228"],
        ["32", "0.799", "0.343"],
        ["64", "0.984", "0.458"],
        ["256", "1.000", "0.847"],
    ]
    verdict = words(panel, "scaling_verdict")
    assert verdict.startswith("Dividing slows the spike; it does not end it.")
    assert "from 0.18 to 1.00; with it, from 0.18 to 1.00" in verdict
    assert "d = 64: 0.98 without, 0.46 with." in verdict
    assert words(panel, "scaling_readout") == "d = 64: 0.984 not divided, 0.458 divided"
    assert "6 tokens" in words(panel, "scaling_note")


def test_a_click_says_the_source(panel: ScalingPanel) -> None:
    heard: list[str] = []
    panel.source_chosen.connect(heard.append)
    toggle = part(panel, TwoWayToggle, "scaling_source_toggle")
    QTest.mouseClick(toggle, Qt.MouseButton.LeftButton)
    QTest.keyClick(toggle, Qt.Key.Key_Left)
    assert heard == ["own", "chapter"]


def test_showing_is_silent_and_follows_the_scene(panel: ScalingPanel) -> None:
    heard: list[str] = []
    panel.source_chosen.connect(heard.append)
    before = part(panel, CurvePlot, "scaling_plot").grab().toImage()
    panel.show_report(OWN, CAT, scaling.curve("own", CAT))
    assert not part(panel, TwoWayToggle, "scaling_source_toggle").isChecked()
    assert "the" in words(panel, "scaling_note")
    assert part(panel, CurvePlot, "scaling_plot").grab().toImage() != before
    assert part(panel, ScalingTable, "scaling_table").cells()[1] == ["8", "0.347", "0.228"]
    assert heard == []


def test_another_text_moves_the_own_curve(panel: ScalingPanel) -> None:
    panel.show_report(OWN, CAT, scaling.curve("own", CAT))
    before = part(panel, CurvePlot, "scaling_plot").accessibleDescription()
    other = ("a", "dog", "ran")
    panel.show_report(OWN, other, scaling.curve("own", other))
    after = part(panel, CurvePlot, "scaling_plot").accessibleDescription()
    assert after != before
    assert "All alike would be 0.333." in after
    assert "“a”, of your 3 tokens" in words(panel, "scaling_note").replace("\u2068", "").replace("\u2069", "")


def test_a_long_text_is_cut_and_the_panel_says_so(panel: ScalingPanel) -> None:
    long = tuple(f"w{place}" for place in range(80))
    panel.show_report(OWN, long, scaling.curve("own", long))
    assert "the first 64 tokens of your text" in words(panel, "scaling_note")
    assert "left out" in words(panel, "scaling_note")


def test_entropy_is_a_second_view(panel: ScalingPanel) -> None:
    plot = part(panel, CurvePlot, "scaling_plot")
    weights = plot.grab().toImage()
    heard: list[str] = []
    panel.source_chosen.connect(heard.append)
    QTest.mouseClick(part(panel, TwoWayToggle, "scaling_view_toggle"), Qt.MouseButton.LeftButton)
    assert plot.grab().toImage() != weights
    assert "the entropy of row 0 goes from 2.58 to 0.00 bits; with it, from 2.58 to 0.00" in words(
        panel, "scaling_verdict"
    )
    assert words(panel, "scaling_readout") == "d = 64: 0.121 bits not divided, 1.936 bits divided"
    assert "All alike would be 2.585." in plot.accessibleDescription()
    assert heard == []


def test_pointing_reads_any_width_and_the_own_one_comes_back(panel: ScalingPanel) -> None:
    plot = part(panel, CurvePlot, "scaling_plot")
    QTest.mouseMove(plot, plot.position_of(2).toPoint())
    assert words(panel, "scaling_readout") == "d = 8: 0.347 not divided, 0.228 divided"
    QTest.keyClick(plot, Qt.Key.Key_Escape)
    assert words(panel, "scaling_readout").startswith("d = 64")
    panel.show_report(replace(CHAPTER, dimension=100), CAT, scaling.curve("chapter", CAT))
    assert "use ← and →" in words(panel, "scaling_readout")
    assert "The window is at d = 100." in plot.accessibleDescription()


@pytest.mark.parametrize(
    ("peaks", "headline", "kind"),
    [
        ([(0.5, 0.5), (0.5, 0.5)], "Row 0 looks at every token alike", "neutral"),
        ([(0.5, 0.4), (0.8, 0.6)], "Row 0 does not spike here", "good"),
        ([(0.5, 0.4), (0.95, 0.6)], "Dividing keeps row 0 from spiking.", "good"),
        ([(0.95, 0.4), (0.95, 0.92)], "Dividing slows the spike", "good"),
        ([(0.5, 0.4), (0.99, 0.92)], "Row 0 spikes either way", "neutral"),
    ],
)
def test_the_headline_follows_the_figures(
    panel: ScalingPanel, peaks: list[tuple[float, float]], headline: str, kind: str
) -> None:
    panel.show_report(CHAPTER, CAT, report(peaks))
    card = part(panel, VerdictCard, "scaling_verdict")
    assert card.text().startswith(headline)
    assert card.kind() == kind


@pytest.mark.parametrize(("scene", "hint"), [(OWN, "at least two words"), (CHAPTER, "Type a sentence first.")])
def test_without_a_report_it_says_what_to_do(panel: ScalingPanel, scene: Scene, hint: str) -> None:
    panel.show_report(scene, ("cat",), None)
    assert hint in words(panel, "scaling_verdict")
    assert not part(panel, CurvePlot, "scaling_plot").isVisible()
    assert not part(panel, ScalingTable, "scaling_table").isVisible()
    panel.show_report(CHAPTER, CAT, scaling.curve("chapter", CAT))
    assert part(panel, ScalingTable, "scaling_table").isVisible()


def test_tab_reaches_source_view_and_plot(panel: ScalingPanel) -> None:
    panel.activateWindow()
    part(panel, QWidget, "scaling_source_toggle").setFocus()
    reached = []
    for _ in range(3):
        focused = panel.focusWidget()
        assert focused is not None
        assert focused.accessibleName()
        reached.append(focused.objectName())
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert reached == ["scaling_source_toggle", "scaling_view_toggle", "scaling_plot"]


@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_a_low_panel_scrolls_and_nothing_overlaps(panel: ScalingPanel, factor: float) -> None:
    font = panel.font()
    font.setPointSizeF(10.0 * factor)
    panel.setFont(font)
    panel.resize(panel.minimumWidth(), 300)
    QTest.qWait(20)
    scroll = part(panel, QScrollArea, "scaling_panel_scroll")
    names = ["scaling_panel_title", "scaling_source_toggle", "scaling_table_title", "scaling_table"]
    names += ["scaling_view_toggle", "scaling_plot", "scaling_readout", "scaling_verdict", "scaling_note"]
    parts = [part(panel, QWidget, name) for name in names]
    tops = [piece.mapTo(scroll.widget(), QPoint(0, 0)).y() for piece in parts]
    bottoms = [top + piece.height() for top, piece in zip(tops, parts, strict=True)]
    assert all(bottom <= top for bottom, top in zip(bottoms[:-1], tops[1:], strict=True))
    assert bottoms[-1] <= scroll.widget().height()
    assert scroll.horizontalScrollBar().maximum() == 0
    card = part(panel, VerdictCard, "scaling_verdict")
    assert card.height() >= card.heightForWidth(card.width())


@pytest.mark.parametrize(("height", "name"), [(425, "scaling_table"), (605, "scaling_plot")])
def test_the_table_and_in_a_larger_window_the_plot_are_seen_without_scrolling(
    panel: ScalingPanel, height: int, name: str
) -> None:
    font = panel.font()
    font.setPointSizeF(11.0)  # 100 % of a window
    panel.setFont(font)
    panel.resize(380, height)
    QTest.qWait(20)
    seen = part(panel, QWidget, name)
    assert seen.mapTo(panel, QPoint(0, seen.height())).y() <= panel.height()


def test_spikes_and_ticks() -> None:
    assert _spike([0.3, 0.95, 0.8, 0.92, 1.0]) == 3
    assert _spike([0.95]) == 0
    assert _spike([0.95, 0.9]) is None
    assert _ticks(1.0) == ((0.0, "0"), (0.5, "0.5"), (1.0, "1"))
    assert [words for _, words in _ticks(6.0)] == ["0", "2", "4", "6"]
    assert [words for _, words in _ticks(2.585)] == ["0", "1", "2"]
