"""Getting a model: from a server on this computer, by keys and clicks, with everything that can go wrong on the way."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from models.hub_server import Hub, served
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QProgressBar, QPushButton, QWidget
from shiboken6 import isValid

from attnviz.app.get_model import GetModel
from attnviz.models.downloading import is_whole, kept
from attnviz.models.finding import own_folder
from attnviz.models.offers import OFFERS

pytest.importorskip("huggingface_hub", reason="the extra for models is not installed")

WEIGHTS = bytes(range(256)) * 16384  # 4 MB
FILES = {
    "config.json": json.dumps({"model_type": "gpt2"}).encode(),
    "tokenizer.json": b'{"model": {}}',
    "model.safetensors": WEIGHTS,
}
FIRST = OFFERS[0]


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    with served(FILES) as running:
        yield running


class Getting:
    """A person at the dialog."""

    def __init__(self, dialog: GetModel, folder: Path, qtbot: Any) -> None:
        self.dialog, self.folder, self.qtbot = dialog, folder, qtbot
        self.fetched: list[Path] = []
        dialog.fetched.connect(self.fetched.append)
        dialog.open()
        qtbot.waitExposed(dialog)

    def part(self, name: str, kind: type[Any] = QPushButton) -> Any:
        found = self.dialog.findChild(kind, f"get_model_{name}")
        assert found is not None, name
        return found

    def press(self, name: str) -> None:
        button = self.part(name)
        assert button.isEnabled(), f"{name} is greyed out"
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def shown(self, row: int = 0) -> str:
        return self.part("list", QListWidget).item(row).text()

    def said(self) -> str:
        message = self.part("message", QWidget)
        return message.text() if message.isVisible() else ""

    def wait(self, until: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(until, timeout=10_000)


@pytest.fixture
def getting(hub: Hub, qtbot: Any, tmp_path: Path) -> Iterator[Callable[[], Getting]]:
    made: list[Getting] = []

    def sit_down() -> Getting:
        folder = tmp_path / "models"
        made.append(Getting(GetModel(folder=folder, endpoint=hub.address), folder, qtbot))
        return made[-1]

    yield sit_down
    for one in made:
        if isValid(one.dialog):
            one.dialog.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_every_model_is_listed_with_what_one_has_to_know(getting: Callable[[], Getting]) -> None:
    person = getting()
    names = person.part("list", QListWidget)
    assert names.count() == len(OFFERS)
    for row, offer in enumerate(OFFERS):
        words = names.item(row).text()
        for part in (offer.name, offer.about, offer.licence, f"{offer.megabytes} MB"):
            assert part in words
        names.setCurrentRow(row)
        assert person.part("page", QLineEdit).text() == offer.page
        assert offer.licence in person.part("licence", QLabel).text()
    assert person.part("folder", QLineEdit).text() == str(person.folder)


def test_a_model_comes_with_progress_and_is_handed_on(hub: Hub, getting: Callable[[], Getting]) -> None:
    hub.pause = 0.01
    person = getting()
    figures: set[str] = set()
    QTest.keyClick(person.part("list", QListWidget), Qt.Key.Key_Return)
    assert not person.part("button").isEnabled()
    bar, told = person.part("progress", QProgressBar), person.part("figures", QLabel)

    def there() -> bool:
        if not person.fetched:
            figures.add(told.text())
            assert bar.value() <= 4
        return bool(person.fetched)

    person.wait(there)
    assert f"{FIRST.name}: asking the server …" in figures
    assert len([words for words in figures if words.endswith("of 4.2 MB")]) >= 2
    assert person.fetched == [person.folder / FIRST.folder]
    assert is_whole(FIRST, person.folder)
    assert (person.fetched[0] / "model.safetensors").read_bytes() == WEIGHTS


def test_what_has_come_is_kept_gone_on_with_and_forgotten(hub: Hub, getting: Callable[[], Getting]) -> None:
    hub.pause = 0.02
    person = getting()
    assert not person.part("cancel_button").isEnabled()
    assert not person.part("forget_button").isEnabled()
    person.press("button")
    person.wait(lambda: "of 4.2 MB" in person.part("figures", QLabel).text())
    person.wait(lambda: kept(FIRST, person.folder) > 500_000)
    person.press("cancel_button")
    person.wait(lambda: person.part("button").isEnabled())
    assert person.said() == "What has come is kept; Get goes on from there."
    assert "MB of it have come" in person.shown()
    assert person.part("progress", QProgressBar).isHidden()
    before = kept(FIRST, person.folder)
    assert 500_000 < before < len(WEIGHTS)
    time.sleep(0.1)
    assert kept(FIRST, person.folder) == before
    hub.pause = 0.0
    hub.asked.clear()
    person.press("button")
    person.wait(lambda: bool(person.fetched))
    assert any(asked and int(asked.removeprefix("bytes=").rstrip("-")) > 500_000 for *_, asked in hub.asked)


def test_forgetting_makes_room(hub: Hub, getting: Callable[[], Getting]) -> None:
    person = getting()
    part = person.folder / f"{FIRST.folder}.0123.part"
    part.mkdir(parents=True)
    (part / "model.safetensors.part").write_bytes(bytes(2_000_000))
    person.part("list", QListWidget).setCurrentRow(1)
    assert not person.part("forget_button").isEnabled()
    person.part("list", QListWidget).setCurrentRow(0)
    assert "2.0 MB of it have come" in person.shown()
    person.press("forget_button")
    assert not part.exists()
    assert "have come" not in person.shown()
    assert not person.part("forget_button").isEnabled()


def test_what_is_here_is_opened_without_asking_anybody(hub: Hub, getting: Callable[[], Getting]) -> None:
    person = getting()
    place = person.folder / OFFERS[1].folder
    place.mkdir(parents=True)
    (place / "config.json").write_text("{}")
    person.part("list", QListWidget).setCurrentRow(1)
    assert "already here" in person.shown(1)
    assert person.part("button").text() == "&Open"
    person.press("button")
    assert person.fetched == [place]
    assert hub.asked == []


def test_what_the_server_says_is_said(hub: Hub, getting: Callable[[], Getting]) -> None:
    hub.status = 503
    person = getting()
    person.press("button")
    person.wait(lambda: bool(person.said()))
    assert person.said().startswith(f"The server can't send {FIRST.name} now (error 503).")
    assert person.part("button").isEnabled()
    assert person.fetched == []
    hub.status = 200
    person.press("button")
    assert person.said() == ""
    person.wait(lambda: bool(person.fetched))


def test_without_the_library_it_says_what_to_install(
    getting: Callable[[], Getting], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    person = getting()
    assert "pip install 'attnviz[models]'" in person.said()
    person.press("button")
    person.wait(lambda: person.part("button").isEnabled())
    assert "pip install 'attnviz[models]'" in person.said()


@pytest.mark.parametrize("silent", [False, True])
def test_closing_while_it_comes_is_fast(hub: Hub, getting: Callable[[], Getting], silent: bool) -> None:
    hub.pause = 0.02
    if silent:
        hub.silent.set()
    person = getting()
    person.press("button")
    person.wait(lambda: any(method == "GET" for method, *_ in hub.asked))
    started = time.perf_counter()
    QTest.keyClick(person.dialog, Qt.Key.Key_Escape)
    assert time.perf_counter() - started < 0.5
    assert not person.dialog.isVisible()
    before = kept(FIRST, person.folder)
    time.sleep(0.1)
    assert kept(FIRST, person.folder) == before
    assert person.fetched == []


def test_the_window_stays_quick_while_a_model_comes(hub: Hub, getting: Callable[[], Getting]) -> None:
    hub.pause = 0.005
    person = getting()
    person.press("button")
    waits: list[float] = []
    while not person.fetched:
        started = time.perf_counter()
        QCoreApplication.processEvents()
        waits.append(time.perf_counter() - started)
        time.sleep(0.002)
    assert sorted(waits)[-5] < 0.05


def test_keys_reach_everything_and_everything_has_a_name(getting: Callable[[], Getting]) -> None:
    person = getting()
    person.dialog.activateWindow()
    person.wait(person.dialog.isActiveWindow)
    seen: set[str] = set()
    for _ in range(12):
        focused = person.dialog.focusWidget()
        seen.add("" if focused is None else focused.objectName().removeprefix("get_model_"))
        QTest.keyClick(person.dialog.windowHandle(), Qt.Key.Key_Tab)
    assert {"list", "page", "folder", "button", "close_button"} <= seen
    for name in ("list", "page", "folder", "progress", "message"):
        assert person.part(name, QWidget).accessibleName()


def test_large_text_fits_a_small_screen(getting: Callable[[], Getting], qapp: Any, looks_back: Any) -> None:
    person = getting()
    font = qapp.font()
    font.setPointSizeF(22.0)
    qapp.setFont(font)
    QCoreApplication.processEvents()
    person.dialog.resize(1240, 680)
    person.dialog._say("There is no connection to the server. " * 4)
    QCoreApplication.processEvents()
    assert person.dialog.minimumSizeHint().width() <= 1240
    assert person.dialog.height() <= 680


def test_from_the_menu_into_the_folder_of_the_person(hub: Hub, person: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hub.pause = 0.02
    asked = GetModel.__init__
    monkeypatch.setattr(GetModel, "__init__", lambda self, parent: asked(self, parent, endpoint=hub.address))
    person.choose("get_model_action")
    dialog = person.find("get_model_dialog")
    assert dialog.isVisible()
    assert dialog.findChild(QLineEdit, "get_model_folder").text() == str(own_folder())
    QTest.mouseClick(dialog.findChild(QPushButton, "get_model_button"), Qt.MouseButton.LeftButton)
    person.qtbot.waitUntil(lambda: kept(FIRST, own_folder()) > 0, timeout=10_000)
    started = time.perf_counter()
    person.close()  # the whole window
    assert time.perf_counter() - started < 1.0


def test_what_was_fetched_is_opened_and_its_problem_said(
    hub: Hub, person: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = GetModel.__init__
    monkeypatch.setattr(GetModel, "__init__", lambda self, parent: asked(self, parent, endpoint=hub.address))
    person.choose("get_model_action")
    dialog = person.find("get_model_dialog")
    QTest.mouseClick(dialog.findChild(QPushButton, "get_model_button"), Qt.MouseButton.LeftButton)
    person.qtbot.waitUntil(lambda: bool(person.notice()), timeout=10_000)
    assert "was not opened" in person.notice()  # these weights are no weights
