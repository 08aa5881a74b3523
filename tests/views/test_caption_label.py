"""The caption: the sentence from the numbers, cell by cell, and the label that shows it."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
import pytest
from numpy.typing import NDArray
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.caption_label import CaptionLabel, caption
from attnviz.views.span_label import Span, html, plain

TOKENS = ["The", "cat", "sat", "on", "mat"]
SCORES = np.array(
    [[3, 1, 0, 0, 1], [1, 3, 1, 0, 0], [0, 2, 3, 1, 0], [0, 0, 1, 3, 1], [1, 0, 0, 1, 3]], dtype=np.float64
)


def demo(row: int, causal: bool = True) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return the weights and the visible cells of a row of the chapter's demo."""
    visible = np.arange(5) <= row if causal else np.ones(5, dtype=np.bool_)
    powers = np.where(visible, np.exp(SCORES[row]), 0)
    return (powers / powers.sum()).astype(np.float32), visible


def sentence(tokens: list[str], row: int | None, weights: list[float], hidden: tuple[int, ...] = ()) -> str:
    visible = np.ones(len(tokens), dtype=np.bool_)
    visible[list(hidden)] = False
    return plain(caption(tokens, row, np.array(weights, dtype=np.float32), visible))


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (0, "“The” looks at The 100 %. It cannot see cat, sat, on, mat."),
        (1, "“cat” looks at cat 88 %, The 12 %. It cannot see sat, on, mat."),
        (2, "“sat” looks at sat 71 %, cat 26 %, the rest 4 %. It cannot see on, mat."),
        (3, "“on” looks at on 81 %, sat 11 %, the rest 8 %. It cannot see mat."),
        (4, "“mat” looks at mat 73 %, The 10 %, on 10 %, the rest 7 %."),
    ],
)
def test_the_chapters_demo(row: int, expected: str) -> None:
    assert plain(caption(TOKENS, row, *demo(row))) == expected


def test_the_threshold_is_the_rounded_percentage() -> None:
    assert "b 10 %" in sentence(["a", "b"], 0, [0.904, 0.096])
    assert "b " not in sentence(["a", "b"], 0, [0.906, 0.094])


def test_no_rest_when_all_but_half_a_per_cent_is_named() -> None:
    assert sentence(["a", "b"], 0, [0.996, 0.004]) == "“a” looks at a 100 %."
    assert sentence(["a", "b"], 0, [0.994, 0.006]) == "“a” looks at a 99 %, the rest 1 %."


def test_spread_thin() -> None:
    tokens = [f"t{index}" for index in range(30)]
    weights = [0.033] * 30
    weights[7] = 0.0412
    assert sentence(tokens, 3, weights) == "“t3” spreads thin: at most 4.1 % on “t7”."


def test_many_hidden_are_counted_or_begun() -> None:
    tokens = [f"t{index}" for index in range(20)]
    weights = [1.0] + [0.0] * 19
    after = sentence(tokens, 7, weights, tuple(range(8, 20)))
    assert after.endswith(" It cannot see the 12 tokens after it.")
    around = sentence(tokens, 7, weights, (1, *range(10, 20)))
    assert around.endswith(" It cannot see t1, t10, t11, t12, t13, t14 and 5 more.")


def row(tokens: list[str], place: int, seen: Iterable[int]) -> str:
    """Return what is said of what a row cannot see, where it looks at the tokens `seen` alone."""
    visible = np.zeros(len(tokens), dtype=np.bool_)
    visible[list(seen)] = True
    weights = np.where(visible, 1 / visible.sum(), 0).astype(np.float32)
    told = plain(caption(tokens, place, weights, visible))
    return told[told.index(" It c") + 1 :] if " It c" in told else ""


def test_a_window_is_told_by_what_it_shows() -> None:
    tokens = [f"t{index}" for index in range(40)]
    assert row(tokens, 20, range(17, 21)) == "It can see only t17, t18, t19, t20."
    assert row(tokens, 20, range(11, 21)) == "It can see only the 10 tokens from t11 to t20."
    assert row(tokens, 20, range(16, 25)) == "It can see only the 9 tokens from t16 to t24."
    assert row(tokens, 20, [20]) == "It can see only itself."
    assert row(tokens, 20, [3]) == "It can see only t3."
    assert row(tokens, 2, range(3)) == "It cannot see the 37 tokens after it."
    assert row(tokens, 39, range(30, 40)) == "It can see only the 10 tokens from t30 to t39."
    assert row(tokens, 39, range(40)) == ""


