"""What follows from a scene: tokens, vectors, every matrix, and what the open panel reports. Pure functions only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from attnviz.core import tokens
from attnviz.core.arithmetic import Mask
from attnviz.core.head import Floats, Head, Trace
from attnviz.core.kinds.kind import StateTrace
from attnviz.models.arrays import Attentions
from attnviz.state.layer import GivenTrace, Layer, Run, blend_of, layer_of
from attnviz.state.pictures import asked_mask, columns_of, head_of, tokens_of, vectors_of, written_of
from attnviz.state.reports import PANELS, Shown, changed_index
from attnviz.state.scene import Picture, Scene
from attnviz.state.trained import (
    Reading,
    Source,
    Sources,
    Stop,
    blend_of_layers,
    reading_of,
    run_of_arrays,
    run_of_head,
)

if TYPE_CHECKING:
    from attnviz.models.model import Model

_NO_SOURCES: Sources = MappingProxyType({})


@dataclass(frozen=True)
class Facts:
    """What is true of the shares on the screen, measured on their float32 values."""

    largest_row_error: float  # of a row's sum, from 1
    hidden: int  # cells that may not be seen
    hidden_not_zero: int  # of these, how many are not exactly 0
    empty: int = 0  # rows with nothing left without the first token; they are not among the sums


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Everything the window shows of one scene. `run` and what is made from it are None for a text without tokens."""

    scene: Scene
    tokens: tuple[str, ...]  # of the rows, at most pictures.most_tokens
    columns: tuple[str, ...]  # the same, or those of the second text
    total_tokens: int | None  # in the whole text; None: more than are shown, and too many to be counted
    head: Head | None  # None for what comes from a file
    layer: Layer | None  # the same
    reading: Reading | None  # what a trained model made of the text
    given: Attentions | None  # somebody's own arrays
    run: Run | None
    blend: Floats | None  # what the map shows of several heads together; None = the shown head
    facts: Facts | None  # None where the map does not show shares
    panel: str | None  # whose report this is; None = no panel is open
    report: object | None  # None without tokens, and while the panel's question isn't complete
    waiting: bool = False  # the source of the picture is not loaded

    @property
    def trace(self) -> Trace | StateTrace | GivenTrace | None:
        """Every matrix of the shown head, or of the recurrence."""
        return None if self.run is None else self.run.trace

    @property
    def attention(self) -> Trace | None:
        """The trace, where it is that of a head with Q, K and V."""
        return self.trace if isinstance(self.trace, Trace) else None

    @property
    def lacks_second_text(self) -> bool:
        """True if nothing can be computed because the second text has no tokens, though the text has."""
        return bool(self.tokens) and not self.columns

    @property
    def layers(self) -> int:
        """How many layers there are; 1 for the chapter's."""
        if self.given is not None:
            return len(self.given.weights)
        return 1 if self.reading is None else len(self.reading.run.layers)

    @property
    def column_labels(self) -> tuple[str, ...]:
        """The names of the map's columns: tokens, or the numbers of the heads whose entropy it shows."""
        if self.blend is not None and self.scene.view == "entropy":
            return tuple(str(head + 1) for head in range(self.blend.shape[1]))
        return self.columns

    @property
    def shown(self) -> Floats | None:
        """What the map shows of the weights: those of the shown head, or a blend of all heads."""
        return self.blend if self.blend is not None or self.run is None else self.run.weights

    @property
    def looks_ahead(self) -> bool:
        """True if some row may look at a later token."""
        return self.trace is not None and looks_ahead(self.trace.mask)

    @property
    def blind(self) -> tuple[int, ...]:
        """The rows that the mask leaves nothing to see, so that they see themselves (or all of a second text)."""
        if self.attention is None or self.layer is None:
            return ()
        asked = asked_mask(self.scene, len(self.tokens), len(self.columns))
        return tuple(int(row) for row in np.flatnonzero(~asked.any(axis=1)))

    @property
    def changed_index(self) -> int:
        """The token that the change is about: the chosen one, or the last where there is no such."""
        return changed_index(self.scene, len(self.tokens))

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
        if self.scene.pinned is None or self.run is None:
            return None
        row, column = self.scene.pinned
        last = len(self.column_labels) - 1
        return min(row, len(self.tokens) - 1), None if column is None else min(column, last)


def derive(
    scene: Scene,
    previous: Snapshot | None = None,
    panel: str | None = "change",
    sources: Sources = _NO_SOURCES,
    stop: Stop | None = None,
) -> Snapshot:
    """Return what follows from `scene`, with the report of one panel.

    Parts of `previous` whose inputs are the same are used again. sources: the loaded models and arrays by name; without
    its source a scene has no tokens yet. Raises ValueError where numbers grow beyond float32, ModelProblem where a
    model can't read the text, Stopped where `stop` says so.
    """
    source = sources.get(scene.source) if scene.loaded else None
    if previous is not None and previous.scene.picture == scene.picture and _same_source(previous, source):
        base = previous
    elif scene.loaded:
        base = _loaded(scene, previous, source, stop)
    else:
        base = _base(scene, previous)
    if base.run is None or panel is None or PANELS[panel].misfit(scene) is not None:
        report = None
    elif previous is not None and previous.run is base.run and _same_question(panel, scene, previous):
        report = previous.report
    else:
        report = PANELS[panel].report(_shown(scene, base, sources, stop))
    return replace(base, scene=scene, panel=panel, report=report)


