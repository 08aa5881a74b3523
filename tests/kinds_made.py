"""Reports on real kinds of attention for the tests of the Kinds panel, each made once."""

from __future__ import annotations

from functools import lru_cache

from attnviz.core import Head, tokens
from attnviz.core.kinds import KINDS, Kind, Options
from attnviz.experiments.costs import LENGTHS, CostSample
from attnviz.experiments.kinds import KindsReport, measure

CAT = "The cat sat on the mat"
CHAPTERS = ("full", "causal", "window", "gru")


def words(text: str = CAT) -> tuple[str, ...]:
    """Return the tokens of `text`."""
    return tuple(tokens.split(text))


def kinds(keys: tuple[str, ...] = CHAPTERS, d: int = 16, position: str = "none") -> dict[str, Kind]:
    """Return the kinds, built on the random head of width d."""
    options = Options(Head.random(d, d), position=position)
    return {key: KINDS[key].build(options) for key in keys}


@lru_cache(maxsize=16)
def report(keys: tuple[str, ...] = CHAPTERS, text: str = CAT, d: int = 16, position: str = "none") -> KindsReport:
    """Return what is measured of the kinds on `text`."""
    return measure(kinds(keys, d, position), tokens.embed(words(text), d))


def samples(keys: tuple[str, ...] = CHAPTERS, d: int = 16, longest: int = LENGTHS[-1]) -> tuple[CostSample, ...]:
    """Return samples whose time is a billionth of a second for each multiply-add."""
    made = []
    for key, kind in kinds(keys, d).items():
        for n in LENGTHS:
            cost = kind.cost(n)
            if n <= longest:
                made.append(CostSample(key, n, cost.multiply_adds, cost.bytes, 1e-9 * cost.multiply_adds))
    return tuple(made)
