"""What provenance says, against what happens when a number is changed."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from attnviz.core.head import Head, Trace
from attnviz.core.kinds import KINDS, Options, StateTrace
from attnviz.core.provenance import COMBINED, STEPS, Rects, sources, state_sources

Matrices = dict[str, NDArray[np.float64]]
N, D_MODEL, D_HEAD = 4, 3, 2
RECURRENCES = ("state_space", "gru", "lstm")
MASKS = {
    "all": np.ones((N, N), np.bool_),
    "causal": np.tril(np.ones((N, N), np.bool_)),
    "gaps": np.array([[1, 0, 1, 0], [0, 1, 1, 0], [1, 0, 0, 1], [1, 1, 0, 1]], np.bool_),
    "narrow": np.array([[1, 1, 0], [0, 1, 1], [1, 1, 1], [1, 0, 1]], np.bool_),
    "wide": np.array([[1, 1, 0, 0, 1, 1], [0, 1, 1, 1, 0, 1], [1] * 6, [1, 0, 1, 0, 1, 0]], np.bool_),
}


def forward(given: Matrices, weights: list[NDArray[np.float64]], mask: NDArray[np.bool_]) -> Matrices:
    """Every matrix of a head, in float64 and written out plainly; a matrix that is `given` is taken as it is.

    Where the mask is not square, keys and values are made of another text.
    """
    made, (rows, columns) = dict(given), mask.shape
    other = made["x"] if rows == columns else np.cos(np.arange(columns * D_MODEL)).reshape(columns, D_MODEL)
    for name, w in zip(("query", "key", "value"), weights, strict=True):
        made.setdefault(name, (made["x"] if name == "query" else other) @ w)
    made.setdefault("raw_scores", made["query"] @ made["key"].T)
    made.setdefault("scores", made["raw_scores"] / np.sqrt(D_HEAD))
    made.setdefault("masked_scores", np.where(mask, made["scores"], -np.inf))
    if "weights" not in made:
        shares = np.exp(made["masked_scores"] - made["masked_scores"].max(axis=1, keepdims=True))
        made["weights"] = shares / shares.sum(axis=1, keepdims=True)
    made.setdefault("output", made["weights"] @ made["value"])
    return made


def moved_by(earlier: str, made: Matrices, weights: list[NDArray[np.float64]], mask: NDArray[np.bool_]) -> Matrices:
    """For each later step, which of its cells move with which cell of `earlier`: bool (cells there, cells here)."""
    shape = made[earlier].shape
    before = STEPS.index(earlier)
    given = {step: made[step] for step in STEPS[:before]}
    given |= {"value": made["value"]} if earlier != "x" and earlier != "value" else {}
    moved: Matrices = {step: np.zeros((*made[step].shape, *shape), np.bool_) for step in STEPS}
    for cell in np.ndindex(shape):
        if earlier == "weights" and not mask[cell]:
            continue  # always exactly 0
        changed = made[earlier].copy()
        changed[cell] += 0.37
        kept = {k: v for k, v in given.items() if k != earlier}
        after = forward({**kept, earlier: changed}, weights, mask)
        for step in STEPS:
            with np.errstate(invalid="ignore"):
                moved[step][(..., *cell)] = ~np.isclose(after[step], made[step], rtol=1e-9, atol=1e-12)
    return moved


def as_cells(rects: Rects, shape: tuple[int, ...]) -> NDArray[np.int64]:
    counted = np.zeros(shape, np.int64)
    for rows, columns in rects:
        counted[rows, columns] += 1
    return counted


@pytest.mark.parametrize("name", MASKS)
def test_a_cell_moves_with_its_sources_and_with_nothing_else(name: str) -> None:
    rng = np.random.default_rng(3)
    mask = MASKS[name]
    context = None if mask.shape[1] == N else mask.shape[1]
    weights = [rng.uniform(-1, 1, size=(D_MODEL, D_HEAD)) for _ in range(3)]
    made = forward({"x": rng.uniform(-1, 1, size=(N, D_MODEL))}, weights, mask)
    for earlier in STEPS[:-1]:
        moved = moved_by(earlier, made, weights, mask)
        for step in STEPS:
            if step == earlier:
                continue
            for row, column in np.ndindex(made[step].shape):
                found = sources(step, row, column, N, mask[row] if row < N else None, context)
                told = as_cells(found.get(earlier, ()), made[earlier].shape)
                assert told.max(initial=0) <= 1, "rectangles overlap"
                happened = moved[step][row, column]
                if step in ("weights", "output") and mask[row].sum() == 1:  # softmax of one number is 1 whatever it is
                    assert (told >= happened).all(), (earlier, step, row, column)
                    continue
                assert (told == happened).all(), (earlier, step, row, column)


def test_steps_are_the_matrices_of_a_trace() -> None:
    beside = {"mask", "context", "bias", "kernel"}  # what a head stands in, not what it computes
    assert set(STEPS) == set(Trace.__dataclass_fields__) - beside


def test_visible_neighbours_make_one_rectangle() -> None:
    found = sources("output", 2, 1, 4, [True, True, True, False])
    assert found["weights"] == ((slice(2, 3), slice(0, 3)),)
    assert found["value"] == ((slice(0, 3), slice(1, 2)),)
    assert found["x"] == ((slice(0, 3), slice(None)),)


def test_a_second_text_as_long_as_the_first_is_another_one_all_the_same() -> None:
    assert sources("key", 1, 0, 4, context=4) == {}
    assert sources("value", 1, 0, 4, context=4) == {}
    assert sources("raw_scores", 1, 3, 4, context=4)["x"] == ((slice(1, 2), slice(None)),)


def test_what_all_heads_give_comes_from_the_whole_output_of_the_row() -> None:
    found = sources(COMBINED, 2, 1, 4, [True, True, True, False])
    assert found["output"] == ((slice(2, 3), slice(None)),)
    assert found["value"] == ((slice(0, 3), slice(None)),)
    assert found.keys() == set(STEPS)
    one = sources("output", 2, 1, 4, [True, True, True, False])
    assert {step: found[step] for step in one if step != "value"} == {s: one[s] for s in one if s != "value"}


@pytest.mark.parametrize("key", RECURRENCES)
def test_a_row_of_a_recurrence_moves_with_its_sources_and_with_nothing_else(key: str) -> None:
    kind = KINDS[key].build(Options(Head.random(6, 5)))
    x = np.random.default_rng(4).uniform(-1, 1, size=(N, 6)).astype(np.float32)
    trace = kind.trace(x)
    assert isinstance(trace, StateTrace)
    steps = {**trace.gates, "weights": trace.weights, "output": trace.output}
    assert len(steps) == len(trace.gates) + 2, "every step has a name of its own"
    for changed in range(N):
        pushed = x.copy()
        pushed[changed] += 0.37
        after = kind.trace(pushed)
        moved_steps = {**after.gates, "weights": after.weights, "output": after.output}
        for step, before in steps.items():
            for row in range(N):
                ((rows, _),) = state_sources(step, row, trace.gates, trace.signed)["x"]
                moved = bool((moved_steps[step][row] != before[row]).any())
                assert moved == (changed in range(N)[rows]), (step, row, changed)


def test_rows_of_a_recurrence() -> None:
    past, whole = slice(0, 3), slice(None)
    assert state_sources("x", 2, ["update"], implied=False) == {}
    assert state_sources("weights", 2, ["B", "C"], implied=True) == dict.fromkeys("xBC", ((past, whole),))
    assert "weights" not in state_sources("output", 2, ["update"], implied=False), "an influence only tells of it"
    assert state_sources("output", 2, ["B"], implied=True)["weights"] == ((slice(2, 3), past),)
    for step, row in (("query", 0), ("x", -1)):
        with pytest.raises(ValueError, match="no row"):
            state_sources(step, row, ["update"], implied=False)


def test_hidden_cells_come_from_nothing() -> None:
    for step in ("masked_scores", "weights"):
        assert sources(step, 0, 1, 2, [True, False]) == {}


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="no step 'logits'"):
        sources("logits", 0, 0, 2)
    with pytest.raises(ValueError, match="no cell"):
        sources("weights", 0, 2, 2)
    with pytest.raises(ValueError, match="no cell"):
        sources("x", 2, 0, 2)
    with pytest.raises(ValueError, match="no cell"):
        sources("weights", 0, 3, 2, context=3)
    with pytest.raises(ValueError, match="no cell"):
        sources("query", 2, 0, 2, context=3)
    with pytest.raises(ValueError, match="no cell"):
        sources("key", 3, 0, 2, context=3)
    with pytest.raises(ValueError, match="shape"):
        sources("weights", 0, 0, 2, [True])
    with pytest.raises(ValueError, match="shape"):
        sources("weights", 0, 0, 2, [True, True], context=3)
