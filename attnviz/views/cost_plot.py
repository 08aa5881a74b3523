"""What each kind of attention costs against the number n of tokens, both axes logarithmic, with a legend.

It shows the figures it is given and says which length is pointed at. It must not measure or fit, and imports pyqtgraph
(0.4 s) only when there is something to draw.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontInfo,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.views import theme
from attnviz.views.cost_legend import SMALL, CostLegend
from attnviz.views.cost_words import Quantity, power
from attnviz.views.fonts import scaled_font

if TYPE_CHECKING:
    from attnviz.views.cost_canvas import CostCanvas

_RING = 4  # pixels round the plot, for the focus ring
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


@dataclass(frozen=True)
class CostLine:
    """One kind: its name, what it costs at some lengths, and the exponent that was fitted to that."""

    look: int  # index into `cost_legend.LOOKS`
    name: str
    lengths: tuple[int, ...]
    values: tuple[float, ...]  # above 0
    exponent: float | None  # None = too few lengths yet

    @property
    def words(self) -> str:
        """The entry in the legend."""
        return self.name if self.exponent is None else f"{self.name}  {power(self.exponent)}"


@dataclass(frozen=True)
class CostFigures:
    """What is drawn: a line for each kind that has values, and all lengths there are going to be."""

    quantity: Quantity
    lengths: tuple[int, ...]
    lines: tuple[CostLine, ...]


class CostPlot(QWidget):
    """The lines and a legend. Pointing, or ← → Home End, reads the values at a length.

    Signals: length_pointed(int), the place of the length in `CostFigures.lengths`, -1 when none is pointed at any more.
    """

    length_pointed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cost_plot")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._canvas: CostCanvas | None = None
        self._figures: CostFigures | None = None
        self._pointed = -1
        self._legend = CostLegend(self)

    def show_figures(self, figures: CostFigures) -> None:
        """Draw `figures`. Says nothing."""
        if figures == self._figures:
            return
        self._figures = figures
        self._legend.show_entries([(line.look, line.words) for line in figures.lines])
        if self._canvas is None and figures.lines:
            self._make_canvas()
        if self._canvas is not None:
            self._canvas.show_figures(figures)
        self._place_parts()

    def figures(self) -> CostFigures | None:
        """Return what is drawn."""
        return self._figures

    def pointed(self) -> int:
        """Return the place of the length that is pointed at, or -1."""
        return self._pointed

    def position_of(self, place: int) -> QPointF:
        """Return where the length at `place` is, halfway up the plot; the middle while nothing is drawn."""
        middle = QPointF(self.rect().center())
        if self._canvas is None or self._figures is None:
            return middle
        first, second = (self._canvas.position_at(x) for x in (0.0, 100.0))
        along = 100 * (self._log(place) - first) / (second - first)
        return QPointF(self._canvas.widget.x() + along, middle.y())

    def _make_canvas(self) -> None:
        from attnviz.views.cost_canvas import CostCanvas  # slow: 0.4 s, so only now

        self._canvas = CostCanvas(self)
        self._canvas.restyle(scaled_font(self.font(), SMALL), self._em())
        self._canvas.widget.show()

    # ------------------------------------------------------------------------------------------------ pointing

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the nearest length."""
        at = event.position()
        inside = self._canvas is not None and self._canvas.widget.geometry().contains(at.toPoint())
        if self._canvas is not None and self._figures is not None and inside:
            here = self._canvas.position_at(at.x() - self._canvas.widget.x())
            places = range(len(self._figures.lengths))
            self._point(min(places, key=lambda place: abs(self._log(place) - here)))
        else:
            self._point(-1)

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        self._point(-1)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Point at the next length, the first, the last, or none."""
        key, last = Qt.Key(event.key()), len(self._figures.lengths) - 1 if self._figures is not None else -1
        if key in _STEPS and last >= 0:
            self._point(last if self._pointed < 0 else min(max(self._pointed + _STEPS[key], 0), last))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and last >= 0:
            self._point(0 if key == Qt.Key.Key_Home else last)
        elif key == Qt.Key.Key_Escape and self._pointed >= 0:
            self._point(-1)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the ring, and end pointing by key."""
        super().focusOutEvent(event)
        if not self.underMouse():
            self._point(-1)
        self.update()

    def _point(self, place: int) -> None:
        if place == self._pointed:
            return
        self._pointed = place
        if self._canvas is not None and self._figures is not None:
            self._canvas.show_pointed(self._figures.lengths[place] if place >= 0 else None)
        self.length_pointed.emit(place)

    def _log(self, place: int) -> float:
        return math.log2(self._figures.lengths[place]) if self._figures is not None else 0.0

    # ---------------------------------------------------------------------------------------- size and looks

    def _em(self) -> int:
        return QFontInfo(self.font()).pixelSize()

    def _place_parts(self) -> None:
        """Put the legend above the lines, where it hides none."""
        width = self.width() - 2 * _RING
        top = _RING + self._legend.heightForWidth(width)
        self._legend.setGeometry(_RING, _RING, width, top - _RING)
        if self._canvas is not None:
            self._canvas.widget.setGeometry(_RING, top, width, self.height() - top - _RING)
            self._canvas.place()

    def sizeHint(self) -> QSize:
        """Return 20 em by 19 em."""
        return QSize(20 * self._em(), 19 * self._em())

    def minimumSizeHint(self) -> QSize:
        """Return the least in which the lines can be told apart."""
        return QSize(12 * self._em(), 17 * self._em())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the lines below the legend."""
        super().resizeEvent(event)
        self._place_parts()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text and the colours; pyqtgraph follows neither."""
        super().changeEvent(event)
        looks = (QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.StyleChange)
        if event.type() in looks and hasattr(self, "_legend"):
            self.updateGeometry()
            if self._canvas is not None:
                self._canvas.restyle(scaled_font(self.font(), SMALL), self._em())
            self._place_parts()
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a ring when keys come here."""
        if not self.hasFocus():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.current().accent), 1.5))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()
