"""A Hugging Face folder: config.json and *.safetensors, in one file or in shards. Sizes are checked before all else.

Must not open pickles (pytorch_model.bin): they can run programs.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any, Final, NoReturn, TypeGuard

from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem
from attnviz.models.tensors import BLOCKS, Stored, check_apart

CONFIG: Final = "config.json"
WEIGHTS: Final = "model.safetensors"
INDEX: Final = "model.safetensors.index.json"
TOKENIZER: Final = "tokenizer.json"
PICKLES: Final = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle")
LARGEST_HEADER: Final = 2**23  # bytes; a model of a hundred layers takes a tenth
LARGEST_JSON: Final = 2**24
MOST_BRACKETS: Final = 2**18  # each becomes an object: what a small file can blow up to is bounded
_KINDS: Final = ("F64", "F32", "F16", "BF16")
_VAGUE: Final = ("model", "models", "checkpoint", "hf", "final", "snapshot")  # names of folders that say nothing


@dataclass(frozen=True, eq=False)
class Folder:
    """What lies in a folder. files: all that was looked at."""

    config: Mapping[str, Any]
    tensors: Mapping[str, Stored]
    name: str
    licence: str | None
    files: tuple[Path, ...]


def read_folder(folder: Path) -> Folder:
    """Return what the files in `folder` say, but not the weights. Raises ModelProblem and OSError."""
    there = set(os.listdir(folder))  # noqa: PTH208 - names are wanted, and a folder that must not be read says so
    if CONFIG not in there:
        raise _no_model(folder, there)
    config = folder / CONFIG
    values = read_json(config, LARGEST_JSON)
    files = _shards(folder, there)
    tensors: dict[str, Stored] = {}
    for file in files:
        tensors |= read_header(file)
    return Folder(values, tensors, _name(folder), _licence(folder), (config, *files))


def read_json(path: Path, most: int) -> dict[str, Any]:
    """Return the object in a JSON file of at most `most` bytes. Raises ModelProblem if it is none."""
    with open_plain(path) as file:
        size = path.stat().st_size
        return _object(file.read(size), path) if size <= most else _not_json(path)


def open_plain(path: Path) -> FileIO:
    """Return a file opened to be read. Raises ModelProblem for what only looks like a file: reading it could hang."""
    if not path.is_file():
        path.stat()  # says so if it is not there
        raise ModelProblem(QT_TRANSLATE_NOOP("Models", "{file} is not a file."), file=path.name)
    return FileIO(path, "rb")


def read_header(path: Path) -> dict[str, Stored]:
    """Return the tensors of a .safetensors file. The format: https://github.com/huggingface/safetensors"""
    with open_plain(path) as file:
        size = path.stat().st_size
        start = file.read(8)
        length = int.from_bytes(start, "little")
        if len(start) < 8 or length > size - 8:
            if looks_pickled(start):  # only here: a length may begin with the same two bytes
                raise pickled(path)
            raise ModelProblem(
                QT_TRANSLATE_NOOP("Models", "{file} ends inside its header: it is incomplete or damaged."),
                file=path.name,
            )
        if length > LARGEST_HEADER:
            raise _no_sense(path)
        listed = _object(file.read(length), path)
    listed.pop("__metadata__", None)
    tensors = {name: _stored(name, about, path, 8 + length, size) for name, about in listed.items()}
    check_apart(tensors.values(), path)
    return tensors


def looks_pickled(start: bytes) -> bool:
    """Return whether a file begins as a pickle, or the archive that PyTorch packs one in."""
    return start.startswith(b"PK\x03\x04") or (len(start) > 1 and start[0] == 0x80 and 2 <= start[1] <= 5)


def pickled(path: Path) -> ModelProblem:
    """Return the problem that a file is a pickle."""
    return ModelProblem(
        QT_TRANSLATE_NOOP(
            "Models",
            "{file} is a pickle, PyTorch's old format. attnviz never opens these, because they can run programs. "
            "Take the model's .safetensors or .gguf file.",
        ),
        file=path.name,
    )


