"""The words of a lesson's step: Markdown text, the question, and the answer once it is revealed.

Shows what it is given, opens no link and loads no picture. Must not know what a lesson is.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from attnviz.views import theme
from attnviz.views.fonts import scaled_font

_MOST_LINES = 6  # then it scrolls
_LEAST_LINES = 2
_GAPS = 1.0  # lines' worth of space between paragraphs
_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML


class LessonText(QTextBrowser):
    """Grows with its text up to six lines, then scrolls.

    Signals: none of its own.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._factor = 1.0
        self._parts = ("", "", "")  # text, question, answer
        self._wanted = 0
        self.setObjectName("lesson_text")
        self.setAccessibleName(self.tr("What this step is about"))
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._write()

    def show_words(self, text: str, question: str = "", answer: str = "") -> None:
        """Show Markdown `text`, below it the question, below that the answer. Says nothing."""
        if (text, question, answer) == self._parts:
            return
        grown = self._parts[:2] == (text, question)  # the answer only: what comes new is at the end
        self._parts = (text, question, answer)
        self._write()
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum() if grown else 0)

    def show_factor(self, factor: float) -> None:
        """Draw at `factor` times the text size."""
        if factor != self._factor:
            self._factor = factor
            self._write()

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Load nothing: a lesson must not read files or look things up. An empty picture stands for each."""
        return QImage(1, 1, QImage.Format.Format_Alpha8)

    def _write(self) -> None:
        document = self.document()
        document.setDefaultFont(scaled_font(self.font(), self._factor))
        document.setDocumentMargin(round(0.2 * self._em()))
        document.clear()
        text, question, answer = self._parts
        cursor = QTextCursor(document)
        if text:
            cursor.insertMarkdown(text, _FEATURES)
        if question:
            self._write_question(cursor, question, asked=bool(text))
        if answer:
            self._begin(cursor, bool(text or question))
            cursor.insertMarkdown(answer, _FEATURES)
        end = QTextBlockFormat()
        end.setBottomMargin(0)  # nothing comes below it
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.mergeBlockFormat(end)
        self._size_code()
        self._fit()

    def _size_code(self) -> None:
        """Write `code` as large as the rest: Qt gives it the size of the system's own fixed font."""
        look = QTextCharFormat()
        look.setFontPointSize(self.document().defaultFont().pointSizeF())
        cursor = QTextCursor(self.document())
        for start, length in self._code():
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(look)

    def _code(self) -> list[tuple[int, int]]:
        """Return start and length of each piece in a fixed font."""
        found = []
        block = self.document().begin()
        while block.isValid():
            pieces = block.begin()
            while not pieces.atEnd():
                piece = pieces.fragment()
                if piece.charFormat().fontFixedPitch():
                    found.append((piece.position(), piece.length()))
                pieces += 1
            block = block.next()
        return found

    def _write_question(self, cursor: QTextCursor, question: str, asked: bool) -> None:
        self._begin(cursor, asked)
        start = cursor.position()
        cursor.insertMarkdown(question, _FEATURES)
        look = QTextCharFormat()
        look.setForeground(QColor(theme.current().accent))
        look.setFontWeight(QFont.Weight.Bold)
        cursor.setPosition(start, QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(look)
        cursor.movePosition(QTextCursor.MoveOperation.End)

    def _begin(self, cursor: QTextCursor, below: bool) -> None:
        """Begin a paragraph, apart from what stands above it."""
        plain = QTextBlockFormat()
        plain.setTopMargin(0.35 * self._em() if below else 0)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if below:
            cursor.insertBlock(plain, QTextCharFormat())
        else:
            cursor.setBlockFormat(plain)
            cursor.setCharFormat(QTextCharFormat())

    def _em(self) -> float:
        return QFontMetricsF(scaled_font(self.font(), self._factor)).height()

    def _fit(self) -> None:
        """Ask for the height that the text needs at this width."""
        wanted = self.sizeHint().height()
        if wanted != self._wanted:
            self._wanted = wanted
            self.updateGeometry()

    def _height(self, lines: int) -> int:
        """Return the height of the text, at most `lines` of it."""
        document = self.document()
        around = self.height() - self.viewport().height()
        most = (lines + _GAPS) * self._line() + 2 * document.documentMargin()
        height = min(document.size().height(), most)
        return round(height + 0.5) + around

    def _line(self) -> float:
        """Return the height of a line; one of Japanese is higher."""
        layout = self.document().firstBlock().layout()
        drawn = [layout.lineAt(place).height() for place in range(min(layout.lineCount(), _MOST_LINES))]
        return max([self._em(), *drawn])

    def sizeHint(self) -> QSize:
        """Return the height of all lines, or of six."""
        return QSize(round(30 * self._em()), self._height(_MOST_LINES))

    def minimumSizeHint(self) -> QSize:
        """Return a narrow column, two lines high: in a crowded window the rest scrolls."""
        return QSize(round(8 * self._em()), self._height(_LEAST_LINES))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrower is higher."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text and the colours."""
        super().changeEvent(event)
        looks = (QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.StyleChange)
        if event.type() in looks and hasattr(self, "_parts"):
            self._write()
