"""The settings of a lesson's step: `key: value` lines into a view of the window, and a view back into lines.

Must not know how a lesson is divided into steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any, Final

from attnviz.core import tokens
from attnviz.state.lesson import PANEL_OF, QT_TRANSLATE_NOOP, UNMASKED_LACKS, Highlight, Mistake, View
from attnviz.state.lesson_together import TOGETHER
from attnviz.state.lesson_values import PICTURE_KEYS, quoted, read
from attnviz.state.pictures import columns_of, tokens_of, written_of
from attnviz.state.scene import DEMO_TEXT, DEMO_TOKENS, Change, Picture, Scene, fitted_kv_heads

_SQUARE: Final = ("raw_scores", "scores", "masked_scores", "weights")
_CHANGE: Final = {
    "change token": "index",
    "change word": "text",
    "change nines": "nines",
    "change strength": "strength",
}
_FIELDS: Final = {key: key.replace(" ", "_") for key in PICTURE_KEYS} | {
    "hidden token": "hidden_token",
    "drawn cells": "drawn",
    "pinned": "pinned",
    "swapped": "swapped",
    "scaling source": "scaling_source",
    "cache step": "cache_step",
    "ledger decimals": "ledger_decimals",
    "compared": "compared",
    "kinds": "kinds",
    "temperature": "temperature",
    "top k": "top_k",
    "top p": "top_p",
    "lines": "lines",
    "heads order": "heads_order",
    "dimmed": "dimmed",
}
_PLACES: Final = ("pinned", "change token", "swapped", "cache step")  # these name tokens of the text


def view_from(settings: Iterable[tuple[str, str, int]], before: View) -> tuple[View, Mistake | None, int]:
    """Return `before` as changed by (key, value, line number), or the first mistake in them and its line."""
    draft = _Draft(before)
    line = 0
    try:
        for key, value, line in settings:
            draft.set(key, value, line)
        last, line = line, draft.line_of("model", "text") or line
        draft.fit()
        for prefix, fields in draft.pictures():
            for keys, check in TOGETHER:
                line = draft.line_of(*(prefix + key for key in keys)) or last
                check(fields, prefix)
        line = draft.line_of("model", "text") or last
        scene = draft.scene()
        for key in _PLACES:
            if named := draft.line_of(key):
                line = named
                _check_place(key, scene)
        line = draft.line_of("highlight") or line
        _check_inside(scene, draft.shown, draft.highlight)
        _check_open(scene, draft.panel, draft.highlight)
    except Mistake as mistake:
        return before, mistake, line
    return View(scene, draft.panel, draft.shown, draft.highlight), None, line


def settings_of(view: View, before: View, all_of_it: bool = True) -> list[str]:
    """Return the lines that lead from `before` to `view`; `all_of_it`: also what differs from a new scene.

    With all of it, a step keeps most of its meaning when a teacher moves it to another place. A place that the text no
    longer reaches is left to the step before.
    """
    count = max(len(tokens_of(view.scene)), len(columns_of(view.scene)))
    new, old, start = _values(view), _values(before), _values(View())
    pinned = view.scene.reference is not None and (all_of_it or view.scene.reference != before.scene.reference)
    lines = []
    for key, value in new.items():
        if key.startswith("reference "):
            named = pinned
        elif key == "reference" and view.scene.reference is not None:
            named = False
        elif key == "highlight":  # does not carry on by itself
            named = view.highlight is not None or (not all_of_it and before.highlight is not None)
        else:
            beyond = key in _PLACES and _last_place(key, view.scene) >= count
            # What heads there are decides about the others, which would follow it
            with_heads = key in ("kv heads", "head") and f"heads: {new['heads']}" in lines
            named = value != old[key] or with_heads or (all_of_it and value != start[key] and not beyond)
        if named:
            lines.append(f"{key}: {value}")
    return lines


def moved_inside(scene: Scene) -> Scene:
    """Return the scene that shows the same, without places that its text has become too short for."""
    rows, columns = len(tokens_of(scene)), len(columns_of(scene))
    last = rows - 1
    pinned, swapped, change = scene.pinned, scene.swapped, scene.change
    if pinned is not None:
        row, column = min(pinned[0], last), None if pinned[1] is None else min(pinned[1], columns - 1)
        pinned = None if rows == 0 or columns == 0 else (row, column)
    if swapped is not None and (max(swapped) > last or swapped[0] == swapped[1]):
        swapped = None
    if change.index is not None and change.index >= written_of(scene, rows):
        change = replace(change, index=None)
    step = scene.cache_step if scene.cache_step is None or scene.cache_step <= last else None
    return replace(scene, pinned=pinned, swapped=swapped, change=change, cache_step=step)


class _Draft:
    """A view that is being changed line by line."""

    def __init__(self, before: View) -> None:
        self._before = before
        self._fields: dict[str, Any] = {name: getattr(before.scene, name) for name in Scene.__dataclass_fields__}
        self._change: dict[str, Any] = asdict(before.scene.change)
        self._reference: dict[str, Any] | None = (
            None if before.scene.reference is None else vars(before.scene.reference)
        )
        self._lines: dict[str, int] = {}
        self.panel, self.shown = before.panel, before.shown
        self.highlight: Highlight | None = None

    def set(self, key: str, value: str, line: int) -> None:
        found = read(key, value)
        if key in self._lines:
            raise Mistake(QT_TRANSLATE_NOOP("LessonError", "{key} is set twice"), key=key)
        self._lines[key] = line
        if key in ("panel", "shown", "highlight"):
            setattr(self, key, found)
        elif key.startswith("change "):
            self._change[_CHANGE[key]] = found
        elif key.startswith("reference "):
            name = _FIELDS[key.removeprefix("reference ")]
            self._reference = (self._reference or vars(Picture())) | {name: found}
        elif key == "reference":
            self._reference = vars(self._before.scene.picture) if found == "previous" else None
        else:
            self._fields[_FIELDS[key]] = found

    def line_of(self, *keys: str) -> int:
        return max((self._lines.get(key, 0) for key in keys), default=0)

    def fit(self) -> None:
        """Let what is not named follow the rest. The hand-made head brings its own five tokens, and fits no others."""
        fields = self._fields
        if fields["model"] == "demo" and tuple(tokens.split(fields["text"], 6)) != DEMO_TOKENS:
            if "text" in self._lines or "model" not in self._lines:
                raise Mistake(
                    QT_TRANSLATE_NOOP("LessonError", "model demo fits only the text '{text}'; name another model"),
                    text=DEMO_TEXT,
                )
            fields["text"] = DEMO_TEXT
        self._fit_heads()

    def pictures(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield the fields of the picture, and of the pinned one if there is any, with what begins their keys."""
        yield "", self._fields
        if self._reference is not None:
            yield "reference ", self._reference

    def scene(self) -> Scene:
        """Return the scene."""
        try:
            reference = None if self._reference is None else Picture(**self._reference)
            return Scene(**(self._fields | {"change": Change(**self._change), "reference": reference}))
        except ValueError as error:  # two settings that don't go together
            raise Mistake(QT_TRANSLATE_NOOP("LessonError", "{error}"), error=error) from error

    def _fit_heads(self) -> None:
        """Let what the step before had of heads fit the new number of them."""
        fields, before = self._fields, self._before.scene
        if fields["model"] == "demo" and "heads" not in self._lines:
            fields["heads"] = 1
        if "kv heads" not in self._lines:
            fields["kv_heads"] = fitted_kv_heads(fields["heads"], before)
        if "head" not in self._lines:
            fields["head"] = min(fields["head"], fields["heads"] - 1)


