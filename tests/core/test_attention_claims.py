"""What the chapter claims, with every position and every mask: compared bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import oracle
import pytest
from alike import identical, same_trace
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from attnviz.core import Head, Trace, masks, positions
from attnviz.core.arithmetic import same_bits
from attnviz.core.traces import Setting

seeds = st.integers(0, 2**32 - 1)


def some(rng: np.random.Generator, n: int, d: int) -> NDArray[np.float32]:
    x: NDArray[np.float32] = rng.standard_normal((n, d)).astype(np.float32)
    return x


def placed(x: NDArray[Any], position: str, mask: NDArray[np.bool_] | None, head: Head) -> Trace:
    """Return the trace of x with a position of any kind, as the tables and the setting give it together."""
    slope = float(positions.slopes(1)[0]) if position == "alibi" else 0.0
    return head.trace_in(positions.added(x, position), Setting(mask, rope=position == "rope", slope=slope))


@pytest.mark.parametrize("position", positions.POSITIONS)
@settings(max_examples=40)
@given(seeds, st.integers(1, 24), st.sampled_from([1, 2, 3, 5, 8, 17, 33]), st.integers(1, 9))
def test_the_past_stays_fixed_whatever_the_last_token_is(position: str, seed: int, n: int, d: int, d_head: int) -> None:
    rng = np.random.default_rng(seed)
    head, x = Head.random(d, d_head), some(rng, n, d)
    changed = x.copy()
    changed[-1] = oracle.wide_vector(rng, d) if seed % 2 else 9
    before, after, without = (placed(rows, position, masks.causal(len(rows)), head) for rows in (x, changed, x[:-1]))
    assert identical(after.output[:-1], before.output[:-1])
    assert identical(after.weights[:-1], before.weights[:-1])
    assert identical(without.output, before.output[:-1])


@pytest.mark.parametrize("position", positions.POSITIONS)
@settings(max_examples=40)
@given(seeds, st.integers(2, 16), st.integers(2, 17), st.integers(2, 9))
def test_a_swap_is_seen_with_a_position_and_only_then(position: str, seed: int, n: int, d: int, d_head: int) -> None:
    rng = np.random.default_rng(seed)
    head, x = Head.random(d, d_head), some(rng, n, d)
    i, j = (int(token) for token in rng.choice(n, 2, replace=False))
    order = np.arange(n)
    order[[i, j]] = j, i
    before, after = (placed(rows, position, None, head).output for rows in (x, x[order]))
    moved = (~same_bits(np.ascontiguousarray(after[order]), before)).any(axis=1)
    # Of a third row nothing is asked here: two places may be alike enough to it to round to the same bits
    assert moved[[i, j]].all() if position != "none" else not moved.any()


@pytest.mark.parametrize("position", ["sinusoidal", "learned", "rope", "alibi"])
def test_a_third_token_sees_a_swap_too(position: str) -> None:
    head, x = Head.random(8, 4), some(np.random.default_rng(1), 5, 8)
    order = [0, 3, 2, 1, 4]  # the places 1 and 3 are as far from 2 on either side
    before, after = (placed(rows, position, None, head).output for rows in (x, x[order]))
    assert not same_bits(np.ascontiguousarray(after[order]), before).all(axis=1).any()


@settings(max_examples=40)
@given(seeds, st.integers(1, 20), st.integers(1, 9), st.integers(0, 5), st.booleans())
def test_a_window_as_wide_as_the_text_is_causal_bit_for_bit(seed: int, n: int, d: int, more: int, rope: bool) -> None:
    head, x = Head.random(d, 4), some(np.random.default_rng(seed), n, d)
    window, causal = (
        head.trace_in(x, Setting(mask, rope=rope)) for mask in (masks.window(n, n + more), masks.causal(n))
    )
    assert same_trace(window, causal)


@settings(max_examples=30)
@given(seeds, st.integers(2, 20), st.integers(1, 6), st.integers(1, 3))
def test_a_window_forgets_what_is_out_of_it_to_the_bit(seed: int, n: int, width: int, dilation: int) -> None:
    rng = np.random.default_rng(seed)
    head, x, mask = Head.random(6, 4), some(rng, n, 6), masks.window(n, width, dilation=dilation)
    token = int(rng.integers(n))
    changed = x.copy()
    changed[token] = 9
    same = same_bits(head.trace(changed, mask).output, head.trace(x, mask).output)
    assert same[~mask[:, token]].all()
    assert not same[mask[:, token]].all(axis=1).any()
