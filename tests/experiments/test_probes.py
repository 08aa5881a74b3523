"""What a row depends on, found by changing and swapping tokens: both answers, and rows that cannot tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from attnviz.core import Head, arithmetic, masks, positions, tokens
from attnviz.core.head import Setting
from attnviz.experiments import probes
from attnviz.experiments.causality import replaced
from attnviz.experiments.probes import Rows, Run

WORDS = ["the", "cat", "sat", "on", "a", "mat", "and", "a", "dog", "saw", "the", "cat", "run"]


def attention(head: Head, mask: Callable[[int], Any], scaled: bool = True, rope: bool = False) -> Run:
    def run(x: Any) -> Rows:
        trace = head.trace_in(x, Setting(mask(len(x)), scaled, rope=rope))
        return Rows(trace.output, trace.weights)

    return run


def mixing(weights: Callable[[int], Any]) -> Run:
    """Return rows that are sums of the tokens' own vectors, with weights that depend on their places only."""
    return lambda x: Rows(arithmetic.mix(weights(len(x)), x))


def band(n: int) -> Any:
    return np.abs(np.subtract.outer(np.arange(n), np.arange(n))) <= 1


MEAN = mixing(lambda n: np.ones((n, n)))
RUNNING = mixing(lambda n: np.tri(n))
NEARBY = mixing(lambda n: band(n).astype(float))
FADING = mixing(lambda n: np.tri(n) * 0.5 ** np.abs(np.subtract.outer(np.arange(n), np.arange(n))))


def x_of(words: list[str], d: int) -> Any:
    return tokens.embed(words, d)


@pytest.mark.parametrize(
    ("run", "mask", "sight"),
    [
        (MEAN, masks.full, "all"),
        (RUNNING, masks.causal, "past"),
        (FADING, masks.causal, "past"),
        (NEARBY, band, "nearby"),
        (mixing(lambda n: np.eye(n)), lambda n: np.eye(n, dtype=bool), "nearby"),
        (mixing(lambda n: np.tri(n).T), lambda n: masks.causal(n).T, "mixed"),
    ],
)
@pytest.mark.parametrize("words", [WORDS[:4], WORDS, ["so", "so", "so", "so"]])
def test_sight_is_found_whatever_the_text(run: Run, mask: Callable[[int], Any], sight: str, words: list[str]) -> None:
    found = probes.seen(run, x_of(words, 4))
    assert found.tolist() == mask(len(words)).tolist()
    assert probes.sight(found) == sight


@pytest.mark.parametrize(
    ("sees", "sight"),
    [
        ([[1]], None),
        ([[0, 0], [0, 0]], None),
        ([[1, 1], [1, 1]], "all"),
        ([[1, 0], [1, 1]], "past"),
        ([[1, 0], [0, 1]], "nearby"),
        ([[1, 1], [0, 1]], "mixed"),
        ([[1, 0, 0], [1, 1, 0], [0, 1, 1]], "nearby"),
        ([[1, 1, 0], [1, 1, 1], [0, 1, 1]], "nearby"),
        ([[1, 0, 0], [1, 1, 0], [1, 0, 1]], "mixed"),  # the past, but for one cell
        ([[0, 1, 0], [1, 0, 1], [0, 1, 0]], "mixed"),  # neighbours without itself
        ([[1, 0, 0, 0], [0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1]], "nearby"),  # every other one
    ],
)
def test_sight_is_judged_from_the_cells_alone(sees: list[list[int]], sight: str | None) -> None:
    assert probes.sight(np.array(sees, dtype=bool)) == sight


@pytest.mark.parametrize("scaled", [True, False])
@pytest.mark.parametrize("d", [2, 64, 512])
def test_sharp_weights_hide_no_sight(d: int, scaled: bool) -> None:
    x, head = x_of(WORDS[:8], d), Head.random(d, d)
    for mask in (masks.full, masks.causal, lambda n: masks.window(n, 3), lambda n: masks.window(n, 2)):
        assert probes.seen(attention(head, mask, scaled), x).tolist() == mask(8).tolist()


def test_a_weight_of_nothing_would_hide_sight_from_a_gentle_change() -> None:
    # Why tokens are changed so violently: nothing moves where a weight is 0 in float32 before and after
    head, x = Head.random(512, 512), x_of(WORDS[:8], 512)
    run = attention(head, masks.full, scaled=False)
    gentle = [probes.moved(run(x), run(np.vstack((x[:j], x_of(["x"], 512), x[j + 1 :])))) for j in range(8)]
    assert not np.all(gentle)


@pytest.mark.parametrize(("words", "picture"), [(["wall", "on"], "past"), (["chases", "wall"], "nearby")])
def test_a_change_that_pushes_rows_away_is_made_in_other_ways_as_well(words: list[str], picture: str) -> None:
    run, x = attention(Head.random(512, 512), masks.full, scaled=False), x_of(words, 512)
    vector = next(probes._replacements(x))
    moved = [probes.moved(run(x), run(replaced(x, j, vector))) for j in (0, 1)]
    assert probes.sight(np.stack(moved, axis=1)) == picture  # a row without weight on the token looks as if masked
    assert probes.seen(run, x).all()


