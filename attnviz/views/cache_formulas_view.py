"""The closed formulas for what generating costs, each with the numbers put in. Must not count anything itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontInfo, QPalette
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from attnviz.experiments.cache import VALUE_BYTES, CacheReport
from attnviz.views.span_label import Span, SpanLabel

NAMES = ("step_cached", "step_plain", "all_cached", "all_plain", "bytes")
_NEW_LINE = "\u2028"


class CacheFormulasView(QWidget):
    """Five formulas: one step and all of them, with the cache and without it, and the size of the cache.

    Signals: none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cache_formulas")
        self.setAccessibleName(self.tr("How it is counted"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._titles: dict[str, QLabel] = {}
        self._formulas: dict[str, SpanLabel] = {}
        for name in NAMES:
            title, formula = QLabel(), SpanLabel(0.95)
            title.setObjectName(f"cache_title_{name}")
            title.setTextFormat(Qt.TextFormat.PlainText)
            title.setWordWrap(True)
            title.setForegroundRole(QPalette.ColorRole.PlaceholderText)
            formula.setObjectName(f"cache_formula_{name}")
            self._titles[name], self._formulas[name] = title, formula
            self._column.addWidget(title)
            self._column.addWidget(formula)
        self._holds = SpanLabel(0.95)
        self._holds.setObjectName("cache_formulas_hold")
        self._column.addWidget(self._holds)
        self._fit()

    def show_formulas(self, report: CacheReport, step: int) -> None:
        """Put the numbers of `report` in; `step` is counted from 0."""
        t, n, m, d = step + 1, report.length, report.d_model, report.d_head
        cached, plain = report.formula_step(t)
        all_cached, all_plain = report.formula_totals
        size = 0 if report.generated is None else int(report.generated.kept_bytes[step])
        t_n = {"t": f"{t:,}", "n": f"{n:,}"}
        self._show(
            "step_cached",
            self.tr("Step t = {t}, with the cache: q, k and v of one token, its scores, the mixing").format(**t_n),
            "3 · d_model · d_head + t · d_head + t · d_head",
            f"3 · {m} · {d} + {t} · {d} + {t} · {d} = {cached:,}",
        )
        self._show(
            "step_plain",
            self.tr("Step t = {t}, without it: everything for all tokens so far, the masked half too").format(**t_n),
            "3 · t · d_model · d_head + t² · d_head + t² · d_head",
            f"3 · {t} · {m} · {d} + {t}² · {d} + {t}² · {d} = {plain:,}",
        )
        self._show(
            "all_cached",
            self.tr("All n = {n} steps, with the cache").format(**t_n),
            "3 · n · d_model · d_head + n · (n + 1) · d_head",
            f"3 · {n} · {m} · {d} + {n} · {n + 1} · {d} = {all_cached:,}",
        )
        self._show(
            "all_plain",
            self.tr("All n = {n} steps, without it").format(**t_n),
            "3 · d_model · d_head · n · (n + 1) / 2 + d_head · n · (n + 1) · (2n + 1) / 3",
            f"3 · {m} · {d} · {n} · {n + 1} / 2 + {d} · {n} · {n + 1} · {2 * n + 1} / 3 = {all_plain:,}",
        )
        self._show(
            "bytes",
            self.tr("The cache after step t = {t}, in bytes: one head, one layer, numbers kept as float32").format(
                **t_n
            ),
            self.tr("2 · length · kv_heads · d_head · layers · bytes"),
            f"2 · {t} · 1 · {d} · 1 · {VALUE_BYTES} = {size:,}",
        )
        if report.formulas_hold:
            self._holds.show_spans(
                [Span(self.tr("What was counted is what the formulas give, at every step."), "muted")]
            )
        else:
            self._holds.show_spans([Span(self.tr("What was counted is not what the formulas give."), "moved")])

    def _show(self, name: str, title: str, symbols: str, numbers: str) -> None:
        if self._titles[name].text() != title:
            self._titles[name].setText(title)
        formula = self._formulas[name]
        formula.setAccessibleName(title)
        formula.show_spans([Span(_unbroken(symbols), "muted"), Span(_NEW_LINE), Span(_unbroken(numbers))])

    def _fit(self) -> None:
        em = QFontInfo(self.font()).pixelSize()
        self._column.setSpacing(round(0.25 * em))
        for title in list(self._titles.values())[1:]:
            title.setContentsMargins(0, round(0.5 * em), 0, 0)
        self._holds.setContentsMargins(0, round(0.5 * em), 0, 0)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()


def _unbroken(formula: str) -> str:
    """Return a formula whose lines end between the terms of its sum, not inside of a product."""
    return (
        formula.replace(" · ", "\u00a0·\u00a0").replace("(n + 1)", "(n\u00a0+\u00a01)").replace(" / ", "\u00a0/\u00a0")
    )
