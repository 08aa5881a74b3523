"""The left side of the window: heading, heat map, caption and the honesty line. Only puts them in their places."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from attnviz.views.caption_label import FACTOR, CaptionLabel
from attnviz.views.colormaps import NAMES
from attnviz.views.heatmap import HeatmapView
from attnviz.views.honesty_label import HonestyLabel
from attnviz.views.legend_label import LegendLabel
from attnviz.views.span_label import Span, SpanLabel

_TITLE_SIZE = 1.45  # times the text size
_HEADING_FROM = 18  # lines of text that the panel must be high to have room for a heading
_LEAST_LINES = 14  # for map, caption and honesty line
_LEAST_PRESENTED = 4  # the same in the presenter, where nobody scrolls
_SMALL_CAPTION = 1.15  # times the text size, where there is no room for a heading


class MapPanel(QWidget):
    """Holds `heatmap`, `legend`, `caption` and `honesty`. Where room is short, the map has it and the heading goes.

    Signals: none of its own.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build the column."""
        super().__init__(parent)
        self.setObjectName("map_panel")
        self.setAccessibleName(self.tr("Attention"))
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.AlternateBase)  # the canvas colour of the theme
        self.heatmap, self.legend = HeatmapView(), LegendLabel()
        self.colormap = NAMES[0]
        self.covered: frozenset[int] = frozenset()
        self._presenting = False
        self.caption, self.honesty = CaptionLabel(), HonestyLabel()
        self._heading = self._new_heading()
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._heading)
        self._column.addWidget(self.heatmap, 1)
        self._column.addWidget(self.caption)
        self._column.addWidget(self.honesty)
        self._follow()

    def _new_heading(self) -> QWidget:
        heading = QWidget()
        grid = QGridLayout(heading)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(0)
        self._title = SpanLabel(_TITLE_SIZE)
        self._title.setObjectName("map_title")
        self._title.show_spans([Span(self.tr("Attention weights"), "strong")])
        self._title.setAccessibleName(self._title.text())
        grid.addWidget(self._title, 0, 0)
        self._subtitle = QLabel(self.tr("row looks → column is looked at"))
        self._subtitle.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        grid.addWidget(self._subtitle, 1, 0)
        grid.addWidget(self.legend, 0, 1, 2, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
        grid.setColumnStretch(0, 1)
        return heading

    def show_step(self, title: str, subtitle: str, limit: float | None, signed: bool = True) -> None:
        """Name the matrix on the map. limit: the end of its colours, None for shares; signed: on both sides of 0."""
        self._title.show_spans([Span(title, "strong")])
        self._title.setAccessibleName(title)
        self._subtitle.setText(subtitle)
        self.legend.show_scale(limit, signed)

    def show_presentation(self, presenting: bool) -> None:
        """Leave out what the back row doesn't need, and point with a thick crosshair."""
        self._presenting = presenting
        self.heatmap.show_crosshair(presenting)
        self.honesty.setHidden(presenting)
        self._follow()
        self.updateGeometry()

    def show_covered_rows(self, rows: frozenset[int]) -> None:
        """Hide the numbers of these rows until they are guessed; the caption's, too."""
        self.covered = rows
        self.heatmap.show_covered_rows(rows)

    @property
    def title(self) -> str:
        """What the heading says."""
        return self._title.text()

    @property
    def subtitle(self) -> str:
        """What the heading says of rows and columns."""
        return self._subtitle.text()

    def show_colormap(self, name: str) -> None:
        """Show the weights in the colour map `name`."""
        self.colormap = name
        self.heatmap.show_colormap(name)
        self.legend.show_colormap(name)

    def minimumSizeHint(self) -> QSize:
        """Return the size without the heading: it is the first to go."""
        lines, sides = self.fontMetrics().height(), self._column.contentsMargins()
        parts = (self.heatmap, self.caption, self.honesty)
        width = max(part.minimumSizeHint().width() for part in parts)
        least = _LEAST_PRESENTED if self._presenting else _LEAST_LINES
        return QSize(width + sides.left() + sides.right(), least * lines)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the heading where there is room for it."""
        super().resizeEvent(event)
        self._make_room()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._follow()

    def _make_room(self) -> None:
        high = self.height() >= _HEADING_FROM * self.fontMetrics().height()
        roomy = not self._presenting and high and self.width() >= self._heading.minimumSizeHint().width()
        self._heading.setVisible(roomy)
        self.caption.show_factor(FACTOR if roomy else 1.0 if self._presenting else _SMALL_CAPTION)

    def _follow(self) -> None:
        em = self.fontMetrics().height()
        top, gap = (0, em // 6) if self._presenting else (em // 2, em // 3)
        self._column.setContentsMargins(em, top, em, gap)
        self._column.setSpacing(gap)
        self._make_room()
