"""How the ledger writes its numbers: one rule for all of them. Must not compute with them."""

from __future__ import annotations

import math
from typing import Final

FEWEST, MOST = 1, 8  # decimals a person may choose
LONGEST: Final = 1e6  # from here on in scientific form
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: float, decimals: int, plain: bool = False) -> str:
    """Return `value` rounded to `decimals` (half to even, from its exact binary value).

    Numbers of 1,000,000 and more, and those that would read as 0 without being it, come in scientific form with as many
    decimals. plain: as a spreadsheet reads it, with a hyphen for a minus and an e.

    >>> number(0.25949, 3), number(-4.0, 1), number(0.0, 2), number(-0.0000123, 3), number(-1.23e-5, 3, plain=True)
    ('0.259', '−4.0', '0.00', '−1.230·10⁻⁵', '-1.230e-5')
    """
    if not math.isfinite(value):
        words = "NaN" if math.isnan(value) else "∞" if value > 0 else "-∞"
    elif value == 0:
        return f"{0:.{decimals}f}"
    elif abs(value) < LONGEST and (words := f"{value:.{decimals}f}").strip("-0."):
        pass
    else:
        mantissa, exponent = f"{value:.{decimals}e}".split("e")
        power = str(int(exponent))
        words = f"{mantissa}e{power}" if plain else f"{mantissa}·10{power.translate(_SUPERSCRIPT)}"
    return words if plain else words.replace("-", "−")


def percent(weight: float, decimals: int, plain: bool = False) -> str:
    """Return a float32 weight in percent, to the same digits that `number` gives it: two decimals fewer.

    >>> percent(0.25949, 3), percent(1.0, 3), percent(0.25949, 1)
    ('25.9', '100.0', '26')
    """
    return number(weight * 100, max(0, decimals - 2), plain)  # exact: a float32 has 24 bits, 100 has 7
