"""LessonBar: what is set is shown, the right button says the right thing, and nothing is opened or loaded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFont, QImage, QKeySequence, QShortcut, QTextFragment
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.lesson_bar import LessonBar

TEXT = "Look at the **third** row."
QUESTION = "How many words can it see?"
ANSWER = "Three, *itself* included."


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QWidget]:
    made = QWidget()
    qtbot.addWidget(made)
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    made.resize(900, 600)
    yield made
    made.close()


@pytest.fixture
def bar(window: QWidget) -> LessonBar:
    made = LessonBar()
    column = window.layout()
    assert isinstance(column, QVBoxLayout)
    column.addWidget(made)
    column.addStretch(1)
    window.show()
    return made


@pytest.fixture
def said(bar: LessonBar) -> list[str]:
    heard: list[str] = []
    bar.next_asked.connect(lambda: heard.append("next"))
    bar.previous_asked.connect(lambda: heard.append("previous"))
    bar.reveal_asked.connect(lambda: heard.append("reveal"))
    bar.closed.connect(lambda: heard.append("closed"))
    return heard


def fragments(bar: LessonBar) -> list[QTextFragment]:
    found = []
    block = bar.text.document().begin()
    while block.isValid():
        iterator = block.begin()
        while not iterator.atEnd():
            found.append(iterator.fragment())
            iterator += 1
        block = block.next()
    return found


def look_of(bar: LessonBar, words: str) -> QTextFragment:
    return next(fragment for fragment in fragments(bar) if words in fragment.text())


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def test_a_step_is_shown(bar: LessonBar, said: list[str]) -> None:
    bar.show_lesson("The triangle")
    bar.show_step("What may a word see?", 2, 7, TEXT, QUESTION, ANSWER, hidden=True)
    assert bar.title() == "What may a word see?   The triangle   3 / 7"
    assert bar.text.toPlainText() == f"Look at the third row.\n{QUESTION}"
    assert bar.next_button.text() == "Reveal"
    bar.show_step("What may a word see?", 2, 7, TEXT, QUESTION, ANSWER)
    assert bar.text.toPlainText() == f"Look at the third row.\n{QUESTION}\nThree, itself included."
    assert bar.next_button.text() == "Next"
    assert said == []


def test_the_lesson_may_be_named_after_its_step(bar: LessonBar) -> None:
    bar.show_step("a", 0, 2, TEXT)
    bar.show_lesson("Blind to order")
    assert bar.title() == bar.accessibleDescription() == "a   Blind to order   1 / 2"


def test_parts_may_be_missing(bar: LessonBar) -> None:
    bar.show_step("a", 0, 2, "", QUESTION, ANSWER, hidden=True)
    assert bar.text.toPlainText() == QUESTION
    bar.show_step("a", 0, 2, "", "", ANSWER)
    assert bar.text.toPlainText() == "Three, itself included."
    bar.show_step("a", 0, 2, "")
    assert bar.text.toPlainText() == ""


def test_the_question_looks_like_one(bar: LessonBar) -> None:
    bar.show_step("a", 0, 2, TEXT, "Is it **the** one?", ANSWER)
    accent = QColor(theme.current().accent)
    question = look_of(bar, "Is it")
    assert question.charFormat().foreground().color() == accent
    assert question.charFormat().fontWeight() == QFont.Weight.Bold
    for words in ("Look at", "Three"):
        other = look_of(bar, words).charFormat()
        assert other.foreground().color() != accent
        assert other.fontWeight() == QFont.Weight.Normal
    assert look_of(bar, "third").charFormat().fontWeight() == QFont.Weight.Bold
    assert look_of(bar, "itself").charFormat().fontItalic()


def test_the_buttons_say_what_they_do(bar: LessonBar, said: list[str]) -> None:
    bar.show_step("a", 0, 3, TEXT, QUESTION, ANSWER, hidden=True)
    assert not bar.previous_button.isEnabled()
    click(bar.next_button)
    bar.show_step("a", 0, 3, TEXT, QUESTION, ANSWER)
    click(bar.next_button)
    bar.show_step("b", 2, 3, TEXT, QUESTION, ANSWER, hidden=True)
    click(bar.previous_button)
    click(bar.next_button)
    bar.show_step("b", 2, 3, TEXT, QUESTION, ANSWER)
    assert bar.next_button.text() == bar.next_button.accessibleName() == "Finish"
    click(bar.next_button)
    click(bar.close_button)
    assert said == ["reveal", "next", "previous", "reveal", "closed", "closed"]


def test_keys_reach_the_buttons(bar: LessonBar, said: list[str]) -> None:
    bar.show_step("a", 1, 3, TEXT)
    for button in (bar.previous_button, bar.next_button, bar.close_button):
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert button.accessibleName()
        QTest.keyClick(button, Qt.Key.Key_Space)
    assert said == ["previous", "next", "closed"]


def test_the_button_stays_under_the_pointer(bar: LessonBar) -> None:
    places = set()
    for index, hidden in ((1, True), (1, False), (2, False)):
        bar.show_step("a", index, 3, TEXT, QUESTION, ANSWER, hidden)
        QApplication.processEvents()
        places.add(bar.next_button.geometry().getRect())
    assert len(places) == 1


def test_page_keys_go_to_the_window_even_from_the_text(bar: LessonBar, window: QWidget, qtbot: QtBot) -> None:
    bar.show_step("a", 1, 3, "line\n\n" * 30)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    bar.text.setFocus()
    pressed: list[str] = []
    for key in ("PgDown", "PgUp"):
        QShortcut(QKeySequence(key), window).activated.connect(lambda key=key: pressed.append(key))
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
        QTest.keyClick(window.windowHandle(), key)
    assert pressed == ["PgDown", "PgUp"]
    assert bar.text.verticalScrollBar().value() == 0


def test_it_grows_with_the_text_up_to_six_lines(bar: LessonBar, qtbot: QtBot) -> None:
    heights = []
    for count in (1, 20, 60, 600):
        bar.show_step("a", 0, 2, "some words " * count)
        for _ in range(5):
            QApplication.processEvents()
        heights.append(bar.text.height())
        assert bar.text.isReadOnly()
        assert (bar.text.verticalScrollBar().maximum() > 0) == (count == 600)
    line = bar.fontMetrics().height()
    assert heights[0] + line <= heights[1] < heights[2] < heights[3] < 8 * line


def test_a_crowded_window_may_press_it_to_two_lines(bar: LessonBar) -> None:
    bar.show_step("a", 0, 2, "line  \n" * 30)
    assert bar.text.minimumSizeHint().height() < 4 * bar.fontMetrics().height()


def test_what_is_revealed_is_in_view(bar: LessonBar) -> None:
    long = "\n\n".join(["line"] * 12)
    bar.show_step("a", 0, 2, long, QUESTION, ANSWER, hidden=True)
    QApplication.processEvents()
    scroll = bar.text.verticalScrollBar()
    assert scroll.value() == 0
    bar.show_step("a", 0, 2, long, QUESTION, ANSWER)
    QApplication.processEvents()
    assert scroll.value() == scroll.maximum() > 0
    bar.show_step("b", 1, 2, long)
    assert scroll.value() == 0


def test_it_follows_the_text_size_and_the_factor(bar: LessonBar, qapp: QApplication) -> None:
    bar.show_step("a", 0, 2, "plain `code`", QUESTION)

    def sizes() -> set[float]:
        QApplication.processEvents()
        return {round(fragment.charFormat().font().resolve(bar.text.document().defaultFont()).pointSizeF(), 1)
                for fragment in fragments(bar)}  # fmt: skip

    font = qapp.font()
    before, height = bar.text.document().defaultFont().pointSizeF(), bar.height()
    try:
        large = QFont(font)
        large.setPointSizeF(font.pointSizeF() * 2)
        qapp.setFont(large)
        QApplication.processEvents()
        assert bar.text.document().defaultFont().pointSizeF() == pytest.approx(2 * before)
        assert sizes() == {round(2 * before, 1)}
        assert bar.height() > 1.5 * height
    finally:
        qapp.setFont(font)
    bar.show_factor(1.5)
    assert sizes() == {round(1.5 * before, 1)}
    bar.show_factor(1.0)
    assert sizes() == {round(before, 1)}


def test_nothing_is_opened_or_loaded(bar: LessonBar, tmp_path: Path) -> None:
    picture = QImage(300, 300, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.red)
    assert picture.save(str(tmp_path / "red.png"))
    url = (tmp_path / "red.png").as_uri()
    bar.show_step("a", 0, 2, f"[link]({url}) ![picture]({url}) <b>mark</b><img src='{url}'>")
    QApplication.processEvents()
    shown = bar.text.toPlainText()
    click(bar.text.viewport())
    QTest.mouseClick(bar.text.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(15, 12))
    assert bar.text.toPlainText() == shown
    assert "<b>mark</b>" in shown  # HTML is shown as it is written
    image = bar.text.grab().toImage()
    reds = sum(
        image.pixelColor(x, y) == QColor("red") for x in range(0, image.width(), 4) for y in range(0, image.height(), 4)
    )
    assert reds == 0


def test_the_buttons_can_go(bar: LessonBar) -> None:
    bar.show_buttons(False)
    assert not any(b.isVisible() for b in (bar.previous_button, bar.next_button, bar.close_button))
    bar.show_buttons(True)
    assert bar.next_button.isVisible()
