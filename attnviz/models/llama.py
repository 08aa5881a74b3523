"""Llama and its like (Touvron et al. 2023; Mistral, Qwen2, SmolLM2): norm first, rotary positions, a gated MLP.

Must not know which rows are kept from an earlier run.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from attnviz.models import layers
from attnviz.models.config import Config, Floats, Weights
from attnviz.models.layers import activation, rms_norm
from attnviz.models.network import Attended, Attention, Cache, Linear, Place, Room, added, word_head
from attnviz.models.rope import Rotation


class _Layer:
    """x + attention(norm(x)), and on to x + down(activation(gate(norm(x))) · up(norm(x)))."""

    def __init__(self, config: Config, weights: Weights, start: str, rotation: Rotation) -> None:
        self._epsilon, self._activate = config.norm_epsilon, activation(config.activation)
        self._norm1, self._norm2 = weights.get(f"{start}norm1.w"), weights.get(f"{start}norm2.w")
        self._attention = Attention(config, weights, start, rotation.turn)
        self._gate, self._up = Linear.of(weights, f"{start}gate"), Linear.of(weights, f"{start}up")
        self._down = Linear.of(weights, f"{start}down")

    def __call__(self, x: Floats, place: Place, cache: Cache | None) -> tuple[Attended, Floats]:
        attended = self._attention(rms_norm(x, self._norm1, self._epsilon), place, cache)
        middle = x + attended.output
        gated = self._gated(rms_norm(middle, self._norm2, self._epsilon), place.room)
        return attended, added(self._down, gated, middle, place.room.take(self._down.width))

    def _gated(self, x: Floats, room: Room) -> Floats:
        gate, up = np.split(room.between(2 * self._gate.width), 2, axis=1)

        def then(columns: slice) -> None:
            self._up.part(x, columns, up)
            layers.gate(self._activate, gate[:, columns], up[:, columns])

        return self._gate(x, gate, then)


class Llama:
    """A `network.Network` of the Llama family."""

    def __init__(self, config: Config, weights: Weights) -> None:
        """weights: under canonical names; without a head there are no logits.

        Raises KeyError if one is missing, ValueError without rope_base.
        """
        self._config, rotation = config, Rotation(config)
        self._embed, self._final_norm = weights.get("embed"), weights.get("final_norm.w")
        self._layers = [_Layer(config, weights, f"layer.{i}.", rotation) for i in range(config.layers)]
        self._head = word_head(config, weights, self._embed)

    def embed(self, ids: Iterable[int], first: int) -> Floats:
        """Return the tokens' vectors (rows, d_model)."""
        return self._embed[list(ids)]

    def layer(self, index: int, residual: Floats, place: Place, cache: Cache | None) -> tuple[Attended, Floats]:
        """Return a layer's attention, and the residual stream after it."""
        return self._layers[index](residual, place, cache)

    def hidden(self, residual: Floats) -> Floats:
        """Return the rows after the final norm."""
        return rms_norm(residual, self._final_norm, self._config.norm_epsilon)

    def logits(self, hidden: Floats) -> Floats | None:
        """Return a number for each token of the vocabulary (rows, vocabulary); None without a head."""
        return None if self._head is None else self._head(hidden)
