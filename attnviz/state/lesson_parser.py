"""From the lines of a lesson's file to the lesson. The first mistake ends it with the number of its line.

Must not read files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, NoReturn

from attnviz.state.lesson import QT_TRANSLATE_NOOP, Lesson, LessonError, Mistake, Step, View
from attnviz.state.lesson_settings import view_from
from attnviz.state.lesson_values import KNOWN, read, unquoted, whole

_HEADER: Final = ("title", "language", "order")
_MOST_STEPS: Final = 1000  # so that a file full of them ends soon
_BELOW_TITLE: Final = QT_TRANSLATE_NOOP(
    "LessonError", "'{value}' must stand directly below the title, as settings do, without an empty line between"
)
_BELOW_REVEAL: Final = QT_TRANSLATE_NOOP(
    "LessonError", "'{value}' must stand directly below the line ---, as settings do, without an empty line between"
)
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)")


class Line(NamedTuple):
    """A line of the file."""

    number: int  # in the file, from 1
    text: str
    code: bool = False  # in a fenced block, where no mark means anything


class Setting(NamedTuple):
    """A line `key: value`."""

    key: str  # small letters
    value: str
    number: int  # of the line


class Header(NamedTuple):
    """What stands between the first two lines ---."""

    title: str
    language: str
    order: int
    start: list[Setting]  # of the first step, unless it says otherwise


class Parser:
    """Reads the lines of one file; every mistake ends it with the number of its line."""

    def __init__(self, name: str) -> None:
        """name: of the file."""
        self._name = name

    def lesson(self, lines: list[Line]) -> Lesson:
        """Return the lesson. Raises LessonError."""
        above, rest = self._split_header(lines)
        header = self._header(above)
        blocks = self._split_steps(self._mark_code(rest))
        steps: list[Step] = []
        for block in blocks:
            steps.append(self._step(block, steps[-1].end if steps else View(), [] if steps else header.start))
        if not steps:
            self._fail(
                lines[-1].number,
                QT_TRANSLATE_NOOP("LessonError", "the lesson has no step; a step begins with a line “# Title”"),
            )
        return Lesson(header.title, header.language, tuple(steps), header.order)

    def _fail(self, line: int, template: str, **fields: object) -> NoReturn:
        raise LessonError(self._name, line, Mistake(template, **fields))

    # ------------------------------------------------------------------------------------------------------- header

    def _split_header(self, lines: list[Line]) -> tuple[list[Line], list[Line]]:
        if lines[0].text.rstrip() != "---":
            self._fail(
                1, QT_TRANSLATE_NOOP("LessonError", "the first line must be ---; the lesson's title stands below it")
            )
        for place, line in enumerate(lines[1:], 1):
            if line.text.rstrip() == "---":
                return lines[: place + 1], lines[place + 1 :]
            if line.text.startswith("# "):
                break
        return self._fail(1, QT_TRANSLATE_NOOP("LessonError", "the header has no end: a second line --- must close it"))

    def _header(self, lines: list[Line]) -> Header:
        found: dict[str, Setting] = {}
        for setting in self._settings(line for line in lines[1:-1] if line.text.strip()):
            key, value, number = setting
            if key not in _HEADER + KNOWN:
                known = ", ".join(_HEADER + KNOWN)
                self._fail(
                    number,
                    QT_TRANSLATE_NOOP("LessonError", "'{value}' is not for the header; known are: {known}"),
                    value=key,
                    known=known,
                )
            if key in found:
                self._fail(number, QT_TRANSLATE_NOOP("LessonError", "{key} is set twice"), key=key)
            found[key] = setting
            self._check_header(key, value, number)
        for key in ("title", "language"):
            if key not in found:
                template = QT_TRANSLATE_NOOP(
                    "LessonError", "the header needs a line with the {key}, such as “{key}: …”"
                )
                self._fail(lines[-1].number, template, key=key)
        order = int(found["order"].value) if "order" in found else 0
        start = [setting for key, setting in found.items() if key not in _HEADER]
        return Header(unquoted("title", found["title"].value), found["language"].value, order, start)

    def _check_header(self, key: str, value: str, number: int) -> None:
        try:
            if key in KNOWN:
                read(key, value)
            elif key == "order":
                whole(key, value, 0, 9999)
            elif key == "title" and not unquoted(key, value).strip():
                raise Mistake(QT_TRANSLATE_NOOP("LessonError", "the title is empty"))
            elif key == "language" and not re.fullmatch("[a-z]{2,3}([_-][A-Za-z0-9]{2,8})*", value):
                raise Mistake(
                    QT_TRANSLATE_NOOP("LessonError", "language must be a short name such as en or ja, not '{value}'"),
                    value=value,
                )
        except Mistake as mistake:
            raise LessonError(self._name, number, mistake) from mistake

    def _settings(self, lines: Iterator[Line] | list[Line]) -> Iterator[Setting]:
        for line in lines:
            setting = _setting(line)
            if setting is None:
                self._fail(
                    line.number,
                    QT_TRANSLATE_NOOP(
                        "LessonError",
                        "'{value}' is not a setting such as “dimension: 64”; leave an empty line before the text",
                    ),
                    value=line.text.strip(),
                )
            yield setting

    # -------------------------------------------------------------------------------------------------------- steps

    def _mark_code(self, lines: list[Line]) -> list[Line]:
        """Mark the lines of fenced blocks (CommonMark 0.31, section 4.5)."""
        marked, fence, opened = [], "", 0
        for line in lines:
            found = _FENCE.fullmatch(line.text) if "```" in line.text or "~~~" in line.text else None
            inside = bool(fence) or found is not None
            if found is not None and not fence:
                fence, opened = found[1], line.number
            elif found is not None and found[1].startswith(fence) and not found[2].strip():
                fence = ""
            marked.append(Line(line.number, line.text, True) if inside else line)
        if fence:
            self._fail(opened, QT_TRANSLATE_NOOP("LessonError", "the code block that begins here has no end"))
        return marked

    def _split_steps(self, lines: list[Line]) -> list[list[Line]]:
        blocks: list[list[Line]] = []
        for line in lines:
            if not line.code and (line.text.startswith("# ") or line.text == "#"):
                if len(blocks) >= _MOST_STEPS:
                    self._fail(
                        line.number,
                        QT_TRANSLATE_NOOP("LessonError", "a lesson must have at most {most} steps"),
                        most=_MOST_STEPS,
                    )
                blocks.append([line])
            elif blocks:
                blocks[-1].append(line)
            elif line.text.strip():
                self._fail(
                    line.number,
                    QT_TRANSLATE_NOOP("LessonError", "text must stand in a step, below a line “# Title”"),
                )
        return blocks

    def _step(self, lines: list[Line], before: View, start: list[Setting]) -> Step:
        title = lines[0].text[1:].strip()
        if not title:
            self._fail(lines[0].number, QT_TRANSLATE_NOOP("LessonError", "the title is empty"))
        asked, told = self._split_reveal(lines)
        settings, words = self._split_settings(asked)
        view = self._view(settings, before, start)
        text, question = self._split_question(words)
        if told is None:
            return Step(title, view, text, question)
        settings, words = self._split_settings(told)
        revealed = self._view(settings, view) if settings else view
        answer = self._answer(words)
        if not answer and revealed == view:
            self._fail(
                told[0].number,
                QT_TRANSLATE_NOOP("LessonError", "nothing is revealed below this line ---; for a mere line, write ***"),
            )
        return Step(title, view, text, question, answer, None if revealed == view else revealed)

    def _split_reveal(self, lines: list[Line]) -> tuple[list[Line], list[Line] | None]:
        """Return what stands before the line --- and from there on (None: there is none)."""
        marks = [place for place, line in enumerate(lines) if not line.code and line.text.rstrip() == "---"]
        if len(marks) > 1:
            self._fail(
                lines[marks[1]].number,
                QT_TRANSLATE_NOOP("LessonError", "a step has only one line ---; for a mere line, write ***"),
            )
        return (lines[: marks[0]], lines[marks[0] :]) if marks else (lines, None)

    def _split_settings(self, lines: list[Line]) -> tuple[list[Line], list[Line]]:
        """Return the lines directly below the first one, up to an empty line, a question or code; and the rest."""
        for place, line in enumerate(lines[1:], 1):
            if not line.text.strip() or line.code or line.text.startswith(">"):
                return lines[1:place], lines[place:]
        return lines[1:], []

    def _view(self, lines: list[Line], before: View, start: Iterable[Setting] = ()) -> View:
        settings = list(self._settings(lines))
        own = {setting.key for setting in settings}
        view, mistake, number = view_from([*(one for one in start if one.key not in own), *settings], before)
        if mistake is not None:
            raise LessonError(self._name, number, mistake)
        return view

    def _split_question(self, lines: list[Line]) -> tuple[str, str]:
        """Return the text without the question, and the question."""
        starts = [place for place, line in enumerate(lines) if _asks(line)]
        if len(starts) > 1:
            self._fail(
                lines[starts[1]].number,
                QT_TRANSLATE_NOOP("LessonError", "a step asks only one question; begin another step"),
            )
        if not starts:
            self._check_first(lines, _BELOW_TITLE)
            return _joined(lines), ""
        start = end = starts[0]
        while end < len(lines) and lines[end].text.startswith(">") and not lines[end].code:
            end += 1
        words = [lines[start].text[3:].strip(), *(line.text[1:].strip() for line in lines[start + 1 : end])]
        question = "\n".join(words).strip()
        if not question:
            self._fail(lines[start].number, QT_TRANSLATE_NOOP("LessonError", "the question is empty"))
        self._check_first(lines[:start] + lines[end:], _BELOW_TITLE)
        parts = (_joined(lines[:start]), _joined(lines[end:]))
        return "\n\n".join(part for part in parts if part), question

    def _answer(self, lines: list[Line]) -> str:
        for line in lines:
            if _asks(line):
                self._fail(
                    line.number,
                    QT_TRANSLATE_NOOP("LessonError", "the question must stand above the line ---, not below it"),
                )
        self._check_first(lines, _BELOW_REVEAL)
        return _joined(lines)

    def _check_first(self, words: list[Line], template: str) -> None:
        """Fail if the words begin with a line that was meant as a setting."""
        first = next((line for line in words if line.text.strip()), None)
        setting = None if first is None or first.code else _setting(first)
        if first is not None and setting is not None and setting.key in KNOWN:
            self._fail(first.number, template, value=first.text.strip())


def _setting(line: Line) -> Setting | None:
    """Return what a line sets; None if it isn't of the form `key: value`."""
    key, value = (*re.split("[:：]", line.text, maxsplit=1), "")[:2]
    if key == line.text or not re.fullmatch(r"[\w ]{1,40}", key.strip()):
        return None
    return Setting(" ".join(key.lower().split()), value.strip(), line.number)


def _asks(line: Line) -> bool:
    return not line.code and (line.text.startswith("> ?") or line.text.startswith("> ？"))


def _joined(lines: list[Line]) -> str:
    """Return the lines as one text without empty ones at either end."""
    full = [place for place, line in enumerate(lines) if line.text.strip()]
    kept = lines[full[0] : full[-1] + 1] if full else []
    return "\n".join(line.text if line.text.strip() else "" for line in kept)
