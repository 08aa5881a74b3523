"""attnviz.show: from a script and beside a running loop, and everything given back when the window is closed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from array_files import maps
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication

import attnviz
from attnviz.app import given, paths
from attnviz.app.window import MainWindow

ROOT = Path(__file__).parents[1]
SCRIPT = """
import sys
import numpy as np
import attnviz
assert not any(name in sys.modules for name in ("PySide6", "attnviz.app", "attnviz.core", "attnviz.models"))

def person():
    from PySide6.QtWidgets import QApplication
    window = next(of for of in QApplication.topLevelWidgets() if of.objectName() == "main_window")
    if window.snapshot.given is None:
        return later()
    print(*window.snapshot.tokens, window.session.scene.source)
    {act}

def later():
    from PySide6.QtCore import QTimer
    QTimer.singleShot(20, person)

from PySide6.QtWidgets import QApplication
QApplication([])
for words in ("a b", "c d"):
    later()
    attnviz.show(np.array([[1, 0], [0.5, 0.5]], np.float32), words, name="mine")
    print("closed")
"""


def in_a_process(code: str, **env: str | None) -> subprocess.CompletedProcess[str]:
    told: dict[str, str | None] = dict(os.environ) | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"} | env
    kept = {name: value for name, value in told.items() if value is not None}
    return subprocess.run(
        [sys.executable, "-c", code], env=kept, capture_output=True, text=True, timeout=50, check=False
    )


def said(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [line for line in done.stderr.splitlines() if "This plugin does not support" not in line]


def window() -> MainWindow:
    (found,) = [of for of in QApplication.topLevelWidgets() if isinstance(of, MainWindow)]
    return found


@pytest.fixture
def beside(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., MainWindow]]:
    """Call show as from a notebook whose Qt loop runs; the window is closed in the end."""
    shell = SimpleNamespace(active_eventloop="qt6")
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))

    def show(*arguments: Any, **named: Any) -> MainWindow:
        attnviz.show(*arguments, **named)
        shown = window()
        source = shown.session.scene.source
        qtbot.waitUntil(
            lambda: shown.snapshot is not None and shown.snapshot.run is not None
            and shown.snapshot.scene.source == source
        )  # fmt: skip
        return shown

    yield show
    for shown in tuple(given._open):
        shown.close()
        shown.end()


def test_a_script_goes_on_when_the_window_is_closed_and_can_show_again() -> None:
    done = in_a_process(SCRIPT.format(act="window.close()"))
    assert said(done) == []
    assert (done.returncode, done.stdout.splitlines()) == (
        0,
        ["a b python:mine", "closed", "c d python:mine", "closed"],
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal to send")
def test_ctrl_c_closes_the_window_and_reaches_the_script() -> None:
    done = in_a_process(SCRIPT.format(act="import os, signal; os.kill(os.getpid(), signal.SIGINT)"))
    assert done.returncode != 0
    assert done.stdout.splitlines() == ["a b python:mine"]
    assert said(done)[-1] == "KeyboardInterrupt"


def test_a_program_may_end_with_the_window_open() -> None:
    done = in_a_process(
        """
