"""Tokens as they are shown, texts that are no texts, and tokenizers that are none."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models.real_models import minilm, smollm2

from attnviz.models import tokenizer_json
from attnviz.models.gguf_file import read_gguf, tokenizer_values
from attnviz.models.pieces import Piece
from attnviz.models.problem import ModelProblem
from attnviz.models.tokenizer import Tokenizer, tokenizer_json_of
from attnviz.models.tokenizer_source import TokenizerSource

pytest.importorskip("tokenizers", reason="the extra for models is not installed")


@pytest.fixture(scope="module")
def bert() -> Tokenizer:
    """MiniLM's tokenizer."""
    return Tokenizer.open(TokenizerSource(minilm()), 30522)


@pytest.fixture(scope="module")
def metadata() -> dict[str, Any]:
    """What SmolLM2's GGUF file says about its tokenizer."""
    return tokenizer_values(read_gguf(smollm2()).values, 49152)


@pytest.fixture(scope="module")
def llama(metadata: dict[str, Any]) -> Tokenizer:
    """SmolLM2's tokenizer."""
    return Tokenizer.open(TokenizerSource(metadata=metadata), 49152)


@pytest.fixture(scope="module")
def tokenizer_text() -> str:
    """A small tokenizer.json of each part that matters."""
    made = {
        "version": "1.0",
        "truncation": None,
        "padding": {"strategy": {"Fixed": 10**15}, "direction": "Right", "pad_id": 0, "pad_token": "[PAD]"},
        "added_tokens": [
            {"id": 0, "content": "[UNK]", "special": True},
            {"id": 1, "content": "[CLS]", "special": True},
        ],
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "lowercase": True, "strip_accents": None}
        | {"handle_chinese_chars": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "BertProcessing", "cls": ["[CLS]", 1], "sep": ["[CLS]", 1]},
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##"}
        | {"max_input_chars_per_word": 100, "vocab": {"[UNK]": 0, "[CLS]": 1, "cat": 2, "##s": 3, 'é"\\': 4}},
    }
    return json.dumps(made, indent=1)


def shown(pieces: tuple[Piece, ...]) -> list[str]:
    return [piece.text for piece in pieces]


def test_bert_adds_its_signs_and_smollm2_adds_none(bert: Tokenizer, llama: Tokenizer) -> None:
    read = bert.encode("The capital")
    assert shown(read.pieces) == ["[CLS]", "the", "capital", "[SEP]"]
    assert [piece.special for piece in read.pieces] == [True, False, False, True]
    assert read.ids.dtype == "int64"
    read = llama.encode("The capital of France is")
    assert read.ids.tolist() == [504, 3575, 282, 4649, 314]
    assert shown(read.pieces) == ["The", "␣capital", "␣of", "␣France", "␣is"]
    assert not any(piece.special for piece in read.pieces)


def test_signs_typed_by_a_person_are_special_too(bert: Tokenizer, llama: Tokenizer) -> None:
    pieces = llama.encode("<|im_start|>user").pieces
    assert [(piece.text, piece.special) for piece in pieces] == [("<|im_start|>", True), ("user", False)]
    assert [piece.special for piece in bert.encode("a [MASK]").pieces] == [True, False, True, True]


def test_bytes_of_one_character_are_joined(llama: Tokenizer) -> None:
    pieces = llama.encode("猫 🦄!").pieces
    assert shown(pieces) == ["猫", "猫", "猫", "␣🦄", "␣🦄", "␣🦄", "!"]
    assert [(piece.part, piece.parts) for piece in pieces] == [(1, 3), (2, 3), (3, 3), (1, 3), (2, 3), (3, 3), (0, 0)]
    assert [piece.detail for piece in pieces] == ["E7", "8C", "AB", "20 F0 9F", "A6", "84", "21"]
    assert [piece.fragment for piece in pieces] == [True] * 6 + [False]
    assert [piece.starts_word for piece in pieces] == [True, False, False, True, False, False, False]


def test_a_part_of_a_character_alone_is_shown_as_bytes(llama: Tokenizer) -> None:
    number = int(llama.encode("猫").ids[0])
    piece = llama.piece(number)
    assert (piece.text, piece.fragment, piece.detail) == ("<E7>", True, "E7")
    assert shown(llama.pieces([number, *llama.encode("A").ids])) == ["<E7>A", "<E7>A"]
    assert llama.decode([number]) == "\N{REPLACEMENT CHARACTER}"


def test_generated_tokens_add_whole_characters(llama: Tokenizer, bert: Tokenizer) -> None:
    ids = llama.encode("The cat 猫").ids
    assert llama.addition(ids[1:2]) == " cat"
    assert [llama.addition(ids[2 : 2 + count]) for count in (1, 2, len(ids) - 2)] == [None, None, " 猫"]
    assert llama.addition([2]) == "<|im_end|>"
    assert llama.addition([]) == ""
    assert bert.addition(bert.encode("playing unbelievably").ids[1:-1]) == " playing unbelievably"


