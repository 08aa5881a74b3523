"""The tokens as chips, of which one is dragged onto another. It says which two; it must not swap them.

By key: the arrows walk, Space or Enter picks a chip up and puts it onto another, Escape lets it go.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontInfo,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from attnviz.views import theme
from attnviz.views.chip_layout import ChipLayout
from attnviz.views.token_picker import short_token

_LONGEST = 12  # characters of a token
_PICKS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class TokenChips(QWidget):
    """Chips in rows, at most about sixty; the last words say how many tokens have none.

    Signals: pair_chosen(object), a tuple (i, j) of places from 0: chip i was put onto chip j.
    """

    pair_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("token_chips")
        self.setAccessibleName(self.tr("Tokens: drag one onto another"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._tokens: tuple[str, ...] = ()
        self._pair: tuple[int, int] | None = None
        self._current = 0  # where the keys are
        self._picked: int | None = None  # in hand: picked up by key or click, or dragged
        self._pressed: tuple[int, QPointF] | None = None
        self._pointer: QPointF | None = None  # while a chip is dragged
        self._over: int | None = None  # the chip under the pointer
        self._measure()

    def show_tokens(self, tokens: Sequence[str]) -> None:
        """Show a chip for each of `tokens`; what was in hand is let go. Says nothing."""
        listed = tuple(tokens)
        if listed == self._tokens:
            return
        self._tokens = listed
        self._current = min(self._current, max(0, len(listed) - 1))
        self._let_go()
        self._measure()
        self.updateGeometry()

    def show_pair(self, pair: tuple[int, int] | None) -> None:
        """Mark the two chips that are swapped. Says nothing."""
        if pair != self._pair:
            self._pair = pair
            self._describe()
            self.update()

    def chip_rect(self, index: int) -> QRectF:
        """Return where the chip of token `index` is; empty if it has none."""
        return self._layout.chip(index, self.width(), self._mirrored())

    def picked(self) -> int | None:
        """Return which token is in hand."""
        return self._picked

    def _mirrored(self) -> bool:
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft

    def _words(self, index: int) -> str:
        return short_token(self._tokens[index], _LONGEST)

    def _measure(self) -> None:
        self._em = float(QFontInfo(self.font()).pixelSize())
        metrics = QFontMetricsF(self.font())
        more = self.tr("and {n} more").format(n=f"{len(self._tokens):,}")
        self._layout = ChipLayout(
            [self._words(index) for index in range(min(len(self._tokens), ChipLayout.MOST))],
            len(self._tokens),
            metrics,
            self._em,
            metrics.horizontalAdvance(more),
        )
        self._describe()
        self.update()

    def _describe(self) -> None:
        """Tell a screen reader where the keys are, and what is in hand."""
        if not self._tokens:
            self.setAccessibleDescription("")
            return
        place, token = self._current + 1, self._words(self._current)
        words = self.tr("{place} {token}").format(place=place, token=token)
        if self._picked is not None:
            words = self.tr("{token} is picked up; put it onto {place} {other}").format(
                token=self._words(self._picked), place=place, other=token
            )
        self.setAccessibleDescription(words)

    def _let_go(self) -> None:
        self._picked = self._pressed = self._pointer = self._over = None
        self.unsetCursor()
        self._describe()
        self.update()

    def _put(self, index: int) -> None:
        """Pick chip `index` up, or put the one in hand onto it."""
        self._current = index
        held = self._picked
        if held is None:
            self._picked = index
            self._describe()
            self.update()
            return
        self._let_go()
        if held != index:
            self.pair_chosen.emit((held, index))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrows, Home and End; pick and put with Space or Enter; let go with Escape."""
        key = Qt.Key(event.key())
        shown = self._layout.count(self.width())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not shown:
            super().keyPressEvent(event)
        elif key in _PICKS:
            self._put(min(self._current, shown - 1))
        elif key == Qt.Key.Key_Escape and self._picked is not None:
            self._let_go()
        elif (target := self._layout.walked(min(self._current, shown - 1), key, self.width(), self._mirrored())) >= 0:
            self._current = target
            self._describe()
            self.update()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a drag."""
        index = self._layout.at(event.position(), self.width(), self._mirrored())
        if event.button() != Qt.MouseButton.LeftButton or index is None:
            super().mousePressEvent(event)
            return
        self._pressed = (index, event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry a chip along, or show which one could be taken."""
        over = self._layout.at(event.position(), self.width(), self._mirrored())
        if self._pressed is not None:
            index, start = self._pressed
            far = (event.position() - start).manhattanLength() >= QApplication.startDragDistance()
            if self._pointer is not None or far:
                self._picked, self._pointer = index, event.position()
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
                self.update()
        elif over is not None:
            self.setCursor(Qt.CursorShape.OpenHandCursor)
            if self._picked is not None:
                self._current = over  # where a click would put the chip in hand
        else:
            self.unsetCursor()
        if over != self._over:
            self._over = over
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Put the chip onto the one under the pointer; a click alone picks it up."""
        if self._pressed is None or event.button() != Qt.MouseButton.LeftButton:
            super().mouseReleaseEvent(event)
            return
        index, _ = self._pressed
        dragged, self._pressed = self._pointer is not None, None
        over = self._layout.at(event.position(), self.width(), self._mirrored())
        if not dragged:
            if over == index:
                self._put(index)
        elif over is None or over == index:
            self._let_go()
        else:
            self._put(over)

    def leaveEvent(self, event: QEvent) -> None:
        """Point at no chip."""
        self._over = None
        self.update()
        super().leaveEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Let go of what is in hand, unless the window itself is left."""
        if event.reason() not in (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason):
            self._let_go()
        super().focusOutEvent(event)

    # Size and looks

    def hasHeightForWidth(self) -> bool:
        """Return True: the chips wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows."""
        return self._layout.height(width)

    def sizeHint(self) -> QSize:
        """Return the size at 20 em."""
        width = round(20 * self._em)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Return 12 em, and the height of all rows at the present width."""
        width = round(12 * self._em)
        return QSize(width, self.heightForWidth(max(width, self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the height that the new width needs."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size and the colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_over"):
            self._measure()
            self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the chips, then the one that is dragged."""
        colours = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shown = self._layout.count(self.width())
        for index in range(shown):
            self._draw_chip(painter, index, self.chip_rect(index), colours)
        if shown < len(self._tokens):
            words = self.tr("and {n} more").format(n=f"{len(self._tokens) - shown:,}")
            painter.setPen(QColor(colours.muted))
            painter.drawText(self._layout.rest(self.width(), self._mirrored()), Qt.AlignmentFlag.AlignCenter, words)
        if self._pointer is not None and self._picked is not None and self._picked < shown:
            chip = self.chip_rect(self._picked)
            chip.moveCenter(self._pointer)
            self._draw_body(painter, chip, self._words(self._picked), colours.accent, colours.on_accent, colours.accent)
        painter.end()

    def _draw_chip(self, painter: QPainter, index: int, chip: QRectF, colours: theme.Theme) -> None:
        swapped = self._pair is not None and index in self._pair
        target = self._picked is not None and index != self._picked and index == self._target()
        fill, ink, edge = colours.field, colours.text, colours.border
        if index == self._picked and self._pointer is None:
            fill, ink, edge = colours.accent, colours.on_accent, colours.accent
        elif index == self._picked:
            ink = colours.muted
        elif swapped:
            ink = edge = colours.accent
        self._draw_body(painter, chip, self._words(index), fill, ink, edge, bold=swapped)
        if target or (self.hasFocus() and index == self._current):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 2, Qt.PenStyle.DashLine if target else Qt.PenStyle.SolidLine))
            painter.drawRoundedRect(chip.adjusted(-2, -2, 2, 2), self._em * 0.5, self._em * 0.5)

    def _target(self) -> int | None:
        """Return the chip that the one in hand would be put onto."""
        return self._over if self._pointer is not None else self._current

    def _draw_body(
        self, painter: QPainter, chip: QRectF, words: str, fill: str, ink: str, edge: str, bold: bool = False
    ) -> None:
        painter.setPen(QPen(QColor(edge), 2 if bold else 1))
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), self._em * 0.4, self._em * 0.4)
        painter.setPen(QColor(ink))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, words)
