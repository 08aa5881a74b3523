"""What is remembered in a second start, and that nonsense in the file counts as nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAction

from attnviz.app import paths
from attnviz.app.settings import Settings
from attnviz.views import theme
from attnviz.views.colormaps import NAMES

NONSENSE = ["zoom=banana", "zoom=100000", "zoom=-1", "theme=purple", "theme=@Invalid()", "colormap=Rainbow", "recent=7",
            "window=@ByteArray(nonsense)", "window=5", "splitter=@ByteArray(\\0\\1)", "zoom=@Rect(1 2 3 4)", "[broken",
            "\0\0\0"]  # fmt: skip


def test_size_text_theme_and_colours_are_back_in_a_second_start(desk: Callable[..., Any]) -> None:
    person = desk()
    person.press("Ctrl+=", 2)
    person.choose("theme_dark_action")
    person.choose("colormap_grey_action")
    person.window.resize(780, 640)
    person.qtbot.wait(20)
    size, points = person.window.size(), person.window.font().pointSizeF()
    person.close()
    again = desk()
    assert again.window.font().pointSizeF() == points
    assert again.window.size() == size
    assert theme.current() == theme.DARK
    assert again.find("theme_dark_action", QAction).isChecked()
    assert again.find("colormap_grey_action", QAction).isChecked()


def test_full_screen_is_back(desk: Callable[..., Any]) -> None:
    person = desk()
    person.press("F11")
    person.close()
    again = desk()
    assert again.window.isFullScreen()
    assert again.find("full_screen_action", QAction).isChecked()


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("line", NONSENSE)
def test_nonsense_counts_as_nothing(line: str) -> None:
    paths.settings_file().parent.mkdir(parents=True)
    paths.settings_file().write_text(f"[General]\n{line}\n", newline="\n")
    settings = Settings()
    assert settings.zoom == 100
    assert settings.theme == "system"
    assert settings.colormap(NAMES) == NAMES[0]
    assert all(isinstance(path, Path) for path in settings.recent)
    assert isinstance(settings.layout("window").data(), bytes)


def test_a_window_opens_with_a_file_full_of_nonsense(desk: Callable[..., Any]) -> None:
    paths.settings_file().parent.mkdir(parents=True)
    lines = [line for line in NONSENSE if not line.startswith(("[", "\0"))]
    paths.settings_file().write_text("[General]\n" + "\n".join(lines) + "\n", newline="\n")
    person = desk()
    assert person.window.font().pointSizeF() == pytest.approx(11)
    assert person.window.width() > 300
    assert person.heatmap.weights.shape == (6, 6)


@pytest.mark.usefixtures("qapp")
def test_recent_files_are_few_new_ones_first_and_once() -> None:
    settings = Settings()
    for number in range(12):
        settings.add_recent(Path(f"/a/{number}.attnviz"))
    settings.add_recent(Path("/a/7.attnviz"))
    assert [path.stem for path in settings.recent] == ["7", "11", "10", "9", "8", "6", "5", "4"]
    settings.forget_recent(Path("/a/11.attnviz"))
    assert settings.recent[1].stem == "10"
    settings.flush()
    assert Settings().recent == settings.recent
    settings.clear_recent()
    assert settings.recent == []


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", ["/a, b/c;d.attnviz", "/猫/ü.attnviz", '/"q"/x.attnviz', "/@x/%41.attnviz"])
def test_recent_files_with_odd_names_survive(name: str) -> None:
    for count in (1, 2):
        settings = Settings()
        settings.add_recent(Path(name))
        if count == 2:
            settings.add_recent(Path("/other.attnviz"))
        settings.flush()
        assert Path(name) in Settings().recent


def test_settings_that_cannot_be_written_stop_nothing(desk: Callable[..., Any], home: Path) -> None:
    (home / "config").write_text("a file where the folder should be")
    person = desk()
    person.press("Ctrl+=")
    person.choose("theme_dark_action")
    person.type("text_input", "s")
    person.close()
    assert desk().scene.text.endswith("mats")
