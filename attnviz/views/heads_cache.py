"""The KV cache of several heads: the formula with this text's numbers, and three sizes. Must not count itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnviz.experiments.cache import VALUE_BYTES
from attnviz.experiments.heads import HeadsReport
from attnviz.views.column_panel import muted_label
from attnviz.views.heads_bars import CacheSize, HeadsBars
from attnviz.views.span_label import Span, SpanLabel

_NEW_LINE = "\u2028"


class HeadsCacheView(QWidget):
    """A title, the formula in symbols and in numbers, and below it the bars.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("heads_cache")
        self.setAccessibleName(self.tr("The KV cache of these heads"))
        self._heading = SpanLabel()
        self._heading.setObjectName("heads_cache_heading")
        self._heading.show_spans([Span(self.tr("KV cache"), "strong")])
        self._title = muted_label("heads_cache_title")
        self._formula = SpanLabel(0.95)
        self._formula.setObjectName("heads_cache_formula")
        self._formula.setAccessibleName(self.tr("The size of the KV cache in bytes"))
        self._bars = HeadsBars()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        for part in (self._heading, self._title, self._formula, self._bars):
            self._column.addWidget(part)
        self._fit()

    def show_report(self, report: HeadsReport) -> None:
        """Put the numbers of `report` in. Says nothing."""
        title = self.tr("Bytes while generating: K and V of {length} tokens, one layer, numbers kept as float32")
        self._title.setText(title.format(length=f"{report.length:,}"))
        symbols = self.tr("2 · length · kv_heads · d_head · layers · bytes")
        factors = f"2 · {report.length} · {report.kv_heads} · {report.d_head} · 1 · {VALUE_BYTES}"
        numbers = f"{factors} = {report.kv_bytes:,}"
        self._formula.show_spans([Span(_unbroken(symbols), "muted"), Span(_NEW_LINE), Span(_unbroken(numbers))])
        self._bars.show_sizes(
            CacheSize(report.heads, report.mha_bytes),
            CacheSize(report.kv_heads, report.kv_bytes),
            CacheSize(1, report.mqa_bytes),
        )
        self._bars.setVisible(report.heads > 1)

    def _fit(self) -> None:
        em = QFontInfo(self.font()).pixelSize()
        self._column.setSpacing(round(0.3 * em))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()


def _unbroken(formula: str) -> str:
    """Return a formula whose lines end after a `·` only."""
    return formula.replace(" ·", "\u00a0·").replace(" = ", "\u00a0=\u00a0")
