"""Start-up: from what the command line asks for to a window or a file."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtWidgets import QApplication

import attnviz
from attnviz.app import command_line, faults, numbers, paths, shelf, trained_start
from attnviz.app.command_line import Wishes
from attnviz.app.files import reason
from attnviz.app.language import FALLBACK_FONTS, Language
from attnviz.app.looks import Looks
from attnviz.app.model_desk import sentence
from attnviz.app.running_scene import Found, RunningScene
from attnviz.app.settings import Settings
from attnviz.app.trained_start import Wanted
from attnviz.app.window import MainWindow
from attnviz.models.problem import ModelProblem
from attnviz.state import saving
from attnviz.state.scene import Scene
from attnviz.state.session import Session
from attnviz.state.snapshot import derive
from attnviz.state.trained import Sources

_EXPORT_SIZE = QSize(1200, 860)
_EXPORT_SCALE = 2
_TURN = 0.001  # seconds that a worker may keep Python to itself while the window waits, some dozen times in a picture


def show(wishes: Wishes) -> int:
    """Open the window and run until it is closed. Returns the exit code."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C in the terminal ends the program; the scene is kept
    application = _application()
    faults.start_log()
    caught = faults.Faults()
    desk = Desk(application, caught)
    prepare(desk, wishes)
    desk.window.show()
    code = application.exec()
    caught.release()
    desk.window.deleteLater()
    application.processEvents()
    return code


class Desk(QObject):
    """What outlives a window: the session, the settings, the looks. Changing the language makes a new window.

    Signals: closed(), when the window is closed and no other has taken its place.
    """

    closed = Signal()

    def __init__(self, application: QApplication, caught: faults.Faults, kept: bool = True) -> None:
        """Find the scene of the last time, and make the window; not `kept`: begin anew, and keep nothing."""
        super().__init__()
        sys.setswitchinterval(_TURN)
        self._settings, self._looks, self._caught = Settings(), Looks(application), caught
        self._language = Language(application)
        self._speak(self._settings.language)
        self._looks.apply(self._settings.theme, self._settings.zoom)
        self._running = RunningScene(paths.running_folder() if kept else None)
        self.found = self._running.find() if kept else Found()
        self._session = _session(self.found)
        self.window = self._new_window()

    def be_silent(self) -> None:
        """Take back what the application was taught to say."""
        self._language.forget()

    def _new_window(self, held: Sources | None = None) -> MainWindow:
        window = MainWindow(
            self._session, self._settings, self._looks, self._running, self._caught, self._language.code, held
        )
        window.language_chosen.connect(self._on_language_chosen)
        window.closed.connect(self.closed)
        for part in (self, self._running, self._looks):
            part.setParent(window)
        return window

    def _speak(self, choice: str) -> None:
        self._language.apply(choice)
        self._looks.use_families(FALLBACK_FONTS.get(self._language.code, ()))

    def _on_language_chosen(self, code: str) -> None:
        self._settings.language = code
        self.window.leave_presenter()
        self._speak(code)
        old, self.window = self.window, self._new_window(self.window.sources)
        self.window.restoreGeometry(old.saveGeometry())
        self.window.show()
        old.retire()
        old.deleteLater()


def open_window(application: QApplication, wishes: Wishes, caught: faults.Faults) -> MainWindow:
    """Return the window, where the person left it and then changed as the command line says; undo takes that back."""
    desk = Desk(application, caught)
    return prepare(desk, wishes)


def prepare(desk: Desk, wishes: Wishes) -> MainWindow:
    """Do to the window what the command line says, and tell what was found at start. Returns the window."""
    window, found = desk.window, desk.found
    if found.problem is not None:
        window.show_problem(_what_was_found(found))
    if wishes.open is not None:
        window.open(wishes.open)
    if wishes.change_scene:
        _change(window.session, wishes)
    if wishes.trained is not None:
        window.open_model(_wanted(wishes, wishes.trained))
    return window


