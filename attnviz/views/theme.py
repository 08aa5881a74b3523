"""The colours of the window, light and dark.

One place for every colour.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication


@dataclass(frozen=True)
class Theme:
    """Named colours, each a `#rrggbb` string. `dark` says which way round light and dark are."""

    dark: bool
    window: str  # bars, panels
    canvas: str  # behind the heat map
    field: str  # text fields, buttons
    text: str
    muted: str  # secondary text; at least 4.5 : 1 on window and canvas
    border: str
    accent: str
    on_accent: str  # text on the accent colour
    good: str  # "nothing moved"
    good_field: str
    moved: str  # "something moved"
    moved_field: str
    moved_mark: str  # the small squares of changed values
    quiet_mark: str  # the small squares of unchanged values


LIGHT = Theme(
    dark=False,
    window="#ffffff",
    canvas="#f5f7fa",
    field="#ffffff",
    text="#1a2033",
    muted="#5c667e",
    border="#d5dae5",
    accent="#3949ab",
    on_accent="#ffffff",
    good="#0b6e4b",
    good_field="#e3f5ec",
    moved="#b03a06",
    moved_field="#fdeee2",
    moved_mark="#fb8c00",
    quiet_mark="#e2e6ee",
)

DARK = Theme(
    dark=True,
    window="#191c26",
    canvas="#12141c",
    field="#232735",
    text="#eceff7",
    muted="#a3adc4",
    border="#3a4054",
    accent="#8c9eff",
    on_accent="#10131c",
    good="#7fe0b5",
    good_field="#143328",
    moved="#ffb27a",
    moved_field="#3b2416",
    moved_mark="#ff9d3c",
    quiet_mark="#343a4d",
)


def current() -> Theme:
    """Return the theme the application palette stands for, so that a widget needs no theme of its own."""
    window = QApplication.palette().color(QPalette.ColorRole.Window)
    return DARK if window.lightness() < 128 else LIGHT


def palette(theme: Theme) -> QPalette:
    """Return the Qt palette of `theme`; Qt's own widgets and dialogs follow it."""
    role = QPalette.ColorRole
    made = QPalette(QColor(theme.field), QColor(theme.window))
    colours = {
        role.Window: theme.window,
        role.WindowText: theme.text,
        role.Base: theme.field,
        role.AlternateBase: theme.canvas,
        role.Text: theme.text,
        role.Button: theme.field,
        role.ButtonText: theme.text,
        role.PlaceholderText: theme.muted,
        role.Highlight: theme.accent,
        role.HighlightedText: theme.on_accent,
        role.ToolTipBase: theme.field,
        role.ToolTipText: theme.text,
        role.Link: theme.accent,
        role.Mid: theme.border,
        role.Accent: theme.accent,
    }
    for colour_role, colour in colours.items():
        made.setColor(colour_role, QColor(colour))
    for colour_role in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, colour_role, QColor(theme.muted))
    return made
