"""The panel “Heads”, both ways: what it shows of a report, and what it says when the person acts."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import pytest
from geometry import wrong_places
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QScrollArea, QSpinBox, QWidget
from pytestqt.qtbot import QtBot
from visible_words import painted

from attnviz.core import masks, tokens
from attnviz.core.multihead import MultiHead
from attnviz.core.traces import Setting
from attnviz.experiments import heads
from attnviz.experiments.heads import HeadsReport
from attnviz.state.scene import Scene
from attnviz.views.heads_bars import HeadsBars
from attnviz.views.heads_links import HeadsLinks
from attnviz.views.heads_panel import HeadsPanel
from attnviz.views.heads_steps import HeadsSteps
from attnviz.views.heads_strip import HeadsStrip
from attnviz.views.verdict_card import VerdictCard

W = TypeVar("W", bound=QWidget)
LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key
CAT = ("The", "cat", "sat", "on", "the", "mat")
SEVERAL = ["heads_strip", "heads_readout", "heads_entropy_note", "heads_view_row", "heads_links", "heads_sharing"]


def report(
    count: int = 8, kv_heads: int = 2, shown: int = 2, view: str = "head", d: int = 64, words: tuple[str, ...] = CAT
) -> HeadsReport:
    multihead = MultiHead.random(d, d if count == 1 else max(1, d // count), count, kv_heads)
    multi = multihead.trace(tokens.embed(words, d), Setting(mask=masks.causal(len(words))))
    return heads.report(multi, multihead, words, shown, view)


@pytest.fixture
def panel(qtbot: QtBot) -> HeadsPanel:
    made = HeadsPanel()
    qtbot.addWidget(made)
    made.resize(380, 900)
    made.show_report(Scene(), CAT, report())
    made.show()
    made.activateWindow()
    QApplication.processEvents()
    return made


@pytest.fixture
def said(panel: HeadsPanel) -> list[tuple[str, object]]:
    heard: list[tuple[str, object]] = []
    panel.heads_chosen.connect(lambda number: heard.append(("heads", number)))
    panel.kv_heads_chosen.connect(lambda number: heard.append(("K/V heads", number)))
    panel.head_chosen.connect(lambda head: heard.append(("head", head)))
    panel.view_chosen.connect(lambda view: heard.append(("view", view)))
    return heard


def part(panel: HeadsPanel, kind: type[W], name: str) -> W:
    found = panel.findChild(kind, name)
    assert found is not None
    return found


def words(panel: HeadsPanel, name: str) -> str:
    return part(panel, QLabel, name).text().replace("\xa0", " ")


def strip(panel: HeadsPanel) -> HeadsStrip:
    return part(panel, HeadsStrip, "heads_strip")


def test_the_inputs_show_the_reports_choices(panel: HeadsPanel, said: list[tuple[str, object]]) -> None:
    panel.show_report(Scene(), CAT, report(12, 4, 5, "max"))
    assert part(panel, QSpinBox, "heads_box").value() == 12
    assert part(panel, QComboBox, "kv_heads_box").currentData() == 4
    assert part(panel, QComboBox, "heads_view_picker").currentData() == "max"
    assert said == []


def test_every_choice_is_said_once(panel: HeadsPanel, said: list[tuple[str, object]]) -> None:
    part(panel, QSpinBox, "heads_box").setValue(6)
    steps = part(panel, HeadsSteps, "heads_steps")
    QTest.mouseClick(steps, LEFT, pos=steps.segment(4).center().toPoint())
    part(panel, QComboBox, "kv_heads_box").setCurrentIndex(0)
    part(panel, QComboBox, "heads_view_picker").setCurrentIndex(3)
    QTest.mouseClick(strip(panel), LEFT, pos=strip(panel).head_rect(6).center())
    links = part(panel, HeadsLinks, "heads_links")
    QTest.mouseClick(links, LEFT, pos=links.places().upper[1].center().toPoint())
    chosen = [("heads", 6), ("heads", 4), ("K/V heads", 8), ("view", "entropy"), ("head", 6), ("head", 1)]
    assert said == chosen


def test_arrow_keys_and_enter_pick_a_head(panel: HeadsPanel, said: list[tuple[str, object]]) -> None:
    strip(panel).setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(strip(panel), Key.Key_Right)
    assert said == []
    QTest.keyClick(strip(panel), Key.Key_Return)
    assert said == [("head", 3)]


def test_the_shown_head_is_named(panel: HeadsPanel) -> None:
    mean = report().mean_entropy[2]
    assert words(panel, "heads_readout") == f"Head 3 of 8 · K/V head 1 · mean entropy {mean:.2f} bits"
    assert strip(panel).accessibleDescription() == words(panel, "heads_readout")
    panel.show_report(Scene(), CAT, report(shown=7))
    assert words(panel, "heads_readout").startswith("Head 8 of 8 · K/V head 2 ·")


def test_pointing_names_another_head_and_leaves_again(panel: HeadsPanel) -> None:
    QTest.mouseMove(strip(panel), strip(panel).head_rect(5).center())
    assert words(panel, "heads_readout").startswith("Head 6 of 8 · K/V head 2 ·")
    assert words(panel, "heads_sharing").startswith("GQA: heads 5 to 8 use K/V head 2,")
    QTest.mouseMove(strip(panel), QPoint(strip(panel).width() - 1, 0))
    links = part(panel, HeadsLinks, "heads_links")
    QTest.mouseMove(links, links.places().upper[3].center().toPoint())
    assert words(panel, "heads_readout").startswith("Head 4 of 8 · K/V head 1 ·")
    assert strip(panel).pointed() == 3
    QTest.keyClick(strip(panel), Key.Key_Escape)
    assert words(panel, "heads_readout").startswith("Head 3 of 8")


@pytest.mark.parametrize(
    ("kv_heads", "told"),
    [
        (8, "MHA: each head has a K/V head of its own."),
        (2, "GQA: heads 1 to 4 use K/V head 1, the same keys and values to the bit."),
        (1, "MQA: all 8 heads use one K/V head, the same keys and values to the bit."),
    ],
)
def test_sharing_is_told(panel: HeadsPanel, kv_heads: int, told: str) -> None:
    panel.show_report(Scene(), CAT, report(kv_heads=kv_heads))
    assert words(panel, "heads_sharing") == told
    assert len(part(panel, HeadsLinks, "heads_links").places().lower) == kv_heads


def test_heads_that_do_not_share_as_they_should_are_admitted(panel: HeadsPanel) -> None:
    panel.show_report(Scene(), CAT, replace(report(), shared=False))
    assert words(panel, "heads_sharing") == "Heads of one K/V head have different keys or values here."


@pytest.mark.parametrize(
    ("count", "d", "told"),
    [
        (8, 64, "8 heads × d_head = 8 × 8 = 64 = d_model. W_o mixes the joined outputs."),
        (
            12,
            64,
            "64 is not a multiple of 12, so d_head = 5. Joined, the heads give 12 × 5 = 60 numbers; "
            "W_o brings them back to d_model = 64.",
        ),
        (
            16,
            4,
            "There are more heads than d_model = 4, so d_head = 1. Joined, the heads give 16 numbers; "
            "W_o brings them back to 4.",
        ),
        (1, 64, "One head is as wide as the model: d_head = d_model = 64."),
    ],
)
def test_widths_are_told_also_where_they_do_not_divide_evenly(panel: HeadsPanel, count: int, d: int, told: str) -> None:
    panel.show_report(Scene(), CAT, report(count, 1, 0, d=d))
    assert words(panel, "heads_widths") == told


def test_the_cache_is_told_by_its_formula_with_three_sizes(panel: HeadsPanel) -> None:
    formula = words(panel, "heads_cache_formula").replace("\u2028", "\n")
    assert formula == "2 · length · kv_heads · d_head · layers · bytes\n2 · 6 · 2 · 8 · 1 · 4 = 768"
    assert "K and V of 6 tokens" in words(panel, "heads_cache_title")
    bars = part(panel, HeadsBars, "heads_cache_bars")
    assert bars.words() == [
        ("8 K/V (MHA)", "3,072 bytes", "full size"),
        ("2 K/V (now)", "768 bytes", "4 × smaller"),
        ("1 K/V (MQA)", "384 bytes", "8 × smaller"),
    ]
    assert bars.fractions() == (1.0, 0.25, 0.125)
    assert bars.accessibleDescription().startswith("8 K/V (MHA): 3,072 bytes, full size; ")
    assert painted(bars) == [word for bar in bars.words() for word in bar]


def test_with_one_head_it_invites_to_more(panel: HeadsPanel, said: list[tuple[str, object]]) -> None:
    panel.show_report(Scene(), CAT, report(1, 1, 0))
    assert words(panel, "heads_card").startswith("One head sees one way.")
    assert "(d_head = 8)" in words(panel, "heads_card")
    assert not any(part(panel, QWidget, name).isVisible() for name in [*SEVERAL, "heads_cache_bars"])
    assert "= 3,072" in words(panel, "heads_cache_formula")
    QTest.mouseClick(part(panel, QPushButton, "try_heads_button"), LEFT)
    assert said == [("heads", 8)]
    panel.show_report(Scene(), CAT, report())
    assert all(part(panel, QWidget, name).isVisible() for name in [*SEVERAL, "heads_cache_bars"])
    assert not part(panel, VerdictCard, "heads_card").isVisible()
    assert not part(panel, QPushButton, "try_heads_button").isVisible()


def test_without_text_the_scenes_choices_stay_and_it_says_what_to_do(panel: HeadsPanel) -> None:
    panel.show_report(Scene(text="", heads=16, kv_heads=4, view="mean"), (), None)
    assert words(panel, "heads_card").startswith("Type a sentence first")
    assert not any(part(panel, QWidget, name).isVisible() for name in [*SEVERAL, "heads_cache", "try_heads_button"])
    assert part(panel, QSpinBox, "heads_box").value() == 16
    assert part(panel, QComboBox, "kv_heads_box").currentText() == "4 GQA · one for 4 heads"


def test_colours_follow_the_colour_map(panel: HeadsPanel) -> None:
    before = strip(panel).grab().toImage()
    panel.show_colormap("Cividis")
    assert strip(panel).grab().toImage() != before
    panel.show_colormap("Indigo")
    assert strip(panel).grab().toImage() == before


def test_with_all_heads_together_no_head_is_the_large_one(panel: HeadsPanel) -> None:
    spans = panel.findChild(QLabel, "heads_readout").spans  # type: ignore[union-attr]
    assert spans()[0].style == "asking"
    panel.show_report(Scene(), CAT, report(view="mean"))
    assert spans()[0].style == "strong"


def test_a_key_scrolls_to_the_map_it_leads_to(panel: HeadsPanel) -> None:
    panel.show_report(Scene(), CAT, report(96, 8, 0, d=96))
    panel.resize(300, 260)
    QTest.qWait(20)
    scroll = part(panel, QScrollArea, "heads_panel_scroll")
    scroll.verticalScrollBar().setValue(0)
    QTest.keyClick(strip(panel), Key.Key_End)
    last = strip(panel).head_rect(95)
    inside = strip(panel).mapTo(scroll.viewport(), last.bottomRight())
    assert scroll.viewport().rect().contains(inside)
    assert strip(panel).mapTo(scroll.viewport(), last.topLeft()).y() >= 0


def test_tab_reaches_everything_that_can_be_chosen(panel: HeadsPanel) -> None:
    part(panel, QWidget, "heads_box").setFocus()
    reached = []
    for _ in range(5):
        focused = panel.focusWidget()
        assert focused is not None
        assert focused.accessibleName()
        reached.append(focused.objectName())
        QTest.keyClick(focused, Key.Key_Tab)
    assert reached == ["heads_box", "kv_heads_box", "heads_steps", "heads_strip", "heads_view_picker"]


@pytest.mark.parametrize("factor", [1.0, 2.0])
@pytest.mark.parametrize("em", [17, 24, 40])
@pytest.mark.parametrize("made", [report(), report(96, 12, 40, "mean", 512), report(1, 1, 0), None])
def test_nothing_is_cut_off_or_overlaps(panel: HeadsPanel, made: HeadsReport | None, em: int, factor: float) -> None:
    font = panel.font()
    font.setPointSizeF(11.0 * factor)
    panel.setFont(font)
    panel.show_report(Scene(text="" if made is None else "x"), CAT if made else (), made)
    panel.resize(max(panel.minimumWidth(), em * panel.em()), 420)
    QTest.qWait(20)
    assert panel.minimumWidth() <= 17 * panel.em() + 1
    assert wrong_places(panel) == []
    assert part(panel, QScrollArea, "heads_panel_scroll").horizontalScrollBar().maximum() == 0


def test_the_maps_of_8_heads_are_seen_without_scrolling(panel: HeadsPanel) -> None:
    font = panel.font()
    font.setPointSizeF(11.0)  # 100 % of a window
    panel.setFont(font)
    panel.resize(380, 425)
    QTest.qWait(20)
    assert strip(panel).mapTo(panel, QPoint(0, strip(panel).height())).y() <= panel.height()
