"""Claim: with the causal mask, K and V of past tokens can be kept while generating, and not one bit comes out other.

A row of the output depends on its own query and on the keys and values up to it; none of these ever changes again.
So each step computes q, k and v of one token and takes the rest from the KV cache. Multiplications are those of the
matrix products, counted from the shapes that were multiplied. Must not compare within a tolerance.

Without the cache, each step is the plain formula for all tokens so far: all their projections and the whole t × t
products, the half that the mask hides included.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core import arithmetic, positions
from attnviz.core.arithmetic import Columns, Doubles, Mask, same_bits
from attnviz.core.head import Floats, Head, Setting, Trace

MOST_STEPS = 128  # tokens that are generated one by one; a longer text is cut there
VALUE_BYTES = 4  # of one number in the cache, as float32

Counts = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Generated:
    """What generating n tokens one after the other gave, and what it took. Step t writes row t, counted from 0."""

    key: Floats  # (n, d_head)  the cache after the last step
    value: Floats  # (n, d_head)
    weights: Floats  # (n, n)  row t is what step t computed; 0 where no token was yet
    output: Floats  # (n, d_head)
    differing: int  # weights and output values whose bits differ from computing everything at once
    compared: int  # of so many
    computed: Counts  # (n,)  multiplications of each step, with the cache
    recomputed: Counts  # (n,)  multiplications of each step, without it
    kept_bytes: Counts  # (n,)  size of K and V after each step, as float32

    @property
    def identical(self) -> bool:
        """True if no bit of any weight or output value differs from computing everything at once."""
        return self.differing == 0

    @property
    def computed_total(self) -> int:
        """Multiplications of all steps, with the cache."""
        return int(self.computed.sum())

    @property
    def recomputed_total(self) -> int:
        """Multiplications of all steps, without the cache."""
        return int(self.recomputed.sum())

    @property
    def saved(self) -> float:
        """The share of all multiplications that the cache saves, 0 to 1."""
        return 1.0 - self.computed_total / self.recomputed_total


@dataclass(frozen=True, eq=False)
class FutureNeeded:
    """Why nothing can be kept: rows look at tokens that do not exist yet. Measured by appending the last token."""

    row: int  # the first row that looks ahead, from 0
    share: float  # of that row's weight, on tokens after it
    moved: int  # output values of earlier rows that the last token changed
    compared: int  # of so many
    moved_rows: int  # earlier rows with at least one such value


@dataclass(frozen=True, eq=False)
class CacheReport:
    """What can be kept while generating: `generated`, or `needs_future` where the mask makes it impossible."""

    length: int  # tokens that were generated: the first ones, at most MOST_STEPS
    total_tokens: int  # tokens that were given
    d_model: int
    d_head: int
    generated: Generated | None
    needs_future: FutureNeeded | None  # None where `generated` is not

    @property
    def reason(self) -> str | None:
        """Why there is no cache: "needs_future"; None where there is one."""
        return None if self.needs_future is None else "needs_future"

    @property
    def formula_totals(self) -> tuple[int, int]:
        """Multiplications of all steps by the closed formulas, with the cache and without it."""
        sizes = self.length, self.d_model, self.d_head
        return cached_total(*sizes), plain_total(*sizes)

    def formula_step(self, t: int) -> tuple[int, int]:
        """Return the multiplications of step t, from 1, by the closed formulas, with the cache and without it."""
        return cached_step(t, self.d_model, self.d_head), plain_step(t, self.d_model, self.d_head)

    @cached_property
    def formulas_hold(self) -> bool:
        """True if the closed formulas give what was counted, at every step and in all."""
        made = self.generated
        if made is None:
            return False
        steps = list(zip(made.computed.tolist(), made.recomputed.tolist(), strict=True))
        sizes = [cache_bytes(t, self.d_head) for t in range(1, self.length + 1)]
        return (
            steps == [self.formula_step(t) for t in range(1, self.length + 1)]
            and (made.computed_total, made.recomputed_total) == self.formula_totals
            and made.kept_bytes.tolist() == sizes
        )


def generate(head: Head, x: ArrayLike, mask: ArrayLike | None, scaled: bool = True) -> CacheReport:
    """Generate the rows of x (n, d_model) one by one, keeping K and V, and compare with computing them at once.

    mask: bool (n, n), True = visible; None = all. Of more than MOST_STEPS tokens the first ones are taken.
    Raises ValueError for no tokens and as `Head.trace` does.
    """
    rows = np.atleast_1d(np.asarray(x))
    visible = arithmetic.check_mask(mask, (len(rows), len(rows)))[:MOST_STEPS, :MOST_STEPS]
    return replace(check(head, head.trace(rows[:MOST_STEPS], visible, scaled), scaled), total_tokens=len(rows))


def check(head: Head, at_once: Trace, scaled: bool = True, rope: bool = False, slope: float = 0.0) -> CacheReport:
    """Generate the tokens of a trace one by one, keeping K and V, and compare with the trace itself.

    scaled, rope, slope: as the trace was made with; keys are kept as RoPE turned them.
    Of more than MOST_STEPS tokens the first ones are taken. Raises ValueError for a trace of no tokens.
    """
    total = len(at_once.x)
    if total == 0:
        raise ValueError("there is nothing to generate: x has no rows")
    length = min(total, MOST_STEPS)
    setting = Setting(scaled=scaled, rope=rope, slope=slope)
    ahead = np.triu(at_once.mask[:length, :length], 1).any(axis=1)
    return CacheReport(
        length=length,
        total_tokens=total,
        d_model=head.d_model,
        d_head=head.d_head,
        generated=None if ahead.any() else _generated(head, at_once, length, setting),
        needs_future=_needs_future(head, at_once, length, setting, int(ahead.argmax())) if ahead.any() else None,
    )


def cached_step(t: int, d_model: int, d_head: int) -> int:
    """Return the multiplications of step t, counted from 1, with the cache: q, k and v, the scores, the mixing.

    >>> cached_step(5, 64, 64)
    12928
    """
    return 3 * d_model * d_head + 2 * t * d_head


def plain_step(t: int, d_model: int, d_head: int) -> int:
    """Return the multiplications of step t, counted from 1, without the cache: everything for all t tokens.

    >>> plain_step(5, 64, 64)
    64640
    """
    return 3 * t * d_model * d_head + 2 * t * t * d_head


def cached_total(n: int, d_model: int, d_head: int) -> int:
    """Return the multiplications of n steps with the cache: the sum of `cached_step` for t = 1 … n.

    >>> cached_total(5, 64, 64) == sum(cached_step(t, 64, 64) for t in range(1, 6))
    True
    """
    return 3 * n * d_model * d_head + n * (n + 1) * d_head


def plain_total(n: int, d_model: int, d_head: int) -> int:
    """Return the multiplications of n steps without the cache: the sum of `plain_step` for t = 1 … n.

    >>> plain_total(5, 64, 64) == sum(plain_step(t, 64, 64) for t in range(1, 6))
    True
    """
    return 3 * d_model * d_head * n * (n + 1) // 2 + d_head * n * (n + 1) * (2 * n + 1) // 3


def cache_bytes(length: int, d_head: int, kv_heads: int = 1, layers: int = 1, value_bytes: int = VALUE_BYTES) -> int:
    """Return the size of a KV cache in bytes, as in the chapter: 2 · length · kv_heads · d_head · layers · bytes.

    >>> cache_bytes(5, 64)
    2560
    """
    return 2 * length * kv_heads * d_head * layers * value_bytes


class _Counter:
    """The core's products, counting the multiplications of the operands they are given."""

    def __init__(self) -> None:
        self.multiplications = 0

    def matmul(self, a: Doubles | Floats, b: Doubles | Columns) -> Doubles:
        """Return `a @ b` in float64."""
        columns = (b.slices[0] if isinstance(b, Columns) else b).shape[1]
        self.multiplications += a.shape[0] * a.shape[1] * columns
        return arithmetic.matmul(a, b, np.float64)

    def mix(self, weights: Doubles, values: Doubles) -> Floats:
        """Return `weights @ values` in float32."""
        self.multiplications += weights.shape[0] * weights.shape[1] * values.shape[1]
        return arithmetic.mix(weights, values)


