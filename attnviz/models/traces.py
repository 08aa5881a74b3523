"""What a run of a model leaves behind: every matrix of every layer and head. All arrays are read-only.

Must not run a model; weights that are not kept are worked out again when asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attnviz.core.arithmetic import Mask
from attnviz.models import attention
from attnviz.models.attention import Sight, View
from attnviz.models.config import Config, Floats

Head = Callable[[Floats], "Floats | None"]  # rows after the final norm (rows, d_model) -> logits (rows, vocabulary)


@dataclass(frozen=True, eq=False)
class LayerTrace:
    """One layer at work on n tokens, float32. Row = the token that looks, column = the token that is looked at."""

    query: Floats  # (heads, n, d_head)  turned by position, if there is RoPE
    key: Floats  # (kv_heads, n, d_head)  the same
    value: Floats  # (kv_heads, n, d_head)
    mixed: Floats  # (n, heads · d_head)  the heads' outputs side by side
    output: Floats  # (n, d_model)  mixed · W_o
    residual: Floats  # (n, d_model)  the residual stream after the layer
    sight: Sight
    kept: Floats | None = None  # (heads, n, n)  the weights; None: too many to keep those of every layer

    def __post_init__(self) -> None:
        _lock(self.query, self.key, self.value, self.mixed, self.output, self.residual, self.kept)

    @property
    def weights(self) -> Floats:
        """The softmax of each row of scores (heads, n, n); hidden cells are exactly 0."""
        if self.kept is not None:
            return self.kept
        return attention.weigh(self.query, self.key, self._view)

    @property
    def mask(self) -> Mask:
        """Who sees whom (n, n), True = visible."""
        return self.sight.mask(self.query.shape[1])

    def head_weights(self, head: int) -> Floats:
        """Return one head's weights (n, n)."""
        if self.kept is not None:
            kept: Floats = self.kept[head]
            return kept
        kv = self.kv_head_of(head)
        found: Floats = attention.weigh(self.query[head : head + 1], self.key[kv : kv + 1], self._view)[0]
        return found

    def scores(self, head: int) -> Floats:
        """Return one head's q · k / √d_head (n, n), also in hidden cells."""
        return attention.scores(self.query[head], self.key[self.kv_head_of(head)])

    def kv_head_of(self, head: int) -> int:
        """Return which head of keys and values a query head uses."""
        return head // (len(self.query) // len(self.key))

    @property
    def _view(self) -> View:
        return View(self.sight, 0, self.query.shape[1])


@dataclass(frozen=True, eq=False)
class ModelRun:
    """A model's work on a text of n tokens."""

    config: Config
    ids: tuple[int, ...]
    embedding: Floats  # (n, d_model)  what the first layer gets
    layers: tuple[LayerTrace, ...]
    hidden: Floats  # (n, d_model)  what the head gets: the last residual, after the final norm if there is one
    last_logits: Floats | None  # (vocabulary,)  those of the last token; None for a model without a head
    first: int  # the rows before this one were taken over from an earlier run
    head: Head

    def __post_init__(self) -> None:
        _lock(self.embedding, self.hidden, self.last_logits)

    def logits(self, row: int = -1) -> Floats | None:
        """Return a number for each token of the vocabulary, as row `row` has it; None for a model without a head.

        (vocabulary,) float32; worked out now unless it is the last row. Raises IndexError for a row that isn't there.
        """
        if row in (-1, len(self.ids) - 1):
            return self.last_logits
        found = self.head(self.hidden[row][None])
        return None if found is None else found[0]


def joined(old: Floats, new: Floats, first: int, axis: int = 0) -> Floats:
    """Return the first rows of `old`, as they are, and `new` after them."""
    before = old[:, :first] if axis == 1 else old[:first]
    return np.concatenate((before, new), axis=axis)


def _lock(*arrays: Floats | None) -> None:
    for array in arrays:
        if array is not None:
            array.flags.writeable = False
