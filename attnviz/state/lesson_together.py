"""Settings of a lesson's step that are right by themselves and must go together. Must not know the lines of a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from attnviz.state.lesson import QT_TRANSLATE_NOOP, Mistake

Check: TypeAlias = Callable[[Mapping[str, Any], str], None]


def _one_head(fields: Mapping[str, Any], prefix: str) -> None:
    if fields["model"] == "demo" and fields["heads"] > 1:
        raise Mistake(
            QT_TRANSLATE_NOOP("LessonError", "{key} must be 1 here: the model demo has one head"), key=f"{prefix}heads"
        )


def _divides(fields: Mapping[str, Any], prefix: str) -> None:
    if fields["heads"] % fields["kv_heads"]:
        raise Mistake(
            QT_TRANSLATE_NOOP("LessonError", "{key} must divide the number of heads, {heads}; {number} does not"),
            key=f"{prefix}kv heads",
            heads=fields["heads"],
            number=fields["kv_heads"],
        )


def _inside(fields: Mapping[str, Any], prefix: str) -> None:
    if fields["head"] >= fields["heads"]:
        raise Mistake(
            QT_TRANSLATE_NOOP("LessonError", "{key} names head {head}, and the last one is head {heads}"),
            key=f"{prefix}head",
            head=fields["head"] + 1,
            heads=fields["heads"],
        )


def _has_source(fields: Mapping[str, Any], prefix: str) -> None:
    if fields["model"] in ("trained", "arrays") and not fields["source"]:
        raise Mistake(
            QT_TRANSLATE_NOOP(
                "LessonError", "the model {model} needs a line “{key}: …” with its file, its folder or its package"
            ),
            model=fields["model"],
            key=f"{prefix}source",
        )


# What the fields of a picture are checked for, each with the keys whose lines may be wrong.
# A check takes the fields and what stands before their keys, and raises Mistake
TOGETHER: Final[tuple[tuple[tuple[str, ...], Check], ...]] = (
    (("model", "heads"), _one_head),
    (("heads", "kv heads"), _divides),
    (("heads", "head"), _inside),
    (("model", "source"), _has_source),
)
