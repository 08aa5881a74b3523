"""The panel “All heads”: a small map of every head of a trained model, in an order that is chosen.

It says what was chosen and shows the report it is given; it must not compute a weight, and knows no session.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QWidget

from attnviz.state.layers_report import LayersReport
from attnviz.state.scene import Scene
from attnviz.views import panel_numbers
from attnviz.views.column_panel import muted_label
from attnviz.views.copying_panel import CopyingPanel
from attnviz.views.field_caption import FieldCaption
from attnviz.views.layers_grid import LayersGrid
from attnviz.views.layers_pickers import LayersOrderPicker, LayersViewPicker
from attnviz.views.layers_told import LayersTold
from attnviz.views.layers_words import note
from attnviz.views.verdict_card import VerdictCard


class LayersPanel(CopyingPanel):
    """All small maps in one picture that scrolls; below it, always in sight, what is said of one head.

    Ctrl+C copies every head's scores.

    Signals: head_chosen(layer, head), both from 0; order_chosen(str), one of HEADS_ORDERS; view_chosen(str), what the
        large map is to show, one of VIEWS; rescaled_switched(bool), without the first token or not.
    """

    head_chosen = Signal(int, int)
    order_chosen = Signal(str)
    view_chosen = Signal(str)
    rescaled_switched = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._inputs = QGridLayout()  # before the frame is built, which asks for its sizes
        title = QCoreApplication.translate("LayersPanel", "All heads")
        question = QCoreApplication.translate("LayersPanel", "What does each head of the model look at?")
        super().__init__("layers_panel", title, question, parent)
        self._report: LayersReport | None = None
        self._shown: tuple[object, ...] = ()
        self._make_inputs()
        self._make_parts()
        self._connect()
        self.add(self._inputs, self._note, self._switch, self._flag, self._card, self._grid)
        self.show_report(Scene(text=""), (), None)

    def show_report(self, scene: Scene, tokens: tuple[str, ...], report: LayersReport | None) -> None:
        """Show the heads of `report`. None: without tokens the panel asks for a text, else it says that it waits."""
        order = scene.heads_order if report is None else report.order_name
        shown = (report, order, scene.view, scene.rescaled, bool(tokens))
        if shown == self._shown:
            return
        self._shown, self._report = shown, report
        self._order.show_order(order)
        self._view.show_view(scene.view, report is not None and report.crossed)
        with QSignalBlocker(self._switch):
            self._switch.setChecked(scene.rescaled)
        for part in (self._note, self._grid, self._told):
            part.setVisible(report is not None)
        self._card.setVisible(report is None)
        self._flag.setVisible(report is not None and report.rescaled)
        if report is None:
            self._wait(bool(tokens))
        else:
            self._show_heads(report, scene.view == "head")

    def has_numbers(self) -> bool:
        """Return whether there are heads."""
        return self._report is not None

    def numbers(self) -> str:
        """Return the scores of all heads as text with tabs."""
        return "" if self._report is None else panel_numbers.of_layers(self._report)

    def show_colormap(self, name: str) -> None:
        """Show the weights in the colour map `name`, one of `colormaps.NAMES`. Says nothing."""
        self._grid.show_colormap(name)

    def _make_inputs(self) -> None:
        self._order, self._view = LayersOrderPicker(), LayersViewPicker()
        for column, (words, field) in enumerate(((self.tr("Order"), self._order), (self.tr("Large map"), self._view))):
            caption = FieldCaption(words)
            caption.setBuddy(field)
            self._inputs.addWidget(caption, 0, column)
            self._inputs.addWidget(field, 1, column)
            self._inputs.setColumnStretch(column, 1)
        self._inputs.setContentsMargins(0, 0, 0, 0)
        self._switch = QPushButton(self.tr("Without the first token"))
        self._switch.setObjectName("rescale_switch")
        self._switch.setAccessibleName(self.tr("Rescale without the first token"))
        tip = self.tr("The weight on the first token is left out; the rest of each row is rescaled to 100 %.")
        self._switch.setToolTip(tip)
        self._switch.setAccessibleDescription(tip)
        self._switch.setCheckable(True)
        self._switch.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def _make_parts(self) -> None:
        self._note = muted_label("layers_note")
        words = self.tr("Rows without the first token, rescaled to 100 %. The scores are the model's own.")
        self._flag = muted_label("layers_rescaled_note", words)
        self._card = VerdictCard()
        self._card.setObjectName("layers_card")
        self._grid = LayersGrid()
        self._told = LayersTold()
        outside = self.layout()
        if outside is not None:
            outside.addWidget(self._told)

    def _connect(self) -> None:
        self._order.order_chosen.connect(self.order_chosen)
        self._view.view_chosen.connect(self.view_chosen)
        self._switch.toggled.connect(self.rescaled_switched)
        self._grid.head_picked.connect(self._on_picked)
        self._grid.head_pointed.connect(self._on_pointed)
        self._grid.head_walked.connect(self._on_walked)

    # -------------------------------------------------------------------------------------------------- what is shown

    def _wait(self, has_text: bool) -> None:
        words = self.tr("Type a sentence first: every head of the model then has a small map here.")
        if has_text:
            words = self.tr("The heads are being worked out …")
        self._card.show_verdict("", words, "neutral")

    def _show_heads(self, report: LayersReport, alone: bool) -> None:
        self._note.setText(note(report))
        self._grid.show_heads(report, alone)
        self._tell(self._grid.pointed())

    def _tell(self, place: int) -> None:
        """Speak of the head in a place of the order, else of the shown one."""
        report = self._report
        if report is None:
            return
        cell = report.order[place] if 0 <= place < report.count else report.shown
        self._told.show_head(report, cell, cell == report.shown and self._view.currentData() == "head")
        self._grid.setAccessibleDescription(self._told.text())

    # ------------------------------------------------------------------------------------------------- what is done

    def _on_picked(self, place: int) -> None:
        if self._report is not None:
            self.head_chosen.emit(*self._report.order[place])

    def _on_pointed(self, place: int) -> None:
        self._tell(place)

    def _on_walked(self, place: int) -> None:
        """Scroll to the map that a key led to."""
        square, content = self._grid.head_rect(place), self._scroll.widget()
        if content is not None:
            middle = self._grid.mapTo(content, square.center())
            self._scroll.ensureVisible(middle.x(), middle.y(), 0, square.height() // 2 + 2 * self.em())

    def _fit(self) -> None:
        """Take every size from the font."""
        self._inputs.setHorizontalSpacing(round(0.6 * self.em()))
        self._inputs.setVerticalSpacing(round(0.2 * self.em()))
        super()._fit()
