"""What the kinds of attention share: how the head stands in the text, and the steps of one token after another.

Must not know which tokens a kind lets a row see.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core import arithmetic, positions
from attnviz.core.arithmetic import Columns, Doubles
from attnviz.core.head import Head, Setting, Similarity
from attnviz.core.kinds import states
from attnviz.core.kinds.kind import Floats, Options
from attnviz.core.traces import token_rows

Step = tuple[Doubles, Doubles, Doubles]  # a token's query, key and value, (1, d_head) each


def setting(options: Options, mask: ArrayLike | None, similarity: Similarity | None = None) -> Setting:
    """Return how the head of `options` stands in a text with this mask (n, n)."""
    return Setting(mask, options.scaled, rope=options.position == "rope", slope=slope(options), similarity=similarity)


def slope(options: Options) -> float:
    """Return ALiBi's slope of a single head, 0 where positions come in another way."""
    return float(positions.slopes(1)[0]) if options.position == "alibi" else 0.0


def with_positions(options: Options, x: ArrayLike) -> Floats:
    """Return x (n, d_model) with what `options.position` adds to it. Raises ValueError for an x that doesn't fit."""
    return positions.added(token_rows(x, options.head.d_model), options.position)


def steps(options: Options, x: ArrayLike) -> Iterator[Step]:
    """Yield each token's query, key and value as the head has them, made from that token alone."""
    weights = _projection(options.head)
    for place, row in enumerate(with_positions(options, x)):
        query, key, value = np.split(arithmetic.matmul(row[None], weights, np.float64), 3, axis=1)
        if options.position == "rope":
            query, key = positions.rotated(query, place), positions.rotated(key, place)
        yield query, key, value


def keep_keys(options: Options, x: ArrayLike, most: int | None = None) -> tuple[Floats, int]:
    """Return softmax attention (n, d_head) token by token, and how many numbers of K and V are kept at the end.

    most: only so many of the last tokens are kept. Raises ValueError as `Head.trace` does.
    """
    head, down = options.head, slope(options)
    keys, values = np.empty((0, head.d_head)), np.empty((0, head.d_head))
    made = [np.empty((0, head.d_head), dtype=np.float32)]
    for query, key, value in steps(options, x):
        oldest = 0 if most is None else max(len(keys) + 1 - most, 0)
        keys, values = (np.concatenate(pair)[oldest:] for pair in ((keys, key), (values, value)))
        scores = arithmetic.matmul(query, keys.T, np.float64)
        scores = scores / np.sqrt(head.d_head) if options.scaled else scores
        scores = scores - down * np.arange(len(keys) - 1, -1, -1)
        made.append(arithmetic.mix(arithmetic.softmax(scores, dtype=np.float64), values))
    return np.concatenate(made), keys.size + values.size


def made_up(n: int, d: int) -> tuple[Floats, Floats, Floats]:
    """Return queries, keys and values (n, d) to measure the time with, float32 in [-1, 1)."""
    query, key, value = states.made_up(3 * n, d).reshape(3, n, d)
    return query, key, value


def shares(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Turn float32 scores (n, m) into their softmax, in place and in plain arithmetic: for measuring only."""
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores


@lru_cache(maxsize=2)
def _projection(head: Head) -> Columns:
    """Return W_q, W_k and W_v side by side (d_model, 3 · d_head), prepared for one product."""
    return arithmetic.columns(np.concatenate((head.w_query, head.w_key, head.w_value), axis=1))
