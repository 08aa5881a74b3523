"""What each panel of the window reports about a scene. One function a panel; only the open panel's is ever called.

A report is built from the head and the trace that the map shows. Pure functions only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from attnviz.core import masks, tokens
from attnviz.core.head import Head, Trace
from attnviz.experiments import causality
from attnviz.state.scene import DEMO_TOKENS, NINE, Picture, Scene


@dataclass(frozen=True, eq=False)
class Shown:
    """What the map shows: the ground that every report stands on."""

    scene: Scene
    tokens: tuple[str, ...]
    head: Head
    trace: Trace


def vectors_of(picture: Picture, shown: Sequence[str]) -> NDArray[np.float32]:
    """Return x (n, d): each token's own vector. In the demo its five tokens are one-hot rows."""
    vectors = tokens.embed(shown, picture.width)
    if picture.model == "demo":
        for row, token in enumerate(shown):
            if token in DEMO_TOKENS:
                vectors[row] = np.eye(len(DEMO_TOKENS))[DEMO_TOKENS.index(token)]
    return vectors


def mask_of(picture: Picture, n: int) -> NDArray[np.bool_]:
    """Return who may look at whom (n, n)."""
    return masks.causal(n) if picture.causal else masks.full(n)


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


@dataclass(frozen=True)
class Panel:
    """How a panel's report is made, and what of the scene it depends on besides the picture."""

    report: Callable[[Shown], object | None]
    needs: Callable[[Scene], object]


PANELS: Final[dict[str, Panel]] = {
    "change": Panel(_change, lambda scene: scene.change),
}
