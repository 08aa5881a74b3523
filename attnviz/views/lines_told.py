"""What is said of one token, below the lines and always in sight. Must not find words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QLineF
from PySide6.QtGui import QColor, QFontInfo, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnviz.views import theme
from attnviz.views.span_label import Span, SpanLabel


class LinesTold(QWidget):
    """A few words below a thin line.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lines_told")
        self.setAccessibleName(self.tr("The token that is pointed at, or pinned"))
        self._label = SpanLabel()
        self._label.setObjectName("lines_readout")
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._label)
        self._fit()

    def show_spans(self, spans: Sequence[Span]) -> None:
        """Show these words. Says nothing."""
        self._label.show_spans(spans)

    def text(self) -> str:
        """Return what is said."""
        return self._label.text()

    def release_height(self) -> None:
        """Give back height that earlier words needed."""
        self._label.release_height()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line."""
        painter = QPainter(self)
        painter.setPen(QColor(theme.current().border))
        painter.drawLine(QLineF(0, 0.5, self.width(), 0.5))
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_column"):
            self._fit()

    def _fit(self) -> None:
        em = QFontInfo(self.font()).pixelSize()
        self._column.setContentsMargins(round(1.1 * em), round(0.4 * em), round(1.1 * em), round(0.4 * em))
