"""Softmax attention in a sliding window: a token sees itself and the few before it (Mistral, Jiang et al. 2023)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike

from attnviz.core import masks
from attnviz.core.head import Trace
from attnviz.core.kinds import attending
from attnviz.core.kinds.kind import Cost, Floats, Options


@dataclass(frozen=True, eq=False)
class Window:
    """Each row is a mean of the last `options.window` value rows up to its own. A `Kind`."""

    options: Options

    @classmethod
    def build(cls, options: Options) -> Window:
        """Return the kind with these options."""
        return cls(options)

    def trace(self, x: ArrayLike) -> Trace:
        """Return every matrix for x (n, d_model). Raises ValueError as `Head.trace` does."""
        rows = attending.with_positions(self.options, x)
        mask = masks.window(len(rows), self.options.window)
        return self.options.head.trace_in(rows, attending.setting(self.options, mask))

    def recur(self, x: ArrayLike) -> tuple[Floats, int]:
        """Return the output (n, d_head) made token by token; only K and V of the window are kept."""
        return attending.keep_keys(self.options, x, self.options.window)

    def cost(self, n: int) -> Cost:
        """Return the cost of a band of scores, and of as many shares of values: linear once the text is longer."""
        width = min(self.options.window, n)
        visible = n * width - width * (width - 1) // 2  # the first rows see fewer
        return Cost(multiply_adds=2 * self.options.head.d_head * visible, bytes=4 * n * width)

    def prepare(self, n: int) -> Callable[[], Floats]:
        """Return plain attention over n made-up tokens, where only the band is ever there."""
        width = min(self.options.window, n)
        query, key, value = attending.made_up(n, self.options.head.d_head)
        query /= np.float32(np.sqrt(query.shape[1]))
        # Rows of zeros before the text, and a band (n, width, d) that is a view of it
        ahead = np.zeros((width - 1, query.shape[1]), dtype=np.float32)
        keys, values = (
            sliding_window_view(np.concatenate((ahead, rows)), width, axis=0).swapaxes(1, 2) for rows in (key, value)
        )
        missing = np.arange(width) < (width - 1 - np.arange(width - 1))[:, None]

        def mixed() -> Floats:
            scores = (keys @ query[:, :, None])[:, :, 0]
            scores[: width - 1][missing] = -np.inf
            output: Floats = (attending.shares(scores)[:, None] @ values)[:, 0]
            return output

        return mixed
