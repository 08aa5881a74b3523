"""The window in Japanese: complete, without English, with every glyph and nothing cut off; changed while it runs."""

from __future__ import annotations

import gc
import re
import shutil
import string
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from geometry import wrong_places
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QSize, Qt
from PySide6.QtGui import QAction, QFontDatabase
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QInputDialog,
    QLineEdit,
    QMenu,
    QMessageBox,
    QWidget,
)
from visible_words import in_menus, missing_glyphs, painted, told

from attnviz.app import paths
from attnviz.app.language import Language
from attnviz.app.picture import settings
from attnviz.app.start import Desk
from attnviz.app.window import MainWindow
from attnviz.core.kinds import KINDS
from attnviz.core.positions import POSITIONS
from attnviz.experiments.costs import LENGTHS, CostSample
from attnviz.state.reports import PANELS
from attnviz.state.scene import DEMO_TEXT, LONGEST_TEXT, Scene
from attnviz.state.session import Session

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "attnviz"
TRANSLATIONS = ROOT / "resources" / "translations"
TS, QM = TRANSLATIONS / "attnviz_ja.ts", TRANSLATIONS / "attnviz_ja.qm"

# What is written so in Japanese, too: names, symbols, kinds of files, keys
_NAMES = """
attnviz softmax KV CSV PNG SVG PDF NPZ UTF GPT BERT RoPE ALiBi QK d_model d_head W_q W_k W_v W_o float32 ms OK
MHA GQA MQA Performer Mistral Longformer GRU LSTM ELU log PAD kB MB GB
Indigo Cividis CET CBL2 Grey English
Alt Ctrl Shift Tab Esc Home End Del PgUp PgDown PgDn Page Up Down
"""
ALLOWED = frozenset(_NAMES.split())
TALL = QSize(1280, 2600)  # so high that nothing has to be scrolled to
SMALL = QSize(1280, 720)
_NOT_WALKED = QAbstractButton | QAbstractSpinBox | QComboBox | QLineEdit  # keys change something here


def _heads(session: Session) -> None:
    session.set_heads(8)
    session.set_kv_heads(2)
    session.set_position("rope")


def _entropy(session: Session) -> None:
    _heads(session)
    session.set_kv_heads(1)
    session.set_view("entropy")


def _second_text(session: Session) -> None:
    session.set_second_text("月と星を見る")
    session.set_hidden_token(1)


def _plain(session: Session) -> None:
    session.set_heads(1)
    session.set_causal(False)


def _masked(session: Session) -> None:
    session.set_text("猫が犬を追う。犬は猫を追わない")
    session.set_padding(2)
    session.set_pattern(False, 3, 2, (0,))
    session.set_hidden_token(1)
    session.draw_cells(tuple((2, column, False) for column in range(18)))


def _linear(session: Session) -> None:
    session.set_kind("linear")
    session.set_position("alibi")
    session.set_heads(2)
    session.set_view("mean")


def _performer(session: Session) -> None:
    session.set_kind("performer")
    session.set_heads(96)
    session.set_view("max")


def _state_space(session: Session) -> None:
    session.set_kind("state_space")
    session.set_position("learned")


PICTURES: dict[str, Callable[[Session], None]] = {
    "heads": _heads,
    "entropy": _entropy,
    "second text": _second_text,
    "masked": _masked,
    "linear": _linear,
    "performer": _performer,
    "state space": _state_space,
    "gru": lambda session: session.set_kind("gru"),
    "lstm": lambda session: session.set_kind("lstm"),
}


@pytest.fixture(autouse=True)
def _english_again(qapp: QApplication) -> Iterator[None]:
    """Leave the language of the other tests as it was."""
    before = QLocale()
    yield
    Language(qapp).apply("en")
    gc.collect()  # translators go with the desk that holds them
    QLocale.setDefault(before)
    assert QCoreApplication.translate("Menus", "&File") == "&File"


@pytest.fixture
def japanese(desk: Callable[..., Any]) -> Any:
    """A person at the Japanese window, with something in every panel."""
    return _sit_down(desk, "ja")