def export(wishes: Wishes) -> int:
    """Write a file instead of opening a window. Returns 0, or 1 with a sentence if that fails."""
    assert wishes.export is not None
    try:
        start = Scene() if wishes.open is None else saving.load(wishes.open).scene
        scene, sources = _with_sources(command_line.scene(wishes, start), wishes)
        data = _exported(scene, sources, wishes.export.suffix.lower())
    except ModelProblem as error:
        return _fail(sentence(error))
    except (OSError, ValueError) as error:
        read = wishes.trained if wishes.open is None else wishes.open
        subject = read if isinstance(error, OSError | saving.UnreadableFile) else wishes.export
        return _fail(f"{subject}: {reason(error)}")
    try:
        saving.write_atomically(wishes.export, data)
    except OSError as error:
        return _fail(f"{wishes.export} was not written: {reason(error)}")
    return 0


def _with_sources(scene: Scene, wishes: Wishes) -> tuple[Scene, Sources]:
    """Return the scene on the model that is asked for, if any, and what it needs, loaded. Raises ModelProblem."""
    if wishes.trained is None:
        return scene, {scene.source: shelf.load(scene.source)} if scene.loaded else {}
    wanted, session = _wanted(wishes, wishes.trained), Session(scene)
    source = shelf.load(wanted.name)
    trained_start.begin(session, wanted, source)
    return session.scene, {wanted.name: source}


def _wanted(wishes: Wishes, trained: str) -> Wanted:
    layer, head = (None if told is None else told - 1 for told in (wishes.layer, wishes.head))
    return Wanted(trained_start.source_name(trained), layer, head, wishes.causal)


def _exported(scene: Scene, sources: Sources, suffix: str) -> bytes:
    snapshot = derive(scene, panel=None, sources=sources)
    if suffix in (".csv", ".npz"):
        return numbers.csv_file(snapshot) if suffix == ".csv" else numbers.npz_file(snapshot)
    from attnviz.app import picture
    from attnviz.views import theme
    from attnviz.views.colormaps import NAMES

    application = _application()
    Looks(application).apply("light", 100)
    (n, m), font = (len(snapshot.tokens), len(snapshot.column_labels)), application.font()
    size = _EXPORT_SIZE.expandedTo(picture.least_size(n, m, font))
    page = picture.Page(snapshot, NAMES[0], theme.LIGHT, font, size)
    return picture.maker(page, suffix, _EXPORT_SCALE)()()


def _application() -> QApplication:
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    application = QApplication(sys.argv[:1])
    application.setApplicationName("attnviz")
    application.setApplicationVersion(attnviz.__version__)
    application.setDesktopFileName("attnviz")
    return application


def _session(found: Found) -> Session:
    if found.saved is None:
        return Session()
    session = Session(found.saved.scene, found.saved.document)
    if found.saved.document is not None:
        _compare_with_file(session, found.saved.document)
    return session


def _change(session: Session, wishes: Wishes) -> None:
    """Do what the command line asks for. A text has no file yet: Save must not write over that of the scene before."""
    path = session.path if wishes.text is None else None
    session.set_scene(command_line.scene(wishes, session.scene), path)
    if path is not None:
        _compare_with_file(session, path)


def _compare_with_file(session: Session, path: Path) -> None:
    """Note what the scene's own file holds, so that the title says whether it was changed since."""
    try:
        session.note_saved(saving.load(path).scene)
    except (OSError, ValueError):
        session.note_saved(None)


def _what_was_found(found: Found) -> str:
    from PySide6.QtCore import QCoreApplication

    if found.aside is None:
        return found.problem or ""
    told = QCoreApplication.translate(
        "Start", "The scene of the last time could not be read. {problem} It is kept in {place}; this is a new one."
    )
    return told.format(problem=found.problem, place=found.aside)


def _fail(sentence: str) -> int:
    sys.stderr.write(f"attnviz: {sentence}\n")
    return 1
