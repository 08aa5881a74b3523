"""Measured against the chapter: every cell in both directions, and what stays open."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from attnviz.core import Head, tokens
from attnviz.core.kinds import KINDS, Options
from attnviz.experiments.contrast import CHAPTER, Agreement, Cell, Claim, agrees
from attnviz.experiments.kinds import KindRow

TRACE = KINDS["full"].build(Options(Head.identity(2))).trace(tokens.embed(["a", "b"], 2))


def row(key: str, k: int = 5, **found: Any) -> KindRow:
    """Return a row that agrees with the chapter, but for what is given."""
    claim = CHAPTER.get(key, Claim("past", approximate=False, state=False, knows_order=False, cost="linear"))
    agreeing: dict[str, Any] = {
        "sight": claim.sight,
        "knows_order": claim.knows_order,
        "order_largest": 0.0,
        "asked": 1,
        "past_fixed": True,
        "moved": 0,
        "state": 8 if claim.state else None,
        "both_ways": None,
        "approximate": 0.3 if claim.approximate else None,
        "alike": False,
        "costs": (),
    }
    return KindRow(key=key, trace=TRACE, sees=np.ones((k, k), dtype=bool), **(agreeing | found))


def cells(found: KindRow, exponent: float | None = None) -> Agreement:
    made = agrees(found, exponent)
    assert made is not None
    return made


@pytest.mark.parametrize("key", list(CHAPTER))
def test_what_agrees_agrees_in_every_cell(key: str) -> None:
    power = 2.0 if CHAPTER[key].cost == "quadratic" else 1.0
    assert cells(row(key), power) == Agreement(Cell(True), Cell(True), Cell(True))


@pytest.mark.parametrize(
    ("key", "found", "cell"),
    [
        ("full", {"sight": "past"}, Cell(False)),
        ("full", {"sight": "mixed"}, Cell(False)),
        ("full", {"approximate": 0.1}, Cell(False)),
        ("causal", {"sight": "all"}, Cell(False)),
        ("causal", {"sight": "nearby"}, Cell(False)),
        ("causal", {"state": 8}, Cell(True)),  # the chapter says nothing of it
        ("window", {"sight": "mixed"}, Cell(False)),
        ("window", {"sight": "past"}, Cell(None, "wide_window")),
        ("window", {"sight": "all"}, Cell(None, "wide_window")),
        ("linear", {"sight": "past"}, Cell(False)),
        ("linear", {"approximate": 0.0}, Cell(False)),
        ("linear", {"approximate": None}, Cell(False)),
        ("linear", {"approximate": 0.0, "alike": True}, Cell(None, "alike")),
        ("gru", {"state": None}, Cell(False)),
        ("lstm", {"sight": "nearby"}, Cell(False)),
        ("full", {"sight": None}, Cell(None, "unmoved")),
        ("full", {"sight": None, "k": 1}, Cell(None, "one_token")),
    ],
)
def test_sees(key: str, found: dict[str, Any], cell: Cell) -> None:
    assert cells(row(key, **found)).sees == cell


@pytest.mark.parametrize(
    ("key", "found", "cell"),
    [
        ("full", {"knows_order": True}, Cell(False)),
        ("gru", {"knows_order": False}, Cell(False)),
        ("full", {"knows_order": None}, Cell(None, "nobody_asked")),
        ("full", {"knows_order": None, "alike": True}, Cell(None, "alike")),
        ("full", {"knows_order": None, "alike": True, "k": 1}, Cell(None, "one_token")),
    ],
)
def test_knows_order(key: str, found: dict[str, Any], cell: Cell) -> None:
    assert cells(row(key, **found)).knows_order == cell


@pytest.mark.parametrize(
    ("key", "exponent", "cell"),
    [
        ("full", None, Cell(None, "not_measured")),
        ("full", 2.2, Cell(True)),
        ("full", 1.0, Cell(False)),
        ("full", 3.0, Cell(False)),
        ("full", 0.1, Cell(False)),
        ("full", 1.5, Cell(None, "between")),
        ("window", 1.5, Cell(None, "between")),
        ("window", 2.0, Cell(False)),
        ("gru", 0.8, Cell(True)),
    ],
)
def test_cost(key: str, exponent: float | None, cell: Cell) -> None:
    assert cells(row(key), exponent).cost == cell


def test_the_chapter_says_nothing_of_other_kinds() -> None:
    assert set(CHAPTER) <= set(KINDS)
    for key in set(KINDS) - set(CHAPTER):
        assert agrees(row(key), 1.0) is None
