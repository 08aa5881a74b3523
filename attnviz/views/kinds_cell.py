"""One cell of the Kinds panel's table: an answer, smaller lines below it, and a mark where the chapter agrees.

It draws the words it is given; it must not find them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.views import theme
from attnviz.views.fonts import scaled_font
from attnviz.views.kinds_answers import Found, Verdict
from attnviz.views.sentences import listed

_SMALL = 0.88  # the lines below the answer, against the text size
_WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
PAD: Final = 0.3  # em above and below the words
GUTTER: Final = 1.45  # em in front of them, for the mark
_LEAST = 6.0  # em
# The strokes of each mark, in em from its left end, halfway up the first line
_MARKS: Final[Mapping[Verdict, tuple[tuple[tuple[float, float], ...], ...]]] = {
    "agrees": (((0.35, 0.05), (0.6, 0.3), (1.05, -0.3)),),
    "differs": (((0.35, -0.13), (1.0, -0.13)), ((0.35, 0.17), (1.0, 0.17)), ((0.48, 0.42), (0.87, -0.38))),
    "silent": (),
}


@dataclass(frozen=True)
class _Line:
    """One line of the cell, where it stands and how it is drawn."""

    words: str
    box: QRectF
    small: bool
    colour: str


class KindsCell(QWidget):
    """An answer with its evidence, which is told while the pointer or the keys are here.

    Signals: told(bool) when the pointer or the keys come here, and False when they leave.
    """

    told = Signal(bool)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._found = Found("")

    def show_found(self, found: Found, whose: str) -> None:
        """Show an answer; whose: the kind and the column, for a screen reader. Says nothing."""
        name = self.tr("{whose}: {answer}").format(whose=whose, answer=self._in_words(found))
        if found == self._found and name == self.accessibleName():
            return
        self._found = found
        self.setAccessibleName(name)
        self.setAccessibleDescription(found.evidence)
        self.setToolTip(found.evidence)
        self.updateGeometry()
        self.update()

    def found(self) -> Found:
        """Return what is shown."""
        return self._found

    def text(self) -> str:
        """Return the words of the cell, all in one line."""
        return self._in_words(self._found)

    def _in_words(self, found: Found) -> str:
        parts = [found.words, *found.details, found.chapter]
        if found.verdict == "agrees":
            parts.append(self.tr("as the chapter says"))
        return listed(parts)

    # Size and looks

    def _em(self) -> float:
        return float(QFontInfo(self.font()).pixelSize())

    def _fonts(self) -> tuple[QFont, QFont]:
        return self.font(), scaled_font(self.font(), _SMALL)

    def _lines(self, width: float) -> list[_Line]:
        """Return the lines of a cell of `width` pixels."""
        found, look = self._found, theme.current()
        wanted = [(found.words, False, look.text)]
        wanted += [(words, True, look.muted) for words in found.details]
        wanted.append((found.chapter, True, look.moved))
        left, y, lines = GUTTER * self._em(), PAD * self._em(), []
        metrics = [QFontMetricsF(font) for font in self._fonts()]
        for words, small, colour in wanted:
            if words:
                box = metrics[small].boundingRect(QRectF(left, y, max(1.0, width - left), 1e6), _WRAPPED, words)
                lines.append(_Line(words, box, small, colour))
                y = box.bottom()
        return lines

    def hasHeightForWidth(self) -> bool:
        """Return that narrower is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the wrapped lines in `width` pixels."""
        lines = self._lines(width)
        return math.ceil((lines[-1].box.bottom() if lines else self._em()) + PAD * self._em())

    def sizeHint(self) -> QSize:
        """Return a cell of the least width."""
        width = round(_LEAST * self._em())
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Return the least width, and the height at the present one."""
        width = round(_LEAST * self._em())
        return QSize(width, self.heightForWidth(max(width, self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the height that the new width needs."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines, the mark, and a ring when keys come here."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fonts, lines = self._fonts(), self._lines(self.width())
        for line in lines:
            painter.setFont(fonts[line.small])
            painter.setPen(QColor(line.colour))
            painter.drawText(line.box, _WRAPPED, line.words)
        if lines:
            self._paint_mark(painter)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.current().accent), 1.5))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()

    def _paint_mark(self, painter: QPainter) -> None:
        """Draw a tick where the chapter agrees, and the sign ≠ where it does not."""
        strokes, look, em = _MARKS[self._found.verdict], theme.current(), self._em()
        middle = PAD * em + QFontMetricsF(self.font()).height() / 2
        pen = QPen(QColor(look.good if self._found.verdict == "agrees" else look.moved), max(1.6, 0.14 * em))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        for stroke in strokes:
            painter.drawPolyline(QPolygonF([QPointF(x * em, middle + y * em) for x, y in stroke]))

    # Pointer and keys

    def enterEvent(self, event: QEnterEvent) -> None:
        """Tell the evidence."""
        super().enterEvent(event)
        self.told.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        """Tell it no more."""
        super().leaveEvent(event)
        self.told.emit(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the evidence, and show the ring."""
        super().focusInEvent(event)
        self.update()
        self.told.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell it no more."""
        super().focusOutEvent(event)
        self.update()
        self.told.emit(False)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text and the colours."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
        self.update()
