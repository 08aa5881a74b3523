"""What is said of numbers that come from a trained model or from a file: how they were computed, and of how much text.

It says only what is so of the snapshot. Must not compute anything.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from attnviz.state.snapshot import Snapshot
from attnviz.state.trained import most_tokens_of
from attnviz.views.status_bar import Arithmetic


def arithmetic(snapshot: Snapshot) -> Arithmetic:
    """Return how the numbers on the map were computed."""
    if snapshot.scene.model == "arrays":
        return "given"
    if snapshot.scene.model == "trained":
        return "from_float32" if snapshot.run is not None and snapshot.blend is None else "float32"
    return "exact"


def limit(snapshot: Snapshot) -> str:
    """Return why a model does not read the whole text, or "" if it does."""
    reading = snapshot.reading
    if reading is None or (reading.total is not None and reading.total <= len(reading.pieces)):
        return ""
    most, context = most_tokens_of(reading.source), reading.source.config.context
    if most == context:
        words = QCoreApplication.translate("ModelWords", "This model reads {most} tokens at most.")
    else:
        words = QCoreApplication.translate(
            "ModelWords",
            "This model reads up to {context} tokens; here it reads {most}, so that all its maps fit into memory.",
        )
    return words.format(most=f"{most:,}", context=f"{context:,}")


def step_title(step: str, snapshot: Snapshot) -> str:
    """Return what the heading calls a step inside a trained layer, or "" where the usual name is true of it too.

    Between x and Q, K and V a model has a norm, and perhaps biases and rotated positions.
    """
    words = {
        "x": QCoreApplication.translate("ModelWords", "Input x of layer {layer}"),
        "query": QCoreApplication.translate("ModelWords", "Queries Q of layer {layer}, head {head}"),
        "key": QCoreApplication.translate("ModelWords", "Keys K of layer {layer}, head {head}"),
        "value": QCoreApplication.translate("ModelWords", "Values V of layer {layer}, head {head}"),
    }.get(step, "")
    layer = min(snapshot.scene.layer + 1, snapshot.layers)
    return words.format(layer=layer, head=snapshot.scene.head + 1)


def origin(head_alone: bool) -> str:
    """Return where a trained model's weights on the map come from; head_alone: one head, not a blend of several."""
    if head_alone:
        return QCoreApplication.translate(
            "ModelWords", "trained weights, this head computed exactly from the model’s float32 Q, K and V"
        )
    return QCoreApplication.translate("ModelWords", "trained weights, in the model’s float32")
