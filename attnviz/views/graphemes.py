"""Cutting text between characters as a person sees them (graphemes), never inside an emoji or an accented letter.

Pure functions over strings. They must not know any widget.
"""

from __future__ import annotations

from PySide6.QtCore import QTextBoundaryFinder

_WINDOW = 64  # code points looked at on each side of a cut; longer graphemes are cut like any other text


def utf16_length(text: str) -> int:
    """Return the length of `text` in UTF-16 units, the unit in which Qt counts positions."""
    if text.isascii():
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _code_points(text: str, units: int) -> int:
    """Return how many code points of `text` its first `units` UTF-16 units hold."""
    if text.isascii():
        return units
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore"))


def cut(text: str, limit: int) -> str:
    """Return the start of `text`, at most `limit` code points, ending between two graphemes."""
    if len(text) <= limit:
        return text
    start = max(0, limit - _WINDOW)
    window = text[start : limit + _WINDOW]
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, window)
    finder.setPosition(utf16_length(window[: limit - start]))
    if not finder.isAtBoundary():
        previous = finder.toPreviousBoundary()
        if previous > 0:
            return text[: start + _code_points(window, previous)]
    return text[:limit]


def elide(text: str, most: int = 24) -> str:
    """Return `text`, or its first `most` - 1 graphemes and an ellipsis when it has more than `most`."""
    if len(text) <= most:
        return text
    head = text[: most * _WINDOW]
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, head)
    ends: list[int] = []
    while len(ends) <= most and (position := finder.toNextBoundary()) != -1:
        ends.append(position)
    if len(ends) <= most and len(head) == len(text):
        return text
    end = ends[most - 2] if len(ends) > most - 2 else ends[-1]
    return head[: _code_points(head, end)] + "…"
