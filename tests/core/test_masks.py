"""Who may look at whom: every mask against the sentence that describes it, cell by cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from attnviz.core import masks

sizes = st.integers(0, 9)
indices = st.lists(st.integers(-3, 12), max_size=5)


def some_mask(n: int, m: int, seed: int) -> NDArray[np.bool_]:
    return np.random.default_rng(seed).random((n, m)) < 0.4


@pytest.mark.parametrize("n", [0, 1, 2, 7])
def test_a_token_sees_itself_and_the_past(n: int) -> None:
    mask = masks.causal(n)
    assert mask.dtype == np.bool_
    assert mask.shape == (n, n)
    assert all(mask[i, j] == (j <= i) for i in range(n) for j in range(n))


@pytest.mark.parametrize("n", [0, 1, 5])
def test_without_a_mask_everybody_sees_everybody(n: int) -> None:
    assert masks.full(n).shape == (n, n)
    assert masks.full(n).all()


@pytest.mark.parametrize(("n", "m"), [(0, 3), (3, 0), (2, 5), (5, 2)])
def test_two_texts_make_a_rectangle(n: int, m: int) -> None:
    assert masks.full(n, m).shape == (n, m)
    assert masks.full(n, m).dtype == np.bool_
    assert masks.full(n, m).all()


@given(sizes, st.integers(1, 11), st.booleans(), st.integers(1, 4))
def test_a_window_keeps_itself_and_so_many_tokens_apart_by_the_dilation(
    n: int, width: int, causal: bool, dilation: int
) -> None:
    mask = masks.window(n, width, causal, dilation)
    assert mask.dtype == np.bool_
    assert mask.shape == (n, n)
    steps = range(width) if causal else range(1 - width, width)
    for i in range(n):
        assert set(np.flatnonzero(mask[i])) == {i - step * dilation for step in steps} & set(range(n))


def test_the_windows_of_mistral_and_longformer_by_hand() -> None:
    assert masks.window(5, 3)[4].tolist() == [False, False, True, True, True]
    assert masks.window(5, 2, causal=False)[2].tolist() == [False, True, True, True, False]
    assert masks.window(6, 3, dilation=2)[5].tolist() == [False, True, False, True, False, True]


@pytest.mark.parametrize("n", [0, 1, 2, 8])
def test_a_window_as_wide_as_the_text_is_the_causal_or_the_full_mask(n: int) -> None:
    for width in (max(n, 1), n + 1, 1024):
        assert (masks.window(n, width) == masks.causal(n)).all()
        assert (masks.window(n, width, causal=False) == masks.full(n)).all()


def test_a_window_of_one_sees_itself_only() -> None:
    for causal in (True, False):
        assert (masks.window(4, 1, causal, dilation=3) == np.eye(4, dtype=np.bool_)).all()


@given(sizes, sizes, st.integers(0, 99), indices)
def test_global_tokens_see_all_and_are_seen_by_all(n: int, m: int, seed: int, tokens: list[int]) -> None:
    mask = some_mask(n, m, seed)
    found = masks.with_global(mask, tokens)
    assert all(found[i, j] == (mask[i, j] or i in tokens or j in tokens) for i in range(n) for j in range(m))


@given(sizes, sizes, st.integers(0, 99), indices)
def test_hidden_columns_are_seen_by_nobody(n: int, m: int, seed: int, columns: list[int]) -> None:
    mask = some_mask(n, m, seed)
    found = masks.without_columns(mask, columns)
    assert all(found[i, j] == (mask[i, j] and j not in columns) for i in range(n) for j in range(m))


@given(sizes, sizes, st.integers(0, 99), st.lists(st.tuples(st.integers(-2, 10), st.integers(-2, 10), st.booleans())))
def test_drawn_cells_win_and_the_last_one_counts(n: int, m: int, seed: int, cells: list[tuple[int, int, bool]]) -> None:
    mask = some_mask(n, m, seed)
    drawn = {(row, column): visible for row, column, visible in cells}
    found = masks.with_cells(mask, cells)
    assert all(found[i, j] == drawn.get((i, j), mask[i, j]) for i in range(n) for j in range(m))


def test_a_blind_row_of_one_text_sees_itself() -> None:
    mask = np.array([[False, True, False], [False, False, False], [False, False, False]])
    assert masks.blind(mask).tolist() == [False, True, True]
    assert masks.sighted(mask).tolist() == [[False, True, False], [False, True, False], [False, False, True]]


def test_a_blind_row_that_looks_at_another_text_sees_everything() -> None:
    mask = np.array([[False, True, False], [False, False, False]])
    assert masks.sighted(mask).tolist() == [[False, True, False], [True, True, True]]


@given(sizes, st.integers(1, 9), st.integers(0, 99))
def test_sighted_leaves_no_row_blind_and_no_seeing_row_changed(n: int, m: int, seed: int) -> None:
    mask = some_mask(n, m, seed)
    found = masks.sighted(mask)
    assert not masks.blind(found).any()
    assert (found[~masks.blind(mask)] == mask[~masks.blind(mask)]).all()


MADE_FROM_ANOTHER: list[Callable[[NDArray[np.bool_]], Any]] = [
    lambda mask: masks.with_global(mask, [0]),
    lambda mask: masks.with_cells(mask, [(0, 0, True)]),
    lambda mask: masks.without_columns(mask, [1]),
    masks.sighted,
    masks.blind,
]


@pytest.mark.parametrize("make", MADE_FROM_ANOTHER)
def test_a_mask_that_is_given_stays_as_it_is(make: Callable[[NDArray[np.bool_]], Any]) -> None:
    given_mask = np.array([[False, True], [False, False]])
    given_mask.flags.writeable = False
    found = make(given_mask)
    found[...] = True
    assert given_mask.tolist() == [[False, True], [False, False]]


@pytest.mark.parametrize("make", MADE_FROM_ANOTHER)
@pytest.mark.parametrize("wrong", [np.ones(3, dtype=np.bool_), np.ones((2, 2)), [[1, 0]], [], np.zeros((1, 1, 1), "?")])
def test_what_is_no_mask_is_refused(make: Callable[[Any], Any], wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"a mask is bool with two axes; this is "):
        make(wrong)


@pytest.mark.parametrize("make", [masks.full, masks.causal, lambda n: masks.full(3, n), lambda n: masks.window(n, 2)])
def test_a_negative_number_of_tokens_is_refused(make: Callable[[int], Any]) -> None:
    with pytest.raises(ValueError, match=r"number of tokens of 0 or more, not -1"):
        make(-1)


@pytest.mark.parametrize(("width", "dilation"), [(0, 1), (-2, 1), (1, 0), (3, -1)])
def test_a_window_without_width_or_dilation_is_refused(width: int, dilation: int) -> None:
    with pytest.raises(ValueError, match=rf"at least 1, not {width} and {dilation}"):
        masks.window(4, width, dilation=dilation)
