"""The values of a lesson's settings: from the word behind the colon to what a scene holds. Runs nothing a file says."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final

from attnviz.core.kinds import KINDS
from attnviz.core.positions import POSITIONS
from attnviz.state.lesson import MATRICES, PANELS, QT_TRANSLATE_NOOP, WIDGETS, Highlight, Mistake
from attnviz.state.scene import (
    COMPARED,
    COOLEST,
    FEWEST_KINDS,
    HEADS_ORDERS,
    HOTTEST,
    LEAST_TOP_P,
    LONGEST_SOURCE,
    LONGEST_TEXT,
    LONGEST_WORD,
    MAP_KINDS,
    MODELS,
    MOST_CANDIDATES,
    MOST_DECIMALS,
    MOST_DILATION,
    MOST_FEATURES,
    MOST_GLOBAL,
    MOST_HEADS,
    MOST_KINDS,
    MOST_LAYERS,
    MOST_PADDING,
    SOURCES,
    STRONGEST,
    VIEWS,
    WIDEST,
    WIDEST_WINDOW,
)

_LARGEST: Final = 10**9  # a count of tokens in a file, just to end somewhere
_YES, _NO = ("yes", "on", "true"), ("no", "off", "false")


def read(key: str, value: str) -> Any:
    """Return what the setting `key` is set to by `value`. Raises Mistake if the one is unknown or the other wrong."""
    if key not in _READERS:
        raise Mistake(
            QT_TRANSLATE_NOOP("LessonError", "'{value}' is not a setting; known are: {known}"),
            value=key,
            known=", ".join(KNOWN),
        )
    return _READERS[key](key, value if key in _IN_WORDS else unicodedata.normalize("NFKC", value).lower())


def quoted(value: str) -> str:
    """Return `value` as it can stand behind a colon: as it is, or in quotation marks as JSON writes it.

    >>> quoted("the cat"), quoted(" two\\nlines")
    ('the cat', '" two\\\\nlines"')
    """
    if value and value == value.strip() and value[0] != '"' and not re.search("[\0-\x1f\x7f\ud800-\udfff]", value):
        return value
    return json.dumps(value, ensure_ascii=re.search("[\ud800-\udfff]", value) is not None)


def unquoted(key: str, value: str) -> str:
    """Return what `quoted` was given. Raises Mistake for a quotation that doesn't end."""
    if not value.startswith('"'):
        return value
    try:
        found = json.loads(value, strict=False)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, str):
        raise Mistake(
            QT_TRANSLATE_NOOP(
                "LessonError", "{key} begins with a quotation mark, so it must end with one: {value} does not"
            ),
            key=key,
            value=value,
        )
    return found


def whole(key: str, value: str, least: int, most: int) -> int:
    """Return the number. Raises Mistake for anything else than a whole one from `least` to `most`."""
    if re.fullmatch("[0-9]{1,12}", value) and least <= int(value) <= most:
        return int(value)
    raise Mistake(
        QT_TRANSLATE_NOOP("LessonError", "{key} must be a whole number from {least} to {most}, not '{value}'"),
        key=key,
        least=least,
        most=most,
        value=value,
    )


def _text(key: str, value: str) -> str:
    return _at_most(key, unquoted(key, value), LONGEST_TEXT)


def _word(key: str, value: str) -> str:
    return _at_most(key, unquoted(key, value), LONGEST_WORD)


def _at_most(key: str, value: str, most: int) -> str:
    if len(value) > most:
        raise Mistake(QT_TRANSLATE_NOOP("LessonError", "{key} must have at most {most} characters"), key=key, most=most)
    return value


def _yes(key: str, value: str) -> bool:
    if value not in _YES + _NO:
        raise Mistake(QT_TRANSLATE_NOOP("LessonError", "{key} must be yes or no, not '{value}'"), key=key, value=value)
    return value in _YES


def _one_of(*known: str) -> Callable[[str, str], str]:
    def read(key: str, value: str) -> str:
        if value not in known:
            raise Mistake(
                QT_TRANSLATE_NOOP("LessonError", "{key} must be one of {known}, not '{value}'"),
                key=key,
                known=", ".join(known),
                value=value,
            )
        return value

    return read


