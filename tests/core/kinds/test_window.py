"""The sliding window: causal attention with a short memory."""

from __future__ import annotations

import tracemalloc

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core import Head, masks
from attnviz.core.arithmetic import same_bits
from attnviz.core.kinds import Options, attending
from attnviz.core.kinds.causal import Causal
from attnviz.core.kinds.window import Window
from attnviz.core.positions import POSITIONS

HEAD = Head.random(12, 6)
seeds, widths, named = st.integers(0, 2**32), st.integers(1, 20), st.sampled_from(POSITIONS)


def random_kind(seed: int, position: str, width: int) -> tuple[Window, np.ndarray]:
    x = oracle.wide_inputs(np.random.default_rng(seed), 16, 24)
    return Window.build(Options(Head.random(x.shape[1], x.shape[1]), position=position, window=width)), x


@settings(max_examples=40)
@given(seeds, named, st.integers(0, 3))
def test_a_window_as_wide_as_the_text_is_causal_attention_bit_for_bit(seed: int, position: str, more: int) -> None:
    _, x = random_kind(seed, position, 1)
    options = Options(Head.random(x.shape[1], x.shape[1]), position=position, window=len(x) + more)
    window, causal = Window.build(options).trace(x), Causal.build(options).trace(x)
    for name in ("masked_scores", "weights", "output", "mask"):
        assert (getattr(window, name) == getattr(causal, name)).all()
    assert same_bits(window.output, causal.output).all()
    assert same_bits(window.weights, causal.weights).all()


@settings(max_examples=40)
@given(seeds, named, widths)
def test_token_by_token_gives_the_same_bits_and_keeps_the_window_only(seed: int, position: str, width: int) -> None:
    kind, x = random_kind(seed, position, width)
    output, kept = kind.recur(x)
    assert same_bits(output, kind.trace(x).output).all()
    assert kept == 2 * min(len(x), width) * x.shape[1]


@settings(max_examples=40)
@given(seeds, named, widths)
def test_a_row_depends_on_the_tokens_of_its_window_alone(seed: int, position: str, width: int) -> None:
    kind, x = random_kind(seed, position, width)
    rng = np.random.default_rng(seed)
    changed = int(rng.integers(len(x)))
    other = x.copy()
    other[changed] = oracle.wide_vector(rng, x.shape[1])
    same = same_bits(kind.trace(x).output, kind.trace(other).output).all(axis=1)
    outside = ~masks.window(len(x), width)[:, changed]
    assert same[outside].all()


@pytest.mark.parametrize(("n", "width"), [(1, 1), (3, 4), (9, 4), (9, 9), (50, 7)])
def test_the_cost_is_that_of_every_visible_pair(n: int, width: int) -> None:
    cost = Window.build(Options(HEAD, window=width)).cost(n)
    assert cost.multiply_adds == np.count_nonzero(masks.window(n, width)) * 2 * 6
    assert cost.bytes == n * min(n, width) * 4


@pytest.mark.parametrize(("n", "width"), [(1, 4), (5, 1), (3, 8), (40, 4), (40, 40)])
def test_what_is_measured_is_attention_in_the_window(n: int, width: int) -> None:
    query, key, value = attending.made_up(n, 6)
    weights = oracle.softmax(oracle.long_product(query, key.T) / np.sqrt(6), masks.window(n, width))
    expected = oracle.long_product(weights, value).astype(np.float64)
    run = Window.build(Options(HEAD, window=width)).prepare(n)
    for _ in range(2):  # a second run finds everything as the first did
        np.testing.assert_allclose(run(), expected, rtol=0, atol=1e-6)


def test_measuring_makes_nothing_but_the_band() -> None:
    run = Window.build(Options(HEAD, window=16)).prepare(4096)
    tracemalloc.start()
    run()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 4096 * (4 * 16 + 2 * 6) * 4
