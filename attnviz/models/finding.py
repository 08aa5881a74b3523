"""Models that are on this computer: those that came as Python packages, and those in folders of the person's.

Must not import what it finds, must not open weights, and must not end with an error: what can't be read is no model.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from typing import Final

from attnviz.models.problem import Stopped

_DEEPEST: Final = 5  # folders inside folders
_MOST: Final = 20_000  # entries of a folder and all in it that are looked at
_LARGEST_JSON: Final = 2**20
_CONFIG, _WEIGHTS, _GGUF = "config.json", ".safetensors", ".gguf"
UNFINISHED: Final = ".part"  # folders that a download still fills


@dataclass(frozen=True)
class FoundModel:
    """A model that can be opened: `path` is a GGUF file, or a folder with config.json and *.safetensors."""

    path: Path
    name: str
    size: int  # bytes of its weights
    package: str = ""  # the Python package it came with
    licence: str = ""  # of the package, in its own words


def own_folder() -> Path:
    """Return the folder for this person's models; it need not be there yet."""
    from platformdirs import user_data_path

    return user_data_path("attnviz", appauthor=False) / "models"


def installed() -> tuple[FoundModel, ...]:
    """Return the models that came as Python packages, by name. The packages are not imported."""
    found: dict[Path, FoundModel] = {}
    for package in distributions():
        with suppress(Exception):  # somebody else's package may be damaged in any way
            for model in _in_package(package):
                found.setdefault(_key(model.path), model)
    return _by_name(found.values())


def of_package(name: str) -> tuple[FoundModel, ...]:
    """Return the models that came with one Python package, by name; none if it isn't installed."""
    with suppress(Exception):  # it may be damaged in any way
        return _by_name(_in_package(distribution(name)))
    return ()


def in_folder(folder: Path, stop: Callable[[], bool] | None = None) -> tuple[FoundModel, ...]:
    """Return the models in a folder and in the folders inside, by name; none if it can't be read.

    Also in a cache of huggingface_hub. Raises Stopped when `stop` says so.
    """
    found: dict[Path, FoundModel] = {}
    left = _MOST
    for place, inside, files in os.walk(folder):
        if stop is not None and stop():
            raise Stopped
        here = Path(place)
        depth = len(here.relative_to(folder).parts)
        inside[:] = sorted(name for name in inside if not _hidden(name)) if depth < _DEEPEST else []
        left -= len(files) + len(inside)
        for model in _in_files(here, files):
            found.setdefault(_key(model.path), model)
        if left < 0:
            break
    return _by_name(found.values())


def _in_package(package: Distribution) -> Iterator[FoundModel]:
    record = package.read_text("RECORD") or ""
    if _GGUF not in record and _WEIGHTS not in record:
        return
    name, licence = str(package.metadata["Name"]), _licence(package)
    folders: dict[Path, list[str]] = {}
    for row in csv.reader(record.splitlines()):
        if row and row[0].endswith((_GGUF, _WEIGHTS, _CONFIG)):
            path = Path(os.path.abspath(str(package.locate_file(row[0]))))  # noqa: PTH100 - links stay as they are
            folders.setdefault(path.parent, []).append(path.name)
    for folder, files in folders.items():
        for model in _in_files(folder, files):
            title = name if model.path.is_dir() else model.name
            yield FoundModel(model.path, title, model.size, name, licence)


def _licence(package: Distribution) -> str:
    """Return a package's licence as it names it; not the whole text, which some put there."""
    for field in ("License-Expression", "License"):
        named = str(package.metadata[field] or "").strip() if field in package.metadata else ""
        if named and "\n" not in named and len(named) <= 60:
            return named
    return ""


def _in_files(folder: Path, files: Iterable[str]) -> Iterator[FoundModel]:
    """Yield the models among some files of a folder."""
    names = set(files)
    for name in sorted(name for name in names if name.lower().endswith(_GGUF) and not name.startswith("mmproj")):
        size = _size(folder / name)
        if size:
            yield FoundModel(folder / name, Path(name).stem, size)
    weights = sum(_size(folder / name) for name in names if name.endswith(_WEIGHTS))
    if _CONFIG in names and weights and _is_model(folder / _CONFIG):
        yield FoundModel(folder, _title(folder), weights)


def _is_model(config: Path) -> bool:
    """Say whether a config.json is a whole model's: parts of one, such as a layer to be put on top, have one too."""
    if not 0 < _size(config) <= _LARGEST_JSON:
        return False
    try:
        held = json.loads(config.read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(held, dict) and isinstance(held.get("model_type"), str)


def _title(folder: Path) -> str:
    """Return the name of a folder, or in huggingface_hub's cache the name that is two folders up.

    >>> _title(Path("hub/models--openai-community--gpt2/snapshots/607a30d783dfa663caf39e06633721c8d4cfcd7e"))
    'openai-community/gpt2'
    """
    above = folder.parent.parent.name
    if folder.parent.name == "snapshots" and above.startswith("models--"):
        return above.removeprefix("models--").replace("--", "/")
    return folder.name.replace("--", "/")


def _size(path: Path) -> int:
    """Return the bytes of a file; 0 if it isn't there, can't be read or is no file."""
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0


def _key(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path


def _hidden(name: str) -> bool:
    return name.startswith(".") or name.endswith(UNFINISHED) or name in ("__pycache__", "node_modules")


def _by_name(models: Iterable[FoundModel]) -> tuple[FoundModel, ...]:
    return tuple(sorted(models, key=lambda model: (model.name.casefold(), str(model.path))))
