"""Attention is blind to order: the same rows in another order, bit for bit."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import oracle
import pytest

from attnviz.core import Head, arithmetic, masks, tokens
from attnviz.core.arithmetic import same_bits
from attnviz.experiments.order import compare, swap, swapped


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


WORDS = ["the", "cat", "sat", "on", "a", "mat", "dog", "chases", "猫", "が", "moon", "!", "why", "never", "x"]


def test_in_200_random_sentences_no_pair_changes_a_bit_without_a_mask() -> None:
    rng = np.random.default_rng(32)
    for _ in range(200):
        n, d = int(rng.integers(2, 9)), int(rng.integers(1, 17))
        words = [WORDS[k] for k in rng.integers(len(WORDS), size=n)]
        head = Head.random(d, d) if rng.integers(2) else Head.identity(d)
        scaled = bool(rng.integers(2))
        before = head.trace(tokens.embed(words, d), None, scaled)
        for i in range(n):
            for j in range(i + 1, n):
                report = compare(before, head.trace(swapped(before.x, i, j), None, scaled), i, j)
                assert report.same_rows, (words, d, i, j)
                assert not report.masked
                assert report.largest == 0.0


def test_with_broken_arithmetic_the_verdict_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def plain(a: Any, b: Any, dtype: Any = np.float32) -> Any:
        return (np.asarray(a, dtype=np.float32) @ np.asarray(b, dtype=np.float32)).astype(dtype)

    for name, broken in (("columns", np.asarray), ("matmul", plain), ("mix", plain)):
        monkeypatch.setattr(arithmetic, name, broken)
    made = Head.random(64, 64)
    head = Head(made.w_query, made.w_key, made.w_value)
    x = tokens.embed(WORDS, 64)
    reports = [swap(head, x, i, i + 5) for i in range(8)]
    assert not all(report.same_rows for report in reports)
    assert 0.0 < max(report.largest for report in reports) < 1e-4  # a tolerance would have let it pass


def test_one_bit_is_enough_to_fail() -> None:
    head = Head.random(8, 8)
    before = head.trace(np.random.default_rng(2).standard_normal((4, 8)))
    after = head.trace(swapped(before.x, 0, 2))
    output = after.output.copy()
    output[3, 5] = np.nextafter(output[3, 5], np.float32(np.inf))
    report = compare(before, dataclasses.replace(after, output=output), 0, 2)
    assert not report.same_rows
    assert report.moved.tolist() == [0, 0, 0, 1]
    assert report.largest == report.changes[3] > 0


def test_rows_are_matched_up_token_by_token() -> None:
    head, x = Head.random(4, 4), np.random.default_rng(3).standard_normal((5, 4)).astype(np.float32)
    report = swap(head, x, 1, 4, masks.causal(5))
    assert (report.i, report.j, report.width) == (1, 4, 4)
    assert report.before.dtype == report.after.dtype == np.float32
    moved = x[[0, 4, 2, 3, 1]]
    assert same_bits(report.before, head.forward(x, causal=True)).all()
    assert same_bits(report.after, head.forward(moved, causal=True)[[0, 4, 2, 3, 1]]).all()


def test_with_the_causal_mask_only_rows_from_the_first_to_the_second_differ() -> None:
    x = np.random.default_rng(4).standard_normal((6, 8))
    report = swap(Head.random(8, 8), x, 1, 3, masks.causal(6))
    assert report.masked
    assert report.moved.tolist() == [0, 8, 8, 8, 0, 0]  # the others see the same tokens as before
    assert report.changes[[0, 4, 5]].tolist() == [0.0, 0.0, 0.0]
    assert report.changes[1:4].min() > 0


def test_twins_are_told_apart_from_a_swap() -> None:
    x = tokens.embed(["the", "cat", "the", "mat"], 8)
    report = swap(Head.random(8, 8), x, 0, 2, masks.causal(4))
    assert report.twins
    assert report.same_rows  # the text is the same text
    assert not swap(Head.random(8, 8), x, 0, 1).twins
