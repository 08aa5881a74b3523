"""The KV cache to the bit, its multiplications and bytes by counting and by formula, and why it needs the mask."""

from __future__ import annotations

from typing import Any

import numpy as np
import oracle
import pytest

from attnviz.core import Head, arithmetic, masks, tokens
from attnviz.core.arithmetic import Columns
from attnviz.experiments import cache
from attnviz.experiments.cache import MOST_STEPS, CacheReport, FutureNeeded, Generated, check, generate
from attnviz.state import Scene, derive

WORDS = ("the", "cat", "sat", "on", "a", "mat", "dog", "猫", "犬", "naïve", "runs", ".", "🙂", "moon")


def generated(report: CacheReport) -> Generated:
    assert report.generated is not None
    assert report.needs_future is None
    assert report.reason is None
    return report.generated


def needed(report: CacheReport) -> FutureNeeded:
    assert report.needs_future is not None
    assert report.generated is None
    assert report.reason == "needs_future"
    return report.needs_future


def random_scene(rng: np.random.Generator) -> Scene:
    text = " ".join(rng.choice(WORDS, int(rng.integers(1, 33))))
    model = ("random", "identity")[rng.integers(2)]
    return Scene(text=text, model=model, dimension=int(rng.integers(1, 65)), scaled=bool(rng.integers(2)))


def plain(a: Any, b: Any, dtype: Any = np.float32) -> Any:
    return (np.asarray(a, dtype=np.float32) @ np.asarray(b, dtype=np.float32)).astype(dtype)


