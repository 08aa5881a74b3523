"""The card that says what one cell of the heat map holds. Must not look anything up: it is given its lines.

Painted inside the heat map, beside the cell it speaks of, always in full.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from attnviz.views.heatmap_picture import Cell
from attnviz.views.heatmap_text import Lettering, base_pixels, lettering
from attnviz.views.theme import Theme

_AWAY = 14.0  # pixels between the pointer and the card


@dataclass(frozen=True)
class Readout:
    """The lines of a card: a heading, below it the weight and the score (or why there is none), then the details."""

    heading: str
    weight: str
    score: str = ""
    details: tuple[str, ...] = ()  # a line each

    def sentence(self) -> str:
        """Return all of it in one line, for a screen reader."""
        return ", ".join(part for part in (self.heading, self.weight, self.score, *self.details) if part)


class Card(NamedTuple):
    """A readout, the cell that it is of, and the point it stands beside."""

    readout: Readout
    cell: Cell
    point: QPointF


def paint_readout(painter: QPainter, box: QRectF, readout: Readout, theme: Theme, font: QFont) -> None:
    """Paint the card in `box`, whose size is that of `card_size`."""
    heading, body = _letters(font)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.border), 1.0))
    painter.setBrush(QColor(theme.field))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 8.0, 8.0)
    pad, left = body.height * 0.5, Qt.AlignmentFlag.AlignLeft
    line = QRectF(box.left() + pad, box.top() + pad, box.width() - 2 * pad, heading.height)
    heading.draw(painter, readout.heading, line, left, QColor(theme.text))
    below = QRectF(line.left(), line.bottom() + body.height * 0.15, line.width(), body.height)
    line = QRectF(below)
    body.draw(painter, readout.weight, line, left, QColor(theme.text))
    if readout.score:
        line.translate(body.width(readout.weight) + body.height, 0)
        line.setRight(box.right() - pad)
        body.draw(painter, readout.score, line, left, QColor(theme.muted))
    if readout.weight:
        below.translate(0, body.height)
    for detail in readout.details:
        body.draw(painter, detail, below, left, QColor(theme.muted))
        below.translate(0, body.height)
    painter.restore()


def paint_card(painter: QPainter, card: Card, cell: QRectF, inside: QRectF, theme: Theme, font: QFont) -> None:
    """Paint a card `inside` this rectangle, beside the rectangle of its `cell`."""
    size = card_size(card.readout, font, inside.width())
    paint_readout(painter, card_place(size, cell, card.point, inside), card.readout, theme, font)


def card_size(readout: Readout, font: QFont, widest: float) -> QSizeF:
    """Return how large the card is, at most `widest`."""
    heading, body = _letters(font)
    second = body.width(readout.weight)
    if readout.score:
        second += body.height + body.width(readout.score)
    width = max(heading.width(readout.heading), second, *map(body.width, readout.details)) + body.height
    lines = len(readout.details) + bool(readout.weight)
    return QSizeF(min(width + 2, widest), heading.height + body.height * (1.15 + lines))


def card_place(size: QSizeF, cell: QRectF, pointer: QPointF, inside: QRectF) -> QRectF:
    """Return where the card goes: near `pointer`, wholly `inside`, and not on `cell` if there is any such place."""
    right, left = max(cell.right(), pointer.x()) + _AWAY, min(cell.left(), pointer.x()) - _AWAY - size.width()
    below, above = max(cell.bottom(), pointer.y()) + _AWAY, min(cell.top(), pointer.y()) - _AWAY - size.height()
    beside_x, beside_y = pointer.x() + _AWAY, pointer.y() + _AWAY
    wanted = ((right, beside_y), (beside_x, below), (left, beside_y), (beside_x, above), (right, above), (left, above))
    for x, y in wanted:
        box = _clamped(QRectF(QPointF(x, y), size), inside)
        if not box.intersects(cell):
            return box
    return _clamped(QRectF(QPointF(right, below), size), inside)


def _letters(font: QFont) -> tuple[Lettering, Lettering]:
    base = base_pixels(font)
    return lettering(font, round(base * 1.35), bold=True), lettering(font, round(base * 1.1))


def _clamped(box: QRectF, inside: QRectF) -> QRectF:
    x = max(inside.left(), min(box.left(), inside.right() - box.width()))
    y = max(inside.top(), min(box.top(), inside.bottom() - box.height()))
    return QRectF(QPointF(x, y), box.size())
