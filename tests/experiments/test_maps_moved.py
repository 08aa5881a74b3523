"""Maps before and after: a single bit counts, in the rows that are asked about, and in no others."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.experiments.maps_moved import compare, matched


def layers(seed: int = 0, n: int = 5) -> tuple[np.ndarray, ...]:
    numbers = np.random.default_rng(seed)
    return tuple(numbers.random((3, n, n), dtype=np.float32) for _ in range(2))


def test_the_same_maps_do_not_move() -> None:
    found = compare(layers(), layers())
    assert (found.total, found.maps, found.most, found.rows, found.cells) == (6, 0, 0.0, 5, 25)


def test_one_bit_of_one_weight_is_found() -> None:
    before, after = layers(), [layer.copy() for layer in layers()]
    after[1][2, 3, 1] = np.nextafter(after[1][2, 3, 1], np.float32(2))
    found = compare(before, after)
    assert found.maps == 1
    assert found.moved[1, 2] == 1
    assert found.most == float(after[1][2, 3, 1]) - float(before[1][2, 3, 1])
    assert found.moved.sum() == 1


def test_only_the_rows_that_count_are_compared() -> None:
    before, after = layers(), [layer.copy() for layer in layers()]
    after[0][:, 4] += 1
    rows = np.arange(5) < 4
    found = compare(before, after, rows)
    assert (found.maps, found.rows, found.cells) == (0, 4, 20)
    assert compare(before, after).maps == 3


def test_swapped_maps_are_matched_token_by_token() -> None:
    before = layers()
    places = [0, 3, 2, 1, 4]
    after = tuple(np.ascontiguousarray(layer[:, places][:, :, places]) for layer in before)
    assert compare(before, after).maps == 6
    assert compare(before, matched(after, 1, 3)).maps == 0


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="layers"):
        compare(layers(), layers()[:1])
    with pytest.raises(ValueError, match="same_bits"):
        compare(layers(), layers(n=4))
