"""Attention is blind to order: the same rows in another order, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import oracle
import pytest

from attnviz.core import Head, arithmetic, masks, tokens
from attnviz.core.arithmetic import same_bits
from attnviz.experiments.order import swap


def permuted_agrees(rng: np.random.Generator, prepared: bool = True) -> bool:
    x = oracle.wide_inputs(rng)
    order, head = rng.permutation(len(x)), Head.random(x.shape[1], x.shape[1])
    if not prepared:
        head = Head(head.w_query, head.w_key, head.w_value)
    before, after = head.trace(x), head.trace(x[order])
    weights = same_bits(after.weights, before.weights[np.ix_(order, order)]).all()
    return bool(weights and same_bits(after.output, before.output[order]).all())


def test_permuted_tokens_give_permuted_rows_to_the_bit_in_500_cases() -> None:
    rng = np.random.default_rng(31)
    for case in range(500):
        assert permuted_agrees(rng), f"case {case}"


def test_plain_float32_breaks_the_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    def plain(a: Any, b: Any, dtype: Any = np.float32) -> Any:
        return (np.asarray(a, dtype=np.float32) @ np.asarray(b, dtype=np.float32)).astype(dtype)

    for name, broken in (("columns", np.asarray), ("matmul", plain), ("mix", plain)):
        monkeypatch.setattr(arithmetic, name, broken)
    rng = np.random.default_rng(31)
    assert not all(permuted_agrees(rng, prepared=False) for _ in range(50))


@pytest.mark.parametrize(
    ("one", "other"), [("the cat chases the dog", "the dog chases the cat"), ("猫が犬を追う", "犬が猫を追う")]
)
def test_the_chapters_two_sentences_are_the_same_to_attention(one: str, other: str) -> None:
    head, words, places = Head.random(64, 64), tokens.split(one), tokens.split(other)
    first, second = head.forward(tokens.embed(words, 64)), head.forward(tokens.embed(places, 64))
    for row, word in enumerate(words):
        assert same_bits(first[row], second[places.index(word)]).all()


def test_a_swap_of_tokens_1_and_3_of_4_changes_no_bit() -> None:
    report = swap(Head.random(8, 8), np.random.default_rng(0).standard_normal((4, 8)), 0, 2)
    assert report.same_rows
    assert report.largest == 0.0


def test_the_causal_mask_makes_order_matter() -> None:
    report = swap(Head.random(8, 8), np.random.default_rng(0).standard_normal((4, 8)), 0, 2, masks.causal(4))
    assert not report.same_rows
    assert report.largest > 0.0


def test_a_token_swapped_with_itself_or_its_equal_changes_nothing() -> None:
    x = np.random.default_rng(1).standard_normal((4, 8))
    x[3] = x[1]
    assert swap(Head.random(8, 8), x, 2, 2, masks.causal(4)).same_rows
    assert swap(Head.random(8, 8), x, 1, 3).same_rows


@pytest.mark.parametrize(("i", "j"), [(-1, 0), (0, 4), (4, 0)])
def test_a_row_outside_of_x_is_refused(i: int, j: int) -> None:
    with pytest.raises(ValueError, match=rf"tokens {i} and {j} cannot be swapped: x has 4 rows"):
        swap(Head.random(2, 2), np.ones((4, 2)), i, j)


def test_an_x_that_is_no_matrix_is_refused() -> None:
    with pytest.raises(ValueError, match=r"x: its shape is \(2,\)"):
        swap(Head.random(2, 2), [1.0, 2.0], 0, 1)
