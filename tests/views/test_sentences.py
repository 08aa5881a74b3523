"""Sentences and lists, put together as the language on the screen does it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QApplication

from attnviz.views import kinds_answers, mask_words
from attnviz.views.sentences import joined, joined_spans, listed
from attnviz.views.span_label import END_ISOLATE, ISOLATE, Span

WORDS = {
    ("Sentences", "{first} {second}"): "{first}{second}",
    ("Sentences", ", "): "、",
    ("MaskWords", "“{token}”"): "「{token}」",
}


class Japanese(QTranslator):
    """No space between sentences, another comma, other quotation marks."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str | None:
        return WORDS.get((context, source))


@pytest.fixture
def japanese(qapp: QApplication) -> Iterator[None]:
    words = Japanese()
    QCoreApplication.installTranslator(words)
    yield
    QCoreApplication.removeTranslator(words)


def test_sentences_stand_one_after_the_other_without_empty_ones() -> None:
    assert joined() == joined("", "") == ""
    assert joined("", "A.", "", "B {first}.", "C.") == "A. B {first}. C."
    assert listed(["a", "", "b"]) == "a, b"


def test_spans_keep_their_looks() -> None:
    first, second = Span("A.", "strong"), Span("B {second}.")
    assert joined_spans(first, second) == [first, Span(" "), second]


@pytest.mark.usefixtures("japanese")
def test_another_language_has_other_spaces_commas_and_quotation_marks() -> None:
    first, second = Span("猫。", "strong"), Span("犬。")
    assert joined("猫。", "", "犬。") == "猫。犬。"
    assert joined_spans(first, second) == [first, second]
    assert kinds_answers.ranges([1, 2, 3, 5]) == "1–3、5"
    assert mask_words.quoted("猫") == f"「{ISOLATE}猫{END_ISOLATE}」"
