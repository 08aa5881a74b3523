"""What text may stand in the text field, and how much of it is laid out.

Pure functions over strings. They must not know any widget.
"""

from __future__ import annotations

import re

LIMIT = 8_000  # characters laid out: keeps a key press under about 8 ms
HEAVY_LIMIT = 3_000  # the same with characters that cost more to lay out: Chinese, Japanese, Arabic, emoji
SLACK = 500  # characters that may be typed beyond it before they move to the tail
_NEWLINES = ("\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029")
_HEAVY = re.compile("[^\x00-\u024f\u2010-\u203a]")
# Control characters, lone surrogates, Qt's own frame marks and object marks.
_UNWANTED = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffc\ufffe\uffff]")


def clean(text: str) -> str:
    """Return `text` with every line break as a newline, and without characters that mean nothing in a sentence."""
    if text.replace("\n", "").isprintable():  # nothing to do, and quick to find out
        return text
    for newline in _NEWLINES:
        text = text.replace(newline, "\n")
    return _UNWANTED.sub("", text)


def laid_out(text: str) -> int:
    """Return how many characters of `text` the document may hold."""
    return LIMIT if len(text) <= HEAVY_LIMIT or not _HEAVY.search(text, 0, LIMIT) else HEAVY_LIMIT


def common_ends(old: str, new: str) -> tuple[int, int]:
    """Return how many characters `old` and `new` share at their start, and at their end beyond that."""
    start = _shared(old, new, len(old[: len(new)]))
    rest_old, rest_new = old[start:], new[start:]
    return start, _shared(rest_old[::-1], rest_new[::-1], min(len(rest_old), len(rest_new)))


def _shared(one: str, other: str, most: int) -> int:
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
