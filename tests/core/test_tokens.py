"""Text into tokens and vectors: what stands alone, what stays together, what never gets lost."""

from __future__ import annotations

import hashlib
import re
import unicodedata

import numpy as np
import oracle
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from attnviz.core import tokens
from attnviz.core.arithmetic import same_bits
from attnviz.core.tokens import count, embed, split

ZWJ, VS = "\u200d", "\ufe0f"
CODER = "\U0001f469\U0001f3fd\u200d\U0001f4bb"  # woman, skin tone, joiner, laptop
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
JAPAN, FRANCE = "\U0001f1ef\U0001f1f5", "\U0001f1eb\U0001f1f7"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
HEART = "\u2764\ufe0f\u200d\U0001f525"

TEXTS: list[tuple[str, list[str]]] = [
    ("", []),
    (" \t\r\n\u3000\u00a0\u2028", []),
    ("The cat sat on the mat.", ["The", "cat", "sat", "on", "the", "mat", "."]),
    ("Hello, world!?", ["Hello", ",", "world", "!", "?"]),
    ("don't stop", ["don", "'", "t", "stop"]),
    ("don’t", ["don", "’", "t"]),
    ("snake_case", ["snake", "_", "case"]),
    ("naïve_x", ["naïve", "_", "x"]),
    ("3.14 + 1€", ["3", ".", "14", "+", "1", "€"]),
    ("a\tb\nc\r\nd\x0be\u2028f\u00a0g", list("abcdefg")),
    ("猫が犬を追う", list("猫が犬を追う")),
    ("猫 が 犬 を 追う", ["猫", "が", "犬", "を", "追う"]),
    ("猫\u3000が犬", ["猫", "が犬"]),
    ("猫が犬を追う。", list("猫が犬を追う。")),
    ("「猫」 と 犬", ["「", "猫", "」", "と", "犬"]),
    ("コーヒーを飲む", list("コーヒーを飲む")),
    ("Pythonで書く v2", ["Python", "で", "書", "く", "v2"]),
    ("か\u3099き", ["か\u3099", "き"]),
    ("ｶﾞｷﾞ", ["ｶﾞ", "ｷﾞ"]),
    ("고양이가 앉았다", ["고양이가", "앉았다"]),
    ("שלום, עולם", ["שלום", ",", "עולם"]),
    ("مرحبا بالعالم؟", ["مرحبا", "بالعالم", "؟"]),
    ("\u202bשלום\u202c", ["שלום"]),
    ("می\u200cخواهم", ["می\u200cخواهم"]),
    ("cafe\u0301 e\u0301\u0327", ["cafe\u0301", "e\u0301\u0327"]),
    ("नमस्ते", ["नमस्ते"]),
    (f"hi{CODER}{FAMILY}", ["hi", CODER, FAMILY]),
    (f"{JAPAN}{FRANCE}x{JAPAN}", [JAPAN, FRANCE, "x", JAPAN]),
    (f"{SCOTLAND}{HEART}", [SCOTLAND, HEART]),
    ("\U0001f44d\U0001f3ff\U0001f44d", ["\U0001f44d\U0001f3ff", "\U0001f44d"]),
    (f"#{VS}\u20e3", [f"#{VS}\u20e3"]),
    ("a\u200bb\ufeffc", ["a", "b", "c"]),
    ("a\u00adb", ["ab"]),
    ("\x00\x01\u200e", []),
    ("é\x00é", ["éé"]),
    ("\ud800", ["\ud800"]),
    ("a\udfffb c", ["a\udfffb", "c"]),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_a_text_has_its_tokens(text: str, expected: list[str]) -> None:
    assert split(text) == expected


def test_a_control_character_is_left_out_the_same_way_in_every_word() -> None:
    assert split("a\x00b") == ["ab"]
    assert split("a\x00b é") == [*split("a\x00b"), "é"]
    assert [len(split(f"a\x00{letter}")) for letter in "bé"] == [1, 1]


@pytest.mark.parametrize("mark", [ZWJ, "\u200c", VS, "\U000e0041"])
def test_a_mark_without_a_shape_is_no_token_of_its_own(mark: str) -> None:
    assert split(f"a {mark} b") == ["a", "b"]


def test_punctuation_stands_alone_after_a_stray_joiner() -> None:
    assert split(f"a{ZWJ},b")[-2:] == [",", "b"]


def test_the_japanese_middle_dot_stands_alone_wherever_spaces_count() -> None:
    assert split("ジョン・スミス は い") == ["ジョン", "・", "スミス", "は", "い"]


# Everything that has a rule of its own, and anything else
LETTERS = "ab1_.,'é\u0301猫がーガ\u3099ﾞ。・「\u05d0\u0627\u0915\u094d\uac00"
SPACES = " \u3000\t\n\x1c\x85\u00a0\u2028\u200b\ufeff"
MARKS = "\x00\u00ad\u180e\u200c\u200d\u200e\ufe0f\u20e3\U000e0067\ud800\udfff"
PICTURES = "\U0001f469\U0001f3fd\U0001f4bb\U0001f1ef\U0001f1f5\U0001f3f4"
SPECIAL = LETTERS + SPACES + MARKS + PICTURES
texts = st.text(st.sampled_from(SPECIAL) | st.characters(), max_size=40)


def visible(text: str) -> str:
    """Return the characters of a text that are neither white space nor without a shape."""
    shapeless = re.compile(
        "[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
    )  # they only choose another shape of what stands before
    kept = (c for c in text if not c.isspace() and unicodedata.category(c) not in ("Cc", "Cf"))
    return shapeless.sub("", "".join(kept))


@settings(max_examples=200)
@given(texts)
def test_no_visible_character_is_lost_doubled_or_moved(text: str) -> None:
    assert visible("".join(split(text))) == visible(text)


@settings(max_examples=200)
@given(texts)
def test_no_token_is_empty_or_holds_white_space(text: str) -> None:
    for token in split(text):
        assert token
        assert not re.search(r"\s", token)
        assert not any(unicodedata.category(c) == "Cc" for c in token)


@settings(max_examples=150)
@given(texts, st.integers(0, 12))
@example("a b c", 0)
def test_a_limit_gives_the_first_tokens_and_count_counts_all(text: str, most: int) -> None:
    whole = split(text)
    assert split(text, most) == whole[:most]
    assert count(text) == len(whole)


@settings(max_examples=100)
@given(texts, texts)
def test_the_tokens_of_two_lines_are_those_of_each(one: str, other: str) -> None:
    # A line end says nothing about where Japanese tokens end; only a space in one of the lines does
    if (tokens._CJK_SPACE.search(one) is None) == (tokens._CJK_SPACE.search(other) is None):
        assert split(f"{one}\n{other}") == split(one) + split(other)


@settings(max_examples=100)
@given(texts)
def test_a_token_taken_alone_is_one_token(text: str) -> None:
    for token in split(text):
        if not any(tokens._CJK.match(c) for c in token):
            assert split(token) == [token]


def test_a_megabyte_of_anything_is_split_and_counted() -> None:
    assert count("a" * 1_000_000) == 1
    assert count("e" + "\u0301" * 300_000) == 1
    assert count("猫 " * 100_000) == 100_000
    assert count("猫" + " " * 300_000) == 1
    assert count((ZWJ + "\U0001f469") * 100_000) > 0
    assert len(split("a." * 500_000, 1024)) == 1024


# ---- vectors


@pytest.mark.parametrize("token", ["cat", "猫", CODER, "\ud800", ""])
def test_a_vector_is_the_books_sequence_from_a_hash_of_the_token(token: str) -> None:
    data = token.encode("utf-8", "surrogatepass")
    start = int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")
    assert embed([token], 9)[0].tolist() == [((state >> 40) - 2**23) / 2**23 for state in oracle.lcg(start, 9)]


@pytest.mark.parametrize(
    ("token", "known"),
    [
        ("cat", [0.9793559312820435, 0.9413303136825562, -0.21365487575531006]),
        ("猫", [0.12392044067382812, 0.7349557876586914, 0.1799161434173584]),
        (CODER, [-0.01988387107849121, -0.17854726314544678, 0.12701523303985596]),
    ],
)
def test_a_token_has_the_vector_it_has_always_had(token: str, known: list[float]) -> None:
    assert embed([token], 3).tolist() == [known]


@settings(max_examples=60)
@given(st.lists(texts.filter(bool), min_size=1, max_size=6), st.integers(1, 40), st.integers(1, 40), st.randoms())
def test_a_vector_knows_neither_its_neighbours_nor_the_width(words: list[str], d: int, more: int, rng: object) -> None:
    vectors = embed(words, d)
    wider = embed(words[::-1], d + more)[::-1, :d]
    assert same_bits(vectors, np.ascontiguousarray(wider)).all()
    for row, word in enumerate(words):
        assert same_bits(embed([word], d)[0], vectors[row]).all()


@settings(max_examples=60)
@given(st.lists(texts, max_size=8), st.sampled_from([1, 2, 64, 512]))
def test_a_vector_lies_between_minus_one_and_one(words: list[str], d: int) -> None:
    vectors = embed(words, d)
    assert vectors.shape == (len(words), d)
    assert vectors.dtype == np.float32
    assert (vectors >= -1).all()
    assert (vectors < 1).all()


def test_different_tokens_have_different_vectors() -> None:
    vectors = embed([f"token{i}" for i in range(2000)], 4)
    assert len(np.unique(vectors, axis=0)) == 2000


def test_a_width_of_zero_is_refused() -> None:
    with pytest.raises(ValueError, match=r"the width d must be at least 1, not 0"):
        embed(["cat"], 0)
