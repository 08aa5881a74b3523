"""Whether a window can be opened here. The ways that end the process are in test_command_line."""

from __future__ import annotations

import os

import pytest

from attnviz.app import screen


def test_without_a_need_for_a_screen_qt_draws_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    assert screen.problem(needs_screen=False) is None
    assert os.environ["QT_QPA_PLATFORM"] == "offscreen"


@pytest.mark.parametrize("platform", ["offscreen", "minimal", "vnc:size=800x600"])
def test_what_needs_no_screen_is_not_tried(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert screen.problem(needs_screen=True) is None


def test_the_libraries_are_those_that_are_installed_for_the_tests() -> None:
    """The sentence for a person and the script of the repository name the same packages."""
    from pathlib import Path

    script = (Path(__file__).parents[2] / ".ci" / "libraries").read_text()
    for library in screen._LIBRARIES.split():
        assert library in script, library
