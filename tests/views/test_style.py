"""The style sheet: Qt accepts it, arrows are drawn, lengths follow the text, no fonts in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QComboBox, QPlainTextEdit, QPushButton, QSlider, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.style import style_sheet

ICONS = Path(__file__).parents[2] / "resources" / "icons"
THEMES = [theme.LIGHT, theme.DARK]


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    palette, sheet, style = qapp.palette(), qapp.styleSheet(), qapp.style().objectName()
    qapp.setStyle("Fusion")
    yield qapp
    qapp.setStyleSheet(sheet)
    qapp.setStyle(style)
    qapp.setPalette(palette)


@pytest.mark.parametrize("colours", THEMES, ids=["light", "dark"])
@pytest.mark.parametrize("em", [13.95, 18.0, 36.0])
def test_whole_and_without_fonts(colours: theme.Theme, em: float) -> None:
    sheet = style_sheet(colours, em, ICONS)
    assert "$" not in sheet
    assert sheet.count("{") == sheet.count("}")
    assert "font" not in sheet
    assert all(Path(path).is_file() for path in re.findall(r'url\("([^"]+)"\)', sheet))


def test_lengths_follow_the_text() -> None:
    radius = [int(re.findall(r"border-radius: (\d+)px", style_sheet(theme.LIGHT, em, ICONS))[0]) for em in (18, 36)]
    assert radius == [8, 16]


@pytest.mark.parametrize("colours", THEMES, ids=["light", "dark"])
@pytest.mark.parametrize("make", [QComboBox, QSpinBox])
def test_arrows_are_drawn(
    application: QApplication, qtbot: QtBot, colours: theme.Theme, make: Callable[[], QWidget]
) -> None:
    application.setPalette(theme.palette(colours))
    application.setStyleSheet(style_sheet(colours, 18, ICONS))
    widget = make()
    qtbot.addWidget(widget)
    widget.resize(120, 36)
    picture = widget.grab().toImage()
    field = QColor(colours.field)
    parts = [range(3, 17), range(19, 33)] if make is QSpinBox else [range(6, 30)]
    for rows in parts:
        right = [picture.pixelColor(x, y) for x in range(95, 114) for y in rows]
        assert sum(abs(colour.lightness() - field.lightness()) > 80 for colour in right) > 3


@pytest.mark.parametrize("make", [QPlainTextEdit, QPushButton, QSlider])
def test_focus_shows(application: QApplication, qtbot: QtBot, make: Callable[[], QWidget]) -> None:
    application.setPalette(theme.palette(theme.LIGHT))
    application.setStyleSheet(style_sheet(theme.LIGHT, 18, ICONS))
    widget = make()
    qtbot.addWidget(widget)
    if isinstance(widget, QSlider):
        widget.setOrientation(Qt.Orientation.Horizontal)
    widget.resize(120, 36)
    with qtbot.waitActive(widget):
        widget.show()
    widget.clearFocus()
    before = widget.grab().toImage()
    widget.setFocus()
    after = widget.grab().toImage()
    assert after != before
