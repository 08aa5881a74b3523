"""What stands in a panel's place while its question can't be asked: why, and a way back. Must not know the panels."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from attnviz.state.reports import Misfit
from attnviz.views.column_panel import ColumnPanel
from attnviz.views.verdict_card import VerdictCard


class MisfitPanel(ColumnPanel):
    """A title, one sentence that says why there is nothing to see, and a button that changes it.

    Signals: way_back_asked(str), the reason that was shown.
    """

    way_back_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("misfit_panel", "", "", parent)
        self._reason: Misfit = "not_softmax"
        self._card = VerdictCard()
        self._card.setObjectName("misfit_card")
        self._back = QPushButton()
        self._back.setObjectName("misfit_button")
        self._back.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._back.clicked.connect(self._on_back)
        self.add(self._card, self._back)

    def show_reason(self, title: str, reason: Misfit) -> None:
        """Show why the panel called `title` has nothing to say."""
        self._reason = reason
        self.show_title(title)
        self.setAccessibleName(title)
        why, back = _words()[reason]
        self._card.show_verdict("", why, "neutral")
        self._back.setText(back)
        self._back.setAccessibleName(back)

    def _on_back(self) -> None:
        self.way_back_asked.emit(self._reason)


def _words() -> dict[Misfit, tuple[str, str]]:
    return {
        "second_text": (
            QCoreApplication.translate(
                "MisfitPanel", "Keys and values come from a second text now. This is about a text that looks at itself."
            ),
            QCoreApplication.translate("MisfitPanel", "Look at the text itself"),
        ),
        "no_second_text": (
            QCoreApplication.translate("MisfitPanel", "The second text is empty. Type it in the panel Mask."),
            QCoreApplication.translate("MisfitPanel", "Look at the text itself"),
        ),
        "from_file": (
            QCoreApplication.translate(
                "MisfitPanel", "A model from a file is on the map. This is about the small head that is made here."
            ),
            QCoreApplication.translate("MisfitPanel", "Back to the random head"),
        ),
        "only_weights": (
            QCoreApplication.translate(
                "MisfitPanel", "Of these arrays only the weights are known: there is no Q, K or V to work with."
            ),
            QCoreApplication.translate("MisfitPanel", "Back to the random head"),
        ),
        "no_model": (
            QCoreApplication.translate("MisfitPanel", "This is about a trained model. None is open."),
            QCoreApplication.translate("MisfitPanel", "Open a model…"),
        ),
        "not_softmax": (
            QCoreApplication.translate(
                "MisfitPanel", "This follows the steps of softmax attention, and another kind is on the map now."
            ),
            QCoreApplication.translate("MisfitPanel", "Back to softmax attention"),
        ),
        "no_heads": (
            QCoreApplication.translate(
                "MisfitPanel",
                "A recurrence is on the map now: it has no heads with Q, K and V, and always looks back only.",
            ),
            QCoreApplication.translate("MisfitPanel", "Back to softmax attention"),
        ),
    }
