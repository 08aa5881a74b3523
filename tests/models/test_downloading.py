"""Downloads from a server on this computer that behaves as huggingface.co does, well and badly."""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from models.hub_server import COMMIT, Hub, served

from attnviz.models import fetching
from attnviz.models.downloading import download, forget
from attnviz.models.finding import in_folder
from attnviz.models.offers import OFFERS, Offer
from attnviz.models.problem import ModelProblem, Stopped

pytest.importorskip("huggingface_hub", reason="the extra for models is not installed")

OFFER = Offer("someone/small", "Small", "MIT", 3, "reads")
WEIGHTS = bytes(range(256)) * 8192  # 2 MB
FILES = {
    "config.json": json.dumps({"model_type": "gpt2"}).encode(),
    "tokenizer.json": b'{"model": {}}',
    "model.safetensors": WEIGHTS,
    "README.md": b"---\nlicense: mit\n---\n",
    "pytorch_model.bin": b"pickle",
}
TOTAL = sum(len(data) for name, data in FILES.items() if name != "pytorch_model.bin")


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("time.sleep", _short(time.sleep))
    with served(FILES) as running:
        yield running


def _short(sleep: object) -> object:
    """Return time.sleep that never sleeps long: the library waits a second before it asks again."""
    return lambda seconds: sleep(min(seconds, 0.05))  # type: ignore[operator]


def got(hub: Hub, folder: Path, **options: object) -> Path:
    return download(OFFER, folder, endpoint=hub.address, **options)  # type: ignore[arg-type]


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_model_is_fetched_with_progress(hub: Hub, tmp_path: Path) -> None:
    hub.pause = 0.01
    steps: list[tuple[int, int]] = []
    found = got(hub, tmp_path / "models", progress=lambda here, total: steps.append((here, total)))
    assert found == tmp_path / "models" / "someone--small"
    assert content(found) == {name: data for name, data in FILES.items() if name != "pytorch_model.bin"}
    assert {total for _, total in steps} == {TOTAL}
    here = [here for here, _ in steps]
    assert here == sorted(here)
    assert len(set(here)) >= 3
    assert [model.name for model in in_folder(tmp_path)] == ["someone/small"]


def test_no_sign_in_is_sent(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    got(hub, tmp_path)
    assert hub.headers
    assert not any("authorization" in headers for headers in hub.headers)
    assert not any("pytorch_model.bin" in path for _, path, _ in hub.asked)


def test_everything_is_of_one_version(hub: Hub, tmp_path: Path) -> None:
    got(hub, tmp_path)
    assert hub.asked[0][1] == "/someone/small/resolve/main/config.json"
    assert all(COMMIT in path or path.startswith("/cdn/") for _, path, _ in hub.asked[1:])


def test_what_is_there_is_not_fetched_again(hub: Hub, tmp_path: Path) -> None:
    got(hub, tmp_path)
    hub.asked.clear()
    assert got(hub, tmp_path) == tmp_path / "someone--small"
    assert hub.asked == []


def test_it_is_stopped_at_once_and_gone_on_with(hub: Hub, tmp_path: Path) -> None:
    hub.pause = 0.02
    seen: list[int] = []

    def stop() -> bool:
        return bool(seen) and seen[-1] > TOTAL // 3

    with pytest.raises(Stopped):
        got(hub, tmp_path, progress=lambda here, _: seen.append(here), stop=stop)
    assert in_folder(tmp_path) == ()
    part = next(tmp_path.glob("someone--small.*.part/model.safetensors.part"))
    time.sleep(0.05)
    kept = part.stat().st_size
    assert 0 < kept < len(WEIGHTS)
    hub.pause = 0.0
    hub.asked.clear()
    steps: list[int] = []
    found = got(hub, tmp_path, progress=lambda here, _: steps.append(here))
    assert content(found)["model.safetensors"] == WEIGHTS
    ranges = [asked for method, path, asked in hub.asked if method == "GET" and path.startswith("/cdn/")]
    assert ranges == [f"bytes={kept}-"]
    assert not list(tmp_path.glob("*.part"))


def test_a_silent_server_does_not_keep_anybody_waiting(hub: Hub, tmp_path: Path) -> None:
    hub.silent.set()
    started = time.perf_counter()
    with pytest.raises(Stopped):
        got(hub, tmp_path, stop=lambda: time.perf_counter() - started > 0.2)
    assert time.perf_counter() - started < 2.0
    hub.silent.clear()  # what was asked for comes now, and is not written over what comes next
    found = got(hub, tmp_path)
    assert content(found)["model.safetensors"] == WEIGHTS


def test_a_line_that_breaks_is_taken_up_again(hub: Hub, tmp_path: Path) -> None:
    hub.breaks_after = 2**20
    found = got(hub, tmp_path)
    assert content(found)["model.safetensors"] == WEIGHTS
    assert len([1 for method, path, _ in hub.asked if method == "GET" and path.startswith("/cdn/")]) == 2


def test_a_server_that_starts_from_the_beginning_is_counted_right(hub: Hub, tmp_path: Path) -> None:
    hub.breaks_after, hub.ignores_ranges = 2**20, True
    steps: list[int] = []
    found = got(hub, tmp_path, progress=lambda here, _: steps.append(here))
    assert content(found)["model.safetensors"] == WEIGHTS
    assert max(steps) <= TOTAL


def test_what_came_damaged_is_thrown_away(hub: Hub, tmp_path: Path) -> None:
    hub.wrong = {"model.safetensors"}
    with pytest.raises(ModelProblem, match=r"model\.safetensors was damaged on its way"):
        got(hub, tmp_path)
    assert in_folder(tmp_path) == ()
    assert not list(tmp_path.glob("*.part/model*"))
    hub.wrong = set()
    assert content(got(hub, tmp_path))["model.safetensors"] == WEIGHTS


def test_a_new_version_starts_anew(hub: Hub, tmp_path: Path) -> None:
    old = tmp_path / f"someone--small.{'f' * 12}.part"
    old.mkdir()
    (old / "model.safetensors").write_bytes(b"\0" * len(WEIGHTS))
    assert content(got(hub, tmp_path))["model.safetensors"] == WEIGHTS
    assert not old.exists()


def test_a_card_need_not_be_there(hub: Hub, tmp_path: Path) -> None:
    del hub.files["README.md"]
    assert "config.json" in content(got(hub, tmp_path))


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (401, "no longer open to everybody"),
        (403, "no longer open to everybody"),
        (404, "no longer where it was: https://huggingface.co/someone/small"),
        (429, r"can't send Small now \(error 429\)"),
        (503, r"can't send Small now \(error 503\)"),
    ],
)
def test_what_the_server_refuses_is_said(hub: Hub, tmp_path: Path, status: int, words: str) -> None:
    hub.status = status
    with pytest.raises(ModelProblem, match=words):
        got(hub, tmp_path)


