"""KindsMaps: what is picked, the map of each kind in its own colours, and one pointer for all of them."""

from __future__ import annotations

import numpy as np
import pytest
from kinds_made import CHAPTERS, report
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from attnviz.core.kinds import KINDS
from attnviz.views import theme
from attnviz.views.colormaps import diverging, table
from attnviz.views.kind_map import MarkedMap
from attnviz.views.kinds_maps import KindsMaps
from attnviz.views.kinds_picker import KindsPicker


@pytest.fixture
def maps(qtbot: QtBot) -> KindsMaps:
    made = KindsMaps()
    qtbot.addWidget(made)
    show(made)
    made.resize(330, 520)
    made.show()
    return made


def show(maps: KindsMaps, keys: tuple[str, ...] = CHAPTERS, text: str = "The cat sat on the mat") -> None:
    maps.show_kinds(keys, [row.trace for row in report(keys, text).rows])


def pickers(maps: KindsMaps) -> list[KindsPicker]:
    return [found for place in range(4) if (found := maps.findChild(KindsPicker, f"kinds_picker_{place}"))]


def drawn(maps: KindsMaps) -> list[MarkedMap]:
    return [found for place in range(4) if (found := maps.findChild(MarkedMap, f"kinds_map_{place}"))]


def pick(picker: KindsPicker, key: str) -> None:
    picker.setCurrentIndex(picker.findData(key))


def centre(shown: MarkedMap, row: int, column: int) -> QPoint:
    return shown.cell_rect(row, column).center().toPoint()


def in_colour(picture: QImage, colour: str) -> int:
    """Count the pixels of exactly this colour."""
    wanted = QColor(colour)
    return sum(picture.pixelColor(x, y) == wanted for x in range(picture.width()) for y in range(picture.height()))


def test_each_kind_has_its_picker_its_map_and_a_word_for_its_numbers(maps: KindsMaps) -> None:
    assert [picker.key() for picker in pickers(maps)] == list(CHAPTERS)
    assert all(shown.isVisible() for shown in drawn(maps))
    assert [shown.accessibleName() for shown in drawn(maps)] == [
        "Map of Full attention",
        "Map of Causal attention",
        "Map of Sliding window",
        "Map of GRU",
    ]
    words = [label.text() for place in range(4) if (label := maps.findChild(QLabel, f"kinds_scale_{place}"))]
    assert words[:3] == ["share of a row"] * 3
    assert words[3].startswith("influence, at most ")


def test_an_empty_place_has_a_picker_only(maps: KindsMaps) -> None:
    show(maps, ("full", "gru"))
    assert [shown.isVisible() for shown in drawn(maps)] == [True, True, False, False]
    assert [picker.currentText() for picker in pickers(maps)[2:]] == ["(none)", "(none)"]
    assert [picker.count() for picker in pickers(maps)] == [len(KINDS), len(KINDS), len(KINDS) + 1, len(KINDS) + 1]


def colours(shown: MarkedMap) -> set[tuple[int, int, int]]:
    picture = shown.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    rows = range(0, picture.height(), 3)
    return {picture.pixelColor(x, y).toTuple()[:3] for y in rows for x in range(0, picture.width(), 3)}


def test_signs_have_two_colours_and_shares_one(maps: KindsMaps) -> None:
    keys = ("causal", "state_space", "gru")
    show(maps, keys)
    maps.grab()
    dark = theme.current().dark
    weights = report(keys).rows[1].trace.weights
    assert weights.min() < 0 < weights.max()
    shares, signed, influence, _ = drawn(maps)
    of_shares = {tuple(map(int, colour)) for colour in table("Indigo", dark)}
    of_signs = {tuple(map(int, colour)) for colour in diverging(dark)}
    assert len(colours(signed) & of_signs) > len(colours(signed) & of_shares)
    assert len(colours(influence) & of_shares) > len(colours(influence) & of_signs)
    assert shares.limit == 1.0
    assert signed.limit == np.abs(weights).max()
    maps.show_colormap("Grey")
    grey = {tuple(map(int, colour)) for colour in table("Grey", dark)}
    assert len(colours(shares) & grey) > 3
    assert len(colours(signed) & of_signs) > 3


def test_one_pointer_marks_the_same_cell_in_every_map(maps: KindsMaps) -> None:
    heard: list[tuple[int, int]] = []
    maps.cell_pointed.connect(lambda row, column: heard.append((row, column)))
    second = drawn(maps)[1]
    before = drawn(maps)[3].grab().toImage()
    QTest.mouseMove(second, centre(second, 4, 1))
    QTest.mouseMove(second, centre(second, 4, 1) + QPoint(2, 1))
    assert heard == [(4, 1)]
    assert [shown.mark for shown in drawn(maps)] == [(4, 1)] * 4
    after = drawn(maps)[3].grab().toImage()
    assert after != before
    assert in_colour(after, theme.current().moved) >= 8
    assert [number.replace("\xa0", " ") for number in maps.numbers()][1].endswith(" %")
    assert maps.numbers()[2] != "hidden"
    assert [shown.accessibleDescription() for shown in drawn(maps)] == maps.numbers()
    QTest.mouseMove(second, centre(second, 1, 4))
    assert [number == "hidden" for number in maps.numbers()] == [False, True, True, True]


