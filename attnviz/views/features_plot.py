"""The error of the estimate against the number of features, both axes logarithmic, with the chosen number marked.

It draws the figures it is given and says which point is pointed at or chosen. It must not compute a figure.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFontInfo, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.experiments.features import COUNTS, FeaturesReport
from attnviz.views import features_words, theme
from attnviz.views.features_axes import FeaturesAxes
from attnviz.views.features_curve import legend_height, paint_curve, paint_legend
from attnviz.views.fonts import scaled_font

SMALL = 0.9  # its type against the text size
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: len(COUNTS) - 1}
_CHOOSING = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class FeaturesPlot(QWidget):
    """Two curves and a legend. Pointing, or ← → Home End, reads a point; a click or Enter chooses its number.

    Signals: point_pointed(int), the place in COUNTS, -1 when none is pointed at any more; count_chosen(int), a number
        of features.
    """

    point_pointed = Signal(int)
    count_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("features_plot")
        self.setAccessibleName(self.tr("Error against the number of features"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._report: FeaturesReport | None = None
        self._pointed = -1

    def show_report(self, report: FeaturesReport) -> None:
        """Draw the curves of `report` and mark its number of features. Says nothing."""
        self._report = report
        told = "; ".join(features_words.point(report, place) for place in range(len(COUNTS)))
        self.setAccessibleDescription(f"{features_words.about_curve(report)}. {told}")
        self.update()

    def pointed(self) -> int:
        """Return the place in COUNTS that is pointed at, or -1."""
        return self._pointed

    def position_of(self, place: int) -> QPointF:
        """Return where a point of the first curve is."""
        axes = self._axes()
        error = self._report.own.points[place].root_mean_square if self._report is not None else 0.0
        return axes.at(COUNTS[place], error)

    # ------------------------------------------------------------------------------------------------------- pointing

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the nearest number of features."""
        axes, x = self._axes(), event.position().x()
        if not axes.box.adjusted(-self._em(), 0, self._em(), 0).contains(event.position()):
            self._point(-1)
            return
        self._point(min(range(len(COUNTS)), key=lambda place: abs(axes.across(COUNTS[place]) - x)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose what is pointed at."""
        if event.button() == Qt.MouseButton.LeftButton and self._pointed >= 0:
            self.count_chosen.emit(COUNTS[self._pointed])

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        self._point(-1)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Point at the next number, the first, the last, or none; choose it."""
        key, last = Qt.Key(event.key()), len(COUNTS) - 1
        if key in _STEPS:
            start = self._pointed if self._pointed >= 0 else self._nearest() - _STEPS[key]
            self._point(min(max(start + _STEPS[key], 0), last))
        elif key in _ENDS:
            self._point(_ENDS[key])
        elif key in _CHOOSING and self._pointed >= 0:
            self.count_chosen.emit(COUNTS[self._pointed])
        elif key == Qt.Key.Key_Escape and self._pointed >= 0:
            self._point(-1)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the ring, and end pointing by key."""
        super().focusOutEvent(event)
        if not self.underMouse():
            self._point(-1)
        self.update()

    def _point(self, place: int) -> None:
        if self._report is not None and place != self._pointed:
            self._pointed = place
            self.update()
            self.point_pointed.emit(place)

    def _nearest(self) -> int:
        here = math.log(self._report.features) if self._report is not None else 0.0
        return min(range(len(COUNTS)), key=lambda place: abs(math.log(COUNTS[place]) - here))

    # ------------------------------------------------------------------------------------------------- size and looks

    def _em(self) -> int:
        return QFontInfo(self.font()).pixelSize()

    def _axes(self) -> FeaturesAxes:
        """Return the axes for the present figures and size, below the legend."""
        font, report = scaled_font(self.font(), SMALL), self._report
        if report is None:
            return FeaturesAxes(QRectF(self.rect()), font, (), COUNTS)
        errors = [point.root_mean_square for point in report.own.points]
        if features_words.has_short(report):
            errors += [point.root_mean_square for point in report.short.points]
        top = legend_height(self.width(), self.font(), features_words.has_short(report)) + 4
        inside = QRectF(self.rect()).adjusted(4, top, -4, -4)
        return FeaturesAxes(inside, font, (*errors, report.root_mean_square), (*COUNTS, report.features))

    def sizeHint(self) -> QSize:
        """Return 20 em by 15 em."""
        return QSize(20 * self._em(), 15 * self._em())

    def minimumSizeHint(self) -> QSize:
        """Return the least in which the curves can be told apart."""
        return QSize(12 * self._em(), 13 * self._em())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text and the colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw legend, axes, curves, the chosen number and what is pointed at."""
        report, look, axes, em = self._report, theme.current(), self._axes(), self._em()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if report is not None:
            short = features_words.has_short(report)
            paint_legend(painter, QRectF(self.rect()).adjusted(4, 4, -4, -4), self.font(), short)
            axes.paint(painter, look)
            self._paint_chosen(painter, axes, report)
            if self._pointed >= 0:
                axes.paint_upright(painter, COUNTS[self._pointed], QColor(look.muted), Qt.PenStyle.DotLine)
            for curve in (report.short, report.own) if short else (report.own,):
                points = [(at.features, at.root_mean_square) for at in curve.points]
                paint_curve(painter, [axes.at(*point) for point in points if point[1] > 0], em, curve is report.own)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(look.accent), 1.5))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()

    def _paint_chosen(self, painter: QPainter, axes: FeaturesAxes, report: FeaturesReport) -> None:
        """Draw a line at the chosen number, and a ring at the error of the estimate in the map."""
        look, em = theme.current(), self._em()
        axes.paint_upright(painter, report.features, QColor(look.text), Qt.PenStyle.SolidLine)
        if report.root_mean_square > 0:
            painter.setBrush(QColor(look.window))
            painter.drawEllipse(axes.at(report.features, report.root_mean_square), 0.42 * em, 0.42 * em)
