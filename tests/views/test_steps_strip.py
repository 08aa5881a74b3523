"""The strip of steps: the real matrices, what is lit where, what a person does with it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from attnviz.core import masks, tokens
from attnviz.core.head import Head, Setting, Trace
from attnviz.core.kinds import KINDS, Options, StateTrace
from attnviz.core.multihead import MultiHead
from attnviz.core.provenance import STEPS
from attnviz.views import steps_words
from attnviz.views.heatmap_figures import number_text, range_text
from attnviz.views.steps_strip import StepsStrip

WORDS = ["The", "cat", "sat", "on", "mat"]
OTHERS = ["Die", "Katze", "lag", "auf", "der", "Matte", "."]
GATES = {
    "state_space": (["delta", "B", "C"], ["Δ", "B", "C"]),
    "gru": (["update", "reset", "candidate"], ["Update gate", "Reset gate", "Candidate"]),
    "lstm": (["input", "forget", "cell", "output gate"], ["Input gate", "Forget gate", "Candidate", "Output gate"]),
}
PLAIN = Qt.KeyboardModifier.NoModifier
WHOLE = slice(None)


def trace(d: int = 64, scaled: bool = True, causal: bool = True) -> Trace:
    mask = masks.causal(5) if causal else None
    return Head.random(d, d).trace(tokens.embed(WORDS, d), mask, scaled)


def trace_in(kind: str = "full", slope: float = 0.0, crossed: bool = False, scaled: bool = True) -> Trace:
    options, build = Options(Head.random(16, 16)), KINDS[kind].similarity
    setting = Setting(
        scaled=scaled,
        context=tokens.embed(OTHERS, 16) if crossed else None,
        slope=slope,
        similarity=None if build is None else build(options),
    )
    return options.head.trace_in(tokens.embed(WORDS, 16), setting)


def recurrence(kind: str) -> StateTrace:
    made = KINDS[kind].build(Options(Head.random(16, 16))).trace(tokens.embed(WORDS, 16))
    assert isinstance(made, StateTrace)
    return made


def between(strip: StepsStrip) -> list[str]:
    """What stands between the cards, from left to right."""
    labels = [strip._inner.itemAt(place).widget() for place in range(1, strip._inner.count(), 2)]
    assert all(label.isVisible() for label in labels)
    return [label.text() for label in labels]


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
    told = [label.text() for label in strip.findChildren(QLabel) if label.isVisible()]
    # Not what to do: the text may be there, and only the second one be missing
    assert told == ["Steps", "The steps from the tokens to the output stand here once they are known."]
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


def test_several_heads_end_in_all_of_them(strip: StepsStrip, said: list[tuple[object, ...]]) -> None:
    multi = MultiHead.random(16, 4, 4, 2).trace(tokens.embed(WORDS, 16), Setting(masks.causal(5)))
    strip.show_trace(multi.heads[1], True, "combined", multi.output)
    assert list(strip.cards) == [*STEPS, "combined"]
    last = strip.cards["combined"]
    assert last.isVisible()
    assert last.chosen
    assert last.texts()[:2] == ("All heads", "5 × 16")
    assert "W_o" in last.map.accessibleName()
    strip.show_hovered("combined", 2, 9)
    assert last.texts()[2] == number_text(float(multi.output[2, 9]), 4)
    assert lit(strip)["output"] == ((slice(2, 3), WHOLE),)
    assert lit(strip)["value"] == ((slice(0, 3), WHOLE),)
    QTest.mouseClick(last.map, Qt.MouseButton.LeftButton, PLAIN, last.map.rect().center())
    assert ("combined",) in said
    strip.show_trace(trace(), True, "combined")
    assert list(strip.cards) == list(STEPS)
    assert not last.isVisible()
    assert strip.cards["weights"].chosen, "what is not there gives way to the weights"


def test_another_head_shows_other_steps(strip: StepsStrip) -> None:
    multi = MultiHead.random(16, 4, 4, 4).trace(tokens.embed(WORDS, 16), Setting())
    strip.show_trace(multi.heads[0], True, "weights", multi.output)
    first = strip.cards["query"].texts()
    strip.show_trace(multi.heads[3], True, "weights", multi.output)
    assert strip.cards["query"].texts() != first


@pytest.mark.parametrize(
    ("made", "names"),
    [
        (trace_in("linear"), ("φ(Q)·φ(K)ᵀ", "log")),
        (trace_in("performer", slope=0.25), ("φ(Q)·φ(K)ᵀ", "log + bias")),
        (trace_in(slope=0.25), ("Scores QKᵀ", "÷ √d + bias")),
        (trace_in(), ("Scores QKᵀ", "÷ √d")),
    ],
    ids=["kernel", "kernel and bias", "bias", "plain"],
)
def test_the_scores_say_what_they_are(strip: StepsStrip, made: Trace, names: tuple[str, str]) -> None:
    strip.show_trace(made, True, "weights")
    assert (strip.cards["raw_scores"].texts()[0], strip.cards["scores"].texts()[0]) == names
    assert ("Kernel" in strip.cards["raw_scores"].map.accessibleName()) == made.kernel
    spoken = strip.cards["scores"].map.accessibleName()
    assert ("Logarithm" in spoken) == made.kernel
    assert ("ALiBi" in spoken) == (made.bias is not None)
    assert ("divided by √d" in spoken) == (not made.kernel)


def test_a_bias_without_a_division_says_so(strip: StepsStrip) -> None:
    strip.show_trace(trace_in(slope=0.25, scaled=False), False, "weights")
    assert strip.cards["scores"].texts()[0] == "+ bias"
    assert "not divided by √d" in strip.cards["scores"].map.accessibleName()


def test_keys_and_values_of_a_second_text(strip: StepsStrip) -> None:
    strip.show_trace(trace_in(crossed=True), True, "weights")
    for step, shape in (("x", "5 × 16"), ("key", "7 × 16"), ("value", "7 × 16"), ("weights", "5 × 7")):
        assert strip.cards[step].texts()[1] == shape
    for step in ("key", "value"):
        assert "second text" in strip.cards[step].map.accessibleName()
    strip.show_hovered("key", 6, 3)
    assert lit(strip) == {"key": ((slice(6, 7), slice(3, 4)),)}, "the second text has no card"
    strip.show_hovered("scores", 1, 6)
    assert lit(strip) == {
        "x": ((slice(1, 2), WHOLE),),
        "query": ((slice(1, 2), WHOLE),),
        "key": ((slice(6, 7), WHOLE),),
        "raw_scores": ((slice(1, 2), slice(6, 7)),),
        "scores": ((slice(1, 2), slice(6, 7)),),
    }
    strip.show_hovered("output", 4, 0)
    assert lit(strip)["x"] == ((slice(4, 5), WHOLE),)
    assert lit(strip)["value"] == ((slice(0, 7), slice(0, 1)),)
    for step, row, column in (("scores", 5, 0), ("scores", 0, 7), ("query", 5, 0), ("value", 7, 0)):
        strip.show_hovered(step, row, column)
        assert lit(strip) == {}


@pytest.mark.parametrize("kind", GATES)
def test_a_recurrence_has_gates_a_map_and_an_output(
    strip: StepsStrip, said: list[tuple[object, ...]], kind: str
) -> None:
    real, (gates, names) = recurrence(kind), GATES[kind]
    strip.show_trace(real, True, "query")
    assert list(strip.cards) == ["x", *gates, "weights", "output"]
    assert [step for step, card in strip.cards.items() if card.chosen] == ["weights"]
    told = "Implied matrix" if real.signed else "Influence"
    assert [card.texts()[0] for card in strip.cards.values()] == ["x", *names, told, "Output"]
    assert between(strip) == ["→", *"," * (len(gates) - 1), "→", "→" if real.signed else ","]
    for step, card in strip.cards.items():
        values = real.gates[step] if step in gates else getattr(real, step)
        assert card.isVisible()
        assert card.texts()[1] == f"5 × {values.shape[1]}"
        seen = values[real.mask] if step == "weights" else values
        assert card.map.accessibleDescription().endswith(range_text(seen.reshape(1, -1)))
        assert card.map.accessibleName()
        QTest.keyClick(card.map, Qt.Key.Key_Return)
    assert said == [(step,) for step in strip.cards]
    assert strip.cards["weights"].map.limit == pytest.approx(float(np.abs(real.weights).max()))


@pytest.mark.parametrize("kind", GATES)
def test_rows_of_a_recurrence_come_from_the_tokens_until_then(strip: StepsStrip, kind: str) -> None:
    real, (gates, _) = recurrence(kind), GATES[kind]
    strip.show_trace(real, True, "weights")
    past = ((slice(0, 3), WHOLE),)
    strip.show_hovered("weights", 2, 1)
    assert lit(strip) == dict.fromkeys(["x", *gates], past) | {"weights": ((slice(2, 3), slice(0, 3)),)}
    assert strip.cards["weights"].texts()[2] == number_text(float(real.weights[2, 1]), 4)
    strip.show_hovered("weights", 2, 4)
    assert lit(strip) == {"weights": ((slice(2, 3), slice(4, 5)),)}, "a later token has nothing to do with it"
    strip.show_hovered(gates[0], 2, 0)
    own = ((slice(2, 3), WHOLE),)
    assert lit(strip) == {gates[0]: own, "x": own if real.signed else past}
    strip.show_hovered("output", 2, 4)
    assert ("weights" in lit(strip)) == real.signed
    strip.show_hovered("query", 0, 0)
    assert lit(strip) == {}


def test_tab_goes_through_the_gates_in_order(strip: StepsStrip, qtbot: QtBot) -> None:
    for kind in ("lstm", "gru"):
        strip.show_trace(recurrence(kind), True, "weights")
    strip.activateWindow()
    strip.cards["x"].map.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(strip.cards["x"].map.hasFocus)
    for card in list(strip.cards.values())[1:]:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is card.map


def test_typing_changes_numbers_and_nothing_else(strip: StepsStrip, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = list(strip.cards.values())
    strip.show_trace(recurrence("gru"), True, "weights")
    strip.show_trace(trace(), True, "weights")
    assert list(strip.cards.values()) == cards, "cards that were there come back"
    assert between(strip) == ["→", ",", "→", "→", "→", "→", "×", "→"]

    def refuse(*_arguments: object) -> None:
        pytest.fail("names and cards must stay while a sentence is typed")

    monkeypatch.setattr(StepsStrip, "_arrange", refuse)
    monkeypatch.setattr(steps_words, "names", refuse)
    strip.show_trace(trace(32), True, "query")
    strip.show_trace(None, True, "query")
    assert strip.cards["x"].texts()[1] == ""


def test_a_narrow_card_leaves_decimals_out(strip: StepsStrip) -> None:
    card = strip.cards["raw_scores"]
    values = np.array([[-26.091, 25.934]], np.float32)
    card.show_matrix(values)
    assert card.texts()[2] == "−26.09 … 25.93"
    card.resize(card.minimumSizeHint())
    assert card.texts()[2] == "−26.1 … 25.9"
    assert card.map.accessibleDescription().endswith("−26.09 … 25.93")
    card.show_matrix(1000 * values)
    assert card.texts()[2] == "−26091 … 25934"


def test_ten_cards_need_no_more_than_a_small_window(strip: StepsStrip) -> None:
    multi = MultiHead.random(16, 4, 4, 4).trace(tokens.embed(WORDS, 16), Setting())
    strip.show_trace(multi.heads[0], True, "weights", multi.output)
    QApplication.processEvents()
    em = strip.fontMetrics().height()
    assert strip._row.minimumSizeHint().width() <= 65 * em  # of the 71 em that 1280 pixels are
