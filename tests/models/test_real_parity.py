"""The two models that come as Python packages, real ones: against transformers on the same file, and their claims."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from models.real_models import minilm, smollm2

from attnviz.models.loading import open_model
from attnviz.models.model import Model
from attnviz.models.tokenizer import Tokenizer
from attnviz.state.claims import ClaimReport
from attnviz.state.scene import Change, Scene
from attnviz.state.snapshot import derive

torch = pytest.importorskip("torch", reason="torch is not installed: pip install '.[oracles]'")
transformers = pytest.importorskip("transformers", reason="transformers is not installed: pip install '.[oracles]'")
pytest.importorskip("gguf", reason="needs attnviz[models]")

TOLERANCE = 1e-4
TEXTS = [
    "The capital of France is", "a", "😀👩🏽\u200d💻 and 🇯🇵", "猫がマットの上に座った。",
    "x = [i**2 for i in range(10)]\n\nprint(x)", "The cat sat on the mat. " * 20,
]  # fmt: skip


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return the folder in which converted weights are kept meanwhile."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        patch.setenv("HF_HUB_OFFLINE", "1")
        yield folder
    shutil.rmtree(folder, ignore_errors=True)


def opened(path: Path) -> Model:
    found = open_model(path)
    return Model(found.config, found.weights, Tokenizer.open(found.tokenizer, found.config.vocabulary))


@pytest.fixture(scope="module")
def smol(cache: Path) -> Model:
    return opened(smollm2())


@pytest.fixture(scope="module")
def encoder(cache: Path) -> Model:
    return opened(minilm())


def theirs(kind: Any, folder: Path, **file: Any) -> Any:
    """Return the model as transformers reads it."""
    torch.set_num_threads(1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = kind.from_pretrained(folder, attn_implementation="eager", dtype=torch.float32, **file)
    return made.eval()


def largest(found: Any, wanted: Any) -> float:
    return float(np.abs(found - wanted.numpy()).max())


def attentions(model: Model, oracle: Any, text: str) -> tuple[Any, Any, float]:
    """Return our run, theirs, and the largest difference of a weight in any layer and head."""
    assert model.tokenizer is not None
    ids = model.tokenizer.encode(text).ids.tolist()
    run = model.run(ids)
    with torch.no_grad():
        wanted = oracle(torch.tensor([ids]), output_attentions=True)
    pairs = zip(run.layers, wanted.attentions, strict=True)
    return run, wanted, max(largest(layer.weights, other[0]) for layer, other in pairs)


def test_smollm2_computes_what_transformers_computes(smol: Model) -> None:
    path = smollm2()
    oracle = theirs(transformers.AutoModelForCausalLM, path.parent, gguf_file=path.name)
    for text in TEXTS:
        run, wanted, difference = attentions(smol, oracle, text)
        assert difference <= TOLERANCE
        assert largest(run.last_logits, wanted.logits[0, -1]) <= TOLERANCE


def test_minilm_computes_what_transformers_computes(encoder: Model) -> None:
    oracle = theirs(transformers.AutoModel, minilm())
    for text in TEXTS:
        run, wanted, difference = attentions(encoder, oracle, text)
        assert difference <= TOLERANCE
        assert largest(run.hidden, wanted.last_hidden_state[0]) <= TOLERANCE


def test_the_capital_of_france(smol: Model) -> None:
    assert smol.tokenizer is not None
    run = smol.run(smol.tokenizer.encode(TEXTS[0]).ids.tolist())
    found = [(smol.tokenizer.piece(one.id).text, round(one.probability, 3)) for one in smol.next_tokens(run, count=3)]
    assert found == [("␣Paris", 0.773), ("␣the", 0.065), ("␣London", 0.012)]


def moved(model: Model, text: str, word: str) -> ClaimReport:
    """Return what comes of changing the last token, on every layer and head."""
    config = model.config
    heads = {"heads": config.heads, "kv_heads": config.kv_heads}
    scene = Scene(text, model="trained", source="it", causal=config.causal, change=Change(text=word), **heads)
    report = derive(scene, None, "change", {"it": model}).report
    assert isinstance(report, ClaimReport)
    return report


@pytest.mark.parametrize("text", ["The cat sat on the mat", "猫がマットの上に座った", "a b " * 30])
def test_only_the_encoders_maps_move_before_the_last_token(smol: Model, encoder: Model, text: str) -> None:
    for word in ("moon", "x", "日"):
        causal, both_ways = moved(smol, text, word).moved, moved(encoder, text, word).moved
        assert (causal.maps, causal.total) == (0, 270)
        assert both_ways.total == 72
        assert both_ways.maps > 36
