"""Arrays in NumPy's files (.npz, .npy), used where they lie if they are stored as they are, or unpacked.

Never unpickles. Of zipfile it uses only what can't be made to take much memory.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from numpy.typing import NDArray

from attnviz.models import array_storage as storage
from attnviz.models.array_npy import LONGEST, Header, read_header
from attnviz.models.array_storage import Contents, Data, Member, damaged
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem

Array = NDArray[Any]

_LONGEST_DIRECTORY: Final = 2**20  # bytes: about 10,000 arrays
_LOCAL: Final = struct.Struct("<4s22xHH")  # in front of a member: how long its name and its extra part are
_LOCAL_MAGIC: Final = b"PK\x03\x04"
# What zipfile, zlib, struct and NumPy say to bytes that make no sense
_TROUBLE: Final = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError, TypeError, ValueError,
    OverflowError, IndexError,
)  # fmt: skip

_PYTORCH: Final = QT_TRANSLATE_NOOP(
    "Models",
    "{file} holds Python objects (a pickle), as torch.save writes them. attnviz never loads those, as they could run "
    "anything: save the arrays with numpy.savez.",
)
_PACKING: Final = QT_TRANSLATE_NOOP(
    "Models", "“{name}” in {file} is packed in a way attnviz can't read. Save it with numpy.savez."
)


def npy(path: Path, data: Data) -> Contents:
    """Return the array of an .npy file, under its file's name. Raises ModelProblem for nonsense."""
    with _sense(path):
        in_memory = 2 * len(data) <= storage.IN_MEMORY
        return Contents({path.stem: _stored(path, data, path.stem, (0, len(data)), in_memory)}, {})


def npz(path: Path, data: Data) -> Contents:
    """Return the arrays of an .npz file. Raises ModelProblem for nonsense; so may reading one of them."""
    with _sense(path):
        archive = zipfile.ZipFile(_Careful(path, data))
        infos = [info for info in archive.infolist() if info.filename.endswith(".npy")]
        if not infos and any(info.filename.endswith(".pkl") for info in archive.infolist()):
            raise ModelProblem(_PYTORCH, file=path.name)
        if sum(info.compress_size for info in infos) > len(data):  # arrays on top of each other
            raise damaged(path)
        storage.check_room(path, sum(info.file_size for info in infos if info.compress_type != zipfile.ZIP_STORED))
        in_memory = 2 * sum(info.file_size for info in infos) <= storage.IN_MEMORY
        return Contents(
            {info.filename.removesuffix(".npy"): _member(path, data, archive, info, in_memory) for info in infos}, {}
        )


@contextmanager
def _sense(path: Path) -> Iterator[None]:
    """Turn what goes wrong with bytes that make no sense into a sentence."""
    try:
        yield
    except ModelProblem:
        raise
    except OSError as error:
        raise storage.unreadable(path, error) from error
    except _TROUBLE as error:
        raise damaged(path) from error


class _Careful(io.RawIOBase):
    """A file's bytes for zipfile, which reads as much at once as the file says: never more than a long directory."""

    def __init__(self, path: Path, data: Data) -> None:
        self._path, self._data, self._place = path, data, 0

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        place = (0, self._place, len(self._data))[whence] + offset
        if place < 0:
            raise OSError(f"there is nothing before a file's start: {place}")
        self._place = place
        return place

    def read(self, size: int = -1, /) -> bytes:
        left = max(len(self._data) - self._place, 0)
        wanted = left if size < 0 else min(size, left)
        if wanted > _LONGEST_DIRECTORY:
            raise damaged(self._path)
        self._place += wanted
        return self._data[self._place - wanted : self._place]


def _member(path: Path, data: Data, archive: zipfile.ZipFile, info: zipfile.ZipInfo, in_memory: bool) -> Member:
    name = info.filename.removesuffix(".npy")
    if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ModelProblem(_PACKING, file=path.name, name=name)
    if info.compress_type == zipfile.ZIP_DEFLATED:
        return _packed(path, archive, info, in_memory)
    at = info.header_offset
    magic, name_length, extra_length = _LOCAL.unpack(data[at : at + _LOCAL.size])
    start = at + _LOCAL.size + name_length + extra_length
    end = start + info.file_size
    if magic != _LOCAL_MAGIC or info.file_size != info.compress_size or end > len(data):
        raise damaged(path)
    return _stored(path, data, name, (start, end), in_memory)


def _stored(path: Path, data: Data, name: str, place: tuple[int, int], in_memory: bool) -> Member:
    """Return the array whose .npy lies at `place`, from start to end, as it is."""
    start, end = place
    head = read_header(path, data[start : min(end, start + LONGEST)])

    def read() -> Array:
        with _sense(path):
            dtype = head.dtype(path, name)
            if storage.bytes_of(head.shape, dtype.itemsize) > end - start - head.size:
                raise damaged(path)
            return _meant(storage.on(data, start + head.size, head.shape, dtype, head.order), head, in_memory)

    return Member(head.shape, head.kind, head.floats, read)


def _packed(path: Path, archive: zipfile.ZipFile, info: zipfile.ZipInfo, in_memory: bool) -> Member:
    """Return an array that is compressed."""
    name = info.filename.removesuffix(".npy")
    with archive.open(info) as file:
        head = read_header(path, file.read(LONGEST))

    def read() -> Array:
        with _sense(path), archive.open(info) as file:
            dtype = head.dtype(path, name)
            size = storage.bytes_of(head.shape, dtype.itemsize)
            if size != info.file_size - head.size:
                raise damaged(path)
            file.read(head.size)
            held = storage.unpacked(iter(lambda: file.read(storage.PIECE), b""), size, in_memory)
            return _meant(held.view(dtype).reshape(head.shape, order=head.order), head, in_memory)

    return Member(head.shape, head.kind, head.floats, read)


def _meant(found: Array, head: Header, in_memory: bool) -> Array:
    """Return an array's numbers: bfloat16 as float32."""
    if not head.halves:
        return found
    wide: Array = storage.bfloat16(found.ravel(order=head.order), in_memory).reshape(head.shape, order=head.order)
    return wide
