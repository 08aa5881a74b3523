"""What kind of head a head is: how much of its attention goes where the known kinds of heads look.

Each score is the mean, over the rows that could look there, of the weight that does: between 0 and 1, NaN if no row of
this text could. Takes (…, n, m) at once, all heads of a layer or all layers. Must not decide what counts as a kind.

Sources: Clark et al. 2019, "What Does BERT Look At?" (previous and same token); Olsson et al. 2022, "In-context
Learning and Induction Heads" (previous token; induction as prefix matching); Xiao et al. 2023, "Efficient Streaming
Language Models with Attention Sinks" (first token); Wang et al. 2023, "Interpretability in the Wild" (duplicate token).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arithmetic import Doubles

Weights = NDArray[Any]  # (…, n, m) of any floats
Cells = tuple[NDArray[np.intp], NDArray[np.intp]]  # rows and columns

TYPES: Final = ("previous_token", "same_token", "first_token", "induction", "duplicate_token")
SINK: Final = 0.3  # Gu et al. 2025, "When Attention Sink Emerges in Language Models": their ε

_any_numbers = np.errstate(invalid="ignore", over="ignore")  # somebody's own arrays may hold NaN and infinite ones


def types(weights: Weights, tokens: Sequence[Hashable]) -> dict[str, Doubles]:
    """Return each of TYPES with the scores (…) of weights (…, n, m). tokens: those of the rows, or their ids.

    Raises ValueError if a text that looks at itself has not as many tokens as rows.

    >>> look_back = np.array([[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.5, 0.5]])
    >>> {name: float(score) for name, score in types(look_back, ["a", "b", "a"]).items()}
    {'previous_token': 0.75, 'same_token': 0.5, 'first_token': 0.5, 'induction': 0.5, 'duplicate_token': 0.0}
    """
    return {
        "previous_token": previous_token(weights),
        "same_token": same_token(weights),
        "first_token": first_token(weights),
        "induction": induction(weights, tokens),
        "duplicate_token": duplicate_token(weights, tokens),
    }


def previous_token(weights: Weights) -> Doubles:
    """Return the mean weight (…) on the token just before. NaN for one token, or if the columns are another text."""
    return _diagonal(weights, -1)


def same_token(weights: Weights) -> Doubles:
    """Return the mean weight (…) of a token on itself. NaN if the columns are another text."""
    return _diagonal(weights, 0)


@_any_numbers
def first_token(weights: Weights) -> Doubles:
    """Return the mean weight (…) on the first column. NaN for one token alone.

    The first row of a text that looks at itself is left out: under a causal mask it has no choice.

    >>> first_token(np.array([[1.0, 0.0], [0.75, 0.25]]))
    array(0.75)
    """
    rows = weights[..., 1:, :] if _square(weights) else weights
    return _mean(rows[..., :1].sum(axis=-1))


def sinks(first: Doubles) -> NDArray[np.bool_]:
    """Return which heads use the first token as a sink: those whose `first_token` score is over SINK."""
    over: NDArray[np.bool_] = first > SINK
    return over


def induction(weights: Weights, tokens: Sequence[Hashable]) -> Doubles:
    """Return how much (…) goes to what came after an earlier occurrence of the row's token: prefix matching.

    [A][B] … [A] → [B]. The mean is over rows whose token stood before, and not just before (there, what came after
    is the row itself). NaN if no token comes again or the columns are another text. Raises ValueError as `types` does.
    """
    return _cells(weights, tokens, 1)


def duplicate_token(weights: Weights, tokens: Sequence[Hashable]) -> Doubles:
    """Return how much (…) goes to earlier occurrences of the row's token, as the mean over rows that have one.

    NaN if no token comes again or the columns are another text. Raises ValueError as `types` does.
    """
    return _cells(weights, tokens, 0)


def repeated(vocabulary: int, length: int, seed: int = 0, least: int = 0) -> NDArray[np.int64]:
    """Return a text (2 × length,) of random token ids said twice: Olsson et al. measure induction on such a one.

    Ids are least ≤ id < vocabulary, all different if there are enough. Raises ValueError if there are none.

    >>> first, again = repeated(50, 3).reshape(2, 3).tolist()
    >>> first == again
    True
    """
    draw = np.random.default_rng(seed)
    ids = np.arange(least, vocabulary)
    return np.tile(draw.choice(ids, length, replace=length > len(ids)), 2).astype(np.int64)


def _square(weights: Weights) -> bool:
    rows, columns = weights.shape[-2:]
    return bool(rows == columns)


@_any_numbers
def _mean(looked: Weights) -> Doubles:
    """Return the mean over the last axis, NaN if it has no values."""
    if looked.shape[-1] == 0:
        return np.full(looked.shape[:-1], np.nan)
    return np.asarray(looked.mean(axis=-1, dtype=np.float64))


def _diagonal(weights: Weights, offset: int) -> Doubles:
    if not _square(weights):
        return np.full(weights.shape[:-2], np.nan)
    return _mean(np.diagonal(weights, offset, -2, -1))


@_any_numbers
def _cells(weights: Weights, tokens: Sequence[Hashable], after: int) -> Doubles:
    """Return the mean over rows of what goes to cells `after` behind an earlier occurrence of the row's token."""
    if not _square(weights):
        return np.full(weights.shape[:-2], np.nan)
    if len(tokens) != weights.shape[-2]:
        raise ValueError(f"{weights.shape[-2]} rows of weights need as many tokens, not {len(tokens)}")
    rows, columns = _after_earlier(tuple(tokens), after)
    if not len(rows):
        return np.full(weights.shape[:-2], np.nan)
    total = np.zeros(weights.shape[:-2])
    for chunk in range(0, len(rows), 2**12):  # a text of one word has n² / 2 of them
        part = slice(chunk, chunk + 2**12)
        total += weights[..., rows[part], columns[part]].sum(axis=-1, dtype=np.float64)
    return total / len(np.unique(rows))


@lru_cache(maxsize=8)  # the same for every layer
def _after_earlier(tokens: tuple[Hashable, ...], after: int) -> Cells:
    """Return the cells (row, earlier + after), where `earlier` has the row's token and the cell is before the row."""
    codes: dict[Hashable, int] = {}
    code = np.array([codes.setdefault(token, len(codes)) for token in tokens], dtype=np.int64)
    rows, earlier = np.nonzero(np.tril(code[:, None] == code[None, :], -1 - after))
    return rows, earlier + after
