"""ControlBar, FlowLayout and FieldCaption: everything visible at every width and text size, every control named."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.control_bar import LEAST_TEXT, ControlBar
from attnviz.views.field_caption import FieldCaption
from attnviz.views.style import style_sheet

ICONS = Path(__file__).parents[2] / "resources" / "icons"


class Page(QWidget):
    """A bar at the top of a window with room below it."""

    def __init__(self) -> None:
        super().__init__()
        self.bar = ControlBar()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.bar)
        column.addStretch(1)


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[QApplication]:
    """The application in the style of the real window, whose controls are wider than bare ones."""
    sheet, style = qapp.styleSheet(), qapp.style().objectName()
    qapp.setStyle("Fusion")
    yield qapp
    qapp.setStyleSheet(sheet)
    qapp.setStyle(style)


@pytest.fixture
def page(qtbot: QtBot) -> Page:
    made = Page()
    qtbot.addWidget(made)
    return made


def show(page: Page, width: int, factor: float) -> None:
    font = page.font()
    font.setPointSizeF(11 * factor)
    page.setFont(font)
    page.resize(width, 900)
    page.show()
    for _ in range(5):
        QApplication.processEvents()


def parts(bar: ControlBar) -> list[QWidget]:
    dimension = bar.dimension_input
    pickers = [bar.model_picker, bar.kind_picker]
    controls = [bar.text_input, *pickers, bar.causal_toggle, dimension.slider, dimension.box, bar.scale_toggle]
    return [*controls, *bar.findChildren(FieldCaption)]


def place(part: QWidget, bar: ControlBar) -> QRect:
    return QRect(part.mapTo(bar, part.rect().topLeft()), part.size())


@pytest.mark.parametrize("factor", [1, 2])
@pytest.mark.parametrize("width", [1900, 1280, 900, 620])
def test_nothing_is_cut_off_or_overlaps(page: Page, width: int, factor: float) -> None:
    show(page, width, factor)
    places = [place(part, page.bar) for part in parts(page.bar)]
    for index, one in enumerate(places):
        assert page.bar.rect().contains(one)
        assert not any(one.intersects(other) for other in places[index + 1 :])
    for part in parts(page.bar):
        assert part.width() >= part.minimumSizeHint().width()
        assert part.height() >= part.minimumSizeHint().height()


def test_wide_is_one_row_and_narrow_is_more(page: Page) -> None:
    show(page, 1400, 1)
    one_row = page.bar.height()
    text, model = place(page.bar.text_input, page.bar), place(page.bar.model_picker, page.bar)
    assert abs(text.center().y() - model.center().y()) <= 1
    show(page, 900, 1)
    assert page.bar.height() > 1.5 * one_row
    assert place(page.bar.model_picker, page.bar).top() > place(page.bar.text_input, page.bar).bottom()


def rows(page: Page) -> int:
    """How many rows the controls stand in."""
    bar = page.bar
    controls = (bar.text_input, bar.model_picker, bar.kind_picker, bar.causal_toggle, bar.dimension_input)
    middles = sorted(place(control, bar).center().y() for control in (*controls, bar.scale_toggle))
    return 1 + sum(lower - upper > bar.fontMetrics().height() for upper, lower in pairwise(middles))


@pytest.mark.parametrize(("width", "factor", "wanted"), [(1280, 1, 1), (1024, 1, 2), (1280, 2, 2)])
def test_it_takes_few_rows_in_the_real_style(
    dressed: QApplication, page: Page, width: int, factor: float, wanted: int
) -> None:
    show(page, width, factor)
    dressed.setStyleSheet(style_sheet(theme.LIGHT, QFontMetricsF(page.font()).height(), ICONS))
    show(page, width, factor)
    assert rows(page) == wanted
    assert page.bar.text_input.width() >= LEAST_TEXT * page.fontMetrics().height()


def test_a_control_stands_beside_the_text_only_where_that_saves_a_row(page: Page) -> None:
    em, flow = page.bar.fontMetrics().height(), page.bar._flow
    widths = [flow.itemAt(index).minimumSize().width() for index in range(1, flow.count())]
    below = sum(widths) + flow.spacing() * (len(widths) - 1)
    assert flow.rows(below) == [[0], [1, 2, 3, 4, 5]]
    shared = flow.rows(below - 1)
    assert shared[0][:2] == [0, 1]
    assert len(shared) == 2
    assert flow.rows(round(2 * LEAST_TEXT * em) + sum(widths))[0] == [0, 1, 2, 3, 4, 5]


def test_bar_grows_with_the_text(page: Page) -> None:
    show(page, 1280, 1)
    before = page.bar.height()
    page.bar.text_input.show_text("one\ntwo\nthree")
    for _ in range(5):
        QApplication.processEvents()
    assert page.bar.height() >= before + 2 * page.bar.fontMetrics().height()
    assert page.bar.rect().contains(place(page.bar.text_input, page.bar))


def test_crowded_window_does_not_cut_the_last_row(page: Page) -> None:
    show(page, 700, 1)
    needed = page.bar.height()
    page.resize(700, 10)
    for _ in range(5):
        QApplication.processEvents()
    assert page.bar.height() >= needed


def test_right_to_left_is_mirrored(page: Page) -> None:
    page.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    show(page, 1400, 1)
    assert place(page.bar.text_input, page.bar).left() > place(page.bar.scale_toggle, page.bar).right()


def test_every_control_has_a_name_and_a_key(page: Page) -> None:
    bar = page.bar
    toggles = (bar.causal_toggle, bar.scale_toggle)
    assert [toggle.objectName() for toggle in toggles] == ["causal_toggle", "scale_toggle"]
    assert all(toggle.isChecked() for toggle in toggles)
    assert all(part.accessibleName() for part in parts(bar))
    captions = bar.findChildren(FieldCaption)
    assert len(captions) == 6
    assert all(caption.buddy() is not None for caption in captions)
    marks = [caption.text()[caption.text().index("&") + 1].lower() for caption in captions]
    assert len(set(marks)) == 6


def test_every_control_is_reached_by_tab(page: Page) -> None:
    show(page, 1280, 1)
    page.bar.text_input.setFocus()
    reached = []
    for _ in range(7):
        focus = page.focusWidget()
        assert focus is not None
        reached.append(focus.objectName())
        page.focusNextChild()
    assert reached == [
        "text_input",
        "model_picker",
        "kind_picker",
        "causal_toggle",
        "dimension_slider",
        "dimension_box",
        "scale_toggle",
    ]


def test_caption_names_the_dimension(page: Page) -> None:
    page.bar.dimension_input.show_dimension(100)
    assert any("d = 100" in caption.words() for caption in page.bar.findChildren(FieldCaption))
