"""A loaded model: its configuration, weights and tokenizer, and how it is run.

Must not read files.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from attnviz.models import next_token
from attnviz.models.attention import Sight, View
from attnviz.models.bert import Bert
from attnviz.models.config import ACTIVATIONS, Config, Family, Floats, Weights
from attnviz.models.gpt2 import Gpt2
from attnviz.models.llama import Llama
from attnviz.models.network import Attended, Cache, Network, Place, Room
from attnviz.models.next_token import Candidate
from attnviz.models.problem import QT_TRANSLATE_NOOP, ModelProblem, Stopped
from attnviz.models.traces import LayerTrace, ModelRun, joined

if TYPE_CHECKING:
    from attnviz.models.tokenizer import Tokenizer

__all__ = [
    "ACTIVATIONS", "Candidate", "Config", "Family", "Floats", "LayerTrace", "Model", "ModelRun", "Stopped", "Weights",
]  # fmt: skip

_MOST_KEPT: Final = 2**26  # weights of all layers that are kept: 256 MB
_FAMILIES: Final[Mapping[Family, Callable[[Config, Weights], Network]]] = MappingProxyType(
    {"gpt2": Gpt2, "bert": Bert, "llama": Llama}
)


class Model:
    """A model that can be run on tokens. It keeps nothing of a run, so that several threads may use it."""

    def __init__(self, config: Config, weights: Weights, tokenizer: Tokenizer | None = None) -> None:
        """Raises KeyError if a weight is missing."""
        self.config, self.tokenizer = config, tokenizer
        self._network = _FAMILIES[config.family](config, weights)
        self._sight = Sight.of(config)

    def run(
        self, ids: Sequence[int], previous: ModelRun | None = None, fresh: bool = False,
        stop: Callable[[], bool] | None = None,
    ) -> ModelRun:  # fmt: skip
        """Return everything the model computes on the tokens `ids`, float32.

        previous: an earlier run. Rows before the first token that changed are taken over from it, if the model is
        causal: the KV cache. fresh: compute everything anew all the same. The same tokens computed afresh give the
        same bits, and so do a causal model's rows before a token that changed, if the text is as long as before.
        stop: asked before each layer. Raises Stopped if it says so, ModelProblem for no tokens, more than the model
        takes, one that it doesn't know, or numbers that grow out of float32.
        """
        numbers = tuple(int(number) for number in ids)
        self._check(numbers)
        if fresh or previous is None or previous.config is not self.config:
            return self._run(numbers, None, 0, stop)
        if previous.ids == numbers:
            return previous
        first = _first_change(previous.ids, numbers) if self.config.causal else 0
        return self._run(numbers, previous if first else None, first, stop)

    def seeing(self, causal: bool) -> Model:
        """Return this model with the causal mask on or off, which is another than it was trained with; or itself."""
        if causal == self.config.causal:
            return self
        other = copy.copy(self)
        other.config = replace(self.config, causal=causal)
        other._sight = Sight.of(other.config)
        return other

    def next_tokens(
        self, run: ModelRun, temperature: float = 1.0, top_k: int = 0, top_p: float = 1.0, count: int = 10
    ) -> tuple[Candidate, ...]:
        """Return the likeliest tokens after the text, the likeliest first; none for a model that has no head.

        The settings are those of `next_token.probabilities`. Raises ValueError as it does.
        """
        if run.last_logits is None:
            return ()
        return next_token.candidates(run.last_logits, temperature, top_k, top_p, count)

    def _run(
        self, ids: tuple[int, ...], previous: ModelRun | None, first: int, stop: Callable[[], bool] | None
    ) -> ModelRun:
        network, view = self._network, View(self._sight, first, len(ids))
        room, kept = Room(self.config, len(ids) - first), self._kept(len(ids))
        layers: list[LayerTrace] = []
        with np.errstate(all="ignore"):  # what grows out of float32 is found at the end
            embedding = residual = network.embed(ids[first:], first)
            for index in range(self.config.layers):
                if stop is not None and stop():
                    raise Stopped
                old = None if previous is None else previous.layers[index]
                own = None if kept is None else kept[index]
                cache = None if old is None else Cache(old.key[:, :first], old.value[:, :first])
                place = Place(first, view, room, None if own is None else own[:, first:])
                attended, residual = network.layer(index, residual, place, cache)
                layers.append(_trace(attended, residual, self._sight, own, old, first))
            hidden = network.hidden(residual)
            logits = network.logits(hidden[-1:])
        _check_finite(layers, hidden)
        if previous is not None:
            embedding, hidden = joined(previous.embedding, embedding, first), joined(previous.hidden, hidden, first)
        last = None if logits is None else logits[0]
        return ModelRun(self.config, ids, embedding, tuple(layers), hidden, last, first, network.logits)

    def _kept(self, n: int) -> Floats | None:
        """Return zeros for the weights of all layers, as one array; None if they would be too many."""
        shape = (self.config.layers, self.config.heads, n, n)
        return np.zeros(shape, np.float32) if math.prod(shape) <= _MOST_KEPT else None

    def _check(self, ids: tuple[int, ...]) -> None:
        if not ids:
            raise ModelProblem(QT_TRANSLATE_NOOP("Models", "There is no text for the model to read."))
        if len(ids) > self.config.context:
            raise ModelProblem(
                QT_TRANSLATE_NOOP("Models", "This model reads {most} tokens at most, and the text has {count}."),
                most=self.config.context,
                count=len(ids),
            )
        unknown = next((number for number in ids if not 0 <= number < self.config.vocabulary), None)
        if unknown is not None:
            raise ModelProblem(
                QT_TRANSLATE_NOOP("Models", "The tokenizer gives token {number}, but the model knows {count} tokens."),
                number=unknown,
                count=self.config.vocabulary,
            )


def _first_change(old: tuple[int, ...], new: tuple[int, ...]) -> int:
    """Return the first place where texts differ; the last token's at most: it is always computed."""
    pairs = enumerate(zip(old, new, strict=False))
    return min(next((place for place, (a, b) in pairs if a != b), len(old)), len(new) - 1)


def _trace(
    attended: Attended, residual: Floats, sight: Sight, kept: Floats | None, old: LayerTrace | None, first: int
) -> LayerTrace:
    """Return a layer's trace, with the first rows of an old one in front if there is one."""
    query, key, value, mixed, output = attended
    if old is None:
        return LayerTrace(query, key, value, mixed, output, residual, sight, kept)
    if kept is not None:
        kept[:, :first, :first] = old.weights[:, :first, :first]
    return LayerTrace(
        joined(old.query, query, first, axis=1), key, value, joined(old.mixed, mixed, first),
        joined(old.output, output, first), joined(old.residual, residual, first), sight, kept,
    )  # fmt: skip


def _check_finite(layers: list[LayerTrace], hidden: Floats) -> None:
    """Raise ModelProblem if a number is infinite or undefined: all that follow from it are."""
    if np.isfinite(hidden).all():
        return
    wrong = (index for index, layer in enumerate(layers, 1) if not np.isfinite(layer.residual).all())
    raise ModelProblem(
        QT_TRANSLATE_NOOP(
            "Models", "In layer {layer} the numbers grow beyond what float32 holds. The file may be damaged."
        ),
        layer=next(wrong, len(layers)),
    )
