"""The two real tokenizers give the numbers that transformers' AutoTokenizer gives, for any text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models.real_models import minilm, smollm2

from attnviz.models.gguf_file import read_gguf, tokenizer_values
from attnviz.models.tokenizer import Tokenizer
from attnviz.models.tokenizer_source import TokenizerSource

transformers = pytest.importorskip("transformers", reason="transformers is not installed: it comes with the oracles")
pytest.importorskip("tokenizers", reason="the extra for models is not installed")

TEXTS = (
    "",
    " ",
    "   ",
    "The capital of France is",
    "The trophy doesn't fit in the suitcase because it's too big.",
    "I'll, we've, they're; don't — “quoted” … (brackets) [and] {more}",
    "1 22 333 4444 3.14159 1,000,000",
    "line\nline\r\n\n\n  indented\n\tdef f(x):\n\t\treturn x ** 2\n",
    "猫が犬を追いかけた。東京タワー、カタカナ。",
    "naïve café Ångström e\u0301 ﬁ ſ K İstanbul straße",
    "שלום עולם مرحبا بالعالم हिन्दी 한국어",
    "🦄 👩🏽‍💻 🇯🇵 👨‍👩‍👧‍👦 ❤️",
    "zero\u200bwidth \u00a0 \u3000 \ufeff \u0000 \u0007 end",
    "<|im_start|>user\nHello<|im_end|> [MASK] [SEP] <|endoftext|>",
    "a" * 300 + " " + "ab" * 200,
    "word" + " " * 40 + "word",
)
SIGNS = "aeinorst ABC.,'\"#[]<|>_/\\\n\t 0123é猫がאع한🦄½\u200d\u3000\u0301\u0000"
letters = st.one_of(
    st.sampled_from(SIGNS),
    st.sampled_from(["<|im_start|>", "[MASK]", "the", "ing", " don't", "  ", "##a", "<|endoftext|>"]),
)
any_text = st.one_of(st.lists(letters, max_size=40).map("".join), st.text(max_size=40))


@pytest.fixture(scope="module")
def bert() -> tuple[Tokenizer, Any]:
    """MiniLM's tokenizer, and transformers' own."""
    folder = minilm()
    return Tokenizer.open(TokenizerSource(folder), 30522), transformers.AutoTokenizer.from_pretrained(folder)


@pytest.fixture(scope="module")
def llama() -> tuple[Tokenizer, Any]:
    """SmolLM2's tokenizer from its GGUF file, and transformers' own from the same file."""
    path = smollm2()
    own = Tokenizer.open(TokenizerSource(metadata=tokenizer_values(read_gguf(path).values, 49152)), 49152)
    return own, transformers.AutoTokenizer.from_pretrained(path.parent, gguf_file=path.name)


def by_digits(tokenizer: Any) -> Any:
    """Return SmolLM2's tokenizer from transformers with the splitting that the model was trained with.

    GGUF files name it ("smollm"); transformers 5 reads the name and does without, which changes how spaces before a
    digit are grouped, and digits that are not ASCII.
    """
    from tokenizers import Tokenizer as Library
    from tokenizers import pre_tokenizers

    changed = Library.from_str(tokenizer.backend_tokenizer.to_str())
    steps = [pre_tokenizers.Digits(True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    changed.pre_tokenizer = pre_tokenizers.Sequence(steps)
    return changed


@pytest.mark.parametrize("text", TEXTS)
def test_minilm_reads_as_transformers_does(bert: tuple[Tokenizer, Any], text: str) -> None:
    own, theirs = bert
    ids = own.encode(text).ids
    assert ids.tolist() == theirs(text)["input_ids"]
    assert own.decode(ids) == theirs.decode(ids)


@pytest.mark.parametrize("text", TEXTS)
def test_smollm2_reads_as_transformers_does(llama: tuple[Tokenizer, Any], text: str) -> None:
    own, theirs = llama
    ids = own.encode(text).ids
    assert ids.tolist() == theirs(text)["input_ids"]
    assert own.decode(ids) == theirs.decode(ids) == text


def test_any_text_is_read_as_transformers_does(bert: tuple[Tokenizer, Any], llama: tuple[Tokenizer, Any]) -> None:
    theirs = by_digits(llama[1])

    @settings(max_examples=300)
    @given(any_text)
    def check(text: str) -> None:
        assert bert[0].encode(text).ids.tolist() == bert[1](text)["input_ids"]
        ids = llama[0].encode(text).ids
        assert ids.tolist() == theirs.encode(text).ids
        if not re.search(r"\s\s", text) and all(char.isascii() or not char.isnumeric() for char in text):
            assert ids.tolist() == llama[1](text)["input_ids"]
        assert llama[0].decode(ids) == llama[1].decode(ids)
        assert bert[0].decode(ids % 30522) == bert[1].decode(ids % 30522)

    check()


@pytest.mark.parametrize("text", ["Steps:\n\n1. Wait", "a  1", "half: ½ ² ③ ٣ Ⅷ"])
def test_digits_stand_alone_as_in_training(llama: tuple[Tokenizer, Any], text: str) -> None:
    own, theirs = llama
    assert own.encode(text).ids.tolist() == by_digits(theirs).encode(text).ids
    assert own.encode(text).ids.tolist() != theirs(text)["input_ids"]  # else `by_digits` is no longer needed


def test_a_text_is_cut_as_transformers_cuts_it(bert: tuple[Tokenizer, Any], llama: tuple[Tokenizer, Any]) -> None:
    @settings(max_examples=100)
    @given(any_text, st.integers(2, 30))
    def check(text: str, most: int) -> None:
        cut = bert[1](text, truncation=True, max_length=most)["input_ids"]
        assert bert[0].encode(text, most).ids.tolist() == cut
        assert llama[0].encode(text, most).ids.tolist() == llama[0].encode(text).ids.tolist()[:most]

    check()


def test_the_gguf_file_as_tokenizer_json_is_the_same_tokenizer(llama: tuple[Tokenizer, Any], tmp_path: Path) -> None:
    from tokenizers import Tokenizer as Library

    from attnviz.models.tokenizer import tokenizer_json_of

    path = smollm2()
    source = TokenizerSource(metadata=tokenizer_values(read_gguf(path).values, 49152))
    (tmp_path / "tokenizer.json").write_bytes(b"".join(tokenizer_json_of(source)))
    again = Tokenizer.open(TokenizerSource(tmp_path), 49152)
    library = Library.from_file(str(tmp_path / "tokenizer.json"))
    for text in TEXTS:
        ids = llama[0].encode(text).ids.tolist()
        assert again.encode(text).ids.tolist() == ids == library.encode(text).ids
        assert again.encode(text).pieces == llama[0].encode(text).pieces
