"""The exported picture: sizes, and its words as words in SVG and PDF, read back by independent readers."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from attnviz.app import picture
from attnviz.app.numbers import NothingToExport
from attnviz.state.scene import DEMO_TEXT, Scene
from attnviz.state.snapshot import derive
from attnviz.views import theme

SIZE = QSize(900, 700)


def page(scene: Scene, size: QSize = SIZE, look: theme.Theme = theme.LIGHT, colours: str = "Indigo") -> picture.Page:
    font = QFont("DejaVu Sans")
    font.setPointSizeF(11)
    return picture.Page(derive(scene), colours, look, font, size)


def svg_words(data: bytes) -> list[str]:
    """Return the texts of an SVG in the order they were drawn."""
    root = ElementTree.fromstring(data)
    return ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]


def pdf_words(data: bytes) -> str:
    """Return the text of a PDF as its ToUnicode tables say, in the order it was drawn, without spaces."""
    objects = {int(number): body for number, body in re.findall(rb"(\d+) 0 obj(.*?)endobj", data, re.DOTALL)}
    maps = {}
    for number, body in objects.items():
        if to_unicode := re.search(rb"/ToUnicode (\d+) 0 R", body):
            maps[number] = _unicode_map(_stream(objects, int(to_unicode.group(1))))
    fonts = {name: maps[int(number)] for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", data) if int(number) in maps}
    words, font = "", {}
    for number, body in objects.items():
        if b"stream" not in body or b" Tf" not in (content := _stream(objects, number)):
            continue
        for name, shown in re.findall(rb"/(F\d+) [\d.]+ Tf|<([0-9a-fA-F]+)>(?=[^>]*?T[jJ])", content):
            font = fonts[name] if name else font
            words += "".join(font.get(shown[at : at + 4].lower(), "") for at in range(0, len(shown), 4))
    return tight(words)


def tight(words: str) -> str:
    """Return `words` without any white space, which says nothing here."""
    return "".join(words.split())


def _stream(objects: dict[int, bytes], number: int) -> bytes:
    head, _, rest = objects[number].partition(b"stream")
    content = rest.lstrip(b"\r").removeprefix(b"\n").rpartition(b"endstream")[0]
    return zlib.decompressobj().decompress(content) if b"FlateDecode" in head else content


def _unicode_map(cmap: bytes) -> dict[bytes, str]:
    def text(code: bytes) -> str:
        return bytes.fromhex(code.decode()).decode("utf-16-be")

    found = {}
    for block in re.findall(rb"beginbfchar(.*?)endbfchar", cmap, re.DOTALL):
        found |= {code.lower(): text(to) for code, to in re.findall(rb"<(\w+)>\s*<(\w+)>", block)}
    for block in re.findall(rb"beginbfrange(.*?)endbfrange", cmap, re.DOTALL):
        for first, _, listed, single in re.findall(rb"<(\w+)>\s*<(\w+)>\s*(?:\[(.*?)\]|<(\w+)>)", block, re.DOTALL):
            start = int(first, 16)
            if listed:
                for step, to in enumerate(re.findall(rb"<(\w+)>", listed)):
                    found[b"%04x" % (start + step)] = text(to)
            else:
                for step in range(int(_, 16) - start + 1):
                    found[b"%04x" % (start + step)] = chr(ord(text(single)) + step)
    return found


@pytest.mark.usefixtures("qapp")
def test_svg_holds_tokens_percentages_caption_and_settings_as_text() -> None:
    words = svg_words(picture.svg(page(Scene(text=DEMO_TEXT, model="demo"))))
    for token in DEMO_TEXT.split():
        assert words.count(token) >= 2, token  # as a row and as a column
    for percentage, times in (("100", 1), ("12", 1), ("88", 1), ("26", 1), ("71", 1), ("11", 1), ("81", 1), ("73", 1)):
        assert words.count(percentage) == times
    assert words.count("4") == 5
    assert words.count("10") == 2
    joined = tight("".join(words))
    assert "“sat”looksatsat71%,cat26%,therest4%.Itcannotseeon,mat." in joined
    assert "hand-madescores·d=5·causalmask·dividedby√d·tokens:5" in joined
    assert "Attention weights" in words


@pytest.mark.usefixtures("qapp")
def test_pdf_holds_tokens_percentages_caption_and_settings_as_text() -> None:
    data = picture.pdf(page(Scene(text=DEMO_TEXT, model="demo")))
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
    words = pdf_words(data)
    for token in DEMO_TEXT.split():
        assert words.count(token) >= 2, token  # as a row and as a column
    for percentage in ("100", "12", "88", "26", "71", "11", "81", "73"):
        assert percentage in words
    assert "“sat”looksatsat71%,cat26%" in words
    assert "hand-madescores·d=5·causalmask·dividedby√d·tokens:5" in words


@pytest.mark.usefixtures("qapp")
def test_pdf_and_svg_have_the_size_of_the_page() -> None:
    made = page(Scene(), QSize(960, 720))
    box = re.search(rb"/MediaBox \[([\d. ]+)\]", picture.pdf(made)).group(1).split()
    assert [round(float(value)) for value in box] == [0, 0, 720, 540]  # points of 1/72 inch
    root = ElementTree.fromstring(picture.svg(made))
    assert root.get("viewBox") == "0 0 960 720"


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("scale", [1, 2, 3, 4])
def test_png_has_the_size_that_was_asked_for(scale: int) -> None:
    made = page(Scene())
    bitmap = QImage.fromData(picture.png(picture.image(made, scale)))
    assert bitmap.size() == SIZE * scale
    small = bitmap.scaled(SIZE, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
    reference = picture.image(made, 1)
    assert np.abs(_grey(small).astype(int) - _grey(reference)).mean() < 4  # the same picture, only sharper


def _grey(bitmap: QImage) -> Any:
    grey = bitmap.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), grey.bytesPerLine())
    return rows[:, : grey.width()].copy()


@pytest.mark.usefixtures("qapp")
def test_a_bitmap_that_is_too_large_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="too large"):
        picture.image(page(Scene(), QSize(5000, 700)), 4)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("look", [theme.LIGHT, theme.DARK])
def test_svg_shows_the_same_as_the_bitmap(look: theme.Theme) -> None:
    made = page(Scene(causal=False), look=look)
    drawn = QImage(SIZE, QImage.Format.Format_ARGB32_Premultiplied)
    drawn.fill(QColor("magenta"))
    renderer = QSvgRenderer(picture.svg(made))
    assert renderer.isValid()
    painter = QPainter(drawn)
    renderer.render(painter)
    painter.end()
    assert np.abs(_grey(drawn).astype(int) - _grey(picture.image(made, 1))).mean() < 6


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("make", [picture.svg, picture.pdf, lambda made: picture.image(made, 1)])
def test_no_tokens_no_picture(make: Callable[[picture.Page], Any]) -> None:
    with pytest.raises(NothingToExport):
        make(page(Scene(text="")))


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    "text", ["👨‍👩‍👧 שלום e\u0301 <&> \"'", "a \ud800 b", "猫が犬を追う", "\x01 a\x0b b", "w" * 2000]
)
def test_odd_tokens_make_valid_files(text: str) -> None:
    made = page(Scene(text=text))
    words = " ".join(svg_words(picture.svg(made)))
    if "<&>" in text:
        for mark in "<&>":
            assert mark in words
    if "猫" in text:
        assert "猫" in words
    assert picture.pdf(made).rstrip().endswith(b"%%EOF")


@pytest.mark.usefixtures("qapp")
def test_a_long_text_says_how_many_of_its_tokens_are_shown() -> None:
    scene = Scene(text="a b " * 600, dimension=2)
    assert "1024 of 1200 tokens are shown" in picture.settings(derive(scene)).replace(",", "")
    assert "no mask" in picture.settings(derive(Scene(causal=False, scaled=False)))
    assert "not divided by √d" in picture.settings(derive(Scene(causal=False, scaled=False)))


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("size", [QSize(1, 1), QSize(40, 2000), QSize(3000, 60)])
def test_a_page_of_any_shape_is_drawn(size: QSize) -> None:
    made = page(Scene(), size)
    assert picture.image(made, 1).size() == size
    ElementTree.fromstring(picture.svg(made))
    assert picture.pdf(made).startswith(b"%PDF")


@pytest.mark.parametrize("scale", [1, 4])
def test_the_window_exports_the_picture_that_is_on_the_screen(person: Any, tmp_path: Path, scale: int) -> None:
    person.choose("example_demo_action")
    person.choose("theme_dark_action")
    person.choose(f"export_png_{scale}_action")
    person.fill_dialog(tmp_path / "a.png")
    person.qtbot.waitUntil(lambda: "is written" in person.news())
    bitmap = QImage(str(tmp_path / "a.png"))
    assert bitmap.size() == person.find("map_panel").size().expandedTo(picture.LEAST) * scale
    assert bitmap.pixelColor(1, 1) == QColor(theme.DARK.canvas)


def test_the_window_exports_svg_and_pdf_with_its_words(person: Any, tmp_path: Path) -> None:
    person.retype("text_input", "alpha beta gamma")
    for suffix in ("svg", "pdf"):
        person.choose(f"export_{suffix}_action")
        person.fill_dialog(tmp_path / "out")  # the ending comes by itself
        person.qtbot.waitUntil((tmp_path / f"out.{suffix}").exists)
    caption = tight(person.find("caption_label").sentence())
    assert caption in tight("".join(svg_words((tmp_path / "out.svg").read_bytes())))
    words = pdf_words((tmp_path / "out.pdf").read_bytes())
    assert caption in words
    assert words.count("alpha") >= 2


def test_a_zoomed_map_is_exported_as_it_is_on_the_screen(person: Any, tmp_path: Path) -> None:
    person.retype_pasted(" ".join(f"w{number}" for number in range(100)))
    person.focus("heatmap")
    person.press("+", 8)
    view = person.heatmap.viewport
    assert view.rows < 48
    person.choose("export_svg_action")
    person.fill_dialog(tmp_path / "z.svg")
    person.qtbot.waitUntil((tmp_path / "z.svg").exists)
    words = svg_words((tmp_path / "z.svg").read_bytes())
    assert f"w{view.first_row + view.rows - 1}" in words
    assert "w99" in words or view.first_row + view.rows < 100
    assert "w5" not in words or view.first_row <= 5


def test_copy_picture_puts_it_on_the_clipboard(person: Any, qapp: Any) -> None:
    person.press("Ctrl+Shift+C")
    assert qapp.clipboard().image().size() == person.find("map_panel").size().expandedTo(picture.LEAST) * 2
