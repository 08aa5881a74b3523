"""A person at the real window: finds things by their names, presses keys, clicks, reads what is shown.

Nothing of the program's own is replaced. Must not reach into a widget where a key or a click would do.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QLineEdit, QWidget

from attnviz.app import command_line, start
from attnviz.app.faults import Faults
from attnviz.app.window import MainWindow

ROOT = Path(__file__).parents[2]
Found = TypeVar("Found", bound=QObject)


class Person:
    """Works with one window. `faults` collects the unexpected errors; a test that wants one empties it."""

    def __init__(self, window: MainWindow, caught: Faults, qtbot: Any) -> None:
        self.window, self.caught, self.qtbot = window, caught, qtbot
        self.faults: list[str] = []
        self.is_open = True
        caught.happened.connect(self.faults.append)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        self.settle()

    # What is shown

    def find(self, name: str, kind: type[Found] = QWidget) -> Found:
        found = self.window.findChild(kind, name)
        assert found is not None, f"there is no {kind.__name__} named {name}"
        return found

    @property
    def scene(self) -> Any:
        return self.window.session.scene

    @property
    def snapshot(self) -> Any:
        self.settle()
        return self.window.snapshot

    @property
    def heatmap(self) -> Any:
        self.settle()
        return self.find("heatmap")

    def settle(self) -> None:
        """Wait until what is on the screen belongs to the scene."""
        window = self.window
        self.qtbot.waitUntil(lambda: self._is_settled(window.snapshot), timeout=20_000)

    def _is_settled(self, snapshot: Any) -> bool:
        if snapshot is None or snapshot.scene is not self.window.session.scene:
            return False
        tabs = self.window.findChild(QWidget, "panel_tabs")
        return tabs is None or tabs.isHidden() or snapshot.panel is not None

    def notice(self) -> str:
        bar = self.find("notice_bar")
        return bar.text() if bar.isVisible() else ""

    def news(self) -> str:
        return self.window.statusBar().currentMessage()

    def count(self) -> str:
        self.settle()
        return self.find("token_count_label").text().replace(",", "")

    def focused(self) -> QWidget:
        focused = QApplication.focusWidget()
        assert focused is not None
        return focused

    # What a person does

    def press(self, keys: str, times: int = 1) -> None:
        """Press keys such as "Ctrl+Z" where the focus is, by the way the system delivers them."""
        combination = QKeySequence(keys)[0]
        for _ in range(times):
            QTest.keyClick(self.window.windowHandle(), combination.key(), combination.keyboardModifiers())

    def type(self, name: str, text: str) -> None:
        """Click into a field and type behind what is there."""
        self.focus(name)
        self.press("End")
        QTest.keyClicks(self.find(name), text)

    def retype(self, name: str, text: str) -> None:
        """Click into a field and type in place of what is there."""
        self.focus(name)
        self.press("Ctrl+A")
        if text:
            QTest.keyClicks(self.focused(), text)
        else:
            self.press("Del")

    def focus(self, name: str) -> None:
        widget = self.find(name)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        self.qtbot.waitUntil(widget.hasFocus)

    def paste(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.press("Ctrl+V")

    def retype_pasted(self, text: str) -> None:
        """Put any text into the text field, by the clipboard."""
        self.focus("text_input")
        self.press("Ctrl+A")
        self.paste(text)

    def click(self, name: str, at: QPoint | None = None) -> None:
        widget = self.find(name)
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at or widget.rect().center())

    def choose(self, action: str) -> None:
        """Choose an entry of a menu."""
        found = self.find(action, QAction)
        assert found.isEnabled(), f"{action} is greyed out"
        found.trigger()

    def fill_dialog(self, path: Path) -> None:
        """Fill a file's name into the open file dialog and click Open or Save."""
        dialog = self.dialog()
        dialog.findChild(QLineEdit, "fileNameEdit").setText(str(path))
        buttons = dialog.findChild(QDialogButtonBox)
        accept = buttons.button(QDialogButtonBox.StandardButton.Open) or buttons.button(
            QDialogButtonBox.StandardButton.Save
        )
        assert accept.isEnabled()
        accept.click()
        self.qtbot.waitUntil(lambda: not dialog.isVisible())
        drop_deleted()
        self.come_back()

    def come_back(self) -> None:
        """Make the window the active one again; without a screen there is no window manager to do so."""
        self.window.activateWindow()
        self.qtbot.waitUntil(self.window.isActiveWindow)

    def dialog(self) -> QFileDialog:
        open_ones = [dialog for dialog in self.window.findChildren(QFileDialog) if dialog.isVisible()]
        assert len(open_ones) == 1
        return open_ones[0]

    def close(self) -> None:
        """Close the window as its title bar does."""
        if not self.is_open:
            return
        self.is_open = False
        self.window.close()
        self.caught.release()
        self.window.deleteLater()
        drop_deleted()


def drop_deleted() -> None:
    """Let Qt delete what was to be deleted later."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def looks_back(qapp: QApplication) -> Iterator[Callable[[], None]]:
    """Give the application its looks back after the test; called, it does so at once, as a new start would."""
    font, palette, style = qapp.font(), qapp.palette(), qapp.style().name()

    def back() -> None:
        qapp.styleHints().setColorScheme(Qt.ColorScheme.Unknown)
        qapp.setStyleSheet("")
        qapp.setFont(font)
        qapp.setPalette(palette)

    yield back
    back()
    qapp.setStyle(style)


@pytest.fixture
def desk(qtbot: Any, qapp: QApplication, looks_back: Callable[[], None]) -> Iterator[Callable[..., Person]]:
    """Open windows as the command line would: `desk("a b", "--no-mask")`. They are closed in the end."""
    people: list[Person] = []

    def sit_down(*arguments: str) -> Person:
        if not any(person.is_open for person in people):
            looks_back()
        caught = Faults()
        people.append(Person(start.open_window(qapp, command_line.parse(arguments), caught), caught, qtbot))
        return people[-1]

    yield sit_down
    for person in reversed(people):
        person.close()
    faults = [fault for person in people for fault in person.faults]
    assert not faults, "unexpected errors in the window:\n" + "\n".join(faults)


@pytest.fixture
def person(desk: Callable[..., Person]) -> Person:
    """A person at a window that was never opened before."""
    return desk()


@pytest.fixture
def run(home: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run Python in a process of its own, offscreen unless `env` says otherwise (None takes a variable away)."""

    def go(*arguments: str, env: dict[str, str | None] | None = None, **options: Any) -> Any:
        told = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"} | (env or {})
        return subprocess.run(
            [sys.executable, *arguments],
            env={name: value for name, value in told.items() if value is not None},
            capture_output=True, text=True, timeout=50, cwd=home, **options,
        )  # fmt: skip

    return go
