"""What a model is: config.json, or a GGUF file's values, read with suspicion into a Config.

Must not read files or look at weights, and must not let a model through that would be computed wrongly.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from attnviz.models.config import Config
from attnviz.models.fields import Fields, shown, unknown_feature
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem, plain
from attnviz.models.rope_scaling import factors

KNOWN: Final = ("gpt2", "bert", "distilbert", "roberta", "xlm-roberta", "camembert", "llama", "mistral", "qwen2")
KNOWN_GGUF: Final = ("llama", "qwen2", "gpt2")
# Bounds far above every model of these kinds; what is larger is damage
_LAYERS, _HEADS, _WIDTH, _VOCABULARY, _CONTEXT = 2**12, 2**12, 2**18, 2**24, 2**24
_ACTIVATIONS: Final = {
    "gelu": "gelu", "gelu_python": "gelu", "gelu_new": "gelu_tanh", "gelu_pytorch_tanh": "gelu_tanh",
    "gelu_fast": "gelu_tanh", "relu": "relu", "silu": "silu", "swish": "silu",
}  # fmt: skip


def unknown_kind(found: object, known: Collection[str]) -> ModelProblem:
    """Return the problem that a model is of another architecture."""
    return ModelProblem(
        QT_TRANSLATE_NOOP("Models", "This model's architecture is “{found}”. attnviz can open these: {known}."),
        found=shown(found),
        known=", ".join(known),
    )


def from_json(values: Mapping[str, Any], name: str, licence: str | None) -> Config:
    """Return the Config of a Hugging Face config.json."""
    kind = values.get("model_type")
    fields = Fields(values, "config.json")
    if kind not in KNOWN:
        raise unknown_kind(kind, KNOWN)
    if values.get("quantization_config") is not None:
        raise unknown_feature("quantization_config")
    if kind == "gpt2":
        return _gpt2(fields, name, licence)
    if kind == "distilbert":
        return _distilbert(fields, name, licence)
    family = _llama if kind in ("llama", "mistral", "qwen2") else _bert
    return family(fields, kind, name, licence)


def _gpt2(fields: Fields, name: str, licence: str | None) -> Config:
    fields.must_be("scale_attn_weights", True)
    fields.must_be("scale_attn_by_inverse_layer_idx", False)
    fields.must_be("add_cross_attention", False)
    width, heads = _width_heads(fields, "n_embd", "n_head")
    return _config(
        family="gpt2", name=name, licence=licence, layers=fields.whole("n_layer", _LAYERS), heads=heads,
        d_model=width, d_ff=fields.whole("n_inner", _WIDTH, 4 * width),
        vocabulary=fields.whole("vocab_size", _VOCABULARY),
        context=fields.whole("n_positions", _CONTEXT, 1024), norm_epsilon=fields.real("layer_norm_epsilon", 1e-5),
        activation=_activation(fields, "activation_function", "gelu_new"),
        tied=fields.flag("tie_word_embeddings", True), qkv_bias=True,
    )  # fmt: skip


def _bert(fields: Fields, kind: str, name: str, licence: str | None) -> Config:
    fields.must_be("position_embedding_type", "absolute")
    fields.must_be("is_decoder", False)
    fields.must_be("add_cross_attention", False)
    width, heads = _width_heads(fields, "hidden_size", "num_attention_heads")
    # RoBERTa counts positions from the padding token's number on (fairseq's make_positions)
    offset = 0 if kind == "bert" else fields.whole("pad_token_id", _VOCABULARY, 1, least=0) + 1
    positions = fields.whole("max_position_embeddings", _CONTEXT, 512)
    if positions <= offset:
        raise fields.wrong("max_position_embeddings")
    return _config(
        family="bert", name=name, licence=licence, layers=fields.whole("num_hidden_layers", _LAYERS), heads=heads,
        d_model=width, d_ff=fields.whole("intermediate_size", _WIDTH),
        vocabulary=fields.whole("vocab_size", _VOCABULARY),
        context=positions - offset, norm_epsilon=fields.real("layer_norm_eps", 1e-12), causal=False,
        activation=_activation(fields, "hidden_act", "gelu"), tied=fields.flag("tie_word_embeddings", True),
        qkv_bias=True, position_offset=offset, token_types=fields.whole("type_vocab_size", 2**16, 2, least=0) > 0,
    )  # fmt: skip


def _distilbert(fields: Fields, name: str, licence: str | None) -> Config:
    width, heads = _width_heads(fields, "dim", "n_heads")
    return _config(
        family="bert", name=name, licence=licence, layers=fields.whole("n_layers", _LAYERS), heads=heads, d_model=width,
        d_ff=fields.whole("hidden_dim", _WIDTH), vocabulary=fields.whole("vocab_size", _VOCABULARY), causal=False,
        context=fields.whole("max_position_embeddings", _CONTEXT, 512), norm_epsilon=1e-12,
        activation=_activation(fields, "activation", "gelu"), tied=fields.flag("tie_word_embeddings", True),
        qkv_bias=True,
    )  # fmt: skip


def _llama(fields: Fields, kind: str, name: str, licence: str | None) -> Config:
    fields.must_be("partial_rotary_factor", 1, 1.0)
    heads = fields.whole("num_attention_heads", _HEADS)
    width = fields.whole("hidden_size", _WIDTH)
    layers = fields.whole("num_hidden_layers", _LAYERS)
    key = "rope_parameters" if fields.value("rope_parameters") else "rope_scaling"
    rope = fields.value(key) or {}
    if not isinstance(rope, dict):
        raise fields.wrong(key)
    inner = Fields(rope, "config.json")
    inner.must_be("partial_rotary_factor", 1, 1.0)
    base = inner.real("rope_theta", fields.real("rope_theta", 10_000.0))
    d_head = _even(fields, "head_dim", width, heads)
    return _config(
        family="llama", name=name, licence=licence, layers=layers, heads=heads,
        kv_heads=_kv_heads(fields, "num_key_value_heads", heads, 8 if kind == "mistral" else heads), d_model=width,
        d_head=d_head, d_ff=fields.whole("intermediate_size", _WIDTH),
        vocabulary=fields.whole("vocab_size", _VOCABULARY), context=fields.whole("max_position_embeddings", _CONTEXT),
        window=_window(fields, kind, layers), norm_epsilon=fields.real("rms_norm_eps", 1e-6),
        rope_base=base, rope_factors=factors(rope, base, d_head),
        activation=_activation(fields, "hidden_act", "silu"), tied=fields.flag("tie_word_embeddings", False),
        qkv_bias=kind == "qwen2" or (kind == "llama" and fields.flag("attention_bias", False)),
    )  # fmt: skip


def from_gguf(
    values: Mapping[str, Any], weights: Mapping[str, tuple[int, ...]], rope_factors: tuple[float, ...] | None, name: str
) -> Config:
    """Return the Config of a GGUF file. weights: the shapes of all its tensors by their names."""
    kind = values.get("general.architecture")
    if kind not in KNOWN_GGUF:
        raise unknown_kind(kind, KNOWN_GGUF)
    fields = Fields(values, name, f"{kind}.")
    fields.must_be("expert_count", 0)
    licence, title = values.get("general.license"), values.get("general.name")
    shared: dict[str, Any] = {
        "name": plain(title) if isinstance(title, str) and title.strip() else name,
        "licence": plain(licence) if isinstance(licence, str) else None,
        "layers": fields.whole("block_count", _LAYERS), "d_ff": fields.whole("feed_forward_length", _WIDTH),
        "vocabulary": max(1, *weights.get("token_embd.weight", (1,))[:1], 1),
        "context": fields.whole("context_length", _CONTEXT), "tied": "output.weight" not in weights,
    }  # fmt: skip
    if kind != "gpt2":
        return _gguf_llama(fields, "blk.0.attn_q.bias" in weights, rope_factors, shared)
    width, heads = _width_heads(fields, "embedding_length", "attention.head_count")
    return _config(
        family="gpt2", activation="gelu_tanh", norm_epsilon=fields.real("attention.layer_norm_epsilon", 1e-5),
        heads=heads, d_model=width, qkv_bias=True, **shared,
    )  # fmt: skip


def _gguf_llama(fields: Fields, bias: bool, rope_factors: tuple[float, ...] | None, shared: dict[str, Any]) -> Config:
    fields.must_be("rope.scaling.type", "none", "linear")
    heads, width = fields.whole("attention.head_count", _HEADS), fields.whole("embedding_length", _WIDTH)
    d_head = _even(fields, "attention.key_length", width, heads)
    fields.must_be("attention.value_length", d_head)
    fields.must_be("rope.dimension_count", d_head)
    if rope_factors is not None and (len(rope_factors) != d_head // 2 or not all(0 < f < 1e30 for f in rope_factors)):
        raise unknown_feature("rope_freqs.weight")
    scale = fields.real("rope.scale_linear", 1.0)  # the older name
    if fields.value("rope.scaling.type") == "linear":
        scale = fields.real("rope.scaling.factor", scale)
    if scale != 1.0:
        rope_factors = tuple(scale * factor for factor in rope_factors or (1.0,) * (d_head // 2))
    return _config(
        family="llama", activation="silu", norm_epsilon=fields.real("attention.layer_norm_rms_epsilon"), heads=heads,
        kv_heads=_kv_heads(fields, "attention.head_count_kv", heads, heads), d_model=width, d_head=d_head,
        window=fields.whole("attention.sliding_window", _CONTEXT, 0, least=0) or None,
        rope_base=fields.real("rope.freq_base", 10_000.0), rope_factors=rope_factors, qkv_bias=bias, **shared,
    )  # fmt: skip


def _config(**known: Any) -> Config:
    """Return the Config with what most models have in common filled in."""
    usual = {"kv_heads": known["heads"], "d_head": known["d_model"] // known["heads"], "causal": True}
    return Config(**(usual | known))


def _width_heads(fields: Fields, width_key: str, heads_key: str) -> tuple[int, int]:
    width, heads = fields.whole(width_key, _WIDTH), fields.whole(heads_key, _HEADS)
    if width % heads:
        raise fields.wrong(heads_key)
    return width, heads


def _kv_heads(fields: Fields, key: str, heads: int, default: int) -> int:
    count = fields.whole(key, heads, default)
    if heads % count:
        raise fields.wrong(key)
    return count


def _even(fields: Fields, key: str, width: int, heads: int) -> int:
    """Return the width of a head: given, or the model's over all heads. Rotated positions come in pairs."""
    d_head = fields.whole(key, _WIDTH, width // heads)
    if d_head % 2 or not d_head:
        raise fields.wrong(key)
    return d_head


def _activation(fields: Fields, key: str, default: str) -> str:
    value = fields.value(key)
    found = _ACTIVATIONS.get(str(value if value is not None else default))
    if found is None:
        raise unknown_feature(f"{key} = {shown(value)}")
    return found


def _window(fields: Fields, kind: str, layers: int) -> int | None:
    """Return how many tokens a row of a sliding window sees; None if it sees all before it."""
    if kind == "llama" or (kind == "qwen2" and not fields.flag("use_sliding_window", False)):
        return None
    if fields.value("sliding_window") is None:
        return None
    window = fields.whole("sliding_window", _CONTEXT)
    types = fields.value("layer_types")
    if kind == "mistral" and types is None:
        return window
    if types is None:
        first = fields.whole("max_window_layers", 2**31, 28, least=0)
        types = ["full_attention"] * min(first, layers) + ["sliding_attention"] * (layers - first)
    if not isinstance(types, list) or len(types) != layers:
        raise fields.wrong("layer_types")
    if all(layer == "full_attention" for layer in types):
        return None
    if any(layer != "sliding_attention" for layer in types):
        raise unknown_feature("layer_types = full_attention, sliding_attention")
    return window
