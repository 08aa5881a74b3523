"""Numbers as words: in cells, on the scale, beneath small maps. Must not know widgets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_NONE = "–"


def shape_text(values: NDArray[np.float32]) -> str:
    """Return the shape of a matrix.

    >>> shape_text(np.zeros((5, 64), np.float32))
    '5 × 64'
    """
    return f"{values.shape[0]} × {values.shape[1]}" if values.size else ""


def range_text(
    values: NDArray[np.float32], mask: NDArray[np.bool_] | None = None, percent: bool = False, decimals: int = 2
) -> str:
    """Return the smallest and the largest visible number; those that are not finite don't count. Per cents are whole.

    >>> range_text(np.array([[-0.414, 1.2, -np.inf]], np.float32))
    '−0.41 … 1.20'
    """
    if not values.size:
        return ""
    least, most = _extent(values if mask is None else values[mask])
    if least > most:
        return _NONE
    if percent:
        return f"{100.0 * least:.0f} … {100.0 * most:.0f} %"
    return f"{number_text(least, decimals)} … {number_text(most, decimals)}"


def number_text(number: float, decimals: int) -> str:
    """Return `number` with a real minus sign; in powers of ten from 100,000 on, and −∞ for what is hidden.

    >>> number_text(-0.5, 2), number_text(123456.0, 2), number_text(-0.001, 2), number_text(float("-inf"), 2)
    ('−0.50', '1.2e+05', '0.00', '−∞')
    """
    if not np.isfinite(number):
        return "−∞" if number < 0 else "∞"
    text = f"{number:.{decimals}f}" if abs(number) < 1e5 else f"{number:.2g}"
    if text.startswith("-") and not text.strip("-0."):
        text = text[1:]
    return text.replace("-", "−")


def cell_text(number: float, limit: float) -> str:
    """Return `number` as it stands in a cell of a signed map whose largest magnitude is `limit`.

    All cells of a map have the same decimals: two as a rule, more where all are small, fewer where one is large.

    >>> cell_text(-0.414, 1.2), cell_text(0.00123, 0.009), cell_text(512.34, 812.0), cell_text(12.0, 1e7)
    ('−0.41', '0.0012', '512.3', '1.2e+01')
    """
    decimals = _decimals(limit)
    if decimals is None:
        return f"{number:.1e}".replace("-", "−")
    return number_text(number, decimals)


def small_number_text(number: float, decimals: int) -> str:
    """Return `number` as `number_text` does, but in powers of ten where so few decimals would leave next to nothing.

    >>> small_number_text(0.25, 4), small_number_text(0.0, 4), small_number_text(0.0000123, 4)
    ('0.2500', '0.0000', '1.2e−05')
    """
    if 0.0 < abs(number) < 10.0 ** (1 - decimals):
        return f"{number:.1e}".replace("-", "−")
    return number_text(number, decimals)


def widest_cell_text(limit: float, signed: bool = True) -> str:
    """Return what the cells of such a map must have room for, the same for all limits with as many digits.

    >>> widest_cell_text(31.77), widest_cell_text(31.77, signed=False)
    ('−00.00', '00.00')
    """
    text = "".join("0" if sign.isdigit() else sign for sign in cell_text(limit, limit))
    return f"−{text}" if signed else text


def percent_text(share: float) -> str:
    """Return a share from 0 to 1 in per cent.

    >>> percent_text(0.25678)
    '25.7 %'
    """
    return f"{100.0 * share:.1f} %"


def _decimals(limit: float) -> int | None:
    """Return how many decimals the cells have; None = powers of ten."""
    if limit == 0.0 or 0.1 <= limit < 100.0:
        return 2
    if 1e-3 <= limit < 0.1:
        return 3 if limit >= 0.01 else 4
    if 100.0 <= limit < 1e5:
        return 1 if limit < 1000.0 else 0
    return None


def _extent(values: NDArray[np.float32]) -> tuple[float, float]:
    """Return the smallest and the largest finite number; (inf, -inf) if there is none."""
    if not values.size:
        return float("inf"), float("-inf")
    least, most = float(values.min()), float(values.max())
    if np.isfinite(least) and np.isfinite(most):
        return least, most
    finite = values[np.isfinite(values)]
    return (float(finite.min()), float(finite.max())) if finite.size else (float("inf"), float("-inf"))