def _shown(scene: Scene, base: Snapshot, sources: Sources, stop: Stop | None) -> Shown:
    assert base.run is not None
    return Shown(scene, base.tokens, base.columns, base.layer, base.run, base.reading, base.given, sources, stop)


def _same_source(previous: Snapshot, source: Source | None) -> bool:
    if not previous.scene.loaded:
        return True
    if previous.given is not None:
        return previous.given is source
    held = None if previous.reading is None else previous.reading.source
    return held is source or (held is None and previous.waiting == (source is None))


def looks_ahead(mask: Mask) -> bool:
    """Return whether some row of a square mask may look at a later token."""
    return bool(np.triu(mask, 1).any())


def _base(scene: Scene, previous: Snapshot | None) -> Snapshot:
    """Return everything but the report."""
    rows, columns = tokens_of(scene), columns_of(scene)
    layer = layer_of(scene.picture, len(rows)) if rows and columns else None
    run = None
    if layer is not None:
        run = _other_head(scene, previous) or layer.run(vectors_of(scene, rows))
    blend = None if run is None else blend_of(scene, run)
    return Snapshot(
        scene=scene,
        tokens=rows,
        columns=columns,
        total_tokens=_total(scene, len(rows), previous),
        head=layer.head if layer is not None else head_of(scene),
        layer=layer,
        reading=None,
        given=None,
        run=run,
        blend=blend,
        facts=_facts(scene, run, blend),
        panel=None,
        report=None,
    )


def _loaded(scene: Scene, previous: Snapshot | None, source: Source | None, stop: Stop | None) -> Snapshot:
    """Return everything but the report of a picture whose numbers come from a file."""
    reading = given = run = blend = None
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    if isinstance(source, Attentions):
        given, rows, columns = source, source.rows, source.columns
        run = run_of_arrays(scene, source)
        blend = blend_of_layers(scene, len(source.weights), source.layer, run.weights)
    elif source is not None:
        reading = _reading(scene, previous, source, stop)
        if reading is not None:
            rows = columns = reading.tokens
            run = run_of_head(scene, reading)
            layers = reading.run.layers
            blend = blend_of_layers(scene, len(layers), lambda at: layers[at].weights, run.weights)
    return Snapshot(
        scene=scene,
        tokens=rows,
        columns=columns,
        total_tokens=len(rows) if reading is None else reading.total,
        head=None,
        layer=None,
        reading=reading,
        given=given,
        run=run,
        blend=blend,
        facts=_facts(scene, run, blend),
        panel=None,
        report=None,
        waiting=source is None,
    )


def _reading(scene: Scene, previous: Snapshot | None, source: Model, stop: Stop | None) -> Reading | None:
    """Return the reading of the text, or the previous one where only what is shown of it has changed."""
    before = None if previous is None else previous.reading
    if before is not None and previous is not None and before.source is source:
        same = ("text", "causal", "source")
        if all(getattr(previous.scene, name) == getattr(scene, name) for name in same):
            return before
        return reading_of(scene, source, before, stop)
    return reading_of(scene, source, None, stop)


def _other_head(scene: Scene, previous: Snapshot | None) -> Run | None:
    """Return the previous run with another of its heads shown, where nothing else has changed."""
    if previous is None or previous.run is None or previous.run.multi is None:
        return None
    same: dict[str, object] = {"head": scene.head, "view": scene.view}
    if replace(previous.scene.picture, **same) != scene.picture:  # type: ignore[arg-type]
        return None
    return replace(previous.run, trace=previous.run.multi.heads[scene.head])


def _total(scene: Scene, shown: int, previous: Snapshot | None) -> int:
    """Return how many tokens the whole text has, with its padding."""
    known = None if previous is None or previous.scene.loaded else previous.total_tokens
    if previous is not None and known is not None and previous.scene.text == scene.text:
        written = max(0, known - _padding(previous.scene, len(previous.tokens)))
    else:
        written = tokens.count(scene.text)
    return written + _padding(scene, shown)


def _padding(picture: Picture, shown: int) -> int:
    return shown - written_of(picture, shown)


def _same_question(panel: str, scene: Scene, previous: Snapshot) -> bool:
    needs = PANELS[panel].needs
    return panel == previous.panel and needs(scene) == needs(previous.scene)


def _facts(scene: Scene, run: Run | None, blend: Floats | None) -> Facts | None:
    """Return the facts of what the map shows, if its rows are shares of a whole."""
    blended = blend is not None and scene.view in ("max", "entropy")
    if run is None or isinstance(run.trace, StateTrace) or blended or 0 in run.weights.shape:
        return None
    shares = run.weights if blend is None else blend
    sums = shares.sum(axis=1, dtype=np.float64)
    empty = (sums == 0.0) & (blend is not None and scene.rescaled)
    hidden = ~run.mask
    return Facts(
        largest_row_error=float(np.abs(sums - 1.0).max(where=~empty, initial=0.0)),
        hidden=int(np.count_nonzero(hidden)),
        hidden_not_zero=int(np.count_nonzero(shares[hidden])),
        empty=int(np.count_nonzero(empty)),
    )
