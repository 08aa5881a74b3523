"""LSTM: a cell that is added to and forgotten from, and a hidden state that shows a part of it.

The equations are those of torch.nn.LSTM. Must not add anything to them.

Sources: Hochreiter, Schmidhuber, "Long Short-Term Memory" (1997); Gers, Schmidhuber, Cummins, "Learning to Forget"
(2000).
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

_SEEDS = (12, 13, 14)  # W_i, W_h, both biases


@dataclass(frozen=True, eq=False)
class Lstm(Gated):
    """c' = f · c + i · g and h' = o · tanh(c'), with i, f, o = σ(W x + U h) and g = tanh(W_g x + U_g h)."""

    COLUMNS: ClassVar[tuple[str, ...]] = ("input", "forget", "cell", "output gate")
    STATES: ClassVar[int] = 2

    @classmethod
    def random(cls, d_model: int, position: str = "none") -> Lstm:
        """Return the LSTM with the book's numbers, h = min(d_model, 64). Raises ValueError for d_model < 1."""
        return _random(d_model, position)

    @classmethod
    def build(cls, options: Options) -> Lstm:
        """Return the random LSTM for tokens as wide as those of the head."""
        return _random(options.head.d_model, options.position)

    def _walk(self, given: Doubles) -> Walk:
        n, h = len(given), self.width
        hidden, memory = np.zeros((n + 1, h)), np.zeros((n + 1, h))
        gates, arguments = np.empty((n, 4 * h)), np.empty((n, 4 * h))
        for t in range(n):
            inside = given[t] + self._recalled(hidden[t])
            taken, forget, output = sigmoid(inside[:h]), sigmoid(inside[h : 2 * h]), sigmoid(inside[3 * h :])
            cell = np.tanh(inside[2 * h : 3 * h])
            memory[t + 1] = forget * memory[t] + taken * cell
            hidden[t + 1] = output * np.tanh(memory[t + 1])
            gates[t] = np.concatenate((taken, forget, cell, output))
            arguments[t] = inside
        return Walk(self._blocks(gates), self._blocks(arguments), (hidden, memory))

    def _influence(self, walk: Walk) -> Doubles:
        gates, inside, memory = walk.gates, walk.arguments, walk.kept[1]
        # ∂c'/∂(argument of each gate), for the output gate ∂h'/∂(its argument), and ∂h'/∂c': (n, h) each
        by_input = gates["cell"] * sigmoid_slope(inside["input"])
        by_forget = memory[:-1] * sigmoid_slope(inside["forget"])
        by_cell = gates["input"] * tanh_slope(inside["cell"])
        by_output = np.tanh(memory[1:]) * sigmoid_slope(inside["output gate"])
        shown = gates["output gate"] * tanh_slope(memory[1:])

        def brought(step: int, blocks: Sequence[Doubles]) -> Doubles:
            factors = (by_input[step], by_forget[step], by_cell[step], by_output[step])
            taken, forget, cell, output = (
                factor[:, None] * block for factor, block in zip(factors, blocks, strict=True)
            )
            return np.concatenate((taken + forget + cell, output))

        def own(step: int) -> Parts:
            cell, output = np.split(brought(step, self._from_token), 2)
            return [output + shown[step, :, None] * cell, cell]

        def advance(step: int, parts: Parts) -> Parts:
            hidden, cell = parts
            to_cell, to_hidden = np.split(jacobians[step] @ hidden, 2)
            cell *= gates["forget"][step][:, None]
            cell += to_cell
            np.multiply(cell, shown[step][:, None], out=hidden)
            hidden += to_hidden
            return parts

        jacobians = [brought(step, self._from_hidden) for step in range(len(shown))]
        return influence.norms(len(jacobians), own, advance)

    def _plain(self, given: Floats) -> Callable[[], object]:
        h, weights, bias, one = self.width, self.w_hidden, self.bias_hidden, np.float32(1.0)

        def walk() -> Floats:
            hidden, memory = np.zeros(h, dtype=np.float32), np.zeros(h, dtype=np.float32)
            output = np.empty((len(given), h), dtype=np.float32)
            for t, row in enumerate(given):
                inside = row + (hidden @ weights + bias)
                doors = one / (one + np.exp(-inside))
                memory = doors[h : 2 * h] * memory + doors[:h] * np.tanh(inside[2 * h : 3 * h])
                hidden = doors[3 * h :] * np.tanh(memory)
                output[t] = hidden
            return output

        return walk


@lru_cache(maxsize=4)
def _random(d_model: int, position: str) -> Lstm:
    return Lstm(*drawn(_SEEDS, len(Lstm.COLUMNS), d_model), position)
