"""How one row of the row list is drawn: token, sixteen squares, badge, largest change.

It draws only rows in sight, in measures taken from the font; it must not keep counts of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetrics, QPainter, QPen, QPixmap, QStaticText
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from attnviz.views import theme
from attnviz.views.fonts import scaled_font
from attnviz.views.row_model import AnyIndex, RowModel
from attnviz.views.verdict_label import short_number

SQUARES = 16
_MOST_WORDS = 4096  # kept laid out; then all are dropped


@lru_cache(maxsize=64)
def _colour(name: str) -> QColor:
    """Return the colour called `name`: reading one from a string for every row is slow."""
    return QColor(name)


def filled_squares(moved: int, width: int) -> int:
    """Return how many of the squares are filled: none only for 0 values, all only for all of them.

    >>> [filled_squares(k, 64) for k in (0, 1, 32, 63, 64)]
    [0, 1, 8, 15, 16]
    """
    if moved <= 0:
        return 0
    return SQUARES if moved >= width else min(max(SQUARES * moved // width, 1), SQUARES - 1)


@dataclass(frozen=True)
class _Type:
    """The fonts and measures of a row at one text size."""

    plain: QFont
    bold: QFont
    small: QFont
    em: int
    line: int
    small_line: int

    @classmethod
    def of(cls, font: QFont) -> _Type:
        bold, small = scaled_font(font, 1.0, bold=True), scaled_font(font, 0.85)
        em = QFontInfo(font).pixelSize()
        return cls(QFont(font), bold, small, em, QFontMetrics(bold).height(), QFontMetrics(small).height())

    @property
    def row_height(self) -> int:
        return self.line + self.small_line + round(0.9 * self.em)


class RowDelegate(QStyledItemDelegate):
    """Draws a row: token, squares, badge, and below it the largest change. Signals: those of its base."""

    def __init__(self, rows: RowModel, font: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self._squares: dict[tuple[int, int, int, str, float], QPixmap] = {}
        self._words: dict[tuple[str, bool, int], tuple[QStaticText, int]] = {}
        self._badge_room: tuple[int, int] = (-1, 0)
        self._largest_words = self.tr("largest change {largest}")
        self.show_font(font)
        self.read_colours()

    def read_colours(self) -> None:
        """Take the colours of the present theme; the list asks for this once per painting, not once per row."""
        self._colours = theme.current()

    def show_font(self, font: QFont) -> None:
        """Draw with `font` from now on."""
        self.type = _Type.of(font)
        self._plain_metrics = QFontMetrics(self.type.plain)
        self._bold_metrics = QFontMetrics(self.type.bold)
        self._small_metrics = QFontMetrics(self.type.small)
        self._squares.clear()
        self._words.clear()
        self._badge_room = (-1, 0)

    def badge_width(self) -> int:
        """Return the room the widest badge of this report takes."""
        width = self._rows.width
        if self._badge_room[0] != width:
            words = (self._rows.moved_badge(width), self._rows.same_badge)
            self._badge_room = (width, max(self._plain_metrics.horizontalAdvance(word) for word in words))
        return self._badge_room[1]

    def _laid_out(self, words: str, bold: bool, room: int) -> tuple[QStaticText, int]:
        """Return `words` ready to draw, elided to `room`, and their width."""
        key = (words, bold, room)
        if key not in self._words:
            if len(self._words) >= _MOST_WORDS:
                self._words.clear()
            metrics = self._bold_metrics if bold else self._plain_metrics
            elided = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
            made = QStaticText(elided)
            made.setTextFormat(Qt.TextFormat.PlainText)
            made.prepare(font=self.type.bold if bold else self.type.plain)
            self._words[key] = (made, metrics.horizontalAdvance(elided))
        return self._words[key]

    def square_size(self, room: int) -> int:
        """Return the side of a square where `room` is left beside the badge, 0 where the squares have to go."""
        em = self.type.em
        side = min((room - 3 * em - 2 * self.gap()) * 3 // (4 * SQUARES), round(0.62 * em))
        return side if side >= round(0.3 * em) else 0

    def gap(self) -> int:
        """Return the space between the columns."""
        return round(0.7 * self.type.em)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the same height for every row."""
        return QSize(10 * self.type.em, self.type.row_height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw the row at `index`."""
        row, rect, colours = index.row(), option.rect, self._colours
        self._draw_lines(painter, rect, row, colours)
        text = rect.adjusted(self.gap() // 2, 0, -(self.gap() // 2), 0)
        badge_width = self.badge_width()
        first_line = QRect(text)
        moved = self._rows.moved[row] > 0
        if moved:
            first_line.setTop(rect.top() + round(0.45 * self.type.em))
            first_line.setHeight(self.type.line)
            self._draw_largest(painter, text, first_line.bottom() + 1, row, colours)
        badge, taken = self._laid_out(self._rows.badge(row), False, text.width())
        painter.setFont(self.type.plain)
        painter.setPen(_colour(colours.moved if moved else colours.good))
        painter.drawStaticText(text.right() + 1 - taken, self._top(first_line), badge)
        right = text.right() - badge_width - self.gap()
        right -= self._draw_squares(painter, first_line, right, row, colours)
        self._draw_token(
            painter, QRect(text.left(), first_line.top(), right - text.left(), first_line.height()), row, colours
        )
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.save()
            self._draw_ring(painter, rect, colours)
            painter.restore()

    def _top(self, line: QRect) -> int:
        """Return where words start so that they stand in the middle of `line`."""
        return line.top() + (line.height() - self.type.line) // 2

    def _draw_token(self, painter: QPainter, rect: QRect, row: int, colours: theme.Theme) -> None:
        painter.setFont(self.type.bold)
        painter.setPen(_colour(colours.text))
        words, _ = self._laid_out(self._rows.token(row), True, rect.width())
        painter.drawStaticText(rect.left(), self._top(rect), words)

    def _draw_largest(self, painter: QPainter, text: QRect, top: int, row: int, colours: theme.Theme) -> None:
        words = self._largest_words.format(largest=short_number(self._rows.largest[row]))
        painter.setFont(self.type.small)
        painter.setPen(_colour(colours.muted))
        left = text.right() + 1 - self._small_metrics.horizontalAdvance(words)
        painter.drawText(left, top + self._small_metrics.ascent(), words)

    def _draw_lines(self, painter: QPainter, rect: QRect, row: int, colours: theme.Theme) -> None:
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), _colour(colours.border))
        if row == self._rows.changed > 0:
            thick = max(2, round(0.15 * self.type.em))
            painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), thick), _colour(colours.muted))

    def _draw_ring(self, painter: QPainter, rect: QRect, colours: theme.Theme) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(_colour(colours.accent), 2))
        painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -2), self.type.em * 0.3, self.type.em * 0.3)

    def _draw_squares(self, painter: QPainter, line: QRect, right: int, row: int, colours: theme.Theme) -> int:
        """Draw the squares so that they end at `right`; return the room they took."""
        side = self.square_size(right - line.left())
        if side == 0:
            return 0
        filled = filled_squares(self._rows.moved[row], self._rows.width)
        space = max(1, side // 3)
        ratio = painter.device().devicePixelRatioF()
        key = (filled, side, space, colours.moved_mark, ratio)
        if key not in self._squares:
            self._squares[key] = _square_strip(filled, side, space, colours, ratio)
        strip = self._squares[key]
        room = SQUARES * (side + space) - space
        painter.drawPixmap(QPointF(right - room, line.center().y() - side // 2), strip)
        return room + self.gap()


def _square_strip(filled: int, side: int, space: int, colours: theme.Theme, ratio: float) -> QPixmap:
    """Return a picture of the squares, `filled` of them in the colour of change."""
    size = QSize(SQUARES * (side + space) - space, side)
    strip = QPixmap(size * ratio)
    strip.setDevicePixelRatio(ratio)
    strip.fill(Qt.GlobalColor.transparent)
    painter = QPainter(strip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for place in range(SQUARES):
        painter.setBrush(_colour(colours.moved_mark if place < filled else colours.quiet_mark))
        painter.drawRoundedRect(QRectF(place * (side + space), 0, side, side), side * 0.22, side * 0.22)
    painter.end()
    return strip
