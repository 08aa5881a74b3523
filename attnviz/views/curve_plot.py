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
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.views import theme
from attnviz.views.fonts import scaled_font

if TYPE_CHECKING:
    from attnviz.views.curve_canvas import CurveCanvas

_SMALL = 0.9  # the type of axes and legend against the text size
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
        self._place_canvas()
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

    # ---------------------------------------------------------------------------------------- size, legend, looks

    def _em(self) -> int:
        return QFontInfo(self.font()).pixelSize()

    def _small_font(self) -> QFont:
        return scaled_font(self.font(), _SMALL)

    def _entries(self) -> list[tuple[QRectF, str, bool]]:
        """Return the place and the words of each legend entry, and whether it is the curve that is not divided."""
        metrics = QFontMetricsF(self._small_font())
        line, sample = metrics.height() * 1.25, self._sample()
        entries: list[tuple[QRectF, str, bool]] = []
        x, y = float(_RING), float(_RING)
        for words, plain in ((self.tr("not divided"), True), (self.tr("divided by √d"), False)):
            width = sample + metrics.horizontalAdvance(words) + metrics.height() * 0.5
            if entries and x + width > self.width() - _RING:
                x, y = float(_RING), y + line
            entries.append((QRectF(x, y, width, line), words, plain))
            x += width + metrics.height()
        return entries

    def _sample(self) -> float:
        return 2.6 * self._em()

    def _legend_height(self) -> int:
        return math.ceil(max(box.bottom() for box, _, _ in self._entries())) + 2

    def _place_canvas(self) -> None:
        if self._canvas is not None:
            top = self._legend_height()
            self._canvas.widget.setGeometry(_RING, top, self.width() - 2 * _RING, self.height() - top - _RING)
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
        self._place_canvas()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text and the colours; pyqtgraph follows neither."""
        super().changeEvent(event)
        looks = (QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.StyleChange)
        if event.type() in looks and hasattr(self, "_pointed"):
            self.updateGeometry()
            if self._canvas is not None:
                self._canvas.restyle(self._small_font(), self._em())
                self._place_canvas()
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the legend, and a ring when keys come here."""
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._small_font())
        if self._figures is not None:
            for box, words, plain in self._entries():
                self._paint_sample(painter, box, QColor(look.moved if plain else look.accent), plain)
                painter.setPen(QColor(look.text))
                painter.drawText(box.adjusted(self._sample() + 0.3 * self._em(), 0, 0, 0), _LEFT, words)
        if self.hasFocus():
            painter.setPen(QPen(QColor(look.accent), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()

    def _paint_sample(self, painter: QPainter, box: QRectF, colour: QColor, plain: bool) -> None:
        """Draw a piece of a curve, with its dash and its mark."""
        pen = QPen(colour, max(1.5, self._em() / 7))
        if plain:
            pen.setDashPattern([5, 3])
        painter.setPen(pen)
        middle = QPointF(box.left() + self._sample() / 2, box.center().y())
        half = QPointF(self._sample() / 2 - 2, 0)
        painter.drawLine(middle - half, middle + half)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        size = self._em() * (0.31 if plain else 0.25)
        if plain:
            down = [QPointF(-size, -size), QPointF(size, -size), QPointF(0, size)]
            painter.drawPolygon(QPolygonF([middle + corner for corner in down]))
        else:
            painter.drawEllipse(middle, size, size)


_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
