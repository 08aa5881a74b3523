"""Linear attention: φ(q)·φ(k) in the place of e^(q·k), so that the past fits into sums whose size never grows.

Katharopoulos et al. 2020, "Transformers are RNNs". With φ(x) = ELU(x) + 1; other feature maps come in from outside.
Must not make the n · n weights anywhere but in `trace`, which shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core import arithmetic, masks
from attnviz.core.arithmetic import Doubles
from attnviz.core.head import Similarity, Trace
from attnviz.core.kinds import attending
from attnviz.core.kinds.kind import Cost, Floats, Options

# A feature counts at least so much of its row's largest: less would leave a product that could be 0 (see `arithmetic`)
_LEAST = 2.0**-40
_BLOCK = 64  # rows at a time, when the time is measured


class FeatureMap(Similarity, Protocol):
    """φ, and what it costs."""

    def size(self, d_head: int) -> int:
        """Return r, the number of features of one row."""

    def multiply_adds(self, d_head: int) -> int:
        """Return the multiply-adds of φ for one row."""

    def plain(self, d_head: int) -> Callable[[Floats], Floats]:
        """Return φ, (n, d_head) to (n, r), in plain float32: for measuring only."""


@dataclass(frozen=True)
class Elu:
    """φ(x) = ELU(x) + 1: x + 1 above 0, e^x below (Katharopoulos et al. 2020, eq. 7). It does not divide by √d."""

    def features(self, rows: Doubles, scaled: bool) -> tuple[Doubles, Doubles]:
        """Return φ of each row (n, d_head), and the power e^c (n, 1) that was taken out of it."""
        return exponentials(np.where(rows > 0, np.log1p(np.maximum(rows, 0.0)), rows))

    def size(self, d_head: int) -> int:
        """Return the number of features: as many as a query is wide."""
        return d_head

    def multiply_adds(self, d_head: int) -> int:
        """Return 0: nothing is multiplied with anything."""
        return 0

    def plain(self, d_head: int) -> Callable[[Floats], Floats]:
        """Return φ in plain float32."""
        return lambda rows: np.where(rows > 0, rows + 1, np.exp(np.minimum(rows, 0)))


@dataclass(frozen=True, eq=False)
class Linear:
    """Attention whose kernel is a product of features; two-sided or causal. A `Kind`.

    RoPE turns queries and keys before φ. ALiBi's bias is a decay of e^(−slope) for each token that has passed since.
    """

    options: Options
    features: FeatureMap
    causal: bool = False

    @classmethod
    def build(cls, options: Options, causal: bool = False) -> Linear:
        """Return linear attention with ELU + 1."""
        return cls(options, Elu(), causal)

    def trace(self, x: ArrayLike) -> Trace:
        """Return every matrix for x (n, d_model). Raises ValueError as `Head.trace` does."""
        rows = attending.with_positions(self.options, x)
        mask = masks.causal(len(rows)) if self.causal else None
        return self.options.head.trace_in(rows, attending.setting(self.options, mask, self.features))

    def recur(self, x: ArrayLike) -> tuple[Floats, int] | None:
        """Return the causal output (n, d_head) made token by token, and the size of S, z and their common power.

        Katharopoulos et al. 2020, eq. 18-20: S += φ(k)ᵀ·v, z += φ(k), output = φ(q)·S / φ(q)·z. None if two-sided.
        """
        if not self.causal:
            return None
        made = [np.empty((0, self.options.head.d_head), dtype=np.float32)]
        made += [arithmetic.rounded(row, np.float32, "output") for row in self._scan(x)]
        return np.concatenate(made), self._state if len(made) > 1 else 0

    def cost(self, n: int) -> Cost:
        """Return the cost of adding n tokens to S and z and of asking them n times: linear."""
        r, d = self.features.size(self.options.head.d_head), self.options.head.d_head
        return Cost(multiply_adds=n * (r * (2 * d + 2) + 2 * self.features.multiply_adds(d)), bytes=4 * self._state)

    def prepare(self, n: int) -> Callable[[], Floats]:
        """Return plain linear attention over n made-up tokens, row block by row block, never with n · n weights."""
        d = self.options.head.d_head
        phi, size, mix = self.features.plain(d), self.features.size(d), _past if self.causal else _everything
        query, key, value = attending.made_up(n, d)
        blocks = [slice(start, start + _BLOCK) for start in range(0, n, _BLOCK)]

        def mixed() -> Floats:
            # The column of ones makes z, the sum of the features, one more column of S
            extended = np.concatenate((value, np.ones((n, 1), dtype=np.float32)), axis=1)
            state = np.zeros((size, d + 1), dtype=np.float32)
            output = np.empty_like(value)
            for block, sums in mix(phi, blocks, query, key, extended, state):
                np.divide(sums[:, :-1], sums[:, -1:], out=output[block])
            return output

        return mixed

    @property
    def _state(self) -> int:
        return self.features.size(self.options.head.d_head) * (self.options.head.d_head + 1) + 1

    def _scan(self, x: ArrayLike) -> Iterator[Doubles]:
        """Yield each token's output (1, d_head). S and z share the power e^top, so that no e^c can overflow."""
        scaled, down = self.options.scaled, attending.slope(self.options)
        sums: Doubles = np.zeros(())
        total: Doubles = np.zeros(())
        top = -np.inf
        for query, key, value in attending.steps(self.options, x):
            asked, _ = self.features.features(query, scaled)
            offered, power = self.features.features(key, scaled)
            before, top = top - down, max(top - down, power.item())
            old, new = np.exp(before - top), np.exp(power.item() - top)
            sums = old * sums + new * (offered.T @ value)
            total = old * total + new * offered.T
            yield (asked @ sums) / (asked @ total)


def exponentials(logarithms: Doubles) -> tuple[Doubles, Doubles]:
    """Return e to the `logarithms` (n, r), and the power c (n, 1) that was taken out of each row. None is 0."""
    largest: Doubles = logarithms.max(axis=1, keepdims=True)
    with np.errstate(under="ignore"):
        return np.maximum(np.exp(logarithms - largest), _LEAST), largest


Mixing = Iterator[tuple[slice, Floats]]


def _everything(
    phi: Callable[[Floats], Floats], blocks: list[slice], query: Floats, key: Floats, value: Floats, state: Floats
) -> Mixing:
    """Yield the sums of each block of rows over all tokens."""
    for block in blocks:
        state += phi(key[block]).T @ value[block]
    for block in blocks:
        yield block, phi(query[block]) @ state


def _past(
    phi: Callable[[Floats], Floats], blocks: list[slice], query: Floats, key: Floats, value: Floats, state: Floats
) -> Mixing:
    """Yield the sums of each block of rows over the past: what came before it from the state, itself as a triangle."""
    for block in blocks:
        asked, offered = phi(query[block]), phi(key[block])
        own: Floats = np.tril(asked @ offered.T)
        yield block, asked @ state + own @ value[block]
        state += offered.T @ value[block]
