"""Every kind of tokenizer.json gives what the tokenizers library gives for the same file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.models import tokenizer_json
from attnviz.models.tokenizer import Tokenizer
from attnviz.models.tokenizer_source import TokenizerSource
from attnviz.models.tokenizer_steps import OneByOne, Whole

library = pytest.importorskip("tokenizers", reason="the extra for models is not installed")

CORPUS = (
    "The cat sat on the mat, and the other cat didn't. It's 1234 o'clock; we'll see 2,000 cats!",
    "Die Katze saß auf der Matte. Où est le café? naïve façade",
    "猫が犬を追いかけた。猫は速い。犬も速い。",
    "def cat(x):\n    return x ** 2\n\n\tprint('cat')",
    "🐈 🐕 🐈‍⬛ שלום עולם مرحبا",
)
LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
SIGNS = "theca  sn\n\t'.,!?1234éß猫がא🐈🦄\u200d\u0301_▁<>[]"
letters = st.one_of(
    st.sampled_from(SIGNS), st.sampled_from(["<s>", "<mask>", "<unk>", "[MASK]", "<|x|>", "cat", "Héllo", " the"])
)
texts = st.one_of(st.lists(letters, max_size=30).map("".join), st.text(max_size=20))

Make = Callable[[], Any]


def byte_level(prefix: bool = False, pattern: str | None = None, **model: Any) -> Any:
    """Return a trained tokenizer of GPT-2's kind."""
    from tokenizers import Regex, decoders, models, pre_tokenizers, trainers

    made = library.Tokenizer(models.BPE(**model))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefix)
    if pattern:
        steps = [pre_tokenizers.Split(Regex(pattern), "isolated"), pre_tokenizers.ByteLevel(False, use_regex=False)]
        made.pre_tokenizer = pre_tokenizers.Sequence(steps)
    made.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    signs = ["<s>", "</s>", "<|x|>"]
    trainer = trainers.BpeTrainer(vocab_size=450, initial_alphabet=alphabet, special_tokens=signs, show_progress=False)
    made.train_from_iterator(CORPUS, trainer)
    return made


def gpt2() -> Any:
    return byte_level()


def roberta() -> Any:
    made = byte_level(prefix=True)
    made.post_processor = library.processors.RobertaProcessing(("</s>", 1), ("<s>", 0), True, True)
    made.add_special_tokens([library.AddedToken("<mask>", lstrip=True, normalized=False)])
    return made


def llama3() -> Any:
    made = byte_level(pattern=LLAMA3, ignore_merges=True)
    template = library.processors.TemplateProcessing("<s> $A", "<s> $A $B", [("<s>", 0)])
    made.post_processor = library.processors.Sequence([library.processors.ByteLevel(trim_offsets=False), template])
    return made


def qwen2() -> Any:
    made = byte_level(pattern=LLAMA3.replace("{1,3}", ""))
    made.normalizer = library.normalizers.NFC()
    made.add_tokens([library.AddedToken("Héllo", normalized=True, rstrip=True)])
    made.add_tokens([library.AddedToken("cat", single_word=True, normalized=False)])
    return made


def llama(scheme: str) -> Any:
    """Return a trained tokenizer of SentencePiece's kind, with bytes for what it doesn't know."""
    from tokenizers import decoders, models, normalizers, pre_tokenizers, trainers

    made = library.Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    made.pre_tokenizer = pre_tokenizers.Metaspace("▁", prepend_scheme="first", split=True)
    signs = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    made.train_from_iterator(CORPUS[:2], trainers.BpeTrainer(vocab_size=500, special_tokens=signs, show_progress=False))
    if scheme == "prepend":
        made.pre_tokenizer = None
        made.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    else:
        made.pre_tokenizer = pre_tokenizers.Metaspace("▁", prepend_scheme=scheme, split=False)
    steps = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    made.decoder = decoders.Sequence(steps)
    made.post_processor = library.processors.TemplateProcessing("<s> $A", "<s> $A $B", [("<s>", 1)])
    return made


def unfused() -> Any:
    made = llama("first")
    model = json.loads(made.to_str())
    model["model"]["fuse_unk"] = model["model"]["byte_fallback"] = False
    return library.Tokenizer.from_str(json.dumps(model))


def bert(lowercase: bool = True) -> Any:
    """Return a trained tokenizer of BERT's kind."""
    from tokenizers import decoders, models, normalizers, pre_tokenizers, trainers

    made = library.Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=20))
    made.normalizer = normalizers.BertNormalizer(lowercase=lowercase)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece()
    signs = ["[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    made.train_from_iterator(
        CORPUS, trainers.WordPieceTrainer(vocab_size=200, special_tokens=signs, show_progress=False)
    )
    made.post_processor = library.processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
    made.enable_truncation(5)
    made.enable_padding(length=9)
    return made


def cased() -> Any:
    return bert(lowercase=False)


def unigram() -> Any:
    from tokenizers import decoders, models, pre_tokenizers, trainers

    made = library.Tokenizer(models.Unigram())
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.decoder = decoders.Metaspace()
    signs = ["<s>", "</s>", "<unk>"]
    trainer = trainers.UnigramTrainer(vocab_size=120, special_tokens=signs, unk_token="<unk>", show_progress=False)
    made.train_from_iterator(CORPUS, trainer)
    made.post_processor = library.processors.TemplateProcessing("<s> $A </s>", None, [("<s>", 0), ("</s>", 1)])
    return made


