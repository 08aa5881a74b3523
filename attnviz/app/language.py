"""The language of the window: the system's, or the one that was chosen. Must not say anything itself."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from attnviz.app import paths

# Proportional faces; without them Qt may take digits next to kana from a monospaced one
FALLBACK_FONTS: Final = {"ja": ("Noto Sans CJK JP", "IPAexGothic", "IPAPGothic")}
LANGUAGES: Final = {"system": "", "en": "English", "ja": "日本語"}  # each by its own name
_TRANSLATED: Final = ("ja",)
# Words of Qt's own file dialog that its translations lack: named here, they come into ours
_OF_QT: Final = (
    QT_TRANSLATE_NOOP("QFileDialog", "&Look in:"),
    QT_TRANSLATE_NOOP("QFileDialog", "Files of &type:"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "Drive"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "Folder"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "File"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "%1 File"),
)


class Language:
    """Holds the translators that are installed in the application."""

    def __init__(self, application: QApplication) -> None:
        """Start in English, the language of the source."""
        self._application = application
        self._installed: list[QTranslator] = []
        self.code = "en"

    def apply(self, choice: str) -> None:
        """Speak the language `choice`, one of LANGUAGES; windows made from now on do, and Qt's own dialogs."""
        self.forget()
        self.code = _system() if choice == "system" else choice
        QLocale.setDefault(QLocale.system() if choice == "system" else QLocale(self.code))
        if self.code in _TRANSLATED:
            self._install(f"attnviz_{self.code}", str(paths.resources() / "translations"))
            self._install(f"qtbase_{self.code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))

    def forget(self) -> None:
        """Take the translators out of the application."""
        for translator in self._installed:
            self._application.removeTranslator(translator)
        self._installed = []

    def _install(self, name: str, folder: str) -> None:
        translator = QTranslator()
        if translator.load(name, folder):
            self._application.installTranslator(translator)
            self._installed.append(translator)


def _system() -> str:
    """Return the first of the system's languages that we have; otherwise English."""
    for name in QLocale.system().uiLanguages():
        code = name.split("-")[0]
        if code in LANGUAGES:
            return code
    return "en"
