"""The token labels of the heat map: rows at the left, columns on top. Must not measure: it is given a layout."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter

from attnviz.views.heatmap_layout import HeatmapLayout
from attnviz.views.heatmap_picture import HeatmapPicture
from attnviz.views.heatmap_text import Lettering, lettering, shown
from attnviz.views.heatmap_veil import veiled

_BACK, _PLAIN, _POINTED, _PINNED = -1, 0, 1, 2


def paint_labels(painter: QPainter, picture: HeatmapPicture, layout: HeatmapLayout) -> None:
    """Paint as many labels as fit; those of the pinned and the pointed-at row and column always."""
    view = picture.visible
    rows, columns = _marks(picture, 0), _marks(picture, 1)
    shown_rows = labelled(view.first_row, view.rows, layout.row_step, rows)
    shown_columns = labelled(view.first_column, view.columns, layout.column_step, columns)
    colours = {_BACK: veiled(picture.theme.muted, picture.theme), _PLAIN: QColor(picture.theme.muted)}
    for strength in (_BACK, _PLAIN, _POINTED, _PINNED):
        letters = lettering(picture.font, layout.label_pixels, strength == _PINNED)
        painter.setFont(letters.font)
        painter.setPen(colours.get(strength, QColor(picture.theme.accent)))
        some = [row for row in shown_rows if rows.get(row, _PLAIN) == strength]
        _paint_rows(painter, picture.row_tokens, layout, some, letters)
        some = [column for column in shown_columns if columns.get(column, _PLAIN) == strength]
        if layout.angle == 0:
            _paint_flat(painter, picture.column_tokens, layout, some, letters)
        else:
            _paint_turned(painter, picture.column_tokens, layout, some, letters)


def labelled(first: int, count: int, step: int, marks: dict[int, int]) -> list[int]:
    """Return which of `count` positions from `first` on get a label: each `step`th, and `marks` in place of neighbours.

    >>> labelled(0, 10, 3, {4: 2})
    [0, 4, 9]
    """
    inside = {index: mark for index, mark in marks.items() if mark > _PLAIN and first <= index < first + count}
    chosen: list[int] = []
    for index in sorted(inside, key=lambda position: -inside[position]):  # the pinned one wins over the pointed-at one
        if all(abs(index - other) >= step for other in chosen):
            chosen.append(index)
    start = math.ceil(first / step) * step  # multiples of the step, so that labels stay while panning
    plain = [i for i in range(start, first + count, step) if all(abs(i - other) >= step for other in chosen)]
    return sorted(chosen + plain)


def _marks(picture: HeatmapPicture, side: int) -> dict[int, int]:
    marks = dict.fromkeys((picture.dimmed_rows, picture.dimmed_columns)[side], _BACK)
    for cell, strength in ((picture.hovered, _POINTED), (picture.pinned, _PINNED)):
        index = cell[side] if cell is not None else None
        if index is not None:
            marks[index] = strength
    return marks


def _paint_rows(
    painter: QPainter, tokens: Sequence[str], layout: HeatmapLayout, rows: list[int], letters: Lettering
) -> None:
    gap = letters.height * 0.5
    right, room = layout.area.left() - gap, layout.row_room - gap
    first = layout.area.top() + (layout.pitch_y - layout.gap - letters.height) / 2
    for row in rows:
        ready, width = letters.fitted(shown(tokens[row]), room)
        top = first + (row - layout.visible.first_row) * layout.pitch_y
        painter.drawStaticText(QPointF(right - width, top), ready)


def _paint_flat(
    painter: QPainter, tokens: Sequence[str], layout: HeatmapLayout, columns: list[int], letters: Lettering
) -> None:
    first = layout.area.left() + (layout.pitch_x - layout.gap) / 2
    top = layout.area.top() - letters.height * 1.2
    for column in columns:
        ready, width = letters.fitted(shown(tokens[column]), layout.pitch_x)
        middle = first + (column - layout.visible.first_column) * layout.pitch_x
        painter.drawStaticText(QPointF(middle - width / 2, top), ready)


def _paint_turned(
    painter: QPainter, tokens: Sequence[str], layout: HeatmapLayout, columns: list[int], letters: Lettering
) -> None:
    """Turn the painter once, and each place the other way: a transform for each label takes longer than the label."""
    high, turn = letters.height, math.radians(layout.angle)
    first = layout.area.left() + (layout.pitch_x - layout.gap) / 2
    y, right = layout.area.top() - high * 0.2, layout.area.right() + layout.overhang
    painter.save()
    painter.rotate(layout.angle)
    for column in columns:
        x = first + (column - layout.visible.first_column) * layout.pitch_x
        room = layout.header - high * 0.3
        if layout.angle == -45:
            x, room = x - high * 0.1, max(high, min(layout.header - high * 0.9, right - x) * math.sqrt(2))
        ready, _ = letters.fitted(shown(tokens[column]), room)
        along, across = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
        painter.drawStaticText(QPointF(along, across - high / 2), ready)
    painter.restore()
