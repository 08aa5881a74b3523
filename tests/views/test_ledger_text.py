"""The ledger in words: every sentence, and for random scenes the last line against the cell of the map."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from attnviz.experiments import ledger
from attnviz.state import derive
from attnviz.state.scene import DEMO_TEXT, Scene
from attnviz.views.heatmap import HeatmapView
from attnviz.views.ledger_numbers import number
from attnviz.views.ledger_text import LedgerText, token_name
from attnviz.views.span_label import Span, plain

DEMO = Scene(text=DEMO_TEXT, model="demo")
WORDS = ["The", "cat", "sat", "on", "the", "mat", "猫", "שלום"]


def ledger_of(scene: Scene, i: int, j: int, decimals: int = 3, largest_first: bool = False) -> LedgerText:
    snapshot = derive(scene)
    trace = snapshot.trace
    assert trace is not None
    report = ledger.cell(snapshot.head, trace.x, i, j, trace.mask, scene.scaled, trace)
    return LedgerText(report, snapshot.tokens, decimals, largest_first)


def test_the_whole_ledger_of_the_demo() -> None:
    assert ledger_of(DEMO, 2, 1).whole().splitlines() == [
        "sat → cat",
        "1 · Query times key",
        "Dim.\tq\tk\tq · k",
        "1\t0.000\t0.000\t0.000",
        "2\t4.472\t1.000\t4.472",
        "3\t6.708\t0.000\t0.000",
        "4\t2.236\t0.000\t0.000",
        "5\t0.000\t0.000\t0.000",
        "Numbers are rounded to 3 decimals only to be shown. The products' exact sum is 4.472.",
        "2 · Sum",
        "q · k = 4.472",
        "3 · Divide by √d",
        "4.472 ÷ √5 = 4.472 ÷ 2.236 = 2.000",
        "4 · Mask",
        "“sat” may see “cat”: the score stays 2.000",
        "5 · Softmax",
        "The row's largest visible score, 3.000 (sat), is subtracted from each. "
        "Hidden tokens: 2. Each counts e^−∞ = 0.",
        "Token\tScore\te^(score − largest)",
        "The\t0.000\t0.050",
        "cat\t2.000\t0.368",
        "sat\t3.000\t1.000",
        "Total of the row: 1.418",
        "6 · Weight",
        "0.368 ÷ 1.418 = 0.259 = 25.9 %",
        "7 · What it adds to the output",
        "The weight times v of “cat” goes into the output row of “sat”, beside the other tokens'.",
        "Dim.\tv\tweight · v\toutput row",
        "1\t0.000\t0.000\t0.035",
        "2\t1.000\t0.259\t0.259",
        "3\t0.000\t0.000\t0.705",
        "4\t0.000\t0.000\t0.000",
        "5\t0.000\t0.000\t0.000",
        "The arithmetic below ends at the cell of the map, bit for bit.",
        "sat → cat\t0.259\t25.9 %",
    ]


def test_a_hidden_cell_not_divided() -> None:
    lines = ledger_of(replace(DEMO, scaled=False), 1, 3, decimals=1).whole().splitlines()
    assert "Not divided by √d: the score stays 0.0" in lines
    assert "“cat” may not see “on”: the score 0.0 becomes −∞" in lines
    assert "on\t-∞\t0.0" in lines
    assert "0.0 ÷ 1.0 = 0.0 = 0 %" in lines
    assert "Numbers are rounded to 1 decimal only to be shown. The products' exact sum is 0.0." in lines
    assert lines[-2:] == ["The mask hides this cell: its weight is exactly 0.", "cat → on\t0.0\t0 %"]


def test_a_cell_that_does_not_add_up_is_not_called_right() -> None:
    text = ledger_of(DEMO, 2, 1)
    broken = LedgerText(replace(text.report, holds=False), text.tokens, 3)
    assert broken.verdict() == "The arithmetic below does not end at the cell of the map."


def test_where_32_bits_read_differently_both_numbers_are_said() -> None:
    text = ledger_of(Scene(), 4, 1, decimals=8)
    report = text.report
    assert plain(text.sum()) == "q · k = −7.09414694, in the 32 bits of the map −7.09414673"
    assert text.sum()[-1] == Span(number(report.raw_score_cell, 8), "strong")
    assert plain(ledger_of(Scene(), 4, 1).sum()) == "q · k = −7.094"


def test_what_is_folded_is_said_with_its_sum() -> None:
    text = ledger_of(Scene(), 4, 1)
    products, values = text.products(), text.values()
    away = sum(Decimal(f"{value:.3f}") for value in text.report.products[8:].tolist())
    assert text.rest(products) == f"… 56 more add up to {away}".replace("-", "−")
    assert text.rest(values, adds_up=False) == "… 56 more"


def test_what_rounding_loses_is_said_where_products_do_not_add_up() -> None:
    report = replace(ledger_of(DEMO, 2, 1).report, products=np.array([0.3004, 0.3004, 0.0004]), raw_score=0.6012)
    assert LedgerText(report, DEMO_TEXT.split(), 3).lost().replace("\u00a0", " ") == (
        "Rounded products: 0.600 · lost in rounding: 0.001 · sum: 0.601"
    )
    assert LedgerText(report, DEMO_TEXT.split(), 1).lost() == ""
    tiny = replace(report, products=np.array([0.0004, -0.0003]), raw_score=0.0001)
    assert LedgerText(tiny, DEMO_TEXT.split(), 3).lost().replace("\u00a0", " ") == (
        "Rounded products: 0.000 · lost in rounding: 1.000·10⁻⁴ · sum: 1.000·10⁻⁴"
    )
    assert LedgerText(replace(report, raw_score=np.inf), DEMO_TEXT.split(), 3).lost() == ""


def test_largest_first_starts_every_table_with_its_largest_number() -> None:
    text = ledger_of(Scene(), 4, 1, largest_first=True)
    report = text.report
    assert abs(report.products[text.products().listing.places[0]]) == abs(report.products).max()
    assert text.exponentials().listing.places[0] == report.largest
    assert abs(report.added[text.values().listing.places[0]]) == abs(report.added).max()


def test_tokens_are_cut_isolated_and_told_apart() -> None:
    assert token_name(["cat", "sat"], 0) == "cat"
    assert token_name(["cat", "sat", "cat"], 2) == "cat\u00a0(3)"
    assert token_name(["שלום"], 0) == "\u2068שלום\u2069"
    assert token_name(["x" * 900], 0).strip("\u2068\u2069") == "x" * 23 + "…"


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=16))
    model = draw(st.sampled_from(["random", "identity", "demo"]))
    text = DEMO_TEXT if model == "demo" and draw(st.booleans()) else " ".join(words)
    dimension, causal, scaled = draw(st.integers(1, 64)), draw(st.booleans()), draw(st.booleans())
    return Scene(text=text, model=model, dimension=dimension, causal=causal, scaled=scaled)


def decimal(words: str) -> Decimal:
    """Return a number as a person reads it."""
    mantissa, _, power = words.replace("−", "-").partition("·10")
    return Decimal(mantissa).scaleb(int(power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or 0))


@settings(max_examples=400)
@given(scenes(), st.integers(1, 8), st.booleans(), st.data())
def test_the_printed_products_and_what_rounding_lost_are_the_printed_sum(
    scene: Scene, decimals: int, largest_first: bool, data: st.DataObject
) -> None:
    n = len(derive(scene).tokens)
    i, j = data.draw(st.integers(0, n - 1)), data.draw(st.integers(0, n - 1))
    text = ledger_of(scene, i, j, decimals, largest_first)
    lines = text.whole().splitlines()
    first = lines.index("1 · Query times key") + 2
    products = [Decimal(line.split("\t")[3]) for line in lines[first : first + text.report.width]]
    printed_sum = next(line for line in lines if line.startswith("q · k = ")).removeprefix("q · k = ").split(",")[0]
    told = [line for line in lines if line.startswith("Rounded products: ")]
    if not told:
        assert sum(products) == decimal(printed_sum)
    else:
        rounded, lost, total = (part.split(": ")[1] for part in told[0].split(" · "))
        assert total == printed_sum
        assert decimal(rounded) == sum(products)
        assert decimal(rounded) + decimal(lost) == decimal(total)
        assert decimal(lost) != 0
    table = text.products()
    if table.listing.more:  # in the panel: those that are not folded away, and the rest
        shown = [decimal(table.number(2, text.report.products[at], decimals)) for at in table.listing.folded]
        assert sum(shown) + decimal(text.rest(table).split()[-1]) == sum(products)


@settings(max_examples=300)
@given(scenes(), st.integers(1, 8), st.data())
def test_the_last_line_is_the_cell_of_the_map_and_the_products_add_up(
    scene: Scene, decimals: int, data: st.DataObject
) -> None:
    n = len(derive(scene).tokens)
    text = ledger_of(scene, data.draw(st.integers(0, n - 1)), data.draw(st.integers(0, n - 1)), decimals)
    report, lines = text.report, text.whole().splitlines()
    trace = derive(scene).trace
    assert trace is not None
    cell = float(trace.weights[report.row, report.column])
    shown, percent = lines[-1].split("\t")[1:]
    assert shown == number(cell, decimals, plain=True)
    if "·" not in percent:
        assert percent == f"{cell * 100:.{max(0, decimals - 2)}f} %"
    assert plain(text.weight()).endswith(f"{number(cell, decimals)} = {percent}")
    first = lines.index("1 · Query times key") + 2
    products = [float(line.split("\t")[3]) for line in lines[first : first + report.width]]
    rounding = report.width * 0.5000001 * 10.0**-decimals
    assert abs(sum(products) - report.raw_score) <= rounding
    assert plain(text.sum()).startswith(f"q · k = {number(report.raw_score, decimals)}")


@pytest.mark.parametrize("column", range(5))
def test_the_percentage_is_that_of_the_maps_own_card(qtbot: QtBot, column: int) -> None:
    snapshot = derive(DEMO)
    trace = snapshot.trace
    assert trace is not None
    view = HeatmapView()
    qtbot.addWidget(view)
    view.show_weights(trace.weights, trace.scores, trace.mask, snapshot.tokens)
    text, card = ledger_of(DEMO, 4, column), view.readout(4, column)
    assert card.weight == text.percent()
    assert number(text.report.score, 3) in card.score
