"""GRU and LSTM against torch's modules with the same weights, and their influence against torch's autograd."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from attnviz.core.kinds.gated import Gated
from attnviz.core.kinds.gru import Gru
from attnviz.core.kinds.lstm import Lstm
from attnviz.core.kinds.states import made_up

NAMES = {"weight_ih_l0": "w_input", "weight_hh_l0": "w_hidden", "bias_ih_l0": "bias_input", "bias_hh_l0": "bias_hidden"}
both_kinds = pytest.mark.parametrize("cls", [Gru, Lstm])


@pytest.fixture(scope="module")
def torch() -> Any:
    """The module torch, on one thread as everything here."""
    module = pytest.importorskip("torch", reason="torch is not installed: pip install '.[oracles]'")
    module.set_num_threads(1)
    return module


def in_torch(torch: Any, kind: Gated, dtype: Any) -> Any:
    """Return torch's module with the weights of `kind`."""
    made = {Gru: torch.nn.GRU, Lstm: torch.nn.LSTM}[type(kind)]
    module = made(kind.w_input.shape[0], kind.width, dtype=dtype)
    weights = {name: torch.tensor(getattr(kind, ours).T.copy(), dtype=dtype) for name, ours in NAMES.items()}
    module.load_state_dict(weights)
    return module


def from_torch(torch: Any, cls: type[Gated], d: int, h: int) -> tuple[Gated, Any]:
    """Return torch's module as it starts by itself, and our kind with its weights."""
    module = {Gru: torch.nn.GRU, Lstm: torch.nn.LSTM}[cls](d, h)
    return cls(**{ours: getattr(module, name).detach().numpy().T for name, ours in NAMES.items()}), module


def norms(torch: Any, module: Any, x: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the norm of ∂h_i/∂x_j in cell (i, j), by autograd in float64."""
    given = torch.tensor(x, dtype=torch.float64)
    jacobian = torch.autograd.functional.jacobian(lambda rows: module(rows)[0], given, vectorize=False)
    found: NDArray[np.float64] = torch.sqrt((jacobian**2).sum(dim=(1, 3))).numpy()
    return found


@both_kinds
@pytest.mark.parametrize("precision", ["float64", "float32"])
@pytest.mark.parametrize(("n", "d"), [(1, 1), (1, 64), (9, 2), (12, 64), (40, 24), (300, 8), (20, 512)])
def test_the_states_are_those_of_torch(torch: Any, cls: Any, precision: str, n: int, d: int) -> None:
    kind, x = cls.random(d), made_up(n, d)
    module, dtype = in_torch(torch, kind, getattr(torch, precision)), getattr(torch, precision)
    with torch.no_grad():
        expected = module(torch.tensor(x, dtype=dtype))[0].numpy()
    np.testing.assert_allclose(kind.recur(x)[0], expected, rtol=1e-5, atol=1e-5 if precision == "float32" else 1e-7)
    if n <= 40:
        np.testing.assert_array_equal(kind.trace(x).output, kind.recur(x)[0])


@both_kinds
@pytest.mark.parametrize(("d", "h"), [(5, 3), (3, 17), (16, 16), (100, 7)])
def test_weights_that_torch_started_give_its_states(torch: Any, cls: Any, d: int, h: int) -> None:
    torch.manual_seed(d)
    kind, module = from_torch(torch, cls, d, h)
    x = 5.0 * made_up(30, d)
    with torch.no_grad():
        np.testing.assert_allclose(kind.trace(x).output, module(torch.tensor(x))[0].numpy(), rtol=1e-5, atol=1e-5)


@both_kinds
@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_the_states_after_nines_times_1000_are_those_of_torch(torch: Any, cls: Any, precision: str) -> None:
    kind, x = cls.random(32), made_up(6, 32)
    x[2] = 9000.0
    dtype = getattr(torch, precision)
    with torch.no_grad():
        expected = in_torch(torch, kind, dtype)(torch.tensor(x, dtype=dtype))[0].numpy()
    np.testing.assert_allclose(kind.trace(x).output, expected, rtol=1e-5, atol=1e-5)


@both_kinds
@pytest.mark.parametrize(("n", "d"), [(1, 1), (3, 64), (8, 2), (10, 12), (3, 150), (3, 260)])
def test_the_influence_is_that_of_autograd(torch: Any, cls: Any, n: int, d: int) -> None:
    kind, x = cls.random(d), made_up(n, d)
    expected = norms(torch, in_torch(torch, kind, torch.float64), x)
    np.testing.assert_allclose(kind.trace(x).weights, expected, rtol=1e-5, atol=0)


@both_kinds
@pytest.mark.parametrize(("d", "h", "size"), [(5, 3, 1.0), (3, 8, 6.0), (40, 3, 2.0), (40, 3, 0.01)])
def test_the_influence_with_weights_that_torch_started_is_that_of_autograd(
    torch: Any, cls: Any, d: int, h: int, size: float
) -> None:
    torch.manual_seed(d)
    kind, module = from_torch(torch, cls, d, h)
    x = np.float32(size) * made_up(12, d)
    np.testing.assert_allclose(kind.trace(x).weights, norms(torch, module.double(), x), rtol=1e-5, atol=0)


@both_kinds
def test_the_influence_over_many_tokens_is_that_of_autograd(torch: Any, cls: Any) -> None:
    torch.manual_seed(0)
    kind, module = from_torch(torch, cls, 3, 2)
    x = made_up(60, 3)
    np.testing.assert_allclose(kind.trace(x).weights, norms(torch, module.double(), x), rtol=1e-5, atol=1e-44)
