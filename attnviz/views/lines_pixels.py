"""Draws lines between two columns as pixels, thousands in some milliseconds. Must not know tokens or widgets.

In each column of pixels a line is an interval, so that it is enough to note where it begins and where it ends; the sums
from the top then say how much covers each pixel. (QPainter takes some 50 µs a line.)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

from attnviz.views.lines_colours import LineStyle
from attnviz.views.lines_layout import Doubles, Ends

_AT_ONCE = 100_000  # crossings of lines and columns
_DENSEST = 0.999  # opacity
_CROWD = 1500  # lines


def lines_image(
    ends: Ends,
    heads: NDArray[np.intp],
    styles: Sequence[LineStyle],
    size: tuple[int, int],
    background: str,
    em: float,
) -> QImage:
    """Return an image with lines from its left edge to its right one, to be drawn in `size` (width, height).

    ends: in pixels of `size`, which cuts off what is outside; heads: whose each line is, as a place in `styles`. Where
    lines of several heads cross, their colours mix. With many lines the image is narrower than `size`: in such a crowd
    each second or third column of pixels is enough.
    """
    grain = 1 + len(heads) // _CROWD
    width, height = max(1, size[0] // grain), size[1]
    planes = np.zeros((4, width, height + 2), dtype=np.float64)  # depth, then red, green and blue times it
    reach = 0.5 * ends.thickness * np.hypot(1.0, (ends.looked_at - ends.looks) / size[0])  # up and down, in a column
    inside = np.minimum(ends.looks, ends.looked_at) - reach < height
    inside &= np.maximum(ends.looks, ends.looked_at) + reach > 0
    for head, style in enumerate(styles):
        chosen = inside & (heads == head)
        if not chosen.any():
            continue
        starts = _starts(Ends(*(part[chosen] for part in ends)), reach[chosen], width, height)
        if style.off:
            along = (np.arange(width) + 0.5) * (size[0] / width / em) % (style.on + style.off)
            starts[along >= style.on] = 0.0
        planes[0] += starts
        for plane, share in zip(planes[1:], QColor(style.colour).getRgbF()[:3], strict=True):
            plane += share * starts
    return _image(planes[:, :, :height].cumsum(axis=2), background)


def _starts(ends: Ends, reach: Doubles, width: int, height: int) -> Doubles:
    """Return (width, height + 2): by how much the depth changes at each pixel, going down."""
    stride, made = height + 2, np.zeros(width * (height + 2))
    depth = -np.log1p(-np.minimum(ends.opacity, _DENSEST))
    slope = (ends.looked_at - ends.looks) / width
    step = max(1, _AT_ONCE // len(depth))
    for first in range(0, width, step):
        columns = np.arange(min(step, width - first))[:, None]
        middle = ends.looks + slope * (columns + (first + 0.5))  # (columns, lines)
        part = np.zeros(len(columns) * stride)
        for sign in (-1.0, 1.0):
            edge = np.clip(middle + sign * reach, 0.0, height)
            pixel = edge.astype(np.intp)
            edge -= pixel
            edge *= -sign * depth
            pixel += columns * stride
            at = pixel.ravel()
            later = np.bincount(at, edge.ravel(), minlength=len(part))
            part += np.bincount(at, np.broadcast_to(-sign * depth, edge.shape).ravel(), minlength=len(part))
            part -= later
            part[1:] += later[:-1]
        made[first * stride : first * stride + len(part)] = part
    return made.reshape(width, stride)


def _image(planes: Doubles, background: str) -> QImage:
    """Return an opaque image of depths and colours (4, width, height); e^-depth of the background shines through."""
    depth = np.maximum(planes[0].T, 0.0).astype(np.float32)
    through = np.exp(-depth)
    per_depth = (1.0 - through) / np.maximum(depth, np.float32(1e-6))
    height, width = depth.shape
    pixels = np.empty((height, width, 4), dtype=np.uint8)
    for channel, share in enumerate(QColor(background).getRgbF()[:3]):
        colour = planes[1 + channel].T.astype(np.float32) * per_depth + np.float32(share) * through
        pixels[:, :, channel] = np.clip(colour * np.float32(255.0) + np.float32(0.5), 0.0, 255.0)
    pixels[:, :, 3] = 255
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGBX8888).copy()
