"""The files of one model, one after the other, into a folder that becomes the model's when all are there.

Runs in a thread of its own and may be left behind there: after `end()` it writes nothing any more.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from attnviz.models.finding import UNFINISHED
from attnviz.models.offers import Offer
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem, Stopped, needed

# The model itself, how it is built and how it reads; config.json last. Never pickles.
FILES: Final = ("tokenizer.json", "model.safetensors", "config.json")
OPTIONAL: Final = ("README.md",)  # names the licence
_TIMEOUT: Final = 10.0  # seconds without an answer
_CHUNK: Final = 2**18  # bytes
_SPARE: Final = 2**28  # bytes of the disk that stay free

_ROOM: Final = QT_TRANSLATE_NOOP(
    "Models",
    "{name} takes {needed} MB, and the disk has room for {free} MB. Please make room or choose another folder.",
)
_DAMAGED: Final = QT_TRANSLATE_NOOP(
    "Models", "{file} was damaged on its way and has been thrown away. Please download {name} again."
)
_NO_SUMS: Final = QT_TRANSLATE_NOOP(
    "Models", "What answers for {name} is not the server of the model. Is a sign-in page or a proxy in between?"
)


class _Remote(NamedTuple):
    """A file on the server."""

    name: str
    url: str
    size: int
    checksum: str


class Fetch:
    """Fetches a model. `here` and `total` are bytes, to be read from any thread; total is 0 until it is known."""

    def __init__(self, offer: Offer, folder: Path, endpoint: str | None = None) -> None:
        self.here = self.total = 0
        self._offer, self._folder, self._endpoint = offer, folder, endpoint
        self._ended = False
        self._writing = threading.Lock()

    def end(self) -> None:
        """See that nothing is written from now on; `run` ends when it notices."""
        with self._writing:
            self._ended = True

    def run(self) -> None:
        """Fetch all files. Raises ModelProblem, Stopped after `end()`, and whatever the network does."""
        commit, files = self._listed()
        place = self._folder / f"{self._offer.folder}.{commit[:12]}{UNFINISHED}"
        with self._writing:
            self._check_ended()
            for other in self._folder.glob(f"{self._offer.folder}.*{UNFINISHED}"):
                if other != place:  # what the model was before its makers changed it
                    shutil.rmtree(other, ignore_errors=True)
            place.mkdir(exist_ok=True)
        kept = sum(
            min(_size(place / file.name) or _size(place / f"{file.name}{UNFINISHED}"), file.size) for file in files
        )
        self.here, self.total = kept, sum(file.size for file in files)
        self._check_room(self.total - kept)
        for file in files:
            if _size(place / file.name) != file.size:
                self._fetch(file, place)
        with self._writing:
            self._check_ended()
            target = self._folder / self._offer.folder
            with suppress(OSError):
                target.rmdir()  # only if nothing is in it
            place.replace(target)

    def _listed(self) -> tuple[str, list[_Remote]]:
        """Return the version and the files, all of the same version, in the order of fetching."""
        commit, found = "", {}
        for name in (*reversed(FILES), *OPTIONAL):
            self._check_ended()
            about = self._about(name, commit)
            if about is None:
                continue
            commit = commit or str(about.commit_hash)
            if not re.fullmatch("[0-9a-f]{40}", commit) or not about.size or not _is_sum(about.etag):
                raise ModelProblem(_NO_SUMS, name=self._offer.name)
            found[name] = _Remote(name, self._url(name, commit), about.size, about.etag)
        return commit, [found[name] for name in (*OPTIONAL, *FILES) if name in found]

    def _url(self, name: str, commit: str) -> str:
        hub = needed("huggingface_hub")
        return str(hub.hf_hub_url(self._offer.repository, name, revision=commit or None, endpoint=self._endpoint))

    def _about(self, name: str, commit: str) -> Any:
        """Return what the server says about a file, or None if it has no such file and it need not be there."""
        try:
            about = needed("huggingface_hub").get_hf_file_metadata
            return about(self._url(name, commit), token=False, timeout=_TIMEOUT)
        except Exception as error:
            if name in OPTIONAL and getattr(getattr(error, "response", None), "status_code", None) == 404:
                return None
            raise

    def _fetch(self, file: _Remote, place: Path) -> None:
        """Fetch one file, or the rest of it, and compare it with its checksum."""
        part = place / f"{file.name}{UNFINISHED}"
        if _size(part) > file.size:
            part.unlink()
        with part.open("r+b" if part.exists() else "w+b") as opened:
            opened.seek(0, os.SEEK_END)
            self._receive(file, _Part(self, opened), opened.tell())
            opened.seek(0)
            same = _checksum(opened, file) == file.checksum
        with self._writing:
            self._check_ended()
            if same:
                part.replace(place / file.name)
            else:
                part.unlink()
        if not same:
            raise ModelProblem(_DAMAGED, file=file.name, name=self._offer.name)

    def _receive(self, file: _Remote, part: _Part, start: int) -> None:
        hub = needed("huggingface_hub")
        fetching, utils = needed("huggingface_hub.file_download"), needed("huggingface_hub.utils")
        with suppress(AttributeError):
            utils.disable_progress_bars("huggingface_hub.http_get")  # there may be no terminal to draw them on
        hub.constants.DOWNLOAD_CHUNK_SIZE = _CHUNK  # 10 MB otherwise: for many seconds no progress would be seen
        headers = utils.build_hf_headers(token=False, library_name="attnviz") | {"Accept-Encoding": "identity"}
        fetching.http_get(file.url, part, resume_size=start, headers=headers, expected_size=file.size)

    def _check_room(self, more: int) -> None:
        free = shutil.disk_usage(self._folder).free
        if more > 0 and more + _SPARE > free:
            megabytes = {"needed": -(-more // 10**6), "free": max(free - _SPARE, 0) // 10**6}
            raise ModelProblem(_ROOM, name=self._offer.name, **megabytes)

    def _check_ended(self) -> None:
        if self._ended:
            raise Stopped


class _Part:
    """A file that is being written, as the library wants it; it counts, and takes nothing after the end."""

    def __init__(self, fetch: Fetch, opened: BinaryIO) -> None:
        self._fetch, self._opened = fetch, opened

    def write(self, data: bytes) -> int:
        with self._fetch._writing:
            self._fetch._check_ended()
            self._fetch.here += len(data)
            return self._opened.write(data)

    def tell(self) -> int:
        return self._opened.tell()

    def seek(self, place: int, whence: int = os.SEEK_SET) -> int:
        return self._opened.seek(place, whence)

    def truncate(self) -> int:
        """Cut here: the server starts from the beginning instead of going on."""
        with self._fetch._writing:
            self._fetch._check_ended()
            place = self._opened.tell()
            self._fetch.here -= self._opened.seek(0, os.SEEK_END) - place
            self._opened.seek(place)
            return self._opened.truncate()


def _is_sum(text: str | None) -> bool:
    return re.fullmatch("[0-9a-f]{40}|[0-9a-f]{64}", text or "") is not None


def _checksum(opened: BinaryIO, file: _Remote) -> str:
    """Return the SHA-256 of a file, or git's SHA-1 for small ones: whichever the server names."""
    if len(file.checksum) == 64:
        found = hashlib.sha256()
    else:
        found = hashlib.sha1(f"blob {file.size}\0".encode(), usedforsecurity=False)
    while data := opened.read(2**20):
        found.update(data)
    return found.hexdigest()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
