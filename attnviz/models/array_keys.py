"""Which of the arrays in a file are the attention weights, and in which order its layers come: by their names.

Must not read an array.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Protocol

from attnviz.models.array_given import TOKENS
from attnviz.models.array_shapes import ChoiceNeeded
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem

_KINDS: Final = QT_TRANSLATE_NOOP("Models", "There are several kinds of weights here: {kinds}. Choose one, by key=.")
_NO_KEY: Final = QT_TRANSLATE_NOOP("Models", "There are no weights called “{key}” here, only: {kinds}.")
_NOTHING: Final = QT_TRANSLATE_NOOP(
    "Models",
    "There are no attention weights here. They are arrays of floats of 2 to 5 axes, by any name: "
    "one for each layer, or one for all. Found: {found}.",
)
_FOUND_NOTHING: Final = QT_TRANSLATE_NOOP("Models", "There are no arrays here.")


class Described(Protocol):
    """What is known of an array before it is read."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Its axes."""

    @property
    def kind(self) -> str:
        """What it holds."""

    @property
    def floats(self) -> bool:
        """Whether these are numbers with a fraction."""


def layers(there: Mapping[str, Described], key: str | None = None) -> list[str]:
    """Return the names of the arrays that are the layers of one kind of weights, in order.

    Names that differ in their numbers only are of one kind. key: which kind. Without it, the only one, or the only one
    that has "att" in its name. Raises ChoiceNeeded if there are several, ModelProblem if there is none.

    >>> from types import SimpleNamespace as Array
    >>> maps = Array(shape=(2, 3, 3), kind="f4", floats=True)
    >>> layers({"layer.10": maps, "layer.9": maps, "tokens": Array(shape=(3,), kind="U4", floats=False)})
    ['layer.9', 'layer.10']
    """
    kinds: dict[str, list[str]] = {}
    for name, array in there.items():
        if array.floats and len(array.shape) >= 2 and name not in TOKENS:
            kinds.setdefault(_kind(name), []).append(name)
    if not kinds:
        raise _none(there)
    if key is not None:
        if key in there:
            return [key]
        if key not in kinds:
            raise ModelProblem(_NO_KEY, key=key, kinds=_listed(kinds))
        return sorted(kinds[key], key=_order)
    likely = [kind for kind in kinds if "att" in kind.lower() and "mask" not in kind.lower()]
    if len(kinds) > 1 and len(likely) != 1:
        raise ChoiceNeeded(_KINDS, "key", likely or list(kinds), kinds=_listed(likely or kinds))
    return sorted(kinds[likely[0]] if len(kinds) > 1 else next(iter(kinds.values())), key=_order)


def _kind(name: str) -> str:
    """Return a name without its numbers: what all layers of a kind have in common."""
    return re.sub(r"[\W_]*\d+", "", name).strip("._-/ ") or "…"


def _order(name: str) -> tuple[list[tuple[int, str]], str]:
    """Return by what names are sorted: 10 comes after 9."""
    numbers = [digits.lstrip("0") for digits in re.findall(r"[0-9]+", name)]
    return [(len(digits), digits) for digits in numbers], name


def _listed(kinds: Mapping[str, object] | list[str], most: int = 6) -> str:
    names = list(kinds)
    return ", ".join(f"“{name[:40]}”" for name in names[:most]) + (", …" if len(names) > most else "")


def _none(there: Mapping[str, Described], most: int = 4) -> ModelProblem:
    if not there:
        return ModelProblem(_FOUND_NOTHING)
    shown = [f"“{name[:30]}” {array.kind} {array.shape}" for name, array in list(there.items())[:most]]
    return ModelProblem(_NOTHING, found=", ".join(shown) + (", …" if len(there) > most else ""))
