"""What a mask leaves to be seen: how many cells, and which rows would see nothing and look at themselves instead.

Must not decide who may look at whom: it is given the mask that was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core import masks
from attnviz.core.arithmetic import Mask


@dataclass(frozen=True, eq=False)
class MaskReport:
    """A mask as it takes effect, for n rows that look at m columns."""

    mask: Mask  # (n, m)  True = visible
    visible: int  # cells
    total: int  # cells
    blind: tuple[int, ...]  # rows that were left nothing: they see themselves, in a mask that isn't square everything
    columns: tuple[str, ...]  # m tokens


def report(asked: ArrayLike, columns: Sequence[str]) -> MaskReport:
    """Return what the mask `asked` (n, m) leaves to be seen of the m tokens `columns`; True = visible.

    Raises ValueError for what is no mask, or for another number of columns.

    >>> found = report([[True, False], [False, False]], ("a", "b"))
    >>> found.visible, found.total, found.blind
    (2, 4, (1,))
    """
    mask = masks.sighted(asked)
    if mask.shape[1] != len(columns):
        raise ValueError(f"a mask {mask.shape} needs {mask.shape[1]} columns, not {len(columns)}")
    return MaskReport(
        mask=mask,
        visible=int(np.count_nonzero(mask)),
        total=mask.size,
        blind=tuple(np.flatnonzero(masks.blind(asked)).tolist()),
        columns=tuple(columns),
    )
