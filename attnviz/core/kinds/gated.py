"""What GRU and LSTM share: weights in the layout of the literature, the walk from token to token, what it costs.

Must not hold an equation of either.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core import arithmetic, masks
from attnviz.core.arithmetic import Doubles
from attnviz.core.kinds import influence, states
from attnviz.core.kinds.kind import Cost, StateTrace
from attnviz.core.kinds.states import Floats
from attnviz.core.traces import locked_mask, single

WIDEST = 64  # numbers in a hidden state


@dataclass(frozen=True, eq=False)
class Walk:
    """What one pass over n tokens leaves behind, in float64."""

    gates: Mapping[str, Doubles]  # (n, h) each
    arguments: Mapping[str, Doubles]  # (n, h) each, what stands inside the curve of a gate
    kept: tuple[Doubles, ...]  # (n + 1, h) each, the parts of the state before and after each step; the seen one first


@dataclass(frozen=True, eq=False)
class Gated(ABC):
    """A recurrence with gates: the weights of all its gates side by side, float32.

    Transposed, they are what torch's modules hold: weight_ih, weight_hh, bias_ih, bias_hh. `position` is added to x.
    Raises ValueError for weights that don't fit each other or hold numbers that are not finite.
    """

    w_input: Floats  # (d_model, gates · h)
    w_hidden: Floats  # (h, gates · h)
    bias_input: Floats  # (gates · h,)
    bias_hidden: Floats  # (gates · h,)
    position: str = "none"

    COLUMNS: ClassVar[tuple[str, ...]]  # the gates, in the order of their columns
    STATES: ClassVar[int]  # parts of the state, h numbers each

    def __post_init__(self) -> None:
        d, width = np.shape(self.w_input) if np.ndim(self.w_input) == 2 else (0, 0)
        shapes: dict[str, tuple[int, ...]] = {"w_input": (d, width), "w_hidden": (width // len(self.COLUMNS), width)}
        shapes |= {"bias_input": (width,), "bias_hidden": (width,)}
        if width % len(self.COLUMNS):
            raise ValueError(f"w_input: {width} columns cannot be shared by {len(self.COLUMNS)} gates")
        for name, shape in shapes.items():
            object.__setattr__(self, name, states.weight(getattr(self, name), shape, name))

    @property
    def width(self) -> int:
        """Numbers in the hidden state, and in an output row."""
        return int(self.w_hidden.shape[0])

    def trace(self, x: ArrayLike) -> StateTrace:
        """Return gates, output and influence for x (n, d_model): how far each token moves each later hidden state.

        Cell (i, j) of the weights is the Frobenius norm of the Jacobian ∂h_i/∂x_j, exact.
        Raises ValueError for an x that doesn't fit, or more than `influence.MOST_INFLUENCED` tokens.
        """
        rows = states.placed(x, int(self.w_input.shape[0]), self.position)
        influence.check(len(rows))
        walk = self._walk(self._given(rows))
        return StateTrace(
            x=rows,
            gates={name: single(values, name) for name, values in walk.gates.items()},
            weights=single(self._influence(walk), "influence"),
            output=single(walk.kept[0][1:], "output"),
            mask=locked_mask(masks.causal(len(rows))),
            signed=False,
        )

    def recur(self, x: ArrayLike) -> tuple[Floats, int]:
        """Return the hidden states (n, h) for x (n, d_model), and how many numbers were kept at the end.

        Raises ValueError for an x that doesn't fit.
        """
        walk = self._walk(self._given(states.placed(x, int(self.w_input.shape[0]), self.position)))
        return single(walk.kept[0][1:], "output"), sum(part[-1].size for part in walk.kept)

    def cost(self, n: int) -> Cost:
        """Return what n steps take: a product of the hidden state with each gate's (h, h) matrix; the state is held."""
        return Cost(n * self.w_hidden.size, 4 * self.STATES * self.width)

    def prepare(self, n: int) -> Callable[[], object]:
        """Return the n steps alone, in plain float32, on made-up tokens whose products with W are done."""
        tokens = states.made_up(n, int(self.w_input.shape[0]))
        return self._plain(tokens @ self.w_input + self.bias_input)

    @abstractmethod
    def _walk(self, given: Doubles) -> Walk:
        """Go over the tokens; given: (n, gates · h), what each token brings to each gate."""

    @abstractmethod
    def _influence(self, walk: Walk) -> Doubles:
        """Return the norm of the derivative of each hidden state by each token, (n, n)."""

    @abstractmethod
    def _plain(self, given: Floats) -> Callable[[], object]:
        """Return the walk over `given` as plain float32 code."""

    def _given(self, rows: Floats) -> Doubles:
        product: Doubles = arithmetic.matmul(rows, self._input_columns, np.float64)
        return product + self.bias_input

    def _recalled(self, hidden: Doubles) -> Doubles:
        """Return what the hidden state (h,) brings to each gate, (gates · h,)."""
        product: Doubles = arithmetic.matmul(hidden[None], self._hidden_columns, np.float64)[0]
        return product + self.bias_hidden

    def _blocks(self, values: Doubles) -> dict[str, Doubles]:
        """Return the columns (…, gates · h) of each gate by its name, (…, h)."""
        return dict(zip(self.COLUMNS, np.split(values, len(self.COLUMNS), axis=-1), strict=True))

    @cached_property
    def _input_columns(self) -> arithmetic.Columns:
        return arithmetic.columns(self.w_input)

    @cached_property
    def _hidden_columns(self) -> arithmetic.Columns:
        return arithmetic.columns(self.w_hidden)

    @cached_property
    def _from_hidden(self) -> list[Doubles]:
        """How the hidden state enters the argument of each gate, (h, h) each."""
        return np.split(self.w_hidden.T.astype(np.float64, order="C"), len(self.COLUMNS))

    @cached_property
    def _from_token(self) -> list[Doubles]:
        """How the token does, (h, k) each, in as many directions of it as make a difference."""
        return influence.turned(np.split(self.w_input.T.astype(np.float64, order="C"), len(self.COLUMNS)))


def drawn(seeds: tuple[int, int, int], gates: int, d_model: int) -> tuple[Floats, Floats, Floats, Floats]:
    """Return weights as torch starts them, all in [-1/√h, 1/√h), h = min(d_model, 64), from the book's numbers.

    Raises ValueError for d_model < 1.
    """
    h = min(d_model, WIDEST)
    if h < 1:
        raise ValueError(f"the width d must be at least 1, not {d_model}")
    bound = 1.0 / np.sqrt(h)
    w_input, w_hidden, bias = (
        states.started(seed, rows, gates * h, bound) for seed, rows in zip(seeds, (d_model, h, 2), strict=True)
    )
    return w_input, w_hidden, bias[0], bias[1]
