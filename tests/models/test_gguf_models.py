"""GGUF files as the gguf library writes them: the same weights as the Hugging Face folder they were made from."""

from __future__ import annotations

import json
from io import FileIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from model_files import LLAMA_CONFIG, gguf_names, llama, write_folder, write_gguf
from models.real_models import smollm2
from numpy.typing import NDArray

from attnviz.models.config import Weights
from attnviz.models.configs import from_gguf
from attnviz.models.gguf_file import read_gguf, tokenizer_values
from attnviz.models.gguf_header import read_header
from attnviz.models.loading import open_weights

gguf = pytest.importorskip("gguf", reason="needs attnviz[models]")

Arrays = dict[str, NDArray[Any]]
GPT2_CONFIG: dict[str, Any] = {
    "model_type": "gpt2", "vocab_size": 13, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 9,
}  # fmt: skip


def written(path: Path, kind: str, arrays: Arrays, values: dict[str, int | float], blocks: str = "F32") -> Path:
    """Write a GGUF file with the gguf library. blocks: the type of matrices whose rows fill whole ones."""
    writer = gguf.GGUFWriter(path, kind)
    for key, value in values.items():
        (writer.add_float32 if isinstance(value, float) else writer.add_uint32)(f"{kind}.{key}", value)
    for name, array in arrays.items():
        number = gguf.GGMLQuantizationType[blocks if array.ndim == 2 and array.shape[1] % 32 == 0 else "F32"]
        writer.add_tensor(name, gguf.quantize(array, number), raw_dtype=number)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def shared_values(layers: int, inner: int, context: int, heads: int) -> dict[str, int | float]:
    return {
        "block_count": layers, "embedding_length": 32, "feed_forward_length": inner, "context_length": context,
        "attention.head_count": heads,
    }  # fmt: skip


LLAMA_VALUES = shared_values(2, 24, 12, 4) | {"attention.head_count_kv": 2, "attention.layer_norm_rms_epsilon": 1e-5}


def check_same(found: Weights, wanted: Weights) -> None:
    assert found.names() == wanted.names()
    for name in wanted.names():
        np.testing.assert_array_equal(found.get(name), wanted.get(name), name)


def gpt2() -> Arrays:
    """Return random weights of a GPT-2 under Hugging Face's names."""
    rng = np.random.default_rng(3)
    layer = {
        "ln_1.weight": (32,), "ln_1.bias": (32,), "ln_2.weight": (32,), "ln_2.bias": (32,),
        "attn.c_attn.weight": (32, 96), "attn.c_attn.bias": (96,), "attn.c_proj.weight": (32, 32),
        "attn.c_proj.bias": (32,), "mlp.c_fc.weight": (32, 128), "mlp.c_fc.bias": (128,),
        "mlp.c_proj.weight": (128, 32), "mlp.c_proj.bias": (32,),
    }  # fmt: skip
    shapes = {"wte.weight": (13, 32), "wpe.weight": (9, 32), "ln_f.weight": (32,), "ln_f.bias": (32,)}
    shapes |= {f"h.{i}.{name}": shape for i in range(2) for name, shape in layer.items()}
    return {name: rng.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}


def test_gpt2(tmp_path: Path) -> None:
    names = {
        "ln_1": "attn_norm", "ln_2": "ffn_norm", "attn.c_attn": "attn_qkv", "attn.c_proj": "attn_output",
        "mlp.c_fc": "ffn_up", "mlp.c_proj": "ffn_down", "wte": "token_embd", "wpe": "position_embd",
        "ln_f": "output_norm", "h.": "blk.",
    }  # fmt: skip
    arrays: Arrays = {}
    for name, array in gpt2().items():
        turned = name.startswith("h.") and array.ndim == 2
        for old, new in names.items():
            name = name.replace(old, new)
        arrays[name] = np.ascontiguousarray(array.T) if turned else array
    config, weights = open_weights(written(tmp_path / "a.gguf", "gpt2", arrays, shared_values(2, 128, 9, 4)))
    same, wanted = open_weights(write_folder(tmp_path / "hf", gpt2(), GPT2_CONFIG))
    check_same(weights, wanted)
    assert config.name == "a"
    assert (config.activation, config.tied, config.layers) == (same.activation, same.tied, same.layers)


