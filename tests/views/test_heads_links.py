"""The lines from heads to K/V heads: where they lead, in which colours, for few heads and for 96."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from visible_words import painted

from attnviz.views import theme
from attnviz.views.heads_links import HeadsLinks

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def links(qtbot: QtBot) -> HeadsLinks:
    made = HeadsLinks()
    qtbot.addWidget(made)
    made.resize(340, made.sizeHint().height())
    made.show_links(8, 2, 2)
    made.show()
    return made


@pytest.fixture
def said(links: HeadsLinks) -> list[tuple[str, int]]:
    heard: list[tuple[str, int]] = []
    links.head_picked.connect(lambda head: heard.append(("picked", head)))
    links.head_pointed.connect(lambda head: heard.append(("pointed", head)))
    return heard


def colours(links: HeadsLinks, head: int) -> set[str]:
    """Return the colours met along the line of a head, past the head itself."""
    image, line = links.grab().toImage(), links.places().lines[head]
    points = [line.pointAt(place / 40) for place in range(8, 26)]
    return {image.pixelColor(int(point.x()), int(point.y())).name() for point in points}


def darkest(links: HeadsLinks, head: int) -> int:
    return min(QColor(name).lightness() for name in colours(links, head))


@pytest.mark.parametrize(("heads", "kv_heads"), [(8, 8), (8, 2), (8, 1), (12, 4), (96, 96), (96, 8), (96, 1), (1, 1)])
def test_each_line_leads_to_the_head_whose_keys_are_used(links: HeadsLinks, heads: int, kv_heads: int) -> None:
    links.show_links(heads, kv_heads, 0)
    places = links.places()
    assert (len(places.upper), len(places.lower)) == (heads, kv_heads)
    for head, line in enumerate(places.lines):
        used = places.lower[head * kv_heads // heads]
        assert (line.p2().x(), line.p2().y()) == pytest.approx((used.center().x(), used.top()))
        assert line.p1().x() == pytest.approx(places.upper[head].center().x())
        assert line.p1().y() < line.p2().y()
    for nodes in (places.upper, places.lower):
        assert all(QRectF(links.rect()).contains(node) for node in nodes)
        assert all(one.right() < other.left() for one, other in pairwise(nodes))


def test_boxes_have_numbers_and_96_heads_are_dots(links: HeadsLinks) -> None:
    assert links.places().boxed
    assert painted(links) == ["Q", "K/V", *"1245678", "3", "2", "1"]
    links.show_links(96, 8, 50)
    assert not links.places().boxed
    assert painted(links) == ["Q", "K/V"]
    links.resize(4000, links.height())
    assert links.places().boxed


def test_the_shown_heads_line_has_the_accent_colour_and_its_groups_stand_out(links: HeadsLinks) -> None:
    look = theme.current()
    assert look.accent in colours(links, 2)
    assert not any(look.accent in colours(links, head) for head in (0, 1, 3, 4, 7))
    assert darkest(links, 0) < darkest(links, 7) - 20  # of the same K/V head: stronger than of another


def test_the_shown_line_is_seen_among_96(links: HeadsLinks) -> None:
    for kv_heads in (96, 8, 1):
        links.show_links(96, kv_heads, 60)
        assert theme.current().accent in colours(links, 60)


def test_a_click_picks_and_the_pointer_points(links: HeadsLinks, said: list[tuple[str, int]]) -> None:
    places = links.places()
    at = QPoint(round(places.upper[5].center().x()), links.height() // 2)
    QTest.mouseMove(links, at)
    QTest.mouseClick(links, LEFT, pos=at)
    QTest.mouseMove(links, QPoint(3, links.height() // 2))  # the names of the rows
    QTest.mouseClick(links, LEFT, pos=QPoint(3, 3))
    QApplication.sendEvent(links, QEvent(QEvent.Type.Leave))
    assert said == [("pointed", 5), ("picked", 5), ("pointed", -1)]


def test_every_head_of_96_is_found_at_its_dot(links: HeadsLinks) -> None:
    links.show_links(96, 12, 0)
    places = links.places()
    assert [places.head_at(node.center()) for node in places.upper] == list(range(96))
    assert places.head_at(QPointF(links.width() + 5, 5)) is None


def test_it_turns_round_with_the_direction_of_writing(links: HeadsLinks) -> None:
    links.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    places = links.places()
    assert places.upper[0].left() > places.upper[7].left()
    assert [places.head_at(node.center()) for node in places.upper] == list(range(8))


def test_setters_say_nothing_and_refuse_unequal_groups(links: HeadsLinks, said: list[tuple[str, int]]) -> None:
    links.show_pointed(6)
    links.show_links(12, 3, 4)
    assert said == []
    for kv_heads in (5, 0):
        with pytest.raises(ValueError, match="evenly"):
            links.show_links(12, kv_heads, 0)


def test_the_line_that_is_pointed_at_is_marked(links: HeadsLinks) -> None:
    before = colours(links, 6)
    links.show_pointed(6)
    assert theme.current().text in colours(links, 6) - before
    links.show_pointed(-1)
    assert colours(links, 6) == before
