"""Unexpected errors: one dialog, a line in the log, and the scene goes on."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QPushButton

from attnviz.app import faults, paths


class Unexpected(Exception):
    """Raised on purpose."""


def _break(person: Any, words: str) -> None:
    """Let a slot raise, as a mistake in the program would."""

    def slot() -> None:
        raise Unexpected(words)

    QTimer.singleShot(0, slot)
    person.qtbot.waitUntil(lambda: any(words in fault for fault in person.faults))


def _dialogs(person: Any) -> list[QDialog]:
    return [dialog for dialog in person.window.findChildren(QDialog, "fault_dialog") if dialog.isVisible()]


def test_a_fault_in_a_slot_shows_a_dialog_and_the_scene_survives(person: Any, qapp: Any) -> None:
    person.type("text_input", " before")
    scene = person.scene
    _break(person, "first mistake")
    dialog = _dialogs(person)[0]
    details = dialog.findChild(QPlainTextEdit, "fault_details")
    assert "Unexpected: first mistake" in details.toPlainText()
    assert "test_faults.py" in details.toPlainText()  # a traceback
    assert "before" not in details.toPlainText()  # nothing of the person's text
    _break(person, "second mistake")
    assert len(_dialogs(person)) == 1
    assert "first mistake" in details.toPlainText()
    assert "second mistake" in details.toPlainText()
    dialog.findChild(QPushButton, "copy_details_button").click()
    assert "first mistake" in qapp.clipboard().text()
    assert "second mistake" in qapp.clipboard().text()
    assert dialog.isVisible()
    dialog.findChild(QPushButton, "continue_button").click()
    person.qtbot.waitUntil(lambda: not _dialogs(person))
    person.come_back()
    assert person.scene is scene
    person.type("text_input", " after")
    assert person.heatmap.tokens[-2:] == ("before", "after")
    _break(person, "third mistake")  # a dialog of its own
    assert len(_dialogs(person)) == 1
    assert "first" not in _dialogs(person)[0].findChild(QPlainTextEdit, "fault_details").toPlainText()
    _dialogs(person)[0].accept()
    person.faults.clear()


def test_escape_goes_on_as_well(person: Any) -> None:
    _break(person, "mistake")
    _dialogs(person)[0].reject()
    person.qtbot.waitUntil(lambda: not _dialogs(person))
    _break(person, "another")
    assert len(_dialogs(person)) == 1
    _dialogs(person)[0].reject()
    person.faults.clear()


def test_a_fault_in_a_thread_is_shown_in_the_window(person: Any) -> None:
    def work() -> None:
        raise Unexpected("in a thread")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    person.qtbot.waitUntil(lambda: bool(_dialogs(person)))
    assert "in a thread" in person.faults[0]
    _dialogs(person)[0].accept()
    person.faults.clear()


def test_a_storm_of_faults_stays_usable(person: Any) -> None:
    count = 300

    def slot() -> None:
        raise Unexpected("again and again")

    for _ in range(count):
        QTimer.singleShot(0, slot)
    person.qtbot.waitUntil(lambda: len(person.faults) == count, timeout=10_000)
    assert len(_dialogs(person)) == 1
    _dialogs(person)[0].accept()
    person.faults.clear()


def test_what_ends_the_program_on_purpose_is_no_fault(person: Any, capsys: Any) -> None:
    person.caught.report(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert not person.faults
    assert not _dialogs(person)
    assert "KeyboardInterrupt" in capsys.readouterr().err


def test_hooks_are_given_back(qapp: Any) -> None:
    before = sys.excepthook, threading.excepthook
    caught = faults.Faults()
    assert sys.excepthook != before[0]
    caught.release()
    assert (sys.excepthook, threading.excepthook) == before


def test_an_error_while_computing_keeps_the_old_picture(person: Any) -> None:
    """Numbers beyond float32: said in the window, not in a dialog."""
    import numpy as np

    error = None
    try:
        person.snapshot.head.trace(np.full((2, 64), 1e38, np.float32))
    except ValueError as raised:
        error = raised
    assert error is not None
    person.window._deriver.failed.emit(error)
    assert person.notice().startswith("This could not be computed: ")
    assert not person.faults
    assert person.heatmap.weights.shape == (6, 6)


REAL = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog
from attnviz.app import command_line, start

application = start._application()
seen = []

def fault():
    raise KeyError("a mistake for the log")

def look():
    window = next(w for w in application.topLevelWidgets() if w.objectName() == "main_window")
    dialog = window.findChild(QDialog, "fault_dialog")
    seen.append(dialog.isVisible())
    dialog.accept()
    window.session.set_text("still here")
    window.close()

QTimer.singleShot(0, fault)
QTimer.singleShot(300, look)
code = command_line.main(["some words"])
print(code, seen)
"""


def test_a_real_run_with_a_fault_is_logged_and_ends_well(run: Callable[..., Any], desk: Callable[..., Any]) -> None:
    done = run("-c", REAL)
    assert done.stdout == "0 [True]\n", done.stdout + done.stderr
    log = paths.log_file().read_text(encoding="utf-8")
    assert "KeyError: 'a mistake for the log'" in log
    assert "Traceback" in log
    assert "some words" not in log
    assert desk().scene.text == "still here"


def test_a_log_that_cannot_be_written_does_not_stop_the_start(run: Callable[..., Any], home: Path) -> None:
    (home / "state").write_text("a file where the folder should be")
    (home / "cache").write_text("a file where the folder should be")
    done = run("-c", REAL)
    assert done.stdout == "0 [True]\n", done.stdout + done.stderr


@pytest.mark.parametrize("openable", [True, False])
def test_the_help_menu_opens_the_log_s_folder(person: Any, openable: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    from PySide6.QtGui import QDesktopServices

    asked: list[str] = []

    def answer(url: Any) -> bool:
        asked.append(url.toLocalFile())
        return openable

    monkeypatch.setattr(QDesktopServices, "openUrl", answer)  # the system's, not ours
    person.choose("open_log_action")
    assert [Path(name) for name in asked] == [paths.log_file().parent]
    assert paths.log_file().parent.is_dir()
    assert (person.notice() == "") == openable
    if not openable:
        assert str(paths.log_file().parent) in person.notice()
