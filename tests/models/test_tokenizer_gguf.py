"""What GGUF files say about their tokenizers is read as the models' own tokenizer.json says it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from models.test_tokenizer_kinds import CORPUS, LLAMA3, byte_level, llama

from attnviz.models.pieces import alphabet
from attnviz.models.problem import ModelProblem
from attnviz.models.tokenizer import Tokenizer, tokenizer_json_of
from attnviz.models.tokenizer_source import TokenizerSource

library = pytest.importorskip("tokenizers", reason="the extra for models is not installed")

TEXTS = (*CORPUS, "", " x", "a<|x|>b <s>", "x  12345\n\n  7", "\u0301e ½ K İ")


def metadata_of(made: Any, model: str, **values: object) -> dict[str, object]:
    """Return what a GGUF file would say about a tokenizer of the library."""
    numbers = made.get_vocab()
    tokens = sorted(numbers, key=numbers.__getitem__)
    signs = {token.content: 3 if token.special else 4 for token in made.get_added_tokens_decoder().values()}
    found: dict[str, object] = {
        "model": model,
        "tokens": tokens,
        "token_type": [6 if token.startswith("<0x") else signs.get(token, 1) for token in tokens],
        "merges": [" ".join(pair) for pair in json.loads(made.to_str())["model"]["merges"]],
    }
    return {f"tokenizer.ggml.{name}": value for name, value in (found | values).items() if value is not None}


def read(metadata: dict[str, object]) -> Tokenizer:
    return Tokenizer.open(TokenizerSource(metadata=metadata))


@pytest.mark.parametrize(
    ("pre", "pattern", "at_once"),
    [
        ("gpt-2", None, False),
        (None, None, False),
        ("llama-bpe", LLAMA3, True),
        ("smaug-bpe", LLAMA3, False),
        ("qwen2", LLAMA3.replace("{1,3}", ""), False),
        ("smollm", "digits", False),
    ],
)
def test_text_is_split_as_the_name_says(pre: str | None, pattern: str | None, at_once: bool) -> None:
    from tokenizers import normalizers, pre_tokenizers

    made = byte_level(pattern=None if pattern == "digits" else pattern, ignore_merges=at_once)
    made.add_tokens(["İ"])
    if pattern == "digits":
        steps = [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(False)]
        made.pre_tokenizer = pre_tokenizers.Sequence(steps)
    if pre == "qwen2":
        made.normalizer = normalizers.NFC()
    own = read(metadata_of(made, "gpt2", pre=pre, add_bos_token=False, bos_token_id=0))
    for text in TEXTS:
        ids = made.encode(text).ids
        assert own.encode(text).ids.tolist() == ids
        assert own.decode(ids) == made.decode(ids, skip_special_tokens=False)


def test_all_splitting_patterns_are_known_to_the_library() -> None:
    made = byte_level()
    for pre in ("tekken", "stablelm2", "deepseek-r1-qwen", "starcoder", "olmo", "pixtral", "dbrx", "default"):
        own = read(metadata_of(made, "gpt2", pre=pre, bos_token_id=0, add_bos_token=False))
        assert own.decode(own.encode(CORPUS[0]).ids) == CORPUS[0]


@pytest.mark.parametrize("prefix", [True, False, None])
def test_sentencepiece_is_read(prefix: bool | None) -> None:
    made = llama("never" if prefix is False else "first")
    own = read(metadata_of(made, "llama", bos_token_id=1, eos_token_id=2, add_space_prefix=prefix))
    for text in TEXTS:
        ids = made.encode(text).ids
        assert own.encode(text).ids.tolist() == ids
    text = "猫 cat"
    assert own.decode(own.encode(text).ids[1:]) == text
    assert [piece.text for piece in own.encode("a cat 犬").pieces][-3:] == ["犬"] * 3


def test_scores_stand_for_merges() -> None:
    letters = list("▁abc")
    tokens = ["<unk>", "<s>", "</s>", *letters, "ab", "bc", "abc", "▁a", "▁abc"]
    scores = [0.0, 0.0, 0.0, *[-100.0] * len(letters), -2.0, -1.0, -4.0, -3.0, -5.0]
    metadata: dict[str, object] = {
        "tokenizer.ggml.model": "llama",
        "tokenizer.ggml.tokens": tokens,
        "tokenizer.ggml.scores": scores,
        "tokenizer.ggml.add_bos_token": False,
    }
    own = read(metadata)

    def pieces(text: str) -> list[str]:
        return [tokens[number] for number in own.encode(text).ids]

    assert pieces("abc") == ["▁abc"]
    assert pieces("cab") == ["▁", "c", "ab"]
    assert pieces("bcbc ab") == ["▁", "bc", "bc", "▁", "ab"]
    held = json.loads(b"".join(tokenizer_json_of(TokenizerSource(metadata=metadata))))
    merges = held["model"]["merges"]
    assert merges == ["b c", "a b", "▁ a", "ab c", "a bc", "▁a bc", "▁ abc"]


def test_signs_stand_where_the_file_says() -> None:
    made = byte_level()
    both = read(
        metadata_of(made, "gpt2", pre="gpt-2", bos_token_id=0, eos_token_id=1, add_bos_token=True, add_eos_token=True)
    )
    assert [piece.text for piece in both.encode("cat").pieces] == ["<s>", "cat", "</s>"]
    assert read(metadata_of(made, "gpt2", pre="llama-bpe", bos_token_id=0)).encode("").ids.tolist() == [0]
    assert read(metadata_of(made, "gpt2", pre="gpt-2", bos_token_id=0)).encode("").ids.tolist() == []
    assert read(metadata_of(made, "gpt2", pre="llama-bpe", bos_token_id=10**9)).encode("").ids.tolist() == []


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"model": None}, "holds no tokenizer"),
        ({"tokens": []}, "holds no tokenizer"),
        ({"model": "rwkv"}, "of the kind “rwkv”. attnviz can read: gpt2, llama"),
        ({"pre": "nobody's"}, "of the kind “nobody's”. attnviz can read: gpt-2, .*smollm"),
        ({"tokens": [1, 2]}, r"tokenizer\.ggml\.tokens is damaged"),
        ({"tokens": "abc"}, r"tokenizer\.ggml\.tokens is damaged"),
        ({"merges": ["a b c"]}, r"tokenizer\.ggml\.merges is damaged"),
        ({"token_type": ["x"]}, r"tokenizer\.ggml\.token_type is damaged"),
    ],
)
def test_what_cannot_be_read_is_said(changes: dict[str, object], words: str) -> None:
    letters = list(alphabet())
    values = {"model": "gpt2", "pre": "gpt-2", "tokens": letters, "merges": ["a b"]} | changes
    with pytest.raises(ModelProblem, match=words):
        read({f"tokenizer.ggml.{name}": value for name, value in values.items() if value is not None})
