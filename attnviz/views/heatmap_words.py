"""Words on the heat map itself: what to do while it is empty, and a line below it. Must not choose the words."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from attnviz.views.heatmap_text import base_pixels, lettering
from attnviz.views.theme import Theme

_FACTORS = (1.6, 1.25, 1.0, 0.8)  # of the text size, the largest at which a message fits
_WRAPPED = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
_ANY = 1e6


def paint_message(painter: QPainter, room: QRectF, text: str, look: Theme, font: QFont) -> None:
    """Write `text` in the middle of `room`, as large as it fits."""
    base = base_pixels(font)
    inside = room.adjusted(base, base, -base, -base)
    painter.setPen(QColor(look.muted))
    for factor in _FACTORS:
        painter.setFont(lettering(font, round(base * factor)).font)
        if inside.contains(painter.boundingRect(inside, _WRAPPED, text)):
            break
    painter.drawText(inside, _WRAPPED, text)


def hint_height(texts: tuple[str, ...], width: float, font: QFont) -> float:
    """Return how high a line below the map must be in `width` pixels for any of `texts`."""
    metrics, room = lettering(font, base_pixels(font)).metrics, QRectF(0, 0, max(1.0, width), _ANY)
    return math.ceil(
        max(metrics.boundingRect(room, _WRAPPED, text).height() for text in texts) + metrics.height() * 0.4
    )


def paint_hint(painter: QPainter, room: QRectF, text: str, look: Theme, font: QFont) -> None:
    """Write `text` in `room`, which is as high as `hint_height` said."""
    painter.setPen(QColor(look.muted))
    painter.setFont(lettering(font, base_pixels(font)).font)
    painter.drawText(room, _WRAPPED, text)
