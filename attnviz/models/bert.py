"""BERT and its like (Devlin et al. 2019; MiniLM, RoBERTa, DistilBERT): norm last, every token sees every token.

Must not know about special tokens: they are tokens as others are. All tokens are of type 0.
"""

from __future__ import annotations

from collections.abc import Iterable

from attnviz.models.config import Config, Floats, Weights
from attnviz.models.layers import activation
from attnviz.models.network import Attended, Attention, Cache, LayerNorm, Linear, Place, activated, added


class _Layer:
    """norm(x + attention(x)), and on to norm(x + down(activation(up(x))))."""

    def __init__(self, config: Config, weights: Weights, start: str) -> None:
        self._activate = activation(config.activation)
        self._norm1, self._norm2 = (LayerNorm.of(config, weights, f"{start}norm{i}") for i in (1, 2))
        self._attention = Attention(config, weights, start)
        self._up, self._down = Linear.of(weights, f"{start}up"), Linear.of(weights, f"{start}down")

    def __call__(self, x: Floats, place: Place, cache: Cache | None) -> tuple[Attended, Floats]:
        attended = self._attention(x, place, cache)
        middle = self._norm1(x + attended.output)
        between = activated(self._up, middle, self._activate, place.room.between(self._up.width))
        return attended, self._norm2(added(self._down, between, middle), place.room.take(self._down.width))


class _MaskedWordHead:
    """What BERT is trained with: from a token's row to the word that stands there."""

    def __init__(self, config: Config, weights: Weights, embed: Floats) -> None:
        self._dense, self._activate = Linear.of(weights, "head_dense"), activation(config.activation)
        self._norm = LayerNorm.of(config, weights, "head_norm")
        bias = weights.get("head.b") if "head.b" in weights.names() else None
        self._words = Linear(embed.T if config.tied else weights.get("head.w"), bias)

    def __call__(self, x: Floats) -> Floats:
        x = self._dense(x)
        self._activate(x)
        return self._words(self._norm(x))


class Bert:
    """A `network.Network` of the BERT family."""

    def __init__(self, config: Config, weights: Weights) -> None:
        """weights: under canonical names; without head_dense there are no logits. Raises KeyError if one is missing."""
        self._embed, self._norm = weights.get("embed"), LayerNorm.of(config, weights, "embed_norm")
        self._positions = weights.get("position_embed")[config.position_offset :]
        self._type = weights.get("type_embed")[0] if config.token_types else None
        self._layers = [_Layer(config, weights, f"layer.{i}.") for i in range(config.layers)]
        has_head = "head_dense.w" in weights.names()
        self._head = _MaskedWordHead(config, weights, self._embed) if has_head else None

    def embed(self, ids: Iterable[int], first: int) -> Floats:
        """Return the vectors of tokens, places and the type, added and normed (rows, d_model)."""
        rows: Floats = self._embed[list(ids)]
        rows += self._positions[first : first + len(rows)]
        if self._type is not None:
            rows += self._type
        return self._norm(rows)

    def layer(self, index: int, residual: Floats, place: Place, cache: Cache | None) -> tuple[Attended, Floats]:
        """Return a layer's attention, and the residual stream after it."""
        return self._layers[index](residual, place, cache)

    def hidden(self, residual: Floats) -> Floats:
        """Return the rows as they are: the last norm is in the last layer."""
        return residual

    def logits(self, hidden: Floats) -> Floats | None:
        """Return a number for each token of the vocabulary (rows, vocabulary); None without a masked-word head."""
        return None if self._head is None else self._head(hidden)
