"""Order from outside: what RoPE and ALiBi keep when two tokens move on together, and a table added to x does not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core import Head, arithmetic, positions
from attnviz.core.head import Setting
from attnviz.core.tokens import embed
from attnviz.experiments.positions import LEAST_ROWS, SHIFTS, PositionReport, report

CAT = ("The", "cat", "sat", "on", "the", "mat")
ENCODINGS = [position for position in positions.POSITIONS if position != "none"]


def told(position: str, d: int = 16, words: tuple[str, ...] = CAT, **options: object) -> PositionReport:
    return report(position, Head.random(d, d), embed(words, d), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("position", positions.POSITIONS)
@pytest.mark.parametrize("scaled", [True, False])
def test_where_the_tokens_stand_the_score_is_the_traces_to_the_bit(position: str, scaled: bool) -> None:
    head, own, slope = Head.random(16, 8), embed(CAT, 16), 0.25
    setting = Setting(scaled=scaled, rope=position == "rope", slope=slope if position == "alibi" else 0.0)
    scores = head.trace_in(positions.added(own, position), setting).scores
    for pair in ((3, 1), (1, 4), (2, 2)):
        found = report(position, head, own, slope, scaled, pair).shifted
        assert np.float32(found.scores[0]).tobytes() == scores[pair].tobytes()


@given(
    words=st.lists(st.text(st.characters(codec="ascii", categories=["L"]), min_size=1), min_size=2, max_size=7),
    d=st.integers(2, 40),
    position=st.sampled_from(["rope", "alibi", "none"]),
)
def test_rope_and_alibi_keep_and_a_table_does_not(words: list[str], d: int, position: str) -> None:
    found = told(position, d, tuple(words))
    assert found.shifted.keeps
    assert not found.contrast.keeps
    assert found.contrast.position == "sinusoidal"
    assert found.shifted.knows_distance == (position != "none")


@pytest.mark.parametrize("position", ["sinusoidal", "learned"])
def test_a_table_is_set_against_rope(position: str) -> None:
    found = told(position)
    assert (found.shifted.keeps, found.contrast.position, found.contrast.keeps) == (False, "rope", True)


def test_without_an_encoding_and_with_alibi_not_one_bit_moves() -> None:
    for position in ("none", "alibi"):
        assert told(position).shifted.largest == 0.0


def test_ropes_departure_is_measured_and_is_gone_in_float32() -> None:
    found = told("rope", 64).shifted
    assert 0.0 < found.largest < 1e-12
    assert found.departures[0] == 0.0
    assert len(set(np.float32(found.scores))) == 1


def test_moved_on_scores_agree_with_the_formulas_written_out() -> None:
    d, (i, j) = 6, (4, 1)
    head, own = Head.random(d, d), embed(CAT, d).astype(np.float64)
    for at, shift in enumerate(SHIFTS):
        waves = [_waves(place + shift, d) for place in (i, j)]
        query, key = (own[i] + waves[0]) @ head.w_query, (own[j] + waves[1]) @ head.w_key
        assert told("sinusoidal", d, pair=(i, j)).shifted.scores[at] == pytest.approx(query @ key / d**0.5, rel=1e-5)
        query, key = _turned(own[i] @ head.w_query, i + shift), _turned(own[j] @ head.w_key, j + shift)
        assert told("rope", d, pair=(i, j)).shifted.scores[at] == pytest.approx(query @ key / d**0.5, rel=1e-5)


def _waves(place: int, d: int) -> np.ndarray:
    angles = [place / 10000 ** ((k - k % 2) / d) for k in range(d)]
    return np.array([np.cos(a) if k % 2 else np.sin(a) for k, a in enumerate(angles)])


def _turned(row: np.ndarray, place: int) -> np.ndarray:
    made = row.astype(np.float64).copy()
    for k in range(0, len(row) - 1, 2):
        turn = np.exp(1j * place * 10000 ** (-k / len(row))) * complex(row[k], row[k + 1])
        made[k], made[k + 1] = turn.real, turn.imag
    return made


def test_a_broken_turn_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = positions.rotated
    monkeypatch.setattr(positions, "rotated", lambda rows, first=0: turn(rows, first) * (1.0 + 1e-5 * first))
    assert not told("rope", pair=(4, 1)).shifted.keeps


def test_the_pictures_are_the_cores_own() -> None:
    table, learned, bias = told("sinusoidal").table, told("learned").table, told("alibi", slope=0.5).bias
    assert table is not None
    assert learned is not None
    assert bias is not None
    assert arithmetic.same_bits(table, positions.sinusoidal(LEAST_ROWS, 16)).all()
    assert arithmetic.same_bits(learned, positions.learned(LEAST_ROWS, 16)).all()
    assert np.array_equal(bias, positions.alibi(6, 6, 0.5))
    assert [told(position).slope for position in ("alibi", "rope")] == [2.0**-8, 0.0]


def test_each_encoding_has_its_picture_and_no_other() -> None:
    have = {
        position: [name for name in ("table", "angles", "bias", "hands") if getattr(told(position), name) is not None]
        for position in positions.POSITIONS
    }
    assert have == {
        "none": [],
        "sinusoidal": ["table"],
        "learned": ["table"],
        "rope": ["angles", "hands"],
        "alibi": ["bias"],
    }


def test_ropes_angles_are_position_times_frequency() -> None:
    angles = told("rope", 7).angles  # an odd width: the last number stays
    assert angles is not None
    assert angles.shape == (LEAST_ROWS, 3)
    wanted = np.arange(LEAST_ROWS)[:, None] * 10000.0 ** (-2 * np.arange(3) / 7)
    assert np.abs(np.exp(1j * angles) - np.exp(1j * wanted)).max() < 1e-6


def test_the_angle_between_two_tokens_stays_while_both_turn() -> None:
    hands = told("rope", 16, pair=(4, 1)).hands
    assert hands is not None
    assert hands.shape == (len(SHIFTS), 2, 8)
    between = np.exp(1j * (hands[:, 0] - hands[:, 1]))
    assert np.abs(between - between[0]).max() < 1e-5
    assert np.abs(hands[0] - hands[1]).max() > 0.5


def test_a_long_text_shows_all_its_positions() -> None:
    words = tuple(f"w{k}" for k in range(40))
    table, angles = told("learned", 4, words).table, told("rope", 4, words).angles
    assert table is not None
    assert angles is not None
    assert len(table) == len(angles) == 40


@pytest.mark.parametrize(
    ("pair", "wanted"),
    [(None, (5, 0)), ((2, 4), (2, 4)), ((2, None), (2, 0)), ((0, None), (0, 5)), ((99, 99), (5, 5))],
)
def test_the_pair_is_the_pinned_one_or_is_chosen(pair: tuple[int, int | None] | None, wanted: tuple[int, int]) -> None:
    assert told("rope", pair=pair).pair == wanted


@pytest.mark.parametrize("position", positions.POSITIONS)
def test_one_token_of_one_number_is_enough(position: str) -> None:
    found = told(position, 1, ("a",))
    assert found.pair == (0, 0)
    assert len(found.shifted.scores) == len(SHIFTS)


def test_what_does_not_fit_is_refused() -> None:
    head = Head.random(4, 4)
    with pytest.raises(ValueError, match="must be one of none, sinusoidal"):
        report("waves", head, np.zeros((2, 4)))
    with pytest.raises(ValueError, match="at least one token"):
        report("rope", head, np.zeros((0, 4)))
    with pytest.raises(ValueError, match="matmul"):
        report("rope", head, np.zeros((2, 5)))
