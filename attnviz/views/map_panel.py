"""The left side of the window: heading, heat map, caption and the honesty line. Only puts them in their places."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from attnviz.views import theme
from attnviz.views.caption_label import CaptionLabel
from attnviz.views.heatmap import HeatmapView
from attnviz.views.honesty_label import HonestyLabel
from attnviz.views.legend_label import LegendLabel

_TITLE_SIZE = 1.45  # times the text size


class MapPanel(QWidget):
    """Holds `heatmap`, `legend`, `caption` and `honesty`.

    Signals: none of its own.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build the column."""
        super().__init__(parent)
        self.setObjectName("map_panel")
        self.setAccessibleName(self.tr("Attention"))
        self.setAutoFillBackground(True)
        self.heatmap, self.legend = HeatmapView(), LegendLabel()
        self.caption, self.honesty = CaptionLabel(), HonestyLabel()
        self._title = QLabel(self.tr("Attention weights"))
        self._subtitle = QLabel(self.tr("row looks → column is looked at"))
        self._subtitle.setWordWrap(True)
        self._heading = QGridLayout()
        self._heading.addWidget(self._title, 0, 0)
        self._heading.addWidget(self._subtitle, 1, 0)
        self._heading.addWidget(self.legend, 0, 1, 2, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
        self._heading.setColumnStretch(0, 1)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._heading)
        self._column.addWidget(self.heatmap, 1)
        self._column.addWidget(self.caption)
        self._column.addWidget(self.honesty)
        self._follow()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size and the theme."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._follow()

    def _follow(self) -> None:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * _TITLE_SIZE)
        font.setBold(True)
        if self._title.font() != font:
            self._title.setFont(font)
        em = self.fontMetrics().height()
        self._column.setContentsMargins(em, em // 2, em, em // 3)
        self._column.setSpacing(em // 3)
        self._heading.setVerticalSpacing(0)
        look = theme.current()
        for widget, role, colour in (
            (self, QPalette.ColorRole.Window, look.canvas),
            (self._subtitle, QPalette.ColorRole.WindowText, look.muted),
        ):
            palette = widget.palette()
            if palette.color(role).name() != colour:
                palette.setColor(role, colour)
                widget.setPalette(palette)