def _sit_down(desk: Callable[..., Any], language: str, zoom: int = 100) -> Any:
    paths.settings_file().parent.mkdir(parents=True)
    paths.settings_file().write_text(f"[General]\nlanguage={language}\nzoom={zoom}\n")
    person = desk("猫が犬を追う")
    _fill(person)
    return person


def _fill(person: Any) -> None:
    session = person.window.session
    session.set_pinned(2, 1)
    session.set_replacement("月")
    session.set_swapped((1, 3))
    session.pin_reference()
    session.set_scaled(False)
    person.settle()


def _open(person: Any, panel: str) -> None:
    """Open a panel as a click on its tab does."""
    person.window._panels.tabs.panel_chosen.emit(panel)
    person.qtbot.waitUntil(lambda: person.window.snapshot.panel == panel)
    person.qtbot.wait(10)


# ------------------------------------------------------------------------------------------------- the files


def _tool(name: str, *arguments: str | Path) -> None:
    tool = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    assert tool is not None, f"{name} comes with PySide6-Essentials"
    done = subprocess.run([tool, *map(str, arguments)], capture_output=True, text=True, timeout=50)
    assert done.returncode == 0, done.stdout + done.stderr


def _messages(path: Path) -> dict[tuple[str, str], ElementTree.Element]:
    root = ElementTree.parse(path).getroot()
    return {
        (context.findtext("name", ""), message.findtext("source", "")): message
        for context in root.iter("context")
        for message in context.iter("message")
    }


def no_every_message_of_the_sources_is_translated(tmp_path: Path) -> None:
    """Mend it with the two lines that resources/README.ja.md names."""
    fresh = tmp_path / "fresh.ts"
    sources = sorted(SOURCES.rglob("*.py"))
    _tool("pyside6-lupdate", *sources, "-ts", fresh, "-source-language", "en", "-target-language", "ja")
    wanted, there = set(_messages(fresh)), _messages(TS)
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


def no_translations_keep_fields_keys_and_dots() -> None:
    for (context, source), element in _messages(TS).items():
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


def no_the_compiled_file_is_made_from_the_words(tmp_path: Path) -> None:
    _tool("pyside6-lrelease", TS, "-qm", tmp_path / "made.qm")
    assert (tmp_path / "made.qm").read_bytes() == QM.read_bytes()


# ------------------------------------------------------------------------------------------------- the words


def _english(found: Iterable[tuple[str, str]], allowed: Iterable[str] = ()) -> list[str]:
    """Return where English is left."""
    known = ALLOWED | set(allowed)
    left = []
    for whose, words in found:
        bare = re.sub(r"<[^<>]*>|&nbsp;", " ", words).replace("&", "").replace(DEMO_TEXT, "")
        if others := [word for word in re.findall(r"\w*[A-Za-z]{2}\w*", bare, re.ASCII) if word not in known]:
            left.append(f"{whose}: {words!r} has {others}")
    return sorted(set(left))


def _everything(window: QWidget) -> list[tuple[str, str]]:
    return [*told(window), *(("painted", words) for words in painted(window))]


def _words_of(person: Any) -> list[tuple[str, str]]:
    person.window.resize(TALL)
    person.settle()
    for _ in range(3):
        person.qtbot.wait(5)
    return _everything(person.window)


def no_english_is_noticed(desk: Callable[..., Any]) -> None:
    """The same look at the English window finds plenty, painted and told."""
    found = _english(_words_of(_sit_down(desk, "en")))
    assert len(found) > 60
    assert sum(line.startswith("painted") for line in found) > 30


def _left_in_panels(person: Any, allowed: Iterable[str] = ()) -> list[str]:
    """Open every panel, and return where English is left."""
    left = []
    for panel in PANELS:
        _open(person, panel)
        left += [f"{panel}: {line}" for line in _english(_words_of(person), allowed)]
    return left


def no_no_english_is_left_in_any_panel(japanese: Any) -> None:
    assert _left_in_panels(japanese) == []


