"""Scenes as files: what goes out comes back, damage is told, and a file is whole whatever happens to its writer."""

from __future__ import annotations

import json
import os
import random
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import anything
from scenes import scenes as scenes_with

from attnviz.state import Session, saving
from attnviz.state.saving import Saved, UnreadableFile, decode, encode, load, save
from attnviz.state.scene import Change, Scene

ROOT = Path(__file__).resolve().parents[2]
scenes = scenes_with(st.integers(0, 2**70))
SCENE = Scene(text="猫 \ud800 \x00", change=Change(index=2, text="moon", strength=2.5))


@settings(max_examples=100)
@given(scenes, st.none() | st.text(st.characters(exclude_characters="\0"), min_size=1).map(Path))
def test_what_is_written_is_read_back(scene: Scene, document: Path | None) -> None:
    assert decode(encode(scene, document)) == Saved(scene, document)


def test_a_file_is_written_and_read_back(tmp_path: Path) -> None:
    save(tmp_path / "a.attnviz", SCENE, Path("/elsewhere/b.attnviz"))
    assert load(tmp_path / "a.attnviz") == Saved(SCENE, Path("/elsewhere/b.attnviz"))


def test_a_document_whose_name_is_no_utf_8_comes_back(tmp_path: Path) -> None:
    document = Path(os.fsdecode(b"/tmp/\xff.attnviz"))
    assert decode(encode(Scene(), document)).document == document


def test_a_file_is_text_that_a_person_can_read() -> None:
    content = encode(Scene(text="猫"))
    assert "猫".encode() in content
    assert json.loads(content)["version"] == saving.VERSION


# ---- damage


def read_or_refused(data: bytes) -> None:
    """Read a file content: a scene that can be written again, or an UnreadableFile with one sentence. Nothing else."""
    refused: UnreadableFile | None = None
    saved = Saved(Scene())
    try:
        saved = decode(data)
    except UnreadableFile as error:
        refused = error
    assert refused is None or (str(refused) and "\n" not in str(refused))
    assert type(saved.scene.dimension) is int
    assert type(saved.scene.causal) is type(saved.scene.scaled) is bool
    assert type(saved.scene.change.strength) is float
    assert decode(encode(saved.scene, saved.document)) == saved


@settings(max_examples=100)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFile):
        decode(data)


@settings(max_examples=200)
@given(st.data())
def test_damaged_bytes_are_a_scene_or_refused(data: st.DataObject) -> None:
    content = bytearray(encode(SCENE, Path("a.attnviz")))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(content)))
        content[at : at + data.draw(st.integers(0, 5))] = data.draw(
            st.binary(max_size=4) | st.sampled_from([b"NaN", b"1e999", b"-1", b"null", b"[", b"{", b'"', b"true"])
        )
    read_or_refused(bytes(content))


def test_a_file_cut_off_anywhere_is_refused() -> None:
    content = encode(SCENE, Path("a.attnviz")).rstrip()
    for end in range(len(content)):
        with pytest.raises(UnreadableFile):
            decode(content[:end])


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.just(10**400) | st.floats() | anything,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(anything, inner, max_size=3),
    max_leaves=5,
)
PLACES: list[tuple[str, ...]] = [("format",), ("version",), ("document",), ("scene",)]
PLACES += [("scene", name) for name in ("text", "model", "dimension", "causal", "scaled", "pinned", "change")]
PLACES += [("scene", "change", name) for name in ("index", "text", "nines", "strength")]


def with_value(place: tuple[str, ...], value: Any) -> bytes:
    content = json.loads(encode(SCENE, Path("a.attnviz")))
    inner = content
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    return json.dumps(content).encode()


@settings(max_examples=200)
@given(st.sampled_from(PLACES), values)
def test_a_value_of_any_kind_in_any_place_is_a_scene_or_refused(place: tuple[str, ...], value: Any) -> None:
    read_or_refused(with_value(place, value))


