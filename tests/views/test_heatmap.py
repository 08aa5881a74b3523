"""The heat map as a widget: set → shown, act → signal."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.heatmap import HeatmapView
from attnviz.views.heatmap_painter import Viewport
from attnviz.views.legend_label import LegendLabel

TOKENS = ("The", "cat", "sat", "on", "mat")
SCORES = np.array([[3, 1, 0, 0, 1], [1, 3, 1, 0, 0], [0, 2, 3, 1, 0], [0, 0, 1, 3, 1], [1, 0, 0, 1, 3]], np.float32)
LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def softmax(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    grown = np.where(mask, np.exp(scores), 0)
    return (grown / grown.sum(axis=1, keepdims=True)).astype(np.float32)


def show(view: HeatmapView, count: int | None = None) -> None:
    """Show the chapter's demo, or `count` tokens."""
    scores = SCORES if count is None else np.zeros((count, count), np.float32)
    mask = np.tril(np.ones(scores.shape, np.bool_))
    tokens = TOKENS if count is None else tuple(f"t{i}" for i in range(count))
    view.show_weights(softmax(scores, mask), scores, mask, tokens)


@pytest.fixture
def view(qtbot: QtBot) -> HeatmapView:
    made = HeatmapView()
    qtbot.addWidget(made)
    made.resize(850, 560)
    show(made)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def said(view: HeatmapView) -> list[tuple[object, ...]]:
    """What the view has said. Its pin follows at once, as the window makes it do."""
    heard: list[tuple[object, ...]] = []

    def pinned(row: int, column: int) -> None:
        heard.append(("pinned", row, column))
        view.show_pin((row, None if column < 0 else column))

    def cleared() -> None:
        heard.append(("cleared",))
        view.show_pin(None)

    view.cell_pinned.connect(pinned)
    view.pin_cleared.connect(cleared)
    view.cell_hovered.connect(lambda row, column: heard.append(("hovered", row, column)))
    return heard


def centre(view: HeatmapView, row: int, column: int) -> QPoint:
    return view.cell_rect(row, column).center().toPoint()


def move(view: HeatmapView, point: QPoint, buttons: Qt.MouseButton = Qt.MouseButton.NoButton) -> None:
    """Move the pointer; QTest.mouseMove depends on where the real one is."""
    place = QPointF(point)
    event = QMouseEvent(QEvent.Type.MouseMove, place, view.mapToGlobal(place), Qt.MouseButton.NoButton, buttons, PLAIN)
    QApplication.sendEvent(view, event)


def wheel(view: HeatmapView, point: QPoint, notches: int) -> None:
    place, turn = QPointF(point), QPoint(0, 120 * notches)
    phase = Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(place, view.mapToGlobal(place), QPoint(), turn, Qt.MouseButton.NoButton, PLAIN, phase, False)
    QApplication.sendEvent(view, event)


def changed(view: HeatmapView, act: object) -> bool:
    before = view.grab().toImage()
    assert callable(act)
    act()
    return bool(before != view.grab().toImage())


# set → shown


def test_the_demo_shows_the_chapters_percentages(view: HeatmapView) -> None:
    nan = np.nan
    wanted = [
        [100, nan, nan, nan, nan],
        [12, 88, nan, nan, nan],
        [4, 26, 71, nan, nan],
        [4, 4, 11, 81, nan],
        [10, 4, 4, 10, 73],
    ]
    assert np.array_equal(view.percentages(), wanted, equal_nan=True)
    assert view.tokens == TOKENS
    assert view.weights.shape == (5, 5)
    assert view.picture.row_tokens == TOKENS
    assert view.objectName() == "heatmap"
    assert view.accessibleName() == "Attention weights"


def test_cells_are_painted_in_their_colours(view: HeatmapView) -> None:
    image, picture = view.grab().toImage(), view.picture
    for row, column in ((0, 0), (2, 2), (4, 1)):
        index = round(float(view.weights[row, column]) * 255)
        place = view.cell_rect(row, column).topLeft().toPoint() + QPoint(12, 12)
        assert image.pixelColor(place) == QColor(*picture.table[index].tolist())
    assert image.pixelColor(centre(view, 0, 3)).name() == theme.current().canvas


def test_each_setter_is_seen_and_none_speaks(view: HeatmapView, said: list[tuple[object, ...]]) -> None:
    assert changed(view, lambda: view.show_pin((2, 1)))
    assert changed(view, lambda: view.show_pin((2, None)))
    assert changed(view, lambda: view.show_pin(None))
    assert changed(view, lambda: view.show_colormap("Grey"))
    assert changed(view, lambda: show(view, 4))
    assert changed(view, lambda: view.show_weights(*[np.zeros((0, 0), np.float32)] * 2, np.zeros((0, 0), np.bool_), ()))
    assert changed(view, lambda: view.show_message("Nothing here"))
    assert said == []


