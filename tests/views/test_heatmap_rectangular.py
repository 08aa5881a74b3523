"""Rows of one text that look at columns of another: n and m differ, and everything works as on a square."""

from __future__ import annotations

import time

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QEvent, QIODevice, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.heatmap import HeatmapView
from attnviz.views.heatmap_image import map_image
from attnviz.views.heatmap_painter import Viewport, paint

ROWS, COLUMNS = ("The", "cat", "sat"), ("le", "chat", "est", "assis", "là")
LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def show(view: HeatmapView, rows: int, columns: int, mask: np.ndarray | None = None) -> np.ndarray:
    scores = np.random.default_rng(rows).normal(size=(rows, columns)).astype(np.float32)
    seen = np.ones(scores.shape, np.bool_) if mask is None else mask
    grown = np.where(seen, np.exp(scores), 0)
    weights = (grown / grown.sum(axis=1, keepdims=True)).astype(np.float32)
    first, second = ROWS, COLUMNS
    if (rows, columns) != (3, 5):
        first, second = tuple(f"r{i}" for i in range(rows)), tuple(f"c{i}" for i in range(columns))
    view.show_weights(weights, scores, seen, first, second)
    return weights


@pytest.fixture
def view(qtbot: QtBot) -> HeatmapView:
    made = HeatmapView()
    qtbot.addWidget(made)
    made.resize(850, 560)
    made.show()
    qtbot.waitExposed(made)
    show(made, 3, 5)
    return made


@pytest.fixture
def said(view: HeatmapView) -> list[tuple[object, ...]]:
    heard: list[tuple[object, ...]] = []

    def pinned(row: int, column: int) -> None:
        heard.append((row, column))
        view.show_pin((row, None if column < 0 else column))

    view.cell_pinned.connect(pinned)
    return heard


def centre(view: HeatmapView, row: int, column: int) -> QPoint:
    return view.cell_rect(row, column).center().toPoint()


def test_it_holds_both_texts(view: HeatmapView) -> None:
    weights = show(view, 3, 5)
    assert (view.tokens, view.columns) == (ROWS, COLUMNS)
    assert view.weights is weights
    assert np.nanmax(np.abs(view.percentages() - 100 * weights.astype(np.float64))) <= 0.5
    assert view.picture.column_tokens == COLUMNS
    view.show_weights(weights[:, :3], weights[:, :3], np.ones((3, 3), np.bool_), ROWS)
    assert view.columns == ROWS


def test_readouts_say_who_looks_at_what(view: HeatmapView) -> None:
    mask = np.ones((3, 5), np.bool_)
    mask[1, 4] = False
    weights = show(view, 3, 5, mask)
    assert view.readout(2, 1).heading == "sat → chat"
    assert view.readout(2, 1).weight == f"{100 * weights[2, 1]:.1f} %"
    assert view.readout(2, 1).score.startswith("score ")
    assert view.readout(1, 4).sentence() == "cat cannot see là, weight exactly 0"
    view.show_pin((0, 4))
    assert view.accessibleDescription().startswith("The → là, ")


def test_of_several_heads_together_there_is_no_score(view: HeatmapView) -> None:
    weights = np.full((3, 5), 0.2, np.float32)
    view.show_weights(weights, None, np.ones((3, 5), np.bool_), ROWS, COLUMNS)
    assert view.readout(0, 3).sentence() == "The → assis, 20.0 %"
    assert (view.percentages() == 20).all()


def test_mouse_and_keys_reach_every_cell(view: HeatmapView, said: list[tuple[object, ...]]) -> None:
    QTest.mouseClick(view, LEFT, PLAIN, centre(view, 0, 4))
    QTest.mouseClick(view, LEFT, PLAIN, centre(view, 2, 3))
    layout = view.layout_now()
    assert layout is not None
    QTest.mouseClick(view, LEFT, PLAIN, QPoint(centre(view, 0, 1).x(), round(layout.area.top() - 12)))
    key, control = Qt.Key, Qt.KeyboardModifier.ControlModifier
    for pressed in (key.Key_End, key.Key_Right, key.Key_Down):
        QTest.keyClick(view, pressed)
    QTest.keyClick(view, key.Key_Home, control)
    QTest.keyClick(view, key.Key_End, control)
    assert said == [(0, 4), (2, 3), (2, 1), (2, 4), (0, 0), (2, 4)]


