"""The open panel as a picture: all that is in it, also what is scrolled out of sight, and the settings below.

The panel draws itself, made as high as it needs for a moment. Must not know what a panel shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QFont, QFontInfo, QImage, QPainter, QRegion, QTextLayout
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QListView,
    QScrollArea,
    QTableView,
    QWidget,
)

from attnviz.app import picture
from attnviz.state.snapshot import Snapshot
from attnviz.views import theme
from attnviz.views.span_label import Span, lay_out
from attnviz.views.theme import Theme

_LARGEST_SIDE = 16_000  # dots of a bitmap; a longer panel has fewer dots per pixel


@dataclass(frozen=True, eq=False)
class PanelPage:
    """A panel's parts, from top to bottom, and what is written below. `size` in pixels of 1/96 inch."""

    parts: tuple[QWidget, ...]
    snapshot: Snapshot
    theme: Theme
    font: QFont
    title: str | None

    @property
    def size(self) -> QSize:
        """How large all parts and the settings are together."""
        high = sum(part.height() for part in self.parts)
        return QSize(self._width, high + round(self._settings()[1] + 1.6 * self._em))

    def draw(self, painter: QPainter) -> None:
        """Draw on `painter`, whose unit is one pixel of `size`."""
        painter.fillRect(QRectF(QPointF(0, 0), QSizeF(self.size)), QColor(self.theme.window))
        top = 0
        for part in self.parts:
            part.render(painter, QPoint(0, top), QRegion(), QWidget.RenderFlag.DrawChildren)
            top += part.height()
        lines, _ = self._settings()
        lines.draw(painter, QPointF(1.1 * self._em, top + 0.5 * self._em))

    @property
    def _width(self) -> int:
        return max(part.width() for part in self.parts)

    @property
    def _em(self) -> int:
        return QFontInfo(self.font).pixelSize()

    def _settings(self) -> tuple[QTextLayout, float]:
        words = [Span(picture.settings(self.snapshot), "muted")]
        return lay_out(words, self.font, self.theme, self._width - 2.2 * self._em)


def image(panel: QWidget, snapshot: Snapshot, light: AbstractContextManager[None], scale: float) -> QImage:
    """Return the panel as a bitmap with `scale` dots per pixel, fewer where it is very long. light: see `made`."""
    with light, unrolled(panel) as parts:
        page = _page(panel, parts, snapshot)
        most = min(scale, _LARGEST_SIDE / max(page.size.width(), page.size.height()))
        bitmap = QImage(page.size * most, QImage.Format.Format_ARGB32_Premultiplied)
        bitmap.fill(QColor(page.theme.window))
        painter = QPainter(bitmap)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.scale(most, most)
        page.draw(painter)
        painter.end()
    return bitmap


def made(
    panel: QWidget, snapshot: Snapshot, light: AbstractContextManager[None], suffix: str
) -> Callable[[], Callable[[], bytes]]:
    """Return the panel as it is now as ".png", ".svg" or ".pdf", in the form in which files are written.

    light: within it, the whole window has light colours.
    """
    if suffix == ".png":
        bitmap = image(panel, snapshot, light, 2.0)
        return lambda: lambda: picture.png(bitmap)
    with light, unrolled(panel) as parts:
        page = _page(panel, parts, snapshot)
        data = picture.svg(page) if suffix == ".svg" else picture.pdf(page)
    return lambda: lambda: data


def _page(panel: QWidget, parts: tuple[QWidget, ...], snapshot: Snapshot) -> PanelPage:
    return PanelPage(parts, snapshot, theme.current(), panel.font(), panel.accessibleName())


@contextmanager
def unrolled(panel: QWidget) -> Iterator[tuple[QWidget, ...]]:
    """Yield the parts of a panel from top to bottom, each so high that nothing in it has to scroll.

    Afterwards all is as it was; nothing is painted on the screen meanwhile.
    """
    parts = tuple(_parts(panel))
    heights = [part.size() for part in parts]
    lists = [view for part in parts for view in part.findChildren(QAbstractItemView) if view.isVisibleTo(part)]
    limits = [(view.minimumHeight(), view.maximumHeight()) for view in lists]
    areas = [area for area in panel.findChildren(QScrollArea) if area.widgetResizable()]
    bars = [area.verticalScrollBar() for area in panel.findChildren(QAbstractScrollArea)]
    places = [bar.value() for bar in bars]
    try:
        for area in areas:
            area.setWidgetResizable(False)  # else it keeps its content at its own height
        for view in lists:
            needed = _height_of(view)
            if needed > view.height():
                view.setMaximumHeight(max(needed, view.maximumHeight()))
                view.setMinimumHeight(needed)
        for part in parts:
            _stretch(part)
        yield parts
    finally:
        for view, (least, most) in zip(lists, limits, strict=True):
            view.setMinimumHeight(least)
            view.setMaximumHeight(most)
        for part, size in zip(parts, heights, strict=True):
            _laid_out(part)
            part.resize(size)
            _laid_out(part)
        for area in areas:
            area.setWidgetResizable(True)
        for bar, place in zip(bars, places, strict=True):
            bar.setValue(place)


def _parts(panel: QWidget) -> Iterator[QWidget]:
    """Yield what stands in the panel's own column, without the frames that scroll."""
    layout = panel.layout()
    items = [] if layout is None else [layout.itemAt(place) for place in range(layout.count())]
    for widget in [item.widget() for item in items if item is not None] or [panel]:
        inside = widget.widget() if isinstance(widget, QScrollArea) else widget
        if inside is not None and (inside is panel or inside.isVisibleTo(panel)):
            yield inside


def _stretch(part: QWidget) -> None:
    """Make a part as high as all of it needs at its width. Twice: words that are broken anew ask for more."""
    for _ in range(2):
        _laid_out(part)
        layout = part.layout()
        if layout is None:
            return
        width = part.width()
        needs = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()
        part.resize(width, needs)


def _laid_out(part: QWidget) -> None:
    for widget in (*reversed(part.findChildren(QWidget)), part):
        layout = widget.layout()
        if layout is not None:
            layout.activate()


def _height_of(view: QAbstractItemView) -> int:
    """Return the height at which all rows of a list or table are in sight."""
    frame = 2 * view.frameWidth()
    if isinstance(view, QTableView):
        head = 0 if view.horizontalHeader().isHidden() else view.horizontalHeader().height()
        bar = view.horizontalScrollBar().height() if view.horizontalScrollBar().isVisibleTo(view) else 0
        return view.verticalHeader().length() + head + bar + frame
    if isinstance(view, QListView):
        rows = view.model().rowCount(view.rootIndex())
        high = [view.sizeHintForRow(row) for row in (range(1) if view.uniformItemSizes() else range(rows))]
        return (max(high, default=0) * rows if view.uniformItemSizes() else sum(high)) + frame
    return 0
