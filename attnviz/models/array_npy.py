"""What stands in front of an array that NumPy saved: its type and shape. Evaluates nothing, believes no size.

The format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from attnviz.models.array_storage import Order, damaged
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem

MAGIC: Final = b"\x93NUMPY"
LONGEST: Final = 2**16  # bytes of a header
_MOST_AXES: Final = 32
_WHOLE: Final = ("b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8")

# The header is a Python dict, written out; NumPy evaluates it
_DESCR: Final = re.compile(r"""['"]descr['"]\s{0,9}:\s{0,9}['"]([<>|=]?)([a-zA-Z])(\d{0,9})['"]""")
_ORDER: Final = re.compile(r"""['"]fortran_order['"]\s{0,9}:\s{0,9}(True|False)""")
_SHAPE: Final = re.compile(r"""['"]shape['"]\s{0,9}:\s{0,9}\(([\d\s,]{0,800})\)""")

_PICKLE: Final = QT_TRANSLATE_NOOP(
    "Models",
    "“{name}” in {file} holds Python objects (a pickle). attnviz never loads those, as they could run anything: "
    "save plain arrays of numbers and texts.",
)
_TYPE: Final = QT_TRANSLATE_NOOP("Models", "“{name}” in {file} is of type {type}, which attnviz can't read.")


@dataclass(frozen=True)
class Header:
    """What an .npy says about its array."""

    size: int  # bytes of the header itself
    shape: tuple[int, ...]
    sign: str  # of the byte order
    kind: str  # a letter and the bytes (texts: characters) of an element, "f4"
    order: Order

    @property
    def halves(self) -> bool:
        """True for two bytes without a meaning: what NumPy saves bfloat16 as."""
        return self.kind == "V2"

    @property
    def floats(self) -> bool:
        """True for numbers with a fraction, as weights are."""
        return self.halves or self.kind in ("f2", "f4", "f8")

    def dtype(self, path: Path, name: str) -> np.dtype[Any]:
        """Return how NumPy reads it (halves: as whole numbers). Raises ModelProblem for what isn't read."""
        if self.halves:
            return np.dtype("<u2")
        text = self.kind[0] in "US" and self.kind[1:]
        if self.floats or self.kind in _WHOLE or text:
            return np.dtype(self.sign + self.kind)
        raise ModelProblem(_PICKLE if self.kind[0] == "O" else _TYPE, file=path.name, name=name, type=self.kind)


def read_header(path: Path, start: bytes) -> Header:
    """Return the header of an .npy from its first bytes, LONGEST of them. Raises ModelProblem for nonsense."""
    if start[:6] != MAGIC or len(start) < 12 or start[6] not in (1, 2, 3):
        raise damaged(path)
    first = 10 if start[6] == 1 else 12
    size = first + int.from_bytes(start[8:first], "little")
    text = start[first:size].decode("latin-1")
    descr, order, shape = _DESCR.search(text), _ORDER.search(text), _SHAPE.search(text)
    if size > len(start) or not (order and shape):
        raise damaged(path)
    lengths = shape[1].replace(",", " ").split()
    if len(lengths) > _MOST_AXES or any(len(length) > 18 for length in lengths):
        raise damaged(path)
    # A type that is not a letter with its width is a record
    sign, kind = (descr[1], descr[2] + descr[3].lstrip("0")) if descr else ("|", "V")
    return Header(size, tuple(int(length) for length in lengths), sign, kind, "F" if order[1] == "True" else "C")
