"""From a scene to its snapshot: at once or by the worker, and the newest wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from attnviz.app.deriver import Deriver, is_small
from attnviz.state.scene import Scene
from attnviz.state.snapshot import derive

SMALL = Scene(text="a b c")


def large(number: int = 0) -> Scene:
    return Scene(text=f"n{number} " + " ".join(f"w{place}" for place in range(400)))


class Listener:
    """Writes down what a deriver says."""

    def __init__(self, deriver: Deriver) -> None:
        self.said: list[Any] = []
        deriver.derived.connect(self.on_derived)
        deriver.failed.connect(self.on_failed)
        deriver.busy_changed.connect(self.on_busy)

    def on_derived(self, snapshot: Any, seconds: float) -> None:
        assert seconds >= 0
        self.said.append(snapshot.scene)

    def on_failed(self, error: Exception) -> None:
        self.said.append(error)

    def on_busy(self, busy: bool) -> None:
        self.said.append(busy)


@pytest.fixture
def deriver(qapp: Any) -> Iterator[Deriver]:
    made = Deriver()
    yield made
    made.wait()


def test_a_small_scene_is_there_when_request_returns(deriver: Deriver) -> None:
    heard = Listener(deriver)
    deriver.request(SMALL, "change")
    assert heard.said == [SMALL]


def test_a_large_scene_comes_later_and_from_a_worker(deriver: Deriver, qtbot: Any) -> None:
    heard = Listener(deriver)
    scene = large()
    deriver.request(scene, "change")
    assert heard.said == [True]
    qtbot.waitUntil(lambda: False in heard.said)
    assert heard.said == [True, scene, scene, False]  # the map, then the panel


def test_the_newest_wins_and_what_came_between_is_never_computed(deriver: Deriver, qtbot: Any) -> None:
    heard = Listener(deriver)
    for number in range(6):
        deriver.request(large(number), "change")
    qtbot.waitUntil(lambda: large(5) in heard.said)
    qtbot.waitUntil(lambda: False in heard.said)
    assert heard.said == [True, large(5), large(5), False]


def test_a_stale_large_result_does_not_replace_a_newer_small_one(deriver: Deriver, qtbot: Any) -> None:
    heard = Listener(deriver)
    deriver.request(large(), "change")
    deriver.request(SMALL, "change")
    assert heard.said == [True, SMALL]
    qtbot.waitUntil(lambda: False in heard.said)
    qtbot.wait(20)
    assert [said for said in heard.said if isinstance(said, Scene)] == [SMALL]
    deriver.request(large(2), "change")
    qtbot.waitUntil(lambda: large(2) in heard.said)


def test_after_waiting_nothing_comes_any_more(deriver: Deriver, qtbot: Any) -> None:
    heard = Listener(deriver)
    deriver.request(large(), "change")
    deriver.wait()
    qtbot.wait(50)
    assert not [said for said in heard.said if isinstance(said, Scene)]


@pytest.mark.parametrize("scene", [SMALL, large()], ids=["small", "large"])
def test_both_ways_give_the_bits_of_derive(deriver: Deriver, qtbot: Any, scene: Scene) -> None:
    got: list[Any] = []
    deriver.derived.connect(lambda snapshot, _: got.append(snapshot))
    deriver.request(scene, "change")
    qtbot.waitUntil(lambda: bool(got))
    assert got[0].trace.output.tobytes() == derive(scene).trace.output.tobytes()


def test_what_counts_as_small() -> None:
    assert is_small(Scene(), "change")
    assert is_small(Scene(text=" ".join(["a"] * 100)), "change")
    assert not is_small(Scene(text=" ".join(["a"] * 300)), "change")
    assert not is_small(Scene(text="x" * 10_000), "change")
    assert not is_small(Scene(dimension=512), "change")
    assert is_small(Scene(text="The cat sat on mat", model="demo", dimension=512), "change")
