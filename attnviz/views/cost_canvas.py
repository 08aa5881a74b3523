"""The part of the cost plot that pyqtgraph draws: lines against n, both axes logarithmic, in the window's own looks.

Import it only when there is something to draw: pyqtgraph takes 0.4 s. Must not react to the pointer or to keys.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QWidget
from shiboken6 import delete

from attnviz.views import theme
from attnviz.views.cost_legend import LOOKS
from attnviz.views.cost_words import decade, decades

if TYPE_CHECKING:
    from attnviz.views.cost_plot import CostFigures

_DOTS = (1.0, 2.5)  # in widths of the pen
_AIR = 0.3  # of an octave, at least, left and right of the lines


class CostCanvas:
    """A view box with two axes, in which nothing moves by itself, and a line for each kind.

    Attributes: widget, to be laid out.
    """

    def __init__(self, parent: QWidget) -> None:
        """parent: the widget that shows it and deletes it."""
        self.widget: Any = pg.GraphicsView(parent)
        self.widget.setObjectName("cost_canvas")
        self.widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._drop_menu()
        self._box = pg.ViewBox(enableMenu=False, enableMouse=False)
        self._axes = {side: pg.AxisItem(side, linkView=self._box) for side in ("bottom", "left")}
        for axis in self._axes.values():
            axis.setStyle(autoExpandTextSpace=False, autoReduceTextSpace=False, hideOverlappingLabels=False)
        self._axes["bottom"].setLabel("n")
        self._lay_out()
        self._pointed = pg.InfiniteLine(angle=90)
        self._pointed.setVisible(False)
        self._box.addItem(self._pointed)
        self._lines = [pg.PlotDataItem(antialias=True) for _ in LOOKS]
        for place, line in enumerate(self._lines):
            self._box.addItem(line)
            line.setZValue(2 + len(LOOKS) - place)
        self._figures: CostFigures | None = None
        self._metrics = QFontMetricsF(parent.font())

    def _drop_menu(self) -> None:
        """Delete the menu entry that every scene of pyqtgraph has: nobody can open it, and it is in English."""
        entries = self.widget.scene().contextMenu
        while entries:
            delete(entries.pop())

    def _lay_out(self) -> None:
        layout = pg.GraphicsLayout()
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addItem(self._axes["left"], 0, 0)
        layout.addItem(self._box, 0, 1)
        layout.addItem(self._axes["bottom"], 1, 1)
        self.widget.setCentralItem(layout)

    def show_figures(self, figures: CostFigures) -> None:
        """Draw these lines."""
        self._figures = figures
        shown = {line.look: line for line in figures.lines}
        for look, item in enumerate(self._lines):
            line = shown.get(look)
            lengths, values = ((), ()) if line is None else (line.lengths, line.values)
            item.setData([math.log2(n) for n in lengths], [math.log10(value) for value in values])
        self.place()

    def show_pointed(self, n: int | None) -> None:
        """Mark the length that is pointed at."""
        self._pointed.setVisible(n is not None)
        if n is not None:
            self._pointed.setValue(math.log2(n))

    def position_at(self, x: float) -> float:
        """Return log2 of the length at the pixel x of the widget."""
        scene = self.widget.mapToScene(round(x), 0)
        return float(self._box.mapSceneToView(QPointF(scene)).x())

    def restyle(self, font: QFont, em: float) -> None:
        """Take fonts and colours anew. em: height of the window's text; font: the one of the axes."""
        colours = theme.current()
        self._metrics = QFontMetricsF(font)
        self.widget.setBackground(colours.window)
        pen, thin = max(1.5, em / 7), max(1.0, em / 12)
        for look, item in zip(LOOKS, self._lines, strict=True):
            colour = look.of(colours)
            dash = list(look.dash) or None
            item.setPen(pg.mkPen(colour, width=pen, dash=dash))
            item.setSymbol(look.mark)
            item.setSymbolSize(0.56 * em)
            item.setSymbolBrush(colour)
            item.setSymbolPen(None)
        self._pointed.setPen(pg.mkPen(colours.muted, width=thin, dash=list(_DOTS)))
        for axis in self._axes.values():
            self._restyle_axis(axis, font, colours)
        self.place()

    def _restyle_axis(self, axis: Any, font: QFont, colours: theme.Theme) -> None:
        line = self._metrics.height()
        axis.setPen(pg.mkPen(colours.border))
        axis.setTextPen(pg.mkPen(colours.muted))
        axis.setTickFont(font)
        axis.setStyle(tickTextOffset=round(0.25 * line), tickLength=-round(0.25 * line))
        if axis is self._axes["bottom"]:
            axis.label.setFont(font)
            axis.setHeight(round(2.3 * line))

    def place(self) -> None:
        """Set the ranges and the words at the axes for the present size."""
        figures = self._figures
        if figures is None:
            return
        values = [value for line in figures.lines for value in line.values]
        powers = decades(min(values), max(values)) if values else range(0)
        values = values or [1.0]
        low, high = math.log10(min(values)), math.log10(max(values))
        air = max(0.08 * (high - low), 0.15)
        widest = max((self._metrics.horizontalAdvance(decade(figures.quantity, at)) for at in powers), default=0.0)
        self._axes["left"].setWidth(round(widest + 0.6 * self._metrics.height()))
        # Not from the view box: it learns its size only when it is painted
        bottom, side = self._axes["bottom"].minimumHeight(), self._axes["left"].minimumWidth()
        width, height = max(1.0, self.widget.width() - side), max(1.0, self.widget.height() - bottom)
        first, last = math.log2(figures.lengths[0]), math.log2(figures.lengths[-1])
        label = self._metrics.horizontalAdvance(str(figures.lengths[-1]))
        aside = max(_AIR, (last - first) * 0.55 * label / max(width - label, 1.0))
        self._box.setXRange(first - aside, last + aside, padding=0)
        self._box.setYRange(low - air, high + air, padding=0)
        self._label_lengths(width / (last - first + 2 * aside))
        self._label_decades(powers, height / (high - low + 2 * air))

    def _label_lengths(self, octave: float) -> None:
        """Name every length, or every other one where there is no room for all. octave: pixels from one to the next."""
        if self._figures is None:
            return
        lengths = self._figures.lengths
        step = max(1, math.ceil(self._metrics.horizontalAdvance("40960") / max(octave, 1.0)))
        last = len(lengths) - 1
        ticks = [(math.log2(n), str(n) if (last - at) % step == 0 else "") for at, n in enumerate(lengths)]
        self._axes["bottom"].setTicks([ticks, []])

    def _label_decades(self, powers: range, pixels: float) -> None:
        """Name the powers of ten that have room. pixels: from one to the next."""
        if self._figures is None:
            return
        step = max(1, math.ceil(1.3 * self._metrics.height() / max(pixels, 1.0)))
        words = [(float(at), decade(self._figures.quantity, at) if at % step == 0 else "") for at in powers]
        self._axes["left"].setTicks([words, []])
