"""The picture that leaves the window: heading, heat map, caption and settings, drawn once for every kind of file.

PNG is a bitmap; SVG and PDF are drawings with their text as text. Must not show a number that is not in the snapshot.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np
from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QCoreApplication,
    QIODevice,
    QLocale,
    QMarginsF,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
)
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

import attnviz
from attnviz.app.matrices import Matrix, matrix_of, row_spans, weights_title
from attnviz.app.numbers import NothingToExport, what_is_empty
from attnviz.app.piece_words import dimmed
from attnviz.app.source_names import label_of
from attnviz.state.scene import Picture
from attnviz.state.snapshot import Snapshot
from attnviz.views import heatmap_painter, picture_words
from attnviz.views.colormaps import diverging, table
from attnviz.views.fonts import scaled_font
from attnviz.views.heatmap_layout import MOST_CELLS
from attnviz.views.heatmap_painter import HeatmapPicture, Viewport
from attnviz.views.legend_label import paint_legend
from attnviz.views.span_label import Span, lay_out
from attnviz.views.theme import Theme

_TITLE_SIZE, _CAPTION_SIZE = 1.45, 1.45  # times the text size
_POINTS_PER_PIXEL = 0.75  # of PDF points, 1/72 inch, and Qt's 1/96
LEAST = QSize(480, 360)  # of a picture; a smaller window gives one of this size
_LARGEST_SIDE = 16_000  # pixels of a bitmap


class Drawable(Protocol):
    """What SVG and PDF are made from. `size` in pixels of 1/96 inch."""

    @property
    def snapshot(self) -> Snapshot: ...

    @property
    def size(self) -> QSize: ...

    @property
    def title(self) -> str | None: ...

    def draw(self, painter: QPainter) -> None:
        """Draw on `painter`, whose unit is one pixel of `size`."""


@dataclass(frozen=True, eq=False)
class Page:
    """Everything a picture is made from. `size` in pixels of 1/96 inch."""

    snapshot: Snapshot
    colormap: str
    theme: Theme
    font: QFont
    size: QSize
    map: HeatmapPicture | None = None  # what the map shows, zoomed as it is; None = all of the weights
    title: str | None = None  # of the map; None = "Attention weights"
    subtitle: str | None = None  # what rows and columns are
    caption: tuple[Span, ...] | None = None  # on the pinned row; None = made from its weights

    def draw(self, painter: QPainter) -> None:
        """Draw on `painter`, whose unit is one pixel of `size`. Raises NothingToExport for a text without tokens."""
        _draw(painter, self)


def least_size(rows: int, columns: int, font: QFont) -> QSize:
    """Return how large a picture must be for the numbers of its cells to be read, whatever the window's size."""
    line = QFontMetricsF(font).height()
    if max(rows, columns) > MOST_CELLS:
        return LEAST
    return LEAST.expandedTo(QSize(round((10 + 2.6 * columns) * line), round((11 + 1.7 * rows) * line)))


def image(page: Page, scale: int) -> QImage:
    """Return the picture as a bitmap with `scale` dots per pixel. Raises NothingToExport."""
    size = page.size * scale
    if max(size.width(), size.height()) > _LARGEST_SIDE:
        words = QCoreApplication.translate(
            "Picture", "A picture of {width} × {height} dots is too large; choose a smaller size."
        )
        raise ValueError(words.format(width=size.width(), height=size.height()))
    bitmap = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    bitmap.setDevicePixelRatio(scale)
    bitmap.fill(QColor(page.theme.canvas))
    _paint_on(bitmap, page.draw)
    return bitmap


def png(bitmap: QImage) -> bytes:
    """Return a bitmap as PNG; any thread may do this."""
    buffer, store = _buffer()
    bitmap.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(store.data())


def svg(page: Drawable) -> bytes:
    """Return the picture as SVG, with its text as text. Raises NothingToExport."""
    buffer, store = _buffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(page.size)
    generator.setViewBox(QRect(0, 0, page.size.width(), page.size.height()))
    generator.setResolution(96)
    generator.setTitle(page.title or QCoreApplication.translate("Picture", "Attention weights"))
    generator.setDescription(settings(page.snapshot))
    _paint_on(generator, page.draw)
    return bytes(store.data())


def pdf(page: Drawable) -> bytes:
    """Return the picture as a PDF of one page, with its text as text. Raises NothingToExport."""
    buffer, store = _buffer()
    writer = QPdfWriter(buffer)
    writer.setResolution(96)
    points = QSizeF(page.size) * _POINTS_PER_PIXEL
    writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, matchPolicy=QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageOrientation(QPageLayout.Orientation.Portrait)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(page.title or QCoreApplication.translate("Picture", "Attention weights"))
    writer.setCreator(f"attnviz {attnviz.__version__}")
    _paint_on(writer, page.draw)
    return bytes(store.data())


def settings(snapshot: Snapshot) -> str:
    """Return one line with everything that decides the numbers."""
    scene = snapshot.scene
    head = _loaded(snapshot) if scene.loaded else [_head(scene), f"d = {scene.width}"]
    parts = head if scene.model == "arrays" else [*head, *(part.words for part in picture_words.parts(scene))]
    return " · ".join((*parts, _counted(len(snapshot.tokens), snapshot.total_tokens), f"attnviz {attnviz.__version__}"))


