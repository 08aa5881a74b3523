"""Running small models with random weights: what is taken over from an earlier run, and what is refused."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from threading import Thread

import numpy as np
import pytest
from models_made import BERT, GPT2, LLAMA, Made, made, plain_weights, some_ids

from attnviz.core import masks
from attnviz.core.arithmetic import same_bits
from attnviz.models import model as module
from attnviz.models import parallel
from attnviz.models.config import Config
from attnviz.models.model import Model, ModelRun, Stopped
from attnviz.models.problem import ModelProblem

CAUSAL = {"Llama": LLAMA, "GPT-2": GPT2, "window": replace(LLAMA, window=5)}
ALL = CAUSAL | {"BERT": BERT}
CLOSE = {"rtol": 0, "atol": 3e-5}


def maps(run: ModelRun) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.stack([layer.weights for layer in run.layers])


def check_close(run: ModelRun, other: ModelRun) -> None:
    """Compare all that two runs hold, up to float32's rounding."""
    assert run.ids == other.ids
    np.testing.assert_allclose(maps(run), maps(other), **CLOSE)
    for mine, whole in zip(run.layers, other.layers, strict=True):
        for name in ("query", "key", "value", "mixed", "output", "residual"):
            assert getattr(mine, name).shape == getattr(whole, name).shape, name
            np.testing.assert_allclose(getattr(mine, name), getattr(whole, name), **CLOSE, err_msg=name)
    np.testing.assert_allclose(run.embedding, other.embedding, **CLOSE)
    np.testing.assert_allclose(run.hidden, other.hidden, **CLOSE)
    if other.last_logits is None:
        assert run.last_logits is None
    else:
        np.testing.assert_allclose(run.last_logits, other.last_logits, rtol=0, atol=2e-4)


@pytest.mark.parametrize("config", ALL.values(), ids=ALL)
@pytest.mark.parametrize("n", [1, 2, 20, 90])
def test_every_matrix_has_its_shape_and_follows_from_the_others(config: Config, n: int) -> None:
    model = made(config)
    run = model.run(some_ids(n))
    heads, kv_heads, d_head, d_model = config.heads, config.kv_heads, config.d_head, config.d_model
    mask = masks.window(n, 5) if config.window else masks.causal(n) if config.causal else masks.full(n)
    before = run.embedding
    for layer in run.layers:
        assert layer.query.shape == (heads, n, d_head)
        assert layer.key.shape == layer.value.shape == (kv_heads, n, d_head)
        assert layer.weights.shape == (heads, n, n)
        assert layer.mixed.shape == (n, heads * d_head)
        assert layer.output.shape == layer.residual.shape == before.shape == (n, d_model)
        assert np.array_equal(layer.mask, mask)
        exact = plain_weights(layer.query, layer.key, mask)
        np.testing.assert_allclose(layer.weights, exact, atol=1e-6)
        head = heads - 1
        powers = np.exp(np.where(mask, layer.scores(head), -np.inf))
        np.testing.assert_allclose(layer.weights[head], powers / powers.sum(axis=1, keepdims=True), atol=1e-6)
        joined = exact[head] @ layer.value[layer.kv_head_of(head)]
        np.testing.assert_allclose(layer.mixed[:, -d_head:], joined, atol=1e-5)
        before = layer.residual
    if config.family == "bert":
        assert run.logits(0) is run.last_logits is None
        assert run.hidden is run.layers[-1].residual
        assert model.next_tokens(run) == ()
    else:
        assert run.last_logits is not None
        assert run.last_logits.shape == (config.vocabulary,)


