"""Where everything of the heat map stands: cells, labels, sizes of numbers. Must not paint.

One `HeatmapLayout` serves painting, hit testing and export, so a click always lands on what is seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from attnviz.views.heatmap_figures import widest_cell_text
from attnviz.views.heatmap_picture import HeatmapPicture, Viewport
from attnviz.views.heatmap_text import Lettering, base_pixels, lettering, shown

MOST_CELLS = 48  # a side; more are painted as an image
_LEAST_CELL = 6.0  # pixels; smaller cells are painted as an image
_WIDEST = 1.5  # width of a cell over its height
_WIDEST_FOR_LABELS = 3.0  # the same, where that lets the column labels lie flat
_LONGEST = 6.0  # the same, the other way too, in a matrix that is far from square
_TALLEST = 8.0  # height of a cell over the text size
_LABEL_SHARE = 0.25  # of the map, at most, for labels
_LABEL, _LABEL_MOST, _LABEL_LEAST = 1.45, 1.9, 0.7  # size of labels over the text size
_NUMBER, _NUMBER_MOST, _NUMBER_LEAST = 1.5, 2.2, 0.7  # size of numbers over the text size; smaller ones are dropped
_AIRY, _TIGHT = 0.64, 0.86  # of a cell's height: its number, and the most that a number may take of a low one
_FILLED = 0.86  # of a cell's width, at most, by its number
_PRESENTED_LEAST = 0.85  # the same in the presenter, for labels and numbers
_SLANT = math.sqrt(0.5)  # sine and cosine of 45 degrees


@dataclass(frozen=True)
class HeatmapLayout:
    """Places and sizes in the painter's pixels. Painted numbers have `number_pixels`, or are left out if that is 0."""

    area: QRectF  # the cells
    visible: Viewport
    pitch_x: float  # from one cell to the next
    pitch_y: float
    gap: float
    separate: bool  # cells, or else an image
    label_pixels: int
    number_pixels: int
    angle: int  # of the column labels: 0 flat, -45 slanted, -90 standing
    row_room: float  # for row labels, left of the cells
    header: float  # for column labels, above the cells
    overhang: float  # for slanted column labels, right of the cells
    row_step: int  # every how many rows have a label
    column_step: int

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Return where a cell is painted, without the gap to the next. It may lie outside when zoomed in."""
        left = self.area.left() + (column - self.visible.first_column) * self.pitch_x
        top = self.area.top() + (row - self.visible.first_row) * self.pitch_y
        return QRectF(left, top, self.pitch_x - self.gap, self.pitch_y - self.gap)

    def cell_at(self, point: QPointF) -> tuple[int, int] | None:
        """Return (row, column) of the cell at `point`, gaps counting to the cell before; None outside the cells."""
        row, column = self._row_at(point), self._column_at(point)
        return None if row is None or column is None else (row, column)

    def row_label_at(self, point: QPointF) -> int | None:
        """Return the row whose label is at `point`, or None."""
        inside = self.area.left() - self.row_room <= point.x() < self.area.left()
        return self._row_at(point) if inside else None

    def column_label_at(self, point: QPointF) -> int | None:
        """Return the column whose label is at `point`, or None. A slanted label counts where it begins."""
        inside = self.area.top() - self.header <= point.y() < self.area.top()
        return self._column_at(point) if inside else None

    def bounds(self) -> QRectF:
        """Return the cells with their labels."""
        return self.area.adjusted(-self.row_room, -self.header, 0, 0)

    def _row_at(self, point: QPointF) -> int | None:
        index = math.floor((point.y() - self.area.top()) / self.pitch_y)
        return self.visible.first_row + index if 0 <= index < self.visible.rows else None

    def _column_at(self, point: QPointF) -> int | None:
        index = math.floor((point.x() - self.area.left()) / self.pitch_x)
        return self.visible.first_column + index if 0 <= index < self.visible.columns else None


@dataclass(frozen=True)
class _Header:
    """Column labels at one angle: how high, how far they stick out to the right, and how wide a column must be."""

    angle: int
    height: float
    overhang: float
    needs: float


def arrange(rect: QRectF, picture: HeatmapPicture, ratio: float = 1.0) -> HeatmapLayout:
    """Return the layout of `picture` centred in `rect`, snapped to device pixels (`ratio` of them a pixel).

    Column labels lie flat if they fit at the text size or above, else they slant, else they stand.
    """
    view, base = picture.visible, base_pixels(picture.font)
    if not view.rows or not view.columns:
        raise ValueError("a heat map needs at least one row and one column to be laid out")
    edge = base * (0.1 if picture.crosshair else 0.4)
    inner = rect.adjusted(edge, edge, -edge, -edge)
    largest = _label_pixels(base, inner.height() / view.rows, picture.crosshair)
    tried = {largest, (largest + min(largest, base)) // 2, min(largest, base)}
    if picture.crosshair:  # for a projector: rather smaller than slanted
        tried.add(min(largest, math.ceil(_PRESENTED_LEAST * base)))
    sizes = sorted(tried, reverse=True)
    roomy = inner.width() / view.columns >= base * 0.9  # else no label lies flat or slants: spare the measuring
    for angle in (0, -45) if roomy else ():
        for pixels in sizes:
            made, needs = _attempt(inner, picture, ratio, base, pixels, angle)
            if made.pitch_x >= needs:
                return made
    return _attempt(inner, picture, ratio, base, largest, -90)[0]


def _attempt(
    inner: QRectF, picture: HeatmapPicture, ratio: float, base: int, label_pixels: int, angle: int
) -> tuple[HeatmapLayout, float]:
    """Return a layout with labels of this size and angle, and how wide a column must be for them."""
    view = picture.visible
    letters = lettering(picture.font, label_pixels, bold=True)  # the pinned label is bold, and must not jump
    row_step = _step(label_pixels, inner.height() * 0.9 / view.rows)
    rows = picture.row_tokens[view.first_row : view.first_row + view.rows]
    row_room = _row_room(rows[::row_step], letters, inner.width())
    columns = picture.column_tokens[view.first_column : view.first_column + view.columns]
    header = _header(angle, columns, letters, inner, (inner.width() - row_room) / view.columns)
    return _placed(inner, picture, ratio, base, label_pixels, row_room, header), header.needs


def _header(angle: int, columns: Sequence[str], letters: Lettering, inner: QRectF, pitch: float) -> _Header:
    """Return what column labels at `angle` take. `pitch`: the widest a column could be."""
    most, high = inner.height() * _LABEL_SHARE, letters.height
    step = 1 if angle > -90 else _step(letters.font.pixelSize(), pitch)
    if angle != -45:  # only slanted ones need to know their places
        columns = list(set(columns[::step]))
    widths = [letters.width(shown(token)) for token in columns]
    if angle == 0:
        return _Header(0, high * 1.3, 0.0, max(widths) + high * 0.3)
    if angle == -90:
        return _Header(-90, min(max(widths) + high * 0.4, most), 0.0, 0.0)
    height = min(max(widths) * _SLANT + high * 0.9, most)
    reach = [min(width * _SLANT, height) - (len(columns) - index - 0.5) * pitch for index, width in enumerate(widths)]
    return _Header(-45, height, max(0.0, min(max(reach), inner.width() * 0.15)), high * 1.15)


def _placed(
    inner: QRectF, picture: HeatmapPicture, ratio: float, base: int, label_pixels: int, row_room: float, header: _Header
) -> HeatmapLayout:
    view = picture.visible
    high = max(1.0, inner.height() - header.height) / view.rows
    wide = max(1.0, inner.width() - row_room - header.overhang) / view.columns
    high = min(high, wide * _stretch(view.columns, view.rows), _TALLEST * base)
    needs = min(header.needs + 1.0, _WIDEST_FOR_LABELS * high)
    if picture.crosshair:  # for a projector: as wide as its labels and numbers need
        least = math.ceil(_PRESENTED_LEAST * base)
        numbers = lettering(picture.font, least).width(_widest_number(picture)) / _FILLED + 2.0
        needs = min(max(header.needs + 1.0, numbers), 2 * _WIDEST_FOR_LABELS * high)
    wide = min(wide, max(_WIDEST * _stretch(view.rows, view.columns) * high, needs))
    separate = max(view.rows, view.columns) <= MOST_CELLS and min(wide, high) >= _LEAST_CELL
    gap = _snapped(min(6.0, max(1.0, high * 0.07)), ratio) if separate else 0.0
    if separate:
        wide, high = _snapped(wide, ratio), _snapped(high, ratio)
    width, height = _snapped(wide * view.columns, ratio), _snapped(high * view.rows, ratio)
    left = inner.left() + (inner.width() - row_room - width - header.overhang) / 2 + row_room
    top = inner.top() + (inner.height() - header.height - height) / 2 + header.height
    wide, high = width / view.columns, height / view.rows
    return HeatmapLayout(
        area=QRectF(_snapped(left, ratio), _snapped(top, ratio), width - gap, height - gap),
        visible=view,
        pitch_x=wide,
        pitch_y=high,
        gap=gap,
        separate=separate,
        label_pixels=label_pixels,
        number_pixels=_number_pixels(picture, base, wide - gap, high - gap) if separate else 0,
        angle=header.angle,
        row_room=row_room,
        header=header.height,
        overhang=header.overhang,
        row_step=_step(label_pixels, high),
        column_step=_step(label_pixels, wide) if header.angle == -90 else 1,
    )


def _stretch(many: int, few: int) -> float:
    """Return how much longer than usual a cell may be across the long side of a matrix that is far from square."""
    return min(_LONGEST, max(1.0, many / few / 2.0))


def _row_room(tokens: Sequence[str], letters: Lettering, width: float) -> float:
    """Return the room for row labels, in steps of a line's height: the map stays put while a word is being typed."""
    widest = max(letters.width(shown(token)) for token in set(tokens))
    room = math.ceil((widest + letters.height * 0.7) / letters.height) * letters.height
    return min(room, width * _LABEL_SHARE)


