"""The bar above the heat map: the text, and everything that may be chosen about the head.

It lays out its widgets and names them. It must not pass on their signals: the window connects them.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMargins, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from attnviz.views import theme
from attnviz.views.dimension_input import DimensionInput
from attnviz.views.field_caption import FieldCaption
from attnviz.views.flow_layout import FlowLayout
from attnviz.views.kind_picker import KindPicker
from attnviz.views.model_picker import ModelPicker
from attnviz.views.text_input import TextInput
from attnviz.views.two_way_toggle import TwoWayToggle

LEAST_TEXT = 18  # em of text beside the other controls; less gives the text a row of its own


class ControlBar(QWidget):
    """Text, model, kind, mask, dimension, scaling, each under a small caption. Flows into more rows when it is narrow.

    Attributes: text_input, model_picker, kind_picker, causal_toggle, dimension_input, scale_toggle.
    Signals: none; connect to those of the attributes.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("control_bar")
        self.setAccessibleName(self.tr("Controls"))
        self.text_input = TextInput()
        self.model_picker, self.kind_picker = ModelPicker(), KindPicker()
        self.causal_toggle = self._toggle("causal_toggle", self.tr("Mask"), self.tr("Causal"), self.tr("None"))
        self.causal_toggle.setToolTip(self.tr("Causal: a token sees itself and those before it. None: it sees all."))
        self.dimension_input = DimensionInput()
        self.scale_toggle = self._toggle("scale_toggle", self.tr("Divide by √d"), self.tr("On"), self.tr("Off"))
        self.scale_toggle.setToolTip(self.tr("Whether scores are divided by √d before softmax."))
        self._columns: list[QGridLayout] = []
        self._flow = FlowLayout(self)
        self._build()
        self._measure()
        self._centre()

    def _toggle(self, name: str, title: str, checked: str, unchecked: str) -> TwoWayToggle:
        toggle = TwoWayToggle(checked, unchecked)
        toggle.setObjectName(name)
        toggle.setAccessibleName(title)
        toggle.show_checked(True)
        return toggle

    def _build(self) -> None:
        self._add(FieldCaption(self.tr("&Text")), self.text_input)
        self._add(FieldCaption(self.tr("&Model")), self.model_picker)
        self._add(FieldCaption(self.tr("K&ind")), self.kind_picker)
        self._add(FieldCaption(self.tr("Mas&k")), self.causal_toggle)
        self._add(self.dimension_input.caption, self.dimension_input)
        self._add(FieldCaption(self.tr("Divide &by √d")), self.scale_toggle)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _add(self, caption: FieldCaption, control: QWidget) -> None:
        """Put a control under its caption; every control has the height of one line of text to be centred in."""
        group = QWidget()
        column = QGridLayout(group)
        column.setContentsMargins(0, 0, 0, 0)
        column.setRowStretch(2, 1)
        if caption.buddy() is None:
            caption.setBuddy(control)
        column.addWidget(caption, 0, 0)
        caption.show()
        middle = Qt.AlignmentFlag(0) if control is self.text_input else Qt.AlignmentFlag.AlignVCenter
        column.addWidget(control, 1, 0, middle)
        self._columns.append(column)
        self._flow.addWidget(group)

    def _measure(self) -> None:
        """Set every distance from the size of the text."""
        em = QFontMetricsF(self.font()).height()
        for column in self._columns:
            column.setVerticalSpacing(round(0.2 * em))
        side, top = round(0.8 * em), round(0.5 * em)
        margins = QMargins(side, top, side, top + 1)
        self._flow.set_measures(round(LEAST_TEXT * em), round(0.6 * em), round(0.5 * em), margins)

    def _centre(self) -> None:
        """Give every control the height of one line of the text field, so that they stand on one middle line."""
        height = self.text_input.line_height()
        for column in self._columns:
            if column.rowMinimumHeight(1) != height:
                column.setRowMinimumHeight(1, height)

    def event(self, event: QEvent) -> bool:
        """Follow the text field's own height, which changes after this widget's font."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._centre()
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text and the style."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_flow"):
            self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the rows that the new width needs, so that a crowded window does not cut the last one off."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._flow.invalidate()
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground and a line below it."""
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours.window))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(colours.border))
        painter.end()
