"""New, open, save, save as and recent files, with Qt's own file dialog; and sentences for what goes wrong."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QMenu, QMessageBox

from attnviz.state import saving
from attnviz.state.scene import Scene


def _recent(person: Any) -> list[str]:
    actions = person.find("recent_menu", QMenu).actions()
    return [action.text().partition(" ")[2] for action in actions if action.data() is not None]


def test_save_as_save_new_open_and_back(person: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.attnviz"
    person.retype("text_input", "first words")
    person.press("Ctrl+S")  # no file yet: asks
    person.fill_dialog(tmp_path / "mine")
    assert saving.load(file).scene == person.scene
    assert "mine.attnviz" in person.window.windowTitle()
    assert not person.window.isWindowModified()
    assert "saved" in person.news()
    person.type("text_input", " more")
    assert person.window.isWindowModified()
    person.press("Ctrl+S")  # does not ask again
    assert saving.load(file).scene.text == "first words more"
    assert not person.window.isWindowModified()
    person.press("Ctrl+N")
    assert person.scene.text == ""
    assert "mine" not in person.window.windowTitle()
    person.press("Ctrl+O")
    person.fill_dialog(file)
    assert person.scene.text == "first words more"
    assert person.heatmap.tokens == ("first", "words", "more")
    assert "mine.attnviz" in person.window.windowTitle()
    person.press("Ctrl+Z", 2)
    assert person.scene.text == "first words more"  # the scene before New, still its file's
    person.press("Ctrl+Shift+S")
    person.fill_dialog(tmp_path / "猫 other.attnviz")
    assert (tmp_path / "猫 other.attnviz").exists()
    assert _recent(person) == ["猫 other.attnviz", "mine.attnviz"]


def test_a_recent_file_opens_and_the_list_is_cleared(person: Any, tmp_path: Path) -> None:
    for name in ("a & b", "second"):
        saving.save(tmp_path / f"{name}.attnviz", Scene(text=name))
        person.press("Ctrl+O")
        person.fill_dialog(tmp_path / f"{name}.attnviz")
    menu = person.find("recent_menu", QMenu)
    menu.actions()[1].trigger()
    assert person.scene.text == "a & b"
    assert _recent(person)[0] == "a && b.attnviz"
    person.choose("clear_recent_action")
    assert _recent(person) == []
    assert not menu.isEnabled()


def test_a_recent_file_that_is_gone_is_said_and_taken_off(person: Any, tmp_path: Path) -> None:
    saving.save(tmp_path / "gone.attnviz", Scene(text="x"))
    person.window.open(tmp_path / "gone.attnviz")
    (tmp_path / "gone.attnviz").unlink()
    person.press("Ctrl+N")
    person.find("recent_menu", QMenu).actions()[0].trigger()
    assert "gone.attnviz was not opened: No such file" in person.notice()
    assert _recent(person) == []
    assert person.scene.text == ""


def test_a_bad_file_is_said_and_changes_nothing(person: Any, tmp_path: Path) -> None:
    for content in (b"", b"{}", b"\xff\xfe", b'{"format": "attnviz scene", "version": 99}'):
        (tmp_path / "bad.attnviz").write_bytes(content)
        scene = person.scene
        person.press("Ctrl+O")
        person.fill_dialog(tmp_path / "bad.attnviz")
        assert person.notice().startswith("bad.attnviz was not opened. The file")
        assert person.scene is scene
        assert (tmp_path / "bad.attnviz").read_bytes() == content
        person.qtbot.wait(1)
        person.click("notice_close_button")
        assert person.notice() == ""


def test_a_folder_that_is_gone_gives_a_sentence_and_loses_nothing(person: Any, tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    person.press("Ctrl+S")
    person.fill_dialog(folder / "a.attnviz")
    shutil.rmtree(folder)
    person.type("text_input", " kept")
    person.press("Ctrl+S")
    assert "a.attnviz was not saved: No such file or directory. Choose another place with Save as." in person.notice()
    assert person.scene.text.endswith("kept")
    assert person.window.isWindowModified()
    person.press("Ctrl+Shift+S")
    person.fill_dialog(tmp_path / "b.attnviz")
    assert saving.load(tmp_path / "b.attnviz").scene.text.endswith("kept")


def test_cancelled_dialogs_change_nothing(person: Any, tmp_path: Path) -> None:
    for key in ("Ctrl+O", "Ctrl+S", "Ctrl+Shift+S"):
        scene = person.scene
        person.press(key)
        person.dialog().reject()
        person.come_back()
        assert person.scene is scene
        assert person.notice() == ""
    assert not list(tmp_path.iterdir())


def test_another_file_is_replaced_only_after_a_question(person: Any, tmp_path: Path) -> None:
    (tmp_path / "there.attnviz").write_text("old")

    def answer(button: QMessageBox.StandardButton) -> None:
        for window in QApplication.topLevelWidgets():
            if isinstance(window, QMessageBox) and window.isVisible():
                window.button(button).click()

    person.press("Ctrl+Shift+S")
    dialog = person.dialog()
    QTimer.singleShot(50, lambda: answer(QMessageBox.StandardButton.No))
    dialog.findChild(object, "fileNameEdit").setText(str(tmp_path / "there.attnviz"))
    save = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save)
    save.click()
    assert (tmp_path / "there.attnviz").read_text() == "old"
    assert dialog.isVisible()
    QTimer.singleShot(50, lambda: answer(QMessageBox.StandardButton.Yes))
    save.click()
    person.qtbot.waitUntil(lambda: not dialog.isVisible())
    assert saving.load(tmp_path / "there.attnviz").scene == person.scene


def test_a_file_with_another_ending_is_not_replaced_without_a_question(person: Any, tmp_path: Path) -> None:
    """The ending that comes by itself must be there before Qt looks whether the file exists."""
    (tmp_path / "there.attnviz").write_text("old")
    asked: list[str] = []

    def refuse() -> None:
        for window in QApplication.topLevelWidgets():
            if isinstance(window, QMessageBox) and window.isVisible():
                asked.append(window.text())
                window.button(QMessageBox.StandardButton.No).click()

    person.press("Ctrl+Shift+S")
    dialog = person.dialog()
    QTimer.singleShot(50, refuse)
    dialog.findChild(object, "fileNameEdit").setText(str(tmp_path / "there"))
    dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save).click()
    assert asked
    assert (tmp_path / "there.attnviz").read_text() == "old"
    dialog.reject()


def test_dialogs_are_for_the_right_files(person: Any, tmp_path: Path) -> None:
    for action, suffix in (("open_action", "attnviz"), ("export_pdf_action", "pdf"), ("export_png_2_action", "png")):
        person.choose(action)
        dialog = person.dialog()
        assert dialog.defaultSuffix() == suffix
        assert dialog.nameFilters() == [f"*.{suffix}"]
        assert not dialog.testOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.reject()
        person.come_back()


def test_a_scene_that_was_not_saved_is_not_lost_by_opening_another(person: Any, tmp_path: Path) -> None:
    saving.save(tmp_path / "a.attnviz", Scene(text="a"))
    person.type("text_input", " unsaved")
    person.press("Ctrl+O")
    person.fill_dialog(tmp_path / "a.attnviz")
    person.press("Ctrl+Z")
    assert person.scene.text.endswith("unsaved")
    assert "a.attnviz" not in person.window.windowTitle()


def test_a_scene_knows_after_a_restart_whether_its_file_is_older(desk: Any, tmp_path: Path) -> None:
    person = desk()
    person.press("Ctrl+S")
    person.fill_dialog(tmp_path / "a.attnviz")
    person.close()
    person = desk()
    assert not person.window.isWindowModified()
    person.type("text_input", "s")
    person.close()
    person = desk()
    assert person.window.isWindowModified()
    assert "a.attnviz" in person.window.windowTitle()
    person.press("Ctrl+S")
    assert saving.load(tmp_path / "a.attnviz").scene.text.endswith("mats")


def test_an_export_that_fails_gives_a_sentence(person: Any, tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    for suffix in ("csv", "svg"):
        folder.mkdir(exist_ok=True)
        person.choose(f"export_{suffix}_action")
        dialog = person.dialog()
        dialog.fileSelected.connect(lambda _: None)
        dialog.findChild(object, "fileNameEdit").setText(str(folder / f"a.{suffix}"))
        dialog.reject()
        person.come_back()
        shutil.rmtree(folder)
        person.window._files.export(folder / f"a.{suffix}", person.window._files._make)
        person.qtbot.waitUntil(lambda: f"a.{suffix} was not written" in person.notice())  # noqa: B023
        assert "No such file" in person.notice()


def test_a_picture_that_is_too_large_gives_a_sentence(person: Any, tmp_path: Path) -> None:
    person.window.resize(8000, 1000)
    person.qtbot.wait(10)
    person.choose("export_png_4_action")
    person.fill_dialog(tmp_path / "a.png")
    person.qtbot.waitUntil(lambda: "too large" in person.notice())
    assert not (tmp_path / "a.png").exists()


def test_open_by_the_command_line(desk: Any, tmp_path: Path) -> None:
    saving.save(tmp_path / "a.attnviz", Scene(text="from a file", dimension=3))
    person = desk("--open", str(tmp_path / "a.attnviz"), "--no-mask")
    assert (person.scene.text, person.scene.dimension, person.scene.causal) == ("from a file", 3, False)
    assert "a.attnviz" in person.window.windowTitle()
    assert person.window.isWindowModified()


def test_open_by_the_command_line_of_what_is_not_there(desk: Any, tmp_path: Path) -> None:
    person = desk("--open", str(tmp_path / "none.attnviz"))
    assert "none.attnviz was not opened" in person.notice()
    assert person.scene == Scene()
    assert person.find("undo_action", QAction).isEnabled() is False


def test_a_text_on_the_command_line_never_saves_over_the_file_of_last_time(desk: Any, tmp_path: Path) -> None:
    person = desk()
    person.retype("text_input", "a lecture")
    person.press("Ctrl+S")
    person.fill_dialog(tmp_path / "lecture.attnviz")
    person.close()
    person = desk("something else")
    assert "lecture" not in person.window.windowTitle()
    person.press("Ctrl+S")
    person.dialog().reject()
    assert saving.load(tmp_path / "lecture.attnviz").scene.text == "a lecture"
    person.come_back()
    person.press("Ctrl+Z")
    assert "lecture" in person.window.windowTitle()