def _number(least: int, most: int, shift: int = 0, nothing: str = "") -> Callable[[str, str], int | None]:
    """Return a reader of whole numbers; `shift` is added; the word `nothing` stands for None."""

    def read(key: str, value: str) -> int | None:
        if nothing and value == nothing:
            return None
        if nothing and not re.fullmatch("[0-9]+", value):
            raise Mistake(
                QT_TRANSLATE_NOOP("LessonError", "{key} must be a token counted from 1, or {nothing}, not '{value}'"),
                key=key,
                nothing=nothing,
                value=value,
            )  # fmt: skip
        return whole(key, value, least, most) + shift

    return read


def _or_none(least: int, most: int) -> Callable[[str, str], int | None]:
    """Return a reader of whole numbers, or none."""

    def read(key: str, value: str) -> int | None:
        return None if value == "none" else whole(key, value, least, most)

    return read


def _second_text(key: str, value: str) -> str | None:
    return None if value == "none" else _text(key, value)


def _tokens(key: str, value: str) -> tuple[int, ...]:
    """Return "1, 3" as places counted from 0."""
    if value == "none":
        return ()
    found = [word.strip() for word in re.split("[,、]", value)]
    if len(found) > MOST_GLOBAL or not all(re.fullmatch("[1-9][0-9]{0,8}", word) for word in found):
        raise Mistake(
            QT_TRANSLATE_NOOP("LessonError", "{key} must be tokens counted from 1 such as 1,3, or none, not '{value}'"),
            key=key,
            value=value,
        )
    return tuple(sorted({int(word) - 1 for word in found}))


def _cells(key: str, value: str) -> tuple[tuple[int, int, bool], ...]:
    """Return "3,2 shown; 1,2 hidden" as cells counted from 0, in order."""
    cells: dict[tuple[int, int], bool] = {}
    for cell in value.split(";") if value != "none" else ():
        place, _, word = cell.strip().rpartition(" ")
        row_column = _places(place.strip())
        if len(row_column) != 2 or word not in ("shown", "hidden"):
            raise Mistake(
                QT_TRANSLATE_NOOP(
                    "LessonError", "{key} must be cells such as 3,2 shown; 1,2 hidden, or none, not '{value}'"
                ),
                key=key,
                value=value,
            )
        cells[row_column[0], row_column[1]] = word == "shown"
    return tuple((*place, cells[place]) for place in sorted(cells))


def _kinds(key: str, value: str) -> tuple[str, ...]:
    found = tuple(word.strip() for word in re.split("[,、]", value))
    if not FEWEST_KINDS <= len(found) <= MOST_KINDS or len(set(found)) < len(found) or not set(found) <= set(KINDS):
        raise Mistake(
            QT_TRANSLATE_NOOP("LessonError", "{key} must be {least} to {most} of {known}, not '{value}'"),
            key=key,
            least=FEWEST_KINDS,
            most=MOST_KINDS,
            known=", ".join(KINDS),
            value=value,
        )
    return found


def _share(key: str, value: str) -> float:
    return _decimal(key, value, LEAST_TOP_P, 1.0)


def _temperature(key: str, value: str) -> float:
    return _decimal(key, value, COOLEST, HOTTEST)


def _decimal(key: str, value: str, least: float, most: float) -> float:
    if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,20})?", value) and least <= float(value) <= most:
        return float(value)
    raise Mistake(
        QT_TRANSLATE_NOOP("LessonError", "{key} must be a number from {least} to {most}, not '{value}'"),
        key=key,
        least=f"{least:g}",
        most=f"{most:g}",
        value=value,
    )


def _source(key: str, value: str) -> str:
    return _at_most(key, unquoted(key, value), LONGEST_SOURCE)


def _strength(key: str, value: str) -> float:
    if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,20})?", value) and 1.0 <= float(value) <= STRONGEST:
        return float(value)
    raise Mistake(
        QT_TRANSLATE_NOOP("LessonError", "{key} must be a number from 1 to {most}, not '{value}'"),
        key=key,
        most=f"{STRONGEST:.0f}",
        value=value,
    )


def _places(value: str) -> list[int]:
    """Return "3" or "3,2" as places counted from 0; nothing if it is neither."""
    found = re.fullmatch(r"([0-9]{1,9})(?:\s*[,、]\s*([0-9]{1,9}))?", value)
    places = [int(group) - 1 for group in found.groups() if group] if found else []
    return places if min(places, default=-1) >= 0 else []


