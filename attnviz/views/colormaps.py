"""The colour maps of the heat map: 256 colours each, and which ink can be read on a colour.

Strong always stands out from the background: dark on a light window, light on a dark one. Must not import pyqtgraph
before one of its maps is chosen, since that takes longer than the rest of the start.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

NAMES = ("Indigo", "Cividis", "CET-CBL2", "Grey")

Colours = NDArray[np.uint8]  # (256, 3), red green blue

_INDIGO = {False: ("#eef0fb", "#3949ab"), True: ("#1d2133", "#9aa8ff")}
_GREY = {False: ("#e9eaee", "#1c1d21"), True: ("#24262c", "#f1f2f5")}
# negative, 0, positive; ends of equal lightness, and blue against red is safe for every common colour blindness
_SIGNED = {False: ("#1f5fae", "#eceef3", "#b3202f"), True: ("#7fb2ff", "#232733", "#ff8f8a")}
CENTRE = 128  # the colour of 0 in a diverging map
_FROM_PYQTGRAPH = {"Cividis": "cividis", "CET-CBL2": "CET-CBL2"}
_TRIM = 0.06  # of a pyqtgraph map's weak end, which would melt into the background
_INK, _PAPER, _BLACK = "#1a2033", "#ffffff", "#000000"
_READABLE = 4.5  # WCAG 2.2, success criterion 1.4.3

# Ottosson 2020, "A perceptual color space for image processing": linear sRGB -> cone response -> OKLab.
_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


@lru_cache(maxsize=2 * len(NAMES))
def table(name: str, dark: bool) -> Colours:
    """Return the 256 colours of the map `name`, from weight 0 to weight 1, for a light or a dark window.

    The array is shared: it cannot be written to. Raises ValueError for a name that is not in NAMES.
    """
    if name == "Indigo":
        made = _blend(*_INDIGO[dark])
    elif name == "Grey":
        made = _blend(*_GREY[dark])
    elif name in _FROM_PYQTGRAPH:
        made = _from_pyqtgraph(_FROM_PYQTGRAPH[name], dark)
    else:
        raise ValueError(f"there is no colour map {name!r}; there are: {', '.join(NAMES)}")
    made.flags.writeable = False
    return made


@lru_cache(maxsize=2)
def diverging(dark: bool) -> Colours:
    """Return the 256 colours of signed numbers: blue for negative, red for positive, 0 in the middle at `CENTRE`.

    1 and 255 are the ends, each as far from the middle; 0 repeats 1. 0 is near the background, so that large numbers of
    either sign stand out. The array is shared: it cannot be written to.
    """
    negative, zero, positive = _SIGNED[dark]
    made = np.empty((256, 3), dtype=np.uint8)
    made[1 : CENTRE + 1] = _blend(negative, zero, CENTRE)
    made[CENTRE:] = _blend(zero, positive, 256 - CENTRE)
    made[0] = made[1]
    made.flags.writeable = False
    return made


def luminance(colours: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the relative luminance (0 to 1) of each colour of `colours` (..., 3). WCAG 2.2, "relative luminance"."""
    return np.asarray(_linear(colours / 255.0) @ np.array([0.2126, 0.7152, 0.0722]), dtype=np.float64)


def contrast(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the contrast ratio (1 to 21) of each pair of colours (..., 3). WCAG 2.2, "contrast ratio"."""
    one, other = luminance(first) + 0.05, luminance(second) + 0.05
    return np.asarray(np.maximum(one, other) / np.minimum(one, other), dtype=np.float64)


def inks(colours: NDArray[np.uint8]) -> list[str]:
    """Return a text colour `#rrggbb` for each of `colours` (k, 3), with a contrast of at least 4.5.

    White where it can be read, else the window's dark ink, else plain black: one of white and black always reaches 4.5.
    """
    white, ink = contrast(colours, _rgb(_PAPER)), contrast(colours, _rgb(_INK))
    best = np.where(white >= _READABLE, _PAPER, np.where(ink >= _READABLE, _INK, _BLACK))
    return [str(colour) for colour in best]


def _from_pyqtgraph(name: str, dark: bool) -> Colours:
    """Return pyqtgraph's map, turned so that 0 is near the background. Both maps run from dark to light."""
    from pyqtgraph import colormap  # slow: 0.4 s, so only now

    steps = np.linspace(_TRIM, 1.0, 256)
    found = colormap.get(name)
    if found is None:
        raise ValueError(f"pyqtgraph has no colour map {name!r}")
    return np.ascontiguousarray(found.map(steps if dark else 1.0 - steps, mode="byte")[:, :3], dtype=np.uint8)


def _blend(start: str, end: str, count: int = 256) -> Colours:
    """Return `count` colours from `start` to `end` in equal steps of OKLab, whose lightness is what the eye sees."""
    ends = _linear(np.stack([_rgb(start), _rgb(end)]) / 255.0)  # (2, 3)
    first, last = np.cbrt(ends @ _TO_CONES.T) @ _TO_LAB.T
    lab = first + np.linspace(0.0, 1.0, count)[:, None] * (last - first)  # (count, 3)
    cones = (lab @ np.linalg.inv(_TO_LAB).T) ** 3
    light = np.clip(cones @ np.linalg.inv(_TO_CONES).T, 0.0, 1.0)
    srgb = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)  # IEC 61966-2-1
    return np.asarray(np.rint(srgb * 255.0), dtype=np.uint8)


def _linear(srgb: NDArray[np.float64]) -> NDArray[np.float64]:
    """Undo the sRGB gamma. IEC 61966-2-1."""
    return np.asarray(np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4), dtype=np.float64)


def _rgb(colour: str) -> NDArray[np.uint8]:
    return np.frombuffer(bytes.fromhex(colour[1:]), dtype=np.uint8)
