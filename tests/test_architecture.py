"""The lower floors and the command line's first steps come without Qt."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import attnviz

PACKAGE = Path(attnviz.__file__).parent
FLOORS = [floor for floor in ("core", "experiments", "models", "state") if (PACKAGE / floor).is_dir()]
WATCH = "import sys; print(*sorted({'PySide6', 'shiboken6', 'pyqtgraph'} & set(sys.modules)))"


def imported_qt(code: str) -> str:
    """Return the names of the Qt packages that are loaded after `code` has run in a Python of its own."""
    run = subprocess.run([sys.executable, "-c", f"{code}\n{WATCH}"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()[-1]


def modules(floor: str) -> list[str]:
    """Return the full names of all modules of a floor."""
    paths = sorted((PACKAGE / floor).rglob("*.py"))
    return [".".join(("attnviz", *path.relative_to(PACKAGE).with_suffix("").parts)) for path in paths]


@pytest.mark.parametrize("floor", FLOORS)
def test_a_lower_floor_imports_no_qt(floor: str) -> None:
    names = modules(floor)
    assert len(names) > 1
    assert imported_qt("import " + ", ".join(names)) == ""


def test_the_package_itself_and_its_version_need_no_qt() -> None:
    assert imported_qt("import attnviz") == ""
    ask = """
from attnviz.__main__ import main
try:
    main(["--version"])
except SystemExit as end:
    assert not end.code
"""
    assert imported_qt(ask) == ""


def test_the_watch_sees_qt() -> None:
    pytest.importorskip("PySide6")
    assert imported_qt("import PySide6.QtCore") == "PySide6 shiboken6"