def test_the_same_array_with_new_numbers_is_painted_anew(view: HeatmapView) -> None:
    weights, mask = np.full((2, 2), 0.5, np.float32), np.ones((2, 2), np.bool_)
    view.show_weights(weights, weights, mask, ("a", "b"))
    view.grab()
    weights[:] = [[0.1, 0.9], [0.9, 0.1]]
    assert changed(view, lambda: view.show_weights(weights, weights, mask, ("a", "b")))


def test_shapes_that_do_not_fit_are_refused(view: HeatmapView) -> None:
    square, mask = np.eye(3, dtype=np.float32), np.ones((3, 3), np.bool_)
    with pytest.raises(ValueError, match=r"scores has shape \(2, 2\), but 3 tokens"):
        view.show_weights(square, square[:2, :2], mask, ("a", "b", "c"))
    with pytest.raises(ValueError, match="no colour map"):
        view.show_colormap("Rainbow")


def test_a_pin_beyond_the_tokens_waits(view: HeatmapView) -> None:
    view.show_pin((7, 7))
    assert view.picture.pinned is None
    show(view, 9)
    assert view.picture.pinned == (7, 7)


def test_a_larger_font_makes_everything_larger(view: HeatmapView) -> None:
    before, hint = view.layout_now(), view.sizeHint()
    font = view.font()
    font.setPixelSize(30)
    view.setFont(font)
    after = view.layout_now()
    assert before is not None
    assert after is not None
    assert after.label_pixels > before.label_pixels
    assert after.number_pixels > before.number_pixels
    assert view.sizeHint().width() > hint.width()


def test_readouts_say_weight_and_score(view: HeatmapView) -> None:
    assert view.readout(2, 1).sentence() == "sat → cat, 25.9 %, score 2.000"
    assert view.readout(2, 4).sentence() == "sat cannot see mat, weight exactly 0"
    view.show_pin((2, 1))
    assert view.accessibleDescription() == "sat → cat, 25.9 %, score 2.000"
    view.show_pin((2, None))
    assert view.accessibleDescription() == "row of sat"


# act → signal


def test_hovering_previews_and_leaving_ends_it(view: HeatmapView, said: list[tuple[object, ...]]) -> None:
    assert changed(view, lambda: move(view, centre(view, 2, 1)))
    move(view, centre(view, 2, 1) + QPoint(1, 1))
    move(view, centre(view, 4, 0))
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert said == [("hovered", 2, 1), ("hovered", 4, 0), ("hovered", -1, -1)]
    assert view.picture.hovered is None


def test_a_click_pins_and_a_second_one_clears(view: HeatmapView, said: list[tuple[object, ...]]) -> None:
    QTest.mouseClick(view, LEFT, PLAIN, centre(view, 2, 1))
    QTest.mouseClick(view, LEFT, PLAIN, centre(view, 3, 0))
    QTest.mouseClick(view, LEFT, PLAIN, centre(view, 3, 0))
    assert [word for word in said if word[0] != "hovered"] == [("pinned", 2, 1), ("pinned", 3, 0), ("cleared",)]


def test_a_click_on_a_label_or_beside_the_map(view: HeatmapView, said: list[tuple[object, ...]]) -> None:
    layout = view.layout_now()
    assert layout is not None
    label = QPoint(round(layout.area.left() - 20), centre(view, 3, 0).y())
    QTest.mouseClick(view, LEFT, PLAIN, label)
    column = QPoint(centre(view, 0, 2).x(), round(layout.area.top() - 12))
    QTest.mouseClick(view, LEFT, PLAIN, column)
    QTest.mouseClick(view, LEFT, PLAIN, QPoint(2, 2))
    QTest.mouseClick(view, LEFT, PLAIN, QPoint(2, 2))
    assert said == [("pinned", 3, -1), ("pinned", 3, 2), ("cleared",)]


def test_pressing_on_one_cell_and_letting_go_on_another_pins_none(
    view: HeatmapView, said: list[tuple[object, ...]]
) -> None:
    QTest.mousePress(view, LEFT, PLAIN, centre(view, 1, 1))
    QTest.mouseRelease(view, LEFT, PLAIN, centre(view, 4, 2))
    assert said == []


