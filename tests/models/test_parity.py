"""Every family against transformers (eager, float32): attention, residual stream and logits within 2e-5."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnviz.models.loading import open_weights
from attnviz.models.model import Model

torch = pytest.importorskip("torch", reason="torch is not installed: pip install '.[oracles]'")
transformers = pytest.importorskip("transformers", reason="transformers is not installed: pip install '.[oracles]'")
pytest.importorskip("gguf", reason="needs attnviz[models]")

TOLERANCE = 2e-5
VOCABULARY = 61
SHARED = {"vocab_size": VOCABULARY, "hidden_size": 64, "num_hidden_layers": 3, "num_attention_heads": 4}
LLAMA = SHARED | {"intermediate_size": 96, "num_key_value_heads": 2, "max_position_embeddings": 64}
BERT = SHARED | {"intermediate_size": 96, "max_position_embeddings": 64}
GPT2 = {"vocab_size": VOCABULARY, "n_embd": 64, "n_layer": 3, "n_head": 4, "n_positions": 64}
TEXTS = [(7,), (3, 9), (5, 5, 0, 60, 17), tuple(range(11, 27)), tuple((i * i + 3) % VOCABULARY for i in range(40))]
LLAMA3 = {
    "rope_type": "llama3", "rope_theta": 1e4, "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
    "original_max_position_embeddings": 32,
}  # fmt: skip


def gpt2(**changed: Any) -> Any:
    return transformers.GPT2LMHeadModel(transformers.GPT2Config(**GPT2 | changed, attn_implementation="eager"))


def bert(**changed: Any) -> Any:
    return transformers.BertForMaskedLM(transformers.BertConfig(**BERT | changed, attn_implementation="eager"))


def roberta() -> Any:
    config = transformers.RobertaConfig(**BERT | {"max_position_embeddings": 66}, attn_implementation="eager")
    return transformers.RobertaForMaskedLM(config)


def distilbert() -> Any:
    config = transformers.DistilBertConfig(
        vocab_size=VOCABULARY, dim=64, n_layers=3, n_heads=4, hidden_dim=96, max_position_embeddings=64,
        attn_implementation="eager",
    )  # fmt: skip
    return transformers.DistilBertForMaskedLM(config)


def llama(**changed: Any) -> Any:
    return transformers.LlamaForCausalLM(transformers.LlamaConfig(**LLAMA | changed, attn_implementation="eager"))


def mistral() -> Any:
    config = transformers.MistralConfig(**LLAMA | {"sliding_window": 5}, attn_implementation="eager")
    return transformers.MistralForCausalLM(config)


def qwen2() -> Any:
    return transformers.Qwen2ForCausalLM(transformers.Qwen2Config(**LLAMA, attn_implementation="eager"))


MODELS: dict[str, Callable[[], Any]] = {
    "GPT-2": gpt2,
    "GPT-2, a head of its own": lambda: gpt2(tie_word_embeddings=False, n_inner=96, activation_function="relu"),
    "BERT": bert,
    "BERT, a head of its own": lambda: bert(tie_word_embeddings=False, hidden_act="gelu_new"),
    "RoBERTa": roberta,
    "DistilBERT": distilbert,
    "Llama": llama,
    "Llama, tied, wide heads": lambda: llama(tie_word_embeddings=True, head_dim=24, num_key_value_heads=4),
    "Llama, one K/V head, biases": lambda: llama(num_key_value_heads=1, attention_bias=True, mlp_bias=True),
    "Llama 3's positions": lambda: llama(rope_parameters=LLAMA3),
    "Mistral, a short window": mistral,
    "Qwen2": qwen2,
}


def saved(make: Callable[[], Any], folder: Path) -> tuple[Any, Model]:
    """Return a model of transformers with random weights everywhere, and ours, read from its files."""
    torch.manual_seed(5)
    torch.set_num_threads(1)
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        theirs = make().eval()
        for name, parameter in theirs.named_parameters():
            parameter.normal_(1.0 if "norm" in name.lower() or ".ln_" in name else 0.0, 0.15)
        theirs.save_pretrained(folder)
    return theirs, Model(*open_weights(folder))


def differences(theirs: Any, ours: Model, ids: tuple[int, ...]) -> dict[str, float]:
    """Return the largest difference in what both compute; of rows, as a share of their largest number."""
    with torch.no_grad():
        wanted = theirs(torch.tensor([ids]), output_attentions=True, output_hidden_states=True)
    run = ours.run(ids)
    weights = np.stack([layer.weights for layer in run.layers])
    rows = np.stack([run.embedding, *(layer.residual for layer in run.layers[:-1]), run.hidden])
    logits = [run.logits(row) for row in range(len(ids))]
    pairs = {
        "weights": (weights, torch.cat(wanted.attentions)),
        "rows": (rows, torch.cat(wanted.hidden_states)),
        "logits": (np.array(logits), wanted.logits[0]),
    }
    assert all(mine.shape == tuple(other.shape) for mine, other in pairs.values())
    found = {name: float(np.abs(mine - other.numpy()).max()) for name, (mine, other) in pairs.items()}
    return found | {"rows": found["rows"] / float(np.abs(rows).max())}


@pytest.mark.parametrize("name", MODELS)
def test_attention_residuals_and_logits_are_those_of_transformers(name: str, tmp_path: Path) -> None:
    theirs, ours = saved(MODELS[name], tmp_path)
    for ids in TEXTS:
        found = differences(theirs, ours, ids)
        print(name, len(ids), found)
        assert max(found.values()) <= TOLERANCE


def without_head(kind: str) -> Any:
    """Return a model that is used for search: its file has no part that chooses a next token."""
    config = {"gpt2": transformers.GPT2Config(**GPT2), "llama": transformers.LlamaConfig(**LLAMA)}[kind]
    config.tie_word_embeddings = False
    return {"gpt2": transformers.GPT2Model, "llama": transformers.LlamaModel}[kind](config)


@pytest.mark.parametrize("kind", ["gpt2", "llama"])
def test_a_model_without_a_head_is_read_all_the_same(kind: str, tmp_path: Path) -> None:
    theirs, ours = saved(lambda: without_head(kind), tmp_path)
    run = ours.run(TEXTS[2])
    with torch.no_grad():
        wanted = theirs(torch.tensor([TEXTS[2]])).last_hidden_state[0].numpy()
    assert np.abs(run.hidden - wanted).max() <= TOLERANCE
    assert run.last_logits is None
    assert ours.next_tokens(run) == ()


@pytest.mark.parametrize("name", ["GPT-2", "Llama", "Mistral, a short window"])
def test_editing_with_an_earlier_run_gives_what_transformers_computes(name: str, tmp_path: Path) -> None:
    theirs, ours = saved(MODELS[name], tmp_path)
    run = ours.run(TEXTS[-1])
    for ids in (TEXTS[-1][:-1], TEXTS[-1][:20] + TEXTS[2], (*TEXTS[-1][:20], *TEXTS[2], 9)):
        run = ours.run(ids, run)
        with torch.no_grad():
            wanted = theirs(torch.tensor([ids]), output_attentions=True)
        weights = np.stack([layer.weights for layer in run.layers])
        assert np.abs(weights - torch.cat(wanted.attentions).numpy()).max() <= TOLERANCE
        assert np.abs(run.last_logits - wanted.logits[0, -1].numpy()).max() <= TOLERANCE
