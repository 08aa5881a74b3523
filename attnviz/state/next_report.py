"""What a trained model would write next: its likeliest tokens with their probabilities, and what a choice leaves out.

Computed from the model's own logits of the last token, in float64. Must not draw a random number.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.models import next_token
from attnviz.state.scene import Scene
from attnviz.state.trained import Reading

MOST_SHOWN = 40


@dataclass(frozen=True)
class Candidate:
    """A token that may come next."""

    number: int  # in the vocabulary
    text: str  # as it is shown: ␣ for a space
    detail: str  # its bytes
    probability: float  # at this temperature, of all tokens
    share: float  # among those that top-k and top-p keep; 0 for one that is left out

    @property
    def kept(self) -> bool:
        """True if top-k and top-p keep it."""
        return self.share > 0.0


@dataclass(frozen=True)
class NextReport:
    """The likeliest next tokens, the likeliest first. None of a model that does not write: `writes` is False."""

    writes: bool
    candidates: tuple[Candidate, ...]  # at most MOST_SHOWN
    rest: float  # the probability of all others together
    kept: int  # how many tokens of the vocabulary top-k and top-p keep
    kept_probability: float  # what these have together, before they share out the rest
    entropy: float  # bits of the whole distribution at this temperature
    vocabulary: int
    temperature: float
    top_k: int
    top_p: float
    headless: bool = False  # it looks back as one that writes, but its file has no part that chooses a token


def report(scene: Scene, reading: Reading) -> NextReport:
    """Return what the model of `reading` would write behind its text, with the scene's temperature, top-k and top-p."""
    logits, size = reading.run.last_logits, reading.model.config.vocabulary
    choice = (scene.temperature, scene.top_k, scene.top_p)
    causal = reading.source.config.causal
    if logits is None or not causal or reading.model.tokenizer is None:
        return NextReport(False, (), 0.0, 0, 0.0, 0.0, size, *choice, headless=causal)
    everything = next_token.probabilities(logits, scene.temperature)
    shares = next_token.probabilities(logits, *choice)
    order = np.argsort(-everything, kind="stable")[:MOST_SHOWN]
    shown = reading.model.tokenizer
    candidates = tuple(
        Candidate(int(n), piece.text, piece.detail, float(everything[n]), float(shares[n]))
        for n, piece in ((n, shown.piece(int(n))) for n in order)
    )
    kept = shares > 0
    terms = everything[everything > 0]
    return NextReport(
        writes=True,
        candidates=candidates,
        rest=float(max(0.0, 1.0 - everything[order].sum())),
        kept=int(np.count_nonzero(kept)),
        kept_probability=float(everything[kept].sum()),
        entropy=float(-(terms * np.log2(terms)).sum()),
        vocabulary=size,
        temperature=scene.temperature,
        top_k=scene.top_k,
        top_p=scene.top_p,
    )