def _pinned(key: str, value: str) -> tuple[int, int | None] | None:
    if value == "none":
        return None
    places = _places(value)
    if not places:
        raise Mistake(
            QT_TRANSLATE_NOOP("LessonError", "{key} must be a row as in 3, a cell as in 3,2, or none, not '{value}'"),
            key=key,
            value=value,
        )  # fmt: skip
    return places[0], places[1] if len(places) == 2 else None


def _swapped(key: str, value: str) -> tuple[int, int] | None:
    if value == "none":
        return None
    places = _places(value)
    if len(places) != 2:
        raise Mistake(
            QT_TRANSLATE_NOOP("LessonError", "{key} must be two tokens such as 1,3, or none, not '{value}'"),
            key=key,
            value=value,
        )
    if places[0] == places[1]:
        raise Mistake(
            QT_TRANSLATE_NOOP("LessonError", "{key} must be two different tokens, not '{value}'"), key=key, value=value
        )
    return places[0], places[1]


def _highlight(key: str, value: str) -> Highlight | None:
    if value == "none":
        return None
    if value in WIDGETS:
        return Highlight("widget", value)
    kind, _, rest = value.partition(" ")
    places = _places(rest.strip())
    if kind == "cell" and len(places) == 2:
        return Highlight("cell", row=places[0], column=places[1])
    if kind == "row" and len(places) == 1:
        return Highlight("row", row=places[0])
    if kind == "column" and len(places) == 1:
        return Highlight("column", column=places[0])
    raise Mistake(
        QT_TRANSLATE_NOOP(
            "LessonError", "{key} must be row 3, column 2, cell 3,2, none or one of {known}, not '{value}'"
        ),
        key=key,
        known=", ".join(WIDGETS),
        value=value,
    )  # fmt: skip


# What decides the matrices; each of them also stands for the pinned picture, with "reference " before it
_PICTURE: Final[Mapping[str, Callable[[str, str], Any]]] = {
    "text": _text,
    "model": _one_of(*MODELS),
    "dimension": _number(1, WIDEST),
    "causal": _yes,
    "scaled": _yes,
    "kind": _one_of(*MAP_KINDS),
    "heads": _number(1, MOST_HEADS),
    "kv heads": _number(1, MOST_HEADS),
    "head": _number(1, MOST_HEADS, -1),
    "view": _one_of(*VIEWS),
    "position": _one_of(*POSITIONS),
    "window": _or_none(1, WIDEST_WINDOW),
    "dilation": _number(1, MOST_DILATION),
    "global tokens": _tokens,
    "drawn cells": _cells,
    "hidden token": _number(1, _LARGEST, -1, "none"),
    "padding": _number(0, MOST_PADDING),
    "second text": _second_text,
    "features": _number(1, MOST_FEATURES),
    "source": _source,
    "layer": _number(1, MOST_LAYERS, -1),
    "rescaled": _yes,
}
_READERS: Final[Mapping[str, Callable[[str, str], Any]]] = {
    **_PICTURE,
    "pinned": _pinned,
    "change token": _number(1, _LARGEST, -1, "last"),
    "change word": _word,
    "change nines": _yes,
    "change strength": _strength,
    "swapped": _swapped,
    "scaling source": _one_of(*SOURCES),
    "cache step": _number(1, _LARGEST, -1, "last"),
    "ledger decimals": _number(1, MOST_DECIMALS),
    "compared": _one_of(*COMPARED),
    "kinds": _kinds,
    "temperature": _temperature,
    "top k": _number(0, MOST_CANDIDATES),
    "top p": _share,
    "lines": _tokens,
    "heads order": _one_of(*HEADS_ORDERS),
    "dimmed": _yes,
    "reference": _one_of("none", "previous"),
    **{f"reference {key}": reader for key, reader in _PICTURE.items()},
    "panel": _one_of(*PANELS),
    "shown": _one_of(*MATRICES),
    "highlight": _highlight,
}
KNOWN: Final = tuple(_READERS)
PICTURE_KEYS: Final = tuple(_PICTURE)
_IN_WORDS: Final = (  # taken as they are written
    "text", "second text", "source", "change word", "reference text", "reference second text", "reference source",
)  # fmt: skip
