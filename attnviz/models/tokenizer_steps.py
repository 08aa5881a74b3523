"""The steps from text to numbers and back that a tokenizer.json describes, one after the other.

The tokenizers library does what is quick to set up (normalizing, splitting, decoding); the long lists are kept here.
Only for byte-pair encoding, WordPiece and Unigram: all else goes through the library as a whole.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, Protocol

from attnviz.models.added_tokens import Added, AddedTokens
from attnviz.models.problem import ModelProblem, needed
from attnviz.models.subwords import Likeliest, Longest, Merging, Subwords
from attnviz.models.tokenizer_json import Description, damaged

_NOTHING: Final = {"type": "BPE", "vocab": {}, "merges": []}
_PER_TOKEN: Final = 8  # characters to try first for each token that is wanted


class Found(NamedTuple):
    """A token's number and the word it was found in."""

    number: int
    word: str


class Steps(Protocol):
    """What turns text into numbers, without what the model adds itself."""

    def find(self, text: str, most: int | None) -> list[Found]:
        """Return the tokens of `text`, at least the first `most` if there are as many."""

    def decode(self, tokens: list[str]) -> str:
        """Return the text that tokens, as they are spelled in the vocabulary, stand for."""


@contextmanager
def guarded(what: str = "tokenizer.json") -> Iterator[None]:
    """Turn whatever the library raises about a file's content into a ModelProblem; also what it calls a panic."""
    try:
        yield
    except (ModelProblem, KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        raise damaged(error, what) from error


def steps(description: Description, added: tuple[Added, ...]) -> Steps:
    """Return what does these steps. Raises ModelProblem for a damaged description or without the library."""
    library = needed("tokenizers")
    with guarded():
        subwords = _subwords(description)
        return Whole(library, description) if subwords is None else OneByOne(library, description, added, subwords)


class OneByOne:
    """The steps, one by one."""

    def __init__(self, library: Any, description: Description, added: tuple[Added, ...], subwords: Subwords) -> None:
        first = _skeleton(library, description.rest)
        self._decoder = first.decoder
        self._normalizer = first.normalizer
        self._first, self._later = first.pre_tokenizer, first.pre_tokenizer
        later = _not_first(description.rest.get("pre_tokenizer"))
        if later is not None:
            self._later = _skeleton(library, {"pre_tokenizer": later}).pre_tokenizer
        self._subwords = subwords
        self._added = AddedTokens(added, self._normalizer.normalize_str if self._normalizer else None)

    def find(self, text: str, most: int | None) -> list[Found]:
        """Return the tokens of `text`, at least the first `most` if there are as many.

        A long text is not read to its end: where it is cut, the last words don't count, as more might follow.
        """
        with guarded():
            least = 4 * self._added.longest + 64
            length = len(text) if most is None else _PER_TOKEN * most + least
            while length < len(text):
                found = list(self._tokens(_without_end(list(self._words(text[:length])), least)))
                if len(found) >= (most or 0):
                    return found
                length *= 4
            return list(self._tokens(self._words(text)))

    def decode(self, tokens: list[str]) -> str:
        """Return the text that tokens stand for."""
        with guarded():
            return str(self._decoder.decode(tokens)) if self._decoder else " ".join(tokens)

    def _words(self, text: str) -> Iterator[tuple[str, int | None]]:
        """Yield the words of a text, and its added tokens with their numbers."""
        for part, number, first in self._added.parts(text):
            split = self._first if first else self._later
            if number is not None:
                yield part, number
            elif split is None:
                yield part, None
            else:
                yield from ((word, None) for word, _ in split.pre_tokenize_str(part))

    def _tokens(self, words: Iterable[tuple[str, int | None]]) -> Iterator[Found]:
        for word, number in words:
            numbers: Sequence[int] = self._subwords.ids(word) if number is None else (number,)
            for each in numbers:
                yield Found(each, word)


class Whole:
    """All the steps in the library: for the kinds of models that are not read here."""

    def __init__(self, library: Any, description: Description) -> None:
        self._tokenizer = library.Tokenizer.from_str(description.text)
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        if getattr(self._tokenizer.model, "dropout", None):
            self._tokenizer.model.dropout = None

    def find(self, text: str, most: int | None) -> list[Found]:
        """Return all the tokens of `text`."""
        with guarded():
            encoded = self._tokenizer.encode_batch([text], add_special_tokens=False)[0]  # others get their turn
            pairs = zip(encoded.ids, encoded.offsets, strict=True)
            return [Found(number, text[start:stop]) for number, (start, stop) in pairs]

    def decode(self, tokens: list[str]) -> str:
        """Return the text that tokens stand for."""
        with guarded():
            decoder = self._tokenizer.decoder
            return str(decoder.decode(tokens)) if decoder else " ".join(tokens)


def _subwords(description: Description) -> Subwords | None:
    """Return what takes words apart, or None if only the library can."""
    model, numbers = description.rest["model"], description.vocabulary
    kind = model.get("type") or (
        "BPE" if description.merges else "WordPiece" if "max_input_chars_per_word" in model else ""
    )
    if kind == "WordPiece":
        unknown = numbers.get(model.get("unk_token", "[UNK]"))
        if unknown is None:
            raise ValueError("no token for unknown words")
        prefix, most = model.get("continuing_subword_prefix", "##"), model.get("max_input_chars_per_word", 100)
        return Longest(numbers, unknown, str(prefix), int(most))
    if kind == "Unigram" and len(description.scores) == len(numbers):
        unknown = model.get("unk_id")
        if unknown is not None and not 0 <= int(unknown) < len(numbers):
            raise ValueError("no token for unknown words")
        return Likeliest(description.scores, numbers, unknown, bool(model.get("byte_fallback")))
    odd = description.spaced or model.get("continuing_subword_prefix") or model.get("end_of_word_suffix")
    if kind != "BPE" or odd:
        return None
    flags = [bool(model.get(name)) for name in ("fuse_unk", "byte_fallback", "ignore_merges")]
    return Merging(numbers, description.merges, model.get("unk_token"), *flags)


def _skeleton(library: Any, rest: dict[str, Any]) -> Any:
    """Return the library's tokenizer with these steps and an empty vocabulary."""
    kept = {name: rest.get(name) for name in ("normalizer", "pre_tokenizer", "decoder")}
    return library.Tokenizer.from_str(json.dumps({"version": "1.0", **kept, "added_tokens": [], "model": _NOTHING}))


def _not_first(step: Any) -> Any:
    """Return a splitting step for text after an added token, where Metaspace may add no space; None if the same."""
    if not isinstance(step, dict):
        return None
    if step.get("type") == "Metaspace" and step.get("prepend_scheme") == "first":
        return {**step, "prepend_scheme": "never"}
    inner = step.get("pretokenizers")
    changed = [_not_first(each) for each in inner] if isinstance(inner, list) else []
    if not any(changed):
        return None
    kept = copy.copy(step)
    kept["pretokenizers"] = [new or old for new, old in zip(changed, inner or (), strict=True)]
    return kept


def _without_end(words: list[tuple[str, int | None]], least: int) -> list[tuple[str, int | None]]:
    """Return words without the last two, or more: those dropped have at least `least` characters."""
    dropped, kept = 0, len(words)
    while kept and (dropped < least or len(words) - kept < 2):
        kept -= 1
        dropped += len(words[kept][0])
    return words[:kept]
