"""Text → the tokens a model was trained on → numbers, and back; and each token as people can read it.

The tokenizer comes with the model's files. Must not know the model and must not draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from attnviz.models import pieces as shown
from attnviz.models import tokenizer_gguf, tokenizer_json
from attnviz.models.added_tokens import added
from attnviz.models.pieces import Piece, Raw, Spelling
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem
from attnviz.models.tokenizer_json import Description
from attnviz.models.tokenizer_source import TokenizerSource
from attnviz.models.tokenizer_steps import guarded, steps

Ids = NDArray[np.int64]
_COUNTED: Final = 10_000  # characters of a text that is cut and yet counted

_TOO_MANY: Final = QT_TRANSLATE_NOOP(
    "Models",
    "The tokenizer knows {tokens} tokens and the model only {rows}: they don't belong together. "
    "Please put the model's own tokenizer.json next to its weights.",
)
_OUTSIDE: Final = QT_TRANSLATE_NOOP(
    "Models", "The tokenizer turns “{token}” into number {number}, and the model's table ends at {last}."
)


@dataclass(frozen=True, eq=False)
class Encoded:
    """A text as a model reads it: `ids` (n,) and, one for each, how they are shown."""

    ids: Ids
    pieces: tuple[Piece, ...]
    total: int | None  # tokens in the whole text; None: it was cut, and is too long to be counted


class Tokenizer:
    """Gives the numbers that transformers' AutoTokenizer gives, with the special tokens that the model adds itself."""

    def __init__(self, description: Description, rows: int | None = None) -> None:
        """rows: of the model's table. Raises ModelProblem if tokenizer and model can't belong together."""
        with guarded():
            self._added = {token.number: token for token in added(description.rest.get("added_tokens"))}
            self._before, self._after = _around(description.rest.get("post_processor"))
        self._spellings = {number: token for token, number in description.vocabulary.items()}
        highest = max(self._spellings, default=0)
        if rows is not None and highest >= rows:
            raise ModelProblem(_TOO_MANY, tokens=highest + 1, rows=rows)
        self._rows = rows
        self._spelling = _spelling(description.rest)
        self._steps = steps(description, tuple(self._added.values()))
        model = description.rest["model"]
        unknown = description.vocabulary.get(str(model.get("unk_token")))
        self._unknown = model.get("unk_id") if unknown is None else unknown

    @classmethod
    def open(cls, source: TokenizerSource, rows: int | None = None) -> Tokenizer:
        """Return the tokenizer of a model's files. Raises ModelProblem if it is missing, damaged or can't be read."""
        return cls(_described(source), rows)

    def encode(self, text: str, most: int | None = None) -> Encoded:
        """Return the tokens of `text`, at most `most`: special ones stay, the text is cut.

        Halves of a character that stand alone are read as U+FFFD. Raises ModelProblem for tokens the model has no
        row for.
        """
        room = None if most is None else max(most - len(self._before) - len(self._after), 0)
        text = _whole(text)
        found = [] if room == 0 else self._steps.find(text, room)
        total = self._total(text, len(found), room)
        found = found[:room]
        words = {at: token.word for at, token in enumerate(found, len(self._before)) if token.number == self._unknown}
        ids = [*self._before, *(token.number for token in found), *self._after][:most]
        self._check(ids)
        raw = (self._raw(number, words.get(at)) for at, number in enumerate(ids))
        return Encoded(np.array(ids, dtype=np.int64), shown.pieces(raw), total)

    def _total(self, text: str, found: int, room: int | None) -> int | None:
        """Return how many tokens the whole text has, of which `found` were asked for; None if that takes too long."""
        if room is not None and found >= room:
            if len(text) > _COUNTED:
                return None
            found = len(self._steps.find(text, None))
        return len(self._before) + found + len(self._after)

    def decode(self, ids: Sequence[int] | Ids) -> str:
        """Return the text of tokens, special ones as they are written. Numbers without a token are left out."""
        tokens = (self._token(int(number)) for number in ids)
        return self._steps.decode([token for token in tokens if token is not None])

    def addition(self, ids: Sequence[int] | Ids) -> str | None:
        """Return the text that generated tokens add to what stands before them; None inside a character."""
        raw = [self._raw(int(number)) for number in ids]
        spaces = [b" " if token.begins else b"" for token in raw]
        try:
            return b"".join(space + token.data for space, token in zip(spaces, raw, strict=True)).decode()
        except UnicodeDecodeError:
            return None

    def piece(self, number: int) -> Piece:
        """Return a token alone as it is shown, such as a candidate for the next one."""
        return self.pieces([number])[0]

    def pieces(self, ids: Sequence[int] | Ids) -> tuple[Piece, ...]:
        """Return tokens in a row as they are shown, one for each number."""
        return shown.pieces(self._raw(int(number)) for number in ids)

    def _raw(self, number: int, word: str | None = None) -> Raw:
        token = self._token(number)
        if token is None:
            return Raw(number, b"", f"<{number}>")
        marker = self._added.get(number)
        data = (token if word is None else word).encode("utf-8", "surrogatepass")
        if marker is not None or number == self._unknown:
            special = number in (*self._before, *self._after) or (marker is not None and marker.special)
            return Raw(number, data, shown.visible(token), special and number != self._unknown)
        if self._spelling == "words":
            begins = not token.startswith("##")
            return Raw(number, shown.data_of(token, "words"), shown.visible(token), begins=begins)
        return Raw(number, shown.data_of(token, self._spelling))

    def _token(self, number: int) -> str | None:
        marker = self._added.get(number)
        return marker.content if marker is not None else self._spellings.get(number)

    def _check(self, ids: Sequence[int]) -> None:
        highest = max(ids, default=0)
        if self._rows is not None and highest >= self._rows:
            raise ModelProblem(_OUTSIDE, token=self._token(highest), number=highest, last=self._rows - 1)


