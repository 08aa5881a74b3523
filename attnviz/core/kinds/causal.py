"""Softmax attention with the causal mask: a token sees itself and the past, as in the GPT family."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core import masks
from attnviz.core.head import Trace
from attnviz.core.kinds import attending
from attnviz.core.kinds.kind import Cost, Floats, Options

_BLOCK = 32  # rows at a time; each block leaves out the columns that are hidden from all of it


@dataclass(frozen=True, eq=False)
class Causal:
    """Each row is a mean of the value rows up to its own. A `Kind`."""

    options: Options

    @classmethod
    def build(cls, options: Options) -> Causal:
        """Return the kind with these options."""
        return cls(options)

    def trace(self, x: ArrayLike) -> Trace:
        """Return every matrix for x (n, d_model). Raises ValueError as `Head.trace` does."""
        rows = attending.with_positions(self.options, x)
        return self.options.head.trace_in(rows, attending.setting(self.options, masks.causal(len(rows))))

    def recur(self, x: ArrayLike) -> tuple[Floats, int]:
        """Return the output (n, d_head) made token by token; K and V of the whole past are kept."""
        return attending.keep_keys(self.options, x)

    def cost(self, n: int) -> Cost:
        """Return the cost of the visible half of n · n scores, and of as many shares of values: quadratic."""
        return Cost(multiply_adds=self.options.head.d_head * n * (n + 1), bytes=4 * n * n)

    def prepare(self, n: int) -> Callable[[], Floats]:
        """Return plain attention over n made-up tokens, row block by row block, without the hidden part."""
        query, key, value = attending.made_up(n, self.options.head.d_head)
        query /= np.float32(np.sqrt(query.shape[1]))
        ahead = np.triu(np.full((_BLOCK, _BLOCK), -np.inf, dtype=np.float32), 1)

        def mixed() -> Floats:
            output = np.empty_like(value)
            for start in range(0, n, _BLOCK):
                end = min(start + _BLOCK, n)
                scores = query[start:end] @ key[:end].T
                scores[:, start:] += ahead[: end - start, : end - start]
                output[start:end] = attending.shares(scores) @ value[:end]
            return output

        return mixed
