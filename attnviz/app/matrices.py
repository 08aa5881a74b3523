"""The names of the steps from x to the output, and one sentence on a row of each. Must not compute but ranges."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from attnviz.views.verdict_label import short_number

SQUARE: Final = ("raw_scores", "scores", "masked_scores", "weights")  # a row and a column for each token


def title(step: str) -> str:
    """Return what the heading over the map calls a step."""
    words = {
        "x": QCoreApplication.translate("Matrices", "Input x"),
        "query": QCoreApplication.translate("Matrices", "Queries Q = x·W_q"),
        "key": QCoreApplication.translate("Matrices", "Keys K = x·W_k"),
        "raw_scores": QCoreApplication.translate("Matrices", "Raw scores Q·Kᵀ"),
        "scores": QCoreApplication.translate("Matrices", "Scores"),
        "masked_scores": QCoreApplication.translate("Matrices", "Masked scores"),
        "weights": QCoreApplication.translate("Matrices", "Attention weights"),
        "value": QCoreApplication.translate("Matrices", "Values V = x·W_v"),
        "output": QCoreApplication.translate("Matrices", "Output = weights·V"),
    }
    return words[step]


def difference_title() -> str:
    """Return what the heading calls the difference of two pictures."""
    return QCoreApplication.translate("Matrices", "Difference B − A")


def reference_title() -> str:
    """Return what the heading calls the pinned picture."""
    return QCoreApplication.translate("Matrices", "Pinned picture A")


def subtitle(step: str) -> str:
    """Return what rows and columns are."""
    if step in SQUARE:
        return QCoreApplication.translate("Matrices", "row looks → column is looked at")
    return QCoreApplication.translate("Matrices", "a row for each token, a column for each dimension")


def limit(values: NDArray[Any]) -> float:
    """Return the largest finite magnitude: the end of the colour scale on both sides of 0."""
    finite = values[np.isfinite(values)]
    return float(np.abs(finite).max(initial=0.0)) or 1.0


def row_sentence(values: NDArray[Any], token: str) -> str:
    """Return one sentence on a row of a matrix other than the weights."""
    finite = values[np.isfinite(values)]
    words = QCoreApplication.translate("Matrices", "“{token}”: numbers from {least} to {most}.")
    least, most = (short_number(float(end)).replace("-", "−") for end in (finite.min(), finite.max()))
    return words.format(token=token, least=least, most=most)


def guess(token: str) -> str:
    """Return the question over a row whose numbers are covered."""
    words = QCoreApplication.translate("Matrices", "Where does “{token}” look? Click its row to see.")
    return words.format(token=token)