import sys
from types import SimpleNamespace
sys.modules["IPython"] = SimpleNamespace(get_ipython=lambda: SimpleNamespace(active_eventloop="qt"))
import attnviz
attnviz.show([[1.0, 0.0], [0.5, 0.5]])
print("here")
"""
    )
    assert (done.returncode, done.stdout, said(done)) == (0, "here\n", [])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a screen")
@pytest.mark.parametrize(("screen", "words"), [(None, "There is no screen"), (":77", "The screen did not answer")])
def test_without_a_screen_a_sentence_says_what_to_do(screen: str | None, words: str) -> None:
    code = "import attnviz\nattnviz.show([[1.0, 0.0], [0.5, 0.5]])"
    done = in_a_process(code, QT_QPA_PLATFORM=None, DISPLAY=screen, WAYLAND_DISPLAY=None)
    last = said(done)[-1]
    assert done.returncode == 1
    assert last.startswith(f"RuntimeError: {words}")
    assert "numpy.savez" in last


def test_without_the_libraries_of_qt_a_sentence_says_what_to_install() -> None:
    done = in_a_process(
        "import sys\nsys.modules['PySide6.QtWidgets'] = None\nimport attnviz\nattnviz.show([[1.0, 0.0], [0.5, 0.5]])"
    )
    assert said(done)[-1].startswith("RuntimeError: Qt could not be loaded")


def test_beside_a_running_loop_it_returns_at_once(beside: Callable[..., MainWindow]) -> None:
    weights = maps(3, 2, 4, 4)
    shown = beside(weights, list("abcd"), name="mine")
    assert shown.isVisible()
    assert shown.snapshot is not None
    assert shown.snapshot.tokens == tuple("abcd")
    np.testing.assert_array_equal(shown.snapshot.run.weights, weights[0, 0])


def test_the_next_call_uses_the_same_window_and_undo_brings_the_first_back(
    qtbot: Any, beside: Callable[..., MainWindow]
) -> None:
    first = beside(maps(2, 3, 3), list("abc"))
    second = beside(maps(2, 2, 5), list("de"), list("vwxyz"))
    assert second is first
    assert second.snapshot is not None
    assert second.snapshot.columns == tuple("vwxyz")
    second.session.undo()
    qtbot.waitUntil(lambda: second.snapshot.tokens == tuple("abc"))


def test_from_inside_a_running_loop_it_returns_at_once(qtbot: Any) -> None:
    told: list[str] = []

    def clicked() -> None:
        attnviz.show(maps(2, 3, 3))
        told.append("back")

    QTimer.singleShot(0, clicked)
    qtbot.waitUntil(lambda: bool(told))
    assert window().isVisible()
    window().close()
    qtbot.waitUntil(lambda: not given._open)


def test_closing_gives_everything_back(qtbot: Any, qapp: Any, beside: Callable[..., MainWindow]) -> None:
    def looks() -> tuple[object, ...]:
        return qapp.font().toString(), qapp.palette(), qapp.styleSheet(), qapp.style().name()

    before, hook = looks(), sys.excepthook
    shown = beside(maps(2, 3, 3))
    assert looks() != before
    assert sys.excepthook is hook  # errors of the notebook are not ours
    shown.close()
    qtbot.waitUntil(lambda: not given._open)
    assert looks() == before


def test_text_does_not_grow_from_window_to_window(qtbot: Any, qapp: Any, beside: Callable[..., MainWindow]) -> None:
    paths.settings_file().parent.mkdir(parents=True)
    paths.settings_file().write_text("[General]\nzoom=200\n")
    sizes = []
    for _ in range(3):
        shown = beside(maps(2, 3, 3))
        sizes.append(qapp.font().pointSizeF())
        shown.close()
        qtbot.waitUntil(lambda: not given._open)
    assert sizes == [sizes[0]] * 3


def test_nothing_is_kept_for_the_next_start(beside: Callable[..., MainWindow], home: Path) -> None:
    beside(maps(2, 3, 3)).close()
    QCoreApplication.processEvents()
    assert list(home.rglob("running*")) == []


def test_what_does_not_fit_is_an_error_and_opens_nothing(qapp: Any) -> None:
    with pytest.raises(ValueError, match=r"batch of 16 texts: choose one, with batch=0 for the first"):
        attnviz.show(maps(2, 16, 2, 3, 3))
    with pytest.raises(ValueError, match="attn_implementation='eager'"):
        attnviz.show((None, None))
    with pytest.raises(ValueError, match="Tokens given for the rows: 2"):
        attnviz.show(maps(3, 3), ["a", "b"])
    assert given._open == []


def test_choices_can_be_made(beside: Callable[..., MainWindow]) -> None:
    weights = maps(2, 16, 2, 3, 3)
    shown = beside({"first": weights[:, 0], "second": weights}, batch=7, key="second")
    assert shown.snapshot is not None
    np.testing.assert_array_equal(shown.snapshot.run.weights, weights[0, 7, 0])


def test_another_thread_is_told(qapp: Any) -> None:
    caught: list[BaseException] = []

    def work() -> None:
        try:
            attnviz.show(maps(3, 3))
        except RuntimeError as error:
            caught.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert "main thread" in str(caught[0])
