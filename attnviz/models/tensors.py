"""Tensors as they lie in a file, and their numbers as float32.

Reads and decodes; must not trust a size it has not compared with the file's. Block formats are decoded by gguf.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem, needed

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]

# How many numbers a block holds, and how many bytes it takes (ggml's ggml-common.h)
BLOCKS: Final = {
    "F64": (1, 8), "F32": (1, 4), "F16": (1, 2), "BF16": (1, 2),
    "Q4_0": (32, 18), "Q4_1": (32, 20), "Q5_0": (32, 22), "Q5_1": (32, 24), "Q8_0": (32, 34),
    "Q2_K": (256, 84), "Q3_K": (256, 110), "Q4_K": (256, 144), "Q5_K": (256, 176), "Q6_K": (256, 210),
}  # fmt: skip
_PLAIN: Final = {"F64": "<f8", "F32": "<f4", "F16": "<f2"}


@dataclass(frozen=True)
class Stored:
    """A tensor in a file: `shape` slowest axis first, `kind` one of BLOCKS or a name we can't read."""

    name: str
    file: Path
    offset: int  # bytes from the start of the file
    shape: tuple[int, ...]
    kind: str

    @property
    def rows(self) -> int:
        """How many rows it is read as: a vector is a column, one number to a row."""
        return self.shape[0] if self.shape else 1

    @property
    def row_bytes(self) -> int:
        """The bytes of one row. Only for kinds in BLOCKS."""
        numbers, size = BLOCKS[self.kind]
        return math.prod(self.shape[1:]) // numbers * size

    @property
    def nbytes(self) -> int:
        """All its bytes. Only for kinds in BLOCKS."""
        return self.rows * self.row_bytes


def check_readable(tensor: Stored) -> None:
    """Raise ModelProblem for a tensor whose numbers we can't decode."""
    if tensor.kind not in BLOCKS:
        raise ModelProblem(
            QT_TRANSLATE_NOOP("Models", "The weights “{name}” are stored as {found}. attnviz can read: {known}."),
            name=tensor.name,
            found=tensor.kind,
            known=", ".join(BLOCKS),
        )


def check_apart(tensors: Iterable[Stored], file: Path) -> None:
    """Raise ModelProblem if two tensors of a file share bytes: no writer does that, and copies could grow for ever."""
    end, before = 0, ""
    for tensor in sorted((t for t in tensors if t.kind in BLOCKS and t.nbytes), key=lambda t: t.offset):
        if tensor.offset < end:
            raise ModelProblem(
                QT_TRANSLATE_NOOP("Models", "{file} is damaged: “{first}” and “{second}” lie on top of each other."),
                file=file.name,
                first=before,
                second=tensor.name,
            )
        end, before = tensor.offset + tensor.nbytes, tensor.name


def read(tensor: Stored, file: FileIO) -> Bytes:
    """Return the bytes of a tensor (rows, row_bytes), from its open file. Raises ModelProblem if some are missing."""
    raw = np.empty((tensor.rows, tensor.row_bytes), np.uint8)
    file.seek(tensor.offset)
    flat, got = raw.reshape(-1), 0
    while got < len(flat):
        count = file.readinto(flat[got : got + 2**24].data)
        if not count:
            raise ModelProblem(
                QT_TRANSLATE_NOOP("Models", "{file} ends before its weights do: it is incomplete. Download it again."),
                file=tensor.file.name,
            )
        got += count
    return raw


def decode(raw: Bytes, kind: str) -> Floats:
    """Return bytes (rows, row_bytes) as numbers (rows, columns) float32."""
    if kind in _PLAIN:
        with np.errstate(over="ignore"):  # what does not fit becomes infinite, and is refused with the rest
            return np.ascontiguousarray(raw).view(_PLAIN[kind]).astype(np.float32, copy=False)
    if kind == "BF16":
        return (np.ascontiguousarray(raw).view("<u2").astype(np.uint32) << 16).view(np.float32)
    numbers, size = BLOCKS[kind]
    blocks = np.ascontiguousarray(raw).reshape(-1, size)
    out: Floats = np.empty((len(blocks), numbers), np.float32)
    coder = _coder(kind)
    with np.errstate(all="ignore"):
        step = 2**17 // numbers  # small enough for the processor's cache
        for start in range(0, len(blocks), step):
            out[start : start + step] = coder.dequantize_blocks(blocks[start : start + step])
    return out.reshape(len(raw), -1)


def _coder(kind: str) -> Any:
    return getattr(needed("gguf.quants"), kind)
