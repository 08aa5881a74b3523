"""What a mask leaves to be seen: counted, and rows without sight named."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.core import masks
from attnviz.experiments.sight import report


def test_the_causal_mask_of_three() -> None:
    found = report(masks.causal(3), ("The", "cat", "sat"))
    assert found.mask.tolist() == masks.causal(3).tolist()
    assert (found.visible, found.total, found.blind) == (6, 9, ())
    assert found.columns == ("The", "cat", "sat")


def test_a_row_without_sight_is_named_and_sees_itself() -> None:
    asked = masks.without_columns(masks.window(4, 1), [2])
    found = report(asked, "abcd")
    assert found.blind == (2,)
    assert found.mask[2].tolist() == [False, False, True, False]
    assert found.visible == 4
    assert not asked[2].any(), "the mask that was asked for is left as it was"


def test_without_columns_of_its_own_it_sees_everything() -> None:
    found = report(masks.with_cells(masks.full(1, 2), [(0, 0, False), (0, 1, False)]), ("le", "chat"))
    assert (found.visible, found.total, found.blind) == (2, 2, (0,))


@pytest.mark.parametrize("n", range(1, 12))
def test_counts_agree_with_a_loop(n: int) -> None:
    rng = np.random.default_rng(n)
    asked = rng.random((n, n + 2)) < 0.2
    found = report(asked, ["t"] * (n + 2))
    rows = [int(row.sum()) or n + 2 for row in asked]
    assert found.visible == sum(rows)
    assert list(found.blind) == [index for index, row in enumerate(asked) if not row.any()]


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="needs 3 columns, not 2"):
        report(masks.full(2, 3), ("a", "b"))
    with pytest.raises(ValueError, match="bool"):
        report(np.ones((2, 2)), ("a", "b"))