def break_arithmetic(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, broken in (("columns", np.asarray), ("matmul", plain), ("mix", plain)):
        monkeypatch.setattr(arithmetic, name, broken)


def count_products(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let every product of the core note the multiplications of its operands, in the list that is returned."""
    noted: list[int] = []

    def noting(product: Any) -> Any:
        def multiply(a: Any, b: Any, *dtype: Any) -> Any:
            right = b.slices[0] if isinstance(b, Columns) else np.asarray(b)
            noted.append(a.shape[0] * a.shape[1] * right.shape[1])
            return product(a, b, *dtype)

        return multiply

    for name in ("matmul", "mix"):
        monkeypatch.setattr(arithmetic, name, noting(getattr(arithmetic, name)))
    return noted


def test_200_random_scenes_are_identical_to_the_bit_and_cost_what_the_formula_says() -> None:
    rng = np.random.default_rng(41)
    models, scalings, longest = set(), set(), 0
    for case in range(200):
        scene = random_scene(rng)
        snapshot = derive(scene)
        assert snapshot.trace is not None
        report = generate(snapshot.head, snapshot.trace.x, masks.causal(len(snapshot.tokens)), scene.scaled)
        made, n, d = generated(report), report.length, scene.dimension
        assert made.identical, f"case {case}: {scene}"
        assert made.output.tobytes() == snapshot.trace.output.tobytes()
        assert made.weights.tobytes() == snapshot.trace.weights.tobytes()
        assert made.computed.tolist() == [cache.cached_step(t, d, d) for t in range(1, n + 1)]
        assert made.recomputed.tolist() == [cache.plain_step(t, d, d) for t in range(1, n + 1)]
        assert made.computed_total == cache.cached_total(n, d, d)
        assert made.recomputed_total == cache.plain_total(n, d, d)
        assert made.kept_bytes.tolist() == [cache.cache_bytes(t, d) for t in range(1, n + 1)]
        models.add(scene.model)
        scalings.add(scene.scaled)
        longest = max(longest, n)
    assert (models, scalings, longest) == ({"random", "identity"}, {True, False}, 32)


def test_inputs_over_ten_orders_of_magnitude_are_identical_too() -> None:
    rng = np.random.default_rng(42)
    for case in range(60):
        x = oracle.wide_inputs(rng, most_tokens=24, widest=64)
        report = generate(Head.random(x.shape[1], x.shape[1]), x, masks.causal(len(x)), bool(case % 2))
        assert generated(report).identical, f"case {case}: {x.shape}"


def test_plain_float32_breaks_the_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    break_arithmetic(monkeypatch)
    rng = np.random.default_rng(43)
    verdicts = []
    for _ in range(20):
        known = Head.random(64, 64)
        head = Head(known.w_query, known.w_key, known.w_value)  # without the product prepared before
        made = generated(generate(head, rng.standard_normal((20, 64)), masks.causal(20)))
        assert made.identical == (made.differing == 0)
        verdicts.append(made.identical)
    assert not all(verdicts)


def test_one_other_bit_in_one_step_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    head, x = Head.random(8, 8), np.random.default_rng(44).standard_normal((5, 8))
    right = arithmetic.mix

    def wrong_in_step_3(weights: Any, values: Any, *dtype: Any) -> Any:
        mixed = right(weights, values, *dtype)
        if weights.shape == (1, 3):
            mixed[0, 2] = np.nextafter(mixed[0, 2], np.float32(np.inf))
        return mixed

    monkeypatch.setattr(arithmetic, "mix", wrong_in_step_3)
    made = generated(generate(head, x, masks.causal(5)))
    assert (made.identical, made.differing, made.compared) == (False, 1, 25 + 40)


def test_the_counts_are_those_of_the_products_that_the_core_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    head, x = Head(*np.random.default_rng(45).standard_normal((3, 7, 4))), np.random.default_rng(46).random((6, 7))
    trace = head.trace(x, masks.causal(6))
    noted = count_products(monkeypatch)
    made = generated(check(head, trace))
    each_step = [sum(noted[3 * t : 3 * t + 3]) for t in range(6)]
    assert made.computed.tolist() == each_step == [cache.cached_step(t, 7, 4) for t in range(1, 7)]
    at_once = []
    for t in range(1, 7):
        noted.clear()
        head.trace(x[:t], masks.causal(t))
        at_once.append(sum(noted))
    assert made.recomputed.tolist() == at_once == [cache.plain_step(t, 7, 4) for t in range(1, 7)]


def test_two_steps_by_hand() -> None:
    made = generated(generate(Head.identity(2), [[3.0, 4.0], [0.0, 0.0]], masks.causal(2)))
    assert made.weights.tolist() == [[1.0, 0.0], [0.5, 0.5]]
    assert made.output.tolist() == [[3.0, 4.0], [1.5, 2.0]]
    assert made.key.tolist() == made.value.tolist() == [[3.0, 4.0], [0.0, 0.0]]
    assert made.computed.tolist() == [12 + 4, 12 + 8]
    assert made.recomputed.tolist() == [12 + 4, 24 + 16]
    assert made.kept_bytes.tolist() == [16, 32]
    assert made.saved == 1 - 36 / 56


@pytest.mark.parametrize("n", [1, 2, 3, 10, 127])
def test_the_totals_are_the_sums_of_the_steps(n: int) -> None:
    steps = range(1, n + 1)
    assert cache.cached_total(n, 5, 3) == sum(cache.cached_step(t, 5, 3) for t in steps)
    assert cache.plain_total(n, 5, 3) == sum(cache.plain_step(t, 5, 3) for t in steps)


def test_the_size_of_a_large_models_cache_follows_the_chapter() -> None:
    assert cache.cache_bytes(4096, 128, kv_heads=8, layers=32, value_bytes=2) == 2 * 4096 * 8 * 128 * 32 * 2


def test_without_the_mask_it_is_impossible_and_the_report_says_what_the_last_token_moves() -> None:
    head, x = Head.random(8, 8), tokens.embed(("The", "cat", "sat", "on"), 8)
    report = needed(generate(head, x, None))
    shorter, longer = head.trace(x[:3]), head.trace(x)
    assert report.row == 0
    assert report.share == pytest.approx(float(longer.weights[0, 1:].sum()))
    assert report.moved == np.count_nonzero(shorter.output != longer.output[:3]) == 24
    assert (report.compared, report.moved_rows) == (24, 3)


def test_any_mask_that_looks_ahead_is_impossible_from_its_first_such_row_on() -> None:
    mask = masks.causal(4)
    mask[2, 3] = True
    report = needed(generate(Head.random(8, 8), np.random.default_rng(47).random((4, 8)), mask))
    assert (report.row, report.moved, report.compared, report.moved_rows) == (2, 8, 24, 1)
    mask[0] = [False, False, False, True]
    assert needed(generate(Head.random(8, 8), np.random.default_rng(47).random((4, 8)), mask)).share == 1.0


def test_a_window_into_the_past_may_be_generated() -> None:
    mask = masks.causal(9) & ~np.tri(9, k=-3, dtype=np.bool_)
    made = generated(generate(Head.random(8, 8), np.random.default_rng(48).random((9, 8)), mask))
    assert made.identical
    assert not made.weights[5, :3].any()


def test_one_token_sees_no_future_whatever_the_mask() -> None:
    assert generated(generate(Head.identity(2), [[1.0, 2.0]], None)).identical


@pytest.mark.parametrize("causal", [True, False])
def test_of_a_long_text_the_first_tokens_are_taken(causal: bool) -> None:
    n = MOST_STEPS + 3
    x = tokens.embed([str(number) for number in range(n)], 4)
    mask, head = masks.causal(n) if causal else masks.full(n), Head.random(4, 4)
    for report in (generate(head, x, mask), check(head, head.trace(x, mask))):
        assert (report.length, report.total_tokens, report.d_model, report.d_head) == (MOST_STEPS, n, 4, 4)
        if causal:
            assert generated(report).identical
            assert generated(report).weights.shape == (MOST_STEPS, MOST_STEPS)
        else:
            assert needed(report).compared == (MOST_STEPS - 1) * 4


def test_nothing_to_generate_and_wrong_shapes_are_refused() -> None:
    head = Head.identity(2)
    with pytest.raises(ValueError, match="there is nothing to generate"):
        generate(head, np.empty((0, 2)), None)
    with pytest.raises(ValueError, match=r"mask: its shape is \(3, 3\)"):
        generate(head, np.eye(2), masks.causal(3))
    with pytest.raises(ValueError, match=r"x: its shape is \(2,\)"):
        generate(head, [1.0, 2.0], None)
    with pytest.raises(ValueError, match="not finite"):
        generate(head, [[np.nan, 1.0]], None)
