"""Type in proportion to the text size. Fonts are derived when something is painted, never set on a widget:

a font of its own stops a widget from following the text size, and a new style sheet takes it away.
"""

from __future__ import annotations

from PySide6.QtGui import QFont


def scaled_font(font: QFont, factor: float, bold: bool = False) -> QFont:
    """Return `font` at `factor` times its size.

    >>> scaled_font(QFont("Sans", 10), 1.5).pointSizeF()
    15.0
    """
    scaled = QFont(font)
    scaled.setBold(bold)
    scaled.setPointSizeF(font.pointSizeF() * factor)
    return scaled