def _object(data: bytes, path: Path) -> dict[str, Any]:
    if data.count(b"{") + data.count(b"[") > MOST_BRACKETS:
        raise _no_sense(path)
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else _not_json(path)


def _stored(name: str, about: object, path: Path, start: int, size: int) -> Stored:
    """Return one tensor as the header tells of it, if that can be true."""
    if not isinstance(about, dict):
        raise _no_sense(path)
    kind, shape, place = about.get("dtype"), about.get("shape"), about.get("data_offsets")
    if not isinstance(kind, str) or not _sizes(shape) or len(shape) > 8 or not _sizes(place) or len(place) != 2:
        raise _no_sense(path)
    first, last = place
    tensor = Stored(name, path, start + first, tuple(shape), kind if kind in _KINDS else f"safetensors {kind[:20]}")
    if not first <= last <= size - start or (kind in _KINDS and math.prod(shape) * BLOCKS[kind][1] != last - first):
        raise ModelProblem(
            QT_TRANSLATE_NOOP("Models", "{file} is damaged: its weights “{name}” don't lie where they should."),
            file=path.name,
            name=name,
        )
    return tensor


def _shards(folder: Path, there: Collection[str]) -> list[Path]:
    """Return the files with the weights: the one, or those that the index lists, or the only one there is."""
    if WEIGHTS in there:
        return [folder / WEIGHTS]
    if INDEX in there:
        index = folder / INDEX
        listed = read_json(index, LARGEST_JSON).get("weight_map")
        names = sorted({str(name) for name in listed.values()}) if isinstance(listed, dict) else []
        # Only names in this folder: an index must not lead anywhere else
        if not names or any(not re.fullmatch(r"[\w.-]+\.safetensors", name) for name in names):
            raise _no_sense(index)
        return [folder / name for name in names]
    found = [name for name in there if name.endswith(".safetensors")]
    if len(found) == 1:
        return [folder / found[0]]
    raise _no_model(folder, there)


def _no_model(folder: Path, there: Collection[str]) -> ModelProblem:
    """Return the problem that a folder has no model in it that we open, and what there is instead."""
    old = sorted(name for name in there if Path(name).suffix.lower() in PICKLES)
    if old and not any(name.endswith(".safetensors") for name in there):
        return pickled(folder / old[0])
    return ModelProblem(
        QT_TRANSLATE_NOOP(
            "Models",
            "There is no model in the folder {folder}: it needs config.json and model.safetensors, or a .gguf file.",
        ),
        folder=folder.name,
    )


def _name(folder: Path) -> str:
    """Return the model's name: the repository's in a cache of huggingface_hub, else the folder's."""
    if folder.parent.name == "snapshots" and folder.parent.parent.name.startswith("models--"):
        return folder.parent.parent.name.removeprefix("models--").replace("--", "/")
    return folder.parent.name if folder.name.lower() in _VAGUE and folder.parent.name else folder.name


def _licence(folder: Path) -> str | None:
    """Return the licence that the model card's first lines name."""
    try:
        with open_plain(folder / "README.md") as file:
            start = file.read(2**14).decode("utf-8", "replace")
    except (OSError, ModelProblem):
        return None
    front = re.match(r"---\s*\n(.*?)\n---", start, re.DOTALL)
    found = re.search(r"^license:\s*[\"']?([\w.+-]+)", front[1], re.MULTILINE) if front else None
    return found[1] if found else None


def _sizes(values: Any) -> TypeGuard[list[int]]:
    """Return whether it is a list of whole numbers that sizes in a file can be."""
    return isinstance(values, list) and all(type(value) is int and 0 <= value < 2**62 for value in values)


def _no_sense(path: Path) -> ModelProblem:
    return ModelProblem(QT_TRANSLATE_NOOP("Models", "{file} is damaged: its header makes no sense."), file=path.name)


def _not_json(path: Path) -> NoReturn:
    raise ModelProblem(
        QT_TRANSLATE_NOOP("Models", "{file} is damaged: it can't be understood as JSON."), file=path.name
    )
