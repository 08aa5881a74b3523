"""The curves at their ends, against long double, and the made-up tokens."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from attnviz.core.kinds.states import made_up, sigmoid, sigmoid_slope, softplus, started, tanh_slope

POINTS = np.concatenate((np.linspace(-700, 700, 2001), np.linspace(-3, 3, 301), [0.0, 1e-300, -1e-300]))


def wide(values: NDArray[np.float64]) -> NDArray[np.longdouble]:
    return values.astype(np.longdouble)


def test_the_curves_agree_with_long_double() -> None:
    x = wide(POINTS)
    with np.errstate(over="ignore"):
        expected = {
            sigmoid: 1 / (1 + np.exp(-x)),
            sigmoid_slope: 1 / (1 + np.exp(-x)) / (1 + np.exp(x)),
            softplus: np.logaddexp(x, np.longdouble(0)),
            tanh_slope: 1 / np.cosh(x) ** 2,
        }
    for curve, right in expected.items():
        np.testing.assert_allclose(
            curve(POINTS), right.astype(np.float64), rtol=1e-13, atol=1e-305, err_msg=curve.__name__
        )


@pytest.mark.parametrize("size", [1e3, 1e9, 1e300])
def test_no_number_is_too_large_for_them(size: float) -> None:
    ends = np.array([-size, size])
    assert sigmoid(ends).tolist() == [0.0, 1.0]
    assert sigmoid_slope(ends).tolist() == tanh_slope(ends).tolist() == [0.0, 0.0]
    assert softplus(ends).tolist() == [0.0, size]


def test_made_up_tokens_are_all_different_and_spread_evenly() -> None:
    tokens = made_up(500, 8)
    assert tokens.shape == (500, 8)
    assert len(np.unique(tokens)) > 3990
    assert np.abs(tokens).max() <= 1
    assert tokens.mean() == pytest.approx(0, abs=0.05)
    assert tokens.std() == pytest.approx(1 / np.sqrt(3), rel=0.05)
    assert np.abs(np.corrcoef(tokens.T) - np.eye(8)).max() < 0.2
    assert np.array_equal(made_up(10, 8), tokens[:10])


def test_started_weights_are_the_books_numbers_within_the_bound() -> None:
    drawn = started(1, 1, 2, 0.25)
    np.testing.assert_allclose(drawn, [[0.0415, -0.192]], rtol=1e-6)
