"""Attention weights that somebody else computed: from Python, or from a file. Shown as they are.

Large ones are not copied: arrays that are given must not change while they are shown, large files are mapped from disk.
Must not judge the numbers: array_facts says what is unusual about them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from attnviz.models import array_given, array_keys, array_shapes, array_tokens
from attnviz.models.array_npy import MAGIC as NPY
from attnviz.models.array_safetensors import safetensors
from attnviz.models.array_storage import Contents, Member, whole
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem

Floats = NDArray[np.float32]

SUFFIXES: Final = (".npz", ".npy", ".safetensors")

_ZIP: Final = b"PK"
_PICKLE: Final = QT_TRANSLATE_NOOP(
    "Models",
    "{file} is a pickle. attnviz never loads those, as they could run anything: save the arrays with numpy.savez.",
)
_UNKNOWN: Final = QT_TRANSLATE_NOOP(
    "Models", "{file} is no file of arrays that attnviz knows. Attention weights are read from {known}."
)


@dataclass(frozen=True, eq=False)
class Attentions:
    """Attention weights of one text, of all layers."""

    weights: tuple[NDArray[Any], ...]  # (heads, n, m) per layer: floats as they were given, read-only, maybe mapped
    rows: tuple[str, ...]  # n tokens that look
    columns: tuple[str, ...]  # m tokens that are looked at
    name: str  # where they are from; may be empty

    @property
    def crossed(self) -> bool:
        """True if the columns are another text than the rows."""
        return self.rows != self.columns

    def layer(self, layer: int) -> Floats:
        """Return the maps (heads, n, m) of a layer as float32; a copy unless they are that."""
        return _single(self.weights[layer])

    def head(self, layer: int, head: int) -> Floats:
        """Return the map (n, m) of a head as float32."""
        return _single(self.weights[layer][head])


def from_any(
    weights: object,
    tokens: object = None,
    columns: object = None,
    *,
    name: str = "",
    batch: int | None = None,
    key: str | None = None,
) -> Attentions:
    """Return weights given in Python: arrays, tensors, tuples of layers as transformers returns them, or a file's path.

    weights: 2 to 5 axes, (layers, batch, heads, n, m) or the last of these; a tuple or list counts as an axis.
    tokens: of the rows, and of the columns too if they are the same text; else `columns` as well. None: numbers.
    batch: which text, if there are several. key: which kind of weights, if they are given by name.
    Raises ModelProblem with a sentence that says what was given and what fits, ChoiceNeeded for batch and key.

    >>> from_any([[1.0, 0.0], [0.5, 0.5]], ["A", "cat"]).head(0, 0)
    array([[1. , 0. ],
           [0.5, 0.5]], dtype=float32)
    """
    if isinstance(weights, str | os.PathLike):
        found = load(Path(weights), batch=batch, key=key)
        if tokens is None and columns is None:
            return found
        return _named(found.weights, tokens, columns, name or found.name)
    if isinstance(weights, Mapping):
        tokens = array_given.by_name(weights, "tokens") if tokens is None else tokens
        columns = array_given.by_name(weights, "columns") if columns is None else columns
    given = array_given.arrays(weights)
    if isinstance(given, dict):
        names = array_keys.layers({name: _described(part) for name, part in given.items()}, key)
        given = [given[name] for name in names] if len(names) > 1 else given[names[0]]
    return _named(array_shapes.layers(given, batch), tokens, columns, name)


def load(path: Path, *, batch: int | None = None, key: str | None = None) -> Attentions:
    """Return the weights in an .npz, .npy or .safetensors file, mapped from there if it is large.

    Arrays of any names, one for each layer (sorted by the numbers in their names) or one for all. Tokens: arrays of
    texts "tokens" (rows) and "columns" in an .npz; JSON lists under these names in the metadata of .safetensors.
    batch, key: as for from_any. Raises ModelProblem with a sentence for people, ChoiceNeeded for batch and key.
    """
    contents = _contents(path)
    names = array_keys.layers(contents.members, key)
    parts = [contents.members[name].read() for name in names]
    weights = array_shapes.layers(parts if len(parts) > 1 else parts[0], batch)
    tokens, columns = (_told(contents, axis) for axis in array_given.TOKENS)
    return _named(weights, tokens, columns, path.name)


@np.errstate(over="ignore", invalid="ignore")  # what does not fit becomes infinite
def _single(weights: NDArray[Any]) -> Floats:
    return np.ascontiguousarray(weights, dtype=np.float32)


def _contents(path: Path) -> Contents:
    from attnviz.models import array_npz  # and zipfile with it, which a start need not wait for

    data = whole(path)
    start = data[:8]
    if start.startswith(_ZIP):
        return array_npz.npz(path, data)
    if start.startswith(NPY):
        return array_npz.npy(path, data)
    if start[:1] == b"\x80" and start[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05") and path.suffix != ".safetensors":
        raise ModelProblem(_PICKLE, file=path.name)
    if path.suffix.lower() == ".safetensors":
        return safetensors(path, data)
    raise ModelProblem(_UNKNOWN, file=path.name, known=", ".join(SUFFIXES))


def _told(contents: Contents, axis: str) -> object:
    return contents.members[axis].read() if axis in contents.members else contents.told.get(axis)


def _described(part: NDArray[Any]) -> Member:
    return Member(part.shape, part.dtype.name, True, lambda: part)


def _named(weights: tuple[NDArray[Any], ...], tokens: object, columns: object, name: str) -> Attentions:
    _, rows, across = weights[0].shape
    return Attentions(weights, *array_tokens.names(tokens, columns, (rows, across)), name)
