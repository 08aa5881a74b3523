"""The main window: puts the parts in their places and does all the wiring, in one place.

Person → widget signal → session → scene → deriver → snapshot → widget setter. Must not compute and must not paint.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QResizeEvent,
    QShowEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QMainWindow, QSplitter, QVBoxLayout, QWidget

from attnviz.app import examples, paths
from attnviz.app.appearance import Appearance
from attnviz.app.deriver import Deriver
from attnviz.app.drawing import Drawing
from attnviz.app.exporting import Exporting
from attnviz.app.faults import Faults
from attnviz.app.files import Files, reason
from attnviz.app.help import Help
from attnviz.app.lesson_desk import LessonDesk
from attnviz.app.looks import Looks
from attnviz.app.menus import Menus
from attnviz.app.model_desk import MODEL_SUFFIXES, ModelDesk, sentence
from attnviz.app.panels import Panels
from attnviz.app.presenter import Presenter, Stage
from attnviz.app.running_scene import RunningScene
from attnviz.app.settings import Settings
from attnviz.app.showing import Showing
from attnviz.app.trained_start import Beginning, Wanted
from attnviz.app.undo_keys import UndoKeys
from attnviz.app.writer import Writer
from attnviz.models.arrays import Attentions
from attnviz.models.problem import ModelProblem
from attnviz.state import saving
from attnviz.state.history import Notice
from attnviz.state.lesson import MATRICES
from attnviz.state.scene import LONGEST_TEXT, Scene
from attnviz.state.session import Session
from attnviz.state.snapshot import Snapshot
from attnviz.state.trained import Sources
from attnviz.views.control_bar import ControlBar
from attnviz.views.fault_dialog import FaultDialog
from attnviz.views.floating_bars import FloatingBars
from attnviz.views.map_panel import MapPanel
from attnviz.views.notice_bar import NoticeBar
from attnviz.views.scroll_panel import ScrollPanel
from attnviz.views.status_bar import StatusBar
from attnviz.views.steps_strip import StepsStrip

_SEARCH_AFTER = 500  # milliseconds after the window is shown that models are looked for
_BUSY_AFTER = 300  # milliseconds of computing before a progress bar is shown
_FIRST_SIZE = QSize(1440, 900)
_STEPS_FROM, _LARGE_STEPS_FROM = 30, 44  # lines of text that the window must be high for the steps, and for large ones
_UNLIMITED = 16_777_215  # pixels: Qt's own greatest height
_FRAME = QSize(8, 40)  # about what the system draws round a window


class MainWindow(QMainWindow):
    """attnviz's window on one session.

    Signals: language_chosen(str); closed(), unless another window has taken its place. Everything else a person does
    goes to the session.
    """

    language_chosen = Signal(str)
    closed = Signal()

    def __init__(
        self,
        session: Session,
        settings: Settings,
        looks: Looks,
        running: RunningScene,
        faults: Faults,
        language: str = "en",
        held: Sources | None = None,
    ) -> None:
        """Build the window on `session`; `running` keeps its scene on disk; `language`: of the lessons.

        held: models and arrays that are loaded already, by name.
        """
        super().__init__()
        self.setObjectName("main_window")
        self.setAcceptDrops(True)
        self.session = session
        self._settings, self._looks, self._running, self._faults = settings, looks, running, faults
        self._deriver = Deriver(lambda: self._desk.shelf.sources, self)
        self._files = Files(session, settings, self)
        self._undo_keys = UndoKeys(self)
        self._fault_dialog: FaultDialog | None = None
        self._retired = self._searched = False
        self._divided = False  # somebody has moved the divider between map and panels
        self.menuBar().setAccessibleName(self.tr("Menu"))
        self._menus = Menus(self)
        self._build(language)
        for name, source in (held or {}).items():
            self._desk.shelf.put(name, source)
        self._drawing = Drawing(self._menus, self._panels, self._map.heatmap, self)
        self._showing = Showing(self._bar, self._map, self._steps, self._panels, self._status, self._desk.words_of)
        self._presenter = self._new_presenter()
        maps = (self._map, self._steps, self._panels)
        self._appearance = Appearance(self._settings, self._looks, self._menus, maps, self)
        self._help = Help(self._menus, self)
        self._exporting = Exporting(
            (self._map, self._panels.tabs), self._showing.current, self._menus, self._files, looks.light, self
        )
        self._room = QTimer(self, singleShot=True, interval=0)
        self._room.timeout.connect(self._make_room)
        self._busy = QTimer(self, singleShot=True, interval=_BUSY_AFTER)
        self._connect_scene()
        self._connect_menus()
        self._connect_rest()
        self._undo_keys.watch(self)
        for part in ("steps", "panel"):
            self._show_part(part, settings.shows(part))
        self._menus.show_language(settings.language)
        self._menus.show_recent(settings.recent)
        self._on_session_changed()
        self._restore_layout()

    @property
    def snapshot(self) -> Snapshot | None:
        """What is on the screen."""
        return self._showing.snapshot

    def open(self, path: Path) -> bool:
        """Open a saved scene; says in the window if it can't be. Returns whether it went well."""
        return self._files.open(path)

    @property
    def sources(self) -> Sources:
        """The models and arrays that are loaded, by name."""
        return self._desk.shelf.sources

    def open_model(self, wanted: Wanted) -> None:
        """Open a model or arrays in place of what is shown, at a layer and head; undo brings that back."""
        beginning = Beginning(self._desk.shelf, self.session, wanted, self)
        beginning.failed.connect(self._on_derive_failed)
        beginning.begin()

    def show_given(self, given: Attentions) -> None:
        """Show arrays that were given from Python in place of what is shown; undo brings that back."""
        self._desk.show_given(given)

    def show_problem(self, sentence: str) -> None:
        """Say in the window what is wrong, until it is closed."""
        self._notices.show_notice(sentence, "problem")

    # ------------------------------------------------------------------------------------------------ building

    def _build(self, language: str) -> None:
        self._bar, self._map, self._steps = ControlBar(), MapPanel(), StepsStrip()
        self._panels = Panels(self.session, self._settings.panel, self)
        self._notices, self._status = NoticeBar(), StatusBar()
        self._writer = Writer(self.session, self)
        self._desk = ModelDesk(self.session, self._bar.model_picker, self._menus, self)
        self._lessons = LessonDesk(self.session, self._menus, self._map.heatmap, language, self)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setObjectName("splitter")
        self._splitter.setAccessibleName(self.tr("Map and experiments"))
        self._splitter.setChildrenCollapsible(False)
        self._frame = ScrollPanel(self._map)
        self._splitter.addWidget(self._frame)
        self._splitter.addWidget(self._panels.tabs)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.setStretchFactor(1, 0)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._notices)
        column.addWidget(self._bar)
        column.addWidget(self._lessons.bar)
        column.addWidget(self._splitter, 1)
        column.addWidget(self._steps)
        self._floating = FloatingBars((self._desk.bar, self._writer.bar), self._frame, self._splitter)
        self.setCentralWidget(middle)
        self.setStatusBar(self._status)

    def _new_presenter(self) -> Presenter:
        aside = (self.menuBar(), self._bar, self._status, self._steps)
        stage = Stage(self, self._splitter, self._map, self._frame, self._panels.tabs, aside)
        return Presenter(stage, self.session, self._looks, self._settings)

    def _connect_scene(self) -> None:
        bar, heatmap, session = self._bar, self._map.heatmap, self.session
        bar.text_input.text_edited.connect(session.set_text)
        bar.kind_picker.kind_chosen.connect(session.set_kind)
        bar.causal_toggle.switched.connect(session.set_causal)
        bar.scale_toggle.switched.connect(session.set_scaled)
        bar.dimension_input.dimension_chosen.connect(session.set_dimension)
        heatmap.cell_hovered.connect(self._on_cell_hovered)
        heatmap.cell_pinned.connect(self._on_cell_pinned)
        heatmap.pin_cleared.connect(session.clear_pinned)
        heatmap.cells_drawn.connect(session.draw_cells)
        session.subscribe(self._on_session_changed)

    def _connect_menus(self) -> None:
        menus, files = self._menus, self._files
        for action, slot in (
            (menus.new, self._on_new),
            (menus.open, files.ask_open),
            (menus.save, files.save),
            (menus.save_as, files.ask_save),
            (menus.quit, self.close),
            (menus.undo, self.session.undo),
            (menus.redo, self.session.redo),
            (menus.edit_text, self._on_edit_text),
            (menus.full_screen, self._on_full_screen),
            (menus.presenter, self._presenter.switch),
            (menus.steps, self._on_steps),
            (menus.panel, self._on_panel),
            (menus.clear_recent, self._on_clear_recent),
            (menus.clear_drawn, self.session.clear_cells),
            (menus.dim, self.session.set_dimmed),
            (menus.next_head, self._on_next_head),
            (menus.previous_head, self._on_previous_head),
        ):
            action.triggered.connect(slot)
        menus.recent_chosen.connect(files.open)
        menus.example_chosen.connect(self._on_example)
        menus.language_chosen.connect(self.language_chosen)
        menus.panel_chosen.connect(self._on_panel_wanted)

    def _connect_rest(self) -> None:
        self._panels.opened.connect(self._on_panel_opened)
        self._panels.failed.connect(self._on_derive_failed)
        self._panels.model_wanted.connect(self._bar.model_picker.showPopup)
        self._panels.token_chosen.connect(self._on_token_chosen)
        self._panels.tokens_asked.connect(self._on_tokens_asked)
        self._writer.failed.connect(self._on_derive_failed)
        self._panels.comparison_wanted.connect(self._on_comparison_wanted)
        self._splitter.splitterMoved.connect(self._on_divided)
        self._steps.step_chosen.connect(self._on_step_chosen)
        self._connect_lessons()
        self._desk.changed.connect(self._request)
        self._desk.failed.connect(self.show_problem)
        self._desk.noticed.connect(self.show_problem)
        self._exporting.told.connect(self._status.show_news)
        self._exporting.failed.connect(self.show_problem)
        self._appearance.told.connect(self._status.show_news)
        self._help.failed.connect(self.show_problem)
        self._deriver.derived.connect(self._on_derived)
        self._deriver.failed.connect(self._on_derive_failed)
        self._deriver.busy_changed.connect(self._on_busy_changed)
        self._busy.timeout.connect(self._on_busy_for_long)
        self._files.failed.connect(self.show_problem)
        self._files.told.connect(self._status.show_news)
        self._files.recent_changed.connect(self._on_recent_changed)
        self._files.busy_changed.connect(self._on_busy_changed)
        self._running.failed.connect(self._on_keeping_failed)
        self._running.recovered.connect(self._on_keeping_recovered)
        self._notices.dismissed.connect(self._on_notice_dismissed)
        self._faults.happened.connect(self._on_fault)

    def _connect_lessons(self) -> None:
        lessons, presenter = self._lessons, self._presenter
        lessons.panel_wanted.connect(self._on_lesson_panel)
        lessons.matrix_wanted.connect(self._showing.show_matrix)
        lessons.held_back.connect(self._showing.hold_back)
        lessons.stepped.connect(presenter.uncover)
        lessons.switched.connect(self._on_lesson_switched)
        lessons.told.connect(self._status.show_news)
        lessons.failed.connect(self.show_problem)
        lessons.record_asked.connect(self._on_record_asked)
        presenter.next_asked.connect(self._on_next)
        presenter.previous_asked.connect(self._on_previous)
        presenter.covers_changed.connect(self._showing.show_caption)
        presenter.shared.connect(self._request)
        presenter.switched.connect(self._on_presenter_switched)

    # -------------------------------------------------------------------------------------------- scene → window

    def _on_session_changed(self) -> None:
        session = self.session
        self._showing.show_scene(session.scene)
        self._desk.follow(session.scene)
        self._request()
        self._menus.show_history(session.can_undo, session.can_redo)
        self._menus.show_heads(session.scene.heads if session.scene.attends else 1)
        self._menus.show_drawn(bool(session.scene.drawn))
        self._menus.show_dimmed(session.scene.dimmed)
        if not self._lessons.is_open:  # what is kept is the person's own scene, also if the lesson is cut short
            self._running.keep(session.scene, session.path)
        self._show_title()
        if session.notice is Notice.LEFT_DEMO:
            self._status.show_news(self.tr("The chapter's demo fits only its own five tokens: the head is Random now."))
        elif session.notice is Notice.TEXT_CUT:
            self.show_problem(
                self.tr("The text was too long: its first {n} characters are kept.").format(n=LONGEST_TEXT)
            )

    def _show_title(self) -> None:
        path = self.session.path
        name = path.name if path is not None else self.tr("New scene")
        title = self.tr("{name}[*] — attnviz").format(name=name)
        if title != self.windowTitle():
            self.setWindowTitle(title)
        modified = path is not None and self.session.modified
        if modified != self.isWindowModified():
            self.setWindowModified(modified)

    def _on_panel_opened(self, key: str) -> None:
        if not self._lessons.is_open:
            self._settings.panel = key
        self._showing.show_comparison(None)
        self._request()

    def _request(self) -> None:
        """Ask for what the window shows: with the report of the open panel, if panels are shown at all."""
        self._deriver.request(self.session.scene, None if self._panels.tabs.isHidden() else self._panels.key)

    def _on_derived(self, snapshot: Snapshot, seconds: float) -> None:
        self._showing.show_snapshot(snapshot, seconds)
        self._drawing.show_possible(self._showing.drawable)

    def _on_derive_failed(self, error: Exception) -> None:
        if isinstance(error, ModelProblem):
            self.show_problem(sentence(error))
        elif isinstance(error, ValueError):
            self.show_problem(self.tr("This could not be computed: {reason}.").format(reason=error))
        else:
            self._faults.report(type(error), error, error.__traceback__)

    def _on_busy_changed(self, busy: bool) -> None:
        if busy:
            self._busy.start()
        else:
            self._busy.stop()
            self._status.show_busy(False)

    def _on_busy_for_long(self) -> None:
        self._status.show_busy(True)

    # -------------------------------------------------------------------------------------------- person → scene

    def _on_cell_hovered(self, row: int, column: int) -> None:
        self._showing.show_hovered_cell(row, column)

    def _on_comparison_wanted(self, picture: str) -> None:
        self._showing.show_comparison(picture)
        self._drawing.show_possible(self._showing.drawable)

    def _on_step_chosen(self, step: str) -> None:
        self._showing.show_matrix(step)
        self._drawing.show_possible(self._showing.drawable)

    def _on_cell_pinned(self, row: int, column: int) -> None:
        of_tokens = column >= 0 and self._showing.among_tokens
        self.session.set_pinned(row, column if of_tokens else None)

    def _on_next_head(self) -> None:
        self._move_head(1)

    def _on_previous_head(self) -> None:
        self._move_head(-1)

    def _move_head(self, by: int) -> None:
        """Show the next head, and the first after the last."""
        scene = self.session.scene
        self.session.set_head((scene.head + by) % scene.heads)

    def _on_panel_wanted(self, key: str) -> None:
        """Open an experiment from the menu, also where the panels are hidden."""
        if not self._settings.shows("panel") and not self._presenter.on:
            self._show_part("panel", True)
        self._panels.open(key)

    def _on_token_chosen(self, number: int) -> None:
        if self.snapshot is not None and self.snapshot.reading is not None:
            self._writer.write(self.snapshot.reading, number)

    def _on_tokens_asked(self, count: int) -> None:
        if self.snapshot is not None and self.snapshot.reading is not None:
            self._writer.write(self.snapshot.reading, count=count)

    def _on_new(self) -> None:
        self.session.set_scene(Scene(text="", pinned=None))
        self._bar.text_input.setFocus()

    def _on_example(self, name: str) -> None:
        try:
            self.session.set_scene(examples.scene(name))
        except OSError as error:
            self.show_problem(self.tr("The example was not found: {reason}.").format(reason=reason(error)))

    def _on_lesson_panel(self, key: str) -> None:
        wanted = key != "none"
        if wanted:
            self._panels.open(key)
        if self._presenter.on:
            self._presenter.show_panel(wanted)
        else:
            self._panels.tabs.setVisible(wanted)
            self._request()

    def _on_lesson_switched(self, is_open: bool) -> None:
        if is_open:
            return
        self._running.keep(self.session.scene, self.session.path)
        self._showing.show_matrix("weights")
        self._panels.open(self._settings.panel or self._panels.key)
        self._presenter.forget_panel()
        self._show_panels_again()

    def _show_panels_again(self) -> None:
        """Bring the panels back to what the menu says, unless the presenter or a lesson decides."""
        if not self._presenter.on and not self._lessons.is_open:
            self._panels.tabs.setVisible(self._settings.shows("panel"))
            self._request()

    def _on_record_asked(self, path: Path, title: str) -> None:
        panel = "none" if self._panels.tabs.isHidden() else self._panels.key
        shown = self._showing.matrix if self._showing.matrix in MATRICES else "weights"
        self._lessons.record(path, panel, shown, title)

    def _on_next(self) -> None:
        if self._lessons.is_open:
            self._lessons.player.forward()
        else:
            self._move_pin(1)

    def _on_previous(self) -> None:
        if self._lessons.is_open:
            self._lessons.player.previous()
        else:
            self._move_pin(-1)

    def _move_pin(self, by: int) -> None:
        """Without a lesson, a clicker walks through the rows."""
        if self.snapshot is not None and self.snapshot.tokens:
            row = self._presenter.row_or_first() + by
            self.session.set_pinned(min(max(row, 0), len(self.snapshot.tokens) - 1))

    def _on_edit_text(self) -> None:
        self._bar.text_input.setFocus()
        self._bar.text_input.selectAll()

    # -------------------------------------------------------------------------------------------- looks and layout

    def _show_part(self, part: str, shown: bool) -> None:
        """Show or hide the steps or the experiments; what is hidden costs nothing."""
        self._settings.set_shows(part, shown)
        if part == "steps":
            self._menus.show_steps(shown)
            self._make_room()
        else:
            self._panels.tabs.setVisible(shown)
            self._menus.show_panel(shown)
            self._request()

    def _make_room(self) -> None:
        """Show the steps if they are wanted and the window is high enough for them."""
        lines = self.height() / self.fontMetrics().height()
        high = lines >= _STEPS_FROM
        least = self._steps.minimumSizeHint().height()
        self._steps.setMaximumHeight(least if lines < _LARGE_STEPS_FROM else _UNLIMITED)
        shown = high and self._settings.shows("steps") and not self._presenter.on
        if shown == self._steps.isHidden():
            self._steps.setVisible(shown)
            self._showing.show_steps()

    def _on_steps(self, shown: bool) -> None:
        self._show_part("steps", shown)

    def _on_panel(self, shown: bool) -> None:
        self._show_part("panel", shown)

    def _on_presenter_switched(self, presenting: bool) -> None:
        for action in (self._menus.steps, self._menus.panel):
            action.setEnabled(not presenting)
        self._lessons.show_presenting(presenting)
        self._make_room()
        self._show_panels_again()
        self._menus.show_full_screen(self.isFullScreen())
        self._request()

    def _on_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
        self._menus.show_full_screen(self.isFullScreen())

    def _restore_layout(self) -> None:
        if not self.restoreGeometry(self._settings.layout("window")):
            wished = _FIRST_SIZE * max(1.0, self._settings.zoom / 100)
            size = wished.boundedTo(self.screen().availableSize() - _FRAME)
            # At this width the bar has fewer rows than before: told now, it does not make the window too high
            self._bar.resize(size.width(), self._bar.height())
            if (layout := self.layout()) is not None:
                layout.activate()
            self.resize(size)
        self._divided = self._splitter.restoreState(self._settings.layout("splitter"))
        self._divide()
        self._menus.show_full_screen(self.isFullScreen())

    def _divide(self) -> None:
        """Give the panels three tenths of the width beside their tabs, until somebody moves the divider."""
        if not self._divided and not self._presenter.on:
            tabs = self._panels.tabs
            share = self.width() * 3 // 10 + tabs.rail_width()
            panel = max(tabs.minimumSizeHint().width(), min(tabs.sizeHint().width(), share))
            self._splitter.setSizes([self.width() - panel, panel])

    def _on_divided(self) -> None:
        self._divided = True

    def changeEvent(self, event: QEvent) -> None:
        """Measure again when the text size has changed, and every part with it."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_room"):
            self._room.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the steps come and go with the height, and the panels keep their share of the width."""
        super().resizeEvent(event)
        self._make_room()
        self._divide()

    def showEvent(self, event: QShowEvent) -> None:
        """Start in the text, where typing works at once."""
        super().showEvent(event)
        if not self._searched:  # once, and after the first picture
            self._searched = True
            QTimer.singleShot(_SEARCH_AFTER, self, self._desk.find)
        if self.focusWidget() is None:
            self._bar.text_input.setFocus()
            self._bar.text_input.moveCursor(QTextCursor.MoveOperation.End)

    # ------------------------------------------------------------------------------------------- files, news, faults

    def _on_recent_changed(self) -> None:
        self._menus.show_recent(self._settings.recent)

    def _on_clear_recent(self) -> None:
        self._settings.clear_recent()
        self._on_recent_changed()

    def _on_notice_dismissed(self) -> None:
        self._bar.text_input.setFocus()

    def _on_keeping_failed(self, why: str) -> None:
        self.show_problem(
            self.tr("The scene is not being kept on disk: {why}. It is tried again; save a copy elsewhere.").format(
                why=why
            )
        )

    def _on_keeping_recovered(self) -> None:
        self._notices.show_notice(self.tr("The scene is kept on disk again."), "news")

    def _on_fault(self, told: str) -> None:
        if self._fault_dialog is not None:
            self._fault_dialog.show_again(told)
            return
        self._fault_dialog = FaultDialog(told, str(paths.log_file()), self)
        self._fault_dialog.finished.connect(self._on_fault_read)
        self._fault_dialog.open()

    def _on_fault_read(self) -> None:
        self._fault_dialog = None

    # ------------------------------------------------------------------------------------------- coming and going

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a saved scene, a model or arrays that are dragged onto the window."""
        if _dropped(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what is dropped on the window."""
        if (path := _dropped(event.mimeData())) is not None:
            event.acceptProposedAction()
            if path.suffix.lower() == saving.SUFFIX:
                self.open(path)
            else:
                self._desk.open(path)

    def leave_presenter(self) -> None:
        """Be an ordinary window again."""
        if self._presenter.on:
            self._presenter.switch()

    def retire(self) -> None:
        """Give way to another window on the same session, which keeps the scene from now on."""
        self._retired = True
        self.session.unsubscribe(self._on_session_changed)
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the scene and the layout, and let the workers come to their end."""
        self.leave_presenter()
        self._lessons.player.close()
        self._settings.set_layout("window", self.saveGeometry())
        if self._divided:
            self._settings.set_layout("splitter", self._splitter.saveState())
        self._settings.flush()
        if not self._retired:
            self._running.keep(self.session.scene, self.session.path)
            self._running.close()
        self._deriver.wait()
        self._panels.wait()
        self._writer.wait()
        self._desk.wait()
        self._files.wait()
        event.accept()
        if not self._retired:
            self.closed.emit()


def _dropped(dragged: QMimeData) -> Path | None:
    """Return the first scene, model or file of arrays among what is dragged; a folder may be a model."""
    for url in dragged.urls():
        path = Path(url.toLocalFile()) if url.isLocalFile() else None
        if path is not None and (path.suffix.lower() in (saving.SUFFIX, *MODEL_SUFFIXES) or path.is_dir()):
            return path
    return None
