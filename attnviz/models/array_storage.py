"""Arrays in files: where they lie, mapped from there, or unpacked piece by piece. No size is believed unchecked.

Must not know any file format, and must not unpack more into memory than IN_MEMORY.
"""

from __future__ import annotations

import math
import mmap
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from attnviz.models.array_given import widened
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem

Array = NDArray[Any]
Data = bytes | mmap.mmap
Order = Literal["C", "F"]

IN_MEMORY: Final = 2**28  # bytes; larger files are mapped, and what unpacks to more goes to files without a name
MOST_UNPACKED: Final = 2**32  # bytes of all compressed arrays together
PIECE: Final = 2**20  # bytes
_SPARE: Final = 2**29  # bytes of the disk that stay free

_UNREADABLE: Final = QT_TRANSLATE_NOOP("Models", "{file} can't be read: {why}.")
_NO_FILE: Final = QT_TRANSLATE_NOOP("Models", "{file} is no file.")
_EMPTY_FILE: Final = QT_TRANSLATE_NOOP("Models", "{file} is empty.")
_DAMAGED: Final = QT_TRANSLATE_NOOP("Models", "{file} is incomplete or damaged.")
_TOO_LARGE: Final = QT_TRANSLATE_NOOP(
    "Models",
    "{file} unpacks to {size:.1f} GB, and there is room for {room:.1f} GB. "
    "Save it as float32 with numpy.savez, which does not compress: attnviz then reads it from where it lies.",
)


@dataclass(frozen=True, eq=False)
class Member:
    """An array in a file: read only when it is asked for."""

    shape: tuple[int, ...]
    kind: str  # what it holds, as its file calls it
    floats: bool
    read: Callable[[], Array]  # raises ModelProblem


@dataclass(frozen=True, eq=False)
class Contents:
    """What is in a file: arrays by name, and tokens that it tells outside of arrays, by "tokens" and "columns"."""

    members: dict[str, Member]
    told: dict[str, object]


def damaged(path: Path) -> ModelProblem:
    """Return the problem of a file that makes no sense."""
    return ModelProblem(_DAMAGED, file=path.name)


def unreadable(path: Path, error: OSError) -> ModelProblem:
    """Return the problem of a file that the system doesn't give."""
    return ModelProblem(_UNREADABLE, file=path.name, why=error.strerror or error)


def whole(path: Path) -> Data:
    """Return a file's bytes: mapped, or read if they are few. Raises ModelProblem if it can't be read.

    What is mapped must not be cut short while it is used: the system ends the program that reads there. So only files
    are mapped that are too large to be read, and hardly written again and again.
    """
    try:
        if path.exists() and not path.is_file():
            raise ModelProblem(_NO_FILE, file=path.name)
        with path.open("rb") as file:
            size = file.seek(0, 2)
            if not size:
                raise ModelProblem(_EMPTY_FILE, file=path.name)
            if size > IN_MEMORY:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            file.seek(0)
            return file.read()
    except OSError as error:
        raise unreadable(path, error) from error


def on(data: Data, offset: int, shape: tuple[int, ...], dtype: np.dtype[Any], order: Order = "C") -> Array:
    """Return the array at `offset` of a file, without reading it. Its bytes must be there."""
    return np.ndarray(shape, dtype, buffer=data, offset=offset, order=order)


def bfloat16(halves: NDArray[np.uint16], in_memory: bool) -> NDArray[np.float32]:
    """Return bfloat16 numbers, given as their bits in one row, as float32. Raises OSError if the disk has no room."""
    step = PIECE // 2
    pieces = (widened(halves[start : start + step]).data for start in range(0, len(halves), step))
    return unpacked(pieces, 4 * len(halves), in_memory).view(np.float32)


def unpacked(pieces: Iterable[Any], size: int, in_memory: bool) -> NDArray[np.uint8]:
    """Return `size` bytes that come in pieces: in memory, or mapped from a file without a name. Read-only.

    Raises ValueError if there are more or fewer, OSError if the disk has no room.
    """
    if in_memory or not size:
        return np.frombuffer(b"".join(_counted(pieces, size)), np.uint8)
    with tempfile.TemporaryFile() as file:
        for piece in _counted(pieces, size):
            file.write(piece)
        file.flush()
        return np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), np.uint8)


def check_room(path: Path, size: int, most: int = MOST_UNPACKED) -> None:
    """Raise ModelProblem if the arrays of a file unpack to more than attnviz takes, or than the disk has room for."""
    room = most
    if size > IN_MEMORY:
        room = min(room, max(shutil.disk_usage(tempfile.gettempdir()).free - _SPARE, 0))
    if size > room:
        raise ModelProblem(_TOO_LARGE, file=path.name, size=size / 1e9, room=room / 1e9)


def bytes_of(shape: tuple[int, ...], itemsize: int) -> int:
    """Return how many bytes an array takes, however large."""
    return math.prod(shape) * itemsize


def _counted(pieces: Iterable[Any], size: int) -> Iterator[Any]:
    """Give the pieces on. Raises ValueError as soon as they are more than `size` bytes, or at the end if fewer."""
    got = 0
    for piece in pieces:
        got += memoryview(piece).nbytes
        if got > size:
            break
        yield piece
    if got != size:
        raise ValueError(f"{size} bytes were announced, {got} came")
