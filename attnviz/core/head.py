"""One attention head, made of nothing but matrix products and a row softmax.

Keeps every intermediate matrix. Between the steps it works in float64; a `Trace` holds each matrix rounded once to
float32. Must not know where x comes from or how anything is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core import arithmetic, book, masks, positions
from attnviz.core.arithmetic import Doubles
from attnviz.core.traces import (
    ExactRow,
    ExactTrace,
    Floats,
    Setting,
    Similarity,
    Trace,
    locked,
    locked_mask,
    scored,
    single,
    token_rows,
)

__all__ = ["ExactRow", "ExactTrace", "Floats", "Head", "Setting", "Similarity", "Trace", "weight_array"]


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
            object.__setattr__(self, name, weight_array(getattr(self, name), name))
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
        return self.trace_in(x, Setting(mask, scaled))

    def trace_in(self, x: ArrayLike, setting: Setting) -> Trace:
        """Return every matrix from x (n, d_model) to the output (n, d_head), for a head that stands in `setting`.

        Raises ValueError as `trace` does, and for a context that doesn't fit.
        """
        rows, context = self._texts(x, setting)
        return self._exact(rows, context, setting).trace(rows, context)[0]

    def exact(self, x: ArrayLike, mask: ArrayLike | None = None, scaled: bool = True) -> ExactTrace:
        """Return what `trace(x, mask, scaled)` is rounded from, in float64; rounded to float32, it has the same bits.

        Raises ValueError as `trace` does, but not for numbers that grow too large for float32.
        """
        return self.exact_in(x, Setting(mask, scaled))

    def exact_in(self, x: ArrayLike, setting: Setting) -> ExactTrace:
        """Return what `trace_in(x, setting)` is rounded from. Raises ValueError as `exact` does."""
        return self._exact(*self._texts(x, setting), setting)

    def scores(self, x: ArrayLike, scaled: bool = True) -> Floats:
        """Return the scores (n, n) before mask and softmax, divided by √d_head or not. Raises as `trace` does."""
        query, key, _ = self._project(token_rows(x, self.d_model), None)
        return single(scored(query, key, scaled)[1], "scores")

    def weights(self, x: ArrayLike, causal: bool = False) -> Floats:
        """Return the attention weights (n, n); each row adds up to 1. Raises as `trace` does."""
        return self._trace(x, causal).weights

    def forward(self, x: ArrayLike, causal: bool = False) -> Floats:
        """Return the output (n, d_head), softmax(Q·Kᵀ/√d_head)·V. Raises as `trace` does."""
        return self._trace(x, causal).output

    def _trace(self, x: ArrayLike, causal: bool) -> Trace:
        rows = token_rows(x, self.d_model)
        return self.trace(rows, masks.causal(len(rows)) if causal else None)

    @cached_property
    def _projection(self) -> arithmetic.Columns:
        """The three weight matrices side by side (d_model, 3 · d_head), prepared for one product."""
        return arithmetic.columns(np.concatenate((self.w_query, self.w_key, self.w_value), axis=1))

    def _texts(self, x: ArrayLike, setting: Setting) -> tuple[Floats, Floats | None]:
        """Return the tokens that look, and those that are looked at where they are others."""
        rows = token_rows(x, self.d_model)
        return rows, None if setting.context is None else token_rows(setting.context, self.d_model, "context")

    def _exact(self, rows: Floats, context: Floats | None, setting: Setting) -> ExactTrace:
        visible = arithmetic.check_mask(setting.mask, (len(rows), len(rows if context is None else context)))
        query, key, value = self._project(rows, context)
        if setting.rope:
            query, key = positions.rotated(query), positions.rotated(key)
        return ExactTrace(query, key, value, locked_mask(visible), setting.scaled, setting.slope, setting.similarity)

    def _project(self, rows: Floats, context: Floats | None) -> tuple[Doubles, Doubles, Doubles]:
        """Return Q = x · W_q (n, d_head), and K and V (m, d_head) of the context or of x itself, float64."""
        projected = arithmetic.matmul(rows, self._projection, np.float64)
        other = projected if context is None else arithmetic.matmul(context, self._projection, np.float64)
        d = self.d_head
        return projected[:, :d], other[:, d : 2 * d], other[:, 2 * d :]


@lru_cache(maxsize=2)
def _random(d_model: int, d_head: int) -> Head:
    return Head(*(book.weight_matrix(seed, d_model, d_head) for seed in (1, 2, 3)))


def weight_array(values: ArrayLike, name: str) -> Floats:
    """Return weights (d_model, d_head) as a read-only float32 copy. Raises ValueError for what is no such matrix."""
    array = np.asarray(values)
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError(f"{name}: a matrix (d_model, d_head) is needed, this has the shape {array.shape}")
    if array.dtype.kind not in "fiub" or not np.isfinite(array).all():
        raise ValueError(f"{name}: finite real numbers are needed")
    return locked(np.array(arithmetic.rounded(array.astype(np.float64), np.float32, name)))
