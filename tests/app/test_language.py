"""The words in Japanese: complete, in menus, dialogs and notices; the language changed while the window runs."""

from __future__ import annotations

import re
import shutil
import string
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from japanese import TS, english, english_again, everything, messages, open_panel, sit_down, words_of
from PySide6.QtCore import QCoreApplication, QEvent, QLocale
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QInputDialog,
    QMenu,
    QMessageBox,
)
from visible_words import in_menus

from attnviz.app import paths
from attnviz.app.language import Language
from attnviz.app.start import Desk
from attnviz.app.window import MainWindow
from attnviz.state.scene import LONGEST_TEXT

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "attnviz"
QM = TS.with_suffix(".qm")


@pytest.fixture(autouse=True)
def _english_again(qapp: QApplication) -> Iterator[None]:
    """Leave the language of the other tests as it was."""
    with english_again(qapp):
        yield


@pytest.fixture
def japanese(desk: Callable[..., Any]) -> Any:
    """A person at the Japanese window, with something in every panel."""
    return sit_down(desk, "ja")


# ------------------------------------------------------------------------------------------------- the files


def _tool(name: str, *arguments: str | Path) -> None:
    tool = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    assert tool is not None, f"{name} comes with PySide6-Essentials"
    done = subprocess.run([tool, *map(str, arguments)], capture_output=True, text=True, timeout=50)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_message_of_the_sources_is_translated(tmp_path: Path) -> None:
    """Mend it with the two lines that resources/README.ja.md names."""
    fresh = tmp_path / "fresh.ts"
    sources = sorted(SOURCES.rglob("*.py"))
    _tool("pyside6-lupdate", *sources, "-ts", fresh, "-source-language", "en", "-target-language", "ja")
    wanted, there = set(messages(fresh)), messages(TS)
    assert len(wanted) > 500
    assert sorted(wanted - set(there)) == []
    assert sorted(set(there) - wanted) == []
    for message, element in there.items():
        translation = element.find("translation")
        assert translation is not None
        assert translation.get("type") is None, f"{message} is {translation.get('type')}"
        assert "".join(translation.itertext()).strip(), message


def _fields(words: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(words) if name is not None}


def test_translations_keep_fields_keys_and_dots() -> None:
    for (context, source), element in messages(TS).items():
        translation = element.find("translation")
        assert translation is not None
        forms = ["".join(form.itertext()) for form in translation.iter("numerusform")] or [translation.text or ""]
        for words in forms:
            where = f"{context}: {source!r} → {words!r}"
            assert _fields(words) == _fields(source), where
            assert ("%n" in words) == ("%n" in source), where
            assert len(re.findall("&[^&]", words)) == len(re.findall("&[^&]", source)), where
            assert words.endswith("…") == source.endswith("…"), where
            assert words.count("\n") == source.count("\n"), where
            for mark in "→√−⇄■□":
                assert words.count(mark) == source.count(mark), where
            assert not words.endswith("."), where


# Names of files, formats, libraries and of what is typed into a program or a lesson
TECHNICAL = """
NumPy PyTorch Python GGUF JSON None pickle config json model safetensors gguf tokenizer numpy savez torch save show
attn_implementation eager output_attentions True generate weights key batch pip install no deps models huggingface co
HF_HUB_OFFLINE demo yes none shown hidden row column cell panel causal dimension title language en ja The cat sat on mat
Page
"""


def test_translations_hold_no_english() -> None:
    found = []
    for (context, source), element in messages().items():
        translation = element.find("translation")
        assert translation is not None
        found.append((f"{context}: {source!r}", re.sub(r"{[^{}]*}", "", "".join(translation.itertext()))))
    assert english(found, TECHNICAL.split()) == []


def test_the_compiled_file_is_made_from_the_words(tmp_path: Path) -> None:
    _tool("pyside6-lrelease", TS, "-qm", tmp_path / "made.qm")
    assert (tmp_path / "made.qm").read_bytes() == QM.read_bytes()


# ------------------------------------------------------------------------------------------------- the words


def test_english_is_noticed(desk: Callable[..., Any]) -> None:
    """The same look at the English window finds plenty, painted and told."""
    found = english(words_of(sit_down(desk, "en")))
    assert len(found) > 60
    assert sum(line.startswith("painted") for line in found) > 30


