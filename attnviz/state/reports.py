"""What each panel of the window reports about a scene. One function a panel; only the open panel's is ever called.

A report is built from the layer and the run that the map shows. Pure functions only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from attnviz.core.head import ExactTrace, Head, Trace
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
from attnviz.models.arrays import Attentions
from attnviz.state.claims import cache as cache_all
from attnviz.state.claims import change as change_all
from attnviz.state.claims import masking as masking_all
from attnviz.state.claims import swap as swap_all
from attnviz.state.layer import Layer, Run, run_of
from attnviz.state.pictures import asked_mask, columns_of, multihead_of, options_of, tokens_of, vectors_of, written_of
from attnviz.state.scene import NINE, SOFTMAX, Picture, Scene
from attnviz.state.trained import (
    Reading,
    Source,
    Sources,
    Stop,
    exact_of_head,
    reading_of,
    run_of_arrays,
    run_of_head,
    shown_layer,
)

MOST_BESIDE: Final = 128  # tokens of a text that several kinds are shown of, side by side
# Why a panel has nothing to say
Misfit: TypeAlias = Literal[
    "second_text", "no_second_text", "not_softmax", "no_heads", "from_file", "no_model", "only_weights"
]


@dataclass(frozen=True, eq=False)
class Shown:
    """What the map shows: the ground that every report stands on."""

    scene: Scene
    tokens: tuple[str, ...]
    columns: tuple[str, ...]
    made: Layer | None  # None for what comes from a file
    run: Run
    reading: Reading | None = None  # what a trained model made of the text
    given: Attentions | None = None  # somebody's own arrays
    sources: Sources = field(default_factory=dict)
    stop: Stop | None = None

    @property
    def layer(self) -> Layer:
        """The chapter's layer. Only for panels that do not fit what comes from a file."""
        if self.made is None:
            raise TypeError("what comes from a file is not made of the chapter's numbers")
        return self.made

    @property
    def head(self) -> Head:
        """The head that is shown."""
        return self.layer.head

    @property
    def exact(self) -> ExactTrace:
        """What the shown head's steps are rounded from."""
        if self.reading is not None:
            return exact_of_head(self.scene, self.reading)
        return self.layer.exact(self.run.vectors)

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
    return ledger.explain(shown.exact, trace, row, cell, scene.position == "rope")


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
    return masking.check(shown.exact)


def _cache(shown: Shown) -> cache.CacheReport:
    setting = shown.layer.shown_setting
    return cache.check(shown.head, shown.trace, setting.scaled, setting.rope, setting.slope)


def _compare(shown: Shown) -> comparison.ComparisonReport | None:
    reference = None if shown.scene.reference is None else reference_of(shown.scene.reference, shown.sources)
    if reference is None:
        return None
    what: comparison.What = "output" if shown.scene.compared == "output" else "weights"
    return replace(comparison.compare(reference.run, shown.run, what), names=(reference.rows, reference.columns))


@dataclass(frozen=True, eq=False)
class Reference:
    """What came of a pinned picture, and what its rows and columns are called."""

    run: Run
    rows: tuple[str, ...]
    columns: tuple[str, ...]


def reference_of(picture: Picture, sources: Sources) -> Reference | None:
    """Return what came of a pinned picture, kept as long as it is pinned; None while its source isn't loaded."""
    if not picture.loaded:
        return _made_reference(picture)
    source = sources.get(picture.source)
    return None if source is None else _loaded_reference(picture, source)


@lru_cache(maxsize=1)
def _made_reference(picture: Picture) -> Reference | None:
    run = run_of(picture)
    return None if run is None else Reference(run, tokens_of(picture), columns_of(picture))


@lru_cache(maxsize=1)
def _loaded_reference(picture: Picture, source: Source) -> Reference | None:
    if isinstance(source, Attentions):
        return Reference(run_of_arrays(picture, source), source.rows, source.columns)
    reading = reading_of(picture, source)
    return None if reading is None else Reference(run_of_head(picture, reading), reading.tokens, reading.tokens)


def _layers(shown: Shown) -> object:
    from attnviz.state.layers_report import report

    reading, given = shown.reading, shown.given
    ids: tuple[int, ...] | tuple[str, ...]
    if reading is not None:
        weights, ids = reading.weights, reading.run.ids
    elif given is not None:
        weights, ids = tuple(map(given.layer, range(len(given.weights)))), given.rows
    else:
        return None
    layer = shown_layer(shown.scene, len(weights))
    head = (layer, min(shown.scene.head, len(weights[layer]) - 1))
    scene = shown.scene
    return report(weights, shown.tokens, shown.columns, ids, head, scene.heads_order, scene.rescaled)


