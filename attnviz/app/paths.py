"""Where things lie: resources, settings, the running scene, the log. Must not read or write them."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from platformdirs import PlatformDirs

_DIRS = PlatformDirs("attnviz", appauthor=False)


def resources() -> Path:
    """Return the folder of icons, examples and pictures, in a checkout as well as in an installed package."""
    package = Path(str(files("attnviz")))
    inside = package / "resources"
    return inside if inside.is_dir() else package.parent / "resources"


def settings_file() -> Path:
    """Return the file for window size, text size, theme and recent files."""
    return Path(_DIRS.user_config_dir) / "settings.ini"


def running_folder() -> Path:
    """Return the folder that holds the running scenes."""
    return Path(_DIRS.user_data_dir)


def log_file() -> Path:
    """Return the file that unexpected errors are written to."""
    return Path(_DIRS.user_log_dir) / "attnviz.log"