class _Cache:
    """K and V of the tokens so far, unrounded: one row longer after each step."""

    def __init__(self, head: Head, most: int, setting: Setting) -> None:
        self.length = 0
        self._keys, self._values = np.empty((most, head.d_head)), np.empty((most, head.d_head))
        self._projection = _projection(head)
        self._divisor = np.sqrt(head.d_head) if setting.scaled else None
        self._rope = setting.rope
        self._bias = positions.alibi(most, most, setting.slope) if setting.slope else None

    @property
    def key(self) -> Doubles:
        """The keys so far (length, d_head)."""
        return self._keys[: self.length]

    @property
    def value(self) -> Doubles:
        """The values so far (length, d_head)."""
        return self._values[: self.length]

    @property
    def bytes(self) -> int:
        """What the numbers that are kept take as float32."""
        return (self.key.size + self.value.size) * VALUE_BYTES

    def step(self, token: Floats, visible: Mask, count: _Counter) -> tuple[Doubles, Floats]:
        """Take in one token (1, d_model); return its weights (1, length) and its output (1, d_head)."""
        projected, d = count.matmul(token, self._projection), self._keys.shape[1]
        query, key, place = projected[:, :d], projected[:, d : 2 * d], self.length
        if self._rope:
            query, key = positions.rotated(query, place), positions.rotated(key, place)
        self._keys[place], self._values[place] = key[0], projected[0, 2 * d :]
        self.length += 1
        scores = count.matmul(query, self.key.T)
        if self._divisor is not None:
            scores = scores / self._divisor
        if self._bias is not None:
            scores = scores + self._bias[place : place + 1, : self.length]
        weights = arithmetic.softmax(scores, visible[None, : self.length], np.float64)
        return weights, count.mix(weights, self.value)