def test_keys_walk_the_pin(view: HeatmapView, said: list[tuple[object, ...]]) -> None:
    key = Qt.Key
    for pressed in (key.Key_Down, key.Key_Down, key.Key_Right, key.Key_Right, key.Key_Up, key.Key_Left, key.Key_Left):
        QTest.keyClick(view, pressed)
    for pressed in (key.Key_End, key.Key_PageDown, key.Key_Home, key.Key_Escape, key.Key_Escape):
        QTest.keyClick(view, pressed)
    walked = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (0, 0), (0, -1), (0, 4), (4, 4), (4, 0)]
    assert said == [("pinned", *cell) for cell in walked] + [("cleared",)]


def test_ctrl_home_and_end_go_to_the_corners(view: HeatmapView, said: list[tuple[object, ...]]) -> None:
    view.show_pin((2, 2))
    QTest.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert said == [("pinned", 4, 4), ("pinned", 0, 0)]


def test_a_pin_moved_by_key_shows_its_readout(view: HeatmapView, said: list[tuple[object, ...]], qtbot: QtBot) -> None:
    view.activateWindow()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(view.hasFocus)
    view.show_pin((2, 1))
    without = view.grab().toImage()
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.picture.pinned == (2, 1)
    assert view.grab().toImage() != without


def test_focus_by_tab_has_a_ring(view: HeatmapView, qtbot: QtBot) -> None:
    assert view.focusPolicy() & Qt.FocusPolicy.TabFocus
    view.clearFocus()
    assert view.grab().toImage().pixelColor(400, 0).name() == theme.current().canvas
    view.activateWindow()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(view.hasFocus)
    assert view.grab().toImage().pixelColor(400, 0).name() == theme.current().accent


def test_the_wheel_zooms_about_the_pointer_and_0_shows_everything(view: HeatmapView) -> None:
    show(view, 200)
    place = centre(view, 150, 150)
    for _ in range(6):
        wheel(view, place, 1)
    closer = view.viewport
    assert closer.rows < 60
    assert closer.holds(150, 150)
    layout = view.layout_now()
    assert layout is not None
    assert layout.separate
    wheel(view, place, -1)
    assert view.viewport.rows > closer.rows
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.viewport == Viewport(0, 0, 200, 200)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.viewport.rows < 200
    QTest.keyClick(view, Qt.Key.Key_Minus)
    assert view.viewport.rows == 200


def test_dragging_pans_when_zoomed_and_is_no_click(view: HeatmapView, said: list[tuple[object, ...]]) -> None:
    show(view, 200)
    for _ in range(8):
        wheel(view, centre(view, 100, 100), 1)
    before, layout = view.viewport, view.layout_now()
    assert layout is not None
    start = layout.area.center().toPoint()
    end = start - QPoint(round(layout.pitch_x * 3), round(layout.pitch_y * 2))
    QTest.mousePress(view, LEFT, PLAIN, start)
    move(view, end, LEFT)
    QTest.mouseRelease(view, LEFT, PLAIN, end)
    assert view.viewport == Viewport(before.first_row + 2, before.first_column + 3, before.rows, before.columns)
    assert not [word for word in said if word[0] == "pinned"]
    QTest.mouseDClick(view, LEFT, PLAIN, start)
    assert view.viewport == Viewport(0, 0, 200, 200)


def test_the_pin_scrolls_into_view_and_another_length_ends_the_zoom(
    view: HeatmapView, said: list[tuple[object, ...]]
) -> None:
    show(view, 200)
    for _ in range(10):
        wheel(view, centre(view, 0, 0), 1)
    assert view.viewport.first_row == 0
    view.show_pin((view.viewport.rows - 1, 0))
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.viewport.first_row == 1
    show(view, 200)
    assert view.viewport.first_row == 1
    show(view, 201)
    assert view.viewport == Viewport(0, 0, 201, 201)


def test_an_empty_map_takes_every_key_and_click(view: HeatmapView, said: list[tuple[object, ...]]) -> None:
    empty = np.zeros((0, 0), np.float32)
    view.show_weights(empty, empty, np.zeros((0, 0), np.bool_), ())
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Plus, Qt.Key.Key_0, Qt.Key.Key_Home, Qt.Key.Key_Escape):
        QTest.keyClick(view, key)
    QTest.mouseClick(view, LEFT, PLAIN, QPoint(300, 200))
    wheel(view, QPoint(300, 200), 1)
    assert said == []
    assert view.percentages().shape == (0, 0)


# the legend


def test_the_legend_shows_the_map_it_is_told(qtbot: QtBot) -> None:
    legend = LegendLabel()
    qtbot.addWidget(legend)
    legend.resize(legend.sizeHint())
    assert legend.objectName() == "legend"
    assert legend.accessibleName()
    before = legend.grab().toImage()
    legend.show_colormap("Grey")
    assert legend.grab().toImage() != before
    with pytest.raises(ValueError, match="no colour map"):
        legend.show_colormap("Rainbow")
