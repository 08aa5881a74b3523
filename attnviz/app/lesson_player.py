"""Plays a lesson: decides what each step does to the session, and tells what the window has to show for it.

Must not know the window, and must not change the scene but through the session.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal

from attnviz.app import paths
from attnviz.app.files import reason
from attnviz.state import lessons
from attnviz.state.lesson import Lesson, LessonError, Step, View
from attnviz.state.scene import Scene
from attnviz.state.session import Session

_FALLBACK = "en"
_LAST = 10_000  # behind every order


def shipped(language: str) -> list[tuple[str, Path]]:
    """Return title and path of each lesson that comes with the program, in `language` ("ja", "ja_JP") or in English.

    A file without the header of a lesson is listed by its name; opening a file says what is wrong with it.
    """
    folder = paths.resources() / "lessons"
    short = language.replace("-", "_").split("_")[0].lower()
    found = sorted((folder / short).glob(f"*{lessons.SUFFIX}")) if short.isalpha() else []
    paths_found = found or sorted((folder / _FALLBACK).glob(f"*{lessons.SUFFIX}"))
    return [(title, path) for _, title, path in sorted(_listed(path) for path in paths_found)]


def _listed(path: Path) -> tuple[int, str, Path]:
    try:
        lesson = lessons.header(path)
    except (LessonError, OSError):
        return _LAST, path.stem, path
    return lesson.order, lesson.title, path


class LessonPlayer(QObject):
    """Holds the open lesson and its present step. Each step changes the scene in one step of undo.

    Signals:
        step_shown(Step, int index, int count, bool revealed): another step, or the same one revealed.
        panel_wanted(str): one of lesson.PANELS; "none" is no panel at all.
        matrix_wanted(str): one of lesson.MATRICES, for the large map.
        highlight_wanted(object): a Highlight, or None.
        step_recorded(str, int): the file's name, and how many steps it has now.
        lesson_failed(str): one sentence. lesson_closed().
    """

    step_shown = Signal(object, int, int, bool)
    panel_wanted = Signal(str)
    matrix_wanted = Signal(str)
    highlight_wanted = Signal(object)
    step_recorded = Signal(str, int)
    lesson_failed = Signal(str)
    lesson_closed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        """session: whose scene the lessons change."""
        super().__init__(parent)
        self._session = session
        self._lesson: Lesson | None = None
        self._index = 0
        self._revealed: set[int] = set()  # the steps that the class has seen the answer of
        self._own: tuple[Scene, Path | None, bool] | None = None  # scene, file and whether it differs from the file

    @property
    def lesson(self) -> Lesson | None:
        """The open lesson."""
        return self._lesson

    @property
    def index(self) -> int:
        """The present step, counted from 0."""
        return self._index

    @property
    def count(self) -> int:
        """How many steps the lesson has; 0 without one."""
        return len(self._lesson.steps) if self._lesson is not None else 0

    @property
    def step(self) -> Step | None:
        """The present step."""
        return self._lesson.steps[self._index] if self._lesson is not None else None

    @property
    def revealed(self) -> bool:
        """True if the present step has nothing more to reveal."""
        return self.step is not None and (not self.step.hides or self._index in self._revealed)

    @property
    def at_end(self) -> bool:
        """True if the last step is shown, with all there is to it."""
        return self._index == self.count - 1 and self.revealed

    def open(self, path: Path) -> bool:
        """Open a lesson and show its first step. Returns whether it went well; what was open stays if not."""
        try:
            lesson = lessons.load(path)
        except LessonError as error:
            self.lesson_failed.emit(sentence(error))
            return False
        except (OSError, ValueError) as error:  # ValueError: a name that no file can have
            self.lesson_failed.emit(
                self.tr("{name} was not opened: {reason}.").format(name=path.name, reason=reason(error))
            )
            return False
        if self._own is None:
            session = self._session
            self._own = (session.scene, session.path, session.modified)
        self._lesson = lesson
        self._revealed = set()
        self._show(0)
        return True

    def forward(self) -> None:
        """Reveal, or go on where all is revealed: what one key of a clicker does. Stays on the last step."""
        if self.revealed:
            self.next()
        else:
            self.reveal()

    def next(self) -> None:
        """Show the next step, if there is one."""
        if self._index + 1 < self.count:
            self._show(self._index + 1)

    def previous(self) -> None:
        """Show the step before, if there is one; what was revealed stays so."""
        if self._lesson is not None and self._index > 0:
            self._show(self._index - 1)

    def reveal(self) -> None:
        """Show what the present step holds back."""
        if self._lesson is not None and not self.revealed:
            self._revealed.add(self._index)
            self._show(self._index)

    def show_again(self) -> None:
        """Bring the present step back, after the person has tried something of their own."""
        if self._lesson is not None:
            self._show(self._index)

    def close(self) -> None:
        """Leave the lesson and give the person's own scene back, unless they have opened another file meanwhile."""
        if self._lesson is None or self._own is None:
            return
        scene, path, modified = self._own
        self._lesson, self._own, self._index = None, None, 0
        session = self._session
        if session.path is None and (session.scene, session.path) != (scene, path):
            session.set_scene(scene, path)
            if modified:  # what the file holds is not this, and not known here
                session.note_saved(None)
        self.highlight_wanted.emit(None)
        self.lesson_closed.emit()

    def record(self, path: Path, panel: str, shown: str, title: str, language: str) -> bool:
        """Append what the window shows now to the lesson at `path`, or begin one there. Returns whether it went well.

        panel, shown: as in a lesson; title: of the step, and of a new lesson the file's name is the title.
        """
        try:
            step = lessons.step_from(self._session.scene, panel, shown, title)
            made = lessons.record(path, step, path.stem, language)
        except LessonError as error:
            self.lesson_failed.emit(sentence(error))
        except (OSError, ValueError) as error:
            self.lesson_failed.emit(
                self.tr("{name} was not written: {reason}.").format(name=path.name, reason=reason(error))
            )
        else:
            self.step_recorded.emit(path.name, len(made.steps))
            return True
        return False

    def _show(self, index: int) -> None:
        assert self._lesson is not None
        self._index = index
        step = self._lesson.steps[index]
        view = step.end if self.revealed else step.view
        if view.scene != self._session.scene:
            self._session.set_scene(view.scene)
        self._tell(step, view)

    def _tell(self, step: Step, view: View) -> None:
        self.panel_wanted.emit(view.panel)
        self.matrix_wanted.emit(view.shown)
        self.step_shown.emit(step, self._index, self.count, self.revealed)
        self.highlight_wanted.emit(view.highlight)


def sentence(error: LessonError) -> str:
    """Return what is wrong with a lesson in the language of the window: file, line, and the mistake."""
    mistake = QCoreApplication.translate("LessonError", error.template).format(**error.fields)
    if error.line == 0:
        return QCoreApplication.translate("LessonError", "{name}: {mistake}.").format(name=error.name, mistake=mistake)
    told = QCoreApplication.translate("LessonError", "{name}, line {line}: {mistake}.")
    return told.format(name=error.name, line=error.line, mistake=mistake)
