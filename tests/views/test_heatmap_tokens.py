"""What the heat map says and shows of single tokens: details on labels and cells, and tokens that stand back."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QByteArray, QEvent, QIODevice, QPoint, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.heatmap import HeatmapView
from attnviz.views.heatmap_painter import arrange, paint
from attnviz.views.heatmap_readout import Readout, card_size
from attnviz.views.heatmap_veil import veiled

TOKENS = ("[CLS]", "␣日", "␣日", "cat")
DETAILS = ("", "token 7, bytes 20 E6", "token 8, bytes 97", "")
WEIGHTS = np.full((4, 4), 0.25, np.float32)
NONE: frozenset[int] = frozenset()


@pytest.fixture
def view(qtbot: QtBot) -> HeatmapView:
    made = HeatmapView()
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.show_weights(WEIGHTS, None, np.ones((4, 4), np.bool_), TOKENS)
    made.show()
    qtbot.waitExposed(made)
    return made


def point_at(view: HeatmapView, point: QPointF) -> None:
    QTest.mouseMove(view, QPoint(0, view.height() - 1))
    QTest.mouseMove(view, point.toPoint())
    QApplication.processEvents()


def labels(view: HeatmapView) -> tuple[QPointF, QPointF]:
    """Return where the labels of row 1 and of column 2 are."""
    layout = view.layout_now()
    assert layout is not None
    row, column = layout.cell_rect(1, 0).center(), layout.cell_rect(0, 2).center()
    return QPointF(layout.area.left() - 12, row.y()), QPointF(column.x(), layout.area.top() - 8)


def test_a_cell_says_the_details_of_both_its_tokens_once_each(view: HeatmapView) -> None:
    view.show_details(DETAILS, DETAILS)
    assert view.readout(1, 2).details == ("␣日: token 7, bytes 20 E6", "␣日: token 8, bytes 97")
    assert view.readout(1, 1).details == ("␣日: token 7, bytes 20 E6",)
    assert view.readout(0, 3).details == ()
    assert "␣日: token 8, bytes 97" in view.readout(3, 2).sentence()
    view.show_details((), ())
    assert view.readout(1, 2).details == ()


def test_details_that_do_not_reach_to_the_end_say_nothing_there(view: HeatmapView) -> None:
    view.show_details(DETAILS[:2], ())
    assert view.readout(2, 2).details == ()


def test_pointing_at_a_label_shows_what_is_said_of_its_token(view: HeatmapView) -> None:
    row, column = labels(view)
    point_at(view, row)
    plain = view.grab().toImage()
    assert view._card() is None
    view.show_details(DETAILS, DETAILS)
    for place, detail in ((row, DETAILS[1]), (column, DETAILS[2])):
        point_at(view, place)
        card = view._card()
        assert card is not None
        assert card.readout == Readout("␣日", "", details=(detail,))
    point_at(view, row)
    assert view.grab().toImage() != plain
    point_at(view, labels(view)[0] - QPointF(0, view.layout_now().pitch_y))  # [CLS] has nothing to be said
    assert view._card() is None


def test_the_card_goes_with_the_pointer(view: HeatmapView) -> None:
    view.show_details(DETAILS, DETAILS)
    point_at(view, labels(view)[0])
    assert view._card() is not None
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert view._card() is None


def test_a_screen_reader_hears_the_details_of_what_is_pinned(view: HeatmapView) -> None:
    view.show_details(DETAILS, DETAILS)
    view.show_pin((2, None))
    assert view.accessibleDescription() == "row of ␣日, token 8, bytes 97"
    view.show_pin((0, None))
    assert view.accessibleDescription() == "row of [CLS]"
    view.show_pin((3, 1))
    assert view.accessibleDescription().endswith("␣日: token 7, bytes 20 E6")
    view.show_details((), ())
    assert "token" not in view.accessibleDescription()


def test_a_card_has_room_for_its_details(qapp: QApplication) -> None:
    plain = card_size(Readout("a → b", "25 %"), QFont(), 900)
    more = card_size(Readout("a → b", "25 %", details=("x" * 60, "y")), QFont(), 900)
    label = card_size(Readout("a", "", details=("x",)), QFont(), 900)
    assert more.height() > 1.5 * plain.height()
    assert more.width() > plain.width()
    assert label.height() == pytest.approx(plain.height())


def test_rows_and_columns_stand_back_and_come_forward_again(view: HeatmapView) -> None:
    before = view.grab().toImage()
    view.show_dimmed(frozenset({0}), frozenset({0}))
    dim = view.grab().toImage()
    layout = view.layout_now()
    for row in range(4):
        for column in range(4):
            point = (layout.cell_rect(row, column).topLeft() + QPointF(8, 8)).toPoint()
            same = before.pixelColor(point) == dim.pixelColor(point)
            assert same == (0 not in (row, column)), (row, column)
    corner = dim.pixelColor((layout.cell_rect(0, 0).topLeft() + QPointF(8, 8)).toPoint())
    edge = dim.pixelColor((layout.cell_rect(0, 1).topLeft() + QPointF(8, 8)).toPoint())
    assert corner == edge  # where a row and a column cross, there is one veil, not two
    view.show_dimmed(NONE, NONE)
    assert view.grab().toImage() == before


@pytest.mark.parametrize("look", [theme.LIGHT, theme.DARK])
def test_labels_that_stand_back_can_still_be_read(look: theme.Theme) -> None:
    light, ground = (_luminance(colour) for colour in (veiled(look.muted, look), QColor(look.canvas)))
    assert (max(light, ground) + 0.05) / (min(light, ground) + 0.05) > 1.8
    assert veiled(look.muted, look) != QColor(look.muted)


def _luminance(colour: QColor) -> float:
    parts = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.getRgbF()[:3])
    return sum(part * share for part, share in zip(parts, (0.2126, 0.7152, 0.0722), strict=True))


def test_places_that_the_map_lacks_do_no_harm(view: HeatmapView) -> None:
    before = view.grab().toImage()
    view.show_dimmed(frozenset({9}), frozenset({4}))
    assert view.grab().toImage() == before
    view.show_weights(np.zeros((0, 0), np.float32), None, np.zeros((0, 0), np.bool_), ())
    view.grab()


def test_an_exported_picture_is_dimmed_as_well(view: HeatmapView) -> None:
    room = QRectF(0, 0, 700, 500)
    view.show_dimmed(frozenset({0}), NONE)
    picture = view.picture
    assert picture.dimmed_rows == frozenset({0})
    bitmap = QImage(QSize(700, 500), QImage.Format.Format_RGB32)
    bitmap.fill(QColor(picture.theme.canvas))
    painter = QPainter(bitmap)
    paint(painter, room, picture)
    painter.end()
    layout = arrange(room, picture)
    spots = [(layout.cell_rect(row, 1).topLeft() + QPointF(8, 8)).toPoint() for row in (0, 1)]
    assert bitmap.pixelColor(spots[0]).lightness() > bitmap.pixelColor(spots[1]).lightness()
    store = QByteArray()
    buffer = QBuffer(store)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    for device in (QSvgGenerator(), QPdfWriter(buffer)):
        if isinstance(device, QSvgGenerator):
            device.setOutputDevice(buffer)
        painter = QPainter(device)
        paint(painter, room, picture)
        painter.end()
    assert b"fill-opacity" in bytes(store.data())
