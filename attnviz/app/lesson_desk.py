"""Lessons in the window: the words, the frame round what they speak of, the menu. Must not parse a lesson."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QDir, QObject, QRectF, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMainWindow, QScrollArea, QWidget

from attnviz.app.lesson_player import LessonPlayer, shipped
from attnviz.app.menus import Menus
from attnviz.app.presenter import SMALLEST_FACTOR
from attnviz.state.lesson import Highlight, Step
from attnviz.state.lessons import SUFFIX
from attnviz.state.session import Session
from attnviz.views.heatmap import HeatmapView
from attnviz.views.highlight_overlay import HighlightOverlay
from attnviz.views.lesson_bar import LessonBar
from attnviz.views.verdict_card import VerdictCard

_LAID_OUT = 60  # milliseconds until a step's panel has its report and its size


class LessonDesk(QObject):
    """Connects the player of lessons with what shows them.

    Signals: panel_wanted(str), matrix_wanted(str) of a step; told(str) good news, failed(str) what is wrong;
    record_asked(Path, str) a file and a title for a step; switched(bool) when a lesson begins or ends;
    stepped() at every step and answer; held_back(bool) while a step has something to reveal.
    """

    panel_wanted = Signal(str)
    matrix_wanted = Signal(str)
    told = Signal(str)
    failed = Signal(str)
    record_asked = Signal(object, str)
    switched = Signal(bool)
    held_back = Signal(bool)
    stepped = Signal()

    def __init__(
        self, session: Session, menus: Menus, heatmap: HeatmapView, language: str, window: QMainWindow
    ) -> None:
        """menus: whose lesson actions this does; heatmap: whose cells a step may point at; language: of the lessons."""
        super().__init__(window)
        self._window, self._menus, self._heatmap, self._language = window, menus, heatmap, language
        self.player = LessonPlayer(session, self)
        self.bar = LessonBar()
        self.bar.hide()
        self._overlay = HighlightOverlay(window)
        self._title = ""
        self._presenting = False
        self._target: QWidget | None = None
        self._scroll = QTimer(self, singleShot=True, interval=_LAID_OUT)
        self._scroll.timeout.connect(self._scroll_to_target)
        menus.show_lessons(shipped(language))
        self._connect()

    @property
    def is_open(self) -> bool:
        """True while a lesson is open."""
        return self.player.lesson is not None

    def open(self, path: Path) -> None:
        """Open a lesson at its first step."""
        if self.player.open(path) and (lesson := self.player.lesson) is not None:
            self.bar.show_lesson(lesson.title)
            self._show_open(True)

    def show_presenting(self, presenting: bool) -> None:
        """In the presenter a clicker takes the place of the buttons, and an answer that of the words before it."""
        self._presenting = presenting
        self.bar.show_buttons(not presenting)
        self.bar.show_factor(SMALLEST_FACTOR if presenting else 1.0)
        if self.is_open and self.player.step is not None:
            self._show_words(self.player.step, self.player.index, self.player.count, self.player.revealed)

    def record(self, path: Path, panel: str, shown: str, title: str) -> None:
        """Append what the window shows to a lesson file."""
        self.player.record(path, panel, shown, title, self._language)

    def _connect(self) -> None:
        player, bar, menus = self.player, self.bar, self._menus
        bar.next_asked.connect(player.next)
        bar.previous_asked.connect(player.previous)
        bar.reveal_asked.connect(player.reveal)
        bar.closed.connect(player.close)
        player.step_shown.connect(self._on_step_shown)
        player.panel_wanted.connect(self.panel_wanted)
        player.matrix_wanted.connect(self.matrix_wanted)
        player.highlight_wanted.connect(self._on_highlight_wanted)
        player.step_recorded.connect(self._on_recorded)
        player.lesson_failed.connect(self.failed)
        player.lesson_closed.connect(self._on_closed)
        menus.lesson_chosen.connect(self.open)
        menus.open_lesson.triggered.connect(self._on_ask_open)
        menus.record_step.triggered.connect(self._on_ask_record)
        menus.lesson_forward.triggered.connect(player.forward)
        menus.lesson_back.triggered.connect(player.previous)
        menus.close_lesson.triggered.connect(player.close)

    def _show_open(self, is_open: bool) -> None:
        self.bar.setVisible(is_open)
        self._menus.show_lesson_open(is_open)
        self.switched.emit(is_open)

    def _on_step_shown(self, step: Step, index: int, count: int, revealed: bool) -> None:
        self.stepped.emit()
        self.held_back.emit(not revealed)
        self._show_words(step, index, count, revealed)

    def _show_words(self, step: Step, index: int, count: int, revealed: bool) -> None:
        words = "" if self._presenting and revealed and step.answer else step.text
        self.bar.show_step(step.title, index, count, words, step.question, step.answer, not revealed)

    def _on_closed(self) -> None:
        self.held_back.emit(False)
        self._show_open(False)

    def _on_recorded(self, name: str, count: int) -> None:
        self.told.emit(self.tr("{name} has {count} steps now.").format(name=name, count=count))

    def _on_highlight_wanted(self, highlight: Highlight | None) -> None:
        self._target = None
        if highlight is None:
            self._overlay.show_target(None)
        elif highlight.kind == "widget":
            self._target = self._window.findChild(QWidget, highlight.name)
            self._overlay.show_target(self._target)
            self._scroll.start()
        else:
            self._overlay.show_target(self._heatmap, partial(self._place, highlight))

    def _scroll_to_target(self) -> None:
        """Bring what is pointed at into view, where it lies in something that scrolls."""
        target = self._target
        if target is not None and self._presenting:  # of a whole panel, what it found
            target = target.findChild(VerdictCard) or target
        around = None if target is None else target.parentWidget()
        while around is not None:
            if target is not None and isinstance(around, QScrollArea):
                around.ensureWidgetVisible(target)
            around = around.parentWidget()

    def _place(self, highlight: Highlight) -> QRectF | None:
        """Return where a row, a column or a cell of the map is."""
        rows, columns = self._heatmap.picture.weights.shape
        if not rows or not columns:
            return None
        first = self._heatmap.cell_rect(highlight.row or 0, highlight.column or 0)
        last_row = highlight.row if highlight.row is not None else rows - 1
        last_column = highlight.column if highlight.column is not None else columns - 1
        if last_row >= rows or last_column >= columns:
            return None
        return first.united(self._heatmap.cell_rect(last_row, last_column))

    def _on_ask_open(self) -> None:
        dialog = self._dialog(self.tr("Open a lesson"), QFileDialog.AcceptMode.AcceptOpen)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._on_open_selected)
        dialog.open()

    def _on_open_selected(self, name: str) -> None:
        self.open(Path(name))

    def _on_ask_record(self) -> None:
        question = QInputDialog(self._window)
        question.setObjectName("record_step_dialog")
        question.setWindowTitle(self.tr("Record this view as a step"))
        question.setLabelText(self.tr("Title of the step:"))
        question.textValueSelected.connect(self._on_title_given)
        question.finished.connect(question.deleteLater)
        question.open()

    def _on_title_given(self, title: str) -> None:
        self._title = title.strip()
        dialog = self._dialog(self.tr("Lesson to append the step to"), QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # a step is added; nothing is written over
        dialog.selectFile("lesson" + SUFFIX)
        dialog.fileSelected.connect(self._on_record_selected)
        dialog.open()

    def _on_record_selected(self, name: str) -> None:
        self.record_asked.emit(Path(name), self._title)

    def _dialog(self, title: str, mode: QFileDialog.AcceptMode) -> QFileDialog:
        dialog = QFileDialog(self._window, title, QDir.homePath())
        dialog.setObjectName("lesson_file_dialog")
        dialog.setAcceptMode(mode)
        dialog.setNameFilters([f"*{SUFFIX}"])
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        dialog.finished.connect(dialog.deleteLater)
        return dialog
