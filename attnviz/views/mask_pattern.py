"""The pattern of the mask: which way a token sees, and how far. It says what was chosen; it must not make a mask."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QMargins, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontInfo, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from attnviz.state.scene import MOST_DILATION, WIDEST_WINDOW
from attnviz.views.column_panel import muted_label
from attnviz.views.flow_layout import FlowLayout
from attnviz.views.mask_number import MaskNumber
from attnviz.views.mask_words import sight_words
from attnviz.views.two_way_toggle import TwoWayToggle

_PLAIN_WINDOW: Final = 4  # what the switch offers first


class Pattern(NamedTuple):
    """Everything about a pattern: which way, how far, every how many tokens, and the tokens that see all."""

    causal: bool
    window: int | None
    dilation: int = 1
    global_tokens: tuple[int, ...] = ()


PRESETS: Final = {
    "causal": Pattern(True, None),
    "mistral": Pattern(True, 4),  # Jiang et al. 2023; there 4096
    "longformer": Pattern(False, 3, 1, (0,)),  # Beltagy et al. 2020; there 256 on each side
}


class MaskPattern(QWidget):
    """Known patterns, direction, window and dilation, and a sentence that says what a token sees.

    Signals: pattern_chosen(object), a Pattern; causal_chosen(bool); window_chosen(object), None or the width from 1;
        dilation_chosen(int).
    """

    pattern_chosen = Signal(object)
    causal_chosen = Signal(bool)
    window_chosen = Signal(object)
    dilation_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("mask_pattern")
        self.setAccessibleName(self.tr("Pattern"))
        self._pattern = PRESETS["causal"]
        self._make_presets()
        self._make_inputs()
        self._words = muted_label("mask_sight")
        self._lay_out()
        self._direction.switched.connect(self.causal_chosen)
        self._switch.toggled.connect(self._on_switched)
        self._width.number_chosen.connect(self._on_width_chosen)
        self._dilation.number_chosen.connect(self.dilation_chosen)
        self._fit()
        self.show_pattern(self._pattern)

    def show_pattern(self, pattern: Pattern) -> None:
        """Show a pattern. Says nothing."""
        self._pattern = pattern
        self._direction.show_checked(pattern.causal)
        with QSignalBlocker(self._switch):
            self._switch.setChecked(pattern.window is not None)
        if pattern.window is not None:
            self._width.show_number(pattern.window)
        self._dilation.show_number(pattern.dilation)
        for box in (self._width, self._dilation):
            box.setEnabled(pattern.window is not None)
        for key, button in self._presets.items():
            button.setChecked(PRESETS[key] == pattern)
        self._words.setText(sight_words(*pattern[:3]))

    def _make_presets(self) -> None:
        names = {"causal": self.tr("Causal"), "mistral": self.tr("Mistral"), "longformer": self.tr("Longformer")}
        tips = {
            "causal": self.tr("Each token sees itself and all before it."),
            "mistral": self.tr("Causal, with a window of 4 tokens"),
            "longformer": self.tr("A window of 3 to both sides; the first token sees all and is seen by all"),
        }
        self._presets: dict[str, QPushButton] = {}
        for key in PRESETS:
            button = self._presets[key] = QPushButton(names[key])
            button.setObjectName(f"mask_preset_{key}")
            button.setAccessibleName(names[key])
            button.setAccessibleDescription(tips[key])
            button.setToolTip(tips[key])
            button.setCheckable(True)
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            button.clicked.connect(self._on_preset_clicked)

    def _make_inputs(self) -> None:
        self._direction = TwoWayToggle(self.tr("Causal"), self.tr("Both ways"))
        self._direction.setObjectName("mask_direction_toggle")
        self._direction.setAccessibleName(self.tr("Direction"))
        self._switch = QPushButton(self.tr("Window"))
        self._switch.setObjectName("window_switch")
        self._switch.setAccessibleName(self.tr("Window"))
        self._switch.setAccessibleDescription(self.tr("Each token sees only its neighbours"))
        self._switch.setCheckable(True)
        self._switch.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        width = self.tr("Width of the window, with the token itself")
        self._width = MaskNumber("window_box", width, 1, WIDEST_WINDOW)
        self._width.show_number(_PLAIN_WINDOW)
        step = self.tr("Dilation: from one place of the window to the next")
        self._dilation = MaskNumber("dilation_box", step, 1, MOST_DILATION)
        for box in (self._width, self._dilation):
            box.setToolTip(box.accessibleName())

    def _lay_out(self) -> None:
        known = muted_label("mask_presets_name", self.tr("Known patterns"))
        self._flow = FlowLayout()
        for part in (known, *self._presets.values()):
            self._flow.addWidget(part)
        self._grid = QGridLayout()
        dilation = QLabel(self.tr("Dilation"))
        dilation.setBuddy(self._dilation)
        near = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        far = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self._grid.addWidget(self._direction, 0, 0, 1, 2, near)
        for row, (left, box) in enumerate(((self._switch, self._width), (dilation, self._dilation)), start=1):
            self._grid.addWidget(left, row, 0, near)
            self._grid.addWidget(box, row, 1, far)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._flow)
        self._column.addLayout(self._grid)
        self._column.addWidget(self._words)

    def _on_preset_clicked(self) -> None:
        chosen = next(PRESETS[key] for key, button in self._presets.items() if button is self.sender())
        self.show_pattern(self._pattern)  # the click has turned the button already
        if chosen != self._pattern:
            self.pattern_chosen.emit(chosen)

    def _on_width_chosen(self, width: int) -> None:
        self.window_chosen.emit(width)

    def _on_switched(self, on: bool) -> None:
        self.window_chosen.emit(self._width.value() if on else None)

    def _fit(self) -> None:
        """Take every size from the font."""
        em = QFontInfo(self.font()).pixelSize()
        self._flow.set_measures(7 * em, round(0.4 * em), round(0.4 * em), QMargins())
        self._grid.setHorizontalSpacing(round(0.6 * em))
        self._grid.setVerticalSpacing(round(0.5 * em))
        self._column.setSpacing(round(0.6 * em))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the rows of buttons that the new width needs."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._flow.invalidate()
            self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_column"):
            self._fit()