def test_a_row_that_scorns_itself_is_seen_to_see_itself() -> None:
    # A strong token scores itself with v·M·v, of one sign for v and −v; with positions, a zero vector is no help
    words = ["and", "dog", "chases", "it", "over", "wall"]
    for kind in (masks.full, masks.causal, lambda n: masks.window(n, 2)):
        x, head = x_of(words, 512), Head.random(512, 512)
        table = positions.learned(6, 512)
        run = attention(head, kind, scaled=False)
        found = probes.seen(lambda x, run=run, table=table: run(x + table), x)
        assert found.tolist() == kind(6).tolist()


def test_numbers_too_large_for_a_strong_change_are_changed_gently() -> None:
    x = x_of(WORDS[:4], 4) * np.float32(1e16)
    assert probes.sight(probes.seen(attention(Head.random(4, 4), masks.full), x)) == "all"


def test_what_fades_in_the_output_is_seen_in_the_weights() -> None:
    def fading(x: Any) -> Rows:
        weights = np.tri(len(x)) * 1e-9 ** np.abs(np.subtract.outer(np.arange(len(x)), np.arange(len(x))))
        return Rows(arithmetic.mix(weights, x), arithmetic.rounded(weights * np.abs(x[:, 0]), np.float32, "weights"))

    x = x_of(WORDS[:4], 4)
    output = probes.seen(lambda x: Rows(fading(x).output), x)
    assert probes.sight(output) == "nearby"
    assert probes.sight(probes.seen_from(fading, x, output)) == "past"


@pytest.mark.parametrize(
    ("run", "known"),
    [(MEAN, False), (RUNNING, False), (NEARBY, False), (FADING, True)],
    ids=["mean", "running", "nearby", "fading"],
)
@pytest.mark.parametrize("words", [WORDS[:4], WORDS[:8], WORDS])
def test_order_is_known_to_what_weighs_places(run: Run, known: bool, words: list[str]) -> None:
    x = x_of(words, 4)
    order = probes.order(run, x, probes.seen(run, x))
    if run is NEARBY:  # a row sees two others, but both are next to it
        assert order.asked == (len(words) - 2 if len(words) <= probes.ALL_SWAPPED else order.asked)
    assert order.asked > 0
    assert order.known is known
    assert (order.largest > 0) is known


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (MEAN, ["one"]),
        (MEAN, ["one", "two"]),  # nobody else
        (FADING, ["one", "two"]),
        (FADING, ["so", "so", "so", "so"]),  # nothing is swapped
        (mixing(lambda n: np.eye(n)), WORDS),  # nobody sees two others
    ],
)
def test_where_no_row_can_be_asked_order_stays_open(run: Run, words: list[str]) -> None:
    x = x_of(words, 4)
    assert probes.order(run, x, probes.seen(run, x)) == probes.Order(None, 0.0, 0)


def test_only_rows_that_see_both_places_and_are_neither_are_asked() -> None:
    x = x_of(["a", "b", "c"], 4)
    assert probes.order(RUNNING, x, masks.causal(3)).asked == 1  # row 2, about tokens 0 and 1
    assert probes.order(MEAN, x, masks.full(3)).asked == 3
    # Row 1 would move: it sees one of the two places only
    assert probes.order(RUNNING, x, masks.full(3)).known


def test_equal_tokens_are_not_swapped() -> None:
    x = x_of(["a", "a", "b"], 4)
    assert probes.order(MEAN, x, masks.full(3)).asked == 2  # about a and b, twice


def test_rotated_queries_and_keys_know_order() -> None:
    x, head = x_of(WORDS[:6], 8), Head.random(8, 8)
    for rope in (False, True):
        run = attention(head, masks.causal, rope=rope)
        assert probes.order(run, x, masks.causal(6)).known is rope


def test_a_row_too_sharp_to_tell_is_not_asked() -> None:
    # Row 2 looks at itself alone, as far as float32 reaches: whatever the order of the others, it cannot move
    x = np.diag([1.0, 1.5, 9.0]).astype(np.float32)[:, ::-1].copy() * np.float32(9)
    run = attention(Head.identity(3), masks.causal, scaled=False)
    weights = run(x).weights
    assert weights is not None
    assert weights[2].tolist() == [0.0, 0.0, 1.0]
    assert probes.order(run, x, masks.causal(3)).known is None
    gentle = x / np.float32(9)
    assert probes.order(run, gentle / np.float32(3), masks.causal(3)).known is False


def test_plain_float32_is_found_to_know_order(monkeypatch: pytest.MonkeyPatch) -> None:
    def plain(a: Any, b: Any, dtype: Any = np.float32) -> Any:
        return (np.asarray(a, dtype=np.float32) @ np.asarray(b, dtype=np.float32)).astype(dtype)

    for name, broken in (("columns", np.asarray), ("matmul", plain), ("mix", plain)):
        monkeypatch.setattr(arithmetic, name, broken)
    made = Head.random(64, 64)
    head = Head(made.w_query, made.w_key, made.w_value)  # without the product prepared before
    order = probes.order(attention(head, masks.full), x_of(WORDS, 64), masks.full(len(WORDS)))
    assert order.known
    assert 0 < order.largest < 1e-4  # a tolerance would have let it pass


def test_alike() -> None:
    assert probes.alike(x_of(["so", "so"], 4))
    assert not probes.alike(x_of(["so", "so", "no"], 4))
