"""What every test stands on: no screen, an empty home, no dialog that could wait for a person, nothing left behind.

Runs with and without Qt: without it, only the tests of the four lower floors are collected.
"""

from __future__ import annotations

import gc
import itertools
import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import hypothesis
import pytest

HAS_QT = find_spec("PySide6") is not None and find_spec("pytestqt") is not None
WITHOUT_QT = {"conftest.py", "core", "experiments", "models", "state", "test_architecture.py"}
QT_FIXTURES = {"qapp", "qtbot", "qtmodeltester"}
OUTCOME = pytest.StashKey[bool]()

# Before the first import of Qt: the same pixels and words on every machine, whatever its screen, scale and language.
# en_GB need not be installed: Qt knows it, and the system is only asked for UTF-8.
for name in list(os.environ):
    if name.startswith("LC_") or name in ("LANGUAGE", "QT_QPA_PLATFORMTHEME", "QT_SCALE_FACTOR", "QT_STYLE_OVERRIDE"):
        del os.environ[name]
os.environ.update(QT_QPA_PLATFORM="offscreen", LANG="en_GB.UTF-8", LC_CTYPE="C.UTF-8")

# As the program does it: two threads that wait for each other make small products slow on a busy machine
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

hypothesis.settings.register_profile("attnviz", deadline=None, derandomize=bool(os.environ.get("CI")), print_blob=True)
hypothesis.settings.load_profile("attnviz")

if not HAS_QT:
    collect_ignore = sorted(path.name for path in Path(__file__).parent.iterdir() if path.name not in WITHOUT_QT)

    def pytest_addoption(parser: pytest.Parser) -> None:
        """Make the settings of pytest-qt known where it isn't installed: unknown settings are errors."""
        for option in ("qt_api", "qt_log_level_fail", "qt_log_ignore"):
            parser.addini(option, "for pytest-qt only", type="linelist" if option == "qt_log_ignore" else "string")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Remember how a test went: the traceback of one that failed keeps its widgets alive, which is no leak."""
    report = yield
    if call.when == "call":
        item.stash[OUTCOME] = call.excinfo is None
    return report


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    base = tmp_path_factory.mktemp("homes")
    return (base / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def home(_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder of the test's own, with every folder for settings, data, state and caches in it."""
    folder = next(_homes)
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(folder / kind.lower()))
    return folder


@pytest.fixture(scope="session")
def _no_waiting() -> Iterator[None]:
    """Make everything fail that would wait for a person, and so for ever."""
    from PySide6 import QtWidgets

    def refuse(*_args: object, **_options: object) -> None:
        pytest.fail("A dialog that waits for a person would hang here: use open() and finished instead.")

    waiting = {
        "QDialog": ["exec"],
        "QMessageBox": ["exec", "about", "aboutQt", "critical", "information", "question", "warning"],
        "QFileDialog": [
            "exec", "getExistingDirectory", "getExistingDirectoryUrl", "getOpenFileName", "getOpenFileNames",
            "getOpenFileUrl", "getOpenFileUrls", "getSaveFileName", "getSaveFileUrl",
        ],
        "QColorDialog": ["exec", "getColor"],
        "QFontDialog": ["exec", "getFont"],
        "QInputDialog": ["exec", "getDouble", "getInt", "getItem", "getMultiLineText", "getText"],
        "QMenu": ["exec"],
    }  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        for name, methods in waiting.items():
            for method in methods:
                patch.setattr(getattr(QtWidgets, name), method, refuse)
        yield


@pytest.fixture(autouse=True)
def _clean_qt(request: pytest.FixtureRequest, home: Path) -> Iterator[None]:
    """Give a test that uses Qt settings of its own, and see that no worker and no window outlives it."""
    if not QT_FIXTURES.intersection(request.fixturenames):
        yield
        return
    from PySide6.QtCore import QCoreApplication, QEvent, QSettings, QThreadPool
    from PySide6.QtWidgets import QApplication

    request.getfixturevalue("_no_waiting")
    for form in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
        QSettings.setPath(form, QSettings.Scope.UserScope, str(home / "config"))
    before = set(QApplication.topLevelWidgets()) if QApplication.instance() else set()
    yield
    assert QThreadPool.globalInstance().waitForDone(10_000), "a worker was still running 10 s after the test"
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    if not request.node.stash.get(OUTCOME, False):
        return
    left = _windows_but(before)
    if left:
        gc.collect()
        left = _windows_but(before)
    assert not left, f"windows left behind (give them to qtbot.addWidget, or close and delete them): {left}"


def _windows_but(before: set[object]) -> list[object]:
    """Return the windows that came since, except the one label in which Qt shows all tool tips."""
    from PySide6.QtWidgets import QApplication

    now = [window for window in QApplication.topLevelWidgets() if window not in before]
    return [window for window in now if window.objectName() != "qtooltip_label"]