@pytest.mark.parametrize("name", CAUSAL)
def test_editing_takes_over_the_rows_before_the_change(name: str) -> None:
    model, ids = made(CAUSAL[name]), list(some_ids(70))
    previous = model.run(ids)
    texts = {
        "last token": (69, [*ids[:-1], 3]),
        "appended": (70, [*ids, 5, 6]),
        "middle": (30, [*ids[:30], (ids[30] + 1) % 50, *ids[31:]]),
        "inserted": (40, [*ids[:40], (ids[40] + 1) % 50, *ids[40:]]),
        "deleted": (49, ids[:50]),
        "replaced by one": (10, [*ids[:10], (ids[10] + 1) % 50]),
        "first token": (0, [(ids[0] + 1) % 50, *ids[1:]]),
    }
    for what, (first, changed) in texts.items():
        run, whole = model.run(changed, previous), model.run(changed, fresh=True)
        assert (run.first, whole.first) == (first, 0), what
        check_close(run, whole)
        for mine, old in zip(run.layers, previous.layers, strict=True):
            assert same_bits(mine.weights[:, :first, :first], old.weights[:, :first, :first]).all(), what
            assert same_bits(mine.residual[:first], old.residual[:first]).all(), what
            assert same_bits(mine.key[:, :first], old.key[:, :first]).all(), what
            assert (mine.weights[:, ~mine.mask] == 0).all(), what


@pytest.mark.parametrize("name", CAUSAL)
def test_token_by_token_gives_what_the_whole_text_gives(name: str) -> None:
    model, ids = made(CAUSAL[name]), some_ids(40)
    run = None
    for length in range(1, 41):
        run = model.run(ids[:length], run)
    assert run is not None
    assert run.first == 39
    check_close(run, model.run(ids))


@pytest.mark.parametrize("n", [6, 40, 130])
@pytest.mark.parametrize("name", CAUSAL)
def test_computed_afresh_no_bit_moves_before_the_token_that_changed(name: str, n: int) -> None:
    model, ids = made(CAUSAL[name]), some_ids(n)
    before, again = model.run(ids, fresh=True), model.run(ids, fresh=True)
    after = model.run((*ids[:-2], (ids[-2] + 1) % 50, (ids[-1] + 7) % 50), before, fresh=True)
    assert same_bits(maps(before), maps(again)).all()
    assert same_bits(maps(before)[:, :, : n - 2], maps(after)[:, :, : n - 2]).all()
    assert same_bits(before.hidden[: n - 2], after.hidden[: n - 2]).all()
    assert not same_bits(maps(before), maps(after)).all()


def test_in_an_encoder_all_rows_are_computed_again() -> None:
    model, ids = made(BERT), some_ids(30)
    before = model.run(ids)
    after = model.run((*ids[:-1], (ids[-1] + 1) % 50), before)
    assert after.first == 0
    moved = ~same_bits(maps(before)[:, :, :-1], maps(after)[:, :, :-1]).reshape(-1, 29 * 30).all(axis=1)
    assert moved.all()


def test_the_same_text_again_is_the_same_run_unless_it_is_to_be_fresh() -> None:
    model, ids = made(), some_ids(9)
    run = model.run(ids)
    assert model.run(list(ids), run) is run
    assert model.run(np.array(ids), run) is run
    assert model.run(ids, run, fresh=True) is not run


def test_a_run_of_another_model_is_not_taken_over() -> None:
    ids = some_ids(9)
    other = Model(replace(LLAMA, name="other"), Made(LLAMA, seed=4))
    run = made().run(ids, other.run(ids))
    assert run.first == 0
    assert same_bits(maps(run), maps(made().run(ids))).all()


def test_with_another_mask_a_model_is_another_one() -> None:
    ids = some_ids(20)
    for model in (made(), made(window=4), made(GPT2), made(BERT)):
        causal = model.config.causal
        other = model.seeing(not causal)
        assert model.seeing(causal) is model
        run = other.run(ids, model.run(ids))
        assert run.first == 0
        mask = masks.full(20) if causal else masks.causal(20)
        for layer in run.layers:
            assert np.array_equal(layer.mask, mask)
            np.testing.assert_allclose(layer.weights, plain_weights(layer.query, layer.key, mask), atol=1e-6)


