"""A diagonal state-space model: sixteen fading memories of the values, with the step size chosen by each token.

Each memory n fades at its own rate, A_n = -(n + 1). A token says how much time passes (Δ), where it writes (B) and
where it reads (C). With its value held for that time (zero-order hold) this is a recurrence; unrolled, it is a matrix
from token to token.
Must not use softmax, and must not sum the time that has passed over tokens that have nothing to do with a cell.

Sources: Gu, Gupta, Goel, Ré, "On the Parameterization and Initialization of Diagonal State Space Models" (2022),
S4D-Real; Gu, Dao, "Mamba: Linear-Time Sequence Modeling with Selective State Spaces" (2023), eq. 4 and algorithm 2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core import arithmetic, masks
from attnviz.core.arithmetic import Doubles
from attnviz.core.kinds import states
from attnviz.core.kinds.kind import Cost, Options, StateTrace
from attnviz.core.kinds.states import Floats
from attnviz.core.traces import locked_mask, single

MODES = 16

_SEEDS = (6, 7, 8)  # Δ, B, C
_FIRST_STEP = 0.1  # Δ of a token that says nothing about it
_BIAS = float(np.log(np.expm1(_FIRST_STEP)))  # softplus(_BIAS) = _FIRST_STEP


@dataclass(frozen=True, eq=False)
class Parts:
    """What n tokens bring, in float64: one row each."""

    delta: Doubles  # (n, 1)  Δ > 0, how long the value is held, and so how much fades of what was there before
    write: Doubles  # (n, modes)  B
    read: Doubles  # (n, modes)  C
    value: Doubles  # (n, d_head)  v

    @property
    def decay(self) -> Doubles:
        """e^(Δ·A) (n, modes): what is left of each memory after the token."""
        decay: Doubles = np.exp(-self._rates * self.delta)
        return decay

    @property
    def gain(self) -> Doubles:
        """(e^(Δ·A) - 1) / A · B (n, modes): how strongly the token's value is written into each memory."""
        gain: Doubles = -np.expm1(-self._rates * self.delta) / self._rates * self.write
        return gain

    @property
    def _rates(self) -> Doubles:
        return np.arange(1.0, self.write.shape[1] + 1.0)  # -A


