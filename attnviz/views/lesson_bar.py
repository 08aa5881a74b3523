"""The strip that leads through a lesson: where one is, the words of the step, and the buttons to go on.

It shows one step and says which way the person wants to go. It must not know the lesson, and computes nothing.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from attnviz.views import theme
from attnviz.views.lesson_text import LessonText
from attnviz.views.span_label import Span, SpanLabel

_TITLE_SIZE = 1.15  # times the text size


class LessonBar(QWidget):
    """Title, text, question and answer of a step. One button reveals, goes on, and ends the lesson after its last step.

    Signals: next_asked(), previous_asked(), reveal_asked(), closed().
    """

    next_asked = Signal()
    previous_asked = Signal()
    reveal_asked = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lesson, self._step, self._factor = "", "", 1.0
        self._index, self._count, self._hidden = 0, 0, False
        self.setObjectName("lesson_bar")
        self.setAccessibleName(self.tr("Lesson"))
        self.text = LessonText()
        self._title = SpanLabel(_TITLE_SIZE)
        self._title.setObjectName("lesson_title")
        self._title.setAccessibleName(self.tr("Step of the lesson"))
        self.previous_button, self.next_button, self.close_button = QPushButton(), QPushButton(), QToolButton()
        self._name_buttons()
        self._lay_out()
        self.previous_button.clicked.connect(self._on_previous_clicked)
        self.next_button.clicked.connect(self._on_next_clicked)
        self.close_button.clicked.connect(self._on_close_clicked)

    def show_lesson(self, title: str) -> None:
        """Show the title of the lesson. Says nothing."""
        self._lesson = title
        self._show_heading()

    def show_step(
        self, title: str, index: int, count: int, text: str, question: str = "", answer: str = "", hidden: bool = False
    ) -> None:
        """Show a step, `index` from 0 of `count`. Says nothing.

        text, answer: Markdown. question: one paragraph of it. hidden: the answer is held back.
        """
        self._step, self._index, self._count, self._hidden = title, index, count, hidden
        self._show_heading()
        self.text.show_words(text, question, "" if hidden else answer)
        self.previous_button.setEnabled(index > 0)
        self._show_next()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def show_factor(self, factor: float) -> None:
        """Draw the words at `factor` times the text size, for a class at some distance."""
        if factor != self._factor:
            self._factor = factor
            self._title.show_factor(_TITLE_SIZE * factor)
            self.text.show_factor(factor)

    def show_buttons(self, visible: bool) -> None:
        """Show the buttons, or leave them out where a clicker goes through the lesson."""
        for button in (self.previous_button, self.next_button, self.close_button):
            button.setVisible(visible)
        self.text.setFocusPolicy(Qt.FocusPolicy.StrongFocus if visible else Qt.FocusPolicy.NoFocus)

    def title(self) -> str:
        """Return the line with the step's title, the lesson's, and where one is."""
        return self._title.text()

    def _show_heading(self) -> None:
        place = self.tr("{n} / {count}").format(n=self._index + 1, count=self._count) if self._count else ""
        about = "".join(f"   {part}" for part in (self._lesson, place.replace(" ", "\u00a0")) if part)
        self._title.show_spans([Span(self._step, "strong"), Span(about, "muted")])
        self._title.release_height()
        self.setAccessibleDescription(self._title.text())

    def _name_buttons(self) -> None:
        self.previous_button.setObjectName("lesson_previous_button")
        self.previous_button.setText(self.tr("Previous"))
        self.previous_button.setToolTip(self.tr("Previous step (Page Up)"))
        self.previous_button.setAccessibleName(self.tr("Previous step"))
        self.next_button.setObjectName("lesson_next_button")
        self.next_button.setDefault(True)  # in the accent colour
        self.next_button.setToolTip(self.tr("Reveal, or go on (Page Down)"))
        self.close_button.setObjectName("lesson_close_button")
        self.close_button.setText("×")
        self.close_button.setAutoRaise(True)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.close_button.setToolTip(self.tr("Leave the lesson and go back to your own scene"))
        self.close_button.setAccessibleName(self.tr("Leave the lesson"))
        self._show_next()

    def _show_next(self) -> None:
        if self._hidden:
            words = self.tr("Reveal")
        elif self._index + 1 < self._count:
            words = self.tr("Next")
        else:
            words = self.tr("Finish")
        self.next_button.setMinimumWidth(0)
        widest = 0  # of all its words, so that the button stays under the pointer
        for text in (self.tr("Reveal"), self.tr("Next"), self.tr("Finish"), words):
            self.next_button.setText(text)
            widest = max(widest, self.next_button.sizeHint().width())
        self.next_button.setMinimumWidth(widest)
        self.next_button.setAccessibleName(words)

    def _lay_out(self) -> None:
        self._row = QHBoxLayout()
        self._row.addWidget(self._title, 1)
        for button in (self.previous_button, self.next_button, self.close_button):
            self._row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._row)
        self._column.addWidget(self.text)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._measure()

    def _measure(self) -> None:
        em = self.fontMetrics().height()
        self._column.setContentsMargins(em, round(0.5 * em), round(0.6 * em), round(0.5 * em))
        self._column.setSpacing(round(0.3 * em))
        self._row.setSpacing(round(0.5 * em))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_column"):
            self._measure()
            self._show_next()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground and a line in the accent colour at the start, as wide as a rule in a book."""
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours.window))
        width = max(3, round(0.2 * self.fontMetrics().height()))
        left = 0 if self.layoutDirection() == Qt.LayoutDirection.LeftToRight else self.width() - width
        painter.fillRect(left, 0, width, self.height(), QColor(colours.accent))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(colours.border))
        painter.end()

    def _on_previous_clicked(self) -> None:
        self.previous_asked.emit()

    def _on_next_clicked(self) -> None:
        if self._hidden:
            self.reveal_asked.emit()
        elif self._index + 1 < self._count:
            self.next_asked.emit()
        else:
            self.closed.emit()

    def _on_close_clicked(self) -> None:
        self.closed.emit()
