"""The chapter's table "why divide by the root of d"."""

from __future__ import annotations

import pytest

from attnviz.experiments.scaling import peak

TABLE = [(8, 0.347, 0.228), (32, 0.799, 0.343), (64, 0.984, 0.458), (256, 1.000, 0.847)]


@pytest.mark.parametrize(("d", "plain", "divided"), TABLE)
def test_the_chapters_figures_come_out_to_three_decimals(d: int, plain: float, divided: float) -> None:
    assert f"{peak(d, scaled=False):.3f}" == f"{plain:.3f}"
    assert f"{peak(d, scaled=True):.3f}" == f"{divided:.3f}"


def test_a_width_of_one_needs_no_dividing() -> None:
    assert peak(1, scaled=True) == peak(1, scaled=False)


def test_a_width_of_zero_is_refused() -> None:
    with pytest.raises(ValueError, match=r"at least 1"):
        peak(0, scaled=True)
