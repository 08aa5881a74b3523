"""GRU: a state of h numbers, and two gates that say how much of it is kept and how much of it is asked.

The equations are those of torch.nn.GRU: the reset gate comes after the product with the hidden state.
Must not add anything to them.

Source: Cho, van Merriënboer, Gulcehre et al., "Learning Phrase Representations using RNN Encoder-Decoder" (2014).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from attnviz.core.arithmetic import Doubles
from attnviz.core.kinds import influence
from attnviz.core.kinds.gated import Gated, Walk, drawn
from attnviz.core.kinds.influence import Parts
from attnviz.core.kinds.kind import Options
from attnviz.core.kinds.states import Floats, sigmoid, sigmoid_slope, tanh_slope

_SEEDS = (9, 10, 11)  # W_i, W_h, both biases


@dataclass(frozen=True, eq=False)
class Gru(Gated):
    """h' = (1 - z) · n + z · h, with z = σ(W_z x + U_z h), r = σ(W_r x + U_r h), n = tanh(W_n x + r · U_n h)."""

    COLUMNS: ClassVar[tuple[str, ...]] = ("reset", "update", "candidate")
    STATES: ClassVar[int] = 1

    @classmethod
    def random(cls, d_model: int, position: str = "none") -> Gru:
        """Return the GRU with the book's numbers, h = min(d_model, 64). Raises ValueError for d_model < 1."""
        return _random(d_model, position)

    @classmethod
    def build(cls, options: Options) -> Gru:
        """Return the random GRU for tokens as wide as those of the head."""
        return _random(options.head.d_model, options.position)

    def _walk(self, given: Doubles) -> Walk:
        n, h = len(given), self.width
        hidden, gates, arguments = np.zeros((n + 1, h)), np.empty((n, 3 * h)), np.empty((n, 4 * h))
        for t in range(n):
            recalled = self._recalled(hidden[t])
            doors = given[t, : 2 * h] + recalled[: 2 * h]
            reset, update = np.split(sigmoid(doors), 2)
            inner = given[t, 2 * h :] + reset * recalled[2 * h :]
            candidate = np.tanh(inner)
            hidden[t + 1] = (1.0 - update) * candidate + update * hidden[t]
            gates[t] = np.concatenate((update, reset, candidate))
            arguments[t] = np.concatenate((doors, inner, recalled[2 * h :]))
        named = dict(zip(("update", "reset", "candidate"), np.split(gates, 3, axis=1), strict=True))
        inside = dict(zip((*self.COLUMNS, "recalled"), np.split(arguments, 4, axis=1), strict=True))
        return Walk(named, inside, (hidden,))

    def _influence(self, walk: Walk) -> Doubles:
        (hidden,), gates, inside = walk.kept, walk.gates, walk.arguments
        # ∂h'/∂(argument of each gate), (n, h)
        by_candidate = (1.0 - gates["update"]) * tanh_slope(inside["candidate"])
        by_update = (hidden[:-1] - gates["candidate"]) * sigmoid_slope(inside["update"])
        by_reset = by_candidate * inside["recalled"] * sigmoid_slope(inside["reset"])

        def own(step: int) -> Parts:
            return [_through((by_reset[step], by_update[step], by_candidate[step]), self._from_token)]

        def past(step: int) -> Doubles:
            factors = (by_reset[step], by_update[step], by_candidate[step] * gates["reset"][step])
            return _through(factors, self._from_hidden) + np.diag(gates["update"][step])

        jacobians = [past(step) for step in range(len(by_reset))]
        return influence.norms(len(jacobians), own, lambda step, parts: [jacobians[step] @ parts[0]])

    def _plain(self, given: Floats) -> Callable[[], object]:
        h, weights, bias, one = self.width, self.w_hidden, self.bias_hidden, np.float32(1.0)

        def walk() -> Floats:
            hidden, output = np.zeros(h, dtype=np.float32), np.empty((len(given), h), dtype=np.float32)
            for t, row in enumerate(given):
                recalled = hidden @ weights + bias
                doors = one / (one + np.exp(-(row[: 2 * h] + recalled[: 2 * h])))
                candidate = np.tanh(row[2 * h :] + doors[:h] * recalled[2 * h :])
                hidden = candidate + doors[h:] * (hidden - candidate)
                output[t] = hidden
            return output

        return walk


def _through(factors: Sequence[Doubles], blocks: Sequence[Doubles]) -> Doubles:
    """Return Σ_gates diag(factor) · block: what goes through the gates from one side to the new state."""
    return sum((factor[:, None] * block for factor, block in zip(factors, blocks, strict=True)), np.zeros(()))


@lru_cache(maxsize=4)
def _random(d_model: int, position: str) -> Gru:
    return Gru(*drawn(_SEEDS, len(Gru.COLUMNS), d_model), position)
