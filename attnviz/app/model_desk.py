"""Opening trained models and arrays with the person: dialogs, what is found on the computer, progress, problems.

Person or scene → shelf → session. Must not compute with a model.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QRunnable, QThreadPool, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from attnviz.app.arrays_desk import ArraysDesk
from attnviz.app.menus import Menus
from attnviz.app.reasons import reason
from attnviz.app.shelf import Shelf
from attnviz.app.source_names import GIVEN, PACKAGE, label_of, name_of
from attnviz.models.array_shapes import ChoiceNeeded
from attnviz.models.arrays import Attentions
from attnviz.models.problem import ModelProblem, Stopped, plain
from attnviz.state.scene import MOST_HEADS, Scene
from attnviz.state.session import Session
from attnviz.views.loading_bar import LoadingBar
from attnviz.views.model_picker import ModelPicker
from attnviz.views.sentences import joined

_BUILT_IN = ("random", "identity", "demo")
MODEL_SUFFIXES = (".gguf", ".safetensors", ".npz", ".npy")
_FILES = "*.gguf *.safetensors config.json *.npz *.npy"


class ModelDesk(QObject):
    """Keeps the shelf in step with the scene, and the picker and the bar in step with the shelf.

    Signals: changed() when a source came or went that the scene needs; failed(str) with a sentence;
    noticed(str) with what is unusual about arrays that are shown.
    """

    changed = Signal()
    failed = Signal(str)
    noticed = Signal(str)
    _found = Signal(object)

    def __init__(self, session: Session, picker: ModelPicker, menus: Menus, window: QWidget) -> None:
        """picker: lists the models; menus: whose actions this does; window: the parent of the dialogs."""
        super().__init__(window)
        self._session, self._picker, self._window = session, picker, window
        self.shelf, self.bar = Shelf(self), LoadingBar()
        self._arrays = ArraysDesk(window)
        self._arrays.chosen.connect(self.shelf.open)
        self._arrays.failed.connect(self._on_failed)
        self._arrays.found.connect(self._on_found_unusual)
        self._given: set[str] = set()  # names that arrays from Python had
        self._getting: QDialog | None = None
        self._models: dict[str, tuple[str, str]] = {}  # label and tip by name
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self.bar.cancelled.connect(self.shelf.cancel)
        self.shelf.progressed.connect(self._on_progressed)
        self.shelf.loaded.connect(self._on_loaded)
        self.shelf.failed.connect(self._on_failed)
        self.shelf.ended.connect(self._on_ended)
        self._found.connect(self._on_found)
        picker.model_chosen.connect(self._on_model_chosen)
        picker.opening_asked.connect(self.ask_open)
        menus.open_model.triggered.connect(self.ask_open)
        menus.open_model_folder.triggered.connect(self.ask_folder)
        menus.get_model.triggered.connect(self.ask_get)

    def follow(self, scene: Scene) -> None:
        """Load what the scene needs, and show its model in the picker."""
        needed = [picture.source for picture in (scene, scene.reference) if picture is not None and picture.loaded]
        self.shelf.need(*needed)
        if scene.loaded:
            self._list(scene.source)
            self._picker.show_model(scene.source)
        else:
            self._picker.show_model(scene.model)

    def find(self) -> None:
        """Look for models that are installed or in the person's folder, in a worker."""
        self._pool.start(_Finding(self))

    def ask_open(self) -> None:
        """Ask for a model's file, or one of arrays, and open it."""
        words = QCoreApplication.translate("ModelDesk", "Models and arrays")
        dialog = self._dialog(self.tr("Open a model"), f"{words} ({_FILES})")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.open()

    def ask_folder(self) -> None:
        """Ask for a model's folder, and open it."""
        dialog = self._dialog(self.tr("Open the folder of a model"), "")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.open()

    def ask_get(self) -> None:
        """Show the list of models that can be fetched."""
        from attnviz.app.get_model import GetModel

        self._getting = GetModel(self._window)
        self._getting.fetched.connect(self._on_fetched)
        self._getting.finished.connect(self._on_got)
        self._getting.open()

    def open(self, path: Path) -> None:
        """Open a model or arrays in place of the present ones; undo brings those back."""
        place = path.parent if path.name == "config.json" else path
        self.shelf.open(str(place.absolute()))

    def show_given(self, given: Attentions) -> None:
        """Show arrays that were given from Python in place of what is shown; undo brings that back."""
        label, count = plain(given.name) or self.tr("arrays"), 1
        name = f"{GIVEN}{label}"
        while name in self._given or name in self.shelf.sources:
            count += 1
            name = f"{GIVEN}{label} ({count})"
        self._given.add(name)
        self.shelf.put(name, given)
        for gone in self._given - self.shelf.sources.keys():
            self._models.pop(gone, None)
        self.shelf.open(name)

    def wait(self) -> None:
        """Let the workers come to their end."""
        if self._getting is not None:
            self._getting.close()
        self._arrays.wait()
        self.shelf.wait()
        self._pool.waitForDone()

    def words_of(self, scene: Scene) -> str:
        """Return why the map of a scene is empty although it has a source, or "" if that is loaded."""
        problem = self.shelf.problem_of(scene.source)
        if isinstance(problem, Stopped):
            return self.tr("Loading was cancelled. Choose the model again to go on.")
        if problem is not None:
            return sentence(problem)
        return self.tr("The model is being opened …") if scene.source not in self.shelf.sources else ""

    def _dialog(self, title: str, files: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        dialog.setObjectName("open_model_dialog")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptOpen)
        if files:
            dialog.setNameFilters([files, QCoreApplication.translate("ModelDesk", "All files (*)")])
        dialog.fileSelected.connect(self._on_selected)
        dialog.finished.connect(dialog.deleteLater)
        return dialog

    def _on_selected(self, name: str) -> None:
        self.open(Path(name))

    def _on_model_chosen(self, key: str) -> None:
        if key in _BUILT_IN:
            self._session.set_model(key)
        else:
            self.shelf.open(key)

    def _on_progressed(self, name: str, percent: int) -> None:
        words = self.tr("Opening {name} …").format(name=self._label(name))
        self.bar.show_loading(words, percent or None)

    def _on_loaded(self, name: str, asked: bool) -> None:
        source = self.shelf.sources.get(name)
        if asked and isinstance(source, Attentions):
            self._session.set_arrays(name, min(MOST_HEADS, len(source.weights[0])))
            self._arrays.look(name, source)
        elif asked and source is not None and not isinstance(source, Attentions):
            config = source.config
            self._session.set_trained(name, config.heads, config.kv_heads, config.causal)

    def _on_failed(self, name: str, error: Exception) -> None:
        if isinstance(error, ChoiceNeeded):
            self._arrays.ask(name, error)
        else:
            words = self.tr("{name} was not opened. {reason}")
            self.failed.emit(words.format(name=self._label(name), reason=sentence(error)))

    def _on_ended(self) -> None:
        if self.shelf.loading is None:
            self.bar.show_nothing()
            self.follow(self._session.scene)
            self.changed.emit()

    def _on_fetched(self, path: Path) -> None:
        self.find()
        self.open(path)

    def _on_got(self) -> None:
        self._getting = None

    def _on_found_unusual(self, name: str, told: tuple[ModelProblem, ...]) -> None:
        if self._session.scene.source == name:
            words = self.tr("{name}: {facts}")
            self.noticed.emit(words.format(name=self._label(name), facts=joined(*map(sentence, told))))

    def _on_found(self, found: dict[str, tuple[str, str]]) -> None:
        self._models = found | {name: shown for name, shown in self._models.items() if name not in found}
        self._show_models()

    def _list(self, name: str) -> None:
        """Take a model into the list that was not found by itself."""
        if name not in self._models:
            self._models[name] = (self._label(name), name.removeprefix(PACKAGE).removeprefix(GIVEN))
            self._show_models()

    def _show_models(self) -> None:
        self._picker.show_models([(name, label, tip) for name, (label, tip) in self._models.items()])

    def _label(self, name: str) -> str:
        return self._models[name][0] if name in self._models else label_of(name)


class _Finding(QRunnable):
    def __init__(self, owner: ModelDesk) -> None:
        super().__init__()
        self._owner = owner

    def run(self) -> None:
        from attnviz.models import finding

        found: dict[str, tuple[str, str]] = {}
        for model in (*finding.installed(), *finding.in_folder(finding.own_folder())):
            name = name_of(model.path, model.package)
            tip = " · ".join(filter(None, (model.package, f"{model.size / 1e6:.0f} MB", model.licence)))
            found.setdefault(name, (model.name, tip))
        self._owner._found.emit(found)


def sentence(error: Exception) -> str:
    """Return what went wrong with a model, in the language of the window."""
    if isinstance(error, ModelProblem):
        words = {key: value for key, value in error.fields.items() if isinstance(value, str)}
        words = {key: QCoreApplication.translate("Models", value) for key, value in words.items()}
        words = {key: QCoreApplication.translate("Reason", value) for key, value in words.items()}
        return QCoreApplication.translate("Models", error.template).format(**(error.fields | words))
    return reason(error) if isinstance(error, OSError) else str(error)
