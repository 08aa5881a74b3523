"""The panel “Ledger”: the arithmetic of one cell of the map, number by number.

It shows the report it is given and says how many decimals were chosen; it must not compute, and knows no session.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QSizePolicy, QWidget

from attnviz.experiments.ledger import LedgerReport
from attnviz.state.scene import Scene
from attnviz.views.column_panel import ColumnPanel
from attnviz.views.ledger_decimals import DecimalsInput
from attnviz.views.ledger_section import LedgerSection
from attnviz.views.ledger_text import LedgerText, headings
from attnviz.views.two_way_toggle import TwoWayToggle
from attnviz.views.verdict_card import VerdictCard

_NAMES = ("products", "sum", "division", "mask", "softmax", "weight", "value")
_WITH_TABLE = ("products", "softmax", "value")


class LedgerPanel(ColumnPanel):
    """How the weight in one cell came about, in seven steps; Ctrl+C copies all of it.

    Signals: decimals_chosen(int), 1 to 8.
    """

    decimals_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            "ledger_panel",
            QCoreApplication.translate("LedgerPanel", "Ledger"),
            QCoreApplication.translate("LedgerPanel", "Where does this number come from?"),
            parent,
        )
        self._text: LedgerText | None = None
        self._place: tuple[LedgerSection, QRect] | None = None
        self._make_inputs()
        self._verdict = VerdictCard()
        self._verdict.setObjectName("ledger_verdict")
        self._sections = {
            name: LedgerSection(name, heading, name in _WITH_TABLE)
            for name, heading in zip(_NAMES, headings(), strict=True)
        }
        self._lay_out()
        self._connect()
        self.show_report(Scene(text=""), (), None)

    def show_report(
        self,
        scene: Scene,
        tokens: tuple[str, ...],
        report: LedgerReport | None,
        columns: tuple[str, ...] | None = None,
    ) -> None:
        """Show how a cell came about, with as many decimals as `scene` asks for; None: no cell is chosen yet.

        columns: the tokens that are looked at, where they are not `tokens`.
        """
        self._decimals.show_decimals(scene.ledger_decimals)
        if report is None:
            self._text = None
        else:
            self._text = LedgerText(report, tokens, scene.ledger_decimals, not self._order.isChecked(), columns)
        self._show(no_text=not tokens)

    def text(self) -> str:
        """Return the whole ledger as plain text with tabs, nothing folded away; "" where there is none."""
        return "" if self._text is None else self._text.whole()

    def _show(self, no_text: bool) -> None:
        text = self._text
        appears = self._copy.isHidden() == (text is not None)
        if appears:
            inputs = (self._order, self._decimals_label, self._decimals, self._copy)
            for part in (*inputs, *self._sections.values()):
                part.setVisible(text is not None)
        if text is None:
            words = self.tr("Click a cell of the map to read its arithmetic.")
            self._verdict.show_verdict("", self.tr("Type a sentence first.") if no_text else words, "neutral")
        else:
            holds, hidden = text.report.holds, text.report.hidden
            headline = self.tr("{pair}: {percent}").format(pair=text.pair(), percent=text.percent())
            self._verdict.show_verdict(
                headline, text.verdict(), "moved" if not holds else "neutral" if hidden else "good"
            )
            self._show_steps(text)
        if appears:
            self._fit()

    def _show_steps(self, text: LedgerText) -> None:
        steps, decimals = self._sections, text.decimals
        products, exponentials, values = text.products(), text.exponentials(), text.values()
        steps["products"].show_words(text.turned(), [], text.rounding())
        steps["products"].show_table(products, decimals, text.rest(products))
        steps["sum"].show_words(text.lost(), text.sum())
        steps["division"].show_words(text.bias(), text.division())
        steps["mask"].show_words("", text.mask())
        steps["softmax"].show_words(text.largest(), text.total())
        steps["softmax"].show_table(exponentials, decimals, text.rest(exponentials))
        steps["weight"].show_words("", text.weight())
        steps["value"].show_words(text.contribution(), [])
        steps["value"].show_table(values, decimals, text.rest(values, adds_up=False))

    def _make_inputs(self) -> None:
        self._decimals = DecimalsInput()
        self._decimals_label = QLabel(self.tr("D&ecimals"))
        self._decimals_label.setObjectName("decimals_label")
        self._decimals_label.setBuddy(self._decimals)
        self._order = TwoWayToggle(self.tr("In order"), self.tr("Largest first"))
        self._order.show_checked(True)
        self._order.setObjectName("ledger_order_toggle")
        self._order.setAccessibleName(self.tr("Order of the entries"))
        self._copy = QPushButton(self.tr("Copy"))
        self._copy.setObjectName("ledger_copy_button")
        self._copy.setAccessibleName(self.tr("Copy the ledger"))
        self._copy.setToolTip(self.tr("Copy the whole ledger as text, with tabs between the columns (Ctrl+C)"))
        self._copy.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def _lay_out(self) -> None:
        numbers, order = QHBoxLayout(), QHBoxLayout()
        numbers.addWidget(self._decimals_label)
        numbers.addWidget(self._decimals)
        numbers.addStretch()
        numbers.addWidget(self._copy)
        order.addWidget(self._order)
        order.addStretch()
        self.add(order, numbers, self._verdict, *self._sections.values())

    def _connect(self) -> None:
        self._decimals.decimals_chosen.connect(self.decimals_chosen)
        self._order.switched.connect(self._on_order_switched)
        self._copy.clicked.connect(self._on_copy)
        for section in self._sections.values():
            section.place_reached.connect(self._on_place_reached)

    def _on_order_switched(self, in_order: bool) -> None:
        if self._text is not None:
            self._text.largest_first = not in_order
            self._show_steps(self._text)

    # Copying

    def _on_copy(self) -> None:
        if self._text is not None:
            QGuiApplication.clipboard().setText(self.text())

    def event(self, event: QEvent) -> bool:
        """Take Ctrl+C while the keys are anywhere in the panel."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_copy(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy with Ctrl+C."""
        if self._is_copy(event):
            self._on_copy()
        else:
            super().keyPressEvent(event)

    def _is_copy(self, event: QKeyEvent) -> bool:
        return self._text is not None and event.matches(QKeySequence.StandardKey.Copy)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy."""
        if self._text is None:
            return
        menu = QMenu(self)
        menu.setObjectName("ledger_menu")
        menu.addAction(self.tr("Copy the ledger")).triggered.connect(self._on_copy)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    # Size and scrolling

    def _on_place_reached(self, place: QRect) -> None:
        section = self.sender()
        if isinstance(section, LedgerSection):
            self._place = (section, place)
            QTimer.singleShot(0, self._scroll_there)  # when folding has been laid out

    def _scroll_there(self) -> None:
        content = self._scroll.widget()
        if self._place is None or content is None:
            return
        section, place = self._place
        centre = section.mapTo(content, place.center())
        self._scroll.ensureVisible(centre.x(), centre.y(), 0, 2 * self.em())
