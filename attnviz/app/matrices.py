"""What the large map shows of a snapshot: a matrix with its names, and one sentence on a row of it.

The steps from x to the output, a blend of several heads, or what a recurrence lets through. Must not compute anything
but ranges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from attnviz.app import model_words
from attnviz.core.arithmetic import Mask
from attnviz.core.head import Floats, Trace
from attnviz.core.kinds.kind import StateTrace
from attnviz.state.layer import GivenTrace
from attnviz.state.scene import Picture
from attnviz.state.snapshot import Snapshot
from attnviz.views import gate_words, picture_words
from attnviz.views.caption_label import caption, name_of
from attnviz.views.span_label import Span
from attnviz.views.verdict_label import short_number

SQUARE: Final = ("raw_scores", "scores", "masked_scores", "weights")  # a column for each token that is looked at
_OF_COLUMNS: Final = ("key", "value")  # a row for each token that is looked at
Scale: TypeAlias = Literal["shares", "signed", "amounts"]  # from 0 to 1, from minus to plus the largest, from 0 to it


@dataclass(frozen=True, eq=False)
class Matrix:
    """A matrix (n, m) as the large map shows it."""

    title: str
    subtitle: str
    values: Floats
    mask: Mask | None  # True = visible; None = all
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    scale: Scale
    scores: Floats | None = None  # behind the shares of one head
    masked: bool = False  # the hidden cells are those of a mask that can be chosen

    @property
    def limit(self) -> float | None:
        """The end of the colour scale; None for shares, which end at 1."""
        return None if self.scale == "shares" else limit(self.values)


def steps_of(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the names of the matrices that the snapshot has, from the input to the output."""
    trace = snapshot.trace
    if isinstance(trace, StateTrace):
        return ("x", *trace.gates, "weights", "output")
    if isinstance(trace, GivenTrace):
        return ("weights",)
    own = tuple(step for step in _TITLES if step != "combined")
    return (*own, "combined") if snapshot.run is not None and snapshot.run.multi is not None else own


def matrix_of(snapshot: Snapshot, step: str) -> Matrix | None:
    """Return the matrix `step`, or the weights where there is none of that name; None for a text without tokens."""
    run = snapshot.run
    if run is None:
        return None
    if step not in steps_of(snapshot) or step == "weights":
        return _weights(snapshot)
    if step == "combined" and run.multi is not None:
        values = run.multi.output
    elif isinstance(run.trace, StateTrace):
        values = run.trace.gates[step] if step in run.trace.gates else getattr(run.trace, step)
    else:
        values = getattr(run.trace, step)
    rows = snapshot.columns if step in _OF_COLUMNS else snapshot.tokens
    square = step in SQUARE
    columns = snapshot.columns if square else tuple(str(place) for place in range(values.shape[1]))
    masked = step == "masked_scores"
    mask = run.mask if masked else None
    return Matrix(title(step, snapshot), subtitle(step), values, mask, rows, columns, "signed", masked=masked)


def title(step: str, snapshot: Snapshot) -> str:
    """Return what the heading over the map calls a step."""
    if step == "weights":
        return weights_title(snapshot)
    trace = snapshot.trace
    if snapshot.reading is not None and (told := model_words.step_title(step, snapshot)):
        return told
    if isinstance(trace, StateTrace) and step in trace.gates:
        return gate_words.title(step)
    if isinstance(trace, StateTrace) and step == "output":
        return QCoreApplication.translate("Matrices", "Output")
    if isinstance(trace, Trace) and trace.kernel and step in ("raw_scores", "scores"):
        kernels = {
            "raw_scores": QCoreApplication.translate("Matrices", "Kernel φ(Q)·φ(K)ᵀ"),
            "scores": QCoreApplication.translate("Matrices", "Logarithm of the kernel"),
        }
        return kernels[step]
    return QCoreApplication.translate("Matrices", _TITLES[step])


def weights_title(snapshot: Snapshot) -> str:
    """Return what the heading calls the weights, the blend of several heads, or what a recurrence lets through."""
    scene, trace = snapshot.scene, snapshot.trace
    if isinstance(trace, StateTrace):
        if trace.signed:
            return QCoreApplication.translate("Matrices", "Implied matrix")
        return QCoreApplication.translate("Matrices", "Influence of each token on each state")
    if scene.loaded and snapshot.run is not None:
        return _loaded_title(snapshot)
    if scene.heads == 1 or snapshot.run is None:
        return QCoreApplication.translate("Matrices", "Attention weights")
    words = {
        "head": QCoreApplication.translate("Matrices", "Attention weights of head {head} of {heads}"),
        "mean": QCoreApplication.translate("Matrices", "Mean weights of {heads} heads"),
        "max": QCoreApplication.translate("Matrices", "Strongest weight of {heads} heads"),
        "entropy": QCoreApplication.translate("Matrices", "Entropy of each row in {heads} heads"),
    }
    return words[scene.view].format(head=scene.head + 1, heads=scene.heads)


