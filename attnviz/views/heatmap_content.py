"""What the heat map holds: weights, or any other matrix of the head. Must not know how it looks.

Checks that the parts fit each other, and says of a cell what the card says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from attnviz.views.heatmap_figures import number_text, small_number_text
from attnviz.views.heatmap_picture import largest
from attnviz.views.heatmap_readout import Readout
from attnviz.views.heatmap_text import shown


@dataclass(frozen=True, eq=False)
class Content:
    """A matrix (n, m) with its labels. `limit` None: shares from 0 to 1; else numbers up to that magnitude."""

    given: NDArray[np.float32]
    values: NDArray[np.float32]  # `given` with 0 in place of what is not finite, for painting
    mask: NDArray[np.bool_]  # True = visible
    row_tokens: tuple[str, ...]
    column_tokens: tuple[str, ...]
    scores: NDArray[np.float32] | None = None  # behind the weights
    limit: float | None = None
    signed: bool = True  # with a limit: numbers from -limit to limit, else from 0 to limit
    attention: bool = False  # the weights: rows look at columns, perhaps those of another text
    masked: bool = False  # `mask` says who may look at whom, and not only which numbers there are

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.row_tokens), len(self.column_tokens)

    @property
    def diverging(self) -> bool:
        """Whether there are numbers on both sides of 0."""
        return self.limit is not None and self.signed

    @property
    def among_tokens(self) -> bool:
        """Whether a cell says something of one token and another."""
        return self.attention or self.row_tokens == self.column_tokens


def weights_content(
    weights: NDArray[np.float32],
    scores: NDArray[np.float32] | None,
    mask: NDArray[np.bool_],
    tokens: Sequence[str],
    columns: Sequence[str] | None = None,
) -> Content:
    """Return attention weights (n, m) as a content: n `tokens` that look at m `columns`, or at each other.

    Raises ValueError if the shapes do not fit.
    """
    rows = tuple(tokens)
    seen = rows if columns is None else tuple(columns)
    shape = len(rows), len(seen)
    for name, array in (("weights", weights), ("scores", scores), ("mask", mask)):
        if array is not None and array.shape != shape:
            raise ValueError(
                f"{name} has shape {array.shape}, but {len(rows)} tokens that look at {len(seen)} need {shape}"
            )
    return Content(weights, weights, mask, rows, seen, scores, attention=True, masked=True)


def matrix_content(
    values: NDArray[np.float32],
    mask: NDArray[np.bool_] | None,
    row_labels: Sequence[str],
    column_labels: Sequence[str],
    signed: bool,
    limit: float | None = None,
) -> Content:
    """Return any matrix (n, m) as a content; what is not finite is hidden. Raises ValueError if the shapes do not fit.

    signed: numbers from -limit to `limit`, or up to the largest visible magnitude; else numbers from 0 to `limit`, or
    shares from 0 to 1.
    """
    rows, columns = tuple(row_labels), tuple(column_labels)
    for name, array in (("values", values), ("mask", mask)):
        if array is not None and array.shape != (len(rows), len(columns)):
            raise ValueError(f"{name} has shape {array.shape}, but the labels need ({len(rows)}, {len(columns)})")
    finite = np.isfinite(values)
    seen = finite if mask is None else mask & finite
    clean = values if finite.all() else np.where(finite, values, np.float32(0.0))
    if signed and limit is None:
        limit = largest(clean if seen.all() else clean[seen])
    return Content(values, clean, seen, rows, columns, limit=limit, signed=signed, masked=mask is not None)


def readout(content: Content, row: int, column: int, covered: bool = False) -> Readout:
    """Return what the card says of a cell; `covered` = its number is not to be told yet."""
    first, second = shown(content.row_tokens[row]), shown(content.column_tokens[column])
    heading = f"{first} → {second}" if content.among_tokens else f"{first} · {second}"
    number = float(content.given[row, column])
    if covered and content.mask[row, column]:
        return Readout(heading, "?")
    if content.limit is not None and content.signed:
        return Readout(heading, _signed(number, bool(content.mask[row, column])))
    if not content.mask[row, column]:
        cannot = QCoreApplication.translate("HeatmapView", "{query} cannot see {key}").format(query=first, key=second)
        if content.limit is not None:
            return Readout(cannot if content.among_tokens else heading, _unseen(number))
        return Readout(cannot, QCoreApplication.translate("HeatmapView", "weight exactly 0"))
    if content.limit is not None:
        return Readout(heading, small_number_text(number, 4))
    if content.scores is None:
        return Readout(heading, _percentage(number))
    return Readout(heading, _percentage(number), _score(float(content.scores[row, column])))


def _signed(number: float, visible: bool) -> str:
    if visible:
        return number_text(number, 4)
    if number == -np.inf:
        return QCoreApplication.translate("HeatmapView", "hidden (−∞)")
    return QCoreApplication.translate("HeatmapView", "hidden")


def _unseen(number: float) -> str:
    """Return what is known of a hidden number that is no share."""
    if number == 0.0:
        return QCoreApplication.translate("HeatmapView", "exactly 0")
    return QCoreApplication.translate("HeatmapView", "hidden")


def _percentage(share: float) -> str:
    percent = 100.0 * share
    if 0.0 < percent < 0.05:
        return QCoreApplication.translate("HeatmapView", "under 0.1 %")
    return QCoreApplication.translate("HeatmapView", "{percent} %").format(percent=f"{percent:.1f}")


def _score(score: float) -> str:
    number = (f"{score:.3f}" if abs(score) < 1e6 else f"{score:.4g}").replace("-", "−")
    return QCoreApplication.translate("HeatmapView", "score {number}").format(number=number)
