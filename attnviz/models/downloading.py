"""Fetching a model of the list from huggingface.co: with progress, to be stopped at once and to be gone on with later.

What has come is compared with the checksum the server names; a model appears whole or not at all. No sign-in is sent.
"""

from __future__ import annotations

import errno
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from attnviz.models.fetching import Fetch
from attnviz.models.finding import UNFINISHED
from attnviz.models.offers import Offer
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem, Stopped, needed

Progress = Callable[[int, int], None]  # bytes that are here, bytes in all
Stop = Callable[[], bool]

_POLL: Final = 0.05  # seconds

_OFFLINE: Final = QT_TRANSLATE_NOOP(
    "Models", "Downloading is switched off: the environment variable HF_HUB_OFFLINE is set."
)
_CLOSED: Final = QT_TRANSLATE_NOOP("Models", "{name} is no longer open to everybody. Its page says what to do: {page}")
_GONE: Final = QT_TRANSLATE_NOOP("Models", "{name} is no longer where it was: {page}")
_BUSY: Final = QT_TRANSLATE_NOOP(
    "Models", "The server can't send {name} now (error {code}). What has come is kept: please try again later."
)
_BROKEN: Final = QT_TRANSLATE_NOOP(
    "Models",
    "There is no connection to the server of {name}, or it broke off ({why}). "
    "What has come is kept: downloading again goes on from there.",
)
_FULL: Final = QT_TRANSLATE_NOOP("Models", "The disk is full. What has come of {name} is kept in {folder}.")
_NOT_ALLOWED: Final = QT_TRANSLATE_NOOP("Models", "Nothing can be written to {folder}: {why}")
_TWICE: Final = QT_TRANSLATE_NOOP("Models", "{name} is just being downloaded in another window.")


def download(
    offer: Offer, folder: Path, progress: Progress | None = None, stop: Stop | None = None, endpoint: str | None = None
) -> Path:
    """Return the folder, inside `folder`, with the model; fetch it if it isn't there, or what is missing of it.

    progress and stop are called in this thread, about 20 times a second. endpoint: another server than huggingface.co.
    Raises ModelProblem with a sentence for people, Stopped at once when `stop` says so; what has come is kept.
    """
    whole = folder / offer.folder
    if is_whole(offer, folder):
        return whole
    needed("huggingface_hub")
    filelock = needed("filelock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(str(folder / f".{offer.folder}.lock"))
        with lock.acquire(timeout=0):
            _run(Fetch(offer, folder, endpoint), progress, stop)
    except filelock.Timeout as error:
        raise ModelProblem(_TWICE, name=offer.name) from error
    except (Stopped, ModelProblem):
        raise
    except Exception as error:
        raise _problem(error, offer, folder) from error
    return whole


def is_whole(offer: Offer, folder: Path) -> bool:
    """Return whether the model lies in `folder`, ready to be opened."""
    return (folder / offer.folder / "config.json").is_file()


def kept(offer: Offer, folder: Path) -> int:
    """Return how many bytes have come of a model that is not whole yet."""
    size = 0
    with suppress(OSError):
        for part in folder.glob(f"{offer.folder}.*{UNFINISHED}/*"):
            size += part.stat().st_size
    return size


def forget(offer: Offer, folder: Path) -> None:
    """Remove what has come of a model that is not whole yet."""
    for place in folder.glob(f"{offer.folder}.*{UNFINISHED}"):
        with suppress(OSError):
            shutil.rmtree(place)


def _run(fetch: Fetch, progress: Progress | None, stop: Stop | None) -> None:
    """Fetch in a thread of its own: a server that is silent can't be asked to stop. Raises what happens there."""
    failed: list[BaseException] = []

    def work() -> None:
        try:
            fetch.run()
        except BaseException as error:  # told to the one who waits
            failed.append(error)

    thread = threading.Thread(target=work, name="download", daemon=True)
    thread.start()
    shown = (-1, -1)
    while thread.is_alive():
        thread.join(_POLL)
        if stop is not None and stop():
            fetch.end()
            raise Stopped
        if progress is not None and fetch.total and shown != (fetch.here, fetch.total):
            shown = (fetch.here, fetch.total)
            progress(*shown)
    if failed:
        raise failed[0]


def _problem(error: Exception, offer: Offer, folder: Path) -> ModelProblem:
    """Return what happened as a sentence. The library's errors have many classes; what they carry is the same."""
    code = getattr(getattr(error, "response", None), "status_code", None)
    if type(error).__name__ == "OfflineModeIsEnabled":
        return ModelProblem(_OFFLINE)
    if code in (401, 403):  # also what the server says of a repository that isn't there
        return ModelProblem(_CLOSED, name=offer.name, page=offer.page)
    if code in (404, 410):
        return ModelProblem(_GONE, name=offer.name, page=offer.page)
    if code is not None:
        return ModelProblem(_BUSY, name=offer.name, code=code)
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.ENOSPC, errno.EDQUOT if hasattr(errno, "EDQUOT") else None):
        return ModelProblem(_FULL, name=offer.name, folder=folder)
    if number in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST, errno.ENOTEMPTY):
        return ModelProblem(_NOT_ALLOWED, folder=folder, why=getattr(error, "strerror", None) or error)
    return ModelProblem(_BROKEN, name=offer.name, why=str(error) or type(error).__name__)