def qwen2() -> Arrays:
    arrays, rng = llama(), np.random.default_rng(4)
    for name in [name for name in arrays if name.endswith(("q_proj.weight", "k_proj.weight", "v_proj.weight"))]:
        arrays[name.replace("weight", "bias")] = rng.standard_normal(len(arrays[name])).astype(np.float32)
    return arrays


def test_qwen2(tmp_path: Path) -> None:
    """Its biases come along, and Q and K stay in order."""
    arrays = gguf_names(
        {name: array for name, array in qwen2().items() if "q_proj" not in name and "k_proj" not in name}
    )
    for name, array in qwen2().items():
        if "q_proj" in name or "k_proj" in name:
            _, _, layer, _, part, what = name.split(".")
            arrays[f"blk.{layer}.attn_{part[0]}.{what}"] = array
    config, weights = open_weights(written(tmp_path / "a.gguf", "qwen2", arrays, LLAMA_VALUES))
    _, wanted = open_weights(write_folder(tmp_path / "hf", qwen2(), LLAMA_CONFIG | {"model_type": "qwen2"}))
    check_same(weights, wanted)
    assert config.qkv_bias
    np.testing.assert_array_equal(
        weights.get("layer.1.qkv.b")[:32], qwen2()["model.layers.1.self_attn.q_proj.bias"]
    )  # fmt: skip


def test_biases_of_a_llama_are_put_back_in_order_too(tmp_path: Path) -> None:
    arrays = gguf_names(qwen2())
    _, weights = open_weights(written(tmp_path / "a.gguf", "llama", arrays, LLAMA_VALUES))
    _, wanted = open_weights(write_folder(tmp_path / "hf", qwen2(), LLAMA_CONFIG | {"attention_bias": True}))
    check_same(weights, wanted)


@pytest.mark.parametrize("kind", ["F16", "BF16", "Q8_0", "Q4_0", "Q4_1", "Q5_0", "Q5_1"])
def test_blocks(tmp_path: Path, kind: str) -> None:
    arrays = gguf_names(llama())
    _, weights = open_weights(written(tmp_path / "a.gguf", "llama", arrays, LLAMA_VALUES, kind))
    number = gguf.GGMLQuantizationType[kind]
    for ours, name in (("head.w", "output"), ("layer.1.v.w", "blk.1.attn_v"), ("layer.0.gate.w", "blk.0.ffn_gate")):
        there = gguf.dequantize(gguf.quantize(arrays[f"{name}.weight"], number), number)
        np.testing.assert_array_equal(weights.get(ours), there.T)
    np.testing.assert_array_equal(weights.get("layer.0.down.w"), arrays["blk.0.ffn_down.weight"].T)  # 24: no block


def test_the_header_is_read_as_gguf_reads_it(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "a.gguf")
    with FileIO(path) as file:
        header = read_header(file, path, path.stat().st_size)
    reader = gguf.GGUFReader(path)
    assert list(header.tensors) == [tensor.name for tensor in reader.tensors]
    for tensor in reader.tensors:
        ours = header.tensors[tensor.name]
        assert (ours.kind, ours.offset, ours.nbytes) == (tensor.tensor_type.name, tensor.data_offset, tensor.n_bytes)
        assert ours.shape == tuple(map(int, tensor.shape))[::-1]
    theirs = {key: field.contents() for key, field in reader.fields.items() if not key.startswith("GGUF.")}
    assert json.dumps(theirs) == json.dumps(header.values)


def test_a_real_one() -> None:
    found = read_gguf(smollm2())
    config = from_gguf(
        found.values, {name: t.shape for name, t in found.tensors.items()}, found.rope_factors, "smollm2"
    )
    assert (config.layers, config.heads, config.kv_heads, config.d_model, config.d_head) == (30, 9, 3, 576, 64)
    assert (config.vocabulary, config.context, config.rope_base, config.tied) == (49152, 8192, 100000.0, True)
    assert config.licence == "apache-2.0"
    assert len(tokenizer_values(found.values, config.vocabulary)["tokenizer.ggml.tokens"]) == 49152
