"""The panel “All heads”, both ways: places and colours of the maps, words, and what it says when the person acts."""

from __future__ import annotations

import time
from typing import TypeVar

import numpy as np
import pytest
from geometry import wrong_places
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from attnviz.state import layers_report
from attnviz.state.layers_report import LayersReport
from attnviz.state.scene import HEADS_ORDERS, VIEWS, Scene
from attnviz.views import theme
from attnviz.views.colormaps import table
from attnviz.views.layers_grid import LayersGrid
from attnviz.views.layers_layout import FlowOfHeads, RowsOfLayers, flow_of_heads, rows_of_layers
from attnviz.views.layers_panel import LayersPanel

W = TypeVar("W", bound=QWidget)
LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key
WORDS = tuple("abcabdea")
N = len(WORDS)
EM, LINE = 16.0, 14


def weights(layers: int = 5, heads: int = 4, n: int = N) -> list[NDArray[np.float32]]:
    """Return layers in which head h of layer l looks at column l + h, or at itself from the rows above."""
    made = []
    for layer in range(layers):
        maps = np.zeros((heads, n, n), np.float32)
        for head in range(heads):
            for row in range(n):
                maps[head, row, min((layer + head) % n, row)] = 1.0
        made.append(maps)
    return made


def report(
    layers: list[NDArray[np.float32]] | None = None,
    shown: tuple[int, int] = (1, 2),
    order: str = "layer",
    words: tuple[str, ...] = WORDS,
    columns: tuple[str, ...] | None = None,
    rescaled: bool = False,
) -> LayersReport:
    given = weights() if layers is None else layers
    return layers_report.report(given, words, words if columns is None else columns, words, shown, order, rescaled)


@pytest.fixture
def panel(qtbot: QtBot) -> LayersPanel:
    made = LayersPanel()
    qtbot.addWidget(made)
    made.resize(380, 900)
    made.show_report(Scene(), WORDS, report())
    made.show()
    made.activateWindow()
    QApplication.processEvents()
    return made


@pytest.fixture
def said(panel: LayersPanel) -> list[tuple[object, ...]]:
    heard: list[tuple[object, ...]] = []
    panel.head_chosen.connect(lambda layer, head: heard.append(("head", layer, head)))
    panel.order_chosen.connect(lambda order: heard.append(("order", order)))
    panel.view_chosen.connect(lambda view: heard.append(("view", view)))
    panel.rescaled_switched.connect(lambda on: heard.append(("rescaled", on)))
    return heard


def part(panel: LayersPanel, kind: type[W], name: str) -> W:
    found = panel.findChild(kind, name)
    assert found is not None
    return found


def grid(panel: LayersPanel) -> LayersGrid:
    return part(panel, LayersGrid, "layers_grid")


def words(panel: LayersPanel, name: str) -> str:
    return part(panel, QLabel, name).text().replace("\xa0", " ")


def place(made: LayersReport, layer: int, head: int) -> int:
    return made.order.index((layer, head))


def lit_columns(panel: LayersPanel, square: QRect) -> set[int]:
    """Return which columns of a map have the strongest colour."""
    image, strongest = grid(panel).grab().toImage(), QColor(*table("Indigo", theme.current().dark)[255].tolist()).name()
    pitch = square.width() / N
    wide = pitch if pitch < 7 else int(pitch)  # larger cells are whole pixels, all of them in the middle of the square
    room = (square.width() - wide * N) / 2
    middles = [int(room + (cell + 0.4) * wide) for cell in range(N)]
    return {
        column
        for column, x in enumerate(middles)
        for y in middles
        if image.pixelColor(square.left() + x, square.top() + y).name() == strongest
    }


# ---------------------------------------------------------------------------------------------------------- the places

CELLS = {count: tuple((layer, head) for layer in range(count[0]) for head in range(count[1])) for count in (
    (1, 1), (2, 3), (5, 4), (30, 9), (12, 12), (24, 16), (3, 33), (2, 96)
)}  # fmt: skip


@pytest.mark.parametrize("width", [210, 300, 360, 720])
@pytest.mark.parametrize("count", CELLS)
def test_maps_stand_inside_and_apart_and_are_found_again(count: tuple[int, int], width: int) -> None:
    for layout in (rows_of_layers(CELLS[count], width, EM, 24, LINE), flow_of_heads(CELLS[count], width, EM, 66, LINE)):
        for mirrored in (False, True):
            squares = [layout.place(index, width, mirrored) for index in range(layout.count)]
            assert all(QRect(0, 0, width, layout.height).contains(square) for square in squares)
            assert [layout.at(square.center(), width, mirrored) for square in squares] == list(range(layout.count))
            inked = np.zeros((layout.height, width), np.int8)
            for square in squares:
                inked[square.top() - 2 : square.bottom() + 3, square.left() - 2 : square.right() + 3] += 1
            assert inked.max() == 1  # also with their outlines


