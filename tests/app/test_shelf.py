"""What is loaded, and in whose name: the newest wish of the person wins over what a scene needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from model_files import GGUF_VALUES, write_gguf

from attnviz.app.shelf import Shelf

pytest.importorskip("tokenizers", reason="tokenizers is not installed: pip install '.[models]'")


@pytest.fixture
def models(tmp_path: Path, monkeypatch: Any) -> list[str]:
    """Return the names of three models."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    values = GGUF_VALUES | {"tokenizer.ggml.merges": []}
    return [str(write_gguf(tmp_path / f"{name}.gguf", values=values)) for name in ("one", "two", "three")]


@pytest.fixture
def shelf(qapp: Any) -> Any:
    made = Shelf()
    yield made
    made.wait()


def told(shelf: Shelf) -> list[tuple[str, bool]]:
    loaded: list[tuple[str, bool]] = []
    shelf.loaded.connect(lambda name, asked: loaded.append((name, asked)))
    return loaded


def test_a_newer_wish_replaces_an_older_one(shelf: Shelf, models: list[str], qtbot: Any) -> None:
    loaded = told(shelf)
    shelf.open(models[0])
    shelf.open(models[1])
    qtbot.waitUntil(lambda: shelf.loading is None)
    assert loaded == [(models[1], True)]


def test_what_a_scene_needs_does_not_replace_what_was_asked_for(shelf: Shelf, models: list[str], qtbot: Any) -> None:
    loaded = told(shelf)
    shelf.need(models[0])
    shelf.open(models[1])
    shelf.need(models[0])  # somebody types meanwhile
    assert shelf.loading == models[1]
    qtbot.waitUntil(lambda: shelf.loading is None)
    assert loaded == [(models[1], True)]
    shelf.need(models[0])
    shelf.need(models[2])
    qtbot.waitUntil(lambda: shelf.loading is None)
    assert loaded[1:] == [(models[2], False)]


def test_what_was_cancelled_is_not_tried_again_by_itself(shelf: Shelf, models: list[str], qtbot: Any) -> None:
    shelf.need(models[0])
    shelf.cancel()
    shelf.need(models[0])
    assert shelf.loading is None
    shelf.open(models[0])
    qtbot.waitUntil(lambda: models[0] in shelf.sources)