def test_what_has_no_shape_is_shown_by_a_sign(llama: Tokenizer) -> None:
    assert "".join(shown(llama.encode("a  b\n\tc\r").pieces)) == "a␣␣b↵⇥c←"
    assert shown(llama.encode("\u200d").pieces) == ["U+200D", "U+200D"]
    assert shown(llama.encode("\u0301").pieces)[0] == "◌\u0301"


def test_pieces_of_bert_keep_their_marks(bert: Tokenizer) -> None:
    pieces = bert.encode("unbelievably 猫! don't").pieces[1:-1]
    assert shown(pieces) == ["un", "##bel", "##ie", "##va", "##bly", "[UNK]", "!", "don", "'", "t"]
    assert [piece.starts_word for piece in pieces[:5]] == [True, False, False, False, False]
    unknown = pieces[5]
    assert (unknown.special, unknown.data.decode()) == (False, "猫")


@pytest.mark.parametrize("text", ["\ud800", "a\udc00b", "\ud83e\udd84", "\ud83e \udd84", "x" + "\udfff" * 50])
def test_halves_of_characters_are_read(bert: Tokenizer, llama: Tokenizer, text: str) -> None:
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    for tokenizer in (bert, llama):
        assert tokenizer.encode(text).ids.tolist() == tokenizer.encode(whole).ids.tolist()


def test_nothing_is_read_as_nothing(bert: Tokenizer, llama: Tokenizer) -> None:
    assert shown(bert.encode("").pieces) == ["[CLS]", "[SEP]"]
    assert llama.encode("").ids.tolist() == []
    assert llama.encode("").ids.dtype == "int64"
    assert bert.encode("cat", 1).ids.tolist() == [101]
    assert bert.encode("cat", 0).pieces == ()
    assert llama.decode([]) == ""


def test_every_token_of_the_vocabulary_can_be_shown(bert: Tokenizer, llama: Tokenizer) -> None:
    for tokenizer, count in ((bert, 30522), (llama, 49152)):
        for number in range(0, count, 7):
            piece = tokenizer.piece(number)
            assert piece.number == number
            assert piece.text
            assert piece.text.isprintable()
            assert piece.fragment or piece.special or piece.data.decode()
    assert llama.piece(10**6).text == "<1000000>"
    assert llama.decode([10**6]) == ""


def test_a_long_text_is_cut_without_reading_all_of_it(bert: Tokenizer, llama: Tokenizer) -> None:
    long = "The capital of France is Paris, 東京 1234. " * 30_000
    for tokenizer in (bert, llama):
        started = time.perf_counter()
        assert len(tokenizer.encode(long, 1000).ids) == 1000
        assert time.perf_counter() - started < 2.0


def test_other_threads_get_their_turn_while_it_opens(metadata: dict[str, Any], tmp_path: Path) -> None:
    source = TokenizerSource(metadata=metadata)
    (tmp_path / "tokenizer.json").write_bytes(b"".join(tokenizer_json_of(source)))
    gaps: list[float] = []
    done = threading.Event()

    def beat() -> None:
        last = time.perf_counter()
        while not done.wait(0.001):
            now = time.perf_counter()
            gaps.append(now - last)
            last = now

    best = 1.0
    for _ in range(3):  # a busy machine makes others wait now and then; the library makes them wait each time
        gaps.clear()
        done.clear()
        thread = threading.Thread(target=beat)
        thread.start()
        Tokenizer.open(TokenizerSource(tmp_path), 49152)
        Tokenizer.open(source, 49152)
        done.set()
        thread.join()
        best = min(best, max(gaps))
    assert best < 0.05


# --- tokenizers that are none ---


def opened(folder: Path, text: str | bytes, rows: int | None = None) -> Tokenizer:
    data = text.encode() if isinstance(text, str) else text
    (folder / "tokenizer.json").write_bytes(data)
    return Tokenizer.open(TokenizerSource(folder), rows)


def test_a_missing_tokenizer_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelProblem, match=r"There is no tokenizer\.json in .*the model can't read text"):
        Tokenizer.open(TokenizerSource(tmp_path))
    (tmp_path / "tokenizer.json").mkdir()
    with pytest.raises(ModelProblem, match="There is no tokenizer"):
        Tokenizer.open(TokenizerSource(tmp_path))
    with pytest.raises(ModelProblem, match="holds no tokenizer"):
        Tokenizer.open(TokenizerSource(metadata={"tokenizer.ggml.model": "gpt2"}))