@pytest.mark.parametrize(("count", "lines"), [((30, 9), 1), ((12, 12), 1), ((24, 16), 1), ((3, 33), 3), ((2, 96), 9)])
def test_a_row_is_a_layer_and_a_column_a_head_as_long_as_they_fit(count: tuple[int, int], lines: int) -> None:
    layout = rows_of_layers(CELLS[count], 330, EM, 24, LINE)
    assert layout.lines == lines
    assert layout.side >= 0.85 * EM
    tops = {cell[0]: set[int]() for cell in layout.cells}
    for index, cell in enumerate(layout.cells):
        tops[cell[0]].add(layout.place(index, 330).top())
    assert all(len(found) == lines for found in tops.values())
    assert all(max(tops[layer]) < min(tops[layer + 1]) for layer in range(count[0] - 1))


def test_maps_in_order_of_a_score_are_as_wide_as_their_labels() -> None:
    layout = flow_of_heads(CELLS[30, 9], 340, EM, 70, LINE)
    assert (layout.columns, layout.number) == (4, LINE + 2)
    assert layout.side >= 70


def test_beside_the_maps_there_is_no_head() -> None:
    layout = rows_of_layers(((0, 0), (0, 1), (1, 0)), 300, EM, 24, LINE)
    assert layout.at(layout.place(2, 300).center() + QPoint(layout.side + layout.gap, 0), 300) is None
    assert layout.at(QPoint(4, layout.place(0, 300).center().y()), 300) is None
    assert layout.at(QPoint(layout.place(0, 300).center().x(), 2), 300) is None
    assert layout.at(QPoint(60, layout.height + 9), 300) is None


def test_keys_walk_by_heads_and_by_layers() -> None:
    layout = rows_of_layers(CELLS[5, 4], 300, EM, 24, LINE)
    steps = [(Key.Key_Right, 1), (Key.Key_Down, 5), (Key.Key_PageDown, 9), (Key.Key_Left, 8), (Key.Key_Up, 4)]
    steps += [(Key.Key_PageUp, 0), (Key.Key_Up, 0), (Key.Key_PageUp, 0), (Key.Key_End, 19), (Key.Key_Down, 19)]
    assert walk(layout, 0, steps) == [target for _, target in steps]
    assert layout.walked(3, Key.Key_A) == -1
    assert layout.walked(1, Key.Key_Right, mirrored=True) == 0


def test_keys_walk_through_the_lines_of_a_wide_layer() -> None:
    layout = rows_of_layers(CELLS[3, 33], 330, EM, 24, LINE)
    assert (layout.columns, layout.lines) == (11, 3)
    steps = [(Key.Key_Down, 13), (Key.Key_Down, 24), (Key.Key_Down, 35), (Key.Key_Up, 24), (Key.Key_PageDown, 57)]
    assert walk(layout, 2, steps) == [target for _, target in steps]


def test_in_order_of_a_score_page_down_leads_to_the_same_head_of_the_next_layer() -> None:
    cells = ((1, 1), (0, 0), (2, 0), (1, 0), (0, 1))
    layout = flow_of_heads(cells, 200, EM, 60, LINE)
    assert layout.walked(1, Key.Key_PageDown) == 3
    assert layout.walked(3, Key.Key_PageDown) == 2
    assert layout.walked(2, Key.Key_PageDown) == 2
    assert layout.walked(0, Key.Key_PageUp) == 4
    assert layout.walked(0, Key.Key_Down) == layout.columns


def walk(layout: RowsOfLayers | FlowOfHeads, start: int, steps: list[tuple[Key, int]]) -> list[int]:
    reached, here = [], start
    for key, _ in steps:
        here = layout.walked(here, key)
        reached.append(here)
    return reached


# ------------------------------------------------------------------------------------------------------ what is shown


@pytest.mark.parametrize("order", ["layer", "first_token", "previous_token"])
def test_each_place_has_the_map_of_its_head(panel: LayersPanel, order: str) -> None:
    made = report(order=order, shown=(4, 3))
    panel.show_report(Scene(), WORDS, made)
    QApplication.processEvents()
    for layer, head in ((0, 0), (1, 3), (3, 2)):
        columns = lit_columns(panel, grid(panel).head_rect(place(made, layer, head)))
        assert columns == set(range(layer + head + 1))


