"""How the window looks and is reached: nothing cut off, nothing overlapping, everything by Tab and with a name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import geometry
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QAccessible, QAction, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QMessageBox,
    QScrollBar,
    QSplitterHandle,
    QWidget,
)

import attnviz
from attnviz.app import paths
from attnviz.state import saving
from attnviz.state.scene import Scene

NAMES = (
    "text_input model_picker causal_toggle dimension_slider dimension_box scale_toggle heatmap caption_label "
    "last_token_input strength_slider verdict_label"
)
SIZES = {"1280x720": QSize(1280, 720), "1920x1080": QSize(1920, 1080)}


def test_fixed_names_are_there_and_speak(person: Any) -> None:
    silent = [name for name in NAMES.split() if not person.find(name).accessibleName()]
    assert not silent


def test_undo_and_redo_actions_have_their_names(person: Any) -> None:
    assert person.find("undo_action", QAction).text().replace("&", "") == "Undo"
    assert person.find("redo_action", QAction).text().replace("&", "") == "Redo"


def _takes_tab(widget: QWidget) -> bool:
    if not widget.isVisible() or not widget.isEnabled() or isinstance(widget, QSplitterHandle | QScrollBar):
        return False
    part_of_another = widget.parent() is not None and isinstance(widget.parent(), QAbstractSpinBox | QComboBox)
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None and not part_of_another


def _tab_round(person: Any, key: str) -> list[QWidget]:
    """Press Tab until the focus is where it was; return where it has been."""
    person.focus("text_input")
    seen = [person.focused()]
    for _ in range(60):
        person.press(key)
        if person.focused() is seen[0]:
            return seen
        seen.append(person.focused())
    raise AssertionError(f"{key} never came back: {[widget.objectName() for widget in seen]}")


@pytest.mark.parametrize("key", ["Tab", "Shift+Tab"])
def test_everything_is_reached_by_tab_and_has_a_name(person: Any, key: str) -> None:
    person.type("last_token_input", "dog")
    person.window.show_problem("a problem to close")
    person.qtbot.wait(20)
    reached = _tab_round(person, key)
    wanted = [widget for widget in person.window.findChildren(QWidget) if _takes_tab(widget)]
    missed = [widget.objectName() or widget for widget in wanted if widget not in reached]
    assert not missed
    assert len(set(reached)) == len(reached)
    for widget in reached:
        name = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
        assert name, widget
    names = [widget.objectName() for widget in reached]
    for name in NAMES.split():
        assert name in names or name in ("caption_label", "verdict_label")


def test_the_focus_is_seen(person: Any) -> None:
    """Where the keys go looks other than where they don't."""
    for widget in _tab_round(person, "Tab"):
        person.focus("text_input" if widget.objectName() != "text_input" else "model_picker")
        person.qtbot.wait(1)
        frame = widget.parentWidget() if widget.objectName() in ("dimension_box",) else widget
        without = frame.grab().toImage()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        assert frame.grab().toImage() != without, widget.objectName()


def test_every_visible_widget_and_every_menu_has_a_name_where_a_reader_stops(person: Any) -> None:
    menus = [action.menu() for action in person.window.findChildren(QAction) if action.menu() and action.text()]
    assert len(menus) > 8
    for menu in menus:
        assert menu.accessibleName(), menu.title()
    silent = [
        widget.objectName() or str(widget)
        for widget in geometry.shown(person.window)
        if isinstance(widget, geometry.WORDY)
        and not isinstance(widget.parent(), QAbstractSpinBox)
        and not QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
    ]
    assert not silent


def test_no_two_actions_share_a_shortcut(person: Any) -> None:
    keys: dict[str, str] = {}
    for action in person.window.findChildren(QAction):
        for key in action.shortcuts():
            assert key.toString() not in keys, (key.toString(), action.objectName(), keys.get(key.toString()))
            keys[key.toString()] = action.objectName()
    assert {"Ctrl+=", "Ctrl++", "Ctrl+-", "Ctrl+0", "F11", "Ctrl+Z", "Ctrl+Y", "Ctrl+Shift+Z"} <= set(keys)


PROBLEM = "The scene is not being kept on disk: No space left on device. It is tried again; save a copy elsewhere."


