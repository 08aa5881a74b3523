"""Positions: the papers' formulas in plain loops, and bits that depend on nothing but the position."""

from __future__ import annotations

import cmath
import math
from typing import Any

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from attnviz.core import book, positions
from attnviz.core.arithmetic import same_bits

WIDTHS = [1, 2, 3, 8, 9, 64]
seeds = st.integers(0, 2**32 - 1)


def identical(a: NDArray[Any], b: NDArray[Any]) -> bool:
    return bool(same_bits(a, b).all())


def frequency(pair: int, d: int) -> float:
    return 1.0 / math.pow(10000.0, 2 * pair / d)


@pytest.mark.parametrize("d", WIDTHS)
def test_the_sinusoidal_table_is_the_paper_s(d: int) -> None:
    table = positions.sinusoidal(70, d)
    assert table.dtype == np.float32
    assert table.shape == (70, d)
    for position in range(70):
        for entry in range(d):
            angle = position * frequency(entry // 2, d)
            expected = math.sin(angle) if entry % 2 == 0 else math.cos(angle)
            assert table[position, entry] == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("d", WIDTHS)
def test_the_learned_table_is_the_book_s_generator_with_seed_5(d: int) -> None:
    table = positions.learned(9, d)
    drawn = oracle.lcg((5 * 2862933555777941757 + 3037000493) % 2**64, 9 * d)
    expected = [np.float32((state >> 40) % 1000) / np.float32(1000) - np.float32(0.5) for state in drawn]
    assert table.dtype == np.float32
    assert table.ravel().tolist() == expected


@pytest.mark.parametrize("table", [positions.sinusoidal, positions.learned])
@pytest.mark.parametrize("d", WIDTHS)
def test_a_row_of_a_table_never_depends_on_how_many_there_are(table: Any, d: int) -> None:
    longest = table(200, d)
    for n in (0, 1, 2, 3, 7, 16, 63, 64, 65, 127, 129):
        assert identical(table(n, d), longest[:n])


@pytest.mark.parametrize("position", positions.POSITIONS)
def test_only_tables_are_added_to_x(position: str) -> None:
    x = np.random.default_rng(0).standard_normal((5, 6)).astype(np.float32)
    tables = {"sinusoidal": positions.sinusoidal(5, 6), "learned": positions.learned(5, 6)}
    found = positions.added(x, position)
    assert found.dtype == np.float32
    assert identical(found, x + tables.get(position, np.zeros_like(x)))
    assert identical(positions.added(x.tolist(), position), found)


@pytest.mark.parametrize("position", positions.POSITIONS)
def test_adding_to_no_tokens_gives_no_tokens(position: str) -> None:
    assert positions.added(np.empty((0, 3)), position).shape == (0, 3)


@pytest.mark.parametrize("d", WIDTHS)
@pytest.mark.parametrize("first", [0, 1, 60, 1000])
def test_rope_turns_pairs_as_complex_numbers_turn(d: int, first: int) -> None:
    rows = np.random.default_rng(d).standard_normal((9, d))
    turned = positions.rotated(rows, first)
    assert turned.dtype == np.float64
    for t in range(9):
        for pair in range(d // 2):
            number = complex(*rows[t, 2 * pair : 2 * pair + 2])
            expected = number * cmath.exp(1j * (first + t) * frequency(pair, d))
            found = complex(*turned[t, 2 * pair : 2 * pair + 2])
            assert found == pytest.approx(expected, abs=1e-11)
    if d % 2:
        assert identical(turned[:, -1].copy(), rows[:, -1].copy())


@settings(max_examples=80)
@given(seeds, st.integers(1, 150), st.integers(1, 12), st.integers(0, 300))
def test_a_rotated_row_depends_on_its_position_alone(seed: int, n: int, d: int, first: int) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.standard_normal((n, d))
    whole = positions.rotated(rows, first)
    start = int(rng.integers(n))
    stop = int(rng.integers(start, n)) + 1
    assert identical(positions.rotated(rows[start:stop], first + start), whole[start:stop])


@settings(max_examples=60)
@given(seeds, st.integers(1, 16), st.integers(0, 50), st.integers(0, 50), st.integers(0, 512))
def test_a_rotated_score_depends_on_the_distance_alone(seed: int, d: int, i: int, j: int, shift: int) -> None:
    query, key = np.random.default_rng(seed).standard_normal((2, 1, d))
    scores = [(positions.rotated(query, i + s) @ positions.rotated(key, j + s).T).item() for s in (0, shift)]
    assert scores[0] == pytest.approx(scores[1], abs=1e-11 * np.linalg.norm(query) * np.linalg.norm(key))


def test_rope_does_not_change_what_it_is_given_and_keeps_position_0() -> None:
    rows = np.ones((3, 4), dtype=np.float32)
    rows.flags.writeable = False
    assert positions.rotated(rows)[0].tolist() == [1.0, 1.0, 1.0, 1.0]
    assert not identical(positions.rotated(rows)[1], rows[1].astype(np.float64))
    assert positions.rotated(np.empty((0, 4)), 7).shape == (0, 4)


def alibi_paper_slopes(heads: int) -> list[float]:
    """The published code of Press et al., in its own order of operations."""
    if math.log2(heads).is_integer():
        start = 2 ** (-(2 ** -(math.log2(heads) - 3)))
        return [start * start**i for i in range(heads)]
    closest = 2 ** math.floor(math.log2(heads))
    return alibi_paper_slopes(closest) + alibi_paper_slopes(2 * closest)[0::2][: heads - closest]


@pytest.mark.parametrize("heads", range(1, 97))
def test_alibi_s_slopes_are_the_paper_s(heads: int) -> None:
    found = positions.slopes(heads)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, alibi_paper_slopes(heads), rtol=1e-13)


def test_alibi_by_hand() -> None:
    assert positions.slopes(8).tolist() == [2.0**-k for k in range(1, 9)]
    assert positions.alibi(3, 4, 0.25).tolist() == [
        [0.0, -0.5, -1.0, -1.5],
        [-0.25, 0.0, -0.5, -1.0],
        [-0.5, -0.25, 0.0, -0.5],
    ]
    assert positions.alibi(1, 4, 0.25, first=2).tolist() == [[-0.5, -0.25, 0.0, -0.5]]


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 12), st.floats(1e-3, 0.99))
def test_a_row_of_alibi_depends_on_its_position_alone(n: int, m: int, first: int, slope: float) -> None:
    whole = positions.alibi(first + n, m, slope)
    assert identical(positions.alibi(n, m, slope, first), whole[first:])
    assert identical(positions.alibi(n, m + 3, slope, first)[:, :m].copy(), whole[first:])


