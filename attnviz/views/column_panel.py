"""The frame of an experiment's panel: title, question and whatever is added below, in one column that scrolls.

It takes every distance from the text size. It must not know the experiment.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFontInfo, QPalette
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QScrollArea, QVBoxLayout, QWidget

from attnviz.views.span_label import Span, SpanLabel

_WIDE, _NARROW = 24, 17  # em


def muted_label(name: str, words: str = "") -> QLabel:
    """Return a word-wrapped label of secondary text, with `name` as its objectName."""
    label = QLabel(words)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


class ColumnPanel(QWidget):
    """A title and a question on top of a column of widgets.

    Signals: none of its own.
    """

    def __init__(self, name: str, title: str, question: str, parent: QWidget | None = None) -> None:
        """name: the objectName, and what those of the parts begin with."""
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self._heading = SpanLabel(1.3)
        self._heading.setObjectName(f"{name}_title")
        self.show_title(title)
        self._column = QVBoxLayout()
        self._column.addWidget(self._heading)
        self._column.addWidget(muted_label(f"{name}_question", question))
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addWidget(self._new_scroll(f"{name}_scroll"))

    def show_title(self, title: str) -> None:
        """Show another title."""
        self._heading.show_spans([Span(title, "strong")])
        self._heading.setAccessibleName(title)

    def add(self, *parts: QWidget | QLayout) -> None:
        """Add widgets or layouts at the end of the column, and room below the last of them."""
        for part in parts:
            if isinstance(part, QWidget):
                self._column.addWidget(part)
            else:
                self._column.addLayout(part)
        self._column.addStretch(1)
        self._fit()

    def em(self) -> int:
        """Return the height of the text in pixels."""
        return QFontInfo(self.font()).pixelSize()

    def _new_scroll(self, name: str) -> QScrollArea:
        content = QWidget()
        content.setLayout(self._column)
        content.installEventFilter(self)
        self._scroll = QScrollArea()
        self._scroll.setObjectName(name)
        self._scroll.setAccessibleName(self.accessibleName())
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(content)
        return self._scroll

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Need as much width as the parts come to need: the scroll area keeps that to itself."""
        if event.type() == QEvent.Type.LayoutRequest and self._least_width() != self.minimumWidth():
            self._fit()
        return super().eventFilter(watched, event)

    def _least_width(self) -> int:
        return max(_NARROW * self.em(), self._column.minimumSize().width() + self._bar())

    def _fit(self) -> None:
        """Take every size from the font."""
        em = self.em()
        self._scroll.setMinimumHeight(em)
        self._column.setContentsMargins(round(1.1 * em), round(1.1 * em), round(1.1 * em), round(0.8 * em))
        self._column.setSpacing(round(0.7 * em))
        self.setMinimumWidth(self._least_width())
        self.updateGeometry()

    def _bar(self) -> int:
        return self._scroll.verticalScrollBar().sizeHint().width()

    def sizeHint(self) -> QSize:
        """Return 24 em by the height of everything."""
        return QSize(_WIDE * self.em() + self._bar(), self._scroll.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Follow the text size, the style and the words, whatever of them changes the least width."""
        followed = super().event(event)
        if event.type() in (
            QEvent.Type.FontChange,
            QEvent.Type.StyleChange,
            QEvent.Type.LayoutRequest,
            QEvent.Type.Polish,
        ):
            self._fit()
        return followed
