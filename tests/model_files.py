"""Small models written byte by byte, as the formats' descriptions say, for tests of what reads them."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]
WIDTH, LAYERS, HEADS, KV_HEADS, INNER, VOCABULARY, CONTEXT = 32, 2, 4, 2, 24, 11, 12
_NAMES = {np.dtype("f4"): "F32", np.dtype("f2"): "F16", np.dtype("f8"): "F64", np.dtype("u2"): "BF16"}
GGML_F32, GGML_F16 = 0, 1

LLAMA_CONFIG: dict[str, Any] = {
    "model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": VOCABULARY, "hidden_size": WIDTH,
    "num_hidden_layers": LAYERS, "num_attention_heads": HEADS, "num_key_value_heads": KV_HEADS,
    "intermediate_size": INNER, "max_position_embeddings": CONTEXT, "rms_norm_eps": 1e-5, "rope_theta": 10000.0,
    "tie_word_embeddings": False,
}  # fmt: skip
GGUF_VALUES: dict[str, Any] = {
    "general.architecture": "llama", "general.name": "Small", "general.license": "mit", "llama.block_count": LAYERS,
    "llama.context_length": CONTEXT, "llama.embedding_length": WIDTH, "llama.feed_forward_length": INNER,
    "llama.attention.head_count": HEADS, "llama.attention.head_count_kv": KV_HEADS,
    "llama.attention.layer_norm_rms_epsilon": 1e-5, "llama.rope.freq_base": 10000.0,
    "tokenizer.ggml.model": "gpt2", "tokenizer.ggml.pre": "default",
    "tokenizer.ggml.tokens": [chr(97 + i) for i in range(VOCABULARY)], "tokenizer.ggml.merges": ["a b", "c d"],
    "tokenizer.ggml.token_type": [1] * VOCABULARY, "tokenizer.ggml.bos_token_id": 0,
}  # fmt: skip


def llama(seed: int = 0) -> Arrays:
    """Return the weights of a small Llama under Hugging Face's names."""
    rng = np.random.default_rng(seed)
    kv = KV_HEADS * WIDTH // HEADS
    shapes: dict[str, tuple[int, ...]] = {
        "model.embed_tokens.weight": (VOCABULARY, WIDTH), "model.norm.weight": (WIDTH,),
        "lm_head.weight": (VOCABULARY, WIDTH),
    }  # fmt: skip
    for layer in range(LAYERS):
        start = f"model.layers.{layer}."
        shapes |= {
            f"{start}input_layernorm.weight": (WIDTH,), f"{start}post_attention_layernorm.weight": (WIDTH,),
            f"{start}self_attn.q_proj.weight": (WIDTH, WIDTH), f"{start}self_attn.k_proj.weight": (kv, WIDTH),
            f"{start}self_attn.v_proj.weight": (kv, WIDTH), f"{start}self_attn.o_proj.weight": (WIDTH, WIDTH),
            f"{start}mlp.gate_proj.weight": (INNER, WIDTH), f"{start}mlp.up_proj.weight": (INNER, WIDTH),
            f"{start}mlp.down_proj.weight": (WIDTH, INNER),
        }  # fmt: skip
    return {name: rng.standard_normal(shape, dtype=np.float32) for name, shape in shapes.items()}


def gguf_names(arrays: Arrays) -> Arrays:
    """Return the same Llama under GGUF's names, with Q and K in llama.cpp's order."""
    names = {
        "model.embed_tokens": "token_embd", "model.norm": "output_norm", "lm_head": "output", "model.layers.": "blk.",
        "input_layernorm": "attn_norm", "post_attention_layernorm": "ffn_norm", "self_attn.q_proj": "attn_q",
        "self_attn.k_proj": "attn_k", "self_attn.v_proj": "attn_v", "self_attn.o_proj": "attn_output",
        "mlp.gate_proj": "ffn_gate", "mlp.up_proj": "ffn_up", "mlp.down_proj": "ffn_down",
    }  # fmt: skip
    found: Arrays = {}
    for name, array in arrays.items():
        if "q_proj" in name or "k_proj" in name:
            half = WIDTH // HEADS // 2
            order = [
                head * 2 * half + part * half + place
                for head in range(len(array) // (2 * half)) for place in range(half) for part in range(2)
            ]  # fmt: skip
            array = array[order]
        for old, new in names.items():
            name = name.replace(old, new)
        found[name] = array
    return found


def safetensors_bytes(arrays: Mapping[str, NDArray[Any]], changed: Mapping[str, Any] | None = None) -> bytes:
    """Return a .safetensors file; uint16 is written as BF16. changed: entries of the header instead of true ones."""
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    place = 0
    for name, array in arrays.items():
        header[name] = {
            "dtype": _NAMES[array.dtype], "shape": list(array.shape), "data_offsets": [place, place + array.nbytes],
        }  # fmt: skip
        place += array.nbytes
    text = json.dumps(header | dict(changed or {})).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + b"".join(array.tobytes() for array in arrays.values())


def gguf_bytes(
    arrays: Mapping[str, NDArray[Any]], values: Mapping[str, Any], kinds: Mapping[str, tuple[int, tuple[int, ...]]] = {}
) -> bytes:
    """Return a GGUF file of version 3. kinds: ggml's type and the true shape of tensors given as blocks of bytes."""
    head = b"GGUF" + struct.pack("<IQQ", 3, len(arrays), len(values))
    for key, value in values.items():
        kind, data = _gguf_value(value)
        head += _gguf_text(key) + struct.pack("<I", kind) + data
    place, body = 0, b""
    for name, array in arrays.items():
        kind, shape = kinds.get(name, (GGML_F16 if array.dtype == np.float16 else GGML_F32, array.shape))
        head += _gguf_text(name) + struct.pack("<I", len(shape)) + struct.pack(f"<{len(shape)}Q", *shape[::-1])
        head += struct.pack("<IQ", kind, place)
        data = array.tobytes()
        data += bytes(-len(data) % 32)
        place, body = place + len(data), body + data
    return head + bytes(-len(head) % 32) + body


def _gguf_text(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()


def _gguf_value(value: Any) -> tuple[int, bytes]:
    """Return ggml's number of a value's type and its bytes."""
    if isinstance(value, bool):
        return 7, struct.pack("<B", value)
    if isinstance(value, int):
        return 4, struct.pack("<I", value)
    if isinstance(value, float):
        return 6, struct.pack("<f", value)
    if isinstance(value, str):
        return 8, _gguf_text(value)
    kind = _gguf_value(value[0])[0] if value else 4
    return 9, struct.pack("<IQ", kind, len(value)) + b"".join(_gguf_value(item)[1] for item in value)


def write_folder(folder: Path, arrays: Arrays, config: Mapping[str, Any], tokenizer: bool = True) -> Path:
    """Write a Hugging Face folder and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "model.safetensors").write_bytes(safetensors_bytes(arrays))
    if tokenizer:
        (folder / "tokenizer.json").write_text("{}")
    return folder


def write_gguf(path: Path, arrays: Arrays | None = None, values: Mapping[str, Any] = GGUF_VALUES) -> Path:
    """Write a GGUF file and return its path."""
    path.write_bytes(gguf_bytes(gguf_names(llama()) if arrays is None else arrays, values))
    return path