def test_holes_and_global_tokens_are_listed_on_the_shorter_side() -> None:
    tokens = [f"t{index}" for index in range(40)]
    assert row(tokens, 20, [0, 18, 19, 20]) == "It can see only t0, t18, t19, t20."
    assert row(tokens, 20, set(range(40)) - {4, 9}) == "It cannot see t4, t9."
    assert row(tokens, 39, range(0, 40, 2)) == "It cannot see t1, t3, t5, t7, t9, t11 and 14 more."
    assert row(tokens, 39, {0, *range(20, 40)}) == "It cannot see t1, t2, t3, t4, t5, t6 and 13 more."


@pytest.mark.parametrize("seed", range(30))
def test_what_is_said_is_true_and_short(seed: int) -> None:
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 60))
    tokens, place = [f"t{index}" for index in range(count)], int(rng.integers(count))
    visible = rng.random(count) < rng.random()
    visible[place] = True
    told = row(tokens, place, np.flatnonzero(visible).tolist())
    assert len(told) < 120
    named = {int(word) for word in re.findall(r"t(\d+)", told)}
    if told.startswith("It cannot see t"):
        more = int((re.findall(r"and (\d+) more", told) or ["0"])[0])
        assert not visible[list(named)].any()
        assert len(named) + more == (~visible).sum()
    elif " only t" in told and "tokens from" not in told:
        assert named == set(np.flatnonzero(visible).tolist())
    elif "tokens from" in told:
        assert visible[min(named) : max(named) + 1].all()
        assert visible.sum() == max(named) - min(named) + 1


def test_padding_is_one_name_with_its_number() -> None:
    tokens = ["The", "cat", "sat", *["[PAD]"] * 20]
    assert row(tokens, 0, [0]) == "It cannot see cat, sat, [PAD] × 20."
    assert row(tokens, 2, [0, 1, 2]) == "It cannot see [PAD] × 20."
    assert row(["The", "cat", "[PAD]"], 1, [0, 1]) == "It cannot see [PAD]."
    long = [f"t{index}" for index in range(10)] + ["[PAD]"] * 3
    assert row(long, 1, range(2)) == "It cannot see the 11 tokens after it."
    assert row(long, 9, [9, 10, 11, 12]) == "It can see only t9, [PAD] × 3."
    assert plain(caption(long, 12, np.full(13, 1 / 13, np.float32), np.ones(13, np.bool_))).startswith("“[PAD] (13)”")


# two texts


def test_the_columns_are_of_the_second_text() -> None:
    rows, columns = ["The", "cat"], ["le", "chat", "le"]
    weights, visible = np.array([0.2, 0.7, 0.1], np.float32), np.ones(3, np.bool_)
    assert plain(caption(rows, 1, weights, visible, columns)) == "“cat” looks at chat 70 %, le (1) 20 %, le (3) 10 %."
    visible[1] = False
    told = plain(caption(rows, 0, np.array([0.5, 0.0, 0.5], np.float32), visible, columns))
    assert told == "“The” looks at le (1) 50 %, le (3) 50 %. It cannot see chat."


def test_a_second_text_has_no_after_and_no_itself() -> None:
    columns = [f"c{index}" for index in range(20)]
    visible = np.arange(20) < 8
    weights = np.where(visible, 1 / 8, 0).astype(np.float32)
    told = plain(caption(["a"] * 9, 7, weights, visible, columns))
    assert told.endswith(" It can see only the 8 tokens from c0 to c7.")
    visible = np.arange(20) == 7
    told = plain(caption(["a"] * 9, 7, visible.astype(np.float32), visible, columns))
    assert told == "“a (8)” looks at c7 100 %. It can see only c7."
    thin = np.full(20, 0.05, np.float32)
    assert plain(caption(["a", "b"], 1, thin, thin > 0, columns)) == "“b” spreads thin: at most 5.0 % on “c0”."