REFUSED: list[tuple[tuple[str, ...], Any, str]] = [
    (("format",), "other", r"not an attnviz file"),
    (("version",), 3, r"written by a newer attnviz"),
    (("version",), 0, r"which version"),
    (("version",), True, r"which version"),
    (("version",), 1.0, r"which version"),
    (("scene",), None, r"its scene is missing"),
    (("scene",), [], r"its scene is missing"),
    (("scene", "text"), 5, r"its text is of the wrong kind"),
    (("scene", "dimension"), 64.0, r"its dimension is of the wrong kind"),
    (("scene", "dimension"), True, r"its dimension is of the wrong kind"),
    (("scene", "dimension"), 0, r"a setting that does not exist: the width d"),
    (("scene", "causal"), 1, r"its causal is of the wrong kind"),
    (("scene", "model"), "large", r"a setting that does not exist: the model"),
    (("scene", "pinned"), [1], r"its pinned cell is of the wrong kind"),
    (("scene", "pinned"), [True, None], r"its pinned cell is of the wrong kind"),
    (("scene", "pinned"), [-1, None], r"a setting that does not exist"),
    (("scene", "change"), 5, r"its change is missing"),
    (("scene", "change", "strength"), float("nan"), r"a setting that does not exist: the strength"),
    (("scene", "change", "strength"), float("inf"), r"a setting that does not exist: the strength"),
    (("scene", "change", "strength"), 10**400, r"a setting that does not exist"),
    (("scene", "change", "index"), -1, r"a setting that does not exist"),
]


@pytest.mark.parametrize(("place", "value", "sentence"), REFUSED)
def test_a_wrong_value_is_refused_with_a_sentence(place: tuple[str, ...], value: Any, sentence: str) -> None:
    with pytest.raises(UnreadableFile, match=sentence):
        decode(with_value(place, value))


@pytest.mark.parametrize(
    "data",
    [b"", b"null", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 100_000, b"1" * 10_000, b"NaN", b"\x00" * 99],
    ids=lambda data: repr(data[:6]) if data else "empty",
)
def test_what_is_no_scene_at_all_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match=r"not an attnviz file"):
        decode(data)


def test_the_sentence_stays_short_whatever_the_file_holds() -> None:
    with pytest.raises(UnreadableFile) as caught:
        decode(with_value(("scene", "model"), "x" * 1_000_000))
    assert len(str(caught.value)) < 500


def test_settings_that_a_file_leaves_out_are_those_of_a_new_scene() -> None:
    assert decode(b'{"format": "attnviz scene", "version": 1, "scene": {}, "later": 1}') == Saved(Scene())


def test_what_cannot_be_read_as_a_file_is_an_oserror_or_unreadable(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"No such file"):
        load(tmp_path / "none")
    with pytest.raises(OSError, match=r"[Dd]irectory"):
        load(tmp_path)


def test_a_document_name_that_no_file_can_have_does_no_harm() -> None:
    saved = decode(with_value(("document",), "a\x00b"))
    if saved.document is not None:
        with pytest.raises((OSError, UnreadableFile)):
            load(saved.document)


def test_a_file_that_is_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(saving.LARGEST_FILE + 1)
    with pytest.raises(UnreadableFile, match=r"over 64 MB"):
        load(tmp_path / "large")


@pytest.mark.parametrize(
    ("text", "word"), [("\U0001f469" * 1_999_999 + "\ud800", ""), ("", "x" * saving.LARGEST_FILE)], ids=["text", "word"]
)
def test_the_longest_that_the_session_takes_can_be_saved_and_read(tmp_path: Path, text: str, word: str) -> None:
    session = Session()
    session.set_text(text)
    session.set_replacement(word)
    save(tmp_path / "a", session.scene)
    assert load(tmp_path / "a").scene == session.scene


