"""What each kind of attention is called, and what its numbers are. It finds words; it must not compute or draw."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np
from PySide6.QtCore import QCoreApplication

from attnviz.core.kinds import KINDS
from attnviz.core.kinds.kind import StateTrace, Traced
from attnviz.views.heatmap_figures import percent_text
from attnviz.views.verdict_label import short_number

Nature: TypeAlias = Literal["shares", "signed", "influence"]

_FIXED = "\xa0"  # a space at which no line breaks


def title(key: str) -> str:
    """Return what the kind `key` is called; the key itself for one that is not in the list."""
    entry = KINDS.get(key)
    return key if entry is None else QCoreApplication.translate("Kinds", entry.title)


def sentence(key: str) -> str:
    """Return one plain sentence about the kind `key`; its title for a kind there are no words for."""
    return _sentences().get(key) or title(key)


def map_title(key: str) -> str:
    """Return the shortest name of what the large map shows, for `key`, one of `scene.MAP_KINDS`.

    Full, causal and window are all softmax there, and who may look where is the mask's.
    """
    words = {
        "softmax": QCoreApplication.translate("KindWords", "Softmax"),
        "linear": QCoreApplication.translate("KindWords", "Linear"),
        "state_space": QCoreApplication.translate("KindWords", "State space"),
    }
    return words.get(key) or title(key)


def map_sentence(key: str) -> str:
    """Return one plain sentence about what the large map shows for `key`, one of `scene.MAP_KINDS`."""
    if key == "softmax":
        return QCoreApplication.translate("KindWords", "Each token shares out 100 % over the tokens that it may see.")
    if key == "linear":
        return QCoreApplication.translate(
            "KindWords", "ELU + 1 replaces the exponential: tokens need not be compared pair by pair."
        )
    return sentence(key)


def _sentences() -> dict[str, str]:
    return {
        "full": QCoreApplication.translate("KindWords", "Every token looks at all tokens."),
        "causal": QCoreApplication.translate("KindWords", "A token looks at itself and at those before it."),
        "window": QCoreApplication.translate("KindWords", "A token looks at itself and at a few just before it."),
        "linear": QCoreApplication.translate(
            "KindWords", "ELU + 1 replaces the exponential: all tokens are summed up once, not compared pair by pair."
        ),
        "linear_causal": QCoreApplication.translate(
            "KindWords", "Linear attention that looks back only: two running sums hold the whole past."
        ),
        "performer": QCoreApplication.translate(
            "KindWords", "Random features estimate the softmax without looking at every pair."
        ),
        "state_space": QCoreApplication.translate(
            "KindWords", "A state fades and takes in each token; the map shows what that amounts to, token by token."
        ),
        "gru": QCoreApplication.translate(
            "KindWords", "A state with two gates; the map shows how far each token still moves the later states."
        ),
        "lstm": QCoreApplication.translate(
            "KindWords",
            "A state and a cell with three gates; the map shows how far each token still moves them.",
        ),
    }


def nature(trace: Traced) -> Nature:
    """Return what the numbers of a map are: shares of a row, weights with a sign, or influence on a later state."""
    if isinstance(trace, StateTrace):
        return "signed" if trace.signed else "influence"
    return "shares"


def limit(trace: Traced) -> float:
    """Return the number that has the strongest colour: 1 for shares, else the largest magnitude that is finite."""
    if nature(trace) == "shares":
        return 1.0
    finite = np.abs(trace.weights[np.isfinite(trace.weights)])
    return float(finite.max()) if finite.size else 0.0


def scale(trace: Traced) -> str:
    """Return what the numbers of a map are, and the largest there is; of shares that is 100 % everywhere."""
    kind, most = nature(trace), limit(trace)
    if kind == "shares":
        return QCoreApplication.translate("KindWords", "share of a row")
    if kind == "signed":
        words = QCoreApplication.translate("KindWords", "signed weight, at most ±{most}")
        return words.format(most=short_number(most))
    words = QCoreApplication.translate("KindWords", "influence, at most {most}")
    return words.format(most=short_number(most))


def number(trace: Traced, row: int, column: int) -> str:
    """Return the number in a cell as a person reads it; says so where the cell is hidden."""
    if not trace.mask[row, column]:
        return QCoreApplication.translate("KindWords", "hidden")
    value = float(trace.weights[row, column])
    words = percent_text(value) if nature(trace) == "shares" else short_number(value).replace("-", "−")
    return words.replace(" ", _FIXED)
