"""What is remembered between starts besides the scene: window, text size, theme, colours, recent files.

None of it can be undone. Wrong values in the file count as not there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QByteArray, QSettings

from attnviz.app import paths
from attnviz.app.language import LANGUAGES

THEMES: Final = ("system", "light", "dark")
SMALLEST_ZOOM, LARGEST_ZOOM = 50, 200  # per cent
_MOST_RECENT = 8


class Settings:
    """Typed access to the settings file."""

    def __init__(self) -> None:
        """Open the settings file; it is made when the first value is set."""
        self._store = QSettings(str(paths.settings_file()), QSettings.Format.IniFormat)

    @property
    def zoom(self) -> int:
        """Text size in per cent, 50 … 200."""
        value = self._store.value("zoom", 100)
        try:
            zoom = int(str(value))
        except ValueError:
            return 100
        return zoom if SMALLEST_ZOOM <= zoom <= LARGEST_ZOOM else 100

    @zoom.setter
    def zoom(self, per_cent: int) -> None:
        self._store.setValue("zoom", per_cent)

    @property
    def theme(self) -> str:
        """One of THEMES."""
        return self._choice("theme", THEMES)

    @theme.setter
    def theme(self, name: str) -> None:
        self._store.setValue("theme", name)

    @property
    def panel(self) -> str:
        """The key of the panel that was open last; empty if none was."""
        value = self._store.value("panel", "")
        return value if isinstance(value, str) else ""

    @panel.setter
    def panel(self, key: str) -> None:
        self._store.setValue("panel", key)

    @property
    def language(self) -> str:
        """One of LANGUAGES."""
        return self._choice("language", tuple(LANGUAGES))

    @language.setter
    def language(self, code: str) -> None:
        self._store.setValue("language", code)

    def shows(self, part: str) -> bool:
        """Return whether an optional part of the window is shown: "steps" or "panel"; both are at first."""
        return bool(self._store.value(f"shows_{part}", True, type=bool))

    def set_shows(self, part: str, shown: bool) -> None:
        """Remember whether an optional part of the window is shown."""
        self._store.setValue(f"shows_{part}", shown)

    def colormap(self, names: tuple[str, ...]) -> str:
        """Return the chosen one of `names`, the first if none was chosen."""
        return self._choice("colormap", names)

    def set_colormap(self, name: str) -> None:
        """Remember the colour map."""
        self._store.setValue("colormap", name)

    @property
    def recent(self) -> list[Path]:
        """The files opened or saved last, the newest first."""
        value = self._store.value("recent", [])
        names = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        return [Path(name) for name in names if isinstance(name, str) and name][:_MOST_RECENT]

    def add_recent(self, path: Path) -> None:
        """Put a file at the head of the recent ones."""
        self._set_recent([path, *(other for other in self.recent if other != path)])

    def forget_recent(self, path: Path) -> None:
        """Take a file that is no longer there off the list."""
        self._set_recent([other for other in self.recent if other != path])

    def clear_recent(self) -> None:
        """Forget all recent files."""
        self._set_recent([])

    def layout(self, name: str) -> QByteArray:
        """Return what Qt noted of a window or splitter; empty if nothing."""
        value = self._store.value(name)
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_layout(self, name: str, state: QByteArray) -> None:
        """Remember what Qt notes of a window or splitter."""
        self._store.setValue(name, state)

    def flush(self) -> None:
        """Write what has changed to disk now."""
        self._store.sync()

    def _choice(self, key: str, names: tuple[str, ...]) -> str:
        value = self._store.value(key, names[0])
        return value if isinstance(value, str) and value in names else names[0]

    def _set_recent(self, files: list[Path]) -> None:
        self._store.setValue("recent", [str(path) for path in files[:_MOST_RECENT]])
