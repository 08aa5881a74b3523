"""What is promised around the code: the README's two commands, the version, the resources."""

from __future__ import annotations

import re
from pathlib import Path

import attnviz
from attnviz.app import paths

ROOT = Path(__file__).parent.parent


def test_the_tests_run_against_this_checkout() -> None:
    assert Path(attnviz.__file__).parent == ROOT / "attnviz"


def test_the_readme_has_two_commands_of_one_line_each() -> None:
    blocks = re.findall(r"^```bash\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert [block.count("\n") for block in blocks] == [1, 1]


def test_the_links_of_the_readme_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text("utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_version_is_the_same_in_both_places() -> None:
    declared = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert declared is not None
    assert declared[1] == attnviz.__version__


def test_the_resources_are_found() -> None:
    assert paths.resources() == ROOT / "resources"
