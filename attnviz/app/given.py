"""The window on arrays that were given from Python, in somebody else's program: it leaves everything as it was.

Must not keep a scene, and must not end the program.
"""

from __future__ import annotations

import atexit
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QObject, Qt, QThread, QTimer
from PySide6.QtWidgets import QApplication

from attnviz.app import screen, start
from attnviz.app.faults import Faults
from attnviz.models.arrays import Attentions

_INSTEAD = "To look at these arrays elsewhere, save them with numpy.savez and open that file in attnviz"
_ALIVE = 100  # milliseconds after which Python may look whether Ctrl+C was pressed
_open: list[_Shown] = []  # the window, while there is one


def show_given(given: Attentions) -> None:
    """Show `given`; return at once if somebody else lets Qt work, otherwise when the window is closed.

    Raises RuntimeError with a sentence where no window can be opened, KeyboardInterrupt after Ctrl+C.
    """
    if threading.current_thread() is not threading.main_thread():
        raise RuntimeError("attnviz.show opens a window, which only the main thread can do: call it there.")
    application = _application()
    beside = _is_looked_after()
    shown = _open[0] if _open else _Shown(application, beside)
    shown.show(given)
    if not beside:
        shown.run()


class _Shown(QObject):
    """The window, and what the application was like before it."""

    def __init__(self, application: QApplication, beside: bool) -> None:
        """beside: errors go where the program around sends them."""
        super().__init__()
        self._application = application
        self._before = application.font(), application.palette(), application.styleSheet(), application.style().name()
        self._locale = QLocale()
        self._caught = Faults()
        if beside:
            self._caught.release()
        self._beside = beside
        self._desk = start.Desk(application, self._caught, kept=False)
        self._desk.closed.connect(self._on_closed)
        _open.append(self)

    def show(self, given: Attentions) -> None:
        """Put arrays into the window, and the window in front."""
        window = self._desk.window
        window.show_given(given)
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()

    def run(self) -> None:
        """Let Qt work until the window is closed."""
        with _interruptible(self.close) as pressed:
            self._application.exec()
        self.end()
        if pressed:
            raise KeyboardInterrupt

    def close(self) -> None:
        """Close the window."""
        self._desk.window.close()

    def end(self) -> None:
        """Delete the window, and give everything back."""
        if self not in _open:
            return
        _open.remove(self)
        if not self._beside:
            self._caught.release()
        window = self._desk.window
        self._desk.be_silent()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete.value)
        font, palette, sheet, style = self._before
        self._application.styleHints().setColorScheme(Qt.ColorScheme.Unknown)
        self._application.setStyleSheet(sheet)
        self._application.setFont(font)
        self._application.setPalette(palette)
        self._application.setStyle(style)
        QLocale.setDefault(self._locale)

    def _on_closed(self) -> None:
        if self._beside:
            QTimer.singleShot(0, self, self.end)
        else:
            self._application.exit()


def _application() -> QApplication:
    """Return Qt's application, made where there is none. Raises RuntimeError where that can't be."""
    running = QCoreApplication.instance()
    if running is None:
        problem = screen.problem(needs_screen=True, instead=_INSTEAD, alone=False)
        if problem is not None:
            raise RuntimeError(problem[:1].upper() + problem[1:])
        return start._application()
    if not isinstance(running, QApplication):
        raise RuntimeError("This program runs Qt without windows: make a QApplication in place of its application.")
    return running


def _is_looked_after() -> bool:
    """Return whether Qt works without us: this is called from its loop, or IPython runs it between two inputs."""
    if QThread.currentThread().loopLevel() > 0:
        return True
    ipython: Any = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return str(getattr(shell, "active_eventloop", None)).startswith("qt")


@contextmanager
def _interruptible(close: Any) -> Iterator[list[int]]:
    """Close the window when Ctrl+C is pressed; yield a list that is not empty then."""
    pressed: list[int] = []

    def on_pressed(number: int, _: object) -> None:
        pressed.append(number)
        close()

    before = signal.getsignal(signal.SIGINT)
    alive = QTimer(interval=_ALIVE)
    alive.timeout.connect(_nothing)  # signals reach Python only while it runs
    if before is not None:
        signal.signal(signal.SIGINT, on_pressed)
        alive.start()
    try:
        yield pressed
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


def _nothing() -> None:
    pass


@atexit.register
def _tidy() -> None:
    """Close a window that is still open when the program ends: Qt may crash otherwise."""
    for shown in tuple(_open):
        shown.close()
        shown.end()
