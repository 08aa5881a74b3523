"""How numbers are written: rounded from their exact value, never 0 for what is not 0."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_EVEN, Decimal, localcontext

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from attnviz.views.ledger_numbers import LONGEST, lost_in_rounding, number, percent, shown_sum, term, written

decimals = st.integers(1, 8)


@pytest.mark.parametrize(
    ("value", "places", "words"),
    [
        (0.25949, 3, "0.259"),
        (-7.09414694, 3, "−7.094"),
        (0.0, 3, "0.000"),
        (-0.0, 2, "0.00"),
        (1.0, 1, "1.0"),
        (0.125, 2, "0.12"),  # half to even
        (0.375, 2, "0.38"),
        (0.0004, 3, "4.000·10⁻⁴"),
        (0.0005000001, 3, "0.001"),
        (-0.00001234, 3, "−1.234·10⁻⁵"),
        (999_999.4, 1, "999999.4"),
        (1e6, 1, "1.0·10⁶"),
        (-12_345_678.0, 2, "−1.23·10⁷"),
        (9.9999e-5, 3, "1.000·10⁻⁴"),
        (5e-324, 2, "4.94·10⁻³²⁴"),
        (math.inf, 3, "∞"),
        (-math.inf, 3, "−∞"),
        (math.nan, 3, "NaN"),
    ],
)
def test_numbers_are_written_as_a_person_writes_them(value: float, places: int, words: str) -> None:
    assert number(value, places) == words


def test_a_spreadsheet_gets_hyphens_and_an_e() -> None:
    assert number(-7.0941, 3, plain=True) == "-7.094"
    assert number(-1.234e-7, 3, plain=True) == "-1.234e-7"
    assert number(2e20, 1, plain=True) == "2.0e20"


@given(st.floats(allow_nan=False, allow_infinity=False), decimals)
@example(0.0005, 3)
@example(0.5, 1)
@example(999_999.99, 1)
def test_what_is_written_is_the_nearest_number_with_these_decimals(value: float, places: int) -> None:
    written = Decimal(number(value, places, plain=True))
    exact = Decimal(value)
    if value != 0:
        assert written != 0
    step = Decimal(10) ** -places
    if "e" in number(value, places, plain=True):
        assert abs(value) >= LONGEST or abs(exact) <= step / 2
        step = step.scaleb(exact.adjusted())
    assert abs(written - exact) <= step / 2


def decimal(words: str) -> Decimal:
    """Return a number as a person reads it."""
    mantissa, _, power = words.replace("−", "-").partition("·10")
    return Decimal(mantissa).scaleb(int(power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or 0))


@given(st.lists(st.floats(-2e6, 2e6) | st.floats(-1e-3, 1e-3) | st.floats(-1, 1), max_size=20), decimals)
@example([0.0004, -0.00004], 3)
@example([1e-300], 1)
@example([-1234567.8, 0.1], 3)
def test_terms_add_up_as_a_person_adds_them(terms: list[float], places: int) -> None:
    total, value = shown_sum(terms, places), math.fsum(terms)
    with localcontext(prec=4000):
        assert (
            sum((decimal(term(each, places)) for each in terms), Decimal(0)) == total == decimal(written(total, places))
        )
        missing = lost_in_rounding(total, value, places)
        assert total + decimal(written(missing, places)) == decimal(number(value, places))
    assert all(term(each, places).strip("−0.") or not term(each, places).startswith("−") for each in terms)


@given(st.floats(0, 1, width=32), decimals)
def test_percent_has_the_digits_of_the_weight_from_its_exact_value(weight: float, places: int) -> None:
    exact = Decimal(weight) * 100
    fixed = exact.quantize(Decimal(10) ** -max(0, places - 2), ROUND_HALF_EVEN)
    words = percent(float(np.float32(weight)), places, plain=True)
    if fixed or weight == 0:
        assert words == str(fixed)
    else:
        assert "e-" in words
