"""Words → numbers of their pieces: by merging pairs, by the longest piece that fits, by the likeliest pieces.

Gives exactly what the tokenizers library gives for the same lists. Must not split text into words.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import Final, Protocol

_REMEMBERED: Final = 20_000  # words; then the memory starts anew
_SHORT: Final = 256  # longer words are not remembered


class Subwords(Protocol):
    """What turns a word into numbers."""

    def ids(self, word: str) -> Sequence[int]:
        """Return the numbers of the pieces of `word`."""


class Merging:
    """Byte-pair encoding (Sennrich et al. 2016): the pair that comes first in the list is merged first.

    merges: "left right". unknown: stands for characters without a number; None leaves them out. fused: one for a run of
    them. by_bytes: they become "<0xE2>" and the like. at_once: a word with a number of its own is not taken apart.
    """

    def __init__(
        self,
        vocabulary: Mapping[str, int],
        merges: Sequence[str],
        unknown: str | None = None,
        fused: bool = False,
        by_bytes: bool = False,
        at_once: bool = False,
    ) -> None:
        self._numbers = vocabulary
        self._ranks = dict(zip(merges, range(len(merges)), strict=True))
        self._unknown = unknown if unknown in vocabulary else None
        self._fused, self._by_bytes, self._at_once = fused, by_bytes, at_once
        self._known: dict[str, tuple[int, ...]] = {}

    def ids(self, word: str) -> Sequence[int]:
        """Return the numbers of the pieces of `word`.

        >>> Merging({"a": 0, "b": 1, "ab": 2, "aba": 3}, ["a b", "ab a"]).ids("abaab")
        (3, 2)
        """
        known = self._known.get(word)
        if known is None:
            known = self._found(word)
            if len(word) < _SHORT:
                if len(self._known) >= _REMEMBERED:
                    self._known = {}
                self._known[word] = known
        return known

    def _found(self, word: str) -> tuple[int, ...]:
        if self._at_once and word in self._numbers:
            return (self._numbers[word],)
        return tuple(self._numbers[piece] for piece in self._merged(self._letters(word)))

    def _letters(self, word: str) -> list[str]:
        """Return the pieces to start from: characters, bytes or the sign for the unknown."""
        letters: list[str] = []
        run = False  # the last one is unknown
        for letter in word:
            unknown = False
            if letter in self._numbers:
                letters.append(letter)
            elif self._by_bytes and (spelled := self._bytes(letter)):
                letters += spelled
            elif self._unknown is not None:
                unknown = True
                if not (run and self._fused):
                    letters.append(self._unknown)
            run = unknown
        return letters

    def _bytes(self, letter: str) -> list[str]:
        spelled = [f"<0x{byte:02X}>" for byte in letter.encode("utf-8", "surrogatepass")]
        return spelled if all(piece in self._numbers for piece in spelled) else []

    def _merged(self, pieces: list[str]) -> list[str]:
        """Merge until no pair is left that is in the list. Of equal pairs the left one comes first."""
        follows = [*range(1, len(pieces)), -1]
        before = [*range(-1, len(pieces) - 1)]
        queue = [entry for at in range(len(pieces) - 1) if (entry := self._entry(pieces, at, at + 1))]
        heapify(queue)
        while queue:
            _, at, whole = heappop(queue)
            right = follows[at]
            if right < 0 or not pieces[at] or pieces[at] + pieces[right] != whole:
                continue  # one of the two has gone into another pair meanwhile
            if f"{pieces[at]} {pieces[right]}" not in self._ranks:
                continue  # the same letters, taken apart in another place
            pieces[at], pieces[right] = whole, ""
            follows[at] = after = follows[right]
            if after >= 0:
                before[after] = at
                if entry := self._entry(pieces, at, after):
                    heappush(queue, entry)
            if before[at] >= 0 and (entry := self._entry(pieces, before[at], at)):
                heappush(queue, entry)
        return [piece for piece in pieces if piece]

    def _entry(self, pieces: list[str], left: int, right: int) -> tuple[int, int, str] | None:
        rank = self._ranks.get(f"{pieces[left]} {pieces[right]}")
        whole = pieces[left] + pieces[right]
        return None if rank is None or whole not in self._numbers else (rank, left, whole)


class Longest:
    """WordPiece (Wu et al. 2016, as in Devlin et al. 2018): from the left, always the longest piece that is known.

    prefix: marks pieces inside a word. unknown: the number for words of more than `most` characters and for those that
    can't be put together.
    """

    def __init__(self, vocabulary: Mapping[str, int], unknown: int, prefix: str = "##", most: int = 100) -> None:
        self._numbers, self._unknown, self._prefix, self._most = vocabulary, unknown, prefix, most
        self._longest = max(map(len, vocabulary), default=0)

    def ids(self, word: str) -> Sequence[int]:
        """Return the numbers of the pieces of `word`.

        >>> Longest({"[UNK]": 0, "play": 1, "##ing": 2}, 0).ids("playing")
        [1, 2]
        """
        if len(word) > self._most:
            return [self._unknown]
        found: list[int] = []
        start = 0
        while start < len(word):
            prefix = self._prefix if start else ""
            for end in range(min(len(word), start + self._longest), start, -1):
                number = self._numbers.get(prefix + word[start:end])
                if number is not None:
                    break
            else:
                return [self._unknown]
            found.append(number)
            start = end
        return found


class Likeliest:
    """Unigram (Kudo 2018): of all ways to put a word together, the one whose pieces have the highest sum of scores.

    scores: by piece. unknown: the number for runs of characters without a piece; None: words with such can't be read.
    by_bytes: they become "<0xE2>" and the like instead.
    """

    def __init__(
        self, scores: Mapping[str, float], numbers: Mapping[str, int], unknown: int | None, by_bytes: bool = False
    ) -> None:
        self._scores, self._numbers, self._unknown, self._by_bytes = scores, numbers, unknown, by_bytes
        self._longest = max(map(len, scores), default=0)
        self._penalty = min(scores.values(), default=0.0) - 10.0  # SentencePiece's kUnkPenalty

    def ids(self, word: str) -> Sequence[int]:
        """Return the numbers of the pieces of `word`.

        >>> numbers = {"?": 0, "a": 1, "b": 2, "ab": 3}
        >>> Likeliest({"?": 0.0, "a": -1.0, "b": -1.0, "ab": -1.5}, numbers, 0).ids("abba!!")
        [3, 2, 1, 0]
        """
        found: list[int] = []
        for piece, known in self._pieces(word):
            spelled = [] if known or not self._by_bytes else [f"<0x{byte:02X}>" for byte in piece.encode()]
            if piece in self._numbers:
                found.append(self._numbers[piece])
            elif spelled and all(byte in self._numbers for byte in spelled):
                found += [self._numbers[byte] for byte in spelled]
            elif self._unknown is not None:
                found.append(self._unknown)
            else:
                raise ValueError("no token for unknown words")
        return found

    def _pieces(self, word: str) -> list[tuple[str, bool]]:
        """Return the pieces of `word`, and whether they are known; unknown ones in a row are one."""
        ends = self._best(word)
        pieces: list[tuple[str, bool]] = []
        end = len(word)
        while end > 0:
            start, known = ends[end]
            if pieces and not known and not pieces[-1][1]:
                pieces[-1] = (word[start:end] + pieces[-1][0], False)
            else:
                pieces.append((word[start:end], known))
            end = start
        return pieces[::-1]

    def _best(self, word: str) -> list[tuple[int, bool]]:
        """Return for each end in `word` where the last piece of the best way to it starts (Viterbi 1967)."""
        best = [0.0] + [-math.inf] * len(word)
        ends = [(0, True)] * (len(word) + 1)
        for start in range(len(word)):
            for end in range(start + 1, min(len(word), start + self._longest) + 1):
                score = self._scores.get(word[start:end])
                if score is not None and best[start] + score > best[end]:
                    known = self._numbers[word[start:end]] != self._unknown
                    best[end], ends[end] = best[start] + score, (start, known)
            if word[start] not in self._scores and best[start] + self._penalty > best[start + 1]:
                best[start + 1], ends[start + 1] = best[start] + self._penalty, (start, False)
        return ends
