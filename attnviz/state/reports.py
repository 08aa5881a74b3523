"""What each panel of the window reports about a scene. One function a panel; only the open panel's is ever called.

A report is built from the head and the trace that the map shows. Pure functions only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from attnviz.core.head import Head, Trace
from attnviz.experiments import cache, causality, comparison, ledger, masking, order, scaling
from attnviz.state.pictures import head_of, tokens_of, trace_of, vectors_of
from attnviz.state.scene import NINE, Picture, Scene


@dataclass(frozen=True, eq=False)
class Shown:
    """What the map shows: the ground that every report stands on."""

    scene: Scene
    tokens: tuple[str, ...]
    head: Head
    trace: Trace


def changed_index(scene: Scene, n: int) -> int:
    """Return the token that the change is about: the chosen one, or the last where there is no such."""
    index = scene.change.index
    return n - 1 if index is None or index >= n else index


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


def _change(shown: Shown) -> causality.CausalityReport | None:
    scene, vector = shown.scene, changed_vector(shown.scene)
    if vector is None:
        return None
    index = changed_index(scene, len(shown.tokens))
    changed = causality.replaced(shown.trace.x, index, vector)
    return causality.compare(shown.trace, shown.head.trace(changed, shown.trace.mask, scene.scaled), index)


def _ledger(shown: Shown) -> ledger.LedgerReport | None:
    """Report on the pinned cell, or the strongest of the pinned row."""
    scene, trace = shown.scene, shown.trace
    if scene.pinned is None:
        return None
    last = len(shown.tokens) - 1
    row, column = min(scene.pinned[0], last), scene.pinned[1]
    cell = int(trace.weights[row].argmax()) if column is None else min(column, last)
    return ledger.cell(shown.head, trace.x, row, cell, trace.mask, scene.scaled, trace)


def _swap(shown: Shown) -> order.OrderReport | None:
    pair, trace = shown.scene.swapped, shown.trace
    if pair is None or max(pair) >= len(shown.tokens) or pair[0] == pair[1]:
        return None
    after = shown.head.trace(order.swapped(trace.x, *pair), trace.mask, shown.scene.scaled)
    return order.compare(trace, after, *pair)


def _scaling(shown: Shown) -> scaling.ScalingReport | None:
    if shown.scene.scaling_source == "chapter":
        return scaling.curve("chapter", ())
    return scaling.curve("own", shown.tokens) if len(shown.tokens) >= scaling.LEAST_TOKENS else None


def _masking(shown: Shown) -> masking.MaskingReport:
    return masking.compare(shown.head, shown.trace.x, shown.trace.mask, shown.scene.scaled)


def _cache(shown: Shown) -> cache.CacheReport:
    return cache.check(shown.head, shown.trace, shown.scene.scaled)


def _compare(shown: Shown) -> comparison.ComparisonReport | None:
    reference = None if shown.scene.reference is None else _reference(shown.scene.reference)
    if reference is None:
        return None
    return comparison.compare(reference, shown.trace, "output" if shown.scene.compared == "output" else "weights")


@lru_cache(maxsize=1)
def _reference(picture: Picture) -> Trace | None:
    return trace_of(picture, head_of(picture), tokens_of(picture))


@dataclass(frozen=True)
class Panel:
    """How a panel's report is made, and what of the scene it depends on besides the picture."""

    report: Callable[[Shown], object | None]
    needs: Callable[[Scene], object]
    effort: float = 1.0  # how many times longer than a change of one token it takes, about


PANELS: Final[dict[str, Panel]] = {
    "change": Panel(_change, lambda scene: scene.change),
    "ledger": Panel(_ledger, lambda scene: scene.pinned),
    "swap": Panel(_swap, lambda scene: scene.swapped),
    "scaling": Panel(_scaling, lambda scene: scene.scaling_source, effort=40.0),
    "masking": Panel(_masking, lambda scene: None, effort=1.5),
    "cache": Panel(_cache, lambda scene: None, effort=20.0),
    "compare": Panel(_compare, lambda scene: (scene.reference, scene.compared)),
}