@dataclass(frozen=True, eq=False)
class StateSpace:
    """h_t = e^(Δ_t·A) · h_(t-1) + (e^(Δ_t·A) - 1)/A · B_t · v_t and y_t = C_t · h_t: the weights of it, float32.

    Δ = softplus(x · w_delta + bias), the state h is (modes, d_head), and `position` is added to x.
    Raises ValueError for weights that don't fit each other or hold numbers that are not finite.
    """

    w_delta: Floats  # (d_model, 1)
    w_write: Floats  # (d_model, modes)  B = x · w_write
    w_read: Floats  # (d_model, modes)  C = x · w_read
    w_value: Floats  # (d_model, d_head)  v = x · w_value
    bias: float = _BIAS
    position: str = "none"

    def __post_init__(self) -> None:
        d, modes = np.shape(self.w_write) if np.ndim(self.w_write) == 2 else (0, 0)
        width = np.shape(self.w_value)[-1] if np.ndim(self.w_value) == 2 else 0
        shapes = {"w_delta": (d, 1), "w_write": (d, modes), "w_read": (d, modes), "w_value": (d, width)}
        for name, shape in shapes.items():
            object.__setattr__(self, name, states.weight(getattr(self, name), shape, name))
        if not np.isfinite(self.bias):
            raise ValueError("bias: a finite number is needed")

    @classmethod
    def build(cls, options: Options) -> StateSpace:
        """Return the model with the head's W_v and the book's numbers for Δ, B and C, spread over ±1/√d_model."""
        d = options.head.d_model
        delta, write, read = (
            states.started(seed, d, width, d**-0.5) for seed, width in zip(_SEEDS, (1, MODES, MODES), strict=True)
        )
        return cls(delta, write, read, options.head.w_value, position=options.position)

    def trace(self, x: ArrayLike) -> StateTrace:
        """Return gates, implied matrix M and output M · v for x (n, d_model), all tokens at once.

        Raises ValueError for an x that doesn't fit, or numbers that grow too large for float32.
        """
        rows = self._rows(x)
        parts = self._parts(rows)
        implied = _implied(parts)
        gained = arithmetic.mix(np.maximum(implied, 0.0), parts.value, np.float64)
        lost = arithmetic.mix(np.maximum(-implied, 0.0), parts.value, np.float64)
        gates = {"delta": parts.delta, "B": parts.write, "C": parts.read}
        return StateTrace(
            x=rows,
            gates={name: single(values, name) for name, values in gates.items()},
            weights=single(implied, "weights"),
            output=single(gained - lost, "output"),
            mask=locked_mask(masks.causal(len(rows))),
            signed=True,
        )

    def recur(self, x: ArrayLike) -> tuple[Floats, int]:
        """Return the output (n, d_head) made token by token, and how many numbers the state holds.

        Raises ValueError as `trace` does.
        """
        parts = self._parts(self._rows(x))
        state = np.zeros((parts.write.shape[1], parts.value.shape[1]))
        output = np.empty(parts.value.shape)
        steps = zip(parts.decay, parts.gain, parts.read, parts.value, strict=True)
        for t, (decay, gain, read, value) in enumerate(steps):
            state = decay[:, None] * state + gain[:, None] * value
            output[t] = (read[:, None] * state).sum(axis=0)
        return single(output, "output"), state.size

    def cost(self, n: int) -> Cost:
        """Return what n steps take: to let each memory fade, to write into it and to read it; the state is held."""
        modes, width = self.w_write.shape[1], self.w_value.shape[1]
        return Cost(n * modes * (2 * width + 1), 4 * modes * width)

    def prepare(self, n: int) -> Callable[[], object]:
        """Return the n steps alone, in plain float32, on made-up tokens whose products with W are done."""
        parts = self._parts(states.made_up(n, int(self.w_delta.shape[0])))
        given = (parts.decay, parts.gain, parts.read, parts.value)
        decays, gains, reads, values = (part.astype(np.float32) for part in given)

        def scan() -> Floats:
            state = np.zeros((reads.shape[1], values.shape[1]), dtype=np.float32)
            output = np.empty_like(values)
            for t in range(n):
                state = decays[t, :, None] * state + gains[t, :, None] * values[t]
                output[t] = reads[t] @ state
            return output

        return scan

    def _rows(self, x: ArrayLike) -> Floats:
        return states.placed(x, int(self.w_delta.shape[0]), self.position)

    @cached_property
    def _projection(self) -> arithmetic.Columns:
        return arithmetic.columns(np.concatenate((self.w_delta, self.w_write, self.w_read, self.w_value), axis=1))

    def _parts(self, rows: Floats) -> Parts:
        modes = self.w_write.shape[1]
        projected = arithmetic.matmul(rows, self._projection, np.float64)
        delta, write, read, value = np.split(projected, (1, modes + 1, 2 * modes + 1), axis=1)
        return Parts(states.softplus(delta + self.bias), write, read, value)


def _implied(parts: Parts) -> Doubles:
    """Return M (n, n): M_ij = Σ_modes C_i · e^(A·time from j to i) · gain_j for j ≤ i, and 0 above."""
    n, modes = parts.write.shape
    # Summed for each j from there on: a difference of two times since the start would lose digits after a long step
    elapsed = np.cumsum(np.tri(n, k=-1) * parts.delta, axis=0)
    fading = np.where(
        masks.causal(n), np.exp(-elapsed), 0.0
    )  # A_n = -(n + 1): each mode fades once more than the one before
    left, implied, gain = fading.copy(), np.zeros((n, n)), parts.gain
    for mode in range(modes):
        implied += parts.read[:, mode, None] * gain[:, mode] * left
        left *= fading
    return implied
