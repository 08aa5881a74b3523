from __future__ import annotations

import numpy as np
import pytest

from attnviz.models.next_token import Candidate, candidates, chosen, probabilities

LOGITS = np.log(np.float32([0.1, 0.4, 0.2, 0.3]))


def test_probabilities_are_the_softmax() -> None:
    np.testing.assert_allclose(probabilities(LOGITS), [0.1, 0.4, 0.2, 0.3], rtol=1e-6)
    assert probabilities(LOGITS + 1e4).sum() == pytest.approx(1)
    large = np.random.default_rng(0).standard_normal(50_000, dtype=np.float32) * 30
    exact = np.exp(large.astype(np.longdouble))
    np.testing.assert_allclose(probabilities(large), (exact / exact.sum()).astype(float), rtol=1e-12, atol=0)


def test_temperature_sharpens_and_flattens() -> None:
    np.testing.assert_allclose(probabilities(LOGITS, 0.5), np.array([1, 16, 4, 9]) / 30, rtol=1e-5)
    np.testing.assert_allclose(probabilities(LOGITS, 1e6), 0.25, rtol=1e-5)
    for small in (0, 1e-300, 1e-9):
        assert probabilities(LOGITS, small).tolist() == [0, 1, 0, 0]


def test_top_k_keeps_the_likeliest() -> None:
    np.testing.assert_allclose(probabilities(LOGITS, top_k=2), [0, 4 / 7, 0, 3 / 7], rtol=1e-6)
    np.testing.assert_allclose(probabilities(LOGITS, top_k=9), probabilities(LOGITS))
    assert probabilities(np.zeros(4, np.float32), top_k=2).tolist() == [0.5, 0.5, 0, 0]


def test_top_p_keeps_the_likeliest_that_reach_it() -> None:
    np.testing.assert_allclose(probabilities(LOGITS, top_p=0.75), [0, 4 / 9, 2 / 9, 3 / 9], rtol=1e-6)
    np.testing.assert_allclose(probabilities(LOGITS, top_p=0.65), [0, 4 / 7, 0, 3 / 7], rtol=1e-6)
    assert probabilities(LOGITS, top_p=0).tolist() == [0, 1, 0, 0]
    # After top-k, of what that has kept
    np.testing.assert_allclose(probabilities(LOGITS, top_k=2, top_p=0.55), [0, 1, 0, 0], rtol=1e-6)


def test_candidates_come_with_the_likeliest_first() -> None:
    found = candidates(LOGITS, count=3)
    assert [candidate.id for candidate in found] == [1, 3, 2]
    assert found[0].probability == pytest.approx(0.4)
    assert candidates(LOGITS, temperature=0) == (Candidate(1, 1.0),)
    assert candidates(LOGITS, count=0) == candidates(LOGITS, count=-1) == ()
    assert [candidate.id for candidate in candidates(np.zeros(4, np.float32))] == [0, 1, 2, 3]


def test_a_drawn_number_picks_a_token_as_often_as_its_share() -> None:
    shares = probabilities(LOGITS, top_k=3)
    picked = [chosen(shares, chance) for chance in np.linspace(0, 1, 9001)]
    assert 0 not in picked
    assert picked.count(1) / 9001 == pytest.approx(4 / 9, abs=1e-3)
    assert chosen(shares, 0.0) == 1
    assert chosen(shares, 1.0) == 3


@pytest.mark.parametrize(
    "wrong", [{"temperature": -0.1}, {"temperature": np.inf}, {"temperature": np.nan}, {"top_k": -1}, {"top_p": 1.1}]
)
def test_settings_that_make_no_sense_are_errors(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="no tokens can be chosen"):
        probabilities(LOGITS, **wrong)  # type: ignore[arg-type]


def test_transformers_keeps_the_same_tokens() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed: pip install '.[oracles]'")
    from transformers.generation import logits_process as theirs

    rng = np.random.default_rng(3)
    for temperature, top_k, top_p in ((0.7, 5, 0.9), (1.3, 40, 0.5), (1.0, 1, 1.0), (2.0, 30, 0.95)):
        logits = 3 * rng.standard_normal(60, dtype=np.float32)
        scores = torch.from_numpy(logits)[None]
        for step in (
            theirs.TemperatureLogitsWarper(temperature), theirs.TopKLogitsWarper(top_k), theirs.TopPLogitsWarper(top_p)
        ):  # fmt: skip
            scores = step(None, scores)
        wanted = torch.softmax(scores.double(), -1)[0].numpy()
        np.testing.assert_allclose(probabilities(logits, temperature, top_k, top_p), wanted, atol=1e-7)