def tokenizer_json_of(source: TokenizerSource) -> Iterator[bytes]:
    """Yield the tokenizer.json of a model's files, in blocks; one is made of what a GGUF file says.

    Raises ModelProblem as `Tokenizer.open` does.
    """
    if source.folder is not None:
        return iter([tokenizer_json.read_text(source.folder).encode()])
    return tokenizer_json.written(tokenizer_gguf.described(source.metadata))


def _described(source: TokenizerSource) -> Description:
    if source.folder is not None:
        return tokenizer_json.parsed(tokenizer_json.read_text(source.folder))
    return tokenizer_gguf.described(source.metadata)


def _around(step: Any) -> tuple[list[int], list[int]]:
    """Return the numbers that a post-processor of tokenizer.json puts before and after one text."""
    if step is None:
        return [], []
    kind = step["type"]
    if kind == "Sequence":
        before: list[int] = []
        after: list[int] = []
        for inner in step["processors"]:
            left, right = _around(inner)
            before, after = left + before, after + right
        return before, after
    if kind in ("BertProcessing", "RobertaProcessing"):
        return [int(step["cls"][1])], [int(step["sep"][1])]
    if kind != "TemplateProcessing":
        return [], []
    places = [next(iter(place.items())) for place in step["single"]]
    text = next(at for at, (name, _) in enumerate(places) if name == "Sequence")
    numbers = [[] if name == "Sequence" else step["special_tokens"][sign["id"]]["ids"] for name, sign in places]
    return [int(n) for ids in numbers[:text] for n in ids], [int(n) for ids in numbers[text:] for n in ids]


def _spelling(rest: dict[str, Any]) -> Spelling:
    """Return how the vocabulary is spelled, from the steps of tokenizer.json."""
    parts = str([rest.get(name) for name in ("normalizer", "pre_tokenizer", "decoder")])
    if "'ByteLevel'" in parts:
        return "bytes"
    if "'WordPiece'" in parts:
        return "words"
    return "marks" if "▁" in parts else "plain"


def _whole(text: str) -> str:
    """Return `text` with pairs of halves joined, and halves that stand alone replaced."""
    try:
        text.encode("utf-8")
        return text
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
