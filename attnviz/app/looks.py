"""Theme and text size for the whole application: palette, style sheet, font. The only place that sets them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF
from PySide6.QtWidgets import QApplication

from attnviz.app import paths
from attnviz.views import theme
from attnviz.views.style import style_sheet

_SMALLEST_BASE = 11.0  # points at 100 %: the back row reads it, too
_SCHEMES = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark, "system": Qt.ColorScheme.Unknown}


class Looks(QObject):
    """Applies a theme choice and a text size, and follows the system where that is the choice."""

    def __init__(self, application: QApplication, parent: QObject | None = None) -> None:
        """Take the system's font as it is at start for 100 %; `base` is its size in points, never too small."""
        super().__init__(parent)
        self._application = application
        self._font = QFont(application.font())
        self.base = max(self._font.pointSizeF(), _SMALLEST_BASE)
        self._zoom, self._theme = 0, ""  # nothing yet
        self.least = 0  # per cent that the text size doesn't go under, whatever is asked for
        application.setStyle("Fusion")
        application.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)

    def use_families(self, fallbacks: tuple[str, ...]) -> None:
        """Let those of these font families that are installed stand in for what the system's font doesn't have."""
        installed = [family for family in fallbacks if family in QFontDatabase.families()] if fallbacks else []
        self._font.setFamilies([self._font.family(), *installed])

    def apply(self, theme_choice: str, zoom: int) -> None:
        """Show the window in a theme ("system", "light", "dark") at a text size in per cent."""
        zoom = max(zoom, self.least)
        if (theme_choice, zoom) == (self._theme, self._zoom):
            return
        self._theme, self._zoom = theme_choice, zoom
        self._application.styleHints().setColorScheme(_SCHEMES[theme_choice])
        self._paint()

    @contextmanager
    def light(self) -> Iterator[None]:
        """Show everything in light colours for a moment, for a picture; nothing is painted on the screen meanwhile."""
        dark = self._is_dark()
        if dark:
            self._colour(theme.LIGHT)
        try:
            yield
        finally:
            if dark:
                self._colour(theme.DARK)

    def _on_scheme_changed(self) -> None:
        if self._theme == "system":
            self._paint()

    def _paint(self) -> None:
        font = QFont(self._font)
        font.setPointSizeF(self.base * self._zoom / 100)
        self._application.setFont(font)
        # A widget with a style sheet keeps the size it has when the sheet comes: so the font has to be there first
        QCoreApplication.sendPostedEvents(None, QEvent.Type.ApplicationFontChange.value)
        self._colour(theme.DARK if self._is_dark() else theme.LIGHT)

    def _colour(self, chosen: theme.Theme) -> None:
        self._application.setPalette(theme.palette(chosen))
        em = QFontMetricsF(self._application.font()).height()
        self._application.setStyleSheet(style_sheet(chosen, em, paths.resources() / "icons"))

    def _is_dark(self) -> bool:
        if self._theme != "system":
            return self._theme == "dark"
        return self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
