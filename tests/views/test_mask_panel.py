"""The panel “Mask”: what of the scene it shows, and what it says when the person changes something."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from attnviz.core import masks, tokens
from attnviz.experiments import sight
from attnviz.state.scene import Scene
from attnviz.views.column_panel import ColumnPanel
from attnviz.views.mask_panel import MaskPanel
from attnviz.views.mask_pattern import PRESETS, MaskPattern, Pattern
from attnviz.views.mask_tokens import MaskTokens
from attnviz.views.mask_words import blind_words, sight_words
from attnviz.views.mini_map import MiniMap

W = TypeVar("W", bound=QWidget)
LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key
FRENCH = "Le chat est là"


def show(panel: MaskPanel, scene: Scene, mask: np.ndarray | None = None) -> None:
    """Show a scene; its mask is the causal one if none is given, or all of the second text."""
    rows = tuple(tokens.split(scene.text))
    columns = rows if scene.second_text is None else tuple(tokens.split(scene.second_text))
    if not rows or not columns:
        panel.show_report(scene, rows, None)
        return
    asked = mask
    if asked is None:
        asked = masks.causal(len(rows)) if scene.second_text is None else masks.full(len(rows), len(columns))
    panel.show_report(scene, rows, sight.report(asked, columns))


@pytest.fixture
def panel(qtbot: QtBot) -> MaskPanel:
    made = MaskPanel()
    qtbot.addWidget(made)
    made.resize(360, 760)
    show(made, Scene())
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def heard(panel: MaskPanel) -> list[tuple[object, ...]]:
    said: list[tuple[object, ...]] = []
    panel.causal_chosen.connect(lambda value: said.append(("causal", value)))
    panel.window_chosen.connect(lambda value: said.append(("window", value)))
    panel.dilation_chosen.connect(lambda value: said.append(("dilation", value)))
    panel.global_tokens_chosen.connect(lambda value: said.append(("globals", value)))
    panel.pattern_chosen.connect(lambda *values: said.append(("pattern", *values)))
    panel.hidden_token_chosen.connect(lambda value: said.append(("hidden", value)))
    panel.padding_chosen.connect(lambda value: said.append(("padding", value)))
    panel.second_text_edited.connect(lambda value: said.append(("text", value)))
    panel.drawing_switched.connect(lambda value: said.append(("drawing", value)))
    panel.cells_cleared.connect(lambda: said.append(("cleared",)))
    return said


def part(panel: QWidget, kind: type[W], name: str) -> W:
    found = panel.findChild(kind, name)
    assert found is not None, name
    return found


def words(panel: MaskPanel, name: str) -> str:
    return part(panel, QLabel, name).text().replace("\u2068", "").replace("\u2069", "")


def chip(panel: MaskPanel, index: int) -> None:
    chips = part(panel, MaskTokens, "global_tokens_input")
    QTest.mouseClick(chips, LEFT, pos=chips.chip_rect(index).center().toPoint())


# set → shown


def test_the_picture_and_its_count(panel: MaskPanel) -> None:
    assert isinstance(panel, ColumnPanel)
    assert words(panel, "mask_count") == "21 of 36 cells visible"
    small = part(panel, MiniMap, "mask_map")
    before = small.grab().toImage()
    show(panel, Scene(causal=False), masks.full(6))
    assert words(panel, "mask_count") == "36 of 36 cells visible"
    assert small.grab().toImage() != before
    assert not part(panel, QLabel, "mask_blind").isVisible()
    assert not part(panel, QLabel, "mask_nothing").isVisible()


def test_everything_that_was_chosen_is_shown_and_nothing_said(
    panel: MaskPanel, heard: list[tuple[object, ...]]
) -> None:
    drawn = ((0, 3, True), (2, 0, False))
    scene = Scene(causal=False, window=3, dilation=2, global_tokens=(0, 4), hidden_token=1, padding=7, drawn=drawn)
    show(panel, scene)
    assert not part(panel, QAbstractButton, "mask_direction_toggle").isChecked()
    assert part(panel, QPushButton, "window_switch").isChecked()
    assert part(panel, QSpinBox, "window_box").value() == 3
    assert part(panel, QSpinBox, "dilation_box").value() == 2
    assert part(panel, MaskTokens, "global_tokens_input").chosen() == (0, 4)
    assert part(panel, QComboBox, "hidden_token_picker").currentText() == "2 cat"
    assert part(panel, QSpinBox, "padding_box").value() == 7
    assert words(panel, "drawn_cells_count") == "Cells drawn by hand: 2"
    assert words(panel, "mask_sight") == "Each token sees itself, 2 before it and 2 after it, 2 apart."
    panel.show_drawing(True)
    assert part(panel, QPushButton, "draw_button").isChecked()
    panel.show_colormap("Grey")
    show(panel, Scene(second_text=FRENCH))
    show(panel, Scene())
    assert not part(panel, QPushButton, "window_switch").isChecked()
    assert part(panel, QSpinBox, "window_box").value() == 3, "the last width waits"
    assert not part(panel, QSpinBox, "window_box").isEnabled()
    assert not part(panel, QSpinBox, "dilation_box").isEnabled()
    assert not part(panel, QPushButton, "clear_cells_button").isEnabled()
    assert part(panel, QComboBox, "hidden_token_picker").currentText() == "(no token)"
    assert words(panel, "mask_sight") == "Each token sees itself and all before it."
    assert heard == []


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        ((True, None, 1), "Each token sees itself and all before it."),
        ((False, None, 1), "Each token sees all."),
        ((True, 1, 3), "Each token sees only itself."),
        ((True, 4, 1), "Each token sees itself and 3 before it."),
        ((True, 4, 2), "Each token sees itself and 3 before it, 2 apart."),
        ((False, 2, 1), "Each token sees itself, 1 before it and 1 after it."),
    ],
)
def test_what_a_window_lets_through_is_what_is_said(pattern: tuple[bool, int | None, int], told: str) -> None:
    assert sight_words(*pattern) == told
    causal, width, step = pattern
    if width is not None:  # of a token in the middle, where nothing is cut off
        middle = masks.window(41, width, causal, step)[20]
        assert middle[:20].sum() == width - 1
        assert middle[21:].sum() == (0 if causal else width - 1)


def test_rows_without_sight_are_named(panel: MaskPanel) -> None:
    asked = masks.without_columns(masks.window(6, 1), [1, 4])
    show(panel, Scene(window=1, hidden_token=1), asked)
    assert words(panel, "mask_blind") == (
        "Rows that would see nothing look at themselves: “cat” in place 2, “the” in place 5."
    )
    assert part(panel, QLabel, "mask_blind").isVisible()
    many = sight.report(np.zeros((9, 9), np.bool_), "abcdefghi")
    assert blind_words(many, "abcdefghi", False).endswith("and 3 more.")
    crossed = blind_words(sight.report(np.zeros((2, 2), np.bool_), "ab"), "ab", True)
    assert "the token of their own place" in crossed
    wide = blind_words(sight.report(np.zeros((1, 2), np.bool_), "ab"), "a", True)
    assert "look at everything" in wide


def test_pointing_at_a_cell_reads_it_out(panel: MaskPanel) -> None:
    small = part(panel, MiniMap, "mask_map")
    QTest.mouseMove(small, small.cell_rect(2, 1).center().toPoint())
    assert words(panel, "mask_cell") == "“sat” may look at “cat”."
    QTest.mouseMove(small, small.cell_rect(1, 2).center().toPoint())
    assert words(panel, "mask_cell") == "“cat” may not look at “sat”."
    small.setFocus()
    QTest.keyClick(small, Key.Key_Down)
    assert words(panel, "mask_cell") == "“sat” may look at “sat”."
    assert "“sat”" in small.accessibleDescription().replace("\u2068", "").replace("\u2069", "")


def test_a_second_text_takes_the_place_of_the_pattern(panel: MaskPanel) -> None:
    scene = Scene(second_text=FRENCH, hidden_token=3)
    show(panel, scene)
    assert words(panel, "mask_count") == "24 of 24 cells visible"
    assert part(panel, QPushButton, "second_text_switch").isChecked()
    assert part(panel, QLineEdit, "second_text_input").text() == FRENCH
    assert part(panel, QComboBox, "hidden_token_picker").currentText() == "4 là"
    assert part(panel, QLabel, "mask_crossed").isVisible()
    for name in ("mask_pattern", "global_tokens_input", "global_tokens_note"):
        assert not part(panel, QWidget, name).isVisible()
    show(panel, Scene(global_tokens=(0,)))
    assert not part(panel, QLineEdit, "second_text_input").isVisible()
    for name in ("mask_pattern", "global_tokens_input", "global_tokens_note"):
        assert part(panel, QWidget, name).isVisible()


def test_what_is_missing_is_said(panel: MaskPanel) -> None:
    show(panel, Scene(text=""))
    assert words(panel, "mask_nothing") == "Type a sentence first."
    assert not part(panel, QWidget, "mask_picture").isVisible()
    show(panel, Scene(second_text=""))
    assert words(panel, "mask_nothing") == "Type the second text first."
    assert part(panel, QLineEdit, "second_text_input").isVisible()


def test_presets_show_which_pattern_it_is(panel: MaskPanel) -> None:
    for key, pattern in PRESETS.items():
        show(panel, Scene(**pattern._asdict()))
        on = [name for name in PRESETS if part(panel, QPushButton, f"mask_preset_{name}").isChecked()]
        assert on == [key]
    show(panel, Scene(window=5))
    assert not any(part(panel, QPushButton, f"mask_preset_{name}").isChecked() for name in PRESETS)


# act → signal


def test_direction_window_and_dilation(panel: MaskPanel, heard: list[tuple[object, ...]]) -> None:
    part(panel, QAbstractButton, "mask_direction_toggle").click()
    part(panel, QPushButton, "window_switch").click()
    show(panel, Scene(window=4))
    width = part(panel, QSpinBox, "window_box")
    width.setFocus()
    QTest.keyClick(width, Key.Key_Up)
    show(panel, Scene(window=5))
    part(panel, QSpinBox, "dilation_box").setValue(3)
    part(panel, QPushButton, "window_switch").click()
    assert heard == [("causal", False), ("window", 4), ("window", 5), ("dilation", 3), ("window", None)]


def test_a_typed_number_counts_once_it_is_whole(panel: MaskPanel, heard: list[tuple[object, ...]]) -> None:
    padding = part(panel, QSpinBox, "padding_box")
    padding.setFocus()
    padding.selectAll()
    QTest.keyClicks(padding, "12")
    assert heard == []
    QTest.keyClick(padding, Key.Key_Return)
    assert heard == [("padding", 12)]
    QTest.keyClick(padding, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert padding.value() == 12, "Undo is the window's"


def test_presets_say_everything_at_once(panel: MaskPanel, heard: list[tuple[object, ...]]) -> None:
    part(panel, QPushButton, "mask_preset_longformer").click()
    part(panel, QPushButton, "mask_preset_mistral").click()
    part(panel, QPushButton, "mask_preset_causal").click()  # as it is already
    assert heard == [("pattern", False, 3, 1, (0,)), ("pattern", True, 4, 1, ())]
    assert part(panel, QPushButton, "mask_preset_causal").isChecked()
    assert not part(panel, QPushButton, "mask_preset_mistral").isChecked(), "until the scene says so"


def test_global_tokens_by_mouse_and_by_key(panel: MaskPanel, heard: list[tuple[object, ...]]) -> None:
    chip(panel, 2)
    chip(panel, 0)
    chip(panel, 2)
    chips = part(panel, MaskTokens, "global_tokens_input")
    chips.setFocus()
    QTest.keyClick(chips, Key.Key_Right)
    assert chips.accessibleDescription() == "4 on, not chosen"
    QTest.keyClick(chips, Key.Key_Space)
    assert chips.accessibleDescription() == "4 on, chosen"
    QTest.keyClick(chips, Key.Key_Home)
    QTest.keyClick(chips, Key.Key_Return)
    assert heard == [("globals", places) for places in [(2,), (0, 2), (0,), (0, 3), (3,)]]


def test_global_tokens_that_the_text_lacks_wait(panel: MaskPanel, heard: list[tuple[object, ...]]) -> None:
    show(panel, Scene(global_tokens=(1, 40)))
    chip(panel, 1)
    assert heard == [("globals", (40,))]


def test_hiding_a_token(panel: MaskPanel, heard: list[tuple[object, ...]]) -> None:
    picker = part(panel, QComboBox, "hidden_token_picker")
    assert [picker.itemText(index) for index in range(3)] == ["(no token)", "1 The", "2 cat"]
    picker.setCurrentIndex(2)
    picker.setCurrentIndex(0)
    assert heard == [("hidden", 1), ("hidden", None)]


def test_the_second_text_is_switched_and_typed(panel: MaskPanel, heard: list[tuple[object, ...]]) -> None:
    switch, field = part(panel, QPushButton, "second_text_switch"), part(panel, QLineEdit, "second_text_input")
    switch.click()
    assert field.isVisible()
    first = heard[0][1]
    assert isinstance(first, str)
    assert tokens.split(first), "it starts with something to look at"
    show(panel, Scene(second_text=first))
    field.setFocus()
    field.end(False)
    QTest.keyClicks(field, "!")
    switch.click()
    show(panel, Scene())
    switch.click()
    assert heard == [("text", first), ("text", first + "!"), ("text", None), ("text", first + "!")]


def test_typing_keeps_the_caret_when_the_report_comes_back(panel: MaskPanel, heard: list[tuple[object, ...]]) -> None:
    field = part(panel, QLineEdit, "second_text_input")
    show(panel, Scene(second_text=FRENCH))
    panel.activateWindow()
    field.setFocus()
    field.setCursorPosition(3)
    for letter in "gros ":
        QTest.keyClicks(field, letter)
        text = heard[-1][1]
        assert isinstance(text, str)
        show(panel, Scene(second_text=text))
    assert field.text() == "Le gros chat est là"
    assert field.cursorPosition() == 8
    show(panel, Scene(second_text=FRENCH))  # undone
    assert field.text() == FRENCH
    assert field.cursorPosition() == 8
    assert len(heard) == 5


def test_drawing_and_clearing(panel: MaskPanel, heard: list[tuple[object, ...]]) -> None:
    draw = part(panel, QPushButton, "draw_button")
    draw.click()
    draw.click()
    show(panel, Scene(drawn=((0, 1, True),)))
    assert words(panel, "drawn_cells_count") == "Cells drawn by hand: 1"
    part(panel, QPushButton, "clear_cells_button").click()
    assert heard == [("drawing", True), ("drawing", False), ("cleared",)]


# everywhere


def test_every_control_has_a_name_and_is_reached_by_tab(panel: MaskPanel) -> None:
    show(panel, Scene(window=4, drawn=((0, 1, True),), second_text=None))
    reached, focus = set(), part(panel, MiniMap, "mask_map")
    focus.setFocus()
    for _ in range(30):
        current = QApplication.focusWidget()
        assert current is not None
        assert current.accessibleName()
        reached.add(current.objectName())
        QTest.keyClick(current, Key.Key_Tab)
    wanted = (
        "mask_preset_causal mask_preset_mistral mask_preset_longformer mask_direction_toggle window_switch window_box "
        "dilation_box global_tokens_input hidden_token_picker padding_box second_text_switch draw_button "
        "clear_cells_button"
    )
    assert set(wanted.split()) <= reached


def test_it_fits_17_em_and_grows_with_the_text(panel: MaskPanel) -> None:
    font = panel.font()
    for points in (10.0, 20.0):
        font.setPointSizeF(points)
        panel.setFont(font)
        QApplication.processEvents()
        assert panel.minimumWidth() <= 18 * panel.em()
        panel.resize(panel.minimumWidth(), 1600)
        QApplication.processEvents()
        inside = part(panel, QWidget, "mask_panel_scroll").rect()
        for button in panel.findChildren(QPushButton):
            if button.isVisible():
                left = button.mapTo(panel, QPoint(0, 0)).x()
                assert 0 <= left <= left + button.width() <= inside.width()
                assert button.width() >= button.sizeHint().width()


def test_a_pattern_is_what_its_widget_shows(qtbot: QtBot) -> None:
    shown = MaskPattern()
    qtbot.addWidget(shown)
    shown.show_pattern(Pattern(False, 2, 5))
    assert part(shown, QSpinBox, "window_box").value() == 2
    assert part(shown, QSpinBox, "dilation_box").isEnabled()
