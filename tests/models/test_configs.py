from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from model_files import LLAMA_CONFIG, llama, write_folder

from attnviz.models.config import Config
from attnviz.models.configs import from_json
from attnviz.models.loading import open_weights
from attnviz.models.problem import ModelProblem

# As they stand on the Hub: with what says nothing about the shape left out
GPT2 = {
    "activation_function": "gelu_new", "model_type": "gpt2", "layer_norm_epsilon": 1e-05, "n_ctx": 1024, "n_embd": 768,
    "n_head": 12, "n_layer": 6, "n_positions": 1024, "vocab_size": 50257,
}  # fmt: skip
ROBERTA = {
    "model_type": "roberta", "hidden_act": "gelu", "hidden_size": 768, "intermediate_size": 3072, "vocab_size": 50265,
    "layer_norm_eps": 1e-05, "max_position_embeddings": 514, "num_attention_heads": 12, "num_hidden_layers": 12,
    "pad_token_id": 1, "type_vocab_size": 1,
}  # fmt: skip
MISTRAL = {
    "model_type": "mistral", "hidden_act": "silu", "hidden_size": 4096, "intermediate_size": 14336,
    "max_position_embeddings": 32768, "num_attention_heads": 32, "num_hidden_layers": 4, "num_key_value_heads": 8,
    "rms_norm_eps": 1e-05, "rope_theta": 10000.0, "sliding_window": 4096, "vocab_size": 32000,
}  # fmt: skip
QWEN2 = MISTRAL | {"model_type": "qwen2", "use_sliding_window": False, "max_window_layers": 2, "rope_theta": 1e6}


def read(values: dict[str, Any]) -> Config:
    return from_json(values, "name", None)


def test_gpt2() -> None:
    config = read(GPT2)
    assert (config.family, config.d_ff, config.context, config.activation) == ("gpt2", 3072, 1024, "gelu_tanh")
    assert (config.tied, config.causal, config.rope_base, config.kv_heads) == (True, True, None, 12)


def test_roberta_leaves_two_positions_out() -> None:
    config = read(ROBERTA)
    assert (config.family, config.position_offset, config.context, config.causal) == ("bert", 2, 512, False)
    assert config.token_types
    assert not read(ROBERTA | {"type_vocab_size": 0}).token_types


def test_a_window() -> None:
    assert read(MISTRAL).window == 4096
    assert read(MISTRAL | {"sliding_window": None}).window is None
    assert read(QWEN2).window is None
    assert read(QWEN2).qkv_bias
    assert read(QWEN2 | {"use_sliding_window": True, "max_window_layers": 0}).window == 4096
    assert read(QWEN2 | {"use_sliding_window": True, "max_window_layers": 4}).window is None
    with pytest.raises(ModelProblem, match="sliding_attention"):
        read(QWEN2 | {"use_sliding_window": True})
    with pytest.raises(ModelProblem, match="layer_types"):
        read(QWEN2 | {"use_sliding_window": True, "layer_types": ["sliding_attention"]})


def test_positions() -> None:
    assert read(QWEN2).rope_base == 1e6
    inner = {"rope_theta": 5e5, "rope_type": "default"}
    assert read(MISTRAL | {"rope_parameters": inner}).rope_base == 5e5
    linear = {"type": "linear", "factor": 4.0}  # the older name
    assert read(MISTRAL | {"rope_scaling": linear}).rope_factors == (4.0,) * 64
    with pytest.raises(ModelProblem, match="“rope_scaling” can't be list"):
        read(MISTRAL | {"rope_scaling": [1]})


LLAMA3 = {
    "rope_type": "llama3", "factor": 32.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
    "original_max_position_embeddings": 8192,
}  # fmt: skip


def test_positions_of_llama_3_are_those_of_transformers() -> None:
    transformers = pytest.importorskip("transformers", reason="needs attnviz[oracles]")
    pytest.importorskip("torch", reason="needs attnviz[oracles]")
    from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

    theirs = transformers.LlamaConfig(**{**MISTRAL, "rope_parameters": LLAMA3 | {"rope_theta": 5e5}})
    wanted = ROPE_INIT_FUNCTIONS["llama3"](theirs, "cpu")[0].numpy()
    factors = read(MISTRAL | {"rope_scaling": LLAMA3, "rope_theta": 5e5}).rope_factors
    assert factors is not None
    plain = 5e5 ** (-np.arange(0, 128, 2) / 128)
    np.testing.assert_allclose(plain / factors, wanted, rtol=2e-6)
    assert factors[0] == 1.0
    assert factors[-1] == 32.0


