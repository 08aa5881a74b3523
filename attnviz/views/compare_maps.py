"""A, B and B − A side by side, each above its name, or one below the other where there is little room.

It shows the maps it is given; it must not compare anything.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFontInfo, QPalette, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from attnviz.experiments.comparison import ComparisonReport
from attnviz.views.mini_map import MiniMap

_SIDE_BY_SIDE, _LEAST = 19, 13  # em
_LOWEST, _HIGHEST = 7, 16  # em, of a map


class CompareMaps(QWidget):
    """Three small maps; only two where there is no B − A.

    Signals: picture_chosen(str), "a", "b" or "difference", when a map is chosen.
    """

    picture_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("compare_maps")
        self.setAccessibleName(self.tr("A, B and B − A"))
        self._columns: dict[str, QWidget] = {}
        self._maps: dict[str, MiniMap] = {}
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._add("a", self.tr("A"), self.tr("A, the pinned picture"))
        self._add("b", self.tr("B"), self.tr("B, the present picture"))
        self._add("difference", self.tr("B − A"), self.tr("B − A, the difference"))
        self._maps["a"].clicked.connect(self._on_a_clicked)
        self._maps["b"].clicked.connect(self._on_b_clicked)
        self._maps["difference"].clicked.connect(self._on_difference_clicked)
        self._fit()

    def show_report(self, report: ComparisonReport, shares: bool) -> None:
        """Show the pictures of `report`, whose numbers are shares of a row or any other. Says nothing."""
        signed = not shares and (report.what == "output" or min(report.a.min(), report.b.min()) < 0.0)
        limit = None if shares else report.top  # one scale of colours for both
        self._maps["a"].show_matrix(report.a, report.mask_a, signed, limit)
        self._maps["b"].show_matrix(report.b, report.mask_b, signed, limit)
        if report.difference is not None:
            hidden = None if report.mask_a is None or report.mask_b is None else report.mask_a | report.mask_b
            self._maps["difference"].show_matrix(report.difference, hidden, True)
        self._columns["difference"].setVisible(report.difference is not None)
        self._fit()

    def show_told(self, key: str, words: str) -> None:
        """Tell a screen reader what the map `key`, one of those in `picture_chosen`, shows."""
        self._maps[key].setAccessibleDescription(words)

    def _add(self, key: str, name: str, spoken: str) -> None:
        made = self._maps[key] = MiniMap(spoken)
        made.setObjectName(f"compare_map_{key}")
        made.setToolTip(spoken)
        made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        label = QLabel(name)
        label.setObjectName(f"compare_name_{key}")
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        label.setForegroundRole(QPalette.ColorRole.WindowText)
        column = self._columns[key] = QWidget()
        column.setObjectName(f"compare_view_{key}")
        box = QVBoxLayout(column)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(made)
        box.addWidget(label)
        self._box.addWidget(column, 1)

    def _em(self) -> int:
        return QFontInfo(self.font()).pixelSize()

    def _fit(self) -> None:
        """Take the distances from the text size, and the direction and the maps' height from the width."""
        em, gap = self._em(), round(0.7 * self._em())
        self._box.setSpacing(gap)
        wide = self.width() >= _SIDE_BY_SIDE * em
        direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if direction != self._box.direction():
            self._box.setDirection(direction)
            self.updateGeometry()
        shown = sum(not column.isHidden() for column in self._columns.values())
        side = (self.width() + gap) // shown - gap if wide and shown else _LOWEST * em
        for made in self._maps.values():
            made.setFixedHeight(min(max(side, _LOWEST * em), _HIGHEST * em))

    def minimumSizeHint(self) -> QSize:
        """Return the width in which they fit one below the other."""
        return QSize(_LEAST * self._em(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stand side by side if there is room."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_box"):
            self._fit()

    def _on_a_clicked(self) -> None:
        self.picture_chosen.emit("a")

    def _on_b_clicked(self) -> None:
        self.picture_chosen.emit("b")

    def _on_difference_clicked(self) -> None:
        self.picture_chosen.emit("difference")
