"""The panel “Heads”: several heads side by side, what each looks at, and which of them share keys and values.

It says what was chosen and shows the report it is given; it must not compute a head, and knows no session.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QWidget

from attnviz.experiments.heads import HeadsReport
from attnviz.state.scene import Scene
from attnviz.views.column_panel import ColumnPanel, muted_label
from attnviz.views.field_caption import FieldCaption
from attnviz.views.heads_box import HeadsBox
from attnviz.views.heads_cache import HeadsCacheView
from attnviz.views.heads_links import HeadsLinks
from attnviz.views.heads_pickers import HeadsViewPicker, KvHeadsPicker
from attnviz.views.heads_steps import HeadsSteps
from attnviz.views.heads_strip import HeadsStrip
from attnviz.views.heads_words import head_spans, sharing, widths
from attnviz.views.span_label import Span, SpanLabel
from attnviz.views.verdict_card import VerdictCard

TRIED = 8  # heads that are suggested to a person who has one


class HeadsPanel(ColumnPanel):
    """How many heads there are, a small map of each, and their KV cache.

    Signals: heads_chosen(int), 1 to 96; kv_heads_chosen(int), a divisor of the heads; head_chosen(int), from 0;
        view_chosen(str), what the large map is to show: "head", "mean", "max" or "entropy".
    """

    heads_chosen = Signal(int)
    kv_heads_chosen = Signal(int)
    head_chosen = Signal(int)
    view_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._inputs = QGridLayout()  # before the frame is built, which asks for its sizes
        title = QCoreApplication.translate("HeadsPanel", "Heads")
        question = QCoreApplication.translate("HeadsPanel", "What do several heads see at once?")
        super().__init__("heads_panel", title, question, parent)
        self._report: HeadsReport | None = None
        self._shown: tuple[object, ...] = ()
        self._make_inputs()
        self._make_parts()
        self._connect()
        self.add(self._inputs, self._steps, self._card, self._try, *self._several, self._widths, self._cache)
        self.show_report(Scene(text=""), (), None)

    def show_report(self, scene: Scene, tokens: tuple[str, ...], report: HeadsReport | None) -> None:
        """Show the heads of `report`; None: there is no text, and only the choices of `scene` are shown."""
        shown = (scene.heads, scene.kv_heads, scene.view) if report is None else (report,)
        if shown == self._shown:
            return
        self._shown, self._report = shown, report
        heads, kv_heads, view = (
            (scene.heads, scene.kv_heads, scene.view)
            if report is None
            else (report.heads, report.kv_heads, report.view)
        )
        self._box.show_heads(heads)
        self._steps.show_number(heads)
        self._kv_box.show_kv_heads(heads, kv_heads)
        self._view.show_view(view)
        self._show_parts(report)

    def show_colormap(self, name: str) -> None:
        """Show the weights in the colour map `name`, one of `colormaps.NAMES`. Says nothing."""
        self._strip.show_colormap(name)

    def _make_inputs(self) -> None:
        self._box, self._kv_box, self._steps = HeadsBox(), KvHeadsPicker(), HeadsSteps()
        for column, (words, field) in enumerate(((self.tr("Heads"), self._box), (self.tr("K/V heads"), self._kv_box))):
            caption = FieldCaption(words)
            caption.setBuddy(field)
            self._inputs.addWidget(caption, 0, column)
            self._inputs.addWidget(field, 1, column)
        self._inputs.setColumnStretch(1, 1)
        self._inputs.setContentsMargins(0, 0, 0, 0)
        self._view, self._view_row = HeadsViewPicker(), QWidget()
        self._view_row.setObjectName("heads_view_row")
        row = QGridLayout(self._view_row)
        row.setContentsMargins(0, 0, 0, 0)
        caption = FieldCaption(self.tr("On the large map"))
        caption.setBuddy(self._view)
        row.addWidget(caption, 0, 0)
        row.addWidget(self._view, 1, 0)

    def _make_parts(self) -> None:
        self._card = VerdictCard()
        self._card.setObjectName("heads_card")
        self._try = QPushButton(self.tr("Try {heads} heads").format(heads=TRIED))
        self._try.setObjectName("try_heads_button")
        self._try.setAccessibleName(self._try.text())
        self._try.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._strip = HeadsStrip()
        self._readout = SpanLabel()
        self._readout.setObjectName("heads_readout")
        self._readout.setAccessibleName(self.tr("The head that is pointed at, or shown"))
        words = self.tr("0 bits: a row looks at one token. The more bits, the more evenly it looks around.")
        self._note = muted_label("heads_entropy_note", words)
        self._sharing = SpanLabel()
        self._sharing.setObjectName("heads_sharing")
        self._links = HeadsLinks()
        self._widths = SpanLabel()
        self._widths.setObjectName("heads_widths")
        self._cache = HeadsCacheView()
        self._several: tuple[QWidget, ...] = (
            self._strip, self._readout, self._note, self._view_row, self._links, self._sharing,
        )  # fmt: skip

    def _connect(self) -> None:
        self._box.heads_chosen.connect(self._on_heads_chosen)
        self._steps.number_chosen.connect(self._on_heads_chosen)
        self._try.clicked.connect(self._on_tried)
        self._kv_box.kv_heads_chosen.connect(self.kv_heads_chosen)
        self._view.view_chosen.connect(self.view_chosen)
        self._strip.head_picked.connect(self.head_chosen)
        self._strip.head_pointed.connect(self._on_pointed)
        self._strip.head_walked.connect(self._on_walked)
        self._links.head_picked.connect(self.head_chosen)
        self._links.head_pointed.connect(self._on_pointed)

    # -------------------------------------------------------------------------------------------------- what is shown

    def _show_parts(self, report: HeadsReport | None) -> None:
        several = report is not None and report.heads > 1
        for part in self._several:
            part.setVisible(several)
        for part in (self._widths, self._cache):
            part.setVisible(report is not None)
        self._card.setVisible(not several)
        self._try.setVisible(report is not None and not several)
        if report is None:
            self._card.show_verdict(
                "", self.tr("Type a sentence first: each head then has a small map here."), "neutral"
            )
            return
        if self._widths.text() != widths(report):
            self._widths.show_spans([Span(widths(report))])
            self._widths.release_height()
        self._cache.show_report(report)
        if several:
            self._show_heads(report)
        else:
            self._invite(report)

    def _invite(self, report: HeadsReport) -> None:
        words = self.tr(
            "Each of {heads} heads has its own W_q, W_k, W_v (d_head = {width}) and looks in its own way. W_o joins "
            "them. Real models run 8 to 96."
        )
        sentence = words.format(heads=TRIED, width=max(1, report.d_model // TRIED))
        self._card.show_verdict(self.tr("One head sees one way."), sentence, "neutral")

    def _show_heads(self, report: HeadsReport) -> None:
        self._strip.show_maps(report.maps, report.map_mask)
        self._strip.show_head(report.shown, report.view == "head")
        self._links.show_links(report.heads, report.kv_heads, report.shown)
        self._note_pointed(self._strip.pointed())

    def _note_pointed(self, head: int) -> None:
        """Speak of the head that is pointed at, else of the shown one."""
        report = self._report
        if report is None or report.heads == 1:
            return
        told = head if 0 <= head < report.heads else report.shown
        self._readout.show_spans(head_spans(report, told))
        self._strip.setAccessibleDescription(self._readout.text())
        self._sharing.show_spans([Span(sharing(report, told))])
        self._links.setAccessibleDescription(self._sharing.text())

    # ------------------------------------------------------------------------------------------------- what is done

    def _on_heads_chosen(self, heads: int) -> None:
        self._box.show_heads(heads)
        self._steps.show_number(heads)
        self.heads_chosen.emit(heads)

    def _on_tried(self) -> None:
        self._on_heads_chosen(TRIED)

    def _on_pointed(self, head: int) -> None:
        self._strip.show_pointed(head)
        self._links.show_pointed(head)
        self._note_pointed(head)

    def _on_walked(self, head: int) -> None:
        """Scroll to the map that a key led to."""
        square, content = self._strip.head_rect(head), self._scroll.widget()
        if content is not None:
            place = self._strip.mapTo(content, square.center())
            self._scroll.ensureVisible(place.x(), place.y(), 0, square.height() // 2 + self.em())

    def _fit(self) -> None:
        """Take every size from the font."""
        self._inputs.setHorizontalSpacing(round(0.6 * self.em()))
        self._inputs.setVerticalSpacing(round(0.2 * self.em()))
        super()._fit()