def _head(picture: Picture) -> str:
    words = {
        "random": QCoreApplication.translate("Picture", "random weights"),
        "identity": QCoreApplication.translate("Picture", "identity weights"),
        "demo": QCoreApplication.translate("Picture", "hand-made weights"),
    }
    if picture_words.hand_made_scores(picture):
        return QCoreApplication.translate("Picture", "hand-made scores")
    return words["random" if picture_words.own_weights(picture) else picture.model]


def _loaded(snapshot: Snapshot) -> list[str]:
    """Return the source's name, and what of it is shown."""
    return [label_of(snapshot.scene.source), weights_title(snapshot)]


def _counted(shown: int, total: int | None) -> str:
    number = QLocale()
    if total is None:
        words = QCoreApplication.translate("Picture", "the first {shown} tokens are shown")
        return words.format(shown=number.toString(shown))
    if shown < total:
        words = QCoreApplication.translate("Picture", "{shown} of {total} tokens are shown")
    else:
        words = QCoreApplication.translate("Picture", "tokens: {total}")
    return words.format(shown=number.toString(shown), total=number.toString(total))


def _buffer() -> tuple[QBuffer, QByteArray]:
    store = QByteArray()
    buffer = QBuffer(store)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer, store


def _paint_on(device: QImage | QSvgGenerator | QPdfWriter, draw: Callable[[QPainter], None]) -> None:
    painter = QPainter(device)
    try:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        draw(painter)
    finally:
        painter.end()


def _draw(painter: QPainter, page: Page) -> None:
    matrix = matrix_of(page.snapshot, "weights")
    if matrix is None:
        raise NothingToExport(f"There is no picture yet: {what_is_empty(page.snapshot)}.")
    em = QFontMetricsF(page.font).height()
    inside = QRectF(QPointF(0, 0), QSizeF(page.size)).adjusted(em, em, -em, -em)
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(page.size)), QColor(page.theme.canvas))
    top = _draw_heading(painter, page, inside, matrix)
    bottom = _draw_foot(painter, page, inside, matrix)
    area = QRectF(QPointF(inside.left(), top + em / 2), QPointF(inside.right(), bottom - em / 2))
    heatmap_painter.paint(painter, area, page.map or _weights(page, matrix))


def _weights(page: Page, matrix: Matrix) -> HeatmapPicture:
    """Return the heat map of all the weights."""
    snapshot, colours = page.snapshot, table(page.colormap, page.theme.dark)
    back = dimmed(snapshot, matrix)
    return HeatmapPicture(
        weights=matrix.values,
        mask=np.ones(matrix.values.shape, np.bool_) if matrix.mask is None else matrix.mask,
        row_tokens=matrix.rows,
        column_tokens=matrix.columns,
        table=diverging(page.theme.dark) if matrix.scale == "signed" else colours,
        theme=page.theme,
        font=page.font,
        visible=Viewport(0, 0, *matrix.values.shape),
        pinned=snapshot.pinned,
        limit=matrix.limit,
        signed=matrix.scale == "signed",
        drawn=frozenset((row, column) for row, column, _ in snapshot.scene.drawn) if matrix.masked else frozenset(),
        dimmed_rows=back[0],
        dimmed_columns=back[1],
    )


def _draw_heading(painter: QPainter, page: Page, inside: QRectF, matrix: Matrix) -> float:
    """Draw title, subtitle and legend; return where they end."""
    title = scaled_font(page.font, _TITLE_SIZE, bold=True)
    high = QFontMetricsF(title).height()
    painter.setFont(title)
    painter.setPen(QColor(page.theme.text))
    words = page.title or matrix.title
    painter.drawText(QPointF(inside.left(), inside.top() + QFontMetricsF(title).ascent()), words)
    metrics = QFontMetricsF(page.font)
    painter.setFont(page.font)
    painter.setPen(QColor(page.theme.muted))
    base = inside.top() + high + metrics.ascent()
    words = page.subtitle or matrix.subtitle
    painter.drawText(QPointF(inside.left(), base), words)
    end = inside.top() + high + metrics.height()
    wide = min(16 * metrics.height(), inside.width() / 2)
    legend = QRectF(inside.right() - wide, end - metrics.height(), wide, metrics.height())
    shown = page.map or _weights(page, matrix)
    paint_legend(painter, legend, shown.table, page.theme, page.font, shown.limit, shown.signed)
    return end


def _draw_foot(painter: QPainter, page: Page, inside: QRectF, matrix: Matrix) -> float:
    """Draw caption and settings from the bottom up; return where they begin."""
    line, high = lay_out([Span(settings(page.snapshot), "muted")], page.font, page.theme, inside.width())
    top = inside.bottom() - high
    line.draw(painter, QPointF(inside.left(), top))
    pinned = page.snapshot.pinned
    if pinned is not None:
        spans = page.caption or row_spans(page.snapshot, matrix, pinned[0])
        words, high = lay_out(spans, scaled_font(page.font, _CAPTION_SIZE), page.theme, inside.width())
        top -= high + QFontMetricsF(page.font).height() / 2
        painter.setPen(QColor(page.theme.text))
        words.draw(painter, QPointF(inside.left(), top))
    return top


def maker(page: Page, suffix: str, scale: int) -> Callable[[], Callable[[], bytes]]:
    """Return what draws the picture as ".png", ".svg" or ".pdf", and in turn returns what a worker may finish."""

    def make() -> Callable[[], bytes]:
        if suffix == ".png":
            return partial(png, image(page, scale))
        data = svg(page) if suffix == ".svg" else pdf(page)
        return lambda: data

    return make
