"""The strip of steps: the real matrices, what is lit where, what a person does with it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnviz.core import masks, tokens
from attnviz.core.head import Head, Trace
from attnviz.core.provenance import STEPS
from attnviz.views.heatmap_figures import number_text, range_text
from attnviz.views.steps_strip import StepsStrip

WORDS = ["The", "cat", "sat", "on", "mat"]
PLAIN = Qt.KeyboardModifier.NoModifier


def trace(d: int = 64, scaled: bool = True, causal: bool = True) -> Trace:
    mask = masks.causal(5) if causal else None
    return Head.random(d, d).trace(tokens.embed(WORDS, d), mask, scaled)


@pytest.fixture
def strip(qtbot: QtBot) -> StepsStrip:
    made = StepsStrip()
    qtbot.addWidget(made)
    made.show_trace(trace(), True, "weights")
    made.resize(1300, made.sizeHint().height())
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def said(strip: StepsStrip) -> list[tuple[object, ...]]:
    heard: list[tuple[object, ...]] = []
    strip.step_chosen.connect(lambda step: heard.append((step,)))
    strip.cell_hovered.connect(lambda step, row, column: heard.append((step, row, column)))
    return heard


def point_at(strip: StepsStrip, step: str, row: int, column: int) -> None:
    small = strip.cards[step].map
    place = QPointF(small.cell_rect(row, column).center())
    none = Qt.MouseButton.NoButton
    QApplication.sendEvent(
        small, QMouseEvent(QEvent.Type.MouseMove, place, small.mapToGlobal(place), none, none, PLAIN)
    )


def lit(strip: StepsStrip) -> dict[str, tuple[tuple[slice, slice], ...]]:
    return {step: card.map.lit for step, card in strip.cards.items() if card.map.lit}


def test_each_card_says_name_shape_and_range_of_the_real_matrix(strip: StepsStrip) -> None:
    real = trace()
    assert list(strip.cards) == list(STEPS)
    for step, shape in (("x", "5 × 64"), ("raw_scores", "5 × 5"), ("output", "5 × 64")):
        name, said_shape, said_range = strip.cards[step].texts()
        assert name
        assert said_shape == shape
        values = getattr(real, step)
        assert said_range == f"{number_text(values.min(), 2)} … {number_text(values.max(), 2)}"
    finite = real.masked_scores[real.mask]
    assert strip.cards["masked_scores"].texts()[2] == range_text(finite.reshape(1, -1))
    visible = real.weights[real.mask] * 100
    assert strip.cards["weights"].texts()[2] == f"{visible.min():.0f} … {visible.max():.0f} %"
    assert [card.texts()[0] for card in strip.cards.values()] == [
        "x", "Q", "K", "Scores QKᵀ", "÷ √d", "Mask", "Softmax", "V", "Output",
    ]  # fmt: skip


def test_undivided_scores_say_so(strip: StepsStrip) -> None:
    strip.show_trace(trace(scaled=False), False, "weights")
    assert strip.cards["scores"].texts()[0] == "not divided"
    assert strip.cards["scores"].texts()[2] == strip.cards["raw_scores"].texts()[2]
    assert "not divided" in strip.cards["scores"].map.accessibleName()
    strip.show_trace(trace(), True, "weights")
    assert strip.cards["scores"].texts()[0] == "÷ √d"


def test_the_mask_only_hides(strip: StepsStrip) -> None:
    assert strip.cards["masked_scores"].map.limit == strip.cards["scores"].map.limit


def test_the_shown_step_is_marked(strip: StepsStrip) -> None:
    before = strip.grab().toImage()
    strip.show_trace(trace(), True, "query")
    assert [step for step, card in strip.cards.items() if card.chosen] == ["query"]
    assert strip.grab().toImage() != before


def test_no_tokens(strip: StepsStrip, said: list[tuple[object, ...]]) -> None:
    strip.show_trace(None, True, "weights")
    assert not strip.cards["x"].isVisible()
    assert strip.cards["x"].texts()[1:] == ("", "")
    strip.show_hovered("weights", 0, 0)
    assert lit(strip) == {}
    strip.show_trace(trace(), True, "weights")
    assert strip.cards["x"].isVisible()
    assert said == []


def test_pointing_at_a_cell_lights_where_it_came_from(strip: StepsStrip, said: list[tuple[object, ...]]) -> None:
    point_at(strip, "raw_scores", 1, 3)
    assert said == [("raw_scores", 1, 3)]
    whole = slice(None)
    assert lit(strip) == {
        "x": ((slice(1, 2), whole), (slice(3, 4), whole)),
        "query": ((slice(1, 2), whole),),
        "key": ((slice(3, 4), whole),),
        "raw_scores": ((slice(1, 2), slice(3, 4)),),
    }
    assert strip.cards["raw_scores"].texts()[2] == number_text(float(trace().raw_scores[1, 3]), 4)
    QApplication.sendEvent(strip.cards["raw_scores"].map, QEvent(QEvent.Type.Leave))
    assert said[-1] == ("raw_scores", -1, -1)
    assert lit(strip) == {}
    assert "…" in strip.cards["raw_scores"].texts()[2]


def test_the_large_map_lights_the_strip_silently(strip: StepsStrip, said: list[tuple[object, ...]]) -> None:
    strip.show_hovered("output", 2, 7)
    found = lit(strip)
    assert set(found) == set(STEPS)
    assert found["value"] == ((slice(0, 3), slice(7, 8)),)
    assert found["weights"] == ((slice(2, 3), slice(0, 3)),)
    strip.show_hovered("weights", 0, 4)
    assert lit(strip) == {"weights": ((slice(0, 1), slice(4, 5)),)}, "a hidden weight comes from nothing"
    strip.show_hovered("weights", 2, -1)
    assert lit(strip) == {"weights": ((slice(2, 3), slice(None)),)}
    for step, row, column in (("weights", 9, 0), ("weights", 0, 60), ("nothing", 0, 0), ("weights", -1, -1)):
        strip.show_hovered(step, row, column)
        assert lit(strip) == {}
    assert said == []


def test_a_new_trace_ends_what_was_lit(strip: StepsStrip) -> None:
    strip.show_hovered("weights", 2, 1)
    same = strip._trace
    strip.show_trace(same, True, "query")
    assert lit(strip)
    strip.show_trace(trace(), True, "query")
    assert not lit(strip)


@pytest.mark.parametrize("step", STEPS)
def test_click_and_enter_choose(strip: StepsStrip, said: list[tuple[object, ...]], step: str) -> None:
    small = strip.cards[step].map
    QTest.mouseClick(small, Qt.MouseButton.LeftButton, PLAIN, small.rect().center())
    QTest.keyClick(small, Qt.Key.Key_Return)
    assert [word for word in said if len(word) == 1] == [(step,), (step,)]


def test_tab_reaches_every_step_and_scrolls_to_it(strip: StepsStrip, qtbot: QtBot) -> None:
    strip.resize(300, strip.height())
    strip.activateWindow()
    strip.cards["x"].map.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(strip.cards["x"].map.hasFocus)
    reached = ["x"]
    for _ in STEPS[1:]:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        reached.append(next(step for step, card in strip.cards.items() if card.map is focus))
    assert reached == list(STEPS)
    last = strip.cards["output"].map
    assert not last.visibleRegion().isEmpty()
    assert strip.minimumSizeHint().width() < 300


def test_it_keeps_its_height_and_width_while_numbers_change(strip: StepsStrip) -> None:
    before = strip.sizeHint(), strip.cards["x"].width()
    strip.show_trace(trace(512), True, "weights")
    QApplication.processEvents()
    assert (strip.sizeHint(), strip.cards["x"].width()) == before
    lines = strip.sizeHint().height() / strip.fontMetrics().height()
    assert 8.5 <= lines <= 10.5


def test_names(strip: StepsStrip) -> None:
    assert strip.objectName() == "steps_strip"
    assert strip.accessibleName()
    for step, card in strip.cards.items():
        assert card.map.accessibleName()
        assert card.map.accessibleDescription().startswith("5 × ")
        assert strip.findChild(type(card.map), f"step_map_{step}") is card.map


def test_range_of_nothing_visible() -> None:
    assert range_text(np.full((2, 2), -np.inf, np.float32)) == "–"
    assert range_text(np.zeros((0, 0), np.float32)) == ""
