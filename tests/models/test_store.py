from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from model_files import LLAMA_CONFIG, llama, write_folder, write_gguf

from attnviz.models import plan as planning
from attnviz.models import store
from attnviz.models.config import Weights
from attnviz.models.loading import open_model
from attnviz.models.problem import ModelProblem, Stopped


@pytest.fixture
def cache(home: Path) -> Path:
    return store.default_folder()


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "small", llama(), LLAMA_CONFIG)


@pytest.fixture
def conversions(monkeypatch: pytest.MonkeyPatch) -> list[planning.Plan]:
    """The plans that were converted, not mapped."""
    made: list[planning.Plan] = []

    def pieces(plan: planning.Plan) -> Iterator[tuple[int, planning.Floats]]:
        made.append(plan)
        return planning.pieces(plan)

    monkeypatch.setattr(store, "pieces", pieces)
    return made


def files(cache: Path) -> list[Path]:
    return sorted(cache.iterdir()) if cache.is_dir() else []


def same(weights: Weights) -> bool:
    return bool(np.array_equal(weights.get("embed"), llama()["model.embed_tokens.weight"]))


def test_the_second_time_it_is_mapped(model: Path, cache: Path, conversions: list[object]) -> None:
    assert same(open_model(model).weights)
    assert [file.suffix for file in files(cache)] == [".weights"]
    assert same(open_model(model).weights)
    assert len(conversions) == 1


def test_a_changed_model_is_converted_again(model: Path, cache: Path, conversions: list[object]) -> None:
    open_model(model)
    write_folder(model, llama(seed=1), LLAMA_CONFIG)
    os.utime(model / "model.safetensors", (1, 1))
    weights = open_model(model).weights
    np.testing.assert_array_equal(weights.get("embed"), llama(seed=1)["model.embed_tokens.weight"])
    assert len(conversions) == 2
    assert len(files(cache)) == 1


def flip(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data[: len(data) // 2],
        lambda data: data + b"\0",
        lambda data: flip(data, 0),
        lambda data: flip(data, 5000),
        lambda data: flip(data, len(data) - 20),
        lambda data: flip(data, len(data) - 60),
        lambda data: bytes(4096) + data[4096:],
        lambda data: data[:-24] + b"\xff" * 8 + data[-16:],
    ],
)
def test_a_damaged_file_is_made_again(
    model: Path, cache: Path, conversions: list[object], damage: Callable[[bytes], bytes]
) -> None:
    open_model(model)
    [file] = files(cache)
    whole = file.read_bytes()
    file.unlink()  # as a mapped file must not be written to
    file.write_bytes(damage(whole))
    assert same(open_model(model).weights)
    assert len(conversions) == 2
    assert file.read_bytes() == whole


def test_the_place_of_a_file_may_be_a_folder(model: Path, cache: Path) -> None:
    open_model(model)
    [file] = files(cache)
    file.unlink()
    file.mkdir()
    assert same(open_model(model).weights)


def test_what_is_stopped_or_fails_leaves_nothing(model: Path, cache: Path) -> None:
    asked = iter([False] * 5 + [True])
    with pytest.raises(Stopped):
        open_model(model, stop=lambda: next(asked))
    assert files(cache) == []

    def fail(_done: int, _whole: int) -> None:
        raise RuntimeError("of the caller")

    with pytest.raises(RuntimeError):
        open_model(model, fail)
    assert files(cache) == []


def test_no_room_on_the_disk(
    model: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, conversions: list[object]
) -> None:
    monkeypatch.setattr(store, "_SPARE", 2**62)
    weights = open_model(model).weights
    assert same(weights)
    with pytest.raises(ValueError, match="read-only"):
        weights.get("embed")[0] = 0
    assert files(cache) == []
    assert len(conversions) == 1


def test_the_disk_fills_up_on_the_way(model: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    monkeypatch.setattr(store.tempfile, "mkstemp", lambda **_: (os.open("/dev/full", os.O_WRONLY), "/nowhere/x"))
    assert same(open_model(model).weights)
    assert files(cache) == []


def test_a_cache_that_cannot_be_made(model: Path, cache: Path) -> None:
    cache.parent.parent.mkdir(parents=True, exist_ok=True)
    cache.parent.write_text("a file where the folder should be")
    assert same(open_model(model).weights)


def test_a_model_larger_than_the_memory(model: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store.os, "sysconf", {"SC_PHYS_PAGES": 2, "SC_PAGE_SIZE": 4096}.get, raising=False)
    with pytest.raises(ModelProblem, match=r"takes 0.0 GB of memory, more than there is"):
        open_model(model)
    assert files(cache) == []


def test_two_at_a_time(model: Path, cache: Path) -> None:
    found: list[bool] = []
    threads = [threading.Thread(target=lambda: found.append(same(open_model(model).weights))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 4
    assert [file.suffix for file in files(cache)] == [".weights"]


def test_old_ones_are_tidied(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    models = [write_gguf(tmp_path / f"{name}.gguf") for name in "abc"]
    for number, model in enumerate(models):
        before = set(files(cache))
        open_model(model)
        [new] = set(files(cache)) - before
        os.utime(new, (time.time() - 100 + number,) * 2)
    assert len(files(cache)) == 3
    size = files(cache)[0].stat().st_size
    open_model(models[0])  # used last now: b is the oldest
    monkeypatch.setattr(store, "MOST_BYTES", int(size * 2.5))
    open_model(models[2])
    assert len(files(cache)) == 2
    monkeypatch.setattr(store, "MOST_BYTES", 2**40)
    models[0].unlink()
    open_model(models[2])
    assert len(files(cache)) == 1


def test_leftovers_of_a_writer_that_was_killed(model: Path, cache: Path) -> None:
    cache.mkdir(parents=True)
    (cache / "old.tmp").write_bytes(b"half")
    (cache / "new.tmp").write_bytes(b"half")
    os.utime(cache / "old.tmp", (1, 1))
    open_model(model)
    assert {file.suffix for file in files(cache)} == {".tmp", ".weights"}
    assert not (cache / "old.tmp").exists()
    assert (cache / "new.tmp").exists()  # somebody may be writing it
