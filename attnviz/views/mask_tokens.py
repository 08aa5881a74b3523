"""The tokens as chips that can be chosen, each by itself. It says which are chosen; it must not know what for.

By key: the arrows walk, Space or Enter chooses a chip or leaves it.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontInfo,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.views import theme
from attnviz.views.chip_layout import ChipLayout
from attnviz.views.token_picker import short_token

_LONGEST = 12  # characters of a token
_PICKS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class MaskTokens(QWidget):
    """Chips in rows, at most about sixty; the last words say how many tokens have none.

    Signals: tokens_chosen(object), a tuple of all chosen places from 0, in order.
    """

    tokens_chosen = Signal(object)

    def __init__(self, name: str, spoken: str, parent: QWidget | None = None) -> None:
        """name: the object name; spoken: what a screen reader calls the chips."""
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(spoken)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._tokens: tuple[str, ...] = ()
        self._chosen: tuple[int, ...] = ()
        self._current = 0  # where the keys are
        self._pressed: int | None = None
        self._measure()

    def show_tokens(self, tokens: Sequence[str], chosen: Sequence[int]) -> None:
        """Show a chip for each of `tokens`, those in the places `chosen` as chosen. Says nothing."""
        listed, picked = tuple(tokens), tuple(sorted(set(chosen)))
        if listed != self._tokens:
            self._tokens = listed
            self._current = min(self._current, max(0, len(listed) - 1))
            self._measure()
            self.updateGeometry()
        if picked != self._chosen:
            self._chosen = picked
            self.update()
        self._describe()

    def chip_rect(self, index: int) -> QRectF:
        """Return where the chip of token `index` is; empty if it has none."""
        return self._layout.chip(index, self.width(), self._mirrored())

    def chosen(self) -> tuple[int, ...]:
        """Return the places that are chosen; those that the text lacks wait among them."""
        return self._chosen

    def _mirrored(self) -> bool:
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft

    def _words(self, index: int) -> str:
        return short_token(self._tokens[index], _LONGEST)

    def _rest(self, count: int) -> str:
        return self.tr("and {n} more").format(n=f"{count:,}")

    def _measure(self) -> None:
        self._em = float(QFontInfo(self.font()).pixelSize())
        metrics, total = QFontMetricsF(self.font()), len(self._tokens)
        words = [self._words(index) for index in range(min(total, ChipLayout.MOST))]
        self._layout = ChipLayout(words, total, metrics, self._em, metrics.horizontalAdvance(self._rest(total)))
        self.update()

    def _describe(self) -> None:
        """Tell a screen reader where the keys are, and whether that token is chosen."""
        if not self._tokens:
            self.setAccessibleDescription("")
            return
        words = self.tr("{place} {token}, not chosen")
        if self._current in self._chosen:
            words = self.tr("{place} {token}, chosen")
        self.setAccessibleDescription(words.format(place=self._current + 1, token=self._words(self._current)))

    def _turn(self, index: int) -> None:
        """Choose chip `index`, or leave it."""
        self._current = index
        self._chosen = tuple(sorted(set(self._chosen) ^ {index}))
        self._describe()
        self.update()
        self.tokens_chosen.emit(self._chosen)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrows, Home and End; choose with Space or Enter."""
        key, shown = Qt.Key(event.key()), self._layout.count(self.width())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not shown:
            super().keyPressEvent(event)
        elif key in _PICKS:
            self._turn(min(self._current, shown - 1))
        elif (target := self._layout.walked(min(self._current, shown - 1), key, self.width(), self._mirrored())) >= 0:
            self._current = target
            self._describe()
            self.update()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click."""
        self._pressed = self._layout.at(event.position(), self.width(), self._mirrored())
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a click on the chip where it began."""
        pressed, self._pressed = self._pressed, None
        here = self._layout.at(event.position(), self.width(), self._mirrored())
        if event.button() != Qt.MouseButton.LeftButton or pressed is None:
            super().mouseReleaseEvent(event)
        elif here == pressed:
            self._turn(pressed)

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
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_pressed"):
            self._measure()
            self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the chips; chosen ones are filled."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shown = self._layout.count(self.width())
        for index in range(shown):
            self._draw_chip(painter, index)
        if shown < len(self._tokens):
            painter.setPen(QColor(theme.current().muted))
            place = self._layout.rest(self.width(), self._mirrored())
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._rest(len(self._tokens) - shown))
        painter.end()

    def _draw_chip(self, painter: QPainter, index: int) -> None:
        colours, chip, radius = theme.current(), self.chip_rect(index), self._em * 0.4
        fill, ink, edge = colours.field, colours.text if self.isEnabled() else colours.muted, colours.border
        if index in self._chosen:
            fill = edge = colours.accent if self.isEnabled() else colours.muted
            ink = colours.on_accent
        painter.setPen(QColor(edge))
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.setPen(QColor(ink))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, self._words(index))
        if self.hasFocus() and index == self._current:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRoundedRect(chip.adjusted(-2, -2, 2, 2), radius + 2, radius + 2)
