"""The field in which a person types the sentence.

It shows text and says what was typed. It must not split text into tokens, and it keeps no history: undo and redo
are the window's. Qt lays out a whole paragraph at every key press, so only the first thousands of characters are in
the document; the rest of a huge text waits in a string (the tail) and is part of what is said and given.
"""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QEvent, QMimeData, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QInputMethodEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from attnviz.views import graphemes, theme
from attnviz.views.typed_text import HEAVY_LIMIT, SLACK, clean, common_ends, laid_out
from attnviz.views.undo_keys import is_undo_or_redo

MOST_LINES = 3
FACTOR = 1.3  # size of the type against the application's font


class TextInput(QPlainTextEdit):
    """A field of one to three lines in large type. Growing, then scrolling. Keeps the whole of a huge text.

    Signals: text_edited(str), the whole text, when the person changed it. (Declared as object: as str, Qt would copy a
    megabyte at every key press.)
    """

    text_edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""  # what the document holds
        self._tail = ""
        self._all_selected = False
        self._height = 0
        self.setObjectName("text_input")
        self.setAccessibleName(self.tr("Text"))
        self._hint = self.tr("Type a sentence, for example: The cat sat on the mat.")
        self.setAccessibleDescription(self._hint)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._enlarge()
        self.textChanged.connect(self._on_text_changed)
        self.document().documentLayout().documentSizeChanged.connect(self._on_size_changed)

    # What is shown

    def text(self) -> str:
        """Return the whole text, also what is beyond the part laid out."""
        return self._shown + self._tail

    def show_text(self, text: str) -> None:
        """Show `text`; the caret goes to the end of what changed. Says nothing."""
        text = clean(text)
        if text != self.text():
            self._split(text)
            self._fit()

    def _split(self, text: str) -> None:
        """Put as much of `text` into the document as can be laid out quickly, and the rest into the tail."""
        head = graphemes.cut(text, laid_out(text))
        self._tail = text[len(head) :]
        self._put(head)

    def _put(self, text: str) -> None:
        """Make the document hold `text`, touching only what differs."""
        start, end = common_ends(self._shown, text)
        gone = self._shown[start : len(self._shown) - end]
        cursor = QTextCursor(self.document())
        first = graphemes.utf16_length(text[:start])
        with QSignalBlocker(self):
            cursor.setPosition(first)
            cursor.setPosition(first + graphemes.utf16_length(gone), QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(text[start : len(text) - end])
            self.setTextCursor(cursor)
        self._shown = text

    # What the person does

    def _on_text_changed(self) -> None:
        """Say the new text, if it is new: composing with an input method changes the document, but not the text."""
        text = self.document().toRawText().replace("\u2029", "\n").replace("\u2028", "\n")
        if text == self._shown:
            return
        self._shown = text
        if self._tail and (not text or self._all_selected):
            self._tail = ""
        self._all_selected = False
        self._balance()
        self._fit()
        self.text_edited.emit(self.text())

    def _balance(self) -> None:
        """Move text to the tail when the document is too long, and back when it is short."""
        limit = laid_out(self._shown)
        too_long = len(self._shown) > limit + SLACK
        if not too_long and not (self._tail and len(self._shown) < HEAVY_LIMIT // 2):
            return
        caret = self.textCursor().position()
        self._split(self.text())
        cursor = self.textCursor()
        cursor.setPosition(min(caret, graphemes.utf16_length(self._shown)))
        with QSignalBlocker(self):
            self.setTextCursor(cursor)

    def _covers_all(self) -> bool:
        cursor = self.textCursor()
        selected = cursor.selectionEnd() - cursor.selectionStart()
        return bool(self._shown) and selected >= self.document().characterCount() - 1

    def event(self, event: QEvent) -> bool:
        """Leave the keys for Undo and Redo to the window's actions."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and is_undo_or_redo(event):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type. Every kind of Enter makes the same line break."""
        if is_undo_or_redo(event):
            event.ignore()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & ~(
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        ):
            self._all_selected = self._covers_all()
            self.textCursor().insertBlock()
            self.ensureCursorVisible()
        else:
            self._all_selected = self._covers_all()
            super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Compose, or take what was composed."""
        self._all_selected = self._covers_all() or (self._all_selected and not event.commitString())
        super().inputMethodEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the usual menu, without the document's own undo and redo."""
        menu = self.createStandardContextMenu(event.pos())
        for action in menu.actions():
            if action.objectName() in ("edit-undo", "edit-redo"):
                menu.removeAction(action)
        if menu.actions() and menu.actions()[0].isSeparator():
            menu.removeAction(menu.actions()[0])
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Take text, and leave dropped files to the window."""
        return source.hasText() and not source.hasUrls()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take pasted or dropped text as plain text, cleaned. What does not fit the document goes to the tail."""
        pasted = clean(source.text())
        if not pasted:
            return
        cursor = self.textCursor()
        if self._covers_all():
            self._tail = ""
        room = HEAVY_LIMIT + SLACK - len(self._shown)
        if len(pasted) <= room:
            cursor.insertText(pasted)
        else:
            self._paste_long(cursor, pasted)
        self.ensureCursorVisible()

    def _paste_long(self, cursor: QTextCursor, pasted: str) -> None:
        raw = self.document().toRawText().encode("utf-16-le", "surrogatepass")
        before = raw[: 2 * cursor.selectionStart()].decode("utf-16-le", "ignore")
        after = self._shown[len(raw[: 2 * cursor.selectionEnd()].decode("utf-16-le", "ignore")) :]
        self._split("".join((before, pasted, after, self._tail)))
        self._fit()
        caret = self.textCursor()
        caret.setPosition(graphemes.utf16_length(self._shown[: len(before) + len(pasted)]))
        self.setTextCursor(caret)
        self.text_edited.emit(self.text())

    def createMimeDataFromSelection(self) -> QMimeData:
        """Return the selected text as it is, the tail too when all is selected."""
        made = QMimeData()
        selected = self.textCursor().selection().toRawText().replace("\u2029", "\n")
        made.setText(selected + self._tail if self._covers_all() else selected)
        return made

    # Size

    def line_height(self) -> int:
        """Return the height of the field with one line in it."""
        return self._height_of(self._line())

    def sizeHint(self) -> QSize:
        """Return a comfortable width, and the height of one to three lines."""
        return QSize(round(18 * QFontMetricsF(self.font()).height()), self._height or self.line_height())

    def minimumSizeHint(self) -> QSize:
        """Return a width for a few words, and the same height."""
        return QSize(round(10 * QFontMetricsF(self.font()).height()), self._height or self.line_height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrower is higher."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Measure again: by now the style has given the field its frame."""
        super().showEvent(event)
        self._fit()

    def _height_of(self, lines: float) -> int:
        chrome = self.height() - self.contentsRect().height()
        return round(lines + 2 * self.document().documentMargin() + chrome + 1)

    def _line(self) -> int:
        """Return the height of a line in the field's own font; one in another script may be higher."""
        return ceil(QFontMetricsF(self.document().defaultFont()).lineSpacing())

    def _fit(self) -> None:
        """Ask for the height of the lines there are, at most three; scroll beyond."""
        heights: list[float] = []
        block = self.document().firstBlock()
        while block.isValid() and len(heights) <= MOST_LINES:
            self.document().documentLayout().blockBoundingRect(block)  # Qt breaks lines only when asked
            layout = block.layout()
            wrapped = range(min(layout.lineCount(), MOST_LINES + 1))
            heights += [max(layout.lineAt(index).height(), self._line()) for index in wrapped] or [self._line()]
            block = block.next()
        self._scroll_if(len(heights) > MOST_LINES)
        height = self._height_of(sum(heights[:MOST_LINES]))
        if height != self._height:
            self._height = height
            self.updateGeometry()

    def _scroll_if(self, overflowing: bool) -> None:
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if overflowing else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if policy != self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(policy)

    def _on_size_changed(self) -> None:
        self._fit()

    def _enlarge(self) -> None:
        large = QFont(self.font())
        large.setPointSizeF(large.pointSizeF() * FACTOR)
        self.document().setDefaultFont(large)

    def placeholderText(self) -> str:
        """Return what is shown while there is no text."""
        return self._hint

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text, or what to type. (Qt would draw the placeholder in the size of the application's font.)"""
        super().paintEvent(event)
        layout = self.document().firstBlock().layout()
        if self._shown or layout.preeditAreaText():
            return
        painter = QPainter(self.viewport())
        painter.setFont(self.document().defaultFont())
        painter.setPen(QColor(theme.current().muted))
        margin = round(self.document().documentMargin())
        area = self.viewport().rect().adjusted(margin, margin, -margin, -margin)
        hint = painter.fontMetrics().elidedText(self._hint, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading, hint)
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the application's text and its style."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_height"):
            self._enlarge()
            self._fit()