def test_the_two_directions_of_alibi_differ() -> None:
    bias = positions.alibi(6, 6, 0.5)
    past = np.tri(6, k=-1, dtype=np.bool_)
    assert (bias[past] > bias.T[past]).all()


@pytest.mark.parametrize("wrong", ["", "Rope", "sine", None])
def test_an_unknown_position_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"there is no position .*; there are: none, sinusoidal, learned, rope, alibi"):
        positions.added(np.ones((2, 2)), wrong)


def test_what_has_no_size_is_refused() -> None:
    for table in (positions.sinusoidal, positions.learned):
        for n, d in ((-1, 2), (2, 0)):
            with pytest.raises(ValueError, match=rf"width of at least 1, not {n} x {d}"):
                table(n, d)
    with pytest.raises(ValueError, match=r"at least 1 head, not 0"):
        positions.slopes(0)
    with pytest.raises(ValueError, match=r"0 or more are needed, not -1, 2 and 0"):
        positions.alibi(-1, 2, 0.5)
    with pytest.raises(ValueError, match=r"not \(2, 2\) from -1"):
        positions.rotated(np.ones((2, 2)), -1)
    with pytest.raises(ValueError, match=r"not \(3,\) from 0"):
        positions.rotated(np.ones(3))
    with pytest.raises(ValueError, match=r"x: its shape is \(3,\)"):
        positions.added(np.ones(3), "sinusoidal")


@pytest.mark.parametrize("length", [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 257])
@pytest.mark.parametrize("function", [np.cos, np.sin, np.log, np.log2])
def test_a_function_gives_the_same_bits_wherever_a_value_stands(function: Any, length: int) -> None:
    values = np.random.default_rng(length).uniform(1e-3, 4096, 600)
    values[::7] = np.rint(values[::7])
    alone = np.array([function(values[i : i + 1])[0] for i in range(len(values))])
    for offset in range(17):
        part = slice(offset, offset + length)
        assert identical(function(values[part].copy()), alone[part])
        assert identical(function(values[part]), alone[part])
    assert identical(function(values.reshape(20, 30)).ravel(), alone)


def test_the_learned_table_is_none_of_the_weights() -> None:
    assert not any(identical(positions.learned(8, 8), book.weight_matrix(seed, 8, 8)) for seed in (1, 2, 3, 4))
