"""From a model's logits to the tokens that may come next: temperature, top-k, top-p, in this order.

Must not know what tokens look like and must not draw random numbers itself.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arithmetic import Doubles
from attnviz.models.config import Floats


class Candidate(NamedTuple):
    """A token that may come next."""

    id: int
    probability: float


def probabilities(logits: Floats, temperature: float = 1.0, top_k: int = 0, top_p: float = 1.0) -> Doubles:
    """Return the probability of each token (vocabulary,) float64: the softmax of logits / temperature.

    temperature: 0 = the largest logit alone. top_k: keep so many tokens, 0 = all (Fan et al. 2018). top_p: keep the
    likeliest tokens that together reach this probability (Holtzman et al. 2020). At least one is kept.
    Raises ValueError for a temperature below 0, top_k below 0 or top_p outside 0 … 1.
    """
    if not 0 <= temperature < math.inf or top_k < 0 or not 0 <= top_p <= 1:
        raise ValueError(f"no tokens can be chosen with temperature {temperature}, top-k {top_k} and top-p {top_p}")
    shares = np.zeros(logits.shape)
    if temperature == 0:
        shares[np.argmax(logits)] = 1.0
        return shares
    below = (logits.astype(np.float64) - float(logits.max())) / max(temperature, 1e-6)
    np.exp(below, out=shares)
    if top_k and top_k < len(shares):
        shares[_ranked(logits)[top_k:]] = 0.0
    shares /= shares.sum()
    if top_p < 1:
        order = _ranked(logits)
        before = np.cumsum(shares[order]) - shares[order]
        shares[order[1:][before[1:] >= top_p]] = 0.0
        shares /= shares.sum()
    return shares


def candidates(
    logits: Floats, temperature: float = 1.0, top_k: int = 0, top_p: float = 1.0, count: int = 10
) -> tuple[Candidate, ...]:
    """Return the `count` likeliest tokens, the likeliest first; fewer if the settings of `probabilities` keep fewer.

    >>> candidates(np.float32([0.0, -9999.0, 0.0]))
    (Candidate(id=0, probability=0.5), Candidate(id=2, probability=0.5))
    """
    shares = probabilities(logits, temperature, top_k, top_p)
    order = _ranked(logits)[: max(count, 0)]
    return tuple(Candidate(int(i), float(shares[i])) for i in order if shares[i] > 0)


def chosen(shares: Doubles, chance: float) -> int:
    """Return the token that `chance`, a number drawn evenly from 0 … 1, picks among those with a share.

    >>> chosen(np.array([0.25, 0.0, 0.75]), 0.3)
    2
    """
    possible = np.flatnonzero(shares)
    place = int(np.searchsorted(np.cumsum(shares[possible]), np.float64(chance), side="right"))
    return int(possible[min(place, len(possible) - 1)])


def _ranked(logits: Floats) -> NDArray[np.intp]:
    """Return the tokens, the likeliest first; of equal ones that with the smaller number."""
    return np.argsort(-logits, kind="stable")
