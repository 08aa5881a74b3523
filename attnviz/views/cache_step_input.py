"""Which token is being generated: a slider over all of them, and a button that plays them one after the other.

It says which step was chosen, and moves by itself while playing; it must not generate anything.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QFontInfo, QHideEvent, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QSlider, QVBoxLayout, QWidget

from attnviz.views.graphemes import elide
from attnviz.views.span_label import END_ISOLATE, ISOLATE, Span, SpanLabel

INTERVAL = 500  # ms between two steps while playing


class _Slider(QSlider):
    """A slider that leaves the wheel to the scrolling panel until it has the focus. Signals: those of QSlider."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the wheel into steps only where the person is working."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class _Button(QPushButton):
    """A button that leaves the arrow keys to what it stands in. Signals: those of QPushButton."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take every key but left and right."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()
        else:
            super().keyPressEvent(event)


class CacheStepInput(QWidget):
    """Play or pause, a slider from 1 to n, and the step in words.

    Signals: step_chosen(int), the index of the token that is generated, counted from 0.
    """

    step_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cache_step_input")
        self.setAccessibleName(self.tr("Step"))
        self._tokens: tuple[str, ...] = ()
        self._timer = QTimer(self)
        self._timer.setObjectName("cache_timer")
        self._timer.setInterval(INTERVAL)
        self._make_parts()
        self._lay_out()
        self._timer.timeout.connect(self._on_timeout)
        self._button.clicked.connect(self._on_clicked)
        self._slider.valueChanged.connect(self._on_value_changed)
        self._slider.actionTriggered.connect(self.stop)
        self._say_button()
        self.show_step((), 0)

    @property
    def playing(self) -> bool:
        """True while the steps go on by themselves."""
        return self._timer.isActive()

    def show_step(self, tokens: tuple[str, ...], step: int) -> None:
        """Offer one step for each of `tokens` and stand at `step`, counted from 0. Says nothing."""
        if not tokens:
            self.stop()
        self._tokens = tokens
        with QSignalBlocker(self._slider):
            self._slider.setRange(1, max(1, len(tokens)))
            self._slider.setPageStep(max(1, len(tokens) // 8))
            self._slider.setValue(step + 1)
        self.setEnabled(bool(tokens))
        self._words.setVisible(bool(tokens))
        self._say()

    def choose(self, step: int) -> None:
        """Go to `step` as if the person had moved the slider; a step outside of the text does nothing."""
        if 0 <= step < len(self._tokens):
            self.stop()
            self._slider.setValue(step + 1)

    def stop(self) -> None:
        """Stop playing."""
        if self._timer.isActive():
            self._timer.stop()
            self._say_button()

    def _make_parts(self) -> None:
        self._button = _Button()
        self._button.setObjectName("cache_play_button")
        self._button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._slider = _Slider(Qt.Orientation.Horizontal)
        self._slider.setObjectName("cache_step_slider")
        self._slider.setAccessibleName(self.tr("Step"))
        self._slider.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._words = SpanLabel()
        self._words.setObjectName("cache_step_words")

    def _lay_out(self) -> None:
        self._row = QHBoxLayout()
        self._row.addWidget(self._button)
        self._row.addWidget(self._slider, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._row)
        self._column.addWidget(self._words)
        self._fit()

    def _on_clicked(self) -> None:
        if self.playing:
            self.stop()
            return
        self._timer.start()
        self._say_button()
        if self._slider.value() == self._slider.maximum():
            self._slider.setValue(1)

    def _on_timeout(self) -> None:
        self._slider.setValue(self._slider.value() + 1)
        if self._slider.value() == self._slider.maximum():
            self.stop()

    def _on_value_changed(self, value: int) -> None:
        self._say()
        self.step_chosen.emit(value - 1)

    def _say(self) -> None:
        if not self._tokens:
            self._words.show_spans([])
            self._slider.setAccessibleDescription("")
            return
        step = self._slider.value()
        token = f"{ISOLATE}{elide(self._tokens[step - 1])}{END_ISOLATE}"
        words = self.tr("Step {step} of {n}: “{token}” is generated.")
        self._words.show_spans([Span(words.format(step=f"{step:,}", n=f"{len(self._tokens):,}", token=token))])
        self._slider.setAccessibleDescription(self._words.text())

    def _say_button(self) -> None:
        words = self.tr("Pause") if self.playing else self.tr("Play")
        self._button.setText(words)
        self._button.setAccessibleName(words)
        self._button.setAccessibleDescription(self.tr("Two steps a second, to the last token"))

    def _fit(self) -> None:
        """Take every size from the font; the button is as wide as the longer of its words."""
        em = QFontInfo(self.font()).pixelSize()
        self._row.setSpacing(round(0.6 * em))
        self._column.setSpacing(round(0.4 * em))
        self._slider.setMinimumWidth(4 * em)
        longer = max((self.tr("Pause"), self.tr("Play")), key=self.fontMetrics().horizontalAdvance)
        shown = self._button.text()
        self._button.setText(longer)
        self._button.setMinimumWidth(self._button.sizeHint().width())
        self._button.setText(shown)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go one step back or on."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self._tokens:
            self.choose(self._slider.value() - 1 + (1 if event.key() == Qt.Key.Key_Right else -1))
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop playing to nobody."""
        super().hideEvent(event)
        self.stop()

    def event(self, event: QEvent) -> bool:
        """Follow the text size and the style."""
        followed = super().event(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange, QEvent.Type.Polish):
            self._fit()
        return followed