def test_a_page_in_between_is_no_model(hub: Hub, tmp_path: Path) -> None:
    hub.without = {"X-Repo-Commit", "ETag"}
    with pytest.raises(ModelProblem, match="not the server of the model"):
        got(hub, tmp_path)


def test_no_connection_is_said(hub: Hub, tmp_path: Path) -> None:
    hub.address = "http://127.0.0.1:9"
    with pytest.raises(ModelProblem, match="There is no connection to the server of Small"):
        got(hub, tmp_path)


def test_offline_is_said(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(ModelProblem, match="HF_HUB_OFFLINE is set"):
        got(hub, tmp_path)


def test_a_full_disk_is_said_before_anything_is_fetched(hub: Hub, tmp_path: Path) -> None:
    hub.sizes["model.safetensors"] = 10 * 2**40
    with pytest.raises(ModelProblem, match=r"Small takes 1099511\d MB, and the disk has room for \d+ MB"):
        got(hub, tmp_path)
    assert not any(method == "GET" for method, _, _ in hub.asked)


def test_a_disk_that_fills_up_is_said(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(fetching._Part, "write", full)
    with pytest.raises(ModelProblem, match="The disk is full"):
        got(hub, tmp_path)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="this person may write everywhere")
def test_a_folder_that_must_not_be_written_is_said(hub: Hub, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ModelProblem, match="Nothing can be written to"):
        got(hub, tmp_path / "models")


def test_a_file_in_the_place_of_the_folder_is_said(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "models").write_text("mine")
    with pytest.raises(ModelProblem, match="Nothing can be written to"):
        got(hub, tmp_path / "models")


def test_what_a_person_has_there_is_left_alone(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "someone--small").mkdir()
    (tmp_path / "someone--small" / "notes.txt").write_text("mine")
    with pytest.raises(ModelProblem, match="Nothing can be written to"):
        got(hub, tmp_path)
    assert (tmp_path / "someone--small" / "notes.txt").read_text() == "mine"


def test_two_at_once_are_one_too_many(hub: Hub, tmp_path: Path) -> None:
    hub.silent.set()
    done = threading.Event()
    ended: list[type[BaseException]] = []

    def first() -> None:
        try:
            got(hub, tmp_path, stop=done.is_set)
        except Stopped:
            ended.append(Stopped)

    thread = threading.Thread(target=first)
    thread.start()
    while not hub.asked:
        time.sleep(0.01)
    with pytest.raises(ModelProblem, match="just being downloaded in another window"):
        got(hub, tmp_path)
    done.set()
    thread.join()
    hub.silent.clear()
    assert ended == [Stopped]


def test_what_has_come_can_be_forgotten(tmp_path: Path) -> None:
    place = tmp_path / "someone--small.0123.part"
    place.mkdir()
    (place / "model.safetensors.part").write_bytes(b"x")
    forget(OFFER, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_offers_are_small_and_have_a_licence() -> None:
    assert len({offer.repository for offer in OFFERS}) == len(OFFERS)
    for offer in OFFERS:
        assert offer.licence in ("Apache-2.0", "MIT")
        assert 0 < offer.megabytes <= 1000
        assert offer.page == f"https://huggingface.co/{offer.repository}"
        assert "/" not in offer.folder


def test_without_the_library_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(ModelProblem, match=r"pip install 'attnviz\[models\]'"):
        download(OFFER, tmp_path)
    assert shutil.disk_usage(tmp_path).free