@pytest.mark.parametrize("picture", PICTURES)
def no_no_english_is_left_in_other_pictures(japanese: Any, picture: str) -> None:
    """In every panel, on every step of the strip, and at the foot of an exported picture."""
    session = japanese.window.session
    PICTURES[picture](session)
    japanese.settle()
    left = _left_in_panels(japanese)
    for step in japanese.find("steps_strip").cards:
        japanese.window._steps.step_chosen.emit(step)
        left += _english(_words_of(japanese))
    left += _english([("foot", settings(japanese.snapshot))])
    assert left == []


def no_no_english_is_left_while_the_keys_walk_through_panels(japanese: Any) -> None:
    """What is pointed at is told below it."""
    left, said = [], set()
    for panel in ("position", "mask", "heads", "kinds", "features"):
        for change in (_plain, _heads):
            change(japanese.window.session)
            _open(japanese, panel)
            japanese.settle()
            told_here = _told_on_the_way(japanese, panel)
            said |= {words for _, words in told_here}
            left += [f"{panel}: {line}" for line in _english(told_here)]
    assert len(said) > 150
    assert left == []


def _told_on_the_way(person: Any, panel: str) -> list[tuple[str, str]]:
    """Press arrow keys in every map, plot and table of a panel; return what is told meanwhile."""
    found = []
    for part in person.find(f"{panel}_panel").findChildren(QWidget):
        if not part.isVisible() or part.focusPolicy() != Qt.FocusPolicy.StrongFocus or isinstance(part, _NOT_WALKED):
            continue
        part.setFocus(Qt.FocusReason.TabFocusReason)
        for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_End):
            QTest.keyClick(part, key)
            found += told(person.window)
    return found


def no_no_english_is_left_with_any_position(japanese: Any) -> None:
    session, left = japanese.window.session, []
    for position in POSITIONS:
        session.set_position(position)
        session.set_scaled(position != "alibi")
        for panel in ("position", "ledger"):
            _open(japanese, panel)
            left += _english(_words_of(japanese))
        left += _english([("foot", settings(japanese.snapshot))])
    assert left == []


def no_no_english_is_left_with_any_pattern_of_the_mask(japanese: Any) -> None:
    session, left = japanese.window.session, []
    _open(japanese, "mask")
    for crossed in (None, "猫が犬を追って", "星"):
        session.set_second_text(crossed)
        for pattern in (
            (True, 1, 1, ()),
            (True, 3, 1, (0,)),
            (True, 3, 2, ()),
            (False, 2, 1, (0, 5)),
            (False, 2, 3, ()),
        ):
            session.set_pattern(*pattern)
            session.set_hidden_token(0)
            left += _english(_words_of(japanese))
    assert left == []


def no_no_english_is_left_in_the_table_of_kinds(japanese: Any) -> None:
    """Of all kinds, whatever the text can tell, and with the time measured."""
    _open(japanese, "kinds")
    session, panel = japanese.window.session, japanese.find("kinds_panel")
    left, answers = [], set()
    for text in ("猫が犬を追う。犬は猫を追わない", "猫猫猫", "猫"):
        session.set_text(text)
        for kinds in (tuple(KINDS)[:3], tuple(KINDS)[3:6], tuple(KINDS)[6:]):
            session.set_kinds(kinds)
            rows = japanese.snapshot.report.rows
            assert [row.key for row in rows] == list(kinds)
            panel.show_costs(
                [
                    CostSample(row.key, n, cost.multiply_adds, cost.bytes, 1e-7 * n)
                    for row in rows
                    for n, cost in zip(LENGTHS, row.costs, strict=True)
                ]
            )
            left += _english(_words_of(japanese))
            answers |= {words for row in japanese.find("kinds_table").cells()[1:] for words in row[1:]}
    assert len(answers) > 15
    panel.show_progress(3, 28)
    left += _english(_words_of(japanese))
    assert left == []


def no_no_english_is_left_while_the_mask_is_drawn(japanese: Any) -> None:
    _open(japanese, "mask")
    japanese.choose("draw_mask_action")
    left = _english(_words_of(japanese))
    japanese.focus("heatmap")
    japanese.press("Space")
    assert japanese.scene.drawn
    japanese.settle()
    left += _english([*_words_of(japanese), ("news", japanese.news())])
    japanese.window._steps.step_chosen.emit("query")  # no mask to draw on
    left += _english(_words_of(japanese))
    assert left == []


