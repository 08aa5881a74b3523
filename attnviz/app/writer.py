"""Lets a trained model write on: token by token in a worker, each one put behind the text as it comes.

The same text with the same settings goes on in the same way: what is drawn depends on the tokens alone.
Must not show anything but how far it is.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from threading import Event

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

from attnviz.models import next_token
from attnviz.models.problem import Stopped
from attnviz.state.scene import Scene
from attnviz.state.session import Session
from attnviz.state.trained import Reading
from attnviz.views.loading_bar import LoadingBar

_MOST_IN_CHARACTER = 4  # tokens that a character may be made of


@dataclass(frozen=True)
class Wanted:
    """What is to be written: `count` tokens, the first of which may be chosen. `stop` is set when nobody wants more."""

    reading: Reading
    scene: Scene
    first: int | None
    count: int
    stop: Event = field(default_factory=Event)


class Writer(QObject):
    """Writes behind the session's text. Whatever else changes the text ends it.

    Signals: failed(str) with a sentence.
    """

    failed = Signal(object)
    _wrote = Signal(object, str, int)
    _ended = Signal(object, object)

    def __init__(self, session: Session, parent: QObject) -> None:
        """Own a pool of one thread, and a bar that is hidden while nothing is written."""
        super().__init__(parent)
        self._session, self.bar = session, LoadingBar()
        self.bar.setObjectName("writing_bar")
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._wanted: Wanted | None = None
        self._text = ""  # what the text is, as far as it was written here
        self.bar.cancelled.connect(self.cancel)
        self._wrote.connect(self._on_wrote)
        self._ended.connect(self._on_ended)
        session.subscribe(self._on_session_changed)

    def write(self, reading: Reading, first: int | None = None, count: int = 1) -> None:
        """Write `count` tokens behind the text that `reading` is of; `first` is the number of the first, if chosen."""
        self.cancel()
        self._wanted = Wanted(reading, self._session.scene, first, count)
        self._text = self._session.scene.text
        if count > 1:
            self.bar.show_loading(self.tr("Writing …"), 0)
        self._pool.start(_Job(self._wanted, self))

    def cancel(self) -> None:
        """Write no more; what is written stays."""
        if self._wanted is not None:
            self._wanted.stop.set()
            self._wanted = None
            self.bar.show_nothing()

    def wait(self) -> None:
        """Let the worker come to its end."""
        self.cancel()
        self._pool.waitForDone()

    def _on_wrote(self, wanted: Wanted, text: str, done: int) -> None:
        if wanted is self._wanted:
            self._text += text
            self._session.append(text)
            if wanted.count > 1:
                self.bar.show_loading(self.tr("Writing …"), 100 * done // wanted.count)

    def _on_ended(self, wanted: Wanted, error: Exception | None) -> None:
        if wanted is self._wanted:
            self._wanted = None
            self.bar.show_nothing()
            if error is not None:
                self.failed.emit(error)

    def _on_session_changed(self) -> None:
        scene = self._session.scene
        if self._wanted is not None and (scene.text != self._text or scene.source != self._wanted.scene.source):
            self.cancel()


class _Job(QRunnable):
    def __init__(self, wanted: Wanted, owner: Writer) -> None:
        super().__init__()
        self._wanted, self._owner = wanted, owner

    def run(self) -> None:
        error: Exception | None = None
        try:
            self._write()
        except Stopped:
            pass
        except Exception as problem:  # handed on: the window shows it
            error = problem
        self._owner._ended.emit(self._wanted, error)

    def _write(self) -> None:
        wanted = self._wanted
        model, run = wanted.reading.model, wanted.reading.run
        if model.tokenizer is None:
            return
        ids, held = list(run.ids), []
        for place in range(wanted.count + _MOST_IN_CHARACTER):
            number = (
                wanted.first if place == 0 and wanted.first is not None else drawn(run.last_logits, ids, wanted.scene)
            )
            if number is None:
                return
            ids.append(number)
            held.append(number)
            text = model.tokenizer.addition(held)
            if text is not None:
                held.clear()
                self._owner._wrote.emit(wanted, text, min(place + 1, wanted.count))
            if place + 1 >= wanted.count and not held:
                return
            run = model.run(ids, run, stop=wanted.stop.is_set)


def drawn(logits: object, ids: list[int], scene: Scene) -> int | None:
    """Return a token drawn with the scene's temperature, top-k and top-p; None for a model that does not write.

    The chance comes from the tokens so far, so that the same ones go on in the same way.
    """
    if logits is None:
        return None
    shares = next_token.probabilities(logits, scene.temperature, scene.top_k, scene.top_p)  # type: ignore[arg-type]
    digest = hashlib.blake2b(repr(ids).encode(), digest_size=8).digest()
    return next_token.chosen(shares, int.from_bytes(digest, "little") / 2**64)