def test_without_the_library_it_says_what_to_install(metadata: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(ModelProblem, match=r"tokenizers, which is not installed.*pip install 'attnviz\[models\]'"):
        Tokenizer.open(TokenizerSource(metadata=metadata))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "tokenizer.json")
    with pytest.raises(ModelProblem, match="There is no tokenizer"):
        Tokenizer.open(TokenizerSource(tmp_path))


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="this person may read everything")
def test_a_closed_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{}")
    (tmp_path / "tokenizer.json").chmod(0)
    with pytest.raises(ModelProblem, match="can't be read"):
        Tokenizer.open(TokenizerSource(tmp_path))


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "tokenizer.json").open("wb") as file:
        file.truncate(10 * 2**40 if sys.platform == "linux" else 2**31)
    with pytest.raises(ModelProblem, match="MB, and attnviz reads tokenizers of 32 MB at most"):
        Tokenizer.open(TokenizerSource(tmp_path))


def test_a_text_that_is_cut_is_counted_unless_that_takes_long(bert: Tokenizer, llama: Tokenizer) -> None:
    for tokenizer, more in ((bert, 2), (llama, 0)):
        assert [tokenizer.encode("a cat sat", most).total for most in (None, 5, 4, 2)] == [3 + more] * 4
        cut = tokenizer.encode("cat " * 900, 20)
        assert (len(cut.ids), cut.total) == (20, tokenizer.encode("cat " * 900).total)
        assert tokenizer.encode("cat " * 20_000, 20).total is None


def test_a_tokenizer_of_another_model_is_said(tmp_path: Path, tokenizer_text: str) -> None:
    assert opened(tmp_path, tokenizer_text, rows=5).encode("cats").ids.tolist() == [1, 2, 3, 1]
    with pytest.raises(ModelProblem, match="knows 5 tokens and the model only 4"):
        opened(tmp_path, tokenizer_text, rows=4)
    extra = tokenizer_text.replace('"id": 1,', '"id": 7,').replace("[CLS]", "[NEW]", 1)
    tokenizer = opened(tmp_path, extra, rows=5)
    assert tokenizer.encode("cat").ids.tolist() == [1, 2, 1]
    with pytest.raises(ModelProblem, match=r"turns “\[NEW\]” into number 7, and the model's table ends at 4"):
        tokenizer.encode("cat [NEW]")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"model": 3}',
        '{"model": {"type": "BPE", "vocab": {"a": -1}, "merges": []}}',
        '{"model": {"type": "BPE", "vocab": {"a": 1.5}, "merges": []}}',
        '{"model": {"type": "BPE", "vocab": {"a": 1}, "merges": ["a b c"]}}',
        '{"model": {"type": "BPE", "vocab": {"a": 1}, "merges": [["a", 3]]}}',
        '{"model": {"type": "WordPiece", "vocab": {"a": 1}}}',
        '{"model": {"type": "Unigram", "unk_id": 7, "vocab": [["a", 0.5]]}}',
        '{"model": {"type": "Other"}}',
        '{"model": {"type": "BPE", "vocab": {}, "merges": []}, "added_tokens": [{"id": "x", "content": "y"}]}',
        '{"model": {"type": "BPE", "vocab": {}, "merges": []}, "normalizer": {"type": "Nobody"}}',
        '{"model": {"type": "BPE", "vocab": {}, "merges": []}, "post_processor": {"type": "TemplateProcessing"}}',
        '{"model": ' + "[" * 100_000,
        '{"a": ' + '{"b": ' * 100_000,
        b"\xff\xfe\x00",
        b"\x80\x04\x95(pickle)",
    ],
)
def test_damaged_tokenizers_are_said(tmp_path: Path, text: str | bytes) -> None:
    with pytest.raises(ModelProblem, match=r"tokenizer\.json is damaged"):
        opened(tmp_path, text)


def test_mutated_tokenizers_are_read_or_said(tmp_path: Path, tokenizer_text: str) -> None:
    whole = tokenizer_text.encode()
    places = st.integers(0, len(whole) - 1)

    @settings(max_examples=300)
    @given(st.lists(st.tuples(places, st.integers(0, 255)), min_size=1, max_size=3), st.one_of(st.none(), places))
    def check(changes: list[tuple[int, int]], end: int | None) -> None:
        data = bytearray(whole)
        for at, byte in changes:
            data[at] = byte
        with suppress(ModelProblem):
            tokenizer = opened(tmp_path, bytes(data[:end]), rows=100)
            tokenizer.decode(tokenizer.encode("cats é [CLS] x\ud800").ids)

    check()


def test_blocks_are_read_as_json_is(monkeypatch: pytest.MonkeyPatch) -> None:
    vocabulary = {f'{number}"\\é\u2028\n,]}}{{:': number for number in range(2500)}
    merges = [["a", f'"{number},]'] for number in range(2500)]
    made = {"a": [1, {"vocab": 2}], "model": {"x": None, "vocab": vocabulary, "merges": merges, "y": 1.5}, "z": "}"}
    for indent in (None, 3):
        found = tokenizer_json.parsed(json.dumps(made, indent=indent))
        assert found.vocabulary == vocabulary
        assert found.merges == [" ".join(pair) for pair in merges]
        assert found.rest["z"] == "}"
        assert found.rest["model"] == {"x": None, "y": 1.5}
