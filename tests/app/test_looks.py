"""Text size and theme reach the whole window, the heat map included."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction

from attnviz.app import paths
from attnviz.views import theme


def _size(person: Any) -> float:
    return person.window.font().pointSizeF()


@pytest.mark.parametrize("key", ["Ctrl+=", "Ctrl++"])
def test_larger_text_is_larger_everywhere(person: Any, qapp: Any, key: str) -> None:
    person.press(key)
    assert qapp.font().pointSizeF() == pytest.approx(11 * 1.1)
    for name in ("heatmap", "model_picker", "caption_label", "verdict_label", "last_token_input", "dimension_box"):
        assert person.find(name).font().pointSizeF() == pytest.approx(11 * 1.1), name
    assert person.find("text_input").document().defaultFont().pointSizeF() > 11 * 1.1
    assert "110" in person.news()


def test_the_heat_map_s_own_words_grow(person: Any) -> None:
    person.window.resize(1800, 1400)
    person.qtbot.wait(10)
    before = person.heatmap.layout_now()
    person.press("Ctrl+=", 5)
    person.qtbot.wait(10)
    after = person.heatmap.layout_now()
    assert after.label_pixels > before.label_pixels
    assert after.number_pixels > before.number_pixels


def test_smaller_and_normal_text(person: Any) -> None:
    normal = _size(person)
    person.press("Ctrl+-")
    assert _size(person) < normal
    person.press("Ctrl+-", 5)
    assert _size(person) == pytest.approx(normal / 2)  # as small as it gets
    person.press("Ctrl+0")
    assert _size(person) == normal


def test_text_size_is_not_undone_and_does_not_touch_the_scene(person: Any) -> None:
    scene = person.scene
    person.press("Ctrl+=")
    assert person.scene == scene
    assert not person.find("undo_action", QAction).isEnabled()


def test_themes_change_every_surface(person: Any) -> None:
    for name, look in (("dark", theme.DARK), ("light", theme.LIGHT), ("dark", theme.DARK)):
        person.choose(f"theme_{name}_action")
        person.qtbot.wait(10)
        assert theme.current() == look
        assert person.find(f"theme_{name}_action", QAction).isChecked()
        bitmap = person.window.grab().toImage()
        corner = person.find("map_panel").mapTo(person.window, person.find("map_panel").rect().topLeft())
        assert bitmap.pixelColor(corner.x() + 1, corner.y() + 1).name() == look.canvas
        bar = person.find("control_bar").mapTo(person.window, person.find("control_bar").rect().topLeft())
        assert bitmap.pixelColor(bar.x() + 1, bar.y() + 1).name() == look.window


def test_the_system_s_theme_is_followed(person: Any, qapp: Any) -> None:
    person.choose("theme_dark_action")
    person.choose("theme_system_action")
    wanted = qapp.styleHints().colorScheme() == Qt.ColorScheme.Dark
    assert theme.current().dark == wanted


def test_colour_maps_change_the_cells_and_the_legend(person: Any) -> None:
    for name in ("cividis", "cet_cbl2", "grey", "indigo"):
        cells, legend = person.heatmap.grab().toImage(), person.find("legend").grab().toImage()
        person.choose(f"colormap_{name}_action")
        assert person.heatmap.grab().toImage() != cells, name
        assert person.find("legend").grab().toImage() != legend, name
        assert person.find(f"colormap_{name}_action", QAction).isChecked()


def test_the_largest_text_stays(desk: Any) -> None:
    paths.settings_file().parent.mkdir(parents=True)
    paths.settings_file().write_text("[General]\nzoom=200\n")
    person = desk()
    assert _size(person) == pytest.approx(22)
    person.press("Ctrl+=")
    assert _size(person) == pytest.approx(22)