def test_by_score_each_map_is_named_with_its_score(panel: LayersPanel) -> None:
    assert grid(panel).labels() == ()
    made = report(order="first_token")
    panel.show_report(Scene(), WORDS, made)
    assert grid(panel).labels()[:3] == ("L1 H1 1.00", "L1 H2 0.00", "L1 H3 0.00")
    assert [label[:5] for label in grid(panel).labels()] == [f"L{layer + 1} H{head + 1}" for layer, head in made.order]
    different = tuple("abcdefgh")
    panel.show_report(Scene(), different, report(order="induction", words=different))
    assert grid(panel).labels()[:2] == ("L1 H1", "L1 H2")


def test_the_inputs_show_the_choices_and_nothing_is_said(panel: LayersPanel, said: list[tuple[object, ...]]) -> None:
    panel.show_report(Scene(view="rollout", rescaled=True), WORDS, report(order="same_token", rescaled=True))
    assert part(panel, QComboBox, "layers_order_picker").currentData() == "same_token"
    assert part(panel, QComboBox, "layers_view_picker").currentData() == "rollout"
    assert part(panel, QPushButton, "rescale_switch").isChecked()
    assert "rescaled to 100 %" in words(panel, "layers_rescaled_note")
    assert part(panel, QLabel, "layers_rescaled_note").isVisible()
    panel.show_report(Scene(), WORDS, report())
    assert not part(panel, QPushButton, "rescale_switch").isChecked()
    assert not part(panel, QLabel, "layers_rescaled_note").isVisible()
    panel.show_colormap("Grey")
    assert said == []


def test_the_pickers_offer_every_order_and_view(panel: LayersPanel) -> None:
    for name, keys in (("layers_order_picker", HEADS_ORDERS), ("layers_view_picker", VIEWS)):
        picker = part(panel, QComboBox, name)
        assert tuple(picker.itemData(index) for index in range(picker.count())) == keys
        assert len({picker.itemText(index) for index in range(picker.count())}) == len(keys)


def test_without_a_second_text_only_there_is_rollout(panel: LayersPanel) -> None:
    model = part(panel, QComboBox, "layers_view_picker").model()
    assert isinstance(model, QStandardItemModel)
    assert model.item(VIEWS.index("rollout")).isEnabled()
    other = tuple("xyzxyzxy")
    panel.show_report(Scene(), WORDS, report(columns=other))
    assert not model.item(VIEWS.index("rollout")).isEnabled()


def test_the_shown_head_is_told_with_its_scores(panel: LayersPanel) -> None:
    assert words(panel, "layers_readout") == "Layer 2 · Head 3 of 4"
    told = {name: f"{report().score((1, 2), name):.2f}" for name in HEADS_ORDERS[1:]}
    assert words(panel, "layers_scores") == (
        f"previous {told['previous_token']} · same {told['same_token']} · first {told['first_token']} · "
        f"induction {told['induction']} · duplicate {told['duplicate_token']}"
    )
    described = grid(panel).accessibleDescription().replace("\xa0", " ")
    assert described == f"{words(panel, 'layers_readout')} · {words(panel, 'layers_scores')}"


def test_a_sink_is_called_one(panel: LayersPanel) -> None:
    panel.show_report(Scene(), WORDS, report(shown=(0, 0)))
    assert words(panel, "layers_readout") == "Layer 1 · Head 1 of 4 · first-token sink"


def test_scores_that_the_text_does_not_tell_are_left_out(panel: LayersPanel) -> None:
    panel.show_report(Scene(), (), report(words=tuple("abcdefgh")))
    assert "induction" not in words(panel, "layers_scores")
    assert words(panel, "layers_scores").startswith("previous 0.")


def test_pointing_tells_of_another_head_and_leaves_again(panel: LayersPanel) -> None:
    QTest.mouseMove(grid(panel), grid(panel).head_rect(place(report(), 3, 0)).center())
    assert words(panel, "layers_readout") == "Layer 4 · Head 1 of 4"
    QTest.mouseMove(grid(panel), QPoint(grid(panel).width() - 1, 0))
    assert words(panel, "layers_readout") == "Layer 2 · Head 3 of 4"


def test_with_several_heads_on_the_large_map_no_head_is_the_large_one(panel: LayersPanel) -> None:
    spans = part(panel, QLabel, "layers_readout").spans  # type: ignore[attr-defined]
    assert spans()[0].style == "asking"
    panel.show_report(Scene(view="layers"), WORDS, report())
    assert spans()[0].style == "strong"


