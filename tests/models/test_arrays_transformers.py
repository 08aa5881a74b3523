"""What transformers really returns, from models made here: eager or not, with a decoder or without, and writing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from attnviz.models.array_facts import facts
from attnviz.models.arrays import from_any
from attnviz.models.problem import ModelProblem

torch: Any = pytest.importorskip("torch", reason="torch is not installed: pip install '.[oracles]'")
transformers: Any = pytest.importorskip(
    "transformers", reason="transformers is not installed: pip install '.[oracles]'"
)

IDS = [[1, 2, 3, 4]]


def gpt2(how: str) -> Any:
    config = transformers.GPT2Config(
        n_layer=3, n_head=2, n_embd=8, vocab_size=20, bos_token_id=0, eos_token_id=0, attn_implementation=how
    )
    return transformers.GPT2LMHeadModel(config).eval()


def test_a_model_in_eager_mode() -> None:
    returned = gpt2("eager")(torch.tensor(IDS), output_attentions=True)
    for given in (returned, returned.attentions, tuple(layer.bfloat16() for layer in returned.attentions)):
        found = from_any(given, torch.tensor(IDS))
        assert [layer.shape for layer in found.weights] == [(2, 4, 4)] * 3
        assert found.rows == ("1", "2", "3", "4")
        assert facts(found).told == ()
        assert facts(found).causal
    expected = returned.attentions[1][0, 1].detach().numpy()
    np.testing.assert_array_equal(from_any(returned).head(1, 1), expected)


def test_a_model_that_keeps_nothing_says_how_to_load_it() -> None:
    model = gpt2("sdpa")
    for asked in (False, True):
        returned = model(torch.tensor(IDS), output_attentions=asked)
        for given in (returned, returned.attentions):
            with pytest.raises(ModelProblem, match="attn_implementation='eager'"):
                from_any(given)


def test_a_batch_asks_which_text() -> None:
    returned = gpt2("eager")(torch.tensor(IDS * 3), output_attentions=True)
    with pytest.raises(ModelProblem, match="a batch of 3 texts: choose one"):
        from_any(returned)
    np.testing.assert_array_equal(from_any(returned, batch=2).head(0, 0), returned.attentions[0][2, 0].detach().numpy())


def test_the_steps_of_a_model_that_writes() -> None:
    written = gpt2("eager").generate(
        torch.tensor(IDS), max_new_tokens=3, min_new_tokens=3, output_attentions=True, return_dict_in_generate=True,
        pad_token_id=0,
    )  # fmt: skip
    with pytest.raises(ModelProblem, match="the weights of 3 steps"):
        from_any(written)
    assert from_any(written.attentions[0]).weights[2].shape == (2, 4, 4)
    assert from_any(written.attentions[1]).weights[2].shape == (2, 1, 5)


def test_an_encoder_with_a_decoder() -> None:
    config = transformers.T5Config(
        d_model=8, d_kv=4, d_ff=8, num_layers=2, num_heads=2, vocab_size=20, attn_implementation="eager"
    )
    model = transformers.T5ForConditionalGeneration(config).eval()
    returned = model(torch.tensor(IDS), decoder_input_ids=torch.tensor([[1, 2]]), output_attentions=True)
    with pytest.raises(ModelProblem, match="encoder_attentions, decoder_attentions, cross_attentions"):
        from_any(returned)
    found = from_any(returned.cross_attentions, ["a", "b"], list("wxyz"))
    assert found.weights[1].shape == (2, 2, 4)
    assert found.crossed
    assert facts(found).told == ()
