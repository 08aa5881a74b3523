"""What a head leaves behind: every matrix on the way from x to the output, in float64 and rounded once to float32.

From Q, K and V on: scores, perhaps a bias, mask, softmax, mixing. Must not know the weights that made Q, K and V.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core import arithmetic, positions
from attnviz.core.arithmetic import Doubles, Mask

Floats = NDArray[np.float32]

_MOST = float(np.finfo(np.float32).max)
_LEAST = float(np.finfo(np.float64).tiny)  # in the place of a kernel's 0, whose logarithm would hide a visible cell


class Similarity(Protocol):
    """A kernel in the place of e^(q·k): how alike a query and a key are is φ(q)·φ(k) (Katharopoulos et al. 2020)."""

    def features(self, rows: Doubles, scaled: bool) -> tuple[Doubles, Doubles]:
        """Return φ of each query or key row (n, d_head): features (n, r) ≥ 0 and c (n, 1), with φ = features · e^c.

        scaled: whether q·k is to be divided by √d_head. No row may depend on another one.
        """
        ...


@dataclass(frozen=True, eq=False)
class Setting:
    """How a head stands in a text, besides its weights."""

    mask: ArrayLike | None = None  # bool (n, m), True = visible; None = all
    scaled: bool = True  # divide the scores by √d_head
    context: ArrayLike | None = None  # (m, d_model)  what K and V are made of; None = x itself
    rope: bool = False  # turn queries and keys by their positions
    slope: float = 0.0  # ALiBi's; 0 = none
    similarity: Similarity | None = None  # None = the dot product and its exponential: softmax attention


@dataclass(frozen=True, eq=False)
class Trace:
    """Every matrix on the way from x to the output, for n tokens that look at m. float32, read-only; `mask` is bool.

    Row = the token that looks, column = the token that is looked at. Without a context m = n: the tokens themselves.
    """

    x: Floats  # (n, d_model)  one row per token
    query: Floats  # (n, d_head)  x · W_q, what a token is looking for; turned, if there is RoPE
    key: Floats  # (m, d_head)  x · W_k, what it offers; turned, if there is RoPE
    value: Floats  # (m, d_head)  x · W_v, its content
    raw_scores: Floats  # (n, m)  Q · Kᵀ
    scores: Floats  # (n, m)  divided by √d_head where that is asked for, and with the bias
    masked_scores: Floats  # (n, m)  −inf where hidden
    weights: Floats  # (n, m)  softmax of each row; hidden cells exactly 0
    output: Floats  # (n, d_head)  weights · V
    mask: Mask  # (n, m)  True = visible
    context: Floats | None = None  # (m, d_model)  where K and V come from, if that is another text
    bias: Floats | None = None  # (n, m)  ALiBi's part of `scores`
    kernel: bool = False  # True: raw_scores = φ(q) · φ(k), as far as float32 reaches, and scores its logarithm + bias


@dataclass(frozen=True, eq=False)
class ExactRow:
    """One row of a trace before it is rounded to float32."""

    raw_scores: Doubles  # (m,)  q · k
    scores: Doubles  # (m,)  divided by √d_head where that is asked for, and with the bias
    weights: Doubles  # (m,)  softmax over the visible cells; hidden cells exactly 0
    visible: Mask  # (m,)
    output: Floats  # (d_head,)  as in the trace
    bias: Doubles | None = None  # (m,)  ALiBi's part of `scores`


class _Steps(NamedTuple):
    """What some rows come to, in float64."""

    raw: Doubles
    bias: Doubles | None
    scores: Doubles
    weights: Doubles
    output: Doubles


@dataclass(frozen=True, eq=False)
class ExactTrace:
    """What a `Trace` is rounded from, in float64. Rows are worked out when asked for: none depends on another."""

    query: Doubles  # (n, d_head)
    key: Doubles  # (m, d_head)
    value: Doubles  # (m, d_head)
    mask: Mask  # (n, m)
    scaled: bool
    slope: float = 0.0
    similarity: Similarity | None = None

    @property
    def kernel(self) -> bool:
        """True if a similarity stands in the place of e^(q·k)."""
        return self.similarity is not None

    def row(self, index: int) -> ExactRow:
        """Return row `index`. Raises IndexError for an index outside of the tokens."""
        if not 0 <= index < len(self.query):
            raise IndexError(f"there is no token {index}: there are {len(self.query)}")
        steps = self._steps(index, index + 1)
        output: Floats = arithmetic.rounded(steps.output[0], np.float32, "mix")
        bias = None if steps.bias is None else steps.bias[0]
        return ExactRow(steps.raw[0], steps.scores[0], steps.weights[0], self.mask[index], output, bias)

    def scores(self) -> Doubles:
        """Return the scores (n, m) of all rows, with the bias, before any mask."""
        scores = scored(self.query, self.key, self.scaled, self.similarity)[1]
        if not self.slope:
            return scores
        return scores + positions.alibi(len(self.query), len(self.key), self.slope)

    def trace(self, x: Floats, context: Floats | None = None) -> tuple[Trace, Doubles]:
        """Return the trace of all rows, and its output (n, d_head) before it was rounded.

        x (n, d_model), context (m, d_model): what Q, K and V were made of; they become read-only.
        Raises ValueError for numbers that grow too large for float32.
        """
        raw, bias, scores, weights, output = self._steps(0, len(self.query))
        shown = single(scores, "scores")
        trace = Trace(
            x=locked(x),
            query=single(self.query, "query"),
            key=single(self.key, "key"),
            value=single(self.value, "value"),
            raw_scores=shown if raw is scores else single(raw, "raw scores"),
            scores=shown,
            masked_scores=locked(np.where(self.mask, shown, np.float32(-np.inf))),
            weights=single(weights, "weights"),
            output=single(output, "mix"),
            mask=self.mask,
            context=None if context is None else locked(context),
            bias=None if bias is None else single(bias, "bias"),
            kernel=self.kernel,
        )
        return trace, output

    def _steps(self, first: int, last: int) -> _Steps:
        raw, scores = scored(self.query[first:last], self.key, self.scaled, self.similarity)
        bias = None
        if self.slope:
            bias = positions.alibi(last - first, len(self.key), self.slope, first)
            scores = scores + bias
        weights = arithmetic.softmax(scores, self.mask[first:last], np.float64)
        return _Steps(raw, bias, scores, weights, arithmetic.mix(weights, self.value, np.float64))


def scored(query: Doubles, key: Doubles, scaled: bool, similarity: Similarity | None = None) -> tuple[Doubles, Doubles]:
    """Return the raw scores (n, m) and those that the softmax is taken of, before any bias. float64.

    Without a similarity: q·k, and that divided by √d_head where `scaled` (Vaswani et al. 2017, eq. 1). With one:
    φ(q)·φ(k), at most float32's largest number, and its logarithm, whose softmax is φ(q)·φ(k) / Σ φ(q)·φ(k).
    """
    if similarity is None:
        raw: Doubles = arithmetic.matmul(query, key.T, np.float64)
        return raw, raw / np.sqrt(query.shape[1]) if scaled else raw
    (of_query, power_of_query), (of_key, power_of_key) = (similarity.features(rows, scaled) for rows in (query, key))
    alike = arithmetic.matmul(of_query, of_key.T, np.float64)
    scores = np.log(np.maximum(alike, _LEAST)) + (power_of_query + power_of_key.T)
    with np.errstate(over="ignore", under="ignore"):
        return np.minimum(np.exp(scores), _MOST), scores


def token_rows(x: ArrayLike, d_model: int, name: str = "x") -> Floats:
    """Return the tokens x as a float32 copy (n, d_model). Raises ValueError for what is no such matrix of numbers."""
    rows = np.asarray(x)
    if rows.ndim != 2 or rows.shape[1] != d_model:
        raise ValueError(f"{name}: its shape is {rows.shape} but one row of {d_model} numbers per token is needed")
    if rows.dtype.kind not in "fiub":
        raise ValueError(f"{name}: real numbers are needed, these are {rows.dtype}")
    if not np.isfinite(rows).all():
        raise ValueError(f"{name}: it holds numbers that are not finite")
    return np.array(arithmetic.rounded(rows.astype(np.float64), np.float32, name))


def single(values: Doubles, name: str) -> Floats:
    """Return `values` as read-only float32. Raises ValueError where they are too large for it."""
    return locked(arithmetic.rounded(values, np.float32, name))


def locked(values: Floats) -> Floats:
    """Return `values` itself, read-only from now on."""
    values.flags.writeable = False
    return values


def locked_mask(mask: Mask) -> Mask:
    """Return a read-only copy of `mask`."""
    own = mask.copy()
    own.flags.writeable = False
    return own
