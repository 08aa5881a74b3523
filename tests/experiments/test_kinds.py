"""The chapter's contrast table, measured: small kinds that answer either way, and the real ones on random texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core import Head, arithmetic, masks, tokens
from attnviz.core.arithmetic import same_bits
from attnviz.core.head import Trace
from attnviz.core.kinds import KINDS, Cost, Kind, Options, StateTrace
from attnviz.core.kinds.influence import MOST_INFLUENCED
from attnviz.experiments.contrast import CHAPTER, Cell, Reason, agrees
from attnviz.experiments.costs import LENGTHS, exponent
from attnviz.experiments.kinds import KindRow, measure

WORDS = ["the", "cat", "sat", "on", "a", "mat", "and", "a", "dog", "saw", "the", "cat", "run"]


@dataclass
class Fixed:
    """A kind whose weights depend on places only: (n, n), of the tokens' own vectors."""

    weights: Callable[[int], Any]
    kept: Callable[[int], int] | None = None  # None: cannot go token by token
    lengths: list[int] = field(default_factory=list)  # of the texts that were mixed at once

    def trace(self, x: Any) -> StateTrace:
        self.lengths.append(len(x))
        shares = np.asarray(self.weights(len(x)), dtype=np.float32)
        return StateTrace(x, {}, shares, arithmetic.mix(shares, x), shares > 0, signed=False)

    def recur(self, x: Any) -> tuple[Any, int] | None:
        if self.kept is None:
            return None
        shares = np.asarray(self.weights(len(x)), dtype=np.float32)
        rows = [arithmetic.mix(shares[t : t + 1, : t + 1], x[: t + 1]) for t in range(len(x))]
        return np.concatenate(rows), self.kept(len(x))

    def cost(self, n: int) -> Cost:
        return Cost(n, 4 * n)

    def prepare(self, n: int) -> Callable[[], object]:
        return lambda: None


def mean(n: int) -> Any:
    return np.full((n, n), 1 / n)


def running_mean(n: int) -> Any:
    return np.tri(n) / np.arange(1, n + 1)[:, None]


def fading_sum(n: int) -> Any:
    return np.tri(n) * 0.5 ** np.abs(np.subtract.outer(np.arange(n), np.arange(n)))


def row_of(kind: Kind, words: list[str] = WORDS, d: int = 8, key: str = "kind", **options: Any) -> KindRow:
    return measure({key: kind}, tokens.embed(words, d), **options).rows[0]


def built(key: str, d: int = 8, **options: Any) -> Kind:
    return KINDS[key].build(Options(Head.random(d, d), **options))


def by_count(row: KindRow) -> float:
    return exponent(LENGTHS, [cost.multiply_adds for cost in row.costs])


def test_a_mean_over_all() -> None:
    row = row_of(Fixed(mean))
    assert (row.sight, row.knows_order, row.order_largest, row.past_fixed) == ("all", False, 0.0, False)
    assert row.moved == (len(WORDS) - 1) * 8
    assert (row.state, row.both_ways, row.approximate) == (None, None, None)
    assert row.sees.all()


def test_a_running_mean() -> None:
    row = row_of(Fixed(running_mean, kept=lambda n: 8))
    assert (row.sight, row.knows_order, row.order_largest, row.past_fixed) == ("past", False, 0.0, True)
    assert (row.moved, row.state, row.both_ways) == (0, 8, 0.0)
    assert row.sees.tolist() == masks.causal(len(WORDS)).tolist()


def test_a_running_sum_with_decay() -> None:
    row = row_of(Fixed(fading_sum, kept=lambda n: 8 * n))
    assert (row.sight, row.knows_order, row.past_fixed) == ("past", True, True)
    assert row.order_largest > 0.01
    assert row.state is None  # what is kept grows with the text


def test_both_ways_says_how_far_they_are_apart() -> None:
    class Sloppy(Fixed):
        def recur(self, x: Any) -> tuple[Any, int] | None:
            rows, kept = super().recur(x) or (x, 0)
            return rows * np.float32(1.01), kept

    apart = row_of(Sloppy(running_mean, kept=lambda n: 8)).both_ways
    assert apart == pytest.approx(0.01 / 1.01, rel=1e-3)


def test_the_future_leaking_in_the_weights_alone_is_no_fixed_past() -> None:
    class Leaking(Fixed):
        def trace(self, x: Any) -> StateTrace:
            made = super().trace(x)
            weights = np.where(np.tri(len(x), dtype=bool), x[-1, 0], np.float32(0))
            return StateTrace(x, {}, weights, made.output, made.mask, signed=False)

    row = row_of(Leaking(running_mean, kept=lambda n: 8))
    assert row.moved == 0
    assert row.past_fixed is False


def test_a_row_that_nines_cannot_move_is_not_fixed_if_another_change_moves_it() -> None:
    row = row_of(built("full", 512, scaled=False), ["cat", "sat"], 512, scaled=False)
    assert row.moved == 0
    assert row.past_fixed is False


