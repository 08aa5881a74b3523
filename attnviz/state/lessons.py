"""Lessons: guided tours that a teacher writes in a text editor as plain Markdown.

A file begins with a header between two lines `---` (title, language, perhaps order and what the first step shows). Each
line `# …` begins a step. The lines `key: value` directly below it say what the window shows; what they do not name
stays as in the step before. Then comes the text for the class. `> ? …` is a question, and what stands below a line
`---` is shown only after the class has answered it; `key: value` lines directly below that line change the window at
the same moment.

Must not run anything a file says, and must not leave half a file behind.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attnviz.state import saving
from attnviz.state.lesson import QT_TRANSLATE_NOOP, Lesson, LessonError, Mistake, Step, View
from attnviz.state.lesson_parser import Line, Parser
from attnviz.state.lesson_settings import moved_inside, settings_of
from attnviz.state.lesson_values import quoted
from attnviz.state.scene import Scene

__all__ = ["Lesson", "LessonError", "Step", "View", "load", "parse", "record", "step_from", "write"]

SUFFIX: Final = ".md"
LARGEST_FILE: Final = 2**20  # bytes


def load(path: Path) -> Lesson:
    """Return the lesson in the file at `path`. Raises LessonError for bad content, OSError where it can't be read."""
    return parse(_read(path), path.name)


def header(path: Path) -> Lesson:
    """Return the lesson in the file at `path` with an empty step in the place of its own, for lists. Raises as `load`.

    What is wrong behind the header is told when the lesson is opened.
    """
    lines = _newlines(_read(path).removeprefix("\ufeff")).split("\n")
    end = next((number for number, line in enumerate(lines[1:], 1) if line.strip() == "---"), len(lines) - 1)
    return parse("\n".join((*lines[: end + 1], "", "# …", "")), path.name)


def parse(text: str, name: str = "lesson") -> Lesson:
    """Return the lesson that `text` holds. Raises LessonError, which calls the file `name`, for the first mistake."""
    lines = [Line(number, line) for number, line in enumerate(_newlines(text.removeprefix("\ufeff")).split("\n"), 1)]
    return Parser(name).lesson(lines)


def write(lesson: Lesson) -> str:
    """Return the text of a lesson's file; `parse` makes the same lesson of it. Raises LessonError where it can't."""
    blocks = [_header(lesson.title, lesson.language, lesson.order)]
    before = View()
    for step in lesson.steps:
        blocks.append(_step(step, before))
        before = step.end
    text = "\n".join(blocks)
    _check(text, lesson)
    return text


def step_from(scene: Scene, panel: str = "none", shown: str = "weights", title: str = "") -> Step:
    """Return a step that shows the window as it is now, to be given its words in a text editor."""
    words = " ".join("".join(c if c.isprintable() else " " for c in title).split())
    return Step(words, View(moved_inside(scene), panel, shown))


def record(path: Path, step: Step, title: str, language: str) -> Lesson:
    """Append `step` to the lesson at `path` and return all of it; a new file gets a header with `title` and `language`.

    What is in the file is kept as it was written. Raises LessonError if that isn't a lesson or the step can't be
    written, OSError where the file can't be read or written; nothing is changed then.
    """
    old = _read(path) if path.exists() else ""
    if old.strip("\ufeff \t\r\n"):
        before = parse(old, path.name)
        made = Lesson(before.title, before.language, (*before.steps, step), before.order)
        end = "\r\n" if "\r\n" in old else "\n"
        text = old.rstrip() + 2 * end + _step(step, before.steps[-1].end).replace("\n", end)
    else:
        made = Lesson(title, language, (step,))
        text = _header(title, language, 0) + "\n" + _step(step, View())
    _check(text, made, path.name)
    data = text.encode("utf-8")
    if len(data) > LARGEST_FILE:
        raise LessonError(path.name, 0, _too_large())
    saving.write_atomically(path, data)
    return made


def _read(path: Path) -> str:
    if path.stat().st_size > LARGEST_FILE:
        raise LessonError(path.name, 0, _too_large())
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:  # it grew meanwhile, or it is no plain file
        raise LessonError(path.name, 0, _too_large())
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        mistake = Mistake(QT_TRANSLATE_NOOP("LessonError", "the file must be saved as UTF-8"))
        raise LessonError(path.name, line, mistake) from error


def _too_large() -> Mistake:
    most = LARGEST_FILE // 2**20
    return Mistake(QT_TRANSLATE_NOOP("LessonError", "a lesson must have at most {most} MB"), most=most)


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _header(title: str, language: str, order: int) -> str:
    lines = ["---", f"title: {quoted(title)}", f"language: {language}"]
    return "\n".join([*lines, *([f"order: {order}"] if order else []), "---", ""])


def _step(step: Step, before: View) -> str:
    """Return a step as it stands in a file, with a line's end and without the empty line before the next."""
    blocks = ["\n".join([f"# {step.title}", *settings_of(step.view, before)])]
    if step.text:
        blocks.append(step.text)
    if step.question:
        blocks.append("> ? " + step.question.replace("\n", "\n> "))
    if step.hides:
        settings = [] if step.revealed is None else settings_of(step.revealed, step.view, all_of_it=False)
        blocks.append("\n".join(["---", *settings]))
        if step.answer:
            blocks.append(step.answer)
    return "\n\n".join(blocks) + "\n"


def _check(text: str, meant: Lesson, name: str = "lesson") -> None:
    """Raise LessonError, without a line, if `text` would be read as another lesson than it was made of."""
    try:
        found: Lesson | None = parse(text, name)
        text.encode("utf-8")
    except LessonError as error:
        raise LessonError(name, 0, error.mistake) from error
    except UnicodeEncodeError:
        found = None
    if found != meant:
        raise LessonError(name, 0, Mistake(QT_TRANSLATE_NOOP("LessonError", "this cannot be written as a lesson")))
