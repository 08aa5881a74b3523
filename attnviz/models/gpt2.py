"""GPT-2 and its like (Radford et al. 2019): norm first, learned positions.

Must not know which rows are kept from an earlier run.
"""

from __future__ import annotations

from collections.abc import Iterable

from attnviz.models.config import Config, Floats, Weights
from attnviz.models.layers import activation
from attnviz.models.network import Attended, Attention, Cache, LayerNorm, Linear, Place, activated, added, word_head


class _Layer:
    """x + attention(norm(x)), and on to x + down(activation(up(norm(x))))."""

    def __init__(self, config: Config, weights: Weights, start: str) -> None:
        self._activate = activation(config.activation)
        self._norm1, self._norm2 = (LayerNorm.of(config, weights, f"{start}norm{i}") for i in (1, 2))
        self._attention = Attention(config, weights, start)
        self._up, self._down = Linear.of(weights, f"{start}up"), Linear.of(weights, f"{start}down")

    def __call__(self, x: Floats, place: Place, cache: Cache | None) -> tuple[Attended, Floats]:
        attended = self._attention(self._norm1(x), place, cache)
        middle = x + attended.output
        between = activated(self._up, self._norm2(middle), self._activate, place.room.between(self._up.width))
        return attended, added(self._down, between, middle, place.room.take(self._down.width))


class Gpt2:
    """A `network.Network` of the GPT-2 family."""

    def __init__(self, config: Config, weights: Weights) -> None:
        """weights: under canonical names; without a head there are no logits. Raises KeyError if one is missing."""
        self._embed, self._positions = weights.get("embed"), weights.get("position_embed")
        self._layers = [_Layer(config, weights, f"layer.{i}.") for i in range(config.layers)]
        self._final_norm = LayerNorm.of(config, weights, "final_norm")
        self._head = word_head(config, weights, self._embed)

    def embed(self, ids: Iterable[int], first: int) -> Floats:
        """Return the vectors of tokens and places, added (rows, d_model)."""
        rows: Floats = self._embed[list(ids)]
        rows += self._positions[first : first + len(rows)]
        return rows

    def layer(self, index: int, residual: Floats, place: Place, cache: Cache | None) -> tuple[Attended, Floats]:
        """Return a layer's attention, and the residual stream after it."""
        return self._layers[index](residual, place, cache)

    def hidden(self, residual: Floats) -> Floats:
        """Return the rows after the final norm."""
        return self._final_norm(residual)

    def logits(self, hidden: Floats) -> Floats | None:
        """Return a number for each token of the vocabulary (rows, vocabulary); None without a head."""
        return None if self._head is None else self._head(hidden)
