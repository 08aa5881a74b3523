"""Unexpected errors: written to the log, shown in a dialog, survived. Must not itself raise."""

from __future__ import annotations

import faulthandler
import logging
import platform
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from types import TracebackType
from typing import IO, Final

import numpy
import PySide6
from PySide6.QtCore import QObject, Signal

import attnviz
from attnviz.app import paths

_LOG_SIZE: Final = 1_000_000  # bytes, twice
_log = logging.getLogger("attnviz")


def start_log() -> None:
    """Send the log to its file, and what the interpreter says of a crash to a file beside it."""
    with suppress(OSError):
        file = paths.log_file()
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(file, maxBytes=_LOG_SIZE, backupCount=1, encoding="utf-8", delay=True)
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        _log.addHandler(handler)
        _log.propagate = False
        faulthandler.enable(_crash_file())


def _crash_file() -> IO[str]:
    return paths.log_file().with_name("crash.log").open("w", encoding="utf-8")


class Faults(QObject):
    """Takes in errors that nothing else has caught, from any thread.

    Signals: happened(str) with the details, on the window's thread.
    """

    happened = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        """Take the place of the interpreter's own hooks; `release` gives it back."""
        super().__init__(parent)
        self._before: tuple[Callable[..., object], Callable[..., object]] = sys.excepthook, threading.excepthook
        sys.excepthook = self.report
        threading.excepthook = self._report_thread

    def release(self) -> None:
        """Give the hooks back."""
        sys.excepthook, threading.excepthook = self._before

    def report(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log an error and say that it happened. What ends the program on purpose still ends it."""
        if not issubclass(kind, Exception):
            sys.__excepthook__(kind, error, trace)
            return
        told = details(error)
        _log.error("%s", told)
        # Not QThread.currentThread(): of a thread that is not Qt's own it leaves an object behind that Qt has deleted
        if threading.current_thread() is not threading.main_thread():
            _log.error("in thread %s", threading.current_thread().name)
        self.happened.emit(told)

    def _report_thread(self, raised: threading.ExceptHookArgs) -> None:
        if raised.exc_value is not None:
            self.report(raised.exc_type, raised.exc_value, raised.exc_traceback)


def details(error: BaseException) -> str:
    """Return what helps to find an error: versions and traceback. Nothing of the person's text or files."""
    versions = (
        f"attnviz {attnviz.__version__}, Python {platform.python_version()}, PySide6 {PySide6.__version__}, "
        f"NumPy {numpy.__version__}, {platform.platform()}"
    )
    return versions + "\n\n" + "".join(traceback.format_exception(error))
