from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from model_files import (
    GGUF_VALUES,
    HEADS,
    KV_HEADS,
    LAYERS,
    LLAMA_CONFIG,
    WIDTH,
    Arrays,
    gguf_names,
    llama,
    safetensors_bytes,
    write_folder,
    write_gguf,
)  # fmt: skip

from attnviz.models.config import Weights
from attnviz.models.loading import open_model, open_weights
from attnviz.models.problem import ModelProblem, Stopped


def check_llama(weights: Weights, arrays: Arrays) -> None:
    """Compare every weight with the ones written, bit for bit."""
    names = {
        "q": "self_attn.q_proj", "k": "self_attn.k_proj", "v": "self_attn.v_proj", "o": "self_attn.o_proj",
        "gate": "mlp.gate_proj", "up": "mlp.up_proj", "down": "mlp.down_proj",
    }  # fmt: skip
    np.testing.assert_array_equal(weights.get("embed"), arrays["model.embed_tokens.weight"])
    np.testing.assert_array_equal(weights.get("final_norm.w"), arrays["model.norm.weight"])
    np.testing.assert_array_equal(weights.get("head.w"), arrays["lm_head.weight"].T)
    for layer in range(LAYERS):
        start = f"model.layers.{layer}."
        for ours, theirs in names.items():
            np.testing.assert_array_equal(
                weights.get(f"layer.{layer}.{ours}.w"), arrays[f"{start}{theirs}.weight"].T, ours
            )
        np.testing.assert_array_equal(weights.get(f"layer.{layer}.norm1.w"), arrays[f"{start}input_layernorm.weight"])
        np.testing.assert_array_equal(
            weights.get(f"layer.{layer}.norm2.w"), arrays[f"{start}post_attention_layernorm.weight"]
        )


def test_a_folder_gives_its_configuration_weights_and_tokenizer(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "small", llama(), LLAMA_CONFIG)
    config, weights, tokenizer = open_model(folder)
    assert (config.family, config.name, config.heads, config.kv_heads, config.d_head) == ("llama", "small", 4, 2, 8)
    assert (config.causal, config.tied, config.window, config.rope_base) == (True, False, None, 10000.0)
    assert tokenizer.folder == folder
    check_llama(weights, llama())


