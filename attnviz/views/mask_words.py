"""The sentences of the panel “Mask”: what a window lets through, what can be seen, which rows would see nothing.

Pure functions of what was chosen and found. They must not find anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from attnviz.experiments.sight import MaskReport
from attnviz.views.graphemes import elide
from attnviz.views.sentences import listed
from attnviz.views.span_label import END_ISOLATE, ISOLATE

_NAMED = 6  # rows; more are counted
_LONGEST = 16  # characters of a token


def quoted(token: str) -> str:
    """Return a token in quotation marks, cut where it is long."""
    words = QCoreApplication.translate("MaskWords", "“{token}”")
    return words.format(token=f"{ISOLATE}{elide(token, _LONGEST)}{END_ISOLATE}")


def sight_words(causal: bool, window: int | None, dilation: int) -> str:
    """Say what a token sees with this pattern."""
    if window is None:
        if causal:
            return QCoreApplication.translate("MaskWords", "Each token sees itself and all before it.")
        return QCoreApplication.translate("MaskWords", "Each token sees all.")
    if window == 1:
        return QCoreApplication.translate("MaskWords", "Each token sees only itself.")
    if causal:
        near = QCoreApplication.translate("MaskWords", "Each token sees itself and {count} before it.")
        far = QCoreApplication.translate("MaskWords", "Each token sees itself and {count} before it, {step} apart.")
    else:
        near = QCoreApplication.translate(
            "MaskWords", "Each token sees itself, {count} before it and {count} after it."
        )
        far = QCoreApplication.translate(
            "MaskWords", "Each token sees itself, {count} before it and {count} after it, {step} apart."
        )
    return (near if dilation == 1 else far).format(count=window - 1, step=dilation)


def visible_words(report: MaskReport) -> str:
    """Say how many cells can be seen."""
    words = QCoreApplication.translate("MaskWords", "{visible} of {total} cells visible")
    return words.format(visible=f"{report.visible:,}", total=f"{report.total:,}")


def cell_words(report: MaskReport, tokens: Sequence[str], row: int, column: int) -> str:
    """Say whether a row may look at a column."""
    words = QCoreApplication.translate("MaskWords", "{query} may not look at {key}.")
    if report.mask[row, column]:
        words = QCoreApplication.translate("MaskWords", "{query} may look at {key}.")
    return words.format(query=quoted(tokens[row]), key=quoted(report.columns[column]))


def blind_words(report: MaskReport, tokens: Sequence[str], crossed: bool) -> str:
    """Say which rows would see nothing, and what they see instead; empty if there are none.

    crossed: the columns are those of another text.
    """
    if not report.blind:
        return ""
    if report.mask.shape[0] != report.mask.shape[1]:
        words = QCoreApplication.translate("MaskWords", "Rows that would see nothing look at everything: {list}.")
    elif crossed:
        words = QCoreApplication.translate(
            "MaskWords", "Rows that would see nothing look at the token of their own place: {list}."
        )
    else:
        words = QCoreApplication.translate("MaskWords", "Rows that would see nothing look at themselves: {list}.")
    return words.format(list=_rows(report.blind, tokens))


def _rows(rows: Sequence[int], tokens: Sequence[str]) -> str:
    named = QCoreApplication.translate("MaskWords", "{token} in place {place}")
    told = listed(named.format(token=quoted(tokens[row]), place=row + 1) for row in rows[:_NAMED])
    if len(rows) <= _NAMED:
        return told
    more = QCoreApplication.translate("MaskWords", "{list} and {count} more")
    return more.format(list=told, count=f"{len(rows) - _NAMED:,}")
