"""Bars that lie on the upper edge of a part of the window while they are shown, and take no room from it.

In the layout, each coming and going would lay out and paint the whole window anew, just when a worker is busy.
Must not know what the bars say.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize
from PySide6.QtWidgets import QWidget

_MOVING = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)


class FloatingBars(QWidget):
    """Keeps bars one below the other over a widget, or over all of its page where that is hidden.

    Signals: none.
    """

    def __init__(self, bars: Sequence[QWidget], over: QWidget, page: QWidget) -> None:
        """over: what they lie on, somewhere in `page`; page: must have a parent, which these bars get too."""
        super().__init__(page.parentWidget())
        self.setObjectName("floating_bars")
        self._bars, self._over, self._page = tuple(bars), over, page
        for bar in self._bars:
            hidden = bar.isHidden()
            bar.setParent(self)
            bar.setHidden(hidden)
        for watched in (over, page):
            watched.installEventFilter(self)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow what the bars lie on."""
        if event.type() in _MOVING:
            self._place()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Follow a bar that comes, goes or needs more room."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._place()
        return super().event(event)

    def _place(self) -> None:
        over = self._page if self._over.isHidden() else self._over
        width, bottom = over.width(), 0
        for bar in self._bars:
            if not bar.isHidden():
                height = bar.sizeHint().height()
                bar.setGeometry(0, bottom, width, height)
                bottom += height
        corner = over.mapTo(self.parentWidget() or over, QPoint(0, 0))
        self.setGeometry(QRect(corner, QSize(width, bottom)))
        self.raise_()