def test_the_same_columns_are_no_second_text() -> None:
    tokens = [f"t{index}" for index in range(20)]
    visible = np.arange(20) <= 4
    weights = np.where(visible, 0.2, 0).astype(np.float32)
    assert plain(caption(tokens, 4, weights, visible, tuple(tokens))) == plain(caption(tokens, 4, weights, visible))
    assert "tokens after it" in plain(caption(tokens, 4, weights, visible, tuple(tokens)))


def test_a_row_that_sees_nothing_says_so() -> None:
    assert plain(caption(["a"], 0, np.zeros(0, np.float32), np.zeros(0, np.bool_), ())) == "“a” sees nothing."


def test_repeated_tokens_carry_their_place() -> None:
    text = sentence(["the", "cat", "the"], 2, [0.5, 0.3, 0.2])
    assert text == "“the (3)” looks at the (1) 50 %, cat 30 %, the (3) 20 %."


def test_long_tokens_are_elided_between_graphemes() -> None:
    family = "👩‍👩‍👧"
    text = sentence([family * 40, "x" * 1000], 0, [0.5, 0.5])
    assert family * 23 + "…" in text
    assert "x" * 23 + "…" in text
    assert "x" * 24 not in text


def test_no_row_says_what_to_do() -> None:
    assert plain(caption(TOKENS, None, None, None)) == "Point at a row to read it; click to pin it."


def test_styles() -> None:
    spans = caption(TOKENS, 2, *demo(2))
    assert spans[:4] == [Span("“"), Span("sat", "asking"), Span("” looks at "), Span("sat", "strong")]
    assert [span.text for span in spans if span.style == "muted"] == ["on", ", ", "mat"]


def test_html_is_escaped() -> None:
    made = html([Span("<b>&", "strong"), Span("<i>")], theme.LIGHT)
    assert "&lt;b&gt;&amp;" in made
    assert "<i>" not in made


def test_label_shows_and_names(qtbot: QtBot) -> None:
    label = CaptionLabel()
    qtbot.addWidget(label)
    label.resize(900, 60)
    empty = label.grab().toImage()
    label.show_row(TOKENS, 2, *demo(2))
    assert label.grab().toImage() != empty
    assert label.text() == label.sentence() == label.accessibleDescription()
    assert label.sentence().startswith("“sat” looks at sat 71 %")
    assert label.objectName() == "caption_label"
    assert label.accessibleName() == "Caption"
    assert "<span" in label.html()


def test_height_keeps_still_while_rows_change_but_not_for_a_new_text(qtbot: QtBot) -> None:
    label = CaptionLabel()
    qtbot.addWidget(label)
    label.resize(260, 60)
    label.show_row(TOKENS, 0, *demo(0))
    high = label.heightForWidth(260)
    assert high > 1.8 * label.heightForWidth(4000)
    label.show_row(TOKENS, 1, *demo(1))
    label.show_row(TOKENS, None)
    assert label.heightForWidth(260) == high
    label.show_row(["a"], 0, np.ones(1, dtype=np.float32), np.ones(1, dtype=np.bool_))
    assert label.heightForWidth(260) < high


def test_label_shows_the_second_text(qtbot: QtBot) -> None:
    label = CaptionLabel()
    qtbot.addWidget(label)
    weights, visible = np.array([0.25, 0.75], np.float32), np.ones(2, np.bool_)
    label.show_row(["cat"], 0, weights, visible, columns=["le", "chat"])
    assert label.sentence() == "“cat” looks at chat 75 %, le 25 %."
    label.show_row(["cat"], 0, weights, visible, columns=["incomprehensibilities", "chat"])
    high = label.heightForWidth(200)
    label.show_row(["cat"], 0, weights, visible, columns=["le", "chat"])
    assert label.heightForWidth(200) < high, "another second text may be lower"


def test_type_follows_the_text_size(qtbot: QtBot) -> None:
    label = CaptionLabel()
    qtbot.addWidget(label)
    before = label.heightForWidth(4000)
    font = label.font()
    font.setPointSizeF(2 * font.pointSizeF())
    label.setFont(font)
    assert label.heightForWidth(4000) > 1.7 * before


def test_a_row_without_any_weight_is_not_said_to_look() -> None:
    assert sentence(["a", "b"], 0, [0.0, 0.0], (1,)) == "“a” has no weight left on any token. It cannot see b."
