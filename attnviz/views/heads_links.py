"""Which K/V head each head uses: two rows of heads joined by lines, the shown head's in the accent colour.

Must not know what a head computes.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontInfo, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from attnviz.views import theme
from attnviz.views.fonts import scaled_font
from attnviz.views.heads_links_layout import BETWEEN, BOX_HIGH, LinksLayout

_SMALL = 0.8  # the numbers, against the text


class HeadsLinks(QWidget):
    """Heads above, K/V heads below. A click picks the head above; keys do that in the strip of maps.

    Signals: head_picked(int); head_pointed(int), -1 when no head is pointed at any more.
    """

    head_picked = Signal(int)
    head_pointed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("heads_links")
        self.setAccessibleName(self.tr("Which K/V head each head uses"))
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._heads = self._kv_heads = 1
        self._shown, self._pointed, self._pressed = 0, -1, -1
        self._layout: LinksLayout | None = None

    def show_links(self, heads: int, kv_heads: int, shown: int) -> None:
        """Show `heads` that share `kv_heads` in equal groups, and the line of the head `shown`. Says nothing.

        Raises ValueError if the groups would not be equal.
        """
        if kv_heads < 1 or heads % kv_heads:
            raise ValueError(f"{kv_heads} K/V heads cannot be shared evenly by {heads} heads")
        if (heads, kv_heads, shown) != (self._heads, self._kv_heads, self._shown):
            if heads != self._heads:
                self._pointed = -1
            self._heads, self._kv_heads, self._shown = heads, kv_heads, shown
            self.update()

    def show_pointed(self, head: int) -> None:
        """Mark the line of a head; -1: of none. Says nothing."""
        if head != self._pointed:
            self._pointed = head if head < self._heads else -1
            self.update()

    def places(self) -> LinksLayout:
        """Return where everything is at the present size."""
        em, mirrored = self._em, self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        shape = (self._heads, self._kv_heads, self.width(), self.height(), float(em), self._names_width(), mirrored)
        made = LinksLayout(*shape)
        if made != self._layout:
            self._layout = made
        return self._layout

    # Acts

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the head in whose column the pointer is."""
        head = self.places().head_at(event.position())
        self.setCursor(Qt.CursorShape.ArrowCursor if head is None else Qt.CursorShape.PointingHandCursor)
        self._point(-1 if head is None else head)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click."""
        head = self.places().head_at(event.position())
        self._pressed = -1 if head is None or event.button() != Qt.MouseButton.LeftButton else head

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Pick the head that was pressed, if the pointer is still on it."""
        pressed, self._pressed = self._pressed, -1
        if pressed >= 0 and pressed == self.places().head_at(event.position()):
            self.head_picked.emit(pressed)

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        self._point(-1)
        super().leaveEvent(event)

    def _point(self, head: int) -> None:
        if head != self._pointed:
            self._pointed = head
            self.update()
            self.head_pointed.emit(head)

    # Size and looks

    @property
    def _em(self) -> int:
        return QFontInfo(self.font()).pixelSize()

    def _names(self) -> tuple[str, str]:
        return self.tr("Q"), self.tr("K/V")

    def _names_width(self) -> float:
        metrics = QFontMetricsF(self.font())
        return max(metrics.horizontalAdvance(name) for name in self._names()) + 0.6 * self._em

    def sizeHint(self) -> QSize:
        """Return 20 em by two rows and the room between them."""
        return QSize(20 * self._em, round((2 * BOX_HIGH + BETWEEN) * self._em) + 4)

    def minimumSizeHint(self) -> QSize:
        """Return 12 em by the same height."""
        return QSize(12 * self._em, self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size and the colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines, those of the shown head's group and its own last, then the heads."""
        look, places = theme.current(), self.places()
        used = self._shown // places.group
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(look.muted))
        side = QStyle.visualAlignment(
            self.layoutDirection(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        for row, name in enumerate(self._names()):
            painter.drawText(places.name_place(row), side, name)
        self._paint_lines(painter, places, used, look)
        painter.setFont(scaled_font(self.font(), _SMALL))
        pointed = self._pointed // places.group if self._pointed >= 0 else -1
        self._paint_row(painter, places.upper, places.boxed, (self._shown, self._pointed), look)
        self._paint_row(painter, places.lower, places.boxed, (used, pointed), look)
        painter.end()

    def _paint_lines(self, painter: QPainter, places: LinksLayout, used: int, look: theme.Theme) -> None:
        lines, group = places.lines, range(used * places.group, (used + 1) * places.group)
        painter.setPen(QPen(QColor(look.border), 1.2))
        painter.drawLines([*lines[: group.start], *lines[group.stop :]])
        painter.setPen(QPen(QColor(look.muted), 1.2))
        painter.drawLines(lines[group.start : group.stop])
        if self._pointed >= 0:
            painter.setPen(QPen(QColor(look.text), 2.0))
            painter.drawLine(lines[self._pointed])
        painter.setPen(QPen(QColor(look.accent), 2.6))
        painter.drawLine(lines[self._shown])

    def _paint_row(
        self, painter: QPainter, nodes: Sequence[QRectF], boxed: bool, marked: tuple[int, int], look: theme.Theme
    ) -> None:
        """Draw heads, the two that are marked as shown and as pointed at over the others."""
        shown, pointed = marked
        order = [*(place for place in range(len(nodes)) if place not in marked), pointed, shown]
        for place in order:
            if place >= 0 and boxed:
                self._paint_box(painter, nodes[place], place, place == shown, place == pointed, look)
            elif place >= 0:
                colour = look.accent if place == shown else look.text if place == pointed else look.muted
                grown = 0.1 * self._em if place in marked else 0.0
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(colour))
                painter.drawEllipse(nodes[place].adjusted(-grown, -grown, grown, grown))

    def _paint_box(
        self, painter: QPainter, node: QRectF, number: int, shown: bool, pointed: bool, look: theme.Theme
    ) -> None:
        painter.setBrush(QColor(look.accent if shown else look.field))
        painter.setPen(QPen(QColor(look.accent if shown else look.text if pointed else look.border), 1.2))
        painter.drawRoundedRect(node, 0.3 * self._em, 0.3 * self._em)
        painter.setPen(QColor(look.on_accent if shown else look.text))
        painter.drawText(node, Qt.AlignmentFlag.AlignCenter, str(number + 1))
