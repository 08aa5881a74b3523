"""What every kind of mixing tokens has in common: what it is built of, what it gives, what it costs.

A kind is one file beside this one, and one line in the list of the package. Must not know any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core.arithmetic import Mask
from attnviz.core.head import Head, Similarity, Trace

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Options:
    """What a kind is built of; each takes what it needs. Raises ValueError for a window or features under 1."""

    head: Head
    scaled: bool = True  # divide the scores by √d_head
    position: str = "none"  # one of `positions.POSITIONS`
    window: int = 4  # tokens that a row of the window sees, itself included
    features: int = 64  # random features of the Performer

    def __post_init__(self) -> None:
        for name, value in (("window", self.window), ("features", self.features)):
            if value < 1:
                raise ValueError(f"{name}: at least 1 is needed, not {value}")


@dataclass(frozen=True)
class Cost:
    """What mixing n tokens takes, counted. The projections x·W cost the same in every kind and are left out."""

    multiply_adds: int
    bytes: int  # of the float32 numbers that have to be held at once: the weights, or the state


class Traced(Protocol):
    """What every kind can show of a text: a `Trace` has it, and so has a `StateTrace`. Row = the token that looks."""

    @property
    def x(self) -> Floats:
        """(n, d_model), one row per token."""

    @property
    def weights(self) -> Floats:
        """(n, m), how much column j counts in row i."""

    @property
    def output(self) -> Floats:
        """(n, d_out), one row per token."""

    @property
    def mask(self) -> Mask:
        """(n, m), True = the row may look at the column."""


@dataclass(frozen=True, eq=False)
class StateTrace:
    """What a mechanism that goes from token to token gives. float32, read-only; `mask` is bool.

    Signed weights are the matrix M with output = M · values; others are an influence: how far a small push of token j
    moves the state after token i.
    """

    x: Floats  # (n, d_model)
    gates: Mapping[str, Floats]  # (n, k) each, in the order in which a step needs them
    weights: Floats  # (n, n), 0 above the diagonal
    output: Floats  # (n, d_out)
    mask: Mask  # (n, n), the triangle
    signed: bool


class Kind(Protocol):
    """One way to mix tokens. x is (n, d_model): the tokens' own vectors, to which a kind adds positions by itself."""

    def trace(self, x: ArrayLike) -> Trace | StateTrace:
        """Return what all tokens give at once. Raises ValueError for an x that doesn't fit or grows too large."""

    def recur(self, x: ArrayLike) -> tuple[Floats, int] | None:
        """Return the output (n, d_out) made token by token, and how many numbers were kept at the end.

        None where a row needs later tokens. Raises ValueError as `trace` does.
        """

    def cost(self, n: int) -> Cost:
        """Return what mixing n tokens takes, counted from the formula."""

    def prepare(self, n: int) -> Callable[[], object]:
        """Return the mixing alone, in plain float32, on n made-up tokens: what its time is measured with."""


@dataclass(frozen=True)
class Entry:
    """One kind in the list: its name on the screen, how it is built, and how the large map shows it."""

    title: str  # English, in the translation context "Kinds"
    build: Callable[[Options], Kind]
    similarity: Callable[[Options], Similarity] | None  # what the large map's heads take; None = q · k
    on_map: str | None  # the name of the large map for it: there, the mask is chosen apart from the kind


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Return `text`, marked for Qt's translation tools, which know this name."""
    return text
