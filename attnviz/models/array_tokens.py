"""The names of rows and columns of somebody's own weights: as given, or numbers. Must not split or join tokens."""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from attnviz.core import tokens as words
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem

_COUNT: Final = {
    "tokens": QT_TRANSLATE_NOOP(
        "Models", "The weights have {rows} rows and {columns} columns. Tokens given for the rows: {count}."
    ),
    "columns": QT_TRANSLATE_NOOP(
        "Models", "The weights have {rows} rows and {columns} columns. Tokens given for the columns: {count}."
    ),
}
_NO_TEXT: Final = QT_TRANSLATE_NOOP("Models", "Some of the tokens are damaged: they are no text.")
_NO_LIST: Final = QT_TRANSLATE_NOOP("Models", "Tokens are a list of texts, not a “{kind}”.")


def names(tokens: object, columns: object, shape: tuple[int, int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of rows and columns of weights with the last axes `shape`.

    tokens, columns: lists or arrays of texts or of token ids, one text (split as attnviz does), or None: numbers from
    1, or for the columns of a square the tokens of its rows. Raises ModelProblem if there are not as many.
    """
    across = tokens if columns is None and shape[0] == shape[1] else columns
    return _of_axis(tokens, "tokens", shape), _of_axis(across, "columns", shape)


def _of_axis(given: object, axis: str, shape: tuple[int, int]) -> tuple[str, ...]:
    length = shape[0] if axis == "tokens" else shape[1]
    if given is None:
        return tuple(str(number + 1) for number in range(length))
    found = _listed(given)
    if len(found) != length:
        raise ModelProblem(_COUNT[axis], rows=shape[0], columns=shape[1], count=len(found))
    if isinstance(found, np.ndarray) and found.dtype.kind == "U":
        _check_characters(found)
    return tuple(_text(token) for token in found)


def _listed(given: Any) -> Any:
    """Return the tokens as something with a length; a batch of one text is that text."""
    if isinstance(given, str):
        return words.split(given)
    if isinstance(given, list | tuple):
        return given[0] if len(given) == 1 and isinstance(given[0], list | tuple) else given
    found = np.asarray(given.detach().cpu() if hasattr(given, "detach") else given)
    found = found[0] if found.ndim == 2 and len(found) == 1 else found
    if found.ndim != 1:
        raise ModelProblem(_NO_LIST, kind=type(given).__name__)
    return found


def _check_characters(texts: NDArray[np.str_]) -> None:
    """Raise ModelProblem for bits that are no character: Python itself fails on them."""
    codes = np.ascontiguousarray(texts).view(np.dtype("u4").newbyteorder(texts.dtype.byteorder))
    if codes.max(initial=0) > sys.maxunicode:
        raise ModelProblem(_NO_TEXT)


def _text(token: object) -> str:
    """Return a token as text that can be shown: halves of a character without the other half are replaced."""
    text = token.decode("utf-8", "replace") if isinstance(token, bytes) else str(token)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
