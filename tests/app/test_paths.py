"""Where things lie."""

from __future__ import annotations

from pathlib import Path

from attnviz.app import paths


def test_resources_are_there() -> None:
    assert (paths.resources() / "icons" / "check-dark.svg").is_file()
    assert (paths.resources() / "examples" / "paragraph.txt").is_file()


def test_everything_else_lies_in_the_person_s_own_folders(home: Path) -> None:
    for path in (paths.settings_file(), paths.running_folder(), paths.log_file()):
        assert home in path.parents
        assert "attnviz" in path.parts
    assert not list(home.iterdir())  # asking makes nothing


def test_a_window_writes_nowhere_else(desk, home: Path) -> None:
    person = desk("a b")
    person.press("Ctrl+=")
    person.close()
    made = {path.relative_to(home).parts[:2] for path in home.rglob("*") if path.is_file()}
    assert made == {("config", "attnviz"), ("data", "attnviz")}