def test_keys_point_as_well(maps: KindsMaps) -> None:
    heard: list[tuple[int, int]] = []
    maps.cell_pointed.connect(lambda row, column: heard.append((row, column)))
    first = drawn(maps)[0]
    first.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Escape):
        QTest.keyClick(first, key)
    assert heard == [(0, 0), (1, 0), (1, 1), (-1, -1)]
    assert maps.numbers() == []
    assert {shown.mark for shown in drawn(maps)} == {None}


def test_a_click_and_enter_choose_a_map(maps: KindsMaps) -> None:
    heard: list[str] = []
    maps.map_chosen.connect(heard.append)
    QTest.mouseClick(drawn(maps)[2], Qt.MouseButton.LeftButton)
    QTest.keyClick(drawn(maps)[3], Qt.Key.Key_Return)
    assert heard == ["window", "gru"]


def test_picking_says_which_kinds_are_wanted(maps: KindsMaps) -> None:
    heard: list[tuple[str, ...]] = []
    maps.kinds_chosen.connect(heard.append)
    pick(pickers(maps)[1], "lstm")
    pick(pickers(maps)[2], "")
    pick(pickers(maps)[3], "linear")
    assert heard == [("full", "lstm", "window", "gru"), ("full", "lstm", "gru"), ("full", "lstm", "gru", "linear")]
    assert [picker.key() for picker in pickers(maps)] == ["full", "lstm", "gru", "linear"]


def test_a_kind_that_stands_elsewhere_changes_places(maps: KindsMaps) -> None:
    heard: list[tuple[str, ...]] = []
    maps.kinds_chosen.connect(heard.append)
    pick(pickers(maps)[0], "gru")
    assert heard == [("gru", "causal", "window", "full")]
    assert [picker.key() for picker in pickers(maps)] == ["gru", "causal", "window", "full"]
    show(maps, ("full", "causal"))
    pick(pickers(maps)[3], "full")
    assert heard[-1] == ("causal", "full")


def test_showing_is_silent_and_keeps_the_pointer_where_it_can(maps: KindsMaps) -> None:
    heard: list[object] = []
    QTest.mouseMove(drawn(maps)[0], centre(drawn(maps)[0], 2, 1))
    maps.kinds_chosen.connect(heard.append)
    maps.cell_pointed.connect(lambda row, column: heard.append((row, column)))
    show(maps, ("lstm", "causal", "state_space"))
    assert maps.pointed() == (2, 1)
    assert [shown.mark for shown in drawn(maps)][:3] == [(2, 1)] * 3
    show(maps, ("lstm", "causal"), "a cat")
    assert maps.pointed() == (-1, -1)
    maps.show_kinds(("full", "gru"), [])
    assert not any(shown.isVisible() for shown in drawn(maps))
    assert heard == []


def test_an_unknown_kind_is_refused(maps: KindsMaps) -> None:
    with pytest.raises(ValueError, match="no kind is called"):
        pickers(maps)[0].show_kind("")
    with pytest.raises(ValueError, match="no kind is called"):
        pickers(maps)[2].show_kind("convolution")


@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_two_rows_in_a_narrow_panel_one_in_a_wide_one(maps: KindsMaps, factor: float) -> None:
    font = maps.font()
    font.setPointSizeF(10.0 * factor)
    maps.setFont(font)
    em = maps.fontMetrics().height()
    for width, rows in ((14 * em, 2), (60 * em, 1)):
        maps.resize(width, 60 * em)
        QApplication.processEvents()
        assert len({shown.mapTo(maps, QPoint(0, 0)).y() for shown in drawn(maps)}) == rows
        assert all(shown.height() >= 4 * em for shown in drawn(maps))
        assert all(maps.rect().contains(shown.parentWidget().geometry()) for shown in drawn(maps))  # type: ignore[union-attr]


def test_a_thousand_tokens_still_show_the_pointed_cell(maps: KindsMaps) -> None:
    class Large:
        x = output = np.zeros((1024, 1), np.float32)
        weights = np.full((1024, 1024), 1 / 1024, np.float32)
        mask = np.ones((1024, 1024), np.bool_)

    maps.show_kinds(("full", "linear"), [Large(), Large()])
    QApplication.processEvents()
    first = drawn(maps)[0]
    QTest.mouseMove(first, centre(first, 500, 500))
    row, column = maps.pointed()
    assert abs(row - 500) < 10
    assert abs(column - 500) < 10
    assert in_colour(drawn(maps)[1].grab().toImage(), theme.current().moved) >= 8
