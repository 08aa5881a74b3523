"""The chapter's random numbers, against one Python integer stepped one by one."""

from __future__ import annotations

import numpy as np
import oracle
import pytest

from attnviz.core import book


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 12345])
@pytest.mark.parametrize("shape", [(1, 1), (2, 3), (8, 8), (33, 17)])
def test_weights_equal_a_plain_loop(seed: int, shape: tuple[int, int]) -> None:
    start = (seed * 2862933555777941757 + 3037000493) % 2**64
    drawn = [(state >> 40) % 1000 for state in oracle.lcg(start, shape[0] * shape[1])]
    expected = [np.float32(k) / np.float32(1000) - np.float32(0.5) for k in drawn]
    assert book.weight_matrix(seed, *shape).ravel().tolist() == expected


@pytest.mark.parametrize("d", [1, 8, 100])
def test_the_table_input_equals_a_plain_loop(d: int) -> None:
    expected = [((state >> 40) - 2**23) / 2**23 for state in oracle.lcg(7, 6 * d)]
    assert book.table_input(d).ravel().tolist() == expected


def test_many_starts_give_each_its_own_sequence_whatever_the_count() -> None:
    starts = [0, 1, 2**63, 2**64 - 1]
    found = book.states(np.array(starts, dtype=np.uint64), 40)
    assert found.tolist() == [oracle.lcg(start, 40) for start in starts]
    for count in (0, 1, 2, 3, 31, 32, 33):
        assert (book.states(np.array(starts, dtype=np.uint64), count) == found[:, :count]).all()


def test_numbers_lie_where_the_chapter_says() -> None:
    weights, units = book.weight_matrix(1, 512, 512), book.table_input(512)
    assert weights.dtype == units.dtype == np.float32
    assert weights.min() == -0.5
    assert weights.max() < 0.5
    assert units.min() >= -1
    assert units.max() < 1


def test_a_wide_matrix_ends_with_the_right_state() -> None:
    last = oracle.lcg((2862933555777941757 + 3037000493) % 2**64, 512 * 512)[-1]
    expected = np.float32((last >> 40) % 1000) / np.float32(1000) - np.float32(0.5)
    assert book.weight_matrix(1, 512, 512)[-1, -1] == expected


@pytest.mark.parametrize(("seed", "rows", "columns"), [(-1, 2, 2), (1, 0, 2), (1, 2, 0)])
def test_a_size_or_seed_that_makes_no_matrix_is_refused(seed: int, rows: int, columns: int) -> None:
    with pytest.raises(ValueError, match=r"a seed of 0 or more and sizes of at least 1"):
        book.weight_matrix(seed, rows, columns)


def test_a_table_without_width_is_refused() -> None:
    with pytest.raises(ValueError, match=r"the width d must be at least 1, not 0"):
        book.table_input(0)
