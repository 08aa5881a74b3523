"""A strip inside the window for news and problems, instead of a dialog in the way.

It shows one notice and says what the person did with it. It must not know what the action does.
"""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QColor, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QWidget

from attnviz.views import theme
from attnviz.views.span_label import Span, SpanLabel

NoticeKind = Literal["news", "problem"]


class NoticeBar(QWidget):
    """One notice with an optional action and a close button. Hidden when there is none. Escape closes it, too.

    Signals: action_chosen(), dismissed().
    """

    action_chosen = Signal()
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind: NoticeKind = "news"
        self.setObjectName("notice_bar")
        self.setAccessibleName(self.tr("Notice"))
        self.label = SpanLabel()
        self.label.setObjectName("notice_label")
        self.label.setAccessibleName(self.tr("Notice"))
        self.action_button = QPushButton()
        self.action_button.setObjectName("notice_action_button")
        self.close_button = QToolButton()
        self.close_button.setObjectName("notice_close_button")
        self._build()
        self.action_button.clicked.connect(self._on_action_clicked)
        self.close_button.clicked.connect(self._on_close_clicked)
        self.hide()

    def _build(self) -> None:
        self.close_button.setText("×")
        self.close_button.setAutoRaise(True)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.close_button.setAccessibleName(self.tr("Close the notice"))
        self.close_button.setToolTip(self.tr("Close"))
        row = QHBoxLayout(self)
        row.addWidget(self.label, 1)
        row.addWidget(self.action_button, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignVCenter)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._measure()

    def _take_width(self) -> None:
        """Wrap the words at the width there is: at an older, smaller one they would need more lines."""
        parent, row = self.parentWidget(), self.layout()
        if parent is not None and row is not None:
            self.resize(parent.width(), self.height())
            row.activate()

    def show_notice(self, text: str, kind: NoticeKind = "news", action_text: str | None = None) -> None:
        """Show a notice in place of the one before; an empty text hides the bar. Says nothing."""
        self._kind = kind
        self.label.show_spans([Span(text)] if text else [])
        self.label.release_height()
        self.action_button.setText(action_text or "")
        self.action_button.setVisible(bool(action_text))
        self._take_width()
        self.setVisible(bool(text))
        self.update()
        if text:
            self.setAccessibleDescription(text)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def text(self) -> str:
        """Return the notice that is shown."""
        return self.label.text()

    def _on_action_clicked(self) -> None:
        self.action_chosen.emit()

    def _on_close_clicked(self) -> None:
        self.show_notice("")
        self.dismissed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape when the keys come here."""
        if event.key() == Qt.Key.Key_Escape:
            self._on_close_clicked()
        else:
            super().keyPressEvent(event)

    def _measure(self) -> None:
        em = QFontMetricsF(self.font()).height()
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(round(1.0 * em), round(0.4 * em), round(0.6 * em), round(0.4 * em))
            layout.setSpacing(round(0.6 * em))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground and a bar of colour at the start: accent for news, the colour of change for a problem."""
        colours = theme.current()
        problem = self._kind == "problem"
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours.moved_field if problem else colours.canvas))
        width = max(3, round(0.25 * QFontMetricsF(self.font()).height()))
        left = 0 if self.layoutDirection() == Qt.LayoutDirection.LeftToRight else self.width() - width
        painter.fillRect(left, 0, width, self.height(), QColor(colours.moved if problem else colours.accent))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(colours.border))
        painter.end()