@pytest.mark.parametrize("config", ALL.values(), ids=ALL)
def test_weights_too_many_to_keep_are_worked_out_with_the_same_bits(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, ids = made(config), some_ids(150)
    kept = model.run(ids)
    monkeypatch.setattr(module, "_MOST_KEPT", 10)
    lean = model.run(ids)
    assert lean.layers[0].kept is None
    assert same_bits(maps(kept), maps(lean)).all()
    assert same_bits(kept.hidden, lean.hidden).all()
    for head in range(config.heads):
        assert same_bits(lean.layers[1].head_weights(head), kept.layers[1].head_weights(head)).all()
    longer = (*ids, 3)
    monkeypatch.undo()
    check_close(model.run(longer, lean), model.run(longer))


def test_logits_of_any_row() -> None:
    model, ids = made(), some_ids(8)
    run = model.run(ids)
    for row in (*range(8), -1, -8):
        np.testing.assert_allclose(run.logits(row), model.run(ids[: row % 8 + 1]).last_logits, atol=2e-4)
    with pytest.raises(IndexError):
        run.logits(8)


def test_next_tokens_are_those_with_the_largest_logits() -> None:
    model = made()
    run = model.run(some_ids(8))
    assert run.last_logits is not None
    found = model.next_tokens(run, count=5)
    assert [candidate.id for candidate in found] == np.argsort(-run.last_logits)[:5].tolist()
    assert model.next_tokens(run, temperature=0)[0].probability == 1
    assert sum(candidate.probability for candidate in model.next_tokens(run, top_k=7, count=50)) == pytest.approx(1)


def test_what_a_run_holds_cannot_be_changed() -> None:
    run = made().run(some_ids(5), made().run(some_ids(4)))
    layer = run.layers[0]
    for array in (
        run.embedding, run.hidden, run.last_logits, layer.query, layer.key, layer.value, layer.weights, layer.mixed,
        layer.output, layer.residual,
    ):  # fmt: skip
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_it_stops_between_layers() -> None:
    model, asked = made(), count()
    with pytest.raises(Stopped):
        model.run(some_ids(5), stop=lambda: next(asked) == 2)
    assert next(asked) == 3
    model.run(some_ids(5), stop=lambda: False)


def test_what_the_model_cannot_read_is_said() -> None:
    model = made()
    for ids, sentence in (
        ((), "There is no text for the model to read."),
        ((1,) * 301, "This model reads 300 tokens at most, and the text has 301."),
        ((1, 50), "The tokenizer gives token 50, but the model knows 50 tokens."),
        ((-1,), "The tokenizer gives token -1, but the model knows 50 tokens."),
    ):
        with pytest.raises(ModelProblem) as caught:
            model.run(ids)
        assert str(caught.value) == sentence
    assert len(model.run((1,) * 300).ids) == 300


@pytest.fixture
def _loud() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.usefixtures("_loud")
@pytest.mark.parametrize("config", ALL.values(), ids=ALL)
def test_numbers_that_grow_out_of_float32_are_said(config: Config) -> None:
    weights = Made(config)
    weights.arrays["layer.1.down.w"] *= np.float32(1e38)
    with pytest.raises(ModelProblem, match=r"In layer [23] the numbers grow beyond what float32 holds"):
        Model(config, weights).run(some_ids(70))


def test_a_missing_weight_is_an_error() -> None:
    weights = Made(LLAMA)
    del weights.arrays["layer.2.o.w"]
    with pytest.raises(KeyError, match=r"layer.2.o.w"):
        Model(LLAMA, weights)


def test_one_core_or_several_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    config = replace(LLAMA, d_model=512, heads=8, d_head=64, kv_heads=2, d_ff=1024, layers=1)
    model, ids = made(config), some_ids(120)
    several = model.run(ids)
    monkeypatch.setattr(parallel, "workers", lambda: 1)
    check_close(several, model.run(ids))


def test_several_threads_may_use_a_model() -> None:
    model, texts = made(), [some_ids(60, seed) for seed in range(6)]
    wanted = [maps(model.run(ids)) for ids in texts]
    found: dict[int, np.ndarray[tuple[int, ...], np.dtype[np.float32]]] = {}

    def work(index: int) -> None:
        for _ in range(5):
            found[index] = maps(model.run(texts[index]))

    threads = [Thread(target=work, args=(index,)) for index in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert all(same_bits(found[index], wanted[index]).all() for index in range(6))
