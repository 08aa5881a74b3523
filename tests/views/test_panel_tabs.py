"""PanelTabs and TabRail: every title reads across and fits, keys and clicks choose, a list where there is no room."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.panel_tabs import PanelTabs
from attnviz.views.tab_rail import TabRail

TITLES = (
    "Change", "Ledger", "Swap", "Order", "√d", "Mask", "Masking", "Heads", "KV cache", "Kinds", "Performer", "Compare",
)  # fmt: skip
KEYS = tuple(title.lower() for title in TITLES)
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def page(qtbot: QtBot) -> PanelTabs:
    made = PanelTabs()
    qtbot.addWidget(made)
    for key, title in zip(KEYS, TITLES, strict=True):
        made.add_tab(key, title)
    panel = QLabel("a panel")
    panel.setMinimumWidth(200)
    panel.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    made.add_panel(panel)
    made.show_panel("order", panel)
    font = made.font()
    font.setPointSizeF(11)
    made.setFont(font)
    made.resize(420, 480)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    panel.setFocus()
    qtbot.waitUntil(panel.hasFocus)
    return made


@pytest.fixture
def said(page: PanelTabs) -> list[str]:
    heard: list[str] = []
    page.panel_chosen.connect(heard.append)
    return heard


def rail_of(page: PanelTabs) -> TabRail:
    rail = page.findChild(TabRail, "panel_tab_bar")
    assert rail is not None
    return rail


def list_of(page: PanelTabs) -> QComboBox:
    found = page.findChild(QComboBox, "panel_list")
    assert found is not None
    return found


def show(page: PanelTabs, factor: float, height: int) -> None:
    font = page.font()
    font.setPointSizeF(11 * factor)
    page.setFont(font)
    page.resize(420, height)
    QApplication.processEvents()


def coloured(picture: QImage, colour: str) -> list[int]:
    """The columns in which a picture has a colour."""
    wanted = QColor(colour).rgb()
    wide, high = picture.width(), picture.height()
    return [x for x in range(wide) if any(picture.pixel(x, y) == wanted for y in range(high))]


def test_all_tabs_fit_beside_the_map_of_a_small_window(page: PanelTabs) -> None:
    rail = rail_of(page)
    assert rail.isVisible()
    assert not list_of(page).isVisible()
    places = [rail.tabRect(tab) for tab in range(rail.count())]
    assert [rail.tabText(tab) for tab in range(rail.count())] == list(TITLES)
    em = rail.fontMetrics().height()
    for place, title in zip(places, TITLES, strict=True):
        assert rail.rect().contains(place)
        assert place.width() > rail.fontMetrics().horizontalAdvance(title) + em
        assert place.height() == pytest.approx(1.9 * em, abs=2)
    assert all(lower.top() == upper.bottom() + 1 for upper, lower in pairwise(places))
    widest = max(rail.fontMetrics().horizontalAdvance(title) for title in TITLES)
    assert rail.width() <= widest + 1.6 * em, "as narrow as the longest title allows"


def test_tabs_are_lower_where_there_is_less_room_and_then_a_list(page: PanelTabs) -> None:
    rail, em = rail_of(page), rail_of(page).fontMetrics().height()
    show(page, 1, round(12 * 1.6 * em))
    assert rail.isVisible()
    assert rail.tabRect(0).height() == pytest.approx(1.6 * em, abs=2)
    assert rail.tabRect(11).bottom() < rail.height()
    show(page, 1, round(12 * 1.3 * em))
    assert not rail.isVisible()
    assert list_of(page).isVisible()
    assert list_of(page).currentText() == "Order"
    show(page, 1, 480)
    assert rail.isVisible()
    assert rail.tabRect(0).height() == pytest.approx(1.9 * em, abs=2)


def test_it_follows_the_text_size(page: PanelTabs) -> None:
    rail = rail_of(page)
    show(page, 1, 900)
    before = rail.tabRect(0)
    show(page, 2, 900)
    assert rail.isVisible()
    assert rail.tabRect(0).width() == pytest.approx(2 * before.width(), rel=0.08)
    assert rail.tabRect(0).height() == pytest.approx(2 * before.height(), rel=0.08)
    show(page, 2, 480)
    assert not rail.isVisible()
    assert list_of(page).isVisible()


def test_the_least_width_is_that_of_the_panel_and_a_list_does_where_the_tabs_do_not_fit(page: PanelTabs) -> None:
    rail = rail_of(page)
    assert page.minimumSizeHint().width() == 200
    assert page.rail_width() == rail.width()
    page.resize(200 + rail.width() - 1, page.height())
    QApplication.processEvents()
    assert not rail.isVisible()
    assert list_of(page).isVisible()
    assert page.rail_width() > 0  # what it would take
    page.resize(200 + page.rail_width(), page.height())
    QApplication.processEvents()
    assert rail.isVisible()
    show(page, 2, 480)
    assert page.rail_width() == 0


def test_the_presenter_needs_neither_tabs_nor_list(page: PanelTabs) -> None:
    page.show_tabs(False)
    assert not rail_of(page).isVisible()
    assert not list_of(page).isVisible()
    page.resize(420, 200)
    QApplication.processEvents()
    assert not list_of(page).isVisible()
    page.resize(420, 480)
    page.show_tabs(True)
    assert rail_of(page).isVisible()


def test_setting_a_panel_shows_its_tab_silently(page: PanelTabs, said: list[str]) -> None:
    other = QWidget()
    page.add_panel(other)
    page.show_panel("kinds", other)
    assert rail_of(page).tabText(rail_of(page).currentIndex()) == "Kinds"
    assert list_of(page).currentText() == "Kinds"
    assert other.isVisible()
    assert said == []


def test_a_click_chooses(page: PanelTabs, said: list[str]) -> None:
    rail = rail_of(page)
    for tab in (11, 0, 7):
        QTest.mouseClick(rail, Qt.MouseButton.LeftButton, NONE, rail.tabRect(tab).center())
    QTest.mouseClick(rail, Qt.MouseButton.LeftButton, NONE, rail.tabRect(7).center())
    assert said == ["compare", "change", "heads"]


def test_keys_choose_and_stop_at_the_ends(page: PanelTabs, said: list[str]) -> None:
    rail = rail_of(page)
    assert rail.focusPolicy() & Qt.FocusPolicy.TabFocus
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_End, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_Up):
        QTest.keyClick(rail, key)
    assert said == ["√d", "order", "compare", "change"]


def test_the_list_chooses_as_well(page: PanelTabs, said: list[str]) -> None:
    show(page, 2, 480)
    QTest.keyClick(list_of(page), Qt.Key.Key_Down)
    assert said == ["√d"]


def test_every_tab_has_a_name(page: PanelTabs) -> None:
    for widget in (page, rail_of(page), list_of(page)):
        assert widget.accessibleName() == "Experiments"
    spoken = QAccessible.queryAccessibleInterface(rail_of(page))
    names = [spoken.child(tab).text(QAccessible.Text.Name) for tab in range(len(TITLES))]
    assert names == list(TITLES)


def test_the_chosen_title_stands_in_colour_beside_a_bar(page: PanelTabs) -> None:
    rail, look = rail_of(page), theme.current()
    picture = rail.grab().toImage()
    chosen = coloured(picture.copy(rail.tabRect(3)), look.accent)
    assert chosen[:2] == [0, 1], "the bar at the edge"
    assert chosen[-1] < rail.width() - 1, "no ring while keys go elsewhere"
    assert max(chosen) > rail.fontMetrics().height(), "and the title"
    assert coloured(picture.copy(rail.tabRect(5)), look.accent) == []
    assert coloured(picture.copy(rail.tabRect(5)), look.muted)
    assert coloured(picture, look.border)[-1] == picture.width() - 1, "a line along the panel"


def test_titles_read_across(page: PanelTabs) -> None:
    rail, look = rail_of(page), theme.current()
    place = rail.tabRect(TITLES.index("Performer"))
    columns = coloured(rail.grab().toImage().copy(place), look.muted)
    assert columns[-1] - columns[0] > 0.8 * rail.fontMetrics().horizontalAdvance("Performer")


def test_a_ring_shows_where_keys_go(page: PanelTabs, qtbot: QtBot) -> None:
    rail = rail_of(page)
    before = rail.grab().toImage()
    rail.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(rail.hasFocus)
    ring = coloured(rail.grab().toImage().copy(rail.tabRect(3)), theme.current().accent)
    assert ring[-1] == rail.tabRect(3).width() - 1
    assert rail.grab().toImage() != before
    assert coloured(before.copy(rail.tabRect(3)), theme.current().accent)[-1] < ring[-1]


def test_the_title_that_is_pointed_at_is_darker(page: PanelTabs) -> None:
    rail, look = rail_of(page), theme.current()
    QTest.mouseMove(rail, rail.tabRect(5).center())
    QApplication.processEvents()
    picture = rail.grab().toImage()
    assert coloured(picture.copy(rail.tabRect(5)), look.text)
    assert not coloured(picture.copy(rail.tabRect(6)), look.text)
    QTest.mouseMove(rail, rail.tabRect(6).center())
    QApplication.processEvents()
    assert not coloured(rail.grab().toImage().copy(rail.tabRect(5)), look.text)


def test_in_a_language_that_runs_left_the_bar_is_at_the_outer_edge(page: PanelTabs) -> None:
    page.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    QApplication.processEvents()
    rail = rail_of(page)
    assert rail.geometry().right() == page.rect().right()
    chosen = coloured(rail.grab().toImage().copy(rail.tabRect(3)), theme.current().accent)
    assert chosen[-1] == rail.tabRect(3).width() - 1
    assert chosen[0] > 0


def test_a_press_that_is_let_go_elsewhere_still_leaves_one_chosen(page: PanelTabs) -> None:
    rail = rail_of(page)
    point = QPointF(rail.tabRect(6).center())
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    for kind, button, held in (
        (QEvent.Type.MouseButtonPress, left, left),
        (QEvent.Type.MouseButtonRelease, left, none),
    ):
        QApplication.sendEvent(rail, QMouseEvent(kind, point, rail.mapToGlobal(point), button, held, NONE))
        point = QPointF(-50, -50)
    assert 0 <= rail.currentIndex() < len(TITLES)