def _loaded_title(snapshot: Snapshot) -> str:
    """Return what the heading calls what comes from a model or from arrays."""
    scene = snapshot.scene
    layers = snapshot.layers
    words = {
        "head": QCoreApplication.translate("Matrices", "Layer {layer} of {layers}, head {head} of {heads}"),
        "mean": QCoreApplication.translate("Matrices", "Layer {layer} of {layers}, mean of {heads} heads"),
        "max": QCoreApplication.translate("Matrices", "Layer {layer} of {layers}, strongest of {heads} heads"),
        "entropy": QCoreApplication.translate("Matrices", "Layer {layer} of {layers}, entropy of {heads} heads"),
        "layers": QCoreApplication.translate("Matrices", "Mean of all {layers} layers and {heads} heads"),
        "rollout": QCoreApplication.translate("Matrices", "Attention rollout through {layers} layers"),
    }[scene.view]
    layer, head = min(scene.layer + 1, layers), scene.head + 1
    told = words.format(layer=layer, layers=layers, head=head, heads=scene.heads)
    if scene.rescaled and scene.view != "entropy":
        told = QCoreApplication.translate("Matrices", "{title}, without the first token").format(title=told)
    return told


def difference_title() -> str:
    """Return what the heading calls the difference of two pictures."""
    return QCoreApplication.translate("Matrices", "Difference B − A")


def reference_title() -> str:
    """Return what the heading calls the pinned picture."""
    return QCoreApplication.translate("Matrices", "Pinned picture A")


def subtitle(step: str) -> str:
    """Return what rows and columns of a step are."""
    if step in SQUARE:
        return QCoreApplication.translate("Matrices", "row looks → column is looked at")
    return QCoreApplication.translate("Matrices", "a row for each token, a column for each dimension")


def state_subtitle() -> str:
    """Return what rows and columns are of what a recurrence lets through."""
    return QCoreApplication.translate("Matrices", "row: a token’s state → column: a token up to it")


def limit(values: NDArray[Any]) -> float:
    """Return the largest finite magnitude: the end of the colour scale."""
    finite = values[np.isfinite(values)]
    return float(np.abs(finite).max(initial=0.0)) or 1.0


def row_sentence(values: NDArray[Any], tokens: Sequence[str], row: int) -> str:
    """Return one sentence on the numbers `values` in a row of a matrix other than the weights; its rows: `tokens`."""
    finite = values[np.isfinite(values)]
    words = QCoreApplication.translate("Matrices", "“{token}”: numbers from {least} to {most}.")
    least, most = (_number(end) for end in (finite.min(), finite.max()))
    return words.format(token=name_of(tokens, row), least=least, most=most)


def weights_sentence(snapshot: Snapshot, row: int) -> str:
    """Return one sentence on a row of what the map shows of the weights, where it is not the shares of one whole."""
    trace, scene, values = snapshot.trace, snapshot.scene, snapshot.shown
    if values is None or trace is None:
        return ""
    token, of_row = name_of(snapshot.tokens, row), values[row]
    if isinstance(trace, StateTrace):
        place = int(np.abs(of_row[: row + 1]).argmax())
        words = (
            QCoreApplication.translate("Matrices", "“{token}” takes most from “{other}”: {number} times its value.")
            if trace.signed
            else QCoreApplication.translate("Matrices", "The state after “{token}” leans most on “{other}”: {number}.")
        )
        return words.format(token=token, other=name_of(snapshot.columns, place), number=_number(of_row[place]))
    if scene.view == "entropy":
        least, most = int(of_row.argmin()), int(of_row.argmax())
        if _number(of_row[least]) == _number(of_row[most]):
            words = QCoreApplication.translate("Matrices", "“{token}” looks as sharply in every head: {bits} bits.")
            return words.format(token=token, bits=_number(of_row[least]))
        words = QCoreApplication.translate(
            "Matrices",
            "“{token}” looks most sharply in head {sharp} ({least} bits), most widely in head {wide} ({most} bits).",
        )
        numbers = {"least": _number(of_row[least]), "most": _number(of_row[most])}
        return words.format(token=token, sharp=least + 1, wide=most + 1, **numbers)
    place = int(of_row.argmax())
    words = QCoreApplication.translate(
        "Matrices", "In any head, “{token}” looks most strongly at “{other}”: {share} %."
    )
    return words.format(token=token, other=name_of(snapshot.columns, place), share=round(100 * float(of_row[place])))


