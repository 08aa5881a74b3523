"""The application's style sheet: rounded, calm, one accent, on top of Qt's Fusion style.

Every length follows `em`, the line height of the application's font. No font sizes and no families here: a style sheet
that sets a font stops a widget from following the text size. Widgets that paint themselves take colours from `theme`.
"""

from __future__ import annotations

from pathlib import Path
from string import Template

from attnviz.views.theme import Theme

_FIELDS = Template("""
QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QSpinBox, QDoubleSpinBox {
  background: $field; color: $text; placeholder-text-color: $muted; border: 1px solid $border; border-radius: ${r}px;
  selection-background-color: $accent; selection-color: $on_accent; padding: ${pad_v}px ${pad_h}px;
}
QPlainTextEdit, QTextEdit { padding: ${pad_text}px ${pad_h}px; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QComboBox:focus, QComboBox:on,
QSpinBox:focus, QDoubleSpinBox:focus {
  border-color: $accent;
}
QLineEdit:disabled, QPlainTextEdit:disabled, QComboBox:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled {
  color: $muted;
}
QComboBox { padding-right: ${gap}px; combobox-popup: 0; }
QComboBox::drop-down {
  border: none; background: transparent; width: ${em_1_5}px; subcontrol-origin: border; subcontrol-position: right;
}
QComboBox::down-arrow { image: url("$icons/down-$shade.svg"); width: ${arrow}px; height: ${arrow}px; }
QComboBox QAbstractItemView {
  background: $field; color: $text; border: 1px solid $border; outline: none; padding: ${gap}px;
  selection-background-color: $accent; selection-color: $on_accent;
}
QComboBox QAbstractItemView::item { padding: ${gap}px ${pad_h}px; border-radius: ${r_small}px; }
QComboBox QAbstractItemView::item:selected { background: $accent; color: $on_accent; }
QSpinBox, QDoubleSpinBox { padding-right: ${gap}px; }
QAbstractSpinBox QLineEdit { background: transparent; border: none; border-radius: 0; padding: 0; }
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::down-button {
  border: none; background: transparent; width: ${em_1_4}px; height: ${em_0_8}px; subcontrol-origin: border;
}
QSpinBox::up-button, QDoubleSpinBox::up-button { subcontrol-position: top right; margin-top: ${nudge}px; }
QSpinBox::down-button, QDoubleSpinBox::down-button { subcontrol-position: bottom right; margin-bottom: ${nudge}px; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url("$icons/up-$shade.svg"); }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url("$icons/down-$shade.svg"); }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow, QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {
  width: ${small_arrow}px; height: ${small_arrow}px;
}
""")

_BUTTONS = Template("""
QPushButton, QToolButton {
  background: $field; color: $text; border: 1px solid $border; border-radius: ${r}px;
  padding: ${pad_v}px ${pad_button}px;
}
QToolButton { padding: ${gap}px ${gap}px; }
QToolButton[autoRaise="true"] { background: transparent; border-color: transparent; }
QPushButton:hover, QToolButton:hover { border-color: $muted; }
QPushButton:focus, QToolButton:focus { border-color: $accent; }
QPushButton:pressed, QToolButton:pressed, QPushButton:checked, QToolButton:checked {
  background: $accent; color: $on_accent; border-color: $accent;
}
QPushButton:default { border-color: $accent; color: $accent; }
QPushButton:default:pressed { color: $on_accent; }
QPushButton:disabled, QToolButton:disabled { color: $muted; border-color: $border; }
QPushButton::menu-indicator {
  image: url("$icons/down-$shade.svg"); width: ${small_arrow}px; height: ${small_arrow}px; right: ${gap}px;
}
QSlider { min-height: ${handle_2}px; border: 1px solid transparent; border-radius: ${r}px; }
QSlider::groove:horizontal {
  height: ${groove}px; background: $border; border-radius: ${groove_r}px; margin: 0 ${ring}px;
}
QSlider::sub-page:horizontal { background: $accent; border-radius: ${groove_r}px; margin: 0 ${ring}px; }
QSlider::handle:horizontal {
  background: $accent; width: ${handle}px; height: ${handle}px; border-radius: ${handle_r}px;
  margin: -${overhang}px -${ring}px;
  border: ${ring}px solid $window;
}
QSlider::handle:horizontal:hover { border-color: $border; }
QSlider::handle:horizontal:focus { border-color: $accent; background: $field; }
QSlider::sub-page:horizontal:disabled, QSlider::handle:horizontal:disabled { background: $muted; }
""")

