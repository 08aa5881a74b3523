"""How the ledger writes its numbers: one rule for all of them, and a sum of them as a person adds what is written.

Must not compute with the numbers themselves.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Context, Decimal
from typing import Final

FEWEST, MOST = 1, 8  # decimals a person may choose
LONGEST: Final = 1e6  # from here on in scientific form
_EXACT = Context(prec=4000)  # more digits than any two float64 are apart
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


def term(value: float, decimals: int, plain: bool = False) -> str:
    """Return a term of a sum: as `number` does, but 0 for what rounds to it, so that terms add up as a person adds.

    >>> term(0.25949, 3), term(-0.0000123, 3), term(-1.23456789e7, 3, plain=True)
    ('0.259', '0.000', '-1.235e7')
    """
    return number(value if abs(value) >= LONGEST else round(value, decimals), decimals, plain)


def shown_sum(terms: Iterable[float], decimals: int) -> Decimal:
    """Return what the terms add up to as they are written, exactly.

    >>> shown_sum([0.1004, 0.2004, 0.0004], 3)
    Decimal('0.300')
    """
    total = Decimal(0).scaleb(-decimals)
    for value in terms:
        total = _EXACT.add(total, Decimal(term(value, decimals, plain=True)))
    return total


def lost_in_rounding(total: Decimal, value: float, decimals: int) -> Decimal:
    """Return what is missing from `total` to `value` as it is written, exactly."""
    return _EXACT.subtract(Decimal(number(value, decimals, plain=True)), total)


def written(value: Decimal, decimals: int) -> str:
    """Return every digit of a number, `decimals` of them after the point or more; a very small one as `number` does.

    >>> written(Decimal("-0.157"), 3), written(Decimal("4.000e-9"), 3), written(Decimal("-0.002999600"), 3)
    ('−0.157', '4.000·10⁻⁹', '−0.0029996')
    """
    as_number = number(float(value), decimals, plain=True)
    if value and Decimal(as_number) == value:
        return number(float(value), decimals)
    digits = f"{value:f}"
    whole, _, after = digits.partition(".")
    after = after[:decimals] + after[decimals:].rstrip("0")
    return f"{whole}.{after}".rstrip(".").replace("-", "−")


def percent(weight: float, decimals: int, plain: bool = False) -> str:
    """Return a float32 weight in percent, to the same digits that `number` gives it: two decimals fewer.

    >>> percent(0.25949, 3), percent(1.0, 3), percent(0.25949, 1)
    ('25.9', '100.0', '26')
    """
    return number(weight * 100, max(0, decimals - 2), plain)  # exact: a float32 has 24 bits, 100 has 7
