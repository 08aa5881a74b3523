"""The few words about a picture say what decides its numbers, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from attnviz.state.scene import DEMO_TEXT, Picture
from attnviz.views.picture_words import Part, hand_made_scores, own_weights, parts


def said(**fields: Any) -> list[str]:
    return [part.words for part in parts(Picture("a b c", **fields))]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, ["causal mask", "divided by √d"]),
        ({"causal": False, "scaled": False}, ["no mask", "not divided by √d"]),
        ({"kind": "linear"}, ["Linear attention", "causal mask"]),
        ({"kind": "performer", "features": 8}, ["Performer", "8 features", "causal mask", "divided by √d"]),
        ({"kind": "gru", "position": "rope", "padding": 2, "hidden_token": 0, "heads": 2, "kv_heads": 2}, ["GRU"]),
        ({"kind": "lstm", "position": "learned"}, ["LSTM", "random table of positions"]),
        ({"heads": 4, "kv_heads": 2}, ["4 heads, 2 K/V heads", "causal mask", "divided by √d"]),
        (
            {"window": 2, "dilation": 3, "global_tokens": (1,)},
            ["causal mask", "window 2", "dilation 3", "global tokens: 1", "divided by √d"],
        ),
        (
            {"padding": 2, "hidden_token": 1, "drawn": ((0, 1, True),)},
            ["causal mask", "padding: 2", "token 2 hidden", "cells set by hand: 1", "divided by √d"],
        ),
        ({"second_text": "x", "window": 2, "global_tokens": (0,)}, ["cross-attention", "divided by √d"]),
    ],
)
def test_what_decides_the_numbers_is_said(qtbot: QtBot, fields: dict[str, Any], words: list[str]) -> None:
    assert said(**fields) == words


def test_parts_name_fields_that_a_picture_has(qtbot: QtBot) -> None:
    picture = Picture("a", heads=2, kv_heads=1, position="alibi", padding=1, window=2)
    found = parts(picture)
    assert Part("ALiBi", ("position",)) in found
    assert all(hasattr(picture, field) for part in found for field in part.fields)


def test_whose_weights_and_scores_they_are() -> None:
    assert [kind for kind in ("softmax", "state_space", "gru", "lstm") if own_weights(Picture(kind=kind))] == [
        "gru",
        "lstm",
    ]
    assert hand_made_scores(Picture(DEMO_TEXT, model="demo"))
    assert not hand_made_scores(Picture(DEMO_TEXT, model="demo", kind="linear"))
    assert not hand_made_scores(Picture(DEMO_TEXT, model="demo", position="alibi"))
