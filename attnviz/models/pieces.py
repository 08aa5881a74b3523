"""Tokens as people can read them: bytes of one character joined, spaces and line ends visible. Must not tokenize."""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Final, Literal

Spelling = Literal["bytes", "marks", "words", "plain"]
# bytes: one letter for each byte (GPT-2); marks: "▁" is a space and "<0xE2>" a byte (SentencePiece);
# words: "##" goes on with a word (BERT)

_SIGNS: Final = {" ": "␣", "\n": "↵", "\r": "←", "\t": "⇥"}
_MARK: Final = "▁"


@dataclass(frozen=True)
class Piece:
    """A token to be shown.

    text: the characters, a space as ␣, a line end as ↵. Tokens that share a character show all of it, each of them.
    data: the bytes this token alone stands for (of an unknown one: the word's), for hovering.
    """

    text: str
    number: int  # in the vocabulary
    data: bytes
    special: bool = False  # says something to the model, and is no part of the text
    part: int = 0  # this token is the `part`-th of `parts` that share a character; 0: it shares none
    parts: int = 0
    starts_word: bool = False  # a word begins here, after a space or at the start of the text

    @property
    def fragment(self) -> bool:
        """True if it shares a character with its neighbours, or is only a part of one."""
        return self.part > 0

    @property
    def detail(self) -> str:
        """Return its bytes as people write them.

        >>> Piece("日", 7, bytes([0xE6, 0x97]), part=1, parts=2).detail
        'E6 97'
        """
        return self.data.hex(" ").upper()


@dataclass(frozen=True)
class Raw:
    """A token as the vocabulary has it."""

    number: int
    data: bytes
    spelled: str = ""  # shown as it is: special and added tokens, WordPiece; "" if `data` is to be shown
    special: bool = False
    begins: bool | None = None  # whether a word begins with it; None: look at the bytes


def alphabet() -> dict[str, int]:
    """Return the byte for each of the 256 letters that byte-level vocabularies are written in (Radford et al. 2019).

    >>> alphabet()["Ġ"], alphabet()["A"]
    (32, 65)
    """
    shown = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = count(0x100)
    return {chr(byte if byte in shown else next(others)): byte for byte in range(256)}


_BYTES: Final = alphabet()


def data_of(token: str, spelling: Spelling) -> bytes:
    """Return the bytes that a token of the vocabulary stands for.

    >>> data_of("Ġcaf", "bytes"), data_of("▁café", "marks"), data_of("<0xE2>", "marks"), data_of("##ing", "words")
    (b' caf', b' caf\\xc3\\xa9', b'\\xe2', b'ing')
    """
    if spelling == "bytes" and all(letter in _BYTES for letter in token):
        return bytes(_BYTES[letter] for letter in token)
    if spelling == "marks":
        if len(token) == 6 and token.startswith("<0x") and token.endswith(">"):
            try:
                return bytes.fromhex(token[3:5])
            except ValueError:
                pass
        token = token.replace(_MARK, " ")
    if spelling == "words":
        token = token.removeprefix("##")
    return token.encode("utf-8", "surrogatepass")


def visible(text: str) -> str:
    """Return `text` with signs for what has no shape of its own.

    >>> visible(" the"), visible("\\n"), visible("\\u200d")
    ('␣the', '↵', 'U+200D')
    """
    shown = "".join(char if char.isprintable() and char != " " else _sign(char) for char in text)
    return f"◌{shown}" if text and unicodedata.category(text[0]).startswith("M") else shown


def _sign(char: str) -> str:
    if "\udc80" <= char <= "\udcff":  # how Python writes a byte that is no text
        return f"<{ord(char) - 0xDC00:02X}>"
    return _SIGNS.get(char) or f"U+{ord(char):04X}"


def pieces(tokens: Iterable[Raw]) -> tuple[Piece, ...]:
    """Return tokens in their order as they are shown, one each."""
    shown, after_space = [], True
    for run in _runs(tokens):
        for piece, token in zip(_shown(run), run, strict=True):
            begins = token.begins if token.begins is not None else _begins(piece, after_space)
            shown.append(replace(piece, starts_word=begins) if begins else piece)
            after_space = piece.special or piece.data[-1:].isspace()
    return tuple(shown)


def _runs(tokens: Iterable[Raw]) -> Iterator[list[Raw]]:
    """Yield tokens that share characters together, the others alone."""
    run: list[Raw] = []
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    for token in tokens:
        if token.spelled:
            if run:
                yield run
            yield [token]
            run = []
            decoder.reset()
            continue
        run.append(token)
        decoder.decode(token.data)
        if not decoder.getstate()[0]:
            yield run
            run = []
    if run:
        yield run


def _shown(run: list[Raw]) -> Iterator[Piece]:
    first = run[0]
    if first.spelled:
        yield Piece(first.spelled, first.number, first.data, first.special)
        return
    held = b"".join(token.data for token in run)
    text = held.decode("utf-8", "surrogateescape")
    shares = len(run) > 1 or any("\udc80" <= char <= "\udcff" for char in text)
    for place, token in enumerate(run, 1):
        yield Piece(visible(text), token.number, token.data, token.special, place * shares, len(run) * shares)


def _begins(piece: Piece, after_space: bool) -> bool:
    if piece.special or piece.part > 1 or not piece.data.strip():
        return False
    return after_space or piece.data[:1].isspace()
