"""Text → tokens → vectors. The same token gets the same vector on every machine, every day.

Must not drop anything a reader would call text; what has no shape of its own (control and direction marks) is left out.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from attnviz.core import book

_HAN_AND_KANA = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3040-\u3098\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff66-\uff9d\U0001aff0-\U0001b16f\U00020000-\U000323af"
)
_CJK = re.compile(f"[{_HAN_AND_KANA}]")
_CJK_RUN = re.compile(f"[{_HAN_AND_KANA}]+")
_ASCII_PIECE = re.compile("[A-Za-z0-9]+|[!-~]")
# Marks that Japanese writes after a kana: they belong to it
_KANA_MARKS = "\u3099\u309a\uff9e\uff9f"
# A space between two such characters says where the person wants the tokens to end
_CJK_SPACE = re.compile(f"[{_HAN_AND_KANA}{_KANA_MARKS}][ \u3000]+[{_HAN_AND_KANA}]")
_JOINER = "\u200d"
_SHAPELESS = {"Cc", "Cf"}


def split(text: str, most: int | None = None) -> list[str]:
    """Return the tokens of `text`, at most `most` of them.

    Words end at white space; punctuation and symbols stand alone. Chinese and Japanese characters stand alone as well
    (Devlin et al. 2018, BERT's basic tokenizer) unless the text has a space between two of them: then the spaces count.
    Accents, emoji with joiners, skin tones and flags stay in one piece.

    >>> split("The cat, the mat.")
    ['The', 'cat', ',', 'the', 'mat', '.']
    >>> split("猫が犬を追う"), split("猫 が 追う")
    (['猫', 'が', '犬', 'を', '追', 'う'], ['猫', 'が', '追う'])
    """
    return list(islice(iterate(text), most))


def count(text: str) -> int:
    """Return the number of tokens of `text`, however long, without keeping them.

    >>> count("The cat sat.")
    4
    """
    return sum(1 for _ in iterate(text))


def iterate(text: str) -> Iterator[str]:
    """Yield the tokens of `text` one by one, as `split` describes."""
    apart = _CJK_SPACE.search(text) is None
    for chunk in re.finditer(r"[^\s\u200b\ufeff]+", text):
        word = chunk.group()
        if word.isascii() and word.isprintable():  # the two common cases first, at the speed of `re`
            yield from _ASCII_PIECE.findall(word)
        elif _CJK_RUN.fullmatch(word):
            yield from word if apart else (word,)
        else:
            yield from _pieces(word, apart)


def embed(tokens: Sequence[str], d: int) -> NDArray[np.float32]:
    """Return one vector per token: (n, d) float32, entries in [-1, 1) from the book's generator.

    The generator starts at a hash (BLAKE2b, 64 bits) of the token's UTF-8 bytes, so the first numbers of a token's
    vector do not depend on d. Raises ValueError for d < 1.

    >>> embed(["cat", "dog", "cat"], 4).shape
    (3, 4)
    """
    if d < 1:
        raise ValueError(f"the width d must be at least 1, not {d}")
    starts = np.fromiter((_seed(token) for token in tokens), dtype=np.uint64, count=len(tokens))
    return book.signed_units(starts, d)


@lru_cache(maxsize=4096)
def _seed(token: str) -> int:
    # Half a surrogate pair has no UTF-8; it is hashed as its code
    data = token.encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")


def _pieces(word: str, apart: bool) -> Iterator[str]:
    """Yield the tokens of a word without white space; `apart`: Chinese and Japanese characters stand alone."""
    run = ""
    for cluster in _clusters(word):
        if _stands_alone(cluster, apart):
            if run:
                yield run
            run = ""
            yield cluster
        else:
            run += cluster
    if run:
        yield run


def _stands_alone(cluster: str, apart: bool) -> bool:
    first = cluster[0]
    if unicodedata.category(first)[0] in "PS":
        return True
    if "\U0001f000" <= first <= "\U0001faff":  # emoji younger than Python's tables
        return True
    return apart and _CJK.match(first) is not None


def _clusters(word: str) -> Iterator[str]:
    """Yield what a reader sees as one character: a base with its marks, joined emoji, a flag of two letters."""
    cluster = ""
    for character in _visible(word):
        if cluster and not _continues(cluster, character):
            yield cluster
            cluster = ""
        if cluster or not _is_invisible(character):  # with nothing to hold on to, a joiner has no shape
            cluster += character
    if cluster:
        yield cluster


def _continues(cluster: str, character: str) -> bool:
    if cluster[-1] == _JOINER:
        joined = "S" if unicodedata.category(cluster[0])[0] == "S" else "LM"
        return unicodedata.category(character)[0] in joined
    if _is_flag_letter(character):
        return len(cluster) == 1 and _is_flag_letter(cluster)
    return _attaches(character)


def _attaches(character: str) -> bool:
    """Say whether a character belongs to the one before it: marks, joiners, skin tones, tags of regional flags."""
    return (
        unicodedata.category(character)[0] == "M"
        or character in "\u200c\u200d"
        or character in _KANA_MARKS
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
    )


def _is_invisible(character: str) -> bool:
    return (
        character in "\u200c\u200d"
        or "\ufe00" <= character <= "\ufe0f"
        or "\U000e0020" <= character <= "\U000e007f"
        or "\U000e0100" <= character <= "\U000e01ef"
    )


def _is_flag_letter(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _visible(word: str) -> Iterable[str]:
    """Leave out what has no shape, control and direction marks, unless it ties characters together."""
    return (c for c in word if _attaches(c) or unicodedata.category(c) not in _SHAPELESS)
