"""A person at the window in Japanese, and the search for English that is left in it.

Must not change what it looks at, but for the panel that is open.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from geometry import wrong_places
from PySide6.QtCore import QCoreApplication, QLocale, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QWidget
from visible_words import painted, told

from attnviz.app import paths
from attnviz.app.language import Language
from attnviz.models import finding
from attnviz.state.reports import PANELS
from attnviz.state.scene import DEMO_TEXT

# What is written so in Japanese, too: names, symbols, kinds of files, keys
_NAMES = """
attnviz softmax KV CSV PNG SVG PDF NPZ UTF GPT BERT RoPE ALiBi QK d_model d_head W_q W_k W_v W_o float32 ms OK
MHA GQA MQA Performer Mistral Longformer GRU LSTM ELU log PAD kB MB GB Top NaN Clark Olsson Wang Xiao
Indigo Cividis CET CBL2 Grey English
Alt Ctrl Shift Tab Esc Home End Del PgUp PgDown PgDn Page Up Down
"""
ALLOWED = frozenset(_NAMES.split())
TALL = QSize(1280, 2600)  # so high that nothing has to be scrolled to
SMALL = QSize(1280, 720)
Found = Iterable[tuple[str, str]]
_NOT_WALKED = QAbstractButton | QAbstractSpinBox | QComboBox | QLineEdit  # keys change something here
_MARK = "separator"  # what Qt writes into a list for a line between entries; nobody sees or hears it


TS = Path(__file__).parents[1] / "resources" / "translations" / "attnviz_ja.ts"


@contextmanager
def english_again(application: QApplication) -> Iterator[None]:
    """Leave the language of the other tests as it was."""
    before = QLocale()
    yield
    Language(application).apply("en")
    gc.collect()  # translators go with the desk that holds them
    QLocale.setDefault(before)
    assert QCoreApplication.translate("Menus", "&File") == "&File"


def messages(path: Path = TS) -> dict[tuple[str, str], ElementTree.Element]:
    """Return every message of a file of translations, by context and source."""
    root = ElementTree.parse(path).getroot()
    return {
        (context.findtext("name", ""), message.findtext("source", "")): message
        for context in root.iter("context")
        for message in context.iter("message")
    }


def sit_down(desk: Callable[..., Any], language: str, zoom: int = 100) -> Any:
    """Return a person at a window in `language`, with something in every panel."""
    paths.settings_file().parent.mkdir(parents=True)
    paths.settings_file().write_text(f"[General]\nlanguage={language}\nzoom={zoom}\n")
    person = desk("猫が犬を追う")
    session = person.window.session
    session.set_pinned(2, 1)
    session.set_replacement("月")
    session.set_swapped((1, 3))
    session.pin_reference()
    session.set_scaled(False)
    person.settle()
    return person


def open_panel(person: Any, panel: str) -> None:
    """Open a panel as a click on its tab does."""
    person.window._panels.tabs.panel_chosen.emit(panel)
    person.qtbot.waitUntil(lambda: person.window.snapshot.panel == panel, timeout=20_000)
    person.settle()


def misplaced(person: Any) -> list[str]:
    """Return what is cut off, on something else or outside, once heights that follow widths have settled."""
    wrong: list[str] = []
    for _ in range(4):
        for _ in range(3):
            person.qtbot.wait(8)
        wrong = wrong_places(person.window)
        if not wrong:  # else the list of models may just have grown: Qt lays that out a moment later
            break
    return wrong


def everything(window: QWidget) -> list[tuple[str, str]]:
    """Return (whose, words) for all that is painted or told."""
    return [*told(window), *(("painted", words) for words in painted(window))]


def words_of(person: Any, only_panel: bool = False) -> list[tuple[str, str]]:
    """Return all that is told or painted in a window so high that nothing is out of sight.

    only_panel: of what is painted, that in the open panel.
    """
    person.window.resize(TALL)
    person.settle()
    for _ in range(3):  # heights that follow widths settle in more than one round
        person.qtbot.wait(2)
    shown = person.window._panels.tabs.panel() if only_panel else person.window
    return [*told(person.window), *(("painted", words) for words in painted(shown))]


def english(found: Found, allowed: Iterable[str] = ()) -> list[str]:
    """Return where English is left. allowed: words that are none of the program's."""
    known = ALLOWED | set(allowed)
    left = []
    for whose, words in found:
        others = [word for word in _latin(words) if word not in known and words != _MARK]
        if words.endswith("…"):  # a name may be cut where there is little room
            others = [word for word in others if not any(name.startswith(word) for name in known)]
        if others:
            left.append(f"{whose}: {words!r} has {others}")
    return sorted(set(left))


def left_in_panels(person: Any, panels: Iterable[str] = PANELS, allowed: Iterable[str] = ()) -> list[str]:
    """Open each panel, and return where English is left."""
    left = []
    for panel in panels:
        open_panel(person, panel)
        left += [f"{panel}: {line}" for line in english(words_of(person), allowed)]
    return left


def told_on_the_way(person: Any, allowed: Iterable[str] = ()) -> tuple[list[str], set[str]]:
    """Press arrow keys in every map, plot and table of the open panel.

    Returns where English is left in what is told meanwhile, and all that is told.
    """
    panel, found = person.window._panels.tabs.panel(), []
    for part in panel.findChildren(QWidget):
        if not part.isVisible() or part.focusPolicy() != Qt.FocusPolicy.StrongFocus or isinstance(part, _NOT_WALKED):
            continue
        part.setFocus(Qt.FocusReason.TabFocusReason)
        for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_End):
            QTest.keyClick(part, key)
            found += told(person.window)
    left = [f"{panel.objectName()}: {line}" for line in english(found, allowed)]
    return left, {words for _, words in found}


def _latin(words: str) -> list[str]:
    """Return the words in Latin letters, but for the demo's and the names of installed models."""
    bare = re.sub(r"<[^<>]*>|&nbsp;", " ", words).replace("&", "").replace(DEMO_TEXT, "")
    for name in _models():
        bare = bare.replace(name, "")
    return re.findall(r"\w*[A-Za-z]{2}\w*", bare, re.ASCII)


@lru_cache(maxsize=1)
def _models() -> tuple[str, ...]:
    """Return what the list of models shows of those that are installed, long names first."""
    names = {name for of in finding.installed() for name in (of.name, of.package, of.licence, str(of.path)) if name}
    return tuple(sorted(names, key=len, reverse=True))
