"""The open panel as a picture: all of it, light, with its title and the settings; and the screen stays as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from model_files import GGUF_VALUES, write_gguf
from PySide6.QtGui import QColor, QFontMetrics, QImage
from PySide6.QtWidgets import QScrollArea, QWidget

from attnviz.views import theme

pytest.importorskip("tokenizers", reason="tokenizers is not installed: pip install '.[models]'")


@pytest.fixture
def reader(desk: Callable[..., Any], tmp_path: Path, monkeypatch: Any) -> Any:
    """Somebody who has opened a small model in a low window."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = write_gguf(tmp_path / "small.gguf", values=GGUF_VALUES | {"tokenizer.ggml.merges": []})
    person = desk("abcabdc", "--trained", str(path), "--layer", "2", "--head", "3")
    person.qtbot.waitUntil(lambda: person.scene.layer == 1)
    person.window.resize(1100, 500)
    return person


def open_panel(person: Any, key: str) -> Any:
    person.choose(f"open_{key}_action")
    person.qtbot.waitUntil(
        lambda: person.window.snapshot.panel == key and person.window.snapshot.scene is person.scene, timeout=20_000
    )
    person.qtbot.wait(20)
    return person.find("panel_tabs").panel()


def export(person: Any, path: Path) -> bytes:
    person.choose(f"export_panel_{path.suffix[1:]}_action")
    person.fill_dialog(path)
    person.qtbot.waitUntil(path.exists)
    return path.read_bytes()


def words_of(data: bytes) -> str:
    root = ElementTree.fromstring(data)
    return " ".join("".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text"))


def geometry(panel: QWidget) -> list[Any]:
    return [(part, part.geometry()) for part in panel.findChildren(QWidget) if part.isVisible()]


@pytest.mark.parametrize(
    ("key", "title", "content"),
    [
        ("lines", "Lines", ("looks", "is looked at", "H4")),
        ("layers", "All heads", ("L1", "L2", "H4", "Layer 2 · Head 3 of 4")),
        ("next", "Next token", ("a", "k", "Temperature")),
        ("change", "Change a token", ()),
        ("ledger", "Ledger", ("What it adds to the output",)),
    ],
)
def test_a_drawing_holds_the_title_everything_and_the_settings(
    reader: Any, tmp_path: Path, key: str, title: str, content: tuple[str, ...]
) -> None:
    panel = open_panel(reader, key)
    before, screen = geometry(panel), panel.grab().toImage()
    said = words_of(export(reader, tmp_path / "out.svg"))
    assert said.startswith(title)
    for words in (*content, "small.gguf · Layer 2 of 2, head 3 of 4", "attnviz 0."):
        assert "".join(words.split()) in "".join(said.split()), words
    assert geometry(panel) == before
    assert panel.grab().toImage() == screen


def test_what_is_scrolled_out_of_sight_is_in_the_picture(reader: Any, tmp_path: Path) -> None:
    panel = open_panel(reader, "next")
    candidates = reader.find("next_list")
    assert candidates.verticalScrollBar().maximum() > 0 or panel.findChild(QScrollArea).verticalScrollBar().maximum()
    said = words_of(export(reader, tmp_path / "out.svg"))
    for row in range(candidates.count()):
        percent = candidates.item(row).text().partition(": ")[2]
        assert percent.split("\xa0")[0] in said
    bitmap = QImage.fromData(export(reader, tmp_path / "out.png"))
    assert bitmap.height() > 2 * panel.height()


def test_where_somebody_has_scrolled_to_stays(reader: Any) -> None:
    bar = open_panel(reader, "next").findChild(QScrollArea).verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    place = bar.value()
    assert place > 0
    reader.choose("copy_panel_action")
    assert bar.value() == place


def test_the_picture_is_light_and_the_window_stays_dark(reader: Any, tmp_path: Path, qapp: Any) -> None:
    reader.choose("theme_dark_action")
    panel = open_panel(reader, "layers")
    screen = panel.grab().toImage()
    bitmap = QImage.fromData(export(reader, tmp_path / "out.png"))
    ground = bitmap.pixelColor(2, bitmap.height() // 2)
    assert ground == QColor(theme.LIGHT.window) == bitmap.pixelColor(bitmap.width() - 3, 3)
    assert theme.current() == theme.DARK
    assert screen.pixelColor(2, 2) == QColor(theme.DARK.window)
    assert panel.grab().toImage() == screen


def test_lines_are_lines_in_a_drawing_and_small_maps_are_small(reader: Any, tmp_path: Path) -> None:
    reader.window.session.set_lines((0, 1))
    open_panel(reader, "lines")
    data = export(reader, tmp_path / "out.svg")
    assert data.count(b"<polyline") + data.count(b"<path") > 20
    assert b"<image" not in data[data.index(b"looks") :]
    open_panel(reader, "layers")
    data = export(reader, tmp_path / "maps.svg")
    assert data.count(b"<image") >= 8
    assert len(data) < 400_000


def test_pdf_is_one_page(reader: Any, tmp_path: Path) -> None:
    open_panel(reader, "next")
    data = export(reader, tmp_path / "out.pdf")
    assert data.startswith(b"%PDF")
    assert data.count(b"/Type /Page\n") == 1


def test_copying_puts_the_panel_on_the_clipboard(reader: Any, qapp: Any) -> None:
    panel = open_panel(reader, "lines")
    reader.press("Ctrl+Alt+P")
    bitmap = qapp.clipboard().image()
    assert bitmap.width() >= 2 * panel.findChild(QScrollArea).widget().width()
    assert reader.news() == "The open panel is copied."


def test_larger_text_makes_a_larger_picture(reader: Any, qapp: Any) -> None:
    open_panel(reader, "next")
    heights = []
    for _ in range(2):
        reader.choose("copy_panel_action")
        heights.append(qapp.clipboard().image().height() / QFontMetrics(qapp.font()).height())
        for _ in range(4):
            reader.choose("zoom_in_action")
    assert heights[1] == pytest.approx(heights[0], rel=0.3)  # as many lines of text


def test_without_a_panel_there_is_a_sentence(reader: Any) -> None:
    reader.choose("panel_action")
    reader.choose("export_panel_png_action")
    assert "No panel is open" in reader.notice()


def test_a_very_long_panel_has_fewer_dots(person: Any, qapp: Any) -> None:
    person.retype_pasted(" ".join(f"w{number}" for number in range(350)))
    open_panel(person, "lines")
    person.settle()
    person.choose("copy_panel_action")
    bitmap = qapp.clipboard().image()
    assert 8_000 < bitmap.height() <= 16_001
