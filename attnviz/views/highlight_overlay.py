"""A frame round what a lesson speaks of. It lies over the window, lets every click through and never takes the keys.

Must not know lessons, and must not change what it points at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from attnviz.views import theme

# Where a target inside a widget lies, in the widget's coordinates; None = nowhere at the moment
Place: TypeAlias = "QRectF | Callable[[], QRectF | None] | None"
_MOVES = (
    QEvent.Type.Move,
    QEvent.Type.Resize,
    QEvent.Type.Show,
    QEvent.Type.Hide,
    QEvent.Type.ParentChange,
    QEvent.Type.LayoutRequest,
    QEvent.Type.ZOrderChange,
    QEvent.Type.FontChange,
)
_GLOW_RINGS = 4


class HighlightOverlay(QWidget):
    """A rounded frame with a soft glow round a widget or a part of it. Hidden where there is nothing to see.

    Signals: none.
    """

    def __init__(self, window: QWidget) -> None:
        """window: over which the frame lies, and which holds every target."""
        super().__init__(window)
        self.setObjectName("highlight_overlay")
        self.setAccessibleName(self.tr("What the lesson points at"))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._window = window
        self._target: QWidget | None = None
        self._place: Place = None
        self._watched: list[QWidget] = []
        self._later = QTimer(self, singleShot=True, interval=0)  # when the target has laid itself out
        self._later.timeout.connect(self._follow)
        self.hide()

    def show_target(self, widget: QWidget | None, rect: Place = None) -> None:
        """Frame `widget`, or the part `rect` of it; None frames nothing.

        rect: in the widget's coordinates, or a function that gives it: that is asked again whenever the widget has
        moved, changed its size or drawn itself anew.
        """
        if self._target is not None and isValid(self._target):
            self._target.destroyed.disconnect(self._on_target_destroyed)
        self._target, self._place = widget, rect
        if widget is not None:
            widget.destroyed.connect(self._on_target_destroyed)
        self._watch()
        self._follow()

    def target(self) -> QWidget | None:
        """Return the widget that is framed."""
        return self._target

    def frame(self) -> QRectF:
        """Return what is framed, in the window's coordinates; empty if nothing is."""
        margin = self._margin()
        return QRectF() if self.isHidden() else QRectF(self.geometry()).adjusted(margin, margin, -margin, -margin)

    def _chain(self) -> list[QWidget]:
        """Return the target and all it lies in, up to the window; nothing if it isn't in this window."""
        chain: list[QWidget] = []
        widget = self._target
        while widget is not None:
            chain.append(widget)
            if widget is self._window:
                return chain
            widget = widget.parentWidget()
        return []

    def _watch(self) -> None:
        chain = self._chain()
        for widget in self._watched:
            if isValid(widget) and widget not in chain:
                widget.removeEventFilter(self)
        for widget in chain:
            if widget not in self._watched:
                widget.installEventFilter(self)
        self._watched = chain

    def _follow(self) -> None:
        """Lie where the target is now, as far as it can be seen."""
        rect = self._visible_rect()
        if rect.isEmpty():
            self.hide()
            return
        margin = self._margin()
        around = rect.toRect().adjusted(-margin, -margin, margin, margin)
        if self.isVisible() and around == self.geometry():
            return
        self.setGeometry(around)
        self.show()
        self.raise_()

    def _visible_rect(self) -> QRectF:
        target, chain = self._target, self._chain()
        if target is None or not chain or not target.isVisibleTo(self._window):
            return QRectF()
        place = self._place() if callable(self._place) else self._place
        if place is None and self._place is not None:
            return QRectF()
        rect = QRectF(target.rect()) if place is None else place
        rect = rect.translated(target.mapTo(self._window, QPoint(0, 0)))
        for widget in chain:  # a panel that scrolls shows only a part
            rect &= QRectF(QRect(widget.mapTo(self._window, QPoint(0, 0)), widget.size()))
        return rect

    def _pen(self) -> float:
        return min(max(2.0, 0.15 * self.fontMetrics().height()), 5.0)

    def _margin(self) -> int:
        return round(self._pen() * (2 + _GLOW_RINGS) / 2) + 1

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the target and all it lies in."""
        kind = event.type()
        redrawn = kind == QEvent.Type.Paint and watched is self._target and callable(self._place)
        if kind in _MOVES or redrawn:
            if kind == QEvent.Type.ParentChange:
                self._watch()
            self._later.start()
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text and the colours."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange) and hasattr(self, "_later"):
            self._later.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the glow from outside to inside, and the frame."""
        colour = QColor(theme.current().accent)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = self._pen()
        inside = QRectF(self.rect()).adjusted(*(sign * self._margin() for sign in (1, 1, -1, -1)))
        radius = 0.45 * self.fontMetrics().height()
        for ring in range(_GLOW_RINGS, 0, -1):
            colour.setAlphaF(0.22 * (1 - ring / (_GLOW_RINGS + 1)))
            self._draw_ring(painter, inside, radius, colour, pen * (1 + ring))
        colour.setAlphaF(1.0)
        self._draw_ring(painter, inside, radius, colour, pen)
        painter.end()

    def _draw_ring(self, painter: QPainter, rect: QRectF, radius: float, colour: QColor, width: float) -> None:
        painter.setPen(QPen(colour, width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, radius, radius)

    def _on_target_destroyed(self) -> None:
        self._target, self._place = None, None
        self._watch()
        self.hide()
