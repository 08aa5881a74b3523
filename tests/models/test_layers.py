from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from attnviz.models.config import ACTIVATIONS, Floats
from attnviz.models.layers import activation, gate, layer_norm, linear, rms_norm

ROWS = (1, 2, 8, 9, 32, 33, 70)


def some(*shape: int, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).standard_normal(shape, dtype=np.float32)


@pytest.mark.parametrize("n", ROWS)
@pytest.mark.parametrize(("width", "out"), [(64, 48), (576, 960), (50, 7), (1536, 576)])
def test_a_linear_map_is_the_product_and_the_bias(n: int, width: int, out: int) -> None:
    x, weight, bias = some(n, width), some(width, out, seed=1), some(out, seed=2)
    exact = x.astype(np.float64) @ weight + bias
    for result in (linear(x, weight, bias), linear(x, weight.T.copy().T, bias)):
        assert result.dtype == np.float32
        np.testing.assert_allclose(result, exact, atol=2e-5 * math.sqrt(width))
    np.testing.assert_allclose(linear(x, weight), exact - bias, atol=2e-5 * math.sqrt(width))


def test_a_linear_map_can_be_written_where_there_is_room() -> None:
    x, weight = some(5, 64), some(64, 96, seed=1)
    room = np.full((5, 200), np.nan, np.float32)
    assert np.array_equal(linear(x, weight, out=room[:, 50:146]), linear(x, weight))
    assert np.array_equal(room[:, 50:146], linear(x, weight))
    assert np.isnan(room[:, :50]).all()
    assert np.isnan(room[:, 146:]).all()


@pytest.mark.parametrize("n", ROWS)
def test_no_row_of_a_linear_map_depends_on_another_one(n: int) -> None:
    x, weight = some(n, 576), some(576, 960, seed=1)
    before = linear(x, weight)
    x[n // 2] = 1e30
    rest = np.arange(n) != n // 2
    assert np.array_equal(linear(x, weight)[rest], before[rest])


@pytest.mark.parametrize(("n", "out"), [(3, 96), (70, 3072)])
def test_columns_that_are_ready_are_handed_on_once(n: int, out: int) -> None:
    x, weight, room = some(n, 576), some(576, out, seed=1), np.empty((n, out), np.float32)
    seen: list[slice] = []

    def then(columns: slice) -> None:
        seen.append(columns)
        assert np.allclose(room[:, columns], x @ weight[:, columns], atol=1e-3)
        room[:, columns] += 1

    linear(x, weight, out=room, then=then, step=48)
    assert sorted(place for columns in seen for place in range(out)[columns]) == list(range(out))
    assert all(columns.start % 48 == 0 for columns in seen)
    np.testing.assert_allclose(room, x @ weight + 1, atol=1e-3)


def test_norms_are_those_of_the_papers() -> None:
    x, weight, bias = 3 + 5 * some(9, 64), some(64, seed=1), some(64, seed=2)
    exact = x.astype(np.float64)
    centred = exact - exact.mean(axis=1, keepdims=True)
    deviation = np.sqrt((centred**2).mean(axis=1, keepdims=True) + 0.01)
    np.testing.assert_allclose(layer_norm(x, weight, bias, 0.01), centred / deviation * weight + bias, atol=2e-6)
    size = np.sqrt((exact**2).mean(axis=1, keepdims=True) + 0.01)
    np.testing.assert_allclose(rms_norm(x, weight, 0.01), exact / size * weight, atol=2e-6)


def by_definition(name: str, x: float) -> float:
    if name == "relu":
        return max(x, 0.0)
    if name == "silu":
        return x / (1 + math.exp(-x))
    inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
    return x * (math.erfc(-x / math.sqrt(2)) if name == "gelu" else 1 + math.tanh(inner)) / 2


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations_are_their_formulas(name: str) -> None:
    x = np.linspace(-12, 12, 40_000, dtype=np.float32).reshape(40, 1000)
    exact = np.vectorize(lambda value: by_definition(name, float(value)))(x)
    wide: NDArray[np.float32] = np.zeros((40, 2500), np.float32)
    wide[:, 200:1200] = x
    activation(name)(wide[:, 200:1200])
    np.testing.assert_allclose(wide[:, 200:1200], exact, atol=1.2e-6, rtol=4e-7)
    assert not wide[:, :200].any()
    assert not wide[:, 1200:].any()


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations_bear_any_number(name: str) -> None:
    x = np.float32([[-1e30, -1e4, -0.0, 0.0, 1e4]])
    with np.errstate(all="ignore"):
        activation(name)(x)
    np.testing.assert_allclose(x, [[0, 0, 0, 0, 1e4]])


def test_a_gate_multiplies_what_is_activated() -> None:
    x, factor = some(40, 3000), some(40, 3000, seed=1)
    wanted = x.copy()
    activation("silu")(wanted)
    gate(activation("silu"), x, factor)
    assert np.array_equal(x, wanted * factor)


def test_an_unknown_activation_is_an_error() -> None:
    with pytest.raises(KeyError):
        activation("snake")
