"""Claim: without the division by √d the softmax spikes as d grows; dividing slows the spiking, it does not end it.

The dot product of a query and a key adds up d terms, so its variance grows with d (Vaswani et al. 2017, section 3.2.1).
"""

from __future__ import annotations

from attnviz.core import book
from attnviz.core.head import Head


def peak(d: int, scaled: bool) -> float:
    """Return the strongest weight in row 0 for the chapter's six tokens and its random head of width d, without a mask.

    scaled: divide the scores by √d. Six equal weights would be 0.167. Raises ValueError for d < 1.

    >>> round(peak(64, scaled=False), 3), round(peak(64, scaled=True), 3)
    (0.984, 0.458)
    """
    trace = Head.random(d, d).trace(book.table_input(d), scaled=scaled)
    return float(trace.weights[0].max())
