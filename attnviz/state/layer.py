"""What a picture computes with, put together for one text: from the tokens' own vectors to every matrix.

The window, and every experiment that runs the picture again on changed vectors, go through `Layer.run`. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from attnviz.core import multihead, positions
from attnviz.core.arithmetic import Mask
from attnviz.core.head import ExactTrace, Floats, Head, Setting, Trace
from attnviz.core.kinds.kind import Kind, StateTrace
from attnviz.core.multihead import MultiHead, MultiTrace
from attnviz.state.pictures import (
    columns_of,
    entry_of,
    head_of,
    mask_of,
    multihead_of,
    options_of,
    tokens_of,
    vectors_of,
)
from attnviz.state.scene import SOFTMAX, Picture


@dataclass(frozen=True, eq=False)
class GivenTrace:
    """Weights that somebody else computed: nothing else is known of them. The rest of a trace is empty."""

    weights: Floats  # (n, m)
    mask: Mask  # (n, m)  all visible: a weight of 0 may be a hidden one or not
    x: Floats  # (n, 0)
    output: Floats  # (n, 0)


@dataclass(frozen=True, eq=False)
class Run:
    """What came out for one input: every matrix of the shown head, and those of all heads where there are several."""

    vectors: Floats  # (n, d_model)  the tokens' own, before any position
    trace: Trace | StateTrace | GivenTrace
    multi: MultiTrace | None = None

    @property
    def x(self) -> Floats:
        """The tokens' own vectors (n, d_model), by which experiments tell two tokens apart."""
        return self.vectors

    @property
    def weights(self) -> Floats:
        """The weights (n, m) of the shown head, the implied matrix or the influence."""
        return self.trace.weights

    @property
    def scores(self) -> Floats | None:
        """The scores before the mask, (n, m) or of several heads (heads, n, m); None where there are none."""
        if self.multi is not None:
            return np.stack([head.scores for head in self.multi.heads])
        return self.trace.scores if isinstance(self.trace, Trace) else None

    @property
    def mask(self) -> Mask:
        """Who may look at whom (n, m)."""
        return self.trace.mask

    @property
    def output(self) -> Floats:
        """What the layer hands on (n, d): of all heads through W_o, or of the only one."""
        return self.trace.output if self.multi is None else self.multi.output


@dataclass(frozen=True, eq=False)
class Layer:
    """A picture's heads, or its recurrence, with everything round them that does not depend on the tokens' vectors."""

    picture: Picture
    head: Head  # the one that is shown
    multihead: MultiHead | None  # None for a mechanism without heads
    setting: Setting
    kind: Kind | None  # of a mechanism without heads

    def run(self, vectors: NDArray[np.float32]) -> Run:
        """Return every matrix for the tokens' own vectors (n, d_model). Raises ValueError as `Head.trace` does."""
        if self.kind is not None:
            return Run(vectors, self.kind.trace(vectors))
        x = positions.added(vectors, self.picture.position)
        if self.multihead is None or self.multihead.heads == 1:
            return Run(vectors, self.head.trace_in(x, self.setting))
        multi = self.multihead.trace(x, self.setting, alibi=self.picture.position == "alibi")
        return Run(vectors, multi.heads[self.picture.head], multi)

    def exact(self, vectors: NDArray[np.float32]) -> ExactTrace:
        """Return what the shown head's trace is rounded from."""
        return self.head.exact_in(positions.added(vectors, self.picture.position), self.shown_setting)

    @property
    def shown_setting(self) -> Setting:
        """The setting with the slope of the head that is shown."""
        if self.picture.position != "alibi":
            return self.setting
        return replace(self.setting, slope=self.slope)

    @property
    def slope(self) -> float:
        """ALiBi's slope of the head that is shown."""
        return float(positions.slopes(self.picture.heads)[self.picture.head])


def layer_of(picture: Picture, n: int) -> Layer:
    """Return what the picture computes with for n tokens. Raises ValueError for a second text without tokens."""
    if not picture.attends:
        entry = entry_of(picture)
        return Layer(picture, head_of(picture), None, Setting(), entry.build(options_of(picture)))
    context = columns_of(picture) if picture.crossed else None
    setting = Setting(
        mask=mask_of(picture, n, None if context is None else len(context)),
        scaled=picture.scaled,
        context=None if context is None else positions.added(vectors_of(picture, context), picture.position),
        rope=picture.position == "rope",
        slope=float(positions.slopes(1)[0]) if picture.position == "alibi" else 0.0,
        similarity=_similarity(picture),
    )
    return Layer(picture, head_of(picture), multihead_of(picture), setting, None)


def run_of(picture: Picture) -> Run | None:
    """Return every matrix of the picture; None without tokens."""
    rows, columns = tokens_of(picture), columns_of(picture)
    if not rows or not columns:
        return None
    return layer_of(picture, len(rows)).run(vectors_of(picture, rows))


def blend_of(picture: Picture, run: Run) -> Floats | None:
    """Return what the large map shows of several heads in place of one: (n, m), or (n, heads); None for one head.

    A view of layers shows one head as well: there is only one layer.
    """
    blends = {"mean": multihead.mean, "max": multihead.strongest, "entropy": multihead.entropy}
    if run.multi is None or picture.view not in blends:
        return None
    return blends[picture.view](run.multi.heads)


def _similarity(picture: Picture):  # type: ignore[no-untyped-def]
    if picture.kind == SOFTMAX:
        return None
    make = entry_of(picture).similarity
    return None if make is None else make(options_of(picture))