def _lines(shown: Shown) -> object:
    from attnviz.state.lines_report import LinesReport

    scene, run = shown.scene, shown.run
    layer: int | None = None
    if shown.reading is not None or shown.given is not None:
        weights = shown.reading.weights if shown.reading is not None else ()
        if shown.given is not None:
            weights = tuple(map(shown.given.layer, range(len(shown.given.weights))))
        layer = shown_layer(scene, len(weights))
        heads = tuple(weights[layer])
    elif run.multi is not None:
        heads = tuple(trace.weights for trace in run.multi.heads)
    else:
        heads = (run.weights,)
    chosen = sorted({min(scene.head, len(heads) - 1), *(head for head in scene.lines if head < len(heads))})
    pinned = None if scene.pinned is None else min(scene.pinned[0], len(shown.tokens) - 1)
    return LinesReport(
        weights=tuple(heads[head] for head in chosen),
        heads=tuple(chosen),
        heads_total=len(heads),
        layer=layer,
        rows=shown.tokens,
        columns=shown.columns,
        pinned=pinned,
    )


def _next(shown: Shown) -> object:
    from attnviz.state.next_report import report

    return None if shown.reading is None else report(shown.scene, shown.reading)


def _claimed(
    claim: Callable[[Scene, Reading, Stop | None], object | None], of_head: Callable[[Shown], object | None]
) -> Callable[[Shown], object | None]:
    """Return a report on the chapter's head, or on every layer and head where a trained model is shown."""

    def report(shown: Shown) -> object | None:
        if shown.reading is None:
            return of_head(shown)
        return claim(shown.scene, shown.reading, shown.stop)

    return report


def _heads(shown: Shown) -> heads.HeadsReport:
    trace, scene = shown.trace, shown.scene
    multi = shown.run.multi or MultiTrace((trace,), trace.output, trace.output)
    view = scene.view if scene.view in heads.VIEWS else "head"  # the others are of layers, and here is one
    return heads.report(multi, multihead_of(scene), shown.columns, scene.head, view)


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


def _made_here(scene: Scene) -> Misfit | None:
    """Allow what is made of the chapter's numbers, not what comes from a file."""
    return "from_file" if scene.loaded else None


def _has_steps(scene: Scene) -> Misfit | None:
    return "only_weights" if scene.model == "arrays" else None


def _is_trained(scene: Scene) -> Misfit | None:
    return None if scene.model == "trained" else "no_model"


def _is_loaded(scene: Scene) -> Misfit | None:
    return None if scene.loaded else "no_model"


def _heads_only(scene: Scene) -> Misfit | None:
    return _made_here(scene) or (None if scene.attends else "no_heads")


def _looks(scene: Scene) -> Misfit | None:
    return None if scene.attends else "no_heads"


def _one_text(scene: Scene) -> Misfit | None:
    return _has_steps(scene) or ("second_text" if scene.crossed else None)


def _heads_of_one_text(scene: Scene) -> Misfit | None:
    return _heads_only(scene) or _one_text(scene)


def _softmax(scene: Scene) -> Misfit | None:
    return _has_steps(scene) or (None if scene.kind == SOFTMAX else "not_softmax")


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
    "change": Panel(_claimed(change_all, _change), lambda scene: scene.change, _one_text),
    "ledger": Panel(_ledger, lambda scene: scene.pinned, _softmax),
    "swap": Panel(_claimed(swap_all, _swap), lambda scene: scene.swapped, _one_text),
    "position": Panel(_position, lambda scene: scene.pinned, _made_here, effort=4.0),
    "scaling": Panel(_scaling, lambda scene: scene.scaling_source, _made_here, effort=40.0),
    "mask": Panel(_mask, lambda scene: None, _heads_only),
    "masking": Panel(
        _claimed(masking_all, _masking), lambda scene: scene.change.text, _softmax_of_one_text, effort=1.5
    ),
    "heads": Panel(_heads, lambda scene: None, _heads_only),
    "cache": Panel(_claimed(cache_all, _cache), lambda scene: None, _softmax_of_one_text, effort=20.0),
    "kinds": Panel(_kinds, lambda scene: scene.kinds, _made_here, effort=200.0),
    "features": Panel(_features, lambda scene: None, _heads_of_one_text, effort=60.0),
    "layers": Panel(_layers, lambda scene: scene.heads_order, _is_loaded),
    "lines": Panel(_lines, lambda scene: (scene.lines, scene.pinned), _looks),
    "next": Panel(_next, lambda scene: (scene.temperature, scene.top_k, scene.top_p), _is_trained),
    "compare": Panel(_compare, lambda scene: (scene.reference, scene.compared)),
}
