"""A whole start in a process of its own: opens, remembers, and ends well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attnviz.state.scene import Scene

WHOLE = """
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from attnviz.app import command_line, start

application = start._application()

def person():
    window = next(w for w in application.topLevelWidgets() if w.objectName() == "main_window")
    QTest.keyClicks(window.findChild(object, "last_token_input"), "dog")
    window.close()

QTimer.singleShot(200, person)
print(command_line.main(["a b c", "--dim", "8", "--no-mask"]))
"""


def test_a_whole_run_ends_with_0_and_says_nothing(run: Callable[..., Any], desk: Callable[..., Any]) -> None:
    done = run("-c", WHOLE)
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr
    said = [line for line in done.stderr.splitlines() if "propagateSizeHints" not in line]
    assert said == []
    person = desk()
    assert person.scene == Scene(text="a b c", dimension=8, causal=False, change=person.scene.change)
    assert person.scene.change.text == "dog"


def test_the_first_start_shows_a_sentence_and_its_row(person: Any) -> None:
    assert person.scene == Scene()
    assert person.heatmap.weights.shape == (6, 6)
    assert person.find("caption_label").sentence()
    assert person.notice() == ""
    assert not person.window.isWindowModified()
