"""Whatever somebody gives as attention weights, as NumPy arrays: tensors, other libraries' arrays, tuples of them.

Copies only what has to be converted. Must not decide what the axes mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem

Array = NDArray[Any]
Given = Array | list[Array] | dict[str, Array]

TOKENS: Final = ("tokens", "columns")  # the names of the rows and of the columns, where arrays have names
_KINDS: Final = ("encoder_attentions", "decoder_attentions", "cross_attentions")  # of an encoder with a decoder
_NONE: Final = QT_TRANSLATE_NOOP(
    "Models",
    "These are None: the model did not keep its attention weights. Load it with attn_implementation='eager' "
    "and call it with output_attentions=True.",
)
_SOME_NONE: Final = QT_TRANSLATE_NOOP(
    "Models",
    "{missing} of {count} layers are None. If these layers have no attention, leave them out; "
    "if they have, load the model with attn_implementation='eager'.",
)
_NO_LAYERS: Final = QT_TRANSLATE_NOOP(
    "Models",
    "There are no weights here: the tuple or list is empty. If a model returned it, "
    "load the model with attn_implementation='eager' and call it with output_attentions=True.",
)
_STEPS: Final = QT_TRANSLATE_NOOP(
    "Models",
    "These are the weights of {count} steps, as generate() returns them. Run the model once over the whole text, "
    "or give one step, such as weights[0].",
)
_RAGGED: Final = QT_TRANSLATE_NOOP("Models", "The weights don't fit together: one part is {first}, another {second}.")
_UNEVEN: Final = QT_TRANSLATE_NOOP("Models", "These lists of numbers are of different lengths: they are no table.")
_NO_ARRAY: Final = QT_TRANSLATE_NOOP(
    "Models", "A “{kind}” can't be read as an array. What fits: NumPy arrays, PyTorch tensors, tuples of them."
)
_REFUSED: Final = QT_TRANSLATE_NOOP("Models", "A “{kind}” can't be read as an array: {why}")
_NO_NUMBERS: Final = QT_TRANSLATE_NOOP("Models", "Attention weights are real numbers; these are of type {type}.")


def arrays(given: object) -> Given:
    """Return `given` as one array, as a list of arrays, one per part, or as arrays by name (those of floats).

    given: an array or tensor, nested lists of numbers, a list or tuple of such, a mapping, or what a model of
    transformers returns. Raises ModelProblem that says what was given and what fits.
    """
    found = _attentions(given)
    if isinstance(found, Mapping):
        numbers = {str(name): _asked(by_name(found, name)) for name in found if name not in TOKENS}
        return {name: _floats(part) for name, part in numbers.items() if part.dtype.kind in "fV"}
    return _parts(found) if isinstance(found, list | tuple) else array(found)


def array(given: object) -> Array:
    """Return an array of NumPy or of another library as NumPy's, without a copy where that is possible.

    Floats keep their precision, except for those NumPy doesn't know (bfloat16): they become float32, as integers do.
    Raises ModelProblem for everything else.
    """
    found = _asked(given)
    if found.dtype.kind == "O":
        raise ModelProblem(_NO_ARRAY, kind=type(given).__name__)
    return _floats(found)


def by_name(given: Mapping[Any, Any], name: str) -> object:
    """Return one of the things that `given` has by name, which may have to be read first; None if it is not there."""
    try:
        return given.get(name)
    except Exception as error:  # whatever a lazy mapping says when it can't read it
        raise ModelProblem(_REFUSED, kind=name, why=error) from error


def widened(halves: NDArray[np.uint16]) -> NDArray[np.float32]:
    """Return bfloat16 numbers, given as their bits, as float32: the same numbers, as the other 16 bits are 0."""
    wide: NDArray[np.float32] = (halves.astype(np.uint32) << np.uint32(16)).view(np.float32)
    return wide


def shape_text(found: Array) -> str:
    """Return a shape as people read it, such as "(12, 7, 7)"."""
    return str(tuple(int(length) for length in found.shape))


def _attentions(given: object) -> object:
    """Return the weights in what a model returned, and anything else as it is."""
    if hasattr(given, "attentions"):
        return given.attentions
    if not any(hasattr(given, name) for name in _KINDS):
        return given
    kinds = [name for name in _KINDS if getattr(given, name, None) is not None]
    if len(kinds) > 1:
        raise ModelProblem(
            QT_TRANSLATE_NOOP("Models", "This model returned several kinds of weights: {kinds}. Give one of them."),
            kinds=", ".join(kinds),
        )
    return getattr(given, kinds[0]) if kinds else None


def _parts(given: list[Any] | tuple[Any, ...]) -> Array | list[Array]:
    if not given:
        raise ModelProblem(_NO_LAYERS)
    missing = sum(part is None for part in given)
    if missing:
        raise ModelProblem(_NONE if missing == len(given) else _SOME_NONE, missing=missing, count=len(given))
    if _is_number(given):
        try:
            return np.array(given, dtype=np.float64)
        except (TypeError, ValueError, OverflowError) as error:
            raise ModelProblem(_UNEVEN) from error
    return [_stacked(part, len(given)) for part in given]


def _stacked(part: object, count: int) -> Array:
    """Return a part as one array, also if it is a list of arrays of one shape. count: how many parts there are."""
    if not isinstance(part, list | tuple):
        return array(part)
    inner = _parts(part)
    if not isinstance(inner, list):
        return inner
    if inner[0].ndim >= 4:
        raise ModelProblem(_STEPS, count=count)
    for other in inner:
        if other.shape != inner[0].shape:
            raise ModelProblem(_RAGGED, first=shape_text(inner[0]), second=shape_text(other))
    return np.stack(inner)


def _is_number(given: object) -> bool:
    """Say whether nested lists end in numbers, not in arrays."""
    while isinstance(given, list | tuple) and given:
        given = given[0]
    return isinstance(given, bool | int | float | np.number)


def _asked(given: object) -> Array:
    """Return what another library's array gives when it is asked for its numbers."""
    if given is None:
        raise ModelProblem(_NONE)
    try:
        return _from_tensor(given) if hasattr(given, "detach") else np.asarray(given)
    except Exception as error:  # it may be anything
        raise ModelProblem(_REFUSED, kind=type(given).__name__, why=error) from error


def _from_tensor(tensor: Any) -> Array:
    """Return a PyTorch tensor's numbers, from whatever device it is on."""
    here = tensor.detach().cpu()
    try:
        return np.asarray(here)
    except TypeError:  # a type that NumPy doesn't know: bfloat16, float8
        return np.asarray(here.float())


def _floats(found: Array) -> Array:
    kind, size = found.dtype.kind, found.dtype.itemsize
    if kind == "f":
        return found if size <= 8 else found.astype(np.float64)
    if kind in "biu":
        return found.astype(np.float32)
    if kind == "V" and found.dtype.names is None and size <= 2:
        if found.dtype.name.startswith(("bfloat", "float")):  # made known by the package ml_dtypes
            return found.astype(np.float32)
        if size == 2 and found.dtype == np.dtype("V2"):  # what NumPy makes of bfloat16 that it saved and loaded
            return widened(found.view(np.uint16))
    raise ModelProblem(_NO_NUMBERS, type=found.dtype.type.__name__)
