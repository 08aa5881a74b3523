"""What each panel of the window reports about a scene. One function a panel; only the open panel's is ever called.

A report is built from the layer and the run that the map shows. Pure functions only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from attnviz.core.head import Head, Trace
from attnviz.core.kinds import KINDS
from attnviz.core.kinds.kind import Kind
from attnviz.core.multihead import MultiTrace
from attnviz.experiments import (
    cache,
    causality,
    comparison,
    features,
    heads,
    kinds,
    ledger,
    masking,
    order,
    positions,
    scaling,
    sight,
)
from attnviz.state.layer import Layer, Run, reference_run
from attnviz.state.pictures import asked_mask, multihead_of, options_of, vectors_of, written_of
from attnviz.state.scene import NINE, SOFTMAX, Scene

MOST_BESIDE: Final = 128  # tokens of a text that several kinds are shown of, side by side
Misfit: TypeAlias = Literal["second_text", "not_softmax", "no_heads"]  # why a panel has nothing to say


@dataclass(frozen=True, eq=False)
class Shown:
    """What the map shows: the ground that every report stands on."""

    scene: Scene
    tokens: tuple[str, ...]
    columns: tuple[str, ...]
    layer: Layer
    run: Run

    @property
    def head(self) -> Head:
        """The head that is shown."""
        return self.layer.head

    @property
    def trace(self) -> Trace:
        """Every matrix of the head that is shown. Only for panels that fit kinds with heads."""
        if not isinstance(self.run.trace, Trace):
            raise TypeError("a recurrence has no queries, keys and values")
        return self.run.trace


def changed_index(scene: Scene, n: int) -> int:
    """Return the token that the change is about: the chosen one, or the last of the text where there is no such.

    n: tokens of the rows, with the padding at their end.
    """
    written, index = written_of(scene, n), scene.change.index
    return written - 1 if index is None or index >= written else index


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
    vector = changed_vector(shown.scene)
    if vector is None:
        return None
    index = changed_index(shown.scene, len(shown.tokens))
    changed = causality.replaced(shown.run.vectors, index, vector)
    return causality.compare(shown.run, shown.layer.run(changed), index)


def _ledger(shown: Shown) -> ledger.LedgerReport | None:
    """Report on the pinned cell, or the strongest of the pinned row."""
    scene, trace = shown.scene, shown.trace
    if scene.pinned is None:
        return None
    row, column = min(scene.pinned[0], len(shown.tokens) - 1), scene.pinned[1]
    cell = int(trace.weights[row].argmax()) if column is None else min(column, len(shown.columns) - 1)
    return ledger.explain(shown.layer.exact(shown.run.vectors), trace, row, cell, scene.position == "rope")


def _swap(shown: Shown) -> order.OrderReport | None:
    pair, run = shown.scene.swapped, shown.run
    if pair is None or max(pair) >= len(shown.tokens) or pair[0] == pair[1]:
        return None
    return order.compare(run, shown.layer.run(order.swapped(run.vectors, *pair)), *pair)


def _scaling(shown: Shown) -> scaling.ScalingReport | None:
    if shown.scene.scaling_source == "chapter":
        return scaling.curve("chapter", ())
    return scaling.curve("own", shown.tokens) if len(shown.tokens) >= scaling.LEAST_TOKENS else None


def _masking(shown: Shown) -> masking.MaskingReport:
    return masking.check(shown.layer.exact(shown.run.vectors))


def _cache(shown: Shown) -> cache.CacheReport:
    setting = shown.layer.shown_setting
    return cache.check(shown.head, shown.trace, setting.scaled, setting.rope, setting.slope)


def _compare(shown: Shown) -> comparison.ComparisonReport | None:
    reference = None if shown.scene.reference is None else reference_run(shown.scene.reference)
    if reference is None:
        return None
    return comparison.compare(reference, shown.run, "output" if shown.scene.compared == "output" else "weights")


def _heads(shown: Shown) -> heads.HeadsReport:
    trace, scene = shown.trace, shown.scene
    multi = shown.run.multi or MultiTrace((trace,), trace.output, trace.output)
    return heads.report(multi, multihead_of(scene), shown.columns, scene.head, scene.view)


def _position(shown: Shown) -> positions.PositionReport:
    scene, layer = shown.scene, shown.layer
    return positions.report(scene.position, layer.head, shown.run.vectors, layer.slope, scene.scaled, scene.pinned)


def _mask(shown: Shown) -> sight.MaskReport:
    asked = asked_mask(shown.scene, len(shown.tokens), len(shown.columns))
    return sight.report(asked, shown.columns)


def _features(shown: Shown) -> features.FeaturesReport:
    trace, setting = shown.trace, shown.layer.shown_setting
    return features.report(
        shown.head,
        trace.x,
        trace.mask,
        setting.scaled,
        shown.scene.features,
        rope=setting.rope,
        slope=setting.slope,
    )


def _kinds(shown: Shown) -> kinds.KindsReport:
    return kinds.measure(built_kinds(shown.scene), shown.run.vectors[:MOST_BESIDE], scaled=shown.scene.scaled)


def built_kinds(scene: Scene) -> dict[str, Kind]:
    """Return the kinds that stand side by side, ready to run on the scene's tokens."""
    options = options_of(scene)
    return {key: KINDS[key].build(options) for key in scene.kinds}


def _anything(scene: Scene) -> Misfit | None:
    return None


def _heads_only(scene: Scene) -> Misfit | None:
    return None if scene.attends else "no_heads"


def _one_text(scene: Scene) -> Misfit | None:
    return "second_text" if scene.crossed else None


def _heads_of_one_text(scene: Scene) -> Misfit | None:
    return _heads_only(scene) or _one_text(scene)


def _softmax(scene: Scene) -> Misfit | None:
    return None if scene.kind == SOFTMAX else "not_softmax"


def _softmax_of_one_text(scene: Scene) -> Misfit | None:
    return _softmax(scene) or _one_text(scene)


@dataclass(frozen=True)
class Panel:
    """How a panel's report is made, and what of the scene it depends on besides the picture."""

    report: Callable[[Shown], object | None]
    needs: Callable[[Scene], object]
    misfit: Callable[[Scene], Misfit | None] = _anything  # why its question can't be asked of the picture
    effort: float = 1.0  # how many times longer than a change of one token it takes, about


PANELS: Final[dict[str, Panel]] = {
    "change": Panel(_change, lambda scene: scene.change, _one_text),
    "ledger": Panel(_ledger, lambda scene: scene.pinned, _softmax),
    "swap": Panel(_swap, lambda scene: scene.swapped, _one_text),
    "position": Panel(_position, lambda scene: scene.pinned, effort=4.0),
    "scaling": Panel(_scaling, lambda scene: scene.scaling_source, effort=40.0),
    "mask": Panel(_mask, lambda scene: None, _heads_only),
    "masking": Panel(_masking, lambda scene: None, _softmax_of_one_text, effort=1.5),
    "heads": Panel(_heads, lambda scene: None, _heads_only),
    "cache": Panel(_cache, lambda scene: None, _softmax_of_one_text, effort=20.0),
    "kinds": Panel(_kinds, lambda scene: scene.kinds, effort=200.0),
    "features": Panel(_features, lambda scene: None, _heads_of_one_text, effort=60.0),
    "compare": Panel(_compare, lambda scene: (scene.reference, scene.compared)),
}
