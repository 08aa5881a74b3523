"""What has to be asked and told about somebody's own arrays: which of several, and what is unusual about the numbers.

Must not open a file: the desk of models does, with what was chosen.
"""

from __future__ import annotations

from threading import Event

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal
from PySide6.QtWidgets import QWidget

from attnviz.app.source_names import label_of, with_choice
from attnviz.models.array_facts import facts
from attnviz.models.array_shapes import ChoiceNeeded
from attnviz.models.arrays import Attentions
from attnviz.models.problem import ModelProblem, Stopped


class ArraysDesk(QObject):
    """Asks with a dialog, and looks at numbers in a worker.

    Signals: chosen(str name), a source with the choice in its name; found(str name, problems) with the sentences, if
    there are any; failed(str name, error).
    """

    chosen = Signal(str)
    found = Signal(str, object)
    failed = Signal(str, object)
    _looked = Signal(object, str, object)

    def __init__(self, window: QWidget) -> None:
        """window: the parent of the dialog."""
        super().__init__(window)
        self._window = window
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._stop = Event()
        self._asked = ""  # the source that the dialog is about
        self._looked.connect(self._on_looked)

    def ask(self, name: str, needed: ChoiceNeeded) -> None:
        """Ask which part of the source `name` is to be shown."""
        from attnviz.app.choice_dialog import ChoiceDialog

        self._asked, self._argument = name, needed.argument
        dialog = ChoiceDialog(label_of(name), needed.options, self._window)
        dialog.chosen.connect(self._on_chosen)
        dialog.open()

    def look(self, name: str, given: Attentions) -> None:
        """Look at every number of `given`, in place of what was being looked at."""
        self._stop.set()
        self._stop = Event()
        self._pool.start(_Looking(name, given, self._stop, self))

    def wait(self) -> None:
        """Stop, and let the worker come to its end. Says nothing."""
        self._stop.set()
        self._pool.waitForDone()

    def _on_chosen(self, option: str | int) -> None:
        try:
            longer = with_choice(self._asked, self._argument, option)
        except ModelProblem as error:
            self.failed.emit(self._asked, error)
        else:
            self.chosen.emit(longer)

    def _on_looked(self, stop: Event, name: str, told: tuple[ModelProblem, ...]) -> None:
        if told and not stop.is_set():
            self.found.emit(name, told)


class _Looking(QRunnable):
    def __init__(self, name: str, given: Attentions, stop: Event, owner: ArraysDesk) -> None:
        super().__init__()
        self._name, self._given, self._stop, self._owner = name, given, stop, owner

    def run(self) -> None:
        told: tuple[ModelProblem, ...] = ()
        try:
            told = facts(self._given, self._stop.is_set).told
        except Stopped:
            return
        self._owner._looked.emit(self._stop, self._name, told)
