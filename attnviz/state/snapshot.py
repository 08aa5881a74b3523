"""What follows from a scene: tokens, vectors, every matrix, and what the open panel reports. Pure functions only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from attnviz.core import masks, tokens
from attnviz.core.head import Head, Trace
from attnviz.experiments import causality
from attnviz.experiments.causality import CausalityReport
from attnviz.state.scene import DEMO_TOKENS, MOST_TOKENS, NINE, Scene

# The chapter's demo: scores fixed by hand, row by row
_DEMO_SCORES = ((3, 1, 0, 0, 1), (1, 3, 1, 0, 0), (0, 2, 3, 1, 0), (0, 0, 1, 3, 1), (1, 0, 0, 1, 3))


@dataclass(frozen=True)
class Facts:
    """What is true of the weights on the screen, measured on their float32 values."""

    largest_row_error: float  # of a row's sum, from 1
    hidden: int  # cells that may not be seen
    hidden_not_zero: int  # of these, how many are not exactly 0


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Everything the window shows of one scene. `trace` is None for a text without tokens."""

    scene: Scene
    tokens: tuple[str, ...]  # at most MOST_TOKENS
    total_tokens: int  # in the whole text
    head: Head
    trace: Trace | None
    facts: Facts | None  # None where `trace` is
    report: CausalityReport | None  # None while there is nothing to change the token into

    @property
    def changed_index(self) -> int:
        """The token that the change is about: the chosen one, or the last where there is no such."""
        return _changed_index(self.scene, len(self.tokens))

    @property
    def changes_nothing(self) -> bool:
        """True if the replacement is the token itself, at strength 1."""
        change = self.scene.change
        if not self.tokens:
            return False
        return not change.nines and change.strength == 1.0 and change.text.strip() == self.tokens[self.changed_index]

    @property
    def pinned(self) -> tuple[int, int | None] | None:
        """The pinned row and column, moved inside where the text has become shorter."""
        if self.scene.pinned is None or not self.tokens:
            return None
        row, column = self.scene.pinned
        last = len(self.tokens) - 1
        return min(row, last), None if column is None else min(column, last)


def derive(scene: Scene, previous: Snapshot | None = None) -> Snapshot:
    """Return what follows from `scene`. Parts of `previous` whose inputs are the same are used again.

    Raises ValueError where numbers grow beyond float32.
    """
    if previous is not None and _same_text(scene, previous.scene):
        shown, total = previous.tokens, previous.total_tokens
    else:
        shown = tuple(tokens.split(scene.text, MOST_TOKENS))
        total = len(shown) if len(shown) < MOST_TOKENS else tokens.count(scene.text)
    head = head_of(scene)
    if previous is not None and _same_trace(scene, previous.scene):
        trace, facts = previous.trace, previous.facts
    else:
        trace = _trace(scene, head, shown)
        facts = None if trace is None else _facts(trace)
    if previous is not None and trace is previous.trace and scene.change == previous.scene.change:
        report = previous.report
    else:
        report = _report(scene, head, shown, trace)
    return Snapshot(scene, shown, total, head, trace, facts, report)


def head_of(scene: Scene) -> Head:
    """Return the head that the scene asks for."""
    if scene.model == "random":
        return Head.random(scene.dimension, scene.dimension)
    return _demo_head() if scene.model == "demo" else _identity_head(scene.dimension)


def vectors_of(scene: Scene, shown: Sequence[str]) -> NDArray[np.float32]:
    """Return x (n, d): each token's own vector. In the demo its five tokens are one-hot rows."""
    vectors = tokens.embed(shown, scene.width)
    if scene.model == "demo":
        for row, token in enumerate(shown):
            if token in DEMO_TOKENS:
                vectors[row] = np.eye(len(DEMO_TOKENS))[DEMO_TOKENS.index(token)]
    return vectors


def changed_vector(scene: Scene) -> NDArray[np.float32] | None:
    """Return the vector (d,) that takes the changed token's place; None while there is none."""
    change = scene.change
    if change.nines:
        vector = np.full(scene.width, NINE, dtype=np.float32)
    elif replacement := change.text.strip():
        vector = vectors_of(scene, [replacement])[0]
    else:
        return None
    return vector * np.float32(change.strength)


def _trace(scene: Scene, head: Head, shown: tuple[str, ...]) -> Trace | None:
    if not shown:
        return None
    return head.trace(vectors_of(scene, shown), _mask(scene, len(shown)), scene.scaled)


def _facts(trace: Trace) -> Facts:
    sums = trace.weights.sum(axis=1, dtype=np.float64)
    hidden = ~trace.mask
    return Facts(
        largest_row_error=float(np.abs(sums - 1.0).max()),
        hidden=int(np.count_nonzero(hidden)),
        hidden_not_zero=int(np.count_nonzero(trace.weights[hidden])),
    )


def _report(scene: Scene, head: Head, shown: tuple[str, ...], trace: Trace | None) -> CausalityReport | None:
    vector = changed_vector(scene)
    if trace is None or vector is None:
        return None
    index = _changed_index(scene, len(shown))
    changed = causality.replaced(trace.x, index, vector)
    return causality.compare(trace, head.trace(changed, _mask(scene, len(shown)), scene.scaled), index)


def _mask(scene: Scene, n: int) -> NDArray[np.bool_]:
    return masks.causal(n) if scene.causal else masks.full(n)


def _changed_index(scene: Scene, n: int) -> int:
    index = scene.change.index
    return n - 1 if index is None or index >= n else index


def _same_text(scene: Scene, other: Scene) -> bool:
    return scene.text == other.text


def _same_trace(scene: Scene, other: Scene) -> bool:
    return _what_the_trace_needs(scene) == _what_the_trace_needs(other)


def _what_the_trace_needs(scene: Scene) -> tuple[str, str, int, bool, bool]:
    return scene.text, scene.model, scene.dimension, scene.causal, scene.scaled


@lru_cache(maxsize=2)
def _identity_head(d: int) -> Head:
    return Head.identity(d)


@lru_cache(maxsize=1)
def _demo_head() -> Head:
    """Return the head whose scaled scores are the demo's: W_q = √5 · scores, W_k = W_v = I."""
    unit = np.eye(len(DEMO_TOKENS), dtype=np.float32)
    scores = np.array(_DEMO_SCORES, dtype=np.float64)
    return Head((np.sqrt(len(DEMO_TOKENS)) * scores).astype(np.float32), unit, unit)
