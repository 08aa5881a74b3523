"""The part of the plot that pyqtgraph draws: two curves, two lines, two axes, in the window's own fonts and colours.

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
from attnviz.views.curve_legend import DASHES

if TYPE_CHECKING:
    from attnviz.views.curve_plot import CurveFigures

_DOTS = (1.0, 2.5)  # in widths of the pen
_AIR = 0.35  # of an octave, at least, left and right of the curves


class CurveCanvas:
    """A view box with two axes, in which nothing moves by itself, and the items in it.

    Not a `PlotWidget`: that brings seven menus along, in English, which no window owns.
    Attributes: widget, to be laid out.
    """

    def __init__(self, parent: QWidget) -> None:
        """parent: the widget that shows it and deletes it."""
        self.widget: Any = pg.GraphicsView(parent)
        self.widget.setObjectName("curve_canvas")
        self.widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._drop_menu()
        self._box = pg.ViewBox(enableMenu=False, enableMouse=False)
        self._axes = {side: pg.AxisItem(side, linkView=self._box) for side in ("bottom", "left")}
        for axis in self._axes.values():
            axis.setStyle(autoExpandTextSpace=False, autoReduceTextSpace=False, hideOverlappingLabels=False)
        self._axes["bottom"].setLabel("d")
        self._lay_out()
        self._make_items()
        self._figures: CurveFigures | None = None
        self._current = 0
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

    def _make_items(self) -> None:
        self._level, self._here = pg.InfiniteLine(angle=0), pg.InfiniteLine(angle=90)
        self._pointed = pg.InfiniteLine(angle=90)
        self._pointed.setVisible(False)
        self._level_words = pg.TextItem(anchor=(1, 1))
        self._here_words = pg.TextItem(anchor=(0.5, 0))
        self._plain, self._divided = (pg.PlotDataItem(antialias=True) for _ in range(2))
        for item in (self._pointed, self._here, self._level, self._plain, self._divided):
            self._box.addItem(item)
        for words in (self._level_words, self._here_words):
            self._box.addItem(words, ignoreBounds=True)
        self._level_words.setZValue(1)  # hides the upright lines behind it, not the curves
        self._level.setZValue(1.5)
        self._plain.setZValue(2)
        self._divided.setZValue(2)
        self._here_words.setZValue(3)

    def show_figures(self, figures: CurveFigures) -> None:
        """Draw these curves, the level and its words."""
        self._figures = figures
        x = [math.log2(width) for width in figures.widths]
        self._plain.setData(x, figures.plain)
        self._divided.setData(x, figures.divided)
        self._level.setValue(figures.level)
        self._level_words.setText(figures.level_words)
        self._axes["left"].setTicks([list(figures.ticks), []])
        self.place()

    def show_current(self, width: int, words: str) -> None:
        """Mark the width d of the window."""
        self._current = width
        self._here.setValue(math.log2(width))
        self._here_words.setText(words)
        self.place()

    def show_pointed(self, width: int | None) -> None:
        """Mark the width that is pointed at."""
        self._pointed.setVisible(width is not None)
        if width is not None:
            self._pointed.setValue(math.log2(width))

    def position_at(self, x: float) -> float:
        """Return log2 of the width at the pixel x of the widget."""
        scene = self.widget.mapToScene(round(x), 0)
        return float(self._box.mapSceneToView(QPointF(scene)).x())

    def restyle(self, font: QFont, em: float) -> None:
        """Take fonts and colours anew. em: height of the window's text; font: the one of axes and words."""
        look = theme.current()
        self._metrics = QFontMetricsF(font)
        self.widget.setBackground(look.window)
        pen, thin = max(1.5, em / 7), max(1.0, em / 12)
        self._restyle_curve(self._plain, look.moved, "t", 0.62 * em, pg.mkPen(look.moved, width=pen, dash=list(DASHES)))
        self._restyle_curve(self._divided, look.accent, "o", 0.5 * em, pg.mkPen(look.accent, width=pen))
        self._level.setPen(pg.mkPen(look.muted, width=thin, dash=list(DASHES)))
        self._here.setPen(pg.mkPen(look.text, width=thin))
        self._pointed.setPen(pg.mkPen(look.muted, width=thin, dash=list(_DOTS)))
        for words, colour in ((self._level_words, look.muted), (self._here_words, look.text)):
            words.setFont(font)
            words.setColor(colour)
            words.fill = pg.mkBrush(look.window)
        for axis in self._axes.values():
            self._restyle_axis(axis, font, look)
        self.place()

    def _restyle_curve(self, curve: Any, colour: str, mark: str, size: float, pen: Any) -> None:
        curve.setPen(pen)
        curve.setSymbol(mark)
        curve.setSymbolSize(size)
        curve.setSymbolBrush(colour)
        curve.setSymbolPen(None)

    def _restyle_axis(self, axis: Any, font: QFont, look: theme.Theme) -> None:
        line = self._metrics.height()
        axis.setPen(pg.mkPen(look.border))
        axis.setTextPen(pg.mkPen(look.muted))
        axis.setTickFont(font)
        axis.setStyle(tickTextOffset=round(0.25 * line), tickLength=-round(0.25 * line))
        if axis is self._axes["left"]:
            axis.setWidth(round(self._metrics.horizontalAdvance("0.5") + 0.6 * line))
        else:
            axis.label.setFont(font)
            axis.setHeight(round(2.3 * line))

    def place(self) -> None:
        """Set the ranges for the present size, and put the words where they belong, inside of the plot."""
        figures = self._figures
        if figures is None:
            return
        # Not from the view box: it learns its size only when it is painted
        bottom, side = self._axes["bottom"].minimumHeight(), self._axes["left"].minimumWidth()
        width, height = max(1.0, self.widget.width() - side), max(1.0, self.widget.height() - bottom)
        first, last = math.log2(figures.widths[0]), math.log2(figures.widths[-1])
        here = math.log2(self._current) if self._current else first
        low, high = min(here, first), max(here, last)
        label = self._metrics.horizontalAdvance(str(figures.widths[-1]))
        air = max(_AIR, (high - low) * 0.55 * label / max(width - label, 1.0))
        left, right = low - air, high + air
        lines = 2 if figures.level > figures.top / 2 else 1  # "d = 64" above the curves; below it, perhaps, the level's
        room = lines * self._here_words.boundingRect().height() + 0.3 * self._metrics.height()
        head = figures.top * 1.04 * room / max(height - room, room)
        self._box.setXRange(left, right, padding=0)
        self._box.setYRange(-0.04 * figures.top, figures.top + head, padding=0)
        self._level_words.setPos(right, figures.level)
        half = 0.5 * self._here_words.boundingRect().width() * (right - left) / width
        self._here_words.setPos(min(max(here, left + half), right - half), figures.top + head)
        self._label_widths(width / (right - left))

    def _label_widths(self, octave: float) -> None:
        """Name every width, or every other one where there is no room for all. octave: pixels from one to the next."""
        if self._figures is None:
            return
        widths = self._figures.widths
        step = max(1, math.ceil(self._metrics.horizontalAdvance("5120") / max(octave, 1.0)))
        last = len(widths) - 1
        ticks = [(math.log2(d), str(d) if (last - at) % step == 0 else "") for at, d in enumerate(widths)]
        self._axes["bottom"].setTicks([ticks, []])
