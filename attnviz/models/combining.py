"""Many maps as one: means over heads and layers, attention rollout; and maps without their first token.

What comes out was computed by no head: whoever shows it must say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arithmetic import Doubles

Floats = NDArray[np.float32]
Layer = NDArray[Any]  # (heads, n, m) of any floats


_any_numbers = np.errstate(invalid="ignore", over="ignore")  # somebody's own arrays may hold NaN and infinite ones


class Rescaled(NamedTuple):
    """Weights without the first token."""

    weights: Floats  # (…, n, m), the first column 0, the rest of a row adds up to 1
    empty: NDArray[np.bool_]  # (…, n)  rows that looked at nothing else: all 0


@_any_numbers
def head_mean(layer: Layer) -> Floats:
    """Return the mean (n, m) of the heads of a layer (heads, n, m)."""
    return _mean(layer).astype(np.float32)


@_any_numbers
def layer_mean(layers: Sequence[Layer]) -> Floats:
    """Return the mean (n, m) over layers of each one's mean over heads. Raises ValueError for no layers."""
    if not layers:
        raise ValueError("a mean needs at least one layer")
    total = _mean(layers[0])
    for layer in layers[1:]:
        total += _mean(layer)
    return (total / len(layers)).astype(np.float32)


@_any_numbers
def rollout(layers: Sequence[Layer]) -> Floats:
    """Return attention rollout (n, n) through `layers`, from the first on: how much of each token arrives where.

    Abnar & Zuidema 2020, section 3: per layer A = (W + I) / 2 with W the mean of the heads, its rows rescaled to 1,
    and rollout = A · rollout of the layers below. Raises ValueError for no layers or maps that are not square.

    >>> rollout([np.array([[[1.0, 0.0], [1.0, 0.0]]])] * 2)
    array([[1.  , 0.  ],
           [0.75, 0.25]], dtype=float32)
    """
    if not layers or any(layer.shape[-2] != layer.shape[-1] for layer in layers):
        raise ValueError("rollout needs at least one layer in which a text looks at itself")
    flow: Doubles | None = None
    for layer in layers:
        mixed = _mean(layer) + np.eye(layer.shape[-1])
        mixed /= mixed.sum(axis=-1, keepdims=True)
        flow = mixed if flow is None else mixed @ flow
    return np.asarray(flow, dtype=np.float32)


@_any_numbers
def without_first(weights: NDArray[Any]) -> Rescaled:
    """Return weights (…, n, m) as if nobody could look at the first token: softmax over the others, same scores.

    Leaving a token out of a softmax is dividing the other weights by their sum.

    >>> without_first(np.array([[1.0, 0.0, 0.0], [0.5, 0.125, 0.375]])).weights
    array([[0.  , 0.  , 0.  ],
           [0.  , 0.25, 0.75]], dtype=float32)
    """
    left: Floats = np.array(weights, dtype=np.float32)
    left[..., :1] = 0
    rest = left.sum(axis=-1, dtype=np.float64)
    empty = rest == 0
    np.divide(left, rest[..., None], out=left, where=~empty[..., None], casting="same_kind")
    return Rescaled(left, empty)


def _mean(layer: Layer) -> Doubles:
    return np.asarray(layer.mean(axis=0, dtype=np.float64))
