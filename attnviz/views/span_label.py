"""A label made of styled pieces of text: plain, strong, asking, muted, good or moved.

It draws pieces and gives their words back. It must not know what they say. (QLabel's rich text is slower to change.)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Literal, NamedTuple

from PySide6.QtCore import QEvent, QPointF, QSize
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from attnviz.views import theme
from attnviz.views.fonts import scaled_font

SpanStyle = Literal["plain", "strong", "asking", "muted", "moved"]
ISOLATE, END_ISOLATE = "\u2068", "\u2069"  # keep a right-to-left token from turning its neighbours round
MOST_WIDTHS = 8  # for which lines are kept
_FOR_READING = {0x2068: None, 0x2069: None, 0xA0: " "}


class Span(NamedTuple):
    """A piece of text and how it looks."""

    text: str
    style: SpanStyle = "plain"


def plain(spans: Sequence[Span]) -> str:
    """Return the words of `spans`, without the marks and fixed spaces that serve the drawing only."""
    return "".join(span.text for span in spans).translate(_FOR_READING)


def colour_of(style: SpanStyle, colours: theme.Theme) -> str:
    """Return the colour of a style."""
    if style == "asking":
        return colours.accent
    if style == "muted":
        return colours.muted
    return colours.moved if style == "moved" else colours.text


def is_bold(style: SpanStyle) -> bool:
    """Return whether a style is written in bold."""
    return style in ("strong", "asking", "moved")


def html(spans: Sequence[Span], colours: theme.Theme) -> str:
    """Return `spans` as HTML, every text escaped."""
    pieces = []
    for span in spans:
        text = escape(span.text)
        weight = "; font-weight: bold" if is_bold(span.style) else ""
        style = f"color: {colour_of(span.style, colours)}{weight}"
        pieces.append(text if span.style == "plain" else f'<span style="{style}">{text}</span>')
    return "".join(pieces)


def lay_out(spans: Sequence[Span], font: QFont, colours: theme.Theme, width: float) -> tuple[QTextLayout, float]:
    """Return `spans` broken into lines of at most `width` pixels, ready to draw, and their height."""
    layout = QTextLayout("".join(span.text for span in spans), font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats(_formats(spans, colours))
    layout.beginLayout()
    y = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, y))
        y += line.height()
    layout.endLayout()
    return layout, y


@lru_cache(maxsize=32)
def _look(colour: str, bold: bool) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setForeground(QColor(colour))
    if bold:
        look.setFontWeight(QFont.Weight.Bold)
    return look


def _formats(spans: Sequence[Span], colours: theme.Theme) -> list[QTextLayout.FormatRange]:
    ranges = []
    start = 0
    for text, style in spans:
        length = len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
        if style != "plain":  # plain text is drawn with the painter's pen
            made = QTextLayout.FormatRange()
            made.start, made.length = start, length
            made.format = _look(colour_of(style, colours), is_bold(style))
            ranges.append(made)
        start += length
    return ranges


class SpanLabel(QLabel):
    """A word-wrapped label of styled pieces. New words never make it lower, so that a window does not jump.

    Signals: none.
    """

    def __init__(self, factor: float = 1.0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._factor = factor
        self._spans: tuple[Span, ...] = ()
        self._laid: dict[int, tuple[QTextLayout, float]] = {}  # by width: a window asks for several
        self._reserved: dict[int, float] = {}  # by width, the greatest height so far
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def text(self) -> str:
        """Return the words that are shown."""
        return plain(self._spans)

    def spans(self) -> tuple[Span, ...]:
        """Return the pieces that are shown."""
        return self._spans

    def html(self) -> str:
        """Return the pieces as HTML."""
        return html(self._spans, theme.current())

    def show_spans(self, spans: Sequence[Span]) -> None:
        """Show these pieces. Says nothing."""
        made = tuple(spans)
        if made == self._spans:
            return
        self._spans = made
        self._laid.clear()
        self.setAccessibleDescription(plain(made))
        needed = self._lines_at(self.width())[1]
        if needed > self._reserved.get(self.width(), 0.0) and round(needed + 0.5) != self.height():
            self.updateGeometry()
        self.update()

    def show_factor(self, factor: float) -> None:
        """Draw at `factor` times the text size."""
        if factor != self._factor:
            self._factor = factor
            self._laid.clear()
            self.release_height()
            self.update()

    def release_height(self) -> None:
        """Give back height that earlier words needed."""
        self._reserved.clear()
        self.updateGeometry()

    def large_font(self) -> QFont:
        """Return the font of the label: the application's, times the factor."""
        return scaled_font(self.font(), self._factor)

    def _lines_at(self, width: int) -> tuple[QTextLayout, float]:
        if width not in self._laid:
            if len(self._laid) >= MOST_WIDTHS:
                self._laid.clear()
            self._laid[width] = lay_out(self._spans, self.large_font(), theme.current(), max(1, width))
        return self._laid[width]

    def hasHeightForWidth(self) -> bool:
        """Return that narrower is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the lines, or what earlier words needed at this width."""
        one_line = QFontMetricsF(self.large_font()).height()
        height = max(self._lines_at(width)[1], one_line, self._reserved.get(width, 0.0))
        if len(self._reserved) >= MOST_WIDTHS:
            self._reserved.clear()
        self._reserved[width] = height
        return round(height + 0.5)

    def sizeHint(self) -> QSize:
        """Return the size of one long line."""
        metrics = QFontMetricsF(self.large_font())
        width = max(12 * metrics.height(), metrics.horizontalAdvance("".join(span.text for span in self._spans)))
        return QSize(round(width) + 1, round(metrics.height() + 0.5))

    def minimumSizeHint(self) -> QSize:
        """Return the width of a few words, and the height of all lines at the present width."""
        height = QFontMetricsF(self.large_font()).height()
        return QSize(round(8 * height), self.heightForWidth(max(self.width(), round(8 * height))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the lines that the new width needs, so that a crowded window does not cut the last one off."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines, in the middle of the height."""
        layout, height = self._lines_at(self.width())
        painter = QPainter(self)
        painter.setPen(QColor(theme.current().text))
        layout.draw(painter, QPointF(0, max(0.0, (self.height() - height) / 2)))
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text and the colours."""
        super().changeEvent(event)
        looks = (QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.StyleChange)
        if event.type() in looks and hasattr(self, "_spans"):
            self._laid.clear()
            self.release_height()
            self.update()
