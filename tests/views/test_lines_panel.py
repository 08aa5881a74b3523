"""The panel “Lines”, both ways: which lines are drawn of a report, and what it says when the person acts."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TypeVar
from xml.etree import ElementTree

import numpy as np
import pytest
from geometry import wrong_places
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QIODevice, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from attnviz.state.lines_report import LinesReport
from attnviz.state.scene import Scene
from attnviz.views import lines_painter, theme
from attnviz.views.colormaps import contrast
from attnviz.views.lines_colours import LineStyle, colours, styles
from attnviz.views.lines_heads import LinesHeads
from attnviz.views.lines_layout import Ends, laid_out
from attnviz.views.lines_panel import LinesPanel
from attnviz.views.lines_picture import LOOKED_AT, LOOKS, MOST, LinesPicture, named, strands
from attnviz.views.lines_pixels import lines_image
from attnviz.views.lines_view import LinesView
from attnviz.views.verdict_card import VerdictCard

W = TypeVar("W", bound=QWidget)
LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key
CAT = ("The", "cat", "sat")
FIRST = np.array([[1.0, 0.0, 0.0], [0.25, 0.75, 0.0], [0.6, 0.395, 0.005]], np.float32)
SECOND = np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.2, 0.3, 0.5]], np.float32)
ONE = LinesReport((FIRST,), (0,), 1, None, CAT, CAT, None)
TWO = LinesReport((FIRST, SECOND), (1, 3), 4, 2, CAT, CAT, None)
CROSSED = LinesReport((FIRST[:2],), (0,), 1, None, ("猫", "犬"), CAT, None)


def made(n: int, heads: int, spread: float = 1.5, causal: bool = True) -> LinesReport:
    rng, words = np.random.default_rng(3), tuple(f"word{place}" for place in range(n))
    weights = []
    for _ in range(heads):
        shares = np.exp(rng.normal(0.0, spread, (n, n)))
        shares = np.tril(shares) if causal else shares
        weights.append((shares / shares.sum(axis=1, keepdims=True)).astype(np.float32))
    return LinesReport(tuple(weights), tuple(range(heads)), heads, 0, words, words, None)


def picture(report: LinesReport = ONE, look: theme.Theme = theme.LIGHT) -> LinesPicture:
    return LinesPicture(
        report.weights,
        styles(report.heads, report.heads_total, look),
        report.rows,
        report.columns,
        look,
        QApplication.font(),
        report.pinned,
    )


@pytest.fixture
def panel(qtbot: QtBot) -> LinesPanel:
    shown = LinesPanel()
    qtbot.addWidget(shown)
    shown.resize(380, 700)
    shown.show_report(Scene("x", heads=4, kv_heads=1, head=1), CAT, TWO)
    shown.show()
    shown.activateWindow()
    QApplication.processEvents()
    return shown


@pytest.fixture
def said(panel: LinesPanel) -> list[tuple[str, object]]:
    heard: list[tuple[str, object]] = []
    panel.row_chosen.connect(lambda row: heard.append(("row", row)))
    panel.lines_chosen.connect(lambda heads: heard.append(("lines", heads)))
    return heard


def part(panel: LinesPanel, kind: type[W], name: str) -> W:
    found = panel.findChild(kind, name)
    assert found is not None
    return found


def view(panel: LinesPanel) -> LinesView:
    return part(panel, LinesView, "lines_view")


def words(panel: LinesPanel, name: str) -> str:
    return part(panel, QLabel, name).text().replace("\xa0", " ")


def show(panel: LinesPanel, report: LinesReport | None, head: int = 0) -> None:
    heads = 1 if report is None else report.heads_total
    tokens = () if report is None else report.rows
    panel.show_report(Scene("x", heads=heads, kv_heads=1, head=head), tokens, report)
    QApplication.processEvents()


def point(panel: LinesPanel, side: int, index: int) -> QPoint:
    place = view(panel).places().label_rect((side, index)).center().toPoint()
    QTest.mouseMove(view(panel), place)
    return place


# ---------------------------------------------------------------------------------------------------- which lines


def drawn(of: LinesPicture) -> list[tuple[int, int, int]]:
    found = strands(of)
    return list(zip(found.head.tolist(), found.row.tolist(), found.column.tolist(), strict=True))


def test_every_weight_from_1_percent_on_is_a_line(qapp: QApplication) -> None:
    assert drawn(picture()) == [(0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 2, 0), (0, 2, 1)]
    assert strands(picture()).thin
    assert not strands(picture(replace(ONE, weights=(SECOND,)))).thin
    assert strands(picture()).weight.tolist() == FIRST[FIRST >= 0.01].tolist()


def test_a_token_that_is_pointed_at_has_only_its_own_lines(qapp: QApplication) -> None:
    two = picture(TWO)
    assert drawn(replace(two, pointed=(LOOKS, 1))) == [(0, 1, 0), (0, 1, 1), (1, 1, 0), (1, 1, 1)]
    assert drawn(replace(two, pointed=(LOOKED_AT, 2))) == [(1, 2, 2)]


def test_the_lines_of_a_pinned_row_are_on_top_of_faded_ones(qapp: QApplication) -> None:
    found = strands(picture(replace(ONE, pinned=1)))
    assert found.row.tolist() == [0, 2, 2, 1, 1]
    assert found.faded.tolist() == [True, True, True, False, False]


def test_the_strongest_are_drawn_of_too_many(qapp: QApplication) -> None:
    many = picture(made(60, 9, causal=False))
    found = strands(many)
    assert len(found) == MOST < found.total == sum(np.count_nonzero(weights >= 0.01) for weights in many.weights)
    everything = np.sort(np.concatenate([weights.ravel() for weights in many.weights]))
    assert found.weight.min() == everything[-MOST]
    pinned = strands(replace(many, pinned=7))
    own = pinned.row == 7
    assert np.count_nonzero(own) == sum(np.count_nonzero(weights[7] >= 0.01) for weights in many.weights)


def test_equal_weights_are_left_out_all_over(qapp: QApplication) -> None:
    even = np.full((70, 70), 1 / 70, np.float32)
    found = strands(picture(replace(made(70, 1), weights=(even,))))
    assert len(found) == MOST
    assert np.bincount(found.row, minlength=70).min() > 40


def test_what_is_no_number_is_no_line(qapp: QApplication) -> None:
    broken = FIRST.copy()
    broken[1, 0] = np.nan
    assert (0, 1, 0) not in drawn(picture(replace(ONE, weights=(broken,))))
    half = replace(ONE, weights=(FIRST.astype(np.float16),))
    assert drawn(picture(half)) == drawn(picture())


def test_the_lines_of_a_token_are_named_by_their_weight(qapp: QApplication) -> None:
    found = named(picture(TWO), (LOOKS, 2))
    assert found.weight.tolist() == sorted(found.weight.tolist(), reverse=True)
    assert found.head.tolist() == [0, 1, 0, 1, 1]


# --------------------------------------------------------------------------------------------------------- looks


def ends(looks: float, looked_at: float, thickness: float = 4.0, opacity: float = 0.9) -> Ends:
    return Ends(*(np.array([number]) for number in (looks, looked_at, thickness, opacity)))


def painted(of: Ends, size: tuple[int, int] = (40, 30), style: LineStyle | None = None) -> NDArray[np.float64]:
    style = style or LineStyle("#000000")
    image = lines_image(of, np.zeros(len(of.looks), np.intp), (style,), size, "#ffffff", 10.0)
    return np.array([[QColor(image.pixel(x, y)).redF() for x in range(size[0])] for y in range(size[1])])


def test_a_level_line_is_as_thick_and_opaque_as_asked(qapp: QApplication) -> None:
    pixels = painted(ends(10.0, 10.0))
    assert np.allclose(pixels[8:12], 0.1, atol=0.005)
    assert (pixels[:8] == 1.0).all()
    assert (pixels[12:] == 1.0).all()


def test_a_part_of_a_pixel_is_covered_in_part(qapp: QApplication) -> None:
    pixels = painted(ends(10.25, 10.25))
    assert 0.1 < pixels[8, 0] < pixels[12, 0] < 1.0


def test_a_steep_line_is_drawn_as_qt_draws_it(qapp: QApplication) -> None:
    ours = painted(ends(5.0, 55.0), (40, 60))
    image = QImage(40, 60, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = painter.pen()
    pen.setWidthF(4.0)
    pen.setColor(QColor(0, 0, 0, round(0.9 * 255)))
    painter.setPen(pen)
    painter.drawLine(QPointF(-8, -5), QPointF(48, 65))
    painter.end()
    theirs = np.array([[QColor(image.pixel(x, y)).redF() for x in range(40)] for y in range(60)])
    assert np.abs(ours - theirs).mean() < 0.03
    assert np.abs(ours.sum(axis=0) - theirs.sum(axis=0)).max() < 1.5


def test_two_lines_over_each_other_cover_more(qapp: QApplication) -> None:
    both = Ends(*(np.array([number, number]) for number in (10.0, 10.0, 4.0, 0.5)))
    assert painted(ends(10.0, 10.0, opacity=0.5))[9, 9] == pytest.approx(0.5, abs=0.01)
    assert painted(both)[9, 9] == pytest.approx(0.25, abs=0.01)


def test_a_dashed_line_has_gaps(qapp: QApplication) -> None:
    row = painted(ends(10.0, 10.0), style=LineStyle("#000000", 1.0, 0.5))[10]
    assert (row[:10] < 0.2).all()
    assert (row[10:15] == 1.0).all()
    assert (row[15:25] < 0.2).all()


def test_what_is_outside_of_the_image_is_cut_off(qapp: QApplication) -> None:
    assert (painted(ends(-50.0, -20.0)) == 1.0).all()
    assert (painted(ends(80.0, 60.0)) == 1.0).all()
    half = painted(ends(-15.0, 45.0))
    assert (half[:, 20] < 0.9).any()
    assert (half[:, 0] == 1.0).all()


def test_stronger_is_thicker_and_more_opaque(qapp: QApplication) -> None:
    layout = laid_out(picture(), 300.0)
    found = layout.ends(strands(picture()))
    order = np.argsort(FIRST[FIRST >= 0.01])
    assert (np.diff(found.thickness[order]) > 0).all()
    assert (np.diff(found.opacity[order]) > 0).all()
    assert found.thickness.max() < layout.pitch


def test_lines_of_several_heads_lie_side_by_side(qapp: QApplication) -> None:
    found, lines = laid_out(picture(TWO), 300.0).ends(strands(picture(TWO))), strands(picture(TWO))
    same = [index for index in range(len(lines)) if (lines.row[index], lines.column[index]) == (0, 0)]
    assert len({found.looks[index] for index in same}) == 2


# Machado, Oliveira, Fernandes 2009: linear RGB as seen without one kind of cone
SEEN = {
    "full": np.eye(3),
    "no red": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "no green": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
    ),
    "no blue": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]
    ),
}
CONES = np.array(
    [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
     [0.0883024619, 0.2817188376, 0.6299787005]]
)  # fmt: skip
LAB = np.array(
    [[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099],
     [0.0259040371, 0.7827717662, -0.808675766]]
)  # fmt: skip


@pytest.mark.parametrize("look", [theme.LIGHT, theme.DARK])
def test_the_eight_colours_stay_apart_whoever_looks(look: theme.Theme) -> None:
    rgb = np.array([QColor(colour).getRgb()[:3] for colour in colours(look)], np.uint8)
    window = np.array(QColor(look.window).getRgb()[:3], np.uint8)
    assert (contrast(rgb, window) >= 3.0).all()
    share = rgb / 255.0
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    for seen in SEEN.values():
        lab = np.cbrt(np.clip(linear @ seen.T, 0.0, 1.0) @ CONES.T) @ LAB.T
        assert min(np.linalg.norm(one - other) for one, other in combinations(lab, 2)) > 0.12


def test_a_head_keeps_its_style_and_the_ninth_is_dashed() -> None:
    assert styles((0, 3, 8), 12, theme.LIGHT)[1] == styles((3,), 12, theme.LIGHT)[0]
    first, _, ninth = styles((0, 3, 8), 12, theme.LIGHT)
    assert first.colour == ninth.colour
    assert first.off == 0.0 < ninth.off
    assert len(set(styles(tuple(range(24)), 24, theme.DARK))) == 24
    assert len(set(styles((5, 29, 53), 96, theme.DARK))) == 3


def test_it_can_be_painted_as_a_drawing(qapp: QApplication) -> None:
    of = replace(picture(TWO), pinned=2)
    size = lines_painter.natural_size(of)
    buffer, generator = QBuffer(), QSvgGenerator()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator.setOutputDevice(buffer)
    generator.setSize(size.toSize())
    generator.setViewBox(QRectF(QPointF(0, 0), size))
    painter = QPainter(generator)
    lines_painter.paint(painter, QRectF(QPointF(0, 0), size), of)
    painter.end()
    drawing = ElementTree.fromstring(bytes(buffer.data().data()))
    svg = "{http://www.w3.org/2000/svg}"
    texts = ["".join(text.itertext()).replace("\xa0", " ") for text in drawing.iter(f"{svg}text")]
    assert [text for text in texts if text in CAT] == [*CAT, *CAT]
    assert {"60 %", "40 %", "50 %"} <= set(texts)
    assert len(list(drawing.iter(f"{svg}polyline"))) + len(list(drawing.iter(f"{svg}path"))) >= len(strands(of))


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_bitmap_joins_the_tokens_that_look_with_those_looked_at(qapp: QApplication, mirrored: bool) -> None:
    only = np.zeros((3, 3), np.float32)
    only[0, 2] = 1.0
    of = replace(picture(replace(ONE, weights=(only,))), mirrored=mirrored)
    image = QImage(300, 120, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    lines_painter.paint(painter, QRectF(0, 0, 300, 120), of)
    painter.end()
    layout = laid_out(of, 300.0, 120.0)
    left, right = round(layout.lines.left()) + 3, round(layout.lines.right()) - 4
    heights = (round(layout.y(0)), round(layout.y(2)))
    start, end = heights[::-1] if mirrored else heights
    assert QColor(image.pixel(left, start)).lightness() < 200
    assert QColor(image.pixel(right, end)).lightness() < 200
    assert QColor(image.pixel(left, end)) == QColor("#ffffff")


def test_everything_fits_into_a_low_area(qapp: QApplication) -> None:
    layout = laid_out(picture(made(200, 1)), 400.0, 300.0)
    assert layout.height <= 300.0
    assert layout.seen(LOOKS, 0.0, 300.0) == range(200)


# --------------------------------------------------------------------------------------------- shown by the panel


def test_the_heads_are_shown_as_chips(panel: LinesPanel, said: list[tuple[str, object]]) -> None:
    heads = part(panel, LinesHeads, "lines_heads")
    assert heads.chosen() == (1, 3)
    assert "Heads of layer 3" in [label.text() for label in panel.findChildren(QLabel)]
    colour = styles(TWO.heads, 4, theme.current())[1].colour
    chip = heads.chip_rect(3)
    inside = QPoint(round(chip.left()) + 4, round(chip.center().y()))
    assert QColor(heads.grab().toImage().pixel(inside)) == QColor(colour)
    show(panel, ONE)
    assert not heads.isVisible()
    assert said == []


def test_lines_are_painted_between_the_columns(panel: LinesPanel) -> None:
    show(panel, ONE)
    layout = view(panel).places()
    image = view(panel).grab().toImage()
    x = round(layout.lines.center().x())
    strong = QColor(image.pixel(x, round(layout.y(0))))
    background = QColor(image.pixel(x, round(layout.y(2)) + round(layout.pitch / 2) - 1))
    assert strong.lightness() < background.lightness() - 60
    assert words(panel, "lines_note") == "Lines under 1 % are left out."
    show(panel, replace(ONE, weights=(SECOND,)))
    assert not part(panel, QLabel, "lines_note").isVisible()


def test_what_is_left_out_of_a_crowd_is_said(panel: LinesPanel) -> None:
    crowd = made(60, 9, causal=False)
    show(panel, crowd)
    total = sum(np.count_nonzero(weights >= 0.01) for weights in crowd.weights)
    assert words(panel, "lines_note").startswith(f"The 4,000 strongest of {total:,} lines are drawn.")
    show(panel, replace(crowd, pinned=3))
    assert words(panel, "lines_note").startswith("The pinned row's lines and the strongest of the others are drawn")


def test_a_token_that_is_pointed_at_is_spoken_of(panel: LinesPanel) -> None:
    assert words(panel, "lines_readout") == "Point at a token to see its lines alone; click to pin it."
    point(panel, LOOKS, 1)
    assert words(panel, "lines_readout") == "2 cat looks at: H2: cat 75 % · H4: The 50 % · H4: cat 50 % · H2: The 25 %"
    assert view(panel).accessibleDescription().replace("\xa0", " ") == words(panel, "lines_readout")
    point(panel, LOOKED_AT, 2)
    assert words(panel, "lines_readout") == "3 sat is looked at by: H4: sat 50 %"
    QTest.mouseMove(view(panel), view(panel).places().lines.center().toPoint())
    assert view(panel).pointed() is None


def test_pointing_takes_the_other_lines_away(panel: LinesPanel) -> None:
    show(panel, ONE)
    layout = view(panel).places()
    middle = QPoint(round(layout.lines.center().x()), round(layout.y(0)))
    before = QColor(view(panel).grab().toImage().pixel(middle))
    point(panel, LOOKED_AT, 1)
    after = QColor(view(panel).grab().toImage().pixel(middle))
    assert before.lightness() < after.lightness()
    assert after == view(panel).palette().color(view(panel).backgroundRole())


def test_a_pinned_row_is_spoken_of_until_another_token_is_pointed_at(panel: LinesPanel) -> None:
    show(panel, replace(ONE, pinned=2))
    assert words(panel, "lines_readout") == "3 sat looks at: The 60 % · cat 40 %"
    point(panel, LOOKS, 0)
    assert words(panel, "lines_readout") == "1 The looks at: The 100 %"


def test_a_long_list_is_cut(panel: LinesPanel) -> None:
    show(panel, replace(made(30, 1, 0.1), pinned=29))
    assert words(panel, "lines_readout").endswith("and 25 more lines")
    show(panel, replace(ONE, rows=CAT[:1], weights=(np.zeros((1, 3), np.float32),), pinned=0))
    assert words(panel, "lines_readout").endswith("nothing with 1 % or more")


def test_two_texts(panel: LinesPanel) -> None:
    show(panel, CROSSED)
    point(panel, LOOKS, 1)
    assert words(panel, "lines_readout") == "2 犬 looks at: cat 75 % · The 25 %"
    point(panel, LOOKED_AT, 0)
    assert words(panel, "lines_readout") == "1 The is looked at by: 猫 100 % · 犬 25 %"
    QTest.mouseMove(view(panel), view(panel).places().label_rect((LOOKS, 2)).center().toPoint())
    assert view(panel).pointed() is None


@pytest.mark.parametrize(("tokens", "told"), [((), "Type a sentence first"), (CAT, "The lines are being worked out")])
def test_without_lines_one_sentence_says_why(panel: LinesPanel, tokens: tuple[str, ...], told: str) -> None:
    panel.show_report(Scene("x"), tokens, None)
    assert told in part(panel, VerdictCard, "lines_card").text()
    assert not view(panel).isVisible()
    show(panel, ONE)
    assert view(panel).isVisible()
    assert not part(panel, VerdictCard, "lines_card").isVisible()


# ------------------------------------------------------------------------------------------ said when a person acts


def test_a_click_pins_a_row(panel: LinesPanel, said: list[tuple[str, object]]) -> None:
    QTest.mouseClick(view(panel), LEFT, pos=point(panel, LOOKS, 2))
    QTest.mouseClick(view(panel), LEFT, pos=point(panel, LOOKED_AT, 1))
    assert said == [("row", 2)]


def test_the_keys_walk_and_pin(panel: LinesPanel, said: list[tuple[str, object]]) -> None:
    of = view(panel)
    of.setFocus(Qt.FocusReason.TabFocusReason)
    for key, place in (
        (Key.Key_Down, (LOOKS, 0)),
        (Key.Key_Down, (LOOKS, 1)),
        (Key.Key_Right, (LOOKED_AT, 1)),
        (Key.Key_End, (LOOKED_AT, 2)),
        (Key.Key_Down, (LOOKED_AT, 2)),
        (Key.Key_Left, (LOOKS, 2)),
        (Key.Key_PageUp, (LOOKS, 0)),
    ):
        QTest.keyClick(of, key)
        assert of.pointed() == place
    QTest.keyClick(of, Key.Key_Return)
    assert said == [("row", 0)]
    QTest.keyClick(of, Key.Key_Escape)
    assert of.pointed() is None


def test_a_chip_adds_a_head_or_takes_it_away(panel: LinesPanel, said: list[tuple[str, object]]) -> None:
    heads = part(panel, LinesHeads, "lines_heads")
    for index in (0, 3, 1):
        QTest.mouseClick(heads, LEFT, pos=heads.chip_rect(index).center().toPoint())
    assert said == [("lines", (0, 3)), ("lines", (0,))]  # the shown head, 1, is always drawn
    assert heads.accessibleDescription() == "Head 2, on the large map, always drawn"


def test_all_heads_or_just_one(panel: LinesPanel, said: list[tuple[str, object]]) -> None:
    QTest.mouseClick(part(panel, QPushButton, "lines_all_button"), LEFT)
    QTest.mouseClick(part(panel, QPushButton, "lines_one_button"), LEFT)
    assert said == [("lines", (0, 2, 3)), ("lines", ())]
    show(panel, made(4, 2))
    assert not part(panel, QPushButton, "lines_all_button").isEnabled()


def test_showing_says_nothing_and_new_tokens_end_pointing(panel: LinesPanel, said: list[tuple[str, object]]) -> None:
    point(panel, LOOKS, 1)
    show(panel, replace(TWO, pinned=0), 1)
    assert view(panel).pointed() == (LOOKS, 1)
    show(panel, made(5, 2))
    assert view(panel).pointed() is None
    assert said == []


def test_a_key_scrolls_to_its_token(panel: LinesPanel) -> None:
    show(panel, made(80, 1))
    QTest.qWait(20)
    bar = part(panel, QScrollArea, "lines_panel_scroll").verticalScrollBar()
    assert bar.value() == 0 < bar.maximum()
    view(panel).setFocus()
    QTest.keyClick(view(panel), Key.Key_End)
    assert bar.value() > 0.8 * bar.maximum()


def test_every_part_is_reached_by_tab(panel: LinesPanel) -> None:
    part(panel, LinesHeads, "lines_heads").setFocus()
    reached = []
    for _ in range(4):
        focused = QApplication.focusWidget()
        assert focused is not None
        assert focused.accessibleName()
        reached.append(focused.objectName())
        QTest.keyClick(focused, Key.Key_Tab)
    assert reached == ["lines_heads", "lines_all_button", "lines_one_button", "lines_view"]


@pytest.mark.parametrize("factor", [1.0, 2.0])
@pytest.mark.parametrize("em", [17, 24])
@pytest.mark.parametrize("report", [TWO, CROSSED, replace(made(40, 12), pinned=39), None])
def test_nothing_is_cut_off_or_overlaps(panel: LinesPanel, report: LinesReport | None, em: int, factor: float) -> None:
    font = panel.font()
    font.setPointSizeF(11.0 * factor)
    panel.setFont(font)
    show(panel, report)
    panel.resize(max(panel.minimumWidth(), em * panel.em()), 420)
    QTest.qWait(20)
    assert panel.minimumWidth() <= 17 * panel.em() + 1
    assert wrong_places(panel) == []
    assert part(panel, QScrollArea, "lines_panel_scroll").horizontalScrollBar().maximum() == 0
