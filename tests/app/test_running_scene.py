"""The running scene: there after a close, damaged or not, shared with nobody, and loud when the disk says no."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from attnviz.app import paths, running_scene
from attnviz.app.running_scene import DELAY, RunningScene
from attnviz.state import saving
from attnviz.state.scene import Scene


def file() -> Path:
    return paths.running_folder() / "running.attnviz"


def test_a_change_is_on_disk_within_two_seconds(person: Any) -> None:
    begun = time.monotonic()
    person.type("text_input", " x")
    person.qtbot.waitUntil(lambda: file().exists() and saving.load(file()).scene == person.scene, timeout=2000)
    assert time.monotonic() - begun < 2
    assert DELAY < 1000


def test_edits_that_never_pause_are_written_meanwhile(person: Any) -> None:
    person.focus("text_input")
    begun, written = time.monotonic(), set()
    while time.monotonic() - begun < 1.5:
        person.press("A")
        person.qtbot.wait(20)
        if file().exists():
            written.add(saving.load(file()).scene.text)
    assert len(written) >= 2  # a timer that every edit starts anew would never write


def test_everything_is_back_after_a_close(desk: Callable[..., Any]) -> None:
    person = desk()
    person.type("text_input", " today")
    person.click("causal_toggle")
    person.click("scale_toggle")
    person.focus("dimension_slider")
    person.press("Left")
    person.type("last_token_input", "dog")
    person.focus("strength_slider")
    person.press("PgUp")
    person.focus("heatmap")
    person.press("Down")
    scene = person.scene
    person.close()
    again = desk()
    assert again.scene == scene
    assert again.find("text_input").text() == scene.text
    assert again.notice() == ""


def test_a_start_with_a_text_keeps_the_old_scene_for_undo(desk: Callable[..., Any]) -> None:
    person = desk()
    person.retype("text_input", "mine")
    person.close()
    again = desk("other words", "--dim", "8")
    assert (again.scene.text, again.scene.dimension) == ("other words", 8)
    again.press("Ctrl+Z")
    assert again.scene.text == "mine"


DAMAGED = {
    "empty": b"",
    "cut": saving.encode(Scene())[:100],
    "binary": bytes(range(256)),
    "zeros": b"\0" * 4096,
    "list": b"[]",
    "deep": b"[" * 100_000,
    "newer": json.dumps({"format": "attnviz scene", "version": 99, "scene": {}}).encode(),
    "no scene": json.dumps({"format": "attnviz scene", "version": 1}).encode(),
    "wrong kind": saving.encode(Scene()).replace(b'"dimension": 64', b'"dimension": "64"'),
    "outside": saving.encode(Scene()).replace(b'"dimension": 64', b'"dimension": 100000'),
    "long number": saving.encode(Scene()).replace(b'"dimension": 64', b'"dimension": ' + b"9" * 6000),
    "nan": saving.encode(Scene()).replace(b'"strength": 1.0', b'"strength": NaN'),
    "huge strength": saving.encode(Scene()).replace(b'"strength": 1.0', b'"strength": 1' + b"0" * 400),
}


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", DAMAGED)
def test_every_damage_is_found_and_kept_aside(tmp_path: Path, name: str) -> None:
    (tmp_path / "running.attnviz").write_bytes(DAMAGED[name])
    running = RunningScene(tmp_path)
    found = running.find()
    running.close()
    assert found.saved is None
    assert found.problem
    assert found.aside is not None
    assert found.aside.read_bytes() == DAMAGED[name]


@pytest.mark.parametrize("name", ["empty", "cut", "newer"])
def test_a_damaged_scene_is_reported_and_kept_aside_and_the_start_goes_on(desk: Callable[..., Any], name: str) -> None:
    file().parent.mkdir(parents=True)
    file().write_bytes(DAMAGED[name])
    person = desk()
    assert person.scene == Scene()
    assert "could not be read" in person.notice()
    aside = [path for path in file().parent.iterdir() if "damaged" in path.name]
    assert [path.read_bytes() for path in aside] == [DAMAGED[name]]
    assert aside[0].name in person.notice()
    person.type("text_input", "s")
    person.close()
    again = desk()
    assert again.scene.text.endswith("mats")
    assert again.notice() == ""


def test_two_damaged_scenes_in_one_second_are_both_kept(tmp_path: Path, qapp: Any) -> None:
    for number in range(3):
        (tmp_path / "running.attnviz").write_bytes(b"bad %d" % number)
        running = RunningScene(tmp_path)
        assert running.find().aside is not None
        running.close()
    assert {path.read_bytes() for path in tmp_path.glob("*damaged*")} == {b"bad 0", b"bad 1", b"bad 2"}


def test_a_folder_where_the_file_should_be_does_not_stop_the_start(desk: Callable[..., Any]) -> None:
    (file() / "inside").mkdir(parents=True)
    person = desk()
    assert "could not be read" in person.notice()
    person.type("text_input", "s")
    person.close()
    assert desk().scene.text.endswith("mats")


@pytest.mark.parametrize("document", ["a\0b", "/" + "n" * 5000, "relative", "/nowhere/\ud800.attnviz"])
def test_a_scene_that_names_an_odd_file_opens(desk: Callable[..., Any], document: str) -> None:
    content = json.loads(saving.encode(Scene(text="mine")))
    content["document"] = document
    file().parent.mkdir(parents=True)
    file().write_text(json.dumps(content))
    person = desk()
    assert person.scene.text == "mine"
    if "\ud800" in document:
        person.press("Ctrl+S")
        assert "was not saved" in person.notice()
    if "\0" in document:  # no file can be called that, so the scene has none
        person.press("Ctrl+S")
        person.dialog().reject()
        person.come_back()
    person.type("text_input", "!")
    person.close()
    assert desk().scene.text == "mine!"


KILLED_WRITER = """
import os, sys
from pathlib import Path
from attnviz.state import saving
from attnviz.state.scene import Scene
os.fsync = lambda handle: os._exit(9)  # as a kill in the middle of writing
saving.save(Path(sys.argv[1]), Scene(text="half"))
"""


def test_what_a_killed_writer_left_is_tidied(desk: Callable[..., Any], run: Callable[..., Any]) -> None:
    file().parent.mkdir(parents=True)
    saving.save(file(), Scene(text="whole"))
    assert run("-c", KILLED_WRITER, str(file())).returncode == 9
    assert len(list(file().parent.iterdir())) == 2
    assert desk().scene.text == "whole"
    assert {path.name for path in file().parent.iterdir()} == {"running.attnviz", "running.lock"}


def test_two_windows_do_not_share_a_running_scene(desk: Callable[..., Any]) -> None:
    first = desk()
    first.retype("text_input", "first")
    second = desk()
    assert second.scene == Scene()
    second.come_back()
    second.retype("text_input", "second")
    first.close()
    second.close()
    again_first, again_second = desk(), desk()
    assert (again_first.scene.text, again_second.scene.text) == ("first", "second")


def test_a_place_that_cannot_be_written_is_said_at_start(desk: Callable[..., Any], home: Path) -> None:
    (home / "data").write_text("a file where the folder should be")
    person = desk()
    assert "will not be kept" in person.notice()
    person.type("text_input", " on")
    assert person.heatmap.tokens[-1] == "on"


def test_a_disk_that_fails_is_said_loses_nothing_and_is_tried_again(
    person: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_scene, "_RETRY", 50)
    shutil.rmtree(paths.running_folder())
    person.type("text_input", " lost?")
    person.qtbot.waitUntil(lambda: "not being kept on disk" in person.notice())
    assert "No such file" in person.notice()
    assert person.scene.text.endswith("lost?")
    paths.running_folder().mkdir()
    person.qtbot.waitUntil(lambda: "kept on disk again" in person.notice())
    assert saving.load(file()).scene == person.scene


FULL_DISK = """
import resource, sys
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from attnviz.app import command_line, faults, numbers, paths, running_scene, start
from attnviz.state import saving
from pathlib import Path

