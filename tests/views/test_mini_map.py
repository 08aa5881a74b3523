"""The small map: set → shown, act → signal; no large number is lost."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.colormaps import CENTRE, diverging, table
from attnviz.views.mini_map import MiniMap

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def small(qtbot: QtBot) -> MiniMap:
    made = MiniMap("Queries")
    qtbot.addWidget(made)
    made.resize(120, 90)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def said(small: MiniMap) -> list[tuple[object, ...]]:
    heard: list[tuple[object, ...]] = []
    small.clicked.connect(lambda: heard.append(("clicked",)))
    small.cell_hovered.connect(lambda row, column: heard.append((row, column)))
    return heard


def colour(small: MiniMap, row: int, column: int) -> QColor:
    place = small.cell_rect(row, column).center().toPoint()
    return QColor(small.grab().toImage().pixelColor(place))


def of(colours: np.ndarray, index: int) -> QColor:
    return QColor(*colours[index].tolist())


def move(small: MiniMap, point: QPoint) -> None:
    place = QPointF(point)
    none = Qt.MouseButton.NoButton
    QApplication.sendEvent(
        small, QMouseEvent(QEvent.Type.MouseMove, place, small.mapToGlobal(place), none, none, PLAIN)
    )


def test_signed_numbers_have_the_diverging_colours(small: MiniMap) -> None:
    small.show_matrix(np.array([[-2.0, 0.0], [2.0, 1.0]], np.float32), signed=True)
    wanted = diverging(theme.current().dark)
    assert small.limit == 2.0
    assert colour(small, 0, 0) == of(wanted, 1)
    assert colour(small, 0, 1) == of(wanted, CENTRE)
    assert colour(small, 1, 0) == of(wanted, 255)
    small.show_matrix(np.array([[-2.0, 0.0], [2.0, 1.0]], np.float32), signed=True, limit=4.0)
    assert colour(small, 1, 0) == of(wanted, CENTRE + 64)


def test_shares_have_the_colours_of_the_map(small: MiniMap) -> None:
    shares = np.array([[1.0, 0.0], [0.5, 0.5]], np.float32)
    small.show_matrix(shares)
    assert colour(small, 0, 0) == of(table("Indigo", False), 255)
    assert colour(small, 0, 1) == of(table("Indigo", False), 0)
    small.show_colormap("Grey")
    assert colour(small, 0, 0) == of(table("Grey", False), 255)


def test_hidden_cells_have_no_colour(small: MiniMap) -> None:
    behind = small.palette().color(small.backgroundRole())
    values = np.array([[1.0, -np.inf], [1.0, 1.0]], np.float32)
    small.show_matrix(values, np.array([[True, True], [False, True]]), signed=True)
    assert colour(small, 0, 1) == behind
    assert colour(small, 1, 0) == behind
    assert colour(small, 1, 1) != behind
    small.show_matrix(np.full((2, 2), np.nan, np.float32), signed=True)
    assert colour(small, 1, 1) == behind


@pytest.mark.parametrize("signed", [True, False])
def test_one_large_number_among_many_is_seen(small: MiniMap, signed: bool) -> None:
    values = np.zeros((700, 500), np.float32)
    values[444, 333] = -1.0 if signed else 1.0
    small.show_matrix(values, signed=signed)
    wanted = of(diverging(False), 1) if signed else of(table("Indigo", False), 255)
    image = small.grab().toImage()
    seen = [(x, y) for x in range(image.width()) for y in range(image.height()) if image.pixelColor(x, y) == wanted]
    assert len(seen) == 1
    near = small.cell_rect(444, 333).center() - QPointF(*seen[0])
    assert near.manhattanLength() < 4


def test_lit_cells_stand_out(small: MiniMap) -> None:
    small.show_matrix(np.ones((4, 4), np.float32))
    full = colour(small, 0, 0)
    small.show_lit(slice(1, 2), None)
    assert small.lit == ((slice(1, 2), slice(None)),)
    assert colour(small, 1, 2) == full
    assert colour(small, 0, 0) != full
    small.show_lit_rects(((slice(0, 1), slice(0, 1)), (slice(3, 4), slice(3, 4))))
    assert colour(small, 0, 0) == full
    assert colour(small, 3, 3) == full
    assert colour(small, 1, 2) != full
    small.show_lit(None, None)
    assert colour(small, 1, 2) == full


def test_another_shape_forgets_what_was_lit(small: MiniMap) -> None:
    small.show_matrix(np.ones((4, 4), np.float32))
    small.show_lit(slice(3, 4), None)
    small.show_matrix(np.ones((4, 4), np.float32))
    assert small.lit
    small.show_matrix(np.ones((2, 4), np.float32))
    assert small.lit == ()


def test_shapes_that_do_not_fit_are_refused(small: MiniMap) -> None:
    with pytest.raises(ValueError, match="mask of its shape"):
        small.show_matrix(np.ones((2, 2), np.float32), np.ones((2, 3), np.bool_))
    with pytest.raises(ValueError, match="a matrix"):
        small.show_matrix(np.ones(2, np.float32))


@pytest.mark.parametrize("shape", [(0, 0), (1, 1), (1, 512), (512, 1), (1024, 1024), (5, 64)])
def test_any_shape_is_painted_and_hit(small: MiniMap, shape: tuple[int, int]) -> None:
    small.show_matrix(np.zeros(shape, np.float32), signed=True)
    small.grab()
    if shape[0]:
        last = shape[0] - 1, shape[1] - 1
        box = small.cell_rect(*last)
        assert small.rect().contains(box.center().toPoint())
        hit = small.cell_at(box.center())
        assert hit is not None
        assert abs(hit[0] - last[0]) <= shape[0] / 40
        assert abs(hit[1] - last[1]) <= shape[1] / 40
        assert small.cell_at(QPointF(0, 0)) is None


def test_every_roomy_cell_is_hit_where_it_is(small: MiniMap) -> None:
    small.show_matrix(np.zeros((5, 7), np.float32))
    for row, column in np.ndindex(5, 7):
        assert small.cell_at(small.cell_rect(row, column).center()) == (row, column)


def test_mouse(small: MiniMap, said: list[tuple[object, ...]]) -> None:
    small.show_matrix(np.zeros((3, 3), np.float32))
    for row, column in ((1, 1), (1, 1), (2, 0)):
        move(small, small.cell_rect(row, column).center().toPoint())
    QApplication.sendEvent(small, QEvent(QEvent.Type.Leave))
    QTest.mouseClick(small, LEFT, PLAIN, QPoint(60, 45))
    QTest.mouseClick(small, Qt.MouseButton.RightButton, PLAIN, QPoint(60, 45))
    QTest.mousePress(small, LEFT, PLAIN, QPoint(60, 45))
    QTest.mouseRelease(small, LEFT, PLAIN, QPoint(600, 45))
    assert said == [(1, 1), (2, 0), (-1, -1), ("clicked",)]


def test_keys(small: MiniMap, said: list[tuple[object, ...]]) -> None:
    small.show_matrix(np.zeros((3, 3), np.float32))
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Down):
        QTest.keyClick(small, key)
    QTest.keyClick(small, Qt.Key.Key_Escape)
    assert said == [("clicked",), ("clicked",), (0, 0), (0, 1), (1, 1), (-1, -1)]


def test_setters_are_silent_and_it_has_a_name(small: MiniMap, said: list[tuple[object, ...]]) -> None:
    small.show_matrix(np.zeros((3, 3), np.float32))
    small.show_lit(slice(0, 1), slice(0, 1))
    assert said == []
    assert small.accessibleName() == "Queries"
    assert small.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_it_follows_the_theme(small: MiniMap) -> None:
    small.show_matrix(np.zeros((2, 2), np.float32), signed=True)
    light = colour(small, 0, 0)
    before = QApplication.palette()
    QApplication.setPalette(theme.palette(theme.DARK))
    try:
        assert colour(small, 0, 0) == of(diverging(True), CENTRE) != light
    finally:
        QApplication.setPalette(before)
