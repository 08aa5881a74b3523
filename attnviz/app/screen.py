"""Whether Qt can open a window here, found out in a way that can't take the program down with it.

Qt ends the whole process when it finds no screen. So on Linux a short-lived child tries first.
Must be called before a QApplication exists and before any thread starts.
"""

from __future__ import annotations

import os
import subprocess
import sys

_LIBRARIES = (
    "libgl1 libegl1 libxkbcommon0 libfontconfig1 libdbus-1-3 libglib2.0-0 libxcb-cursor0 libxcb-icccm4 "
    "libxcb-keysyms1 libxcb-shape0 libxkbcommon-x11-0"
)
_INSTEAD = "To write a picture instead, add --export picture.png"
_TRY = "from PySide6.QtGui import QGuiApplication; QGuiApplication(['attnviz'])"
_WITHOUT_SCREEN = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs")


def problem(needs_screen: bool, instead: str = _INSTEAD, alone: bool = True) -> str | None:
    """Return a sentence that says why no window can be opened, and what to do; None if one can.

    Without `needs_screen`, Qt is told to draw into memory, and only its libraries are looked for. instead: a sentence
    on what can be done without a screen. alone: False where other threads may run, so that a child is started anew.
    """
    if not needs_screen:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if missing := missing_library():
        return missing
    if not needs_screen or not sys.platform.startswith("linux"):
        return None
    if os.environ.get("QT_QPA_PLATFORM", "").split(":")[0] in _WITHOUT_SCREEN:
        return None
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return f"there is no screen to open a window on. {instead}"
    if not (_can_connect() if alone else _can_connect_anew()):
        return (
            f"the screen did not answer, or a library for it is missing. {instead}. "
            f"On Debian and Ubuntu the libraries are: apt-get install {_LIBRARIES}"
        )
    return None


def missing_library() -> str | None:
    """Return a sentence that says which library keeps Qt from being loaded; None if it can be."""
    try:
        import PySide6.QtWidgets  # noqa: F401  (the first import that loads the system's libraries)
    except ImportError as error:
        return f"Qt could not be loaded ({error}). On Debian and Ubuntu: apt-get install {_LIBRARIES}"
    return None


def _can_connect() -> bool:
    """Let a child process start Qt, and see whether it lives."""
    child = os.fork()
    if child == 0:
        _try_and_exit()
    _, status = os.waitpid(child, 0)
    return os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0


def _can_connect_anew() -> bool:
    """Let another Python start Qt: a child of a process with threads may wait for ever for one it doesn't have."""
    try:
        tried = subprocess.run([sys.executable, "-c", _TRY], capture_output=True, timeout=20, check=False)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


def _try_and_exit() -> None:
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # Qt aborts: no core file for that
        from PySide6.QtGui import QGuiApplication

        QGuiApplication(["attnviz"])
        os._exit(0)
    finally:
        os._exit(1)
