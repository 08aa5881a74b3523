"""Claim: random features estimate softmax attention, and the error falls as one over the root of their number.

Choromanski et al. 2021 (Performer), lemma 2: the mean square error is as e^(|q + k|²) / m for m features, so that long
queries and keys need far more of them. Measured on the person's own tokens as they are, and with their queries and keys
made short. Must not hold an error that was not computed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnviz.core import arithmetic, masks, positions
from attnviz.core.arithmetic import Doubles, Mask
from attnviz.core.head import Head, Setting
from attnviz.core.kinds.linear import exponentials
from attnviz.core.kinds.performer import RandomFeatures, directions
from attnviz.core.traces import token_rows

COUNTS: Final = (4, 8, 16, 32, 64, 128, 256, 512, 1024)
SEEDS: Final = (0, 1, 2, 3, 4, 5, 6, 7)  # of the draws; the first is the one that the rest of the program shows
WIDE: Final = 128  # a wider head gets FEWER of them: its directions take long to draw
FEWER: Final = 3
MOST_TOKENS: Final = 64  # more take too long while somebody types
SHORT: Final = 0.5  # root mean square length to which queries and keys are made shorter


@dataclass(frozen=True)
class FeatureError:
    """How far the estimated weights are from the exact ones with so many features, over several draws."""

    features: int
    largest: float  # difference of two weights among the visible cells: the mean over the draws
    root_mean_square: float  # of all differences, over cells and draws


@dataclass(frozen=True)
class FeatureCurve:
    """The error for each of COUNTS."""

    length: float  # root mean square length of the queries and keys, divided as the features take them
    points: tuple[FeatureError, ...]
    exponent: float | None  # of the root mean square in the number of features; None where nothing differs


@dataclass(frozen=True, eq=False)
class FeaturesReport:
    """The weights of n tokens, exact and estimated, and how the error falls."""

    exact: NDArray[np.float32]  # (n, n)  softmax attention
    estimate: NDArray[np.float32]  # (n, n)  the Performer's, with the first draw of `features` features
    mask: NDArray[np.bool_]  # (n, n)  True = visible
    features: int
    largest: float  # difference between the two, among the visible cells
    root_mean_square: float
    where: tuple[int, int] | None  # row and column of the largest; None where nothing differs
    own: FeatureCurve  # of queries and keys as they are
    short: FeatureCurve  # of the same ones made shorter, all by one factor, to the length SHORT; its exponent is −1/2
    draws: int
    n: int  # tokens in the experiment
    shortened: bool  # the text has more tokens than that


@dataclass(frozen=True, eq=False)
class _Question:
    """What is to be estimated: softmax(q·k + bias) over the visible cells, with the division by √d already done."""

    query: Doubles  # (n, d)
    key: Doubles  # (n, d)
    bias: Doubles  # (n, n)
    mask: Mask  # (n, n)

    @property
    def length(self) -> float:
        return float(np.sqrt((self.query**2 + self.key**2).sum(axis=1).mean() / 2))


def report(
    head: Head,
    x: ArrayLike,
    mask: ArrayLike | None = None,
    scaled: bool = True,
    features: int = 64,
    seeds: Sequence[int] | None = None,
    rope: bool = False,
    slope: float = 0.0,
) -> FeaturesReport:
    """Return how well random features estimate the head's weights for x (n, d_model), with what is added to it.

    mask: bool (n, n) or None = all visible. seeds: one draw of the features each, None = as many as are quick; the
    estimate is shown for the first.
    rope, slope: as in `Setting`. Of more than MOST_TOKENS tokens only the first are taken.
    Raises ValueError for no tokens, no seeds or features < 1, and as `Head.trace` does.
    """
    rows = token_rows(x, head.d_model)
    if seeds is None:
        seeds = SEEDS if head.d_head <= WIDE else SEEDS[:FEWER]
    if not len(rows) or not seeds:
        raise ValueError(f"at least 1 token and 1 seed are needed, not {len(rows)} and {len(seeds)}")
    used, seen = rows[:MOST_TOKENS], arithmetic.check_mask(mask, (len(rows), len(rows)))
    visible = masks.sighted(seen[:MOST_TOKENS, :MOST_TOKENS])
    exact = head.trace_in(used, Setting(visible, scaled, rope=rope, slope=slope))
    setting = Setting(visible, scaled, rope=rope, slope=slope, similarity=RandomFeatures(features, seeds[0]))
    estimate = head.trace_in(used, setting)
    off = _differences(exact.weights, estimate.weights, visible)
    at = np.unravel_index(int(off.argmax()), off.shape)
    own = _question(head, used, Setting(visible, scaled, rope=rope, slope=slope))
    return FeaturesReport(
        exact=exact.weights,
        estimate=estimate.weights,
        mask=exact.mask,
        features=features,
        largest=float(off.max()),
        root_mean_square=_root_mean_square(off, visible),
        where=(int(at[0]), int(at[1])) if off.any() else None,
        own=_curve(own, seeds, 1.0),
        short=_curve(own, seeds, min(1.0, SHORT / own.length) if own.length else 1.0),
        draws=len(seeds),
        n=len(used),
        shortened=len(used) < len(rows),
    )


def _question(head: Head, x: NDArray[np.float32], setting: Setting) -> _Question:
    whole = head.exact_in(x, setting)
    down = head.d_head**0.25 if setting.scaled else 1.0
    bias = positions.alibi(len(x), len(x), setting.slope)
    return _Question(whole.query / down, whole.key / down, bias, whole.mask)


def _curve(question: _Question, seeds: Sequence[int], factor: float) -> FeatureCurve:
    """Return the errors for queries and keys times `factor`."""
    query, key, mask = question.query * factor, question.key * factor, question.mask
    exact = arithmetic.softmax(query @ key.T + question.bias, mask, np.float64)
    half = (key * key).sum(axis=1) / 2
    found: list[list[Doubles]] = [[] for _ in COUNTS]
    for seed in seeds:
        across = _directions(query.shape[1], seed).T
        asked, offered = query @ across, key @ across
        for differences, count in zip(found, COUNTS, strict=True):
            of_query, _ = exponentials(asked[:, :count])  # what is taken out of a query is the same in all of its row
            of_key, power = exponentials(offered[:, :count])
            scores = np.log(of_query @ of_key.T) + power.T - half + question.bias
            differences.append(_differences(exact, arithmetic.softmax(scores, mask, np.float64), mask))
    points = tuple(_error(count, np.array(off), mask) for count, off in zip(COUNTS, found, strict=True))
    return FeatureCurve(question.length * factor, points, _exponent(points))


def _error(count: int, off: Doubles, mask: Mask) -> FeatureError:
    """Return the figures of the differences `off` (draws, n, n)."""
    return FeatureError(count, float(off.max(axis=(1, 2)).mean()), _root_mean_square(off, mask))


def _exponent(points: Sequence[FeatureError]) -> float | None:
    """Return p of the power law features^p that fits best, by least squares between the logarithms."""
    if not all(point.root_mean_square > 0 for point in points):
        return None
    counts = np.log([point.features for point in points])
    return float(np.polyfit(counts, np.log([point.root_mean_square for point in points]), 1)[0])


def _differences(exact: NDArray[np.floating], estimate: NDArray[np.floating], mask: Mask) -> Doubles:
    """Return how far two weights are apart, cell by cell, 0 where hidden."""
    return np.where(mask, np.abs(estimate.astype(np.float64) - exact), 0.0)


def _root_mean_square(off: Doubles, mask: Mask) -> float:
    """Return that of the visible cells: `off` (…, n, n) is 0 elsewhere."""
    return float(np.sqrt((off * off).sum(axis=(-2, -1)).mean() / np.count_nonzero(mask)))


@lru_cache(maxsize=len(SEEDS))
def _directions(d: int, seed: int) -> Doubles:
    """Return as many directions as the curve needs at most. Fewer are their beginning, but for a last rounding."""
    return directions(d, COUNTS[-1], seed)
