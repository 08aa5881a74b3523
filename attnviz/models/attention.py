"""Attention of all heads of a layer: scores, softmax and mixing of float32 queries, keys and values.

Must not know how queries, keys and values were made. For one shape, a row's bits depend on the tokens it sees alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from attnviz.core import masks
from attnviz.core.arithmetic import Mask
from attnviz.models.config import Config, Floats

_TOGETHER: Final = 2**17  # weights that are worked on at a time: they stay in the processor's cache


@dataclass(frozen=True)
class Sight:
    """Who looks at whom in a model's text: all at all, or each at itself and the tokens before it."""

    causal: bool
    window: int | None = None  # how many tokens a row sees, with itself; None = all

    @classmethod
    def of(cls, config: Config) -> Sight:
        """Return what the rows of that model see."""
        return cls(config.causal, config.window)

    def mask(self, n: int) -> Mask:
        """Return the mask (n, n), True = visible."""
        if self.window is not None:
            return masks.window(n, self.window, self.causal)
        return masks.causal(n) if self.causal else masks.full(n)

    def hiding(self, first: int, n: int) -> Floats | None:
        """Return what is added to the scores of the rows from `first` on (n − first, n): −inf where hidden, else 0.

        None if these rows see everything.
        """
        if not self.causal or (first == n - 1 and (self.window is None or self.window >= n)):
            return None
        return np.where(self.mask(n)[first:], np.float32(0), np.float32(-np.inf))


def scores(query: Floats, key: Floats) -> Floats:
    """Return q · k / √d_head of one head: query (n, d_head), key (m, d_head), result (n, m), hidden cells too."""
    out: Floats = _scaled(query) @ key.T
    return out


def weigh(query: Floats, key: Floats, hiding: Floats | None) -> Floats:
    """Return the weights (heads, n, m) of query (heads, n, d_head) on key (kv_heads, m, d_head); hidden cells are 0."""
    weights: Floats = np.empty((*query.shape[:2], key.shape[1]), np.float32)
    groups = _grouped(_scaled(query), key), _grouped(weights, key)
    for part in _parts(weights, key):
        _weigh(groups[0][part], key[part], hiding, groups[1][part])
    return weights


def attend(
    query: Floats, key: Floats, value: Floats, hiding: Floats | None, keep: bool
) -> tuple[Floats | None, Floats]:
    """Return the weights (heads, n, m), if they are to be kept, and the heads' outputs side by side.

    query (heads, n, d_head), key and value (kv_heads, m, d_head): a group of query heads shares one of these
    (Ainslie et al. 2023). The outputs are (n, heads · d_head).
    """
    heads, n, d_head = query.shape
    mixed: Floats = np.empty((n, heads, d_head), np.float32)
    kept: Floats | None = np.empty((heads, n, key.shape[1]), np.float32) if keep else None
    asking, given = _grouped(_scaled(query), key), _grouped(mixed.swapaxes(0, 1), key)
    for part in _parts(query, key):
        if kept is None:
            weights: Floats = np.empty((*asking[part].shape[:3], key.shape[1]), np.float32)
        else:
            weights = _grouped(kept, key)[part]
        _weigh(asking[part], key[part], hiding, weights)
        np.matmul(weights, value[part, None], out=given[part])
    return kept, mixed.reshape(n, -1)


def _scaled(query: Floats) -> Floats:
    return query * np.float32(1 / math.sqrt(query.shape[-1]))


def _grouped(by_head: Floats, key: Floats) -> Floats:
    """Return a view (kv_heads, heads of one group, n, …) of an array (heads, n, …)."""
    return by_head.reshape(len(key), -1, *by_head.shape[1:])


def _parts(by_head: Floats, key: Floats) -> list[slice]:
    """Return ranges of K/V heads small enough to be worked on at a time."""
    per_head = len(by_head) // len(key) * by_head.shape[1] * key.shape[1]
    step = max(1, _TOGETHER // max(1, per_head))
    return [slice(first, first + step) for first in range(0, len(key), step)]


def _weigh(query: Floats, key: Floats, hiding: Floats | None, out: Floats) -> None:
    """Write the softmax of each row's visible scores: query (k, g, n, d_head), key (k, m, d_head), out (k, g, n, m)."""
    np.matmul(query, key[:, None].swapaxes(2, 3), out=out)
    if hiding is not None:
        out += hiding
    out -= out.max(axis=-1, keepdims=True)
    np.exp(out, out=out)
    out /= out.sum(axis=-1, keepdims=True)
