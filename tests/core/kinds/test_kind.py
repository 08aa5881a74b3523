"""What all kinds have in common: the options, and the list with a line for each."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.core import Head, tokens
from attnviz.core.arithmetic import same_bits
from attnviz.core.kinds import KINDS, Kind, Options
from attnviz.core.kinds.kind import QT_TRANSLATE_NOOP
from attnviz.core.positions import POSITIONS

WORDS = ["the", "cat", "sat", "on", "the", "mat", "and", "the", "dog", "ran"]
TWO_SIDED = {"full", "linear", "performer"}
QUADRATIC = {"full", "causal"}
LENGTHS = (256, 512, 1024, 2048, 4096)


def built(key: str, d: int = 16, position: str = "none") -> Kind:
    return KINDS[key].build(Options(Head.random(d, d), position=position))


def test_the_list_has_every_kind_in_the_order_in_which_it_is_shown() -> None:
    assert list(KINDS) == [
        "full", "causal", "window", "linear", "linear_causal", "performer", "state_space", "gru", "lstm",
    ]  # fmt: skip
    assert len({entry.title for entry in KINDS.values()}) == len(KINDS)


def test_the_large_map_shows_softmax_kinds_with_masks_of_its_own_and_takes_the_similarity_of_the_others() -> None:
    on_map = {key: entry.on_map for key, entry in KINDS.items()}
    assert {key for key, name in on_map.items() if name == "softmax"} == {"full", "causal", "window"}
    assert {key for key, name in on_map.items() if name == "linear"} == {"linear", "linear_causal"}
    assert {key for key, entry in KINDS.items() if entry.similarity} == {"linear", "linear_causal", "performer"}
    for key in ("performer", "state_space", "gru", "lstm"):
        assert on_map[key] == key


@pytest.mark.parametrize("key", KINDS)
@pytest.mark.parametrize("position", POSITIONS)
def test_every_kind_gives_weights_an_output_and_a_mask_for_every_position(key: str, position: str) -> None:
    trace = built(key, position=position).trace(tokens.embed(WORDS, 16))
    n = len(WORDS)
    assert trace.weights.shape == trace.mask.shape == (n, n)
    assert len(trace.output) == n
    assert trace.weights.dtype == trace.output.dtype == np.float32
    assert not trace.weights[~trace.mask].any()
    assert trace.mask.all() == (key in TWO_SIDED)


@pytest.mark.parametrize("key", KINDS)
@pytest.mark.parametrize("position", POSITIONS)
def test_both_ways_agree_where_no_row_needs_later_tokens(key: str, position: str) -> None:
    kind, x = built(key, position=position), tokens.embed(WORDS, 16)
    recurred = kind.recur(x)
    assert (recurred is None) == (key in TWO_SIDED)
    if recurred is not None:
        output = kind.trace(x).output
        np.testing.assert_allclose(recurred[0], output, rtol=0, atol=1e-5 * float(np.abs(output).max()))
        assert recurred[0].dtype == np.float32


@pytest.mark.parametrize("key", sorted(TWO_SIDED))
@pytest.mark.parametrize("position", POSITIONS)
def test_a_swap_shows_with_any_position_and_with_none_it_does_not(key: str, position: str) -> None:
    kind, x = built(key, position=position), tokens.embed(WORDS, 16)
    order = [0, 8, 2, 3, 4, 5, 6, 7, 1, 9]
    same = same_bits(kind.trace(x[order]).output, kind.trace(x).output[order])
    assert same.all() == (position == "none")


@pytest.mark.parametrize("key", sorted(set(KINDS) - TWO_SIDED))
@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("strength", [9.0, -1e4])
def test_the_last_token_leaves_every_earlier_row_as_it_was(key: str, position: str, strength: float) -> None:
    kind, x = built(key, position=position), tokens.embed(WORDS, 16)
    before, changed = kind.trace(x), x.copy()
    changed[-1] = strength
    for after in (kind.trace(changed), kind.trace(x[:-1])):
        assert same_bits(before.output[:-1], after.output[: len(x) - 1]).all()
        assert same_bits(before.weights[:-1, :-1], after.weights[: len(x) - 1, : len(x) - 1]).all()


@pytest.mark.parametrize("key", sorted(set(KINDS) - QUADRATIC))
def test_what_is_kept_of_the_past_stops_growing(key: str) -> None:
    kind, x = built(key), tokens.embed(WORDS, 16)
    kept = [recurred[1] for part in (x, np.concatenate((x, x))) if (recurred := kind.recur(part)) is not None]
    assert not kept or (kept[0] == kept[1] > 0)


@pytest.mark.parametrize("key", KINDS)
def test_the_counted_cost_grows_as_the_chapters_table_says(key: str) -> None:
    cost = [built(key, 64).cost(n).multiply_adds for n in LENGTHS]
    assert np.polyfit(np.log(LENGTHS), np.log(cost), 1)[0] == pytest.approx(2 if key in QUADRATIC else 1, abs=0.01)


@pytest.mark.parametrize("key", KINDS)
def test_the_measured_form_has_a_finite_float32_result(key: str) -> None:
    for n in (1, 63, 65, 200):
        result = np.asarray(built(key).prepare(n)())
        assert np.isfinite(result).all()
        assert result.dtype == np.float32


@pytest.mark.parametrize("key", KINDS)
def test_a_bad_input_is_refused_with_a_sentence(key: str) -> None:
    kind = built(key, 2)
    for given in ([[1.0]], [1.0, 2.0], 5.0, [[np.nan, 0.0]], [["a", "b"]]):
        with pytest.raises(ValueError, match=r"^x: "):
            kind.trace(given)


@pytest.mark.parametrize("name", ["window", "features"])
def test_a_window_or_features_under_1_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=rf"{name}: at least 1 is needed, not 0"):
        Options(Head.identity(2), **{name: 0})  # type: ignore[arg-type]


def test_a_text_for_translation_is_itself() -> None:
    assert QT_TRANSLATE_NOOP("Kinds", "Full attention") == "Full attention"
