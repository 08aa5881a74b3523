"""Paints two columns of tokens and the lines between them, with any QPainter: the window, a bitmap, SVG or PDF.

Must not decide which lines there are. The window paints the lines themselves as pixels and only the rest with this.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from attnviz.views.heatmap_text import Lettering, base_pixels, lettering, shown
from attnviz.views.lines_layout import LinesLayout, laid_out
from attnviz.views.lines_picture import LOOKED_AT, LOOKS, LinesPicture, Place, named, strands

_LEVELS: Final = 16  # of opacity and thickness, so that lines of one are drawn at once
_FEWEST_PIXELS: Final = 7  # of a token that can be read
_FIGURE: Final = 0.85  # against the tokens
_USUAL: Final = "88\u00a0%"
_WIDE, _LEAST_WIDE = 34, 22  # em


def natural_size(picture: LinesPicture) -> QSizeF:
    """Return how large the picture is with tokens of the size of its font."""
    em = base_pixels(picture.font)
    longest = max(map(len, (*picture.rows, *picture.columns)), default=0)
    width = float(_WIDE * em if longest > 8 else _LEAST_WIDE * em)
    return QSizeF(width, laid_out(picture, width).height)


def paint(painter: QPainter, area: QRectF, picture: LinesPicture) -> None:
    """Paint everything within `area`, smaller where it would not fit. The background is the caller's."""
    layout = laid_out(picture, area.width(), area.height())
    painter.save()
    painter.translate(area.topLeft())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_lines(painter, picture, layout)
    paint_tokens(painter, picture, layout, QRectF(QPointF(0, 0), area.size()))
    painter.restore()


def paint_tokens(painter: QPainter, picture: LinesPicture, layout: LinesLayout, seen: QRectF) -> None:
    """Paint what stands beside the lines in the rectangle `seen`: tokens, headings, and the weights of one token."""
    weights = _weights_of_one(picture)
    pixels = max(1, min(base_pixels(picture.font), int(0.72 * layout.pitch)))
    if seen.top() < layout.top:
        _paint_headings(painter, picture, layout, pixels)
    step = max(1, int(np.ceil(_FEWEST_PIXELS / layout.pitch)))
    for side, tokens in ((LOOKS, picture.rows), (LOOKED_AT, picture.columns)):
        for index in layout.seen(side, seen.top(), seen.bottom()):
            if index % step == 0 or (side, index) in weights:
                letters, colour = _letters((side, index), picture, weights, max(pixels, _FEWEST_PIXELS))
                _paint_token(painter, shown(tokens[index]), (side, index), layout, letters, colour)
    figures = lettering(picture.font, max(1, round(_FIGURE * pixels)), True)
    for place, (weight, colour) in weights.items():
        if place != picture.focus and layout.label_rect(place).intersects(seen):
            _paint_weight(painter, f"{100 * weight:.0f}\u00a0%", place, layout, figures, colour, picture)


def _weights_of_one(picture: LinesPicture) -> dict[Place, tuple[float, str]]:
    """Return the strongest weight of each token that is joined to the one spoken of, and its head's colour."""
    focus = picture.focus
    if focus is None:
        return {}
    found: dict[Place, tuple[float, str]] = {focus: (0.0, picture.theme.accent)}
    lines, other = named(picture, focus), LOOKED_AT if focus[0] == LOOKS else LOOKS
    for head, row, column, weight in zip(lines.head, lines.row, lines.column, lines.weight, strict=True):
        place = (other, int(column if other == LOOKED_AT else row))
        found.setdefault(place, (float(weight), picture.styles[head].colour))
    return found


def _letters(
    place: Place, picture: LinesPicture, weights: dict[Place, tuple[float, str]], pixels: int
) -> tuple[Lettering, str]:
    pinned = place == (LOOKS, picture.pinned)
    if place == picture.focus or pinned:
        return lettering(picture.font, pixels, True), picture.theme.accent
    spoken_of = picture.pointed is None or place in weights
    return lettering(picture.font, pixels), picture.theme.text if spoken_of else picture.theme.muted


