"""Arrays in .safetensors files, used where they lie; bfloat16 becomes float32.

The header is checked by the reader of models' folders. Tokens stand in its metadata, as JSON lists of texts.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from attnviz.models import array_storage as storage
from attnviz.models.array_storage import Contents, Data, Member, damaged
from attnviz.models.folder import read_header
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem
from attnviz.models.tensors import Stored

Array = NDArray[Any]

_FLOATS: Final = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}
_TYPE: Final = QT_TRANSLATE_NOOP("Models", "“{name}” in {file} is of type {type}, which attnviz can't read.")
_TOKENS: Final = QT_TRANSLATE_NOOP(
    "Models", "The metadata “{name}” in {file} can't be read as tokens: it has to be a JSON list of texts."
)


def safetensors(path: Path, data: Data) -> Contents:
    """Return the arrays and the tokens in a .safetensors file. Raises ModelProblem for nonsense."""
    try:
        tensors = read_header(path)
    except OSError as error:
        raise storage.unreadable(path, error) from error
    halves = sum(tensor.nbytes for tensor in tensors.values() if tensor.kind == "BF16")
    storage.check_room(path, 2 * halves, most=2 * len(data))
    in_memory = 2 * halves <= storage.IN_MEMORY
    members = {name: _member(data, tensor, in_memory) for name, tensor in tensors.items()}
    return Contents(members, _told(path, data))


def _member(data: Data, tensor: Stored, in_memory: bool) -> Member:
    def read() -> Array:
        if tensor.kind not in _FLOATS:
            raise ModelProblem(_TYPE, file=tensor.file.name, name=tensor.name, type=tensor.kind)
        try:
            found = storage.on(data, tensor.offset, tensor.shape, np.dtype(_FLOATS[tensor.kind]))
            if tensor.kind == "BF16":
                return storage.bfloat16(found.reshape(-1), in_memory).reshape(tensor.shape)
        except OSError as error:
            raise storage.unreadable(tensor.file, error) from error
        except (TypeError, ValueError) as error:  # the file has become shorter
            raise damaged(tensor.file) from error
        return found

    return Member(tensor.shape, tensor.kind, tensor.kind in _FLOATS, read)


def _told(path: Path, data: Data) -> dict[str, object]:
    header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    metadata = header.get("__metadata__")
    found: dict[str, object] = {}
    for name in ("tokens", "columns"):
        text = metadata.get(name) if isinstance(metadata, dict) else None
        if text is not None:
            found[name] = _texts(path, name, text)
    return found


def _texts(path: Path, name: str, text: object) -> list[str]:
    try:
        listed = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        listed = None
    if not isinstance(listed, list) or not all(isinstance(token, str) for token in listed):
        raise ModelProblem(_TOKENS, file=path.name, name=name)
    return listed