running_scene._RETRY = 200
application = start._application()
caught = faults.Faults()
told = []
caught.happened.connect(told.append)
window = start.open_window(application, command_line.parse(["before"]), caught)
window.show()
notices = window.findChild(object, "notice_bar")
saved = Path("mine.attnviz")

def wait(condition, what):
    for _ in range(400):
        QTest.qWait(10)
        if condition():
            return
    print("never:", what, "|", notices.text(), "|", told)
    sys.stdout.flush()
    import os
    os._exit(1)

window._files._save_to(saved)
kept = paths.running_folder() / "running.attnviz"
wait(lambda: kept.exists(), "first writing")
before = saved.read_bytes()
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (20, hard))
window.session.set_text("after, and much longer")
wait(lambda: "not being kept on disk: File too large" in notices.text(), "notice")
assert "before" in kept.read_text(), "the kept scene was destroyed"
window._files.save()
assert "was not saved: File too large" in notices.text(), notices.text()
assert saved.read_bytes() == before, "the file was destroyed"
window._files.export(Path("out.npz"), numbers.maker(window.snapshot, numbers.npz_file))
wait(lambda: "out.npz was not written" in notices.text(), "export notice")
assert not Path("out.npz").exists()
window._settings.zoom = 150
window._settings.flush()
assert window.session.scene.text == "after, and much longer"
resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
wait(lambda: "after, and" in kept.read_text(), "second writing")
assert not list(kept.parent.glob(".*.tmp")), "left over"
assert not list(Path().glob(".*.tmp")), "left over"
window.close()
caught.release()
assert not told, told
print("fine")
"""


def test_a_full_disk_gives_a_sentence_and_loses_nothing(run: Callable[..., Any]) -> None:
    done = run("-c", FULL_DISK)
    assert done.stdout == "fine\n", done.stdout + done.stderr
