"""What a kind of attention costs as a text grows: operations and bytes counted, seconds measured, a power of n fitted.

Only what mixes tokens is counted: the projections x·W cost the same n · d² in every kind. Must not hold a figure that
was not counted or measured here.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np

from attnviz.core.kinds import Kind

Growth: TypeAlias = Literal["quadratic", "linear"]

LENGTHS: Final = (64, 128, 256, 512, 1024, 2048, 4096)
FITTED_FROM: Final = 256  # shorter texts are ruled by what does not grow with them
MARGIN: Final = 0.25  # how far from 2 or 1 an exponent may be

_POWERS: Final[Mapping[Growth, float]] = {"quadratic": 2.0, "linear": 1.0}
_BUDGET = 0.1  # seconds for the repeats of one sample
_QUICK = 0.01  # a run under so many seconds is repeated
_LEAST_REPEATS = 3
# The time of the thread alone, so that what else the machine does is not measured; on Windows it is too coarse
_CLOCK: Final[Callable[[], float]] = time.perf_counter if sys.platform == "win32" else time.thread_time


@dataclass(frozen=True)
class CostSample:
    """What one kind costs for n tokens."""

    key: str  # of the kind
    n: int
    multiply_adds: int
    bytes: int  # held at once, as float32
    seconds: float  # of processor time, the smallest of some repeats


@dataclass(frozen=True)
class Fit:
    """The exponents p of n^p that describe the samples of one kind from FITTED_FROM tokens on."""

    multiply_adds: float
    bytes: float
    seconds: float


def costs(kinds: Mapping[str, Kind], lengths: Sequence[int] = LENGTHS) -> Iterator[CostSample]:
    """Yield one sample after the other, the shortest length first, so that who asked can show each and stop."""
    for n in lengths:
        for key, kind in kinds.items():
            cost = kind.cost(n)
            yield CostSample(key, n, cost.multiply_adds, cost.bytes, seconds(kind.prepare(n)))


def seconds(run: Callable[[], object], clock: Callable[[], float] = _CLOCK) -> float:
    """Return the shortest processor time that `run` took, repeated for about a tenth of a second and at least once.

    What takes less than 10 ms runs at least three times.
    """
    shortest, spent, repeats = math.inf, 0.0, 0
    while repeats == 0 or spent + shortest <= _BUDGET or (repeats < _LEAST_REPEATS and shortest < _QUICK):
        start = clock()
        run()
        took = clock() - start
        shortest, spent, repeats = min(shortest, took), spent + took, repeats + 1
    return shortest


def fit(samples: Sequence[CostSample], key: str, least: int = FITTED_FROM) -> Fit | None:
    """Return the exponents of one kind; None while it has fewer than two lengths of `least` tokens or more."""
    own = [sample for sample in samples if sample.key == key]
    lengths = [sample.n for sample in own]
    if len({n for n in lengths if n >= least}) < 2:
        return None
    return Fit(
        multiply_adds=exponent(lengths, [sample.multiply_adds for sample in own], least),
        bytes=exponent(lengths, [sample.bytes for sample in own], least),
        seconds=exponent(lengths, [sample.seconds for sample in own], least),
    )


def exponent(lengths: Sequence[int], values: Sequence[float], least: int = FITTED_FROM) -> float:
    """Return p so that n^p describes `values` best: the slope of a least-squares line in log-log.

    Only lengths of at least `least` count. Raises ValueError for fewer than two of them or a value that is not above 0.

    >>> round(exponent([256, 512, 1024], [3 * 256**2, 3 * 512**2, 3 * 1024**2]), 6)
    2.0
    """
    used = [(n, value) for n, value in zip(lengths, values, strict=True) if n >= least]
    if len({n for n, _ in used}) < 2:
        raise ValueError(f"at least two lengths of {least} or more are needed to fit an exponent")
    if min(value for _, value in used) <= 0:
        raise ValueError("an exponent can be fitted to values above 0 only")
    across, up = np.log(np.array(used, dtype=np.float64)).T
    across -= across.mean()
    return float(across @ up / (across @ across))


def growth(exponent: float) -> Growth | None:
    """Return "quadratic" or "linear" for an exponent within MARGIN of 2 or 1, None for any other.

    >>> growth(1.9), growth(1.1), growth(1.5)
    ('quadratic', 'linear', None)
    """
    return next((name for name, power in _POWERS.items() if abs(exponent - power) <= MARGIN), None)
