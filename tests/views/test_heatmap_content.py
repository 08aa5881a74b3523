"""Any matrix on the large map: colours, numbers, readouts, labels, pictures; and the scale beside it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QIODevice, QPoint, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.colormaps import CENTRE, diverging
from attnviz.views.heatmap import HeatmapView
from attnviz.views.heatmap_figures import cell_text, number_text, small_number_text, widest_cell_text
from attnviz.views.heatmap_image import map_image, signed_codes
from attnviz.views.heatmap_painter import Backdrop, arrange, paint, paint_arranged
from attnviz.views.heatmap_picture import HeatmapPicture, largest, signed_indices
from attnviz.views.legend_label import LegendLabel, paint_legend

TOKENS = ("The", "cat", "sat")
INF = float("inf")


@pytest.fixture
def view(qtbot: QtBot) -> HeatmapView:
    made = HeatmapView()
    qtbot.addWidget(made)
    made.resize(850, 560)
    made.show()
    qtbot.waitExposed(made)
    return made


def show(view: HeatmapView, values: list[list[float]], mask: np.ndarray | None = None, signed: bool = True) -> None:
    array = np.array(values, np.float32)
    rows, columns = array.shape
    labels = TOKENS if columns == rows == 3 else tuple(str(column) for column in range(columns))
    view.show_matrix(array, mask, TOKENS[:rows], labels, signed)


def pixel(view: HeatmapView, row: int, column: int) -> QColor:
    return QColor(view.grab().toImage().pixelColor(view.cell_rect(row, column).topLeft().toPoint() + QPoint(12, 12)))


def svg(picture: HeatmapPicture) -> str:
    buffer, made = QBuffer(), QSvgGenerator()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made.setOutputDevice(buffer)
    made.setSize(QSize(850, 560))
    painter = QPainter(made)
    paint(painter, QRectF(0, 0, 850, 560), picture)
    painter.end()
    return bytes(buffer.data().data()).decode()


def test_a_signed_matrix_has_diverging_colours_up_to_its_largest_magnitude(view: HeatmapView) -> None:
    show(view, [[-2.0, 0.0], [1.0, 2.0]])
    wanted = diverging(False)
    assert view.limit == 2.0
    for cell, index in (((0, 0), 1), ((0, 1), CENTRE), ((1, 0), CENTRE + 64), ((1, 1), 255)):
        assert pixel(view, *cell) == QColor(*wanted[index].tolist())


def test_cells_hold_two_decimals_on_the_screen_and_in_pictures(view: HeatmapView) -> None:
    show(view, [[-0.414, 1.2], [0.0, -0.004]])
    layout = view.layout_now()
    assert layout is not None
    assert layout.number_pixels
    text = svg(view.picture)
    for number in ("−0.41", "1.20", "0.00"):
        assert f">{number}<" in text
    with_numbers = view.grab().toImage()
    show(view, [[-0.424, 1.2], [0.0, -0.004]])
    assert view.grab().toImage() != with_numbers


def test_a_picture_of_a_signed_map_looks_like_the_screen(view: HeatmapView) -> None:
    rng = np.random.default_rng(1)
    show(view, rng.normal(size=(3, 5)).tolist())
    picture, images = view.picture, []
    for backdrop in (None, Backdrop()):
        image = QImage(850, 560, QImage.Format.Format_RGB32)
        image.fill(QColor(theme.LIGHT.canvas))
        painter = QPainter(image)
        paint_arranged(painter, picture, arrange(QRectF(0, 0, 850, 560), picture), backdrop)
        painter.end()
        images.append(np.array(image.constBits(), np.uint8).reshape(560, 850, 4)[..., :3].astype(int))
    assert np.mean(np.abs(images[0] - images[1]).max(axis=2) > 24) < 0.002


def test_masked_scores_are_empty_and_the_card_says_why(view: HeatmapView) -> None:
    show(view, [[1.0, -INF, -INF], [1.0, -3.0, -INF], [0.12345, 1.0, 1.0]])
    assert view.limit == 3.0
    assert view.picture.mask.sum() == 6
    assert pixel(view, 0, 1).name() == theme.current().canvas
    assert view.readout(0, 1).sentence() == "The → cat, hidden (−∞)"
    assert view.readout(2, 0).sentence() == "sat → The, 0.1235"
    assert view.readout(1, 1).sentence() == "cat → cat, −3.0000"
    show(view, [[1.0, 2.0]], np.array([[True, False]]))
    assert view.limit == 1.0
    assert view.readout(0, 1).sentence() == "The · 1, hidden"
    assert view.readout(0, 0).sentence() == "The · 0, 1.0000"


def test_shares_without_scores(view: HeatmapView) -> None:
    show(view, [[0.25, 0.75], [1.0, 0.0]], signed=False)
    assert view.limit is None
    assert view.readout(0, 1).sentence() == "The · 1, 75.0 %"
    assert ">75<" in svg(view.picture)


def test_amounts_have_the_colours_of_shares_and_plain_numbers(view: HeatmapView) -> None:
    values = np.array([[1.5, 0.0, 0.0], [0.75, 1.5, 0.0], [0.00002, 0.75, 3.0]], np.float32)
    view.show_matrix(values, np.tri(3, dtype=np.bool_), TOKENS, TOKENS, signed=False, limit=3.0)
    picture = view.picture
    assert view.limit == 3.0
    assert not picture.signed
    for cell, index in (((2, 2), 255), ((0, 0), 128), ((1, 0), 64), ((2, 0), 0)):
        assert pixel(view, *cell) == QColor(*picture.table[index].tolist())
    assert pixel(view, 0, 2).name() == theme.current().canvas
    text = svg(picture)
    assert all(f">{number}<" in text for number in ("3.00", "1.50", "0.75", "0.00"))
    assert "%" not in text
    assert view.readout(1, 0).sentence() == "cat → The, 0.7500"
    assert view.readout(2, 0).sentence() == "sat → The, 2.0e−05"
    assert view.readout(0, 2).sentence() == "The cannot see sat, exactly 0"
    other = view.grab().toImage()
    view.show_matrix(values, np.tri(3, dtype=np.bool_), TOKENS, TOKENS, signed=False, limit=6.0)
    assert view.grab().toImage() != other
    assert view.weights.shape == (0, 0)


def test_amounts_are_never_lost_in_an_image_and_may_all_be_nothing(view: HeatmapView) -> None:
    values = np.zeros((100, 200), np.float32)
    values[40, 90] = 7.0
    labels = tuple(map(str, range(100))), tuple(map(str, range(200)))
    view.show_matrix(values, None, *labels, signed=False, limit=7.0)
    assert map_image(view.picture, 10, 20).pixelColor(9, 4) == QColor(*view.picture.table[255].tolist())
    view.show_matrix(np.zeros((100, 200), np.float32), None, *labels, signed=False, limit=0.0)
    assert map_image(view.picture, 10, 20).pixelColor(9, 4) == QColor(*view.picture.table[0].tolist())


def test_a_signed_matrix_may_be_given_its_limit(view: HeatmapView) -> None:
    view.show_matrix(np.array([[-1.0, 2.0]], np.float32), None, ("a",), ("0", "1"), signed=True, limit=4.0)
    assert view.limit == 4.0
    assert pixel(view, 0, 1) == QColor(*diverging(False)[CENTRE + 64].tolist())


def test_numbers_without_a_sign_have_more_room(view: HeatmapView) -> None:
    labels = tuple(map(str, range(30)))
    values = np.full((30, 30), 0.5, np.float32)
    view.show_matrix(values, None, labels, labels, signed=True)
    signed = view.layout_now()
    view.show_matrix(values, None, labels, labels, signed=False, limit=0.5)
    unsigned = view.layout_now()
    assert signed is not None
    assert unsigned is not None
    assert unsigned.number_pixels >= signed.number_pixels
    assert unsigned.number_pixels > 0


def test_weights_and_percentages_are_those_of_weights_only(view: HeatmapView) -> None:
    weights, mask = np.full((3, 3), 1 / 3, np.float32), np.ones((3, 3), np.bool_)
    view.show_weights(weights, weights, mask, TOKENS)
    first = view.grab().toImage()
    show(view, [[-1.0, 1.0]])
    assert view.weights.shape == view.percentages().shape == (0, 0)
    assert view.values.tolist() == [[-1.0, 1.0]]
    assert view.tokens == ("The",)
    view.show_weights(weights, weights, mask, TOKENS)
    assert view.weights is weights
    assert (view.percentages() == 33).all()
    assert view.grab().toImage() == first


def test_shapes_that_do_not_fit_are_refused(view: HeatmapView) -> None:
    with pytest.raises(ValueError, match=r"values has shape \(2, 2\), but the labels need \(1, 2\)"):
        view.show_matrix(np.zeros((2, 2), np.float32), None, ("a",), ("0", "1"), True)
    with pytest.raises(ValueError, match="mask has shape"):
        view.show_matrix(np.zeros((1, 2), np.float32), np.ones((2, 2), np.bool_), ("a",), ("0", "1"), True)


@pytest.mark.parametrize("shape", [(1, 1), (1, 512), (64, 1), (5, 48), (5, 49), (300, 512), (0, 0)])
def test_every_shape_is_painted(view: HeatmapView, shape: tuple[int, int]) -> None:
    rows, columns = (tuple(str(i) for i in range(side)) for side in shape)
    view.show_matrix(np.zeros(shape, np.float32), None, rows, columns, True)
    view.show_pin((0, shape[1] - 1))
    view.grab()
    layout = view.layout_now()
    assert (layout is not None) == (shape[0] > 0)
    if layout is not None:
        assert layout.separate == (max(shape) <= 48)
        assert view.rect().toRectF().contains(layout.area)


def test_a_wide_matrix_is_no_thin_line(view: HeatmapView) -> None:
    view.show_matrix(np.zeros((5, 64), np.float32), None, tuple("abcde"), tuple(map(str, range(64))), True)
    layout = view.layout_now()
    assert layout is not None
    assert layout.area.height() > 0.3 * layout.area.width()


def test_no_large_number_is_lost_between_pixels() -> None:
    values = np.zeros((40, 60), np.float32)
    values[7, 11], values[7, 12], values[30, 50] = -5.0, 4.9, 4.0
    codes = signed_codes(values, None, 5.0, 4, 6).astype(int) - 1 - CENTRE
    assert codes.shape == (4, 6)
    assert np.argwhere(codes).tolist() == [[0, 1], [3, 5]]
    assert codes[0, 1] == -127
    assert codes[3, 5] == round(127 * 0.8)
    hidden = np.ones(values.shape, np.bool_)
    hidden[7, 11] = False
    assert signed_codes(values, hidden, 5.0, 4, 6)[0, 1] - 1 - CENTRE == round(127 * 4.9 / 5)
    hidden[:10, :10] = False
    assert signed_codes(values, hidden, 5.0, 4, 6)[0, 0] == 0


def test_the_image_of_a_signed_map_shows_magnitudes_and_hides_what_is_hidden(view: HeatmapView) -> None:
    values = np.zeros((100, 200), np.float32)
    values[40, 90] = -3.0
    mask = np.ones(values.shape, np.bool_)
    mask[:10] = False
    values[5, 5] = 99.0
    view.show_matrix(values, mask, tuple(map(str, range(100))), tuple(map(str, range(200))), True)
    image = map_image(view.picture, 10, 20)
    assert image.pixelColor(9, 4) == QColor(*diverging(False)[1].tolist())
    assert image.pixelColor(9, 5) == QColor(*diverging(False)[CENTRE].tolist())
    assert image.pixelColor(0, 0).name() == theme.current().canvas


def test_indices_and_magnitudes() -> None:
    assert signed_indices(np.array([0.0, 1e-40], np.float32), 0.0).tolist() == [CENTRE, CENTRE]
    assert signed_indices(np.array([-9.0, 9.0], np.float32), 1.0).tolist() == [1, 255]
    assert largest(np.array([-INF, np.nan, -4.0], np.float32)) == 4.0
    assert largest(np.array([np.nan], np.float32)) == 0.0


def test_numbers_as_words() -> None:
    assert cell_text(-31.774, 35.4) == "−31.77"
    assert cell_text(-2500.4, 3000.0) == "−2500"
    assert cell_text(-1e-9, 1e-8) == "−1.0e−09"
    assert widest_cell_text(1.2) == "−0.00"
    assert number_text(-0.00001, 4) == "0.0000"
    assert number_text(INF, 2) == "∞"
    assert small_number_text(0.0005, 4) == "5.0e−04"
    assert small_number_text(-0.25, 4) == "−0.2500"
    assert widest_cell_text(1.2, signed=False) == "0.00"


# the scale


def test_the_scale_of_signed_numbers(qtbot: QtBot) -> None:
    legend = LegendLabel()
    qtbot.addWidget(legend)
    legend.resize(legend.sizeHint())
    shares = legend.grab().toImage()
    legend.show_signed(2.5)
    assert legend.accessibleName() == "Colour scale from −2.50 to 2.50"
    signed = legend.grab().toImage()
    assert signed != shares
    assert signed.pixelColor(QPointF(legend.rect().center()).toPoint() + QPoint(12, 0)).lightness() > 200
    legend.show_signed(2.6)
    assert legend.grab().toImage() != signed
    legend.show_signed(None)
    assert legend.accessibleName() == "Colour scale from 0 % to 100 %"
    assert legend.grab().toImage() == shares


def test_the_scale_of_amounts_begins_at_0(qtbot: QtBot) -> None:
    legend = LegendLabel()
    qtbot.addWidget(legend)
    legend.resize(legend.sizeHint())
    shares = legend.grab().toImage()
    legend.show_scale(1.7, signed=False)
    assert legend.accessibleName() == "Colour scale from 0 to 1.70"
    amounts = legend.grab().toImage()
    assert amounts != shares
    legend.show_colormap("Grey")
    assert legend.grab().toImage() != amounts
    legend.show_scale(1.7)
    assert legend.accessibleName() == "Colour scale from −1.70 to 1.70"
    legend.show_scale(None)
    legend.show_colormap("Indigo")
    assert legend.grab().toImage() == shares


def test_the_scale_of_amounts_in_a_picture() -> None:
    buffer, made = QBuffer(), QSvgGenerator()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made.setOutputDevice(buffer)
    made.setSize(QSize(300, 30))
    painter = QPainter(made)
    paint_legend(painter, QRectF(0, 0, 300, 30), diverging(False), theme.LIGHT, painter.font(), 1.7, signed=False)
    painter.end()
    text = bytes(buffer.data().data()).decode()
    assert ">0<" in text
    assert ">1.70<" in text
    assert "−" not in text


def test_the_scale_in_a_picture_has_its_ends_as_text() -> None:
    buffer, made = QBuffer(), QSvgGenerator()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made.setOutputDevice(buffer)
    made.setSize(QSize(300, 30))
    painter = QPainter(made)
    paint_legend(painter, QRectF(0, 0, 300, 30), diverging(False), theme.LIGHT, painter.font(), 0.41)
    painter.end()
    text = bytes(buffer.data().data()).decode()
    assert ">−0.41<" in text
    assert ">0<" in text
    assert ">0.41<" in text