@pytest.mark.parametrize("problem", ["", PROBLEM], ids=["calm", "with a notice"])
@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("zoom", [100, 200])
def test_nothing_is_cut_off_or_overlaps(desk: Callable[..., Any], zoom: int, look: str, problem: str) -> None:
    paths.settings_file().parent.mkdir(parents=True)
    paths.settings_file().write_text(f"[General]\nzoom={zoom}\ntheme={look}\n")
    person = desk("The cat, incomprehensibilities 猫が 🇯🇵 sat on the mat", "--no-mask")
    person.type("last_token_input", "dog")
    if problem:
        person.window.show_problem(problem)
    found = []
    for name, size in SIZES.items():
        person.window.resize(size)
        person.settle()
        for _ in range(3):  # heights that follow widths settle in more than one round
            person.qtbot.wait(10)
        if person.window.size() != size:
            found.append(f"{name}: the window is {person.window.size().toTuple()}, more than there is")
        window = person.window
        found += [f"{name}: {what}" for what in geometry.wrong_places(window)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", SIZES)
def test_the_map_is_the_largest_thing(person: Any, size: str) -> None:
    person.window.resize(SIZES[size])
    person.qtbot.wait(20)
    heatmap = person.find("heatmap")
    assert heatmap.width() * heatmap.height() > 0.28 * person.window.width() * person.window.height()


def test_the_largest_text_fits_a_large_screen(desk: Callable[..., Any]) -> None:
    paths.settings_file().parent.mkdir(parents=True)
    paths.settings_file().write_text("[General]\nzoom=200\n")
    person = desk()
    person.window.resize(SIZES["1920x1080"])
    person.qtbot.wait(30)
    assert person.window.size() == SIZES["1920x1080"]


def test_the_keys_are_listed(person: Any) -> None:
    person.press("F1")
    box = person.find("message_box", QMessageBox)
    assert box.isVisible()
    for word in ("Ctrl+Z", "F11", "Ctrl+O", "Undo", "Full screen"):
        assert word in box.text()
    box.close()


def test_about_says_the_version(person: Any) -> None:
    person.choose("about_action")
    box = person.find("message_box", QMessageBox)
    assert attnviz.__version__ in box.text()
    box.close()


def test_f11_fills_the_screen_and_gives_it_back(person: Any) -> None:
    full = person.find("full_screen_action", QAction)
    person.press("F11")
    person.qtbot.waitUntil(person.window.isFullScreen)
    assert full.isChecked()
    person.press("F11")
    person.qtbot.waitUntil(lambda: not person.window.isFullScreen())
    assert not full.isChecked()


def test_ctrl_l_goes_to_the_text_and_escape_closes_a_notice(person: Any) -> None:
    person.window.show_problem("something")
    person.focus("notice_close_button")
    person.press("Esc")
    assert person.notice() == ""
    assert person.focused().objectName() == "text_input"
    person.focus("heatmap")
    person.press("Ctrl+L")
    assert person.focused().objectName() == "text_input"
    person.press("X")
    assert person.scene.text.lower() == "x"


def test_typing_works_at_once_after_the_start(person: Any) -> None:
    assert person.focused().objectName() == "text_input"


def test_a_scene_that_is_dropped_on_the_window_opens(person: Any, tmp_path: Any) -> None:
    saving.save(tmp_path / "d.attnviz", Scene(text="dropped here"))
    dragged = QMimeData()
    dragged.setUrls([QUrl.fromLocalFile(str(tmp_path / "d.attnviz"))])
    everything = Qt.DropAction.CopyAction, dragged, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entering = QDragEnterEvent(QPoint(9, 9), *everything)
    QApplication.sendEvent(person.window, entering)
    assert entering.isAccepted()
    QApplication.sendEvent(person.window, QDropEvent(QPointF(9, 9), *everything))
    assert person.scene.text == "dropped here"


def test_another_file_is_not_taken(person: Any, tmp_path: Any) -> None:
    dragged = QMimeData()
    dragged.setUrls([QUrl.fromLocalFile(str(tmp_path / "d.txt"))])
    entering = QDragEnterEvent(
        QPoint(9, 9), Qt.DropAction.CopyAction, dragged, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    entering.ignore()
    QApplication.sendEvent(person.window, entering)
    assert not entering.isAccepted()
