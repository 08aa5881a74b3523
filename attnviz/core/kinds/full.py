"""Softmax attention without a mask: every token sees every token (Vaswani et al. 2017, eq. 1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core.head import Trace
from attnviz.core.kinds import attending
from attnviz.core.kinds.kind import Cost, Floats, Options

_BLOCK = 64  # rows at a time: n · n weights at once would need 64 MB for 4,096 tokens, and the way to memory


@dataclass(frozen=True, eq=False)
class Full:
    """Each row is a mean of all value rows. A `Kind`."""

    options: Options

    @classmethod
    def build(cls, options: Options) -> Full:
        """Return the kind with these options."""
        return cls(options)

    def trace(self, x: ArrayLike) -> Trace:
        """Return every matrix for x (n, d_model). Raises ValueError as `Head.trace` does."""
        rows = attending.with_positions(self.options, x)
        return self.options.head.trace_in(rows, attending.setting(self.options, None))

    def recur(self, x: ArrayLike) -> None:
        """Return None: a row needs the tokens after it."""

    def cost(self, n: int) -> Cost:
        """Return the cost of n · n scores and as many shares of values: quadratic."""
        return Cost(multiply_adds=2 * self.options.head.d_head * n * n, bytes=4 * n * n)

    def prepare(self, n: int) -> Callable[[], Floats]:
        """Return plain attention over n made-up tokens, row block by row block."""
        query, key, value = attending.made_up(n, self.options.head.d_head)
        query /= np.float32(np.sqrt(query.shape[1]))

        def mixed() -> Floats:
            output = np.empty_like(value)
            for start in range(0, n, _BLOCK):
                block = slice(start, start + _BLOCK)
                output[block] = attending.shares(query[block] @ key.T) @ value
            return output

        return mixed
