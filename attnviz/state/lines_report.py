"""What the lines between tokens are drawn from: the weights of one head, or of several of one layer.

Must not decide what is drawn of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class LinesReport:
    """The weights of some heads, for n tokens that look and m that are looked at."""

    weights: tuple[NDArray[np.float32], ...]  # (n, m) of each drawn head
    heads: tuple[int, ...]  # their numbers, from 0, ascending
    heads_total: int  # how many heads the layer has
    layer: int | None  # of a trained model or of somebody's own arrays, from 0; None for the chapter's heads
    rows: tuple[str, ...]  # the n tokens that look
    columns: tuple[str, ...]  # the m tokens that are looked at
    pinned: int | None  # the row that was pinned

    @property
    def crossed(self) -> bool:
        """True if the columns are another text than the rows."""
        return self.rows != self.columns
