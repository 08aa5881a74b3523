"""What is said of one head, below the maps and always in sight. Must not compute a score."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLineF
from PySide6.QtGui import QColor, QFontInfo, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnviz.state.layers_report import Cell, LayersReport
from attnviz.views import theme
from attnviz.views.layers_words import head_spans, score_spans
from attnviz.views.span_label import SpanLabel

_SMALL = 0.85  # the scores, against the text


class LayersTold(QWidget):
    """The layer and number of a head, and its scores, below a thin line.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("layers_told")
        self.setAccessibleName(self.tr("The head that is pointed at, or shown"))
        self._head, self._scores = SpanLabel(), SpanLabel(_SMALL)
        self._head.setObjectName("layers_readout")
        self._scores.setObjectName("layers_scores")
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._head)
        self._column.addWidget(self._scores)
        self._fit()

    def show_head(self, report: LayersReport, cell: Cell, large: bool) -> None:
        """Speak of the head `cell`; large: it is what the large map shows."""
        self._head.show_spans(head_spans(report, cell, large))
        self._scores.show_spans(score_spans(report, cell))

    def text(self) -> str:
        """Return what is said."""
        return f"{self._head.text()} · {self._scores.text()}"

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
        self._column.setSpacing(round(0.1 * em))