def no_no_english_is_left_where_there_is_no_text(japanese: Any) -> None:
    session = japanese.window.session
    session.set_scene(Scene(text="", pinned=None))
    left = _left_in_panels(japanese)
    session.set_text("猫")
    left += _left_in_panels(japanese)  # too few for some
    session.set_second_text("")
    left += _left_in_panels(japanese)
    assert left == []


def no_no_english_is_left_with_the_mask_off_or_another_head(japanese: Any) -> None:
    session = japanese.window.session
    session.set_causal(False)
    left = _left_in_panels(japanese)
    session.set_scene(Scene())
    session.set_nines(True)
    session.set_scaling_source("own")
    left += _left_in_panels(japanese, japanese.snapshot.tokens)
    assert left == []


def no_no_english_is_left_in_the_menus(japanese: Any) -> None:
    examples = ["the", "cat", "chases", "dog"]
    found = list(in_menus(japanese.window))
    assert len(found) > 150
    assert _english(found, examples) == []


@pytest.mark.parametrize("language", ["en", "ja"])
def no_a_letter_with_alt_is_used_once_in_each_menu(desk: Callable[..., Any], language: str) -> None:
    window = _sit_down(desk, language).window
    bars = [window.menuBar(), *window.findChildren(QMenu)]
    assert len(bars) > 12
    for menu in bars:
        letters = [
            letter.upper() for action in menu.actions() for letter in re.findall("&([^&])", action.text().strip())
        ]
        assert len(letters) == len(set(letters)), (menu.objectName(), letters)


def no_the_keys_are_listed_without_letters_for_alt(japanese: Any) -> None:
    japanese.press("F1")
    box = japanese.find("message_box", QMessageBox)
    assert "<td>開く&nbsp;" in box.text()
    assert re.findall(r"\([A-Z]\)", box.text()) == []
    box.close()
    japanese.come_back()


def no_steps_on_the_large_map_are_named_in_japanese(japanese: Any) -> None:
    left = []
    for step, card in japanese.find("steps_strip").cards.items():
        japanese.window._steps.step_chosen.emit(step)
        assert card.map.accessibleName()
        left += _english(_words_of(japanese))
    assert left == []


