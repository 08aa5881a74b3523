"""A table: by how many places two tokens are moved on, and their score there under two encodings. Must not score."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.experiments.positions import ROUNDING, SHIFTS, Shifted
from attnviz.views import theme
from attnviz.views.fonts import scaled_font
from attnviz.views.position_words import short_name

_LINE = 1.3  # lines of text that a row is high
_SMALL = 0.85  # of the headings against the text size
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_HEADING = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom | Qt.TextFlag.TextWordWrap)
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: len(SHIFTS) - 1}


class PositionShiftTable(QWidget):
    """One row for each of SHIFTS. A score that departs by more than rounding is bold and in another colour.

    Signals: row_pointed(int), an index of SHIFTS, by the pointer or ↑ ↓ Home End; -1 when there is none any more.
    """

    row_pointed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("position_shift_table")
        self.setAccessibleName(self.tr("The score when both tokens move on"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._columns: tuple[Shifted, ...] = ()
        self._pointed = -1

    def show_scores(self, first: Shifted, second: Shifted) -> None:
        """Show the scores of the encoding that was chosen, and of the one it is compared with. Says nothing."""
        if (first, second) != self._columns:
            self._columns = (first, second)
            self.setAccessibleDescription("; ".join(self._sentence(place) for place in range(len(SHIFTS))))
            self.updateGeometry()
            self.update()

    def pointed(self) -> int:
        """Return the row that is pointed at, or -1."""
        return self._pointed

    def cells(self) -> list[list[str]]:
        """Return the words of every row, headings first."""
        return [self._headings(), *(self._words(place) for place in range(len(SHIFTS)))]

    def departs(self, place: int, column: int) -> bool:
        """Return whether a score is further from the first one than rounding could put it."""
        of = self._columns[column]
        return of.departures[place] > ROUNDING * of.size

    def row_at(self, y: float) -> int:
        """Return the row at the height `y`, or -1."""
        place = math.floor((y - self._head()) / self._row())
        return place if 0 <= place < len(SHIFTS) else -1

    # ---------------------------------------------------------------------------------------------------------- words

    def _headings(self) -> list[str]:
        return [self.tr("moved on by"), *(short_name(of.position) for of in self._columns)]

    def _words(self, place: int) -> list[str]:
        return [str(SHIFTS[place]), *(_figure(of.scores[place]) for of in self._columns)]

    def _sentence(self, place: int) -> str:
        shift, first, second = self._words(place)
        words = self.tr("{shift} places: {first} {name}, {second} {other}")
        name, other = self._headings()[1:]
        return words.format(shift=shift, first=first, second=second, name=name, other=other)

    # ------------------------------------------------------------------------------------------------------- pointing

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at a row."""
        self._point(self.row_at(event.position().y()))

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        self._point(-1)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Point at the next row, the first, the last, or none."""
        key, last = Qt.Key(event.key()), len(SHIFTS) - 1
        if key in _STEPS:
            start = self._pointed if self._pointed >= 0 else (-1 if _STEPS[key] > 0 else len(SHIFTS))
            self._point(min(max(start + _STEPS[key], 0), last))
        elif key in _ENDS:
            self._point(_ENDS[key])
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
        if place != self._pointed:
            self._pointed = place
            self.update()
            self.row_pointed.emit(place)

    # ------------------------------------------------------------------------------------------------- size and looks

    def _row(self) -> int:
        return round(_LINE * QFontMetricsF(self.font()).height())

    def _small(self) -> QFontMetricsF:
        return QFontMetricsF(scaled_font(self.font(), _SMALL))

    def _edges(self) -> list[float]:
        """Return where the columns end: the first is as wide as a word, the others share the rest."""
        pad = 0.4 * QFontMetricsF(self.font()).height()
        first = max(self._small().horizontalAdvance(word) for word in self._headings()[0].split()) + pad
        rest = (self.width() - pad - first) / 2
        return [first, first + rest, first + 2 * rest]

    def _head(self) -> int:
        """Return how high the headings are, wrapped into their columns."""
        metrics, start, high = self._small(), 0.0, 0.0
        for words, end in zip(self._headings(), self._edges(), strict=False):
            high = max(high, metrics.boundingRect(QRectF(0, 0, end - start, 1e4), _HEADING, words).height())
            start = end
        return math.ceil(high + 0.3 * metrics.height())

    def hasHeightForWidth(self) -> bool:
        """Return True: the headings wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows."""
        return self._head() + len(SHIFTS) * self._row() + 2

    def sizeHint(self) -> QSize:
        """Return the size of all rows."""
        return QSize(self.minimumSizeHint().width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """Return the width in which two long scores stand beside each other, and the height of all rows."""
        metrics, small = QFontMetricsF(scaled_font(self.font(), 1.0, bold=True)), self._small()
        wide = [metrics.horizontalAdvance(_figure(score)) for of in self._columns for score in of.scores]
        wide += [small.horizontalAdvance(words) for words in self._headings()[1:]]
        column = max(wide, default=0.0) + 0.4 * metrics.height()
        return QSize(
            math.ceil(self._edges()[0] + 2 * column + 0.4 * metrics.height()), self.heightForWidth(self.width())
        )

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text and the colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the headings, the rows with a line between them, and the row that is pointed at."""
        look, edges, head, high = theme.current(), self._edges(), self._head(), self._row()
        painter = QPainter(self)
        painter.setFont(scaled_font(self.font(), _SMALL))
        painter.setPen(QColor(look.muted))
        for words, box in zip(self._headings(), _boxes(edges, 0.0, head - 0.3 * self._small().height()), strict=False):
            painter.drawText(box, _HEADING, words)
        for place in range(len(SHIFTS) if self._columns else 0):
            top = head + place * high
            if place == self._pointed:
                painter.fillRect(QRectF(0, top, self.width(), high), QColor(look.quiet_mark))
            painter.setPen(QColor(look.border))
            painter.drawLine(QPointF(0, top), QPointF(self.width(), top))
            for column, (words, box) in enumerate(zip(self._words(place), _boxes(edges, top, high), strict=True)):
                moved = column > 0 and self.departs(place, column - 1)
                painter.setFont(scaled_font(self.font(), 1.0, bold=moved))
                painter.setPen(QColor(look.moved if moved else look.text))
                painter.drawText(box, _RIGHT, words)
        if self.hasFocus():
            painter.setPen(QPen(QColor(look.accent), 1.5))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()


def _boxes(edges: list[float], top: float, high: float) -> list[QRectF]:
    """Return the cells of one row, between the edges of the columns."""
    return [QRectF(start, top, end - start, high) for start, end in zip([0.0, *edges[:-1]], edges, strict=True)]


def _figure(score: float) -> str:
    """Return a score as it stands in the table: four decimals, one where it is large.

    >>> _figure(-0.4123456789), _figure(12345.678912)
    ('−0.4123', '12,345.7')
    """
    figure = f"{score:.4f}" if abs(score) < 100 else f"{score:,.1f}"
    return ("0.0000" if figure == "-0.0000" else figure).replace("-", "−")
