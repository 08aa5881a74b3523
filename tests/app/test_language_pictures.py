"""Every picture and every panel of the window in Japanese: without English, with every glyph and nothing cut off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from japanese import (
    SMALL,
    english,
    english_again,
    left_in_panels,
    messages,
    misplaced,
    open_panel,
    sit_down,
    told_on_the_way,
    words_of,
)
from PySide6.QtGui import QAction, QFontDatabase
from PySide6.QtWidgets import QApplication
from visible_words import in_menus, missing_glyphs

from attnviz.app.picture import settings
from attnviz.core.kinds import KINDS
from attnviz.core.positions import POSITIONS
from attnviz.experiments.costs import LENGTHS, CostSample
from attnviz.state.reports import PANELS
from attnviz.state.scene import Scene
from attnviz.state.session import Session


def _heads(session: Session) -> None:
    session.set_heads(8)
    session.set_kv_heads(2)
    session.set_position("rope")


def _entropy(session: Session) -> None:
    _heads(session)
    session.set_kv_heads(1)
    session.set_view("entropy")


def _second_text(session: Session) -> None:
    session.set_second_text("月と星を見る")
    session.set_hidden_token(1)


def _plain(session: Session) -> None:
    session.set_heads(1)
    session.set_causal(False)


def _masked(session: Session) -> None:
    session.set_text("猫が犬を追う。犬は猫を追わない")
    session.set_padding(2)
    session.set_pattern(False, 3, 2, (0,))
    session.set_hidden_token(1)
    session.draw_cells(tuple((2, column, False) for column in range(18)))


def _linear(session: Session) -> None:
    session.set_kind("linear")
    session.set_position("alibi")
    session.set_heads(2)
    session.set_view("mean")


def _performer(session: Session) -> None:
    session.set_kind("performer")
    session.set_heads(96)
    session.set_view("max")


def _state_space(session: Session) -> None:
    session.set_kind("state_space")
    session.set_position("learned")


PICTURES: dict[str, Callable[[Session], None]] = {
    "heads": _heads,
    "entropy": _entropy,
    "second text": _second_text,
    "masked": _masked,
    "linear": _linear,
    "performer": _performer,
    "state space": _state_space,
    "gru": lambda session: session.set_kind("gru"),
    "lstm": lambda session: session.set_kind("lstm"),
}
# The panels that say something else of a picture than of the others
SAID = {
    "heads": tuple(PANELS),
    "entropy": ("heads", "ledger", "lines", "compare"),
    "second text": tuple(PANELS),
    "masked": ("change", "ledger", "swap", "mask", "masking", "cache", "kinds", "lines"),
    "linear": ("ledger", "swap", "position", "heads", "kinds", "features", "lines"),
    "performer": ("ledger", "heads", "kinds", "features", "compare"),
    "state space": ("swap", "position", "kinds", "compare"),
    "gru": tuple(PANELS),
    "lstm": ("swap", "kinds", "compare"),
}


@pytest.fixture(autouse=True)
def _english_again(qapp: QApplication) -> Iterator[None]:
    """Leave the language of the other tests as it was."""
    with english_again(qapp):
        yield


@pytest.fixture
def japanese(desk: Callable[..., Any]) -> Any:
    """A person at the Japanese window, with something in every panel."""
    return sit_down(desk, "ja")


def test_no_english_is_left_in_any_panel(japanese: Any) -> None:
    assert left_in_panels(japanese) == []


@pytest.mark.parametrize("picture", PICTURES)
def test_no_english_is_left_in_other_pictures(japanese: Any, picture: str) -> None:
    """In the panels that it changes, on every step of the strip, and at the foot of an exported picture."""
    session = japanese.window.session
    PICTURES[picture](session)
    japanese.settle()
    left = left_in_panels(japanese, SAID[picture])
    for step in japanese.find("steps_strip").cards:
        japanese.window._steps.step_chosen.emit(step)
        left += english(words_of(japanese))
    left += english([("foot", settings(japanese.snapshot))])
    assert left == []


def test_no_english_is_left_while_the_keys_walk_through_panels(japanese: Any) -> None:
    """What is pointed at is told below it."""
    left, said = [], set()
    for panel in ("position", "mask", "heads", "kinds", "features", "lines"):
        for change in (_plain, _heads):
            change(japanese.window.session)
            open_panel(japanese, panel)
            japanese.settle()
            left_here, told_here = told_on_the_way(japanese)
            said |= told_here
            left += left_here
    assert len(said) > 150
    assert left == []


def test_no_english_is_left_with_any_position(japanese: Any) -> None:
    session, left = japanese.window.session, []
    for position in POSITIONS:
        session.set_position(position)
        session.set_scaled(position != "alibi")
        for panel in ("position", "ledger"):
            open_panel(japanese, panel)
            left += english(words_of(japanese, only_panel=True))
        left += english([("foot", settings(japanese.snapshot))])
    assert left == []


def test_no_english_is_left_with_any_pattern_of_the_mask(japanese: Any) -> None:
    session, left = japanese.window.session, []
    open_panel(japanese, "mask")
    for crossed in (None, "猫が犬を追って", "星"):
        session.set_second_text(crossed)
        for pattern in (
            (True, 1, 1, ()),
            (True, 3, 1, (0,)),
            (True, 3, 2, ()),
            (False, 2, 1, (0, 5)),
            (False, 2, 3, ()),
        ):
            session.set_pattern(*pattern)
            session.set_hidden_token(0)
            left += english(words_of(japanese, only_panel=True))
    assert left == []


def test_no_english_is_left_in_the_table_of_kinds(japanese: Any) -> None:
    """Of all kinds, whatever the text can tell, and with the time measured."""
    open_panel(japanese, "kinds")
    session, panel = japanese.window.session, japanese.find("kinds_panel")
    left, answers = [], set()
    for text in ("猫が犬を追う。犬は猫を追わない", "猫猫猫", "猫"):
        session.set_text(text)
        for kinds in (tuple(KINDS)[:3], tuple(KINDS)[3:6], tuple(KINDS)[6:]):
            session.set_kinds(kinds)
            rows = japanese.snapshot.report.rows
            assert [row.key for row in rows] == list(kinds)
            panel.show_costs(
                [
                    CostSample(row.key, n, cost.multiply_adds, cost.bytes, 1e-7 * n)
                    for row in rows
                    for n, cost in zip(LENGTHS, row.costs, strict=True)
                ]
            )
            left += english(words_of(japanese, only_panel=True))
            answers |= {words for row in japanese.find("kinds_table").cells()[1:] for words in row[1:]}
    assert len(answers) > 15
    panel.show_progress(3, 28)
    left += english(words_of(japanese, only_panel=True))
    assert left == []


def test_no_english_is_left_while_the_mask_is_drawn(japanese: Any) -> None:
    open_panel(japanese, "mask")
    japanese.choose("draw_mask_action")
    left = english(words_of(japanese))
    japanese.focus("heatmap")
    japanese.press("Space")
    assert japanese.scene.drawn
    japanese.settle()
    left += english([*words_of(japanese), ("news", japanese.news())])
    japanese.window._steps.step_chosen.emit("query")  # no mask to draw on
    left += english(words_of(japanese))
    assert left == []


def test_no_english_is_left_where_there_is_no_text(japanese: Any) -> None:
    session = japanese.window.session
    session.set_scene(Scene(text="", pinned=None))
    left = left_in_panels(japanese)
    session.set_text("猫")
    left += left_in_panels(japanese)  # too few for some
    session.set_second_text("")
    left += left_in_panels(japanese)
    assert left == []


def test_no_english_is_left_with_the_mask_off_or_another_head(japanese: Any) -> None:
    session = japanese.window.session
    session.set_causal(False)
    left = left_in_panels(japanese, ("change", "swap", "mask", "masking", "cache", "kinds", "lines"))
    session.set_scene(Scene())
    session.set_nines(True)
    session.set_scaling_source("own")
    left += left_in_panels(japanese, allowed=japanese.snapshot.tokens)
    assert left == []


def test_steps_on_the_large_map_are_named_in_japanese(japanese: Any) -> None:
    left = []
    for step, card in japanese.find("steps_strip").cards.items():
        japanese.window._steps.step_chosen.emit(step)
        assert card.map.accessibleName()
        left += english(words_of(japanese))
    assert left == []


# ------------------------------------------------------------------------------------------------- glyphs and places


def test_every_glyph_is_there(japanese: Any) -> None:
    if not QFontDatabase.families(QFontDatabase.WritingSystem.Japanese):
        pytest.skip("no Japanese font is installed")
    assert missing_glyphs("\U0010fffd") == "\U0010fffd"
    words = "".join(words for _, words in in_menus(japanese.window))
    for panel in PANELS:
        open_panel(japanese, panel)
        words += "".join(words for _, words in words_of(japanese))
    words += "".join(element.findtext("translation", "") for element in messages().values())
    assert len(set(words)) > 400
    assert missing_glyphs(words) == ""


@pytest.mark.parametrize("zoom", [100, 200])
def test_nothing_is_cut_off_in_japanese(desk: Callable[..., Any], zoom: int) -> None:
    japanese = sit_down(desk, "ja", zoom)
    japanese.window.resize(SMALL)
    found = []
    for panel in PANELS:
        open_panel(japanese, panel)
        assert japanese.window.size() == SMALL
        found += [f"{panel}: {what}" for what in misplaced(japanese)]
    assert found == []


@pytest.mark.parametrize("picture", ["heads", "masked", "second text", "gru"])
def test_nothing_is_cut_off_in_other_pictures(japanese: Any, picture: str) -> None:
    japanese.window.resize(SMALL)
    PICTURES[picture](japanese.window.session)
    found = []
    for panel in ("position", "mask", "heads", "ledger"):
        open_panel(japanese, panel)
        assert japanese.window.size() == SMALL
        found += [f"{panel}: {what}" for what in misplaced(japanese)]
    assert found == []


def test_nothing_is_cut_off_in_a_japanese_lesson_with_a_notice(japanese: Any) -> None:
    japanese.window.resize(SMALL)
    japanese.find("lesson_1_action", QAction).trigger()
    japanese.window._on_keeping_recovered()
    japanese.settle()
    assert japanese.window.size() == SMALL
    assert misplaced(japanese) == []
