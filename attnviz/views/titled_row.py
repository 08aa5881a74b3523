"""A bold title with a control at the end of its line, or below it where there is little room. Must not know either."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QMargins
from PySide6.QtGui import QFontInfo, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.views.flow_layout import FlowLayout
from attnviz.views.fonts import scaled_font
from attnviz.views.span_label import Span, SpanLabel


class TitledRow(QWidget):
    """A short title, which is never broken, and a control.

    Signals: none of its own.
    """

    def __init__(self, name: str, title: str, control: QWidget, parent: QWidget | None = None) -> None:
        """name: the objectName, and what the title's begins with; control: what the row takes over."""
        super().__init__(parent)
        self.setObjectName(name)
        self._title = SpanLabel()
        self._title.setObjectName(f"{name}_title")
        self._title.show_spans([Span(title, "strong")])
        self._flow = FlowLayout(self)
        self._flow.addWidget(self._title)
        self._flow.addWidget(control)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._measure()

    def _measure(self) -> None:
        gap = round(0.4 * QFontInfo(self.font()).pixelSize())
        bold = QFontMetricsF(scaled_font(self.font(), 1.0, bold=True))
        least = math.ceil(bold.horizontalAdvance(self._title.text())) + 1
        self._flow.set_measures(least, 2 * gap, gap, QMargins(0, 0, 0, 0))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size and the style."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_flow"):
            self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the lines that the new width needs."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._flow.invalidate()
            self.updateGeometry()
