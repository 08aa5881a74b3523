"""The scene: values that exist, and a sentence for those that don't."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import pytest

from attnviz.state.scene import DEMO_TEXT, DEMO_TOKENS, Change, Scene, nearest_power


def test_a_new_scene_is_the_window_at_its_first_start() -> None:
    scene = Scene()
    assert (scene.model, scene.dimension, scene.causal, scene.scaled) == ("random", 64, True, True)
    assert scene.change == Change()


def test_a_scene_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Scene().text = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"model": "large"}, r"the model must be one of random, identity, demo"),
        ({"dimension": 0}, r"the width d must be a whole number from 1 to 512, not 0"),
        ({"dimension": 513}, r"from 1 to 512, not 513"),
        ({"pinned": (-1, None)}, r"must be 0 or more"),
        ({"pinned": (0, -1)}, r"must be 0 or more"),
    ],
)
def test_a_scene_that_cannot_be_is_refused(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Scene(**fields)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"strength": 0.99}, r"the strength must lie between 1 and 1000, not 0.99"),
        ({"strength": 1000.1}, r"between 1 and 1000"),
        ({"strength": math.nan}, r"between 1 and 1000, not nan"),
        ({"strength": math.inf}, r"between 1 and 1000, not inf"),
        ({"index": -1}, r"the changed token must be 0 or more, not -1"),
    ],
)
def test_a_change_that_cannot_be_is_refused(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Change(**fields)


@pytest.mark.parametrize("fields", [{"dimension": 1}, {"dimension": 512}, {"pinned": None}, {"pinned": (0, 0)}])
def test_the_ends_of_what_is_allowed_are_allowed(fields: dict[str, Any]) -> None:
    assert Scene(**fields)
    assert Change(index=0, strength=1.0)
    assert Change(strength=1000.0)


def test_the_demo_computes_with_its_own_five() -> None:
    assert Scene(model="demo", text=DEMO_TEXT, dimension=64).width == len(DEMO_TOKENS) == 5
    assert Scene(dimension=64).width == 64


def test_the_nearest_power_is_the_nearest_by_ratio() -> None:
    for dimension in range(1, 513):
        off = [abs(math.log2(dimension) - v) for v in range(1, 10)]
        assert nearest_power(dimension) == 1 + off.index(min(off)), dimension
