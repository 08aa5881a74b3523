"""The line at the foot of the window: how many tokens, how exact, how fast; and, for a while, news."""

from __future__ import annotations

from typing import Literal, TypeAlias

from PySide6.QtCore import QEvent, QLocale
from PySide6.QtWidgets import QLabel, QProgressBar, QStatusBar, QWidget

# Exact; the same, from a model's rounded Q, K and V; a model's own; somebody else's
Arithmetic: TypeAlias = Literal["exact", "from_float32", "float32", "given"]
_NEWS_LASTS = 10_000  # milliseconds


class StatusBar(QStatusBar):
    """Figures of the last computation, a progress bar while a long one runs, and one sentence of news.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without figures."""
        super().__init__(parent)
        self.setObjectName("status_bar")
        self.setAccessibleName(self.tr("Status"))
        self.setSizeGripEnabled(False)
        self._tokens, self._arithmetic, self._time = QLabel(), QLabel(), QLabel()
        self._tokens.setObjectName("token_count_label")
        self._arithmetic.setObjectName("arithmetic_label")
        self.show_arithmetic("exact")
        self._progress = QProgressBar()
        self._progress.setObjectName("progress_bar")
        self._progress.setAccessibleName(self.tr("Computing"))
        self._progress.setRange(0, 0)
        self._progress.setMaximumWidth(self.fontMetrics().averageCharWidth() * 20)
        self._progress.hide()
        for label in (self._tokens, self._arithmetic, self._time):
            label.setMargin(self.fontMetrics().height() // 5)
            self.addWidget(label)
        self.addPermanentWidget(self._progress)
        self.messageChanged.connect(self._on_message_changed)

    def changeEvent(self, event: QEvent) -> None:
        """Keep the figures under the news: Qt brings them back when the text size changes."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_time"):
            self._on_message_changed(self.currentMessage())

    def _on_message_changed(self, message: str) -> None:
        for label in (self._tokens, self._arithmetic, self._time):
            label.setVisible(not message)

    def show_arithmetic(self, how: Arithmetic) -> None:
        """Show how the numbers on the map were computed."""
        exact = self.tr("Sums do not depend on their order: the same numbers give the same bits")
        words, tip = {
            "exact": (self.tr("exact arithmetic"), exact),
            "from_float32": (
                self.tr("exact from the model’s Q, K and V"),
                self.tr(
                    "The model computes in float32. The shown head is computed again from its Q, K and V: {exact}"
                ).format(exact=exact),
            ),
            "float32": (self.tr("float32"), self.tr("The model’s own numbers: sums are rounded at every step")),
            "given": (self.tr("numbers as they were given"), ""),
        }[how]
        self._arithmetic.setText(words)
        self._arithmetic.setToolTip(tip)

    def show_figures(self, shown: int, total: int | None, seconds: float, reason: str = "") -> None:
        """Show how many of the text's tokens are shown, and how long the computation took.

        total: None where the rest of the text was not counted; reason: why not all are shown, as a tip.
        """
        number = QLocale()
        self._tokens.setToolTip(reason)
        if total is None:
            told = self.tr("the first {shown} tokens are shown").format(shown=number.toString(shown))
        elif shown < total:
            told = self.tr("{shown} of {total} tokens are shown").format(
                shown=number.toString(shown), total=number.toString(total)
            )
        else:
            told = self.tr("tokens: {total}").format(total=number.toString(total))
        self._tokens.setText(told)
        self._time.setText(self.tr("{time} ms").format(time=number.toString(seconds * 1e3, "f", 1)))

    def show_busy(self, busy: bool) -> None:
        """Show or hide the progress bar."""
        self._progress.setVisible(busy)

    def show_news(self, sentence: str) -> None:
        """Show one sentence for a while."""
        self.showMessage(sentence, _NEWS_LASTS)