# ---- whole or not at all


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_target_that_is_a_directory_leaves_no_litter(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(OSError, match=r"[Dd]irectory"):
        save(tmp_path / "a", Scene())
    assert names(tmp_path) == ["a"]


def test_a_missing_directory_is_an_oserror(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"No such file"):
        save(tmp_path / "none" / "a", Scene())


FULL_DISK = """
import resource, sys
from pathlib import Path
from attnviz.state import Scene, saving
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
try:
    saving.save(Path(sys.argv[1]), Scene(text="x" * 1_000_000))
except OSError:
    sys.exit(7)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs resource limits")
def test_a_disk_that_fills_up_leaves_the_old_file_and_no_litter(tmp_path: Path) -> None:
    path = tmp_path / "a.attnviz"
    save(path, SCENE)
    command = [sys.executable, "-c", FULL_DISK, str(path)]
    assert subprocess.run(command, cwd=ROOT, check=False, timeout=60).returncode == 7
    assert load(path).scene == SCENE
    assert names(tmp_path) == ["a.attnviz"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs symbolic links")
def test_a_link_stays_a_link_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    target, link = tmp_path / "real" / "a", tmp_path / "link"
    link.symlink_to(target)
    for scene in (Scene(), SCENE):  # first into nothing, then over a file
        save(link, scene)
        assert link.is_symlink()
        assert load(target).scene == scene
    assert names(tmp_path / "real") == ["a"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs permissions")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_permissions_are_kept(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a"
    save(path, Scene())
    path.chmod(mode)
    save(path, SCENE)
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(sys.platform == "win32", reason="needs permissions")
def test_a_new_file_has_the_permissions_that_any_new_file_gets(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    save(tmp_path / "a", Scene())
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "plain").stat().st_mode


@pytest.mark.parametrize("stem", ["n" * 247, "猫" * 82], ids=["English", "Japanese"])
def test_a_name_as_long_as_the_disk_allows_can_be_saved_to(tmp_path: Path, stem: str) -> None:
    path = tmp_path / f"{stem}.attnviz"
    path.touch()
    save(path, SCENE)
    assert load(path).scene == SCENE


WRITER = """
import sys
from pathlib import Path
from attnviz.state import Scene, saving
print("ready", flush=True)
number = 0
while True:
    number += 1
    saving.save(Path(sys.argv[1]), Scene(text=f"{number} " + "x" * (number % 7) * 100_000))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
def test_a_writer_killed_at_any_moment_leaves_a_whole_file_and_what_it_left_can_be_tidied(tmp_path: Path) -> None:
    path = tmp_path / "a.attnviz"
    save(path, SCENE)
    moments = random.Random(0)
    for _ in range(10):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], cwd=ROOT, stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"ready\n"
            time.sleep(moments.uniform(0, 0.05))
            writer.kill()
        assert isinstance(load(path), Saved)
    saving.tidy(path)
    assert names(tmp_path) == ["a.attnviz"]


def test_tidying_takes_only_the_leftovers_of_this_file(tmp_path: Path) -> None:
    for name in (
        f"{saving._prefix(Path('a.attnviz'))}x1y2z3w4.tmp",
        ".b.attnviz.x1y2z3w4.tmp",
        "a.attnviz",
        "a.attnviz.tmp",
    ):
        (tmp_path / name).touch()
    saving.tidy(tmp_path / "a.attnviz")
    assert names(tmp_path) == [".b.attnviz.x1y2z3w4.tmp", "a.attnviz", "a.attnviz.tmp"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs such names")
def test_tidying_takes_a_name_as_it_is_written(tmp_path: Path) -> None:
    for name in (f"{saving._prefix(Path('[a].attnviz'))}x1y2z3w4.tmp", ".b.attnviz.x1y2z3w4.tmp"):
        (tmp_path / name).touch()
    saving.tidy(tmp_path / "*.attnviz")
    assert ".b.attnviz.x1y2z3w4.tmp" in names(tmp_path)
    saving.tidy(tmp_path / "[a].attnviz")
    assert f"{saving._prefix(Path('[a].attnviz'))}x1y2z3w4.tmp" not in names(tmp_path)


def test_damaged_files_are_kept_aside_one_beside_the_other(tmp_path: Path) -> None:
    path = tmp_path / "a.attnviz"
    kept = []
    for content in ("one", "two", "three"):
        path.write_text(content)
        kept.append(saving.move_aside(path))
        assert not path.exists()
    assert [aside.read_text() for aside in kept] == ["one", "two", "three"]
    assert all(".damaged-" in aside.name and aside.suffix == ".attnviz" for aside in kept)


def test_a_damaged_file_that_is_gone_is_an_oserror(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"No such file"):
        saving.move_aside(tmp_path / "none")
