"""What is unusual about somebody's own attention weights, and which cells they never use. Allowed, but told.

Reads every number once, layer by layer: large files belong into a worker. Must not change a number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arithmetic import Mask
from attnviz.models.arrays import Attentions
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem, Stopped

# A row of bfloat16 weights, each rounded to 8 bits, is within 2**-9 of 1: about 0.002
TOLERANCE: Final = 0.005
_PIECE: Final = 2**22  # numbers at once

_NOT_FINITE: Final = QT_TRANSLATE_NOOP("Models", "{count} of {cells} weights are no finite numbers (NaN or infinite).")
_OFF: Final = QT_TRANSLATE_NOOP(
    "Models",
    "{count} of {rows} rows don't add up to 1: the first is row {row} of head {head} in layer {layer}, with {sum:.4g}.",
)
_BELOW: Final = QT_TRANSLATE_NOOP(
    "Models", "{count} of {cells} numbers are below 0: they may be scores from before the softmax."
)


@dataclass(frozen=True, eq=False)
class Facts:
    """What a look at every number of `Attentions` found."""

    rows: int  # of all heads and layers together
    cells: int
    not_finite: int  # cells
    below: int  # cells under 0
    off: int  # rows of finite numbers that don't add up to 1 within TOLERANCE
    first_off: tuple[int, int, int] | None  # layer, head, row of the first of them
    first_sum: float  # what it adds up to
    used: Mask  # (n, m)  cells that are not exactly 0 in some head

    @property
    def causal(self) -> bool:
        """True if a text looks at itself and no head looks ahead."""
        n, m = self.used.shape
        return n == m and n > 1 and not bool(np.triu(self.used, 1).any())

    @property
    def told(self) -> tuple[ModelProblem, ...]:
        """One sentence, to be shown and not raised, for each thing that is unusual; none if all is as it should be."""
        found = []
        if self.not_finite:
            found.append(ModelProblem(_NOT_FINITE, count=self.not_finite, cells=self.cells))
        if self.below:
            found.append(ModelProblem(_BELOW, count=self.below, cells=self.cells))
        if self.first_off is not None:
            layer, head, row = (number + 1 for number in self.first_off)
            found.append(
                ModelProblem(_OFF, count=self.off, rows=self.rows, row=row, head=head, layer=layer, sum=self.first_sum)
            )
        return tuple(found)


def facts(attentions: Attentions, stop: Callable[[], bool] | None = None) -> Facts:
    """Return what is unusual about weights. stop: asked between pieces, raises Stopped if it says so.

    >>> from attnviz.models.arrays import from_any
    >>> [str(told) for told in facts(from_any([[1.0, 0.0], [0.5, 0.4]])).told]
    ["1 of 2 rows don't add up to 1: the first is row 2 of head 1 in layer 1, with 0.9."]
    """
    found = _Found(attentions)
    for layer, weights in enumerate(attentions.weights):
        heads, n, m = weights.shape
        step = max(1, _PIECE // (n * m))
        for start in range(0, heads, step):
            if stop is not None and stop():
                raise Stopped
            found.see(np.asarray(weights[start : start + step]), layer, start)
    return found.facts()


class _Found:
    """Counts what it sees."""

    def __init__(self, attentions: Attentions) -> None:
        self._used = np.zeros(attentions.weights[0].shape[1:], np.bool_)
        self._rows = sum(weights.shape[0] * weights.shape[1] for weights in attentions.weights)
        self._cells = sum(weights.size for weights in attentions.weights)
        self._not_finite = self._below = self._off = 0
        self._first: tuple[int, int, int] | None = None
        self._sum = 1.0

    @np.errstate(invalid="ignore", over="ignore")  # inf - inf
    def see(self, maps: NDArray[np.floating], layer: int, first_head: int) -> None:
        """Look at maps (heads, n, m)."""
        self._used |= (maps != 0).any(axis=0)
        finite = np.isfinite(maps)
        self._not_finite += maps.size - int(np.count_nonzero(finite))
        self._below += int(np.count_nonzero(maps < 0))
        sums = maps.sum(axis=-1, dtype=np.float64)
        off = finite.all(axis=-1) & ~(np.abs(sums - 1) <= TOLERANCE)
        self._off += int(np.count_nonzero(off))
        if self._first is None and off.any():
            head, row = (int(place[0]) for place in np.nonzero(off))
            self._first, self._sum = (layer, first_head + head, row), float(sums[head, row])

    def facts(self) -> Facts:
        """Return what it has counted."""
        return Facts(
            self._rows, self._cells, self._not_finite, self._below, self._off, self._first, self._sum, self._used
        )
