"""How a model's weights are put together from what lies in its files, and the putting together, piece by piece.

Must not know the names of any format, and must never hold more than one weight and one piece.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Final

import numpy as np

from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem
from attnviz.models.tensors import BLOCKS, Bytes, Floats, Stored, decode, read

PIECE: Final = 2**22  # numbers that are decoded at a time: 16 MB
LINE: Final = 16  # numbers in a line of the processor's cache
_STEP: Final = 256  # rows of a piece come in multiples of the largest block


@dataclass(frozen=True)
class Part:
    """A tensor as some columns of an entry."""

    tensor: Stored
    width: int  # columns of the entry
    transposed: bool  # it lies (out, in); a vector (out,) is a map from one number
    rotated_heads: int = 0  # > 0: its rows pair neighbours; each head's come back as two halves


@dataclass(frozen=True)
class Entry:
    """One weight as it is kept: (rows, columns) or (columns,) float32, its parts side by side."""

    name: str
    shape: tuple[int, ...]
    parts: tuple[Part, ...]

    @property
    def row(self) -> int:
        """How many numbers a row takes. Those of a linear map take an odd number of the processor's cache lines.

        A product reads W column by column: rows a power of two apart would all crowd into one corner of its cache.
        """
        columns = self.shape[-1]
        if len(self.shape) < 2 or not self.name.endswith(".w"):
            return columns
        return (-(-columns // LINE) | 1) * LINE

    @property
    def nbytes(self) -> int:
        """Its size as float32."""
        return 4 * math.prod(self.shape[:-1]) * self.row


@dataclass(frozen=True)
class Plan:
    """All weights of a model. views: names for columns of an entry -> (entry, from, to)."""

    entries: tuple[Entry, ...]
    views: Mapping[str, tuple[str, int, int]]

    @property
    def nbytes(self) -> int:
        """The size of all entries as float32."""
        return sum(entry.nbytes for entry in self.entries)


def pieces(plan: Plan) -> Iterator[tuple[int, Floats]]:
    """Give (number of the entry, its next rows as they are kept), all in order. Raises ModelProblem and OSError."""
    files: dict[Path, FileIO] = {}
    with ExitStack() as stack:
        for number, entry in enumerate(plan.entries):
            for part in entry.parts:
                if part.tensor.file not in files:
                    files[part.tensor.file] = stack.enter_context(FileIO(part.tensor.file, "rb"))
            raws = [_raw(part, files[part.tensor.file]) for part in entry.parts]
            for piece in _entry_pieces(entry, raws):
                if not np.isfinite(piece).all():
                    raise ModelProblem(
                        QT_TRANSLATE_NOOP("Models", "The weights “{name}” hold infinite or undefined numbers."),
                        name=entry.parts[0].tensor.name,
                    )
                yield number, piece


def _raw(part: Part, file: FileIO) -> Bytes:
    raw = read(part.tensor, file)
    if not part.rotated_heads:
        return raw
    # The opposite of permute() in llama.cpp's convert_hf_to_gguf.py
    heads = raw.reshape(part.rotated_heads, -1, 2, raw.shape[1])
    return np.ascontiguousarray(heads.swapaxes(1, 2)).reshape(raw.shape)


def _entry_pieces(entry: Entry, raws: list[Bytes]) -> Iterator[Floats]:
    rows = math.prod(entry.shape[:-1])
    step = max(1, PIECE // entry.shape[-1] // _STEP) * _STEP
    for start in range(0, rows, step):
        end = min(rows, start + step)
        piece: Floats = np.empty((end - start, entry.row), np.float32)
        piece[:, entry.shape[-1] :] = 0
        column = 0
        for part, raw in zip(entry.parts, raws, strict=True):
            piece[:, column : column + part.width] = _rows(part, raw, start, end)
            column += part.width
        yield piece


def _rows(part: Part, raw: Bytes, start: int, end: int) -> Floats:
    """Return rows `start` to `end` of a part's columns; of a transposed one those are columns of the tensor."""
    if not part.transposed:
        return decode(raw[start:end], part.tensor.kind)
    numbers, size = BLOCKS[part.tensor.kind]
    return decode(raw[:, start // numbers * size : -(-end // numbers) * size], part.tensor.kind).T