def test_no_english_is_left_in_the_menus(japanese: Any) -> None:
    examples = ["the", "cat", "chases", "dog"]
    found = list(in_menus(japanese.window))
    assert len(found) > 150
    assert english(found, examples) == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_letter_with_alt_is_used_once_in_each_menu(desk: Callable[..., Any], language: str) -> None:
    window = sit_down(desk, language).window
    bars = [window.menuBar(), *window.findChildren(QMenu)]
    assert len(bars) > 12
    for menu in bars:
        letters = [
            letter.upper() for action in menu.actions() for letter in re.findall("&([^&])", action.text().strip())
        ]
        assert len(letters) == len(set(letters)), (menu.objectName(), letters)


def test_the_keys_are_listed_without_letters_for_alt(japanese: Any) -> None:
    japanese.press("F1")
    box = japanese.find("message_box", QMessageBox)
    assert "<td>開く&nbsp;" in box.text()
    assert re.findall(r"\([A-Z]\)", box.text()) == []
    box.close()
    japanese.come_back()


def test_no_english_is_left_in_what_the_window_says(japanese: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    window, session = japanese.window, japanese.window.session
    said = [("a setting", japanese.news())]

    def note() -> None:
        said.extend((("notice", japanese.notice()), ("news", japanese.news())))

    japanese.choose("example_demo_action")
    session.set_text("猫")  # the demo fits no other text than its own
    note()
    session.set_text("あ" * (LONGEST_TEXT + 1))
    note()
    session.set_text("猫が")
    for action in ("copy_picture_action", "copy_numbers_action", "zoom_in_action", "zoom_reset_action"):
        japanese.choose(action)
        note()
    session.set_text("")
    japanese.settle()
    japanese.choose("copy_picture_action")
    note()
    window._on_keeping_recovered()
    note()
    assert len({words for _, words in said if words}) >= 8
    assert english(said) == []


def test_no_english_is_left_before_a_class(japanese: Any) -> None:
    japanese.press("F5")
    japanese.settle()
    left = english(everything(japanese.window))
    japanese.press("B")
    left += english(everything(japanese.window))
    japanese.press("B")
    japanese.press("F5")
    assert left == []


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ("keys_action", QMessageBox),
        ("about_action", QMessageBox),
        ("open_action", QFileDialog),
        ("save_as_action", QFileDialog),
        ("export_png_2_action", QFileDialog),
        ("open_lesson_action", QFileDialog),
        ("record_step_action", QInputDialog),
    ],
)
def test_no_english_is_left_in_a_dialog(japanese: Any, home: Path, action: str, kind: type[QDialog]) -> None:
    japanese.choose(action)
    dialog = japanese.window.findChild(kind)
    japanese.qtbot.waitUntil(dialog.isVisible)
    japanese.qtbot.wait(10)
    found = [(whose, re.sub(r"\S*/\S*|\*?\.[a-z]+", "", words)) for whose, words in everything(dialog)]
    assert len(found) > 5
    files = ["attention", "lesson", *(path.name for path in home.iterdir())]
    assert english(found, files) == []
    dialog.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    japanese.come_back()


def test_no_english_is_left_in_the_menu_of_the_text(japanese: Any) -> None:
    for menu in (
        japanese.find("text_input").createStandardContextMenu(),
        japanese.find("last_token_input").createStandardContextMenu(),
    ):
        found = [("menu", action.text().partition("\t")[0]) for action in menu.actions()]
        assert len(found) > 5
        assert english(found) == []
        menu.deleteLater()


def test_no_english_is_left_in_the_dialog_for_faults_but_the_details(japanese: Any) -> None:
    japanese.caught.happened.emit("details")
    dialog = japanese.find("fault_dialog", QDialog)
    japanese.qtbot.waitUntil(dialog.isVisible)
    file = str(paths.log_file())
    found = [(whose, words.replace(file, "")) for whose, words in everything(dialog) if whose != "painted"]
    assert len(found) > 5
    assert english(found, ["details"]) == []
    dialog.accept()
    japanese.faults.clear()


# ------------------------------------------------------------------------------------------------- the choice


