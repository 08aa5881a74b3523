"""The panel “Order from outside”: the encoding it shows and says, its picture, dials, table and verdict."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import numpy as np
import pytest
from geometry import wrong_places
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from attnviz.core import Head, positions, tokens
from attnviz.experiments.positions import SHIFTS, PositionReport, Shifted, report
from attnviz.state.scene import Scene
from attnviz.views import theme
from attnviz.views.legend_label import LegendLabel
from attnviz.views.mini_map import MiniMap
from attnviz.views.position_dials import PositionDials
from attnviz.views.position_panel import PositionPanel
from attnviz.views.position_picker import PositionPicker
from attnviz.views.position_shift_table import PositionShiftTable
from attnviz.views.verdict_card import VerdictCard

W = TypeVar("W", bound=QWidget)
CAT = ("The", "cat", "sat", "on", "the", "mat")


def told(position: str, d: int = 64) -> PositionReport:
    return report(position, Head.random(d, d), tokens.embed(CAT, d), pair=(2, 0))


def scene(position: str, **more: object) -> Scene:
    return replace(Scene(), position=position, **more)


@pytest.fixture
def panel(qtbot: QtBot) -> PositionPanel:
    made = PositionPanel()
    qtbot.addWidget(made)
    made.resize(370, 700)
    made.show_report(scene("rope"), CAT, told("rope"))
    made.show()
    return made


def part(panel: QWidget, kind: type[W], name: str) -> W:
    found = panel.findChild(kind, name)
    assert found is not None
    return found


def words(panel: PositionPanel, name: str) -> str:
    return part(panel, QLabel, name).text().replace("\xa0", " ")


def point(panel: PositionPanel, row: int, column: int) -> None:
    shown = part(panel, MiniMap, "position_map")
    QTest.mouseMove(shown, shown.cell_rect(row, column).center().toPoint())


def test_the_picker_shows_the_scenes_encoding_and_says_another(panel: PositionPanel) -> None:
    heard: list[str] = []
    panel.position_chosen.connect(heard.append)
    picker = part(panel, PositionPicker, "position_picker")
    assert picker.currentText() == "RoPE"
    assert [picker.itemData(place) for place in range(picker.count())] == list(positions.POSITIONS)
    QTest.keyClick(picker, Qt.Key.Key_Down)
    assert heard == ["alibi"]
    panel.show_report(scene("learned"), CAT, told("learned"))
    assert picker.currentText() == "Learned table (random)"
    assert heard == ["alibi"]
    with pytest.raises(ValueError, match="no encoding"):
        picker.show_position("waves")


@pytest.mark.parametrize(
    ("position", "where"),
    [
        ("none", "Acts nowhere."),
        ("sinusoidal", "Added to x."),
        ("learned", "Added to x."),
        ("rope", "Turns Q and K."),
        ("alibi", "Added to the scores."),
    ],
)
def test_each_encoding_is_told_with_where_it_acts(panel: PositionPanel, position: str, where: str) -> None:
    panel.show_report(scene(position), CAT, told(position))
    assert words(panel, "position_about").startswith(where)
    assert part(panel, QWidget, "position_picture").isVisible() == (position != "none")
    assert part(panel, QWidget, "position_dials").isVisible() == (position == "rope")
    assert words(panel, "position_hint").startswith("Without" if position == "none" else "With an encoding")


@pytest.mark.parametrize(
    ("position", "cell", "wanted"),
    [
        ("sinusoidal", (2, 1), "Position 2, “sat”, dimension 1: −0.416"),
        ("sinusoidal", (20, 0), "Position 20, dimension 0: 0.913"),
        ("rope", (2, 0), "Position 2, “sat”, pair 0: turned by 115°"),
        ("rope", (31, 31), "Position 31, pair 31: turned by 0.24°"),
        ("alibi", (3, 1), "“on” looks at “cat”, 2 back: −0.00781"),
        ("alibi", (1, 3), "“cat” looks at “on”, 2 ahead: −0.0156"),
        ("alibi", (1, 1), "“cat” looks at itself: 0"),
    ],
)
def test_the_pointer_reads_a_number_of_the_picture(
    panel: PositionPanel, position: str, cell: tuple[int, int], wanted: str
) -> None:
    panel.show_report(scene(position), CAT, told(position))
    before = words(panel, "position_readout")
    point(panel, *cell)
    assert words(panel, "position_readout").replace("\u2068", "").replace("\u2069", "") == wanted
    QTest.keyClick(part(panel, MiniMap, "position_map"), Qt.Key.Key_Escape)
    assert words(panel, "position_readout") == before


def test_arrow_keys_read_the_picture_as_well(panel: PositionPanel) -> None:
    shown = part(panel, MiniMap, "position_map")
    QTest.keyClick(shown, Qt.Key.Key_Down)
    QTest.keyClick(shown, Qt.Key.Key_Down)
    QTest.keyClick(shown, Qt.Key.Key_Right)
    assert words(panel, "position_readout").endswith("pair 1: turned by 43°")  # 1 · 10000^(−2/64) radians
    assert shown.lit == ((slice(1, 2), slice(None)), (slice(None), slice(1, 2)))


def test_a_table_is_a_signed_map_and_its_pixels_have_the_sign(panel: PositionPanel) -> None:
    panel.show_report(scene("sinusoidal"), CAT, told("sinusoidal", 8))
    shown = part(panel, MiniMap, "position_map")
    assert part(panel, LegendLabel, "position_legend").isVisible()
    picture = shown.grab().toImage()
    ratio = picture.devicePixelRatio()

    def pixel(row: int, column: int) -> QColor:
        middle = shown.cell_rect(row, column).center() * ratio
        return picture.pixelColor(middle.toPoint())

    table = positions.sinusoidal(32, 8)
    most, least = (np.unravel_index(index, table.shape) for index in (table.argmax(), table.argmin()))
    assert pixel(int(most[0]), int(most[1])).red() > pixel(int(most[0]), int(most[1])).blue()
    assert pixel(int(least[0]), int(least[1])).blue() > pixel(int(least[0]), int(least[1])).red()


def test_the_table_has_both_encodings_at_every_shift(panel: PositionPanel) -> None:
    table = part(panel, PositionShiftTable, "position_shift_table")
    cells, wanted = table.cells(), told("rope")
    assert cells[0] == ["moved on by", "RoPE", "sinusoidal"]
    assert [row[0] for row in cells[1:]] == [str(shift) for shift in SHIFTS]
    assert {row[1] for row in cells[1:]} == {f"{wanted.shifted.scores[0]:.4f}"}
    assert [row[2] for row in cells[1:]] == [f"{s:.4f}".replace("-", "−") for s in wanted.contrast.scores]
    assert not any(table.departs(place, 0) for place in range(len(SHIFTS)))
    assert all(table.departs(place, 1) for place in range(1, len(SHIFTS)))
    assert "512 places: 2.2111 RoPE" in table.accessibleDescription()


def test_what_departs_is_drawn_in_another_colour(panel: PositionPanel) -> None:
    table = part(panel, PositionShiftTable, "position_shift_table")
    picture = table.grab().toImage()
    moved = QColor(theme.current().moved).rgb()
    columns = {x for x in range(picture.width()) for y in range(picture.height()) if picture.pixel(x, y) == moved}
    assert columns
    assert min(columns) > picture.width() / 2


def test_a_row_of_the_table_turns_the_dials(panel: PositionPanel) -> None:
    table = part(panel, PositionShiftTable, "position_shift_table")
    dials = part(panel, PositionDials, "position_dials")
    heard: list[int] = []
    table.row_pointed.connect(heard.append)
    still, between = dials.grab().toImage(), dials.between(0)
    assert between == "115°"
    row = next(y for y in range(table.height()) if table.row_at(y) == 4)
    QTest.mouseMove(table, QPoint(20, row + 3))
    assert heard == [4]
    assert "8 places further on" in words(panel, "position_dials_words")
    assert dials.grab().toImage() != still
    assert dials.between(0) == between
    QTest.keyClick(table, Qt.Key.Key_Escape)
    assert heard == [4, -1]
    assert dials.grab().toImage() == still


def test_keys_walk_through_the_table(panel: PositionPanel) -> None:
    table = part(panel, PositionShiftTable, "position_shift_table")
    heard: list[int] = []
    table.row_pointed.connect(heard.append)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Home):
        QTest.keyClick(table, key)
    assert heard == [0, 1, 10, 9, 0]


def test_there_are_as_many_dials_as_there_is_room_for(panel: PositionPanel) -> None:
    dials = part(panel, PositionDials, "position_dials")
    assert dials.pairs()[0] == 0
    assert dials.pairs()[-1] == 31
    few = len(dials.pairs())
    panel.resize(panel.minimumWidth(), 700)
    assert 2 <= len(dials.pairs()) < few
    assert "Pair 31: 0.015° and 0°, 0.015° apart" in dials.accessibleDescription()


@pytest.mark.parametrize(
    ("position", "headline", "kind"),
    [
        ("none", "The score knows no position.", "neutral"),
        ("rope", "The score stays: only the distance counts.", "good"),
        ("alibi", "The score stays: only the distance counts.", "good"),
        ("sinusoidal", "The score changes: the place itself counts.", "moved"),
        ("learned", "The score changes: the place itself counts.", "moved"),
    ],
)
def test_the_verdict_follows_the_figures(panel: PositionPanel, position: str, headline: str, kind: str) -> None:
    panel.show_report(scene(position), CAT, told(position))
    assert words(panel, "position_verdict").startswith(headline)
    assert part(panel, VerdictCard, "position_verdict").kind() == kind


def test_the_verdict_is_told_from_the_report_alone(panel: PositionPanel) -> None:
    rope = told("rope")
    kept = replace(rope, shifted=Shifted("rope", (2.5, 2.5 + 3e-7, *[2.5] * 9), 2.25, 10.0))
    panel.show_report(scene("rope"), CAT, kept)
    assert "it stays 2.5: the largest change, 3·10⁻⁷, is rounding. One place further apart, it changes by −0.25." in (
        words(panel, "position_verdict")
    )
    broken = replace(rope, shifted=Shifted("rope", (2.5, *[2.75] * 10), 2.25, 10.0))
    panel.show_report(scene("rope"), CAT, broken)
    assert "Where the two stand it is 2.5; moved on together, it changes by up to 0.25." in words(
        panel, "position_verdict"
    )
    deaf = replace(rope, shifted=Shifted("rope", (2.5,) * 11, 2.5, 10.0))
    panel.show_report(scene("rope"), CAT, deaf)
    assert words(panel, "position_verdict").startswith("The score stays, whatever the distance.")


def test_swap_can_be_asked_for(panel: PositionPanel) -> None:
    heard: list[bool] = []
    panel.swap_asked.connect(lambda: heard.append(True))
    QTest.keyClick(part(panel, QPushButton, "position_swap_button"), Qt.Key.Key_Space)
    assert heard == [True]


@pytest.mark.parametrize(
    ("kind", "position", "wanted"),
    [
        ("softmax", "rope", ""),
        ("gru", "rope", "without queries, keys and scores"),
        ("gru", "learned", ""),
        ("linear", "rope", "Measured here: q · k."),
    ],
)
def test_a_kind_on_the_map_that_does_otherwise_is_told(
    panel: PositionPanel, kind: str, position: str, wanted: str
) -> None:
    panel.show_report(scene(position, kind=kind), CAT, told(position))
    assert wanted in words(panel, "position_note")
    assert part(panel, QLabel, "position_note").isVisible() == bool(wanted)


def test_without_a_text_the_choice_is_there_and_the_rest_is_not(panel: PositionPanel) -> None:
    panel.show_report(scene("alibi"), (), None)
    assert words(panel, "position_verdict") == "Type a sentence first."
    for name in ("position_picture", "position_dials", "position_shift_table", "position_table_words"):
        assert not part(panel, QWidget, name).isVisible()
    assert part(panel, PositionPicker, "position_picker").currentText() == "ALiBi"
    panel.show_report(scene("rope"), CAT, told("rope"))
    assert part(panel, QWidget, "position_shift_table").isVisible()


def test_a_head_of_one_number_has_nothing_to_turn(panel: PositionPanel) -> None:
    panel.show_report(scene("rope"), CAT, told("rope", 1))
    assert not part(panel, QWidget, "position_picture").isVisible()
    assert not part(panel, QWidget, "position_dials").isVisible()


def test_nothing_is_said_before_anything_is_known(qtbot: QtBot) -> None:
    made = PositionPanel()
    qtbot.addWidget(made)
    made.show()
    assert not part(made, QWidget, "position_verdict").isVisible()
    made.show_report(Scene(), (), None)
    assert part(made, QWidget, "position_verdict").isVisible()


def test_showing_says_nothing(panel: PositionPanel) -> None:
    heard: list[object] = []
    panel.position_chosen.connect(heard.append)
    panel.swap_asked.connect(lambda: heard.append("swap"))
    for position in positions.POSITIONS:
        panel.show_report(scene(position), CAT, told(position))
        panel.show_colormap("Grey")
    assert heard == []


def test_the_colour_map_is_followed(panel: PositionPanel) -> None:
    shown = part(panel, MiniMap, "position_map")
    before = shown.grab().toImage()
    panel.show_colormap("Grey")
    assert shown.grab().toImage() != before


def test_tab_reaches_everything(panel: PositionPanel) -> None:
    panel.activateWindow()
    part(panel, QWidget, "position_picker").setFocus()
    reached = []
    for _ in range(4):
        focused = panel.focusWidget()
        assert focused is not None
        assert focused.accessibleName()
        reached.append(focused.objectName())
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert reached == ["position_picker", "position_map", "position_shift_table", "position_swap_button"]


@pytest.mark.parametrize("factor", [1.0, 2.0])
@pytest.mark.parametrize("position", ["none", "rope", "sinusoidal", "alibi"])
def test_a_low_panel_scrolls_and_nothing_overlaps(panel: PositionPanel, position: str, factor: float) -> None:
    font = panel.font()
    font.setPointSizeF(10.0 * factor)
    panel.setFont(font)
    panel.show_report(scene(position), CAT, told(position))
    panel.resize(panel.minimumWidth(), 300)
    QTest.qWait(20)
    scroll = part(panel, QScrollArea, "position_panel_scroll")
    assert scroll.horizontalScrollBar().maximum() == 0
    assert list(wrong_places(panel)) == []


def test_a_point_outside_of_the_rows_is_none(panel: PositionPanel) -> None:
    table = part(panel, PositionShiftTable, "position_shift_table")
    assert table.row_at(0) == -1
    assert table.row_at(table.height() + 50) == -1
    shown = part(panel, MiniMap, "position_map")
    assert shown.cell_at(QPointF(0, 0)) is None
