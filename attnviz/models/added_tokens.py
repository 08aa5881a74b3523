"""Tokens that stand for themselves in a text, such as "<|im_start|>": where they are. Must not tokenize the rest.

Finds what the tokenizers library finds: from the left, always the longest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

Normalize = Callable[[str], str]


class Added(NamedTuple):
    """Such a token, as in tokenizer.json."""

    number: int
    content: str
    special: bool
    normalized: bool  # looked for in the normalized text
    single_word: bool  # only where no letter stands next to it
    lstrip: bool  # takes the spaces before it along
    rstrip: bool


def added(entries: Any) -> tuple[Added, ...]:
    """Return what stands in tokenizer.json under "added_tokens". Raises ValueError if that is something else."""
    found = []
    for entry in entries or ():
        if not isinstance(entry, dict):
            raise ValueError("an added token that is none")
        number, content = entry.get("id"), entry.get("content")
        if type(number) is not int or number < 0 or not isinstance(content, str):
            raise ValueError("an added token without a number")
        flags = {name: bool(entry.get(name)) for name in ("special", "single_word", "lstrip", "rstrip")}
        found.append(Added(number, content, normalized=bool(entry.get("normalized", not flags["special"])), **flags))
    return tuple(found)


class AddedTokens:
    """Cuts a text at its added tokens."""

    def __init__(self, tokens: Iterable[Added], normalize: Normalize | None = None) -> None:
        """normalize: what is done to a text before the second look."""
        kept = [token for token in tokens if token.content]
        self._plain = _Places((token.content, token) for token in kept if not token.normalized)
        change = normalize or str
        self._normalized = _Places((change(token.content), token) for token in kept if token.normalized)
        self._normalize = normalize
        self.longest = max((len(token.content) for token in kept), default=0)

    def parts(self, text: str) -> Iterator[tuple[str, int | None, bool]]:
        """Yield text between added tokens, normalized, with None, and added tokens with their numbers.

        The last one says whether it stands where the text begins.
        """
        first = True
        for part, number in self._plain.cut(text):
            if number is not None:
                yield part, number, first
            else:
                changed = self._normalize(part) if self._normalize else part
                inner = first
                for piece, other in self._normalized.cut(changed):
                    yield piece, other, inner
                    inner = False
            first = False


class _Places:
    """Where some of the tokens stand."""

    def __init__(self, tokens: Iterable[tuple[str, Added]]) -> None:
        self._tokens = dict(tokens)
        self._tokens.pop("", None)
        longest_first = sorted(self._tokens, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, longest_first))) if longest_first else None

    def cut(self, text: str) -> Iterator[tuple[str, int | None]]:
        done = 0
        for match in self._pattern.finditer(text) if self._pattern else ():
            token, (start, stop) = self._tokens[match[0]], match.span()
            if token.single_word and (_letter(text[start - 1 : start]) or _letter(text[stop : stop + 1])):
                continue
            if token.lstrip:
                start = max(done, len(text[:start].rstrip()))
            if token.rstrip:
                stop = len(text) - len(text[stop:].lstrip())
            if done < start:
                yield text[done:start], None
            yield text[max(start, done) : stop], token.number
            done = stop
        if done < len(text):
            yield text[done:], None


def _letter(char: str) -> bool:
    return re.match(r"\w", char) is not None
