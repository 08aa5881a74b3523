"""A small server on this computer that answers as huggingface.co does for one repository."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

COMMIT = "0123456789abcdef0123456789abcdef01234567"


class Hub:
    """What the server has and how it behaves; `asked` is (method, path, Range) of every request."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = dict(files)
        self.commit = COMMIT
        self.asked: list[tuple[str, str, str | None]] = []
        self.headers: list[dict[str, str]] = []
        self.status = 200  # of every answer
        self.breaks_after: int | None = None  # bytes of a file; once
        self.pause = 0.0  # seconds before each 64 kB
        self.ignores_ranges = False
        self.wrong: set[str] = set()  # files that come damaged
        self.silent = threading.Event()  # set: no answer to GET until it is cleared
        self.without: set[str] = set()  # headers that are missing
        self.sizes: dict[str, int] = {}  # claimed sizes
        self.address = ""


class _Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    hub: ClassVar[Hub]

    def do_HEAD(self) -> None:
        name, data = self._file()
        if data is None:
            return
        if name.endswith(".safetensors"):  # large files: the address of another server
            self._begin(302, data, name, {"Location": self._elsewhere(name)}, length=0)
        else:
            self._begin(200, data, name, {}, length=self.hub.sizes.get(name, len(data)))

    def do_GET(self) -> None:
        name, data = self._file()
        if data is None:
            return
        if name.endswith(".safetensors") and "/resolve/" in self.path:
            self._begin(302, data, name, {"Location": self._elsewhere(name)}, length=0)
            return
        while self.hub.silent.is_set():
            time.sleep(0.01)
        start = 0
        asked = self.headers.get("Range")
        if asked and not self.hub.ignores_ranges:
            start = int(asked.removeprefix("bytes=").rstrip("-"))
            self._begin(
                206, data, name, {"Content-Range": f"bytes {start}-{len(data) - 1}/{len(data)}"}, len(data) - start
            )
        else:
            self._begin(200, data, name, {}, len(data))
        self._send(bytes(reversed(data)) if name in self.hub.wrong else data, start)

    def _send(self, data: bytes, start: int) -> None:
        for at in range(start, len(data), 2**16):
            time.sleep(self.hub.pause)
            if self.hub.breaks_after is not None and at - start >= self.hub.breaks_after:
                self.hub.breaks_after = None
                self.close_connection = True
                return
            self.wfile.write(data[at : at + 2**16])

    def _elsewhere(self, name: str) -> str:
        """Return the same server under another name, as large files come from other hosts."""
        return f"{self.hub.address.replace('127.0.0.1', 'localhost')}/cdn/{name}"

    def _file(self) -> tuple[str, bytes | None]:
        self.hub.asked.append((self.command, self.path, self.headers.get("Range")))
        self.hub.headers.append({name.lower(): value for name, value in self.headers.items()})
        name = self.path.rpartition("/")[2]
        data = self.hub.files.get(name)
        status = self.hub.status if data is not None else 404
        if status >= 400:
            self.send_response(status)
            if status == 404:
                self.send_header("X-Error-Code", "EntryNotFound")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return name, None
        return name, data

    def _begin(self, status: int, data: bytes, name: str, more: dict[str, str], length: int) -> None:
        large = name.endswith(".safetensors")
        blob = f"blob {len(data)}\0".encode()
        checksum = hashlib.sha256(data).hexdigest() if large else hashlib.sha1(blob + data).hexdigest()
        headers = {
            "X-Repo-Commit": self.hub.commit,
            "X-Linked-Etag" if large else "ETag": f'"{checksum}"',
            "Content-Length": str(length),
        } | more
        if large:
            headers["X-Linked-Size"] = str(self.hub.sizes.get(name, len(data)))
        self.send_response(status)
        for header, value in headers.items():
            if header not in self.hub.without:
                self.send_header(header, value)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def served(files: dict[str, bytes]) -> Iterator[Hub]:
    """Run the server while the block runs."""
    hub = Hub(files)
    handler = type("Answer", (_Answer,), {"hub": hub})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign] - who is asking may hang up
    hub.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        hub.silent.clear()
        server.shutdown()
        server.server_close()
        thread.join()
