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

_AT_ONCE = 60_000  # crossings of lines and columns
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
    reach = 0.5 * ends.thickness * np.hypot(1.0, (ends.looked_at - ends.looks) / size[0])  # up and down, in a column
    inside = np.minimum(ends.looks, ends.looked_at) - reach < height
    inside &= np.maximum(ends.looks, ends.looked_at) + reach > 0
    stride, step, chosen = height + 2, max(1, _AT_ONCE // width), np.flatnonzero(inside)
    drawn = np.array([_drawn(style, width, size[0] / width / em) for style in styles])  # (styles, width)
    depths = np.zeros(len(styles) * width * stride)
    for first in range(0, len(chosen), step):
        some = chosen[first : first + step]
        at, amount = _edges(Ends(*(part[some] for part in ends)), reach[some], drawn[heads[some]].T, height)
        at += heads[some] * (width * stride)
        depths += np.bincount(at.ravel(), amount.ravel(), minlength=len(depths))
    tints = np.array([_tint(style.colour) for style in styles]).T  # (4, styles)
    planes = tints @ depths.reshape(len(styles), -1)  # the depth, then red, green and blue times it
    return _image(np.cumsum(planes.reshape(4, width, stride)[:, :, :height], axis=2), background)


def _tint(colour: str) -> tuple[float, float, float, float]:
    """Return 1, and the red, green and blue of a colour, 0 to 1."""
    made = QColor(colour)
    return 1.0, made.redF(), made.greenF(), made.blueF()


def _drawn(style: LineStyle, width: int, ems: float) -> NDArray[np.bool_]:
    """Return in which of `width` columns, each so many em wide, a style's dashes are."""
    if not style.off:
        return np.ones(width, dtype=np.bool_)
    inside: NDArray[np.bool_] = (np.arange(width) + 0.5) * ems % (style.on + style.off) < style.on
    return inside


def _edges(ends: Ends, reach: Doubles, drawn: NDArray[np.bool_], height: int) -> tuple[NDArray[np.intp], Doubles]:
    """Return where, going down each column, the depth of k lines changes, and by how much (4, width, k).

    drawn: (width, k). The first are places in an array (width, height + 2) that is flat.
    """
    width, count = drawn.shape
    columns = np.arange(width)[:, None]
    slope = ((ends.looked_at - ends.looks) / width).astype(np.float32)
    middle = (columns + 0.5).astype(np.float32) * slope + ends.looks.astype(np.float32)
    up, most = reach.astype(np.float32), np.float32(height)
    depth = -np.log1p(-np.minimum(ends.opacity, _DENSEST)) * drawn
    at, amount = np.empty((4, width, count), dtype=np.intp), np.empty((4, width, count))
    for place, sign in ((0, 1.0), (2, -1.0)):
        edge = np.minimum(np.maximum(middle - up * np.float32(sign), np.float32(0.0)), most)
        pixel = edge.astype(np.int32)
        edge -= pixel
        np.multiply(edge, depth, out=amount[place + 1])  # what a pixel that is covered in part leaves to the next
        np.subtract(depth, amount[place + 1], out=amount[place])
        np.add(pixel, columns * (height + 2), out=at[place])
        np.add(at[place], 1, out=at[place + 1])
    np.negative(amount[2:], out=amount[2:])
    return at, amount


def _image(planes: Doubles, background: str) -> QImage:
    """Return an opaque image of depths and colours (4, width, height); e^-depth of the background shines through."""
    depth = np.maximum(planes[0].T, 0.0).astype(np.float32)
    through = np.exp(-depth)
    per_depth = (1.0 - through) / np.maximum(depth, np.float32(1e-6))
    height, width = depth.shape
    pixels = np.empty((height, width, 4), dtype=np.uint8)
    for channel, share in enumerate(_tint(background)[1:]):
        colour = planes[1 + channel].T.astype(np.float32) * per_depth + np.float32(share) * through
        pixels[:, :, channel] = np.clip(colour * np.float32(255.0) + np.float32(0.5), 0.0, 255.0)
    pixels[:, :, 3] = 255
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGBX8888).copy()
