"""Where the pinned cell goes when a key is pressed. Pure; must not know widgets."""

from __future__ import annotations

from PySide6.QtCore import Qt

from attnviz.views.heatmap_picture import Cell

_KEYS = Qt.Key
_STEPS = {_KEYS.Key_Up: (-1, 0), _KEYS.Key_Down: (1, 0), _KEYS.Key_Left: (0, -1), _KEYS.Key_Right: (0, 1)}
_PAGES = {_KEYS.Key_PageUp: -1, _KEYS.Key_PageDown: 1}
_ENDS = {_KEYS.Key_Home: 0, _KEYS.Key_End: 1}
MOVING = frozenset({*_STEPS, *_PAGES, *_ENDS})


def moved_pin(pin: Cell | None, key: int, whole: bool, rows: int, columns: int, page: int) -> Cell:
    """Return the cell to pin after a key of MOVING; a column of None is the whole row, left of the first column.

    Arrows go one cell; Home and End to the ends of the row, with `whole` (Ctrl) to the first and last cell; the page
    keys `page` rows. From nothing, any key pins row 0.
    """
    if pin is None:
        return 0, None
    row, column = pin[0], -1 if pin[1] is None else pin[1]
    pressed = Qt.Key(key)
    if pressed in _STEPS:
        down, right = _STEPS[pressed]
        row, column = row + down, column + right
    elif pressed in _PAGES:
        row += _PAGES[pressed] * page
    else:
        column = (columns - 1) * _ENDS[pressed]
        row = (rows - 1) * _ENDS[pressed] if whole else row
    row, column = max(0, min(rows - 1, row)), max(-1, min(columns - 1, column))
    return row, None if column < 0 else column
