"""The folder of converted weights: made once for a model, mapped from there at every later start, tidied.

Must not know any model's format. A file is written whole or not at all; where there is no room, memory does.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

import numpy as np

from attnviz.models.plan import Plan, pieces
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem, Stopped
from attnviz.models.tensors import Bytes, Floats
from attnviz.models.weights_file import MappedWeights, Note, Writer, closing, layout, mapped, note, read_note

Progress = Callable[[int, int], None]  # bytes done, bytes in all; called in the thread that loads
Stop = Callable[[], bool]
Pieces = Iterator[tuple[int, Floats]]

SUFFIX: Final = ".weights"
MOST_BYTES: Final = 16 * 2**30  # of all models; the ones not used for longest go first
_SPARE: Final = 2**29  # bytes of the disk that stay free
_ABANDONED: Final = 3600.0  # seconds after which nobody writes a file any more


def default_folder() -> Path:
    """Return where converted weights are kept for this person."""
    from platformdirs import user_cache_path

    return user_cache_path("attnviz", appauthor=False) / "models"


@dataclass(frozen=True)
class Store:
    """A folder of converted weights; it need not be there yet."""

    folder: Path

    def weights(
        self, plan: Plan, source: Path, files: Iterable[Path], progress: Progress | None, stop: Stop | None
    ) -> MappedWeights:
        """Return the weights of the model at `source`, from the folder if it has them, else converted and kept there.

        files: all that they depend on. Raises ModelProblem, Stopped, and OSError if the model's files can't be read.
        """
        path = self.folder / f"{blake2b(os.fsencode(source), digest_size=12).hexdigest()}{SUFFIX}"
        about = note(plan, [_stamp(file) for file in sorted(files)])
        found = mapped(path, about)
        if found is None:
            _check_memory(plan)
            found = self._made(path, plan, about, lambda: _reported(plan, progress, stop))
        else:
            with suppress(OSError):
                os.utime(path)  # used last now
        self.tidy(path)
        return MappedWeights(plan, found)

    def tidy(self, used: Path) -> None:
        """Remove what was left half-written, what is out of date, and the longest unused beyond MOST_BYTES."""
        now, room = time.time(), MOST_BYTES
        with suppress(OSError):
            for path in self.folder.glob("*.tmp"):
                with suppress(OSError):
                    if path.stat().st_mtime < now - _ABANDONED:
                        path.unlink()
            for path in sorted(self.folder.glob(f"*{SUFFIX}"), key=_last_used, reverse=True):
                with suppress(OSError):
                    room -= path.stat().st_size
                    if path != used and (room < 0 or _out_of_date(path)):
                        path.unlink()

    def _made(self, path: Path, plan: Plan, about: Note, make: Callable[[], Pieces]) -> Bytes:
        """Return the stretch of all weights, converted into a file if that can be, else into memory."""
        with suppress(_NotWritten):
            handle, name = self._temporary(about["bytes"])
            try:
                _write(handle, Path(name), plan, about, make())
                with suppress(OSError):  # on Windows, if another attnviz has just made the same
                    Path(name).replace(path)
            finally:
                with suppress(OSError):
                    Path(name).unlink()
            found = mapped(path, about)
            if found is not None:
                return found
        return _held(plan, make())

    def _temporary(self, size: int) -> tuple[int, str]:
        """Return a new file of the folder, open, and its name. Raises _NotWritten if there is no room for `size`."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if shutil.disk_usage(self.folder).free < size + _SPARE:
                raise _NotWritten
            return tempfile.mkstemp(suffix=".tmp", dir=self.folder)
        except OSError as error:
            raise _NotWritten from error


class _NotWritten(Exception):
    """The disk does not take it."""


def _write(handle: int, path: Path, plan: Plan, about: Note, made: Pieces) -> None:
    """Write all pieces and the note. Raises _NotWritten if the disk doesn't take them, and what `made` raises."""
    with os.fdopen(handle, "wb", buffering=0) as file:

        def write(data: memoryview | bytes) -> None:
            rest = memoryview(data)
            try:
                while rest:
                    rest = rest[file.write(rest) :]
            except OSError as error:
                raise _NotWritten from error

        writer = Writer(plan, write)
        for number, piece in made:
            writer.add(number, piece)
        writer.end()
        try:
            write(closing(about, path))
        except OSError as error:
            raise _NotWritten from error


def _held(plan: Plan, made: Pieces) -> Bytes:
    """Return the stretch of all weights in memory."""
    try:
        stretch: Bytes = np.empty(layout(plan)[-1], np.uint8)
        place = 0

        def write(data: memoryview | bytes) -> None:
            nonlocal place
            stretch[place : place + len(data)] = np.frombuffer(data, np.uint8)
            place += len(data)

        writer = Writer(plan, write)
        for number, piece in made:
            writer.add(number, piece)
        return stretch
    except MemoryError as error:
        raise _too_large(plan) from error


def _reported(plan: Plan, progress: Progress | None, stop: Stop | None) -> Pieces:
    """Give all pieces, telling `progress` and asking `stop` at each. Raises Stopped."""
    done = 0
    for number, piece in pieces(plan):
        if stop is not None and stop():
            raise Stopped
        yield number, piece
        done += piece.nbytes
        if progress is not None:
            progress(done, plan.nbytes)


def _stamp(file: Path) -> list[object]:
    """Return what tells whether a file is still the same. Raises OSError."""
    status = file.stat()
    return [str(file), status.st_size, status.st_mtime_ns]


def _last_used(path: Path) -> float:
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0


def _out_of_date(path: Path) -> bool:
    """Return whether no model belongs to converted weights any more. A drive that is not plugged in may come back."""
    about = read_note(path)
    stamps = about.get("from") if about is not None else None
    if not isinstance(stamps, list):
        return True
    for stamp in stamps:
        file = Path(str(stamp[0])) if isinstance(stamp, list) and stamp else Path()
        try:
            if _stamp(file) != stamp:
                return True
        except OSError:
            if file.parent.is_dir():
                return True
    return False


def _check_memory(plan: Plan) -> None:
    """Raise ModelProblem for a model larger than the memory, where the system tells how large that is."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not on Windows
        return
    if 0 < memory < plan.nbytes:
        raise _too_large(plan)


def _too_large(plan: Plan) -> ModelProblem:
    return ModelProblem(
        QT_TRANSLATE_NOOP(
            "Models", "This model takes {size:.1f} GB of memory, more than there is. Choose a smaller one."
        ),
        size=plan.nbytes / 1e9,
    )
