"""B − A: signs, places, counts of bits, and what is said where the shapes differ."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from attnviz.core import Head, masks, tokens
from attnviz.core.arithmetic import same_bits
from attnviz.core.head import Trace
from attnviz.experiments.comparison import What, compare


def trace(words: str = "the cat sat", d: int = 4, causal: bool = True) -> Trace:
    x = tokens.embed(words.split(), d)
    return Head.random(d, d).trace(x, masks.causal(len(x)) if causal else None)


def with_output(output: list[list[float]]) -> Trace:
    return dataclasses.replace(trace(), output=np.array(output, np.float32))


@pytest.mark.parametrize("what", ["weights", "output"])
def test_a_picture_compared_with_itself_is_identical(what: What) -> None:
    report = compare(trace(), trace(), what)
    assert report.identical
    assert (report.where, report.largest, report.differing) == (None, 0.0, 0)
    assert report.difference is not None
    assert same_bits(report.difference, np.zeros_like(report.a)).all()


def test_the_difference_is_b_minus_a_and_the_largest_is_found_by_magnitude() -> None:
    report = compare(with_output([[1, 2], [3, 4]]), with_output([[1.5, 2], [1, 4]]), "output")
    assert report.difference is not None
    assert report.difference.dtype == np.float32
    assert report.difference.tolist() == [[0.5, 0], [-2, 0]]
    assert (report.where, report.largest, report.differing) == ((1, 0), 2.0, 2)
    assert not report.identical
    assert report.mask_a is None


def test_one_bit_is_a_difference() -> None:
    a = trace()
    output = a.output.copy()
    output[2, 1] = np.nextafter(output[2, 1], np.float32(9))
    report = compare(a, dataclasses.replace(a, output=output), "output")
    assert (report.differing, report.where, report.identical) == (1, (2, 1), False)
    assert 0 < report.largest < 1e-6


def test_taking_the_mask_off_changes_the_weights_above_the_diagonal() -> None:
    a, b = trace(causal=True), trace(causal=False)
    report = compare(a, b, "weights")
    assert same_bits(report.a, a.weights).all()
    assert same_bits(report.b, b.weights).all()
    assert report.mask_a is a.mask
    assert report.mask_b is b.mask
    assert report.difference is not None
    assert (report.difference[np.triu_indices(3, 1)] > 0).all()


@pytest.mark.parametrize(
    ("words", "d", "what", "reason"),
    [
        ("the cat", 4, "weights", "tokens"),
        ("the cat", 4, "output", "tokens"),
        ("the cat sat", 8, "output", "width"),
        ("the cat sat", 8, "weights", None),
    ],
)
def test_other_shapes_have_no_difference_but_a_reason(words: str, d: int, what: What, reason: str | None) -> None:
    report = compare(trace(), trace(words, d), what)
    assert report.reason == reason
    assert (report.difference is None) == (reason is not None)
    assert not report.identical
    assert report.b.shape == ((len(words.split()),) * 2 if what == "weights" else (len(words.split()), d))


def test_huge_numbers_of_unlike_sign_stay_finite() -> None:
    report = compare(with_output([[-3e38]]), with_output([[3e38]]), "output")
    assert report.difference is not None
    assert np.isfinite(report.difference).all()
    assert report.largest == pytest.approx(6e38)