def no_no_english_is_left_in_what_the_window_says(japanese: Any, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert _english(said) == []


def no_no_english_is_left_in_a_lesson(japanese: Any) -> None:
    lessons = [
        action for action in japanese.window.findChildren(QAction) if re.match(r"lesson_\d", action.objectName())
    ]
    assert len(lessons) == 5
    left = []
    for lesson in lessons:
        lesson.trigger()
        player = japanese.window._lessons.player
        for _ in range(40):
            left += _english(_words_of(japanese), japanese.snapshot.tokens)
            if player.at_end:
                break
            player.forward()
        assert player.at_end
        player.close()
    assert left == []


def no_no_english_is_left_before_a_class(japanese: Any) -> None:
    japanese.press("F5")
    japanese.settle()
    left = _english(_everything(japanese.window))
    japanese.press("B")
    left += _english(_everything(japanese.window))
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
def no_no_english_is_left_in_a_dialog(japanese: Any, home: Path, action: str, kind: type[QDialog]) -> None:
    japanese.choose(action)
    dialog = japanese.window.findChild(kind)
    japanese.qtbot.waitUntil(dialog.isVisible)
    japanese.qtbot.wait(10)
    found = [(whose, re.sub(r"\S*/\S*|\*?\.[a-z]+", "", words)) for whose, words in _everything(dialog)]
    assert len(found) > 5
    files = ["attention", "lesson", *(path.name for path in home.iterdir())]
    assert _english(found, files) == []
    dialog.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    japanese.come_back()


def no_no_english_is_left_in_the_menu_of_the_text(japanese: Any) -> None:
    for menu in (
        japanese.find("text_input").createStandardContextMenu(),
        japanese.find("last_token_input").createStandardContextMenu(),
    ):
        found = [("menu", action.text().partition("\t")[0]) for action in menu.actions()]
        assert len(found) > 5
        assert _english(found) == []
        menu.deleteLater()


def no_no_english_is_left_in_the_dialog_for_faults_but_the_details(japanese: Any) -> None:
    japanese.caught.happened.emit("details")
    dialog = japanese.find("fault_dialog", QDialog)
    japanese.qtbot.waitUntil(dialog.isVisible)
    file = str(paths.log_file())
    found = [(whose, words.replace(file, "")) for whose, words in _everything(dialog) if whose != "painted"]
    assert len(found) > 5
    assert _english(found, ["details"]) == []
    dialog.accept()
    japanese.faults.clear()


# ------------------------------------------------------------------------------------------------- glyphs and places


def no_every_glyph_is_there(japanese: Any) -> None:
    if not QFontDatabase.families(QFontDatabase.WritingSystem.Japanese):
        pytest.skip("no Japanese font is installed")
    assert missing_glyphs("\U0010fffd") == "\U0010fffd"
    words = "".join(words for _, words in in_menus(japanese.window))
    for panel in PANELS:
        _open(japanese, panel)
        words += "".join(words for _, words in _words_of(japanese))
    words += "".join(element.findtext("translation", "") for element in _messages(TS).values())
    assert len(set(words)) > 400
    assert missing_glyphs(words) == ""


@pytest.mark.parametrize("zoom", [100, 200])
def no_nothing_is_cut_off_in_japanese(desk: Callable[..., Any], zoom: int) -> None:
    japanese = _sit_down(desk, "ja", zoom)
    japanese.window.resize(SMALL)
    found = []
    for panel in PANELS:
        _open(japanese, panel)
        for _ in range(3):  # heights that follow widths settle in more than one round
            japanese.qtbot.wait(10)
        assert japanese.window.size() == SMALL
        found += [f"{panel}: {what}" for what in wrong_places(japanese.window)]
    assert found == []


@pytest.mark.parametrize("picture", ["heads", "masked", "second text", "gru"])
def no_nothing_is_cut_off_in_other_pictures(japanese: Any, picture: str) -> None:
    japanese.window.resize(SMALL)
    PICTURES[picture](japanese.window.session)
    found = []
    for panel in ("position", "mask", "heads", "ledger"):
        _open(japanese, panel)
        for _ in range(3):
            japanese.qtbot.wait(10)
        assert japanese.window.size() == SMALL
        found += [f"{panel}: {what}" for what in wrong_places(japanese.window)]
    assert found == []


def no_nothing_is_cut_off_in_a_japanese_lesson_with_a_notice(japanese: Any) -> None:
    japanese.window.resize(SMALL)
    japanese.find("lesson_1_action", QAction).trigger()
    japanese.window._on_keeping_recovered()
    japanese.settle()
    for _ in range(3):
        japanese.qtbot.wait(10)
    assert japanese.window.size() == SMALL
    assert wrong_places(japanese.window) == []


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


def no_changing_the_language_keeps_everything_else(person: Any) -> None:
    person.retype_pasted("猫が犬を追う")
    _open(person, "cache")
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
    found = _english([("menu", words) for _, words in in_menus(person.window)])
    assert len(found) > 60


def no_the_old_window_goes_and_the_new_one_keeps_the_scene(person: Any, desk: Callable[..., Any]) -> None:
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
def no_the_window_speaks_the_language_of_the_system(
    run: Callable[..., subprocess.CompletedProcess[str]], languages: dict[str, str], said: str
) -> None:
    done = run("-c", SAY, env=languages | {"LC_ALL": None, "LC_CTYPE": "C.UTF-8"})
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ascii(said)


def no_system_again_gives_the_numbers_of_the_system_back(qapp: QApplication) -> None:
    language = Language(qapp)
    language.apply("ja")
    assert QLocale().language() == QLocale.Language.Japanese
    language.apply("system")
    assert QLocale().language() == QLocale.system().language()
    assert language.code == "en"


def no_no_english_is_left_in_what_goes_wrong_with_files(japanese: Any, tmp_path: Path) -> None:
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
    assert _english([(whose, words.replace(".attnviz", "")) for whose, words in said], ["scene"]) == []
