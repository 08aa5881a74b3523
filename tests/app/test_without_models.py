"""Without the extra `attnviz[models]` nothing breaks: the window opens, and says what to install where it is needed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from model_files import GGUF_VALUES, write_gguf

PACKAGES = ("safetensors", "tokenizers", "gguf", "huggingface_hub")
INSTALL = "pip install 'attnviz[models]'"
START = f"""
import sys, time
from pathlib import Path
for name in {PACKAGES!r}:
    sys.modules[name] = None
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QFileDialog, QLabel, QLineEdit, QWidget
from attnviz.app import command_line, start
from attnviz.app.faults import Faults

application, caught, faults = start._application(), Faults(), []
caught.happened.connect(faults.append)
window = start.open_window(application, command_line.parse(["a b c"]), caught)
window.show()

def wait(done):
    end = time.monotonic() + 20
    while not done():
        assert time.monotonic() < end and not faults, faults
        application.processEvents()
        time.sleep(0.005)

def choose(name):
    window.findChild(QAction, name).trigger()

def open_file(path):
    choose("open_model_action")
    dialog = window.findChild(QFileDialog)
    dialog.findChild(QLineEdit, "fileNameEdit").setText(path)
    dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Open).click()

def shown(dialog):
    return " ".join(label.text() for label in dialog.findChildren(QLabel))

wait(lambda: window.snapshot is not None)
"""
END = """
window.close()
window.deleteLater()
application.processEvents()
assert not faults, faults
"""


@pytest.fixture
def window(run: Callable[..., Any], tmp_path: Path) -> Callable[..., str]:
    """Do something in a window of a process without the packages; return what is printed."""

    def go(acts: str, *arguments: str) -> str:
        done = run("-c", START + acts + END, *arguments, env={"XDG_CACHE_HOME": str(tmp_path / "cache")})
        assert done.returncode == 0, done.stderr
        return str(done.stdout)

    return go


def test_opening_a_model_says_what_to_install(window: Callable[..., str], tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "small.gguf", values=GGUF_VALUES)
    said = window(
        "open_file(sys.argv[1])\n"
        "bar = window.findChild(QWidget, 'notice_bar')\n"
        "wait(lambda: bar.text())\n"
        "print(bar.text())\n"
        "assert window.session.scene.text == 'a b c' and window.session.scene.model == 'random'\n",
        str(path),
    )
    assert "small.gguf was not opened." in said
    assert INSTALL in said


def test_getting_a_model_says_what_to_install(window: Callable[..., str]) -> None:
    said = window(
        "choose('get_model_action')\n"
        "dialog = next(one for one in window.findChildren(QDialog) if one.isVisible())\n"
        "print(shown(dialog))\n"
        "dialog.close()\n"
    )
    assert INSTALL in said


def test_arrays_are_opened_and_every_panel_too(window: Callable[..., str], tmp_path: Path) -> None:
    weights = np.random.default_rng(0).dirichlet(np.ones(3), (2, 2, 3)).astype(np.float32)
    np.savez(tmp_path / "mine.npz", weights=weights)
    said = window(
        "open_file(sys.argv[1])\n"
        "wait(lambda: window.session.scene.model == 'arrays')\n"
        "from attnviz.state.reports import PANELS\n"
        "for key in PANELS:\n"
        "    choose(f'open_{key}_action')\n"
        "    wait(lambda: window.snapshot.scene is window.session.scene and window.snapshot.panel == key)\n"
        "print(window.snapshot.shown.tobytes().hex())\n",
        str(tmp_path / "mine.npz"),
    )
    assert said.strip() == weights[0, 0].tobytes().hex()


@pytest.mark.parametrize("ending", ["csv", "png"])
def test_the_command_says_what_to_install(run: Callable[..., Any], tmp_path: Path, ending: str) -> None:
    path = write_gguf(tmp_path / "small.gguf", values=GGUF_VALUES)
    block = f"import sys\nfor name in {PACKAGES!r}:\n    sys.modules[name] = None\n"
    told = ["abc", "--trained", str(path), "--export", f"a.{ending}"]
    command = f"from attnviz.app.command_line import main\nsys.exit(main({told!r}))"
    done = run("-c", f"{block}{command}", env={"XDG_CACHE_HOME": str(tmp_path / "cache")})
    assert done.returncode == 1, done.stderr
    assert INSTALL in done.stderr
    assert len(done.stderr.splitlines()) == 1
