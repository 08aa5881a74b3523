"""What the axes of attention weights mean: arrays of 2 to 5 axes become one (heads, n, m) per layer.

Never copies more than it has to, and must not guess: what can be read in two ways is asked back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from attnviz.models.array_given import shape_text
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem

Array = NDArray[Any]

_AXES: Final = QT_TRANSLATE_NOOP(
    "Models",
    "Attention weights have 2 to 5 axes: (layers, batch, heads, tokens, tokens) or the last of these. "
    "This array is {shape}.",
)
_LAYER_AXES: Final = QT_TRANSLATE_NOOP(
    "Models", "A layer's weights are (batch, heads, tokens, tokens) or (heads, tokens, tokens). This one is {shape}."
)
_DIFFERENT: Final = QT_TRANSLATE_NOOP(
    "Models", "All layers must look at the same tokens: one is {first}, another {second}."
)
_EMPTY: Final = QT_TRANSLATE_NOOP("Models", "There are no weights in an array that is {shape}.")
_BATCH: Final = QT_TRANSLATE_NOOP(
    "Models", "These are the weights of a batch of {count} texts: choose one, with batch=0 for the first."
)
_NO_SUCH: Final = QT_TRANSLATE_NOOP("Models", "There is no text {batch} in a batch of {count}, counted from 0.")


class ChoiceNeeded(ModelProblem):
    """There is more than one: `options` are what can be given as the argument named `argument`."""

    def __init__(self, template: str, argument: str, options: Sequence[str | int], **fields: object) -> None:
        """template and fields: as for ModelProblem."""
        super().__init__(template, **fields)
        self.argument, self.options = argument, tuple(options)


def layers(given: Array | Sequence[Array], batch: int | None = None) -> tuple[Array, ...]:
    """Return weights as one read-only array (heads, n, m) per layer.

    One array: (n, m), (heads, n, m), (layers, heads, n, m) or (layers, batch, heads, n, m). A list counts as an axis:
    of arrays (n, m), one per head, or (heads, n, m) or (batch, heads, n, m), one per layer.
    batch: which text, if there are several. Raises ChoiceNeeded for a batch, ModelProblem for shapes that don't fit.
    """
    parts = list(_split(given)) if isinstance(given, np.ndarray) else _merged(list(given))
    _check(parts)
    chosen = tuple(_text(part, batch) for part in parts)
    for layer in chosen:
        if layer.shape[1:] != chosen[0].shape[1:]:
            raise ModelProblem(_DIFFERENT, first=shape_text(chosen[0]), second=shape_text(layer))
    return tuple(_read_only(layer) for layer in chosen)


def _split(given: Array) -> Sequence[Array]:
    if not 2 <= given.ndim <= 5:
        raise ModelProblem(_AXES, shape=shape_text(given))
    if 0 in given.shape:
        raise ModelProblem(_EMPTY, shape=shape_text(given))
    if given.ndim <= 3:
        return [given if given.ndim == 3 else given[None]]
    return list(given)


def _merged(parts: list[Array]) -> list[Array]:
    """Return a list of layers: maps without an axis of heads are the heads of one layer."""
    if any(part.ndim != 2 for part in parts):
        return parts
    for part in parts:
        if part.shape != parts[0].shape:
            raise ModelProblem(_DIFFERENT, first=shape_text(parts[0]), second=shape_text(part))
    return [np.stack(parts)]


def _check(parts: list[Array]) -> None:
    for part in parts:
        if not 3 <= part.ndim <= 4:
            raise ModelProblem(_LAYER_AXES, shape=shape_text(part))
        if 0 in part.shape:
            raise ModelProblem(_EMPTY, shape=shape_text(part))
        if part.ndim != parts[0].ndim:
            raise ModelProblem(_DIFFERENT, first=shape_text(parts[0]), second=shape_text(part))


def _text(part: Array, batch: int | None) -> Array:
    """Return one text's weights (heads, n, m)."""
    if part.ndim == 3:
        return part
    count = len(part)
    if batch is None and count > 1:
        raise ChoiceNeeded(_BATCH, "batch", range(count), count=count)
    if batch is not None and not 0 <= batch < count:
        raise ModelProblem(_NO_SUCH, batch=batch, count=count)
    return np.asarray(part[batch or 0])


def _read_only(layer: Array) -> Array:
    view = np.asarray(layer).view()
    view.flags.writeable = False
    return view
