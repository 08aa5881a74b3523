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
