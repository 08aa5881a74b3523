"""What follows from a scene: tokens, vectors, every matrix, and what the open panel reports. Pure functions only."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from attnviz.core import tokens
from attnviz.core.arithmetic import Mask
from attnviz.core.head import Floats, Head, Trace
from attnviz.core.kinds.kind import StateTrace
from attnviz.state.layer import Layer, Run, blend_of, layer_of
from attnviz.state.pictures import asked_mask, columns_of, head_of, tokens_of, vectors_of, written_of
from attnviz.state.reports import PANELS, Shown, changed_index
from attnviz.state.scene import Picture, Scene


@dataclass(frozen=True)
class Facts:
    """What is true of the shares on the screen, measured on their float32 values."""

    largest_row_error: float  # of a row's sum, from 1
    hidden: int  # cells that may not be seen
    hidden_not_zero: int  # of these, how many are not exactly 0


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Everything the window shows of one scene. `run` and what is made from it are None for a text without tokens."""

    scene: Scene
    tokens: tuple[str, ...]  # of the rows, at most pictures.most_tokens
    columns: tuple[str, ...]  # the same, or those of the second text
    total_tokens: int  # in the whole text
    head: Head
    layer: Layer | None
    run: Run | None
    blend: Floats | None  # what the map shows of several heads together; None = the shown head
    facts: Facts | None  # None where the map does not show shares
    panel: str | None  # whose report this is; None = no panel is open
    report: object | None  # None without tokens, and while the panel's question isn't complete

    @property
    def trace(self) -> Trace | StateTrace | None:
        """Every matrix of the shown head, or of the recurrence."""
        return None if self.run is None else self.run.trace

    @property
    def attention(self) -> Trace | None:
        """The trace, where it is that of a head with Q, K and V."""
        return self.trace if isinstance(self.trace, Trace) else None

    @property
    def column_labels(self) -> tuple[str, ...]:
        """The names of the map's columns: tokens, or the numbers of the heads whose entropy it shows."""
        if self.blend is not None and self.scene.view == "entropy":
            return tuple(str(head + 1) for head in range(self.scene.heads))
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
        if self.attention is None:
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


def derive(scene: Scene, previous: Snapshot | None = None, panel: str | None = "change") -> Snapshot:
    """Return what follows from `scene`, with the report of one panel.

    Parts of `previous` whose inputs are the same are used again. Raises ValueError where numbers grow beyond float32.
    """
    base = previous if previous is not None and previous.scene.picture == scene.picture else _base(scene, previous)
    if base.layer is None or base.run is None or panel is None or PANELS[panel].misfit(scene) is not None:
        report = None
    elif previous is not None and previous.run is base.run and _same_question(panel, scene, previous):
        report = previous.report
    else:
        report = PANELS[panel].report(Shown(scene, base.tokens, base.columns, base.layer, base.run))
    return replace(base, scene=scene, panel=panel, report=report)


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
        run=run,
        blend=blend,
        facts=_facts(scene, run, blend),
        panel=None,
        report=None,
    )


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
    if previous is not None and previous.scene.text == scene.text:
        written = max(0, previous.total_tokens - _padding(previous.scene, len(previous.tokens)))
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
    if run is None or not isinstance(run.trace, Trace) or (run.multi is not None and scene.view in ("max", "entropy")):
        return None
    shares = run.weights if blend is None else blend
    sums = shares.sum(axis=1, dtype=np.float64)
    hidden = ~run.mask
    return Facts(
        largest_row_error=float(np.abs(sums - 1.0).max()),
        hidden=int(np.count_nonzero(hidden)),
        hidden_not_zero=int(np.count_nonzero(shares[hidden])),
    )