def row_spans(snapshot: Snapshot, matrix: Matrix, row: int) -> list[Span]:
    """Return the caption on a row of `matrix`, which is one of the snapshot's."""
    if matrix.values is not snapshot.shown or snapshot.run is None:
        return [Span(row_sentence(matrix.values[row], matrix.rows, row))]
    if matrix.scale == "shares" and snapshot.facts is not None:
        return caption(snapshot.tokens, row, matrix.values[row], snapshot.run.mask[row], snapshot.columns)
    return [Span(weights_sentence(snapshot, row))]


def nature(snapshot: Snapshot) -> str:
    """Return what the numbers on the map are, where they are not shares that add up to 100 %."""
    trace = snapshot.trace
    if isinstance(trace, StateTrace):
        if trace.signed:
            return QCoreApplication.translate(
                "Matrices", "output = this matrix · V · later tokens exactly 0 · not trained"
            )
        return QCoreApplication.translate(
            "Matrices", "norm of the exact Jacobian: how far a small push of a token moves a state · not trained"
        )
    if snapshot.scene.view == "entropy":
        return QCoreApplication.translate(
            "Matrices", "0 bits: all on one token · each further bit: twice as many tokens"
        )
    return QCoreApplication.translate("Matrices", "the largest of all heads: rows need not add up to 100 %")


def origin(picture: Picture) -> str:
    """Return where the weights come from: the head's name, or words where it has no part in the numbers."""
    if picture_words.own_weights(picture):
        return "random"
    if picture.model == "demo" and not picture_words.hand_made_scores(picture):
        return QCoreApplication.translate("Matrices", "weights set by hand (not trained)")
    if picture.model == "trained":
        return model_words.origin(picture.view == "head" and not picture.rescaled)
    return picture.model


def guess(tokens: Sequence[str], row: int) -> str:
    """Return the question over a row whose numbers are covered."""
    words = QCoreApplication.translate("Matrices", "Where does “{token}” look? Click its row to see.")
    return words.format(token=name_of(tokens, row))


def _weights(snapshot: Snapshot) -> Matrix | None:
    run, values = snapshot.run, snapshot.shown
    if run is None or values is None:
        return None
    told = weights_title(snapshot)
    if isinstance(run.trace, StateTrace):
        below = state_subtitle()
        scale: Scale = "signed" if run.trace.signed else "amounts"
        return Matrix(told, below, values, run.mask, snapshot.tokens, snapshot.columns, scale)
    if snapshot.blend is not None and snapshot.scene.view == "entropy":
        below = QCoreApplication.translate("Matrices", "row looks → a column for each head, in bits")
        return Matrix(told, below, values, None, snapshot.tokens, snapshot.column_labels, "amounts")
    scores = run.trace.scores if snapshot.blend is None and isinstance(run.trace, Trace) else None
    names, masked = (snapshot.tokens, snapshot.columns), not snapshot.scene.loaded
    return Matrix(told, subtitle("weights"), values, run.mask, *names, "shares", scores, masked=masked)


def _number(value: float) -> str:
    return short_number(float(value)).replace("-", "−")


_TITLES: Final[dict[str, Any]] = {
    "x": QT_TRANSLATE_NOOP("Matrices", "Input x"),
    "query": QT_TRANSLATE_NOOP("Matrices", "Queries Q = x·W_q"),
    "key": QT_TRANSLATE_NOOP("Matrices", "Keys K = x·W_k"),
    "raw_scores": QT_TRANSLATE_NOOP("Matrices", "Raw scores Q·Kᵀ"),
    "scores": QT_TRANSLATE_NOOP("Matrices", "Scores"),
    "masked_scores": QT_TRANSLATE_NOOP("Matrices", "Masked scores"),
    "weights": QT_TRANSLATE_NOOP("Matrices", "Attention weights"),
    "value": QT_TRANSLATE_NOOP("Matrices", "Values V = x·W_v"),
    "output": QT_TRANSLATE_NOOP("Matrices", "Output = weights·V"),
    "combined": QT_TRANSLATE_NOOP("Matrices", "All heads joined · W_o"),
}
