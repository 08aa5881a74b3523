"""Words for kinds: every kind has a name and a sentence, and each sort of number is read in its own way."""

from __future__ import annotations

import numpy as np
import pytest
from kinds_made import report
from pytestqt.qtbot import QtBot

from attnviz.core.kinds import KINDS, StateTrace
from attnviz.views import kind_words

ORDINARY = " "


def plain(words: str) -> str:
    return words.replace("\xa0", " ")


def test_every_kind_in_the_list_has_a_name_and_a_sentence(qtbot: QtBot) -> None:
    for key, entry in KINDS.items():
        assert kind_words.title(key) == entry.title
        assert kind_words.sentence(key).endswith(".")
    assert kind_words.sentence("gru") != kind_words.sentence("lstm")


def test_a_kind_without_words_has_its_own_title(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kind_words, "KINDS", {"new": KINDS["gru"]})
    assert kind_words.title("new") == kind_words.sentence("new") == "GRU"
    assert kind_words.title("unheard of") == "unheard of"


def test_the_large_map_has_one_name_for_all_softmax(qtbot: QtBot) -> None:
    names = {kind_words.map_title(entry.on_map) for entry in KINDS.values() if entry.on_map is not None}
    assert names == {"Softmax", "Linear", "Performer", "State space", "GRU", "LSTM"}
    sentences = {kind_words.map_sentence(entry.on_map) for entry in KINDS.values() if entry.on_map is not None}
    assert len(sentences) == len(names)
    assert all(sentence.endswith(".") for sentence in sentences)


def test_each_sort_of_number_is_read_in_its_own_way(qtbot: QtBot) -> None:
    shares, signed, influence = (row.trace for row in report(("causal", "state_space", "gru")).rows)
    assert [kind_words.nature(trace) for trace in (shares, signed, influence)] == ["shares", "signed", "influence"]
    assert plain(kind_words.number(shares, 0, 0)) == "100.0 %"
    assert [kind_words.number(trace, 0, 1) for trace in (shares, signed, influence)] == ["hidden"] * 3
    rows, columns = np.nonzero(signed.weights < 0)
    assert kind_words.number(signed, int(rows[0]), int(columns[0])).startswith("−")
    assert float(kind_words.number(influence, 3, 1)) == pytest.approx(float(influence.weights[3, 1]), rel=0.01)
    assert kind_words.limit(shares) == 1.0
    assert kind_words.limit(signed) == np.abs(signed.weights).max()
    assert kind_words.scale(shares) == "share of a row"
    assert kind_words.scale(signed).startswith("signed weight, at most ±0.")
    assert kind_words.scale(influence).startswith("influence, at most ")


def test_numbers_beyond_all_bounds_do_not_rule_the_colours(qtbot: QtBot) -> None:
    one = np.ones((1, 1), np.float32)
    trace = StateTrace(one, {}, np.array([[np.inf]], np.float32), one, one.astype(bool), signed=False)
    assert kind_words.limit(trace) == 0.0
