"""The menus: what is in them, and that each entry does something."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QMainWindow, QMenu

from attnviz.app.menus import Menus
from attnviz.app.settings import THEMES
from attnviz.views.colormaps import NAMES


@pytest.fixture
def menus(qtbot) -> Menus:
    window = QMainWindow()
    qtbot.addWidget(window)
    return Menus(window)


def entries(menu: QMenu) -> list[str]:
    return [action.text().replace("&", "") for action in menu.actions() if not action.isSeparator()]


def menu(menus: Menus, name: str) -> QMenu:
    return menus._window.findChild(QMenu, name)


def test_the_menu_bar(menus: Menus) -> None:
    bar = menus._window.menuBar()
    assert [action.text().replace("&", "") for action in bar.actions()] == ["File", "Edit", "View", "Lesson", "Help"]
    assert entries(menu(menus, "file_menu")) == [
        "New", "Open…", "Open a lesson…", "Open a model…", "Open a model's folder…", "Get a model…", "Open recent",
        "Examples", "Save", "Save as…", "Export", "Quit",
    ]  # fmt: skip
    assert entries(menu(menus, "export_menu")) == [
        "Picture (PNG)", "Drawing (SVG)…", "Document (PDF)…", "Open panel as a picture (PNG)…",
        "Open panel as a drawing (SVG)…", "Open panel as a document (PDF)…", "Weights (CSV)…", "Every matrix (NPZ)…",
    ]  # fmt: skip
    assert entries(menu(menus, "examples_menu")) == [
        "The chapter's demo",
        "Two sentences, same words",
        "A long paragraph",
    ]
    assert entries(menu(menus, "colormap_menu")) == list(NAMES) == ["Indigo", "Cividis", "CET-CBL2", "Grey"]


def test_every_letter_to_press_is_there_once_in_its_menu(menus: Menus) -> None:
    for listed in [menus._window.menuBar(), *menus._window.findChildren(QMenu)]:
        letters = [
            action.text()[action.text().index("&") + 1].lower() for action in listed.actions() if "&" in action.text()
        ]
        assert len(letters) == len(set(letters)), (listed.objectName(), letters)


def test_chosen_entries_say_what_they_stand_for(menus: Menus, qtbot) -> None:
    for signal, name, value in (
        (menus.png_chosen, "export_png_3_action", 3),
        (menus.theme_chosen, "theme_dark_action", "dark"),
        (menus.colormap_chosen, "colormap_cet_cbl2_action", "CET-CBL2"),
        (menus.example_chosen, "example_cat_dog_action", "cat_dog"),
    ):
        with qtbot.waitSignal(signal) as heard:
            menus._window.findChild(object, name).trigger()
        assert heard.args == [value]


def test_setters_tick_and_say_nothing(menus: Menus, qtbot) -> None:
    with qtbot.assertNotEmitted(menus.theme_chosen), qtbot.assertNotEmitted(menus.colormap_chosen):
        for name in THEMES:
            menus.show_theme(name)
        for name in NAMES:
            menus.show_colormap(name)
    ticked = [action.data() for action in menus._themes.values() if action.isChecked()]
    assert ticked == [THEMES[-1]]


def test_recent_files_are_numbered_and_carry_their_path(menus: Menus, qtbot) -> None:
    assert menu(menus, "recent_menu") is not None
    files = [Path("/x/a & b.attnviz"), Path("/y/c.attnviz")]
    menus.show_recent(files)
    actions = menu(menus, "recent_menu").actions()
    assert actions[0].text() == "&1 a && b.attnviz"
    assert actions[0].toolTip() == "/x/a & b.attnviz"
    with qtbot.waitSignal(menus.recent_chosen) as heard:
        actions[1].trigger()
    assert heard.args == [files[1]]
    menus.show_recent([])
    assert not menu(menus, "recent_menu").isEnabled()
    for _ in range(3):
        menus.show_recent(files)
    assert len([action for action in menu(menus, "recent_menu").actions() if action.data()]) == 2
