"""What follows from a scene: tokens, vectors, every matrix, and what the open panel reports. Pure functions only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.core import tokens
from attnviz.core.head import Head, Trace
from attnviz.state.pictures import head_of, tokens_of, trace_of
from attnviz.state.reports import PANELS, Shown, changed_index
from attnviz.state.scene import MOST_TOKENS, Scene


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
    panel: str | None  # whose report this is; None = no panel is open
    report: object | None  # None without tokens, and while the panel's question isn't complete

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
        if self.scene.pinned is None or not self.tokens:
            return None
        row, column = self.scene.pinned
        last = len(self.tokens) - 1
        return min(row, last), None if column is None else min(column, last)


def derive(scene: Scene, previous: Snapshot | None = None, panel: str | None = "change") -> Snapshot:
    """Return what follows from `scene`, with the report of one panel.

    Parts of `previous` whose inputs are the same are used again. Raises ValueError where numbers grow beyond float32.
    """
    if previous is not None and scene.text == previous.scene.text:
        shown, total = previous.tokens, previous.total_tokens
    else:
        shown = tokens_of(scene)
        total = len(shown) if len(shown) < MOST_TOKENS else tokens.count(scene.text)
    if previous is not None and scene.picture == previous.scene.picture:
        head, trace, facts = previous.head, previous.trace, previous.facts
    else:
        head = head_of(scene)
        trace = trace_of(scene, head, shown)
        facts = None if trace is None else _facts(trace)
    if trace is None or panel is None:
        report = None
    elif previous is not None and previous.trace is trace and _same_question(panel, scene, previous):
        report = previous.report
    else:
        report = PANELS[panel].report(Shown(scene, shown, head, trace))
    return Snapshot(scene, shown, total, head, trace, facts, panel, report)


def _same_question(panel: str, scene: Scene, previous: Snapshot) -> bool:
    needs = PANELS[panel].needs
    return panel == previous.panel and needs(scene) == needs(previous.scene)


def _facts(trace: Trace) -> Facts:
    sums = trace.weights.sum(axis=1, dtype=np.float64)
    hidden = ~trace.mask
    return Facts(
        largest_row_error=float(np.abs(sums - 1.0).max()),
        hidden=int(np.count_nonzero(hidden)),
        hidden_not_zero=int(np.count_nonzero(trace.weights[hidden])),
    )
