"""One step of the strip: a small map with its name, shape and range beneath. Must not compute what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.views import theme
from attnviz.views.heatmap_figures import number_text, percent_text, range_text, shape_text
from attnviz.views.heatmap_picture import largest
from attnviz.views.heatmap_text import Lettering, base_pixels, lettering
from attnviz.views.mini_map import MiniMap

# From minus to plus the largest, from 0 to 1 in per cent, from 0 to the largest
Scale: TypeAlias = Literal["signed", "shares", "amounts"]

_NAME, _FIGURES = 0.95, 0.85  # times the text size
# What the width of a card is made for, so that it stays while numbers change; a narrow one leaves decimals out
_WIDEST_RANGE, _NARROW_RANGE = "−00.00 … 00.00", "−00.0 … 00.0"
_LINES = 3


class StepCard(QWidget):
    """A `MiniMap` with three lines of text. The step on the large map has its name in bold above a bar.

    Signals: none of its own; those of `map`.
    """

    def __init__(self, step: str, parent: QWidget | None = None) -> None:
        """`step` is the name of a matrix of a trace; the card is found as `step_` and that name."""
        super().__init__(parent)
        self.step = step
        step = step.replace(" ", "_")
        self.setObjectName(f"step_{step}")
        self.map = MiniMap("", self)
        self.map.setObjectName(f"step_map_{step}")
        self.map.setCursor(Qt.CursorShape.PointingHandCursor)
        self._name = ""
        self._lines = ("", "")
        self._values = np.zeros((0, 0), np.float32)
        self._mask: NDArray[np.bool_] | None = None
        self._percent = False
        self._value: str | None = None
        self._fitting: str | None = None  # the range as it fits into the width
        self._chosen = False
        self._lettering: tuple[Lettering, Lettering, Lettering] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_name(self, name: str, spoken: str) -> None:
        """Show `name` beneath the map; `spoken` is what a screen reader says."""
        self.map.setAccessibleName(spoken)
        self.map.setToolTip(spoken)
        if name != self._name:
            self._name = name
            self.updateGeometry()
            self.update()

    def show_matrix(
        self,
        values: NDArray[np.float32],
        mask: NDArray[np.bool_] | None = None,
        scale: Scale = "signed",
        limit: float | None = None,
    ) -> None:
        """Show `values` (n, m), of which `mask` says the visible.

        limit: the number of the strongest colour; None = the largest magnitude, or 100 % of shares.
        """
        percent = scale == "shares"
        self._values, self._mask, self._percent = values, mask, percent
        self._value = self._fitting = None
        top = largest(values) if scale == "amounts" and limit is None else limit
        self.map.show_matrix(values, mask, signed=scale == "signed", limit=top)
        shape, lines = self._lines[0], (shape_text(values), range_text(values, mask, percent))
        if lines != self._lines:
            self._lines = lines
            self.map.setAccessibleDescription(", ".join(line for line in lines if line))
        if lines[0] != shape:
            self.update()
        else:
            self._update_figures()

    def show_chosen(self, chosen: bool) -> None:
        """Mark the step as the one on the large map, or not."""
        if chosen != self._chosen:
            self._chosen = chosen
            self.update()

    def show_lit(self, rects: Sequence[tuple[slice, slice]], cell: tuple[int, int] | None = None) -> None:
        """Light cells; `cell` says whose value stands in place of the range."""
        self.map.show_lit_rects(rects)
        value = None
        if cell is not None and cell[0] < self._values.shape[0] and cell[1] < self._values.shape[1]:
            number = float(self._values[cell])
            value = percent_text(number) if self._percent else number_text(number, 4)
        if value != self._value:
            self._value = value
            self._update_figures()

    @property
    def chosen(self) -> bool:
        """Whether this is the step on the large map."""
        return self._chosen

    def texts(self) -> tuple[str, str, str]:
        """Return the lines beneath the map: name, shape, and range or value."""
        return self._name, self._lines[0], self._range() if self._value is None else self._value

    @property
    def text_height(self) -> int:
        """How much of the height is text."""
        return round(self._text_height())

    def sizeHint(self) -> QSize:
        """Return room for a map five lines high."""
        wide = round(self._width(_WIDEST_RANGE) * 1.25)
        return QSize(wide, round(self._text_height() + 5.6 * self.fontMetrics().height()))

    def minimumSizeHint(self) -> QSize:
        """Return room for a map two lines high."""
        return QSize(self._width(_NARROW_RANGE), round(self._text_height() + 2.0 * self.fontMetrics().height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the map what the text leaves."""
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size and the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._lettering = None
            self.updateGeometry()
            self._place()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines of text, and the bar of the chosen step."""
        look, wanted = theme.current(), event.region()
        painter = QPainter(self)
        for index, (line, text, letters) in enumerate(self._lines_to_paint()):
            if wanted.intersects(line.toAlignedRect()):  # mostly only the range has changed
                strong = self._chosen if index == 0 else index == 2 and self._value is not None
                ink = look.accent if strong else look.text if index == 0 else look.muted
                letters.draw(painter, text, line, Qt.AlignmentFlag.AlignHCenter, QColor(ink))
        if self._chosen:
            bar = QRectF(0, self.height() - self._bar(), self.width(), self._bar())
            painter.fillRect(bar, QColor(look.accent))
        painter.end()

    def _lines_to_paint(self) -> list[tuple[QRectF, str, Lettering]]:
        """Return the place, the text and the letters of each line."""
        plain, bold, figures = self._letters()
        top, made = float(self.map.height()), []
        for text, letters in zip(self.texts(), (bold if self._chosen else plain, figures, figures), strict=True):
            made.append((QRectF(0, top, self.width(), letters.height), text, letters))
            top += letters.height
        return made

    def _update_figures(self) -> None:
        """Ask for the last line to be painted anew."""
        self.update(self._lines_to_paint()[-1][0].toAlignedRect())

    def _letters(self) -> tuple[Lettering, Lettering, Lettering]:
        """Return the letters of the name, of the chosen name and of the figures, kept until the text size changes."""
        if self._lettering is None:
            font, base = self.font(), base_pixels(self.font())
            name = round(base * _NAME)
            figures = lettering(font, round(base * _FIGURES))
            self._lettering = lettering(font, name), lettering(font, name, bold=True), figures
        return self._lettering

    def _bar(self) -> int:
        return max(2, round(self.fontMetrics().height() * 0.16))

    def _text_height(self) -> float:
        name, _, figures = self._letters()
        return name.height + (_LINES - 1) * figures.height + 2 * self._bar()

    def _width(self, widest: str) -> int:
        _, bold, figures = self._letters()
        return round(max(figures.width(widest), bold.width(self._name)) + 4)  # must not grow when chosen

    def _range(self) -> str:
        """Return the range with as many decimals as there is room for."""
        if self._fitting is None:
            _, _, figures = self._letters()
            text, decimals = self._lines[1], 2
            while decimals and not self._percent and figures.width(text) > self.width():
                decimals -= 1
                text = range_text(self._values, self._mask, decimals=decimals)
            self._fitting = text
        return self._fitting

    def _place(self) -> None:
        self._fitting = None
        self.map.setGeometry(0, 0, self.width(), max(0, round(self.height() - self._text_height())))
