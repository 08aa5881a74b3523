"""The colour maps: strong stands out, lightness never turns back, ink can be read, nothing slow is imported early."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from PySide6.QtGui import QColor

from attnviz.views import colormaps, theme


def _canvas(dark: bool) -> np.ndarray:
    colour = QColor((theme.DARK if dark else theme.LIGHT).canvas)
    return np.array([colour.red(), colour.green(), colour.blue()], np.uint8)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", colormaps.NAMES)
def test_strong_is_further_from_the_background_than_weak(name: str, dark: bool) -> None:
    colours = colormaps.table(name, dark)
    assert colours.shape == (256, 3)
    assert colours.dtype == np.uint8
    weak, strong = colormaps.contrast(colours[[0, 255]], _canvas(dark))
    assert strong > 6 > weak
    light = colormaps.luminance(colours)
    assert (light[-1] > light[0]) == dark


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", ["Indigo", "Grey"])
def test_lightness_of_our_own_maps_goes_one_way(name: str, dark: bool) -> None:
    steps = np.diff(colormaps.luminance(colormaps.table(name, dark)))
    assert (steps * (1 if dark else -1) >= 0).all()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", ["Cividis", "CET-CBL2"])
def test_lightness_of_the_borrowed_maps_goes_one_way_but_for_rounding(name: str, dark: bool) -> None:
    steps = np.diff(np.cbrt(colormaps.luminance(colormaps.table(name, dark))))
    assert (steps * (1 if dark else -1) > -0.01).all()


def test_indigo_has_the_ends_it_should() -> None:
    assert colormaps.table("Indigo", False)[[0, 255]].tolist() == [[0xEE, 0xF0, 0xFB], [0x39, 0x49, 0xAB]]
    assert colormaps.table("Indigo", True)[[0, 255]].tolist() == [[0x1D, 0x21, 0x33], [0x9A, 0xA8, 0xFF]]


@pytest.mark.parametrize("name", colormaps.NAMES)
def test_the_weakest_colour_is_not_the_background(name: str) -> None:
    for dark in (False, True):
        assert np.abs(colormaps.table(name, dark)[0].astype(int) - _canvas(dark)).max() >= 5


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", colormaps.NAMES)
def test_ink_can_be_read_on_every_colour(name: str, dark: bool) -> None:
    colours = colormaps.table(name, dark)
    inks = np.array([QColor(ink).getRgb()[:3] for ink in colormaps.inks(colours)], np.uint8)
    assert colormaps.contrast(colours, inks).min() >= 4.5


@pytest.mark.parametrize("dark", [False, True])
def test_signed_numbers_are_far_from_a_neutral_middle_and_alike_on_both_sides(dark: bool) -> None:
    colours = colormaps.diverging(dark)
    assert colours.shape == (256, 3)
    assert not colours.flags.writeable
    middle = colours[colormaps.CENTRE].astype(int)
    assert np.abs(middle - _canvas(dark)).max() <= 36
    assert np.ptp(middle) <= 20, "the middle has a hue"
    assert np.abs(middle - _canvas(dark)).max() >= 3, "0 looks hidden"
    ends = colormaps.contrast(colours[[1, 255]], _canvas(dark))
    assert ends.min() > 5
    assert ends.max() / ends.min() < 1.35
    blue, red = colours[1].astype(int), colours[255].astype(int)
    assert blue[2] > blue[0]
    assert red[0] > red[2]
    light = np.diff(np.cbrt(colormaps.luminance(colours[1:]))) * (-1 if dark else 1)
    assert (light[: colormaps.CENTRE - 1] > -0.004).all()
    assert (light[colormaps.CENTRE - 1 :] < 0.004).all()


# Viénot, Brettel and Mollon 1999, "Digital video colourmaps for checking the legibility of displays by dichromats"
_DICHROMATS = {
    "protanopia": [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
    "deuteranopia": [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
}


@pytest.mark.parametrize("kind", _DICHROMATS)
@pytest.mark.parametrize("dark", [False, True])
def test_signs_can_be_told_apart_without_red_or_green_cones(dark: bool, kind: str) -> None:
    light = (colormaps.diverging(dark) / 255.0) ** 2.2
    seen = np.clip(light @ np.array(_DICHROMATS[kind]).T, 0, 1) ** (1 / 2.2) * 255
    for strength in (40, 80, 127):
        minus, plus = seen[colormaps.CENTRE - strength], seen[colormaps.CENTRE + strength]
        assert np.abs(minus - plus).max() > 0.55 * strength


@pytest.mark.parametrize("dark", [False, True])
def test_ink_can_be_read_on_signed_colours(dark: bool) -> None:
    colours = colormaps.diverging(dark)
    inks = np.array([QColor(ink).getRgb()[:3] for ink in colormaps.inks(colours)], np.uint8)
    assert colormaps.contrast(colours, inks).min() >= 4.5


def test_contrast_is_that_of_wcag() -> None:
    black, white, grey = (np.array([value] * 3, np.uint8) for value in (0, 255, 0x76))
    assert colormaps.contrast(black, white) == pytest.approx(21.0)
    assert colormaps.contrast(grey, white) == pytest.approx(4.54, abs=0.01)


def test_tables_are_shared_and_cannot_be_spoilt() -> None:
    colours = colormaps.table("Indigo", False)
    assert colormaps.table("Indigo", False) is colours
    with pytest.raises(ValueError, match="read-only"):
        colours[0] = 0


def test_an_unknown_name_is_named() -> None:
    with pytest.raises(ValueError, match="'Rainbow'"):
        colormaps.table("Rainbow", False)


def test_pyqtgraph_is_not_imported_for_our_own_maps() -> None:
    code = (
        "import sys; from attnviz.views import heatmap, legend_label, colormaps\n"
        "colormaps.table('Indigo', False); colormaps.table('Grey', True)\n"
        "sys.exit('pyqtgraph' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
