"""The card shows the words it is given, in the colour of the outcome, and has room for them."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.verdict_card import VerdictCard, VerdictKind


@pytest.fixture
def card(qtbot: QtBot) -> VerdictCard:
    made = VerdictCard()
    qtbot.addWidget(made)
    return made


def test_the_text_is_headline_and_sentence(card: VerdictCard) -> None:
    assert card.text() == ""
    card.show_verdict("Nothing moved.", "0 of 256.", "good")
    assert card.text() == "Nothing moved. 0 of 256."
    assert card.accessibleName() == "Verdict: Nothing moved. 0 of 256."
    card.show_verdict("", "Type a sentence first.", "neutral")
    assert card.text() == "Type a sentence first."
    card.show_verdict("Only this.", "", "moved")
    assert card.text() == "Only this."


@pytest.mark.parametrize(("kind", "field"), [("good", "good_field"), ("moved", "moved_field"), ("neutral", "canvas")])
def test_the_kind_gives_the_colour(card: VerdictCard, kind: VerdictKind, field: str) -> None:
    card.show_verdict("Words.", "More words.", kind)
    assert card.kind() == kind
    card.resize(300, card.heightForWidth(300))
    assert card.grab().toImage().pixelColor(150, 3) == QColor(getattr(theme.current(), field))


def test_more_words_need_more_height_and_fewer_give_it_back(card: VerdictCard) -> None:
    card.show_verdict("Short.", "", "good")
    one_line = card.heightForWidth(300)
    card.show_verdict("Short.", "A sentence. " * 20, "good")
    assert card.heightForWidth(300) > 2 * one_line
    assert card.heightForWidth(200) > card.heightForWidth(300)
    card.show_verdict("Short.", "", "good")
    assert card.heightForWidth(300) == one_line


def test_markup_is_shown_as_it_is(card: VerdictCard) -> None:
    card.show_verdict("", "<b>x</b> & y", "neutral")
    assert card.text() == "<b>x</b> & y"
