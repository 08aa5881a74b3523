"""TextInput: what is typed is said, what is shown is silent, huge texts stay whole, Undo is the window's."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication, QInputMethodEvent, QKeySequence, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QMenu, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnviz.views.text_input import TextInput
from attnviz.views.typed_text import HEAVY_LIMIT, LIMIT, SLACK, clean, common_ends

HUGE = ("lorem ipsum dolor " * 60_000)[:1_000_000]


class Field:
    """A shown TextInput and what it has said."""

    def __init__(self, qtbot: QtBot) -> None:
        self.input = TextInput()
        self.said: list[str] = []
        self.input.text_edited.connect(self.said.append)
        qtbot.addWidget(self.input)
        self.input.resize(500, 40)
        with qtbot.waitActive(self.input):
            self.input.show()
        self.input.setFocus()

    def paste(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        QTest.keyClick(self.input, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)

    def in_document(self) -> int:
        return self.input.document().characterCount() - 1


@pytest.fixture
def field(qtbot: QtBot) -> Iterator[Field]:
    yield Field(qtbot)
    QGuiApplication.clipboard().clear()


def test_typing_is_said_letter_by_letter(field: Field) -> None:
    QTest.keyClicks(field.input, "a b")
    assert field.said == ["a", "a ", "a b"]
    assert field.input.text() == "a b"


def test_showing_says_nothing(field: Field) -> None:
    field.input.show_text("The cat")
    assert field.input.toPlainText() == field.input.text() == "The cat"
    assert field.said == []


def test_caret_stands_after_what_changed(field: Field) -> None:
    field.input.show_text("The 猫 sat 😀 here")
    field.input.show_text("The 猫 and dog sat 😀 here")
    assert field.input.text() == "The 猫 and dog sat 😀 here"
    QTest.keyClicks(field.input, "!")
    assert field.said == ["The 猫 and dog !sat 😀 here"]


def test_caret_counts_emoji_as_qt_does(field: Field) -> None:
    field.input.show_text("😀😀 end")
    field.input.show_text("😀😀x end")
    QTest.keyClicks(field.input, "!")
    assert field.input.text() == "😀😀x! end"


def test_showing_the_same_text_keeps_caret(field: Field) -> None:
    field.input.show_text("The cat")
    field.input.moveCursor(QTextCursor.MoveOperation.Start)
    field.input.show_text("The cat")
    assert field.input.textCursor().position() == 0


@pytest.mark.parametrize(("key", "there"), [(Qt.Key.Key_Tab, "after"), (Qt.Key.Key_Backtab, "before")])
def test_tab_moves_on(qtbot: QtBot, key: Qt.Key, there: str) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    before, field, after = QLineEdit(), TextInput(), QLineEdit()
    before.setObjectName("before")
    after.setObjectName("after")
    for widget in (before, field, after):
        column.addWidget(widget)
    window.show()
    window.activateWindow()
    field.setFocus()
    QTest.keyClick(field, key)
    focus = window.focusWidget()
    assert focus is not None
    assert focus.objectName() == there
    assert field.text() == ""


@pytest.mark.parametrize("keys", ["Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Y"])
def test_undo_and_redo_reach_the_window(qtbot: QtBot, keys: str) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    field = TextInput()
    window.setCentralWidget(field)
    action = QAction("act", window)
    action.setShortcut(QKeySequence(keys))
    window.addAction(action)
    with qtbot.waitActive(window):
        window.show()
    field.setFocus()
    QTest.keyClicks(field, "abc")
    pressed = QKeySequence(keys)[0]
    with qtbot.waitSignal(action.triggered, timeout=500):
        QTest.keyClick(field, pressed.key(), pressed.keyboardModifiers())
    assert field.text() == "abc"


def test_menu_has_no_undo(field: Field) -> None:
    place = field.input.viewport().rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, field.input.mapToGlobal(place))
    QApplication.sendEvent(field.input.viewport(), event)
    menu = next(found for found in field.input.findChildren(QMenu) if found.isVisible())
    names = [action.objectName() for action in menu.actions()]
    menu.close()
    assert "edit-paste" in names
    assert not {"edit-undo", "edit-redo"} & set(names)


def test_pasted_text_is_plain_and_clean(field: Field) -> None:
    source = QMimeData()
    source.setHtml("<b>bold</b>")
    source.setText("a\0b\x07\r\nc\td\u00a0e\u2029f")
    field.input.insertFromMimeData(source)
    assert field.said == ["ab\nc\td\u00a0e\nf"]


def test_clean_keeps_what_words_need() -> None:
    kept = "é 👩‍👩‍👧 שלום a\tb\nc\u00a0d"
    assert clean(kept) == kept
    assert clean("a\ud800b\r\n\r\x85c\x1b\ufffc") == "ab\n\n\nc"


def test_files_are_left_to_the_window(field: Field) -> None:
    source = QMimeData()
    source.setUrls(["file:///tmp/a.attnviz"])
    assert not field.input.canInsertFromMimeData(source)


@pytest.mark.parametrize(("old", "new", "ends"), [("abc", "abXc", (2, 1)), ("aaa", "aa", (2, 0)), ("", "x", (0, 0))])
def test_common_ends(old: str, new: str, ends: tuple[int, int]) -> None:
    assert common_ends(old, new) == ends


def test_enter_makes_one_kind_of_line(field: Field) -> None:
    QTest.keyClicks(field.input, "a")
    QTest.keyClick(field.input, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(field.input, "b")
    assert field.said[-1] == "a\nb"


# Huge texts


def test_huge_paste_is_whole_and_quick(field: Field) -> None:
    QTest.keyClicks(field.input, "x")
    QGuiApplication.clipboard().setText(HUGE)
    begin = process_time()
    QTest.keyClick(field.input, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert process_time() - begin < 0.2  # measured 0.012; laying out all of it takes seconds
    assert field.said[-1] == "x" + HUGE
    assert field.in_document() == LIMIT


def test_huge_text_is_cut_between_graphemes(field: Field) -> None:
    family = "👩‍👩‍👧"
    text = family * 2000
    field.input.show_text(text)
    assert field.input.text() == text
    held = field.input.document().toRawText()
    assert len(held) <= HEAVY_LIMIT
    assert len(held) % len(family) == 0


def test_typing_into_a_huge_text_keeps_its_end(field: Field) -> None:
    field.input.show_text(HUGE)
    field.input.moveCursor(QTextCursor.MoveOperation.Start)
    QTest.keyClicks(field.input, "ab")
    assert field.said[-1] == "ab" + HUGE


def test_pasting_into_the_middle_of_a_huge_text(field: Field) -> None:
    field.input.show_text(HUGE)
    cursor = field.input.textCursor()
    cursor.setPosition(6)
    field.input.setTextCursor(cursor)
    field.paste("Z" * 20_000)
    assert field.said == [HUGE[:6] + "Z" * 20_000 + HUGE[6:]]


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_A])
def test_replacing_all_drops_the_tail(field: Field, key: Qt.Key) -> None:
    field.input.show_text(HUGE)
    field.input.selectAll()
    QTest.keyClick(field.input, key)
    assert field.said == ["" if key == Qt.Key.Key_Delete else "a"]
    field.input.show_text(HUGE)
    field.input.selectAll()
    field.paste("new")
    assert field.said[-1] == "new"


def test_deleting_much_brings_text_back_from_the_tail(field: Field) -> None:
    field.input.show_text(HUGE)
    cursor = field.input.textCursor()
    cursor.setPosition(0)
    cursor.setPosition(LIMIT - 100, QTextCursor.MoveMode.KeepAnchor)
    field.input.setTextCursor(cursor)
    QTest.keyClick(field.input, Qt.Key.Key_Delete)
    assert field.said == [HUGE[LIMIT - 100 :]]
    assert field.in_document() == LIMIT


def test_typing_past_the_limit_moves_the_end_to_the_tail(field: Field) -> None:
    text = HUGE[: LIMIT - 10]
    field.input.show_text(text)
    field.input.moveCursor(QTextCursor.MoveOperation.End)
    for _ in range(2):
        field.paste("y" * (SLACK - 100))
    assert field.said[-1] == text + "y" * 2 * (SLACK - 100)
    assert field.in_document() <= LIMIT + SLACK


def test_copying_all_copies_the_tail(field: Field) -> None:
    field.input.show_text(HUGE)
    field.input.selectAll()
    QTest.keyClick(field.input, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == HUGE


# Input methods


def test_composing_is_not_said_until_it_is_taken(field: Field) -> None:
    QApplication.sendEvent(field.input, QInputMethodEvent("ね", []))
    assert field.said == []
    done = QInputMethodEvent("", [])
    done.setCommitString("猫")
    QApplication.sendEvent(field.input, done)
    assert field.said == ["猫"]


def test_composing_keeps_the_tail(field: Field) -> None:
    field.input.show_text(HUGE)
    field.input.moveCursor(QTextCursor.MoveOperation.Start)
    QApplication.sendEvent(field.input, QInputMethodEvent("ね", []))
    done = QInputMethodEvent("", [])
    done.setCommitString("猫")
    QApplication.sendEvent(field.input, done)
    assert field.said == ["猫" + HUGE]


# Size and looks


def test_grows_to_three_lines_then_scrolls(field: Field) -> None:
    heights = []
    for lines in (1, 2, 3, 4, 9):
        field.input.show_text("\n".join("abc"[:3] for _ in range(lines)))
        heights.append(field.input.sizeHint().height())
    assert heights[0] < heights[1] < heights[2] == heights[3] == heights[4]
    assert field.input.verticalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    field.input.show_text("short")
    assert field.input.sizeHint().height() == heights[0]
    assert field.input.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff


def test_wrapping_grows_it_too(field: Field) -> None:
    one = field.input.sizeHint().height()
    field.input.show_text("The quick brown fox " * 4)
    QApplication.processEvents()
    assert field.input.sizeHint().height() > one


def test_type_is_larger_and_follows_the_text_size(field: Field) -> None:
    before = field.input.sizeHint().height()
    font = field.input.font()
    assert field.input.document().defaultFont().pointSizeF() == pytest.approx(1.3 * font.pointSizeF())
    font.setPointSizeF(2 * font.pointSizeF())
    field.input.setFont(font)
    assert field.input.document().defaultFont().pointSizeF() == pytest.approx(1.3 * font.pointSizeF())
    assert field.input.sizeHint().height() > 1.5 * before


def test_hint_is_drawn_only_without_text(field: Field) -> None:
    field.input.resize(900, 40)
    empty = field.input.viewport().grab().toImage()
    field.input.show_text(" ")
    blank = field.input.viewport().grab().toImage()
    assert empty != blank
    assert "cat" in field.input.placeholderText()


def test_has_names(field: Field) -> None:
    assert field.input.objectName() == "text_input"
    assert field.input.accessibleName()
