"""Sentences one after the other, and lists: with the spaces and commas of the language on the screen.

It puts words together; it must not find any.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import Formatter

from PySide6.QtCore import QCoreApplication

from attnviz.views.span_label import Span


def joined(*sentences: str) -> str:
    """Return the sentences one after the other, without empty ones.

    >>> joined("It stays.", "", "To the bit.")
    'It stays. To the bit.'
    """
    whole = ""
    for sentence in sentences:
        whole = _pair().format(first=whole, second=sentence) if whole and sentence else whole or sentence
    return whole


def joined_spans(first: Span, second: Span) -> list[Span]:
    """Return two sentences of different looks one after the other.

    >>> [span.text for span in joined_spans(Span("Acts nowhere.", "strong"), Span("None is told."))]
    ['Acts nowhere.', ' ', 'None is told.']
    """
    spans, named = [], {"first": first, "second": second}
    for between, name, _, _ in Formatter().parse(_pair()):
        if between:
            spans.append(Span(between))
        if name is not None:
            spans.append(named[name])
    return spans


def listed(parts: Iterable[str]) -> str:
    """Return the parts with commas between them, without empty ones.

    >>> listed(["all tokens", "", "not measured yet"])
    'all tokens, not measured yet'
    """
    return QCoreApplication.translate("Sentences", ", ").join(filter(None, parts))


def _pair() -> str:
    return QCoreApplication.translate("Sentences", "{first} {second}")
