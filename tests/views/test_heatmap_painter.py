"""Painting the heat map: what is where, in pixels, SVG and PDF; no hot cell is lost; clicks land on what is seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from attnviz.views import colormaps, heatmap_zoom, theme
from attnviz.views.heatmap_labels import labelled
from attnviz.views.heatmap_painter import (
    Backdrop,
    HeatmapPicture,
    Viewport,
    arrange,
    block_max,
    cell_at,
    cell_rect,
    paint,
    paint_arranged,
    whole_percentages,
)
from attnviz.views.heatmap_readout import Readout, card_place, card_size
from attnviz.views.heatmap_text import lettering, shown

pytestmark = pytest.mark.usefixtures("qapp")
RECT = QRectF(0, 0, 850, 560)
DEMO = np.array(
    [
        [1, 0, 0, 0, 0],
        [0.12, 0.88, 0, 0, 0],
        [0.04, 0.26, 0.7, 0, 0],
        [0.04, 0.04, 0.11, 0.81, 0],
        [0.1, 0, 0.0002, 0.1, 0.7998],
    ],
    np.float32,
)


def picture(
    weights: np.ndarray, mask: np.ndarray | None = None, tokens: tuple[str, ...] | None = None, size: int = 13
) -> HeatmapPicture:
    rows, columns = weights.shape
    font = QFont()
    font.setPixelSize(size)
    return HeatmapPicture(
        weights=weights.astype(np.float32),
        mask=np.ones(weights.shape, np.bool_) if mask is None else mask,
        row_tokens=tokens or tuple(f"t{i}" for i in range(rows)),
        column_tokens=tokens or tuple(f"t{i}" for i in range(columns)),
        table=colormaps.table("Indigo", False),
        theme=theme.LIGHT,
        font=font,
        visible=heatmap_zoom.everything(rows, columns),
    )


def demo() -> HeatmapPicture:
    return picture(DEMO, np.tril(np.ones((5, 5), np.bool_)), ("The", "cat", "sat", "on", "mat"))


def painted(shown_picture: HeatmapPicture, quick: bool = False, ratio: float = 1.0) -> QImage:
    image = QImage(round(850 * ratio), round(560 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(theme.LIGHT.canvas))
    painter = QPainter(image)
    if quick:
        paint_arranged(painter, shown_picture, arrange(RECT, shown_picture, ratio), Backdrop(), ratio)
    else:
        paint(painter, RECT, shown_picture)
    painter.end()
    return image


def pixels(image: QImage) -> np.ndarray:
    whole = image.convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(whole.constBits(), np.uint8).reshape(whole.height(), whole.bytesPerLine() // 4, 4)
    return flat[:, : whole.width(), :3].astype(int)


def corner_colour(image: QImage, box: QRectF) -> str:
    """The colour of a cell, away from its number and its rounded corners."""
    return image.pixelColor((box.topLeft() + QPointF(box.width() * 0.15, box.height() * 0.15)).toPoint()).name()


@pytest.mark.parametrize("quick", [False, True])
def test_cells_have_the_colour_of_their_weight(quick: bool) -> None:
    shown_picture = demo()
    image = painted(shown_picture, quick)
    for row, column in ((0, 0), (1, 0), (1, 1), (3, 3)):
        wanted = QColor(*shown_picture.table[round(float(DEMO[row, column]) * 255)].tolist()).name()
        assert corner_colour(image, cell_rect(RECT, shown_picture, row, column)) == wanted


@pytest.mark.parametrize("quick", [False, True])
def test_hidden_and_faint_cells_are_empty(quick: bool) -> None:
    shown_picture = demo()
    image = painted(shown_picture, quick)
    for row, column in ((0, 4), (4, 2)):  # hidden; 0.02 %
        box = cell_rect(RECT, shown_picture, row, column)
        inside = pixels(image.copy(box.adjusted(3, 3, -3, -3).toRect()))
        assert (inside == inside[0, 0]).all()
        assert corner_colour(image, box) == theme.LIGHT.canvas
        edge = pixels(image.copy(QRectF(box.left(), box.top(), box.width(), 1).toRect()))
        assert len(np.unique(edge)) > 3  # dashes


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_the_quick_way_looks_like_the_vector_way(ratio: float) -> None:
    shown_picture = replace(demo(), pinned=(2, 1), hovered=(3, 0))
    layout = arrange(RECT, shown_picture, ratio)
    images = []
    for backdrop in (None, Backdrop()):
        image = QImage(round(850 * ratio), round(560 * ratio), QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor(theme.LIGHT.canvas))
        painter = QPainter(image)
        paint_arranged(painter, shown_picture, layout, backdrop, ratio)
        painter.end()
        images.append(pixels(image))
    difference = np.abs(images[0] - images[1])
    assert difference.mean() < 0.5
    assert (difference.max(axis=2) > 60).mean() < 0.005  # glyphs may sit a fraction of a pixel off


def test_pinning_and_pointing_change_labels_and_outlines() -> None:
    plain, accent = demo(), QColor(theme.LIGHT.accent).rgb() & 0xFFFFFF
    layout = arrange(RECT, plain)
    labels = QRectF(0, layout.cell_rect(2, 0).top(), layout.area.left() - 8, layout.pitch_y).toRect()
    for changed in (replace(plain, pinned=(2, None)), replace(plain, hovered=(2, None))):
        flat = pixels(painted(changed).copy(labels)) @ np.array([1, 256, 65536])
        assert (flat == accent).any()
    assert not (pixels(painted(plain).copy(labels)) @ np.array([1, 256, 65536]) == accent).any()
    above = layout.cell_rect(2, 0)
    place = QPointF(above.center().x(), above.top() - layout.gap / 2).toPoint()
    assert painted(replace(plain, pinned=(2, None))).pixelColor(place) != painted(plain).pixelColor(place)
    hidden = layout.cell_rect(2, 4)
    place = QPointF(hidden.center().x(), hidden.top() - layout.gap / 2).toPoint()
    assert painted(replace(plain, pinned=(2, None))).pixelColor(place) == painted(plain).pixelColor(place)


@pytest.mark.parametrize("count", [1, 3, 12, 48, 60, 700])
@pytest.mark.parametrize("size", [13, 26])
def test_the_map_stays_inside_and_hit_testing_agrees(count: int, size: int) -> None:
    words = tuple("Donaudampfschifffahrt" if i % 5 == 0 else "it" for i in range(count))
    shown_picture = picture(np.eye(count), tokens=words, size=size)
    layout = arrange(RECT, shown_picture)
    assert RECT.contains(layout.bounds())
    assert layout.row_room <= RECT.width() * 0.25
    assert layout.header <= RECT.height() * 0.25
    assert 0.99 <= layout.pitch_x / layout.pitch_y <= 3.05
    for row, column in ((0, 0), (count - 1, count // 2), (count // 3, count - 1)):
        assert cell_at(RECT, shown_picture, layout.cell_rect(row, column).center()) == (row, column)
    assert layout.cell_at(QPointF(1, 1)) is None
    assert layout.separate == (count <= 48)


def test_numbers_are_dropped_when_they_would_be_too_small() -> None:
    sizes = [arrange(RECT, picture(np.eye(n))).number_pixels for n in (5, 12, 24, 47)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > 13
    assert sizes[-1] == 0
    assert arrange(RECT, picture(np.eye(5), size=26)).number_pixels > sizes[0]


def test_column_labels_lie_then_slant_then_stand() -> None:
    words = [("cat",) * 5, ("elephants",) * 12, ("elephants",) * 100]
    assert [arrange(RECT, picture(np.eye(len(w)), tokens=w)).angle for w in words] == [0, -45, -90]


def test_whole_percentages_are_those_of_the_chapter() -> None:
    whole = whole_percentages(DEMO, np.tril(np.ones((5, 5), np.bool_)))
    assert whole[2, :3].tolist() == [4, 26, 70]
    assert np.isnan(whole[0, 1:]).all()  # hidden
    assert np.isnan(whole[4, 2])  # 0.02 %


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_hot_cell_is_ever_lost(data: st.DataObject) -> None:
    height, width = data.draw(st.integers(1, 60)), data.draw(st.integers(1, 60))
    rows, columns = data.draw(st.integers(1, 70)), data.draw(st.integers(1, 70))
    hot = data.draw(st.integers(0, height - 1)), data.draw(st.integers(0, width - 1))
    weights = np.random.default_rng(height * 61 + width).random((height, width), np.float32) / 2
    weights[hot] = 1.0
    small = block_max(weights, rows, columns)
    assert small.shape == (min(rows, height), min(columns, width))
    assert (small == 1.0).sum() == 1
    row, column = np.argwhere(small == 1.0)[0]
    assert abs(row - hot[0] * small.shape[0] / height) <= 1
    assert abs(column - hot[1] * small.shape[1] / width) <= 1


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 50), st.integers(1, 50), st.integers(1, 50), st.integers(1, 50))
def test_block_max_agrees_with_reduceat(height: int, width: int, rows: int, columns: int) -> None:
    weights = np.random.default_rng(7).random((height, width), np.float32)
    rows, columns = min(rows, height), min(columns, width)
    by_rows = np.maximum.reduceat(weights, np.arange(rows) * height // rows, axis=0)
    wanted = np.maximum.reduceat(by_rows, np.arange(columns) * width // columns, axis=1)
    assert np.array_equal(block_max(weights, rows, columns), wanted)


def test_one_hot_cell_of_a_million_is_seen_and_hidden_is_canvas() -> None:
    weights = np.zeros((1024, 1024), np.float32)
    weights[700, 333] = 1.0
    shown_picture = picture(weights, np.tril(np.ones((1024, 1024), np.bool_)))
    image = painted(shown_picture, quick=True)
    box = cell_rect(RECT, shown_picture, 700, 333)
    around = image.copy(box.adjusted(-2, -2, 2, 2).toRect())
    strong = QColor(*shown_picture.table[255].tolist())
    assert any(around.pixelColor(x, y) == strong for x in range(around.width()) for y in range(around.height()))
    assert image.pixelColor(cell_rect(RECT, shown_picture, 100, 900).center().toPoint()).name() == theme.LIGHT.canvas


def test_zoomed_in_a_large_map_has_cells_with_numbers() -> None:
    shown_picture = replace(picture(np.full((500, 500), 0.25)), visible=Viewport(100, 90, 20, 20))
    layout = arrange(RECT, shown_picture)
    assert layout.separate
    assert layout.number_pixels > 0
    assert layout.cell_at(layout.area.topLeft() + QPointF(2, 2)) == (100, 90)


def test_svg_has_its_text_as_text() -> None:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(850, 560))
    generator.setViewBox(RECT)
    painter = QPainter(generator)
    paint(painter, RECT, replace(demo(), pinned=(2, 1)))
    painter.end()
    svg = bytes(buffer.data().data()).decode()
    for text in ("The", "mat", "100", "88", "26"):
        assert f">{text}</text>" in svg
    assert "<image" not in svg


def test_pdf_is_painted_with_fonts() -> None:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(288)
    painter = QPainter(writer)
    painter.scale(3, 3)
    paint(painter, QRectF(0, 0, 600, 400), demo())
    painter.end()
    assert b"/Font" in data.data()
    assert b"/Subtype /Image" not in data.data()


def test_no_tokens_paint_nothing() -> None:
    empty = painted(picture(np.zeros((0, 0))))
    assert (pixels(empty) == pixels(empty)[0, 0]).all()


def test_odd_tokens_break_nothing() -> None:
    words = (
        "",
        "\t",
        "a\nb",
        "\ud800",
        "👩‍👩‍👧‍👦",
        "שלום",
        "e" + "\u0301" * 200,
        "x" * 100_000,
        "とても長い日本語のトークンです",
        "\u202emoc",
    )
    shown_picture = picture(np.eye(10), tokens=words)
    assert not painted(shown_picture).isNull()
    assert RECT.contains(arrange(RECT, shown_picture).bounds())
    assert shown("\u202emoc") == "moc"
    assert shown("שלום") == "\u2068שלום\u2069"
    assert len(shown("x" * 100_000)) < 100


def test_long_text_is_cut_to_its_room() -> None:
    letters = lettering(QFont(), 13)
    _, width = letters.fitted("supercalifragilistic", 60.0)
    assert 30 < width <= 60


def test_marked_positions_take_the_place_of_their_neighbours() -> None:
    assert labelled(10, 10, 4, {}) == [12, 16]
    assert labelled(0, 12, 4, {5: 2, 6: 1, 30: 2}) == [0, 5]
    assert labelled(0, 13, 4, {5: 2, 6: 1}) == [0, 5, 12]


def test_zooming_keeps_the_point_and_the_limits() -> None:
    view = heatmap_zoom.everything(100, 100)
    closer = heatmap_zoom.zoomed(view, 0.5, 1.0, 0.0, 100, 100)
    assert closer == Viewport(50, 0, 50, 50)
    for _ in range(30):
        closer = heatmap_zoom.zoomed(closer, 0.5, 0.5, 0.5, 100, 100)
    assert (closer.rows, closer.columns) == (4, 4)
    assert heatmap_zoom.zoomed(closer, 1e9, 0.5, 0.5, 100, 100) == view
    assert heatmap_zoom.panned(closer, -999, 999, 100, 100) == Viewport(0, 96, 4, 4)
    assert heatmap_zoom.holding(Viewport(0, 0, 10, 10), 15, None, 100, 100) == Viewport(6, 0, 10, 10)


@pytest.mark.parametrize("cell", [QRectF(5, 5, 60, 40), QRectF(330, 250, 60, 40), QRectF(180, 120, 60, 40)])
def test_the_card_is_whole_and_not_on_its_cell(cell: QRectF) -> None:
    inside = QRectF(0, 0, 400, 300)
    box = card_place(QSizeF(150, 50), cell, cell.center(), inside)
    assert inside.contains(box)
    assert not box.intersects(cell)
    assert card_size(Readout("a" * 300, "1.0 %"), QFont(), 400.0).width() == 400.0