def _check_inside(scene: Scene, shown: str, highlight: Highlight | None) -> None:
    """Raise Mistake if the row, column or cell to point at is not in the matrix."""
    if highlight is None or highlight.kind == "widget":
        return
    rows, columns = _shape(scene, shown)
    if (highlight.row or 0) >= rows or (highlight.column or 0) >= columns:
        raise Mistake(
            QT_TRANSLATE_NOOP("LessonError", "'{value}' is not there: the map has {rows} rows and {columns} columns"),
            value=highlight,
            rows=rows,
            columns=columns,
        )


def _shape(scene: Scene, shown: str) -> tuple[int, int]:
    """Return how many rows and columns the matrix on the large map has."""
    rows, wide = len(tokens_of(scene)), len(columns_of(scene))
    if shown in _SQUARE:
        return rows, scene.heads if scene.view == "entropy" and scene.heads > 1 else wide
    width = scene.width if shown in ("x", "combined") else scene.head_width
    return wide if shown in ("key", "value") else rows, width


def _check_open(scene: Scene, panel: str, highlight: Highlight | None) -> None:
    """Raise Mistake if the widget to point at is in a panel that is not open."""
    needed = PANEL_OF.get(highlight.name) if highlight is not None else None
    if needed is not None and needed != panel:
        raise Mistake(
            QT_TRANSLATE_NOOP("LessonError", "{value} is seen only with “panel: {needed}”, and this step has {panel}"),
            value=highlight,
            needed=needed,
            panel=panel,
        )
    if highlight is not None and highlight.name in UNMASKED_LACKS and not scene.causal:
        raise Mistake(QT_TRANSLATE_NOOP("LessonError", "{value} is seen only with “causal: yes”"), value=highlight)