def test_pointing_says_row_and_column(view: HeatmapView) -> None:
    heard: list[tuple[int, int]] = []
    view.cell_hovered.connect(lambda row, column: heard.append((row, column)))
    place = QPointF(centre(view, 1, 4))
    event = QMouseEvent(
        QEvent.Type.MouseMove, place, view.mapToGlobal(place), Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, PLAIN
    )
    before = view.grab().toImage()
    QApplication.sendEvent(view, event)
    assert heard == [(1, 4)]
    assert view.grab().toImage() != before


@pytest.mark.parametrize("shape", [(1, 1), (1, 40), (40, 1), (3, 47), (48, 2), (5, 49), (6, 700), (700, 6), (300, 512)])
def test_every_shape_is_painted_and_hit(view: HeatmapView, shape: tuple[int, int]) -> None:
    show(view, *shape)
    layout = view.layout_now()
    assert layout is not None
    assert layout.separate == (max(shape) <= 48)
    assert view.rect().toRectF().contains(layout.bounds())
    for row, column in ((0, 0), (shape[0] - 1, shape[1] - 1), (shape[0] // 2, shape[1] // 3)):
        assert layout.cell_at(layout.cell_rect(row, column).center()) == (row, column)
    image = view.grab().toImage()
    assert image.pixelColor(layout.area.center().toPoint()).name() != ""


def test_both_sides_have_their_labels_in_pictures(view: HeatmapView) -> None:
    buffer, made = QBuffer(), QSvgGenerator()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made.setOutputDevice(buffer)
    made.setSize(QSize(850, 560))
    painter = QPainter(made)
    paint(painter, QRectF(0, 0, 850, 560), view.picture)
    painter.end()
    text = bytes(buffer.data().data()).decode()
    assert all(f">{word}<" in text for word in (*ROWS, *COLUMNS))


def test_zooming_keeps_to_each_side(view: HeatmapView) -> None:
    show(view, 6, 700)
    view.zoom_to(5, 650)
    assert view.viewport == Viewport(1, 648, 5, 5)
    view.show_everything()
    assert view.viewport == Viewport(0, 0, 6, 700)
    view.show_pin((3, 690))
    for _ in range(30):
        QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.viewport.holds(3, 690)
    assert (view.viewport.rows, view.viewport.columns) == (4, 4)
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.viewport == Viewport(0, 0, 6, 700)


def test_another_second_text_ends_a_zoom(view: HeatmapView) -> None:
    show(view, 6, 700)
    view.zoom_to(5, 650)
    show(view, 6, 701)
    assert view.viewport == Viewport(0, 0, 6, 701)


def test_no_hot_cell_is_lost_in_thousands_of_columns(view: HeatmapView) -> None:
    weights = np.zeros((7, 5000), np.float32)
    weights[3, 4321] = 1.0
    mask = np.ones(weights.shape, np.bool_)
    mask[:, :100] = False
    view.show_weights(weights, weights, mask, tuple("abcdefg"), tuple(map(str, range(5000))))
    strong = QColor(*view.picture.table[255].tolist())
    image = map_image(view.picture, 7, 500)
    assert image.pixelColor(432, 3) == strong
    assert image.pixelColor(5, 3).name() == theme.current().canvas
    begun = time.perf_counter()
    view.grab()
    assert time.perf_counter() - begun < 1.0


def test_a_pin_of_another_shape_waits_and_covered_rows_stay_covered(view: HeatmapView) -> None:
    view.show_pin((2, 4))
    view.show_covered_rows(frozenset({2}))
    assert view.picture.pinned == (2, 4)
    assert view.readout(2, 4).sentence() == "sat → là, ?"
    square = np.eye(3, dtype=np.float32)
    view.show_weights(square, square, square > 0, ROWS)
    assert view.picture.pinned == (2, None)


def test_shapes_that_do_not_fit_are_refused(view: HeatmapView) -> None:
    weights, mask = np.full((3, 5), 0.2, np.float32), np.ones((3, 5), np.bool_)
    with pytest.raises(ValueError, match=r"weights has shape \(3, 5\), but 3 tokens"):
        view.show_weights(weights, weights, mask, ROWS)
    with pytest.raises(ValueError, match=r"mask has shape \(3, 3\)"):
        view.show_weights(weights, weights, mask[:, :3], ROWS, COLUMNS)


def test_a_second_text_without_tokens_is_an_empty_map(view: HeatmapView) -> None:
    nothing = np.zeros((3, 0), np.float32)
    view.show_weights(nothing, nothing, nothing.astype(np.bool_), ROWS, ())
    view.show_pin((1, 2))
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Plus, Qt.Key.Key_0, Qt.Key.Key_End):
        QTest.keyClick(view, key)
    view.grab()
    assert view.layout_now() is None