_REST = Template("""
QMenuBar { background: $window; color: $text; border-bottom: 1px solid $border; padding: 1px ${gap}px; }
QMenuBar::item { background: transparent; padding: ${gap}px ${em_0_6}px; border-radius: ${r_small}px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $accent; color: $on_accent; }
QMenu { background: $field; color: $text; border: 1px solid $border; padding: ${gap}px; }
QMenu::item { padding: ${gap}px ${em_1_8}px; border-radius: ${r_small}px; border: 1px solid transparent; }
QMenu::item:selected { background: $accent; color: $on_accent; }
QMenu::item:disabled { color: $muted; background: transparent; }
QMenu::separator { height: 1px; background: $border; margin: ${gap}px ${em_0_6}px; }
QMenu::indicator { width: ${small_arrow}px; height: ${small_arrow}px; left: ${em_0_6}px; }
QMenu::indicator:checked { image: url("$icons/check-$shade.svg"); }
QMenu::indicator:checked:selected { image: url("$icons/check-$other.svg"); }
QMenu::right-arrow {
  image: url("$icons/right-$shade.svg"); width: ${small_arrow}px; height: ${small_arrow}px; right: ${em_0_6}px;
}
QMenu::right-arrow:selected { image: url("$icons/right-$other.svg"); }
QStatusBar { background: $window; color: $muted; border-top: 1px solid $border; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: $muted; }
QToolTip { background: $field; color: $text; border: 1px solid $border; padding: ${gap}px ${em_0_4}px; }
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: ${bar}px; }
QScrollBar:horizontal { height: ${bar}px; }
QScrollBar::handle { background: $border; border-radius: ${bar_r}px; margin: 1px; }
QScrollBar::handle:vertical { min-height: ${em_1_5}px; }
QScrollBar::handle:horizontal { min-width: ${em_1_5}px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; background: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
QSplitter::handle { background: $border; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover, QSplitter::handle:pressed { background: $accent; }
""")


def style_sheet(theme: Theme, em: float, icons: Path) -> str:
    """Return the style sheet in the colours of `theme`, for text whose lines are `em` pixels high.

    icons: the folder of the arrows, each in a `-light` and a `-dark` version.
    """
    words = {name: str(value) for name, value in vars(theme).items()} | _lengths(em)
    words["icons"] = icons.as_posix().replace("\\", "\\\\").replace('"', '\\"')
    words["shade"] = "dark" if theme.dark else "light"
    words["other"] = "light" if theme.dark else "dark"
    return "".join(part.substitute(words) for part in (_FIELDS, _BUTTONS, _REST))


def _lengths(em: float) -> dict[str, str]:
    """Return every length of the sheet in whole pixels."""
    groove = max(3, round(0.26 * em) | 1)  # odd, like the handle: so that one sits in the middle of the other
    ring = max(2, round(0.12 * em))
    handle = round(0.85 * em) | 1
    outer = handle + 2 * ring
    lengths = {
        "r": 0.45 * em,
        "r_small": 0.25 * em,
        "pad_v": 0.4 * em,
        "pad_text": 0.25 * em,
        "pad_h": 0.6 * em,
        "pad_button": 0.9 * em,
        "gap": 0.25 * em,
        "nudge": 0.12 * em,
        "arrow": 0.75 * em,
        "small_arrow": 0.6 * em,
        "groove": groove,
        "groove_r": groove // 2,
        "ring": ring,
        "handle": handle,
        "handle_2": outer + 2,
        "handle_r": outer // 2,
        "overhang": (outer - groove) // 2,
        "bar": max(8, 0.55 * em),
        "bar_r": max(8, 0.55 * em) / 2 - 1.5,
        "em_0_4": 0.4 * em,
        "em_0_6": 0.6 * em,
        "em_0_8": 0.8 * em,
        "em_1_4": 1.4 * em,
        "em_1_5": 1.5 * em,
        "em_1_8": 1.8 * em,
    }
    return {name: str(max(1, int(length + 0.5))) for name, length in lengths.items()}