def _paint_headings(painter: QPainter, picture: LinesPicture, layout: LinesLayout, pixels: int) -> None:
    words = {
        LOOKS: QCoreApplication.translate("LinesPanel", "looks"),
        LOOKED_AT: QCoreApplication.translate("LinesPanel", "is looked at"),
    }
    letters = lettering(picture.font, max(1, round(_FIGURE * pixels)))
    for side, word in words.items():
        left = layout.on_left(side)
        box = QRectF(0 if left else layout.width / 2, 0, layout.width / 2, layout.top)
        across = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
        letters.draw(painter, word, box, across, QColor(picture.theme.muted))


def _paint_token(
    painter: QPainter, words: str, place: Place, layout: LinesLayout, letters: Lettering, colour: str
) -> None:
    across = Qt.AlignmentFlag.AlignRight if layout.on_left(place[0]) else Qt.AlignmentFlag.AlignLeft
    letters.draw(painter, words, layout.label_rect(place), across, QColor(colour))


def _paint_weight(
    painter: QPainter,
    words: str,
    place: Place,
    layout: LinesLayout,
    letters: Lettering,
    colour: str,
    picture: LinesPicture,
) -> None:
    """Write a weight over the end of its line."""
    inside, middle, high = layout.lines, layout.y(place[1]), letters.height
    bar = 0.22 * high if len(picture.weights) > 1 else 0.0
    wide = max(letters.width(words), letters.width(_USUAL)) + 0.5 * high + bar
    on_left = layout.on_left(place[0])
    box = QRectF(inside.left() if on_left else inside.right() - wide, middle - high / 2, wide, high)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(picture.theme.window))
    painter.drawRoundedRect(box, 0.2 * high, 0.2 * high)
    if bar:  # in the head's colour, on the side of its line
        left = box.right() - bar if on_left else box.left()
        painter.fillRect(QRectF(left, box.top() + 0.12 * high, bar, 0.76 * high), QColor(colour))
        box.adjust(0 if on_left else bar, 0, -bar if on_left else 0, 0)
    letters.draw(painter, words, box, Qt.AlignmentFlag.AlignHCenter, QColor(picture.theme.text))


def paint_lines(painter: QPainter, picture: LinesPicture, layout: LinesLayout) -> None:
    """Paint the lines alone, each as a line."""
    em = float(base_pixels(picture.font))
    for pen, some in _grouped(picture, layout, em):
        painter.setPen(pen)
        painter.drawLines(some)


def _grouped(picture: LinesPicture, layout: LinesLayout, em: float) -> Iterator[tuple[QPen, list[QLineF]]]:
    """Yield the lines with their pens, the faintest first; those of a pinned row last."""
    of = strands(picture)
    ends = layout.ends(of)
    level = np.ceil(np.clip(of.weight, 0.0, 1.0) * _LEVELS).astype(np.intp) + np.where(of.faded, 0, _LEVELS + 1)
    left, right = layout.lines.left(), layout.lines.right()
    if layout.mirrored:
        left, right = right, left
    for each in np.unique(level):
        for head, style in enumerate(picture.styles):
            chosen = np.flatnonzero((level == each) & (of.head == head))
            if not len(chosen):
                continue
            colour, thick = QColor(style.colour), float(ends.thickness[chosen].mean())
            colour.setAlphaF(float(ends.opacity[chosen].mean()))
            pen = QPen(colour, thick, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
            if style.off:
                pen.setDashPattern([style.on * em / thick, style.off * em / thick])
            heights = zip(ends.looks[chosen].tolist(), ends.looked_at[chosen].tolist(), strict=True)
            yield pen, [QLineF(left, looks, right, looked_at) for looks, looked_at in heights]
