"""What a trained model, or somebody's own arrays, make of a picture's text. Pure: sources are handed in, not loaded.

The head that the map shows is worked out again in exact arithmetic from the model's own queries, keys and values, so
that every step and every sum can be followed bit for bit; whatever is said of all heads stands on the model's float32.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from attnviz.core import masks, multihead
from attnviz.core.head import ExactTrace, Floats
from attnviz.core.traces import locked
from attnviz.models import combining
from attnviz.models.arrays import Attentions
from attnviz.state.layer import GivenTrace, Run
from attnviz.state.scene import MOST_TOKENS, Picture

if TYPE_CHECKING:
    from attnviz.models.model import Model, ModelRun
    from attnviz.models.pieces import Piece

Source: TypeAlias = "Model | Attentions"
Sources: TypeAlias = Mapping[str, Source]
Stop: TypeAlias = Callable[[], bool]

_MOST_WEIGHTS = 24_000_000  # of all layers and heads together: about 100 MB


@dataclass(frozen=True, eq=False)
class Reading:
    """What a trained model made of a text."""

    source: Model  # as it was loaded
    model: Model  # as it was run: perhaps with another mask
    pieces: tuple[Piece, ...]  # the tokens, as they are shown
    run: ModelRun
    total: int | None  # tokens in the whole text; None: more than were read, and too many to be counted

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens in words."""
        return tuple(piece.text for piece in self.pieces)

    @property
    def weights(self) -> tuple[Floats, ...]:
        """The model's own weights (heads, n, n) of each layer."""
        return tuple(layer.weights for layer in self.run.layers)


def most_tokens_of(model: Model) -> int:
    """Return how many tokens of a text a model reads here at most: what it was made for, and what memory holds."""
    config = model.config
    return min(config.context, MOST_TOKENS, math.isqrt(_MOST_WEIGHTS // (config.layers * config.heads)))


def reading_of(
    picture: Picture, source: Model, previous: Reading | None = None, stop: Stop | None = None, fresh: bool = False
) -> Reading | None:
    """Return what `source` makes of the picture's text; None without tokens.

    previous: an earlier reading whose rows before the first changed token are kept. fresh: all is computed anew.
    Raises ModelProblem as `Model.run` does, Stopped where `stop` says so.
    """
    model = source.seeing(picture.causal)
    if model.tokenizer is None or not picture.text.strip():
        return None
    encoded = model.tokenizer.encode(picture.text, most_tokens_of(model))
    if not len(encoded.ids):
        return None
    kept = previous.run if previous is not None and previous.model.config is model.config else None
    run = model.run(encoded.ids.tolist(), kept, fresh, stop)
    return Reading(source, model, encoded.pieces, run, encoded.total)


def run_of_head(picture: Picture, reading: Reading) -> Run:
    """Return every step of the shown head, in exact arithmetic from the model's own float32 Q, K and V."""
    exact = exact_of_head(picture, reading)
    index = shown_layer(picture, len(reading.run.layers))
    x = reading.run.embedding if index == 0 else reading.run.layers[index - 1].residual
    return Run(x, exact.trace(x)[0])


def exact_of_head(picture: Picture, reading: Reading) -> ExactTrace:
    """Return what the shown head's steps are rounded from."""
    layer = reading.run.layers[shown_layer(picture, len(reading.run.layers))]
    head = min(picture.head, len(layer.query) - 1)
    kv = layer.kv_head_of(head)
    query, key, value = (of.astype(np.float64) for of in (layer.query[head], layer.key[kv], layer.value[kv]))
    return ExactTrace(query, key, value, masks.sighted(layer.mask), scaled=True)


def run_of_arrays(picture: Picture, given: Attentions) -> Run:
    """Return the shown map of somebody's own arrays."""
    layer = shown_layer(picture, len(given.weights))
    head = min(picture.head, len(given.weights[layer]) - 1)
    weights = locked(np.array(given.head(layer, head)))
    empty = locked(np.zeros((len(weights), 0), np.float32))
    return Run(empty, GivenTrace(weights, np.ones(weights.shape, np.bool_), empty, empty))


def blend_of_layers(picture: Picture, count: int, layer_at: Callable[[int], Floats], shown: Floats) -> Floats | None:
    """Return what the map shows in place of the one head; None where it is the head as it is.

    layer_at: gives the weights (heads, n, m) of one of `count` layers; shown: (n, m) of the head.
    """
    if picture.view in ("layers", "rollout"):
        layers = [layer_at(layer) for layer in range(count)]
        square = layers[0].shape[1] == layers[0].shape[2]
        blend = combining.rollout(layers) if picture.view == "rollout" and square else combining.layer_mean(layers)
    elif picture.view == "head":
        blend = shown
    else:
        layer = layer_at(shown_layer(picture, count))
        if picture.view == "entropy":
            return multihead.entropies(layer)
        blend = combining.head_mean(layer) if picture.view == "mean" else layer.max(axis=0)
    if picture.rescaled:
        return combining.without_first(blend).weights
    return None if blend is shown else blend


def shown_layer(picture: Picture, layers: int) -> int:
    """Return the layer that is shown: the last one, where the picture names one that isn't there."""
    return min(picture.layer, layers - 1)