def unigram_by_bytes() -> Any:
    made = json.loads(unigram().to_str())
    made["model"]["vocab"] += [[f"<0x{byte:02X}>", -20.0] for byte in range(256)]
    made["model"]["byte_fallback"] = True
    made["decoder"] = {"type": "Sequence", "decoders": [made["decoder"], {"type": "ByteFallback"}, {"type": "Fuse"}]}
    return library.Tokenizer.from_str(json.dumps(made))


def words() -> Any:
    from tokenizers import models, pre_tokenizers, trainers

    made = library.Tokenizer(models.WordLevel(unk_token="<unk>"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.train_from_iterator(CORPUS, trainers.WordLevelTrainer(special_tokens=["<unk>"], show_progress=False))
    return made


def suffixed() -> Any:
    from tokenizers import decoders, models, pre_tokenizers, trainers

    made = library.Tokenizer(models.BPE(unk_token="<s>", end_of_word_suffix="</w>"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.decoder = decoders.BPEDecoder()
    trainer = trainers.BpeTrainer(
        vocab_size=200, special_tokens=["<s>"], end_of_word_suffix="</w>", show_progress=False
    )
    made.train_from_iterator(CORPUS, trainer)
    return made


def prepended() -> Any:
    return llama("prepend")


def first() -> Any:
    return llama("first")


def always() -> Any:
    return llama("always")


READ_HERE = (gpt2, roberta, llama3, qwen2, prepended, first, always, unfused, bert, cased, unigram, unigram_by_bytes)
READ_BY_THE_LIBRARY = (words, suffixed)


@pytest.mark.parametrize("make", [*READ_HERE, *READ_BY_THE_LIBRARY])
def test_it_reads_as_the_library_does(make: Make, tmp_path: Path) -> None:
    theirs = make()
    theirs.save(str(tmp_path / "tokenizer.json"))
    own = Tokenizer.open(TokenizerSource(tmp_path))
    theirs.no_truncation()
    theirs.no_padding()
    assert isinstance(own._steps, OneByOne if make in READ_HERE else Whole)

    @settings(max_examples=25)
    @given(texts, st.integers(0, 12))
    def check(text: str, most: int) -> None:
        found = theirs.encode(text)
        encoded = own.encode(text)
        assert encoded.ids.tolist() == found.ids
        assert len(encoded.pieces) == len(found.ids)
        assert own.decode(encoded.ids) == theirs.decode(found.ids, skip_special_tokens=False)
        added = theirs.num_special_tokens_to_add(False)
        plain = theirs.encode(text, add_special_tokens=False)
        plain.truncate(max(most - added, 0))
        assert own.encode(text, most).ids.tolist() == theirs.post_process(plain).ids[:most]

    check()


@pytest.mark.parametrize("make", READ_HERE[:10])
@pytest.mark.parametrize("indent", [None, 2])
def test_it_is_read_and_written_without_a_loss(make: Make, indent: int | None) -> None:
    made = json.loads(make().to_str())
    description = tokenizer_json.parsed(json.dumps(made, indent=indent, ensure_ascii=indent is None))
    if "merges" in made["model"]:
        made["model"]["merges"] = [" ".join(pair) for pair in made["model"]["merges"]]
    assert json.loads(b"".join(tokenizer_json.written(description))) == made


@pytest.mark.parametrize("make", [gpt2, first, bert])
def test_both_ways_of_writing_merges_and_old_files_without_a_type_are_read(make: Make, tmp_path: Path) -> None:
    made = json.loads(make().to_str())
    found = []
    for old in (False, True):
        model = made["model"]
        if old and "merges" in model:
            model["merges"] = [" ".join(pair) for pair in model["merges"]]
            del model["type"]
        (tmp_path / "tokenizer.json").write_text(json.dumps(made), encoding="utf-8")
        found.append(Tokenizer.open(TokenizerSource(tmp_path)).encode(CORPUS[0]).ids.tolist())
    assert found[0] == found[1]


@pytest.mark.parametrize("make", READ_HERE)
def test_a_long_text_is_not_read_to_its_end_and_gives_the_same(make: Make, tmp_path: Path) -> None:
    make().save(str(tmp_path / "tokenizer.json"))
    own = Tokenizer.open(TokenizerSource(tmp_path))
    read: list[int] = []
    words = own._steps._words  # type: ignore[attr-defined]
    own._steps._words = lambda text: read.append(len(text)) or words(text)  # type: ignore[attr-defined]
    long = "\n".join(CORPUS) * 60
    whole = own.encode(long).ids.tolist()
    ends = len(own._after)
    for most in (5, 50, 300):
        read.clear()
        cut = own.encode(long, most).ids.tolist()
        assert len(cut) == most
        assert cut[: most - ends] == whole[: most - ends]
        assert cut[most - ends :] == whole[len(whole) - ends :]
        assert make in (prepended, first, always, unfused) or max(read) < len(long) / 4