@pytest.mark.parametrize(
    "change",
    [
        {"scale_attn_weights": False}, {"scale_attn_by_inverse_layer_idx": True}, {"add_cross_attention": True},
        {"activation_function": "quick_gelu"},
    ],
)  # fmt: skip
def test_what_would_be_computed_wrongly_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ModelProblem, match=next(iter(change))):
        read(GPT2 | change)


@pytest.mark.parametrize(
    "change", [{"position_embedding_type": "relative_key"}, {"is_decoder": True}, {"max_position_embeddings": 2}]
)
def test_what_would_be_computed_wrongly_is_refused_for_encoders(change: dict[str, Any]) -> None:
    with pytest.raises(ModelProblem, match=next(iter(change))):
        read(ROBERTA | change)


def test_names_and_licences(tmp_path: Path) -> None:
    hub = tmp_path / "models--small--Llama-0" / "snapshots" / "0123abcd"
    card = "---\nlanguage: en\nlicense: apache-2.0\n---\n# Small\nlicense: none of this\n"
    for folder, name in ((hub, "small/Llama-0"), (tmp_path / "tiny", "tiny"), (tmp_path / "good" / "model", "good")):
        write_folder(folder, llama(), LLAMA_CONFIG)
        (folder / "README.md").write_text(card)
        config, _ = open_weights(folder)
        assert (config.name, config.licence) == (name, "apache-2.0")
    (hub / "README.md").write_text("# Small\nlicense: mit\n")
    assert open_weights(hub)[0].licence is None


def test_a_model_without_the_name_in_front(tmp_path: Path) -> None:
    """LlamaModel's own files have no "model." and no head."""
    arrays = {name.removeprefix("model."): array for name, array in llama().items() if name != "lm_head.weight"}
    config, weights = open_weights(write_folder(tmp_path, arrays, LLAMA_CONFIG))
    assert not config.tied
    assert "head.w" not in weights.names()
    np.testing.assert_array_equal(weights.get("embed"), arrays["embed_tokens.weight"])


def test_norms_of_before_2019(tmp_path: Path) -> None:
    """The first BERT files call a norm's weight gamma and its bias beta."""
    rng = np.random.default_rng(6)
    dense = {"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"}
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (11, 8), "embeddings.position_embeddings.weight": (5, 8),
        "embeddings.token_type_embeddings.weight": (2, 8), "encoder.layer.0.intermediate.dense.weight": (12, 8),
        "encoder.layer.0.intermediate.dense.bias": (12,), "encoder.layer.0.output.dense.weight": (8, 12),
        "encoder.layer.0.output.dense.bias": (8,),
    }  # fmt: skip
    for name in dense:
        shapes |= {f"encoder.layer.0.{name}.weight": (8, 8), f"encoder.layer.0.{name}.bias": (8,)}
    for name in ("embeddings", "encoder.layer.0.attention.output", "encoder.layer.0.output"):
        shapes |= {f"{name}.LayerNorm.gamma": (8,), f"{name}.LayerNorm.beta": (8,)}
    arrays: dict[str, Any] = {f"bert.{name}": rng.standard_normal(s, dtype=np.float32) for name, s in shapes.items()}
    config = {
        "model_type": "bert", "vocab_size": 11, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2,
        "intermediate_size": 12, "max_position_embeddings": 5,
    }  # fmt: skip
    _, weights = open_weights(write_folder(tmp_path, arrays, config))
    np.testing.assert_array_equal(weights.get("embed_norm.w"), arrays["bert.embeddings.LayerNorm.gamma"])
    np.testing.assert_array_equal(
        weights.get("layer.0.norm2.b"), arrays["bert.encoder.layer.0.output.LayerNorm.beta"]
    )  # fmt: skip
    assert "head_dense.w" not in weights.names()
