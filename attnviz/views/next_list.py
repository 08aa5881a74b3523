"""The likeliest next tokens as bars. Says which one was chosen; must not compute a probability."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QKeySequence, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from attnviz.state.next_report import Candidate
from attnviz.views import theme

AnyIndex: TypeAlias = QModelIndex | QPersistentModelIndex
_CANDIDATE = Qt.ItemDataRole.UserRole


def percent_words(share: float) -> str:
    """Return a probability as percent: one decimal, more for a small one.

    >>> percent_words(0.7725), percent_words(0.0004)
    ('77.3 %', '0.04 %')
    """
    figure = f"{100 * share:.1f}" if share >= 0.001 else f"{100 * share:.2g}"
    return f"{figure}\xa0%"


class NextList(QListWidget):
    """A bar for each candidate, the likeliest first; those that are left out stand back.

    Signals: token_chosen(int), the number of the token, by double click or Enter.
    """

    token_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("next_list")
        self.setAccessibleName(self.tr("Likeliest next tokens"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_Bars(self))
        self.itemActivated.connect(self._on_activated)

    def show_candidates(self, candidates: Sequence[Candidate]) -> None:
        """Show these; the first is the chosen one. Says nothing."""
        self.clear()
        for candidate in candidates:
            item = QListWidgetItem(self)
            item.setData(_CANDIDATE, candidate)
            item.setText(self._spoken(candidate))
            item.setToolTip(
                self.tr("Token {number}, bytes {bytes}").format(number=candidate.number, bytes=candidate.detail)
            )
        if candidates:
            self.setCurrentRow(0)

    def chosen(self) -> int | None:
        """Return the number of the token that is chosen."""
        item = self.currentItem()
        return None if item is None else int(item.data(_CANDIDATE).number)

    def _spoken(self, candidate: Candidate) -> str:
        words = self.tr("{token}: {percent}") if candidate.kept else self.tr("{token}: {percent}, left out")
        return words.format(token=candidate.text, percent=percent_words(candidate.probability))

    def _on_activated(self, item: QListWidgetItem) -> None:
        self.token_chosen.emit(int(item.data(_CANDIDATE).number))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave copying to the panel, which copies all of them."""
        if event.matches(QKeySequence.StandardKey.Copy):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Return the height of all rows, up to a dozen."""
        rows = min(max(self.count(), 3), 12)
        return QSize(super().sizeHint().width(), rows * self.sizeHintForRow(0) + 4 if self.count() else 0)

    def minimumSizeHint(self) -> QSize:
        """Return the height of three rows."""
        return QSize(super().minimumSizeHint().width(), 3 * max(self.sizeHintForRow(0), self.fontMetrics().height()))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.scheduleDelayedItemsLayout()
            self.updateGeometry()


class _Bars(QStyledItemDelegate):
    """Draws a candidate: its text, a bar, and its probability."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, round(1.7 * QFontMetrics(option.font).height()))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        candidate, colours, metrics = index.data(_CANDIDATE), theme.current(), QFontMetrics(option.font)
        em = metrics.height()
        inside = option.rect.adjusted(em // 4, em // 8, -em // 4, -em // 8)
        figure = percent_words(candidate.probability)
        wide = metrics.horizontalAdvance("100.0\xa0%")
        words = min(max(inside.width() // 3, 5 * em), inside.width() - wide)
        bar = QRect(inside.left() + words, inside.top(), inside.width() - words - wide - em // 2, inside.height())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(option.font)
        painter.setPen(QColor(colours.text if candidate.kept else colours.muted))
        shown = metrics.elidedText(candidate.text, Qt.TextElideMode.ElideMiddle, words - em // 2)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inside.adjusted(0, 0, words - inside.width(), 0), middle | Qt.AlignmentFlag.AlignLeft, shown)
        painter.drawText(inside, middle | Qt.AlignmentFlag.AlignRight, figure)
        if bar.width() > 0:
            self._draw_bar(painter, QRectF(bar).adjusted(0, em * 0.25, 0, -em * 0.25), candidate)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), 0.3 * em, 0.3 * em)
        painter.restore()

    def _draw_bar(self, painter: QPainter, room: QRectF, candidate: Candidate) -> None:
        colours = theme.current()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.border))
        painter.drawRoundedRect(room, 2, 2)
        painter.setBrush(QColor(colours.accent if candidate.kept else colours.muted))
        filled = QRectF(room)
        filled.setWidth(max(1.0, room.width() * candidate.probability))
        painter.drawRoundedRect(filled, 2, 2)
