"""What a presenter needs of the large map: looking closer, covering rows, and a crosshair."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.heatmap import HeatmapView
from attnviz.views.heatmap_image import map_image
from attnviz.views.heatmap_painter import Viewport

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def view(qtbot: QtBot) -> HeatmapView:
    made = HeatmapView()
    qtbot.addWidget(made)
    made.resize(850, 560)
    made.show()
    qtbot.waitExposed(made)
    show(made, 20)
    return made


@pytest.fixture
def said(view: HeatmapView) -> list[tuple[object, ...]]:
    heard: list[tuple[object, ...]] = []
    view.cell_pinned.connect(lambda row, column: heard.append(("pinned", row, column)))
    view.pin_cleared.connect(lambda: heard.append(("cleared",)))
    view.row_uncovered.connect(lambda row: heard.append(("uncovered", row)))
    return heard


def show(view: HeatmapView, count: int) -> None:
    mask = np.tril(np.ones((count, count), np.bool_))
    weights = (mask / mask.sum(axis=1, keepdims=True)).astype(np.float32)
    view.show_weights(weights, weights, mask, tuple(f"t{i}" for i in range(count)))


def pixel(view: HeatmapView, row: int, column: int) -> QColor:
    return QColor(view.grab().toImage().pixelColor(view.cell_rect(row, column).topLeft().toPoint() + QPoint(5, 5)))


# zoom


def test_zooming_to_a_cell_shows_five_rows_and_columns_round_it(view: HeatmapView) -> None:
    view.zoom_to(10, 7)
    assert view.viewport == Viewport(8, 5, 5, 5)
    view.zoom_to(0, 19)
    assert view.viewport == Viewport(0, 15, 5, 5)
    view.zoom_to(10, None)
    assert view.viewport == Viewport(8, 0, 5, 20)
    view.zoom_to(99, 99)
    assert view.viewport == Viewport(15, 15, 5, 5)
    view.show_everything()
    assert view.viewport == Viewport(0, 0, 20, 20)


def test_zooming_makes_numbers_larger(view: HeatmapView) -> None:
    before = view.layout_now()
    view.zoom_to(10, 7)
    after = view.layout_now()
    assert before is not None
    assert after is not None
    assert after.number_pixels > before.number_pixels


def test_a_map_of_no_more_than_five_is_shown_whole(view: HeatmapView) -> None:
    show(view, 3)
    view.zoom_to(1, 1)
    assert view.viewport == Viewport(0, 0, 3, 3)
    show(view, 0)
    view.zoom_to(1, 1)
    view.show_everything()
    assert view.viewport == Viewport(0, 0, 0, 0)


# covered rows


def test_covered_rows_do_not_give_their_numbers_away(view: HeatmapView) -> None:
    show(view, 4)
    open_row = pixel(view, 2, 0)
    view.show_covered_rows(frozenset({2}))
    flat = QColor(theme.current().quiet_mark)
    assert {pixel(view, 2, column).name() for column in range(3)} == {flat.name()} != {open_row.name()}
    assert pixel(view, 2, 3).name() == theme.current().canvas
    assert pixel(view, 1, 0) != flat
    assert view.readout(2, 1).sentence() == "t2 → t1, ?"
    assert view.readout(2, 3).sentence() == "t2 cannot see t3, weight exactly 0"
    view.show_pin((2, 1))
    assert view.accessibleDescription() == "t2 → t1, ?"
    view.show_covered_rows(frozenset())
    assert view.accessibleDescription().startswith("t2 → t1, 33.3 %")
    assert view.readout(2, 1).weight == "33.3 %"


def test_covered_rows_of_other_matrices(view: HeatmapView) -> None:
    values = np.array([[1.0, -1.0], [0.5, 0.25]], np.float32)
    view.show_matrix(values, None, ("a", "b"), ("0", "1"), True)
    shown = view.grab().toImage()
    view.show_covered_rows(frozenset({1}))
    covered = view.grab().toImage()
    assert covered != shown
    other = values.copy()
    other[1] = [-0.75, 0.1]
    view.show_matrix(other, None, ("a", "b"), ("0", "1"), True)
    assert view.grab().toImage() == covered, "a covered row can be told from its picture"


@pytest.mark.parametrize("pixels", [100, 40, 33])
def test_a_covered_row_of_an_image_is_flat(view: HeatmapView, pixels: int) -> None:
    show(view, 100)
    view.show_covered_rows(frozenset({60}))
    image = map_image(view.picture, pixels, 50)
    flat = {image.pixelColor(x, y).name() for y in [next_row(60, pixels)] for x in range(25)}
    assert flat == {theme.current().quiet_mark}


def next_row(row: int, pixels: int) -> int:
    """The pixel that `row` of 100 is under."""
    return next(k for k in range(pixels) if k * 100 // pixels <= row < (k + 1) * 100 // pixels)


def test_a_click_or_enter_on_a_covered_row_asks_for_it(view: HeatmapView, said: list[tuple[object, ...]]) -> None:
    show(view, 4)
    view.show_covered_rows(frozenset({2}))
    layout = view.layout_now()
    assert layout is not None
    QTest.mouseClick(view, LEFT, PLAIN, view.cell_rect(2, 1).center().toPoint())
    label = QPoint(round(layout.area.left() - 12), round(view.cell_rect(2, 0).center().y()))
    QTest.mouseClick(view, LEFT, PLAIN, label)
    QTest.mouseClick(view, LEFT, PLAIN, view.cell_rect(1, 1).center().toPoint())
    QTest.keyClick(view, Qt.Key.Key_Return)
    view.show_pin((2, None))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert said == [("uncovered", 2), ("uncovered", 2), ("pinned", 1, 1), ("uncovered", 2)]


# crosshair


def test_the_crosshair_is_thick_over_row_and_column(view: HeatmapView) -> None:
    show(view, 4)
    filled = accent(view)  # the strongest weights have this colour too
    view.show_pin((2, 1))
    thin = accent(view)
    view.show_crosshair(True)
    thick = accent(view)
    assert thick - filled > 2.5 * (thin - filled)
    layout = view.layout_now()
    assert layout is not None
    image, look = view.grab().toImage(), theme.current()
    column, row = view.cell_rect(0, 1), view.cell_rect(2, 3)
    assert image.pixelColor(round(column.left() - layout.gap / 2), round(column.center().y())).name() == look.accent
    assert image.pixelColor(round(row.center().x()), round(row.top() - layout.gap / 2)).name() == look.accent
    view.show_crosshair(False)
    assert accent(view) == thin


def accent(view: HeatmapView) -> int:
    image = view.grab().toImage()
    pixels = np.array(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    wanted = QColor(theme.current().accent)
    return int((pixels[..., :3] == [wanted.blue(), wanted.green(), wanted.red()]).all(axis=2).sum())


def test_with_a_crosshair_no_number_and_no_label_is_small(view: HeatmapView) -> None:
    font = view.font()
    font.setPixelSize(32)
    view.setFont(font)
    view.show_crosshair(True)
    drawn = 0
    for count in range(2, 17):
        show(view, count)
        layout = view.layout_now()
        assert layout is not None
        assert layout.label_pixels >= 0.85 * 32
        assert layout.number_pixels == 0 or layout.number_pixels >= 0.85 * 32 - 1
        drawn += layout.number_pixels > 0
    assert drawn
