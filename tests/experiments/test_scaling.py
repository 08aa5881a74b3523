"""The chapter's table "why divide by the root of d", and the two curves it is part of."""

from __future__ import annotations

import math

import numpy as np
import pytest

from attnviz.core import Head, book, tokens
from attnviz.experiments.scaling import MOST_TOKENS, WIDTHS, curve, entropy, peak

TABLE = [(8, 0.347, 0.228), (32, 0.799, 0.343), (64, 0.984, 0.458), (256, 1.000, 0.847)]
CAT = ("the", "cat", "sat", "on", "the", "mat")


@pytest.mark.parametrize(("d", "plain", "divided"), TABLE)
def test_the_chapters_figures_come_out_to_three_decimals(d: int, plain: float, divided: float) -> None:
    assert f"{peak(d, scaled=False):.3f}" == f"{plain:.3f}"
    assert f"{peak(d, scaled=True):.3f}" == f"{divided:.3f}"


def test_a_width_of_one_needs_no_dividing() -> None:
    assert peak(1, scaled=True) == peak(1, scaled=False)


def test_a_width_of_zero_is_refused() -> None:
    with pytest.raises(ValueError, match=r"at least 1"):
        peak(0, scaled=True)


def test_the_reports_table_is_the_chapters_whatever_the_source() -> None:
    wanted = [(d, f"{plain:.3f}", f"{divided:.3f}") for d, plain, divided in TABLE]
    for report in (curve("chapter", ()), curve("own", CAT)):
        assert [(at.d, f"{at.plain:.3f}", f"{at.divided:.3f}") for at in report.table] == wanted


def test_the_chapters_curve_goes_through_its_peaks() -> None:
    report = curve("chapter", CAT)
    assert [at.d for at in report.curve] == list(WIDTHS) == [2**power for power in range(1, 10)]
    for at in report.curve:
        assert (at.plain, at.divided) == (peak(at.d, scaled=False), peak(at.d, scaled=True))
    assert (report.n, report.uniform, report.uniform_entropy) == (6, 1 / 6, math.log2(6))


@pytest.mark.parametrize("words", [CAT, ("猫", "が"), tuple(f"w{place}" for place in range(20))])
def test_own_figures_are_those_of_the_whole_head(words: tuple[str, ...]) -> None:
    for at in curve("own", words).curve:
        head, x = Head.random(at.d, at.d), tokens.embed(words, at.d)
        plain, divided = (head.trace(x, scaled=scaled).weights[0] for scaled in (False, True))
        assert (at.plain, at.divided) == (float(plain.max()), float(divided.max()))
        assert at.plain_entropy == pytest.approx(_bits(plain), abs=1e-5)
        assert at.divided_entropy == pytest.approx(_bits(divided), abs=1e-5)


def _bits(weights: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> float:
    return -sum(float(weight) * math.log2(float(weight)) for weight in weights if weight > 0)


def test_dividing_never_sharpens_a_row() -> None:
    for words in (CAT, ("a", "b", "c", "d", "e", "f", "g", "h")):
        for at in curve("own", words).curve:
            assert at.divided <= at.plain
            assert at.divided_entropy >= at.plain_entropy


def test_another_text_has_another_curve_and_the_chapter_does_not_care() -> None:
    other = ("the", "dog", "sat", "on", "the", "mat")
    assert curve("own", CAT).curve != curve("own", other).curve
    assert curve("chapter", CAT) == curve("chapter", other)


def test_equal_tokens_are_looked_at_alike() -> None:
    report = curve("own", ("cat",) * 4)
    assert {at.plain for at in report.curve} == {at.divided for at in report.curve} == {report.uniform}
    assert {at.plain_entropy for at in report.curve} == {report.uniform_entropy}


def test_of_a_long_text_the_first_tokens_are_taken() -> None:
    words = tuple(f"w{place}" for place in range(MOST_TOKENS + 1))
    whole, cut = curve("own", words), curve("own", words[:MOST_TOKENS])
    assert (whole.n, whole.shortened, cut.n, cut.shortened) == (MOST_TOKENS, True, MOST_TOKENS, False)
    assert whole.curve == cut.curve


def test_the_same_question_is_answered_from_memory() -> None:
    assert curve("own", list(CAT)).curve is curve("own", CAT).curve
    assert curve("chapter", CAT).curve is curve("chapter", ()).curve


def test_the_windows_head_stays_ready() -> None:
    head = Head.random(64, 64)
    curve("own", ("fresh", "words", "here"))
    assert Head.random(64, 64) is head


@pytest.mark.parametrize("words", [(), ("cat",)])
def test_a_single_token_has_nobody_else_to_look_at(words: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=rf"at least 2 tokens are needed, not {len(words)}"):
        curve("own", words)


def test_another_source_is_refused() -> None:
    with pytest.raises(ValueError, match=r"chapter or own, not 'book'"):
        curve("book", CAT)  # type: ignore[arg-type]


def test_entropy_of_hand_made_rows() -> None:
    assert entropy(np.array([1.0, 0.0])) == 0.0
    assert entropy(np.full(8, 0.125)) == 3.0
    assert entropy(np.array([0.5, 0.25, 0.125, 0.125])) == 1.75


def test_the_chapter_has_six_tokens() -> None:
    assert len(book.table_input(2)) == curve("chapter", ()).n
