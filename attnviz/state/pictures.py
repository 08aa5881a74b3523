"""From a picture's choices to what is computed with: tokens, vectors, mask, heads. Pure functions only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from attnviz.core import masks, tokens
from attnviz.core.head import Head
from attnviz.core.kinds import KINDS, Entry
from attnviz.core.kinds.influence import MOST_INFLUENCED
from attnviz.core.kinds.kind import Options
from attnviz.core.multihead import MultiHead
from attnviz.state.scene import DEMO_TOKENS, MOST_TOKENS, PADDING, PLAIN_WINDOW, Picture

_MOST_WEIGHTS = 8 * MOST_TOKENS**2  # of all heads together

# The chapter's demo: scores fixed by hand, row by row
_DEMO_SCORES = ((3, 1, 0, 0, 1), (1, 3, 1, 0, 0), (0, 2, 3, 1, 0), (0, 0, 1, 3, 1), (1, 0, 0, 1, 3))


def most_tokens(picture: Picture) -> int:
    """Return how many tokens are computed and shown at most.

    Fewer where influence is followed through every state, and where so many heads would take up the memory.
    """
    if picture.kind in ("gru", "lstm"):
        return MOST_INFLUENCED
    return min(MOST_TOKENS, math.isqrt(_MOST_WEIGHTS // picture.heads)) if picture.attends else MOST_TOKENS


def tokens_of(picture: Picture) -> tuple[str, ...]:
    """Return the tokens of the rows; padding is among them unless a second text has it."""
    shown = tokens.split(picture.text, most_tokens(picture))
    return tuple(shown) if picture.crossed else _padded(picture, shown)


def columns_of(picture: Picture) -> tuple[str, ...]:
    """Return the tokens of the columns: those of the second text, where there is one."""
    if not picture.crossed:
        return tokens_of(picture)
    return _padded(picture, tokens.split(picture.second_text or "", most_tokens(picture)))


def written_of(picture: Picture, n: int) -> int:
    """Return how many of the n tokens of the rows are the text's own, without the padding behind them."""
    return n if picture.crossed or not picture.attends else max(0, n - picture.padding)


def vectors_of(picture: Picture, shown: Sequence[str]) -> NDArray[np.float32]:
    """Return each token's own vector (n, d), before any position. In the demo its five tokens are one-hot rows."""
    vectors = tokens.embed(shown, picture.width)
    if picture.model == "demo":
        for row, token in enumerate(shown):
            if token in DEMO_TOKENS:
                vectors[row] = np.eye(len(DEMO_TOKENS))[DEMO_TOKENS.index(token)]
    return vectors


def mask_of(picture: Picture, n: int, m: int | None = None) -> NDArray[np.bool_]:
    """Return who may look at whom (n, m): the pattern, without padding and hidden token, then what was drawn by hand.

    A row that would see nothing sees itself, or everything of a second text.
    """
    return masks.sighted(asked_mask(picture, n, m))


def asked_mask(picture: Picture, n: int, m: int | None = None) -> NDArray[np.bool_]:
    """Return the mask (n, m) as it was asked for: a row of it may see nothing."""
    wide = n if m is None else m
    mask = masks.full(n, wide) if picture.crossed else _pattern(picture, n)
    nobody_sees = list(range(wide - min(picture.padding, wide), wide))
    if picture.hidden_token is not None:
        nobody_sees.append(picture.hidden_token)
    if nobody_sees:
        mask = masks.without_columns(mask, nobody_sees)
    return masks.with_cells(mask, picture.drawn) if picture.drawn else mask


def head_of(picture: Picture) -> Head:
    """Return the head that the picture shows."""
    if picture.heads > 1:
        return multihead_of(picture).head(picture.head)
    if picture.model == "random":
        return Head.random(picture.dimension, picture.dimension)
    return _demo_head() if picture.model == "demo" else _identity_head(picture.dimension)


def multihead_of(picture: Picture) -> MultiHead:
    """Return all heads with their W_o; one alone hands its output on as it is."""
    if picture.heads == 1:
        return _alone(head_of(picture))
    make = MultiHead.identity if picture.model == "identity" else MultiHead.random
    return make(picture.width, picture.head_width, picture.heads, picture.kv_heads)


def options_of(picture: Picture) -> Options:
    """Return what the picture has to say to every kind."""
    return Options(
        head=head_of(picture),
        scaled=picture.scaled,
        position=picture.position,
        window=picture.window or PLAIN_WINDOW,
        features=picture.features,
    )


def entry_of(picture: Picture) -> Entry:
    """Return the entry in the list of kinds that the picture's kind stands for on the large map."""
    return next(entry for entry in KINDS.values() if entry.on_map == picture.kind)


def _padded(picture: Picture, shown: Sequence[str]) -> tuple[str, ...]:
    """Return the tokens with the padding behind them; without tokens there is nothing to pad."""
    padding = picture.padding if shown and picture.attends else 0
    return (*shown[: most_tokens(picture) - padding], *[PADDING] * padding)


def _pattern(picture: Picture, n: int) -> NDArray[np.bool_]:
    if picture.window is not None:
        mask = masks.window(n, picture.window, picture.causal, picture.dilation)
    else:
        mask = masks.causal(n) if picture.causal else masks.full(n)
    if not picture.global_tokens:
        return mask
    mask = masks.with_global(mask, picture.global_tokens)
    return mask & masks.causal(n) if picture.causal else mask


@lru_cache(maxsize=2)
def _alone(head: Head) -> MultiHead:
    unit = np.eye(head.d_head, head.d_model, dtype=np.float32)
    return MultiHead(head.w_query, head.w_key, head.w_value, unit, 1, 1)


@lru_cache(maxsize=2)
def _identity_head(d: int) -> Head:
    return Head.identity(d)


@lru_cache(maxsize=1)
def _demo_head() -> Head:
    """Return the head whose scaled scores are the demo's: W_q = √5 · scores, W_k = W_v = I."""
    unit = np.eye(len(DEMO_TOKENS), dtype=np.float32)
    scores = np.array(_DEMO_SCORES, dtype=np.float64)
    return Head((np.sqrt(len(DEMO_TOKENS)) * scores).astype(np.float32), unit, unit)
