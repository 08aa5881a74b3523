"""Who may look at whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from attnviz.core import masks


@pytest.mark.parametrize("n", [0, 1, 2, 7])
def test_a_token_sees_itself_and_the_past(n: int) -> None:
    mask = masks.causal(n)
    assert mask.dtype == np.bool_
    assert mask.shape == (n, n)
    assert all(mask[i, j] == (j <= i) for i in range(n) for j in range(n))


@pytest.mark.parametrize("n", [0, 1, 5])
def test_without_a_mask_everybody_sees_everybody(n: int) -> None:
    assert masks.full(n).shape == (n, n)
    assert masks.full(n).all()


@pytest.mark.parametrize("make", [masks.full, masks.causal])
def test_a_negative_number_of_tokens_is_refused(make: Callable[[int], Any]) -> None:
    with pytest.raises(ValueError, match=r"number of tokens of 0 or more, not -1"):
        make(-1)
