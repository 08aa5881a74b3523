"""The file that converted weights are kept in: float32, one after the other, then what they are and came from.

Must not decide where the file lies or whether it is wanted. Whatever is wrong with one, it is just not used.
"""

from __future__ import annotations

import json
import mmap
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from attnviz.models.plan import LINE, Plan
from attnviz.models.tensors import Bytes, Floats

FORMAT: Final = 2  # counts up when weights are put together in another way
_ALIGNED: Final = 4 * LINE  # bytes
_END: Final = b"attnviz weights\n"
_LARGEST_NOTE: Final = 2**24  # bytes

Note = dict[str, Any]  # what a file holds and what that was made from, as JSON


class MappedWeights:
    """Weights by name, read-only float32, in one stretch of memory that is mapped from disk or held."""

    def __init__(self, plan: Plan, stretch: Bytes) -> None:
        """stretch: laid out as `layout` says."""
        self._arrays: dict[str, Floats] = {}
        for entry, start in zip(plan.entries, layout(plan), strict=False):
            array = stretch[start : start + entry.nbytes].view(np.float32).reshape(*entry.shape[:-1], entry.row)
            array.flags.writeable = False
            self._arrays[entry.name] = array[..., : entry.shape[-1]]
        for name, (whole, first, last) in plan.views.items():
            self._arrays[name] = self._arrays[whole][..., first:last]

    def get(self, name: str) -> Floats:
        """Return the weights called `name`. Raises KeyError for a name that is not in names()."""
        return self._arrays[name]

    def names(self) -> frozenset[str]:
        """Return all names, also those that are columns of another."""
        return frozenset(self._arrays)


def layout(plan: Plan) -> list[int]:
    """Return where each entry starts, in bytes, and last where all end."""
    starts = [0]
    for entry in plan.entries:
        starts.append(starts[-1] + -(-entry.nbytes // _ALIGNED) * _ALIGNED)
    return starts


def note(plan: Plan, made_from: object) -> Note:
    """Return what a file with this plan's weights says about itself, but for the sum."""
    entries = [[entry.name, *entry.shape] for entry in plan.entries]
    content = {"format": FORMAT, "from": made_from, "bytes": layout(plan)[-1], "entries": entries}
    return json.loads(json.dumps(content))  # type: ignore[no-any-return]


class Writer:
    """Writes pieces one after the other, each entry where the layout has it."""

    def __init__(self, plan: Plan, write: Callable[[memoryview | bytes], object]) -> None:
        """write: takes bytes in order, as a file's write does."""
        self._starts, self._write, self._at = layout(plan), write, 0

    def add(self, entry: int, piece: Floats) -> None:
        """Write the next rows of the entry with this number."""
        self._fill(self._starts[entry] if self._at < self._starts[entry] else self._at)
        self._write(np.ascontiguousarray(piece).reshape(-1).view(np.uint8).data)
        self._at += piece.nbytes

    def end(self) -> None:
        """Write what is missing up to the end of the last entry."""
        self._fill(self._starts[-1])

    def _fill(self, place: int) -> None:
        self._write(bytes(place - self._at))
        self._at = place


def closing(about: Note, path: Path) -> bytes:
    """Return what comes after the weights that have been written to `path`. Raises OSError."""
    told = json.dumps(about | {"sum": _sum(_map(path, about["bytes"]))}).encode()
    return told + len(told).to_bytes(8, "little") + _END


def read_note(path: Path) -> Note | None:
    """Return what the file at `path` says about itself; None if it isn't whole. Raises OSError."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        tail = 8 + len(_END)
        if size < tail:
            return None
        file.seek(size - tail)
        end = file.read(tail)
        length = int.from_bytes(end[:8], "little")
        if end[8:] != _END or length > min(size - tail, _LARGEST_NOTE):
            return None
        file.seek(size - tail - length)
        try:
            content = json.loads(file.read(length))
        except (ValueError, RecursionError):
            return None
    whole = isinstance(content, dict) and content.get("bytes") == size - tail - length
    return content if whole else None


def mapped(path: Path, about: Note) -> Bytes | None:
    """Return the weights in the file at `path` if it is whole, undamaged and says `about` of itself; else None.

    A page of zeros, a bit that flipped: the sum of all 64-bit words tells. It takes 0.2 s for a gigabyte.
    """
    try:
        found = read_note(path)
        if found is None or {key: found.get(key) for key in about} != about:
            return None
        stretch = _map(path, about["bytes"])
    except (OSError, ValueError):
        return None
    return stretch if found.get("sum") == _sum(stretch) else None


def _map(path: Path, size: int) -> Bytes:
    with path.open("rb") as file:
        return np.frombuffer(mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ), np.uint8)


def _sum(stretch: Bytes) -> int:
    return int(np.add.reduce(stretch.view(np.uint64)))