def _generated(head: Head, at_once: Trace, n: int, setting: Setting) -> Generated:
    cache = _Cache(head, n, setting)
    shares, output = np.zeros((n, n)), np.zeros((n, head.d_head), dtype=np.float32)
    computed, kept = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    for t in range(n):
        count = _Counter()
        shares[t, : t + 1], output[t] = cache.step(at_once.x[t : t + 1], at_once.mask[t], count)
        computed[t], kept[t] = count.multiplications, cache.bytes
    weights = arithmetic.rounded(shares, np.float32, "weights")
    same = same_bits(weights, at_once.weights[:n, :n]), same_bits(output, at_once.output[:n])
    return Generated(
        key=arithmetic.rounded(cache.key, np.float32, "key"),
        value=arithmetic.rounded(cache.value, np.float32, "value"),
        weights=weights,
        output=output,
        differing=sum(int(np.count_nonzero(~part)) for part in same),
        compared=weights.size + output.size,
        computed=computed,
        recomputed=_recomputed(head, n),
        kept_bytes=kept,
    )


def _recomputed(head: Head, n: int) -> Counts:
    """Return the multiplications of `Head.trace` for the first 1 … n tokens, from the shapes that it multiplies."""
    t = np.arange(1, n + 1, dtype=np.int64)
    projections = t * (head.w_query.size + head.w_key.size + head.w_value.size)  # (t, d_model) · (d_model, d_head)
    products = t * head.d_head * t + t * t * head.d_head  # (t, d_head) · (d_head, t) and (t, t) · (t, d_head)
    return projections + products


def _needs_future(head: Head, at_once: Trace, n: int, setting: Setting, row: int) -> FutureNeeded:
    """Compare the output for all tokens but the last with the same rows for all tokens."""
    whole = at_once
    if n < len(at_once.x):
        whole = head.trace_in(at_once.x[:n], replace(setting, mask=at_once.mask[:n, :n]))
    mask = whole.mask[:-1, :-1].copy()
    np.fill_diagonal(mask, mask.diagonal() | ~mask.any(axis=1))  # a row that saw only the last token sees itself
    shorter = head.trace_in(whole.x[:-1], replace(setting, mask=mask))
    moved = ~same_bits(shorter.output, whole.output[:-1])
    return FutureNeeded(
        row=row,
        share=float(whole.weights[row, row + 1 :].sum(dtype=np.float64)),
        moved=int(np.count_nonzero(moved)),
        compared=moved.size,
        moved_rows=int(np.count_nonzero(moved.any(axis=1))),
    )


@lru_cache(maxsize=2)
def _projection(head: Head) -> Columns:
    """Return W_q, W_k and W_v side by side, prepared for one product; by the core's theorem that changes no bit."""
    return arithmetic.columns(np.concatenate((head.w_query, head.w_key, head.w_value), axis=1))