def test_what_fades_too_far_for_the_output_is_seen_in_its_influence() -> None:
    class Vanishing(Fixed):
        def trace(self, x: Any) -> StateTrace:
            made = super().trace(x)
            return StateTrace(x, {}, made.weights * np.abs(x[:, 0]), made.output, made.mask, signed=False)

    def vanishing(n: int) -> Any:
        return np.tri(n) * 1e-9 ** np.abs(np.subtract.outer(np.arange(n), np.arange(n)))

    words = WORDS[:4]
    assert row_of(Vanishing(vanishing, kept=lambda n: 8), words).sight == "past"
    assert row_of(Fixed(vanishing, kept=lambda n: 8), words).sight == "nearby"


def test_a_last_token_of_nines_is_changed_as_well() -> None:
    x = tokens.embed(WORDS, 8)
    x[-1] = 9
    row = measure({"kind": Fixed(mean)}, x).rows[0]
    assert row.moved == (len(WORDS) - 1) * 8


def test_of_a_long_text_only_the_first_tokens_are_changed() -> None:
    kind = Fixed(running_mean)
    report = measure({"kind": kind}, tokens.embed(WORDS * 20, 4), most=10)
    assert (report.tokens, report.total_tokens) == (10, 20 * len(WORDS))
    assert report.rows[0].sees.shape == (10, 10)
    assert report.rows[0].trace.weights.shape == (260, 260)
    assert kind.lengths.count(260) == 1
    assert set(kind.lengths) == {260, 10}
    assert len(kind.lengths) < 60


def test_rows_come_in_the_order_of_the_kinds() -> None:
    report = measure({key: built(key) for key in ("gru", "full", "lstm")}, tokens.embed(WORDS, 8))
    assert [row.key for row in report.rows] == ["gru", "full", "lstm"]


@pytest.mark.parametrize(
    ("x", "most", "sentence"),
    [
        (np.empty((0, 8)), 24, "there is nothing to measure: x has 0 rows"),
        (np.ones((3, 8)), 0, "there is nothing to measure: x has 3 rows, and at most 0 are taken"),
        (np.ones((3, 7)), 24, r"x: its shape is \(3, 7\)"),
        (np.ones(8), 24, r"x: its shape is \(8,\)"),
        (np.full((3, 8), np.nan), 24, "not finite"),
    ],
)
def test_what_cannot_be_measured_is_refused(x: Any, most: int, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        measure({"full": built("full")}, x, most)


# The real kinds


def expected(key: str, words: list[str], window: int) -> tuple[Reason | None, Reason | None]:
    """Return why the sight and the order of a kind cannot be told from a text, worked out from the mask."""
    n, d = len(words), len(set(words))
    if n == 1:
        return "one_token", "one_token"
    mask = masks.full(n) if CHAPTER[key].sight == "all" else masks.causal(n)
    if key == "window":
        mask = masks.window(n, window)
    unlike = [(i, j) for i, j in combinations(range(n), 2) if words[i] != words[j]]
    asked = any(mask[row, i] and mask[row, j] for i, j in unlike for row in range(n) if row not in (i, j))
    order: Reason | None = None if asked else "alike" if d == 1 else "nobody_asked"
    if key == "window":
        return "wide_window" if n <= window else None, order
    return "alike" if key == "linear" and d == 1 else None, order


@settings(max_examples=25)
@given(
    words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=9),
    d=st.sampled_from([2, 3, 5, 8, 16, 32, 64]),
    window=st.integers(1, 6),
)
def test_every_cell_agrees_with_the_chapter_or_says_why_it_cannot(words: list[str], d: int, window: int) -> None:
    for key in CHAPTER:
        row = row_of(built(key, d, window=window), words, d, key)
        cells = agrees(row, by_count(row))
        assert cells is not None
        sight, order = expected(key, words, window)
        assert cells.sees == Cell(None if sight else True, sight), key
        assert cells.knows_order == Cell(None if order else True, order), key
        assert cells.cost == Cell(True), key
        assert row.past_fixed is (None if len(words) == 1 else CHAPTER[key].sight != "all")


@pytest.mark.parametrize(("d", "scaled"), [(128, False), (512, True)])
def test_wide_heads_agree_as_well(d: int, scaled: bool) -> None:
    for key in CHAPTER:
        row = row_of(built(key, d, scaled=scaled), WORDS[:6], d, key, scaled=scaled)
        cells = agrees(row, by_count(row))
        assert cells is not None
        assert (cells.sees, cells.knows_order, cells.cost) == (Cell(True), Cell(True), Cell(True)), key


@pytest.mark.parametrize("position", ["sinusoidal", "learned", "rope", "alibi"])
@pytest.mark.parametrize("key", ["full", "causal", "window", "linear", "linear_causal", "performer"])
def test_with_positions_from_outside_attention_knows_order(key: str, position: str) -> None:
    assert row_of(built(key)).knows_order is False
    row = row_of(built(key, position=position))
    assert row.knows_order is True
    assert row.order_largest > 0
    assert row.sight == row_of(built(key)).sight


