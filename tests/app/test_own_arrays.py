"""Somebody's own arrays in the real window: opened from a file, asked about, told about, or given from Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from app.conftest import drop_deleted
from array_files import maps, npz_bytes, written
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QListWidget, QPushButton, QSpinBox

from attnviz.app.language import Language
from attnviz.app.window import MainWindow
from attnviz.models.arrays import from_any

WORDS = ("one", "two", "three", "four")


def file_of(folder: Path, **arrays: Any) -> Path:
    return written(folder / "maps.npz", npz_bytes(arrays))


def opened(person: Any, path: Path) -> None:
    """Open a file by the menu, and wait until it is there, or a question or a problem is."""
    person.choose("open_model_action")
    person.fill_dialog(path)
    person.qtbot.waitUntil(lambda: not person.find("loading_bar").isVisible(), timeout=10_000)


def question(person: Any) -> QDialog:
    person.qtbot.waitUntil(lambda: any(of.isVisible() for of in person.window.findChildren(QDialog, "choice_dialog")))
    return next(of for of in person.window.findChildren(QDialog, "choice_dialog") if of.isVisible())


def answer(person: Any, dialog: QDialog, button: str = "choice_open_button") -> None:
    QTest.mouseClick(dialog.findChild(QPushButton, button), Qt.MouseButton.LeftButton)
    person.come_back()
    person.qtbot.waitUntil(lambda: not person.find("loading_bar").isVisible(), timeout=10_000)


def test_a_file_is_opened_and_shown_as_it_is(person: Any, tmp_path: Path) -> None:
    weights = maps(3, 2, 4, 4)
    before = person.scene
    opened(person, file_of(tmp_path, attention=weights, tokens=np.array(WORDS)))
    assert (person.scene.model, person.scene.heads) == ("arrays", 2)
    assert person.snapshot.tokens == WORDS
    np.testing.assert_array_equal(person.heatmap.weights, weights[0, 0])
    assert person.notice() == ""
    person.press("Ctrl+Z")
    assert person.scene == before


def test_which_text_of_a_batch_is_asked_and_kept_with_the_scene(
    person: Any, desk: Callable[..., Any], tmp_path: Path
) -> None:
    weights = maps(2, 5, 2, 4, 4)
    before = person.scene
    path = file_of(tmp_path, attention=weights)
    opened(person, path)
    dialog = question(person)
    assert person.scene == before
    assert "maps.npz holds the weights of 5 texts" in dialog.accessibleDescription()
    dialog.findChild(QSpinBox, "choice_number").setValue(4)
    answer(person, dialog)
    np.testing.assert_array_equal(person.heatmap.weights, weights[0, 3, 0])
    assert person.scene.source == f"{path}?batch=3"
    assert person.find("model_picker").currentText() == "maps.npz, batch=3"
    person.close()
    again = desk()
    again.qtbot.waitUntil(lambda: again.snapshot.given is not None, timeout=10_000)
    np.testing.assert_array_equal(again.heatmap.weights, weights[0, 3, 0])


def test_which_kind_is_asked_and_then_which_text(person: Any, tmp_path: Path) -> None:
    cross = maps(2, 3, 2, 4, 4, seed=1)
    opened(person, file_of(tmp_path, encoder_attentions=maps(2, 3, 2, 4, 4), cross_attentions=cross))
    dialog = question(person)
    names = dialog.findChild(QListWidget, "choice_list")
    assert [names.item(row).text() for row in range(names.count())] == ["encoder_attentions", "cross_attentions"]
    names.setFocus()
    QTest.keyClick(names, Qt.Key.Key_Down)
    QTest.keyClick(names, Qt.Key.Key_Return)
    answer(person, question(person))
    np.testing.assert_array_equal(person.heatmap.weights, cross[0, 0, 0])


def test_no_answer_changes_nothing(person: Any, tmp_path: Path) -> None:
    before = person.scene
    opened(person, file_of(tmp_path, attention=maps(2, 5, 2, 4, 4)))
    answer(person, question(person), "choice_cancel_button")
    assert person.scene == before
    assert person.find("model_picker").key() == "random"
    assert person.notice() == ""


def test_what_is_unusual_is_told(person: Any, tmp_path: Path) -> None:
    weights = maps(2, 2, 4, 4)
    weights[1, 0, 2] *= 2
    weights[0, 1, 3, 1] = np.nan
    opened(person, file_of(tmp_path, attention=weights))
    person.qtbot.waitUntil(lambda: bool(person.notice()))
    assert person.notice() == (
        "maps.npz: 1 of 64 weights are no finite numbers (NaN or infinite). "
        "1 of 16 rows don't add up to 1: the first is row 3 of head 1 in layer 2, with 2."
    )


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("maps.npz", npz_bytes({"attention": np.zeros((2, 0, 4), np.float32)}), "There are no weights in an array"),
        ("maps.npz", npz_bytes({"ids": np.arange(5)}), "There are no attention weights here."),
        ("maps.npz", b"\x80\x04nothing", "is a pickle"),
        ("maps.npz", b"PK\x03\x04 cut off", "maps.npz"),
    ],
)
def test_what_does_not_fit_is_said(person: Any, tmp_path: Path, name: str, data: bytes, words: str) -> None:
    before = person.scene
    opened(person, written(tmp_path / name, data))
    person.qtbot.waitUntil(lambda: bool(person.notice()))
    assert words in person.notice()
    assert "was not opened" in person.notice()
    assert person.scene == before


def test_arrays_beside_a_model_are_arrays(person: Any, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    opened(person, file_of(tmp_path, attention=maps(2, 4, 4)))
    assert person.scene.model == "arrays"


def test_two_texts_cross(person: Any, tmp_path: Path) -> None:
    weights = maps(2, 3, 5)
    columns = np.array(["v", "w", "x", "y", "z"])
    opened(person, file_of(tmp_path, cross=weights, tokens=np.array(["a", "b", "c"]), columns=columns))
    assert person.snapshot.tokens == ("a", "b", "c")
    assert person.snapshot.columns == tuple("vwxyz")
    np.testing.assert_array_equal(person.heatmap.weights, weights[0])


def test_given_ones_are_told_apart_and_come_back_with_undo(person: Any) -> None:
    first, second = maps(2, 3, 3), maps(2, 4, 4)
    person.window.show_given(from_any(first, list("abc"), name="mine"))
    person.window.show_given(from_any(second, list("defg"), name="mine"))
    assert person.snapshot.tokens == tuple("defg")
    assert person.find("model_picker").currentText() == "mine (2)"
    person.press("Ctrl+Z")
    assert person.snapshot.tokens == tuple("abc")
    np.testing.assert_array_equal(person.heatmap.weights, first[0])


def test_given_ones_are_let_go_of_after_a_while(person: Any) -> None:
    for number in range(5):
        person.window.show_given(from_any(maps(2, 3, 3, seed=number), name=f"number {number}"))
    assert len(person.window.sources) == 3
    for _ in range(4):
        person.press("Ctrl+Z")
    assert person.scene.source == "python:number 0"
    person.qtbot.waitUntil(lambda: bool(person.notice()))
    assert "give them again, with attnviz.show" in person.notice()


def test_another_language_keeps_what_is_loaded(person: Any, qapp: QApplication) -> None:
    weights, locale = maps(2, 3, 3), QLocale()
    person.window.show_given(from_any(weights, list("abc"), name="mine"))
    old = person.window
    person.choose("language_ja_action")
    (person.window,) = [of for of in qapp.topLevelWidgets() if isinstance(of, MainWindow) and of is not old]
    drop_deleted()
    np.testing.assert_array_equal(person.heatmap.weights, weights[0])
    assert person.snapshot.tokens == tuple("abc")
    assert person.notice() == ""
    Language(qapp).apply("en")
    QLocale.setDefault(locale)
