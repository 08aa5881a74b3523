"""tokenizer.json: read and written in blocks, so that other threads get their turn while it is long.

The tokenizers library reads such a file in one go and keeps the whole program waiting meanwhile (0.2 to 0.5 s for
50,000 tokens). Must not know what the parts mean, and must not run anything: a file is only data.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final

from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem

MOST_BYTES: Final = 32 * 2**20  # the largest one we know of, for 256,000 tokens, has about as many
_BLOCK: Final = 2000  # entries that are read or written without giving others a turn

_STRING: Final = r'"[^"\\]*(?:\\.[^"\\]*)*"'
_PAIRS: Final = re.compile(rf"(?:\s*{_STRING}\s*:\s*\d{{1,9}}\s*,){{1,{_BLOCK}}}")
_MERGES: Final = re.compile(rf"(?:\s*(?:{_STRING}|\[\s*{_STRING}\s*,\s*{_STRING}\s*\])\s*,){{1,{_BLOCK}}}", re.DOTALL)
_SCORES: Final = re.compile(
    rf"(?:\s*\[\s*{_STRING}\s*,\s*-?[\d.]{{1,40}}(?:[eE][-+]?\d{{1,3}})?\s*\]\s*,){{1,{_BLOCK}}}"
)
_SPACE: Final = re.compile(r"[ \t\n\r]*")
_DECODER: Final = json.JSONDecoder()

_MISSING: Final = QT_TRANSLATE_NOOP(
    "Models",
    "There is no tokenizer.json in {folder}. Without it the model can't read text: "
    "please put it next to the weights. It comes from where the model came from.",
)
_LARGE: Final = QT_TRANSLATE_NOOP(
    "Models", "{file} takes {megabytes} MB, and attnviz reads tokenizers of {most} MB at most."
)
_DAMAGED: Final = QT_TRANSLATE_NOOP("Models", "{file} is damaged: it is no tokenizer that can be read ({why}).")
_CLOSED: Final = QT_TRANSLATE_NOOP("Models", "{file} can't be read: {why}")


@dataclass(frozen=True, eq=False)
class Description:
    """What a tokenizer.json holds: the long lists apart, the rest as it stands there.

    merges: each "left right", the first one to be applied first. scores: of each token, for models that have them.
    `rest["model"]` has none of these.
    spaced: True if a merge has a space inside a token: then `merges` is not to be trusted.
    """

    rest: dict[str, Any]
    vocabulary: dict[str, int]
    merges: list[str]
    scores: dict[str, float] = field(default_factory=dict)
    spaced: bool = False
    text: str = ""  # all of it, if it comes from such a file


def damaged(why: object, file: str = "tokenizer.json") -> ModelProblem:
    """Return the problem to raise for a file that is no tokenizer."""
    return ModelProblem(_DAMAGED, file=file, why=why)


def read_text(folder: Path) -> str:
    """Return the text of a folder's tokenizer.json. Raises ModelProblem if it is missing, too large or no text."""
    path = folder / "tokenizer.json"
    try:
        if not path.is_file():
            raise ModelProblem(_MISSING, folder=folder.name or str(folder))
        size = path.stat().st_size
        if size <= MOST_BYTES:
            with path.open("rb") as file:
                held = file.read(MOST_BYTES + 1)
            size = len(held)
        if size > MOST_BYTES:
            raise ModelProblem(_LARGE, file=path.name, megabytes=size // 2**20, most=MOST_BYTES // 2**20)
        return held.decode("utf-8-sig")
    except OSError as error:
        raise ModelProblem(_CLOSED, file=path.name, why=error.strerror or error) from error
    except UnicodeDecodeError as error:
        raise damaged(error) from error


def parsed(text: str) -> Description:
    """Return what the text of a tokenizer.json holds. Raises ModelProblem if that is no tokenizer."""
    try:
        return _described(_Reader(text), text)
    except (ValueError, RecursionError, IndexError) as error:
        if isinstance(error, ModelProblem):
            raise
        raise damaged(error) from error


def written(description: Description) -> Iterator[bytes]:
    """Yield a tokenizer.json with this content, in blocks."""
    outside = {key: value for key, value in description.rest.items() if key != "model"}
    yield json.dumps(outside, ensure_ascii=False)[:-1].encode("utf-8", "surrogatepass")
    yield b', "model": ' if outside else b'"model": '
    model = json.dumps(description.rest["model"], ensure_ascii=False)[:-1].encode("utf-8", "surrogatepass")
    yield model + (b', "vocab": {' if len(model) > 1 else b'"vocab": {')
    yield from _blocks(description.vocabulary.items(), lambda block: json.dumps(dict(block), ensure_ascii=False))
    yield b"}"
    if description.rest["model"].get("type") == "BPE":
        yield b', "merges": ['
        yield from _blocks(description.merges, lambda block: json.dumps(block, ensure_ascii=False))
        yield b"]"
    yield b"}}"


def _blocks(entries: Any, spelled: Callable[[list[Any]], str]) -> Iterator[bytes]:
    left, between = iter(entries), b""
    while block := list(islice(left, _BLOCK)):
        yield between + spelled(block)[1:-1].encode("utf-8", "surrogatepass")
        between = b", "


class _Reader:
    """Walks down to the two long lists; everything else is read by Python's json."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.vocabulary: dict[str, Any] | None = None
        self.merges: list[Any] | None = None
        self.scored: list[Any] = []

    def object(self, at: int, inside: str = "") -> tuple[dict[str, Any], int]:
        """Return the object that starts at `at`, and where it ends."""
        found: dict[str, Any] = {}
        at = self._after("{", at)
        while self.text[at] != "}":
            if self.text[at] != '"':
                raise ValueError(f"a name expected at character {at}")
            key, at = _DECODER.raw_decode(self.text, at)
            found[key], at = self._value(inside + key, self._after(":", at))
            at = self._spaces(at)
            if self.text[at] != "}":
                at = self._after(",", at)
        return found, at + 1

    def _value(self, name: str, at: int) -> tuple[Any, int]:
        if name == "model" and self.text[at] == "{":
            return self.object(at, "model.")
        if name == "model.vocab" and self.text[at] == "{":
            self.vocabulary = {}
            return None, self._long(at, _PAIRS, "{}", self.vocabulary.update)
        if name == "model.vocab" and self.text[at] == "[":
            self.scored = []
            return None, self._long(at, _SCORES, "[]", self.scored.extend)
        if name == "model.merges" and self.text[at] == "[":
            self.merges = []
            return None, self._long(at, _MERGES, "[]", self.merges.extend)
        value, end = _DECODER.raw_decode(self.text, at)
        return value, end

    def _long(self, at: int, block: re.Pattern[str], ends: str, add: Callable[[Any], None]) -> int:
        """Hand the entries of a list or object that starts at `at` to `add`. Returns where it ends."""
        at += 1
        while match := block.match(self.text, at):
            add(json.loads(ends[0] + match[0].rstrip(", \t\n\r") + ends[1]))
            at = match.end()
        last, length = _DECODER.raw_decode(ends[0] + self.text[at:])
        add(last)
        return at + length - 1

    def _spaces(self, at: int) -> int:
        match = _SPACE.match(self.text, at)
        return match.end() if match else at

    def _after(self, sign: str, at: int) -> int:
        at = self._spaces(at)
        if not self.text.startswith(sign, at):
            raise ValueError(f"“{sign}” expected at character {at}")
        return self._spaces(at + 1)


def _described(reader: _Reader, text: str) -> Description:
    rest, _ = reader.object(0)
    model = rest.get("model")
    if not isinstance(model, dict):
        raise ValueError("no model")
    vocabulary, scores = reader.vocabulary or {}, _scores(reader.scored)
    if scores and not vocabulary:
        vocabulary = {token: number for number, token in enumerate(scores)}
    if not all(type(number) is int and number >= 0 for number in vocabulary.values()):
        raise ValueError("a token without a number")
    for name in ("vocab", "merges"):
        if model.get(name, 0) is None:
            del model[name]
    merges, spaced = _merges(reader.merges or [])
    return Description(rest, vocabulary, merges, scores, spaced, text)


def _scores(listed: list[Any]) -> dict[str, float]:
    """Return the tokens of a model that has a list of them with scores; empty for others."""
    for entry in listed:
        if not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[0], str):
            raise ValueError("a token that is no text")
        if not isinstance(entry[1], int | float) or not math.isfinite(entry[1]):
            raise ValueError("a score that is no number")
    return {token: float(score) for token, score in listed}


def _merges(found: list[Any]) -> tuple[list[str], bool]:
    """Return merges as "left right", and whether a token has a space in it. Both ways of writing them are common."""
    merges, spaced = [], False
    for merge in found:
        pair = merge.split(" ") if isinstance(merge, str) else merge
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(part, str) and part for part in pair):
            raise ValueError("a merge that is no pair")
        spaced = spaced or (not isinstance(merge, str) and (" " in pair[0] or " " in pair[1]))
        merges.append(merge if isinstance(merge, str) else f"{pair[0]} {pair[1]}")
    return merges, spaced
