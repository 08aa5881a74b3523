"""The menu bar: every action with its words, shortcut and name. Must not know what the actions do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from attnviz.app.language import LANGUAGES
from attnviz.app.panels import titles
from attnviz.app.settings import THEMES
from attnviz.views.colormaps import NAMES
from attnviz.views.field_caption import without_key

PNG_SCALES = (1, 2, 3, 4)


class Menus(QObject):
    """Builds the menus of a window; the actions are attributes.

    Signals: recent_chosen(Path), example_chosen(str), png_chosen(int scale), theme_chosen(str), colormap_chosen(str),
    language_chosen(str), lesson_chosen(Path), panel_chosen(str).
    """

    recent_chosen = Signal(object)
    example_chosen = Signal(str)
    png_chosen = Signal(int)
    theme_chosen = Signal(str)
    colormap_chosen = Signal(str)
    language_chosen = Signal(str)
    lesson_chosen = Signal(object)
    panel_chosen = Signal(str)

    def __init__(self, window: QMainWindow) -> None:
        """Fill the menu bar of `window`."""
        super().__init__(window)
        self._window = window
        self._made: list[QAction] = []
        self._add_file_menu()
        self._add_edit_menu()
        self._add_view_menu()
        self._add_lesson_menu()
        self._add_help_menu()

    def show_recent(self, files: Sequence[Path]) -> None:
        """List the files opened or saved last."""
        self._recent.clear()
        for place, path in enumerate(files, start=1):
            action = self._recent.addAction(f"&{place} {path.name.replace('&', '&&')}")
            action.setData(path)
            action.setToolTip(str(path))
            action.setStatusTip(str(path))
            action.triggered.connect(self._on_recent)
        self._recent.addSeparator()
        self._recent.addAction(self.clear_recent)
        self._recent.setEnabled(bool(files))

    def show_theme(self, name: str) -> None:
        """Tick a theme."""
        self._themes[name].setChecked(True)

    def show_colormap(self, name: str) -> None:
        """Tick a colour map."""
        self._colormaps[name].setChecked(True)

    def show_language(self, code: str) -> None:
        """Tick a language."""
        self._languages[code].setChecked(True)

    def show_lessons(self, lessons: Sequence[tuple[str, Path]]) -> None:
        """List the lessons that come with the program."""
        for place, (title, path) in enumerate(lessons, start=1):
            action = QAction(f"&{place} {title.replace('&', '&&')}", self._window)
            action.setObjectName(f"lesson_{place}_action")
            action.setData(path)
            action.triggered.connect(self._on_lesson)
            self._lesson_menu.insertAction(self._before_lessons_end, action)

    def show_lesson_open(self, is_open: bool) -> None:
        """Grey out what needs an open lesson."""
        for action in (self.lesson_forward, self.lesson_back, self.close_lesson):
            action.setEnabled(is_open)

    def show_steps(self, shown: bool) -> None:
        """Tick "Steps" or not."""
        self.steps.setChecked(shown)

    def show_panel(self, shown: bool) -> None:
        """Tick "Experiments" or not."""
        self.panel.setChecked(shown)

    def show_history(self, can_undo: bool, can_redo: bool) -> None:
        """Grey out what can't be undone or redone."""
        self.undo.setEnabled(can_undo)
        self.redo.setEnabled(can_redo)

    def show_heads(self, heads: int) -> None:
        """Grey out the ways to another head where there is only one."""
        self.next_head.setEnabled(heads > 1)
        self.previous_head.setEnabled(heads > 1)

    def show_drawing(self, on: bool) -> None:
        """Tick "Draw the mask on the map" or not."""
        self.draw_mask.setChecked(on)

    def show_dimmed(self, dimmed: bool) -> None:
        """Tick "Dim special tokens" or not."""
        self.dim.setChecked(dimmed)

    def show_drawn(self, some: bool) -> None:
        """Grey out the way to clear drawn cells where there are none."""
        self.clear_drawn.setEnabled(some)

    def show_full_screen(self, full: bool) -> None:
        """Tick "Full screen" or not."""
        self.full_screen.setChecked(full)

    def with_keys(self) -> list[QAction]:
        """Return the actions that have a shortcut, in the order of the menus."""
        return [action for action in self._made if action.shortcuts()]

    def _add_file_menu(self) -> None:
        menu = self._menu(self.tr("&File"), "file_menu")
        self.new = self._action(menu, self.tr("&New"), "new_action", QKeySequence.StandardKey.New)
        self.open = self._action(menu, self.tr("&Open…"), "open_action", QKeySequence.StandardKey.Open)
        self.open_lesson = self._action(menu, self.tr("Open a &lesson…"), "open_lesson_action")
        self.open_model = self._action(menu, self.tr("Open a &model…"), "open_model_action", "Ctrl+Shift+O")
        self.open_model_folder = self._action(menu, self.tr("Open a model's &folder…"), "open_model_folder_action")
        self.get_model = self._action(menu, self.tr("&Get a model…"), "get_model_action")
        self._recent = self._menu(self.tr("Open &recent"), "recent_menu", menu)
        self._recent.setToolTipsVisible(True)
        self.clear_recent = QAction(self.tr("&Clear this list"), self._window)
        self.clear_recent.setObjectName("clear_recent_action")
        self._add_examples(menu)
        menu.addSeparator()
        self.save = self._action(menu, self.tr("&Save"), "save_action", QKeySequence.StandardKey.Save)
        self.save_as = self._action(menu, self.tr("Save &as…"), "save_as_action", "Ctrl+Shift+S")
        self._add_export(menu)
        menu.addSeparator()
        self.quit = self._action(menu, self.tr("&Quit"), "quit_action", "Ctrl+Q")
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)

    def _add_examples(self, menu: QMenu) -> None:
        examples = self._menu(self.tr("&Examples"), "examples_menu", menu)
        self._example(examples, self.tr("The chapter's &demo"), "demo")
        same_words = self._menu(self.tr("&Two sentences, same words"), "same_words_menu", examples)
        for name, sentence in (
            ("cat_dog", "the cat chases the dog"),
            ("dog_cat", "the dog chases the cat"),
            ("neko_inu", "猫が犬を追う"),
            ("inu_neko", "犬が猫を追う"),
        ):
            self._example(same_words, sentence, name)
        self._example(examples, self.tr("A long &paragraph"), "paragraph")

    def _example(self, menu: QMenu, words: str, name: str) -> None:
        action = self._action(menu, words, f"example_{name}_action")
        action.setData(name)
        action.triggered.connect(self._on_example)

    def _add_export(self, menu: QMenu) -> None:
        export = self._menu(self.tr("E&xport"), "export_menu", menu)
        png = self._menu(self.tr("Picture (&PNG)"), "png_menu", export)
        for scale in PNG_SCALES:
            action = self._action(png, self.tr("&{scale}× size…").format(scale=scale), f"export_png_{scale}_action")
            action.setData(scale)
            action.triggered.connect(self._on_png)
        self.export_svg = self._action(export, self.tr("Drawing (&SVG)…"), "export_svg_action")
        self.export_pdf = self._action(export, self.tr("&Document (PDF)…"), "export_pdf_action")
        export.addSeparator()
        words = self.tr("&Open panel as a picture (PNG)…")
        self.export_panel_png = self._action(export, words, "export_panel_png_action")
        words = self.tr("Open panel as a drawin&g (SVG)…")
        self.export_panel_svg = self._action(export, words, "export_panel_svg_action")
        words = self.tr("Open panel as a document (PD&F)…")
        self.export_panel_pdf = self._action(export, words, "export_panel_pdf_action")
        export.addSeparator()
        self.export_csv = self._action(export, self.tr("&Weights (CSV)…"), "export_csv_action")
        self.export_npz = self._action(export, self.tr("Every &matrix (NPZ)…"), "export_npz_action")

    def _add_edit_menu(self) -> None:
        menu = self._menu(self.tr("&Edit"), "edit_menu")
        self.undo = self._action(menu, self.tr("&Undo"), "undo_action", "Ctrl+Z")
        self.redo = self._action(menu, self.tr("&Redo"), "redo_action", "Ctrl+Shift+Z", "Ctrl+Y")
        menu.addSeparator()
        self.copy_picture = self._action(menu, self.tr("Copy &picture"), "copy_picture_action", "Ctrl+Shift+C")
        self.copy_panel = self._action(menu, self.tr("Copy the open pane&l"), "copy_panel_action", "Ctrl+Alt+P")
        self.copy_numbers = self._action(menu, self.tr("Copy &numbers"), "copy_numbers_action", "Ctrl+Alt+C")
        menu.addSeparator()
        self.edit_text = self._action(menu, self.tr("Go to the &text"), "edit_text_action", "Ctrl+L")
        menu.addSeparator()
        self.draw_mask = self._action(menu, self.tr("&Draw the mask on the map"), "draw_mask_action", "Ctrl+D")
        self.draw_mask.setCheckable(True)
        self.clear_drawn = self._action(menu, self.tr("&Clear the drawn cells"), "clear_drawn_action")

    def _add_view_menu(self) -> None:
        menu = self._menu(self.tr("&View"), "view_menu")
        self.zoom_in = self._action(menu, self.tr("&Larger text"), "zoom_in_action", "Ctrl+=", "Ctrl++")
        self.zoom_out = self._action(menu, self.tr("&Smaller text"), "zoom_out_action", "Ctrl+-")
        self.zoom_reset = self._action(menu, self.tr("&Normal text size"), "zoom_reset_action", "Ctrl+0")
        menu.addSeparator()
        self.full_screen = self._action(menu, self.tr("&Full screen"), "full_screen_action", "F11")
        self.full_screen.setCheckable(True)
        self.presenter = self._action(menu, self.tr("&Presenter"), "presenter_action", "F5")
        menu.addSeparator()
        self.steps = self._action(menu, self.tr("S&teps"), "steps_action", "F8")
        self.steps.setCheckable(True)
        self.panel = self._action(menu, self.tr("E&xperiments"), "panel_action", "F9")
        self.panel.setCheckable(True)
        self._add_panels(menu)
        self.dim = self._action(menu, self.tr("&Dim special tokens"), "dim_special_action")
        self.dim.setCheckable(True)
        self.next_head = self._action(menu, self.tr("Next h&ead"), "next_head_action", "Alt+PgDown")
        self.previous_head = self._action(menu, self.tr("Pre&vious head"), "previous_head_action", "Alt+PgUp")
        menu.addSeparator()
        words = {"system": self.tr("As the &system"), "light": self.tr("&Light"), "dark": self.tr("&Dark")}
        themes = self._menu(self.tr("T&heme"), "theme_menu", menu)
        self._themes = self._choices(themes, "theme", {name: words[name] for name in THEMES})
        colours = self._menu(self.tr("&Colours"), "colormap_menu", menu)
        words = {"Indigo": self.tr("Indigo"), "Grey": self.tr("Grey")}  # the others are proper names
        self._colormaps = self._choices(colours, "colormap", {name: words.get(name, name) for name in NAMES})
        languages = self._menu(self.tr("Lan&guage"), "language_menu", menu)
        names = {code: name or self.tr("As the &system") for code, name in LANGUAGES.items()}
        self._languages = self._choices(languages, "language", names)
        for action in self._languages.values():
            action.triggered.connect(self._on_language)
        for action in self._themes.values():
            action.triggered.connect(self._on_theme)
        for action in self._colormaps.values():
            action.triggered.connect(self._on_colormap)

    def _add_panels(self, menu: QMenu) -> None:
        """One entry for each experiment; the first nine have a key."""
        panels = self._menu(self.tr("&Open an experiment"), "panels_menu", menu)
        for letter, (key, words) in zip("123456789abcdef", titles().items(), strict=False):
            keys = (f"Ctrl+{letter}",) if letter.isdigit() else ()
            shown = f"&{letter} {words.replace('&', '&&')}"
            action = self._action(panels, shown, f"open_{key}_action", *keys)
            action.setData(key)
            action.triggered.connect(self._on_panel)

    def _add_lesson_menu(self) -> None:
        menu = self._lesson_menu = self._menu(self.tr("&Lesson"), "lesson_menu")
        self._before_lessons_end = menu.addSeparator()
        menu.addAction(self.open_lesson)
        self.record_step = self._action(menu, self.tr("&Record this view as a step…"), "record_step_action")
        menu.addSeparator()
        self.lesson_forward = self._action(menu, self.tr("Reveal or &next"), "lesson_forward_action", "Ctrl+PgDown")
        self.lesson_back = self._action(menu, self.tr("&Back"), "lesson_back_action", "Ctrl+PgUp")
        self.close_lesson = self._action(menu, self.tr("&Close the lesson"), "close_lesson_action")
        self.show_lesson_open(False)

    def _add_help_menu(self) -> None:
        menu = self._menu(self.tr("&Help"), "help_menu")
        self.keys = self._action(menu, self.tr("&Keys"), "keys_action", "F1")
        self.open_log = self._action(menu, self.tr("Open the &log's folder"), "open_log_action")
        menu.addSeparator()
        self.about = self._action(menu, self.tr("&About attnviz"), "about_action")
        self.about.setMenuRole(QAction.MenuRole.AboutRole)

    def _menu(self, words: str, name: str, parent: QMenu | None = None) -> QMenu:
        menu = self._window.menuBar().addMenu(words) if parent is None else parent.addMenu(words)
        menu.setObjectName(name)
        menu.setAccessibleName(without_key(words))
        return menu

    def _action(self, menu: QWidget, words: str, name: str, *keys: str | QKeySequence.StandardKey) -> QAction:
        action = QAction(words, self._window)
        action.setObjectName(name)
        action.setShortcuts([QKeySequence(key) for key in keys])
        menu.addAction(action)
        self._window.addAction(action)  # so that its keys work where the menu bar is hidden
        self._made.append(action)
        return action

    def _choices(self, menu: QMenu, kind: str, words: dict[str, str]) -> dict[str, QAction]:
        group = QActionGroup(self)
        actions = {}
        for name, shown in words.items():
            action = self._action(menu, shown, f"{kind}_{name.lower().replace('-', '_')}_action")
            action.setCheckable(True)
            action.setData(name)
            group.addAction(action)
            actions[name] = action
        return actions

    def _data(self) -> object:
        """Return what the action that was just triggered carries."""
        action = self.sender()
        assert isinstance(action, QAction)
        return action.data()

    def _on_panel(self) -> None:
        self.panel_chosen.emit(self._data())

    def _on_recent(self) -> None:
        self.recent_chosen.emit(self._data())

    def _on_example(self) -> None:
        self.example_chosen.emit(self._data())

    def _on_png(self) -> None:
        self.png_chosen.emit(self._data())

    def _on_theme(self) -> None:
        self.theme_chosen.emit(self._data())

    def _on_language(self) -> None:
        self.language_chosen.emit(self._data())

    def _on_lesson(self) -> None:
        self.lesson_chosen.emit(self._data())

    def _on_colormap(self) -> None:
        self.colormap_chosen.emit(self._data())
