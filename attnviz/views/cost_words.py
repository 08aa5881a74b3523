"""Seconds, multiply-adds and bytes as a person reads them. Must not know widgets."""

from __future__ import annotations

import math
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QCoreApplication

from attnviz.views.verdict_label import short_number

Quantity: TypeAlias = Literal["seconds", "multiply_adds", "bytes"]

QUANTITIES: Final[tuple[Quantity, ...]] = ("seconds", "multiply_adds", "bytes")

_FIXED = "\xa0"  # a space at which no line breaks
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def amount(quantity: Quantity, value: float) -> str:
    """Return `value` to three significant digits with its unit; multiply-adds have none.

    >>> [amount("seconds", value).replace("\\xa0", " ") for value in (1.2345, 0.012, 3.4e-5)]
    ['1.23 s', '12 ms', '34 µs']
    >>> amount("bytes", 67_108_864).replace("\\xa0", " "), amount("multiply_adds", 1.6e9)
    ('67.1 MB', '1.6·10⁹')
    """
    if quantity == "multiply_adds":
        return short_number(value)
    words, one = _unit(quantity, float(f"{value:.3g}"))
    return words.format(figure=short_number(value / one)).replace(" ", _FIXED)


def decade(quantity: Quantity, power: int) -> str:
    """Return 10 to the `power` as it stands at an axis.

    >>> decade("seconds", -4).replace("\\xa0", " "), decade("multiply_adds", 6)
    ('100 µs', '10⁶')
    """
    if quantity == "multiply_adds":
        return f"10{str(power).translate(_SUPERSCRIPT)}"
    return amount(quantity, 10.0**power)


def power(exponent: float) -> str:
    """Return how something grows with the number n of tokens.

    >>> power(1.9749), power(-1e-16)
    ('n^1.97', 'n^0.00')
    """
    return f"n^{round(exponent, 2) + 0.0:.2f}".replace("-", "−")


def heading(quantity: Quantity) -> str:
    """Return what the quantity is called in a choice."""
    return {
        "seconds": QCoreApplication.translate("CostWords", "Time"),
        "multiply_adds": QCoreApplication.translate("CostWords", "Multiply-adds"),
        "bytes": QCoreApplication.translate("CostWords", "Bytes held"),
    }[quantity]


def _unit(quantity: Quantity, value: float) -> tuple[str, float]:
    """Return the unit in which `value` has one to three digits before the point, and how large one of it is."""
    units: tuple[tuple[str, float], ...]
    if quantity == "seconds":
        units = (
            (QCoreApplication.translate("CostWords", "{figure} s"), 1.0),
            (QCoreApplication.translate("CostWords", "{figure} ms"), 1e-3),
            (QCoreApplication.translate("CostWords", "{figure} µs"), 1e-6),
        )
    else:
        units = (
            (QCoreApplication.translate("CostWords", "{figure} GB"), 1e9),
            (QCoreApplication.translate("CostWords", "{figure} MB"), 1e6),
            (QCoreApplication.translate("CostWords", "{figure} kB"), 1e3),
            (QCoreApplication.translate("CostWords", "{figure} bytes"), 1.0),
        )
    at_least = [(words, one) for words, one in units if value >= one * (1 - 1e-12)]
    return at_least[0] if at_least else units[-1]


def decades(least: float, most: float) -> range:
    """Return the powers of ten from the last at or below `least` to the first at or above `most`.

    >>> decades(0.002, 30.0)
    range(-3, 3)
    """
    return range(math.floor(math.log10(least)), math.ceil(math.log10(most)) + 1)
