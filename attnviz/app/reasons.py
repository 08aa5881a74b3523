"""Why something failed, in the language of the window. Must not itself raise."""

from __future__ import annotations

import errno
import os
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from attnviz.state.saving import UnreadableFile

# The errors that files meet, in the words of the C library, which are English whatever the window speaks
_OF_SYSTEM: Final = {
    errno.ENOENT: QT_TRANSLATE_NOOP("Reason", "No such file or directory"),
    errno.EACCES: QT_TRANSLATE_NOOP("Reason", "Permission denied"),
    errno.EPERM: QT_TRANSLATE_NOOP("Reason", "Operation not permitted"),
    errno.ENOSPC: QT_TRANSLATE_NOOP("Reason", "No space left on device"),
    errno.EROFS: QT_TRANSLATE_NOOP("Reason", "Read-only file system"),
    errno.EISDIR: QT_TRANSLATE_NOOP("Reason", "Is a directory"),
    errno.ENOTDIR: QT_TRANSLATE_NOOP("Reason", "Not a directory"),
    errno.EEXIST: QT_TRANSLATE_NOOP("Reason", "File exists"),
    errno.ENAMETOOLONG: QT_TRANSLATE_NOOP("Reason", "File name too long"),
    errno.EMFILE: QT_TRANSLATE_NOOP("Reason", "Too many open files"),
    errno.EBUSY: QT_TRANSLATE_NOOP("Reason", "Device or resource busy"),
    errno.EIO: QT_TRANSLATE_NOOP("Reason", "Input/output error"),
}


def reason(error: Exception) -> str:
    """Return what is wrong, without the file names that go with it."""
    if isinstance(error, UnreadableFile):
        return QCoreApplication.translate("UnreadableFile", error.template).format(**error.fields)
    if isinstance(error, OSError) and error.errno is not None:
        words = _OF_SYSTEM.get(error.errno)
        return os.strerror(error.errno) if words is None else QCoreApplication.translate("Reason", str(words))
    return str(error)
