"""Small models with random weights, made without any file, and a plain float64 reading of what attention is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnviz.models.config import Config, Floats
from attnviz.models.model import Model

LLAMA = Config(
    family="llama", name="small", layers=3, heads=4, kv_heads=2, d_model=64, d_head=16, d_ff=96, vocabulary=50,
    context=300, causal=True, norm_epsilon=1e-5, activation="silu", tied=True, rope_base=1e4,
)  # fmt: skip
GPT2 = replace(LLAMA, family="gpt2", kv_heads=4, activation="gelu_tanh", rope_base=None, qkv_bias=True)
BERT = replace(GPT2, family="bert", causal=False, activation="gelu", token_types=True)


class Made:
    """Random weights by name, for a configuration."""

    def __init__(self, config: Config, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.arrays: dict[str, Floats] = {}

        def add(name: str, *shape: int, around: float = 0.0) -> None:
            spread = 0.1 if len(shape) == 1 else shape[0] ** -0.5
            self.arrays[name] = np.float32(around + spread * rng.standard_normal(shape))

        def norm(name: str) -> None:
            add(f"{name}.w", config.d_model, around=1.0)
            if config.family != "llama":
                add(f"{name}.b", config.d_model)

        def linear(name: str, wide: int, out: int, bias: bool) -> None:
            add(f"{name}.w", wide, out)
            if bias:
                add(f"{name}.b", out)

        add("embed", config.vocabulary, config.d_model)
        self.arrays["embed"] *= 7
        for layer in range(config.layers):
            start = f"layer.{layer}."
            for name, heads in (("q", config.heads), ("k", config.kv_heads), ("v", config.kv_heads)):
                linear(start + name, config.d_model, heads * config.d_head, config.qkv_bias)
            more = config.family != "llama"
            linear(f"{start}o", config.heads * config.d_head, config.d_model, more)
            for name in ("up",) if more else ("up", "gate"):
                linear(start + name, config.d_model, config.d_ff, more)
            linear(f"{start}down", config.d_ff, config.d_model, more)
            norm(f"{start}norm1")
            norm(f"{start}norm2")
        if config.family != "llama":
            add("position_embed", config.context + config.position_offset, config.d_model)
        if config.family == "bert":
            add("type_embed", 2, config.d_model)
            norm("embed_norm")
        else:
            norm("final_norm")

    def get(self, name: str) -> Floats:
        """Return the array of that name."""
        return self.arrays[name]

    def names(self) -> frozenset[str]:
        """Return all names."""
        return frozenset(self.arrays)


def made(config: Config = LLAMA, **changed: Any) -> Model:
    """Return a model of this configuration, perhaps with some of it changed."""
    config = replace(config, **changed)
    return Model(config, Made(config))


def some_ids(n: int, seed: int = 1) -> tuple[int, ...]:
    """Return a text of n tokens."""
    return tuple(np.random.default_rng(seed).integers(0, LLAMA.vocabulary, n).tolist())


def plain_weights(query: Floats, key: Floats, mask: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the softmax of q · k / √d_head, float64: query (heads, n, d), key (kv_heads, m, d), mask (n, m)."""
    key = np.repeat(key, len(query) // len(key), axis=0)
    scores = np.einsum("hid,hjd->hij", query, key, dtype=np.float64) / np.sqrt(query.shape[-1])
    powers = np.exp(np.where(mask, scores, -np.inf) - np.where(mask, scores, -np.inf).max(axis=-1, keepdims=True))
    shares: NDArray[np.float64] = powers / powers.sum(axis=-1, keepdims=True)
    return shares
