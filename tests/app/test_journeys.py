"""Whole-window journeys: a real window, real files, keys and clicks, from the first start to the last undo."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest

from attnviz.core import tokens
from attnviz.state.scene import Scene

NAN = np.nan
DEMO = [
    [100, NAN, NAN, NAN, NAN],
    [12, 88, NAN, NAN, NAN],
    [4, 26, 71, NAN, NAN],
    [4, 4, 11, 81, NAN],
    [10, 4, 4, 10, 73],
]
FAMILY = "👨‍👩‍👧‍👦"
ODD_TEXTS = {
    "joined emoji": f"a {FAMILY} family",
    "flags and skins": "🇯🇵 👍🏽 ok",
    "right to left": "שלום עולם مرحبا",
    "combining": "e\u0301\u0323 x\u0336\u0337 ก็ नमस्ते",
    "zalgo": "h" + "\u0300\u0316\u0341" * 60 + " end",
    "tabs and lines": "a\tb\nc\r\nd\u2028e\u2029f",
    "controls": "a\x00b \x1b[31m c\x7f \u202e d",
    "surrogates": "a \ud800 b\udfff",
    "wide": "猫が犬を追う 𠮷",
    "markup": "<b>&amp;</b> \"quoted\" 'x' % {n} \\",
    "one long word": "w" * 3000,
}


def test_typing_changes_the_heat_map(person: Any) -> None:
    before = person.heatmap.weights.copy()
    person.type("text_input", " today")
    assert person.scene.text == "The cat sat on the mat today"
    assert person.heatmap.tokens[-1] == "today"
    assert person.heatmap.weights.shape == (7, 7)
    np.testing.assert_array_equal(person.heatmap.weights[:6, :6], before)  # the mask: what came before stays
    person.press("Backspace", 6)
    np.testing.assert_array_equal(person.heatmap.weights, before)


def test_every_key_press_is_on_the_screen_at_once(person: Any) -> None:
    person.retype("text_input", "")
    assert person.heatmap.tokens == ()
    for typed, shown in (("a", ("a",)), ("b", ("ab",)), (" ", ("ab",)), ("c", ("ab", "c")), ("!", ("ab", "c", "!"))):
        QTest.keyClicks(person.focused(), typed)
        assert person.find("heatmap").tokens == shown  # without waiting


@pytest.mark.parametrize("how", ["mouse", "Space", "arrows"])
def test_causal_toggle_empties_and_fills_the_triangle(person: Any, how: str) -> None:
    above = np.triu_indices(6, 1)
    assert np.isnan(person.heatmap.percentages()[above]).all()
    assert (person.heatmap.weights[above] == 0).all()

    def switch(key: str) -> None:
        if how == "mouse":
            person.click("causal_toggle")
        else:
            person.focus("causal_toggle")
            person.press("Space" if how == "Space" else key)

    switch("Right")
    assert not person.find("causal_toggle").isChecked()
    assert not person.scene.causal
    assert (person.heatmap.weights[above] > 0).all()
    np.testing.assert_allclose(person.heatmap.weights.sum(axis=1), 1, atol=1e-6)
    switch("Left")
    assert person.find("causal_toggle").isChecked()
    assert (person.heatmap.weights[above] == 0).all()


def test_dimension_slider_changes_d_by_keys_and_mouse(person: Any) -> None:
    before = person.heatmap.weights.copy()
    person.focus("dimension_slider")
    person.press("Right")
    assert person.scene.dimension == 128
    assert person.find("dimension_box").value() == 128
    assert person.snapshot.head.d_head == 128
    assert not np.array_equal(person.heatmap.weights, before)
    person.press("Home")
    assert person.scene.dimension == 2
    person.press("End")
    assert person.scene.dimension == 512
    assert person.heatmap.weights.shape == (6, 6)
    slider = person.find("dimension_slider")
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(2, slider.height() // 2))
    assert person.scene.dimension < 512
    slider.setValue(5)
    assert person.scene.dimension == 32


def test_dimension_box_takes_any_d(person: Any) -> None:
    person.retype("dimension_box", "100")
    person.press("Return")
    assert person.scene.dimension == 100
    assert person.find("dimension_slider").value() == 7
    assert person.snapshot.trace.query.shape == (6, 100)
    person.retype("dimension_box", "1")
    person.press("Return")
    assert person.snapshot.trace.query.shape == (6, 1)


def test_scale_toggle_divides_or_not(person: Any) -> None:
    divided = person.snapshot.trace
    person.click("scale_toggle")
    assert not person.scene.scaled
    np.testing.assert_allclose(person.snapshot.trace.scores / 8, divided.scores, rtol=1e-6)
    person.focus("scale_toggle")
    person.press("Space")
    np.testing.assert_array_equal(person.snapshot.trace.scores, divided.scores)


def test_the_last_token_is_rewritten_with_and_without_the_mask(person: Any) -> None:
    verdict = person.find("verdict_label")
    person.type("last_token_input", "dog")
    person.settle()
    assert "0 of 320 earlier values changed, bit for bit" in verdict.text()  # five rows of 64
    person.click("causal_toggle")
    person.settle()
    assert "of 320 earlier values changed" in verdict.text()
    assert not verdict.text().split("\n")[-1].startswith("0 of ")
    assert person.snapshot.report.moved[:5].sum() > 0
    person.press("Ctrl+Z")
    person.settle()
    assert "0 of 320" in verdict.text()


def test_nines_at_full_strength_move_nothing_under_the_mask(person: Any) -> None:
    person.click("nines_button")
    person.focus("strength_slider")
    person.press("End")
    assert person.scene.change.nines
    assert person.scene.change.strength == 1000
    assert "0 of 320" in person.find("verdict_label").text()
    assert person.snapshot.report.moved[5] > 0
    person.click("causal_toggle")
    assert person.snapshot.report.moved[:5].sum() > 0


def test_any_token_may_be_changed(person: Any) -> None:
    person.type("last_token_input", "dog")
    person.focus("changed_token_picker")
    person.press("Down", 3)  # the last → 1 → 2 → 3
    assert person.scene.change.index == 2
    moved = person.snapshot.report.moved
    assert (moved[:2] == 0).all()
    assert (moved[2:] > 0).all()


@pytest.mark.parametrize("field", ["text_input", "last_token_input", "dimension_box"])
def test_undo_and_redo_keys_walk_through_everything_wherever_the_focus_is(person: Any, field: str) -> None:
    seen = [person.scene]

    def did() -> None:
        assert person.scene != seen[-1]
        seen.append(person.scene)

    person.type("text_input", " now")
    did()
    person.click("causal_toggle")
    did()
    person.focus("dimension_slider")
    person.press("Left")
    did()
    person.type("last_token_input", "dog")
    did()
    person.focus("strength_slider")
    person.press("PgUp")
    did()
    person.click("nines_button")
    did()
    person.click("scale_toggle")
    did()
    person.focus("model_picker")
    person.press("Down")
    did()
    person.focus("heatmap")
    person.press("Down")
    did()
    person.focus(field)
    for scene in seen[-2::-1]:
        person.press("Ctrl+Z")
        assert person.scene == scene
    _shows(person, seen[0])
    person.press("Ctrl+Z")  # there is nothing more, and it does no harm
    assert person.scene == seen[0]
    for place, scene in enumerate(seen[1:]):
        person.press("Ctrl+Y" if place % 2 else "Ctrl+Shift+Z")
        assert person.scene == scene
    _shows(person, seen[-1])


def _shows(person: Any, scene: Scene) -> None:
    person.settle()
    assert person.find("text_input").text() == scene.text
    assert person.find("model_picker").key() == scene.model
    assert person.find("causal_toggle").isChecked() == scene.causal
    assert person.find("scale_toggle").isChecked() == scene.scaled
    assert person.find("dimension_box").value() == scene.width
    assert person.find("last_token_input").text() == scene.change.text
    assert person.find("nines_button").isChecked() == scene.change.nines


def test_undo_and_redo_by_the_menu_are_greyed_out_when_there_is_nothing(person: Any) -> None:
    undo, redo = person.find("undo_action", QAction), person.find("redo_action", QAction)
    assert not undo.isEnabled()
    assert not redo.isEnabled()
    person.type("text_input", "s")
    person.choose("undo_action")
    assert person.scene == Scene()
    assert not undo.isEnabled()
    person.choose("redo_action")
    assert person.scene.text.endswith("mats")
    assert not redo.isEnabled()


def test_the_demo_comes_out_cell_by_cell(person: Any) -> None:
    person.choose("example_demo_action")
    assert person.heatmap.tokens == ("The", "cat", "sat", "on", "mat")
    np.testing.assert_array_equal(person.heatmap.percentages(), np.array(DEMO))
    assert person.find("model_picker").key() == "demo"
    assert "set by hand" in person.find("honesty_label").text()


def test_the_demo_by_the_picker_brings_its_text(person: Any) -> None:
    person.retype("text_input", "something else entirely")
    person.focus("model_picker")
    person.press("End")
    assert person.scene.model == "demo"
    np.testing.assert_array_equal(person.heatmap.percentages(), np.array(DEMO))


@pytest.mark.parametrize("how", ["text", "d", "box"])
def test_other_text_or_another_d_leaves_the_demo_and_says_so(person: Any, how: str) -> None:
    person.choose("example_demo_action")
    if how == "text":
        person.type("text_input", "s")
    elif how == "d":
        person.focus("dimension_slider")
        person.press("Right")
    else:
        person.retype("dimension_box", "7")
        person.press("Return")
    assert person.scene.model == "random"
    assert person.find("model_picker").key() == "random"
    assert "Random" in person.news()
    assert "five tokens" in person.news()
    person.press("Ctrl+Z")
    assert person.scene.model == "demo"
    np.testing.assert_array_equal(person.heatmap.percentages(), np.array(DEMO))


def test_a_space_more_is_still_the_demo(person: Any) -> None:
    person.choose("example_demo_action")
    person.type("text_input", "  ")
    assert person.scene.model == "demo"


def test_the_same_words_in_another_order_give_the_same_rows(person: Any) -> None:
    rows = {}
    for name in ("cat_dog", "dog_cat"):
        person.choose(f"example_{name}_action")
        trace = person.snapshot.trace
        rows[name] = {token: trace.output[i].tobytes() for i, token in enumerate(person.heatmap.tokens)}
    assert rows["cat_dog"] == rows["dog_cat"]


def test_the_long_paragraph_is_shown(person: Any) -> None:
    person.choose("example_paragraph_action")
    assert len(person.heatmap.tokens) > 48
    assert person.count() == f"tokens: {len(person.heatmap.tokens)}"


def test_empty_text_shows_what_to_type_and_everything_still_answers(person: Any) -> None:
    person.retype("text_input", "")
    assert person.heatmap.tokens == ()
    assert person.count() == "tokens: 0"
    person.click("causal_toggle")
    person.click("nines_button")
    person.focus("heatmap")
    for key in ("Right", "Down", "Home", "Esc", "+", "0"):
        person.press(key)
    person.click("heatmap")
    for action in ("copy_picture_action", "copy_numbers_action", "export_svg_action", "export_npz_action"):
        person.choose(action)
        assert "nothing to copy or export" in person.notice()
    person.retype("text_input", "a b")
    assert person.heatmap.tokens == ("a", "b")


def test_hovering_changes_the_caption_and_a_click_pins(person: Any) -> None:
    person.settle()
    heatmap, caption = person.find("heatmap"), person.find("caption_label")
    assert caption.sentence().startswith("“sat”")
    spot = heatmap.cell_rect(5, 1).center().toPoint()
    QTest.mouseMove(heatmap, spot)
    person.qtbot.waitUntil(lambda: caption.sentence().startswith("“mat”"))
    assert person.scene.pinned == (2, None)
    person.click("heatmap", spot)
    assert person.scene.pinned == (5, 1)
    person.focus("heatmap")
    person.press("Up")
    person.press("Left")
    assert person.scene.pinned == (4, 0)
    person.press("Esc")
    assert person.scene.pinned is None
    person.press("Ctrl+Z", 2)
    assert person.scene.pinned is not None


def test_a_card_says_the_weight_to_one_decimal_and_its_score(person: Any) -> None:
    trace = person.snapshot.trace
    card = person.heatmap.readout(3, 1)
    assert card.heading == "on → cat"
    assert card.weight == f"{100 * trace.weights[3, 1]:.1f} %"
    assert card.score.replace("−", "-") == f"score {trace.scores[3, 1]:.3f}"


@pytest.mark.parametrize("name", ODD_TEXTS)
def test_odd_text_goes_through_everything(person: Any, name: str, tmp_path: Path) -> None:
    person.retype_pasted(ODD_TEXTS[name])
    person.type("last_token_input", "x")
    person.focus("last_token_input")
    person.press("Ctrl+A")
    person.paste(ODD_TEXTS[name][:200])
    shown = person.heatmap.tokens
    assert shown
    if name == "joined emoji":
        assert shown[1] == FAMILY
    for row in range(min(len(shown), 6)):
        person.focus("heatmap")
        person.press("Down")
        assert not person.window.grab().isNull(), row
    for action in ("copy_picture_action", "copy_numbers_action"):
        person.choose(action)
    for suffix in ("svg", "pdf", "csv", "npz", "png_1"):
        file = tmp_path / f"out.{suffix[:3]}"
        person.choose(f"export_{suffix}_action")
        person.fill_dialog(file)
        person.qtbot.waitUntil(file.exists)
        person.qtbot.waitUntil(lambda: "is written" in person.news())
        person.window.statusBar().clearMessage()
        assert file.stat().st_size > 0
    scene = person.scene
    person.press("Ctrl+Shift+S")
    person.fill_dialog(tmp_path / "odd.attnviz")
    assert "is saved" in person.news()
    person.choose("new_action")
    person.press("Ctrl+O")
    person.fill_dialog(tmp_path / "odd.attnviz")
    assert person.scene == scene
    assert person.heatmap.tokens == shown
    assert person.notice() == ""


def test_a_megabyte_is_pasted_and_the_window_stays_responsive(person: Any, record_property: Any) -> None:
    text = " ".join(f"word{number}" for number in range(110_000))[: 2**20]
    person.focus("text_input")
    person.press("Ctrl+A")
    QGuiApplication.clipboard().setText(text)
    answered: list[float] = []
    begun = time.perf_counter()
    person.press("Ctrl+V")
    QTimer.singleShot(0, lambda: answered.append(time.perf_counter()))
    person.qtbot.waitUntil(lambda: bool(answered), timeout=20_000)
    pasted = answered[0] - begun
    record_property("paste_seconds", round(pasted, 3))
    total = len(text.split())
    assert person.count() == f"1024 of {total} tokens are shown"
    assert person.scene.text == text
    begun = time.perf_counter()
    QTest.keyClicks(person.focused(), "!")
    typed = time.perf_counter() - begun
    record_property("key_seconds", round(typed, 3))
    assert len(person.scene.text) == len(text) + 1
    assert person.count() == f"1024 of {tokens.count(person.scene.text)} tokens are shown"
    person.press("Ctrl+Z", 2)
    assert person.scene.text == "The cat sat on the mat"
    assert person.heatmap.weights.shape == (6, 6)
    person.press("Ctrl+Y")
    assert len(person.scene.text) >= len(text)
    print(f"paste {pasted:.3f} s, key {typed:.3f} s")
    assert pasted < 1.5
    assert typed < 0.75


def test_more_than_the_longest_text_is_cut_and_said(person: Any) -> None:
    person.retype_pasted("ab " * 700_000)
    person.settle()
    assert len(person.scene.text) == 2_000_000
    assert "first 2000000 characters" in person.notice().replace(",", "")
    assert person.find("text_input").text() == person.scene.text


def test_fast_edits_while_the_worker_runs_end_with_the_newest(person: Any) -> None:
    person.retype_pasted(" ".join(f"w{number}" for number in range(900)))
    for _ in range(5):
        person.click("causal_toggle")
        person.focus("dimension_slider")
        person.press("Left")
    person.press("Right")
    person.settle()
    assert person.heatmap.weights.shape == (900, 900)
    assert person.snapshot.scene == person.scene
    assert person.snapshot.trace.query.shape[1] == person.scene.width
    causal = bool((person.heatmap.weights[np.triu_indices(900, 1)] == 0).all())
    assert causal == person.scene.causal


def test_closing_while_the_worker_runs_loses_nothing(desk: Any) -> None:
    person = desk()
    text = " ".join(f"w{number}" for number in range(900))
    person.retype_pasted(text)
    person.close()
    assert desk().scene.text == text
