"""Journeys through every kind of attention in a real window: what is said must be true, and nothing may be lost."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QAction, QGuiApplication, QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QInputDialog, QLineEdit

from attnviz.app import matrices, numbers, picture
from attnviz.state.scene import ATTENTION, MAP_KINDS, Change, Picture, Scene
from attnviz.views import heatmap_painter

TEXT = "The cat sat on the mat"
SECOND = "ein kleiner Hund schläft heute gern"
RECURRENCES = tuple(kind for kind in MAP_KINDS if kind not in ATTENTION)
STATES = {
    **{kind: Scene(kind=kind, features=16) for kind in MAP_KINDS},
    **{f"{view} of 4": Scene(heads=4, kv_heads=2, view=view) for view in ("head", "mean", "max", "entropy")},
    "entropy without a mask": Scene(heads=3, kv_heads=1, view="entropy", causal=False),
    "96 heads": Scene(heads=96, kv_heads=8, head=95),
    **{position: Scene(position=position) for position in ("sinusoidal", "learned", "rope", "alibi")},
    "window": Scene(window=3, dilation=2, global_tokens=(0,), causal=False),
    "padding": Scene(padding=2, hidden_token=1, causal=False),
    "drawn": Scene(drawn=((0, 5, True), (2, 0, False))),
    "crossed": Scene(second_text=SECOND, heads=2, kv_heads=2),
    "crossed entropy": Scene(second_text="a", heads=2, kv_heads=2, view="entropy"),
    "crossed linear": Scene(second_text=SECOND, kind="linear", padding=1),
    "one token": Scene("cat", kind="lstm"),
    "one token, entropy": Scene("cat", heads=3, kv_heads=3, view="entropy"),
}
SOME = ("performer", "state_space", "lstm", "entropy of 4", "96 heads", "rope", "window", "drawn", "crossed linear")


def go(person: Any, scene: Scene, panel: str | None = None) -> None:
    person.window.session.set_scene(scene)
    if panel is not None:
        person.choose(f"open_{panel}_action")
    person.settle()


def cell(person: Any, row: int, column: int) -> QPoint:
    heatmap = person.heatmap
    return heatmap_painter.cell_rect(QRectF(heatmap.rect()), heatmap.picture, row, column).center().toPoint()


def said(person: Any, name: str) -> str:
    return str(person.find(name).text())


# ------------------------------------------------------------------------------------------------ every state


@pytest.mark.parametrize("state", STATES)
def test_every_step_of_every_state_is_shown_told_and_copied(person: Any, state: str) -> None:
    go(person, STATES[state], "change")
    for step in matrices.steps_of(person.snapshot):
        person.window._steps.step_chosen.emit(step)
        matrix = matrices.matrix_of(person.snapshot, step)
        assert matrix is not None
        np.testing.assert_array_equal(person.heatmap.values, matrix.values)
        assert person.find("map_panel").title == matrix.title
        for row in range(len(matrix.rows)):
            person.window._map.heatmap.cell_hovered.emit(row, 0)
            assert said(person, "caption_label")
            person.window._map.heatmap.cell_hovered.emit(-1, -1)
        person.press("Ctrl+Shift+C")
        assert not QGuiApplication.clipboard().image().isNull()
    person.choose("copy_numbers_action")
    lines = list(csv.reader(io.StringIO(QGuiApplication.clipboard().text()), delimiter="\t"))
    assert tuple(lines[0][1:]) == person.snapshot.column_labels
    copied = np.array([line[1:] for line in lines[1:]], np.float32)
    np.testing.assert_array_equal(copied, person.snapshot.shown)


@pytest.mark.parametrize("state", ["gru", "state_space", "max of 4", "entropy of 4", "crossed", "padding"])
def test_what_is_exported_is_what_is_shown(person: Any, state: str, tmp_path: Path) -> None:
    go(person, STATES[state])
    for suffix in ("svg", "pdf", "csv", "npz"):
        person.choose(f"export_{suffix}_action")
        person.fill_dialog(tmp_path / f"x.{suffix}")
        person.qtbot.waitUntil((tmp_path / f"x.{suffix}").exists)
    person.choose("export_png_1_action")
    person.fill_dialog(tmp_path / "x.png")
    person.qtbot.waitUntil((tmp_path / "x.png").exists)
    snapshot = person.snapshot
    words = (tmp_path / "x.svg").read_text("utf-8")
    assert QSvgRenderer(str(tmp_path / "x.svg")).isValid()
    assert matrices.weights_title(snapshot).split()[0] in words
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")
    assert not QImage(str(tmp_path / "x.png")).isNull()
    lines = list(csv.reader(io.StringIO((tmp_path / "x.csv").read_text("utf-8-sig"))))
    np.testing.assert_array_equal(np.array([line[1:] for line in lines[1:]], np.float32), snapshot.shown)
    with np.load(tmp_path / "x.npz") as arrays:
        assert tuple(arrays["tokens"]) == snapshot.tokens
        assert tuple(arrays["columns"]) == snapshot.columns
        np.testing.assert_array_equal(arrays["weights"], snapshot.trace.weights)
        np.testing.assert_array_equal(arrays["output"], snapshot.trace.output)
        if snapshot.run.multi is not None:
            np.testing.assert_array_equal(arrays["combined"], snapshot.run.output)


def test_the_settings_say_only_what_decides_the_numbers(person: Any) -> None:
    def settings(**fields: Any) -> str:
        go(person, Scene(TEXT, **fields))
        return picture.settings(person.snapshot)

    assert "RoPE" not in settings(kind="gru", position="rope")
    assert "sinusoidal" in settings(kind="gru", position="sinusoidal")
    assert settings(kind="lstm", model="identity").startswith("random weights")
    assert settings(kind="state_space", model="identity").startswith("identity weights")
    assert "√d" not in settings(kind="linear")
    assert "divided by √d" in settings(kind="performer")
    assert "padding: 2" in settings(padding=2)
    assert "padding" not in settings(kind="gru", padding=2)


# ---------------------------------------------------------------------------- words of the panels about every kind


@pytest.mark.parametrize("kind", RECURRENCES)
def test_no_panel_speaks_of_a_mask_where_there_is_none(person: Any, kind: str) -> None:
    go(person, Scene(TEXT, kind=kind, change=Change(text="dog"), swapped=(0, 2)), "change")
    assert "Nothing moved" in said(person, "verdict_label")
    assert not person.find("change_hint").isVisible()
    person.choose("open_swap_action")
    person.settle()
    assert "mask" not in said(person, "swap_verdict")
    assert "token by token" in said(person, "swap_verdict")
    assert not person.find("swap_hint").isVisible()
    person.window.session.set_kind("softmax")
    person.settle()
    assert "It is the mask that knows places" in said(person, "swap_verdict")
    person.choose("open_change_action")
    person.settle()
    assert person.find("change_hint").isVisible()


def test_the_swap_panel_names_who_knows_the_places(person: Any) -> None:
    go(person, Scene(TEXT, position="rope", swapped=(0, 2)), "swap")
    assert "Both the encoding of positions and the mask" in said(person, "swap_verdict")
    person.window.session.set_causal(False)
    person.settle()
    assert "it is the encoding of positions that knows places" in said(person, "swap_verdict")
    go(person, Scene(TEXT, causal=False, window=2, swapped=(0, 3)))
    assert "what a token sees depends on where it stands" in said(person, "swap_verdict")


@pytest.mark.parametrize("kind", RECURRENCES)
def test_a_comparison_with_a_recurrence_has_no_per_cent(person: Any, kind: str) -> None:
    go(person, Scene(TEXT, reference=Picture(TEXT, kind=kind)), "compare")
    for part in ("verdict", "caption_difference"):
        assert "%" not in said(person, f"compare_{part}")
        assert "percentage" not in said(person, f"compare_{part}")
    assert "cells differ" in said(person, "compare_verdict")
    assert "√d" not in said(person, "compare_caption_a")
    person.click("compare_map_a")
    shown = person.heatmap
    assert shown.limit == pytest.approx(float(np.abs(shown.values).max()))
    assert "looks" not in person.find("map_panel").subtitle
    person.click("compare_map_difference")
    values = person.snapshot.report
    np.testing.assert_array_equal(person.heatmap.values, values.difference)
    person.window.session.swap_reference()
    person.settle()
    assert person.scene.kind == kind


def test_captions_of_a_comparison_name_and_set_off_what_is_new(person: Any) -> None:
    scene = Scene(TEXT, heads=4, kv_heads=2, head=1, window=2, reference=Picture(TEXT))
    go(person, scene, "compare")
    assert "4 heads, 2 K/V heads" in said(person, "compare_caption_b")
    assert "head 2" in said(person, "compare_caption_b")
    assert "window 2" in said(person, "compare_caption_b")
    asked = [span.text for span in person.find("compare_caption_b").spans() if span.style == "asking"]
    assert asked == ["4 heads, 2 K/V heads", "window 2", "head\xa02"]


def test_a_comparison_of_second_texts_names_their_tokens(person: Any) -> None:
    of_five = Picture("The cat", second_text="a b c d e", causal=False)
    go(person, Scene("The cat", second_text="a b c d e", scaled=False, reference=of_five), "compare")
    report = person.snapshot.report
    row, column = report.where
    expected = f"{('The', 'cat')[row]} → {'abcde'[column]}:"
    assert said(person, "compare_verdict").startswith(expected)
    assert "The cat ← a b c d e" in said(person, "compare_caption_a")
    go(person, replace(person.scene, second_text="v w x y z"))
    assert said(person, "compare_verdict").startswith("Row ")
    person.click("compare_map_difference")
    assert person.heatmap.columns == ("a/v", "b/w", "c/x", "d/y", "e/z")
    go(person, replace(person.scene, second_text="v w"))
    assert "A is 5 wide, B is 2 wide" in said(person, "compare_verdict")


def test_what_was_drawn_is_not_marked_on_a_comparison(person: Any) -> None:
    go(person, Scene(TEXT, drawn=((0, 5, True),), reference=Picture(TEXT)), "compare")
    assert person.heatmap.picture.drawn
    person.click("compare_map_difference")
    assert not person.heatmap.picture.drawn
    person.click("compare_map_b")
    assert person.heatmap.picture.drawn


def test_a_column_that_is_no_token_is_not_pinned(person: Any) -> None:
    go(person, Scene(TEXT, heads=6, kv_heads=6, view="entropy"))
    person.click("heatmap", cell(person, 3, 5))
    assert person.scene.pinned == (3, None)
    go(person, Scene(TEXT, reference=Picture(TEXT, causal=False), compared="output"), "compare")
    person.click("compare_map_difference")
    person.click("heatmap", cell(person, 4, 3))
    assert person.scene.pinned == (4, None)


def test_the_entropy_caption_names_no_head_where_all_are_alike(person: Any) -> None:
    go(person, Scene(TEXT, heads=4, kv_heads=4, view="entropy", pinned=(0, None)))
    assert said(person, "caption_label") == "“The” looks as sharply in every head: 0 bits."
    person.window.session.set_pinned(3)
    person.settle()
    assert "most sharply in head" in said(person, "caption_label")


@pytest.mark.parametrize("state", ["softmax", "gru", "state_space", "max of 4", "entropy of 4"])
def test_what_holds_for_the_weights_is_not_said_of_other_matrices(person: Any, state: str) -> None:
    go(person, STATES[state])
    of_weights = said(person, "honesty_label")
    person.window._steps.step_chosen.emit("output")
    assert said(person, "honesty_label") == "random weights (not trained)" != of_weights
    person.window._steps.step_chosen.emit("weights")
    assert said(person, "honesty_label") == of_weights


def test_a_cleared_comparison_leaves_the_map_as_it_was(person: Any) -> None:
    go(person, Scene(TEXT, reference=Picture(TEXT, causal=False)), "compare")
    person.press("Ctrl+D")
    person.click("compare_map_a")
    person.click("clear_reference_button")
    person.settle()
    assert person.find("map_panel").title == "Attention weights"
    person.click("heatmap", cell(person, 0, 3))
    assert person.scene.drawn == ((0, 3, True),)


def test_hand_made_scores_are_named_only_where_they_are(person: Any) -> None:
    go(person, Scene("The cat sat on mat", model="demo"))
    assert "scores set by hand" in said(person, "honesty_label")
    person.window.session.set_kind("linear")
    person.settle()
    assert "weights set by hand" in said(person, "honesty_label")
    assert picture.settings(person.snapshot).startswith("hand-made weights")


# ------------------------------------------------------------------------------------------------ a second text


def test_a_second_text_is_typed_undone_and_emptied_without_losing_anything(person: Any) -> None:
    go(person, Scene(TEXT), "mask")
    person.click("second_text_switch")
    assert person.scene.second_text == person.find("second_text_input", QLineEdit).text()
    person.retype("second_text_input", "one three")
    field = person.find("second_text_input", QLineEdit)
    field.setCursorPosition(4)
    QTest.keyClicks(field, "two ")
    person.settle()
    assert (person.scene.second_text, field.cursorPosition()) == ("one two three", 8)
    assert person.heatmap.columns == ("one", "two", "three")
    person.press("Ctrl+Z")
    person.settle()
    assert field.text() == person.scene.second_text != "one two three"
    person.press("Ctrl+Y")
    person.settle()
    assert field.text() == "one two three"


def test_an_empty_second_text_says_where_it_is_missing(person: Any) -> None:
    go(person, Scene(TEXT, second_text="a", heads=4, kv_heads=4, view="max"), "mask")
    person.retype("second_text_input", "")
    person.settle()
    assert person.scene.second_text == ""
    assert "second text" in person.heatmap.accessibleDescription() + person.heatmap._message
    assert person.scene.text == TEXT
    person.choose("copy_numbers_action")
    assert "type the second text first" in person.notice()
    for panel in ("heads", "kinds", "position", "compare", "ledger"):
        person.choose(f"open_{panel}_action")
        person.settle()
        assert "second text is empty" in said(person, "misfit_card"), panel
    person.click("misfit_button")
    person.settle()
    assert person.scene.second_text is None
    assert person.snapshot.trace is not None
    person.press("Ctrl+Z")
    person.settle()
    assert person.scene.second_text == ""
    person.choose("open_mask_action")
    person.type("second_text_input", "x y")
    person.settle()
    assert person.heatmap.columns == ("x", "y")


# ------------------------------------------------------------------------------------------------ drawing


def test_a_stroke_is_one_step_by_mouse_and_by_key(person: Any) -> None:
    go(person, Scene(TEXT, pinned=(0, 5)), "mask")
    person.press("Ctrl+D")
    heatmap = person.heatmap
    QTest.mousePress(heatmap, Qt.MouseButton.LeftButton, pos=cell(person, 0, 2))
    for column in (3, 4):
        QTest.mouseMove(heatmap, cell(person, 0, column))
    QTest.mouseRelease(heatmap, Qt.MouseButton.LeftButton, pos=cell(person, 0, 4))
    person.settle()
    assert person.scene.drawn == ((0, 2, True), (0, 3, True), (0, 4, True))
    assert person.snapshot.trace.mask[0, :6].tolist() == [True, False, True, True, True, False]
    person.focus("heatmap")
    before = person.scene.drawn
    person.press("Space")
    person.settle()
    assert len(person.scene.drawn) == len(before) + 1
    person.press("Ctrl+Z", 2)
    person.settle()
    assert person.scene.drawn == ()
    person.press("Ctrl+Y")
    person.choose("clear_drawn_action")
    person.settle()
    assert person.scene.drawn == ()
    person.press("Ctrl+Z")
    assert person.scene.drawn == before


# ------------------------------------------------------------------------------------------------ measuring


def start_measuring(person: Any) -> None:
    person.choose("open_kinds_action")
    person.settle()
    person.click("measure_button")
    assert person.find("measure_progress").isVisible()


def measuring(person: Any) -> Any:
    return person.window._panels.measuring


def test_measuring_goes_on_behind_another_panel_and_can_be_cancelled(person: Any) -> None:
    go(person, Scene(TEXT, dimension=8, kinds=("causal", "linear_causal")))
    start_measuring(person)
    person.choose("open_swap_action")
    person.qtbot.waitUntil(lambda: len(measuring(person).samples) > 2, timeout=20_000)
    person.choose("open_kinds_action")
    person.settle()
    person.click("measure_cancel_button")
    assert person.find("measure_button").isVisible()
    assert not measuring(person).running
    assert measuring(person).samples  # what was measured stays


def test_other_kinds_end_a_measurement_and_a_new_sentence_does_not(person: Any) -> None:
    start_measuring(person)
    person.type("text_input", " today")
    person.settle()
    person.window.session.show_kind("window")  # the window that the kind has anyway
    person.settle()
    assert measuring(person).running
    picker = person.find("kinds_picker_1", QComboBox)
    picker.setFocus()
    QTest.keyClick(picker, Qt.Key.Key_End)
    person.settle()
    assert person.scene.kinds[1] == picker.currentData() != "causal"
    assert not measuring(person).running
    assert person.find("measure_button").isVisible()


def test_the_window_closes_at_once_while_measuring(desk: Callable[..., Any]) -> None:
    person = desk(TEXT)
    start_measuring(person)
    person.qtbot.waitUntil(lambda: len(measuring(person).samples) > 6, timeout=20_000)
    before = time.monotonic()
    person.close()
    assert time.monotonic() - before < 5.0  # one run of one kind, the longest that cannot be cut short
    again = desk()
    assert again.scene.text == TEXT


# ------------------------------------------------------------------------------------------------ coming back


@pytest.mark.parametrize("state", SOME)
def test_a_state_is_undone_and_there_after_a_restart(desk: Callable[..., Any], state: str) -> None:
    person = desk()
    first = person.scene
    go(person, STATES[state])
    shown = person.snapshot.shown.copy()
    person.press("Ctrl+Z")
    person.settle()
    assert person.scene == first
    assert person.find("kind_picker", QComboBox).currentData() == "softmax"
    assert person.find("causal_toggle").isEnabled()
    person.press("Ctrl+Y")
    person.close()
    again = desk()
    assert again.scene == STATES[state]
    np.testing.assert_array_equal(again.snapshot.shown, shown)


@pytest.mark.parametrize("state", SOME)
def test_a_state_is_recorded_as_a_step_of_a_lesson_and_played(person: Any, state: str, tmp_path: Path) -> None:
    file = tmp_path / "own.md"
    go(person, STATES[state], "kinds")
    kept = person.snapshot.shown.copy()
    person.find("record_step_action", QAction).trigger()
    question = person.window.findChild(QInputDialog, "record_step_dialog")
    question.setTextValue("A step")
    question.accept()
    dialog = person.window.findChild(QFileDialog, "lesson_file_dialog")
    dialog.fileSelected.emit(str(file))
    dialog.close()
    go(person, Scene("something else", dimension=3), "swap")
    person.window._lessons.open(file)
    person.settle()
    assert person.scene.picture == STATES[state].picture
    assert person.window._panels.key == "kinds"
    np.testing.assert_array_equal(person.snapshot.shown, kept)


def test_odd_texts_in_every_kind(person: Any) -> None:
    odd = ("", " ", "a", "👨‍👩‍👧‍👦 🇯🇵", "שלום עולם مرحبا", "e\u0301 ก็ नमस्ते", "\ud800 b", "<b>&amp;</b> {n} %s")
    for kind in MAP_KINDS:
        for text in odd:
            for more in ({}, {"second_text": text}, {"heads": 2, "kv_heads": 1, "view": "entropy"}):
                go(person, Scene(text, kind=kind, dimension=4, **more))
                if person.snapshot.shown is not None:
                    assert numbers.csv_file(person.snapshot)


def test_a_sentence_about_a_row_keeps_its_direction_and_names_the_place(person: Any) -> None:
    def caption() -> str:
        return "".join(span.text for span in person.find("caption_label").spans())

    third = "\u2068שלום\u2069\xa0(3)"
    go(person, Scene("שלום cat שלום", kind="gru", pinned=(2, None)))
    assert caption().startswith(f"The state after “{third}” leans most on “")
    person.window._steps.step_chosen.emit("output")
    assert caption().startswith(f"“{third}”: numbers from")
    go(person, Scene("w" * 900, kind="lstm"))
    assert len(caption()) < 200


def test_a_huge_text_with_many_heads_is_cut_and_shown(person: Any) -> None:
    go(person, Scene(TEXT, heads=96, kv_heads=96, dimension=96))
    person.retype_pasted("word " * 200_000)
    person.settle()
    assert "200000" in person.count()
    assert person.heatmap.values.shape == (295, 295)
