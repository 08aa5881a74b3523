"""The card in a panel's place: each reason has words and a way back, and says which one it was."""

from __future__ import annotations

from typing import get_args

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from attnviz.state.reports import Misfit
from attnviz.views.misfit_panel import MisfitPanel
from attnviz.views.verdict_card import VerdictCard


@pytest.mark.parametrize("reason", ["second_text", "no_second_text", "not_softmax", "no_heads"])
def test_every_reason_is_told_with_a_way_back(qtbot: QtBot, reason: Misfit) -> None:
    assert reason in get_args(Misfit)
    panel = MisfitPanel()
    qtbot.addWidget(panel)
    heard: list[str] = []
    panel.way_back_asked.connect(heard.append)
    panel.show_reason("Heads", reason)
    card, back = panel.findChild(VerdictCard, "misfit_card"), panel.findChild(QPushButton, "misfit_button")
    assert card is not None
    assert back is not None
    assert card.text()
    assert back.accessibleName() == back.text() != ""
    assert panel.accessibleName() == "Heads"
    QTest.keyClick(back, Qt.Key.Key_Space)
    assert heard == [reason]
