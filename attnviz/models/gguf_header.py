"""The header of a GGUF file: its values and where its tensors lie. Every size is compared with the file's own first.

Must not read the weights. The format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Final

import numpy as np

from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem
from attnviz.models.tensors import BLOCKS, Stored

LARGEST_HEADER: Final = 2**26  # bytes; vocabularies of 260,000 tokens take a fifth
MOST_ITEMS: Final = 2**21  # of all lists together; 260,000 tokens with their merges are 1.3 million
MOST_NAMES: Final = 2**16  # of tensors, of values
LONGEST_KEY: Final = 2**16
LONGEST_TEXT: Final = 2**22  # bytes; templates of a chat have a few thousand
_NUMBERS: Final = {0: "B", 1: "b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 10: "<Q", 11: "<q", 12: "<d"}
_BOOL, _STRING, _ARRAY = 7, 8, 9
# The numbers of ggml's types (ggml.h); others are named by their number
_KINDS: Final = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 6: "Q5_0", 7: "Q5_1", 8: "Q8_0", 10: "Q2_K", 11: "Q3_K", 12: "Q4_K",
    13: "Q5_K", 14: "Q6_K", 16: "IQ2_XXS", 17: "IQ2_XS", 18: "IQ3_XXS", 19: "IQ1_S", 20: "IQ4_NL", 21: "IQ3_S",
    22: "IQ2_S", 23: "IQ4_XS", 28: "F64", 29: "IQ1_M", 30: "BF16", 34: "TQ1_0", 35: "TQ2_0", 39: "MXFP4",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Header:
    """values: str, int, float, bool or a list of such, by name; tensors: by name."""

    values: Mapping[str, object]
    tensors: Mapping[str, Stored]


def read_header(file: FileIO, path: Path, size: int) -> Header:
    """Return the header of the GGUF file at `path`, of `size` bytes. Raises ModelProblem if it makes no sense."""
    cursor = _Cursor(file, path, size)
    cursor.need(24)
    version, tensors, values = struct.unpack_from("<IQQ", cursor.data, 4)
    cursor.place = 24
    if version not in (2, 3):
        raise ModelProblem(
            QT_TRANSLATE_NOOP("Models", "{file} is GGUF version {found}. attnviz can read the versions 2 and 3."),
            file=path.name,
            found=version if version < 2**16 else f"{version:#x}",
        )
    if tensors > MOST_NAMES or values > MOST_NAMES:
        raise cursor.damaged()
    found = _values(cursor, values)
    return Header(found, _tensors(cursor, tensors, found.get("general.alignment", 32)))


class _Cursor:
    """A place in the header, with what has been read of the file so far."""

    def __init__(self, file: FileIO, path: Path, size: int) -> None:
        self.path, self.size, self.place = path, size, 0
        self.data = b""
        self._file, self._items = file, MOST_ITEMS

    def need(self, count: int) -> None:
        """See that `count` bytes from here on are there. Raises ModelProblem if the file has fewer."""
        end = self.place + count
        if end <= len(self.data):
            return
        if end > self.size:
            raise ModelProblem(
                QT_TRANSLATE_NOOP("Models", "{file} ends inside its header: it is incomplete or damaged."),
                file=self.path.name,
            )
        if end > LARGEST_HEADER:
            raise self.damaged()
        self._file.seek(0)
        wanted = min(self.size, LARGEST_HEADER, max(2 * end, 2**22))
        self.data = b""  # not both at a time
        self.data = self._file.read(wanted)
        if end > len(self.data):
            raise self.damaged()

    def number(self, code: str) -> int | float:
        """Return the next number."""
        self.need(struct.calcsize(code))
        (value,) = struct.unpack_from(code, self.data, self.place)
        self.place += struct.calcsize(code)
        return value  # type: ignore[no-any-return]

    def count(self, most: int) -> int:
        """Return the next 64-bit number, at most `most`."""
        value = int(self.number("<Q"))
        if value > most:
            raise self.damaged()
        return value

    def text(self, most: int) -> str:
        """Return the next text of at most `most` bytes."""
        length = self.count(most)
        self.need(length)
        self.place += length
        try:
            return str(self.data[self.place - length : self.place], "utf-8")
        except UnicodeDecodeError as error:
            raise self.damaged() from error

    def more_at(self, place: int) -> bytes:
        """Return all that has been read, with the whole text whose length stands at `place`."""
        self.place = place
        self.need(8)
        self.need(8 + int(struct.unpack_from("<Q", self.data, place)[0]))
        return self.data

    def items(self, count: int) -> None:
        """Take `count` items from what all lists together may hold. Raises ModelProblem if it is used up."""
        self._items -= count
        if self._items < 0:
            raise self.damaged()

    def damaged(self) -> ModelProblem:
        """Return the problem that says where the header makes no sense."""
        return ModelProblem(
            QT_TRANSLATE_NOOP("Models", "{file} is damaged: its header makes no sense at byte {place}."),
            file=self.path.name,
            place=self.place,
        )


def _values(cursor: _Cursor, count: int) -> dict[str, object]:
    found: dict[str, object] = {}
    for _ in range(count):
        key = cursor.text(LONGEST_KEY)
        if key in found:
            raise cursor.damaged()
        kind = int(cursor.number("<I"))
        found[key] = _array(cursor) if kind == _ARRAY else _scalar(cursor, kind)
    return found


def _scalar(cursor: _Cursor, kind: int) -> object:
    if kind == _STRING:
        return cursor.text(LONGEST_TEXT)
    if kind == _BOOL:
        return bool(cursor.number("B"))
    if kind not in _NUMBERS:
        raise cursor.damaged()
    return cursor.number(_NUMBERS[kind])


def _array(cursor: _Cursor) -> list[object]:
    """Return the next list of numbers or texts; lists of lists have no use in a model."""
    kind, count = int(cursor.number("<I")), cursor.count(MOST_ITEMS)
    cursor.items(count)
    if kind == _STRING:
        return _texts(cursor, count)
    if kind not in _NUMBERS and kind != _BOOL:
        raise cursor.damaged()
    numbers = np.dtype("?" if kind == _BOOL else _NUMBERS[kind])
    cursor.need(count * numbers.itemsize)
    values: list[object] = np.frombuffer(cursor.data, numbers, count, cursor.place).tolist()
    cursor.place += count * numbers.itemsize
    return values


def _texts(cursor: _Cursor, count: int) -> list[object]:
    """Return the next `count` texts. A hundred thousand of them are usual: as few calls as can be for each."""
    cursor.need(8 * count)  # each has a length: no list can be longer than the file
    texts: list[object] = []
    length_of = struct.Struct("<Q").unpack_from
    place, data = cursor.place, cursor.data
    try:
        for _ in range(count):
            if place + 8 > len(data) or place + 8 + length_of(data, place)[0] > len(data):
                data = cursor.more_at(place)
            start = place + 8
            place = start + length_of(data, place)[0]
            texts.append(data[start:place].decode())
    except UnicodeDecodeError as error:
        raise cursor.damaged() from error
    cursor.place = place
    return texts


def _tensors(cursor: _Cursor, count: int, alignment: object) -> dict[str, Stored]:
    if not isinstance(alignment, int) or isinstance(alignment, bool) or not 1 <= alignment <= 2**16:
        raise cursor.damaged()
    listed: list[tuple[str, tuple[int, ...], int, int]] = []
    for _ in range(count):
        name = cursor.text(LONGEST_KEY)
        axes = int(cursor.number("<I"))
        if axes > 4:
            raise cursor.damaged()
        shape = tuple(cursor.count(2**48) for _ in range(axes))[::-1]  # ggml writes the fastest axis first
        listed.append((name, shape, int(cursor.number("<I")), cursor.count(2**62)))
    start = -(-cursor.place // alignment) * alignment
    found: dict[str, Stored] = {}
    for name, shape, kind, offset in listed:
        tensor = Stored(name, cursor.path, start + offset, shape, _KINDS.get(kind, f"ggml type {kind}"))
        if name in found or not _fits(tensor, cursor.size):
            raise ModelProblem(
                QT_TRANSLATE_NOOP("Models", "{file} is damaged: its weights “{name}” don't lie where they should."),
                file=cursor.path.name,
                name=name,
            )
        found[name] = tensor
    return found


def _fits(tensor: Stored, size: int) -> bool:
    """Return whether a tensor lies in a file of `size` bytes and its rows are made of whole blocks."""
    if tensor.kind not in BLOCKS:
        return tensor.offset <= size
    row = math.prod(tensor.shape[1:]) if len(tensor.shape) > 1 else 1
    return row % BLOCKS[tensor.kind][0] == 0 and tensor.offset + tensor.nbytes <= size