@pytest.mark.parametrize("order", ["layer", "first_token"])
def test_sinks_are_counted(panel: LayersPanel, order: str) -> None:
    layers = weights()
    panel.show_report(Scene(), WORDS, report(layers, order=order))
    one = "1 of 20 heads gives over 30 % to the first token: an attention sink (Xiao et al. 2023)."
    assert words(panel, "layers_note") == one
    layers[3][:] = layers[0][0]
    panel.show_report(Scene(), WORDS, report(layers, order=order))
    assert words(panel, "layers_note").startswith("5 of 20 heads give over 30 % to the first token")
    layers[3][:] = layers[0][:1] = layers[1][3]
    panel.show_report(Scene(), WORDS, report(layers, order=order))
    assert words(panel, "layers_note").startswith("None of 20 heads gives over 30 % to the first token")


def test_a_short_text_tells_no_sinks(panel: LayersPanel) -> None:
    panel.show_report(Scene(), WORDS[:4], report(weights(n=4), words=WORDS[:4]))
    assert words(panel, "layers_note").startswith("The text is too short to find attention sinks")
    assert "gives 36 %" in words(panel, "layers_note")  # (1/2 + 1/3 + 1/4) / 3
    assert "sink" not in words(panel, "layers_readout")


@pytest.mark.parametrize(
    ("order", "text", "columns", "told"),
    [
        ("previous_token", WORDS, None, "Score: the mean weight on the token just before (Clark et al. 2019)."),
        ("induction", WORDS, None, "Score: the mean weight on what came after"),
        ("induction", tuple("abcdefgh"), None, "No token comes again in this text"),
        ("same_token", WORDS, tuple("xyzxyzxy"), "The columns are another text"),
        ("previous_token", ("a",), None, "The text is too short"),
    ],
)
def test_how_a_score_is_taken_or_why_there_is_none(
    panel: LayersPanel, order: str, text: tuple[str, ...], columns: tuple[str, ...] | None, told: str
) -> None:
    made = report(weights(n=len(text)), order=order, words=text, columns=columns)
    panel.show_report(Scene(), text, made)
    assert words(panel, "layers_note").startswith(told)


def test_without_a_report_it_asks_for_a_text_or_says_that_it_waits(panel: LayersPanel) -> None:
    scene = Scene(text="", heads_order="induction", view="layers")
    panel.show_report(scene, (), None)
    assert words(panel, "layers_card").startswith("Type a sentence first")
    assert part(panel, QComboBox, "layers_order_picker").currentData() == "induction"
    hidden = ["layers_grid", "layers_told", "layers_note", "layers_rescaled_note"]
    assert not any(part(panel, QWidget, name).isVisible() for name in hidden)
    panel.show_report(scene, ("a",), None)
    assert words(panel, "layers_card").startswith("The heads are being worked out")
    panel.show_report(scene, WORDS, report())
    assert part(panel, QWidget, "layers_grid").isVisible()
    assert not part(panel, QWidget, "layers_card").isVisible()


def test_colours_follow_the_colour_map(panel: LayersPanel) -> None:
    before = grid(panel).grab().toImage()
    panel.show_colormap("Cividis")
    assert grid(panel).grab().toImage() != before
    panel.show_colormap("Indigo")
    assert grid(panel).grab().toImage() == before


# -------------------------------------------------------------------------------------------------------- what is done


def test_every_choice_is_said_once(panel: LayersPanel, said: list[tuple[object, ...]]) -> None:
    part(panel, QComboBox, "layers_order_picker").setCurrentIndex(4)
    part(panel, QComboBox, "layers_view_picker").setCurrentIndex(5)
    QTest.mouseClick(part(panel, QPushButton, "rescale_switch"), LEFT)
    QTest.mouseClick(grid(panel), LEFT, pos=grid(panel).head_rect(place(report(), 4, 1)).center())
    assert said == [("order", "induction"), ("view", "rollout"), ("rescaled", True), ("head", 4, 1)]


def test_a_click_in_order_of_a_score_picks_the_head_that_stands_there(
    panel: LayersPanel, said: list[tuple[object, ...]]
) -> None:
    made = report(order="same_token")
    panel.show_report(Scene(), WORDS, made)
    QApplication.processEvents()
    QTest.mouseClick(grid(panel), LEFT, pos=grid(panel).head_rect(2).center())
    assert said == [("head", *made.order[2])]
    assert made.order[2] != (0, 2)


