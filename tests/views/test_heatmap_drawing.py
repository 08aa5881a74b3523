"""Drawing the mask by hand: what a click, a drag and Space say, what is marked, and what may not be drawn on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.heatmap import HeatmapView
from attnviz.views.heatmap_painter import Backdrop, arrange, paint_arranged
from attnviz.views.heatmap_stroke import Stroke

TOKENS = ("The", "cat", "sat", "on", "mat")
LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
NO_BUTTON = Qt.MouseButton.NoButton
Cells = tuple[tuple[int, int, bool], ...]


def show(view: HeatmapView, count: int = 5, columns: int | None = None) -> None:
    mask = np.tri(count, columns or count, dtype=np.bool_)
    mask[:, 0] = True
    weights = (mask / mask.sum(axis=1, keepdims=True)).astype(np.float32)
    tokens = TOKENS if count == 5 else tuple(f"t{i}" for i in range(count))
    view.show_weights(weights, weights, mask, tokens, None if columns is None else tuple(map(str, range(columns))))


@pytest.fixture
def view(qtbot: QtBot) -> HeatmapView:
    made = HeatmapView()
    qtbot.addWidget(made)
    made.resize(850, 560)
    show(made)
    made.show()
    qtbot.waitExposed(made)
    made.show_drawing(True)
    return made


@pytest.fixture
def drawn(view: HeatmapView) -> list[Cells]:
    heard: list[Cells] = []
    view.cells_drawn.connect(heard.append)
    return heard


@pytest.fixture
def pinned(view: HeatmapView) -> list[tuple[int, int]]:
    heard: list[tuple[int, int]] = []
    view.cell_pinned.connect(lambda row, column: heard.append((row, column)))
    return heard


def centre(view: HeatmapView, row: int, column: int) -> QPoint:
    return view.cell_rect(row, column).center().toPoint()


def click(view: HeatmapView, row: int, column: int) -> None:
    QTest.mouseClick(view, LEFT, PLAIN, centre(view, row, column))


def move(view: HeatmapView, point: QPoint, buttons: Qt.MouseButton = LEFT) -> None:
    place = QPointF(point)
    event = QMouseEvent(QEvent.Type.MouseMove, place, view.mapToGlobal(place), NO_BUTTON, buttons, PLAIN)
    QApplication.sendEvent(view, event)


def drag(view: HeatmapView, *cells: tuple[int, int]) -> None:
    QTest.mousePress(view, LEFT, PLAIN, centre(view, *cells[0]))
    for cell in cells[1:]:
        move(view, centre(view, *cell))
    QTest.mouseRelease(view, LEFT, PLAIN, centre(view, *cells[-1]))


# act → signal


def test_a_click_turns_a_cell_and_pins_none(
    view: HeatmapView, drawn: list[Cells], pinned: list[tuple[int, int]]
) -> None:
    click(view, 2, 1)
    click(view, 1, 4)
    assert drawn == [((2, 1, False),), ((1, 4, True),)]
    assert pinned == []


def test_a_drag_paints_what_its_first_cell_became(view: HeatmapView, drawn: list[Cells]) -> None:
    drag(view, (0, 1), (0, 2), (0, 3))
    drag(view, (4, 0), (4, 4))  # so fast that the cells between were jumped over
    drag(view, (4, 1), (3, 1), (2, 1), (1, 2))  # (1, 2) is hidden already
    assert drawn == [
        ((0, 1, True), (0, 2, True), (0, 3, True)),
        tuple((4, column, False) for column in range(5)),
        ((4, 1, False), (3, 1, False), (2, 1, False)),
    ]


def test_a_stroke_is_seen_before_it_is_said_and_escape_drops_it(view: HeatmapView, drawn: list[Cells]) -> None:
    cells = view.rect().adjusted(5, 5, -5, -5)  # without the ring that a key brings
    before, place = view.grab(cells).toImage(), centre(view, 0, 3) + QPoint(0, 12) - cells.topLeft()
    QTest.mousePress(view, LEFT, PLAIN, centre(view, 0, 1))
    move(view, centre(view, 0, 3))
    assert view.grab(cells).toImage().pixelColor(place) != before.pixelColor(place)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    QTest.mouseRelease(view, LEFT, PLAIN, centre(view, 0, 3))
    assert drawn == []
    move(view, QPoint(2, 2), NO_BUTTON)
    assert view.grab(cells).toImage() == before


def test_off_the_map_nothing_is_drawn(view: HeatmapView, drawn: list[Cells]) -> None:
    QTest.mousePress(view, LEFT, PLAIN, centre(view, 1, 4))
    move(view, QPoint(848, centre(view, 1, 4).y()))
    move(view, QPoint(848, centre(view, 3, 4).y()))
    move(view, centre(view, 3, 4))
    QTest.mouseRelease(view, LEFT, PLAIN, centre(view, 3, 4))
    assert drawn == [((1, 4, True), (3, 4, True))]


def test_a_button_let_go_elsewhere_ends_the_stroke(view: HeatmapView, drawn: list[Cells]) -> None:
    QTest.mousePress(view, LEFT, PLAIN, centre(view, 1, 4))
    move(view, centre(view, 3, 4), NO_BUTTON)
    assert drawn == [((1, 4, True),)]
    QTest.mouseRelease(view, LEFT, PLAIN, centre(view, 3, 4))
    assert len(drawn) == 1


def test_space_turns_the_pinned_cell(view: HeatmapView, drawn: list[Cells]) -> None:
    QTest.keyClick(view, Qt.Key.Key_Space)
    view.show_pin((3, None))
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert drawn == []
    view.show_pin((3, 1))
    QTest.keyClick(view, Qt.Key.Key_Space)
    view.show_pin((0, 1))
    QTest.keyClick(view, Qt.Key.Key_Space)
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Space, PLAIN, " ", True)
    QApplication.sendEvent(view, held)
    assert drawn == [((3, 1, False),), ((0, 1, True),)]


def test_two_fast_clicks_are_two_turns(view: HeatmapView, drawn: list[Cells]) -> None:
    show(view, 20)
    view.zoom_to(10, 2)
    QTest.mouseClick(view, LEFT, PLAIN, centre(view, 10, 1))
    QTest.mouseDClick(view, LEFT, PLAIN, centre(view, 10, 1))
    QTest.mouseRelease(view, LEFT, PLAIN, centre(view, 10, 1))
    assert len(drawn) == 2
    assert view.viewport.rows == 5


def test_labels_still_pin(view: HeatmapView, drawn: list[Cells], pinned: list[tuple[int, int]]) -> None:
    layout = view.layout_now()
    assert layout is not None
    QTest.mouseClick(view, LEFT, PLAIN, QPoint(round(layout.area.left() - 20), centre(view, 3, 0).y()))
    assert pinned == [(3, -1)]
    assert drawn == []


def test_with_drawing_off_a_click_pins(view: HeatmapView, drawn: list[Cells], pinned: list[tuple[int, int]]) -> None:
    view.show_drawing(False)
    click(view, 2, 1)
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert (drawn, pinned) == ([], [(2, 1)])


def test_a_cell_that_stayed_visible_against_the_hand_can_be_taken_back(view: HeatmapView, drawn: list[Cells]) -> None:
    view.show_drawn([(0, 0, False)])  # the only one that its row had: it is to be seen all the same
    click(view, 0, 0)
    assert drawn == [((0, 0, True),)]


def test_covered_rows_are_uncovered_not_drawn_on(view: HeatmapView, drawn: list[Cells]) -> None:
    asked: list[int] = []
    view.row_uncovered.connect(asked.append)
    view.show_covered_rows(frozenset({2}))
    click(view, 2, 1)
    view.show_pin((2, 1))
    QTest.keyClick(view, Qt.Key.Key_Space)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert drawn == []
    assert asked == [2, 2]
    drag(view, (1, 1), (3, 1))
    assert drawn == [((1, 1, False), (3, 1, False))]


def test_a_large_map_is_drawn_on_only_from_near(view: HeatmapView, drawn: list[Cells]) -> None:
    show(view, 200)
    assert view.drawing_hint().startswith("Zoom in to draw")
    click(view, 150, 20)
    assert drawn == []
    view.show_pin((150, 20))
    QTest.keyClick(view, Qt.Key.Key_Space)
    view.zoom_to(150, 20)
    assert view.drawing_hint().startswith("Click or drag")
    drag(view, (150, 20), (151, 21))
    assert drawn == [((150, 20, False),), ((150, 20, False), (151, 21, False))]
    assert view.viewport.first_row == 148, "a drag over cells must not move the map"


def test_two_texts_are_drawn_on_too(view: HeatmapView, drawn: list[Cells]) -> None:
    show(view, 3, 9)
    click(view, 0, 8)
    click(view, 2, 0)
    assert drawn == [((0, 8, True),), ((2, 0, False),)]


def test_only_a_matrix_with_a_mask_is_drawn_on(view: HeatmapView, drawn: list[Cells]) -> None:
    values = np.ones((5, 5), np.float32)
    view.show_matrix(values, None, TOKENS, TOKENS, True)
    click(view, 2, 1)
    view.show_pin((2, 1))
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert drawn == []
    assert view.drawing_hint() == "This matrix has no mask to draw on."
    view.show_matrix(values, np.tri(5, dtype=np.bool_), TOKENS, TOKENS, True)  # masked scores
    click(view, 0, 4)
    assert drawn == [((0, 4, True),)]


def test_another_text_ends_a_stroke(view: HeatmapView, drawn: list[Cells]) -> None:
    QTest.mousePress(view, LEFT, PLAIN, centre(view, 4, 4))
    show(view, 4)
    QTest.mouseRelease(view, LEFT, PLAIN, centre(view, 3, 3))
    assert drawn == []


# set → shown


def test_setters_are_seen_and_say_nothing(view: HeatmapView, drawn: list[Cells]) -> None:
    on = view.grab().toImage()
    view.show_drawn([(0, 1, False)])
    marked = view.grab().toImage()
    view.show_drawing(False)
    off = view.grab().toImage()
    assert on != marked != off
    view.show_drawn(())
    assert view.grab().toImage() != off
    assert drawn == []


def test_the_hint_has_room_below_the_map_and_is_told_to_readers(view: HeatmapView) -> None:
    assert view.drawing_hint() == view.accessibleDescription()
    layout = view.layout_now()
    assert layout is not None
    below = view.height() - round(layout.area.bottom())
    assert below >= view.fontMetrics().height()
    strip = view.grab().toImage().copy(0, view.height() - view.fontMetrics().height(), view.width(), 12)
    assert len({strip.pixel(x, y) for x in range(strip.width()) for y in range(12)}) > 5
    view.show_drawing(False)
    assert view.drawing_hint() == view.accessibleDescription() == ""


def test_a_hidden_cell_looks_as_if_it_could_be_clicked(view: HeatmapView) -> None:
    place = view.cell_rect(0, 3).topLeft().toPoint() + QPoint(12, 12)
    assert view.grab().toImage().pixelColor(place).name() == theme.current().field != theme.current().canvas
    exported = view.picture
    assert not exported.drawing
    view.show_drawing(False)
    place = view.cell_rect(0, 3).topLeft().toPoint() + QPoint(12, 12)
    assert view.grab().toImage().pixelColor(place).name() == theme.current().canvas


def test_the_pointer_says_where_a_click_turns(view: HeatmapView) -> None:
    move(view, centre(view, 1, 3), NO_BUTTON)
    assert view.cursor().shape() == Qt.CursorShape.CrossCursor
    move(view, QPoint(2, 2), NO_BUTTON)
    assert view.cursor().shape() == Qt.CursorShape.ArrowCursor
    view.show_covered_rows(frozenset({1}))
    move(view, centre(view, 1, 3), NO_BUTTON)
    assert view.cursor().shape() == Qt.CursorShape.ArrowCursor
    move(view, centre(view, 2, 3), NO_BUTTON)
    view.show_drawing(False)
    assert view.cursor().shape() == Qt.CursorShape.ArrowCursor


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("quick", [False, True])
def test_cells_set_by_hand_have_a_corner_in_pictures_too(view: HeatmapView, dark: bool, quick: bool) -> None:
    look = theme.DARK if dark else theme.LIGHT
    view.show_drawn([(3, 1, True), (1, 3, False)])
    picture = replace(view.picture, theme=look, table=np.full((256, 3), 128, np.uint8))
    layout = arrange(QRectF(0, 0, 850, 560), picture)
    image = QImage(850, 560, QImage.Format.Format_RGB32)
    image.fill(QColor(look.canvas))
    painter = QPainter(image)
    paint_arranged(painter, picture, layout, Backdrop() if quick else None)
    painter.end()

    def corner(row: int, column: int) -> str:
        return image.pixelColor((layout.cell_rect(row, column).topLeft() + QPointF(5, 5)).toPoint()).name()

    assert corner(3, 1) == corner(1, 3) == look.accent
    assert corner(3, 2) == "#808080"
    assert corner(1, 4) == look.canvas


def test_a_stroke_goes_the_straight_way() -> None:
    stroke = Stroke((0, 0), True)
    assert list(stroke.way_to((3, 1))) == [(1, 0), (2, 1), (3, 1)]
    assert list(stroke.way_to((3, 1))) == []
    stroke.lift()
    assert list(stroke.way_to((0, 4))) == [(0, 4)]
    stroke.add((3, 1))
    stroke.add((3, 1))
    assert stroke.cells() == ((0, 0, True), (3, 1, True))
