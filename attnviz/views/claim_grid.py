"""A dot for each head of each layer: whether its map moved. Says which one is pointed at; must not compare maps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFontInfo, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.views import theme
from attnviz.views.heatmap_keys import MOVING, moved_pin

_TALLEST, _LEAST = 0.95, 0.35  # em of a dot with its space
_PAGE = 5  # layers of a page key


class ClaimGrid(QWidget):
    """Layers below each other, heads side by side. The arrow keys point as the mouse does; Enter or a click chooses.

    Signals: head_pointed(layer, head), both -1 when none is; head_chosen(layer, head).
    """

    head_pointed = Signal(int, int)
    head_chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("claim_grid")
        self.setAccessibleName(self.tr("Heads of each layer"))
        self._moved: NDArray[np.int64] = np.zeros((0, 0), np.int64)
        self._pointed: tuple[int, int] | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_moved(self, moved: NDArray[np.int64]) -> None:
        """Show how many weights of each map have moved (layers, heads). Says nothing."""
        self._moved = moved
        if self._pointed is not None and not self._holds(*self._pointed):
            self._pointed = None
        self.updateGeometry()
        self.update()

    def pointed(self) -> tuple[int, int] | None:
        """Return layer and head that are pointed at."""
        return self._pointed

    def dot(self, layer: int, head: int) -> QRectF:
        """Return where a head's dot is."""
        side, origin = self._side(), self._origin()
        return QRectF(origin.x() + head * side, origin.y() + layer * side, side, side)

    def sizeHint(self) -> QSize:
        em = self._em()
        layers, heads = self._moved.shape
        return QSize(round(heads * em * 0.8) + em, round(layers * min(self._side(), _TALLEST * em)) + em)

    def minimumSizeHint(self) -> QSize:
        return QSize(8 * self._em(), self.sizeHint().height())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self._at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and at is not None:
            self.head_chosen.emit(*at)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if not self.hasFocus():
            self._point_at(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in MOVING and self._moved.size:
            layers, heads = self._moved.shape
            layer, head = moved_pin(self._pointed or (0, 0), key, False, layers, heads, _PAGE)
            self._point_at((layer, head or 0))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._pointed is not None:
            self.head_chosen.emit(*self._pointed)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._pointed is None and self._moved.size and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._point_at((0, 0))
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._point_at(None)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, side = theme.current(), self._side()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        gap = max(1.0, 0.16 * side)
        brushes = (QColor(colours.good), QColor(colours.moved_mark))
        for layer, head in np.ndindex(self._moved.shape):
            painter.setBrush(brushes[int(self._moved[layer, head] > 0)])
            rect = self.dot(layer, head).adjusted(gap / 2, gap / 2, -gap / 2, -gap / 2)
            painter.drawRoundedRect(rect, 0.2 * side, 0.2 * side)
        if self._pointed is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.text), 2))
            painter.drawRoundedRect(self.dot(*self._pointed), 0.2 * side, 0.2 * side)
        painter.end()

    def _em(self) -> int:
        return QFontInfo(self.font()).pixelSize()

    def _side(self) -> float:
        em, heads = self._em(), max(1, int(self._moved.shape[1]))
        return float(max(_LEAST * em, min(_TALLEST * em, (max(self.width(), 10 * em) - em) / heads)))

    def _origin(self) -> QPointF:
        return QPointF(self._em() / 2, self._em() / 2)

    def _holds(self, layer: int, head: int) -> bool:
        layers, heads = self._moved.shape
        return bool(0 <= layer < layers and 0 <= head < heads)

    def _at(self, place: QPointF) -> tuple[int, int] | None:
        inside, side = place - self._origin(), self._side()
        layer, head = int(inside.y() // side), int(inside.x() // side)
        return (layer, head) if self._holds(layer, head) else None

    def _point_at(self, place: tuple[int, int] | None) -> None:
        if place != self._pointed:
            self._pointed = place
            self.update()
            self.head_pointed.emit(*(place or (-1, -1)))
