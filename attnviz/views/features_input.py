"""How many random features there are: a box for any number, and two buttons for half and twice as many.

It says what was chosen; it must not know what a feature is.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMargins, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QSpinBox, QToolButton, QWidget

from attnviz.state.scene import MOST_FEATURES
from attnviz.views.field_caption import without_key
from attnviz.views.flow_layout import FlowLayout
from attnviz.views.undo_keys import is_undo_or_redo


class _Box(QSpinBox):
    """A number box that leaves Undo and Redo to the window, and the wheel until the keys are here."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and is_undo_or_redo(event):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_undo_or_redo(event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class FeaturesInput(QWidget):
    """A box for 1 to 4,096. A typed number counts once it is whole: with Enter, or when the keys go elsewhere.

    Signals: features_chosen(int), on every change but those by `show_features`.
    """

    features_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("features_input")
        self._box = _Box()
        self._box.setObjectName("features_box")
        self._box.setRange(1, MOST_FEATURES)
        self._box.setKeyboardTracking(False)
        self._box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._caption = QLabel(self.tr("&Random features"))
        self._caption.setObjectName("features_caption")
        self._caption.setBuddy(self._box)
        self._half = self._button("features_half_button", self.tr("÷ 2"), self.tr("Half as many features"))
        self._twice = self._button("features_twice_button", self.tr("× 2"), self.tr("Twice as many features"))
        spoken = without_key(self._caption.text())
        for named in (self, self._box, self._box.lineEdit()):
            named.setAccessibleName(spoken)
        self._row = FlowLayout(self)
        for part in (self._caption, self._half, self._box, self._twice):
            self._row.addWidget(part)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFocusProxy(self._box)
        self._box.valueChanged.connect(self._on_value_changed)
        self._half.clicked.connect(self._on_halved)
        self._twice.clicked.connect(self._on_doubled)
        self._measure()
        self._allow()

    def show_features(self, features: int) -> None:
        """Show the number. Says nothing."""
        if features != self._box.value():
            with QSignalBlocker(self._box):
                self._box.setValue(features)
        self._allow()

    def features(self) -> int:
        """Return the number that is shown."""
        return self._box.value()

    def _button(self, name: str, words: str, spoken: str) -> QToolButton:
        made = QToolButton()
        made.setText(words)
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        made.setObjectName(name)
        made.setAccessibleName(spoken)
        made.setToolTip(spoken)
        made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return made

    def _on_value_changed(self, features: int) -> None:
        self._allow()
        self.features_chosen.emit(features)

    def _on_halved(self) -> None:
        self._box.setValue(max(1, self._box.value() // 2))

    def _on_doubled(self) -> None:
        self._box.setValue(min(MOST_FEATURES, 2 * self._box.value()))

    def _allow(self) -> None:
        self._half.setEnabled(self._box.value() > 1)
        self._twice.setEnabled(self._box.value() < MOST_FEATURES)

    def _measure(self) -> None:
        height, words = QFontMetricsF(self.font()).height(), self._caption.sizeHint().width()
        self._row.set_measures(words, round(0.35 * height), round(0.2 * height), QMargins())
        self._box.lineEdit().setTextMargins(round(0.3 * height), 0, 0, 0)  # a style sheet's padding does not reach it

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_row"):
            self._measure()
