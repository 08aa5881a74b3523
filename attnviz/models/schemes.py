"""The names that Hugging Face's files and GGUF's give to weights, beside our own. Tables only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True)
class Scheme:
    """How one kind of file names its weights. In `layer`: after "prefix + layer number + dot"."""

    top: Mapping[str, str]  # canonical -> name after the prefix
    layer: Mapping[str, str]
    layers: str  # in front of the layer's number
    prefixes: tuple[str, ...] = ("",)
    head: Mapping[str, str] = field(default_factory=dict)  # canonical -> name, never with the prefix
    transposed: bool = True  # a linear map lies (out, in); False: GPT-2's Conv1D
    rotated: bool = False  # Q and K lie so that positions turn neighbours (llama.cpp's order)


_BERT_LAYER: Final = {
    "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
    "o": "attention.output.dense", "norm1": "attention.output.LayerNorm",
    "up": "intermediate.dense", "down": "output.dense", "norm2": "output.LayerNorm",
}  # fmt: skip
_BERT_TOP: Final = {
    "embed": "embeddings.word_embeddings", "position_embed": "embeddings.position_embeddings",
    "type_embed": "embeddings.token_type_embeddings", "embed_norm": "embeddings.LayerNorm",
}  # fmt: skip
_LLAMA: Final = Scheme(
    top={"embed": "embed_tokens", "final_norm": "norm"},
    layer={
        "norm1": "input_layernorm", "q": "self_attn.q_proj", "k": "self_attn.k_proj", "v": "self_attn.v_proj",
        "o": "self_attn.o_proj", "norm2": "post_attention_layernorm",
        "gate": "mlp.gate_proj", "up": "mlp.up_proj", "down": "mlp.down_proj",
    },
    layers="layers.", prefixes=("model.", ""), head={"head": "lm_head"},
)  # fmt: skip
_GGUF_LAYER: Final = {
    "norm1": "attn_norm", "q": "attn_q", "k": "attn_k", "v": "attn_v", "o": "attn_output", "norm2": "ffn_norm",
    "gate": "ffn_gate", "up": "ffn_up", "down": "ffn_down",
}  # fmt: skip
_GGUF_TOP: Final = {"embed": "token_embd", "final_norm": "output_norm"}

HF: Final[Mapping[str, Scheme]] = {
    "gpt2": Scheme(
        top={"embed": "wte", "position_embed": "wpe", "final_norm": "ln_f"},
        layer={
            "norm1": "ln_1", "qkv": "attn.c_attn", "o": "attn.c_proj", "norm2": "ln_2",
            "up": "mlp.c_fc", "down": "mlp.c_proj",
        },
        layers="h.", prefixes=("transformer.", ""), head={"head": "lm_head"}, transposed=False,
    ),
    "bert": Scheme(
        top=_BERT_TOP, layer=_BERT_LAYER, layers="encoder.layer.", prefixes=("bert.", ""),
        head={
            "head_dense": "cls.predictions.transform.dense", "head_norm": "cls.predictions.transform.LayerNorm",
            "head": "cls.predictions.decoder", "head.b": "cls.predictions.bias",
        },
    ),
    "roberta": Scheme(
        top=_BERT_TOP, layer=_BERT_LAYER, layers="encoder.layer.", prefixes=("roberta.", ""),
        head={
            "head_dense": "lm_head.dense", "head_norm": "lm_head.layer_norm", "head": "lm_head.decoder",
            "head.b": "lm_head.bias",
        },
    ),
    "distilbert": Scheme(
        top={key: name for key, name in _BERT_TOP.items() if key != "type_embed"},
        layer={
            "q": "attention.q_lin", "k": "attention.k_lin", "v": "attention.v_lin", "o": "attention.out_lin",
            "norm1": "sa_layer_norm", "up": "ffn.lin1", "down": "ffn.lin2", "norm2": "output_layer_norm",
        },
        layers="transformer.layer.", prefixes=("distilbert.", ""),
        head={
            "head_dense": "vocab_transform", "head_norm": "vocab_layer_norm", "head": "vocab_projector",
            "head.b": "vocab_projector.bias",
        },
    ),
    "llama": _LLAMA, "mistral": _LLAMA, "qwen2": _LLAMA,
}  # fmt: skip
GGUF: Final[Mapping[str, Scheme]] = {
    "llama": Scheme(_GGUF_TOP, _GGUF_LAYER, "blk.", head={"head": "output"}, rotated=True),
    "qwen2": Scheme(_GGUF_TOP, _GGUF_LAYER, "blk.", head={"head": "output"}),
    "gpt2": Scheme(
        {**_GGUF_TOP, "position_embed": "position_embd"}, {**_GGUF_LAYER, "qkv": "attn_qkv"}, "blk.",
        head={"head": "output"},
    ),
}  # fmt: skip