def _speak(person: Any, code: str) -> None:
    """Choose a language in the menu; the person goes on at the window that comes."""
    person.choose(f"language_{code}_action")
    old = person.window
    windows = [window for window in QApplication.topLevelWidgets() if isinstance(window, MainWindow)]
    (person.window,) = [window for window in windows if window is not old]
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    person.come_back()
    person.settle()


def _title(person: Any, menu: str) -> str:
    return str(person.find(menu, QMenu).title())


def test_changing_the_language_keeps_everything_else(person: Any) -> None:
    person.retype_pasted("猫が犬を追う")
    open_panel(person, "cache")
    person.window.resize(780, 640)
    scene, size = person.scene, person.window.size()
    _speak(person, "ja")
    assert _title(person, "file_menu") == "ファイル(&F)"
    assert person.scene is scene
    assert person.window.size() == size
    assert person.window._panels.key == "cache"
    assert person.find("cache_panel").isVisible()
    assert person.find("language_ja_action", QAction).isChecked()
    person.press("Ctrl+Z")
    assert person.scene.text != scene.text
    person.press("Ctrl+Y")
    assert person.scene == scene
    _speak(person, "en")
    assert _title(person, "file_menu") == "&File"
    assert person.scene == scene
    assert person.window._panels.key == "cache"
    found = english([("menu", words) for _, words in in_menus(person.window)])
    assert len(found) > 60


def test_the_old_window_goes_and_the_new_one_keeps_the_scene(person: Any, desk: Callable[..., Any]) -> None:
    _speak(person, "ja")
    assert len([window for window in QApplication.topLevelWidgets() if isinstance(window, MainWindow)]) == 1
    assert len(person.window.findChildren(Desk)) == 1
    person.retype_pasted("犬が猫を追う")
    person.close()
    again = desk()
    assert again.scene.text == "犬が猫を追う"
    assert _title(again, "file_menu") == "ファイル(&F)"


SAY = """
from PySide6.QtWidgets import QApplication
from attnviz.app.faults import Faults
from attnviz.app.start import Desk
application = QApplication([])
caught = Faults()
window = Desk(application, caught).window
print(ascii(window.menuBar().actions()[0].text()))
window.close()
caught.release()
window.deleteLater()
application.processEvents()
"""


@pytest.mark.parametrize(
    ("languages", "said"),
    [
        ({"LANG": "ja_JP.UTF-8"}, "ファイル(&F)"),
        ({"LANG": "fr_FR.UTF-8"}, "&File"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "fr:ja"}, "ファイル(&F)"),
        ({"LANG": "ja_JP.UTF-8", "LANGUAGE": "en:ja"}, "&File"),
    ],
    ids=["Japanese", "French", "French, then Japanese", "English, then Japanese"],
)
def test_the_window_speaks_the_language_of_the_system(
    run: Callable[..., subprocess.CompletedProcess[str]], languages: dict[str, str], said: str
) -> None:
    done = run("-c", SAY, env=languages | {"LC_ALL": None, "LC_CTYPE": "C.UTF-8"})
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ascii(said)


def test_system_again_gives_the_numbers_of_the_system_back(qapp: QApplication) -> None:
    language = Language(qapp)
    language.apply("ja")
    assert QLocale().language() == QLocale.Language.Japanese
    language.apply("system")
    assert QLocale().language() == QLocale.system().language()
    assert language.code == "en"


def test_no_english_is_left_in_what_goes_wrong_with_files(japanese: Any, tmp_path: Path) -> None:
    said = []
    for name, content in (
        ("a", b"\0"),
        ("b", b"[]"),
        ("c", b'{"format": "attnviz scene"}'),
        ("d", b'{"format": "attnviz scene", "version": 99}'),
        ("e", b'{"format": "attnviz scene", "version": 1}'),
    ):
        file = tmp_path / f"{name}.attnviz"
        file.write_bytes(content)
        assert not japanese.window.open(file)
        said.append(("notice", japanese.notice()))
    assert not japanese.window.open(tmp_path / "f.attnviz")
    said.append(("notice", japanese.notice()))
    assert len({words[1:] for _, words in said}) == 6
    assert english([(whose, words.replace(".attnviz", "")) for whose, words in said], ["scene"]) == []
