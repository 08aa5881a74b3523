"""The panel “Mask before or after softmax”: verdict, maps and sums it shows, and the row the person points at."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from attnviz.core import Head, masks, tokens
from attnviz.experiments import masking
from attnviz.experiments.masking import MaskingReport
from attnviz.state.scene import Scene
from attnviz.views.masked_map import percentage
from attnviz.views.masked_maps import MaskedMaps
from attnviz.views.masking_panel import MaskingPanel
from attnviz.views.mini_map import MiniMap
from attnviz.views.verdict_card import VerdictCard

W = TypeVar("W", bound=QWidget)
CAT = ("The", "cat", "sat", "on", "the", "mat")
MAPS = ["mask_before", "mask_zeroed", "mask_renewed"]


def report(words: tuple[str, ...] = CAT, causal: bool = True) -> MaskingReport:
    mask = masks.causal(len(words)) if causal else None
    return masking.compare(Head.random(64, 64), tokens.embed(words, 64), mask)


def by_hand(scores: list[list[float]]) -> MaskingReport:
    unit = np.eye(len(scores), dtype=np.float32)
    head = Head(np.array(scores, dtype=np.float32), unit, unit)
    return masking.compare(head, unit, masks.causal(len(scores)), scaled=False)


@pytest.fixture
def panel(qtbot: QtBot) -> MaskingPanel:
    made = MaskingPanel()
    qtbot.addWidget(made)
    made.resize(360, 600)
    made.show_report(Scene(), CAT, report())
    made.show()
    return made


def part(panel: MaskingPanel, kind: type[W], name: str) -> W:
    found = panel.findChild(kind, name)
    assert found is not None
    return found


def words(panel: MaskingPanel, name: str) -> str:
    return part(panel, QLabel, name).text().replace("\xa0", " ")


def point(panel: MaskingPanel, name: str, row: int, column: int) -> None:
    chosen = part(panel, MiniMap, name)
    QApplication.processEvents()  # new words may have moved the maps
    QTest.mouseMove(chosen, chosen.cell_rect(row, column).center().toPoint())


def test_the_verdict_names_what_is_lost_and_compares_bits(panel: MaskingPanel) -> None:
    card = part(panel, VerdictCard, "masking_verdict")
    told = words(panel, "masking_verdict")
    assert told.startswith("0 after softmax loses weight; −∞ before does not.")
    assert "Row 1, “The”, loses 82 % of its weight" in told.replace("\u2068", "").replace("\u2069", "")
    assert "all 36 cells have the same bits" in told
    assert card.kind() == "good"
    assert not part(panel, QLabel, "masking_note").isVisible()


def test_each_map_has_its_name_and_its_sums(panel: MaskingPanel) -> None:
    assert [words(panel, f"{name}_name") for name in MAPS] == [
        "−∞ before softmax",
        "0 after softmax",
        "0 after softmax, ÷ row sum",
    ]
    assert [words(panel, f"{name}_sums") for name in MAPS] == [
        "row sums 100 %",
        "row sums 18 % … 100 %",
        "row sums 100 %",
    ]
    pictures = [part(panel, MiniMap, f"{name}_map").grab().toImage() for name in MAPS]
    assert pictures[0] == pictures[2]
    assert pictures[0] != pictures[1]


def test_a_row_pointed_at_is_lit_in_all_with_its_sum(panel: MaskingPanel) -> None:
    heard: list[int] = []
    panel.row_pointed.connect(heard.append)
    point(panel, "mask_zeroed_map", 2, 0)
    point(panel, "mask_zeroed_map", 2, 1)
    assert heard == [2]
    assert all(part(panel, MiniMap, f"{name}_map").lit == ((slice(2, 3), slice(None)),) for name in MAPS)
    assert [words(panel, f"{name}_sums") for name in MAPS] == ["row 3: 100 %", "row 3: 47 %", "row 3: 100 %"]
    assert "equals the first to the bit" in words(panel, "masking_readout")
    assert "sat" in words(panel, "masking_readout")


def test_keys_point_at_rows_and_escape_ends_it(panel: MaskingPanel) -> None:
    heard: list[int] = []
    panel.row_pointed.connect(heard.append)
    first = part(panel, MiniMap, "mask_before_map")
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Down)
    QTest.keyClick(first, Qt.Key.Key_Down)
    QTest.keyClick(first, Qt.Key.Key_Escape)
    assert len(heard) == 3
    assert heard[1] == heard[0] + 1
    assert heard[2] == -1
    assert not any(part(panel, MiniMap, f"{name}_map").lit for name in MAPS)
    assert words(panel, "mask_before_sums") == "row sums 100 %"


def test_a_click_and_enter_choose_the_row(panel: MaskingPanel) -> None:
    heard: list[int] = []
    panel.row_chosen.connect(heard.append)
    chosen = part(panel, MiniMap, "mask_renewed_map")
    QTest.keyClick(chosen, Qt.Key.Key_Return)  # no row yet
    point(panel, "mask_renewed_map", 3, 1)
    QTest.mouseClick(chosen, Qt.MouseButton.LeftButton, pos=chosen.cell_rect(3, 1).center().toPoint())
    QTest.keyClick(chosen, Qt.Key.Key_Down)
    QTest.keyClick(chosen, Qt.Key.Key_Return)
    assert heard == [3, 4]


def test_showing_is_silent_and_keeps_the_row_while_it_exists(panel: MaskingPanel) -> None:
    point(panel, "mask_before_map", 4, 0)
    heard: list[int] = []
    panel.row_pointed.connect(heard.append)
    panel.show_report(Scene(), CAT, report())
    assert words(panel, "mask_before_sums") == "row 5: 100 %"
    panel.show_report(Scene(), CAT[:3], report(CAT[:3]))
    assert words(panel, "mask_before_sums") == "row sums 100 %"
    assert "Point at a row" in words(panel, "masking_readout")
    assert heard == []


def test_without_a_mask_it_says_that_one_is_tried(panel: MaskingPanel) -> None:
    panel.show_report(Scene(causal=False), CAT, report(causal=False))
    assert part(panel, QLabel, "masking_note").isVisible()
    assert "the causal one is tried" in words(panel, "masking_note")
    assert words(panel, "mask_zeroed_sums") == "row sums 18 % … 100 %"


def test_other_bits_are_told_with_the_largest_difference(panel: MaskingPanel) -> None:
    whole = report()
    different = np.array([0, 2, 0, 0, 0, 1])
    panel.show_report(Scene(), CAT, replace(whole, different=different, largest=different * 3e-8))
    told = words(panel, "masking_verdict")
    assert "but for 3 of 36 cells; the largest difference is 6·10⁻⁸." in told
    assert part(panel, VerdictCard, "masking_verdict").kind() == "neutral"
    point(panel, "mask_before_map", 1, 0)
    assert "differs from the first by up to 6·10⁻⁸" in words(panel, "masking_readout")


def test_a_row_that_vanishes_is_told(panel: MaskingPanel) -> None:
    panel.show_report(Scene(), ("a", "b"), by_hand([[0, 800], [0, 0]]))
    assert words(panel, "masking_verdict").startswith("Hidden after softmax, a row can vanish. Rows that keep nothing")
    assert part(panel, VerdictCard, "masking_verdict").kind() == "moved"
    assert words(panel, "mask_renewed_sums") == "row sums 0 % … 100 %"


def test_hidden_cells_without_weight_make_no_difference(panel: MaskingPanel) -> None:
    panel.show_report(Scene(), ("a", "b"), by_hand([[800, 0], [0, 0]]))
    assert words(panel, "masking_verdict").startswith("Here it makes no difference.")


@pytest.mark.parametrize("shown", [None, by_hand([[0.0]])])
def test_without_anything_hidden_it_says_what_to_do(panel: MaskingPanel, shown: MaskingReport | None) -> None:
    panel.show_report(Scene(), ("a",) if shown else (), shown)
    assert "Type at least two words" in words(panel, "masking_verdict")
    assert not part(panel, MaskedMaps, "masked_maps").isVisible()
    assert not part(panel, QLabel, "masking_note").isVisible()
    panel.show_report(Scene(), CAT, report())
    assert part(panel, MaskedMaps, "masked_maps").isVisible()


def test_tab_reaches_the_three_maps(panel: MaskingPanel) -> None:
    panel.activateWindow()
    part(panel, QWidget, "mask_before_map").setFocus()
    reached = []
    for _ in range(3):
        focused = panel.focusWidget()
        assert focused is not None
        assert focused.accessibleName()
        reached.append(focused.objectName())
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert reached == [f"{name}_map" for name in MAPS]


def test_side_by_side_or_one_below_the_other(panel: MaskingPanel) -> None:
    maps = [part(panel, QWidget, f"{name}_view") for name in MAPS]
    assert maps[0].x() < maps[1].x() < maps[2].x()
    panel.resize(panel.minimumWidth(), 600)
    QTest.qWait(20)
    assert len({view.x() for view in maps}) == 1
    assert maps[0].geometry().bottom() < maps[1].y()


@pytest.mark.parametrize("causal", [True, False])
def test_maps_with_their_sums_are_seen_without_scrolling(panel: MaskingPanel, causal: bool) -> None:
    font = panel.font()
    font.setPointSizeF(11.0)  # 100 % of a window
    panel.setFont(font)
    panel.resize(380, 425)
    panel.show_report(Scene(causal=causal), CAT, report(causal=causal))
    QTest.qWait(20)
    maps = part(panel, MaskedMaps, "masked_maps")
    assert maps.mapTo(panel, QPoint(0, maps.height())).y() <= panel.height()
    assert len({part(panel, QWidget, f"{name}_view").y() for name in MAPS}) == 1


def test_what_stands_below_the_maps_stays_while_a_row_is_pointed_at(panel: MaskingPanel) -> None:
    card = part(panel, VerdictCard, "masking_verdict")
    QApplication.processEvents()
    before = card.y()
    point(panel, "mask_zeroed_map", 2, 0)
    QApplication.processEvents()
    assert card.y() == before


@pytest.mark.parametrize("factor", [1.0, 2.0])
@pytest.mark.parametrize("em", [17, 24])
def test_a_low_panel_scrolls_and_nothing_overlaps(panel: MaskingPanel, factor: float, em: int) -> None:
    font = panel.font()
    font.setPointSizeF(10.0 * factor)
    panel.setFont(font)
    panel.resize(max(panel.minimumWidth(), round(em * 13.4 * factor)), 300)
    QTest.qWait(20)
    scroll = part(panel, QScrollArea, "masking_panel_scroll")
    names = ["masking_panel_title", "masked_maps", "masking_verdict", "masking_readout"]
    parts = [part(panel, QWidget, name) for name in names]
    tops = [piece.mapTo(scroll.widget(), QPoint(0, 0)).y() for piece in parts]
    bottoms = [top + piece.height() for top, piece in zip(tops, parts, strict=True)]
    assert all(bottom <= top for bottom, top in zip(bottoms[:-1], tops[1:], strict=True))
    assert bottoms[-1] <= scroll.widget().height()
    assert scroll.horizontalScrollBar().maximum() == 0
    for name in MAPS:
        for kind in ("name", "sums"):
            label = part(panel, QLabel, f"{name}_{kind}")
            assert label.height() >= label.heightForWidth(label.width())


def test_percentages_are_whole_only_where_they_are() -> None:
    shares = (0.312, 0.9999, 0.001, 1.0, 1.0 + 1e-9, 0.0, 0.999999999)
    wanted = ["31 %", "over 99 %", "under 1 %", "100 %", "100 %", "0 %", "100 %"]
    assert [percentage(share).replace("\xa0", " ") for share in shares] == wanted
