"""The caption: the sentence from the numbers, cell by cell, and the label that shows it."""

from __future__ import annotations

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


def test_type_follows_the_text_size(qtbot: QtBot) -> None:
    label = CaptionLabel()
    qtbot.addWidget(label)
    before = label.heightForWidth(4000)
    font = label.font()
    font.setPointSizeF(2 * font.pointSizeF())
    label.setFont(font)
    assert label.heightForWidth(4000) > 1.7 * before
