"""Head types: against loops that follow the definitions word by word, and heads made to be of one type."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from array_files import maps
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from attnviz.models import measures

texts = st.lists(st.sampled_from("abcd"), min_size=1, max_size=9)


def mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else float("nan")


def by_the_word(weights: NDArray[Any], tokens: list[str]) -> dict[str, float]:
    """The definitions, for one head, one cell at a time."""
    n = len(tokens)
    earlier = {i: [j for j in range(i) if tokens[j] == tokens[i]] for i in range(n)}
    following = {i: [j + 1 for j in earlier[i] if j + 1 < i] for i in range(n)}
    return {
        "previous_token": mean([float(weights[i, i - 1]) for i in range(1, n)]),
        "same_token": mean([float(weights[i, i]) for i in range(n)]),
        "first_token": mean([float(weights[i, 0]) for i in range(1, n)]),
        "induction": mean([sum(float(weights[i, j]) for j in places) for i, places in following.items() if places]),
        "duplicate_token": mean([sum(float(weights[i, j]) for j in places) for i, places in earlier.items() if places]),
    }


@given(texts, st.booleans(), st.integers(0, 99))
def test_every_head_scores_as_the_definitions_say(tokens: list[str], causal: bool, seed: int) -> None:
    weights = maps(3, 2, len(tokens), len(tokens), seed=seed, causal=causal)
    found = measures.types(weights, tokens)
    assert tuple(found) == measures.TYPES
    for layer, head in np.ndindex(3, 2):
        for name, score in by_the_word(weights[layer, head], tokens).items():
            np.testing.assert_allclose(found[name][layer, head], score, rtol=1e-6, err_msg=name)


@given(texts, st.sampled_from(["float16", "float32", "float64", ">f4"]))
def test_scores_are_between_0_and_1_and_in_double_precision(tokens: list[str], dtype: str) -> None:
    for score in measures.types(maps(2, len(tokens), len(tokens)).astype(dtype), tokens).values():
        assert score.shape == (2,)
        assert score.dtype == np.float64
        assert all(np.isnan(score) | (score >= 0) & (score <= 1.001))


def test_a_head_of_a_type_scores_1_and_the_others_less() -> None:
    """On Olsson et al.'s text, random tokens said twice: one head for each type, looking where it should."""
    tokens = measures.repeated(1000, 10, seed=3)
    n = len(tokens)
    heads = {name: np.zeros((n, n)) for name in measures.TYPES}
    for i in range(n):
        heads["previous_token"][i, max(i - 1, 0)] = 1
        heads["same_token"][i, i] = 1
        heads["first_token"][i, 0] = 1
        heads["induction"][i, i - 9 if i >= 10 else 0] = 1
        heads["duplicate_token"][i, i - 10 if i >= 10 else 0] = 1
    scores = measures.types(np.stack(list(heads.values())), tokens)
    for number, name in enumerate(measures.TYPES):
        assert scores[name][number] == 1
        assert (np.delete(scores[name], number) < 0.6).all()


def test_induction_by_hand() -> None:
    """A B C A: the last A stood at 0, and B came after it."""
    weights = np.zeros((4, 4))
    weights[3] = [0.125, 0.5, 0.25, 0.125]
    assert measures.induction(weights, list("ABCA")) == 0.5
    assert measures.duplicate_token(weights, list("ABCA")) == 0.125
    assert np.isnan(measures.induction(weights, list("ABCD")))
    # A A: what came after the first A is the second itself, which is no look back
    assert np.isnan(measures.induction(weights[:2, :2], list("AA")))
    # A B A B A: the last A stood at 0 and 2, and B came after both
    weights = np.zeros((5, 5))
    weights[2] = [0.0, 1.0, 0.0, 0.0, 0.0]
    weights[3] = [0.0, 0.0, 0.5, 0.5, 0.0]
    weights[4] = [0.0, 0.25, 0.0, 0.25, 0.5]
    assert measures.induction(weights, list("ABABA")) == pytest.approx((1.0 + 0.5 + 0.5) / 3)


def test_a_causal_text_whose_rows_all_look_at_the_first_token_scores_1() -> None:
    weights = np.zeros((1, 4, 4))
    weights[:, :, 0] = 1
    assert measures.first_token(weights) == [1]
    # The first row of a causal map is 1 without a choice: it does not count
    weights = np.tri(4)[None] * np.eye(4)
    assert measures.first_token(weights) == [0]


def test_heads_over_three_tenths_are_sinks() -> None:
    assert measures.sinks(np.array([0.1, 0.3, 0.31, 0.9, np.nan])).tolist() == [False, False, True, True, False]


def test_of_two_texts_only_the_first_column_can_be_told() -> None:
    weights = maps(2, 3, 5)
    found = measures.types(weights, list("abc"))
    np.testing.assert_allclose(found.pop("first_token"), weights[:, :, 0].mean(axis=1), rtol=1e-6)
    for score in found.values():
        assert np.isnan(score).all()


def test_one_token_alone_can_only_look_at_itself() -> None:
    found = measures.types(np.ones((2, 1, 1)), ["a"])
    assert found.pop("same_token").tolist() == [1, 1]
    for score in found.values():
        assert np.isnan(score).all()


def test_tokens_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="3 rows of weights need as many tokens, not 2"):
        measures.types(maps(1, 3, 3), list("ab"))


def test_what_is_no_number_stays_in_the_scores_it_is_part_of() -> None:
    weights = maps(1, 4, 4)
    weights.view(np.uint32)[0, 2, 1] = 0x7FA00000  # NaN that asks for a warning
    weights[0, 1, 0] = np.inf
    found = measures.types(weights, list("abcd"))
    assert np.isnan(found["previous_token"])
    assert not np.isnan(found["same_token"])


@given(st.integers(1, 40), st.integers(1, 60), st.integers(0, 5))
def test_a_text_is_said_twice_with_tokens_of_the_vocabulary(length: int, vocabulary: int, least: int) -> None:
    ids = measures.repeated(least + vocabulary, length, least=least)
    assert ids.shape == (2 * length,)
    assert (ids[:length] == ids[length:]).all()
    assert ids.min() >= least
    assert ids.max() < least + vocabulary
    if length <= vocabulary:
        assert len(set(ids.tolist())) == length
    assert (measures.repeated(least + vocabulary, length, least=least) == ids).all()


def test_a_long_text_of_one_word_takes_little_memory_and_time() -> None:
    weights = np.full((2, 512, 512), 1 / 512, np.float32)
    began = time.perf_counter()
    found = measures.types(weights, ["a"] * 512)
    assert time.perf_counter() - began < 2
    # Row i has i earlier ones, from row 1 on
    np.testing.assert_allclose(found["duplicate_token"], sum(range(1, 512)) / 511 / 512, rtol=1e-6)
