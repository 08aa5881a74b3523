"""What holds for all that goes from token to token: the past is fixed to the bit, order shows, nothing overflows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import oracle
import pytest
from alike import identical
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from attnviz.core import Head, arithmetic
from attnviz.core.kinds import Options, StateTrace
from attnviz.core.kinds.gru import Gru
from attnviz.core.kinds.lstm import Lstm
from attnviz.core.kinds.state_space import StateSpace
from attnviz.core.kinds.states import made_up
from attnviz.core.positions import POSITIONS

Build = Callable[[Options], Any]

KINDS = {"state_space": StateSpace.build, "gru": Gru.build, "lstm": Lstm.build}
every_kind = pytest.mark.parametrize("build", KINDS.values(), ids=KINDS)
seeds = st.integers(0, 2**32 - 1)
tokens, widths = st.integers(1, 24), st.integers(1, 70)
placings = st.sampled_from(POSITIONS)


def kind_for(build: Build, d: int, position: str = "none") -> Any:
    return build(Options(Head.random(d, d), position=position))


def same_past(one: StateTrace, other: StateTrace, rows: int) -> bool:
    """Say whether the first `rows` rows of everything that is shown have the same bits."""
    past = slice(rows)
    pairs = [(one.output, other.output), *((one.gates[name], other.gates[name]) for name in one.gates)]
    pairs.append((one.weights[:, past], other.weights[:, past]))
    hidden = one.weights[past, rows:].any() or other.weights[past, rows:].any()
    return not hidden and all(identical(a[past], b[past]) for a, b in pairs)


def appended(build: Build, rng: np.random.Generator) -> bool:
    """Say whether tokens put at the end of a random text left everything before them as it was."""
    x = oracle.wide_inputs(rng, most_tokens=12, widest=40)
    longer = np.vstack((x, 9000 * x, rng.standard_normal((rng.integers(1, 9), x.shape[1]))))
    kind = kind_for(build, x.shape[1])
    return same_past(kind.trace(x), kind.trace(longer), len(x))


@every_kind
@settings(max_examples=60)
@given(seeds, tokens, widths, placings, st.sampled_from(["nines", "thousand", "wide"]))
def test_another_last_token_moves_no_bit_before_it(
    build: Build, seed: int, n: int, d: int, position: str, change: str
) -> None:
    rng = np.random.default_rng(seed)
    kind, x = kind_for(build, d, position), rng.uniform(-1, 1, (n, d)).astype(np.float32)
    other = x.copy()
    other[-1] = {"nines": 9.0, "thousand": 1000.0 * x[-1], "wide": oracle.wide_vector(rng, d)}[change]
    before, after = kind.trace(x), kind.trace(other)
    assert same_past(before, after, n - 1)
    assert identical(kind.recur(x)[0][: n - 1], kind.recur(other)[0][: n - 1])
    assert not identical(before.output[n - 1 :], after.output[n - 1 :])


@every_kind
def test_appended_tokens_move_no_bit_before_them_in_100_cases(build: Build) -> None:
    rng = np.random.default_rng(31)
    assert all(appended(build, rng) for _ in range(100))


@every_kind
def test_products_on_a_grid_that_all_tokens_share_break_that_claim(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = arithmetic.matmul

    def on_one_grid(a: Any, b: Any, dtype: Any = np.float32) -> Any:
        product = exact(a, b, np.float64)
        grid = 2.0 ** (np.frexp(np.abs(product).max(initial=0.0))[1] - 24)
        return (np.rint(product / grid) * grid).astype(dtype)

    monkeypatch.setattr(arithmetic, "matmul", on_one_grid)
    rng = np.random.default_rng(31)
    assert not all(appended(build, rng) for _ in range(100))


@every_kind
@settings(max_examples=60)
@given(seeds, st.integers(3, 24), widths, st.data())
def test_two_tokens_that_change_places_move_a_later_row(
    build: Build, seed: int, n: int, d: int, data: st.DataObject
) -> None:
    kind, x = kind_for(build, d), np.random.default_rng(seed).uniform(-1, 1, (n, d)).astype(np.float32)
    second = data.draw(st.integers(1, n - 2))
    first = data.draw(st.integers(max(0, second - 3), second - 1))
    order = np.arange(n)
    order[[first, second]] = second, first
    before, after = kind.trace(x), kind.trace(x[order])
    assert not identical(before.output[second + 1], after.output[second + 1])
    assert same_past(before, after, first)


@every_kind
def test_both_ways_give_the_same_output_for_every_position(build: Build) -> None:
    for position in POSITIONS:
        kind, x = kind_for(build, 16, position), made_up(40, 16)
        output = kind.trace(x).output
        assert np.abs(kind.recur(x)[0] - output).max() <= 1e-5 * np.abs(output).max()


@every_kind
@pytest.mark.parametrize("d", [1, 2, 64, 512])
@pytest.mark.parametrize("strength", [9.0, 9000.0, -9000.0, 1e6, 1e-30])
def test_violent_tokens_give_finite_numbers_and_no_warning(build: Build, d: int, strength: float) -> None:
    kind, x = kind_for(build, d), made_up(6, d)
    x[2:4] = strength
    for given_x in (x, np.full((3, d), strength)):
        trace, (output, _) = kind.trace(given_x), kind.recur(given_x)
        for values in (trace.output, trace.weights, output, *trace.gates.values()):
            assert np.isfinite(values).all()
        assert np.abs(trace.output - output).max() <= 1e-5 * np.abs(output).max()


@every_kind
@pytest.mark.parametrize("n", [0, 1, 17])
def test_everything_is_read_only_float32_with_nothing_above_the_diagonal(build: Build, n: int) -> None:
    kind, x = kind_for(build, 4), made_up(n, 4)
    trace: StateTrace = kind.trace(x)
    arrays: list[NDArray[Any]] = [trace.x, trace.weights, trace.output, *trace.gates.values()]
    assert all(values.dtype == np.float32 and len(values) == n for values in arrays)
    assert not any(values.flags.writeable for values in (*arrays, trace.mask))
    assert np.array_equal(trace.mask, np.tri(n, dtype=np.bool_))
    assert not trace.weights[~trace.mask].any()
    assert not np.signbit(trace.weights[~trace.mask]).any()
    assert trace.weights[trace.mask].all()
    assert np.array_equal(x, trace.x)
    assert x.flags.writeable
    assert len(kind.recur(x)[0]) == n


@every_kind
def test_tokens_that_do_not_fit_are_refused(build: Build) -> None:
    kind = kind_for(build, 4)
    for wrong, message in (
        (np.zeros((2, 3)), "one row of 4 numbers per token"),
        (np.zeros(4), "one row of 4 numbers per token"),
        (np.full((1, 4), np.nan), "not finite"),
        (np.full((1, 4), "a"), "real numbers are needed"),
    ):
        for run in (kind.trace, kind.recur):
            with pytest.raises(ValueError, match=message):
                run(wrong)
    with pytest.raises(ValueError, match="no position 'above'"):
        kind_for(build, 4, "above").trace(np.zeros((1, 4)))
