"""Norms of travelling derivatives against products written out, however many travel together, however wide a token."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from attnviz.core.kinds import influence
from attnviz.core.kinds.influence import Parts, norms, turned

Matrices = list[NDArray[np.float64]]


def written_out(own: Matrices, steps: Matrices, h: int) -> NDArray[np.float64]:
    """Return the norm of the first h rows of steps[i] ··· steps[j + 1] · own[j] in cell (i, j)."""
    found = np.zeros((len(own), len(own)))
    for j, product in enumerate(own):
        found[j, j] = np.sqrt((product[:h] ** 2).sum())
        for i in range(j + 1, len(own)):
            product = steps[i] @ product
            found[i, j] = np.sqrt((product[:h] ** 2).sum())
    return found


def followed(own: Matrices, steps: Matrices, parts: int) -> NDArray[np.float64]:
    def advance(step: int, before: Parts) -> Parts:
        return list(np.split(steps[step] @ np.concatenate(before), parts))

    return norms(len(own), lambda step: list(np.split(own[step], parts)), advance)


@pytest.mark.parametrize("parts", [1, 2])
@pytest.mark.parametrize("k", [1, 3, 5, 12])
@pytest.mark.parametrize("block", [1, 7, 1024])
def test_norms_are_those_of_the_products(parts: int, k: int, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(influence, "_BLOCK", block)
    rng, h, n = np.random.default_rng(10 * k + parts), 3, 11
    own = [rng.standard_normal((parts * h, k)) for _ in range(n)]
    steps = [rng.standard_normal((parts * h, parts * h)) for _ in range(n)]
    np.testing.assert_allclose(followed(own, steps, parts), written_out(own, steps, h), rtol=1e-12)


def test_a_long_text_agrees_with_its_beginning_to_the_bit_however_many_travel_together() -> None:
    rng = np.random.default_rng(0)
    own = [rng.standard_normal((8, 100)) for _ in range(300)]  # 128 tokens of 8 directions travel together
    steps = [rng.standard_normal((8, 8)) / 4 for _ in range(300)]
    whole = followed(own, steps, 1)
    for n in (1, 127, 128, 129, 200):
        assert np.array_equal(followed(own[:n], steps[:n], 1), whole[:n, :n])
    assert not whole[~np.tri(300, dtype=np.bool_)].any()


def test_turning_keeps_the_norm_of_every_product_with_fewer_columns() -> None:
    rng = np.random.default_rng(1)
    parts = [rng.standard_normal((3, 7)) for _ in range(2)]
    fewer = turned(parts)
    assert [part.shape for part in fewer] == [(3, 6), (3, 6)]
    for left in rng.standard_normal((5, 4, 6)):
        expected = np.linalg.norm(left @ np.concatenate(parts))
        assert np.linalg.norm(left @ np.concatenate(fewer)) == pytest.approx(expected, rel=1e-12)
    assert [part.shape for part in turned([np.ones((3, 4)), np.ones((3, 4))])] == [(3, 4), (3, 4)]


def test_no_tokens_have_no_influence() -> None:
    assert followed([], [], 1).shape == (0, 0)