def _check_place(key: str, scene: Scene) -> None:
    """Raise Mistake if the setting names a token that the text does not have."""
    last, count = _last_place(key, scene), max(len(tokens_of(scene)), len(columns_of(scene)))
    if last >= count:
        raise Mistake(
            QT_TRANSLATE_NOOP("LessonError", "{key} names token {place}, and the text ends with token {count}"),
            key=key,
            place=last + 1,
            count=count,
        )


def _last_place(key: str, scene: Scene) -> int:
    """Return the largest place, from 0, that one of _PLACES names; -1 for none."""
    places = {
        "pinned": scene.pinned or (),
        "change token": (scene.change.index,),
        "swapped": scene.swapped or (),
        "cache step": (scene.cache_step,),
    }[key]
    return max((place for place in places if place is not None), default=-1)


def _values(view: View) -> dict[str, str]:
    """Return every setting of a view as a lesson writes it."""
    scene, change = view.scene, view.scene.change
    reference = _picture_values(scene.reference or Picture())
    return _picture_values(scene) | {
        "pinned": _joined(scene.pinned),
        "change token": "last" if change.index is None else str(change.index + 1),
        "change word": quoted(change.text),
        "change nines": _written(change.nines),
        "change strength": _decimal(change.strength),
        "swapped": _joined(scene.swapped),
        "scaling source": scene.scaling_source,
        "cache step": "last" if scene.cache_step is None else str(scene.cache_step + 1),
        "ledger decimals": str(scene.ledger_decimals),
        "compared": scene.compared,
        "kinds": ", ".join(scene.kinds),
        "temperature": _decimal(scene.temperature),
        "top k": str(scene.top_k),
        "top p": _decimal(scene.top_p),
        "lines": _joined(scene.lines or None),
        "heads order": scene.heads_order,
        "dimmed": _written(scene.dimmed),
        "reference": "none" if scene.reference is None else "",
        **{f"reference {key}": value for key, value in reference.items()},
        "panel": view.panel,
        "shown": view.shown,
        "highlight": "none" if view.highlight is None else str(view.highlight),
    }


def _picture_values(picture: Picture) -> dict[str, str]:
    cells = (f"{row + 1},{column + 1} {'shown' if visible else 'hidden'}" for row, column, visible in picture.drawn)
    return {
        "text": quoted(picture.text),
        "model": picture.model,
        "dimension": str(picture.dimension),
        "causal": _written(picture.causal),
        "scaled": _written(picture.scaled),
        "kind": picture.kind,
        "heads": str(picture.heads),
        "kv heads": str(picture.kv_heads),
        "head": str(picture.head + 1),
        "view": picture.view,
        "position": picture.position,
        "window": "none" if picture.window is None else str(picture.window),
        "dilation": str(picture.dilation),
        "global tokens": _joined(picture.global_tokens or None),
        "drawn cells": "; ".join(cells) or "none",
        "hidden token": _joined(None if picture.hidden_token is None else (picture.hidden_token,)),
        "padding": str(picture.padding),
        "second text": "none" if picture.second_text is None else _unlike_none(picture.second_text),
        "features": str(picture.features),
        "source": quoted(picture.source),
        "layer": str(picture.layer + 1),
        "rescaled": _written(picture.rescaled),
    }


def _unlike_none(text: str) -> str:
    """Return a text so that it is not read as "none"."""
    return f'"{text}"' if text == "none" else quoted(text)


def _decimal(number: float) -> str:
    return repr(float(number)).removesuffix(".0")


def _written(yes: bool) -> str:
    return "yes" if yes else "no"


def _joined(places: tuple[int | None, ...] | None) -> str:
    return "none" if places is None else ",".join(str(place + 1) for place in places if place is not None)
