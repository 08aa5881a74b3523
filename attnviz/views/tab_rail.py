"""Tabs one below the other at the left of a panel, with titles that read across. Must not know what is behind a tab."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QCursor, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QStyle, QTabBar, QWidget

from attnviz.views import theme

_WANTED, _LEAST = 1.9, 1.45  # em that a tab is high, and that it has to be at least
_SIDE = 0.7  # em to the left and to the right of the longest title
_BAR = 0.16  # em, beside the chosen title
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class TabRail(QTabBar):
    """Tabs as wide as the longest title. Up and Down, Home and End choose as the mouse does.

    Signals: those of QTabBar.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without tabs."""
        super().__init__(parent)
        self.setShape(QTabBar.Shape.RoundedWest)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)

    def least_height(self) -> int:
        """Return how high the rail must be for every tab to be seen."""
        return self.count() * round(_LEAST * self._em())

    def tabSizeHint(self, index: int) -> QSize:
        """Return the size of every tab: as high as it should be, or a little less where there is less room."""
        metrics, em = QFontMetricsF(self.font()), self._em()
        widest = max((metrics.horizontalAdvance(self.tabText(tab)) for tab in range(self.count())), default=0.0)
        high = min(round(_WANTED * em), max(round(_LEAST * em), self.height() // max(1, self.count())))
        return QSize(round(widest + 2 * _SIDE * em), high)

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Return the same: a title is never cut."""
        return self.tabSizeHint(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose another tab."""
        key, last = Qt.Key(event.key()), self.count() - 1
        if key in _MOVES:
            self.setCurrentIndex(min(max(self.currentIndex() + _MOVES[key], 0), last))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.setCurrentIndex(0 if key == Qt.Key.Key_Home else last)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the titles, the bar of the chosen one, and a ring round it when keys come here."""
        look, metrics = theme.current(), self.fontMetrics()
        pointed = self.tabAt(self.mapFromGlobal(QCursor.pos())) if self.underMouse() else -1
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(look.window))
        painter.fillRect(self._edge(self.rect(), 1, inner=True), QColor(look.border))
        side = round(_SIDE * self._em())
        place = QStyle.visualAlignment(
            self.layoutDirection(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        for tab in range(self.count()):
            area, chosen = self.tabRect(tab), tab == self.currentIndex()
            if chosen:
                self._paint_chosen(painter, look, area)
            painter.setPen(QColor(look.accent if chosen else look.text if tab == pointed else look.muted))
            title = metrics.elidedText(self.tabText(tab), Qt.TextElideMode.ElideRight, area.width() - side)
            painter.drawText(area.adjusted(side, 0, -side // 2, 0), place, title)
        painter.end()

    def _paint_chosen(self, painter: QPainter, look: theme.Theme, area: QRect) -> None:
        if self.hasFocus():
            painter.fillRect(area, QColor(look.field))
            painter.setPen(QPen(QColor(look.accent), 1))
            painter.drawRect(area.adjusted(0, 0, -1, -1))
        painter.fillRect(self._edge(area, max(2, round(_BAR * self._em())), inner=False), QColor(look.accent))

    def _edge(self, area: QRect, width: int, inner: bool) -> QRect:
        """Return a strip of `area` along the panel, or along the other side."""
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = area.right() - width + 1 if inner != mirrored else area.left()
        return QRect(QPoint(left, area.top()), QSize(width, area.height()))

    def _em(self) -> float:
        return QFontMetricsF(self.font()).height()
