"""The dialog that fetches a model: what there is, each with its licence and its size, how far it is, what went wrong.

Must not open what it has fetched, and must not ask for anything before the person does.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.fetcher import Fetcher
from attnviz.app.model_desk import sentence
from attnviz.models import downloading, finding
from attnviz.models.offers import OFFERS, Offer
from attnviz.models.problem import ModelProblem, needed
from attnviz.views.span_label import Span, SpanLabel

_MB = 1_000_000


class GetModel(QDialog):
    """A list of models, and what is to be known and done about the chosen one.

    Signals: fetched(object Path) with the folder of a model that is there now; the dialog closes then.
    """

    fetched = Signal(object)

    def __init__(
        self,
        parent: QWidget | None = None,
        offers: Sequence[Offer] = OFFERS,
        folder: Path | None = None,
        endpoint: str | None = None,
    ) -> None:
        """folder: where models are put, the person's own if None. endpoint: another server than huggingface.co."""
        super().__init__(parent)
        self.setObjectName("get_model_dialog")
        self.setWindowTitle(self.tr("Get a model"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._offers, self._endpoint = tuple(offers), endpoint
        self._folder = finding.own_folder() if folder is None else folder
        self._fetcher = Fetcher(self)
        self._build()
        self._connect()
        self._list.addItems([offer.name for offer in self._offers])
        self._list.setCurrentRow(0)
        self._show_states()
        self._measure()
        em, room = self.fontMetrics().height(), self.screen().availableSize() * 0.94
        self.resize(min(40 * em, room.width()), min(34 * em, room.height()))
        self._show_whether_possible()

    def done(self, result: int) -> None:
        """Stop fetching, and close."""
        self._fetcher.wait()
        super().done(result)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_buttons"):
            self._measure()

    # ------------------------------------------------------------------------------------------------ building

    def _build(self) -> None:
        told = QLabel(
            self.tr("Models that can be had for nothing from huggingface.co. No account is needed, and none is used.")
        )
        told.setWordWrap(True)
        self._list = QListWidget()
        self._list.setObjectName("get_model_list")
        self._list.setAccessibleName(self.tr("Models"))
        self._list.setWordWrap(True)
        self._list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self._progress = QProgressBar()
        self._progress.setObjectName("get_model_progress")
        self._progress.setAccessibleName(self.tr("Megabytes that have come"))
        self._progress.setTextVisible(False)
        self._figures = QLabel()
        self._figures.setObjectName("get_model_figures")
        self._figures.setTextFormat(Qt.TextFormat.PlainText)
        self._message = SpanLabel()
        self._message.setObjectName("get_model_message")
        self._message.setAccessibleName(self.tr("Notice"))
        self._buttons = self._made_buttons()
        self._column = QVBoxLayout(self)
        self._column.addWidget(told)
        self._column.addWidget(self._list, 1)
        self._column.addLayout(self._details())
        self._column.addWidget(self._figures)
        self._column.addWidget(self._progress)
        self._column.addWidget(self._message)
        self._column.addLayout(self._buttons)
        for part in (self._figures, self._progress, self._message):
            part.hide()

    def _details(self) -> QVBoxLayout:
        self._licence = QLabel()
        self._licence.setObjectName("get_model_licence")
        self._licence.setTextFormat(Qt.TextFormat.PlainText)
        self._licence.setWordWrap(True)
        self._page = QLineEdit()
        self._page.setObjectName("get_model_page")
        self._page.setAccessibleName(self.tr("Page of the model"))
        self._page.setReadOnly(True)
        place = QLabel(self.tr("&Folder"))
        self._place = QLineEdit(str(self._folder))
        self._place.setObjectName("get_model_folder")
        self._place.setAccessibleName(self.tr("Folder that models are put into"))
        self._place.setReadOnly(True)
        self._place.setCursorPosition(0)
        place.setBuddy(self._place)
        row = QHBoxLayout()
        row.addWidget(place)
        row.addWidget(self._place, 1)
        column = QVBoxLayout()
        column.addWidget(self._licence)
        column.addWidget(self._page)
        column.addLayout(row)
        return column

    def _made_buttons(self) -> QHBoxLayout:
        self._get = self._button(self.tr("&Get"), "get_model_button")
        self._get.setDefault(True)
        self._cancel = self._button(self.tr("&Cancel"), "get_model_cancel_button")
        self._cancel.setToolTip(self.tr("What has come is kept; Get goes on from there."))
        self._forget = self._button(self.tr("Fo&rget what has come"), "get_model_forget_button")
        self._close = self._button(self.tr("C&lose"), "get_model_close_button")
        row = QHBoxLayout()
        for button in (self._get, self._cancel, self._forget):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self._close)
        return row

    def _button(self, words: str, name: str) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.setAutoDefault(False)
        return button

    def _connect(self) -> None:
        self._list.currentRowChanged.connect(self._on_row)
        self._list.itemDoubleClicked.connect(self._on_get)
        self._get.clicked.connect(self._on_get)
        self._cancel.clicked.connect(self._on_cancel)
        self._forget.clicked.connect(self._on_forget)
        self._close.clicked.connect(self.reject)
        self._fetcher.progressed.connect(self._show_progress)
        self._fetcher.fetched.connect(self._on_fetched)
        self._fetcher.failed.connect(self._on_failed)
        self._fetcher.stopped.connect(self._on_stopped)

    def _measure(self) -> None:
        em = self.fontMetrics().height()
        self._column.setSpacing(round(0.5 * em))
        self._list.setMinimumHeight(round(3.2 * em))
        self._list.setSpacing(max(1, round(0.1 * em)))
        self._progress.setMaximumHeight(round(0.7 * em))

    # ------------------------------------------------------------------------------------------- person → fetching

    @property
    def _offer(self) -> Offer:
        return self._offers[max(0, self._list.currentRow())]

    def _on_row(self, row: int) -> None:
        self._show_states()

    def _on_get(self) -> None:
        offer = self._offer
        if self._fetcher.offer is not None:
            return
        if downloading.is_whole(offer, self._folder):
            self._on_fetched(self._folder / offer.folder)
            return
        self._say("")
        self._fetcher.start(offer, self._folder, self._endpoint)
        self._progress.setRange(0, 0)
        self._figures.setText(self.tr("{name}: asking the server …").format(name=offer.name))
        self._progress.show()
        self._figures.show()
        self._show_states()
        self._cancel.setFocus()

    def _on_cancel(self) -> None:
        self._cancel.setEnabled(False)
        self._fetcher.cancel()

    def _on_forget(self) -> None:
        downloading.forget(self._offer, self._folder)
        self._say("")
        self._show_states()
        self._get.setFocus()

    # ------------------------------------------------------------------------------------------- fetching → person

    def _show_progress(self, here: int, total: int) -> None:
        offer = self._fetcher.offer
        if offer is None:
            return
        self._progress.setRange(0, max(1, total // _MB))
        self._progress.setValue(here // _MB)
        words = self.tr("{name}: {here} of {total} MB")
        self._figures.setText(words.format(name=offer.name, here=_megabytes(here), total=_megabytes(total)))

    def _on_fetched(self, folder: Path) -> None:
        self.accept()
        self.fetched.emit(folder)

    def _on_failed(self, error: Exception) -> None:
        self._show_ended(sentence(error))

    def _on_stopped(self) -> None:
        self._show_ended(self.tr("What has come is kept; Get goes on from there."))

    def _show_ended(self, words: str) -> None:
        self._progress.hide()
        self._figures.hide()
        self._say(words)
        self._show_states()
        self._get.setFocus()

    def _show_whether_possible(self) -> None:
        if find_spec("huggingface_hub") is None:
            try:
                needed("huggingface_hub")
            except ModelProblem as problem:
                self._say(sentence(problem))

    def _show_states(self) -> None:
        """Show what is there of each model, and what can be done about the chosen one."""
        for row, offer in enumerate(self._offers):
            words = self._words(offer)
            if self._list.item(row).text() != words:
                self._list.item(row).setText(words)
        chosen, busy = self._offer, self._fetcher.offer is not None
        self._licence.setText(
            self.tr("Licence: {licence}. Its words and the makers of the model are on this page:").format(
                licence=chosen.licence
            )
        )
        if self._page.text() != chosen.page:
            self._page.setText(chosen.page)
            self._page.setCursorPosition(0)
        whole = downloading.is_whole(chosen, self._folder)
        self._get.setText(self.tr("&Open") if whole else self.tr("&Get"))
        self._get.setEnabled(not busy)
        self._cancel.setEnabled(busy)
        self._forget.setEnabled(not busy and downloading.kept(chosen, self._folder) > 0)

    def _words(self, offer: Offer) -> str:
        parts = [
            QCoreApplication.translate("Models", offer.about),
            offer.licence,
            self.tr("{size} MB").format(size=offer.megabytes),
        ]
        kept = downloading.kept(offer, self._folder)
        if downloading.is_whole(offer, self._folder):
            parts.append(self.tr("already here"))
        elif kept:
            parts.append(self.tr("{size} MB of it have come").format(size=_megabytes(kept)))
        return f"{offer.name}\n{' · '.join(parts)}"

    def _say(self, words: str) -> None:
        self._message.show_spans([Span(words)] if words else [])
        self._message.setVisible(bool(words))
        if words:
            self._message.setAccessibleDescription(words)
            QAccessible.updateAccessibility(QAccessibleEvent(self._message, QAccessible.Event.Alert))


def _megabytes(size: int) -> str:
    return f"{size / _MB:.0f}" if size >= 10 * _MB else f"{size / _MB:.1f}"