def test_weights_are_read_only_float32_and_laid_out_for_products(tmp_path: Path) -> None:
    weights = open_model(write_folder(tmp_path, llama(), LLAMA_CONFIG)).weights
    for name in weights.names():
        array = weights.get(name)
        assert array.dtype == np.float32
        assert array.strides[-1] == 4, name
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
        if name.endswith(".w") and array.ndim == 2:
            assert array.strides[0] // 64 % 2 == 1, name  # an odd number of cache lines from row to row
    qkv = weights.get("layer.0.qkv.w")
    assert qkv.shape == (WIDTH, WIDTH * (HEADS + 2 * KV_HEADS) // HEADS)
    for name in ("q", "k", "v"):
        assert np.shares_memory(qkv, weights.get(f"layer.0.{name}.w"))
    with pytest.raises(KeyError):
        weights.get("layer.0.q.b")


def test_shards_are_one_model(tmp_path: Path) -> None:
    arrays = llama()
    folder = write_folder(tmp_path, arrays, LLAMA_CONFIG)
    (folder / "model.safetensors").unlink()
    halves = [dict(list(arrays.items())[:7]), dict(list(arrays.items())[7:])]
    files = ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"]
    for file, half in zip(files, halves, strict=True):
        (folder / file).write_bytes(safetensors_bytes(half))
    where = {name: file for file, half in zip(files, halves, strict=True) for name in half}
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": where}))
    check_llama(open_model(folder).weights, arrays)
    (folder / files[1]).unlink()
    with pytest.raises(ModelProblem, match=r"model-00002-of-00002.safetensors isn't there"):
        open_model(folder)


@pytest.mark.parametrize("outside", ["../secret.safetensors", "/etc/passwd", "a/b.safetensors", "model.bin"])
def test_an_index_leads_nowhere_else(tmp_path: Path, outside: str) -> None:
    folder = write_folder(tmp_path / "inner", llama(), LLAMA_CONFIG)
    (folder / "model.safetensors").rename(tmp_path / "secret.safetensors")
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": {"a": outside}}))
    with pytest.raises(ModelProblem, match="makes no sense"):
        open_model(folder)


def test_half_precision_is_widened_exactly(tmp_path: Path) -> None:
    arrays = llama()
    bits = {name: (array.view(np.uint32) >> 16).astype(np.uint16) for name, array in arrays.items()}  # BF16
    wide = {name: (array.astype(np.uint32) << 16).view(np.float32) for name, array in bits.items()}
    check_llama(open_model(write_folder(tmp_path / "b", bits, LLAMA_CONFIG)).weights, wide)
    halves = {name: array.astype(np.float16) for name, array in arrays.items()}
    wide = {name: array.astype(np.float32) for name, array in halves.items()}
    check_llama(open_model(write_folder(tmp_path / "h", halves, LLAMA_CONFIG)).weights, wide)


@pytest.mark.parametrize("inner", ["model.safetensors", "config.json"])
def test_a_file_of_a_folder_opens_the_folder(tmp_path: Path, inner: str) -> None:
    folder = write_folder(tmp_path / "small", llama(), LLAMA_CONFIG)
    assert open_model(folder / inner).config.name == "small"


def test_a_gguf_file_gives_the_same_model(tmp_path: Path) -> None:
    opened = open_model(write_gguf(tmp_path / "small.gguf"))
    assert (opened.config.name, opened.config.licence, opened.config.vocabulary) == ("Small", "mit", 11)
    assert opened.config.tied is False
    assert opened.tokenizer.metadata["tokenizer.ggml.merges"] == ["a b", "c d"]
    assert "general.name" not in opened.tokenizer.metadata
    check_llama(opened.weights, llama())


def test_gguf_is_found_by_content_and_alone_in_a_folder(tmp_path: Path) -> None:
    write_gguf(tmp_path / "sha256-0123").rename(tmp_path / "named.gguf")
    (tmp_path / "config.json").write_text('{"model_type": "llama"}')  # as it comes with some
    assert open_model(tmp_path).config.name == "Small"
    (tmp_path / "named.gguf").rename(tmp_path / "sha256-0123")
    assert open_model(tmp_path / "sha256-0123").config.name == "Small"
    write_gguf(tmp_path / "one.gguf")
    write_gguf(tmp_path / "two.gguf")
    with pytest.raises(ModelProblem, match="2 GGUF files"):
        open_model(tmp_path)


def test_a_tied_gguf_has_no_head_of_its_own(tmp_path: Path) -> None:
    arrays = gguf_names(llama())
    del arrays["output.weight"]
    opened = open_model(write_gguf(tmp_path / "tied.gguf", arrays))
    assert opened.config.tied
    assert "head.w" not in opened.weights.names()


def test_a_gguf_with_scaled_positions(tmp_path: Path) -> None:
    factors = np.array([1.0, 2.0, 4.0, 8.0], np.float32)
    arrays = gguf_names(llama()) | {"rope_freqs.weight": factors}
    assert open_model(write_gguf(tmp_path / "a.gguf", arrays)).config.rope_factors == (1.0, 2.0, 4.0, 8.0)
    linear = GGUF_VALUES | {"llama.rope.scaling.type": "linear", "llama.rope.scaling.factor": 2.0}
    assert open_model(write_gguf(tmp_path / "b.gguf", None, linear)).config.rope_factors == (2.0,) * 4
    arrays["rope_freqs.weight"] = np.ones(3, np.float32)
    with pytest.raises(ModelProblem, match=r"rope_freqs.weight"):
        open_model(write_gguf(tmp_path / "c.gguf", arrays))


def test_progress_and_stop(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, llama(), LLAMA_CONFIG)
    heard: list[tuple[int, int]] = []
    with pytest.raises(Stopped):
        open_model(folder, lambda done, whole: heard.append((done, whole)), lambda: len(heard) > 3)
    assert len(heard) == 4
    heard.clear()
    open_model(folder, lambda done, whole: heard.append((done, whole)))
    done, whole = heard[-1]
    assert heard == sorted(heard)
    assert done == whole >= sum(array.nbytes for array in llama().values())
    heard.clear()
    open_model(folder, lambda done, whole: heard.append((done, whole)))
    assert heard == []  # mapped


def sentence(path: Path) -> str:
    with pytest.raises(ModelProblem) as caught:
        open_model(path)
    assert caught.value.template.format(**caught.value.fields) == str(caught.value)
    return str(caught.value)


def test_a_missing_tokenizer(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "dumb", llama(), LLAMA_CONFIG, tokenizer=False)
    assert sentence(folder) == "The folder dumb has no tokenizer.json: text can't be made into tokens."
    open_weights(folder)
    values = {key: value for key, value in GGUF_VALUES.items() if not key.startswith("tokenizer.")}
    assert "no tokenizer" in sentence(write_gguf(tmp_path / "dumb.gguf", None, values))
    more = GGUF_VALUES | {"tokenizer.ggml.tokens": ["x"] * 12}
    assert sentence(write_gguf(tmp_path / "more.gguf", None, more)) == (
        "The tokenizer knows 12 tokens, but the model only 11."
    )


PICKLES = [b"\x80\x04\x95\x10", b"\x80\x02}q\x00", b"PK\x03\x04\x00\x00\x08\x08archive/data.pkl"]


@pytest.mark.parametrize("start", PICKLES)
def test_a_pickle_is_never_opened(tmp_path: Path, start: bytes) -> None:
    folder = write_folder(tmp_path / "old", llama(), LLAMA_CONFIG)
    (folder / "model.safetensors").write_bytes(start + b"\x00" * 100)
    assert "model.safetensors is a pickle" in sentence(folder)
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    assert "pytorch_model.bin is a pickle" in sentence(folder)
    assert "pytorch_model.bin is a pickle" in sentence(folder / "pytorch_model.bin")
    named = tmp_path / "model.gguf"
    named.write_bytes(start + b"\x00" * 100)
    assert "model.gguf is a pickle" in sentence(named)


def test_a_header_may_begin_like_a_pickle(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, llama(), LLAMA_CONFIG)
    data = safetensors_bytes(llama())
    length = int.from_bytes(data[:8], "little")
    wanted = next(n for n in range(length, length + 2**16) if n & 0xFF == 0x80 and 2 <= n >> 8 & 0xFF <= 5)
    padded = data[8 : 8 + length] + b" " * (wanted - length)
    (folder / "model.safetensors").write_bytes(wanted.to_bytes(8, "little") + padded + data[8 + length :])
    check_llama(open_model(folder).weights, llama())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"model_type": "mamba"}, ("“mamba”", "gpt2, bert, distilbert, roberta")),
        ({"model_type": None}, ("architecture is “NoneType”",)),
        ({"model_type": ["llama"]}, ("architecture is “list”",)),
        ({"quantization_config": {"bits": 4}}, ("quantization_config",)),
        ({"hidden_act": "tanh"}, ("hidden_act = tanh",)),
        ({"rope_scaling": {"rope_type": "yarn", "factor": 4}}, ("rope_type = yarn",)),
        ({"num_attention_heads": 0}, ("“num_attention_heads” can't be 0",)),
        ({"num_key_value_heads": 3}, ("“num_key_value_heads” can't be 3",)),
        ({"num_hidden_layers": 4000}, ("model.layers.3999.input_layernorm.weight", "missing")),
        ({"num_hidden_layers": 10**30}, ("“num_hidden_layers” can't be 1000",)),
        ({"vocab_size": 12}, ("model.embed_tokens.weight", "11 × 32", "12 × 32")),
        ({"rms_norm_eps": -1}, ("“rms_norm_eps” can't be -1",)),
        ({"rms_norm_eps": float("nan")}, ("“rms_norm_eps” can't be nan",)),
        ({"hidden_size": None}, ("doesn't say what “hidden_size” is",)),
        ({"hidden_size": "32"}, ("“hidden_size” can't be 32",)),
    ],
)
def test_sentences_about_the_configuration(tmp_path: Path, change: dict[str, Any], words: tuple[str, ...]) -> None:
    found = sentence(write_folder(tmp_path, llama(), LLAMA_CONFIG | change))
    assert all(word in found for word in words), found


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"general.architecture": "mamba"}, ("“mamba”", "llama, qwen2, gpt2")),
        ({"llama.expert_count": 8}, ("llama.expert_count = 8",)),
        ({"llama.rope.scaling.type": "yarn"}, ("llama.rope.scaling.type = yarn",)),
        ({"llama.attention.head_count": [4, 4]}, ("“llama.attention.head_count” can't be list",)),
        ({"split.count": 3}, ("one part of several",)),
        ({"general.alignment": 0}, ("makes no sense",)),
    ],
)
def test_sentences_about_a_gguf_file(tmp_path: Path, change: dict[str, Any], words: tuple[str, ...]) -> None:
    found = sentence(write_gguf(tmp_path / "odd.gguf", None, GGUF_VALUES | change))
    assert all(word in found for word in words), found


def test_sentences_about_weights(tmp_path: Path) -> None:
    arrays = llama()
    taken = arrays.pop("model.layers.1.mlp.up_proj.weight")
    assert "“model.layers.1.mlp.up_proj.weight” are missing" in sentence(write_folder(tmp_path, arrays, LLAMA_CONFIG))
    taken[3, 3] = np.inf
    arrays["model.layers.1.mlp.up_proj.weight"] = taken
    assert "infinite or undefined" in sentence(write_folder(tmp_path, arrays, LLAMA_CONFIG))
    assert "There is no model in the folder" in sentence(tmp_path.parent / tmp_path.name / "..")


def test_what_is_no_model(tmp_path: Path) -> None:
    assert sentence(tmp_path / "nowhere") == "nowhere isn't there."
    assert sentence(Path("a\0b")).endswith("isn't there.")
    (tmp_path / "notes.txt").write_text("hello")
    assert sentence(tmp_path / "notes.txt").startswith("notes.txt is not a model.")
    (tmp_path / "notes.gguf").write_text("hello")
    assert sentence(tmp_path / "notes.gguf") == "notes.gguf is not a GGUF file, or it is damaged."