def _label_pixels(base: int, pitch: float, presented: bool) -> int:
    """Return the size of the labels: large, but no higher than a row, and never too small to read."""
    large = min(max(_LABEL * base, pitch * 0.22), _LABEL_MOST * base)
    least = math.ceil(_PRESENTED_LEAST * base) if presented else round(_LABEL_LEAST * base)
    return max(least, min(round(large), math.floor(pitch * 0.75)))


def _widest_number(picture: HeatmapPicture) -> str:
    return "100" if picture.limit is None else widest_cell_text(picture.limit, picture.signed)


def _number_pixels(picture: HeatmapPicture, base: int, wide: float, high: float) -> int:
    """Return the size at which "100" (or the longest signed number) fits into a cell; 0 if none does.

    It stays while the numbers change. With a crosshair, which is for a projector, none is under the presenter's least.
    """
    wanted = lettering(picture.font, round(_NUMBER * base))
    by_width = wanted.font.pixelSize() * wide * _FILLED / wanted.width(_widest_number(picture))
    large = min(max(_NUMBER * base, high * 0.27), _NUMBER_MOST * base)
    least = math.floor(_PRESENTED_LEAST * base if picture.crosshair else _NUMBER_LEAST * base)
    size = math.floor(min(large, high * _AIRY, by_width))
    if size < least <= min(high * _TIGHT, by_width):  # rather close to the edges than not at all
        size = least
    return size if size >= least else 0


def _step(label_pixels: int, pitch: float) -> int:
    """Return every how many rows or columns a label fits without touching the next."""
    return max(1, math.ceil(label_pixels / pitch - 1e-6))


def _snapped(length: float, ratio: float) -> float:
    """Return `length` cut to whole device pixels, at least one."""
    return max(1.0, math.floor(length * ratio + 1e-6)) / ratio
