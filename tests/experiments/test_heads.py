"""Several heads side by side: what the report takes over, counts and compares."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnviz.core import masks, tokens
from attnviz.core.arithmetic import same_bits
from attnviz.core.multihead import MultiHead, MultiTrace
from attnviz.core.traces import Setting
from attnviz.experiments import heads
from attnviz.experiments.heads import VIEWS, HeadsReport, divisors

CAT = ("The", "cat", "sat", "on", "the", "mat")


def traced(multihead: MultiHead, words: tuple[str, ...] = CAT, second: tuple[str, ...] | None = None) -> MultiTrace:
    x, context = tokens.embed(words, multihead.d_model), None
    mask = masks.causal(len(words))
    if second is not None:
        context, mask = tokens.embed(second, multihead.d_model), masks.full(len(words), len(second))
    return multihead.trace(x, Setting(mask=mask, context=context))


def reported(count: int = 8, kv_heads: int = 2, d_model: int = 64, shown: int = 0, view: str = "head") -> HeadsReport:
    multihead = MultiHead.random(d_model, max(1, d_model // count), count, kv_heads)
    return heads.report(traced(multihead), multihead, CAT, shown, view)


def test_it_takes_over_what_was_computed() -> None:
    multihead = MultiHead.random(64, 8, 8, 2)
    multi = traced(multihead)
    report = heads.report(multi, multihead, CAT, 3, "mean")
    assert [id(weights) for weights in report.weights] == [id(trace.weights) for trace in multi.heads]
    assert report.mask.tolist() == masks.causal(6).tolist()
    assert (report.heads, report.kv_heads, report.group, report.d_model, report.d_head) == (8, 2, 4, 64, 8)
    assert (report.shown, report.view, report.columns, report.length, report.joined) == (3, "mean", CAT, 6, 64)


def test_the_cache_is_as_large_as_the_keys_and_values_that_differ() -> None:
    multihead = MultiHead.random(64, 8, 8, 2)
    multi = traced(multihead)
    report = heads.report(multi, multihead, CAT, 0, "head")
    kept = {trace.key.tobytes(): trace.key.nbytes + trace.value.nbytes for trace in multi.heads}
    assert len(kept) == 2
    assert report.kv_bytes == sum(kept.values()) == 2 * 6 * 2 * 8 * 1 * 4
    assert (report.mha_bytes, report.mqa_bytes) == (4 * report.kv_bytes, report.kv_bytes // 2)


@pytest.mark.parametrize(("kv_heads", "same_as"), [(8, "mha_bytes"), (1, "mqa_bytes")])
def test_the_ends_are_the_sizes_that_are_compared_with(kv_heads: int, same_as: str) -> None:
    report = reported(kv_heads=kv_heads)
    assert report.kv_bytes == getattr(report, same_as)
    assert report.mha_bytes == 8 * report.mqa_bytes


def test_entropy_is_that_of_the_rows_in_bits() -> None:
    report = reported()
    for head, weights in enumerate(report.weights):
        wanted = [-sum(w * np.log2(w) for w in row.tolist() if w > 0) for row in weights]
        assert report.entropy[:, head] == pytest.approx(wanted, abs=1e-5)
        assert report.mean_entropy[head] == pytest.approx(np.mean(wanted), abs=1e-5)
    assert report.entropy[0].tolist() == [0.0] * 8  # the first token sees itself alone


@pytest.mark.parametrize("kv_heads", [1, 2, 4, 8])
def test_heads_that_share_are_found_to_share(kv_heads: int) -> None:
    report = reported(kv_heads=kv_heads)
    assert report.shared
    groups = [list(report.sharing(head)) for head in range(8)]
    assert sorted({tuple(group) for group in groups}) == [
        tuple(range(first, first + 8 // kv_heads)) for first in range(0, 8, 8 // kv_heads)
    ]
    assert all(
        head in group and report.kv_head_of(head) == group[0] * kv_heads // 8 for head, group in enumerate(groups)
    )


def test_heads_whose_keys_differ_by_one_bit_do_not_share() -> None:
    multihead = MultiHead.random(64, 8, 8, 2)
    multi = traced(multihead)
    key = multi.heads[5].key.copy()
    key.view(np.uint32)[2, 3] ^= 1
    broken = (*multi.heads[:5], replace(multi.heads[5], key=key), *multi.heads[6:])
    assert not heads.report(replace(multi, heads=broken), multihead, CAT, 0, "head").shared


def test_a_second_text_gives_the_columns_and_what_is_kept() -> None:
    second = ("le", "chat", "dort")
    multihead = MultiHead.random(32, 8, 4, 1)
    report = heads.report(traced(multihead, second=second), multihead, second, 1, "head")
    assert (report.mask.shape, report.length, report.maps.shape) == ((6, 3), 3, (4, 6, 3))
    assert report.kv_bytes == 2 * 3 * 1 * 8 * 4


@pytest.mark.parametrize(("count", "d_model", "d_head", "joined"), [(12, 64, 5, 60), (8, 4, 1, 8), (1, 64, 64, 64)])
def test_widths_that_do_not_divide_evenly(count: int, d_model: int, d_head: int, joined: int) -> None:
    report = reported(count, 1, d_model)
    assert (report.d_head, report.joined, report.d_model) == (d_head, joined, d_model)


def test_small_maps_are_the_weights_themselves_while_there_is_room() -> None:
    report = reported()
    assert report.maps.shape == (8, 6, 6)
    assert all(same_bits(small, weights).all() for small, weights in zip(report.maps, report.weights, strict=True))
    assert report.map_mask.tolist() == report.mask.tolist()


def test_many_large_maps_are_reduced_and_no_large_weight_is_lost() -> None:
    rng, count, n, m = np.random.default_rng(3), 96, 300, 131
    weights = tuple(rng.random((n, m), dtype=np.float32) * 0.1 for _ in range(count))
    mask = np.tri(n, m, dtype=np.bool_)
    report = replace(reported(96, 1, 96), weights=weights, mask=mask)
    _, rows, columns = report.maps.shape
    assert rows < n
    assert columns < m
    assert report.maps.size <= 1_000_000
    edges = np.arange(rows + 1) * n // rows, np.arange(columns + 1) * m // columns
    for row, column in ((0, 0), (7, 50), (rows - 1, columns - 1)):
        block = np.s_[edges[0][row] : edges[0][row + 1], edges[1][column] : edges[1][column + 1]]
        assert report.maps[40, row, column] == weights[40][block].max()
        assert report.map_mask[row, column] == mask[block].any()


@pytest.mark.parametrize(
    ("columns", "shown", "view"), [(CAT[:5], 0, "head"), (CAT, 8, "head"), (CAT, -1, "head"), (CAT, 0, "median")]
)
def test_what_does_not_fit_is_refused(columns: tuple[str, ...], shown: int, view: str) -> None:
    multihead = MultiHead.random(64, 8, 8, 2)
    with pytest.raises(ValueError, match="don't fit"):
        heads.report(traced(multihead), multihead, columns, shown, view)


def test_every_view_is_known() -> None:
    assert [reported(view=view).view for view in VIEWS] == ["head", "mean", "max", "entropy"]


def test_divisors_are_those_a_naive_search_finds() -> None:
    for count in range(1, 97):
        found = divisors(count)
        assert sorted(found) == [number for number in range(1, count + 1) if count / number == count // number]
        assert found[0] == count
        assert found[-1] == 1
