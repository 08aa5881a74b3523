"""From a picture's choices to what is computed with: tokens, head, vectors, mask, trace. Pure functions only."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from attnviz.core import masks, tokens
from attnviz.core.head import Head, Trace
from attnviz.state.scene import DEMO_TOKENS, MOST_TOKENS, Picture

# The chapter's demo: scores fixed by hand, row by row
_DEMO_SCORES = ((3, 1, 0, 0, 1), (1, 3, 1, 0, 0), (0, 2, 3, 1, 0), (0, 0, 1, 3, 1), (1, 0, 0, 1, 3))


def tokens_of(picture: Picture) -> tuple[str, ...]:
    """Return the tokens that are computed and shown, at most MOST_TOKENS."""
    return tuple(tokens.split(picture.text, MOST_TOKENS))


def vectors_of(picture: Picture, shown: Sequence[str]) -> NDArray[np.float32]:
    """Return x (n, d): each token's own vector. In the demo its five tokens are one-hot rows."""
    vectors = tokens.embed(shown, picture.width)
    if picture.model == "demo":
        for row, token in enumerate(shown):
            if token in DEMO_TOKENS:
                vectors[row] = np.eye(len(DEMO_TOKENS))[DEMO_TOKENS.index(token)]
    return vectors


def mask_of(picture: Picture, n: int) -> NDArray[np.bool_]:
    """Return who may look at whom (n, n)."""
    return masks.causal(n) if picture.causal else masks.full(n)


def head_of(picture: Picture) -> Head:
    """Return the head that the picture asks for."""
    if picture.model == "random":
        return Head.random(picture.dimension, picture.dimension)
    return _demo_head() if picture.model == "demo" else _identity_head(picture.dimension)


def trace_of(picture: Picture, head: Head, shown: tuple[str, ...]) -> Trace | None:
    """Return every matrix of the picture; None without tokens."""
    if not shown:
        return None
    return head.trace(vectors_of(picture, shown), mask_of(picture, len(shown)), picture.scaled)


@lru_cache(maxsize=2)
def _identity_head(d: int) -> Head:
    return Head.identity(d)


@lru_cache(maxsize=1)
def _demo_head() -> Head:
    """Return the head whose scaled scores are the demo's: W_q = √5 · scores, W_k = W_v = I."""
    unit = np.eye(len(DEMO_TOKENS), dtype=np.float32)
    scores = np.array(_DEMO_SCORES, dtype=np.float64)
    return Head((np.sqrt(len(DEMO_TOKENS)) * scores).astype(np.float32), unit, unit)
