"""Two curves against the width d, divided by √d and not, with a legend that explains them.

It shows the figures it is given and says which width is pointed at. It must not compute a figure, and imports
pyqtgraph (0.4 s) only when there is something to draw.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
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
from attnviz.views.curve_legend import SMALL, CurveLegend
from attnviz.views.fonts import scaled_font

if TYPE_CHECKING:
    from attnviz.views.curve_canvas import CurveCanvas

_RING = 4  # pixels round the plot, for the focus ring
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


@dataclass(frozen=True)
class CurveFigures:
    """What is drawn: two values at each width, a level to compare them with, and the ticks of the vertical axis."""

    widths: tuple[int, ...]
    plain: tuple[float, ...]  # not divided
    divided: tuple[float, ...]
    level: float
    level_words: str
    top: float  # the largest value there can be
    ticks: tuple[tuple[float, str], ...]


class CurvePlot(QWidget):
    """The curves, the width of the window as a line, and a legend. Pointing, or ← → Home End, reads a width.

    Signals: width_pointed(int), the place of the width in `CurveFigures.widths`, -1 when none is pointed at any more.
    """

    width_pointed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("curve_plot")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._canvas: CurveCanvas | None = None
        self._figures: CurveFigures | None = None
        self._current = 0
        self._pointed = -1
        self._legend = CurveLegend(self)

    def show_figures(self, figures: CurveFigures) -> None:
        """Draw `figures`. Says nothing."""
        if figures == self._figures:
            return
        self._figures = figures
        if self._canvas is None:
            self._make_canvas()
        if self._canvas is not None:
            self._canvas.show_figures(figures)

    def show_current(self, width: int) -> None:
        """Mark the width d of the window. Says nothing."""
        if width != self._current:
            self._current = width
            if self._canvas is not None:
                self._canvas.show_current(width, self.tr("d = {d}").format(d=width))

    def pointed(self) -> int:
        """Return the place of the width that is pointed at, or -1."""
        return self._pointed

    def position_of(self, place: int) -> QPointF:
        """Return where the width at `place` is, halfway up the plot; the middle while nothing is drawn."""
        middle = QPointF(self.rect().center())
        if self._canvas is None or self._figures is None:
            return middle
        at = self._canvas.widget.x()
        first, second = (self._canvas.position_at(x) for x in (0.0, 100.0))
        wanted = math.log2(self._figures.widths[place])
        return QPointF(at + 100 * (wanted - first) / (second - first), middle.y())

    def _make_canvas(self) -> None:
        from attnviz.views.curve_canvas import CurveCanvas  # slow: 0.4 s, so only now

        self._canvas = CurveCanvas(self)
        if self._current:
            self._canvas.show_current(self._current, self.tr("d = {d}").format(d=self._current))
        self._canvas.restyle(self._small_font(), self._em())
        self._place_parts()
        self._canvas.widget.show()

    # ------------------------------------------------------------------------------------------------- pointing

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the nearest width."""
        if (
            self._canvas is not None
            and self._figures is not None
            and self._canvas.widget.geometry().contains(event.position().toPoint())
        ):
            at = self._canvas.position_at(event.position().x() - self._canvas.widget.x())
            self._point(min(range(len(self._figures.widths)), key=lambda place: abs(self._log(place) - at)))
        else:
            self._point(-1)

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        self._point(-1)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Point at the next width, the first, the last, or none."""
        key, last = Qt.Key(event.key()), len(self._figures.widths) - 1 if self._figures is not None else -1
        if key in _STEPS and last >= 0:
            start = self._pointed if self._pointed >= 0 else self._nearest_current() - _STEPS[key]
            self._point(min(max(start + _STEPS[key], 0), last))
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
            self._canvas.show_pointed(self._figures.widths[place] if place >= 0 else None)
        self.width_pointed.emit(place)

    def _nearest_current(self) -> int:
        if self._figures is None:
            return 0
        here = math.log2(max(1, self._current))
        return min(range(len(self._figures.widths)), key=lambda place: abs(self._log(place) - here))

    def _log(self, place: int) -> float:
        return math.log2(self._figures.widths[place]) if self._figures is not None else 0.0

    # ---------------------------------------------------------------------------------------- size and looks

    def _em(self) -> int:
        return QFontInfo(self.font()).pixelSize()

    def _small_font(self) -> QFont:
        return scaled_font(self.font(), SMALL)

    def _place_parts(self) -> None:
        """Put the legend above the curves, where it hides none."""
        width = self.width() - 2 * _RING
        top = _RING + self._legend.heightForWidth(width)
        self._legend.setGeometry(_RING, _RING, width, top - _RING)
        if self._canvas is not None:
            self._canvas.widget.setGeometry(_RING, top, width, self.height() - top - _RING)
            self._canvas.place()

    def sizeHint(self) -> QSize:
        """Return 20 em by 16 em."""
        return QSize(20 * self._em(), 16 * self._em())

    def minimumSizeHint(self) -> QSize:
        """Return the least in which the curves can be told apart."""
        return QSize(12 * self._em(), 13 * self._em())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the curves below the legend."""
        super().resizeEvent(event)
        self._place_parts()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text and the colours; pyqtgraph follows neither."""
        super().changeEvent(event)
        looks = (QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.StyleChange)
        if event.type() in looks and hasattr(self, "_legend"):
            self.updateGeometry()
            if self._canvas is not None:
                self._canvas.restyle(self._small_font(), self._em())
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
