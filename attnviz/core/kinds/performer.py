"""The Performer: linear attention whose random features estimate softmax attention (Choromanski et al. 2021).

E[φ(q)·φ(k)] = e^(q·k) for φ(x) = e^(w·x − |x|²/2) / √m with m Gaussian directions w: all positive, lemma 1.
The directions come from the book's generator: the same ones on every machine, every day.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from attnviz.core import arithmetic, book
from attnviz.core.arithmetic import Columns, Doubles
from attnviz.core.kinds.kind import Floats, Options
from attnviz.core.kinds.linear import Linear, exponentials

_CHUNK = 1 << 15  # numbers drawn at once


@dataclass(frozen=True)
class RandomFeatures:
    """φ with `count` random features; another seed draws others. With `scaled`, x is divided by the 4th root of d."""

    count: int
    seed: int = 0

    def features(self, rows: Doubles, scaled: bool) -> tuple[Doubles, Doubles]:
        """Return φ of each row (n, d_head), and the power e^c (n, 1) that was taken out of it."""
        d = rows.shape[1]
        x = np.ascontiguousarray(rows) / (d**0.25 if scaled else 1.0)
        found, power = exponentials(arithmetic.matmul(x, _prepared(d, self.count, self.seed), np.float64))
        half = arithmetic.matmul(x * x, np.full((d, 1), 0.5), np.float64)
        return found, power - half - np.log(self.count) / 2

    def size(self, d_head: int) -> int:
        """Return the number of features."""
        return self.count

    def multiply_adds(self, d_head: int) -> int:
        """Return those of w·x for every direction w."""
        return self.count * d_head

    def plain(self, d_head: int) -> Callable[[Floats], Floats]:
        """Return φ in plain float32, for rows that are not large."""
        across = directions(d_head, self.count, self.seed).T.astype(np.float32)
        root, smaller = np.float32(d_head**-0.25), np.float32(self.count**-0.5)

        def phi(rows: Floats) -> Floats:
            x = rows * root
            found: Floats = np.exp(x @ across - (x * x).sum(axis=1, keepdims=True) / 2) * smaller
            return found

        return phi


class Performer(Linear):
    """Linear attention with positive orthogonal random features (FAVOR+), two-sided or causal. A `Kind`."""

    @classmethod
    def build(cls, options: Options, causal: bool = False) -> Performer:
        """Return the Performer with `options.features` features."""
        return cls(options, RandomFeatures(options.features), causal)


def directions(d: int, count: int, seed: int = 0) -> Doubles:
    """Return `count` random directions (count, d): each one Gaussian, up to d neighbours orthogonal to each other.

    Choromanski et al. 2021, section 2.4. More directions begin with the same ones, once they are more than d.
    Raises ValueError for d or count < 1.
    """
    if d < 1 or count < 1:
        raise ValueError(f"a width and a number of directions of at least 1 are needed, not {d} and {count}")
    rows = min(d, count)
    blocks = -(-count // rows)
    drawn = _gaussian(seed, blocks * rows * d).reshape(blocks, rows, d)
    # Gram and Schmidt keep the direction of what is left of each row; its length has no part in it, so it may stay.
    # LAPACK's signs are taken back (Mezzadri 2007), or the directions would not be evenly spread.
    unit, upper = np.linalg.qr(drawn.swapaxes(1, 2))
    signs = np.where(np.diagonal(upper, axis1=1, axis2=2) < 0, -1.0, 1.0)
    lengths = np.sqrt((drawn * drawn).sum(axis=2))
    found: Doubles = unit.swapaxes(1, 2) * (signs * lengths)[:, :, None]
    return found.reshape(blocks * rows, d)[:count]


def _gaussian(seed: int, count: int) -> Doubles:
    """Return `count` Gaussian numbers from the book's generator (Box and Muller 1958)."""
    pairs = -(-count // 2)
    uniform = _uniform(seed, 2 * pairs)
    radius, angle = np.sqrt(-2.0 * np.log(uniform[0::2])), 2.0 * np.pi * uniform[1::2]
    return np.stack((radius * np.cos(angle), radius * np.sin(angle)), axis=1).ravel()[:count]


def _uniform(seed: int, count: int) -> Doubles:
    """Return `count` numbers between 0 and 1, neither included, in steps of 2**-24."""
    start = hashlib.blake2b(f"random features {seed}".encode(), digest_size=8).digest()
    state = np.uint64(int.from_bytes(start, "little"))
    drawn = np.empty(count, dtype=np.uint64)
    for first in range(0, count, _CHUNK):
        part = drawn[first : first + _CHUNK]
        part[:] = book.states(state, len(part))
        state = part[-1]
    found: Doubles = ((drawn >> np.uint64(40)).astype(np.float64) + 0.5) / 2.0**24
    return found


@lru_cache(maxsize=2)
def _prepared(d: int, count: int, seed: int) -> Columns:
    """Return the directions, ready to be multiplied with rows (n, d)."""
    return arithmetic.columns(directions(d, count, seed).T)
