"""One attention head, made of nothing but matrix products and a row softmax.

Keeps every intermediate matrix. Between the steps it works in float64; a `Trace` holds each matrix rounded once to
float32. Must not know where x comes from or how anything is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core import arithmetic, book, masks
from attnviz.core.arithmetic import Doubles, Mask

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Trace:
    """Every matrix on the way from x to the output, for n tokens. float32, read-only; `mask` is bool.

    Row = the token that looks, column = the token that is looked at.
    """

    x: Floats  # (n, d_model)  one row per token
    query: Floats  # (n, d_head)  x · W_q, what a token is looking for
    key: Floats  # (n, d_head)  x · W_k, what it offers
    value: Floats  # (n, d_head)  x · W_v, its content
    raw_scores: Floats  # (n, n)  Q · Kᵀ
    scores: Floats  # (n, n)  divided by √d_head where that is asked for
    masked_scores: Floats  # (n, n)  −inf where hidden
    weights: Floats  # (n, n)  softmax of each row; hidden cells exactly 0
    output: Floats  # (n, d_head)  weights · V
    mask: Mask  # (n, n)  True = visible


@dataclass(frozen=True, eq=False)
class ExactRow:
    """One row of a trace before it is rounded to float32."""

    raw_scores: Doubles  # (n,)  q · k
    scores: Doubles  # (n,)  divided by √d_head where that is asked for
    weights: Doubles  # (n,)  softmax over the visible cells; hidden cells exactly 0
    visible: Mask  # (n,)
    output: Floats  # (d_head,)  as in the trace


@dataclass(frozen=True, eq=False)
class ExactTrace:
    """What a `Trace` is rounded from, in float64. Rows are worked out when asked for: none depends on another."""

    query: Doubles  # (n, d_head)
    key: Doubles  # (n, d_head)
    value: Doubles  # (n, d_head)
    mask: Mask  # (n, n)
    scaled: bool

    def row(self, index: int) -> ExactRow:
        """Return row `index`. Raises IndexError for an index outside of the tokens."""
        if not 0 <= index < len(self.query):
            raise IndexError(f"there is no token {index}: there are {len(self.query)}")
        visible = self.mask[index : index + 1]
        raw, scores = _scores(self.query[index : index + 1], self.key, self.scaled)
        weights = arithmetic.softmax(scores, visible, np.float64)
        return ExactRow(raw[0], scores[0], weights[0], visible[0], arithmetic.mix(weights, self.value)[0])


@dataclass(frozen=True, eq=False)
class Head:
    """A self-attention head (Vaswani et al. 2017, eq. 1): three weight matrices, each (d_model, d_head), float32.

    Raises ValueError for matrices that don't fit each other or hold numbers that are not finite.

    >>> Head.identity(2).scores([[3.0, 4.0], [0.0, 0.0]])[0, 0]
    np.float32(17.67767)
    """

    w_query: Floats
    w_key: Floats
    w_value: Floats

    def __post_init__(self) -> None:
        for name in ("w_query", "w_key", "w_value"):
            object.__setattr__(self, name, _weights(getattr(self, name), name))
        if not self.w_query.shape == self.w_key.shape == self.w_value.shape:
            shapes = f"{self.w_query.shape}, {self.w_key.shape} and {self.w_value.shape}"
            raise ValueError(f"W_q, W_k and W_v must have one shape (d_model, d_head); these have {shapes}")

    @classmethod
    def random(cls, d_model: int, d_head: int) -> Head:
        """Return the chapter's random head: its numbers for the seeds 1, 2 and 3. Raises ValueError for a size < 1."""
        return _random(d_model, d_head)

    @classmethod
    def identity(cls, d: int) -> Head:
        """Return the head whose three matrices are the identity (d, d). Raises ValueError for d < 1."""
        if d < 1:
            raise ValueError(f"the width d must be at least 1, not {d}")
        unit = np.eye(d, dtype=np.float32)
        return cls(unit, unit, unit)

    @property
    def d_model(self) -> int:
        """Width of a token's vector."""
        return int(self.w_query.shape[0])

    @property
    def d_head(self) -> int:
        """Width of a query, a key, a value and an output row."""
        return int(self.w_query.shape[1])

    def trace(self, x: ArrayLike, mask: ArrayLike | None = None, scaled: bool = True) -> Trace:
        """Return every matrix from x (n, d_model) to the output (n, d_head).

        mask: bool (n, n), True = visible; None = all. scaled: divide the scores by √d_head.
        Raises ValueError for an x that doesn't fit, numbers that are not finite or grow too large for float32, or a
        row that may see nothing.
        """
        rows = self._rows(x)
        visible = arithmetic.check_mask(mask, (len(rows), len(rows)))
        query, key, value = self._project(rows)
        raw, scores = _scores(query, key, scaled)
        weights = arithmetic.softmax(scores, visible, np.float64)
        output = arithmetic.mix(weights, value)
        shown = _single(scores, "scores")
        return Trace(
            x=_locked(rows),
            query=_single(query, "query"),
            key=_single(key, "key"),
            value=_single(value, "value"),
            raw_scores=_single(raw, "raw scores") if scaled else shown,
            scores=shown,
            masked_scores=_locked(np.where(visible, shown, np.float32(-np.inf))),
            weights=_single(weights, "weights"),
            output=_locked(output),
            mask=_locked_mask(visible),
        )

    def exact(self, x: ArrayLike, mask: ArrayLike | None = None, scaled: bool = True) -> ExactTrace:
        """Return what `trace(x, mask, scaled)` is rounded from, in float64; rounded to float32, it has the same bits.

        Raises ValueError as `trace` does, but not for numbers that grow too large for float32.
        """
        rows = self._rows(x)
        visible = arithmetic.check_mask(mask, (len(rows), len(rows)))
        return ExactTrace(*self._project(rows), mask=_locked_mask(visible), scaled=scaled)

    def scores(self, x: ArrayLike, scaled: bool = True) -> Floats:
        """Return the scores (n, n) before mask and softmax, divided by √d_head or not. Raises as `trace` does."""
        query, key, _ = self._project(self._rows(x))
        return _single(_scores(query, key, scaled)[1], "scores")

    def weights(self, x: ArrayLike, causal: bool = False) -> Floats:
        """Return the attention weights (n, n); each row adds up to 1. Raises as `trace` does."""
        return self._trace(x, causal).weights

    def forward(self, x: ArrayLike, causal: bool = False) -> Floats:
        """Return the output (n, d_head), softmax(Q·Kᵀ/√d_head)·V. Raises as `trace` does."""
        return self._trace(x, causal).output

    def _trace(self, x: ArrayLike, causal: bool) -> Trace:
        rows = self._rows(x)
        return self.trace(rows, masks.causal(len(rows)) if causal else None)

    @cached_property
    def _projection(self) -> arithmetic.Columns:
        """The three weight matrices side by side (d_model, 3 · d_head), prepared for one product."""
        return arithmetic.columns(np.concatenate((self.w_query, self.w_key, self.w_value), axis=1))

    def _rows(self, x: ArrayLike) -> Floats:
        rows = np.asarray(x)
        if rows.ndim != 2 or rows.shape[1] != self.d_model:
            raise ValueError(f"x: its shape is {rows.shape} but one row of {self.d_model} numbers per token is needed")
        if rows.dtype.kind not in "fiub":
            raise ValueError(f"x: real numbers are needed, these are {rows.dtype}")
        if not np.isfinite(rows).all():
            raise ValueError("x: it holds numbers that are not finite")
        return np.array(arithmetic.rounded(rows.astype(np.float64), np.float32, "x"))

    def _project(self, rows: Floats) -> tuple[Doubles, Doubles, Doubles]:
        """Return x·W_q, x·W_k and x·W_v, each (n, d_head), float64."""
        projected = arithmetic.matmul(rows, self._projection, np.float64)
        d = self.d_head
        return projected[:, :d], projected[:, d : 2 * d], projected[:, 2 * d :]


@lru_cache(maxsize=2)
def _random(d_model: int, d_head: int) -> Head:
    return Head(*(book.weight_matrix(seed, d_model, d_head) for seed in (1, 2, 3)))


def _scores(query: Doubles, key: Doubles, scaled: bool) -> tuple[Doubles, Doubles]:
    """Return the raw and the (perhaps divided) scores (n, m), float64."""
    raw = arithmetic.matmul(query, key.T, np.float64)
    return raw, raw / np.sqrt(query.shape[1]) if scaled else raw


def _weights(values: ArrayLike, name: str) -> Floats:
    array = np.asarray(values)
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError(f"{name}: a matrix (d_model, d_head) is needed, this has the shape {array.shape}")
    if array.dtype.kind not in "fiub" or not np.isfinite(array).all():
        raise ValueError(f"{name}: finite real numbers are needed")
    return _locked(np.array(arithmetic.rounded(array.astype(np.float64), np.float32, name)))


def _single(values: Doubles, name: str) -> Floats:
    return _locked(arithmetic.rounded(values, np.float32, name))


def _locked(values: Floats) -> Floats:
    values.flags.writeable = False
    return values


def _locked_mask(mask: Mask) -> Mask:
    own = mask.copy()
    own.flags.writeable = False
    return own