def test_the_state_space_model_is_measured_to_know_order_through_a_state() -> None:
    # The chapter names it beside linear attention; what is shown is what was measured
    row = row_of(built("state_space"))
    assert (row.sight, row.knows_order, row.past_fixed, row.approximate) == ("past", True, True, None)
    assert row.state is not None
    assert agrees(row, 1.0) is None


def test_causal_kinds_keep_the_past_and_agree_both_ways() -> None:
    for key in ("causal", "window", "linear_causal", "state_space", "gru", "lstm"):
        row = row_of(built(key))
        assert row.past_fixed is True
        assert row.both_ways is not None
        assert row.both_ways < 1e-5


def test_what_is_kept_from_token_to_token() -> None:
    states = {key: row_of(built(key)).state for key in KINDS}
    assert states["full"] is states["linear"] is states["performer"] is None  # they need the future
    assert states["causal"] is None  # K and V of the whole past
    assert states["window"] == 2 * 4 * 8  # K and V of four tokens
    assert (states["gru"], states["lstm"]) == (8, 16)
    assert row_of(built("window", window=100)).state is None


def test_how_far_linear_attention_is_from_softmax() -> None:
    x = tokens.embed(WORDS, 8)
    exact, row = Head.random(8, 8).weights(x), row_of(built("linear"))
    assert row.approximate == pytest.approx(np.abs(exact - row.trace.weights).max(), abs=1e-6)
    assert row_of(built("performer", features=4096)).approximate < row_of(built("performer", features=16)).approximate
    assert row_of(built("full")).approximate is row_of(built("gru")).approximate is None


@pytest.mark.parametrize("position", ["none", "sinusoidal", "rope", "alibi"])
@pytest.mark.parametrize("scaled", [True, False])
def test_the_exact_softmax_stands_in_the_same_setting(position: str, scaled: bool) -> None:
    # With many features the Performer comes near to the softmax of its own setting, and to no other
    x = tokens.embed(["to", "be", "or"], 2)
    kind = built("performer", 2, features=4096, position=position, scaled=scaled)
    exact = built("full", 2, position=position, scaled=scaled).trace(x)
    row = measure({"performer": kind}, x, scaled=scaled).rows[0]
    assert row.approximate == pytest.approx(np.abs(exact.weights - row.trace.weights).max(), abs=1e-6)
    assert row.approximate < 0.05


def test_a_kind_under_a_wrong_name_is_found_out() -> None:
    full, causal, gru = row_of(built("full"), key="causal"), row_of(built("causal"), key="gru"), built("gru")
    cells = agrees(full, by_count(full))
    assert cells is not None
    assert (cells.sees, cells.knows_order, cells.cost) == (Cell(False), Cell(True), Cell(True))
    cells = agrees(causal, by_count(causal))
    assert cells is not None
    assert (cells.sees, cells.knows_order, cells.cost) == (Cell(False), Cell(False), Cell(False))
    cells = agrees(row_of(gru, key="full"), 1.0)
    assert cells is not None
    assert (cells.sees, cells.knows_order, cells.cost) == (Cell(False), Cell(False), Cell(False))


def test_a_head_that_moves_nothing_leaves_the_cells_open() -> None:
    nothing = np.zeros((8, 8))
    for key in ("full", "causal", "window", "linear"):
        row = row_of(KINDS[key].build(Options(Head(nothing, nothing, nothing))), key=key)
        cells = agrees(row, None)
        assert cells is not None
        assert cells.sees == Cell(None, "unmoved")
        assert cells.knows_order.agrees is None


def test_plain_float32_breaks_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def plain(a: Any, b: Any, dtype: Any = np.float32) -> Any:
        return (np.asarray(a, dtype=np.float32) @ np.asarray(b, dtype=np.float32)).astype(dtype)

    for name, broken in (("columns", np.asarray), ("matmul", plain), ("mix", plain)):
        monkeypatch.setattr(arithmetic, name, broken)
    made = Head.random(64, 64)
    kind = KINDS["full"].build(Options(Head(made.w_query, made.w_key, made.w_value)))
    assert row_of(kind, d=64, key="full").knows_order is True


def test_a_text_longer_than_an_influence_can_be_is_refused_by_the_kind() -> None:
    with pytest.raises(ValueError, match="too many"):
        row_of(built("gru", 2), WORDS * (MOST_INFLUENCED // len(WORDS) + 1), 2)


def test_measuring_changes_nothing_that_was_given() -> None:
    x = tokens.embed(WORDS, 8)
    kept = x.copy()
    trace = measure({"full": built("full")}, x).rows[0].trace
    assert same_bits(x, kept).all()
    assert isinstance(trace, Trace)
    assert same_bits(trace.output, Head.random(8, 8).forward(kept)).all()