def test_keys_walk_and_enter_picks(panel: LayersPanel, said: list[tuple[object, ...]]) -> None:
    grid(panel).setFocus(Qt.FocusReason.TabFocusReason)
    for key in (Key.Key_Right, Key.Key_PageDown, Key.Key_PageDown, Key.Key_Down):
        QTest.keyClick(grid(panel), key)
    assert said == []
    assert words(panel, "layers_readout") == "Layer 5 · Head 4 of 4"
    QTest.keyClick(grid(panel), Key.Key_Return)
    assert said == [("head", 4, 3)]


def test_another_order_ends_pointing(panel: LayersPanel) -> None:
    QTest.mouseMove(grid(panel), grid(panel).head_rect(7).center())
    panel.show_report(Scene(), WORDS, report(order="first_token"))
    assert grid(panel).pointed() == -1
    assert words(panel, "layers_readout") == "Layer 2 · Head 3 of 4"


def test_a_key_scrolls_to_the_map_it_leads_to(panel: LayersPanel) -> None:
    panel.show_report(Scene(), WORDS, report(weights(30, 9)))
    panel.resize(380, 420)
    QTest.qWait(20)
    QTest.keyClick(grid(panel), Key.Key_End)
    scroll, last = part(panel, QScrollArea, "layers_panel_scroll"), grid(panel).head_rect(269)
    for corner in (last.topLeft(), last.bottomRight()):
        assert scroll.viewport().rect().contains(grid(panel).mapTo(scroll.viewport(), corner))
    assert words(panel, "layers_readout") == "Layer 30 · Head 9 of 9"


def test_what_is_said_of_a_head_is_in_sight_wherever_the_maps_are_scrolled(panel: LayersPanel) -> None:
    panel.show_report(Scene(), WORDS, report(weights(30, 9)))
    panel.resize(380, 420)
    QTest.qWait(20)
    bar = part(panel, QScrollArea, "layers_panel_scroll").verticalScrollBar()
    for value in (0, bar.maximum()):
        bar.setValue(value)
        told = part(panel, QWidget, "layers_told")
        assert panel.rect().contains(QRect(told.mapTo(panel, QPoint()), told.size()))


def test_tab_reaches_everything_that_can_be_chosen(panel: LayersPanel) -> None:
    part(panel, QWidget, "layers_order_picker").setFocus()
    reached = []
    for _ in range(4):
        focused = panel.focusWidget()
        assert focused is not None
        assert focused.accessibleName()
        reached.append(focused.objectName())
        QTest.keyClick(focused, Key.Key_Tab)
    assert reached == ["layers_order_picker", "layers_view_picker", "rescale_switch", "layers_grid"]


# --------------------------------------------------------------------------------------------------------------- looks

WIDE = report(weights(4, 33))
MADE = [report(), report(order="induction", rescaled=True), WIDE, report(weights(96, 1), shown=(95, 0)), None]


@pytest.mark.parametrize("factor", [1.0, 2.0])
@pytest.mark.parametrize("em", [17, 24, 40])
@pytest.mark.parametrize("made", MADE)
def test_nothing_is_cut_off_or_overlaps(panel: LayersPanel, made: LayersReport | None, em: int, factor: float) -> None:
    font = panel.font()
    font.setPointSizeF(11.0 * factor)
    panel.setFont(font)
    panel.show_report(Scene(text="x"), WORDS if made else (), made)
    panel.resize(max(panel.minimumWidth(), em * panel.em()), 420)
    QTest.qWait(20)
    assert panel.minimumWidth() <= 17 * panel.em() + 1
    assert wrong_places(panel) == []
    assert part(panel, QScrollArea, "layers_panel_scroll").horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize(("count", "n"), [((30, 9), 60), ((12, 12), 256)])
def test_all_maps_of_a_model_paint_in_a_few_milliseconds(panel: LayersPanel, count: tuple[int, int], n: int) -> None:
    text, rng, taken = tuple(str(k) for k in range(n)), np.random.default_rng(0), []
    for _ in range(3):
        layers = [np.tril(rng.random((count[1], n, n), dtype=np.float32)) for _ in range(count[0])]
        panel.show_report(Scene(), text, report(layers, words=text))
        QApplication.processEvents()
        grid(panel).show_colormap("Grey" if len(taken) % 2 else "Indigo")
        image = QImage(grid(panel).size(), QImage.Format.Format_RGB32)
        begun = time.perf_counter()
        grid(panel).render(image, QPoint())
        taken.append(time.perf_counter() - begun)
    assert min(taken) < 0.060  # 4 ms on a quiet machine
